// sin, cos, log2, exp2 and tanh of floats, computed in double without branches or calls. So a loop
// over lanes becomes vector instructions; the C library would be called lane by lane. The relative
// error is below 2^-35 (for sin and cos, not counting the conversion to turns). Rounded to float,
// all but one result in many thousands are the nearest float.
//
// These are series, not fitted polynomials: each error bound is the first omitted term.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace lanescope::exec {

namespace transcendental_detail {

// Adding 1.5 * 2^52 and subtracting it rounds to an integer, which is in the sum's lowest bits.
inline constexpr double to_integer = 0x1.8p52;
// The bits of 2^52. An integer n below 2^52 in its fraction makes it 2^52 + n.
inline constexpr std::uint64_t bits_of_2_52 = 0x4330'0000'0000'0000ULL;

inline std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x); }

}  // namespace transcendental_detail

// 2^x. x is limited to 1000, because no f32 holds 2^1000.
inline double exp2_of(double x) {
  using namespace transcendental_detail;
  const double below = x < 1000 ? x : 1000;
  const double limited = below > -1000 ? below : -1000;
  const double sum = limited + to_integer;
  // times ln 2; at most 0.347
  const double y = (limited - (sum - to_integer)) * 0x1.62e42fefa39efp-1;
  // e^y up to y^9 / 9!: 0.347^10 / 10! is below 2^-37.
  double power = 1.0 + y * (1.0 / 9);
  power = 1.0 + y * (1.0 / 8) * power;
  power = 1.0 + y * (1.0 / 7) * power;
  power = 1.0 + y * (1.0 / 6) * power;
  power = 1.0 + y * (1.0 / 5) * power;
  power = 1.0 + y * (1.0 / 4) * power;
  power = 1.0 + y * (1.0 / 3) * power;
  power = 1.0 + y * (1.0 / 2) * power;
  power = 1.0 + y * power;
  const double result = std::bit_cast<double>(bits(power) + (bits(sum) << 52));
  return x != x ? x : result;
}

// log2 x. x is a float's value, so it is not a subnormal double.
inline double log2_of(double x) {
  using namespace transcendental_detail;
  // x = 2^k * m, m in [sqrt 1/2, sqrt 2).
  constexpr std::uint64_t one = 0x3ff0'0000'0000'0000ULL;
  constexpr std::uint64_t root_of_half = 0x3fe6'a09e'667f'3bcdULL;
  const std::uint64_t biased = (bits(x) + (one - root_of_half)) >> 52;
  const double m = std::bit_cast<double>(bits(x) - ((biased - 1023) << 52));
  const double k = std::bit_cast<double>(bits_of_2_52 | biased) - (0x1p52 + 1023);
  // log m = 2 artanh s up to s^13 / 13. s is at most 0.172, so the relative error is below 2^-39.
  const double s = (m - 1) / (m + 1);
  const double s2 = s * s;
  double sum = 1.0 / 11 + s2 * (1.0 / 13);
  sum = 1.0 / 9 + s2 * sum;
  sum = 1.0 / 7 + s2 * sum;
  sum = 1.0 / 5 + s2 * sum;
  sum = 1.0 / 3 + s2 * sum;
  sum = 1.0 + s2 * sum;
  const double positive = k + s * sum * 0x1.71547652b82fep1;  // times 2 / ln 2
  const double with_zero = x == 0 ? -HUGE_VAL : positive;
  const double with_negative = x < 0 ? std::bit_cast<double>(0x7ff8'0000'0000'0000ULL) : with_zero;
  return x < HUGE_VAL ? with_negative : x;  // infinity and NaN pass through
}

// The hardware measures angles in turns: the float product with 1 / (2 pi), rounded towards zero.
// This causes the errors that PTX allows (2^-20.5 within a turn, 2^-14.7 within 50) and the loss of
// phase for large angles. Infinity becomes NaN in the later steps.
inline double turns_of(double x) {
  const double turns = x * 0x1.45f306p-3;  // exact: 24 bits by 24
  const auto nearest = static_cast<float>(turns);
  const bool too_large = std::fabs(static_cast<double>(nearest)) > std::fabs(turns);
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(nearest) - (too_large ? 1U : 0U));
}

namespace transcendental_detail {

// sin 2 pi t for t from 0 to 1/4, up to y^13 / 13! with y = 2 pi t. y is at most pi / 2, so the
// error is below 2^-30.
inline double sine_of_turns(double t) {
  const double y = t * 0x1.921fb54442d18p2;
  const double y2 = -(y * y);
  double sum = 1.0 + y2 * (1.0 / (14 * 15));
  sum = 1.0 + y2 * (1.0 / (12 * 13)) * sum;
  sum = 1.0 + y2 * (1.0 / (10 * 11)) * sum;
  sum = 1.0 + y2 * (1.0 / (8 * 9)) * sum;
  sum = 1.0 + y2 * (1.0 / (6 * 7)) * sum;
  sum = 1.0 + y2 * (1.0 / (4 * 5)) * sum;
  sum = 1.0 + y2 * (1.0 / (2 * 3)) * sum;
  return y * sum;
}

// t minus the nearest integer, for t >= 0. Values from 2^51 on are integers.
inline double part_of_turn(double t) {
  const double limited = t < 0x1p51 ? t : (t - t);  // infinity and NaN become NaN, integers 0
  return limited - ((limited + to_integer) - to_integer);
}

}  // namespace transcendental_detail

inline double sine_of(double x) {
  using namespace transcendental_detail;
  const double part = part_of_turn(std::fabs(turns_of(x)));  // in [-1/2, 1/2]
  const double size = std::fabs(part);
  const double folded = size > 0.25 ? 0.5 - size : size;
  const double sine = sine_of_turns(folded);
  // Keeps the sign of x, also at 0.
  return std::copysign(1.0, x) * (part < 0 ? -sine : sine);
}

inline double cosine_of(double x) {
  using namespace transcendental_detail;
  const double size = std::fabs(part_of_turn(std::fabs(turns_of(x))));
  const double sine = sine_of_turns(std::fabs(0.25 - size));  // cos t = sin (1/4 - t)
  return size > 0.25 ? -sine : sine;
}

inline double tanh_of(double x) {
  const double size = std::fabs(x);
  // 1 - 2 / (e^2x + 1) loses its leading bits near 0; the series up to x^9 is used there.
  const double large = 1.0 - 2.0 / (exp2_of(size * 0x1.71547652b82fep1) + 1.0);
  const double s2 = size * size;
  const double series =
      size * (1.0 + s2 * (-1.0 / 3 + s2 * (2.0 / 15 + s2 * (-17.0 / 315 + s2 * (62.0 / 2835)))));
  return std::copysign(size < 0.0625 ? series : large, x);
}

}  // namespace lanescope::exec
