// Integer arithmetic of every width, and the intrinsics that map to one integer instruction.
#include <algorithm>
#include <bit>
#include <climits>
#include <cstdlib>
#include <numeric>

#include <string.h>

#include "tests/conformance/elementwise.h"

namespace lanescope::conformance {
namespace integer_test {
namespace {

LANESCOPE_CONFORMANCE(Integer);

// One case per integer type of CUDA C++.
#define LANESCOPE_EVERY_INTEGER(name, check)                                       \
  TEST_P(Integer, name##_of_signed_char) { check<signed char>(GetParam()); }       \
  TEST_P(Integer, name##_of_unsigned_char) { check<unsigned char>(GetParam()); }   \
  TEST_P(Integer, name##_of_short) { check<short>(GetParam()); }                   \
  TEST_P(Integer, name##_of_unsigned_short) { check<unsigned short>(GetParam()); } \
  TEST_P(Integer, name##_of_int) { check<int>(GetParam()); }                       \
  TEST_P(Integer, name##_of_unsigned) { check<unsigned>(GetParam()); }             \
  TEST_P(Integer, name##_of_long_long) { check<std::int64_t>(GetParam()); }        \
  TEST_P(Integer, name##_of_unsigned_long_long) { check<std::uint64_t>(GetParam()); }

constexpr std::size_t count = 300;

// Signed overflow is undefined in C++, so wrapping arithmetic is unsigned, both in the kernel and
// here.
template <class T>
void sum_difference_product(compile::Compiler compiler) {
  expect_map(
      compiler,
      {{"(unsigned long long)x + (unsigned long long)y",
        "(unsigned long long)x - (unsigned long long)y",
        "(unsigned long long)x * (unsigned long long)y", "-(unsigned long long)x"}},
      [](T x, T y) {
        const auto a = static_cast<std::uint64_t>(x), b = static_cast<std::uint64_t>(y);
        return std::array{static_cast<T>(a + b), static_cast<T>(a - b), static_cast<T>(a * b),
                          static_cast<T>(-a)};
      },
      integers<T>(count, 1), integers<T>(count, 8));
}
LANESCOPE_EVERY_INTEGER(sum_difference_product, sum_difference_product)

template <class T>
void quotient_and_remainder(compile::Compiler compiler) {
  auto divisors = integers<T>(count, 8);
  for (T& divisor : divisors) {
    // Excludes division by zero and the one quotient that overflows (min / -1).
    if (divisor == 0 || divisor == static_cast<T>(-1)) divisor = T{7};
  }
  expect_map(
      compiler, {{"x / y", "x % y"}},
      [](T x, T y) {
        return std::array{static_cast<T>(x / y), static_cast<T>(x % y)};
      },
      integers<T>(count, 1), divisors);
}
LANESCOPE_EVERY_INTEGER(quotient_and_remainder, quotient_and_remainder)

template <class T>
void quotient_by_constants(compile::Compiler compiler) {
  expect_map(
      compiler,
      {{"x / 3", "x / 16", "x % 10", "x / (T)100"},
       0,
       fmt::format("typedef {} T;", type_name<T>())},
      [](T x) {
        return std::array{static_cast<T>(x / 3), static_cast<T>(x / 16), static_cast<T>(x % 10),
                          static_cast<T>(x / T{100})};
      },
      integers<T>(count, 1));
}
LANESCOPE_EVERY_INTEGER(quotient_by_constants, quotient_by_constants)

template <class T>
void shifts_by_variable_amounts(compile::Compiler compiler) {
  using U = std::make_unsigned_t<T>;
  const auto amounts = ints_between(0, 8 * sizeof(T) - 1, count);
  expect_map(
      compiler,
      {{"(U)x << y", "x >> y", "(U)x >> y", "(U)x << 1", "x >> 3"},
       0,
       fmt::format("typedef {} U;", type_name<U>())},
      [](T x, int y) {
        const U u = static_cast<U>(x);
        return std::array{static_cast<T>(static_cast<std::uint64_t>(u) << y),
                          static_cast<T>(x >> y), static_cast<T>(u >> y), static_cast<T>(u << 1U),
                          static_cast<T>(x >> 3)};
      },
      integers<T>(count, 1), amounts);
}
LANESCOPE_EVERY_INTEGER(shifts_by_variable_amounts, shifts_by_variable_amounts)

template <class T>
void bitwise_logic(compile::Compiler compiler) {
  expect_map(
      compiler, {{"x & y", "x | y", "x ^ y", "~x", "(x & ~y) | (y & z)", "x ^ y ^ z"}},
      [](T x, T y, T z) {
        return std::array{static_cast<T>(x & y),
                          static_cast<T>(x | y),
                          static_cast<T>(x ^ y),
                          static_cast<T>(~x),
                          static_cast<T>((x & ~y) | (y & z)),
                          static_cast<T>(x ^ y ^ z)};
      },
      integers<T>(count, 1), integers<T>(count, 8), integers<T>(count, 3));
}
LANESCOPE_EVERY_INTEGER(bitwise_logic, bitwise_logic)

template <class T>
void smaller_and_larger(compile::Compiler compiler) {
  expect_map(
      compiler, {{"x < y ? x : y", "x < y ? y : x", "x > y ? 1 : x == y ? 2 : 3"}},
      [](T x, T y) {
        return std::array{std::min(x, y), std::max(x, y),
                          static_cast<T>(x > y    ? 1
                                         : x == y ? 2
                                                  : 3)};
      },
      integers<T>(count, 1), integers<T>(count, 8));
}
LANESCOPE_EVERY_INTEGER(smaller_and_larger, smaller_and_larger)

TEST_P(Integer, min_and_max_functions_of_int) {
  expect_map(
      GetParam(), {{"min(x, y)", "max(x, y)", "min(max(x, -100), 100)"}},
      [](int x, int y) {
        return std::array{std::min(x, y), std::max(x, y), std::clamp(x, -100, 100)};
      },
      integers<int>(count, 1), integers<int>(count, 8));
}

TEST_P(Integer, min_and_max_functions_of_unsigned_long_long) {
  using T = std::uint64_t;
  expect_map(
      GetParam(), {{"min(x, y)", "max(x, y)"}},
      [](T x, T y) {
        return std::array{std::min(x, y), std::max(x, y)};
      },
      integers<T>(count, 1), integers<T>(count, 8));
}

TEST_P(Integer, absolute_value_of_int_and_long_long) {
  expect_map(
      GetParam(), {{"abs((int)x)", "llabs(x)", "abs((int)x - 5)"}},
      [](std::int64_t x) {
        const auto low = static_cast<std::int64_t>(static_cast<int>(x));
        const auto wrapped = [](std::int64_t v) {
          return static_cast<std::int64_t>(static_cast<int>(std::llabs(v)));
        };
        return std::array<std::int64_t, 3>{
            wrapped(low), x < 0 ? -x : x,
            wrapped(static_cast<int>(static_cast<unsigned>(low) - 5U))};
      },
      each(count, [](std::size_t i) {
        return static_cast<std::int64_t>(random_word(5, i)) >> (i % 50 + 1);
      }));
}

TEST_P(Integer, clz_counts_leading_zeros_and_is_32_for_0) {
  expect_map(
      GetParam(), {{"__clz(x)", "__clz(~x)"}},
      [](int x) {
        const auto u = static_cast<unsigned>(x);
        return std::array{std::countl_zero(u), std::countl_zero(~u)};
      },
      integers<int>(count, 1));
}

TEST_P(Integer, clzll_counts_leading_zeros_and_64_for_0) {
  expect_map(
      GetParam(), {{"__clzll(x)"}},
      [](std::int64_t x) { return std::countl_zero(static_cast<std::uint64_t>(x)); },
      integers<std::int64_t>(count, 1));
}

TEST_P(Integer, ffs_numbers_the_lowest_set_bit_from_1_and_is_0_for_0) {
  expect_map(
      GetParam(), {{"__ffs((int)x)", "__ffsll(x)"}},
      [](std::int64_t x) {
        return std::array{::ffs(static_cast<int>(x)), ::ffsll(x)};
      },
      integers<std::int64_t>(count, 1));
}

TEST_P(Integer, brev_reverses_32_bits) {
  expect_map(
      GetParam(), {{"__brev(x)"}},
      [](unsigned x) {
        unsigned turned = 0;
        for (int bit = 0; bit < 32; ++bit) turned |= (x >> bit & 1U) << (31 - bit);
        return turned;
      },
      integers<unsigned>(count, 1));
}

TEST_P(Integer, brevll_turns_64_bits_around) {
  expect_map(
      GetParam(), {{"__brevll(x)"}},
      [](std::uint64_t x) {
        std::uint64_t turned = 0;
        for (int bit = 0; bit < 64; ++bit) turned |= (x >> bit & 1U) << (63 - bit);
        return turned;
      },
      integers<std::uint64_t>(count, 1));
}

TEST_P(Integer, popc_counts_bits) {
  expect_map(
      GetParam(), {{"__popc((unsigned)x)", "__popcll(x)", "__popc((unsigned)x & 0xff00u)"}},
      [](std::uint64_t x) {
        return std::array{std::popcount(static_cast<unsigned>(x)), std::popcount(x),
                          std::popcount(static_cast<unsigned>(x) & 0xff00U)};
      },
      integers<std::uint64_t>(count, 1));
}

unsigned byte_perm(unsigned x, unsigned y, unsigned selector) {
  const std::uint64_t bytes = (std::uint64_t{y} << 32) | x;
  unsigned result = 0;
  for (int i = 0; i < 4; ++i) {
    const unsigned chosen = selector >> (4 * i) & 7U;
    unsigned byte = static_cast<unsigned>(bytes >> (8 * chosen)) & 0xffU;
    if ((selector >> (4 * i) & 8U) != 0) byte = (byte & 0x80U) != 0 ? 0xffU : 0;
    result |= byte << (8 * i);
  }
  return result;
}

TEST_P(Integer, byte_perm_by_constant_and_variable_selectors) {
  expect_map(
      GetParam(),
      {{"__byte_perm(x, y, 0x0123)", "__byte_perm(x, y, 0x5140)", "__byte_perm(x, y, z & 0x7777)"}},
      [](unsigned x, unsigned y, unsigned z) {
        return std::array{byte_perm(x, y, 0x0123), byte_perm(x, y, 0x5140),
                          byte_perm(x, y, z & 0x7777U)};
      },
      integers<unsigned>(count, 1), integers<unsigned>(count, 8), integers<unsigned>(count, 3));
}

TEST_P(Integer, mulhi_keeps_the_upper_32_bits) {
  expect_map(
      GetParam(), {{"__mulhi(x, y)", "(int)__umulhi((unsigned)x, (unsigned)y)"}},
      [](int x, int y) {
        const auto a = std::uint64_t{static_cast<unsigned>(x)};
        return std::array{static_cast<int>((std::int64_t{x} * y) >> 32),
                          static_cast<int>((a * static_cast<unsigned>(y)) >> 32)};
      },
      integers<int>(count, 1), integers<int>(count, 8));
}

TEST_P(Integer, wide_products_of_int_and_unsigned) {
  expect_map(
      GetParam(),
      {{"(long long)x * y", "(unsigned long long)(unsigned)x * (unsigned)y", "(long long)x * 1000",
        "(long long)x * y + 7"}},
      [](int x, int y) {
        const std::int64_t product = std::int64_t{x} * y;
        return std::array{product,
                          static_cast<std::int64_t>(std::uint64_t{static_cast<unsigned>(x)} *
                                                    static_cast<unsigned>(y)),
                          std::int64_t{x} * 1000, product + 7};
      },
      integers<int>(count, 1), integers<int>(count, 8));
}

TEST_P(Integer, wide_products_of_shorts) {
  expect_map(
      GetParam(), {{"x * y", "(int)(unsigned short)x * 3", "x * y + 100"}},
      [](short x, short y) {
        return std::array{x * y, static_cast<unsigned short>(x) * 3, x * y + 100};
      },
      integers<short>(count, 1), integers<short>(count, 9));
}

TEST_P(Integer, mul24_takes_24_bits) {
  expect_map(
      GetParam(), {{"__mul24(x, y)", "(int)__umul24((unsigned)x, (unsigned)y)"}},
      [](int x, int y) {
        const auto low = [](int v) { return std::int64_t{static_cast<int>(v << 8) >> 8}; };
        const auto unsigned_low = [](int v) { return std::uint64_t(v) & 0xffffffU; };
        return std::array{static_cast<int>(low(x) * low(y)),
                          static_cast<int>(unsigned_low(x) * unsigned_low(y))};
      },
      integers<int>(count, 1), integers<int>(count, 8));
}

TEST_P(Integer, a_64_bit_product_of_32_bit_halves) {
  expect_map(
      GetParam(), {{"x * y", "(x >> 32) * (y & 0xffffffffull)", "x * 0x9e3779b97f4a7c15ull + y"}},
      [](std::uint64_t x, std::uint64_t y) {
        return std::array<std::uint64_t, 3>{x * y, (x >> 32) * (y & 0xffffffffULL),
                                            x * 0x9e3779b97f4a7c15ULL + y};
      },
      integers<std::uint64_t>(count, 1), integers<std::uint64_t>(count, 8));
}

TEST_P(Integer, rotations_written_with_shifts) {
  expect_map(
      GetParam(), {{"(x << (y & 31)) | (x >> (-y & 31))", "(x >> 7) | (x << 25)"}},
      [](unsigned x, unsigned y) {
        return std::array{std::rotl(x, static_cast<int>(y % 32)), std::rotr(x, 7)};
      },
      integers<unsigned>(count, 1), integers<unsigned>(count, 8));
}

// Amounts below 64 only: for larger ones clang 14 removes the mask and emits shifts that are not
// rotations, on a GPU too.
TEST_P(Integer, sixty_four_bit_rotations) {
  expect_map(
      GetParam(), {{"(x << (y & 63)) | (x >> (-y & 63))", "(x << 13) | (x >> 51)"}},
      [](std::uint64_t x, std::uint64_t y) {
        return std::array{std::rotl(x, static_cast<int>(y)), std::rotl(x, 13)};
      },
      integers<std::uint64_t>(count, 1),
      each(count, [](std::size_t i) { return static_cast<std::uint64_t>(i % 64); }));
}

TEST_P(Integer, bit_fields_are_extracted_and_inserted) {
  expect_map(
      GetParam(),
      {{"(x >> 5) & 0x3f", "(unsigned)(((int)x << 12) >> 20)",
        "(x & ~0xff0u) | ((y << 4) & 0xff0u)"}},
      [](unsigned x, unsigned y) {
        return std::array{x / 32 % 64, static_cast<unsigned>(static_cast<int>(x << 12U) >> 20),
                          (x & 0xfffff00fU) + (y % 256) * 16};
      },
      integers<unsigned>(count, 1), integers<unsigned>(count, 8));
}

TEST_P(Integer, bit_tricks_for_parity_powers_of_two_lowest_and_highest_bit) {
  expect_map(
      GetParam(),
      {{"__popc(x) & 1", "x != 0 && (x & (x - 1)) == 0", "x & -x",
        "x == 0 ? 0 : 1u << (31 - __clz(x))"}},
      [](unsigned x) {
        unsigned parity = 0;
        for (unsigned rest = x; rest != 0; rest >>= 1U) parity ^= rest & 1U;
        const unsigned lowest = x == 0 ? 0 : 1U << std::countr_zero(x);
        return std::array{parity, std::has_single_bit(x) ? 1U : 0U, lowest, std::bit_floor(x)};
      },
      integers<unsigned>(count, 1));
}

TEST_P(Integer, gcd_by_euclid_and_integer_square_root) {
  const std::string functions =
      "__device__ unsigned gcd(unsigned a, unsigned b) {\n"
      "  while (b != 0) { unsigned r = a % b; a = b; b = r; }\n  return a;\n}\n"
      "__device__ unsigned root(unsigned v) {\n"
      "  unsigned r = 0;\n"
      "  for (unsigned bit = 1u << 15; bit != 0; bit >>= 1) {\n"
      "    unsigned next = r | bit;\n    if (next * next <= v) r = next;\n  }\n  return r;\n}\n";
  expect_map(
      GetParam(), {{"gcd(x, y)", "root(x)"}, 0, functions},
      [](unsigned x, unsigned y) {
        return std::array{std::gcd(x, y),
                          static_cast<unsigned>(std::sqrt(static_cast<long double>(x)))};
      },
      integers<unsigned>(count, 1), integers<unsigned>(count, 8));
}

TEST_P(Integer, powers_modulo_a_prime) {
  const std::string functions =
      "__device__ unsigned power(unsigned base, unsigned exponent, unsigned modulus) {\n"
      "  unsigned long long result = 1, square = base % modulus;\n"
      "  for (; exponent != 0; exponent >>= 1) {\n"
      "    if (exponent & 1) result = result * square % modulus;\n"
      "    square = square * square % modulus;\n  }\n  return (unsigned)result;\n}\n";
  expect_map(
      GetParam(), {{"power(x, y & 1023u, 1000000007u)"}, 0, functions},
      [](unsigned x, unsigned y) {
        std::uint64_t result = 1;
        for (unsigned i = 0; i < y % 1024; ++i) result = result * (x % 1000000007U) % 1000000007U;
        return static_cast<unsigned>(result);
      },
      integers<unsigned>(count, 1), integers<unsigned>(count, 8));
}

// ---- intrinsics that map to one or a few instructions ----

TEST_P(Integer, mul64hi_keeps_the_upper_64_bits) {
  __extension__ typedef unsigned __int128 Wide;
  expect_map(
      GetParam(),
      {{"__umul64hi(x, y)", "(unsigned long long)__mul64hi((long long)x, (long long)y)"}},
      [](std::uint64_t x, std::uint64_t y) {
        const auto high = static_cast<std::uint64_t>(Wide{x} * y >> 64);
        // Two's complement: for each negative factor, subtract the other factor from the upper
        // half.
        const std::uint64_t signed_high = high - (x >> 63 != 0 ? y : 0) - (y >> 63 != 0 ? x : 0);
        return std::array<std::uint64_t, 2>{high, signed_high};
      },
      integers<std::uint64_t>(count, 1), integers<std::uint64_t>(count, 8));
}

TEST_P(Integer, funnel_shifts_wrap_or_clamp) {
  expect_map(
      GetParam(),
      {{"__funnelshift_l(x, y, z)", "__funnelshift_r(x, y, z)", "__funnelshift_lc(x, y, z)",
        "__funnelshift_rc(x, y, z)"}},
      [](unsigned x, unsigned y, unsigned z) {
        const std::uint64_t both = std::uint64_t{y} << 32 | x;
        const unsigned wrapped = z % 32, clamped = std::min(z, 32U);
        return std::array{static_cast<unsigned>(both << wrapped >> 32),
                          static_cast<unsigned>(both >> wrapped),
                          clamped == 32 ? x : static_cast<unsigned>(both << clamped >> 32),
                          static_cast<unsigned>(both >> clamped)};
      },
      integers<unsigned>(count, 1), integers<unsigned>(count, 8), integers<unsigned>(count, 3));
}

TEST_P(Integer, sums_of_absolute_differences) {
  expect_map(
      GetParam(), {{"__usad(x, y, z)", "(unsigned)__sad((int)x, (int)y, z)"}},
      [](unsigned x, unsigned y, unsigned z) {
        const std::int64_t apart = std::int64_t{static_cast<int>(x)} - static_cast<int>(y);
        return std::array{(x > y ? x - y : y - x) + z,
                          static_cast<unsigned>(apart < 0 ? -apart : apart) + z};
      },
      integers<unsigned>(count, 1), integers<unsigned>(count, 8), integers<unsigned>(count, 3));
}

TEST_P(Integer, averages_that_do_not_overflow) {
  expect_map(
      GetParam(),
      {{"__hadd(x, y)", "__rhadd(x, y)", "(int)__uhadd((unsigned)x, (unsigned)y)",
        "(int)__urhadd((unsigned)x, (unsigned)y)"}},
      [](int x, int y) {
        const std::int64_t sum = std::int64_t{x} + y;
        const std::uint64_t unsigned_sum =
            std::uint64_t{static_cast<unsigned>(x)} + static_cast<unsigned>(y);
        return std::array{static_cast<int>(sum >> 1), static_cast<int>((sum + 1) >> 1),
                          static_cast<int>(unsigned_sum >> 1),
                          static_cast<int>((unsigned_sum + 1) >> 1)};
      },
      integers<int>(count, 1), integers<int>(count, 8));
}

TEST_P(Integer, dp4a_of_signed_and_unsigned_bytes) {
  expect_map(
      GetParam(), {{"(unsigned)__dp4a((int)x, (int)y, (int)z)", "__dp4a(x, y, z)"}},
      [](unsigned x, unsigned y, unsigned z) {
        unsigned a = z, b = z;
        for (int i = 0; i < 32; i += 8) {
          a += static_cast<unsigned>(static_cast<signed char>(x >> i) *
                                     static_cast<signed char>(y >> i));
          b += (x >> i & 0xffU) * (y >> i & 0xffU);
        }
        return std::array{a, b};
      },
      integers<unsigned>(count, 1), integers<unsigned>(count, 8), integers<unsigned>(count, 3));
}

TEST_P(Integer, dp2a_of_the_lower_and_the_upper_bytes) {
  expect_map(
      GetParam(), {{"(unsigned)__dp2a_lo((int)x, (int)y, (int)z)", "__dp2a_hi(x, y, z)"}},
      [](unsigned x, unsigned y, unsigned z) {
        unsigned a = z, b = z;
        for (int i = 0; i < 2; ++i) {
          a += static_cast<unsigned>(static_cast<short>(x >> 16 * i) *
                                     static_cast<signed char>(y >> 8 * i));
          b += (x >> 16 * i & 0xffffU) * (y >> (16 + 8 * i) & 0xffU);
        }
        return std::array{a, b};
      },
      integers<unsigned>(count, 1), integers<unsigned>(count, 8), integers<unsigned>(count, 3));
}

// Applies f to each byte (or half) of two words.
template <class F>
unsigned by_parts(unsigned x, unsigned y, int bits, F f) {
  unsigned result = 0;
  const unsigned mask = (1U << bits) - 1;
  for (int i = 0; i < 32; i += bits)
    result |= (static_cast<unsigned>(
                   f(static_cast<int>(x >> i & mask), static_cast<int>(y >> i & mask))) &
               mask)
              << i;
  return result;
}
int as_signed(int value, int bits) {
  return static_cast<int>(static_cast<unsigned>(value) << (32 - bits)) >> (32 - bits);
}

TEST_P(Integer, sums_and_differences_of_four_bytes) {
  expect_map(
      GetParam(), {{"__vadd4(x, y)", "__vsub4(x, y)", "__vabsdiffu4(x, y)", "__vaddus4(x, y)"}},
      [](unsigned x, unsigned y) {
        return std::array{by_parts(x, y, 8, [](int a, int b) { return a + b; }),
                          by_parts(x, y, 8, [](int a, int b) { return a - b; }),
                          by_parts(x, y, 8, [](int a, int b) { return std::abs(a - b); }),
                          by_parts(x, y, 8, [](int a, int b) { return std::min(a + b, 255); })};
      },
      integers<unsigned>(count, 1), integers<unsigned>(count, 8));
}

TEST_P(Integer, minima_maxima_and_averages_of_four_bytes) {
  expect_map(
      GetParam(), {{"__vmaxu4(x, y)", "__vmins4(x, y)", "__vavgu4(x, y)", "__vsadu4(x, y)"}},
      [](unsigned x, unsigned y) {
        unsigned sad = 0;
        for (int i = 0; i < 32; i += 8)
          sad += static_cast<unsigned>(
              std::abs(static_cast<int>(x >> i & 0xffU) - static_cast<int>(y >> i & 0xffU)));
        return std::array{
            by_parts(x, y, 8, [](int a, int b) { return std::max(a, b); }),
            by_parts(x, y, 8,
                     [](int a, int b) { return std::min(as_signed(a, 8), as_signed(b, 8)); }),
            by_parts(x, y, 8, [](int a, int b) { return (a + b + 1) / 2; }), sad};
      },
      integers<unsigned>(count, 1), integers<unsigned>(count, 8));
}

TEST_P(Integer, comparisons_of_four_bytes_and_two_halves) {
  expect_map(
      GetParam(), {{"__vcmpeq4(x, y)", "__vcmpgtu4(x, y)", "__vcmplts2(x, y)", "__vseteq2(x, y)"}},
      [](unsigned x, unsigned y) {
        return std::array{
            by_parts(x, y, 8, [](int a, int b) { return a == b ? 255 : 0; }),
            by_parts(x, y, 8, [](int a, int b) { return a > b ? 255 : 0; }),
            by_parts(x, y, 16,
                     [](int a, int b) { return as_signed(a, 16) < as_signed(b, 16) ? 65535 : 0; }),
            by_parts(x, y, 16, [](int a, int b) { return a == b ? 1 : 0; })};
      },
      integers<unsigned>(count, 1), integers<unsigned>(count, 8));
}

TEST_P(Integer, sums_and_saturation_of_two_halves) {
  expect_map(
      GetParam(),
      {{"__vadd2(x, y)", "__vsub2(x, y)", "__vaddss2(x, y)", "__vneg2(x)", "__vabs2(x)"}},
      [](unsigned x, unsigned y) {
        return std::array{
            by_parts(x, y, 16, [](int a, int b) { return a + b; }),
            by_parts(x, y, 16, [](int a, int b) { return a - b; }),
            by_parts(x, y, 16,
                     [](int a, int b) {
                       return std::clamp(as_signed(a, 16) + as_signed(b, 16), -32768, 32767);
                     }),
            by_parts(x, y, 16, [](int a, int) { return -a; }),
            by_parts(x, y, 16, [](int a, int) { return std::abs(as_signed(a, 16)); })};
      },
      integers<unsigned>(count, 1), integers<unsigned>(count, 8));
}

}  // namespace
}  // namespace integer_test
}  // namespace lanescope::conformance
