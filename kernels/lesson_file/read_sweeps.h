// [[sweeps]] of a lesson file. Internal to reading a lesson.
#pragma once

#include <vector>

#include "kernels/lesson_file/reader.h"
#include "kernels/lesson_file/spec.h"

namespace lanescope::lesson {

// Keys: name, parameter, and either values = [..] or from, to and step (added) or factor
// (multiplied). Optional: title, set, variants (default: all with these parameters), quantity (one
// name or a list), by (a second parameter with its values), timed (other parameter values for
// timing).
[[nodiscard]] std::vector<Sweep> read_sweeps(const Table& lesson,
                                             const std::vector<VariantSpec>& variants);

}  // namespace lanescope::lesson
