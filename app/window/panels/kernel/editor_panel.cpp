#include "app/window/panels/kernel/editor_panel.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include "app/session/edit/characters.h"
#include "app/window/toolkit/widgets.h"
#include "viz/picture/kernel/code_tokens.h"

namespace lanescope::app {
namespace {

using Direction = TextEdit::Direction;
using Unit = TextEdit::Unit;

constexpr float editor_row = 22;  // units, as in the picture of the code

const TextStyle mono{FontRole::mono, picture::text_body, {}};

// With spaces in place of tabs.
std::string expanded(std::string_view text) {
  std::string shown;
  std::size_t column = 0;
  for (std::size_t at = 0; at < text.size();) {
    const Character character = character_at(text, at);
    const std::size_t columns = columns_of(character, column);
    if (character.code == U'\t') {
      shown.append(columns, ' ');
    } else {
      shown += text.substr(at, character.bytes);
    }
    column += columns;
    at += character.bytes;
  }
  return shown;
}

Color color_of_token(picture::TokenKind kind, const picture::Palette& palette) {
  switch (kind) {
    case picture::TokenKind::plain:
      return palette.text;
    case picture::TokenKind::keyword:
      return palette.good_text;
    case picture::TokenKind::comment:
    case picture::TokenKind::directive:
      break;
  }
  return palette.text_faint;
}

bool is_control(const EditorPanel::Key& key) {
  return key.mods == GLFW_MOD_CONTROL || key.mods == (GLFW_MOD_CONTROL | GLFW_MOD_SHIFT);
}
bool has_shift(const EditorPanel::Key& key) { return (key.mods & GLFW_MOD_SHIFT) != 0; }

}  // namespace

EditorPanel::~EditorPanel() {
  if (file_ && !file_->is_saved()) file_->save();
}

tl::expected<void, std::string> EditorPanel::begin(const std::filesystem::path& file,
                                                   const std::filesystem::path& original,
                                                   int line) {
  has_keyboard_ = true;
  keyboard_ = Keyboard::text;
  std::error_code ignored;
  if (file_ && std::filesystem::equivalent(file, file_->path(), ignored)) return {};
  if (file_ && !file_->is_saved() && !file_->save()) return tl::unexpected(file_->failure());
  auto opened = EditedFile::open(file, original);
  if (!opened) return tl::unexpected(opened.error());
  file_ = std::move(*opened);
  variant_path_.clear();
  finds_ = replaces_ = false;
  notes_.clear();
  error_lines_.clear();
  read_revision_.reset();
  edit().place({static_cast<std::size_t>(std::max(line - 1, 0)), 0}, false);
  top_row_ = edit().caret().line > 8 ? edit().caret().line - 8 : 0;
  left_ = 0;
  changed();
  return {};
}

void EditorPanel::end(Session& session) {
  if (!file_) return;
  const bool was_saved = file_->is_saved();
  if (!was_saved && !file_->save()) return;  // the header says why; nothing is lost
  file_.reset();
  offered_.clear();
  if (!was_saved) session.reload();
}

std::optional<double> EditorPanel::update(Session& session, double now_s) {
  if (!file_) return std::nullopt;
  const LessonCard::Variant* variant = session.variant();
  if (variant != nullptr && variant->source_path != variant_path_) {
    std::error_code error;
    if (!std::filesystem::equivalent(variant->source_path, file_->path(), error)) {
      end(session);
      return std::nullopt;
    }
    variant_path_ = variant->source_path;
  }
  if (file_->update(now_s)) session.reload();
  return file_->due_in_s(now_s);
}

void EditorPanel::close_uppermost(Session& session) {
  if (!offered_.empty()) {
    offered_.clear();
  } else if (finds_) {
    finds_ = false;
    keyboard_ = Keyboard::text;
  } else {
    end(session);
  }
}

void EditorPanel::changed() { reveals_ = true; }

// --- keys ---

bool EditorPanel::press(const Key& key, Ui& ui, Session& session) {
  if (!typing()) return false;
  ui.focus().hide();
  if (key.key == GLFW_KEY_S && key.mods == GLFW_MOD_CONTROL) {
    if (file_->save()) session.reload();
    return true;
  }
  if (key.key == GLFW_KEY_F3) {
    find(has_shift(key) ? Direction::back : Direction::forth);
    return true;
  }
  if (key.mods == GLFW_MOD_CONTROL && (key.key == GLFW_KEY_F || key.key == GLFW_KEY_H)) {
    open_search(key.key == GLFW_KEY_H);
    return true;
  }
  if (keyboard_ != Keyboard::text) return press_in_search(key);
  if (press_offered(key)) return true;
  const std::uint64_t revision = edit().revision();
  const bool used = press_clipboard(key) || press_in_text(key);
  if (!used) return false;
  changed();
  if (edit().revision() == revision || key.key != GLFW_KEY_BACKSPACE) offered_.clear();
  if (!offered_.empty()) offer_words(false);
  return true;
}

bool EditorPanel::press_in_search(const Key& key) {
  TypedFilter& field = keyboard_ == Keyboard::find ? wanted_ : replacement_;
  switch (key.key) {
    case GLFW_KEY_BACKSPACE:
      field.erase();
      found_none_ = false;
      return true;
    case GLFW_KEY_TAB:
      if (replaces_) keyboard_ = keyboard_ == Keyboard::find ? Keyboard::replace : Keyboard::find;
      return true;
    case GLFW_KEY_ENTER:
    case GLFW_KEY_KP_ENTER:
      if (keyboard_ == Keyboard::find) {
        find(has_shift(key) ? Direction::back : Direction::forth);
      } else {
        found_none_ = !edit().replace({wanted_.text(), matches_case_}, replacement_.text());
        changed();
      }
      return true;
    case GLFW_KEY_A:
      if (key.mods != GLFW_MOD_CONTROL) return false;
      field.select_all();
      return true;
    case GLFW_KEY_V:
      if (key.mods != GLFW_MOD_CONTROL) return false;
      for (const char* c = ImGui::GetClipboardText(); c != nullptr && *c != '\0' && *c != '\n'; ++c)
        field.add_byte(*c);
      return true;
    default:
      return false;
  }
}

bool EditorPanel::press_offered(const Key& key) {
  if (offered_.empty()) return false;
  switch (key.key) {
    case GLFW_KEY_DOWN:
    case GLFW_KEY_UP:
      if (key.mods != 0) return false;
      offer_ = (offer_ + (key.key == GLFW_KEY_DOWN ? 1 : offered_.size() - 1)) % offered_.size();
      chose_offer_ = true;
      return true;
    case GLFW_KEY_ENTER:
    case GLFW_KEY_KP_ENTER:
      if (!chose_offer_) return false;
      break;
    case GLFW_KEY_TAB:
      if (key.mods != 0) return false;
      break;
    default:
      return false;
  }
  edit().complete(offered_[offer_]);
  offered_.clear();
  changed();
  return true;
}

bool EditorPanel::press_clipboard(const Key& key) {
  if (!is_control(key)) return false;
  switch (key.key) {
    case GLFW_KEY_C:
    case GLFW_KEY_X:
      if (edit().has_selection()) {
        ImGui::SetClipboardText(edit().selected().c_str());
        if (key.key == GLFW_KEY_X) edit().insert("");
      } else {  // without a selection: the line, as in most editors
        ImGui::SetClipboardText((edit().lines()[edit().caret().line] + "\n").c_str());
        if (key.key == GLFW_KEY_X) edit().erase_lines();
      }
      return true;
    case GLFW_KEY_V:
      if (const char* text = ImGui::GetClipboardText()) edit().insert(text);
      return true;
    default:
      return false;
  }
}

bool EditorPanel::press_in_text(const Key& key) {
  const bool control = (key.mods & GLFW_MOD_CONTROL) != 0;
  const bool shift = has_shift(key);
  const bool alt = (key.mods & GLFW_MOD_ALT) != 0;
  const auto move = [&](Unit unit, Direction direction) {
    edit().move(unit, direction, shift, std::max<std::size_t>(rows_shown_, 2) - 1);
    return true;
  };
  switch (key.key) {
    case GLFW_KEY_LEFT:
      return move(control ? Unit::word : Unit::character, Direction::back);
    case GLFW_KEY_RIGHT:
      return move(control ? Unit::word : Unit::character, Direction::forth);
    case GLFW_KEY_UP:
    case GLFW_KEY_DOWN: {
      const Direction direction = key.key == GLFW_KEY_UP ? Direction::back : Direction::forth;
      if (alt) {
        edit().move_lines(direction);
        return true;
      }
      return !control && move(Unit::line, direction);
    }
    case GLFW_KEY_HOME:
      return move(control ? Unit::text : Unit::edge, Direction::back);
    case GLFW_KEY_END:
      return move(control ? Unit::text : Unit::edge, Direction::forth);
    case GLFW_KEY_PAGE_UP:
      return move(Unit::page, Direction::back);
    case GLFW_KEY_PAGE_DOWN:
      return move(Unit::page, Direction::forth);
    case GLFW_KEY_BACKSPACE:
      edit().erase(control ? Unit::word : Unit::character, Direction::back);
      return true;
    case GLFW_KEY_DELETE:
      edit().erase(control ? Unit::word : Unit::character, Direction::forth);
      return true;
    case GLFW_KEY_ENTER:
    case GLFW_KEY_KP_ENTER:
      if (control) return false;
      edit().new_line();
      return true;
    case GLFW_KEY_TAB:
      if (control) return false;
      edit().indent(shift ? Direction::back : Direction::forth);
      return true;
    default:
      break;
  }
  if (!is_control(key)) return false;
  switch (key.key) {
    case GLFW_KEY_A:
      edit().select_all();
      return true;
    case GLFW_KEY_Z:
      shift ? edit().redo() : edit().undo();
      return true;
    case GLFW_KEY_Y:
      edit().redo();
      return true;
    case GLFW_KEY_L:
      edit().select_line(edit().caret().line);
      return true;
    case GLFW_KEY_D:
      edit().duplicate();
      return true;
    case GLFW_KEY_K:
      if (!shift) return false;
      edit().erase_lines();
      return true;
    case GLFW_KEY_SLASH:
      edit().toggle_comment();
      return true;
    case GLFW_KEY_SPACE:
      offer_words(true);
      return true;
    default:
      return false;
  }
}

void EditorPanel::open_search(bool replaces) {
  finds_ = true;
  replaces_ = replaces_ || replaces;
  keyboard_ = Keyboard::find;
  found_none_ = false;
  const TextRange selection = edit().selection();
  if (edit().has_selection() && selection.first.line == selection.last.line) {
    wanted_.set(edit().selected());
    wanted_.select_all();
  }
  offered_.clear();
}

void EditorPanel::find(Direction direction) {
  if (wanted_.empty()) return open_search(false);
  found_none_ = !edit().find({wanted_.text(), matches_case_}, direction);
  changed();
}

// `asked`: the key has asked for them. Otherwise they come while one types.
void EditorPanel::offer_words(bool asked) {
  offered_ = edit().completions();
  offer_ = 0;
  chose_offer_ = asked;
  // What is complete needs no offer.
  if (!asked && offered_.size() == 1 && offered_.front() == edit().begun_word()) offered_.clear();
}

void EditorPanel::take_typed(Ui& ui) {
  if (!has_keyboard_) return;
  (void)ui.take_select_all();
  for (const ImWchar character : ImGui::GetIO().InputQueueCharacters) {
    const auto c = static_cast<unsigned int>(character);
    if (c < 32 || c == 127) continue;
    if (keyboard_ == Keyboard::find) {
      wanted_.add(c);
      found_none_ = false;
    } else if (keyboard_ == Keyboard::replace) {
      replacement_.add(c);
    } else {
      std::string typed;
      append_utf8(typed, c);
      edit().type(typed);
      changed();
      const bool in_word =
          c > 127 || std::isalnum(static_cast<int>(c)) != 0 || c == '_' || c == '.';
      if (in_word) {
        offer_words(false);
      } else {
        offered_.clear();
      }
    }
  }
}

// --- drawing ---

void EditorPanel::follow_errors(const Session& session) {
  if (session.run().running()) return;  // those of the text before stay until it is known
  notes_.clear();
  error_lines_.clear();
  const Problem* failed = session.run().problem_of_text();
  if (failed == nullptr) return;
  for (const SourceError& error : failed->errors) {
    notes_.push_back({static_cast<std::size_t>(std::max(error.line, 1)) - 1, error.message});
    error_lines_.push_back(error.line);
  }
  std::stable_sort(notes_.begin(), notes_.end(),
                   [](const Note& a, const Note& b) { return a.line < b.line; });
  std::sort(error_lines_.begin(), error_lines_.end());
}

// What the lines cost, while the text is the one that ran.
void EditorPanel::follow_costs(const Session& session, const text::Texts& texts) {
  const OutcomePtr& shown = session.run().shown();
  if (!shown || session.run().running() || !file_->is_saved() || !error_lines_.empty()) {
    costs_.clear();
    costs_of_ = nullptr;
  } else if (costs_of_ != shown) {
    costs_of_ = shown;
    costs_ = picture::line_costs(shown->report, texts);
  }
}

const picture::LineCost* EditorPanel::cost_of(std::size_t line) const {
  const auto cost = std::ranges::find(costs_, static_cast<int>(line) + 1, &picture::LineCost::line);
  return cost == costs_.end() ? nullptr : &*cost;
}

void EditorPanel::draw_cost(Ui& ui, std::size_t line, float right, float middle) {
  const picture::LineCost* cost = cost_of(line);
  if (cost == nullptr) return;
  ui.text(
      right, middle, cost->ratio_text,
      {FontRole::mono, picture::text_small,
       cost->costly ? ui.palette().costly_text : ui.palette().good_text, picture::AlignX::right});
}

void EditorPanel::lay_out_rows() {
  const std::vector<std::string>& lines = edit().lines();
  rows_.clear();
  std::size_t note = 0;
  for (std::size_t line = 0; line < lines.size(); ++line) {
    rows_.push_back({line, std::nullopt});
    while (note < notes_.size() && notes_[note].line <= line) rows_.push_back({line, note++});
  }
  for (; note < notes_.size(); ++note) rows_.push_back({lines.size() - 1, note});
  if (read_revision_ == edit().revision()) return;
  read_revision_ = edit().revision();
  in_comment_.assign(lines.size(), false);
  bool in_comment = false;
  for (std::size_t line = 0; line < lines.size(); ++line) {
    in_comment_[line] = in_comment;
    (void)picture::tokens_of(lines[line], in_comment);
  }
}

std::size_t EditorPanel::row_of(const TextPlace& place) const {
  const auto found = std::ranges::find_if(
      rows_, [&](const Row& row) { return row.line == place.line && !row.note; });
  return static_cast<std::size_t>(found - rows_.begin());
}

float EditorPanel::x_of(Ui& ui, const TextPlace& place) const {
  const std::string& line = file_->text().lines()[place.line];
  return ui.text_width(expanded(std::string_view(line).substr(0, place.column)), mono);
}

TextPlace EditorPanel::place_at(Ui& ui, const Rect& area, float text_x) const {
  const ImVec2 mouse = ImGui::GetMousePos();
  const auto down = static_cast<std::ptrdiff_t>(std::floor((mouse.y - area.y) / ui.px(editor_row)));
  const auto last = static_cast<std::ptrdiff_t>(rows_.size()) - 1;
  const Row& row = rows_[static_cast<std::size_t>(
      std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(top_row_) + down, 0, last))];
  const float wanted = mouse.x - text_x + left_;
  const TextEdit& text = file_->text();
  TextPlace best{row.line, 0};
  float best_distance = std::abs(wanted);
  // A character's edges are found by measuring: not all are equally wide.
  for (std::size_t column = 1; column <= text.lines()[row.line].size(); ++column) {
    const TextPlace place = text.nearest({row.line, column});
    if (place.column != column) continue;
    const float x = x_of(ui, place);
    if (std::abs(x - wanted) < best_distance) {
      best = place;
      best_distance = std::abs(x - wanted);
    }
    if (x > wanted) break;
  }
  return best;
}

