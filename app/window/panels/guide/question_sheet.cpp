#include "app/window/panels/guide/question_sheet.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/window/panels/guide/guide_question.h"
#include "app/window/panels/guide/guide_signs.h"
#include "app/window/panels/guide/question_stage.h"
#include "app/window/toolkit/widgets.h"
#include "viz/picture/core/line_break.h"

namespace lanescope::app {
namespace {

using lesson::QuestionKind;

bool is_marked(const lesson::Question& question) {
  return question.kind == QuestionKind::sectors || question.kind == QuestionKind::banks;
}

Rect moved(const Rect& rect, float x, float y) { return {rect.x + x, rect.y + y, rect.w, rect.h}; }

std::string code_of(const QuestionSheet::Input& input) {
  const int line = input.course.line_of(*input.asked.question);
  return line == 0 ? std::string() : picture::trimmed(source_line_of(input.course, line));
}

void draw_heading(Ui& ui, const QuestionSheet::Input& input, const Rect& row) {
  const float middle = row.y + row.h / 2;
  const Color& color = input.after_wrong ? ui.palette().costly_text : ui.palette().good_text;
  ui.text(row.x, middle,
          input.after_wrong
              ? ui.texts().get("guide.solution_beside", fmt::arg("n", input.number - 1))
              : ui.texts().get("guide.before_you_look"),
          {FontRole::ui_bold, picture::text_body, color}, row.w * 0.7F);
  std::string position;
  if (input.total > 1) {
    position = ui.texts().get("guide.question_of", fmt::arg("n", input.number),
                              fmt::arg("total", input.total));
  }
  if (!input.asked.first.empty())
    position += (position.empty() ? "" : " · ") + ui.texts().get("guide.second_try");
  if (!position.empty()) {
    ui.text(right_of(row), middle, position,
            {FontRole::ui, picture::text_body, ui.palette().text_faint, picture::AlignX::right});
  }
}

void draw_code(Ui& ui, const QuestionLayout& layout, const Rect& box) {
  ui.fill(box, ui.palette().well, ui.px(6));
  ui.outline(box, ui.palette().hairline, std::max(ui.px(1), 1.0F), ui.px(6));
  const float margin = ui.px(QuestionLayout::code_margin);
  const float pitch = ui.px(layout.code_size * QuestionLayout::code_pitch);
  const auto lines = static_cast<float>(layout.code_lines.size());
  float middle = box.y + box.h / 2 - (lines - 1) * pitch / 2;
  for (const std::string& line : layout.code_lines) {
    ui.text(box.x + margin, middle, line, {FontRole::mono, layout.code_size, ui.palette().text},
            box.w - 2 * margin);
    middle += pitch;
  }
}

Rect number_field(Ui& ui, const Rect& row) {
  return {row.x + row.h + ui.px(4), row.y, std::min(ui.px(160), row.w * 0.4F), row.h};
}

void draw_number(Ui& ui, const QuestionSheet::Input& input, const Rect& row, const Rect& below,
                 float size) {
  const picture::Palette& palette = ui.palette();
  const lesson::Question& question = *input.asked.question;
  AnswerDraft& draft = input.draft;
  const float middle = row.y + row.h / 2;
  const float side = row.h;
  float x = row.x;
  const Press less =
      button(ui, "guide.less", {x, row.y, side, row.h}, {.glyph = Glyph::minus, .repeats = true});
  if (less.pressed) draft.move(question, -1);
  const Rect field = number_field(ui, row);
  ui.fill(field, palette.well, ui.px(6));
  ui.outline(field, palette.selection_border, std::max(ui.px(1.5F), 1.0F), ui.px(6));
  if (ui.item("guide.number", field, false).pressed) draft.selected = true;
  const TextStyle digits{FontRole::mono_bold, size, palette.text, picture::AlignX::center};
  if (draft.selected && !draft.typed.empty()) {
    const float w = std::min(ui.text_width(draft.typed, digits) + ui.px(8), field.w);
    const float h = ui.px(size + 8);
    ui.fill({std::round(field.x + (field.w - w) / 2), std::round(middle - h / 2), w, h},
            palette.selection, ui.px(3));
  }
  if (draft.typed.empty()) {
    ui.text(field.x + field.w / 2, middle, ui.texts().get("guide.type_number"),
            {FontRole::ui, picture::text_body, palette.text_faint, picture::AlignX::center},
            field.w - ui.px(8));
  } else {
    ui.text(field.x + field.w / 2, middle, draft.typed, digits, field.w - ui.px(8));
  }
  x = right_of(field) + ui.px(4);
  const Press more =
      button(ui, "guide.more", {x, row.y, side, row.h}, {.glyph = Glyph::plus, .repeats = true});
  if (more.pressed) draft.move(question, 1);
  if (!less.held && !more.held) draft.release();
  x += side + ui.px(14);
  ui.text(x, middle,
          unit_text(question, draft.answer(QuestionKind::number).number.value_or(0), ui.texts()),
          {FontRole::ui, std::max(size - 3, picture::text_title), palette.text},
          std::max(right_of(row) - x, 1.0F));
  if (question.min && question.max) {
    const std::string range = ui.texts().get("guide.range", fmt::arg("min", *question.min),
                                             fmt::arg("max", *question.max));
    ui.text(field.x + field.w / 2, below.y + below.h / 2, range,
            {FontRole::ui, picture::text_body, palette.text_faint, picture::AlignX::center});
  }
}

// A letter in a square; the letter is also the key.
void draw_letter(Ui& ui, char letter, const Rect& box, bool chosen) {
  const picture::Palette& palette = ui.palette();
  if (chosen) {
    ui.fill(box, palette.good, ui.px(5));
  } else {
    ui.outline(box, palette.text_faint, std::max(ui.px(1), 1.0F), ui.px(5));
  }
  ui.text(box.x + box.w / 2, box.y + box.h / 2, std::string(1, letter),
          {FontRole::mono_bold, picture::text_body, chosen ? palette.on_good : palette.text_dim,
           picture::AlignX::center});
}

std::string refusal_text(const QuestionSheet::Input& input, const text::Texts& texts) {
  Refusal refusal = input.draft.refusal;
  // It is about the answer that was given: another one has taken its place.
  if (refusal == Refusal::unchanged &&
      input.draft.answer(input.asked.question->kind) != input.asked.first)
    refusal = Refusal::none;
  const std::string& problem = input.asked.problem;
  if (refusal == Refusal::none && problem.empty()) return {};
  const std::string said =
      texts.get(text_key(refusal == Refusal::none ? Refusal::broken : refusal));
  return problem.empty() ? said : said + " " + picture::as_markdown(problem);
}

// The larger buttons below the question.
std::string draw_buttons(Ui& ui, const Rect& row, float size) {
  std::string pressed;
  float x = row.x;
  const auto add_button = [&](const char* id, const char* label_key, const char* tip_key,
                              bool is_primary) {
    const std::string label = ui.texts().get(label_key);
    const std::string tip = ui.texts().get(tip_key);
    const float words = std::ceil(ui.text_width(label, {FontRole::ui_bold, size, {}}));
    const float w = std::max(words + ui.px(32), ui.px(is_primary ? 132 : 96));
    const Press press =
        button(ui, id, {x, row.y, w, row.h}, {.chosen = is_primary, .tooltip = tip});
    ui.text(x + w / 2, row.y + row.h / 2, label,
            {is_primary ? FontRole::ui_bold : FontRole::ui, size,
             is_primary      ? ui.palette().on_good
             : press.hovered ? ui.palette().text
                             : ui.palette().text_dim,
             picture::AlignX::center});
    if (press.pressed) pressed = id;
    x += w + ui.px(8);
  };
  add_button("guide.answer", "guide.answer", "guide.answer_tip", true);
  add_button("guide.skip", "guide.show_me", "guide.show_me_tip", false);
  return pressed;
}

}  // namespace

QuestionWords words_of(const QuestionSheet::Input& input, const text::Texts& texts) {
  const lesson::Question& question = *input.asked.question;
  const auto section = [&](const std::string& name) {
    return input.course.text(name, texts.language()).text;
  };
  QuestionWords words;
  words.text = section(lesson::question_section(question.name));
  for (const lesson::Choice& choice : question.choices)
    words.choices.push_back(section(lesson::choice_section(question.name, choice.name)));
  words.has_field = question.kind == QuestionKind::number;
  words.is_marked = is_marked(question);
  words.code = code_of(input);
  words.has_beside = input.has_beside;
  if (!input.course.on_path() && !words.is_marked && input.session.run().shown() != nullptr) {
    words.note =
        picture::as_markdown(off_path_text(input.course, input.session, input.asked, texts));
  }
  if (input.asked.hint) {
    const std::string given = answer_text(question, input.asked.first, input.course, texts);
    words.verdict = words.is_marked ? texts.get("guide.not_yet_marks")
                                    : texts.get("guide.not_yet", fmt::arg("answer", given));
    if (input.asked.hint->mistake == Mistake::unexplained)
      words.hint = section(lesson::hint_section(question.name));
    if (words.hint.empty()) words.hint = text_of(*input.asked.hint, texts);
  }
  words.refusal = refusal_text(input, texts);
  return words;
}

// Scrolls to the hint that has just come, and to the choice that a key has made.
void QuestionSheet::follow(Ui& ui, const Input& input, const QuestionLayout& layout) {
  const std::string& name = input.asked.question->name;
  if (std::exchange(question_, name) != name) {
    flow_.to_top();
    choice_.clear();
    hinted_ = false;  // a hint that is there already is shown, too
  }
  const float y = flow_.y();
  const bool is_hinted = input.asked.hint.has_value();
  if (is_hinted && !std::exchange(hinted_, is_hinted) && layout.hint_is_in_content)
    flow_.show(ui, y + layout.hint.y, y + layout.hint.y + layout.hint.h);
  if (std::exchange(choice_, input.draft.choice) == input.draft.choice) return;
  const std::vector<lesson::Choice>& all = input.asked.question->choices;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].name == choice_) {
      const Rect& box = layout.choices[i].box;
      flow_.show(ui, y + box.y, y + box.y + box.h);
    }
  }
}

