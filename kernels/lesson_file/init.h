// How an array is filled before the launch: the parsed `init` of a lesson file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace lanescope::lesson {

enum class InitKind { zero, iota, mod, hash, uniform, file };

struct Init {
  InitKind kind = InitKind::zero;
  std::string argument;  // mod, hash: M; uniform: the seed; file: the path; else empty
};

// Parses "zero", "iota", "mod:M", "hash:M", "uniform:SEED" or "file:PATH". M and SEED are numbers
// or expressions; they are not checked here.
[[nodiscard]] tl::expected<Init, std::string> parse_init(std::string_view text);
[[nodiscard]] bool takes_number(InitKind kind);
[[nodiscard]] const char* name_of(InitKind kind);

}  // namespace lanescope::lesson
