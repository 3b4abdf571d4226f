#include "app/window/lecture_mode.h"

#include <fmt/format.h>

#include "app/window/panels/guide/question_stage.h"
#include "app/window/toolkit/lecture_layout.h"
#include "app/window/toolkit/widgets.h"

namespace lanescope::app {

void LectureMode::begin(const Session& session, const Pages& pages, DeckPtr deck,
                        std::size_t index) {
  if (!on()) {
    pages_before_ = pages.remember(session);
    scale_percent_before_ = session.state().settings.scale_percent;
  }
  lecture_->start(std::move(deck), index);
}

void LectureMode::leave(Session& session, Pages& pages) {
  lecture_->leave();
  spotlight_.off();
  pages.restore(pages_before_, session);
}

void LectureMode::press(LectureKey key) {
  switch (key) {
    case LectureKey::reveal:
      return reveal();
    case LectureKey::next:
      return lecture_->next();
    case LectureKey::previous:
      return lecture_->previous();
    case LectureKey::first:
      return lecture_->go_to(0);
    case LectureKey::last:
      return lecture_->go_to(lecture_->deck()->scenes.size());
  }
}

void LectureMode::press(const ControlLecture& asked) {
  switch (asked.what) {
    case ControlLecture::What::previous:
      return press(LectureKey::previous);
    case ControlLecture::What::next:
      return press(LectureKey::next);
    case ControlLecture::What::reveal:
      return reveal();
    case ControlLecture::What::spotlight:
      return spotlight_.cycle();
    case ControlLecture::What::freeze:
      return host_.toggle_freeze ? host_.toggle_freeze() : void();
    case ControlLecture::What::notes:
      return host_.toggle_presenter ? host_.toggle_presenter() : void();
    case ControlLecture::What::leave:
      return;
  }
}

void LectureMode::press(const Binding& binding) {
  switch (binding.command) {
    case Command::presenter_notes:
      return host_.toggle_presenter ? host_.toggle_presenter() : void();
    case Command::freeze:
      return host_.toggle_freeze ? host_.toggle_freeze() : void();
    default:
      return spotlight_.cycle();
  }
}

void LectureMode::press_guide(const Binding& binding, Pages& pages) {
  switch (binding.command) {
    case Command::show_answer:
      return reveal();
    case Command::guide_down:
      return scroll_words(3, pages);
    case Command::guide_up:
      return scroll_words(-3, pages);
    default:
      return;
  }
}

// Scrolls the question and the notes, and the machine page if it is shown.
void LectureMode::scroll_words(float steps, Pages& pages) {
  panel_.scroll_by(steps);
  if (pages.page() == Page::machine) {
    pages.panels().machine.scroll_by(steps);
  }
  if (host_.scroll_notes) {
    host_.scroll_notes(steps);
  }
}

// Shows a page as a scene requests it and discards what was tried out on the page.
void LectureMode::show(const ViewRequest& view, Ui& ui, Pages& pages) {
  pages.open(view);
  pages.begin();
  if (LaunchMaps* maps = pages.maps(); view.page == Page::map && maps != nullptr) {
    if (auto request = parse_map(view.page_argument)) {
      maps->open(*std::move(request));
    } else {
      ui.ask(Say{std::move(request).error()});
    }
  }
  if (view.page == Page::compare && host_.set_against) {
    if (const auto set = host_.set_against(view.page_argument); !set) {
      ui.ask(Say{set.error()});
    }
  }
}

void LectureMode::follow(Ui& ui, Session& session, Pages& pages) {
  if (lecture_->arrivals() != arrivals_) {
    arrivals_ = lecture_->arrivals();
    show(lecture_->view(), ui, pages);
    ui.quiet();              // the mouse still rests where it was in the scene before
    session.take_history();  // undo stops at the scene's initial state
    panel_.begin_scene();
    spotlight_.show(lecture_->scene().spot);
    if (!lecture_->problem().empty()) {
      ui.ask(Say{lecture_->problem()});
    }
  }
  const Course* course = lecture_->course();
  const lesson::Question* open = course != nullptr ? course->open_question() : nullptr;
  const std::string lesson = session.lesson() ? session.lesson()->id : std::string();
  panel_.draft().follow(fmt::format("{}/{}", lesson, lecture_->arrivals()),
                        open != nullptr ? open->name : "");
}

bool LectureMode::draw_question(Ui& ui, const Session& session, const Rect& area) {
  std::optional<AskedQuestion> question;
  const std::string& revealed = panel_.revealed();
  if (lecture_->covered()) {
    question = asked_in(*lecture_->course(), revealed);  // or the open question
  } else if (!revealed.empty()) {
    question = asked_in(*lecture_->course(), revealed);
    const bool compares = question && question->canvas.marks() > 0 && question->truth &&
                          lecture_->course()->on_path() &&
                          question->state == QuestionState::answered;
    if (!compares) {
      question.reset();
    }
  }
  if (!question) {
    return false;
  }
  draw_background(ui, area);
  draw_question_stage(ui, session, *lecture_->course(), *question, panel_.draft(), area, true);
  return true;
}

Layout LectureMode::draw(Ui& ui, const Session& session, const LayoutInput& input,
                         const std::vector<StatusBar::Source>& sources, const std::string& notice) {
  const float width = lecture_layout_for(input, 0).caption.w;
  const LectureLayout layout =
      lecture_layout_for(input, panel_.question_height(ui, session, *lecture_, width));
  LecturePanel::draw_caption(ui, *lecture_, layout.caption);
  panel_.draw_question(ui, layout.question);
  Rect facts = layout.facts;
  facts.w -= panel_.draw_controls(ui, *lecture_, spotlight_.mode() != Spotlight::Mode::off, facts);
  LecturePanel::draw_facts(ui, session, sources, notice, facts);
  return layout.panels;
}

}  // namespace lanescope::app
