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

double reciprocal(double a) { return 1.0 / a; }
double reciprocal_root(double a) { return 1.0 / std::sqrt(a); }
double sine(double a) { return std::sin(a); }
double cosine(double a) { return std::cos(a); }
double log2(double a) { return std::log2(a); }
double exp2(double a) { return std::exp2(a); }
double tangent_h(double a) { return std::tanh(a); }

}  // namespace

Handler float_add(Type type) {
  return by_float(type, []<class T>() -> Handler {
    return &binary<T, T, T, [](T a, T b) { return canonical(a + b); }>;
  });
}

Handler float_sub(Type type) {
  return by_float(type, []<class T>() -> Handler {
    return &binary<T, T, T, [](T a, T b) { return canonical(a - b); }>;
  });
}

Handler float_mul(Type type) {
  return by_float(type, []<class T>() -> Handler {
    return &binary<T, T, T, [](T a, T b) { return canonical(a * b); }>;
  });
}

Handler float_fma(Type type) {
  return by_float(type, []<class T>() -> Handler {
    return &ternary<T, T, T, T, [](T a, T b, T c) { return canonical(std::fma(a, b, c)); }>;
  });
}

Handler float_div(Type type) {
  return by_float(type, []<class T>() -> Handler {
    return &binary<T, T, T, [](T a, T b) { return canonical(a / b); }>;
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

bool Decoder::decode_fma(const In& in) {
  const std::uint32_t n = ptx::bytes_of(in.types[0]);
  return float_suffixes_known(in) && emit(in, float_fma(in.types[0]), n, n, n, n);
}

bool Decoder::decode_sqrt(const In& in) {
  const std::uint32_t n = ptx::bytes_of(in.types[0]);
  const Handler handler = by_float(in.types[0], []<class T>() -> Handler {
    return &unary<T, T, [](T a) { return canonical(std::sqrt(a)); }>;
  });
  return float_suffixes_known(in) && emit(in, handler, n, n);
}

bool Decoder::decode_rcp(const In& in) {
  if (!float_suffixes_known(in)) return false;
  if (in.types[0] == Type::f64 && !in.has("approx")) {
    return emit(in, &unary<double, double, [](double a) { return 1.0 / a; }>, 8, 8);
  }
  if (in.types[0] != Type::f32) return refuse(in, "only .f32 and .rn.f64 are executed");
  return emit(in, &approximate<reciprocal>, 4, 4);
}

bool Decoder::decode_rsqrt(const In& in) {
  if (!float_suffixes_known(in)) return false;
  if (in.types[0] == Type::f64) {
    return emit(in, &unary<double, double, [](double a) { return 1.0 / std::sqrt(a); }>, 8, 8);
  }
  return emit(in, in.types[0] == Type::f32 ? &approximate<reciprocal_root> : nullptr, 4, 4);
}

#define LANESCOPE_APPROXIMATE(opcode, function)                                         \
  bool Decoder::decode_##opcode(const In& in) {                                         \
    return float_suffixes_known(in) &&                                                  \
           emit(in, in.types[0] == Type::f32 ? &approximate<function> : nullptr, 4, 4); \
  }
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
