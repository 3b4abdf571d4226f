// The parts of a lesson file about measuring: sweeps, bounds, and where counters are known to
// differ from the model. Internal to reading a lesson.
#pragma once

#include <vector>

#include "kernels/lesson_file/reader.h"
#include "kernels/lesson_file/spec.h"

namespace lanescope::lesson {

// [bound]: kind = "sum" | "sgemm", size = a number or an expression.
[[nodiscard]] BoundSpec read_bound(const Table& table);
// [[sweeps]]: name, parameter, and values = [..] or from, to and step (added) or factor
// (multiplied); optional: title, set, variants (else all that have the parameters).
[[nodiscard]] std::vector<Sweep> read_sweeps(const Table& lesson,
                                             const std::vector<VariantSpec>& variants);
// [[differences]]: counters, why; optional: variants, within.
[[nodiscard]] std::vector<KnownDifference> read_differences(
    const Table& lesson, const std::vector<VariantSpec>& variants);

}  // namespace lanescope::lesson
