// f32 and f64 arithmetic (PTX ISA, "Floating Point Instructions"), and the decoding of arithmetic
// for all floating-point types. The library is compiled without contraction, so a mul and an add
// are rounded separately unless PTX says fma.

#include <bit>
#include <cmath>

#include "sim/exec/arithmetic/extreme_bits.h"
#include "sim/exec/arithmetic/float_values.h"
#include "sim/exec/arithmetic/rounding.h"
#include "sim/exec/decode/decoder.h"
#include "sim/exec/lanes/lane_loops.h"

namespace lanescope::exec {

using ptx::Opcode;
using ptx::Type;

namespace {

// --- Operations that round ---

template <FloatModes m, class T>
constexpr auto add_values = [](T a, T b) {
  a = operand<m>(a);
  b = operand<m>(b);
  return result<m>(a + b, b, a, a);
};
template <FloatModes m, class T>
constexpr auto sub_values = [](T a, T b) {
  a = operand<m>(a);
  b = operand<m>(b);
  return result<m>(a - b, b, a, a);
};
template <FloatModes m, class T>
constexpr auto mul_values = [](T a, T b) {
  a = operand<m>(a);
  b = operand<m>(b);
  return result<m>(without_tiny<m>(a * b, lifted<m>(a) * b), b, a, a);
};
template <FloatModes m, class T>
constexpr auto div_values = [](T a, T b) {
  a = operand<m>(a);
  b = operand<m>(b);
  return result<m>(without_tiny<m>(a / b, lifted<m>(a) / b), a, b, b);
};
template <FloatModes m, class T>
constexpr auto fma_values = [](T a, T b, T c) {
  a = operand<m>(a);
  b = operand<m>(b);
  c = operand<m>(c);
  const T value = std::fma(a, b, c);
  return result<m>(without_tiny<m>(value, std::fma(lifted<m>(a), b, lifted<m>(c))), b, c, a);
};
template <FloatModes m, class T>
constexpr auto sqrt_values = [](T a) {
  a = operand<m>(a);
  return result<m>(std::sqrt(a), a, a, a);
};
template <FloatModes m, class T>
constexpr auto rcp_values = [](T a) {
  a = operand<m>(a);
  return result<m>(without_tiny<m>(T{1} / a, lifted<m>(T{1}) / a), a, a, a);
};

template <FloatModes m, class T>
Handler rounding_handler(const ptx::Instruction& in) {
  switch (in.opcode) {
    case Opcode::add:
      return in_direction<&binary<T, T, T, add_values<m, T>>>(in);
    case Opcode::sub:
      return in_direction<&binary<T, T, T, sub_values<m, T>>>(in);
    case Opcode::mul:
      return in_direction<&binary<T, T, T, mul_values<m, T>>>(in);
    case Opcode::mad:
    case Opcode::fma:
      return in_direction<&ternary<T, T, T, T, fma_values<m, T>>>(in);
    case Opcode::div:
      return in_direction<&binary<T, T, T, div_values<m, T>>>(in);
    case Opcode::sqrt:
      return in_direction<&unary<T, T, sqrt_values<m, T>>>(in);
    case Opcode::rcp:
      return in_direction<&unary<T, T, rcp_values<m, T>>>(in);
    default:
      return nullptr;
  }
}

// f32 with .sat.
template <FloatModes m>
Handler saturating_handler(const ptx::Instruction& in) {
  using F = float;
  switch (in.opcode) {
    case Opcode::add:
      return in_direction<&rare_binary<F, F, F, add_values<m, F>>>(in);
    case Opcode::sub:
      return in_direction<&rare_binary<F, F, F, sub_values<m, F>>>(in);
    case Opcode::mul:
      return in_direction<&rare_binary<F, F, F, mul_values<m, F>>>(in);
    case Opcode::mad:
    case Opcode::fma:
      return in_direction<&rare_ternary<F, F, F, F, fma_values<m, F>>>(in);
    default:
      return nullptr;
  }
}

// --- f32x2, which only GPUs after compute capability 9.0 have ---

float low_float(std::uint64_t pair) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(pair));
}
float high_float(std::uint64_t pair) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(pair >> 32));
}
std::uint64_t pair_of(float low, float high) {
  return std::uint64_t{std::bit_cast<std::uint32_t>(high)} << 32 |
         std::bit_cast<std::uint32_t>(low);
}