bool QuestionSheet::choices(Ui& ui, const Input& input, const QuestionLayout& layout, float x,
                            float y) {
  const picture::Palette& palette = ui.palette();
  const lesson::Question& question = *input.asked.question;
  bool answered = false;
  for (std::size_t i = 0; i < layout.choices.size(); ++i) {
    const QuestionLayout::Choice& placed = layout.choices[i];
    const std::string& name = question.choices[i].name;
    const bool chosen = input.draft.choice == name;
    const Rect box = moved(placed.box, x, y);
    const Press press = ui.item("guide.choice." + name, box);
    draw_raised(ui, box,
                chosen          ? palette.selection
                : press.hovered ? picture::mixed(palette.panel_raised, palette.text, 0.10F)
                                : palette.panel_raised,
                ui.px(6));
    if (chosen) ui.outline(box, palette.selection_border, std::max(ui.px(2), 1.5F), ui.px(6));
    draw_letter(ui, static_cast<char>('a' + i), moved(placed.letter, x, y), chosen);
    flow_.prose_at(ui, placed.words, x, y);
    if (input.asked.first.choice == name) {
      const float sign = ui.px(14);
      draw_sign(
          ui, GuideSign::cross,
          {right_of(box) - ui.px(10) - sign, std::round(box.y + (box.h - sign) / 2), sign, sign},
          palette.costly_text);
    }
    if (press.focused) ui.focus_ring(shrunk(box, ui.px(2)), ui.px(6));
    if (press.pressed) {
      answered = chosen;  // a second press on the same choice gives the answer
      input.draft.choice = name;
      input.draft.refusal = Refusal::none;
    }
  }
  return answered;
}

