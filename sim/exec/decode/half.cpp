// f16 and bf16 arithmetic (PTX ISA, "Half Precision Floating Point Instructions" and "Mixed
// Precision Floating Point Instructions"). The arithmetic itself is in half.h.
#include <cmath>
#include <type_traits>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#include <immintrin.h>
#define LANESCOPE_F16C __attribute__((target("avx2,f16c")))
#endif

#include "sim/exec/arithmetic/extreme_bits.h"
#include "sim/exec/arithmetic/float_values.h"
#include "sim/exec/arithmetic/half.h"
#include "sim/exec/arithmetic/rounding.h"
#include "sim/exec/arithmetic/transcendental.h"
#include "sim/exec/decode/decoder.h"
#include "sim/exec/lanes/lane_loops.h"

namespace lanescope::exec {

using ptx::Opcode;
using ptx::Type;

namespace {

using U16 = std::uint16_t;
using U32 = std::uint32_t;

// Handlers from functions of halves (in the low bits of 32, float_format.h): for f16 and bf16
// registers, and for f16x2 and bf16x2 registers, whose two halves are computed side by side.

template <auto f>
constexpr auto pair_of_one = [](U32 a) { return f(a & 0xffff) | f(a >> 16) << 16; };
template <auto f>
constexpr auto pair_of_two =
    [](U32 a, U32 b) { return f(a & 0xffff, b & 0xffff) | f(a >> 16, b >> 16) << 16; };
template <auto f>
constexpr auto pair_of_three = [](U32 a, U32 b, U32 c) {
  return f(a & 0xffff, b & 0xffff, c & 0xffff) | f(a >> 16, b >> 16, c >> 16) << 16;
};

// `rare`: compiled for one instruction set (rare_unary).
template <auto f, bool rare = false>
Handler half_unary(bool pairs) {
  constexpr auto one = [](U16 a) { return f(a); };
  if constexpr (rare) {
    return pairs ? &rare_unary<U32, U32, pair_of_one<f>> : &rare_unary<U16, U16, one>;
  } else {
    return pairs ? &unary<U32, U32, pair_of_one<f>> : &unary<U16, U16, one>;
  }
}

template <auto f, bool rare = false>
Handler half_binary(bool pairs) {
  constexpr auto one = [](U16 a, U16 b) { return f(a, b); };
  if constexpr (rare) {
    return pairs ? &rare_binary<U32, U32, U32, pair_of_two<f>> : &rare_binary<U16, U16, U16, one>;
  } else {
    return pairs ? &binary<U32, U32, U32, pair_of_two<f>> : &binary<U16, U16, U16, one>;
  }
}

template <auto f, bool rare = false>
Handler half_ternary(bool pairs) {
  constexpr auto one = [](U16 a, U16 b, U16 c) { return f(a, b, c); };
  if constexpr (rare) {
    return pairs ? &rare_ternary<U32, U32, U32, U32, pair_of_three<f>>
                 : &rare_ternary<U16, U16, U16, U16, one>;
  } else {
    return pairs ? &ternary<U32, U32, U32, U32, pair_of_three<f>>
                 : &ternary<U16, U16, U16, U16, one>;
  }
}

enum class Clamp : std::uint8_t { none, saturate, relu };

struct HalfModes {
  bool flush = false;
  Clamp clamp = Clamp::none;
};

// .sat: clamps to [0, 1], NaN becomes +0. .relu: negative numbers become +0, NaNs the canonical
// NaN.
template <class F, HalfModes m>
U32 half_result(U32 a) {
  if constexpr (m.clamp == Clamp::saturate) {
    const U32 below_one = a < F::one ? a : F::one;
    return a > F::infinity ? 0 : flushed<F, m.flush>(below_one);  // NaNs and negative numbers
  }
  if constexpr (m.clamp == Clamp::relu) a = is_nan<F>(a) || (a & F::sign) == 0 ? a : 0;
  return flushed<F, m.flush>(a);
}

template <class F, HalfModes m>
float half_operand(U32 a) {
  return widened<F>(flushed<F, m.flush>(a));
}

// Rounds a product that is exact or rounded to odd. .ftz, which only f16 has, flushes a result that
// is below the smallest normal number after rounding to 11 bits with an unlimited exponent (see
// without_tiny in float_values.h): a value more than half a step below that number.
template <class F, HalfModes m>
U32 half_rounded(float value) {
  if constexpr (m.flush && std::is_same_v<F, Binary16>) {
    constexpr float least = 0x1p-14F - 0x1p-26F;
    if (std::fabs(value) < least) value = std::copysign(0.0F, value);
  }
  return half_result<F, m>(narrowed<F>(value));
}

template <class F, HalfModes m>
constexpr auto half_add = [](U32 a, U32 b) {
  return half_result<F, m>(narrowed<F>(half_operand<F, m>(a) + half_operand<F, m>(b)));
};
template <class F, HalfModes m>
constexpr auto half_sub = [](U32 a, U32 b) {
  return half_result<F, m>(narrowed<F>(half_operand<F, m>(a) - half_operand<F, m>(b)));
};
template <class F, HalfModes m>
constexpr auto half_mul =
    [](U32 a, U32 b) { return half_rounded<F, m>(half_operand<F, m>(a) * half_operand<F, m>(b)); };
template <class F, HalfModes m>
constexpr auto half_multiply_add = [](U32 a, U32 b, U32 c) {
  return half_rounded<F, m>(
      half_fma_to_odd<F>(flushed<F, m.flush>(a), flushed<F, m.flush>(b), flushed<F, m.flush>(c)));
};

// f16x2 registers of whole warps with the processor's own conversions (F16C): the same computations
// as above, on eight halves at a time.
#ifdef LANESCOPE_F16C

LANESCOPE_F16C inline __m256 widened_eight(const U32* pairs) {
  return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(pairs)));
}

