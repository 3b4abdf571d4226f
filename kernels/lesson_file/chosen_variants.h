// Which variants a part of a lesson file is about. Internal to reading a lesson.
#pragma once

#include <string>
#include <vector>

#include "kernels/lesson_file/reader.h"
#include "kernels/lesson_file/spec.h"

namespace lanescope::lesson {

// variants = ["tile"]: those, checked; empty when the key is not there.
[[nodiscard]] std::vector<std::string> chosen_variants(const Table& table,
                                                       const std::vector<VariantSpec>& variants);

}  // namespace lanescope::lesson
