// The part of the start page where a kernel of one's own is made or opened.
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "app/session/files/destination.h"
#include "app/session/start/opening.h"
#include "app/session/start/own_kernel.h"
#include "app/session/start/recent.h"
#include "app/window/panels/base/overlay.h"
#include "app/window/panels/start/start_page.h"
#include "app/window/toolkit/widgets.h"

namespace lanescope::app {
namespace {

constexpr float sheet_width = 720;  // units
constexpr float head_height = 56;
constexpr float margin = 24;
constexpr float line_height = 20;
constexpr float row_height = 32;
constexpr float entry_height = 26;
constexpr std::size_t shown_entries = 8;  // of a folder

constexpr const char* field_id = "start.path";
constexpr const char* make_id = "start.make";
constexpr const char* look_id = "start.look";

float heading(Ui& ui, const Rect& area, float y, const std::string& text) {
  ui.text(area.x, y + ui.px(12), text, {FontRole::ui_bold, picture::text_title, ui.palette().text},
          area.w);
  return y + ui.px(28);
}

float words(Ui& ui, const Rect& area, float y, const std::string& text, const Color& color) {
  const TextStyle text_style{FontRole::ui, picture::text_body, color};
  for (const std::string& line : ui.wrapped(text, text_style, area.w)) {
    ui.text(area.x, y + ui.px(line_height) / 2, line, text_style);
    y += ui.px(line_height);
  }
  return y;
}

}  // namespace

void StartPage::draw_own(Ui& ui, const Input& input) {
  const text::Texts& texts = ui.texts();
  const float edge = ui.px(margin);
  const float head = ui.px(head_height);
  const float room = ui.height() - ui.px(16);
  sheet_ = sheet_in_middle(ui, std::min(ui.px(sheet_width), ui.width() - ui.px(16)),
                           std::min(head + std::max(own_height_, ui.px(280)) + ui.px(16), room));
  draw_sheet(ui, sheet_);
  take_typed(ui);
  float x = sheet_.x + edge;
  const float middle = sheet_.y + head / 2;
  if (from_doors_ && made_.empty()) {
    const std::string label = texts.get("start.back");
    const float h = ui.px(control_height);
    const Rect box{x, std::round(middle - h / 2), button_width(ui, label), h};
    if (button(ui, "start.back", box, {.label = label}).pressed) {
      back();
      return;
    }
    x = right_of(box) + ui.px(16);
  }
  ui.text(x, middle, texts.get("start.own"),
          {FontRole::ui_bold, picture::text_title + 3, ui.palette().text});

  const Rect area{sheet_.x + edge, sheet_.y + head, sheet_.w - 2 * edge,
                  sheet_.h - head - ui.px(16)};
  own_area_ = area;
  const float scrolled = scroll_.begin(ui, area, own_height_);
  // The focus ring lies outside its control.
  const float ring = ui.px(6);
  ImGui::PushClipRect(ImVec2(area.x - ring, area.y - ring),
                      ImVec2(right_of(area) + ring, bottom_of(area) + ring), true);
  Rect at = area;
  at.y = std::round(area.y - scrolled);
  if (!message_.empty()) {
    const TextStyle text_style{FontRole::ui, picture::text_body, ui.palette().error_text};
    const Rect inside{at.x + ui.px(12), at.y, at.w - ui.px(24), 0};
    const float h =
        ui.px(line_height) * static_cast<float>(ui.wrapped(message_, text_style, inside.w).size()) +
        ui.px(16);
    ui.fill({at.x, at.y, at.w, h}, ui.palette().panel_raised, ui.px(6));
    ui.outline({at.x, at.y, at.w, h}, ui.palette().error_text, std::max(ui.px(1), 1.0F), ui.px(6));
    words(ui, inside, at.y + ui.px(8), message_, ui.palette().error_text);
    at.y += h + ui.px(16);
  }
  at.y = draw_begin(ui, at) + ui.px(24);
  if (made_.empty()) {
    at.y = draw_path(ui, at);
    at.y = draw_kernels(ui, input, at) + ui.px(16);
    at.y = draw_drop(ui, at);
  }
  ImGui::PopClipRect();
  if (const float height = at.y + scrolled - area.y; height != own_height_) {
    own_height_ = height;
    ui.draw_again();  // with its size, before anyone clicks
  }
  scroll_.draw_rail(ui, {area.x, area.y, area.w + ui.px(16), area.h}, own_height_);
  if (std::exchange(focuses_, false)) {
    ui.focus().show(made_.empty() ? make_id : look_id);
    if (std::exchange(types_, false)) {
      editing_ = edit_begins_ = true;
      ui.draw_again();
    }
  }
  focused_ = ui.focused_id();
}

bool StartPage::own_button(Ui& ui, const std::string& id, const Rect& box, const std::string& label,
                           bool primary) {
  const Press press = button(ui, id, box, {.label = label, .chosen = primary});
  if (press.focused && focused_ != id) {
    const float top = box.y - own_area_.y + scroll_.offset();
    scroll_.show(top - ui.px(8), top + box.h + ui.px(8), own_area_.h);
  }
  return press.pressed;
}

// A small kernel to begin with; once it is made, where it is.
float StartPage::draw_begin(Ui& ui, const Rect& area) {
  const text::Texts& texts = ui.texts();
  const picture::Palette& palette = ui.palette();
  const float h = ui.px(control_height);
  const bool writes = !without_lesson_.empty();
  const std::string name = without_lesson_.filename().string();
  const char* title = made_.empty() ? (writes ? "start.for_kernel" : "start.begin")
                                    : (writes ? "start.written" : "start.made");
  float y = heading(ui, area, area.y, texts.get(title, fmt::arg("name", name)));
  float x = area.x;
  const auto add_button = [&](const char* id, const std::string& label, bool primary) {
    const float w = std::min(button_width(ui, label), area.w);
    if (x + w > right_of(area) + 1) {
      x = area.x;
      y += h + ui.px(8);
    }
    const Rect box{x, std::round(y), w, h};
    x = right_of(box) + ui.px(8);
    return own_button(ui, id, box, label, primary);
  };
  if (made_.empty()) {
    const std::string about =
        writes
            ? texts.get("start.for_kernel_words", fmt::arg("name", name))
            : texts.get("start.begin_words", fmt::arg("folder", shortened(own_kernels_folder())));
    y = words(ui, area, y, about, palette.text_dim) + ui.px(8);
    if (writes && kernels_.size() > 1) {
      y = words(ui, area, y, texts.get("start.which_kernel"), palette.text) + ui.px(8);
      for (std::size_t i = 0; i < kernels_.size(); ++i) {
        const std::string id = i == 0 ? make_id : fmt::format("{}.{}", make_id, i);
        if (add_button(id.c_str(), kernels_[i], i == 0))
          ui.ask(MakeOwnKernel{without_lesson_, kernels_[i]});
      }
      return y + h;
    }
    if (add_button(make_id, texts.get(writes ? "start.write" : "start.make"), true))
      ui.ask(MakeOwnKernel{without_lesson_, {}});
    return y + h;
  }
  y = words(ui, area, y, shortened(made_), palette.text) + ui.px(4);
  const std::string next = writes ? texts.get("start.written_words", fmt::arg("name", name),
                                              fmt::arg("file", made_.filename().string()))
                                  : texts.get("start.made_words");
  y = words(ui, area, y, next, palette.text_dim) + ui.px(12);
  if (add_button(look_id, texts.get("start.look"), true)) leaves_ = true;
  if (add_button("start.edit", texts.get("start.edit"), false)) ui.ask(OpenInEditor{made_});
  if (add_button("start.copy", texts.get("start.copy"), false)) {
    ImGui::SetClipboardText(made_.c_str());
    ui.ask(Say{texts.get("start.copied", fmt::arg("path", made_.string()))});
  }
  return y + h;
}

void StartPage::take_typed(Ui& ui) {
  const bool is_new = std::exchange(is_new_page_, false);
  if (editing_ || is_new) return;
  const ImVector<ImWchar>& typed = ImGui::GetIO().InputQueueCharacters;
  const auto begins = [](ImWchar character) { return character > 32 && character != 127; };
  if (made_.empty() && std::any_of(typed.begin(), typed.end(), begins)) {
    editing_ = edit_begins_ = true;
  } else if (ui.focus().visible() && std::find(typed.begin(), typed.end(), ' ') != typed.end()) {
    ui.focus().activate();  // no path begins with a blank
  }
}

float StartPage::draw_path(Ui& ui, const Rect& area) {
  const text::Texts& texts = ui.texts();
  const picture::Palette& palette = ui.palette();
  const float h = ui.px(control_height);
  float y = heading(ui, area, area.y, texts.get("start.open"));
  const std::string label = texts.get("start.open_button");
  const float w = button_width(ui, label);
  const Rect field{area.x, std::round(y), area.w - w - ui.px(8), h};
  const std::string before = typed_;
  if (editing_) {
    if (edit_begins_) {
      reads_again_ = !lists_folder_;
      lists_folder_ = true;
    }
    ui.focus().offer(field_id);  // keeps its place in the Tab order
    const std::optional<std::string> completed = std::exchange(completed_, std::nullopt);
    if (draw_path_field(ui, "##path", field, typed_, std::exchange(edit_begins_, false), true,
                        completed ? &*completed : nullptr)) {
      editing_ = false;
    }
  } else {
    const Press press = ui.item(field_id, field);
    ui.fill(field, palette.well, ui.px(6));
    ui.outline(field, press.hovered ? palette.selection_border : palette.hairline,
               std::max(ui.px(1), 1.0F), ui.px(6));
    if (press.focused) ui.focus_ring(field, ui.px(6));
    const bool empty = typed_.empty();
    ui.text(field.x + ui.px(10), field.y + h / 2, empty ? texts.get("start.path_hint") : typed_,
            {empty ? FontRole::ui : FontRole::mono, picture::text_body,
             empty ? palette.text_faint : palette.text},
            field.w - ui.px(20));
    if (press.pressed) {
      editing_ = true;
      edit_begins_ = true;
    }
  }
  if (own_button(ui, "start.open", {right_of(field) + ui.px(8), field.y, w, h}, label, false))
    open_typed(ui);
  y += h;
  if (!lists_folder_) return y;
  const bool opens = std::exchange(reads_again_, false);
  const std::string listed = typed_ == opened_ ? split_path(typed_).folder : typed_;
  if (completion_.follow(listed, opens) || typed_ != before) {
    entry_.reset();
    first_entry_ = 0;
  }
  y = draw_folder(ui, {area.x, y, area.w, 0});
  if (opens) {
    const float to_content = scroll_.offset() - own_area_.y;
    scroll_.show(field.y + to_content, y + to_content, own_area_.h);
  }
  return y;
}

// The folder of the path that is typed: what can be opened there, and the way up. Its height does
// not depend on what is typed, so that nothing below it moves.
float StartPage::draw_folder(Ui& ui, const Rect& area) {
  const picture::Palette& palette = ui.palette();
  const std::vector<FolderEntry> entries = completion_.entries();
  const float h = ui.px(entry_height);
  const std::size_t last = entries.size() - std::min(shown_entries, entries.size());
  first_entry_ = std::min(first_entry_, last);
  if (entry_) {
    first_entry_ = std::clamp(first_entry_,
                              *entry_ >= shown_entries ? *entry_ - shown_entries + 1 : 0, *entry_);
  }
  float y = area.y + ui.px(4);
  const auto row = [&](const std::string& id, const std::string& name, bool is_folder,
                       bool is_current) {
    const Rect box{area.x, std::round(y), area.w, h};
    y += h;
    const Press press = ui.item(id, box);
    if (is_current || press.hovered)
      ui.fill(box, is_current ? palette.selection : palette.panel_raised, ui.px(6));
    if (press.focused) ui.focus_ring(shrunk(box, ui.px(2)), ui.px(6));
    ui.text(box.x + ui.px(10), box.y + h / 2, name,
            {FontRole::mono, picture::text_body, is_folder ? palette.text_dim : palette.text},
            box.w - ui.px(20));
    // The first click of a double click may have brought this row below the pointer.
    return press.pressed && (press.focused || ImGui::GetIO().MouseClickedLastCount[0] < 2);
  };
  if (const std::optional<std::string> above = folder_above(typed_);
      above &&
      row("start.above", ui.texts().get("start.above", fmt::arg("folder", *above)), true, false)) {
    complete(*above);
  }
  const float end = y + h * static_cast<float>(shown_entries);
  for (std::size_t i = first_entry_; i < std::min(first_entry_ + shown_entries, entries.size());
       ++i) {
    const FolderEntry& entry = entries[i];
    if (row("start.entry." + entry.name, entry.name + (entry.is_folder ? "/" : ""), entry.is_folder,
            entry_ == i)) {
      choose_entry(entry, ui);
    }
  }
  const auto more = [&](const char* id, Glyph glyph, std::size_t first, bool enabled, float x) {
    const Rect box{x, std::round(end), ui.px(28), h};
    if (button(ui, id, box, {.glyph = glyph, .raised = false, .enabled = enabled}).pressed) {
      first_entry_ = first;
      entry_.reset();
    }
  };
  const TextStyle note{FontRole::ui, picture::text_small + 1, palette.text_faint};
  if (entries.empty()) {
    ui.text(area.x + ui.px(10), end - h * static_cast<float>(shown_entries) + h / 2,
            ui.texts().get(completion_.reading()     ? "start.reading"
                           : !completion_.is_there() ? "start.no_folder"
                                                     : "start.no_entries"),
            note, area.w - ui.px(20));
  }
  if (last > 0) {  // pages, because the wheel scrolls the whole sheet
    more("start.entries_back", Glyph::up, first_entry_ - std::min(first_entry_, shown_entries),
         first_entry_ > 0, area.x);
    more("start.entries_on", Glyph::down, std::min(first_entry_ + shown_entries, last),
         first_entry_ < last, area.x + ui.px(32));
    ui.text(area.x + ui.px(72), end + h / 2,
            ui.texts().get("start.entries", fmt::arg("first", first_entry_ + 1),
                           fmt::arg("last", std::min(first_entry_ + shown_entries, entries.size())),
                           fmt::arg("all", entries.size())),
            note, area.w - ui.px(82));
  }
  return end + h;
}

void StartPage::open_typed(Ui& ui) {
  editing_ = false;
  opened_ = typed_;
  ui.ask(OpenPaths{{path_from(typed_)}});
}

void StartPage::choose_entry(const FolderEntry& entry, Ui& ui) {
  std::string path = path_with(typed_, entry);
  if (entry.is_folder) return complete(std::move(path));
  typed_ = std::move(path);
  open_typed(ui);
}

// The field goes on with this path, its cursor at the end.
void StartPage::complete(std::string path) {
  if (!editing_) editing_ = edit_begins_ = true;
  completed_ = std::move(path);
  entry_.reset();
  first_entry_ = 0;
}

bool StartPage::move_in_folder(int direction) {
  const std::size_t count = completion_.entries().size();
  if (!lists_folder_ || count == 0 || (direction < 0 && !entry_)) return false;
  if (direction > 0) {
    entry_ = std::min(entry_ ? *entry_ + 1 : 0, count - 1);
  } else if (*entry_ == 0) {
    entry_.reset();  // back in what was typed
  } else {
    --*entry_;
  }
  return true;
}

bool StartPage::complete_typed() {
  if (!lists_folder_) return false;
  if (entry_ && *entry_ < completion_.entries().size()) {
    complete(path_with(typed_, completion_.entries()[*entry_]));
    return true;
  }
  std::optional<std::string> path = completed(typed_, completion_.entries());
  if (path) complete(*std::move(path));
  return path.has_value();
}

float StartPage::draw_kernels(Ui& ui, const Input& input, const Rect& area) {
  const picture::Palette& palette = ui.palette();
  if (input.kernels.empty()) return area.y;
  float y = area.y + ui.px(8);
  ui.text(area.x, y + ui.px(12), ui.texts().get("start.recent"),
          {FontRole::ui, picture::text_small + 1, palette.text_faint});
  y += ui.px(24);
  for (std::size_t i = 0; i < input.kernels.size(); ++i) {
    const std::filesystem::path& lesson = input.kernels[i];
    const Rect box{area.x, std::round(y), area.w, ui.px(row_height)};
    y += box.h;
    const std::string id = "start.recent." + std::to_string(i);
    const Press press = ui.item(id, box);
    if (press.hovered || press.focused) ui.fill(box, palette.panel_raised, ui.px(6));
    if (press.focused) {
      ui.focus_ring(shrunk(box, ui.px(2)), ui.px(6));
      if (focused_ != id) {
        const float top = box.y - own_area_.y + scroll_.offset();
        scroll_.show(top, top + box.h, own_area_.h);
      }
    }
    const std::filesystem::path named = known_by(lesson);
    const float used = ui.text(area.x + ui.px(10), box.y + box.h / 2, named.filename().string(),
                               {FontRole::ui_bold, picture::text_body, palette.text}, area.w / 2);
    ui.text(area.x + ui.px(10) + used + ui.px(16), box.y + box.h / 2,
            shortened(named.parent_path()), {FontRole::ui, picture::text_body, palette.text_faint},
            std::max(area.w - used - ui.px(36), 1.0F));
    if (press.pressed) ui.ask(OpenPaths{{lesson}});
  }
  return y;
}

// Where a file may be dropped: anywhere, in fact.
float StartPage::draw_drop(Ui& ui, const Rect& area) {
  const TextStyle text_style{FontRole::ui, picture::text_body, ui.palette().text_dim};
  const std::vector<std::string> lines =
      ui.wrapped(ui.texts().get("start.drop"), text_style, area.w - ui.px(32));
  const float h = ui.px(line_height) * static_cast<float>(lines.size()) + ui.px(32);
  const Rect box{area.x, area.y, area.w, h};
  const float dash = ui.px(8);
  const Color& color = ui.palette().text_faint;
  const float width = std::max(ui.px(1), 1.0F);
  for (float x = box.x; x < right_of(box); x += 2 * dash) {
    const float end = std::min(x + dash, right_of(box));
    ui.line(x, box.y, end, box.y, color, width);
    ui.line(x, bottom_of(box), end, bottom_of(box), color, width);
  }
  for (float y = box.y; y < bottom_of(box); y += 2 * dash) {
    const float end = std::min(y + dash, bottom_of(box));
    ui.line(box.x, y, box.x, end, color, width);
    ui.line(right_of(box), y, right_of(box), end, color, width);
  }
  float y = box.y + ui.px(16) + ui.px(line_height) / 2;
  for (const std::string& line : lines) {
    ui.text(box.x + box.w / 2, y, line,
            {text_style.font, text_style.size, text_style.color, picture::AlignX::center});
    y += ui.px(line_height);
  }
  return bottom_of(box);
}

}  // namespace lanescope::app
