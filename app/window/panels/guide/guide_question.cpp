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

void draw_heading(Ui& ui, GuideFlow& flow, const QuestionView& view) {
  const Rect row = flow.row(ui.px(22));
  const float middle = row.y + row.h / 2;
  ui.text(row.x, middle, ui.texts().get("guide.before_you_look"),
          {FontRole::ui_bold, picture::text_small, ui.palette().good_text});
  std::string place;
  if (view.total > 1) {
    place = ui.texts().get("guide.question_of", fmt::arg("n", view.number),
                           fmt::arg("total", view.total));
  }
  if (!view.asked.first.empty()) {
    place += (place.empty() ? "" : " · ") + ui.texts().get("guide.second_try");
  }
  if (!place.empty()) {
    ui.text(right_of(row), middle, place,
            {FontRole::ui, picture::text_small, ui.palette().text_faint, picture::AlignX::right});
  }
}

void draw_number(Ui& ui, GuideFlow& flow, const QuestionView& view) {
  const picture::Palette& palette = ui.palette();
  const lesson::Question& question = *view.asked.question;
  const Rect row = flow.row(ui.px(40));
  const float middle = row.y + row.h / 2;
  const float side = ui.px(40);
  float x = row.x;
  if (button(ui, "guide.less", {x, row.y, side, row.h}, {.glyph = Glyph::minus, .repeats = true})
          .pressed) {
    view.draft.step(question, -1);
  }
  x += side + ui.px(4);
  const Rect field{x, row.y, std::min(ui.px(112), row.w * 0.4F), row.h};
  ui.fill(field, palette.well, ui.px(6));
  ui.outline(field, palette.selection_border, std::max(ui.px(1.5F), 1.0F), ui.px(6));
  if (ui.item("guide.number", field, false).pressed) {
    view.draft.selected = true;
  }
  const TextStyle digits{FontRole::mono_bold, picture::text_title + 2, palette.text,
                         picture::AlignX::center};
  if (view.draft.selected && !view.draft.typed.empty()) {
    const float w = std::min(ui.text_width(view.draft.typed, digits) + ui.px(8), field.w);
    const float h = ui.px(26);
    ui.fill({std::round(field.x + (field.w - w) / 2), std::round(middle - h / 2), w, h},
            palette.selection, ui.px(3));
  }
  if (view.draft.typed.empty()) {
    ui.text(field.x + field.w / 2, middle, ui.texts().get("guide.type_number"),
            {FontRole::ui, picture::text_small, palette.text_faint, picture::AlignX::center},
            field.w - ui.px(8));
  } else {
    ui.text(field.x + field.w / 2, middle, view.draft.typed, digits, field.w - ui.px(8));
  }
  x = right_of(field) + ui.px(4);
  if (button(ui, "guide.more", {x, row.y, side, row.h}, {.glyph = Glyph::plus, .repeats = true})
          .pressed) {
    view.draft.step(question, 1);
  }
  x += side + ui.px(12);
  const std::string unit =
      unit_text(question, view.draft.answer(QuestionKind::number).number.value_or(0), ui.texts());
  x += ui.text(x, middle, unit, {FontRole::ui, picture::text_title - 1, palette.text});
  if (question.min && question.max) {
    const std::string range = ui.texts().get("guide.range", fmt::arg("min", *question.min),
                                             fmt::arg("max", *question.max));
    ui.text(x + ui.px(16), middle, range, {FontRole::ui, picture::text_small, palette.text_faint},
            std::max(right_of(row) - x - ui.px(16), 1.0F));
  }
}

// A letter in a square; the letter is also the key.
void draw_letter(Ui& ui, char letter, const Rect& box, bool chosen) {
  const picture::Palette& palette = ui.palette();
  const std::string text(1, letter);
  if (chosen) {
    ui.fill(box, palette.good, ui.px(5));
  } else {
    ui.outline(box, palette.text_faint, std::max(ui.px(1), 1.0F), ui.px(5));
  }
  ui.text(box.x + box.w / 2, box.y + box.h / 2, text,
          {FontRole::mono_bold, picture::text_body, chosen ? palette.on_good : palette.text_dim,
           picture::AlignX::center});
}

