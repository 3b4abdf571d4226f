#include "sim/exec/decode/math_builtins.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>

#include "sim/exec/program/parameter_area.h"

namespace lanescope::exec {
namespace {

using std::numbers::pi;

template <auto f>
struct LaneByLane;

template <class R, class... A, R (*f)(A...)>
struct LaneByLane<f> {
  template <std::size_t... i>
  static void compute(const Lanes& lanes, const Instruction& in, std::index_sequence<i...>) {
    const std::uint32_t arguments[] = {in.a.value, in.b.value, in.c.value};
    std::byte* frame = lanes.rows[0];
    for_lanes(lanes.mask, [&](int lane) {
      write_area<R>(frame + in.d.value, lane, f(read_area<A>(frame + arguments[i], lane)...));
    });
  }
  static void handler(const Lanes& lanes, const Instruction& in) {
    compute(lanes, in, std::index_sequence_for<A...>());
  }
  static constexpr std::array<std::uint8_t, 3> argument_bytes = {sizeof(A)...};
  static constexpr std::uint8_t result_bytes = sizeof(R);
};

template <auto f>
constexpr MathBuiltin row(std::string_view name) {
  using Lane = LaneByLane<f>;
  return {name, &Lane::handler, Lane::argument_bytes, Lane::result_bytes};
}

// --- Functions that <cmath> lacks ---

template <class T>
T reciprocal_square_root(T x) {
  return static_cast<T>(1 / std::sqrt(x));
}
template <class T>
T reciprocal_cube_root(T x) {
  return static_cast<T>(1 / std::cbrt(x));
}

// sin(pi x) and cos(pi x) are exact if x is a multiple of one half: x is reduced before it is
// multiplied by pi.
template <class T>
T sin_pi(T value) {
  const double x = std::remainder(static_cast<double>(value), 2.0);  // [-1, 1]
  if (x == 0 || std::abs(x) == 1) return std::copysign(T{0}, value);
  const double folded = std::abs(x) > 0.5 ? std::copysign(1 - std::abs(x), x) : x;
  return static_cast<T>(std::sin(folded * pi));
}
template <class T>
T cos_pi(T value) {
  const double x = std::abs(std::remainder(static_cast<double>(value), 2.0));  // [0, 1]
  if (x == 0.5) return 0;
  return static_cast<T>(x <= 0.25   ? std::cos(x * pi)
                        : x <= 0.75 ? std::sin((0.5 - x) * pi)
                                    : -std::cos((1 - x) * pi));
}

template <class T>
T exp10_of(T x) {
  return static_cast<T>(std::pow(10.0, static_cast<double>(x)));
}
template <class T>
T power_of_integer(T x, int n) {
  return static_cast<T>(std::pow(static_cast<double>(x), n));
}

template <class T>
T hypot3(T x, T y, T z) {
  return std::hypot(x, y, z);
}
template <class T>
T reciprocal_hypot(T x, T y) {
  // long double: the root may overflow although its reciprocal does not.
  return static_cast<T>(1 / std::hypot(static_cast<long double>(x), static_cast<long double>(y)));
}
template <class T>
T reciprocal_hypot3(T x, T y, T z) {
  return static_cast<T>(1 / std::hypot(static_cast<long double>(x), static_cast<long double>(y),
                                       static_cast<long double>(z)));
}

// exp(x^2) erfc(x). From 25 on, erfc underflows soon, and the asymptotic series has long converged
// (Abramowitz and Stegun 7.1.23).
template <class T>
T scaled_erfc(T value) {
  const auto x = static_cast<double>(value);
  if (x < 25) return static_cast<T>(std::exp(x * x) * std::erfc(x));
  const double t = 1 / (2 * x * x);
  return static_cast<T>((1 - t * (1 - 3 * t * (1 - 5 * t))) / (x * std::sqrt(pi)));
}

// Solves erfc(x) = y, 0 < y < 2, by Newton's method with its second-order term (Halley), from a
// rational initial value (Abramowitz and Stegun 26.2.23). Small y keep their relative accuracy,
// which erfinv(1 - y) would lose.
double inverse_erfc(double y) {
  if (std::isnan(y) || y < 0 || y > 2) return std::numeric_limits<double>::quiet_NaN();
  if (y == 0) return std::numeric_limits<double>::infinity();
  if (y == 1) return 0;
  if (y == 2) return -std::numeric_limits<double>::infinity();
  if (y > 1) return -inverse_erfc(2 - y);
  const double t = std::sqrt(-2 * std::log(y / 2));
  const double quantile = t - (2.515517 + 0.802853 * t + 0.010328 * t * t) /
                                  (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t * t * t);
  // long double: if y is subnormal, double's erfc is not precise enough.
  long double x = quantile / std::numbers::sqrt2;
  for (int i = 0; i < 5; ++i) {
    const long double error = std::erfc(x) - y;
    const long double step =
        error * std::sqrt(std::numbers::pi_v<long double>) / 2 * std::exp(x * x);
    if (!std::isfinite(step)) break;
    x += step / (1 - x * step);
  }
  return static_cast<double>(x);
}
double inverse_erf(double y) {
  if (std::isnan(y) || std::abs(y) > 1) return std::numeric_limits<double>::quiet_NaN();
  if (std::abs(y) == 1) return std::copysign(std::numeric_limits<double>::infinity(), y);
  if (std::abs(y) > 0.5) return std::copysign(inverse_erfc(1 - std::abs(y)), y);
  double x = y * std::sqrt(pi) / 2;
  for (int i = 0; i < 6; ++i) {
    const double step = (std::erf(x) - y) * std::sqrt(pi) / 2 * std::exp(x * x);
    x -= step / (1 + x * step);
  }
  return x;
}
template <class T>
T erfc_inv(T y) {
  return static_cast<T>(inverse_erfc(static_cast<double>(y)));
}
template <class T>
T erf_inv(T y) {
  return static_cast<T>(inverse_erf(static_cast<double>(y)));
}
template <class T>
T normal_cdf(T x) {
  return static_cast<T>(
      std::erfc(-static_cast<long double>(x) / std::numbers::sqrt2_v<long double>) / 2);
}
template <class T>
T normal_cdf_inverse(T y) {
  return static_cast<T>(-std::numbers::sqrt2 * inverse_erfc(2 * static_cast<double>(y)));
}

template <class T>
T bessel_i0(T x) {
  return static_cast<T>(std::cyl_bessel_i(0.0, std::abs(static_cast<double>(x))));
}
template <class T>
T bessel_i1(T x) {
  return std::copysign(static_cast<T>(std::cyl_bessel_i(1.0, std::abs(static_cast<double>(x)))), x);
}
float bessel_j0(float x) { return static_cast<float>(::j0(static_cast<double>(x))); }
float bessel_j1(float x) { return static_cast<float>(::j1(static_cast<double>(x))); }
float bessel_jn(int n, float x) { return static_cast<float>(::jn(n, static_cast<double>(x))); }
float bessel_y0(float x) { return static_cast<float>(::y0(static_cast<double>(x))); }
float bessel_y1(float x) { return static_cast<float>(::y1(static_cast<double>(x))); }
float bessel_yn(int n, float x) { return static_cast<float>(::yn(n, static_cast<double>(x))); }

// std::lgamma sets a variable shared by all threads.
float log_gamma(float x) {
  int sign = 0;
  return ::lgammaf_r(x, &sign);
}
double log_gamma(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign);
}

template <class T>
int is_nan(T x) {
  return std::isnan(x) ? 1 : 0;
}
template <class T>
int is_infinite(T x) {
  return std::isinf(x) ? 1 : 0;
}
template <class T>
int is_finite(T x) {
  return std::isfinite(x) ? 1 : 0;
}
template <class T>
int sign_bit(T x) {
  return std::signbit(x) ? 1 : 0;
}

// With the device's special values: INT_MIN and INT_MAX for arguments without a logarithm.
template <class T>
int integer_logb(T x) {
  if (x == 0 || std::isnan(x)) return std::numeric_limits<int>::min();
  if (std::isinf(x)) return std::numeric_limits<int>::max();
  return std::ilogb(x);
}

// Conversions to long long saturate on the device.
template <class T>
long long to_long_long(T rounded) {
  if (std::isnan(rounded)) return std::numeric_limits<long long>::min();
  if (rounded >= T{0x1p63}) return std::numeric_limits<long long>::max();
  if (rounded < -T{0x1p63}) return std::numeric_limits<long long>::min();
  return static_cast<long long>(rounded);
}
template <class T>
long long round_to_even(T x) {
  return to_long_long(std::nearbyint(x));
}
template <class T>
long long round_away(T x) {
  return to_long_long(std::round(x));
}

float saturate(float x) { return std::isnan(x) ? 0.0F : std::clamp(x, 0.0F, 1.0F); }
float divide_floats(float x, float y) { return x / y; }

// The overload of a <cmath> function for T.
#define LANESCOPE_UNARY(name) \
  template <class T>          \
  T name##_of(T x) {          \
    return std::name(x);      \
  }
