// A lecture in the window: which deck, what is remembered for the way back, what is lit. The view's
// own part of it; app/session/lecture knows the scenes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/figures/launch_maps.h"
#include "app/session/lecture/lecture.h"
#include "app/window/layout.h"
#include "app/window/panels/lecture_panel.h"
#include "app/window/spotlight.h"

namespace lanescope::app {

struct LectureMode {
  // What only the window can do; may be empty.
  struct Host {
    std::function<void()> toggle_presenter;
    std::function<void()> toggle_freeze;
    // A of a scene's comparison, as ViewRequest::compare has it; the error says what is wrong.
    std::function<tl::expected<void, std::string>(const std::string&)> set_against;
    // The notes, by steps of the wheel.
    std::function<void(float)> scroll_notes;
  };
  // What the pages showed before, as far as it is the view's own.
  struct Before {
    Page page = Page::stage, page_before = Page::stage;
    bool table_shows_times = false;
    int scale_percent = 100;
    std::optional<MapWish> map;
    std::string sweep;  // empty: the lesson has none
    bool sweeps_all_variants = false;
    std::optional<std::size_t> step;  // where that page was open
    std::uint32_t lane = 0;
  };

  Lecture* lecture = nullptr;  // outlives it; nullptr: there are no lectures
  Host host;
  LecturePanel panel;
  Spotlight spotlight;
  std::vector<DeckEntry> decks;  // of the list that is open
  std::uint64_t arrivals = 0;    // Lecture's, of the scene that is shown
  bool was_covered = false;
  Before before;
  // Of the last frame.
  Rect picture;

  [[nodiscard]] bool on() const { return lecture != nullptr && lecture->on(); }
};

}  // namespace lanescope::app