template <auto f>
constexpr auto both_of_two = [](std::uint64_t a, std::uint64_t b) {
  return pair_of(f(low_float(a), low_float(b)), f(high_float(a), high_float(b)));
};
template <auto f>
constexpr auto both_of_three = [](std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  return pair_of(f(low_float(a), low_float(b), low_float(c)),
                 f(high_float(a), high_float(b), high_float(c)));
};

template <FloatModes m>
Handler pair_handler(const ptx::Instruction& in) {
  using U = std::uint64_t;
  switch (in.opcode) {
    case Opcode::add:
      return in_direction<&rare_binary<U, U, U, both_of_two<add_values<m, float>>>>(in);
    case Opcode::sub:
      return in_direction<&rare_binary<U, U, U, both_of_two<sub_values<m, float>>>>(in);
    case Opcode::mul:
      return in_direction<&rare_binary<U, U, U, both_of_two<mul_values<m, float>>>>(in);
    case Opcode::fma:
      return in_direction<&rare_ternary<U, U, U, U, both_of_three<fma_values<m, float>>>>(in);
    default:
      return nullptr;
  }
}

// --- Bit operations ---

template <auto two>
constexpr auto of_three = [](auto a, auto b, auto c) { return two(two(a, b), c); };

template <class F>
Handler extreme_handler(const ptx::Instruction& in) {
  using Bits = typename F::Bits;
  return with_extreme<F>(
      in, [&]<auto two, bool takes_three, bool common>()->Handler {
        if (in.operands.size() != 3) {
          if constexpr (takes_three) return &rare_ternary<Bits, Bits, Bits, Bits, of_three<two>>;
          return nullptr;
        }
        if constexpr (common) {
          return &binary<Bits, Bits, Bits, two>;
        } else {
          return &rare_binary<Bits, Bits, Bits, two>;
        }
      });
}

template <class F, bool flush>
Handler bits_handler(const ptx::Instruction& in) {
  using Bits = typename F::Bits;
  switch (in.opcode) {
    case Opcode::abs:
      return &unary<Bits, Bits, abs_bits<F, flush>>;
    case Opcode::neg:
      return &unary<Bits, Bits, neg_bits<F, flush>>;
    case Opcode::min:
    case Opcode::max:
      return extreme_handler<F>(in);
    case Opcode::copysign:
      // PTX: the sign of a, the magnitude of b.
      return &binary<Bits, Bits, Bits,
                     [](Bits a, Bits b) { return (a & F::sign) | (b & F::magnitude); }>;
    default:
      return nullptr;
  }
}

bool works_on_bits(Opcode opcode) {
  return opcode == Opcode::abs || opcode == Opcode::neg || opcode == Opcode::min ||
         opcode == Opcode::max || opcode == Opcode::copysign;
}

bool is_approximate(const ptx::Instruction& in) {
  switch (in.opcode) {
    case Opcode::sin:
    case Opcode::cos:
    case Opcode::lg2:
    case Opcode::ex2:
    case Opcode::tanh:
    case Opcode::rsqrt:
      return true;
    default:
      return in.has("approx") || in.has("full");
  }
}

bool is_half(Type type) {
  return type == Type::f16 || type == Type::f16x2 || type == Type::bf16 || type == Type::bf16x2;
}

