// Shapes and formulas of the index explorer as text.
#pragma once

#include <string>
#include <vector>

#include "viz/picture/index/view.h"
#include "viz/text/texts.h"

namespace lanescope::picture {

// "16 × 4": as many dimensions as the extents use.
[[nodiscard]] std::string shape_text(const launch::Dim3& extents);

// name = symbols = numbers = value, named as in the lesson's kernels. `numbers` is empty if it
// would repeat `value`.
struct Formula {
  std::string name, symbols, numbers, value;
};
// In order of importance: the index, its terms, then warp and lane.
[[nodiscard]] std::vector<Formula> formulas_of(const IndexInput& input);

// "warp 3", "warps 2–3": the warps of a range of threads.
[[nodiscard]] std::string warps_text(std::uint32_t first_thread, std::uint32_t last_thread,
                                     const text::Texts& texts);
[[nodiscard]] std::string thread_tooltip(const IndexInput& input, std::uint32_t number,
                                         const text::Texts& texts);
// The limit that the wanted shape breaks, and CUDA's error; empty if it breaks none.
[[nodiscard]] std::string limit_text(const launch::Shape& wanted, const launch::LimitCheck& check,
                                     const text::Texts& texts);
[[nodiscard]] std::string block_tooltip(const IndexInput& input, std::uint64_t number,
                                        const text::Texts& texts);

}  // namespace lanescope::picture
