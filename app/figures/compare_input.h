// From a session and what it is compared with to what the picture of both shows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/compare/comparison.h"
#include "viz/scene/compare.h"
#include "viz/text/texts.h"

namespace lanescope::app {

// What the panel itself knows.
struct CompareLook {
  std::optional<std::uint32_t> step;  // of the wavefronts of both; none: all
  std::optional<int> lane;            // brought out on both sides
  // What of an outcome's shared memory is used: costly to work out for long traces.
  scene::SharedUse shared_a, shared_b;
};

// Something is kept. Pointers in it are to what session and comparison hold.
[[nodiscard]] scene::CompareInput compare_input(const Session& session,
                                                const Comparison& comparison,
                                                const CompareLook& look, const text::Texts& texts);

// Of the access that is looked at, where it is one, and of the launches. Empty while a side has not
// run.
[[nodiscard]] std::vector<ComparedNumber> all_numbers(const Session& session,
                                                      const Comparison& comparison);

// The first lane that wants something of what the mouse meets in that stage; none: nobody, or it is
// no place in memory.
[[nodiscard]] std::optional<int> lane_at(const scene::StageInput& stage, const scene::HitArea& hit);

// Wavefronts of what is looked at, of the side that has more.
[[nodiscard]] std::uint32_t compared_wavefronts(const Session& session,
                                                const Comparison& comparison);

// "shared tile, PAD = 0": of what is to be compared with, or was kept.
[[nodiscard]] std::string name_of(const Partner& partner, const Session& session,
                                  const text::Texts& texts);
[[nodiscard]] std::string name_of(const ComparedSide& side, const std::string& language);

}  // namespace lanescope::app
