// sin, cos, log2, exp2 and tanh of floats, in double without a branch or a call, so that a loop
// over lanes becomes vector instructions, where the C library would be called lane by lane. Their
// relative error (of sin and cos that of the turns apart) is below 2^-35: rounded to float they are
// the nearest number but for one case in many thousand.
//
// Series, not fitted polynomials: each bound is the first term left out.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace lanescope::exec {

namespace transcendental_detail {

// Adding and taking away 1.5 * 2^52 rounds to an integer, which stands in the sum's lowest bits.
inline constexpr double to_integer = 0x1.8p52;
// x 2^52 in bits: an integer below 2^52 put into its fraction is that many above 2^52.
inline constexpr std::uint64_t bits_of_2_52 = 0x4330'0000'0000'0000ULL;

inline std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x); }

}  // namespace transcendental_detail

// 2^x. Beyond 1000 it is 2^1000, which no f32 holds.
inline double exp2_of(double x) {
  using namespace transcendental_detail;
  const double below = x < 1000 ? x : 1000;
  const double limited = below > -1000 ? below : -1000;
  const double sum = limited + to_integer;
  const double y = (limited - (sum - to_integer)) * 0x1.62e42fefa39efp-1;  // ln 2; at most 0.347
  // e^y to y^9 / 9!: 0.347^10 / 10! is below 2^-37.
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

// log2 x of a float's value: no subnormal double.
inline double log2_of(double x) {
  using namespace transcendental_detail;
  // x = 2^k * m, m in [sqrt 1/2, sqrt 2).
  constexpr std::uint64_t one = 0x3ff0'0000'0000'0000ULL;
  constexpr std::uint64_t root_of_half = 0x3fe6'a09e'667f'3bcdULL;
  const std::uint64_t biased = (bits(x) + (one - root_of_half)) >> 52;
  const double m = std::bit_cast<double>(bits(x) - ((biased - 1023) << 52));
  const double k = std::bit_cast<double>(bits_of_2_52 | biased) - (0x1p52 + 1023);
  // log m = 2 artanh s to s^13 / 13, s at most 0.172: the rest is below 2^-39 of it.
  const double s = (m - 1) / (m + 1);
  const double s2 = s * s;
  double sum = 1.0 / 11 + s2 * (1.0 / 13);
  sum = 1.0 / 9 + s2 * sum;
  sum = 1.0 / 7 + s2 * sum;
  sum = 1.0 / 5 + s2 * sum;
  sum = 1.0 / 3 + s2 * sum;
  sum = 1.0 + s2 * sum;
  const double positive = k + s * sum * 0x1.71547652b82fep1;  // 2 / ln 2
  const double with_zero = x == 0 ? -HUGE_VAL : positive;
  const double with_negative = x < 0 ? std::bit_cast<double>(0x7ff8'0000'0000'0000ULL) : with_zero;
  return x < HUGE_VAL ? with_negative : x;  // infinity and NaN as they are
}

// The hardware measures angles in turns: a float product by 1 / (2 pi), rounded towards zero. That
// is where the errors that PTX allows come from (2^-20.5 within a turn, 2^-14.7 within 50), and
// why a large angle keeps nothing of its phase. Infinity gives NaN in what follows.
inline double turns_of(double x) {
  const double turns = x * 0x1.45f306p-3;  // exact: 24 bits by 24
  const auto nearest = static_cast<float>(turns);
  const bool too_large = std::fabs(static_cast<double>(nearest)) > std::fabs(turns);
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(nearest) - (too_large ? 1U : 0U));
}

namespace transcendental_detail {

// sin 2 pi t, t from 0 to 1/4: to y^13 / 13!, y = 2 pi t at most pi / 2: the rest is below 2^-30
// of 1.
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

// t less the nearest integer, of t >= 0 below 2^51; larger ones are whole.
inline double part_of_turn(double t) {
  const double limited = t < 0x1p51 ? t : (t - t);  // infinity and NaN become NaN, whole ones 0
  return limited - ((limited + to_integer) - to_integer);
}

}  // namespace transcendental_detail

inline double sine_of(double x) {
  using namespace transcendental_detail;
  const double part = part_of_turn(std::fabs(turns_of(x)));  // in [-1/2, 1/2]
  const double size = std::fabs(part);
  const double folded = size > 0.25 ? 0.5 - size : size;
  const double sine = sine_of_turns(folded);
  // Of x's sign at 0 too.
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
  // 1 - 2 / (e^2x + 1) loses its leading bits near 0: there the series, to x^9.
  const double large = 1.0 - 2.0 / (exp2_of(size * 0x1.71547652b82fep1) + 1.0);
  const double s2 = size * size;
  const double series =
      size * (1.0 + s2 * (-1.0 / 3 + s2 * (2.0 / 15 + s2 * (-17.0 / 315 + s2 * (62.0 / 2835)))));
  return std::copysign(size < 0.0625 ? series : large, x);
}

}  // namespace lanescope::exec
