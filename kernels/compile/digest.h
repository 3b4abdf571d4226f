// A text in a few characters, for keys of what is kept.
//
// For texts that we wrote ourselves, of which each release has its own: two of them that differ and
// have one length and one hash would have to be made on purpose. What a user writes stands in a key
// as it is.
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
