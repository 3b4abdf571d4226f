// Integer expressions of lesson files: + - * / % ( ) ceil_div(a, b) min(a, b, ...) max(a, b, ...)
// and parameters.
//
// Exact: every value, intermediate ones too, is a whole number of at most 2^53 in size, or the
// expression is an error.
// `/` and `%` are those of C++ (towards zero). muParser parses; it counts in doubles, which hold
// such numbers exactly.
#pragma once

#include <cstdint>
#include <string>

#include <tl/expected.hpp>

#include "kernels/lesson_file/lesson.h"

namespace lanescope::lesson {

inline constexpr std::int64_t largest_exact = std::int64_t{1} << 53;

// The error says what is wrong with the expression and, for an unknown name, which names there are.
[[nodiscard]] tl::expected<std::int64_t, std::string> evaluate(const std::string& expression,
                                                               const Values& names);

// Names that an expression gives a meaning to, so no parameter may have them.
[[nodiscard]] bool is_reserved_name(const std::string& name);

}  // namespace lanescope::lesson
