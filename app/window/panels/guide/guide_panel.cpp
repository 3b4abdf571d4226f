#include "app/window/panels/guide/guide_panel.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/session/course/progress.h"
#include "app/session/shortcuts.h"
#include "app/window/panels/guide/guide_question.h"
#include "app/window/panels/guide/question_stage.h"
#include "app/window/toolkit/widgets.h"

namespace lanescope::app {
namespace {

constexpr float footer_height = 52;

std::string section_of(const Course& course) {
  return course.at_exercise()          ? lesson::exercise_section
         : course.current() != nullptr ? lesson::step_section(course.current()->name)
                                       : lesson::goal_section;
}

}  // namespace
void GuidePanel::follow(const Input& input) {
  const Course& course = input.course;
  const std::string lesson = input.session.lesson() ? input.session.lesson()->id : std::string();
  const std::string at =
      lesson + "/" + (input.show == GuideDisplay::offered ? "offer" : section_of(course));
  if (at != at_) {
    at_ = at;
    states_.clear();
    compared_.clear();
    confirms_ = Confirm::none;
    reviews_ = false;
    flow_.to_top();
  }
  // The question has been answered meanwhile.
  if (confirms_ != Confirm::restart && !course.covered()) confirms_ = Confirm::none;
  reviews_ = std::exchange(comes_from_review_, false) || reviews_;
  const lesson::Question* open = course.open_question();
  const std::string question = open != nullptr ? open->name : std::string();
  if (draft_.lesson != lesson || draft_.question != question) {
    // A hint that was given before the program was closed is about the answer given then.
    const std::optional<AskedQuestion> asked = asked_in(course, {});
    draft_.follow(lesson, question, asked ? asked->first : Answer{});
  }
}

void GuidePanel::answer(Course& course) {
  const lesson::Question* open = course.open_question();
  if (open == nullptr) return;
  const std::string name = open->name;
  draft_.refusal = course.answer(draft_.answer(open->kind));
  const lesson::Question* still = course.open_question();
  if (draft_.refusal == Refusal::none && (still == nullptr || still->name != name)) {
    compares_ = true;
    compared_ = name;
    return;
  }
  // After a wrong first try.
  draft_.selected = draft_.refusal == Refusal::none || draft_.refusal == Refusal::unchanged;
}

void GuidePanel::skip(Course& course) {
  if (const lesson::Question* open = course.open_question()) {
    compares_ = false;
    compared_ = open->name;
    course.skip();
  }
}

void GuidePanel::draw(Ui& ui, const Input& input, const Rect& area) {
  if (input.course.guide() == nullptr) return;
  follow(input);
  if (area.w < 1 || area.h < 1) return;
  draw_background(ui, area);
  ImGui::PushID(this);
  ImGui::PushClipRect(ImVec2(area.x, area.y), ImVec2(right_of(area), bottom_of(area)), true);
  if (input.show == GuideDisplay::offered) {
    offer(ui, input, area);
  } else {
    const float top = header(ui, input, area);
    const float foot = ui.px(footer_height);
    const float margin = ui.px(16);
    const float own = own_values(
        ui, input,
        {area.x + margin, area.y + top, area.w - 2 * margin, std::max(area.h - top - foot, 0.0F)});
    body(ui, input,
         {area.x + margin, area.y + top, area.w - 2 * margin,
          std::max(area.h - top - foot - own, 0.0F)});
    footer(ui, input, {area.x + margin, bottom_of(area) - foot, area.w - 2 * margin, foot});
  }
  ImGui::PopClipRect();
  ImGui::PopID();
}

void GuidePanel::body(Ui& ui, const Input& input, const Rect& area) {
  flow_.begin(ui, area);
  draw_step(ui, input);
  questions(ui, input);
  if (input.course.at_exercise()) {
    const bool is_new = input.course.grade() != seen_grade_;
    seen_grade_ = input.course.grade();
    draw_exercise(ui, flow_, input.course,
                  {input.own_file, is_new, input.session.run().problem_of_text() != nullptr});
  }
  if (input.course.step() + 1 == positions(input.course) && !input.course.covered())
    review(ui, input);
  flow_.space(ui.px(8));
  flow_.end(ui);
}

// While the learner tries other values than the step's: a row at the bottom of `area`, so that the
// text above stays where it is. Returns its height.
float GuidePanel::own_values(Ui& ui, const Input& input, const Rect& area) {
  if (input.course.on_path() || input.course.at_exercise()) return 0;
  const float h = ui.px(38);
  const Rect row{area.x, bottom_of(area) - h, area.w, h};
  const std::string label = ui.texts().get("guide.return");
  const std::string tip = ui.texts().get("guide.off_path");
  const float w = std::min(button_width(ui, label), row.w);
  const float button_h = ui.px(30);
  ui.fill({row.x, row.y, row.w, 1}, ui.palette().hairline);
  ui.text(row.x, row.y + h / 2, ui.texts().get("guide.own_values"),
          {FontRole::ui, picture::text_body, ui.palette().costly_text},
          std::max(row.w - w - ui.px(10), 1.0F));
  if (button(ui, "guide.return",
             {right_of(row) - w, std::round(row.y + (h - button_h) / 2), w, button_h},
             {.label = label, .tooltip = tip})
          .pressed) {
    input.course.return_to_step();
  }
  return h;
}

// At the end of the lesson: how many of its questions are to be done again.
void GuidePanel::review(Ui& ui, const Input& input) {
  if (!input.session.lesson()) return;
  const std::size_t count = count_to_do_again(
      *input.course.guide(), input.course.progress().of(input.session.lesson()->id));
  if (count == 0) return;
  const std::string label = ui.texts().count("review.open", count);
  const std::string tip = ui.texts().get("review.about");
  flow_.space(ui.px(16));
  const Rect row = flow_.row(ui.px(control_height));
  if (button(ui, "guide.review", {row.x, row.y, std::min(button_width(ui, label), row.w), row.h},
             {.label = label, .tooltip = tip})
          .pressed) {
    ui.ask(OpenOverlay{Overlay::review});
  }
}

void GuidePanel::draw_step(Ui& ui, const Input& input) {
  Course& course = input.course;
  const picture::Palette& palette = ui.palette();
  const GuideProse prose = course.text(section_of(course), ui.language_code());
  const lesson::TitledProse parts = lesson::titled(prose.text);
  if (!parts.title.empty()) {
    flow_.prose(ui, "guide.title", std::string(parts.title),
                {picture::text_title + 3, palette.text, true});
    flow_.space(ui.px(6));
  }
  if (course.step() == 0 && !course.at_exercise()) {
    const std::string goal = course.text(lesson::goal_section, ui.language_code()).text;
    if (!goal.empty()) {
      flow_.prose(ui, "guide.goal", goal, {picture::text_body, palette.good_text, false, true});
      flow_.space(ui.px(8));
    }
  }
  flow_.prose(ui, "guide.text", std::string(parts.body), {.is_linked = true});
  draw_time_origins(ui, flow_, course.times_in(section_of(course)));
}

// Those that have been answered. The open one is on the stage.
void GuidePanel::questions(Ui& ui, const Input& input) {
  for (const AskedQuestion& asked : input.course.questions()) {
    const std::string& name = asked.question->name;
    const auto before = states_.find(name);
    const bool is_new = before != states_.end() && before->second != asked.state;
    states_[name] = asked.state;
    if (asked.state == QuestionState::waits || asked.state == QuestionState::open) continue;
    flow_.space(ui.px(16));
    const float from = flow_.y();
    bool compares = compares_ && compared_ == name;
    const bool compared = compares;
    draw_question(ui, flow_, {input.course, asked, compares});
    if (compares != compared) {
      compares_ = compares;
      compared_ = name;
    }
    if (is_new) flow_.show(ui, from, flow_.y());
  }
}

void GuidePanel::footer(Ui& ui, const Input& input, const Rect& row) {
  Course& course = input.course;
  ui.fill({row.x, row.y, row.w, 1}, ui.palette().hairline);
  const float h = ui.px(control_height);
  const Rect line{row.x, std::round(row.y + (row.h - h) / 2), row.w, h};
  if (confirms_ != Confirm::none) return confirm(ui, input, line);
  const std::string back = ui.texts().get("guide.previous");
  const std::string tip = ui.texts().get("guide.previous_tip");
  const float back_w = button_width(ui, back);
  if (button(ui, "guide.previous", {line.x, line.y, back_w, h},
             {.label = back, .raised = false, .enabled = course.step() > 0, .tooltip = tip})
          .pressed) {
    course.previous();
  }
  primary(ui, input, {line.x + back_w + ui.px(8), line.y, line.w - back_w - ui.px(8), h});
}

// Draws the button for the next action on the right and, if there is room, the button that restarts
// the lesson.
void GuidePanel::primary(Ui& ui, const Input& input, const Rect& row) {
  Course& course = input.course;
  const text::Texts& texts = ui.texts();
  float right = right_of(row);
  float least = 0;  // width of the next button
  const auto add_button = [&](const std::string& id, const std::string& label,
                              const std::string& tip, bool is_primary) {
    const float w = std::min(std::max(button_width(ui, label), least), right - row.x);
    const Rect box{right - w, row.y, w, row.h};
    right -= w + ui.px(8);
    return button(ui, id, box, {.label = label, .chosen = is_primary, .tooltip = tip}).pressed;
  };
  // While the exercise is open, the next thing to do is to change the file. Where no editor has
  // opened it, its path helps.
  const bool is_open_exercise = is_open(course);
  if (is_open_exercise && !input.own_file.path.empty()) {
    const bool opens = input.own_file.has_editor;
    // One takes the place of the other, and the buttons beside it stay.
    least = std::max(button_width(ui, texts.get("guide.open_file")),
                     button_width(ui, texts.get("guide.copy_path")));
    if (opens ? add_button("guide.open_file_below", texts.get("guide.open_file"),
                           texts.get("guide.open_file_tip"), true)
              : add_button("guide.copy_path_below", texts.get("guide.copy_path"),
                           texts.get("guide.copy_path_tip"), true)) {
      ui.ask(OpenOwnCopy{opens ? OpenOwnCopy::To::edit : OpenOwnCopy::To::copy_path});
    }
  }
  least = 0;
  const bool goes_back = reviews_ && !course.covered();
  if (goes_back &&
      add_button("guide.to_review", texts.get("review.title"), texts.get("review.about"), true)) {
    ui.ask(OpenOverlay{Overlay::review});
  }
  if (course.covered()) {
    if (input.question_is_elsewhere &&
        add_button("guide.to_question", texts.get("guide.to_question"),
                   texts.get("guide.to_question_tip"), true)) {
      ui.ask(ShowPage{Page::stage});
    }
  } else if (course.step() + 1 < positions(course)) {
    const bool exercise = course.step() + 1 == course.steps();
    if (add_button("guide.next", texts.get(exercise ? "guide.to_exercise" : "guide.next"),
                   texts.get(input.page_takes_enter ? "guide.next_tip_page" : "guide.next_tip"),
                   !goes_back)) {
      course.next();
    }
  } else if (const lesson::CatalogueEntry* after =
                 input.session.lesson() ? input.course_loader.after(input.session.lesson()->id)
                                        : nullptr) {
    const std::string title =
        texts.get("guide.next_lesson", fmt::arg("title", title_of(*after, ui.language_code())));
    const bool is_short = is_open_exercise || button_width(ui, title) > right - row.x;
    if (add_button("guide.next_lesson", is_short ? texts.get("guide.next_lesson_short") : title,
                   is_open_exercise
                       ? texts.get("guide.next_lesson_tip",
                                   fmt::arg("title", title_of(*after, ui.language_code())))
                   : is_short ? title
                              : texts.get("guide.next_done_tip"),
                   !is_open_exercise && !goes_back)) {
      ui.ask(BeginLesson{after->id});
    }
  } else if (add_button("guide.finish", texts.get("guide.finish"),
                        is_open_exercise ? std::string() : texts.get("guide.finish_tip"),
                        !is_open_exercise && !goes_back)) {
    ui.ask(OpenOverlay{Overlay::lessons});
  }
  const std::string label = texts.get("guide.restart");
  const float w =
      std::ceil(ui.text_width(label, {FontRole::ui, picture::text_small, {}})) + ui.px(16);
  if (right - row.x < w + ui.px(8)) return;
  const Rect box{row.x, row.y, w, row.h};
  const Press press = ui.item("guide.restart", box);
  ui.text(box.x + w / 2, box.y + box.h / 2, label,
          {FontRole::ui, picture::text_small,
           press.hovered ? ui.palette().text : ui.palette().text_faint, picture::AlignX::center});
  if (press.focused) ui.focus_ring(shrunk(box, ui.px(3)), ui.px(5));
  if (press.pressed) confirms_ = Confirm::restart;
}

void GuidePanel::confirm(Ui& ui, const Input& input, const Rect& row) {
  const text::Texts& texts = ui.texts();
  const bool restarts = confirms_ == Confirm::restart;
  const std::string yes = texts.get(restarts ? "guide.yes" : "guide.show_yes");
  const std::string no = texts.get(restarts ? "guide.no" : "guide.show_no");
  const float yes_w = button_width(ui, yes);
  const float no_w = button_width(ui, no);
  const float x = right_of(row) - no_w;
  Confirm confirmed = Confirm::none;
  if (button(ui, "guide.confirm.yes", {x - yes_w - ui.px(8), row.y, yes_w, row.h}, {.label = yes})
          .pressed) {
    confirmed = std::exchange(confirms_, Confirm::none);
  }
  if (button(ui, "guide.confirm.no", {x, row.y, no_w, row.h}, {.label = no, .chosen = true})
          .pressed) {
    confirms_ = Confirm::none;
  }
  ui.text(row.x, row.y + row.h / 2,
          texts.get(restarts ? "guide.restart_confirm" : "guide.show_confirm"),
          {FontRole::ui, picture::text_body, ui.palette().text},
          std::max(x - yes_w - ui.px(24) - row.x, 1.0F));
  switch (confirmed) {
    case Confirm::none:
      return;
    case Confirm::restart:
      at_.clear();
      return input.course.reset();
    case Confirm::explore:
      return input.course.leave();
    case Confirm::hide:
      return ui.ask(ShowGuide{false});
  }
}

}  // namespace lanescope::app
