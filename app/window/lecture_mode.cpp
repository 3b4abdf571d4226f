#include "app/window/lecture_mode.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/figures/appearance.h"
#include "app/session/lecture/write_scene.h"
#include "app/session/shortcuts.h"
#include "app/window/panels/guide/question_stage.h"
#include "app/window/toolkit/layout.h"
#include "app/window/toolkit/widgets.h"

namespace lanescope::app {
namespace {

// "Compare (copy, PAD = 1)": the page and what its view names. Empty for the picture of an access.
std::string page_words(const ViewRequest& view, const text::Texts& texts) {
  if (!replaces_stage(view.page)) return {};
  std::string words = texts.get(std::string("page.") + name_of(view.page));
  std::string argument = view.page_argument;
  const auto replace = [&](std::string_view what, const std::string& by) {
    for (std::size_t at = 0; (at = argument.find(what, at)) != std::string::npos; at += by.size())
      argument.replace(at, what.size(), by);
  };
  replace("variant=", "");
  replace(",", texts.get("lecture.between"));
  replace("=", " = ");
  return argument.empty() ? words : fmt::format("{} ({})", words, argument);
}

// "Matrix transpose: shared tile, PAD = 1, Times"; tells several saved scenes apart.
std::string title_of(const Session& session, const Scene& scene, const text::Texts& texts) {
  const std::string language = texts.language();
  std::string lesson = scene.lesson;
  if (session.lesson() && !session.lesson()->title.in(language).empty())
    lesson = session.lesson()->title.in(language);
  std::string what;
  const auto add = [&](const std::string& part) {
    what += (what.empty() ? "" : texts.get("lecture.between")) + part;
  };
  if (const LessonCard::Variant* variant = session.variant()) {
    const std::string& title = variant->title.in(language);
    if (!title.empty() || !variant->name.empty()) add(title.empty() ? variant->name : title);
  }
  for (const auto& [name, value] : scene.set) add(fmt::format("{} = {}", name, value));
  if (const auto view = parse_view(scene.view)) {
    if (view->wavefront) add(texts.get("lecture.wavefront", fmt::arg("n", *view->wavefront + 1)));
    const std::string page = page_words(*view, texts);
    if (!page.empty() && scene.step_name.empty()) add(page);
  }
  return what.empty()
             ? lesson
             : texts.get("lecture.title", fmt::arg("lesson", lesson), fmt::arg("what", what));
}

}  // namespace

void LectureMode::begin(const Session& session, const Pages& pages, DeckPtr deck,
                        std::optional<std::size_t> index) {
  if (!on()) {
    pages_before_ = pages.remember(session);
    scale_percent_before_ = session.state().settings.scale_percent;
  }
  values_ = {};
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
      return reveal(false);
    case LectureKey::next:
      return panel_.to_next_question(*lecture_) ? void() : lecture_->next();
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
      return reveal(true);  // whoever presses a button of this name means it
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
      return reveal(true);
    case Command::guide_down:
      return scroll_words(3, pages);
    case Command::guide_up:
      return scroll_words(-3, pages);
    default:
      return;
  }
}

// Scrolls the question and the notes, and the page if it scrolls.
void LectureMode::scroll_words(float steps, Pages& pages) {
  panel_.scroll_by(steps);
  pages.scroll_by(steps);
  if (host_.scroll_notes) host_.scroll_notes(steps);
}

// Shows a page as a scene requests it and discards what was tried out on the page.
void LectureMode::show(const ViewRequest& view, Ui& ui, Session& session, Pages& pages) {
  if (const auto opened = pages.open(view, session); !opened) ui.ask(Say{opened.error()});
  pages.discard_trials();
}

void LectureMode::follow(Ui& ui, Session& session, Pages& pages) {
  if (lecture_->arrivals() != arrivals_) {
    arrivals_ = lecture_->arrivals();
    show(lecture_->view(), ui, session, pages);
    ui.quiet();                  // the mouse still rests where it was in the scene before
    session.history().give({});  // undo stops at the scene's initial state
    panel_.begin_scene();
    spotlight_.show(lecture_->scene().spot);
    values_before_ = std::exchange(values_, {});
    tells_values_ = true;
    if (!lecture_->problem().empty()) ui.ask(Say{lecture_->problem()});
  }
  note_values(session);
  if (!lecture_->covered()) tell_values(ui, session);
  const Course* course = lecture_->course();
  const lesson::Question* open = course != nullptr ? course->open_question() : nullptr;
  const std::string lesson = session.lesson() ? session.lesson()->id : std::string();
  panel_.draft().follow(fmt::format("{}/{}", lesson, lecture_->arrivals()),
                        open != nullptr ? open->name : "");
}