void EditorPanel::take_mouse(Ui& ui, const Rect& area, float text_x) {
  const Press press = ui.item("editor.text", area, false);
  is_hovered_ = press.hovered;
  if (ImGui::IsMouseClicked(0)) {
    has_keyboard_ = press.hovered;
    if (!press.hovered) return offered_.clear();
    keyboard_ = Keyboard::text;
    offered_.clear();
    const TextPlace place = place_at(ui, area, text_x);
    if (ImGui::GetIO().KeyShift) {
      edit().place(place, true);
    } else if (ImGui::GetMouseClickedCount(0) == 2) {
      edit().select_word(place);
    } else if (ImGui::GetMouseClickedCount(0) >= 3) {
      edit().select_line(place.line);
    } else {
      edit().place(place, false);
    }
    changed();
  } else if (press.held && ImGui::IsMouseDragging(0, ui.px(3))) {
    edit().place(place_at(ui, area, text_x), true);
    changed();
  }
  wheel_rest_ += ui.take_wheel(area) * 3;
  const float whole = std::trunc(wheel_rest_);
  wheel_rest_ -= whole;
  const auto moved = static_cast<std::ptrdiff_t>(top_row_) + static_cast<std::ptrdiff_t>(whole);
  top_row_ = static_cast<std::size_t>(std::max<std::ptrdiff_t>(moved, 0));
}

