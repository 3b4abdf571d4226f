// Evaluates a piece of PTX for many operands at once, one thread per operand triple.
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

// `body` computes %rd30 from the operands %rd10, %rd11, %rd12. Their low bits are also in %r10 ...
// and %f10 ... (32 bits) and %rs10 ... (16 bits), and all 64 bits are in %fd10 .... Throws if the
// PTX has an error.
[[nodiscard]] std::vector<std::uint64_t> evaluate(const std::string& body,
                                                  const std::vector<Operands>& operands);

// Append code that moves a result of another type to %rd30.
[[nodiscard]] std::string from_half(const std::string& text);        // %rs30
[[nodiscard]] std::string from_word(const std::string& text);        // %r30
[[nodiscard]] std::string from_float(const std::string& text);       // %f30
[[nodiscard]] std::string from_double(const std::string& text);      // %fd30
[[nodiscard]] std::string from_predicates(const std::string& text);  // %p1, and %p2 as bit 1

// Numbers of every kind in the format, with both signs: zeros, subnormals, ones, ties, the largest,
// infinities, NaNs. Then random bits, up to `count` numbers in total.
[[nodiscard]] std::vector<std::uint64_t> floats_of(int exponent_bits, int fraction_bits,
                                                   std::size_t count, std::uint32_t seed = 1);

// Every special number paired with every other, then random triples.
[[nodiscard]] std::vector<Operands> triples_of(int exponent_bits, int fraction_bits,
                                               std::size_t count);

}  // namespace lanescope::exec
