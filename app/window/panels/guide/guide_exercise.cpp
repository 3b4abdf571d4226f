#include "app/window/panels/guide/guide_exercise.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/window/panels/guide/guide_signs.h"
#include "app/window/toolkit/widgets.h"

namespace lanescope::app {
namespace {

enum class Reached : std::uint8_t { unknown, no, yes };

// One goal with a sign: reached, not yet reached, or unknown.
void draw_goal(Ui& ui, GuideFlow& flow, const std::string& id, Reached reached,
               const std::string& markdown, const std::string& figures) {
  const picture::Palette& palette = ui.palette();
  const float side = ui.px(18);
  const float gap = ui.px(10);
  const Rect box{flow.left(), flow.y() + ui.px(2), side, side};
  if (reached == Reached::yes) {
    ui.fill(box, palette.good, ui.px(4));
    draw_sign(ui, GuideSign::tick, shrunk(box, ui.px(3)), palette.on_good);
  } else {
    ui.outline(box, palette.text_faint, std::max(ui.px(1.5F), 1.0F), ui.px(4));
  }
  const float x = flow.left() + side + gap;
  const float w = flow.width() - side - gap;
  float h = flow.prose_at(ui, id, markdown, x, flow.y(), w,
                          {14, reached == Reached::yes ? palette.text : palette.text_dim, false});
  if (!figures.empty()) {
    h += flow.prose_at(ui, id + ".now", figures, x, flow.y() + h, w,
                       {picture::text_small + 1, palette.text_faint, false});
  }
  flow.space(std::max(h, side + ui.px(4)) + ui.px(6));
}

std::string figures_of(const GoalState& goal) {
  std::string text;
  for (const auto& [name, value] : goal.figures) {
    text += fmt::format("{}`{}` = {}", text.empty() ? "" : ",  ", name,
                        value ? std::to_string(*value) : "—");
  }
  return text;
}

const GoalState* state_of(const GradePtr& grade, const std::string& goal) {
  if (grade == nullptr) {
    return nullptr;
  }
  const auto found = std::find_if(grade->goals.begin(), grade->goals.end(),
                                  [&](const GoalState& state) { return state.name == goal; });
  return found != grade->goals.end() ? &*found : nullptr;
}

void draw_kept(Ui& ui, GuideFlow& flow, const lesson::Exercise& exercise, const GradePtr& grade) {
  if (exercise.keeps.empty()) {
    return;
  }
  const std::string arrays = fmt::format("`{}`", fmt::join(exercise.keeps, "`, `"));
  if (grade == nullptr) {
    return draw_goal(ui, flow, "guide.keeps", Reached::unknown,
                     ui.texts().get("guide.keeps_unknown", fmt::arg("arrays", arrays)), {});
  }
  for (const KeptArray& array : grade->arrays) {
    const std::string name = "`" + array.name + "`";
    draw_goal(ui, flow, "guide.keeps." + array.name, array.is_kept ? Reached::yes : Reached::no,
              array.is_kept ? ui.texts().get("guide.keeps_met", fmt::arg("arrays", name))
                            : ui.texts().get(
                                  "guide.keeps_open", fmt::arg("array", name),
                                  fmt::arg("why", picture::as_markdown(ui.texts().say(array.why)))),
              {});
  }
}

void draw_heading(Ui& ui, GuideFlow& flow, const Course& course) {
  const Rect row = flow.row(ui.px(28));
  const float middle = row.y + row.h / 2;
  float x = row.x + ui.text(row.x, middle, ui.texts().get("guide.goals"),
                            {FontRole::ui_bold, picture::text_body, ui.palette().text});
  x += ui.px(10);
  x += draw_badge(ui, x, middle, ui.texts().get("counts.model"), ui.palette().good_text);
  if (course.checking()) {
    ui.text(x + ui.px(10), middle, ui.texts().get("guide.checking"),
            {FontRole::ui, picture::text_small, ui.palette().text_faint});
  }
  flow.space(ui.px(4));
}

}  // namespace

ExercisePress draw_exercise(Ui& ui, GuideFlow& flow, Course& course, const std::string& own_copy) {
  ExercisePress press;
  const text::Texts& texts = ui.texts();
  const picture::Palette& palette = ui.palette();
  const std::string language = texts.language();
  const lesson::Exercise& exercise = *course.guide()->exercise;
  const GradePtr& grade = course.grade();
  flow.space(ui.px(12));
  draw_heading(ui, flow, course);
  for (const lesson::Goal& goal : exercise.goals) {
    const GoalState* state = state_of(grade, goal.name);
    const Reached reached = state == nullptr ? Reached::unknown
                            : state->is_met  ? Reached::yes
                                             : Reached::no;
    draw_goal(ui, flow, "guide.goal." + goal.name, reached,
              course.text(lesson::goal_line_section(goal.name), language).text,
              reached == Reached::no ? figures_of(*state) : std::string());
  }
  draw_kept(ui, flow, exercise, grade);
  if (grade != nullptr) {
    draw_goal(ui, flow, "guide.findings", grade->findings.empty() ? Reached::yes : Reached::no,
              grade->findings.empty() ? texts.get("guide.no_findings")
                                      : picture::as_markdown(texts.say(grade->findings.front())),
              {});
  }
  if (!exercise.fixed.empty()) {
    flow.prose(ui, "guide.fixed",
               texts.get("guide.fixed",
                         fmt::arg("names", fmt::format("`{}`", fmt::join(exercise.fixed, "`, `")))),
               {picture::text_body, palette.text_faint, false});
    flow.space(ui.px(8));
  }
  if (const std::optional<Problem>& problem = course.grade_problem()) {
    flow.prose(ui, "guide.grade_problem", picture::as_markdown(ui.texts().say(problem->message)),
               {picture::text_body, palette.error_text, false});
    flow.space(ui.px(8));
  }
  if (grade != nullptr && grade->passed()) {
    const float side = ui.px(20);
    draw_sign(ui, GuideSign::tick, {flow.left(), flow.y(), side, side}, palette.good_text);
    flow.space(flow.prose_at(
        ui, "guide.done", texts.get("guide.done"), flow.left() + side + ui.px(8), flow.y(),
        flow.width() - side - ui.px(8), {picture::text_title, palette.good_text, true}));
    flow.space(ui.px(6));
    flow.prose(ui, "guide.done.text", course.text(lesson::exercise_done_section, language).text);
    flow.space(ui.px(10));
  }
  if (!own_copy.empty()) {
    flow.prose(ui, "guide.own_copy",
               texts.get("guide.own_copy_at", fmt::arg("path", "`" + own_copy + "`")),
               {picture::text_body, palette.text_dim, false});
    flow.space(ui.px(8));
    const std::string back = texts.get("guide.shipped");
    const std::string back_tip = texts.get("guide.shipped_tip");
    const Rect line = flow.row(ui.px(30));
    press.reset_copy = button(ui, "guide.shipped",
                              {line.x, line.y, std::min(button_width(ui, back), line.w), line.h},
                              {.label = back, .tooltip = back_tip})
                           .pressed;
    return press;
  }
  const std::string label = texts.get("guide.own_copy");
  const std::string tip = texts.get("guide.own_copy_tip");
  const Rect row = flow.row(ui.px(36));
  press.own_copy =
      button(ui, "guide.own_copy", {row.x, row.y, std::min(button_width(ui, label), row.w), row.h},
             {.label = label, .tooltip = tip})
          .pressed;
  return press;
}

}  // namespace lanescope::app