void EditorPanel::reveal_caret(Ui& ui, float rows_h, float text_w) {
  rows_shown_ = static_cast<std::size_t>(std::max(std::floor(rows_h / ui.px(editor_row)), 1.0F));
  if (std::exchange(reveals_, false)) {
    const std::size_t row = row_of(edit().caret());
    if (row < top_row_) top_row_ = row;
    if (row >= top_row_ + rows_shown_) top_row_ = row + 1 - rows_shown_;
    const float x = x_of(ui, edit().caret());
    const float margin = ui.px(24);
    if (x - left_ > text_w - margin) left_ = x - text_w + margin;
    if (x - left_ < 0) left_ = std::max(x - margin, 0.0F);
  }
  const std::size_t last_top = rows_.size() > rows_shown_ ? rows_.size() - rows_shown_ : 0;
  top_row_ = std::min(top_row_, last_top);
}

// The selection and the brackets that belong together, behind the text.
void EditorPanel::draw_ranges(Ui& ui, std::size_t line, float x, float top) {
  const float h = ui.px(editor_row);
  const TextRange selection = edit().selection();
  if (edit().has_selection() && selection.first.line <= line && line <= selection.last.line) {
    const std::size_t length = edit().lines()[line].size();
    const float begin = line == selection.first.line ? x_of(ui, selection.first) : 0;
    const bool goes_on = line < selection.last.line;
    const float end = goes_on ? x_of(ui, {line, length}) + ui.px(6) : x_of(ui, selection.last);
    ui.fill({x + begin, top, end - begin, h}, ui.palette().selection);
  }
  if (brackets_) {
    for (const TextPlace& place : {brackets_->first, brackets_->second}) {
      if (place.line != line) continue;
      const float begin = x_of(ui, place);
      const float end = x_of(ui, {line, place.column + 1});
      ui.outline({x + begin, top + ui.px(2), end - begin, h - ui.px(4)}, ui.palette().text_dim,
                 std::max(ui.px(1), 1.0F), ui.px(2));
    }
  }
}

