#include "tests/exec/exact.h"

#include <bit>
#include <utility>

namespace lanescope::exec {

void Exact::place(Wide significand, int exponent) {
  const int shift = exponent + point;  // never negative: bit 0 is far below every number used here
  auto word = static_cast<std::size_t>(shift / 64);
  for (Wide left = significand; left != 0; left >>= 64, ++word) {
    const Wide shifted = static_cast<Wide>(static_cast<std::uint64_t>(left)) << (shift % 64);
    magnitude_[word] |= static_cast<std::uint64_t>(shifted);
    if (shifted >> 64 != 0) magnitude_[word + 1] |= static_cast<std::uint64_t>(shifted >> 64);
  }
}

Exact::Exact(Format format, std::uint64_t bits) {
  negative_ = format.is_negative(bits);
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << format.fraction_bits) - 1);
  const auto biased = static_cast<int>((bits & format.infinity()) >> format.fraction_bits);
  significand_ = biased == 0 ? fraction : fraction | (std::uint64_t{1} << format.fraction_bits);
  exponent_ = (biased == 0 ? 1 : biased) - format.bias() - format.fraction_bits;
  place(significand_, exponent_);
}

Exact::Exact(std::uint64_t integer) : significand_(integer) { place(integer, 0); }

Exact::Exact(std::int64_t integer) : negative_(integer < 0) {
  significand_ =
      negative_ ? 0 - static_cast<std::uint64_t>(integer) : static_cast<std::uint64_t>(integer);
  place(significand_, 0);
}

int Exact::top() const {
  for (std::size_t i = words; i-- > 0;) {
    if (magnitude_[i] != 0) return static_cast<int>(64 * i) + 63 - std::countl_zero(magnitude_[i]);
  }
  return -1;
}

int Exact::bottom() const {
  for (std::size_t i = 0; i < words; ++i) {
    if (magnitude_[i] != 0) return static_cast<int>(64 * i) + std::countr_zero(magnitude_[i]);
  }
  return -1;
}

bool Exact::is_zero() const { return top() < 0; }

Exact Exact::negated() const {
  Exact result = *this;
  result.negative_ = !negative_;
  return result;
}

