// [[sweeps]] of a lesson file. Internal to reading a lesson.
#pragma once

#include <vector>

#include "kernels/lesson_file/reader.h"
#include "kernels/lesson_file/spec.h"

namespace lanescope::lesson {

// name, parameter, and values = [..] or from, to and step (added) or factor (multiplied); optional:
// title, set, variants (else all that have the parameters), quantity (one name or a list), by (a
// second parameter with its values).
[[nodiscard]] std::vector<Sweep> read_sweeps(const Table& lesson,
                                             const std::vector<VariantSpec>& variants);

}  // namespace lanescope::lesson
