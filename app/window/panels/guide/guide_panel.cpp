#include "app/window/panels/guide/guide_panel.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/session/shortcuts.h"
#include "app/window/panels/guide/guide_exercise.h"
#include "app/window/panels/guide/guide_question.h"
#include "app/window/panels/guide/guide_signs.h"
#include "app/window/toolkit/widgets.h"

namespace lanescope::app {
namespace {

constexpr float header_height = 34;  // units
constexpr float dots_height = 26;
constexpr float footer_height = 52;
constexpr float enough_for_both = 260;  // below this height, header and dots share a row

std::string lesson_title(const Ui& ui, const Session& session) {
  if (!session.lesson()) {
    return session.state().lesson;
  }
  const std::string& title = session.lesson()->title.in(ui.language_code());
  return title.empty() ? session.lesson()->id : title;
}

std::string section_of(const Course& course) {
  return course.at_exercise()          ? lesson::exercise_section
         : course.current() != nullptr ? lesson::step_section(course.current()->name)
                                       : lesson::goal_section;
}

std::size_t places(const Course& course) {
  return course.steps() + (course.guide() != nullptr && course.guide()->exercise ? 1 : 0);
}

std::string title_at(const Ui& ui, const Course& course, std::size_t place) {
  const lesson::Guide& guide = *course.guide();
  const std::string section = place < guide.steps.size()
                                  ? lesson::step_section(guide.steps[place].name)
                                  : std::string(lesson::exercise_section);
  const lesson::Prose prose = guide.text(section, ui.language_code());
  return std::string(lesson::titled(prose.text).title);
}

// Marks, at the right end, that part of the text is not translated; returns the width used.
float draw_untranslated(Ui& ui, const Course& course, float right, float middle) {
  if (!course.is_untranslated(ui.language_code())) {
    return 0;
  }
  const float w = badge_width(ui, "EN");
  draw_badge(ui, right - w, middle, "EN", ui.palette().costly_text);
  const Rect box{right - w, middle - ui.px(9), w, ui.px(18)};
  if (ui.item("guide.untranslated", box, false).hovered) {
    ui.tooltip(ui.texts().get("guide.untranslated_tip"));
  }
  return w + ui.px(8);
}

}  // namespace

void GuidePanel::follow(const Input& input) {
  const Course& course = input.course;
  const std::string lesson = input.session.lesson() ? input.session.lesson()->id : std::string();
  const std::string at = lesson + "/" + section_of(course);
  if (at != at_) {
    at_ = at;
    states_.clear();
    compared_.clear();
    confirms_restart_ = false;
    to_question_ = false;
    flow_.to_top();
  }
  const lesson::Question* open = course.open_question();
  draft_.follow(lesson, open != nullptr ? open->name : std::string());
}

void GuidePanel::answer(Course& course) {
  const lesson::Question* open = course.open_question();
  if (open == nullptr) {
    return;
  }
  const std::string name = open->name;
  draft_.refusal = course.answer(draft_.answer(open->kind));
  if (draft_.refusal == Refusal::none) {
    compares_ = true;
    compared_ = name;
  } else {
    show_question();  // the reason for the refusal is shown next to it
  }
}

void GuidePanel::skip(Course& course) {
  if (const lesson::Question* open = course.open_question()) {
    compares_ = false;
    compared_ = open->name;
    course.skip();
  }
}

void GuidePanel::draw(Ui& ui, const Input& input, const Rect& area) {
  if (area.w < 1 || area.h < 1 || input.course.guide() == nullptr) {
    return;
  }
  follow(input);
  draw_background(ui, area);
  ImGui::PushID(this);
  ImGui::PushClipRect(ImVec2(area.x, area.y), ImVec2(right_of(area), bottom_of(area)), true);
  if (input.show == GuideShow::offered) {
    offer(ui, input, area);
  } else {
    const float top = header(ui, input, area);
    const float foot = ui.px(footer_height);
    const float margin = ui.px(16);
    body(ui, input,
         {area.x + margin, area.y + top, area.w - 2 * margin, std::max(area.h - top - foot, 0.0F)});
    footer(ui, input, {area.x + margin, bottom_of(area) - foot, area.w - 2 * margin, foot});
  }
  ImGui::PopClipRect();
  ImGui::PopID();
}

// Part and lesson, the dots, and the button that hides the guide; returns the height.
float GuidePanel::header(Ui& ui, const Input& input, const Rect& area) {
  const picture::Palette& palette = ui.palette();
  const bool low = area.h < ui.px(enough_for_both);
  const float row_h = ui.px(header_height);
  const float margin = ui.px(16);
  const float middle = area.y + row_h / 2 + ui.px(2);
  const float side = ui.px(24);
  const Rect close{right_of(area) - side - ui.px(8), std::round(middle - side / 2), side, side};
  const std::string hide_tip = ui.texts().get("guide.hide_tip");
  if (button(ui, "guide.hide", close, {.glyph = Glyph::cross, .raised = false, .tooltip = hide_tip})
          .pressed) {
    ui.ask(ShowGuide{false});
  }
  float right = close.x - ui.px(8);
  right -= draw_untranslated(ui, input.course, right, middle);
  const Rect dots_row{area.x + margin, low ? area.y + ui.px(2) : area.y + row_h - ui.px(2),
                      low ? right - area.x - margin : area.w - 2 * margin,
                      low ? row_h : ui.px(dots_height)};
  if (!low) {
    std::string where = lesson_title(ui, input.session);
    if (input.session.lesson()) {
      const lesson::CataloguePart* part = input.course_loader.part_of(input.session.lesson()->id);
      if (part != nullptr && !part->title.in(ui.language_code()).empty() &&
          part->title.in(ui.language_code()) != where) {
        where = part->title.in(ui.language_code()) + "  ·  " + where;
      }
    }
    ui.text(area.x + margin, middle, where,
            {FontRole::ui_bold, picture::text_body, palette.text_dim},
            std::max(right - area.x - margin, 1.0F));
  }
  dots(ui, input, dots_row);
  return low ? row_h + ui.px(4) : row_h + ui.px(dots_height) + ui.px(4);
}

void GuidePanel::dots(Ui& ui, const Input& input, const Rect& row) {
  Course& course = input.course;
  const text::Texts& texts = ui.texts();
  const std::size_t count = places(course);
  const float wide = ui.px(30);
  const std::string place = course.at_exercise()
                                ? texts.get("guide.place_exercise")
                                : texts.get("guide.place", fmt::arg("n", course.step() + 1),
                                            fmt::arg("total", course.steps()));
  const TextStyle text_style{FontRole::ui, picture::text_small, ui.palette().text_faint,
                             picture::AlignX::right};
  const float text_w = ui.text_width(place, text_style) + ui.px(12);
  const float room = row.w - text_w;
  // If there are many steps, their dots move closer together. If they would touch, only the text is
  // drawn.
  const float step = std::min(ui.px(22), (room - wide + ui.px(22)) / static_cast<float>(count));
  if (step >= ui.px(13)) {
    float x = row.x - ui.px(5);
    for (std::size_t i = 0; i < count; ++i) {
      const bool current = i == course.step();
      const float w = current ? std::max(wide, step) : step;
      const Rect box{x, row.y, w, row.h};
      x += w;
      const Press press = ui.item("guide.step" + std::to_string(i), box);
      draw_dot(ui, box,
               current             ? DotState::current
               : course.is_seen(i) ? DotState::seen
                                   : DotState::coming,
               i >= course.steps());
      if (press.focused) {
        ui.focus_ring(shrunk(box, ui.px(2)), ui.px(5));
      }
      if (press.hovered) {
        ui.tooltip(title_at(ui, course, i));
      }
      if (press.pressed) {
        course.go_to(i);
      }
    }
  }
  ui.text(right_of(row), row.y + row.h / 2, place, text_style);
}

void GuidePanel::body(Ui& ui, const Input& input, const Rect& area) {
  flow_.begin(ui, area);
  step(ui, input);
  questions(ui, input);
  if (input.course.at_exercise()) {
    const ExercisePress press = draw_exercise(ui, flow_, input.course, input.own_copy);
    if (press.own_copy) {
      ui.ask(OpenOwnCopy{});
    }
    if (press.reset_copy) {
      ui.ask(ResetOwnCopy{});
    }
  }
  flow_.space(ui.px(8));
  flow_.end(ui);
}

void GuidePanel::step(Ui& ui, const Input& input) {
  Course& course = input.course;
  const picture::Palette& palette = ui.palette();
  if (!course.on_path() && !course.at_exercise()) {
    const std::string label = ui.texts().get("guide.return");
    const float h =
        flow_.prose_at(ui, "guide.off_path", ui.texts().get("guide.off_path"), flow_.left(),
                       flow_.y(), flow_.width(), {picture::text_body, palette.costly_text, false});
    flow_.space(h + ui.px(4));
    const Rect row = flow_.row(ui.px(30));
    if (button(ui, "guide.return", {row.x, row.y, button_width(ui, label), row.h}, {.label = label})
            .pressed) {
      course.return_to_step();
    }
    flow_.space(ui.px(10));
  }
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
      flow_.prose(ui, "guide.goal", goal, {picture::text_body, palette.good_text, false});
      flow_.space(ui.px(8));
    }
  }
  flow_.prose(ui, "guide.text", std::string(parts.body));
}