#define LANESCOPE_BINARY(name) \
  template <class T>           \
  T name##_of(T x, T y) {      \
    return std::name(x, y);    \
  }
LANESCOPE_UNARY(acos)
LANESCOPE_UNARY(acosh)
LANESCOPE_UNARY(asin)
LANESCOPE_UNARY(asinh)
LANESCOPE_UNARY(atan)
LANESCOPE_UNARY(atanh)
LANESCOPE_UNARY(cbrt)
LANESCOPE_UNARY(ceil)
LANESCOPE_UNARY(cos)
LANESCOPE_UNARY(cosh)
LANESCOPE_UNARY(erf)
LANESCOPE_UNARY(erfc)
LANESCOPE_UNARY(exp)
LANESCOPE_UNARY(exp2)
LANESCOPE_UNARY(expm1)
LANESCOPE_UNARY(fabs)
LANESCOPE_UNARY(floor)
LANESCOPE_UNARY(log)
LANESCOPE_UNARY(log10)
LANESCOPE_UNARY(log1p)
LANESCOPE_UNARY(log2)
LANESCOPE_UNARY(logb)
LANESCOPE_UNARY(nearbyint)
LANESCOPE_UNARY(rint)
LANESCOPE_UNARY(round)
LANESCOPE_UNARY(sin)
LANESCOPE_UNARY(sinh)
LANESCOPE_UNARY(sqrt)
LANESCOPE_UNARY(tan)
LANESCOPE_UNARY(tanh)
LANESCOPE_UNARY(tgamma)
LANESCOPE_UNARY(trunc)
LANESCOPE_BINARY(atan2)
LANESCOPE_BINARY(copysign)
LANESCOPE_BINARY(fdim)
LANESCOPE_BINARY(fmax)
LANESCOPE_BINARY(fmin)
LANESCOPE_BINARY(fmod)
LANESCOPE_BINARY(hypot)
LANESCOPE_BINARY(nextafter)
LANESCOPE_BINARY(pow)
LANESCOPE_BINARY(remainder)
#undef LANESCOPE_UNARY
#undef LANESCOPE_BINARY

