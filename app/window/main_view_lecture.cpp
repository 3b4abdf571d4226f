// Lecture mode in the window: what is shown, what its keys do, saving a scene.
#include <algorithm>

#include <fmt/format.h>

#include "app/session/lecture/write_scene.h"
#include "app/window/appearance.h"
#include "app/window/lecture_layout.h"
#include "app/window/main_view.h"
#include "app/window/panels/question_stage.h"

namespace lanescope::app {
namespace {

// "Matrix transpose: shared tile, PAD = 1": which of several saved scenes it is.
std::string title_of(const Session& session, const Scene& scene, const text::Texts& texts) {
  const std::string language = text::code_of(texts.language());
  std::string lesson = scene.lesson;
  if (session.lesson() && !session.lesson()->title.in(language).empty()) {
    lesson = session.lesson()->title.in(language);
  }
  std::string what;
  const auto add = [&](const std::string& part) {
    what += (what.empty() ? "" : texts.get("lecture.between")) + part;
  };
  if (const LessonCard::Variant* variant = session.variant()) {
    const std::string& title = variant->title.in(language);
    if (!title.empty() || !variant->name.empty()) {
      add(title.empty() ? variant->name : title);
    }
  }
  for (const auto& [name, value] : scene.set) {
    add(fmt::format("{} = {}", name, value));
  }
  if (const std::optional<std::uint32_t>& wavefront = session.state().selection.wavefront) {
    add(texts.get("lecture.wavefront", fmt::arg("n", *wavefront + 1)));
  }
  return what.empty()
             ? lesson
             : texts.get("lecture.title", fmt::arg("lesson", lesson), fmt::arg("what", what));
}

// What a page is called in a view.
ViewRequest request_of(Page page, const Session& session) {
  ViewRequest view;
  view.times = page == Page::times;
  view.index = page == Page::index;
  view.machine = page == Page::machine;
  if (page == Page::compare) {
    view.compare = "";
  }
  if (page == Page::sweep && session.sweep() != nullptr) {
    view.sweep = session.sweep()->name;
  }
  return view;
}

}  // namespace

float MainView::scale_for(int width, int height, const Settings& settings,
                          float content_scale) const {
  return lecturing() ? lecture_scale(width, height, settings.scale_percent, lecture_.scale_percent)
                     : static_cast<float>(settings.scale_percent) / 100.0F * content_scale;
}

void MainView::toggle_lecture(Session& session) {
  if (lecturing()) {
    return leave_lecture();
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

// Those of the lesson first; one that can't be read says why.
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
    lecture_.page = page_;
    lecture_.page_before = page_before_;
    lecture_.table_shows_times = table_shows_times_;
    lecture_.scale_percent = session.state().settings.scale_percent;
  }
  lecture_.lecture->start(std::move(deck), index);
}

void MainView::leave_lecture() {
  lecture_.lecture->leave();
  lecture_.spotlight.off();
  page_ = lecture_.page;
  page_before_ = lecture_.page_before;
  table_shows_times_ = lecture_.table_shows_times;
  step_.clear();
}

bool MainView::lecture_key(LectureKey key, Ui& ui) {
  if (!lecturing() || overlay_ != Overlay::none || top_.editing() || index_.editing()) {
    return false;
  }
  Lecture& lecture = *lecture_.lecture;
  if (key == LectureKey::reveal) {
    if (ui.focus().visible()) {
      return false;  // a control that Tab went to is what Enter presses
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

// The deck leads, not the guide.
void MainView::press_guide_in_lecture(const Binding& binding) {
  switch (binding.command) {
    case Command::show_answer:
      return lecture_.panel.reveal(*lecture_.lecture);
    case Command::guide_down:
      return lecture_.panel.scroll_by(3);
    case Command::guide_up:
      return lecture_.panel.scroll_by(-3);
    default:
      return;
  }
}

// A scene that was come to: its page, its light, its questions.
void MainView::follow_lecture(const Session& session) {
  const Lecture& lecture = *lecture_.lecture;
  if (lecture.arrivals() != lecture_.arrivals) {
    lecture_.arrivals = lecture.arrivals();
    page_ = page_of(lecture.view());
    steps_.follower().begin_at(lecture.view().step, lecture.view().lane);
    lecture_.panel.begin_scene();
    lecture_.spotlight.show(lecture.scene().spot);
    if (!lecture.problem().empty()) {
      status_.say(lecture.problem());
    }
    if (lecture.view().compare && lecture_.host.set_against) {
      if (const auto set = lecture_.host.set_against(*lecture.view().compare); !set) {
        status_.say(set.error());
      }
    }
  }
  const Course* course = lecture.course();
  const lesson::Question* open = course != nullptr ? course->open_question() : nullptr;
  const std::string lesson = session.lesson() ? session.lesson()->id : std::string();
  lecture_.panel.draft().follow(fmt::format("{}/{}", lesson, lecture.arrivals()),
                                open != nullptr ? open->name : "");
}

// The picture of the open question, or of the one that was revealed last, with what was marked.
bool MainView::draw_lecture_stage(Ui& ui, const Session& session, const Rect& area) {
  std::optional<AskedQuestion> question;
  const std::string& revealed = lecture_.panel.revealed();
  if (covered(session)) {
    question = asked(revealed);  // or the open one
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
  ui.fill(area, ui.palette().panel, ui.px(8));
  draw_question_stage(ui, session, *guiding(), *question, lecture_.panel.draft(), area, false);
  return true;
}

// Words around the picture; returns where the panels are.
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

// After everything that it dims.
void MainView::draw_spotlight(Ui& ui, const Layout& layout) {
  Rect picture = layout.stage;
  Layout places = layout;
  if (const Rect* place = place_of(page_, places); place != nullptr && place->h > 0) {
    picture = *place;
  }
  lecture_.picture = picture;
  if (overlay_ == Overlay::none) {
    lecture_.spotlight.draw(ui, picture);
  }
}

void MainView::save_scene(const Session& session) {
  const text::Texts texts = texts_of(session.state().settings);
  if (!session.shown()) {
    return status_.say(texts.get("lecture.nothing_to_save"));
  }
  ViewRequest page = request_of(page_, session);
  if (page_ == Page::steps && steps_.follower().steps() != nullptr) {
    page.steps = true;
    page.step = steps_.follower().step();
    page.lane = steps_.follower().lane();
  }
  Scene scene = present_scene(session, page);
  const Course* course = guiding();
  const bool asks_now = covered(session) && course->current() != nullptr && course->on_path();
  if (asks_now) {
    scene.step = course->current()->name;  // it is the question that is on the screen
  }
  const text::Texts english(text::Language::english);
  const text::Texts chinese(text::Language::chinese);
  scene.title = {title_of(session, scene, english), title_of(session, scene, chinese)};
  // Into the deck that is being shown, where it is one's own; shipped ones stay as they are.
  std::filesystem::path file = own_decks_folder() / "my-scenes.toml";
  if (lecturing() &&
      lecture_.lecture->deck()->path.parent_path() == own_decks_folder().lexically_normal()) {
    file = lecture_.lecture->deck()->path;
  }
  const auto deck =
      append_scene(file, {english.get("lecture.own_deck"), chinese.get("lecture.own_deck")}, scene);
  status_.say(deck ? texts.get("lecture.saved", fmt::arg("n", deck->scenes.size()),
                               fmt::arg("path", file.string()))
                   : texts.get("lecture.not_saved", fmt::arg("why", deck.error())));
}

}  // namespace lanescope::app
