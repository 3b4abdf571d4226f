// An array as the GPU left it against the same array as the simulator left it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "kernels/lesson_file/lesson.h"

namespace lanescope::device {

// Elements may differ by `absolute` + `relative` x |expected|. Both 0: bit for bit, and of NaNs any
// is as good as any other, since compilers choose which operand's to hand on. Integers are always
// compared bit for bit.
struct Tolerance {
  double relative = 0;
  double absolute = 0;
};

struct ArrayDifference {
  std::uint64_t index = 0;  // the first element that differs,
  std::string expected;     // as the simulator has it
  std::string found;        // and as the GPU has it
  std::uint64_t count = 0;  // of elements that differ
  // "differs first at [17]: the simulator has 3, the GPU 4 (2 of 1,024 elements differ)" needs the
  // array's name and size, which the caller has.
};

// Both hold elements of `type`, the same number. nullopt: no difference.
[[nodiscard]] std::optional<ArrayDifference> first_difference(std::span<const std::byte> expected,
                                                              std::span<const std::byte> found,
                                                              lesson::ElementType type,
                                                              Tolerance tolerance = {});

}  // namespace lanescope::device