void GuidePanel::questions(Ui& ui, const Input& input) {
  const std::vector<AskedQuestion> all = input.course.questions();
  QuestionPress press;
  question_is_below_ = false;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const AskedQuestion& asked = all[i];
    if (asked.state == QuestionState::waits) {
      continue;
    }
    flow_.space(ui.px(16));
    const float from = flow_.y();
    bool compares = compares_ && compared_ == asked.question->name;
    const bool compared = compares;
    const QuestionView view{input.course, draft_, asked, i + 1, all.size(), compares};
    const QuestionPress now = draw_question(ui, flow_, view, input.picture_is_elsewhere);
    press.answer = press.answer || now.answer;
    press.picture = press.picture || now.picture;
    if (compares != compared) {
      compares_ = compares;
      compared_ = asked.question->name;
    }
    const auto before = states_.find(asked.question->name);
    if (before != states_.end() && before->second != asked.state) {
      flow_.show(from, flow_.y());  // the answer that has just been given
    }
    states_[asked.question->name] = asked.state;
    if (asked.state == QuestionState::open) {
      question_is_below_ = flow_.is_below(flow_.y() - ui.px(24));
      if (std::exchange(to_question_, false)) {
        flow_.show(from, flow_.y());
      }
    }
  }
  if (press.answer) {
    answer(input.course);
  }
  if (press.picture) {
    ui.ask(ShowPage{Page::stage});
  }
}