void EditorPanel::draw_line(Ui& ui, std::size_t line, float x, float middle) {
  const std::string& text = edit().lines()[line];
  bool in_comment = in_comment_[line];
  for (const picture::Token& token : picture::tokens_of(text, in_comment)) {
    const std::string before = expanded(std::string_view(text).substr(0, token.begin));
    const std::string with = expanded(std::string_view(text).substr(0, token.end));
    const std::string shown = with.substr(before.size());
    if (shown.find_first_not_of(' ') == std::string::npos) continue;
    ui.text(x + ui.text_width(before, mono), middle, shown,
            {FontRole::mono, picture::text_body, color_of_token(token.kind, ui.palette())});
  }
}

void EditorPanel::draw_offered(Ui& ui, const Rect& area, float text_x) {
  if (offered_.empty() || !has_keyboard_) return;
  const float h = ui.px(editor_row);
  float w = 0;
  for (const std::string& word : offered_) w = std::max(w, ui.text_width(word, mono));
  w += ui.px(16);
  if (row_of(edit().caret()) < top_row_) return;  // scrolled away
  const std::size_t row = row_of(edit().caret()) - top_row_;
  const TextPlace begin{edit().caret().line, edit().caret().column - edit().begun_word().size()};
  const float all_h = static_cast<float>(offered_.size()) * h + ui.px(6);
  const float below = area.y + static_cast<float>(row + 1) * h;
  const float y = below + all_h <= bottom_of(area) ? below : below - h - all_h;
  const float x = std::min(text_x - left_ + x_of(ui, begin), right_of(area) - w);
  const Rect box{x, y, w, all_h};
  ui.fill(box, ui.palette().panel_raised, ui.px(4));
  ui.outline(box, ui.palette().hairline, std::max(ui.px(1), 1.0F), ui.px(4));
  for (std::size_t i = 0; i < offered_.size(); ++i) {
    const Rect each{x, y + ui.px(3) + static_cast<float>(i) * h, w, h};
    if (i == offer_) ui.fill(shrunk(each, ui.px(2)), ui.palette().selection, ui.px(3));
    ui.text(x + ui.px(8), each.y + h / 2, offered_[i],
            {FontRole::mono, picture::text_body, ui.palette().text});
  }
}

