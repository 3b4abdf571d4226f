// A short digest of a text, for cache keys.
//
// Used for headers, which are long. Two different texts with equal length and hash
// would have to be made on purpose. A kernel's text is part of its key in full.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace lanescope::compile {

// 64-bit FNV-1a.
[[nodiscard]] inline std::uint64_t fnv1a64(std::string_view text) {
  std::uint64_t hash = 14695981039346656037u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return hash;
}

// Length and hash: "1234:89abcdef01234567".
[[nodiscard]] inline std::string digest_of(std::string_view text) {
  return fmt::format("{}:{:016x}", text.size(), fnv1a64(text));
}

}  // namespace lanescope::compile
