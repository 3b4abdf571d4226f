// Checks an instruction lane by lane on pairs of corner-case words.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace lanescope::exec {

// 32 words: zero, ones, signs, powers of two and their neighbours, mixed bits.
[[nodiscard]] const std::vector<std::uint64_t>& corner_words();

// `body` computes %rd30 from a = %rd10, b = %rd11 and c = %rd12, whose low halves are %r10, %r11,
// %r12. `expected` computes the same in C++. Fails at the first pair that differs.
using Expected = std::function<std::uint64_t(std::uint64_t a, std::uint64_t b, std::uint64_t c)>;
void expect_in_every_lane(const std::string& body, const Expected& expected);

}  // namespace lanescope::exec
