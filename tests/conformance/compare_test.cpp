// Comparisons, combinations of them, and selections based on them.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "tests/conformance/elementwise.h"

namespace lanescope::conformance {
namespace compare_test {
namespace {

LANESCOPE_CONFORMANCE(Compare);

constexpr std::size_t count = 300;

template <class T>
void all_six(compile::Compiler compiler) {
  expect_map(
      compiler, {{"x < y", "x <= y", "x > y", "x >= y", "x == y", "x != y"}},
      [](T x, T y) {
        return std::array<int, 6>{x<y, x <= y, x> y, x >= y, x == y, x != y};
      },
      integers<T>(count, 1), integers<T>(count, 8));
}
TEST_P(Compare, signed_chars) { all_six<signed char>(GetParam()); }
TEST_P(Compare, unsigned_chars) { all_six<unsigned char>(GetParam()); }
TEST_P(Compare, shorts) { all_six<short>(GetParam()); }
TEST_P(Compare, unsigned_shorts) { all_six<unsigned short>(GetParam()); }
TEST_P(Compare, ints) { all_six<int>(GetParam()); }
TEST_P(Compare, unsigneds) { all_six<unsigned>(GetParam()); }
TEST_P(Compare, long_longs) { all_six<std::int64_t>(GetParam()); }
TEST_P(Compare, unsigned_long_longs) { all_six<std::uint64_t>(GetParam()); }

TEST_P(Compare, conditions_joined_by_and_or_and_xor) {
  expect_map(
      GetParam(),
      {{"x < y && y < z", "x < y || y < z", "(x < y) != (y < z)", "x < y && !(y < z || z == 0)",
        "(x > 0) & (y > 0) & (z > 0)", "(x > 0) ^ (y > 0) ^ (z > 0)"}},
      [](int x, int y, int z) {
        return std::array<int, 6>{x < y && y < z,          x < y || y < z,
                                  (x < y) != (y < z),      x < y && !(y < z || z == 0),
                                  std::min({x, y, z}) > 0, ((x > 0) + (y > 0) + (z > 0)) % 2};
      },
      integers<int>(count, 1), integers<int>(count, 8), integers<int>(count, 3));
}

TEST_P(Compare, the_median_of_three) {
  expect_map(
      GetParam(), {{"max(min(x, y), min(max(x, y), z))"}},
      [](int x, int y, int z) {
        std::array<int, 3> sorted = {x, y, z};
        std::sort(sorted.begin(), sorted.end());
        return sorted[1];
      },
      integers<int>(count, 1), integers<int>(count, 8), integers<int>(count, 3));
}

TEST_P(Compare, selections_of_long_longs_and_doubles) {
  expect_map(
      GetParam(), {{"x < 0 ? (double)x : y", "y != y ? -1.0 : y > (double)x ? y : 0.5"}},
      [](std::int64_t x, double y) {
        return std::array{x < 0 ? static_cast<double>(x) : y, std::isnan(y)                ? -1.0
                                                              : y > static_cast<double>(x) ? y
                                                                                           : 0.5};
      },
      integers<std::int64_t>(count, 1), reals<double>(count, 10));
}

TEST_P(Compare, a_sign_function_without_branches) {
  expect_map(
      GetParam(), {{"(x > 0) - (x < 0)", "x >> 31 | (int)((unsigned)-x >> 31)"}},
      [](int x) {
        const int sign = x > 0 ? 1 : x < 0 ? -1 : 0;
        return std::array{sign, sign};
      },
      [] {
        auto in = integers<int>(count, 1);
        for (int& x : in) x = x == INT32_MIN ? -3 : x;  // -INT32_MIN does not exist
        return in;
      }());
}

TEST_P(Compare, floats_against_infinities_and_zeros) {
  expect_map(
      GetParam(),
      {{"x == 0.0f", "x > -1.0f / 0.0f", "x < 1e38f && x > -1e38f", "x == x", "!(x > 0.0f)"}},
      [](float x) {
        return std::array<int, 5>{x == 0, x > -std::numeric_limits<float>::infinity(),
                                  x < 1e38F && x > -1e38F, x == x, !(x > 0)};
      },
      reals<float>(count, 1));
}

TEST_P(Compare, pointers_compared_and_subtracted) {
  KernelCase(R"(
    __global__ void k(const int* in, long long* out, int n) {
      const int* mine = in + threadIdx.x * 3;
      const int* end = in + n;
      out[threadIdx.x] = mine < end ? end - mine : -1;
    })")
      .in(std::vector<int>(64))
      .out(each(32, [](std::size_t t) { return t * 3 < 64 ? std::int64_t(64 - t * 3) : -1; }))
      .value(64)
      .check(GetParam());
}

}  // namespace
}  // namespace compare_test
}  // namespace lanescope::conformance