LANESCOPE_F16C inline __m128i narrowed_eight(__m256 value) {
  const __m128i halves = _mm256_cvtps_ph(value, _MM_FROUND_TO_NEAREST_INT);
  const __m256i nans = _mm256_castps_si256(_mm256_cmp_ps(value, value, _CMP_UNORD_Q));
  const __m128i narrow_nans =
      _mm_packs_epi32(_mm256_castsi256_si128(nans), _mm256_extracti128_si256(nans, 1));
  return _mm_blendv_epi8(halves, _mm_set1_epi16(static_cast<short>(Binary16::canonical_nan)),
                         narrow_nans);
}

LANESCOPE_F16C inline __m256 sum_to_odd_of_eight(__m256 a, __m256 b) {
  const __m256 zero = _mm256_setzero_ps();
  const __m256 sum = _mm256_add_ps(a, b);
  const __m256 b_taken = _mm256_sub_ps(sum, a);
  const __m256 rest =
      _mm256_add_ps(_mm256_sub_ps(a, _mm256_sub_ps(sum, b_taken)), _mm256_sub_ps(b, b_taken));
  const __m256 inward =
      _mm256_blendv_ps(_mm256_sub_ps(zero, rest), rest, _mm256_cmp_ps(sum, zero, _CMP_GT_OQ));
  const __m256i inexact = _mm256_castps_si256(_mm256_cmp_ps(rest, zero, _CMP_NEQ_OQ));
  const __m256i too_large = _mm256_castps_si256(_mm256_cmp_ps(inward, zero, _CMP_LT_OQ));
  // A mask is -1.
  const __m256i stepped =
      _mm256_add_epi32(_mm256_castps_si256(sum), _mm256_and_si256(inexact, too_large));
  return _mm256_castsi256_ps(
      _mm256_or_si256(stepped, _mm256_and_si256(inexact, _mm256_set1_epi32(1))));
}

template <Opcode opcode, auto f>
LANESCOPE_F16C void f16x2_of_warp(const Lanes& lanes, const Instruction& in) {
  constexpr bool has_three = opcode == Opcode::fma;
  if (lanes.mask != all_lanes) {
    if constexpr (has_three) return rare_ternary<U32, U32, U32, U32, pair_of_three<f>>(lanes, in);
    if constexpr (!has_three) return rare_binary<U32, U32, U32, pair_of_two<f>>(lanes, in);
  }
  const U32* a = lanes.read<U32>(in.a);
  const U32* b = lanes.read<U32>(in.b);
  const U32* c = has_three ? lanes.read<U32>(in.c) : nullptr;
  U32* d = lanes.write<U32>(in.d);
  constexpr int step = 4;
  for (int l = 0; l < warp_lanes; l += step) {
    const __m256 x = widened_eight(a + l);
    const __m256 y = widened_eight(b + l);
    __m256 result;
    if constexpr (opcode == Opcode::add) {
      result = _mm256_add_ps(x, y);
    } else if constexpr (opcode == Opcode::sub) {
      result = _mm256_sub_ps(x, y);
    } else {
      result = _mm256_mul_ps(x, y);
      if constexpr (has_three) result = sum_to_odd_of_eight(result, widened_eight(c + l));
    }
    _mm_storeu_si128(reinterpret_cast<__m128i*>(d + l), narrowed_eight(result));
  }
}

template <HalfModes m>
Handler f16x2_handler(Opcode opcode) {
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("f16c")) return nullptr;
  switch (opcode) {
    case Opcode::add:
      return &f16x2_of_warp<Opcode::add, half_add<Binary16, m>>;
    case Opcode::sub:
      return &f16x2_of_warp<Opcode::sub, half_sub<Binary16, m>>;
    case Opcode::mul:
      return &f16x2_of_warp<Opcode::mul, half_mul<Binary16, m>>;
    case Opcode::fma:
      return &f16x2_of_warp<Opcode::fma, half_multiply_add<Binary16, m>>;
    default:
      return nullptr;
  }
}

#endif

