#include "app/window/panels/guide/guide_question.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/window/panels/guide/guide_signs.h"
#include "app/window/toolkit/widgets.h"
#include "viz/picture/core/badge.h"

namespace lanescope::app {
namespace {

using lesson::QuestionKind;

std::string prose_of(const Ui& ui, const QuestionView& view, const std::string& section) {
  return view.course.text(section, ui.language_code()).text;
}

std::string marks_text(const MarkDifference& off, const text::Texts& texts) {
  std::string text;
  if (!off.missed.empty()) text = texts.get("question.missed", fmt::arg("n", off.missed.size()));
  if (!off.wrong.empty()) {
    text += text.empty() ? "" : " · ";
    text += texts.get("question.wrong", fmt::arg("n", off.wrong.size()));
  }
  return text;
}

struct Verdict {
  std::string text;
  GuideSign sign = GuideSign::arrow;
  Color color;
};

Verdict verdict_of(const Ui& ui, const QuestionView& view) {
  const text::Texts& texts = ui.texts();
  const picture::Palette& palette = ui.palette();
  const lesson::Question& question = *view.asked.question;
  const bool skipped = view.asked.state == QuestionState::skipped;
  const std::string given = answer_text(question, view.asked.given, view.course, texts);
  if (!view.asked.failure.empty()) {
    const std::string why = picture::as_markdown(texts.say(view.asked.failure));
    return {texts.get("guide.run_failed", fmt::arg("why", why)), GuideSign::warning,
            palette.costly_text};
  }
  if (!view.asked.truth && !view.asked.problem.empty()) {
    const std::string why = picture::as_markdown(view.asked.problem);
    return {texts.get("guide.question_broken", fmt::arg("why", why)), GuideSign::warning,
            palette.costly_text};
  }
  if (!view.asked.truth || !view.asked.truth->is_known) {
    const std::string what =
        view.asked.truth ? texts.get(skipped ? "guide.not_known_skipped" : "guide.not_known",
                                     fmt::arg("answer", given))
                         : texts.get("guide.loading");
    return {what, GuideSign::ring, palette.text_dim};
  }
  const bool marks = question.kind == QuestionKind::sectors || question.kind == QuestionKind::banks;
  const std::string truth = answer_text(question, view.asked.truth->answer, view.course, texts);
  if (skipped && !view.asked.first.empty() && !marks) {  // a try was wrong before
    const std::string said = answer_text(question, view.asked.first, view.course, texts);
    return {texts.get("guide.wrong", fmt::arg("answer", said), fmt::arg("truth", truth)),
            GuideSign::cross, palette.costly_text};
  }
  if (skipped) {
    return {marks ? texts.get("guide.marks_skipped")
                  : texts.get("guide.skipped", fmt::arg("truth", truth)),
            GuideSign::arrow, palette.text};
  }
  const bool second = !view.asked.first.empty();
  if (view.asked.is_right) {
    return {
        marks ? texts.get(second ? "guide.marks_right_second" : "guide.marks_right")
              : texts.get(second ? "guide.right_second" : "guide.right", fmt::arg("answer", given)),
        GuideSign::tick, palette.good_text};
  }
  const MarkDifference off = difference(*view.asked.truth, view.asked.given);
  const std::string first = answer_text(question, view.asked.first, view.course, texts);
  const bool both = second && question.kind == QuestionKind::number;  // choices are long
  return {marks ? marks_text(off, texts)
                : texts.get(both ? "guide.wrong_twice" : "guide.wrong", fmt::arg("first", first),
                            fmt::arg("answer", given), fmt::arg("truth", truth)),
          GuideSign::cross, palette.costly_text};
}

void draw_answered(Ui& ui, TextColumn& flow, const QuestionView& view) {
  const lesson::Question& question = *view.asked.question;
  flow.prose(ui, "guide.question." + question.name,
             prose_of(ui, view, lesson::question_section(question.name)),
             {picture::text_body, ui.palette().text_dim, false});
  flow.space(ui.px(8));
  const Verdict verdict = verdict_of(ui, view);
  const float sign = ui.px(18);
  const float indent = sign + ui.px(8);
  draw_sign(ui, verdict.sign, {flow.left(), flow.y() + ui.px(3), sign, sign}, verdict.color);
  flow.space(flow.prose_at(ui, "guide.verdict." + question.name, verdict.text, flow.left() + indent,
                           flow.y(), flow.width() - indent,
                           {picture::text_title - 1, verdict.color, true}));
  if (!view.asked.truth) return;
  flow.space(ui.px(6));
  flow.prose(ui, "guide.answer." + question.name,
             prose_of(ui, view, lesson::answer_section(question.name)), {.is_linked = true});
  draw_time_origins(ui, flow, view.course.times_in(lesson::answer_section(question.name)));
  flow.space(ui.px(8));
  Rect row = flow.row(ui.px(28));
  float x = row.x;
  if (view.asked.canvas.marks() > 0 && !view.course.covered()) {
    Tabs tabs;
    tabs.labels = {ui.texts().get("guide.show_marks"), ui.texts().get("guide.show_picture")};
    tabs.chosen = view.compares ? 0 : 1;
    const float w = tabs_width(ui, tabs);
    if (const auto pressed =
            draw_tabs(ui, "guide.compare." + question.name, {x, row.y, w, row.h}, tabs)) {
      view.compares = *pressed == 0;
    }
    x += w + ui.px(8);
  }
  const std::string again = ui.texts().get("guide.again");
  const float again_w = button_width(ui, again);
  if (x > row.x && x + again_w > right_of(row)) {  // a narrow column has it below
    flow.space(ui.px(4));
    row = flow.row(ui.px(28));
    x = row.x;
  }
  if (button(ui, "guide.again." + question.name, {x, row.y, again_w, row.h},
             {.label = again, .raised = false})
          .pressed) {
    view.course.ask_again(question.name);
  }
}

}  // namespace

// A badge for each: MEASURED or RECORDED, and the GPU.
void draw_time_origins(Ui& ui, TextColumn& flow, const SectionTimes& times) {
  if (!times.needed) return;
  const TextStyle text_style{FontRole::ui, picture::text_small + 1, ui.palette().text_dim};
  flow.space(ui.px(8));
  if (times.origins.empty()) {
    flow.prose(ui, "guide.no_time", ui.texts().get("guide.no_time"),
               {picture::text_small + 1, ui.palette().text_dim});
    return;
  }
  for (const TimeOrigin& origin : times.origins) {
    const auto kind = origin.is_measured ? picture::Origin::measured : picture::Origin::recorded;
    const std::string word = picture::word_of(kind, ui.texts());
    const Rect row = flow.row(ui.px(24));
    const float middle = row.y + row.h / 2;
    const float w = badge_width(ui, word);
    draw_badge(ui, row.x, middle, word, picture::color_of(kind, ui.palette()));
    const Rect badge{row.x, middle - ui.px(9), w, ui.px(18)};
    if (ui.item("guide.origin." + word, badge, false).hovered)
      ui.tooltip(picture::sentence_of(kind, ui.texts()));
    ui.text(row.x + w + ui.px(8), middle, origin.gpu, text_style, row.w - w - ui.px(8));
  }
}

std::string answer_text(const lesson::Question& question, const Answer& answer,
                        const Course& course, const text::Texts& texts) {
  switch (question.kind) {
    case QuestionKind::number:
      return number_text(question, answer.number.value_or(0), texts);
    case QuestionKind::choice:
      return course.text(lesson::choice_section(question.name, answer.choice), texts.language())
          .text;
    case QuestionKind::sectors:
    case QuestionKind::banks:
      break;
  }
  return texts.get("question.marked", fmt::arg("n", answer.marks.size()));
}

void draw_question(Ui& ui, TextColumn& flow, const QuestionView& view) {
  const float from = flow.y();
  const float pad = ui.px(14);
  const Rect edge{flow.left(), from, std::max(ui.px(3), 2.0F), 0};
  flow.indent(pad);
  draw_answered(ui, flow, view);
  flow.indent(-pad);
  ui.fill({edge.x, edge.y, edge.w, flow.y() - from}, ui.palette().hairline, edge.w / 2);
}

}  // namespace lanescope::app
