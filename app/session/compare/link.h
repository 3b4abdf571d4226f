// Finds the same access in another run, so that two pictures side by side show the same one. Pure
// functions over two outcomes.
#pragma once

#include "app/session/compare/line_match.h"
#include "app/session/run/run.h"
#include "app/session/selection/selection.h"

namespace lanescope::app {

enum class Likeness : std::uint8_t {
  same,   // equal line, space, operation and occurrence
  last,   // equal line, space and operation; fewer occurrences there: the last one
  alike,  // equal space and operation only: the costliest such access
  none,   // no such access
};

struct AccessLink {
  Likeness likeness = Likeness::none;
  Selection selection;  // in the other run; without an event if there is none
};

// `match`: of the kernel texts, `from`'s first. Block and warp of `selected` are clamped to those
// in `to`; a warp without a trace there has no link. The divergence view links lines only. The
// wavefront is not linked: see clamped_wavefront.
[[nodiscard]] AccessLink linked(const Outcome& from, const Selection& selected, const Outcome& to,
                                const LineMatch& match);

}  // namespace lanescope::app
