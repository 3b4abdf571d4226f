#include "app/window/panels/start/start_page.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/session/start/opening.h"
#include "app/session/start/own_kernel.h"
#include "app/window/panels/base/overlay.h"
#include "app/window/toolkit/widgets.h"
#include "kernels/lesson_file/guide.h"
#include "viz/picture/doors/doors.h"

namespace lanescope::app {
namespace {

constexpr float doors_width = 1080;  // units
constexpr float doors_margin = 24;
constexpr float gap = 16;
constexpr float go_on_height = 72;
constexpr float foot_height = 48;
constexpr float picture_height = 168;
constexpr float least_picture_height = 64;
constexpr float door_width = 210;  // narrower doors stand in rows
constexpr float door_line_height = 20;

constexpr const char* go_on_id = "start.go_on";
constexpr std::array<const char*, 3> door_ids{"start.new", "start.show", "start.own"};
constexpr std::size_t new_door = 0, show_door = 1;

TextStyle words_style(const Ui& ui) {
  return {FontRole::ui, picture::text_body, ui.palette().text_dim};
}

// The card of a door; true while the mouse or the keyboard is on it.
bool draw_card(Ui& ui, const Rect& box, const Press& press) {
  const picture::Palette& palette = ui.palette();
  const bool lit = press.hovered || press.focused;
  ui.fill(box,
          lit ? picture::mixed(palette.panel_raised, palette.text, 0.06F) : palette.panel_raised,
          ui.px(8));
  ui.outline(box, lit ? palette.selection_border : palette.hairline, std::max(ui.px(1), 1.0F),
             ui.px(8));
  if (press.focused) ui.focus_ring(box, ui.px(8));
  return lit;
}

// Where "Go on" leads, in words.
struct Place {
  std::string lesson, setting;
  std::size_t step = 0, steps = 0;  // from 1; 0: no guide leads
  bool at_exercise = false;
};

const std::string& title_or(const lesson::Text& title, const std::string& language,
                            const std::string& id) {
  const std::string& named = title.in(language);
  return named.empty() ? id : named;
}

void add_value(std::string& setting, const std::string& name, std::int64_t value) {
  setting += fmt::format("{}{} = {}", setting.empty() ? "" : "  ·  ", name, value);
}

Place present_place(const StartPage::Input& input, const std::string& language) {
  const Session& session = input.session;
  Place place{session.state().lesson, {}};
  if (session.lesson())
    place.lesson = title_or(session.lesson()->title, language, session.lesson()->id);
  if (const LessonCard::Variant* variant = session.variant()) {
    place.setting = title_or(variant->title, language, variant->name);
    for (const lesson::Parameter& parameter : variant->parameters)
      add_value(place.setting, parameter.name, session.value_of(parameter));
  }
  const Course* course = input.course;
  if (course == nullptr || course->guide() == nullptr || !course->active()) return place;
  place.at_exercise = course->at_exercise();
  place.step = course->step() + 1;
  place.steps = course->steps();
  return place;
}

Place place_of(const Visit& visit, const lesson::Lesson& lesson, const std::string& language) {
  Place place{title_or(lesson.title(), language, lesson.id()), {}};
  for (const lesson::VariantInfo& variant : lesson.variants()) {
    if (variant.name == visit.variant)
      place.setting = title_or(variant.title, language, variant.name);
  }
  if (const auto resolved = lesson.resolve(visit.variant, visit.set)) {
    for (const lesson::Parameter& parameter : lesson.parameters(visit.variant))
      add_value(place.setting, parameter.name, resolved->params.at(parameter.name));
  }
  if (lesson.guide() == nullptr || visit.step_name.empty()) return place;
  place.at_exercise = visit.step_name == lesson::exercise_section;
  place.steps = lesson.guide()->steps.size();
  if (const auto step = lesson.guide()->step_number(visit.step_name)) place.step = *step + 1;
  return place;
}

}  // namespace

void StartPage::open(bool goes_on, std::optional<Visit> elsewhere) {
  part_ = Part::doors;
  goes_on_ = goes_on;
  elsewhere_ = std::move(elsewhere);
  elsewhere_lesson_.reset();
  if (elsewhere_) {
    if (auto found = lesson::find(elsewhere_->lesson)) elsewhere_lesson_ = *std::move(found);
  }
  focuses_ = true;
  from_doors_ = true;
  waits_for_course_ = false;
  editing_ = false;
  message_.clear();
  made_.clear();
}

void StartPage::open_own(std::string message, bool is_open, std::filesystem::path kernel) {
  from_doors_ = is_open && (part_ == Part::doors || from_doors_);
  part_ = Part::own;
  types_ = false;
  is_new_page_ = true;
  focuses_ = message.empty() || !kernel.empty();
  editing_ = false;
  lists_folder_ = false;
  made_.clear();
  without_lesson_ = std::move(kernel);
  kernels_ = kernels_in_file(without_lesson_);
  message_ = std::move(message);
  scroll_.to_top();
}

void StartPage::show_made(std::filesystem::path file) {
  made_ = std::move(file);
  message_.clear();
  editing_ = false;
  focuses_ = true;
  scroll_.to_top();
}

bool StartPage::back() {
  if (part_ == Part::doors || !from_doors_ || !made_.empty()) return false;
  part_ = Part::doors;
  focuses_ = true;
  editing_ = false;
  return true;
}

bool StartPage::draw(Ui& ui, const Input& input) {
  leaves_ = false;
  draw_veil(ui);
  if (part_ == Part::doors) {
    draw_doors(ui, input);
  } else {
    draw_own(ui, input);
  }
  if (is_dismissed(ui, sheet_)) leaves_ = true;
  return leaves_;
}

bool StartPage::press(const Binding& binding, Ui& ui) {
  switch (binding.command) {
    case Command::variant:
      if (part_ == Part::doors && binding.argument < static_cast<int>(door_ids.size()))
        pressed_ = door_ids[static_cast<std::size_t>(binding.argument)];
      return true;
    case Command::focus_next:
    case Command::line_next:
    case Command::event_next:
      if (editing_ && binding.command == Command::focus_next && complete_typed()) return true;
      if (editing_ && binding.command == Command::line_next && move_in_folder(1)) return true;
      if (!(editing_ && binding.command == Command::event_next)) {
        editing_ = false;
        ui.focus().move(1);
      }
      return true;
    case Command::focus_previous:
    case Command::line_previous:
    case Command::event_previous:
      if (editing_ && binding.command == Command::line_previous && move_in_folder(-1)) return true;
      if (!(editing_ && binding.command == Command::event_previous)) {
        editing_ = false;
        ui.focus().move(-1);
      }
      return true;
    case Command::activate:
    case Command::press_or_play:
      if (editing_ && entry_ && *entry_ < completion_.entries().size()) {
        choose_entry(FolderEntry(completion_.entries()[*entry_]), ui);
      } else if (editing_) {
        open_typed(ui);
      } else if (ui.focus().visible()) {
        ui.focus().activate();
      } else if (part_ == Part::doors) {
        pressed_ = goes_on_ ? go_on_id : door_ids[new_door];
      } else if (!typed_.empty()) {  // the Enter that chose a folder has ended the field
        open_typed(ui);
      }
      return true;
    default:
      return false;
  }
}

// ---- the doors ----

void StartPage::draw_doors(Ui& ui, const Input& input) {
  const text::Texts& texts = ui.texts();
  std::vector<Door> doors;
  for (std::size_t i = 0; i < door_ids.size(); ++i) {
    constexpr std::array keys{"start.new", "start.show", "start.own"};
    constexpr std::array words{"start.new_words", "start.show_words", "start.own_words"};
    doors.push_back({door_ids[i], texts.get(keys[i]), texts.get(words[i]), std::to_string(i + 1)});
  }
  const float edge = ui.px(doors_margin);
  const float space = ui.px(gap);
  sheet_.w = std::min(ui.px(doors_width), ui.width() - ui.px(16));
  const float inner = sheet_.w - 2 * edge;
  const float room = ui.height() - ui.px(16);
  const float head_h = room < ui.px(520) ? ui.px(56) : ui.px(88);
  const float foot_h = ui.px(foot_height);
  const float go_on_h = goes_on_ ? ui.px(go_on_height) + space : 0;
  // As high as the longest sentence needs.
  const float door_w = (inner - 2 * space) / 3;
  std::size_t lines = 1;
  for (const Door& door : doors) {
    lines =
        std::max(lines, ui.wrapped(door.words, words_style(ui), door_w - ui.px(2 * gap)).size());
  }
  const float text_h = ui.px(56) + ui.px(door_line_height) * static_cast<float>(lines);
  const float picture_h =
      std::min(ui.px(picture_height), room - head_h - foot_h - go_on_h - text_h - ui.px(gap));
  const bool columns = door_w >= ui.px(door_width) && picture_h >= ui.px(least_picture_height);
  const float rows_h = std::min(3 * ui.px(88), room - head_h - foot_h - go_on_h);
  const float doors_h = columns ? std::round(picture_h + ui.px(gap) + text_h) : rows_h;
  sheet_ = sheet_in_middle(ui, sheet_.w, head_h + go_on_h + doors_h + foot_h);
  draw_sheet(ui, sheet_);

  float y = sheet_.y;
  draw_head(ui, {sheet_.x + edge, y, inner, head_h});
  y += head_h;
  if (goes_on_) {
    draw_go_on(ui, input, {sheet_.x + edge, y, inner, ui.px(go_on_height)});
    y += go_on_h;
  }
  const Rect area{sheet_.x + edge, y, inner, doors_h};
  if (columns) {
    draw_columns(ui, doors, area);
  } else {
    draw_rows(ui, doors, area);
  }
  draw_foot(ui, {sheet_.x + edge, bottom_of(sheet_) - foot_h, inner, foot_h});
  if (std::exchange(focuses_, false)) ui.focus().show(goes_on_ ? go_on_id : door_ids[new_door]);
  if (const std::string pressed = std::exchange(pressed_, {}); pressed == go_on_id) {
    go_on(ui);
  } else if (const auto* door = std::find(door_ids.begin(), door_ids.end(), pressed);
             door != door_ids.end()) {
    enter(static_cast<std::size_t>(door - door_ids.begin()), ui);
  }
  if (waits_for_course_) ask_for_first_lesson(ui, input);
}

void StartPage::draw_head(Ui& ui, const Rect& row) {
  const float middle = row.y + row.h / 2;
  const bool low = row.h < ui.px(72);
  const float used = ui.text(row.x, low ? middle : row.y + ui.px(34), "Lanescope",
                             {FontRole::ui_bold, picture::text_verdict, ui.palette().text});
  const TextStyle text_style{FontRole::ui, picture::text_body + 1, ui.palette().text_dim};
  if (low) {
    ui.text(row.x + used + ui.px(16), middle + ui.px(2), ui.texts().get("start.about"), text_style,
            std::max(row.w - used - ui.px(16), 1.0F));
  } else {
    ui.text(row.x, row.y + ui.px(62), ui.texts().get("start.about"), text_style, row.w);
  }
}

// The lesson and how far it is, or the state that it was left in.
void StartPage::draw_go_on(Ui& ui, const Input& input, const Rect& box) {
  const picture::Palette& palette = ui.palette();
  const text::Texts& texts = ui.texts();
  const Place place = elsewhere_ && elsewhere_lesson_
                          ? place_of(*elsewhere_, *elsewhere_lesson_, ui.language_code())
                          : present_place(input, ui.language_code());
  const char* words = place.at_exercise ? "start.go_on_exercise"
                      : place.step > 0  ? "start.go_on_step"
                                        : "start.go_on";
  const std::string title = texts.get(words, fmt::arg("lesson", place.lesson),
                                      fmt::arg("n", place.step), fmt::arg("total", place.steps));
  const std::string& detail = place.setting;
  const Press press = ui.item(go_on_id, box);
  ui.fill(box, press.hovered ? picture::mixed(palette.good, palette.text, 0.08F) : palette.good,
          ui.px(8));
  if (press.focused) ui.focus_ring(box, ui.px(8));
  const float x = box.x + ui.px(gap);
  const float room = box.w - ui.px(2 * gap);
  const bool two_lines = !detail.empty();
  ui.text(x, box.y + box.h / 2 - (two_lines ? ui.px(11) : 0), title,
          {FontRole::ui_bold, picture::text_title + 1, palette.on_good}, room);
  if (two_lines) {
    ui.text(x, box.y + box.h / 2 + ui.px(14), detail,
            {FontRole::ui, picture::text_body, palette.on_good}, room);
  }
  if (press.pressed) go_on(ui);
}

void StartPage::go_on(Ui& ui) {
  leaves_ = true;
  if (elsewhere_) ui.ask(GoOn{*elsewhere_});
}

void StartPage::draw_columns(Ui& ui, const std::vector<Door>& doors, const Rect& area) {
  const float space = ui.px(gap);
  const float w = std::floor((area.w - 2 * space) / 3);
  std::size_t lines = 1;
  for (const Door& door : doors)
    lines = std::max(lines, ui.wrapped(door.words, words_style(ui), w - ui.px(2 * gap)).size());
  const float text_h = ui.px(56) + ui.px(door_line_height) * static_cast<float>(lines);
  for (std::size_t i = 0; i < doors.size(); ++i) {
    const Door& door = doors[i];
    const Rect box{area.x + (w + space) * static_cast<float>(i), area.y, w, area.h};
    const Press press = ui.item(door.id, box);
    draw_card(ui, box, press);
    const float inset = ui.px(gap);
    const float picture_h = box.h - text_h - inset;
    draw_picture(ui, i, {box.x + inset, box.y + inset, w - 2 * inset, picture_h});
    const float top = box.y + inset + picture_h;
    const float title = top + ui.px(24);
    const float key_w = draw_keycap(ui, box.x + inset, title, door.key);
    ui.text(box.x + inset + key_w + ui.px(8), title, door.title,
            {FontRole::ui_bold, picture::text_title + 1, ui.palette().text},
            w - 2 * inset - key_w - ui.px(8));
    float y = top + ui.px(44) + ui.px(door_line_height) / 2 - ui.px(2);
    for (const std::string& line : ui.wrapped(door.words, words_style(ui), w - 2 * inset)) {
      ui.text(box.x + inset, y, line, words_style(ui));
      y += ui.px(door_line_height);
    }
    if (press.pressed) pressed_ = door.id;
  }
}

void StartPage::draw_rows(Ui& ui, const std::vector<Door>& doors, const Rect& area) {
  const float space = ui.px(8);
  const float h = std::floor((area.h - 2 * space) / static_cast<float>(doors.size()));
  const float inset = ui.px(12);
  const bool has_picture = h >= ui.px(56) && area.w >= ui.px(480);
  for (std::size_t i = 0; i < doors.size(); ++i) {
    const Door& door = doors[i];
    const Rect box{area.x, area.y + (h + space) * static_cast<float>(i), area.w, h};
    const Press press = ui.item(door.id, box);
    draw_card(ui, box, press);
    float x = box.x + inset;
    if (has_picture) {
      const Rect frame{x, box.y + ui.px(8), ui.px(144), h - ui.px(16)};
      draw_picture(ui, i, frame);
      x = right_of(frame) + inset;
    }
    const float room = right_of(box) - inset - x;
    const std::vector<std::string> lines = ui.wrapped(door.words, words_style(ui), room);
    const auto most = static_cast<std::size_t>(
        std::clamp((h - ui.px(32)) / ui.px(door_line_height - 2), 0.0F, 3.0F));
    const std::size_t shown = std::min(lines.size(), most);
    float y = box.y + (h - ui.px(door_line_height - 2) * static_cast<float>(shown)) / 2;
    const float key_w = draw_keycap(ui, x, y, door.key);
    ui.text(x + key_w + ui.px(8), y, door.title,
            {FontRole::ui_bold, picture::text_title, ui.palette().text}, room - key_w - ui.px(8));
    y += ui.px(door_line_height);
    for (std::size_t line = 0; line < shown; ++line) {
      const bool is_cut = line + 1 == shown && shown < lines.size();
      ui.text(x, y, is_cut ? lines[line] + " …" : lines[line], words_style(ui), room);
      y += ui.px(door_line_height - 2);
    }
    if (press.hovered && shown < lines.size()) ui.tooltip(door.words);
    if (press.pressed) pressed_ = door.id;
  }
}

void StartPage::draw_picture(Ui& ui, std::size_t door, const Rect& area) {
  ui.fill(area, ui.palette().well, ui.px(6));
  const Rect inside = shrunk(area, ui.px(area.h > ui.px(100) ? 12 : 6));
  picture::DrawList list;
  if (door == new_door) {
    list = picture::build_threads_door(ui.style(), inside.w, inside.h);
  } else if (door == show_door) {
    list = picture::build_banks_door(ui.style(), inside.w, inside.h);
  } else {
    if (code_language_ != ui.language_code()) {
      code_language_ = ui.language_code();
      code_ = starter_text(code_language_);
    }
    list = picture::build_code_door(ui.style(), inside.w, inside.h, code_, "PAD");
  }
  ui.paint(std::move(list), inside);
}

void StartPage::draw_foot(Ui& ui, const Rect& row) {
  const text::Texts& texts = ui.texts();
  const float h = ui.px(control_height);
  const float y = std::round(row.y + (row.h - h) / 2);
  const std::string lessons = texts.get("start.lessons");
  const float w = button_width(ui, lessons);
  if (button(ui, "start.lessons", {row.x - ui.px(12), y, w, h}, {.label = lessons, .raised = false})
          .pressed) {
    ui.ask(OpenOverlay{Overlay::lessons});
    leaves_ = true;
  }
  const std::string skip = texts.get(goes_on_ ? "start.skip_later" : "start.skip");
  ui.text(right_of(row), y + h / 2, skip,
          {FontRole::ui, picture::text_small + 1, ui.palette().text_faint, picture::AlignX::right},
          std::max(row.w - w - ui.px(16), 1.0F));
}

void StartPage::enter(std::size_t door, Ui& ui) {
  if (door == new_door) {
    waits_for_course_ = true;
  } else if (door == show_door) {
    ui.ask(ShowPadding{});
    leaves_ = true;
  } else {
    open_own({}, true);
  }
}

// The course is read on another thread; the door opens as soon as it is there.
void StartPage::ask_for_first_lesson(Ui& ui, const Input& input) {
  const CourseLoader* loader = input.course_loader;
  if (loader != nullptr && loader->get() == nullptr) return;
  waits_for_course_ = false;
  leaves_ = true;
  if (const lesson::CatalogueEntry* first = loader != nullptr ? loader->first() : nullptr)
    ui.ask(BeginLesson{first->id, true});
}

}  // namespace lanescope::app