bool draw_choices(Ui& ui, GuideFlow& flow, const QuestionView& view) {
  const picture::Palette& palette = ui.palette();
  const lesson::Question& question = *view.asked.question;
  bool answered = false;
  for (std::size_t i = 0; i < question.choices.size(); ++i) {
    const lesson::Choice& choice = question.choices[i];
    const std::string id = "guide.choice." + choice.name;
    const bool chosen = view.draft.choice == choice.name;
    const float pad = ui.px(10);
    const float letter = ui.px(24);
    const float text_x = flow.left() + pad + letter + pad;
    const bool was_wrong = view.asked.first.choice == choice.name;
    const float sign = ui.px(14);
    const float text_w = flow.left() + flow.width() - pad - text_x - (was_wrong ? sign + pad : 0);
    const std::string words =
        prose_of(ui, view, lesson::choice_section(question.name, choice.name));
    const float inner = ui.px(9);
    const float text_h = flow.height_of(ui, id, words, text_w, {});
    const Rect box = flow.row(std::max(text_h + 2 * inner, ui.px(40)));
    const Press press = ui.item(id, box);
    draw_raised(ui, box,
                chosen          ? palette.selection
                : press.hovered ? picture::mixed(palette.panel_raised, palette.text, 0.10F)
                                : palette.panel_raised,
                ui.px(6));
    if (chosen) {
      ui.outline(box, palette.selection_border, std::max(ui.px(2), 1.5F), ui.px(6));
    }
    draw_letter(ui, static_cast<char>('a' + i),
                {box.x + pad, std::round(box.y + (std::min(box.h, ui.px(40)) - letter) / 2), letter,
                 letter},
                chosen);
    flow.prose_at(ui, id, words, text_x, box.y + std::max(inner, (box.h - text_h) / 2), text_w, {});
    if (was_wrong) {
      draw_sign(ui, GuideSign::cross,
                {right_of(box) - pad - sign, std::round(box.y + (box.h - sign) / 2), sign, sign},
                palette.costly_text);
    }
    if (press.focused) {
      ui.focus_ring(shrunk(box, ui.px(2)), ui.px(6));
    }
    if (press.pressed) {
      answered = chosen;  // a second press on the same choice gives the answer
      view.draft.choice = choice.name;
      view.draft.refusal = Refusal::none;
    }
    flow.space(ui.px(6));
  }
  return answered;
}

bool draw_marks(Ui& ui, GuideFlow& flow, const QuestionView& view, bool picture_is_elsewhere) {
  const Rect row = flow.row(ui.px(32));
  const float middle = row.y + row.h / 2;
  const std::string marked =
      ui.texts().get("question.marked", fmt::arg("n", view.draft.marks.size()));
  const float w = ui.text(row.x, middle, marked,
                          {FontRole::ui_bold, picture::text_title - 1, ui.palette().text});
  if (!picture_is_elsewhere) {
    return false;
  }
  const std::string label = ui.texts().get("guide.to_picture");
  return button(ui, "guide.picture", {row.x + w + ui.px(16), row.y, button_width(ui, label), row.h},
                {.label = label})
      .pressed;
}

// What was wrong with the first try, above the controls for the second one.
void draw_hint(Ui& ui, GuideFlow& flow, const QuestionView& view) {
  if (!view.asked.hint) {
    return;
  }
  const lesson::Question& question = *view.asked.question;
  const bool marks = question.kind == QuestionKind::sectors || question.kind == QuestionKind::banks;
  const std::string given = answer_text(question, view.asked.first, view.course, ui.texts());
  const std::string verdict = marks ? ui.texts().get("guide.not_yet_marks")
                                    : ui.texts().get("guide.not_yet", fmt::arg("answer", given));
  std::string hint;
  if (view.asked.hint->mistake == Mistake::unexplained) {
    hint = prose_of(ui, view, lesson::hint_section(question.name));
  }
  if (hint.empty()) {
    hint = text_of(*view.asked.hint, ui.texts());
  }
  const picture::Palette& palette = ui.palette();
  const picture::ProseStyle first{picture::text_body, palette.costly_text, true};
  const float sign = ui.px(16);
  const float pad = ui.px(12);
  const float x = flow.left() + pad + sign + ui.px(8);
  const float w = flow.width() - (x - flow.left()) - pad;
  const std::string id = "guide.hint." + question.name;
  const float verdict_h = flow.height_of(ui, id + ".verdict", verdict, w, first);
  const float hint_h = flow.height_of(ui, id, hint, w, {});
  const float gap = ui.px(4);
  const Rect box = flow.row(verdict_h + gap + hint_h + 2 * pad);
  ui.fill(box, palette.well, ui.px(6));
  ui.outline(box, palette.hairline, std::max(ui.px(1), 1.0F), ui.px(6));
  draw_sign(ui, GuideSign::ring, {box.x + pad, box.y + pad + ui.px(2), sign, sign},
            palette.costly_text);
  flow.prose_at(ui, id + ".verdict", verdict, x, box.y + pad, w, first);
  flow.prose_at(ui, id, hint, x, box.y + pad + verdict_h + gap, w, {});
  flow.space(ui.px(12));
}

