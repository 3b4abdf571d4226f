// Evaluates a piece of PTX for many operands at once, one thread each.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lanescope::exec {

struct Operands {
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  std::uint64_t c = 0;
};

// `body` computes %rd30 from the operands: %rd10, %rd11, %rd12, whose low bits are also in %r10 ...
// and %f10 ... (32), %rs10 ... (16), and all of them in %fd10 .... A failed test and nothing when
// it is refused.
[[nodiscard]] std::vector<std::uint64_t> evaluate(const std::string& body,
                                                  const std::vector<Operands>& operands);

// Endings that bring a result of another kind to %rd30.
[[nodiscard]] std::string from_half(const std::string& text);        // %rs30
[[nodiscard]] std::string from_word(const std::string& text);        // %r30
[[nodiscard]] std::string from_float(const std::string& text);       // %f30
[[nodiscard]] std::string from_double(const std::string& text);      // %fd30
[[nodiscard]] std::string from_predicates(const std::string& text);  // %p1, and %p2 as bit 1

// Numbers of the format's every kind and both signs: zeros, subnormals, ones, ties, the largest,
// infinities, NaNs. Then random bits, until there are `count`.
[[nodiscard]] std::vector<std::uint64_t> floats_of(int exponent_bits, int fraction_bits,
                                                   std::size_t count, std::uint32_t seed = 1);

// Every special number with every other, then random triples.
[[nodiscard]] std::vector<Operands> triples_of(int exponent_bits, int fraction_bits,
                                               std::size_t count);

}  // namespace lanescope::exec
