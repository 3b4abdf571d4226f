// The variants that a part of a lesson file applies to. Internal to reading a lesson.
#pragma once

#include <string>
#include <vector>

#include "kernels/lesson_file/reader.h"
#include "kernels/lesson_file/spec.h"

namespace lanescope::lesson {

// Reads and checks variants = ["tile"]; empty if there is no such key.
[[nodiscard]] std::vector<std::string> chosen_variants(const Table& table,
                                                       const std::vector<VariantSpec>& variants);

}  // namespace lanescope::lesson
