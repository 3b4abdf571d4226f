// The parts of a lesson file about measuring: bounds, and known differences between counters and
// model. Internal to reading a lesson.
#pragma once

#include <vector>

#include "kernels/lesson_file/reader.h"
#include "kernels/lesson_file/spec.h"

namespace lanescope::lesson {

// [bound]: kind ("sum" or "sgemm") and size (a number or an expression).
[[nodiscard]] BoundSpec read_bound(const Table& table);
// [[differences]]: counters, why; optional: variants, within.
[[nodiscard]] std::vector<KnownDifference> read_differences(
    const Table& lesson, const std::vector<VariantSpec>& variants);

}  // namespace lanescope::lesson