// The suffixes that the PTX ISA allows for the opcode with this type.
std::string_view suffixes_of(const ptx::Instruction& in) {
  const Type type = in.types[0];
  const bool is_bf16 = type == Type::bf16 || type == Type::bf16x2;
  switch (in.opcode) {
    case Opcode::add:
    case Opcode::sub:
    case Opcode::mul:
      if (is_bf16) return "rn";
      if (is_half(type)) return "rn ftz sat";
      [[fallthrough]];
    case Opcode::fma:
    case Opcode::mad:
      if (is_bf16) return "rn relu";
      if (is_half(type)) return "rn ftz sat relu";
      if (type == Type::f64) return "rn rz rm rp";
      return type == Type::f32x2 ? "rn rz rm rp ftz" : "rn rz rm rp ftz sat";
    case Opcode::div:
      return type == Type::f64 ? "rn rz rm rp" : "approx full rn rz rm rp ftz";
    case Opcode::rcp:
      return "approx rn rz rm rp ftz";
    case Opcode::sqrt:
      return type == Type::f64 ? "rn rz rm rp" : "approx rn rz rm rp ftz";
    case Opcode::rsqrt:
    case Opcode::sin:
    case Opcode::cos:
    case Opcode::lg2:
    case Opcode::ex2:
      return "approx ftz";
    case Opcode::tanh:
      return "approx";
    case Opcode::abs:
    case Opcode::neg:
      return type == Type::f64 || is_bf16 ? "" : "ftz";
    case Opcode::min:
    case Opcode::max:
      if (type == Type::f64) return "";
      return is_bf16 ? "NaN xorsign abs" : "ftz NaN xorsign abs";
    default:
      return "";
  }
}

}  // namespace

Handler float_handler(const ptx::Instruction& in) {
  const Type type = in.types[0];
  if (works_on_bits(in.opcode)) {
    if (type == Type::f64) return bits_handler<Binary64, false>(in);
    if (type != Type::f32) return nullptr;
    return in.has("ftz") ? bits_handler<Binary32, true>(in) : bits_handler<Binary32, false>(in);
  }
  if (type == Type::f64) return rounding_handler<FloatModes{}, double>(in);
  return with_modes(in, [&]<FloatModes modes>() {
    if constexpr (modes.saturate) {
      return saturating_handler<modes>(in);
    } else {
      return type == Type::f32 ? rounding_handler<modes, float>(in) : pair_handler<modes>(in);
    }
  });
}

bool Decoder::decode_floating(const In& in) {
  if (!suffixes_known(in, suffixes_of(in))) return false;
  const Type type = in.types[0];
  const std::uint32_t n = ptx::bytes_of(type);
  const auto sources = static_cast<std::uint32_t>(in.operands.size()) - 1;
  if (in.types.size() == 2) {
    const std::uint32_t half = ptx::bytes_of(in.types[1]);
    const bool fused = sources == 3;
    if (!emit(in, mixed_handler(in), n, half, fused ? half : n, fused ? n : 0)) return false;
  } else if (in.types.size() != 1) {
    return refuse(in, "expected one type");
  } else {
    const Handler handler = is_half(type)        ? half_handler(in)
                            : is_approximate(in) ? approximate_handler(in)
                                                 : float_handler(in);
    if (!emit(in, handler, n, n, sources > 1 ? n : 0, sources > 2 ? n : 0)) return false;
  }
  if (const auto direction = direction_of(in))
    program_.code.back().immediate = static_cast<std::uint8_t>(*direction);
  return true;
}

#define LANESCOPE_FLOATING(opcode) \
  bool Decoder::decode_##opcode(const In& in) { return decode_floating(in); }
LANESCOPE_FLOATING(copysign)
LANESCOPE_FLOATING(cos)
LANESCOPE_FLOATING(ex2)
LANESCOPE_FLOATING(fma)
LANESCOPE_FLOATING(lg2)
LANESCOPE_FLOATING(rcp)
LANESCOPE_FLOATING(rsqrt)
LANESCOPE_FLOATING(sin)
LANESCOPE_FLOATING(sqrt)
LANESCOPE_FLOATING(tanh)
#undef LANESCOPE_FLOATING

}  // namespace lanescope::exec
