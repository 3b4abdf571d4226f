// f32 and f64 arithmetic (PTX ISA, "Floating Point Instructions"). The library is compiled without
// contraction, so a mul and an add stay two roundings unless PTX says fma.
//
// The .approx functions are computed in double and rounded: closer than the hardware's, within what
// PTX allows.
#include "sim/exec/decode_float.h"

#include <bit>
#include <cmath>

#include "sim/exec/decoder.h"
#include "sim/exec/lane_loops.h"
#include "sim/exec/rounding.h"

namespace lanescope::exec {

using ptx::Type;

namespace {

// Every NaN that arithmetic makes is this one on the device (PTX ISA, "Floating Point
// Instructions").
float canonical(float value) {
  return std::isnan(value) ? std::bit_cast<float>(0x7fff'ffffU) : value;
}
double canonical(double value) { return value; }  // f64 keeps payloads as the host does

template <class Pick>
Handler by_float(Type type, Pick pick) {
  if (type == Type::f32) return pick.template operator()<float>();
  if (type == Type::f64) return pick.template operator()<double>();
  return nullptr;
}

template <class T>
T smaller(T a, T b) {
  if (std::isnan(a)) return canonical(b);
  if (std::isnan(b)) return a;
  if (a == b) return std::signbit(a) ? a : b;  // -0 is smaller than +0
  return a < b ? a : b;
}

template <class T>
T larger(T a, T b) {
  if (std::isnan(a)) return canonical(b);
  if (std::isnan(b)) return a;
  if (a == b) return std::signbit(a) ? b : a;
  return a < b ? b : a;
}

using Approximation = double (*)(double);

template <Approximation f>
void approximate(const Lanes& lanes, const Instruction& in) {
  unary<float, float, [](float a) { return canonical(static_cast<float>(f(a))); }>(lanes, in);
}

// Subnormals become zeros of their sign.
float flushed(float a) { return std::fpclassify(a) == FP_SUBNORMAL ? std::copysign(0.0F, a) : a; }

template <Approximation f>
void approximate_flushed(const Lanes& lanes, const Instruction& in) {
  unary<float, float,
        [](float a) { return canonical(flushed(static_cast<float>(f(flushed(a))))); }>(lanes, in);
}

// rcp.approx.ftz.f64: of operand and result only the upper 32 bits count, 20 of the fraction.
double rough_reciprocal(double a) {
  constexpr std::uint64_t low = 0xffff'ffffULL;
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(a);
  if (std::isnan(a)) return a;
  if (std::fpclassify(a) == FP_SUBNORMAL) a = std::copysign(0.0, a);
  const double result = 1.0 / (a == 0.0 ? a : std::bit_cast<double>(bits & ~low));
  if (std::isinf(result)) return result;
  if (std::fpclassify(result) == FP_SUBNORMAL) return std::copysign(0.0, result);
  return std::bit_cast<double>((std::bit_cast<std::uint64_t>(result) + 0x8000'0000ULL) & ~low);
}

double reciprocal(double a) { return 1.0 / a; }
double square_root(double a) { return std::sqrt(a); }
double reciprocal_root(double a) { return 1.0 / std::sqrt(a); }
double sine(double a) { return std::sin(a); }
double cosine(double a) { return std::cos(a); }
double log2(double a) { return std::log2(a); }
double exp2(double a) { return std::exp2(a); }
double tangent_h(double a) { return std::tanh(a); }

}  // namespace

Handler float_handler(FloatOperation operation, Type type, bool is_directed) {
  return by_float(type, [&]<class T>() -> Handler {
    const auto pick = [is_directed]<Handler handler>() {
      return is_directed ? &directed<handler> : handler;
    };
    switch (operation) {
      case FloatOperation::add:
        return pick
            .template operator()<&binary<T, T, T, [](T a, T b) { return canonical(a + b); }>>();
      case FloatOperation::sub:
        return pick
            .template operator()<&binary<T, T, T, [](T a, T b) { return canonical(a - b); }>>();
      case FloatOperation::mul:
        return pick
            .template operator()<&binary<T, T, T, [](T a, T b) { return canonical(a * b); }>>();
      case FloatOperation::div:
        return pick
            .template operator()<&binary<T, T, T, [](T a, T b) { return canonical(a / b); }>>();
      case FloatOperation::fma:
        return pick.template operator()<
            &ternary<T, T, T, T, [](T a, T b, T c) { return canonical(std::fma(a, b, c)); }>>();
      case FloatOperation::sqrt:
        return pick
            .template operator()<&unary<T, T, [](T a) { return canonical(std::sqrt(a)); }>>();
      case FloatOperation::rcp:
        return pick.template operator()<&unary<T, T, [](T a) { return canonical(T{1} / a); }>>();
    }
    return nullptr;
  });
}

Handler float_abs(Type type) {
  return by_float(type, []<class T>() -> Handler {
    return &unary<T, T, [](T a) { return canonical(std::fabs(a)); }>;
  });
}

Handler float_neg(Type type) {
  return by_float(
      type, []<class T>() -> Handler { return &unary<T, T, [](T a) { return canonical(-a); }>; });
}

Handler float_min(Type type) {
  return by_float(type, []<class T>() -> Handler {
    return &binary<T, T, T, [](T a, T b) { return smaller(a, b); }>;
  });
}

Handler float_max(Type type) {
  return by_float(type, []<class T>() -> Handler {
    return &binary<T, T, T, [](T a, T b) { return larger(a, b); }>;
  });
}

// .approx.f32, with or without .ftz.
template <double (*function)(double)>
bool Decoder::emit_approximate(const In& in) {
  if (in.types[0] != Type::f32) return refuse(in, "only .f32 is executed");
  return emit(in, in.has("ftz") ? &approximate_flushed<function> : &approximate<function>, 4, 4);
}

bool Decoder::decode_fma(const In& in) { return emit_float(in, FloatOperation::fma); }

bool Decoder::decode_sqrt(const In& in) {
  if (in.has("approx") && in.has("ftz")) return emit_approximate<square_root>(in);
  return emit_float(in, FloatOperation::sqrt);
}

bool Decoder::decode_rcp(const In& in) {
  if (in.types[0] == Type::f64 && in.has("approx")) {
    return emit(in, in.has("ftz") ? &unary<double, double, rough_reciprocal> : nullptr, 8, 8);
  }
  if (in.has("approx") && in.has("ftz")) return emit_approximate<reciprocal>(in);
  return emit_float(in, FloatOperation::rcp);
}

bool Decoder::decode_rsqrt(const In& in) {
  if (in.types[0] == Type::f32) return emit_approximate<reciprocal_root>(in);
  return float_suffixes_known(in) &&
         emit(in, &unary<double, double, [](double a) { return 1.0 / std::sqrt(a); }>, 8, 8);
}

#define LANESCOPE_APPROXIMATE(opcode, function) \
  bool Decoder::decode_##opcode(const In& in) { return emit_approximate<function>(in); }
LANESCOPE_APPROXIMATE(sin, sine)
LANESCOPE_APPROXIMATE(cos, cosine)
LANESCOPE_APPROXIMATE(lg2, log2)
LANESCOPE_APPROXIMATE(ex2, exp2)
LANESCOPE_APPROXIMATE(tanh, tangent_h)
#undef LANESCOPE_APPROXIMATE

bool Decoder::decode_copysign(const In& in) {
  const std::uint32_t n = ptx::bytes_of(in.types[0]);
  // PTX: the sign of a, the magnitude of b.
  const Handler handler = by_float(in.types[0], []<class T>() -> Handler {
    return &binary<T, T, T, [](T a, T b) { return std::copysign(b, a); }>;
  });
  return emit(in, handler, n, n, n);
}

}  // namespace lanescope::exec
