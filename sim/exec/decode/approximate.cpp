// The approximate functions (PTX ISA, "Floating Point Instructions"). They are computed in double
// (transcendental.h) and rounded once. This is more accurate than the hardware, whose results
// differ in the last bits, within the bounds that the PTX ISA states:
//
//   div.approx.f32    2 ulp for |b| in [2^-126, 2^126]; a * (1 / b), so 0 for larger b
//   div.full.f32      2 ulp
//   rcp.approx.f32    1 ulp
//   sqrt.approx.f32   relative error 2^-23
//   rsqrt.approx.f32  relative error 2^-22.9
//   sin, cos .approx  absolute error 2^-20.5 in [-2 pi, 2 pi], 2^-14.7 in [-100 pi, 100 pi]
//   lg2.approx.f32    absolute error 2^-22 for a in (0.5, 2), relative error 2^-22 elsewhere
//   ex2.approx.f32    2 ulp
//   tanh.approx.f32   relative error 2^-11
//   ex2.approx.f16    relative error 2^-9.9 (bf16: 2^-7), tanh.approx.f16 2^-10.987 (bf16: 2^-8)
//   rcp, rsqrt .approx.ftz.f64   only the upper 32 bits of operand and result count, also for NaNs;
//                     a NaN result has all these bits set except the sign (seen on an H200)
//   rsqrt.approx.f64  no bound stated; rounded twice here
//
// f32 operands and results are flushed only with .ftz; without it, subnormals are kept.
#include <bit>
#include <cmath>

#include "sim/exec/arithmetic/float_values.h"
#include "sim/exec/arithmetic/transcendental.h"
#include "sim/exec/decode/decoder.h"
#include "sim/exec/lanes/lane_loops.h"

namespace lanescope::exec {

using ptx::Opcode;
using ptx::Type;

namespace {

using Approximation = double (*)(double);

double reciprocal(double a) { return 1.0 / a; }
double square_root(double a) { return std::sqrt(a); }
double reciprocal_root(double a) { return 1.0 / std::sqrt(a); }
template <FloatModes m, Approximation f>
constexpr auto approximation =
    [](float a) { return result<m>(static_cast<float>(f(static_cast<double>(operand<m>(a))))); };

// a * (1 / b); the hardware flushes a subnormal reciprocal to 0. A subnormal b has no reciprocal,
// so it is scaled up first, together with a; NVIDIA's compilers do the same.
template <FloatModes m>
constexpr auto quotient = [](float a, float b) {
  constexpr float scale = 0x1p24F;
  a = operand<m>(a);
  b = operand<m>(b);
  const bool is_small = std::fabs(b) < 0x1p-126F;
  constexpr FloatModes flush{true, false};
  const float inverse = operand<flush>(1.0F / (is_small ? b * scale : b));
  return result<m>((is_small ? a * scale : a) * inverse);
};

template <FloatModes m>
constexpr auto full_range_quotient =
    [](float a, float b) { return result<m>(operand<m>(a) / operand<m>(b)); };

template <FloatModes m>
Handler single_handler(const ptx::Instruction& in) {
  switch (in.opcode) {
    case Opcode::div:
      return in.has("full") ? &binary<float, float, float, full_range_quotient<m>>
                            : &binary<float, float, float, quotient<m>>;
    case Opcode::rcp:
      return &unary<float, float, approximation<m, reciprocal>>;
    case Opcode::sqrt:
      return &unary<float, float, approximation<m, square_root>>;
    case Opcode::rsqrt:
      return &unary<float, float, approximation<m, reciprocal_root>>;
    case Opcode::sin:
      return &unary<float, float, approximation<m, sine_of>>;
    case Opcode::cos:
      return &unary<float, float, approximation<m, cosine_of>>;
    case Opcode::lg2:
      return &unary<float, float, approximation<m, log2_of>>;
    case Opcode::ex2:
      return &unary<float, float, approximation<m, exp2_of>>;
    case Opcode::tanh:
      return &unary<float, float, approximation<m, tanh_of>>;
    default:
      return nullptr;
  }
}

constexpr std::uint64_t low_word = 0xffff'ffffULL;

// Applies f to the upper word of a and keeps the upper word of the result. Subnormals become zeros.
template <Approximation f>
double of_upper_word(double a) {
  std::uint64_t bits = flushed<Binary64>(std::bit_cast<std::uint64_t>(a));
  if ((bits & ~low_word & Binary64::magnitude) != 0) bits &= ~low_word;
  const std::uint64_t result = std::bit_cast<std::uint64_t>(f(std::bit_cast<double>(bits)));
  if (is_nan<Binary64>(result)) return std::bit_cast<double>(Binary64::canonical_nan & ~low_word);
  if ((result & Binary64::magnitude) == Binary64::infinity) return std::bit_cast<double>(result);
  return std::bit_cast<double>((flushed<Binary64>(result) + 0x8000'0000ULL) & ~low_word);
}

Handler double_handler(const ptx::Instruction& in) {
  if (in.opcode == Opcode::rcp && in.has("ftz"))
    return &unary<double, double, of_upper_word<reciprocal>>;
  if (in.opcode != Opcode::rsqrt) return nullptr;
  if (in.has("ftz")) return &unary<double, double, of_upper_word<reciprocal_root>>;
  return &unary<double, double, [](double a) {
    const double root = reciprocal_root(a);
    return result<FloatModes{}>(root, a, a, a);
  }>;
}

}  // namespace

Handler approximate_handler(const ptx::Instruction& in) {
  if (in.types[0] == Type::f64) return double_handler(in);
  if (in.types[0] != Type::f32) return nullptr;
  return in.has("ftz") ? single_handler<FloatModes{true, false}>(in)
                       : single_handler<FloatModes{false, false}>(in);
}

}  // namespace lanescope::exec
