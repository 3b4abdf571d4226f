// [[args]], [[arrays]] and [[symbols]] of a lesson file.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/lesson_file/reader.h"
#include "kernels/lesson_file/spec.h"

namespace lanescope::lesson {

enum class ArgumentRole : std::uint8_t { argument, array, symbol, member };

// Errors are kept by the tables' reader.
[[nodiscard]] std::vector<ArgumentSpec> read_arguments(const std::vector<Table>& tables,
                                                       ArgumentRole role);

}  // namespace lanescope::lesson