void GuidePanel::footer(Ui& ui, const Input& input, const Rect& row) {
  Course& course = input.course;
  ui.fill({row.x, row.y, row.w, 1}, ui.palette().hairline);
  const float h = ui.px(control_height);
  const Rect line{row.x, std::round(row.y + (row.h - h) / 2), row.w, h};
  if (confirms_restart_) {
    return restart(ui, input, line);
  }
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
  const auto place = [&](const std::string& id, const std::string& label, const std::string& tip,
                         bool is_primary) {
    const float w = std::min(button_width(ui, label), right - row.x);
    const Rect box{right - w, row.y, w, row.h};
    right -= w + ui.px(8);
    return button(ui, id, box, {.label = label, .chosen = is_primary, .tooltip = tip}).pressed;
  };
  if (course.covered() && question_is_below_) {
    if (place("guide.to_question", texts.get("guide.to_question"),
              texts.get("guide.to_question_tip"), true)) {
      to_question_ = true;
    }
  } else if (course.covered()) {
    if (place("guide.answer", texts.get("guide.answer"), texts.get("guide.answer_tip"), true)) {
      answer(course);
    } else if (place("guide.skip", texts.get("guide.show_me"), texts.get("guide.show_me_tip"),
                     false)) {
      skip(course);
    }
  } else if (course.step() + 1 < places(course)) {
    const bool exercise = course.step() + 1 == course.steps();
    if (place("guide.next", texts.get(exercise ? "guide.to_exercise" : "guide.next"),
              texts.get("guide.next_tip"), true)) {
      course.next();
    }
  } else if (const lesson::CatalogueEntry* after =
                 input.session.lesson() ? input.course_loader.after(input.session.lesson()->id)
                                        : nullptr) {
    if (place(
            "guide.next_lesson",
            texts.get("guide.next_lesson", fmt::arg("title", title_of(*after, ui.language_code()))),
            texts.get("guide.finish_tip"), true)) {
      ui.ask(BeginLesson{after->id});
    }
  } else if (place("guide.finish", texts.get("guide.finish"), texts.get("guide.finish_tip"),
                   true)) {
    ui.ask(OpenOverlay{Overlay::lessons});
  }
  const std::string label = texts.get("guide.restart");
  const float w =
      std::ceil(ui.text_width(label, {FontRole::ui, picture::text_small, {}})) + ui.px(16);
  if (right - row.x < w + ui.px(8)) {
    return;
  }
  const Rect box{row.x, row.y, w, row.h};
  const Press press = ui.item("guide.restart", box);
  ui.text(box.x + w / 2, box.y + box.h / 2, label,
          {FontRole::ui, picture::text_small,
           press.hovered ? ui.palette().text : ui.palette().text_faint, picture::AlignX::center});
  if (press.focused) {
    ui.focus_ring(shrunk(box, ui.px(3)), ui.px(5));
  }
  confirms_restart_ = press.pressed;
}