float EditorPanel::header(Ui& ui, Session& session, const Rect& area) {
  const text::Texts& texts = ui.texts();
  const float h = ui.px(34);
  std::vector<LabelledButton> buttons{
      {"edit.done", texts.get("edit.done"), texts.get("edit.done_tip")},
      {"edit.find", texts.get("edit.find"), texts.get("edit.find_tip"), finds_}};
  if (file_->differs_from_original()) {
    buttons.push_back({"edit.restore", texts.get("edit.restore"), texts.get("edit.restore_tip")});
    if (!can_compare_.empty())
      buttons.push_back({"edit.compare", texts.get("edit.compare"), texts.get("edit.compare_tip")});
  }
  const float name_w = ui.px(150);
  drop_to_fit(ui, buttons, area.w - name_w - ui.px(16), 1);
  const float w = buttons_width(ui, buttons);
  const Rect row{right_of(area) - w - ui.px(4), area.y + ui.px(3), w, h - ui.px(6)};
  const char* pressed = draw_button_row(ui, buttons, row);
  float x = area.x + ui.px(16);
  const float middle = area.y + h / 2;
  const float room = std::max(row.x - ui.px(12) - x, 1.0F);
  x += ui.text(x, middle, file_->path().filename().string(),
               {FontRole::mono, picture::text_small, ui.palette().text_dim}, room * 0.6F) +
       ui.px(12);
  std::string state = texts.get("edit.saved");
  Color color = ui.palette().text_faint;
  if (!file_->failure().empty()) {
    state = texts.get("edit.not_saved", fmt::arg("why", file_->failure()));
    color = ui.palette().error_text;
  } else if (finds_ && found_none_) {
    state = texts.get("edit.none");
    color = ui.palette().error_text;
  } else if (!error_lines_.empty()) {
    state = texts.get("code.did_not_run");
    color = ui.palette().error_text;
  } else if (!file_->is_saved()) {
    state = texts.get("edit.typing");
  } else if (file_->was_recovered()) {
    state = texts.get("edit.recovered");
  }
  ui.text(x, middle, state, {FontRole::ui, picture::text_small, color},
          std::max(row.x - ui.px(8) - x, 1.0F));
  if (ui.item("editor.name", {area.x, area.y, row.x - area.x, h}, false).hovered)
    ui.tooltip(texts.get("edit.where", fmt::arg("path", file_->path().string())) + "\n" + state);
  if (pressed == nullptr) return h;
  const std::string_view id = pressed;
  if (id == "edit.done") {
    ends_ = true;
  } else if (id == "edit.find") {
    finds_ ? void(finds_ = false) : open_search(false);
    has_keyboard_ = true;
    if (!finds_) keyboard_ = Keyboard::text;
  } else if (id == "edit.restore") {
    file_->restore();
    has_keyboard_ = true;
    changed();
  } else {
    if (!file_->is_saved() && file_->save()) session.reload();
    ui.ask(CompareWithOriginal{can_compare_});
  }
  return h;
}

