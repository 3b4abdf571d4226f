// The comparison picture's input, from a session and its comparison.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/comparison.h"
#include "viz/picture/compare/compare.h"
#include "viz/text/texts.h"

namespace lanescope::app {

// State of the panel.
struct CompareView {
  std::optional<std::uint32_t> step;  // a wavefront, the same on both sides; none: all
  std::optional<int> lane;            // highlighted on both sides
  // Shared memory that each side uses: expensive to compute for long traces.
  picture::SharedUse shared_a, shared_b;
};

// The comparison must have a kept side. Pointers in the result point into session and comparison.
[[nodiscard]] picture::CompareInput compare_input(const Session& session,
                                                  const Comparison& comparison,
                                                  const CompareView& compare_view,
                                                  const text::Texts& texts);

// Counts of the chosen access, if there is one, and of the launches. Empty until both sides have
// run.
[[nodiscard]] std::vector<ComparedNumber> all_numbers(const Session& session,
                                                      const Comparison& comparison);

// The first lane that accesses what `hit` names in that stage. None: no lane does, or it is not a
// place in memory.
[[nodiscard]] std::optional<int> lane_at(const picture::StageInput& stage,
                                         const picture::HitArea& hit);

// Wavefronts of the chosen access, on the side that has more.
[[nodiscard]] std::uint32_t compared_wavefronts(const Session& session,
                                                const Comparison& comparison);

// "shared tile, PAD = 0": the name of a partner, chosen or kept.
[[nodiscard]] std::string name_of(const Partner& partner, const Session& session,
                                  const text::Texts& texts);
[[nodiscard]] std::string name_of(const ComparedSide& side, const std::string& language);

}  // namespace lanescope::app
