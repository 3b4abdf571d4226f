// Sums and products of floating-point numbers, exact, as integers of 2560 bits; and their rounding
// to a format of any width. Nothing here is floating-point arithmetic: the reference for the
// executor, which uses the host's.
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
  // A finite number of the format.
  Exact(Format format, std::uint64_t bits);
  explicit Exact(std::int64_t integer);
  explicit Exact(std::uint64_t integer);

  [[nodiscard]] bool is_zero() const;
  [[nodiscard]] bool is_negative() const { return negative_; }
  friend Exact operator+(const Exact& a, const Exact& b);
  // Of numbers that the constructors made.
  friend Exact operator*(const Exact& a, const Exact& b);
  [[nodiscard]] Exact negated() const;

  // The format's bits. Zero keeps the sign that it has here.
  [[nodiscard]] std::uint64_t rounded(Format format, Towards towards) const;

 private:
  static constexpr int words = 40;
  static constexpr int point = 1200;  // bit `point` is worth 1
  void place(Wide significand, int exponent);
  [[nodiscard]] bool bit(int at) const {
    return at >= 0 && ((magnitude_[static_cast<std::size_t>(at / 64)] >> (at % 64)) & 1) != 0;
  }
  [[nodiscard]] int top() const;  // the highest bit that is set

  bool negative_ = false;
  std::array<std::uint64_t, words> magnitude_{};
  // As it was made, for products.
  std::uint64_t significand_ = 0;
  int exponent_ = 0;
};

// a * b + c, a + b and a * b for any operands, NaN and infinities included (PTX ISA: NaNs are
// canonical).
[[nodiscard]] std::uint64_t exact_fma(Format format, std::uint64_t a, std::uint64_t b,
                                      std::uint64_t c, Towards towards = Towards::nearest_even);
[[nodiscard]] std::uint64_t exact_add(Format format, std::uint64_t a, std::uint64_t b,
                                      Towards towards = Towards::nearest_even);
[[nodiscard]] std::uint64_t exact_mul(Format format, std::uint64_t a, std::uint64_t b,
                                      Towards towards = Towards::nearest_even);

// From format to format, NaNs canonical.
[[nodiscard]] std::uint64_t exact_cvt(Format to, Format from, std::uint64_t a,
                                      Towards towards = Towards::nearest_even);

// The same with .ftz, as an H200 does it (measured, CUDA 13.0): subnormal operands of `format` are
// zeros, and so is a result that, rounded to the format's fraction with an exponent of any size, is
// below its smallest normal number.
[[nodiscard]] std::uint64_t ftz_fma(Format format, std::uint64_t a, std::uint64_t b,
                                    std::uint64_t c, Towards towards = Towards::nearest_even);
[[nodiscard]] std::uint64_t ftz_mul(Format format, std::uint64_t a, std::uint64_t b,
                                    Towards towards = Towards::nearest_even);
// To `to`, which flushes; the operand is taken as it is.
[[nodiscard]] std::uint64_t ftz_cvt(Format to, Format from, std::uint64_t a,
                                    Towards towards = Towards::nearest_even);

}  // namespace lanescope::exec