float EditorPanel::search(Ui& ui, const Rect& area) {
  if (!finds_) return 0;
  const text::Texts& texts = ui.texts();
  const float h = ui.px(36);
  std::vector<LabelledButton> buttons{
      {"edit.previous", texts.get("edit.previous"), texts.get("edit.previous_tip")},
      {"edit.next", texts.get("edit.next"), texts.get("edit.next_tip")},
      {"edit.case", texts.get("edit.case"), texts.get("edit.case_tip"), matches_case_},
      {"edit.replaces", texts.get("edit.replace"), texts.get("edit.replace_tip"), replaces_}};
  if (replaces_) {
    buttons.push_back({"edit.all", texts.get("edit.all"), texts.get("edit.all_tip")});
  }
  drop_to_fit(ui, buttons, area.w * 0.6F, 2);
  const float w = buttons_width(ui, buttons);
  const Rect row{right_of(area) - w - ui.px(4), area.y + ui.px(3), w, h - ui.px(6)};
  const float left = area.x + ui.px(12);
  const float fields = row.x - ui.px(8) - left;
  const float each = replaces_ ? (fields - ui.px(6)) / 2 : fields;
  const Rect find_box{left, row.y, each, row.h};
  const Rect replace_box{left + each + ui.px(6), row.y, each, row.h};
  const auto field = [&](const char* id, const TypedFilter& typed, const Rect& box,
                         const char* hint, Keyboard keyboard) {
    const bool has_keyboard = has_keyboard_ && keyboard_ == keyboard;
    typed.draw(ui, box, texts.get(hint), has_keyboard);
    if (has_keyboard)
      ui.outline(box, ui.palette().selection_border, std::max(ui.px(1.5F), 1.0F), ui.px(6));
    if (ui.item(id, box, false).pressed) {
      has_keyboard_ = true;
      keyboard_ = keyboard;
    }
  };
  field("edit.wanted", wanted_, find_box, "edit.find_hint", Keyboard::find);
  if (found_none_ && !wanted_.empty())
    ui.outline(find_box, ui.palette().error_text, std::max(ui.px(1.5F), 1.0F), ui.px(6));
  if (replaces_)
    field("edit.replacement", replacement_, replace_box, "edit.replace_hint", Keyboard::replace);
  if (const char* pressed = draw_button_row(ui, buttons, row)) {
    const std::string_view id = pressed;
    has_keyboard_ = true;
    if (id == "edit.previous" || id == "edit.next") {
      find(id == "edit.next" ? Direction::forth : Direction::back);
    } else if (id == "edit.case") {
      matches_case_ = !matches_case_;
    } else if (id == "edit.replaces") {
      replaces_ = !replaces_;
      keyboard_ = replaces_ ? Keyboard::replace : Keyboard::find;
    } else {
      found_none_ = edit().replace_all({wanted_.text(), matches_case_}, replacement_.text()) == 0;
      changed();
    }
  }
  return h;
}

