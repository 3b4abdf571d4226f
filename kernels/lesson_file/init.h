// How an array is filled before the launch: the parsed `init` of a lesson file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "kernels/lesson_file/lesson.h"

namespace lanescope::lesson {

enum class InitKind { zero, constant, iota, mod, hash, uniform, normal, random, file };

struct Init {
  InitKind kind = InitKind::zero;
  std::string argument;  // as in the file: "V", "M", "SEED", "SEED:M", the path; else empty
};

// Parses "zero", "constant:V", "iota", "mod:M", "hash:M", "uniform:SEED", "normal:SEED",
// "random:SEED:M" or "file:PATH". V, M and SEED are numbers or expressions; they are not checked
// here.
[[nodiscard]] tl::expected<Init, std::string> parse_init(std::string_view text);
// The whole numbers that an init takes, in its order; none for `constant`, whose number may be any.
struct InitNumber {
  std::string text;        // a number or an expression
  std::int64_t least = 0;  // its lower limit
};
[[nodiscard]] std::vector<InitNumber> numbers_of(const Init& init);
[[nodiscard]] const char* name_of(InitKind kind);

// The V of "constant:V" where it is a number: "-3", "0.5", "1e-3", "inf", "-inf", "nan".
[[nodiscard]] bool is_number(std::string_view text);
// That number as an element, converted as by scalar_bytes(). nullopt: it is no number, or the type
// cannot hold it.
[[nodiscard]] std::optional<std::vector<std::byte>> constant_bytes(ElementType type,
                                                                   std::string_view number);

}  // namespace lanescope::lesson
