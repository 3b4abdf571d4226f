// Integer expressions of lesson files: + - * / % ( ) ceil_div(a, b) min(a, b, ...) max(a, b, ...)
// and parameters. Conditions over facts (a guide's) may compare and combine as well, and their
// names have dots: access.sectors > 4 && PAD == 0.
//
// Exact: every value, intermediate ones too, is a whole number of at most 2^53 in size, or the
// expression is an error.
// `/` and `%` are those of C++ (towards zero). muParser parses; it counts in doubles, which hold
// such numbers exactly.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "kernels/lesson_file/lesson.h"

namespace lanescope::lesson {

inline constexpr std::int64_t largest_exact = std::int64_t{1} << 53;

enum class Operators : std::uint8_t {
  arithmetic,
  conditions,  // also == != < <= > >= && ||, which give 1 or 0; both sides are always evaluated
};

// The error says what is wrong with the expression and, for an unknown name, which names there are.
[[nodiscard]] tl::expected<std::int64_t, std::string> evaluate(
    const std::string& expression, const Values& names,
    Operators operators = Operators::arithmetic);
// The names that an expression asks for, each once, in its order.
[[nodiscard]] std::vector<std::string> names_in(const std::string& expression);

// Names that an expression gives a meaning to, so no parameter may have them.
[[nodiscard]] bool is_reserved_name(const std::string& name);

}  // namespace lanescope::lesson