template <class F, HalfModes m>
Handler rounding_handler(Opcode opcode, bool pairs) {
  constexpr bool rare = m.flush || m.clamp != Clamp::none;
#ifdef LANESCOPE_F16C
  if constexpr (std::is_same_v<F, Binary16> && !rare) {
    if (const Handler handler = pairs ? f16x2_handler<m>(opcode) : nullptr) return handler;
  }
#endif
  switch (opcode) {
    case Opcode::add:
      return half_binary<half_add<F, m>, rare>(pairs);
    case Opcode::sub:
      return half_binary<half_sub<F, m>, rare>(pairs);
    case Opcode::mul:
      return half_binary<half_mul<F, m>, rare>(pairs);
    case Opcode::fma:
      return half_ternary<half_multiply_add<F, m>, rare>(pairs);
    default:
      return nullptr;
  }
}

// bf16 has neither .ftz nor .sat.
template <class F>
Handler arithmetic(const ptx::Instruction& in, bool pairs) {
  constexpr bool is_bf16 = std::is_same_v<F, BFloat16>;
  const auto with_flush = [&]<bool flush>() -> Handler {
    if (in.has("relu")) {
      return in.opcode == Opcode::fma && !in.has("sat")
                 ? half_ternary<half_multiply_add<F, HalfModes{flush, Clamp::relu}>, true>(pairs)
                 : nullptr;
    }
    if constexpr (!is_bf16) {
      if (in.has("sat"))
        return rounding_handler<F, HalfModes{flush, Clamp::saturate}>(in.opcode, pairs);
    }
    return rounding_handler<F, HalfModes{flush, Clamp::none}>(in.opcode, pairs);
  };
  if constexpr (!is_bf16) {
    if (in.has("ftz")) return with_flush.template operator()<true>();
  }
  return with_flush.template operator()<false>();
}

template <class F, double (*f)(double), bool flush>
constexpr auto half_approximation = [](U32 a) {
  const double value = static_cast<double>(widened<F>(flushed<F, flush>(a)));
  return flushed<F, flush>(narrowed<F>(static_cast<float>(f(value))));
};

template <class F>
Handler handler_of(const ptx::Instruction& in, bool pairs) {
  switch (in.opcode) {
    case Opcode::abs:
      return in.has("ftz") ? half_unary<abs_bits<F, true>, true>(pairs)
                           : half_unary<abs_bits<F, false>>(pairs);
    case Opcode::neg:
      return in.has("ftz") ? half_unary<neg_bits<F, true>, true>(pairs)
                           : half_unary<neg_bits<F, false>>(pairs);
    case Opcode::min:
    case Opcode::max:
      return with_extreme<F>(
          in, [&]<auto two, bool takes_three, bool /*common*/>()->Handler {
            if (in.operands.size() == 3) return half_binary<two, true>(pairs);
            if constexpr (takes_three) {
              return half_ternary<[](U32 a, U32 b, U32 c) { return two(two(a, b), c); }, true>(
                  pairs);
            }
            return nullptr;
          });
    case Opcode::ex2:
      return in.has("ftz") ? half_unary<half_approximation<F, exp2_of, true>, true>(pairs)
                           : half_unary<half_approximation<F, exp2_of, false>, true>(pairs);
    case Opcode::tanh:
      return half_unary<half_approximation<F, tanh_of, false>, true>(pairs);
    default:
      return arithmetic<F>(in, pairs);
  }
}

// --- f32 with half operands: the halves are widened exactly, then the f32 operation applies ---

template <class F, FloatModes m>
Handler mixed(const ptx::Instruction& in) {
  using U16 = std::uint16_t;
  switch (in.opcode) {
    case Opcode::add:
      return in_direction<&rare_binary<float, U16, float, [](U16 a, float c) {
        return result<m>(widened<F>(a) + c);
      }>>(in);
    case Opcode::sub:
      return in_direction<&rare_binary<float, U16, float, [](U16 a, float c) {
        return result<m>(widened<F>(a) - c);
      }>>(in);
    case Opcode::fma:
      return in_direction<&rare_ternary<float, U16, U16, float, [](U16 a, U16 b, float c) {
        return result<m>(std::fma(widened<F>(a), widened<F>(b), c));
      }>>(in);
    default:
      return nullptr;
  }
}

}  // namespace

Handler half_handler(const ptx::Instruction& in) {
  switch (in.types[0]) {
    case Type::f16:
      return handler_of<Binary16>(in, false);
    case Type::f16x2:
      return handler_of<Binary16>(in, true);
    case Type::bf16:
      return handler_of<BFloat16>(in, false);
    case Type::bf16x2:
      return handler_of<BFloat16>(in, true);
    default:
      return nullptr;
  }
}

Handler mixed_handler(const ptx::Instruction& in) {
  if (in.types[0] != Type::f32 || in.has("ftz")) return nullptr;
  const auto of = [&]<class F>() {
    return in.has("sat") ? mixed<F, FloatModes{false, true}>(in) : mixed<F, FloatModes{}>(in);
  };
  if (in.types[1] == Type::f16) return of.template operator()<Binary16>();
  if (in.types[1] == Type::bf16) return of.template operator()<BFloat16>();
  return nullptr;
}

}  // namespace lanescope::exec