void LectureMode::note_values(const Session& session) {
  const LessonCard::Variant* variant = session.variant();
  if (variant == nullptr) return;
  values_ = {session.state().lesson, {}};
  for (const lesson::Parameter& parameter : variant->parameters)
    values_.of[parameter.name] = session.value_of(parameter);
}

void LectureMode::tell_values(Ui& ui, const Session& session) {
  const LessonCard::Variant* variant = session.variant();
  if (variant == nullptr || !std::exchange(tells_values_, false) ||
      values_.lesson != values_before_.lesson) {
    return;
  }
  const auto text_of_value = [](std::int64_t value) {
    return value < 0 ? std::to_string(value)
                     : text::Texts::grouped(static_cast<std::uint64_t>(value));
  };
  std::string changes;
  for (const lesson::Parameter& parameter : variant->parameters) {
    const std::int64_t value = values_.of.at(parameter.name);
    const auto before = values_before_.of.find(parameter.name);
    if (&parameter == pad_parameter(session) || before == values_before_.of.end() ||
        before->second == value) {
      continue;
    }
    if (!changes.empty()) changes += ui.texts().get("lecture.between");
    changes += ui.texts().get("lecture.other_value", fmt::arg("name", parameter.name),
                              fmt::arg("value", text_of_value(value)),
                              fmt::arg("before", text_of_value(before->second)));
  }
  if (!changes.empty() && lecture_->problem().empty()) ui.ask(Say{std::move(changes)});
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
    if (!compares) question.reset();
  }
  if (!question) return false;
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

SavedScene LectureMode::save_scene(const Session& session, const Pages& pages, const Course* course,
                                   bool covered) const {
  const text::Texts texts = texts_of(session.state().settings);
  if (!session.run().shown()) return {texts.get("lecture.nothing_to_save"), {}};
  const ViewRequest page = pages.view(session);
  Scene scene = present_scene(session, page);
  std::vector<std::string> lost;
  const bool asks_now = covered && course->current() != nullptr && course->on_path();
  if (asks_now) {
    scene.step_name = course->current()->name;  // the question is on the screen
  } else {
    if (!session.run().running() && !shows_its_file(session))
      lost.emplace_back("lecture.lost_text");
    const std::vector<std::string> lost_on_page = pages.lost_in(page, session);
    lost.insert(lost.end(), lost_on_page.begin(), lost_on_page.end());
    if (on() && !panel_.revealed().empty()) lost.emplace_back("lecture.lost_answer");
  }
  if (on() && spotlight_.mode() == Spotlight::Mode::scene) scene.spot = lecture_->scene().spot;
  lesson::Text deck_title;
  for (const std::string& language : text::language_codes()) {
    const text::Texts own(language);
    scene.title.by_language[language] = title_of(session, scene, own);
    deck_title.by_language[language] = own.get("lecture.own_deck");
  }
  // Saves to the running deck if it is the user's own; shipped decks are not changed.
  std::filesystem::path file = user_decks_folder() / "my-scenes.toml";
  if (on() && lecture_->deck()->path.parent_path() == user_decks_folder().lexically_normal())
    file = lecture_->deck()->path;
  const auto deck = append_scene(file, deck_title, scene);
  if (!deck) return {texts.get("lecture.not_saved", fmt::arg("why", deck.error())), {}};
  std::string notice = texts.get("lecture.saved", fmt::arg("n", deck->scenes.size()),
                                 fmt::arg("path", file.string()));
  std::string what;
  for (const std::string& key : lost)
    what += (what.empty() ? "" : texts.get("lecture.between")) + texts.get(key);
  if (!what.empty()) {  // placed before the path, which may be long
    notice = texts.get("lecture.saved_without", fmt::arg("what", what), fmt::arg("saved", notice));
  }
  return {std::move(notice), file};
}

}  // namespace lanescope::app
