// Saves the present view as a scene of a deck.
#include <algorithm>

#include <fmt/format.h>

#include "app/session/lecture/write_scene.h"
#include "app/window/main_view.h"
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

// The page shown, as a view request.
ViewRequest MainView::present_view(const Session& session) const {
  ViewRequest view;
  if (replaces_stage(page_)) {
    view.page = page_;
  }
  if (page_ == Page::sweep) {
    view.page_argument = session.sweep() != nullptr ? session.sweep()->name : "";
  }
  if (page_ == Page::map) {
    view.page_argument = launch_maps_ != nullptr ? launch_maps_->text() : "";
  }
  if (page_ == Page::compare) {
    const Comparison* comparison = pages_.compare.comparison();
    const ComparedSide* other = comparison != nullptr ? comparison->other() : nullptr;
    view.page_argument = other != nullptr ? compare_text(session, *other).value_or("") : "";
    view.wavefront = other != nullptr ? pages_.compare.step() : session.state().selection.wavefront;
  }
  const bool needs_argument = row_of(view.page).argument.kind == PageArgument::Kind::required;
  if (needs_argument && view.page_argument.empty()) {
    view.page = Page::stage;  // the lesson has no sweep
  }
  if (page_ == Page::steps) {
    const StepsFollower& follower = pages_.steps.follower();
    if (follower.is_of(session)) {
      view.step = follower.step();
    }
    view.lane = follower.lane();
  }
  return view;
}

// Text keys of what is on the screen but can't be written as a view.
std::vector<std::string> MainView::lost_in_scene(const Session& session,
                                                 const ViewRequest& page) const {
  std::vector<std::string> lost;
  const auto add = [&](bool is_lost, const char* key) {
    if (is_lost) {
      lost.emplace_back(key);
    }
  };
  add(!session.running() && !shows_its_file(session), "lecture.lost_text");
  if (const Comparison* comparison = pages_.compare.comparison();
      page.page == Page::compare && comparison != nullptr && comparison->active()) {
    const bool says_other = compare_text(session, *comparison->other()).has_value();
    add(!says_other, "lecture.lost_other");
    add(pages_.compare.below() != picture::CompareBelow::numbers, "lecture.lost_rows");
  }
  add(page.page == Page::map && pages_.map.view().has_value(), "lecture.lost_zoom");
  add(page.page == Page::index && !pages_.index.choice().is_as_begun(), "lecture.lost_thread");
  if (page.page == Page::sweep) {
    add(pages_.sweep.quantity() != 0, "lecture.lost_count");
    add(session.sweeps_all_variants(), "lecture.lost_variants");
  }
  const bool has_no_name = page.page != page_ && page_ != Page::guide;
  add(has_no_name, "lecture.lost_page");
  add(lecturing() && !lecture_.panel.revealed().empty(), "lecture.lost_answer");
  return lost;
}

void MainView::save_scene(const Session& session) {
  const text::Texts texts = texts_of(session.state().settings);
  if (!session.shown()) {
    return status_.say(texts.get("lecture.nothing_to_save"));
  }
  const ViewRequest page = present_view(session);
  Scene scene = present_scene(session, page);
  std::vector<std::string> lost;
  const Course* course = guiding();
  const bool asks_now = covered(session) && course->current() != nullptr && course->on_path();
  if (asks_now) {
    scene.step = course->current()->name;  // the question is on the screen
  } else {
    lost = lost_in_scene(session, page);
  }
  if (lecturing() && lecture_.spotlight.mode() == Spotlight::Mode::scene) {
    scene.spot = lecture_.lecture->scene().spot;
  }
  lesson::Text deck_title;
  for (const std::string& language : text::language_codes()) {
    const text::Texts own(language);
    scene.title.by_language[language] = title_of(session, scene, own);
    deck_title.by_language[language] = own.get("lecture.own_deck");
  }
  // Saves to the running deck if it is the user's own; shipped decks are not changed.
  std::filesystem::path file = own_decks_folder() / "my-scenes.toml";
  if (lecturing() &&
      lecture_.lecture->deck()->path.parent_path() == own_decks_folder().lexically_normal()) {
    file = lecture_.lecture->deck()->path;
  }
  const auto deck = append_scene(file, deck_title, scene);
  if (!deck) {
    return status_.say(texts.get("lecture.not_saved", fmt::arg("why", deck.error())));
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
  status_.say(std::move(notice));
}

}  // namespace lanescope::app
