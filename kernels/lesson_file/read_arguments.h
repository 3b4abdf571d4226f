// [[args]], [[arrays]], [[symbols]] and the args of [[before]] of a lesson file.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/lesson_file/reader.h"
#include "kernels/lesson_file/spec.h"

namespace lanescope::lesson {

// earlier: an argument of a launch in [[before]].
enum class ArgumentRole : std::uint8_t { argument, array, symbol, member, earlier };

// Errors are kept by the tables' reader.
[[nodiscard]] std::vector<ArgumentSpec> read_arguments(const std::vector<Table>& tables,
                                                       ArgumentRole role);

}  // namespace lanescope::lesson
