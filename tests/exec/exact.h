// Exact sums and products of floating-point numbers, as integers of 2560 bits, and their rounding
// to a format of any width. This is the reference for the executor, which uses the host's
// floating-point arithmetic; nothing here does.
#pragma once

#include <array>
#include <cstdint>

namespace lanescope::exec {

struct Format {
  int exponent_bits;
  int fraction_bits;
  [[nodiscard]] int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  [[nodiscard]] std::uint64_t sign() const {
    return std::uint64_t{1} << (exponent_bits + fraction_bits);
  }
  [[nodiscard]] std::uint64_t infinity() const {
    return ((std::uint64_t{1} << exponent_bits) - 1) << fraction_bits;
  }
  [[nodiscard]] bool is_nan(std::uint64_t x) const { return (x & (sign() - 1)) > infinity(); }
  [[nodiscard]] bool is_infinite(std::uint64_t x) const { return (x & (sign() - 1)) == infinity(); }
  [[nodiscard]] bool is_zero(std::uint64_t x) const { return (x & (sign() - 1)) == 0; }
  [[nodiscard]] bool is_negative(std::uint64_t x) const { return (x & sign()) != 0; }
  [[nodiscard]] bool is_subnormal(std::uint64_t x) const {
    return (x & infinity()) == 0 && !is_zero(x);
  }
  [[nodiscard]] std::uint64_t canonical_nan() const { return sign() - 1; }
};

__extension__ using Wide = unsigned __int128;

inline constexpr Format f16{5, 10}, bf16{8, 7}, f32{8, 23}, f64{11, 52}, tf32{8, 10};

enum class Towards { nearest_even, nearest_away, zero, down, up };

class Exact {
 public:
  Exact() = default;
  // `bits`: a finite number of `format`.
  Exact(Format format, std::uint64_t bits);
  explicit Exact(std::int64_t integer);
  explicit Exact(std::uint64_t integer);

  [[nodiscard]] bool is_zero() const;
  [[nodiscard]] bool is_negative() const { return negative_; }
  friend Exact operator+(const Exact& a, const Exact& b);
  // Precondition: both operands come from a constructor.
  friend Exact operator*(const Exact& a, const Exact& b);
  [[nodiscard]] Exact negated() const;

  // The bits in the format. The sign of zero is kept.
  [[nodiscard]] std::uint64_t rounded(Format format, Towards towards) const;

 private:
  static constexpr int words = 40;
  static constexpr int point = 1200;  // bit `point` is worth 1
  void place(Wide significand, int exponent);
  [[nodiscard]] bool bit(int at) const {
    return at >= 0 && ((magnitude_[static_cast<std::size_t>(at / 64)] >> (at % 64)) & 1) != 0;
  }
  // The highest and the lowest bit that is set; -1: none.
  [[nodiscard]] int top() const;
  [[nodiscard]] int bottom() const;

  bool negative_ = false;
  std::array<std::uint64_t, words> magnitude_{};
  // The number as constructed, for products.
  std::uint64_t significand_ = 0;
  int exponent_ = 0;
};

// a * b + c, a + b and a * b for any operands, including NaN and infinities (PTX ISA: NaN results
// are canonical).
[[nodiscard]] std::uint64_t exact_fma(Format format, std::uint64_t a, std::uint64_t b,
                                      std::uint64_t c, Towards towards = Towards::nearest_even);
[[nodiscard]] std::uint64_t exact_add(Format format, std::uint64_t a, std::uint64_t b,
                                      Towards towards = Towards::nearest_even);
[[nodiscard]] std::uint64_t exact_mul(Format format, std::uint64_t a, std::uint64_t b,
                                      Towards towards = Towards::nearest_even);

// Converts between formats; NaN results are canonical.
[[nodiscard]] std::uint64_t exact_cvt(Format to, Format from, std::uint64_t a,
                                      Towards towards = Towards::nearest_even);

// The same with .ftz, as on an H200 (measured, CUDA 13.0): subnormal operands of `format` become
// zero. So does a result that is below the smallest normal number after rounding to the format's
// fraction with an unbounded exponent.
[[nodiscard]] std::uint64_t ftz_fma(Format format, std::uint64_t a, std::uint64_t b,
                                    std::uint64_t c, Towards towards = Towards::nearest_even);
[[nodiscard]] std::uint64_t ftz_mul(Format format, std::uint64_t a, std::uint64_t b,
                                    Towards towards = Towards::nearest_even);
// Converts to `to` and flushes the result; a subnormal operand is not flushed.
[[nodiscard]] std::uint64_t ftz_cvt(Format to, Format from, std::uint64_t a,
                                    Towards towards = Towards::nearest_even);

}  // namespace lanescope::exec
