// Comparisons of floating-point operands for setp and set, as function objects that take the
// registers' contents (PTX ISA, "Comparison and Selection Instructions").
#pragma once

#include <cmath>
#include <cstdint>

#include "sim/exec/arithmetic/float_values.h"
#include "sim/exec/arithmetic/half.h"

namespace lanescope::exec {

// f32 with .ftz.
template <class Compare>
struct Flushing {
  bool operator()(float a, float b) const {
    constexpr FloatModes modes{true, false};
    return Compare{}(operand<modes>(a), operand<modes>(b));
  }
};

// Half-precision values in the 16 bits from `shift` on.
template <class F, class Compare, bool flush, int shift>
struct Halves {
  bool operator()(std::uint32_t a, std::uint32_t b) const {
    return Compare{}(widened<F>(flushed<F, flush>((a >> shift) & 0xffff)),
                     widened<F>(flushed<F, flush>((b >> shift) & 0xffff)));
  }
};

}  // namespace lanescope::exec
