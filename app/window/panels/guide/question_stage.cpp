#include "app/window/panels/guide/question_stage.h"

#include <utility>

#include <fmt/format.h>

#include "app/session/run/timing_key.h"
#include "app/window/toolkit/widgets.h"
#include "sim/text/source_line.h"
#include "viz/picture/access/question_view.h"
#include "viz/picture/access/stage.h"
#include "viz/picture/kernel/code_tokens.h"

namespace lanescope::app {
namespace {

using lesson::QuestionKind;

picture::QuestionMarks marks_of(const AskedQuestion& asked, const AnswerDraft& draft,
                                bool is_lecture) {
  picture::QuestionMarks marks;
  if (is_lecture) marks.by = picture::MarkedBy::audience;
  if (asked.truth) {
    marks.marked = asked.given.marks;
    marks.truth = asked.truth->answer.marks;
  } else {
    marks.marked = draft.marks;
    marks.cursor = draft.cursor;
    // Outside of a lecture the sheet says it.
    marks.lacks_marks = is_lecture && draft.refusal == Refusal::empty;
  }
  return marks;
}

// About the access of the step; the learner may have selected another one in the session.
template <class Question>
Question question_about(const Course& course, const AskedQuestion& asked, const AnswerDraft& draft,
                        bool is_lecture) {
  Question question;
  const report::Event& event = *course.event();
  question.access = event.access;
  question.source_text = source_line_of(course, event.place);
  question.marks = marks_of(asked, draft, is_lecture);
  return question;
}

// A press marks what it meets, until the answer is given.
void draw_to_mark(Ui& ui, picture::DrawList drawn, picture::HitKind kind,
                  const AskedQuestion& asked, AnswerDraft& draft, const Rect& area) {
  Press press;
  const picture::HitArea* hit = ui.picture("question", std::move(drawn), area, &press);
  if (hit == nullptr) return;
  ui.tooltip(hit->tooltip);
  if (press.pressed && hit->kind == kind && !asked.truth)
    draft.toggle(static_cast<int>(hit->index));
}

void draw_sectors(Ui& ui, const Course& course, const AskedQuestion& asked, AnswerDraft& draft,
                  const Rect& area, bool is_lecture) {
  auto question = question_about<picture::SectorQuestion>(course, asked, draft, is_lecture);
  question.arrays = course.step_run()->report.arrays;
  question.lines = asked.canvas.lines;
  const std::size_t fit =
      picture::lines_in_sector_question(ui.style(), area.w, area.h, question.lines.size());
  if (const float wheel = ui.wheel_over(area); wheel != 0)
    draft.first_line = wheel > 0 ? draft.first_line + 1 : draft.first_line - (draft.first_line > 0);
  draft.first_line =
      picture::first_line_with(draft.first_line, question.lines.size(), std::nullopt, fit);
  question.first_line = draft.first_line;
  draw_to_mark(ui, picture::build_sector_question(question, ui.style(), area.w, area.h),
               picture::HitKind::sector, asked, draft, area);
}

void draw_banks(Ui& ui, const Course& course, const AskedQuestion& asked, AnswerDraft& draft,
                const Rect& area, bool is_lecture) {
  auto question = question_about<picture::BankQuestion>(course, asked, draft, is_lecture);
  question.banks = asked.canvas.banks;
  draw_to_mark(ui, picture::build_bank_question(question, ui.style(), area.w, area.h),
               picture::HitKind::bank, asked, draft, area);
}

}  // namespace

std::string source_line_of(const Course& course, int line) {
  return source_line_of(course, SourcePlace{course.step_run()->resolved.source_name, line, 0});
}

std::string source_line_of(const Course& course, const SourcePlace& place) {
  const std::string* text = text_of_file(*course.step_run(), place.file);
  if (text == nullptr) return {};
  return course.covered() ? picture::code_in_line(*text, place.line)
                          : std::string(source_line(*text, place.line));
}

void draw_question_stage(Ui& ui, const Session& session, const Course& course,
                         const AskedQuestion& asked, AnswerDraft& draft, const Rect& area,
                         bool is_lecture) {
  const text::Texts& texts = ui.texts();
  const auto card = [&](const std::string& source, const std::string& title,
                        const std::string& sentence) {
    ui.picture("question",
               picture::build_question_card(source, title, sentence, ui.style(), area.w, area.h),
               area);
  };
  if (session.run().shown() == nullptr || (course.running() && session.run().running()))
    return card("", texts.get("guide.loading"), "");
  if (!course.on_path()) {
    return card("", texts.get("question.off_path_title"),
                off_path_text(course, session, asked, texts, is_lecture));
  }
  const report::Event* event = course.event();
  const bool has_access = event != nullptr && event->kind == report::EventKind::access;
  const QuestionKind kind = asked.question->kind;
  if (has_access && asked.canvas.marks() > 0 && kind == QuestionKind::sectors)
    return draw_sectors(ui, course, asked, draft, area, is_lecture);
  if (has_access && asked.canvas.marks() > 0 && kind == QuestionKind::banks)
    return draw_banks(ui, course, asked, draft, area, is_lecture);
  const int number = course.line_of(*asked.question);
  const std::string line = number != 0 ? source_line_of(course, number) : "";
  if (!is_lecture) return card(line, "", "");
  card(line, texts.get(asked.truth ? "question.told_title" : "question.asked_title"),
       texts.get(asked.truth ? "question.told_sentence" : "question.asked_sentence"));
}

std::string off_path_text(const Course& course, const Session& session, const AskedQuestion& asked,
                          const text::Texts& texts, bool is_lecture) {
  std::string tried;
  std::string asked_about;
  if (session.run().shown() != nullptr && course.step_run() != nullptr) {
    const lesson::Values& shown = session.run().shown()->resolved.params;
    const lesson::Values& of_step = course.step_run()->resolved.params;
    tried = values_text(differing(shown, of_step));
    asked_about = values_text(differing(of_step, shown));
  }
  const char* sentence = is_lecture                 ? "question.off_path_asked"
                         : asked.canvas.marks() > 0 ? "question.off_path_marks"
                                                    : "question.off_path";
  const std::string about = tried.empty() || asked_about.empty()
                                ? std::string()
                                : texts.get("question.about", fmt::arg("values", asked_about));
  if (tried.empty() && session.variant() != nullptr)
    tried = session.variant()->title.in_or(texts.language(), session.variant()->name);
  return about + texts.get(sentence, fmt::arg("tried", tried));
}

int marks_per_row(const Ui& ui, const AskedQuestion& asked, const Rect& area) {
  return asked.question->kind == QuestionKind::banks
             ? picture::banks_per_row(ui.style(), area.w, area.h, asked.canvas.banks)
             : 4;
}

std::optional<AskedQuestion> asked_in(const Course& course, const std::string& name) {
  for (const AskedQuestion& asked : course.questions()) {
    if (name.empty() ? asked.state == QuestionState::open : asked.question->name == name)
      return asked;
  }
  return std::nullopt;
}

void draw_cover(Ui& ui, const Rect& area) {
  if (area.w < 1 || area.h < 1) return;
  draw_background(ui, area);
  ui.text(area.x + area.w / 2, area.y + area.h / 2, ui.texts().get("question.covered"),
          {FontRole::ui, picture::text_body, ui.palette().text_faint, picture::AlignX::center},
          area.w - ui.px(16));
}

}  // namespace lanescope::app
