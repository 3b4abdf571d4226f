// Lecture mode in the window: what it shows, and its keys.
#include <algorithm>

#include <fmt/format.h>

#include "app/window/main_view.h"
#include "app/window/panels/guide/question_stage.h"
#include "app/window/toolkit/appearance.h"
#include "app/window/toolkit/lecture_layout.h"
#include "app/window/toolkit/widgets.h"

namespace lanescope::app {

float MainView::scale_for(int width, int height, const Settings& settings,
                          float content_scale) const {
  return lecturing()
             ? lecture_scale(width, height, settings.scale_percent, lecture_.before.scale_percent)
             : static_cast<float>(settings.scale_percent) / 100.0F * content_scale;
}

void MainView::toggle_lecture(Session& session) {
  if (lecturing()) {
    return leave_lecture(session);
  }
  if (lecture_.lecture == nullptr) {
    return;
  }
  lecture_.decks = find_decks();
  std::vector<DeckEntry>& decks = lecture_.decks;
  const std::string lesson = session.lesson() ? session.lesson()->id : session.state().lesson;
  const auto is_of_lesson = [&](const DeckEntry& entry) {
    return entry.deck && is_about(**entry.deck, lesson);
  };
  if (std::count_if(decks.begin(), decks.end(), is_of_lesson) == 1) {
    const auto only = std::find_if(decks.begin(), decks.end(), is_of_lesson);
    return begin_lecture(session, *only->deck);
  }
  if (decks.empty()) {
    return status_.say(texts_of(session.state().settings)
                           .get("lecture.none", fmt::arg("folder", own_decks_folder().string())));
  }
  std::stable_partition(decks.begin(), decks.end(), is_of_lesson);
  open_decks(session);
}

// The lesson's decks come first. A deck that can't be read says why.
void MainView::open_decks(const Session& session) {
  const text::Texts texts = texts_of(session.state().settings);
  std::vector<Menu::Entry> entries;
  for (const DeckEntry& entry : lecture_.decks) {
    if (!entry.deck) {
      entries.push_back(
          {entry.path.filename().string(), entry.deck.error().formatted(), {}, false});
      continue;
    }
    std::string detail = texts.count("lecture.scenes", (*entry.deck)->scenes.size());
    if (!entry.shipped) {
      detail += " · " + texts.get("lecture.own");
    }
    entries.push_back(
        {(*entry.deck)->title.in(session.state().settings.language), std::move(detail), {}, true});
  }
  menu_.open(std::move(entries), 0);
  overlay_ = Overlay::decks;
}

void MainView::begin_lecture(const Session& session, DeckPtr deck, std::size_t index) {
  if (!lecturing()) {
    LectureMode::Before& before = lecture_.before;
    before = {};
    before.page = page_;
    before.page_before = page_before_;
    before.table_shows_times = table_shows_times_;
    before.scale_percent = session.state().settings.scale_percent;
    if (launch_maps_ != nullptr) {
      before.map = launch_maps_->wish();
    }
    if (session.sweep() != nullptr) {
      before.sweep = session.sweep()->name;
      before.sweeps_all_variants = session.sweeps_all_variants();
    }
    if (page_ == Page::steps && pages_.steps.follower().is_of(session)) {
      before.step = pages_.steps.follower().step();
    }
    before.lane = pages_.steps.follower().lane();
  }
  lecture_.lecture->start(std::move(deck), index);
}

void MainView::leave_lecture(Session& session) {
  lecture_.lecture->leave();
  lecture_.spotlight.off();
  const LectureMode::Before& before = lecture_.before;
  page_ = before.page;
  page_before_ = before.page_before;
  table_shows_times_ = before.table_shows_times;
  if (launch_maps_ != nullptr && before.map) {
    launch_maps_->open(*before.map);
    pages_.map.begin();
  }
  if (!before.sweep.empty()) {
    session.choose_sweep(before.sweep);
    if (session.sweeps_all_variants() != before.sweeps_all_variants) {
      session.toggle_sweep_variants();
    }
  }
  pages_.steps.follower().begin_at(before.step, before.lane);
}

bool MainView::lecture_key(LectureKey key, Ui& ui) {
  if (!lecturing() || overlay_ != Overlay::none || top_.editing() || pages_.index.editing()) {
    return false;
  }
  Lecture& lecture = *lecture_.lecture;
  if (key == LectureKey::reveal) {
    if (ui.focus().visible()) {
      return false;  // Enter presses the control with the keyboard focus
    }
    lecture_.panel.reveal(lecture);
    return true;
  }
  status_.say({});
  ui.focus().hide();
  switch (key) {
    case LectureKey::next:
      lecture.next();
      break;
    case LectureKey::previous:
      lecture.previous();
      break;
    case LectureKey::first:
      lecture.go_to(0);
      break;
    default:
      lecture.go_to(lecture.deck()->scenes.size());
  }
  return true;
}

void MainView::press_lecture(const Binding& binding, Session& session) {
  switch (binding.command) {
    case Command::lecture:
      return toggle_lecture(session);
    case Command::presenter_notes:
      return lecture_.host.toggle_presenter ? lecture_.host.toggle_presenter() : void();
    case Command::freeze:
      return lecture_.host.toggle_freeze ? lecture_.host.toggle_freeze() : void();
    case Command::spotlight:
      return lecture_.spotlight.cycle();
    default:
      return save_scene(session);
  }
}

// During a lecture the deck, not the guide, decides what comes next.
void MainView::press_guide_in_lecture(const Binding& binding) {
  switch (binding.command) {
    case Command::show_answer:
      return lecture_.panel.reveal(*lecture_.lecture);
    case Command::guide_down:
      return scroll_words(3);
    case Command::guide_up:
      return scroll_words(-3);
    default:
      return;
  }
}

// Scrolls the question and the notes, and the machine page if it is shown.
void MainView::scroll_words(float steps) {
  lecture_.panel.scroll_by(steps);
  if (page_ == Page::machine) {
    pages_.machine.scroll_by(steps);
  }
  if (lecture_.host.scroll_notes) {
    lecture_.host.scroll_notes(steps);
  }
}

// Shows a page as a scene requests it and discards what was tried out on the page.
void MainView::show_view(const ViewRequest& view) {
  open_view(view);
  pages_.index.begin();
  pages_.sweep.begin();
  pages_.map.begin();
  if (view.page == Page::map && launch_maps_ != nullptr) {
    if (auto wish = parse_map(view.page_argument)) {
      launch_maps_->open(*std::move(wish));
    } else {
      status_.say(std::move(wish).error());
    }
  }
  if (view.page == Page::compare && lecture_.host.set_against) {
    if (const auto set = lecture_.host.set_against(view.page_argument); !set) {
      status_.say(set.error());
    }
  }
}

// Takes over a new scene: its page, spotlight and questions.
void MainView::follow_lecture(Session& session) {
  const Lecture& lecture = *lecture_.lecture;
  if (lecture.arrivals() != lecture_.arrivals) {
    lecture_.arrivals = lecture.arrivals();
    show_view(lecture.view());
    session.take_history();  // undo stops at the scene's initial state
    lecture_.panel.begin_scene();
    lecture_.spotlight.show(lecture.scene().spot);
    if (!lecture.problem().empty()) {
      status_.say(lecture.problem());
    }
  }
  const Course* course = lecture.course();
  const lesson::Question* open = course != nullptr ? course->open_question() : nullptr;
  const std::string lesson = session.lesson() ? session.lesson()->id : std::string();
  lecture_.panel.draft().follow(fmt::format("{}/{}", lesson, lecture.arrivals()),
                                open != nullptr ? open->name : "");
}

// Draws the picture of the open question, or of the last one revealed, with the marks.
bool MainView::draw_lecture_stage(Ui& ui, const Session& session, const Rect& area) {
  std::optional<AskedQuestion> question;
  const std::string& revealed = lecture_.panel.revealed();
  if (covered(session)) {
    question = asked(revealed);  // or the open question
  } else if (!revealed.empty()) {
    question = asked(revealed);
    const bool compares = question && question->canvas.marks() > 0 && question->truth &&
                          question->state == QuestionState::answered;
    if (!compares) {
      question.reset();
    }
  }
  if (!question) {
    return false;
  }
  draw_ground(ui, area);
  draw_question_stage(ui, session, *guiding(), *question, lecture_.panel.draft(), area, false);
  return true;
}

// Draws the text around the picture; returns the layout of the panels.
Layout MainView::draw_lecture(Ui& ui, const Session& session, const LayoutInput& input) {
  const Lecture& lecture = *lecture_.lecture;
  const float width = lecture_layout_for(input, 0).caption.w;
  const LectureLayout layout =
      lecture_layout_for(input, lecture_.panel.question_height(ui, lecture, width));
  LecturePanel::draw_caption(ui, lecture, layout.caption);
  lecture_.panel.draw_question(ui, lecture, layout.question);
  LecturePanel::draw_facts(ui, session, sources_of(ui, session), status_.notice(), layout.facts);
  return layout.panels;
}

// Call after everything that it dims has been drawn.
void MainView::draw_spotlight(Ui& ui, const Layout& layout) {
  const Rect picture = layout.page.h > 0 ? layout.page : layout.stage;
  lecture_.picture = picture;
  if (overlay_ == Overlay::none) {
    lecture_.spotlight.draw(ui, picture);
  }
}

}  // namespace lanescope::app
