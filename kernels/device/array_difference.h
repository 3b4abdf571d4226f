// Compares an array from the GPU with the same array from the simulator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "kernels/lesson_file/lesson.h"

namespace lanescope::device {

// Elements may differ by `absolute` + `relative` x |expected|. If both are 0, they must be equal
// bit for bit, except that any NaN equals any other: compilers choose which operand's NaN a result
// gets. Integers are always compared bit for bit.
struct Tolerance {
  double relative = 0;
  double absolute = 0;
  [[nodiscard]] bool is_exact() const { return relative == 0 && absolute == 0; }
};

struct ArrayDifference {
  std::uint64_t index = 0;  // of the first element that differs
  std::string expected;     // the simulator's
  std::string found;        // the GPU's
  std::uint64_t count = 0;  // number of elements that differ
  // Callers report "differs first at [17]: the simulator has 3, the GPU 4 (2 of 1,024 elements
  // differ)", adding the array's name and size.
};

// Both arrays have the same number of elements of `type`. nullopt: no difference.
[[nodiscard]] std::optional<ArrayDifference> first_difference(std::span<const std::byte> expected,
                                                              std::span<const std::byte> found,
                                                              lesson::ElementType type,
                                                              Tolerance tolerance = {});

}  // namespace lanescope::device
