#include "app/window/guide_view.h"

#include "app/window/panels/guide/question_stage.h"
#include "app/window/toolkit/appearance.h"
#include "app/window/toolkit/widgets.h"
#include "viz/picture/access/question_view.h"

namespace lanescope::app {

GuideShow GuideView::show(const Session& session) const {
  if (course_ == nullptr || course_->guide() == nullptr || !session.state().settings.guide) {
    return GuideShow::none;
  }
  return course_->active() ? GuideShow::led : GuideShow::offered;
}

bool GuideView::covered(const Session& session) const {
  return show(session) == GuideShow::led && course_->covered();
}

// Each message is shown until the next key press. Progress stays in memory even if it can't be
// saved.
std::string GuideView::news(const Session& session) {
  std::string news;
  if (course_ == nullptr) {
    return news;
  }
  if (course_->problem() != reported_guide_problem_) {
    reported_guide_problem_ = course_->problem();
    if (!reported_guide_problem_.empty()) {
      const text::Texts texts = texts_of(session.state().settings);
      news = texts.get("guide.broken", fmt::arg("why", reported_guide_problem_));
    }
  }
  if (course_->progress().problem() != reported_progress_problem_) {
    reported_progress_problem_ = course_->progress().problem();
    if (!reported_progress_problem_.empty()) {
      news = reported_progress_problem_;
    }
  }
  return news;
}

void GuideView::follow_step(Session& session, Pages& pages, bool single_page) {
  if (show(session) != GuideShow::led) {
    step_.clear();
    return;
  }
  const std::string step = (session.lesson() ? session.lesson()->id : std::string()) + "/" +
                           std::to_string(course_->step());
  const bool is_covered = course_->covered();
  const bool come_to = step != step_;
  if (come_to && single_page) {
    pages.show(Page::guide);
  } else if (!single_page && !is_covered && (come_to || was_covered_)) {
    pages.open(course_->view());
  }
  if (const ViewRequest& view = course_->view(); come_to && view.page == Page::sweep) {
    session.choose_sweep(view.page_argument);
  }
  step_ = step;
  was_covered_ = is_covered;
}

void GuideView::check_exercise(const Session& session) {
  if (show(session) == GuideShow::led && course_->at_exercise() && !session.running() &&
      session.shown() != nullptr && session.shown() != checked_) {
    checked_ = session.shown();
    course_->check();
  }
}

void GuideView::draw(Ui& ui, Session& session, const Layout& layout) {
  if (layout.guide.h < 1) {
    return;
  }
  std::string own_copy;
  if (session.variant() != nullptr && course_->in_own_copy()) {
    own_copy = session.variant()->source_path.string();
  }
  panel_.draw(ui,
              {session, *course_, *course_loader_, show(session), is_newcomer_, layout.single_page,
               own_copy},
              layout.guide);
}

bool GuideView::draw_question(Ui& ui, Session& session, const Layout& layout) {
  std::optional<AskedQuestion> question;
  if (covered(session)) {
    question = asked_in(*course_, {});
  } else if (show(session) == GuideShow::led && panel_.compares() && !panel_.compared().empty()) {
    question = asked_in(*course_, panel_.compared());
    if (question && (question->canvas.marks() == 0 || !question->truth)) {
      question.reset();
    }
  }
  if (!question) {
    return false;
  }
  if (layout.transport.h < 1) {
    draw_background(ui, layout.stage);
  }
  draw_question_stage(ui, session, *course_, *question, panel_.draft(), layout.stage);
  return true;
}

void GuideView::press(const Binding& binding, Session& session) {
  if (show(session) == GuideShow::none) {
    return;
  }
  const bool forward = binding.command == Command::step_next;
  switch (binding.command) {
    case Command::step_next:
    case Command::step_previous:
      if (!course_->active()) {
        return course_->begin();
      }
      return forward ? course_->next() : course_->previous();
    case Command::guide_down:
      return panel_.scroll_by(3);
    case Command::guide_up:
      return panel_.scroll_by(-3);
    case Command::show_answer:
      return covered(session) ? panel_.skip(*course_) : void();
    default:
      return;
  }
}

bool GuideView::answer_key(const AnswerKey& key, Ui& ui, const Session& session,
                           const Rect& stage) {
  if (!covered(session)) {
    return false;
  }
  // If a control has the keyboard focus, Enter and Space press it.
  const bool presses = key.kind == AnswerKey::Kind::answer || key.kind == AnswerKey::Kind::mark;
  if (presses && ui.focus().visible()) {
    return false;
  }
  if (key.kind == AnswerKey::Kind::answer) {
    ui.ask(Say{});
    panel_.answer(*course_);
    return true;
  }
  const std::optional<AskedQuestion> open = asked_in(*course_, {});
  if (!open) {
    return false;
  }
  AnswerDraft& draft = panel_.draft();
  const bool taken = draft.press(key, *open, marks_per_row(ui, *open, stage));
  if (taken) {
    panel_.show_question();
  }
  if (taken && !open->canvas.lines.empty()) {
    const std::size_t fit =
        picture::lines_in_sector_question(ui.style(), stage.w, stage.h, open->canvas.lines.size());
    draft.first_line =
        picture::first_line_with(draft.first_line, open->canvas.lines.size(), draft.cursor, fit);
  }
  return taken;
}

void GuideView::set_shown(Session& session, bool shown) {
  Settings settings = session.state().settings;
  settings.guide = shown;
  session.change_settings(settings);
}

void GuideView::choose_lesson(Session& session, const std::string& lesson, bool begins) {
  session.choose_lesson(lesson);
  is_newcomer_ = false;
  if (course_ != nullptr && begins) {
    course_->update();
    course_->begin();
  }
}

void GuideView::reset_progress() {
  progress_->reset_all();
  course_->leave();
}

std::string GuideView::open_own_copy(const Session& session) {
  const auto copy = course_->open_own_copy();
  if (!copy) {
    return copy.error();
  }
  const text::Texts texts = texts_of(session.state().settings);
  return texts.get("guide.own_copy_made", fmt::arg("path", copy->kernel.string()));
}

std::string GuideView::reset_own_copy() {
  const auto aside = course_->reset_own_copy();
  return aside ? std::string() : aside.error();
}

}  // namespace lanescope::app
