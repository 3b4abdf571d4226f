// How an array is filled before the launch: the parsed `init` of a lesson file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace lanescope::lesson {

enum class InitKind { zero, iota, mod, hash, uniform, random, file };

struct Init {
  InitKind kind = InitKind::zero;
  std::string argument;  // as in the file: "M", "SEED", "SEED:M", the path; else empty
};

// Parses "zero", "iota", "mod:M", "hash:M", "uniform:SEED", "random:SEED:M" or "file:PATH". M and
// SEED are numbers or expressions; they are not checked here.
[[nodiscard]] tl::expected<Init, std::string> parse_init(std::string_view text);
// The numbers that an init takes, in its order.
struct InitNumber {
  std::string text;        // a number or an expression
  std::int64_t least = 0;  // its lower limit
};
[[nodiscard]] std::vector<InitNumber> numbers_of(const Init& init);
[[nodiscard]] const char* name_of(InitKind kind);

}  // namespace lanescope::lesson