QuestionSheet::Drawn QuestionSheet::draw(Ui& ui, const Input& input, const Rect& stage) {
  const QuestionWords words = words_of(input, ui.texts());
  const QuestionLayout layout =
      question_layout(words, stage, ui.style(),
                      [&](const std::string& id, const std::string& markdown, float width,
                          const picture::ProseStyle& prose_style) {
                        return flow_.height_of(ui, id, markdown, width, prose_style);
                      });
  const picture::Palette& palette = ui.palette();
  Drawn drawn;
  drawn.beside = layout.beside;
  ImGui::PushID(this);
  // Before the column takes it to scroll.
  if (const float wheel = ui.take_wheel(field_); wheel != 0) {
    input.draft.move(*input.asked.question, wheel < 0 ? 1 : -1);
    input.draft.release();
  }
  flow_.begin(ui, layout.body);
  const float x = flow_.left();
  const float y = flow_.y();
  draw_heading(ui, input, moved(layout.heading, x, y));
  for (const std::optional<PlacedProse>* prose : {&layout.note, &layout.text}) {
    if (*prose) flow_.prose_at(ui, **prose, x, y);
  }
  if (layout.code.h > 0) draw_code(ui, layout, moved(layout.code, x, y));
  field_ = {};
  if (layout.field.h > 0) {
    const Rect row = moved(layout.field, x, y);
    draw_number(ui, input, row, moved(layout.range, x, y), layout.field_size);
    field_ = number_field(ui, row);
  }
  drawn.answer = choices(ui, input, layout, x, y);
  const auto hint = [&](float from_x, float from_y) {
    const Rect box = moved(layout.hint, from_x, from_y);
    const float sign = ui.px(16);
    ui.fill(box, palette.well, ui.px(6));
    ui.outline(box, palette.hairline, std::max(ui.px(1), 1.0F), ui.px(6));
    draw_sign(ui, GuideSign::ring,
              {box.x + ui.px(12), from_y + layout.hint_verdict->rect.y + ui.px(2), sign, sign},
              palette.costly_text);
    flow_.prose_at(ui, *layout.hint_verdict, from_x, from_y);
    flow_.prose_at(ui, *layout.hint_text, from_x, from_y);
  };
  if (layout.hint_is_in_content) hint(x, y);
  follow(ui, input, layout);
  flow_.space(layout.content_h);
  flow_.end(ui);
  if (layout.picture.h > 0)
    draw_question_stage(ui, input.session, input.course, input.asked, input.draft, layout.picture);
  picture_ = layout.picture;
  if (layout.hint.h > 0 && !layout.hint_is_in_content) hint(0, 0);
  if (layout.refusal) {
    draw_sign(ui, GuideSign::warning, layout.refusal_sign, palette.costly_text);
    flow_.prose_at(ui, *layout.refusal, 0, 0);
  }
  const std::string pressed = draw_buttons(ui, layout.buttons, layout.button_size);
  drawn.answer = drawn.answer || pressed == "guide.answer";
  drawn.skip = pressed == "guide.skip";
  ImGui::PopID();
  return drawn;
}

}  // namespace lanescope::app
