// Makes handlers from functions of halves (in the low bits of 32, float_format.h): for f16 and bf16
// registers, and for f16x2 and bf16x2 registers, whose two halves are computed side by side.
#pragma once

#include <cstdint>

#include "sim/exec/lanes/rare_loops.h"

namespace lanescope::exec {

namespace half_detail {
using U16 = std::uint16_t;
using U32 = std::uint32_t;

template <auto f>
constexpr auto pair_of_one = [](U32 a) { return f(a & 0xffff) | f(a >> 16) << 16; };
template <auto f>
constexpr auto pair_of_two =
    [](U32 a, U32 b) { return f(a & 0xffff, b & 0xffff) | f(a >> 16, b >> 16) << 16; };
template <auto f>
constexpr auto pair_of_three = [](U32 a, U32 b, U32 c) {
  return f(a & 0xffff, b & 0xffff, c & 0xffff) | f(a >> 16, b >> 16, c >> 16) << 16;
};
}  // namespace half_detail

// `rare`: compiled for one instruction set (rare_loops.h).
template <auto f, bool rare = false>
Handler half_unary(bool pairs) {
  using namespace half_detail;
  constexpr auto one = [](U16 a) { return f(a); };
  if constexpr (rare) {
    return pairs ? &rare_unary<U32, U32, pair_of_one<f>> : &rare_unary<U16, U16, one>;
  } else {
    return pairs ? &unary<U32, U32, pair_of_one<f>> : &unary<U16, U16, one>;
  }
}

template <auto f, bool rare = false>
Handler half_binary(bool pairs) {
  using namespace half_detail;
  constexpr auto one = [](U16 a, U16 b) { return f(a, b); };
  if constexpr (rare) {
    return pairs ? &rare_binary<U32, U32, U32, pair_of_two<f>> : &rare_binary<U16, U16, U16, one>;
  } else {
    return pairs ? &binary<U32, U32, U32, pair_of_two<f>> : &binary<U16, U16, U16, one>;
  }
}

template <auto f, bool rare = false>
Handler half_ternary(bool pairs) {
  using namespace half_detail;
  constexpr auto one = [](U16 a, U16 b, U16 c) { return f(a, b, c); };
  if constexpr (rare) {
    return pairs ? &rare_ternary<U32, U32, U32, U32, pair_of_three<f>>
                 : &rare_ternary<U16, U16, U16, U16, one>;
  } else {
    return pairs ? &ternary<U32, U32, U32, U32, pair_of_three<f>>
                 : &ternary<U16, U16, U16, U16, one>;
  }
}

}  // namespace lanescope::exec