void draw_refusal(Ui& ui, GuideFlow& flow, const QuestionView& view) {
  if (view.draft.refusal == Refusal::none && view.asked.problem.empty()) {
    return;
  }
  const Refusal refusal =
      view.draft.refusal == Refusal::none ? Refusal::broken : view.draft.refusal;
  std::string said = ui.texts().get(text_key(refusal));
  if (!view.asked.problem.empty()) {
    said += " " + picture::as_markdown(view.asked.problem);
  }
  const Color& color = ui.palette().costly_text;
  const float sign = ui.px(16);
  flow.space(ui.px(6));
  draw_sign(ui, GuideSign::warning, {flow.left(), flow.y() + ui.px(2), sign, sign}, color);
  const float indent = sign + ui.px(6);
  flow.space(flow.prose_at(ui, "guide.refusal", said, flow.left() + indent, flow.y(),
                           flow.width() - indent, {picture::text_body, color, false}));
}

QuestionPress draw_open(Ui& ui, GuideFlow& flow, const QuestionView& view,
                        bool picture_is_elsewhere) {
  QuestionPress press;
  const lesson::Question& question = *view.asked.question;
  draw_heading(ui, flow, view);
  flow.prose(ui, "guide.question." + question.name,
             prose_of(ui, view, lesson::question_section(question.name)), {.is_linked = true});
  flow.space(ui.px(12));
  draw_hint(ui, flow, view);
  switch (question.kind) {
    case QuestionKind::number:
      draw_number(ui, flow, view);
      break;
    case QuestionKind::choice:
      press.answer = draw_choices(ui, flow, view);
      break;
    case QuestionKind::sectors:
    case QuestionKind::banks:
      press.picture = draw_marks(ui, flow, view, picture_is_elsewhere);
      break;
  }
  draw_refusal(ui, flow, view);
  return press;
}

std::string marks_text(const MarkDifference& off, const text::Texts& texts) {
  std::string text;
  if (!off.missed.empty()) {
    text = texts.get("question.missed", fmt::arg("n", off.missed.size()));
  }
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

void draw_answered(Ui& ui, GuideFlow& flow, const QuestionView& view) {
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
  if (!view.asked.truth) {
    return;
  }
  flow.space(ui.px(6));
  flow.prose(ui, "guide.answer." + question.name,
             prose_of(ui, view, lesson::answer_section(question.name)), {.is_linked = true});
  draw_time_origins(ui, flow, view.course.times_in(lesson::answer_section(question.name)));
  flow.space(ui.px(8));
  const Rect row = flow.row(ui.px(28));
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
  if (button(ui, "guide.again." + question.name, {x, row.y, button_width(ui, again), row.h},
             {.label = again, .raised = false})
          .pressed) {
    view.course.ask_again(question.name);
  }
}

}  // namespace

// A badge for each: MEASURED or RECORDED, and the GPU.
void draw_time_origins(Ui& ui, GuideFlow& flow, const SectionTimes& times) {
  if (!times.needed) {
    return;
  }
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
    if (ui.item("guide.origin." + word, badge, false).hovered) {
      ui.tooltip(picture::sentence_of(kind, ui.texts()));
    }
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

QuestionPress draw_question(Ui& ui, GuideFlow& flow, const QuestionView& view,
                            bool picture_is_elsewhere) {
  const picture::Palette& palette = ui.palette();
  const bool open = view.asked.state == QuestionState::open;
  const float pad = ui.px(14);
  const float from = flow.y();
  const Rect edge{flow.left(), from, std::max(ui.px(3), 2.0F), 0};
  flow.indent(pad);
  QuestionPress press;
  if (open) {
    press = draw_open(ui, flow, view, picture_is_elsewhere);
  } else {
    draw_answered(ui, flow, view);
  }
  flow.indent(-pad);
  ui.fill({edge.x, edge.y, edge.w, flow.y() - from}, open ? palette.good : palette.hairline,
          edge.w / 2);
  return press;
}

}  // namespace lanescope::app
