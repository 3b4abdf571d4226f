// The view's state during a lecture: the deck, the state to return to, the spotlight.
// app/session/lecture has the scenes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/figures/launch_maps.h"
#include "app/session/lecture/lecture.h"
#include "app/window/panels/lecture/lecture_panel.h"
#include "app/window/toolkit/layout.h"
#include "app/window/toolkit/spotlight.h"

namespace lanescope::app {

struct LectureMode {
  // Actions that only the window can do. Members may be empty.
  struct Host {
    std::function<void()> toggle_presenter;
    std::function<void()> toggle_freeze;
    // Sets side A of a scene's comparison, in the format of ViewRequest::page_argument. The error
    // says what is wrong with it.
    std::function<tl::expected<void, std::string>(const std::string&)> set_against;
    // Scrolls the notes by wheel steps.
    std::function<void(float)> scroll_notes;
  };
  // The pages before the lecture, as far as the view owns their state.
  struct Before {
    Page page = Page::stage, page_before = Page::stage;
    bool table_shows_times = false;
    int scale_percent = 100;
    std::optional<MapWish> map;
    std::string sweep;  // empty: the lesson has no sweep
    bool sweeps_all_variants = false;
    std::optional<std::size_t> step;  // position on the page that follows a warp; nothing: not open
    std::uint32_t lane = 0;
  };

  Lecture* lecture = nullptr;  // must outlive this; nullptr: no lectures
  Host host;
  LecturePanel panel;
  Spotlight spotlight;
  std::vector<DeckEntry> decks;  // entries of the open list
  std::uint64_t arrivals = 0;    // Lecture::arrivals() of the scene shown
  bool was_covered = false;
  Before before;
  // In the last frame.
  Rect picture;

  [[nodiscard]] bool on() const { return lecture != nullptr && lecture->on(); }
};

}  // namespace lanescope::app