void GuidePanel::restart(Ui& ui, const Input& input, const Rect& row) {
  const text::Texts& texts = ui.texts();
  const std::string yes = texts.get("guide.yes");
  const std::string no = texts.get("guide.no");
  const float yes_w = button_width(ui, yes);
  const float no_w = button_width(ui, no);
  const float x = right_of(row) - no_w;
  if (button(ui, "guide.restart.no", {x, row.y, no_w, row.h}, {.label = no, .chosen = true})
          .pressed) {
    confirms_restart_ = false;
  }
  if (button(ui, "guide.restart.yes", {x - yes_w - ui.px(8), row.y, yes_w, row.h}, {.label = yes})
          .pressed) {
    confirms_restart_ = false;
    at_.clear();
    input.course.reset();
  }
  ui.text(row.x, row.y + row.h / 2, texts.get("guide.restart_confirm"),
          {FontRole::ui, picture::text_body, ui.palette().text},
          std::max(x - yes_w - ui.px(24) - row.x, 1.0F));
}

namespace {

// On the very first start the lesson shows a conflict and suggests one key, P. Returns the
// parameter it pads; nullptr if it has already been pressed or there is nothing to pad.
const lesson::Parameter* pad_to_try(const GuidePanel::Input& input) {
  const Session& session = input.session;
  const lesson::Parameter* pad = pad_parameter(session);
  const bool conflicts = session.event() != nullptr && session.event()->ways > 1;
  return input.is_newcomer && pad != nullptr && session.value_of(*pad) == 0 && conflicts &&
                 !session.can_undo()
             ? pad
             : nullptr;
}

}  // namespace

// Shown before the lesson has begun: what it teaches and how to begin. In a low area only the
// buttons are drawn.
void GuidePanel::offer(Ui& ui, const Input& input, const Rect& area) {
  Course& course = input.course;
  const text::Texts& texts = ui.texts();
  const picture::Palette& palette = ui.palette();
  const float margin = ui.px(16);
  const float h = ui.px(control_height);
  const bool low = area.h < ui.px(80);
  const float side = ui.px(24);
  const Rect close{right_of(area) - side - ui.px(8), area.y + ui.px(low ? 12 : 8), side, side};
  const std::string hide_tip = texts.get("guide.hide_tip");
  if (button(ui, "guide.hide", close, {.glyph = Glyph::cross, .raised = false, .tooltip = hide_tip})
          .pressed) {
    ui.ask(ShowGuide{false});
  }
  const lesson::Parameter* pad = pad_to_try(input);
  const bool tries = pad != nullptr;
  if (!low) {
    const float mark = draw_untranslated(ui, course, close.x - ui.px(8), close.y + close.h / 2);
    const Rect words{area.x + margin, area.y + ui.px(12),
                     close.x - area.x - margin - ui.px(8) - mark, area.h - h - ui.px(30)};
    flow_.begin(ui, words);
    std::string goal = course.text(lesson::goal_section, ui.language_code()).text;
    if (goal.empty()) {
      goal = "**" + lesson_title(ui, input.session) + "**";
    }
    if (tries) {
      goal = texts.get("guide.try_words", fmt::arg("ways", input.session.event()->ways));
    }
    flow_.prose(ui, "guide.goal", goal, {14, palette.text, false});
    flow_.end(ui);
  }
  float x = area.x + margin;
  const float y = bottom_of(area) - h - (low ? (area.h - h) / 2 : ui.px(12));
  const float right = low ? close.x - ui.px(8) : right_of(area) - margin;
  const auto place = [&](const std::string& id, const std::string& label, bool is_primary) {
    const float w = button_width(ui, label);
    if (x + w > right) {
      return false;
    }
    const Rect box{x, std::round(y), w, h};
    x += w + ui.px(8);
    return button(ui, id, box, {.label = label, .chosen = is_primary}).pressed;
  };
  if (tries && place("guide.try", texts.get("guide.try", fmt::arg("key", "P")), true)) {
    input.session.toggle_parameter(pad->name);
  }
  const lesson::CatalogueEntry* first = input.course_loader.first();
  const bool offers_first = !tries && input.is_newcomer && first != nullptr &&
                            input.session.lesson() && first->id != input.session.lesson()->id;
  if (offers_first &&
      place("guide.newcomer",
            texts.get("guide.newcomer", fmt::arg("lesson", title_of(*first, ui.language_code()))),
            true)) {
    ui.ask(BeginLesson{first->id});
  }
  const std::string& reached = input.session.lesson()
                                   ? course.progress().of(input.session.lesson()->id).step
                                   : std::string();
  std::size_t at = 0;
  for (std::size_t i = 0; i < course.steps(); ++i) {
    at = course.guide()->steps[i].name == reached ? i : at;
  }
  const std::string begin =
      at > 0 ? texts.get("guide.continue", fmt::arg("n", at + 1), fmt::arg("total", course.steps()))
             : texts.get("guide.begin", fmt::arg("total", course.steps()));
  if (place("guide.begin", begin, !offers_first && !tries)) {
    course.begin();
  }
  if (place("guide.lessons", texts.get("guide.finish"), false)) {
    ui.ask(OpenOverlay{Overlay::lessons});
  }
}

}  // namespace lanescope::app
