// Places, shapes and formulas of the index explorer as text.
#pragma once

#include <string>
#include <vector>

#include "viz/scene/index_view.h"
#include "viz/text/texts.h"

namespace lanescope::scene {

// "16 × 4": as many of x, y, z as the extents use.
[[nodiscard]] std::string shape_text(const launch::Dim3& extents);
// "5", "(5, 1)", "(5, 1, 0)": with as many coordinates as the extents use.
[[nodiscard]] std::string place_text(const launch::Dim3& extents, const launch::Dim3& at);

// name = symbols = numbers = value, in the words of the lesson's kernels. `numbers` is empty where
// it would say what `value` says.
struct Formula {
  std::string name, symbols, numbers, value;
};
// The index first, then what it is made of, then warp and lane: in the order of their importance.
[[nodiscard]] std::vector<Formula> formulas_of(const IndexInput& input);

// "warp 3", "warps 2–3": those of the threads from one number to another.
[[nodiscard]] std::string warps_text(std::uint32_t first_thread, std::uint32_t last_thread,
                                     const text::Texts& texts);
[[nodiscard]] std::string thread_tooltip(const IndexInput& input, std::uint32_t number,
                                         const text::Texts& texts);
// Which limit the wanted shape breaks, and what CUDA would answer; empty where it breaks none.
[[nodiscard]] std::string limit_text(const launch::Shape& wanted, const launch::LimitCheck& check,
                                     const text::Texts& texts);
[[nodiscard]] std::string block_tooltip(const IndexInput& input, std::uint64_t number,
                                        const text::Texts& texts);

}  // namespace lanescope::scene
