// Half precision and bfloat16, through cuda_fp16.h and cuda_bf16.h.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "tests/conformance/elementwise.h"

namespace lanescope::conformance {
namespace half_test {
namespace {

LANESCOPE_CONFORMANCE(Half);

// A 16-bit format with `fraction` bits of fraction, implemented from its definition: every value is
// a multiple of a power of two, and a double holds the exact result of every operation here.
struct Format {
  int fraction;
  int smallest_exponent;  // of normal numbers
  int largest_exponent;
};
constexpr Format fp16 = {10, -14, 15};
constexpr Format bf16 = {7, -126, 127};

double value_of(const Format& format, std::uint16_t bits) {
  const int exponent_bits = 15 - format.fraction;
  const int field = bits >> format.fraction & ((1 << exponent_bits) - 1);
  const int fraction = bits & ((1 << format.fraction) - 1);
  const double sign = (bits & 0x8000U) != 0 ? -1 : 1;
  if (field == (1 << exponent_bits) - 1)
    return fraction != 0 ? std::numeric_limits<double>::quiet_NaN()
                         : sign * std::numeric_limits<double>::infinity();
  if (field == 0) return sign * std::ldexp(fraction, format.smallest_exponent - format.fraction);
  return sign * std::ldexp((1 << format.fraction) + fraction,
                           field - 1 + format.smallest_exponent - format.fraction);
}

// Rounds to nearest, ties to even.
std::uint16_t bits_of(const Format& format, double value) {
  const auto infinity = static_cast<unsigned>(2 * format.largest_exponent + 1) << format.fraction;
  const unsigned sign = std::signbit(value) ? 0x8000U : 0;
  if (std::isnan(value)) return 0x7fff;
  const double magnitude = std::abs(value);
  int exponent = magnitude == 0 ? format.smallest_exponent : std::ilogb(magnitude);
  exponent = std::max(exponent, format.smallest_exponent);
  if (std::isinf(value) || exponent > format.largest_exponent)
    return static_cast<std::uint16_t>(sign | infinity);
  const auto steps =
      static_cast<unsigned>(std::nearbyint(std::ldexp(magnitude, format.fraction - exponent)));
  // A carry out of the fraction increments the exponent, up to infinity.
  const unsigned field = static_cast<unsigned>(exponent - format.smallest_exponent);
  return static_cast<std::uint16_t>(sign | ((field << format.fraction) + steps));
}

std::vector<unsigned short> numbers(std::size_t count, std::size_t stride) {
  constexpr std::array<unsigned short, 8> corners = {0x0000, 0x8000, 0x3c00, 0xbe00,
                                                     0x7bff, 0x0001, 0x83ff, 0x7c00};
  return each(count, [&](std::size_t i) {
    if (i < 64) return corners[i / stride % 8];
    return static_cast<unsigned short>(random_word(stride, i) % 0x7c00U |
                                       (random_word(stride + 1, i) & 0x8000U));
  });
}

constexpr std::size_t count = 320;

// Checks an expression of two halves (or bfloats) x and y. Any NaN equals any other.
template <class F>
void expect_numbers(compile::Compiler compiler, const Format& format, const std::string& expression,
                    F reference) {
  const bool half = format.fraction == 10;
  const std::string type = half ? "__half" : "__nv_bfloat16";
  const std::string header = half ? "cuda_fp16.h" : "cuda_bf16.h";
  const std::string is_nan = half ? "0x7c00u" : "0x7f80u";
  const auto a = numbers(count, 1), b = numbers(count, 8);
  KernelCase("#include <" + header + ">\n__global__ void k(const " + type + "* a, const " + type +
             "* b, unsigned short* out) {\n"
             "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  " +
             type + " x = a[i], y = b[i], r = " + expression +
             ";\n  unsigned short bits = *(unsigned short*)&r;\n"
             "  out[i] = (bits & 0x7fffu) > " +
             is_nan + " ? 0x7fff : bits;\n}\n")
      .grid(count / 64)
      .block(64)
      .in(a)
      .in(b)
      .out(each(count,
                [&](std::size_t i) {
                  return bits_of(format, reference(value_of(format, a[i]), value_of(format, b[i])));
                }))
      .check(compiler);
}

TEST_P(Half, sum) {
  expect_numbers(GetParam(), fp16, "__hadd(x, y)", [](double x, double y) { return x + y; });
}
TEST_P(Half, difference) {
  expect_numbers(GetParam(), fp16, "__hsub(x, y)", [](double x, double y) { return x - y; });
}
TEST_P(Half, product) {
  expect_numbers(GetParam(), fp16, "__hmul(x, y)", [](double x, double y) { return x * y; });
}
TEST_P(Half, fused_multiply_add) {
  expect_numbers(GetParam(), fp16, "__hfma(x, y, x)", [](double x, double y) { return x * y + x; });
}
TEST_P(Half, operators) {
  expect_numbers(GetParam(), fp16, "-(x + y)", [](double x, double y) { return -(x + y); });
}
TEST_P(Half, absolute_value_and_negation) {
  expect_numbers(GetParam(), fp16, "__hneg(__habs(x))",
                 [](double x, double) { return -std::abs(x); });
}
TEST_P(Half, square_root_of_a_half) {
  expect_numbers(GetParam(), fp16, "__float2half(sqrtf(__half2float(__habs(x))))",
                 [](double x, double) {
                   return static_cast<double>(std::sqrt(static_cast<float>(std::abs(x))));
                 });
}
TEST_P(Half, bfloat16_sum) {
  expect_numbers(GetParam(), bf16, "__hadd(x, y)", [](double x, double y) { return x + y; });
}
TEST_P(Half, bfloat16_product) {
  expect_numbers(GetParam(), bf16, "__hmul(x, y)", [](double x, double y) { return x * y; });
}

TEST_P(Half, float_to_half_and_back) {
  expect_map(
      GetParam(), {{"__half2float(__float2half(x))"}, 0, "#include <cuda_fp16.h>"},
      [](float x) { return static_cast<float>(value_of(fp16, bits_of(fp16, x))); },
      [] {
        auto in = reals<float>(count, 1);
        for (std::size_t i = 0; i < 100; ++i)
          in.push_back(std::ldexp(static_cast<float>(i * 37 % 101) + 0.5F, -28));
        return in;
      }());
}

TEST_P(Half, float_to_bfloat16_and_back) {
  expect_map(
      GetParam(), {{"__bfloat162float(__float2bfloat16(x))"}, 0, "#include <cuda_bf16.h>"},
      [](float x) { return static_cast<float>(value_of(bf16, bits_of(bf16, x))); },
      reals<float>(count, 1));
}

TEST_P(Half, half_to_integers_and_back) {
  expect_map(
      GetParam(),
      {{"__half2int_rz(__int2half_rn(x))", "__half2int_rn(__float2half(x * 0.25f))",
        "(int)__half2float(__ushort2half_rn((unsigned short)(x & 2047)))"},
       0,
       "#include <cuda_fp16.h>"},
      [](int x) {
        const double quarter = value_of(fp16, bits_of(fp16, x * 0.25));
        return std::array{static_cast<int>(value_of(fp16, bits_of(fp16, x))),
                          static_cast<int>(std::nearbyint(quarter)), x & 2047};
      },
      ints_between(-60000, 60000, count));
}

TEST_P(Half, comparisons) {
  const auto a = numbers(count, 1), b = numbers(count, 8);
  KernelCase(R"(
    #include <cuda_fp16.h>
    __global__ void k(const __half* a, const __half* b, int* out) {
      int i = blockIdx.x * blockDim.x + threadIdx.x;
      __half x = a[i], y = b[i];
      out[i] = __hlt(x, y) + 2 * __hle(x, y) + 4 * __hgt(x, y) + 8 * __hge(x, y) + 16 * __heq(x, y) + 32 * __hne(x, y);
    })")
      .grid(count / 64)
      .block(64)
      .in(a)
      .in(b)
      .out(each(count,
                [&](std::size_t i) {
                  const double x = value_of(fp16, a[i]), y = value_of(fp16, b[i]);
                  return (x < y) + 2 * (x <= y) + 4 * (x > y) + 8 * (x >= y) + 16 * (x == y) +
                         32 * (x != y);
                }))
      .check(GetParam());
}

TEST_P(Half, pairs_of_halves) {
  const auto a = numbers(count, 1), b = numbers(count, 8);
  KernelCase(R"(
    #include <cuda_fp16.h>
    __global__ void k(const __half2* a, const __half2* b, __half2* out) {
      int i = blockIdx.x * blockDim.x + threadIdx.x;
      __half2 sum = __hadd2(a[i], b[i]);
      out[3 * i] = __hmul2(sum, __float2half2_rn(0.5f));
      out[3 * i + 1] = __hfma2(a[i], __floats2half2_rn(2.0f, -1.0f), b[i]);
      out[3 * i + 2] = __halves2half2(__high2half(a[i]), __low2half(a[i]));
    })")
      .grid(count / 64)
      .block(32)
      .in([&] {
        auto finite = a;
        for (auto& v : finite) v = v == 0x7c00 ? 0x4400 : v;
        return finite;
      }())
      .in([&] {
        auto finite = b;
        for (auto& v : finite) v = v == 0x7c00 ? 0x4400 : v;
        return finite;
      }())
      .out([&] {
        std::vector<unsigned short> out;
        const auto at = [](const auto& v, std::size_t i) -> unsigned short {
          return v[i] == 0x7c00 ? 0x4400 : v[i];
        };
        for (std::size_t i = 0; i < count; i += 2) {
          std::array<double, 2> x{}, y{};
          for (std::size_t j = 0; j < 2; ++j) {
            x[j] = value_of(fp16, at(a, i + j));
            y[j] = value_of(fp16, at(b, i + j));
          }
          for (std::size_t j = 0; j < 2; ++j) {
            const double sum = value_of(fp16, bits_of(fp16, x[j] + y[j]));
            out.push_back(bits_of(fp16, sum * 0.5));
          }
          out.push_back(bits_of(fp16, x[0] * 2 + y[0]));
          out.push_back(bits_of(fp16, -x[1] + y[1]));
          out.push_back(at(a, i + 1));
          out.push_back(at(a, i));
        }
        return out;
      }())
      .check(GetParam());
}

TEST_P(Half, a_dot_product_of_halves_summed_in_float) {
  const auto a =
      each(256, [](std::size_t i) { return bits_of(fp16, static_cast<double>(i % 17) - 8); });
  const auto b =
      each(256, [](std::size_t i) { return bits_of(fp16, static_cast<double>(i % 13) / 4); });
  KernelCase(R"(
    #include <cuda_fp16.h>
    __global__ void k(const __half2* a, const __half2* b, float* out) {
      float sum = 0;
      for (int i = threadIdx.x; i < 128; i += 32) {
        float2 x = __half22float2(a[i]), y = __half22float2(b[i]);
        sum += x.x * y.x + x.y * y.y;
      }
      for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffffu, sum, d);
      if (threadIdx.x == 0) *out = sum;
    })")
      .in(a)
      .in(b)
      .out([&] {
        double sum = 0;
        for (std::size_t i = 0; i < 256; ++i) sum += value_of(fp16, a[i]) * value_of(fp16, b[i]);
        return std::vector<float>{static_cast<float>(sum)};
      }())
      .check(GetParam());
}

// Sums of whole numbers that the type can represent: exact in any order. `through_shared`: each
// block first sums in shared memory, then adds its sum to global memory.
void expect_atomic_sums(compile::Compiler compiler, const std::string& type, bool through_shared,
                        const std::vector<unsigned short>& in,
                        const std::vector<unsigned short>& sums) {
  const bool is_brain = type.find("bfloat") != std::string::npos;
  const std::string header = is_brain ? "cuda_bf16.h" : "cuda_fp16.h";
  const std::string at_once = "  atomicAdd(&out[0], in[t]);\n";
  const std::string by_blocks = "  __shared__ " + type +
                                " sum[1];\n"
                                "  if (threadIdx.x == 0) sum[0] = out[1];\n  __syncthreads();\n"
                                "  atomicAdd(&sum[0], in[t]);\n  __syncthreads();\n"
                                "  if (threadIdx.x == 0) atomicAdd(&out[0], sum[0]);\n";
  KernelCase("#include <" + header + ">\n__global__ void k(const " + type + "* in, " + type +
             "* out) {\n  int t = blockIdx.x * blockDim.x + threadIdx.x;\n" +
             (through_shared ? by_blocks : at_once) + "}\n")
      .grid(2)
      .block(48)
      .in(in)
      .inout(std::vector<unsigned short>(sums.size()), sums)
      .check(compiler);
}

std::vector<unsigned short> whole_numbers(const Format& format, std::size_t size) {
  return each(size, [&](std::size_t i) {
    return static_cast<unsigned short>(bits_of(format, static_cast<double>(i % 5) - 1));
  });
}
// The sum of every `step`-th element, starting at `first`.
unsigned short sum_of(const Format& format, const std::vector<unsigned short>& in,
                      std::size_t first, std::size_t step) {
  double sum = 0;
  for (std::size_t i = first; i < in.size(); i += step) sum += value_of(format, in[i]);
  return bits_of(format, sum);
}

TEST_P(Half, atomic_sum) {
  const auto in = whole_numbers(fp16, 96);
  for (const bool through_shared : {false, true})
    expect_atomic_sums(GetParam(), "__half", through_shared, in, {sum_of(fp16, in, 0, 1), 0});
}
TEST_P(Half, atomic_sum_of_pairs) {
  const auto in = whole_numbers(fp16, 192);
  for (const bool through_shared : {false, true})
    expect_atomic_sums(GetParam(), "__half2", through_shared, in,
                       {sum_of(fp16, in, 0, 2), sum_of(fp16, in, 1, 2), 0, 0});
}
// Before sm_90, CUDA's header implements these as a compare-and-swap loop whose first read is a
// plain load. In shared memory that is a race, and is reported as one.
TEST_P(Half, bfloat16_atomic_sum) {
  const auto in = whole_numbers(bf16, 96);
  expect_atomic_sums(GetParam(), "__nv_bfloat16", false, in, {sum_of(bf16, in, 0, 1), 0});
}
TEST_P(Half, bfloat16_atomic_sum_of_pairs) {
  const auto in = whole_numbers(bf16, 192);
  expect_atomic_sums(GetParam(), "__nv_bfloat162", false, in,
                     {sum_of(bf16, in, 0, 2), sum_of(bf16, in, 1, 2), 0, 0});
}

TEST_P(Half, minima_and_maxima) {
  expect_numbers(GetParam(), fp16, "__hadd(__hmin(x, y), __hmax(x, y))",
                 [](double x, double y) { return x + y; });
}

}  // namespace
}  // namespace half_test
}  // namespace lanescope::conformance
