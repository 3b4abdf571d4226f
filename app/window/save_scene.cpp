// Saves the present view as a scene of a deck.
#include <algorithm>

#include <fmt/format.h>

#include "app/session/lecture/write_scene.h"
#include "app/window/lecture_mode.h"
#include "app/window/toolkit/appearance.h"

namespace lanescope::app {
namespace {

// "Matrix transpose: shared tile, PAD = 1"; tells several saved scenes apart.
std::string title_of(const Session& session, const Scene& scene, const text::Texts& texts) {
  const std::string language = texts.language();
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

}  // namespace

SavedScene LectureMode::save_scene(const Session& session, const Pages& pages, const Course* course,
                                   bool covered) const {
  const text::Texts texts = texts_of(session.state().settings);
  if (!session.shown()) {
    return {texts.get("lecture.nothing_to_save"), {}};
  }
  const ViewRequest page = pages.view(session);
  Scene scene = present_scene(session, page);
  std::vector<std::string> lost;
  const bool asks_now = covered && course->current() != nullptr && course->on_path();
  if (asks_now) {
    scene.step = course->current()->name;  // the question is on the screen
  } else {
    if (!session.running() && !shows_its_file(session)) {
      lost.emplace_back("lecture.lost_text");
    }
    const std::vector<std::string> lost_on_page = pages.lost_in(page, session);
    lost.insert(lost.end(), lost_on_page.begin(), lost_on_page.end());
    if (on() && !panel_.revealed().empty()) {
      lost.emplace_back("lecture.lost_answer");
    }
  }
  if (on() && spotlight_.mode() == Spotlight::Mode::scene) {
    scene.spot = lecture_->scene().spot;
  }
  lesson::Text deck_title;
  for (const std::string& language : text::language_codes()) {
    const text::Texts own(language);
    scene.title.by_language[language] = title_of(session, scene, own);
    deck_title.by_language[language] = own.get("lecture.own_deck");
  }
  // Saves to the running deck if it is the user's own; shipped decks are not changed.
  std::filesystem::path file = user_decks_folder() / "my-scenes.toml";
  if (on() && lecture_->deck()->path.parent_path() == user_decks_folder().lexically_normal()) {
    file = lecture_->deck()->path;
  }
  const auto deck = append_scene(file, deck_title, scene);
  if (!deck) {
    return {texts.get("lecture.not_saved", fmt::arg("why", deck.error())), {}};
  }
  std::string notice = texts.get("lecture.saved", fmt::arg("n", deck->scenes.size()),
                                 fmt::arg("path", file.string()));
  std::string what;
  for (const std::string& key : lost) {
    what += (what.empty() ? "" : texts.get("lecture.between")) + texts.get(key);
  }
  if (!what.empty()) {  // placed before the path, which may be long
    notice = texts.get("lecture.saved_without", fmt::arg("what", what), fmt::arg("saved", notice));
  }
  return {std::move(notice), file};
}

}  // namespace lanescope::app
