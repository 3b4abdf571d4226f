// The guide in the window: what it shows, what an open question hides, and its keys.
#include <algorithm>

#include "app/window/main_view.h"
#include "app/window/panels/guide/question_stage.h"
#include "app/window/toolkit/appearance.h"
#include "app/window/toolkit/widgets.h"
#include "viz/picture/access/question_view.h"

namespace lanescope::app {

void MainView::open_view(const ViewRequest& view) {
  page_ = view.page;
  pages_.steps.follower().begin_at(view.step, view.lane);
  pages_.compare.begin_at(view.page == Page::compare ? view.wavefront : std::nullopt);
}

GuideShow MainView::guide_show(const Session& session) const {
  if (lecturing()) {
    return guiding() != nullptr ? GuideShow::led : GuideShow::none;
  }
  if (course_ == nullptr || course_->guide() == nullptr || !session.state().settings.guide) {
    return GuideShow::none;
  }
  return course_->active() ? GuideShow::led : GuideShow::offered;
}

bool MainView::covered(const Session& session) const {
  return guide_show(session) == GuideShow::led && guiding()->covered();
}

bool MainView::asks(const Session& session) const {
  return overlay_ == Overlay::none && !top_.editing() && !lecturing() && covered(session);
}

std::optional<AskedQuestion> MainView::asked(const std::string& question) const {
  for (const AskedQuestion& asked : guiding()->questions()) {
    if (question.empty() ? asked.state == QuestionState::open : asked.question->name == question) {
      return asked;
    }
  }
  return std::nullopt;
}

// A new step is read first. Its page opens once no open question hides it.
void MainView::follow_step(Session& session, bool single_page) {
  if (guide_show(session) != GuideShow::led) {
    step_.clear();
    return;
  }
  const std::string step = (session.lesson() ? session.lesson()->id : std::string()) + "/" +
                           std::to_string(course_->step());
  const bool is_covered = course_->covered();
  const bool come_to = step != step_;
  if (come_to && single_page) {
    page_ = Page::guide;
  } else if (!single_page && !is_covered && (come_to || was_covered_)) {
    open_view(course_->view());
  }
  if (const ViewRequest& view = course_->view(); come_to && view.page == Page::sweep) {
    session.choose_sweep(view.page_argument);
  }
  step_ = step;
  was_covered_ = is_covered;
}

void MainView::check_exercise(const Session& session) {
  if (!lecturing() && guide_show(session) == GuideShow::led && course_->at_exercise() &&
      !session.running() && session.shown() != nullptr && session.shown() != checked_) {
    checked_ = session.shown();
    course_->check();
  }
}

void MainView::draw_guide(Ui& ui, Session& session, const Layout& layout) {
  if (layout.guide.h < 1) {
    return;
  }
  std::string own_copy;
  if (session.variant() != nullptr && course_->in_own_copy()) {
    own_copy = session.variant()->source_path.string();
  }
  guide_.draw(
      ui,
      {session, *course_, *shelf_, guide_show(session), is_newcomer_, layout.single_page, own_copy},
      layout.guide);
}

void MainView::draw_stage(Ui& ui, Session& session, const Layout& layout) {
  const Rect& area = layout.stage;
  if (area.w < 1 || area.h < 1) {
    return;
  }
  if (lecturing() && draw_lecture_stage(ui, session, area)) {
    return;
  }
  std::optional<AskedQuestion> question;
  if (lecturing()) {
    // shows the scene itself, or what the presenter changed in it
  } else if (covered(session)) {
    question = asked({});
  } else if (guide_show(session) == GuideShow::led && guide_.compares() &&
             !guide_.compared().empty()) {
    question = asked(guide_.compared());
    if (question && (question->canvas.marks() == 0 || !question->truth)) {
      question.reset();
    }
  }
  if (!question) {
    stage_.draw(ui, session, area);
    return;
  }
  if (layout.transport.h < 1) {
    draw_ground(ui, area);
  }
  draw_question_stage(ui, session, *course_, *question, guide_.draft(), area);
}

void MainView::show_guide(Session& session, bool shown) {
  Settings settings = session.state().settings;
  settings.guide = shown;
  session.change_settings(settings);
  if (!shown && page_ == Page::guide) {
    page_ = Page::stage;
  }
}

void MainView::begin_lesson(Session& session, const std::string& lesson) {
  session.choose_lesson(lesson);
  is_newcomer_ = false;
  if (course_ != nullptr && !lecturing()) {
    course_->update();
    course_->begin();
  }
}

void MainView::open_own_copy(const Session& session) {
  const auto copy = course_->open_own_copy();
  if (!copy) {
    return status_.say(copy.error());
  }
  const text::Texts texts = texts_of(session.state().settings);
  const std::string path = copy->kernel.string();
  status_.say(texts.get("guide.own_copy_made", fmt::arg("path", path)));
}

// Each message is shown once: the next key press clears it. Progress is kept in memory in any case.
void MainView::tell_of_guide(const Session& session) {
  if (course_ == nullptr) {
    return;
  }
  if (course_->problem() != told_guide_) {
    told_guide_ = course_->problem();
    if (!told_guide_.empty()) {
      const text::Texts texts = texts_of(session.state().settings);
      status_.say(texts.get("guide.broken", fmt::arg("why", told_guide_)));
    }
  }
  if (course_->progress().problem() != told_progress_) {
    told_progress_ = course_->progress().problem();
    if (!told_progress_.empty()) {
      status_.say(told_progress_);
    }
  }
}

bool MainView::answer_key(const AnswerKey& key, Ui& ui, Session& session) {
  if (overlay_ == Overlay::lessons && key.kind == AnswerKey::Kind::erase) {
    map_.erase();
    return true;
  }
  if (!asks(session)) {
    return false;
  }
  // If a control has the keyboard focus, Enter and Space press it.
  const bool presses = key.kind == AnswerKey::Kind::answer || key.kind == AnswerKey::Kind::mark;
  if (presses && ui.focus().visible()) {
    return false;
  }
  if (key.kind == AnswerKey::Kind::answer) {
    status_.say({});
    guide_.answer(*course_);
    return true;
  }
  const std::optional<AskedQuestion> open = asked({});
  if (!open) {
    return false;
  }
  const bool taken = guide_.draft().press(key, *open, marks_in_a_row(ui, *open, stage_area_));
  if (taken) {
    guide_.show_question();
  }
  if (taken && !open->canvas.lines.empty()) {
    const std::size_t fit = picture::lines_in_sector_question(
        ui.style(), stage_area_.w, stage_area_.h, open->canvas.lines.size());
    guide_.draft().first_line = picture::first_line_with(
        guide_.draft().first_line, open->canvas.lines.size(), guide_.draft().cursor, fit);
  }
  return taken;
}

void MainView::press_guide(const Binding& binding, Session& session) {
  if (lecturing()) {
    return press_guide_in_lecture(binding);
  }
  if (binding.command == Command::guide) {
    return show_guide(session, !session.state().settings.guide);
  }
  const bool scrolls =
      binding.command == Command::guide_down || binding.command == Command::guide_up;
  if (scrolls && page_ == Page::machine && guide_show(session) != GuideShow::led) {
    return pages_.machine.scroll_by(binding.command == Command::guide_down ? 3 : -3);
  }
  if (guide_show(session) == GuideShow::none) {
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
      return guide_.scroll_by(3);
    case Command::guide_up:
      return guide_.scroll_by(-3);
    case Command::show_answer:
      return covered(session) ? guide_.skip(*course_) : void();
    default:
      return;
  }
}

}  // namespace lanescope::app