Exact operator+(const Exact& a, const Exact& b) {
  Exact result;
  if (a.negative_ == b.negative_) {
    Wide carry = 0;
    for (std::size_t i = 0; i < Exact::words; ++i) {
      carry += a.magnitude_[i];
      carry += b.magnitude_[i];
      result.magnitude_[i] = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
    result.negative_ = a.negative_;
    return result;
  }
  const Exact* larger = &a;
  const Exact* smaller = &b;
  for (std::size_t i = Exact::words; i-- > 0;) {
    if (a.magnitude_[i] == b.magnitude_[i]) continue;
    if (a.magnitude_[i] < b.magnitude_[i]) std::swap(larger, smaller);
    break;
  }
  bool borrow = false;
  for (std::size_t i = 0; i < Exact::words; ++i) {
    const Wide taken = static_cast<Wide>(smaller->magnitude_[i]) + (borrow ? 1 : 0);
    borrow = larger->magnitude_[i] < taken;
    result.magnitude_[i] = larger->magnitude_[i] - static_cast<std::uint64_t>(taken);
  }
  result.negative_ = larger->negative_;
  return result;
}

Exact operator*(const Exact& a, const Exact& b) {
  Exact result;
  result.negative_ = a.negative_ != b.negative_;
  result.place(static_cast<Wide>(a.significand_) * b.significand_, a.exponent_ + b.exponent_);
  return result;
}

std::uint64_t Exact::rounded(Format format, Towards towards) const {
  const std::uint64_t sign = negative_ ? format.sign() : 0;
  const int highest = top();
  if (highest < 0) return sign;
  const int exponent = highest - point;
  const int smallest = 1 - format.bias();
  const int cut = (exponent > smallest ? exponent : smallest) - format.fraction_bits + point;
  std::uint64_t kept = 0;
  for (int at = highest; at >= cut; --at) kept = kept << 1 | (bit(at) ? 1 : 0);
  const bool half = bit(cut - 1);
  const bool below = bottom() < cut - 1;
  bool up = false;
  switch (towards) {
    case Towards::nearest_even:
      up = half && (below || (kept & 1) != 0);
      break;
    case Towards::nearest_away:
      up = half;
      break;
    case Towards::zero:
      break;
    case Towards::down:
      up = negative_ && (half || below);
      break;
    case Towards::up:
      up = !negative_ && (half || below);
      break;
  }
  kept += up ? 1 : 0;
  if (exponent > format.bias() + 1) kept = std::uint64_t{1} << format.fraction_bits;
  const int above = exponent > smallest ? exponent - smallest : 0;
  const int limited = above > 2 * format.bias() ? 2 * format.bias() + 1 : above;
  // The hidden bit adds 1 to the exponent field; a carry out of the fraction adds another 1.
  const std::uint64_t code = (static_cast<std::uint64_t>(limited) << format.fraction_bits) + kept;
  if (code < format.infinity()) return sign | code;
  const bool to_largest = towards == Towards::zero || (towards == Towards::down && !negative_) ||
                          (towards == Towards::up && negative_);
  return sign | (to_largest ? format.infinity() - 1 : format.infinity());
}

namespace {

std::uint64_t rounded_sum(Format format, const Exact& a, const Exact& b, Towards towards) {
  const Exact sum = a + b;
  if (!sum.is_zero()) return sum.rounded(format, towards);
  const bool negative = a.is_negative() == b.is_negative() && a.is_zero() && b.is_zero()
                            ? a.is_negative()
                            : towards == Towards::down;
  return negative ? format.sign() : 0;
}

}  // namespace

std::uint64_t exact_add(Format format, std::uint64_t a, std::uint64_t b, Towards towards) {
  const bool opposite = format.is_negative(a) != format.is_negative(b);
  if (format.is_nan(a) || format.is_nan(b) ||
      (format.is_infinite(a) && format.is_infinite(b) && opposite)) {
    return format.canonical_nan();
  }
  if (format.is_infinite(a)) return a;
  if (format.is_infinite(b)) return b;
  return rounded_sum(format, Exact(format, a), Exact(format, b), towards);
}

std::uint64_t exact_fma(Format format, std::uint64_t a, std::uint64_t b, std::uint64_t c,
                        Towards towards) {
  const std::uint64_t sign = (a ^ b) & format.sign();
  const bool infinite = format.is_infinite(a) || format.is_infinite(b);
  if (format.is_nan(a) || format.is_nan(b) || format.is_nan(c) ||
      (infinite && (format.is_zero(a) || format.is_zero(b)))) {
    return format.canonical_nan();
  }
  if (infinite) return exact_add(format, format.infinity() | sign, c, towards);
  if (format.is_infinite(c)) return c;
  return rounded_sum(format, Exact(format, a) * Exact(format, b), Exact(format, c), towards);
}

std::uint64_t exact_mul(Format format, std::uint64_t a, std::uint64_t b, Towards towards) {
  const std::uint64_t sign = (a ^ b) & format.sign();
  const bool infinite = format.is_infinite(a) || format.is_infinite(b);
  if (format.is_nan(a) || format.is_nan(b) ||
      (infinite && (format.is_zero(a) || format.is_zero(b)))) {
    return format.canonical_nan();
  }
  if (infinite) return format.infinity() | sign;
  return (Exact(format, a) * Exact(format, b)).rounded(format, towards);
}

std::uint64_t exact_cvt(Format to, Format from, std::uint64_t a, Towards towards) {
  if (from.is_nan(a)) return to.canonical_nan();
  if (from.is_infinite(a)) return to.infinity() | (from.is_negative(a) ? to.sign() : 0);
  return Exact(from, a).rounded(to, towards);
}

namespace {

Format with_any_exponent(Format format) { return {format.exponent_bits + 3, format.fraction_bits}; }
std::uint64_t flushed_operand(Format format, std::uint64_t x) {
  if (format.is_subnormal(x)) x &= format.sign();
  return exact_cvt(with_any_exponent(format), format, x);
}
std::uint64_t flushed_result(Format format, std::uint64_t x, Towards towards) {
  const Format wide = with_any_exponent(format);
  const auto smallest = static_cast<std::uint64_t>(wide.bias() - format.bias() + 1)
                        << format.fraction_bits;
  if ((x & (wide.sign() - 1)) < smallest) return wide.is_negative(x) ? format.sign() : 0;
  return exact_cvt(format, wide, x, towards);
}

}  // namespace

std::uint64_t ftz_fma(Format format, std::uint64_t a, std::uint64_t b, std::uint64_t c,
                      Towards towards) {
  return flushed_result(format,
                        exact_fma(with_any_exponent(format), flushed_operand(format, a),
                                  flushed_operand(format, b), flushed_operand(format, c), towards),
                        towards);
}

std::uint64_t ftz_mul(Format format, std::uint64_t a, std::uint64_t b, Towards towards) {
  return flushed_result(format,
                        exact_mul(with_any_exponent(format), flushed_operand(format, a),
                                  flushed_operand(format, b), towards),
                        towards);
}

std::uint64_t ftz_cvt(Format to, Format from, std::uint64_t a, Towards towards) {
  return flushed_result(to, exact_cvt(with_any_exponent(to), from, a, towards), towards);
}

}  // namespace lanescope::exec