template <class T>
T fma_of(T x, T y, T z) {
  return std::fma(x, y, z);
}
template <class T>
T scale(T x, int n) {
  return std::scalbn(x, n);
}

// A function in both types; the float name ends in f.
#define LANESCOPE_BOTH(name, function) \
  row<&function<float>>("__nv_" name "f"), row<&function<double>>("__nv_" name)

// Ordered by subject; find_math_builtin sorts.
constexpr auto rows = std::to_array<MathBuiltin>({
    LANESCOPE_BOTH("acos", acos_of),
    LANESCOPE_BOTH("acosh", acosh_of),
    LANESCOPE_BOTH("asin", asin_of),
    LANESCOPE_BOTH("asinh", asinh_of),
    LANESCOPE_BOTH("atan", atan_of),
    LANESCOPE_BOTH("atan2", atan2_of),
    LANESCOPE_BOTH("atanh", atanh_of),
    LANESCOPE_BOTH("cos", cos_of),
    LANESCOPE_BOTH("cosh", cosh_of),
    LANESCOPE_BOTH("cospi", cos_pi),
    LANESCOPE_BOTH("sin", sin_of),
    LANESCOPE_BOTH("sinh", sinh_of),
    LANESCOPE_BOTH("sinpi", sin_pi),
    LANESCOPE_BOTH("tan", tan_of),
    LANESCOPE_BOTH("tanh", tanh_of),

    LANESCOPE_BOTH("cbrt", cbrt_of),
    LANESCOPE_BOTH("exp", exp_of),
    LANESCOPE_BOTH("exp10", exp10_of),
    LANESCOPE_BOTH("exp2", exp2_of),
    LANESCOPE_BOTH("expm1", expm1_of),
    LANESCOPE_BOTH("hypot", hypot_of),
    LANESCOPE_BOTH("log", log_of),
    LANESCOPE_BOTH("log10", log10_of),
    LANESCOPE_BOTH("log1p", log1p_of),
    LANESCOPE_BOTH("log2", log2_of),
    LANESCOPE_BOTH("logb", logb_of),
    LANESCOPE_BOTH("norm3d", hypot3),
    LANESCOPE_BOTH("pow", pow_of),
    LANESCOPE_BOTH("powi", power_of_integer),
    LANESCOPE_BOTH("rcbrt", reciprocal_cube_root),
    LANESCOPE_BOTH("rhypot", reciprocal_hypot),
    LANESCOPE_BOTH("rnorm3d", reciprocal_hypot3),
    LANESCOPE_BOTH("rsqrt", reciprocal_square_root),
    LANESCOPE_BOTH("sqrt", sqrt_of),

    LANESCOPE_BOTH("cyl_bessel_i0", bessel_i0),
    LANESCOPE_BOTH("cyl_bessel_i1", bessel_i1),
    LANESCOPE_BOTH("erf", erf_of),
    LANESCOPE_BOTH("erfc", erfc_of),
    LANESCOPE_BOTH("erfcinv", erfc_inv),
    LANESCOPE_BOTH("erfcx", scaled_erfc),
    LANESCOPE_BOTH("erfinv", erf_inv),
    LANESCOPE_BOTH("normcdf", normal_cdf),
    LANESCOPE_BOTH("normcdfinv", normal_cdf_inverse),
    LANESCOPE_BOTH("tgamma", tgamma_of),
    row<static_cast<float (*)(float)>(&log_gamma)>("__nv_lgammaf"),
    row<static_cast<double (*)(double)>(&log_gamma)>("__nv_lgamma"),
    row<&bessel_j0>("__nv_j0f"),
    row<&bessel_j1>("__nv_j1f"),
    row<&bessel_jn>("__nv_jnf"),
    row<&bessel_y0>("__nv_y0f"),
    row<&bessel_y1>("__nv_y1f"),
    row<&bessel_yn>("__nv_ynf"),
    row<&::j0>("__nv_j0"),
    row<&::j1>("__nv_j1"),
    row<&::jn>("__nv_jn"),
    row<&::y0>("__nv_y0"),
    row<&::y1>("__nv_y1"),
    row<&::yn>("__nv_yn"),

    LANESCOPE_BOTH("ceil", ceil_of),
    LANESCOPE_BOTH("copysign", copysign_of),
    LANESCOPE_BOTH("fabs", fabs_of),
    LANESCOPE_BOTH("fdim", fdim_of),
    LANESCOPE_BOTH("floor", floor_of),
    LANESCOPE_BOTH("fma", fma_of),
    LANESCOPE_BOTH("fmax", fmax_of),
    LANESCOPE_BOTH("fmin", fmin_of),
    LANESCOPE_BOTH("fmod", fmod_of),
    LANESCOPE_BOTH("ilogb", integer_logb),
    LANESCOPE_BOTH("ldexp", scale),
    LANESCOPE_BOTH("llrint", round_to_even),
    LANESCOPE_BOTH("llround", round_away),
    LANESCOPE_BOTH("nearbyint", nearbyint_of),
    LANESCOPE_BOTH("nextafter", nextafter_of),
    LANESCOPE_BOTH("remainder", remainder_of),
    LANESCOPE_BOTH("rint", rint_of),
    LANESCOPE_BOTH("round", round_of),
    LANESCOPE_BOTH("scalbn", scale),
    LANESCOPE_BOTH("trunc", trunc_of),
    row<&is_finite<float>>("__nv_finitef"),
    row<&is_finite<double>>("__nv_isfinited"),
    row<&is_infinite<float>>("__nv_isinff"),
    row<&is_infinite<double>>("__nv_isinfd"),
    row<&is_nan<float>>("__nv_isnanf"),
    row<&is_nan<double>>("__nv_isnand"),
    row<&sign_bit<float>>("__nv_signbitf"),
    row<&sign_bit<double>>("__nv_signbitd"),
    row<&saturate>("__nv_saturatef"),
    row<&divide_floats>("__nv_fdividef"),

    row<&divide_floats>("__nv_fast_fdividef"),
    row<&cos_of<float>>("__nv_fast_cosf"),
    row<&exp_of<float>>("__nv_fast_expf"),
    row<&exp10_of<float>>("__nv_fast_exp10f"),
    row<&log_of<float>>("__nv_fast_logf"),
    row<&log10_of<float>>("__nv_fast_log10f"),
    row<&log2_of<float>>("__nv_fast_log2f"),
    row<&pow_of<float>>("__nv_fast_powf"),
    row<&sin_of<float>>("__nv_fast_sinf"),
    row<&tan_of<float>>("__nv_fast_tanf"),
});
#undef LANESCOPE_BOTH

constexpr auto sorted_rows = [] {
  auto sorted = rows;
  std::sort(sorted.begin(), sorted.end(),
            [](const MathBuiltin& a, const MathBuiltin& b) { return a.name < b.name; });
  return sorted;
}();

}  // namespace

const MathBuiltin* find_math_builtin(std::string_view name) {
  const auto* found = std::lower_bound(
      sorted_rows.begin(), sorted_rows.end(), name,
      [](const MathBuiltin& row, std::string_view wanted) { return row.name < wanted; });
  return found != sorted_rows.end() && found->name == name ? found : nullptr;
}

}  // namespace lanescope::exec
