#include "app/window/panels/kernel/editor_bars.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include "app/window/toolkit/widgets.h"

namespace lanescope::app {
namespace {

using Direction = TextEdit::Direction;

struct StateWords {
  std::string text;
  Color color;
};
StateWords words_of(const EditedFile& file, const EditorState& state, Ui& ui) {
  const text::Texts& texts = ui.texts();
  const Color& faint = ui.palette().text_faint;
  const Color& wrong = ui.palette().error_text;
  if (!file.failure().empty())
    return {texts.get("edit.not_saved", fmt::arg("why", file.failure())), wrong};
  if (state.finds && state.result == SearchResult::none) return {texts.get("edit.none"), wrong};
  if (state.has_errors) return {texts.get("code.did_not_run"), wrong};
  if (state.finds && state.result == SearchResult::replaced_last)
    return {texts.get("edit.replaced_last"), faint};
  if (!file.is_saved()) return {texts.get("edit.typing"), faint};
  return {texts.get(file.was_recovered() ? "edit.recovered" : "edit.saved"), faint};
}

}  // namespace

EditorButton draw_editor_header(Ui& ui, const EditedFile& file, const EditorState& state,
                                const Rect& bar) {
  const text::Texts& texts = ui.texts();
  std::vector<LabelledButton> buttons{
      {"edit.done", texts.get("edit.done"), texts.get("edit.done_tip")},
      {"edit.find", texts.get("edit.find"), texts.get("edit.find_tip"), state.finds}};
  if (file.differs_from_original()) {
    buttons.push_back({"edit.restore", texts.get("edit.restore"), texts.get("edit.restore_tip")});
    if (state.can_compare)
      buttons.push_back({"edit.compare", texts.get("edit.compare"), texts.get("edit.compare_tip")});
  }
  const float name_w = ui.px(150);
  drop_to_fit(ui, buttons, bar.w - name_w - ui.px(16), 1);
  const float w = buttons_width(ui, buttons);
  const Rect row{right_of(bar) - w - ui.px(4), bar.y + ui.px(3), w, bar.h - ui.px(6)};
  const char* pressed = draw_button_row(ui, buttons, row);
  float x = bar.x + ui.px(16);
  const float middle = bar.y + bar.h / 2;
  const float room = std::max(row.x - ui.px(12) - x, 1.0F);
  x += ui.text(x, middle, file.path().filename().string(),
               {FontRole::mono, picture::text_small, ui.palette().text_dim}, room * 0.6F) +
       ui.px(12);
  const StateWords words = words_of(file, state, ui);
  ui.text(x, middle, words.text, {FontRole::ui, picture::text_small, words.color},
          std::max(row.x - ui.px(8) - x, 1.0F));
  if (ui.item("editor.name", {bar.x, bar.y, row.x - bar.x, bar.h}, false).hovered) {
    ui.tooltip(texts.get("edit.where", fmt::arg("path", file.path().string())) + "\n" + words.text);
  }
  const std::string_view id = pressed != nullptr ? pressed : "";
  return id.empty()             ? EditorButton::none
         : id == "edit.done"    ? EditorButton::done
         : id == "edit.find"    ? EditorButton::find
         : id == "edit.restore" ? EditorButton::restore
                                : EditorButton::compare;
}

void SearchBar::open(const TextEdit& edit, bool replaces) {
  is_open_ = true;
  replaces_ = replaces_ || replaces;
  keyboard_ = Keyboard::find;
  result_ = SearchResult::open;
  const TextRange selection = edit.selection();
  if (edit.has_selection() && selection.first.line == selection.last.line) {
    wanted_.set(edit.selected());
    wanted_.select_all();
  }
}

bool SearchBar::find(TextEdit& edit, Direction direction) {
  if (wanted_.empty()) {
    open(edit, false);
    return false;
  }
  const bool found = edit.find({wanted_.text(), matches_case_}, direction);
  result_ = found ? SearchResult::open : SearchResult::none;
  return true;
}

void SearchBar::replace(TextEdit& edit) {
  const std::uint64_t revision = edit.revision();
  const bool is_more = edit.replace({wanted_.text(), matches_case_}, replacement_.text());
  result_ = is_more                       ? SearchResult::open
            : edit.revision() != revision ? SearchResult::replaced_last
                                          : SearchResult::none;
}

void SearchBar::leave() {
  keyboard_ = Keyboard::none;
  if (result_ == SearchResult::replaced_last) result_ = SearchResult::open;
}

void SearchBar::add(unsigned int code_point) {
  if (keyboard_ == Keyboard::replace) return replacement_.add(code_point);
  wanted_.add(code_point);
  result_ = SearchResult::open;
}

SearchBar::Used SearchBar::press(int key, int mods, TextEdit& edit) {
  TypedFilter& field = keyboard_ == Keyboard::find ? wanted_ : replacement_;
  switch (key) {
    case GLFW_KEY_BACKSPACE:
      field.erase();
      result_ = SearchResult::open;
      return Used::yes;
    case GLFW_KEY_TAB:
      if (replaces_) keyboard_ = keyboard_ == Keyboard::find ? Keyboard::replace : Keyboard::find;
      return Used::yes;
    case GLFW_KEY_ENTER:
    case GLFW_KEY_KP_ENTER:
      if (keyboard_ == Keyboard::find) {
        const bool is_back = (mods & GLFW_MOD_SHIFT) != 0;
        return find(edit, is_back ? Direction::back : Direction::forth) ? Used::moved : Used::yes;
      }
      replace(edit);
      return Used::moved;
    case GLFW_KEY_A:
      if (mods != GLFW_MOD_CONTROL) return Used::no;
      field.select_all();
      return Used::yes;
    case GLFW_KEY_V:
      if (mods != GLFW_MOD_CONTROL) return Used::no;
      for (const char* c = ImGui::GetClipboardText(); c != nullptr && *c != '\0' && *c != '\n'; ++c)
        field.add_byte(*c);
      return Used::yes;
    default:
      return Used::no;
  }
}

SearchBar::Used SearchBar::draw(Ui& ui, const Rect& bar, TextEdit& edit, bool panel_has_keyboard) {
  const text::Texts& texts = ui.texts();
  std::vector<LabelledButton> buttons{
      {"edit.previous", texts.get("edit.previous"), texts.get("edit.previous_tip")},
      {"edit.next", texts.get("edit.next"), texts.get("edit.next_tip")},
      {"edit.case", texts.get("edit.case"), texts.get("edit.case_tip"), matches_case_},
      {"edit.replaces", texts.get("edit.replace"), texts.get("edit.replace_tip"), replaces_}};
  if (replaces_) {
    buttons.push_back({"edit.all", texts.get("edit.all"), texts.get("edit.all_tip")});
  }
  drop_to_fit(ui, buttons, bar.w * 0.6F, 2);
  const float w = buttons_width(ui, buttons);
  const Rect row{right_of(bar) - w - ui.px(4), bar.y + ui.px(3), w, bar.h - ui.px(6)};
  const float left = bar.x + ui.px(12);
  const float fields = row.x - ui.px(8) - left;
  const float each = replaces_ ? (fields - ui.px(6)) / 2 : fields;
  const Rect find_box{left, row.y, each, row.h};
  const Rect replace_box{left + each + ui.px(6), row.y, each, row.h};
  Used used = Used::no;
  const auto field = [&](const char* id, const TypedFilter& typed, const Rect& box,
                         const char* hint, Keyboard keyboard) {
    const bool has_keyboard = panel_has_keyboard && keyboard_ == keyboard;
    typed.draw(ui, box, texts.get(hint), has_keyboard);
    if (has_keyboard)
      ui.outline(box, ui.palette().selection_border, std::max(ui.px(1.5F), 1.0F), ui.px(6));
    if (ui.item(id, box, false).pressed) {
      keyboard_ = keyboard;
      panel_has_keyboard = true;
      used = Used::yes;
    }
  };
  field("edit.wanted", wanted_, find_box, "edit.find_hint", Keyboard::find);
  if (result_ == SearchResult::none && !wanted_.empty())
    ui.outline(find_box, ui.palette().error_text, std::max(ui.px(1.5F), 1.0F), ui.px(6));
  if (replaces_)
    field("edit.replacement", replacement_, replace_box, "edit.replace_hint", Keyboard::replace);
  const char* pressed = draw_button_row(ui, buttons, row);
  return pressed != nullptr ? press_button(pressed, edit) : used;
}

SearchBar::Used SearchBar::press_button(std::string_view id, TextEdit& edit) {
  if (id == "edit.previous" || id == "edit.next") {
    const Direction direction = id == "edit.next" ? Direction::forth : Direction::back;
    return find(edit, direction) ? Used::moved : Used::yes;
  }
  if (id == "edit.case") {
    matches_case_ = !matches_case_;
    return Used::yes;
  }
  if (id == "edit.replaces") {
    replaces_ = !replaces_;
    keyboard_ = replaces_ ? Keyboard::replace : Keyboard::find;
    return Used::yes;
  }
  const TextEdit::Search search{wanted_.text(), matches_case_};
  const bool found = edit.replace_all(search, replacement_.text()) > 0;
  result_ = found ? SearchResult::open : SearchResult::none;
  return Used::moved;
}

}  // namespace lanescope::app