void EditorPanel::text(Ui& ui, const Rect& area) {
  const float h = ui.px(editor_row);
  const float digits = ui.text_width(fmt::format("{}", edit().lines().size()), mono);
  const float gutter = std::max(digits, ui.px(24)) + ui.px(20);
  const float text_x = area.x + gutter;
  lay_out_rows();
  take_mouse(ui, area, text_x);
  reveal_caret(ui, area.h, area.w - gutter);
  ui.list().PushClipRect(ImVec2(area.x, area.y), ImVec2(right_of(area), bottom_of(area)), true);
  const float x = text_x - left_;
  const TextPlace caret = edit().caret();
  brackets_ = edit().brackets();
  for (std::size_t i = 0; i <= rows_shown_ && top_row_ + i < rows_.size(); ++i) {
    const Row& row = rows_[top_row_ + i];
    const float top = area.y + static_cast<float>(i) * h;
    const float middle = top + h / 2;
    if (row.note) {
      const std::string& words = notes_[*row.note].text;
      ui.text(text_x, middle, words, {FontRole::ui, picture::text_small, ui.palette().error_text},
              std::max(right_of(area) - text_x - ui.px(8), 1.0F));
      if (is_hovered_ &&
          ImGui::IsMouseHoveringRect({area.x, top}, {right_of(area), top + h}, false))
        ui.tooltip(words);
      continue;
    }
    const bool is_wrong = std::binary_search(error_lines_.begin(), error_lines_.end(),
                                             static_cast<int>(row.line) + 1);
    if (is_wrong) {
      ui.fill({area.x, top, area.w, h}, picture::with_alpha(ui.palette().error_text, 0.20F));
    } else if (row.line == caret.line && !edit().has_selection()) {
      ui.fill({area.x, top, area.w, h}, ui.palette().panel_raised);
    }
    ui.text(area.x + gutter - ui.px(14), middle, fmt::format("{}", row.line + 1),
            {FontRole::mono, picture::text_small,
             is_wrong                 ? ui.palette().error_text
             : row.line == caret.line ? ui.palette().text
                                      : ui.palette().text_faint,
             picture::AlignX::right});
    const float cost_w = cost_of(row.line) != nullptr ? ui.px(60) : 0;
    ui.list().PushClipRect(ImVec2(text_x - ui.px(2), area.y),
                           ImVec2(right_of(area) - cost_w, bottom_of(area)), true);
    draw_ranges(ui, row.line, x, top);
    draw_line(ui, row.line, x, middle);
    if (row.line == caret.line && has_keyboard_ && keyboard_ == Keyboard::text)
      ui.fill({x + x_of(ui, caret), top + ui.px(2), std::max(ui.px(2), 1.0F), h - ui.px(4)},
              ui.palette().selection_border);
    ui.list().PopClipRect();
    draw_cost(ui, row.line, right_of(area) - ui.px(12), middle);
  }
  draw_offered(ui, area, text_x);
  ui.list().PopClipRect();
}

void EditorPanel::content(Ui& ui, Session& session, const Rect& area) {
  take_typed(ui);
  follow_errors(session);
  follow_costs(session, ui.texts());
  float y = area.y + header(ui, session, area);
  y += search(ui, {area.x, y, area.w, bottom_of(area) - y});
  if (ends_) {
    ends_ = false;
    return end(session);
  }
  text(ui, {area.x, y, area.w, std::max(bottom_of(area) - y - ui.px(4), ui.px(editor_row))});
}

}  // namespace lanescope::app
