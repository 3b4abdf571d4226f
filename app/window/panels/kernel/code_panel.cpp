#include "app/window/panels/kernel/code_panel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "app/figures/kernel_inputs.h"
#include "app/session/course/exercise.h"
#include "app/window/toolkit/widgets.h"

namespace lanescope::app {
namespace {

// Errors of the text that did not run, each with its message.
void add_text_errors(const Problem& problem, picture::CodeInput& input) {
  for (const SourceError& error : problem.errors) {
    input.error_lines.push_back(error.line);
    input.notes.push_back({error.line, error.message});
  }
  std::stable_sort(input.notes.begin(), input.notes.end(),
                   [](const auto& a, const auto& b) { return a.line < b.line; });
}

void in_order(std::vector<int>& lines) {
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
}

void tint(Ui& ui, const Rect& line, const Rect& area) {
  constexpr float strength = 0.20F;
  ui.fill({area.x + line.x, area.y + line.y, line.w, line.h},
          picture::with_alpha(ui.palette().error_text, strength));
}

// Tints the lines with errors. Called before the picture is drawn, so that text stays on top.
// Returns the selected line if it has an error: it has a background of its own and is tinted
// afterwards.
std::optional<Rect> tint_lines(Ui& ui, const std::vector<picture::HitArea>& hits,
                               const picture::CodeInput& input, const Rect& area) {
  std::optional<Rect> selected;
  for (const picture::HitArea& hit : hits) {
    const int line = static_cast<int>(hit.index);
    if (hit.kind != picture::HitKind::code_line ||
        !std::binary_search(input.error_lines.begin(), input.error_lines.end(), line)) {
      continue;
    }
    if (line == input.selected_line) {
      selected = hit.rect;
    } else {
      tint(ui, hit.rect, area);
    }
  }
  return selected;
}

// The left edge of the gutter's headings in the picture.
float headings_left(Ui& ui, const picture::DrawList& picture) {
  float left = picture.width;
  for (const picture::Label& label : picture.labels) {
    if (label.y < ui.px(24) && label.align_x == picture::AlignX::right)
      left = std::min(left, label.x - ui.style().measure(label.font, label.size, label.text));
  }
  return left;
}

// The words that can be pressed in the code's header.
float word_width(Ui& ui, const std::string& words, FontRole font) {
  return std::ceil(ui.text_width(words, {font, picture::text_small, {}})) + ui.px(16);
}

Rect word_box(Ui& ui, float x, float top, float w) {
  return {x, std::round(top + ui.px(2)), w, ui.px(20)};
}

void draw_word(Ui& ui, const Press& press, const Rect& box, const std::string& words, FontRole font,
               const std::optional<Color>& fill, bool is_bright) {
  if (fill) ui.fill(box, *fill, ui.px(5));
  ui.text(box.x + box.w / 2, box.y + box.h / 2, words,
          {font, picture::text_small, is_bright ? ui.palette().text : ui.palette().text_dim,
           picture::AlignX::center});
  if (press.focused) ui.focus_ring(shrunk(box, ui.px(2)), ui.px(5));
}

std::optional<Color> raised_under(Ui& ui, const Press& press) {
  return press.hovered ? std::optional(ui.palette().panel_raised) : std::nullopt;
}

// The switch between memory and divergence. It is in the code's header because it changes the
// gutter. If there is no room for both words, only the inactive one is drawn; if not even that
// fits, the key D still works.
// Returns where they end.
float subjects(Ui& ui, Session& session, float left, float right, float top) {
  struct Choice {
    Subject subject;
    const char* key;
    const char* id;
  };
  constexpr std::array<Choice, 2> choices{
      {{Subject::memory, "panel.subject_memory", "code.memory"},
       {Subject::divergence, "panel.subject_divergence", "code.divergence"}}};
  const Subject now = session.state().selection.subject;
  const auto width_of = [&](const Choice& choice) {
    return word_width(ui, ui.texts().get(choice.key), FontRole::ui_bold);
  };
  const float room = right - left - ui.px(12);
  const bool both = width_of(choices[0]) + width_of(choices[1]) <= room;
  float x = left;
  for (const Choice& choice : choices) {
    const bool chosen = choice.subject == now;
    const float w = width_of(choice);
    if ((!both && chosen) || w > room) continue;
    const Rect box = word_box(ui, x, top, w);
    const Press press = ui.item(choice.id, box);
    draw_word(ui, press, box, ui.texts().get(choice.key), chosen ? FontRole::ui_bold : FontRole::ui,
              chosen ? std::optional(ui.palette().selection) : raised_under(ui, press),
              chosen || press.hovered);
    if (press.hovered) ui.tooltip(ui.texts().get("panel.subject_tip"));
    if (press.pressed) session.selector().choose_view(choice.subject);
    x += w;
  }
  return x;
}

// Where there is room for the word; else the key does it.
void edit_button(Ui& ui, float left, float right, float top) {
  const std::string words = ui.texts().get("edit.button");
  const float w = word_width(ui, words, FontRole::ui);
  if (left + w > right) return;
  const Rect box = word_box(ui, right - w, top, w);
  const Press press = ui.item("code.edit", box);
  draw_word(ui, press, box, words, FontRole::ui, raised_under(ui, press), press.hovered);
  ui.outline(box, ui.palette().hairline, std::max(ui.px(1), 1.0F), ui.px(5));
  if (press.hovered) ui.tooltip(ui.texts().get("edit.tip"));
  if (press.pressed) ui.ask(EditKernel{});
}

// The files that the kernel has code from: tabs, or a stepper where those have no room.
// Returns the height that they take; 0 if there is only the kernel's text.
float files(Ui& ui, Session& session, const Outcome& run, const std::string& shown,
            const Rect& area) {
  if (run.included.empty()) return 0;
  const std::string tip = ui.texts().get("code.file_tip");
  Tabs tabs;
  std::vector<std::string> names{""};
  for (const IncludedFile& each : run.included) names.push_back(each.name);
  for (const std::string& name : names) {
    if (name == shown) tabs.chosen = tabs.labels.size();
    tabs.labels.push_back(code_name(run, name));
    tabs.tooltips.push_back(tip);
  }
  const float h = ui.px(30);
  const Rect row{area.x + ui.px(12), area.y + ui.px(2), area.w - ui.px(24), h - ui.px(2)};
  if (const float w = tabs_width(ui, tabs); w <= row.w) {
    if (const auto pressed = draw_tabs(ui, "code.file.", {row.x, row.y, w, row.h}, tabs))
      session.selector().choose_file(names[*pressed]);
    return h;
  }
  std::string value = fmt::format("{}/{}", tabs.chosen.value_or(0) + 1, names.size());
  const float w = stepper_width(ui, value);
  const StepperResult result =
      draw_stepper(ui, "code.file", {row.x, row.y, w, row.h}, value, true, true, tip);
  ui.text(row.x + w + ui.px(12), row.y + row.h / 2, tabs.labels[tabs.chosen.value_or(0)],
          {FontRole::mono, picture::text_body, ui.palette().text},
          std::max(row.w - w - ui.px(12), 1.0F));
  if (result.change != 0) session.selector().move_file(result.change);
  return h;
}

// What there is to say of the text that is shown; empty: nothing.
std::string remark_on_file(const Session& session, const std::string& shown,
                           const text::Texts& texts) {
  switch (session.run().state_of(shown)) {
    case LessonRun::FileState::changed:
      return texts.get("code.file_changed");
    case LessonRun::FileState::gone:
      return texts.get("code.file_gone");
    case LessonRun::FileState::same:
      break;
  }
  const Selection& selection = session.state().selection;
  if (selection.file == shown) return {};
  return texts.get("code.elsewhere",
                   fmt::arg("place", report::line_name(session.run().shown()->report,
                                                       {selection.file, selection.line, 0})));
}

// Runs what was cancelled again, if there is room for the words.
void run_again(Ui& ui, float x, float right, float top) {
  const std::string words = ui.texts().get("code.run_again");
  const float w = word_width(ui, words, FontRole::ui_bold);
  if (x + w > right) return;
  const Rect box = word_box(ui, std::round(x), top, w);
  const Press press = ui.item("code.run_again", box);
  draw_word(ui, press, box, words, FontRole::ui_bold,
            press.hovered ? ui.palette().panel_raised : ui.palette().selection, true);
  if (press.pressed) ui.ask(Perform{Command::reload});
}

// The next access of the same line, where it has several; after the last one, the first.
std::optional<std::size_t> next_access_of_line(const Session& session) {
  const report::WarpTrace* trace = session.selector().trace();
  const report::Event* now = session.selector().event();
  if (trace == nullptr || now == nullptr || now->kind != report::EventKind::access)
    return std::nullopt;
  const auto at = static_cast<std::size_t>(now - trace->events.data());
  for (std::size_t i = 1; i < trace->events.size(); ++i) {
    const std::size_t next = (at + i) % trace->events.size();
    const report::Event& event = trace->events[next];
    if (event.kind == report::EventKind::access && event.place.line == now->place.line &&
        event.place.file == now->place.file && event.site != now->site) {
      return next;
    }
  }
  return std::nullopt;
}

}  // namespace

void CodePanel::content(Ui& ui, Session& session, const Rect& whole) {
  const Problem* failed = session.run().problem_of_text();
  const LessonCard::Variant* variant = session.variant();
  const bool is_cancelled = session.run().problem() && session.run().problem()->cancelled;
  const bool cancelled = session.run().variant_cancelled() != nullptr ||
                         (is_cancelled && session.run().shown() == nullptr);
  // Errors and costs stand beside the text that has them, never beside another one.
  const bool is_other = cancelled || (failed != nullptr && !session.run().is_shown_text(*failed));
  const OutcomePtr run = is_other ? nullptr : session.run().shown();
  // Before the first run has finished, wait for its outcome. If it failed, show the text so that it
  // can be fixed.
  if (!run && failed == nullptr &&
      (!session.run().problem() || variant == nullptr || variant->source_text.empty())) {
    return;
  }
  picture::CodeInput input = run ? code_input(session) : picture::CodeInput{};
  if (!run) input.text = failed != nullptr ? failed->source_text : variant->source_text;
  const std::string& text = input.text;
  std::string name = run                 ? code_name(*run, input.file)
                     : failed != nullptr ? failed->source_name
                                         : variant->source_name;
  std::string name_tip;
  // A change of this text changes nothing that runs.
  if (run && input.file.empty() && run->resolved.ptx_path != run->resolved.source_path &&
      !run->resolved.ptx_path.empty()) {
    const auto own = fmt::arg("name", name);
    const std::string file = run->resolved.ptx_path.filename().string();
    name_tip = ui.texts().get("code.from_ptx_tip", own, fmt::arg("ptx", file));
    name = ui.texts().get("code.from_ptx", own, fmt::arg("ptx", file));
  }
  if (session.lesson() && session.lesson()->path != lesson_) {
    lesson_ = session.lesson()->path;
    is_copy_ = is_edited_copy(lesson_);
  }
  if (is_copy_) name = ui.texts().get("edit.yours", fmt::arg("name", name));
  // A question is about one line of one file.
  const float files_h = run && !is_covered_ ? files(ui, session, *run, input.file, whole) : 0;
  const Rect area{whole.x, whole.y + files_h, whole.w, whole.h - files_h};
  const std::string remark = run ? remark_on_file(session, input.file, ui.texts()) : "";
  input.hides_comments = is_covered_;
  if (is_covered_) {
    input.report = nullptr;
    input.error_lines.clear();
  }
  if (asked_line_) input.selected_line = *asked_line_;
  CodeScroll::Followed followed{input.selected_line, named_.at, {}, input.file};
  const int stopped_line = cancelled ? session.run().problem()->line : 0;
  if (stopped_line > 0) {
    input.error_lines.push_back(stopped_line);
    input.notes.push_back({stopped_line, ui.texts().get("code.stopped_here")});
    followed.line = stopped_line;
  }
  // The errors are in the kernel's text, which another file's may hide.
  if (failed != nullptr && input.file.empty()) {
    add_text_errors(*failed, input);
    followed.line = failed->errors.empty() ? followed.line : failed->errors.front().line;
  } else if (scroll_.opens(named_.at)) {
    followed.named = named_lines(text, named_.spans);
    // The line asked about comes into view before the others that the step names.
    if (asked_line_ && *asked_line_ > 0)
      followed.named.insert(followed.named.begin(), *asked_line_);
  }
  in_order(input.error_lines);
  const int lines = line_count(text) + static_cast<int>(input.notes.size());
  constexpr float lines_per_wheel_step = 3;
  input.first_line = scroll_.first_line(
      followed, lines, picture::visible_lines(ui.style(), area.h),
      static_cast<int>(std::lround(ui.wheel_over(area) * lines_per_wheel_step)), second_rows_);

  picture::DrawList picture = picture::build_code(input, ui.style(), area.w, area.h);
  // The end of the text can be reached, too, if lines above it take two rows.
  second_rows_ = 0;
  for (const picture::HitArea& hit : picture.hits) {
    const bool has_two = hit.kind == picture::HitKind::code_line && hit.rect.h > ui.px(33);
    second_rows_ += has_two ? 1 : 0;
  }
  const float headings = headings_left(ui, picture);
  const std::optional<Rect> wrong = tint_lines(ui, picture.hits, input, area);
  // Drawn in the row of the gutter's headings, where the picture leaves the left side free; drawn
  // before the picture so that it gets the mouse presses first.
  float after_name = area.x + ui.px(16);
  if (files_h == 0) {  // else the name is above
    const TextStyle name_style{FontRole::mono, picture::text_small, ui.palette().text_dim};
    const float room = area.w * 0.5F;
    const Rect box{after_name, area.y,
                   ui.text(after_name, area.y + ui.px(12), name, name_style, room), ui.px(24)};
    if (name_tip.empty() && ui.text_width(name, name_style) > room) name_tip = name;
    if (!name_tip.empty() && ui.item("code.name", box, false).hovered) ui.tooltip(name_tip);
    after_name = right_of(box) + ui.px(12);
  }
  if (!remark.empty()) {
    ui.text(after_name, area.y + ui.px(12), remark,
            {FontRole::ui_bold, picture::text_small, ui.palette().error_text},
            std::max(area.x + headings - ui.px(12) - after_name, 1.0F));
  } else if (failed != nullptr || cancelled) {
    float x = after_name;
    const float right = area.x + headings - ui.px(12);
    x += ui.text(x, area.y + ui.px(12),
                 ui.texts().get(cancelled ? "code.cancelled" : "code.did_not_run"),
                 {FontRole::ui_bold, picture::text_small, ui.palette().error_text},
                 std::max(right - x, 1.0F));
    if (cancelled) {
      run_again(ui, x + ui.px(12), right, area.y);
    } else if (can_edit_ && !is_covered_) {
      edit_button(ui, x + ui.px(12), right, area.y);
    }
  } else if (run && !is_covered_) {
    const float right = area.x + headings - ui.px(12);
    const float end = subjects(ui, session, after_name, area.x + headings, area.y);
    if (can_edit_) edit_button(ui, end + ui.px(8), right, area.y);
  }
  Press press;
  const picture::HitArea* hit = ui.picture("code", std::move(picture), area, &press);
  if (wrong) tint(ui, *wrong, area);
  if (hit != nullptr) {
    const int line = static_cast<int>(hit->index);
    // Where the strip has no room, this is the way to each access.
    std::optional<std::size_t> next;
    if (run && !is_covered_ && !input.divergence && hit->kind == picture::HitKind::code_line &&
        line == input.selected_line) {
      next = next_access_of_line(session);
    }
    ui.tooltip(next ? hit->tooltip + "\n" + ui.texts().get("code.next_access") : hit->tooltip);
    if (run && press.pressed && hit->kind == picture::HitKind::code_line) {
      if (next) {
        session.selector().choose_event(*next);
      } else if (input.file.empty()) {
        session.selector().choose_own_line(line);
      } else {
        session.selector().choose_line(line);
      }
      ui.ask(RunToLine{line});
    }
  }
}

}  // namespace lanescope::app
