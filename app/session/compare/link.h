// The same access in another run: what two pictures side by side look at together. Pure functions
// over two outcomes.
#pragma once

#include "app/session/compare/line_match.h"
#include "app/session/run.h"
#include "app/session/selection.h"

namespace lanescope::app {

enum class Likeness : std::uint8_t {
  same,   // line, space, operation and occurrence
  last,   // line, space and operation; the warp executes it less often there: its last
  alike,  // space and operation alone: the costliest of them
  none,   // nothing like it
};

struct AccessLink {
  Likeness likeness = Likeness::none;
  Selection selection;  // in the other run; without an event where there is none
};

// `match`: of the kernels' texts, `from`'s first. Block and warp of `selected` are clamped to what
// `to` has; a warp that it has no trace of has nothing to link with. What the line itself has to
// say (divergence) is linked by the line alone. The wavefront is left out: see linked_wavefront.
[[nodiscard]] AccessLink linked(const Outcome& from, const Selection& selected, const Outcome& to,
                                const LineMatch& match);

// At that step of both, an access of `count` wavefronts shows this one of its own: its last when it
// has been served before. None: all of them.
[[nodiscard]] std::optional<std::uint32_t> linked_wavefront(std::optional<std::uint32_t> step,
                                                            std::uint32_t count);

}  // namespace lanescope::app
