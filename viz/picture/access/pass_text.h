// Texts about how an access is served: why in groups, and where the player is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viz/picture/access/passes.h"
#include "viz/picture/access/stage.h"

namespace lanescope::picture {

// The passes of the access as the stage shows it: wavefronts, or transactions on machines that
// count those; otherwise empty.
[[nodiscard]] Passes passes_of(const StageInput& input);

// "16-byte loads: a quarter-warp at a time"
[[nodiscard]] std::string pass_reason(const StageInput& input, const text::Texts& texts);
// The cost of the groups under one bracket, longest form first: "lanes 0–7: 1 wavefront", "1
// wavefront", "1".
[[nodiscard]] std::vector<std::string> span_labels(const Passes& passes, const PassSpan& span,
                                                   bool is_shared, const text::Texts& texts);
[[nodiscard]] std::string group_tooltip(const Passes& passes, std::size_t group, bool is_shared,
                                        const text::Texts& texts);
// "group 2 of 4 · wavefront 6 of 8: lane 13 served, 2 wait, 16 come later"
[[nodiscard]] std::string position_sentence(const StageInput& input, const Passes& passes,
                                            std::size_t at, const text::Texts& texts);
// The sentence for all positions shown at once.
[[nodiscard]] std::string all_positions_sentence(const Passes& passes, bool is_shared,
                                                 const text::Texts& texts);

}  // namespace lanescope::picture
