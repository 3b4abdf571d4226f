// abs, neg, min and max with their suffixes, by bit operations (float_format.h), for every format.
#pragma once

#include "sim/exec/arithmetic/float_format.h"
#include "sim/exec/lanes/instruction.h"
#include "sim/ptx/module.h"

namespace lanescope::exec {

template <class F, bool flush>
constexpr auto abs_bits = [](typename F::Bits a) {
  a = flushed<F, flush>(a);
  // An f64 NaN keeps its sign and becomes quiet (measured on an H200, CUDA 13.0).
  if constexpr (sizeof(a) == 8) return is_nan<F>(a) ? a | F::quiet : a & F::magnitude;
  return canonical<F>(a & F::magnitude);
};

template <class F, bool flush>
constexpr auto neg_bits = [](typename F::Bits a) {
  a = flushed<F, flush>(a);
  if constexpr (sizeof(a) == 8) return is_nan<F>(a) ? a | F::quiet : a ^ F::sign;
  return canonical<F>(a ^ F::sign);
};

enum class Signs : std::uint8_t { keep, drop, multiply };  // drop: .abs; multiply: .xorsign.abs

template <class F, bool larger, bool propagate, bool flush, Signs signs>
constexpr auto extreme_bits = [](typename F::Bits a, typename F::Bits b) {
  using Bits = typename F::Bits;
  a = flushed<F, flush>(a);
  b = flushed<F, flush>(b);
  const Bits sign = (a ^ b) & F::sign;
  if constexpr (signs != Signs::keep) {
    a &= F::magnitude;
    b &= F::magnitude;
  }
  const Bits d = extreme<F, larger, propagate>(a, b);
  if constexpr (signs == Signs::multiply) return is_nan<F>(d) ? d : d | sign;
  return d;
};

// Calls pick.operator()<function of two operands, whether a form with three exists, whether it is
// common>() for a min or max with its suffixes. f32 has forms with three operands, but not with
// .xorsign.
template <class F, class Pick>
Handler with_extreme(const ptx::Instruction& in, Pick pick) {
  constexpr bool is_double = sizeof(typename F::Bits) == 8;
  constexpr bool is_single = F::fraction_bits == Binary32::fraction_bits;
  constexpr bool has_flush = is_single || F::fraction_bits == Binary16::fraction_bits;
  const auto with_signs = [&]<bool larger, bool propagate, bool flush>() -> Handler {
    constexpr auto keep = extreme_bits<F, larger, propagate, flush, Signs::keep>;
    if constexpr (!is_double) {
      constexpr auto multiply = extreme_bits<F, larger, propagate, flush, Signs::multiply>;
      constexpr auto drop = extreme_bits<F, larger, propagate, flush, Signs::drop>;
      if (in.has("xorsign")) return pick.template operator()<multiply, false, false>();
      if (in.has("abs")) return pick.template operator()<drop, is_single, false>();
    }
    return pick.template operator()<keep, is_single, !propagate>();
  };
  const auto with_flush = [&]<bool larger, bool propagate>() -> Handler {
    if constexpr (has_flush) {
      if (in.has("ftz")) return with_signs.template operator()<larger, propagate, true>();
    }
    return with_signs.template operator()<larger, propagate, false>();
  };
  const auto with_nan = [&]<bool larger>() -> Handler {
    if constexpr (!is_double) {
      if (in.has("NaN")) return with_flush.template operator()<larger, true>();
    }
    return with_flush.template operator()<larger, false>();
  };
  return in.opcode == ptx::Opcode::max ? with_nan.template operator()<true>()
                                       : with_nan.template operator()<false>();
}

}  // namespace lanescope::exec
