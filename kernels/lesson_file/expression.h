// Integer expressions in lesson files: + - * / % ( ) ceil_div(a, b) min(a, b, ...) max(a, b, ...)
// and parameters. Conditions over facts (in a guide) may also compare and combine, and their names
// have dots: access.sectors > 4 && PAD == 0.
//
// Exact: every value, including intermediate ones, is an integer with a magnitude of at most 2^53;
// otherwise the expression is an error. `/` and `%` round towards zero, as in C++. muParser does
// the parsing; it computes in doubles, which hold such integers exactly.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "kernels/lesson_file/lesson.h"

namespace lanescope::lesson {

inline constexpr std::int64_t max_exact_integer = std::int64_t{1} << 53;

enum class Operators : std::uint8_t {
  arithmetic,
  conditions,  // also == != < <= > >= && ||, which give 1 or 0 and evaluate both sides
};

// The error says what is wrong with the expression, and lists the known names if one is unknown.
[[nodiscard]] tl::expected<std::int64_t, std::string> evaluate(
    const std::string& expression, const Values& names,
    Operators operators = Operators::arithmetic);
// The names in an expression, each once, in order of appearance.
[[nodiscard]] std::vector<std::string> names_in(const std::string& expression);

// Names with a meaning in expressions, which parameters may not have.
[[nodiscard]] bool is_reserved_name(const std::string& name);

}  // namespace lanescope::lesson
