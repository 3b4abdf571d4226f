// The strip: the memory instructions and barriers of one warp in execution order, to scrub through.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "sim/report/report.h"
#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/style.h"

namespace lanescope::picture {

struct StripInput {
  const report::WarpTrace* trace = nullptr;  // nullptr: an empty strip with a message
  // Index into trace->events. Past the end: none is selected, and the last events are shown.
  std::size_t selected = 0;
  // The first event that the picture before showed. With too many events to show at once, the
  // window moves from there only as far as the selected event needs, so that a click moves nothing.
  // Empty: the selected event is in the middle.
  std::optional<std::size_t> first{};
  const report::Report* report = nullptr;  // for the names of files; nullptr: lines have none
};

// The first event that build_strip() shows at readable size.
[[nodiscard]] std::size_t first_shown(const StripInput& input, const Style& style, float width);

// HitArea kind event, index into trace->events. With too many events to show at once: a window
// around the selected one at readable size, and an overview of all events above it (one hit area
// per column).
[[nodiscard]] DrawList build_strip(const StripInput& input, const Style& style, float width,
                                   float height);

// "LDG", "STS", "BAR", ...: as in the GPU's own instruction set.
[[nodiscard]] const char* mnemonic(const report::Event& event);
[[nodiscard]] const char* mnemonic(memory::Space space, memory::Op op);

// "32 wavefronts", "4 sectors"; empty for a barrier.
[[nodiscard]] std::string cost_text(const report::Event& event, const text::Texts& texts);
// Cost divided by ideal; 0 for a barrier.
[[nodiscard]] double ratio_of(const report::Event& event);

}  // namespace lanescope::picture
