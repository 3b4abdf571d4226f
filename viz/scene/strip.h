// The strip: the memory instructions and barriers of one warp in the order it executed them, to
// scrub through.
#pragma once

#include <cstddef>
#include <string>

#include "sim/report/report.h"
#include "viz/scene/draw_list.h"
#include "viz/scene/style.h"

namespace lanescope::scene {

struct StripInput {
  const report::WarpTrace* trace = nullptr;  // nullptr: an empty strip that says so
  std::size_t selected = 0;                  // index into trace->events
};

// HitArea kind event, index into trace->events. Thousands of events: a window around the chosen one
// at readable size, above it an overview of all of them (hit areas too, one a column).
[[nodiscard]] DrawList build_strip(const StripInput& input, const Style& style, float width,
                                   float height);

// "LDG", "STS", "BAR", ...: as the machine's own mnemonics have it.
[[nodiscard]] const char* mnemonic(const report::Event& event);

// "32 waves", "4 sectors"; empty for a barrier.
[[nodiscard]] std::string cost_text(const report::Event& event, const text::Texts& texts);
// Cost by ideal; 0 for a barrier.
[[nodiscard]] double ratio_of(const report::Event& event);

}  // namespace lanescope::scene
