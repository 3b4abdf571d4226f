// Small kernels of every kind, as users write them, with both compilers. The arrays after the
// launch equal the host's.
#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "tests/run/lesson_on_disk.h"

namespace lanescope::app {
namespace {

class Kernel : public BothCompilers {
 protected:
  void expect_array(const LessonOnDisk& lesson, std::size_t array, const std::string& hash) const {
    const OutcomePtr outcome = run_good(lesson);
    ASSERT_NE(outcome, nullptr);
    for (const Diagnostic& diagnostic : outcome->report.diagnostics)
      EXPECT_EQ(diagnostic.severity, Severity::note) << diagnostic.message;
    EXPECT_EQ(outcome->report.arrays[array].fnv1a64, hash);
  }
};

std::string grid_of(int grid, int block) {
  return fmt::format("[launch]\ngrid = [{}]\nblock = [{}]\n", grid, block);
}

template <class T>
std::vector<T> iota(std::size_t count) {
  std::vector<T> values(count);
  std::iota(values.begin(), values.end(), T{0});
  return values;
}

TEST_P(Kernel, saxpy_with_a_grid_stride_loop) {
  const LessonOnDisk lesson(
      "__global__ void k(float a, const float* x, float* y, int n)\n{\n"
      "    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * "
      "blockDim.x)\n"
      "        y[i] = a * x[i] + y[i];\n}\n",
      grid_of(3, 96) + scalar("a", "float", "2.5") + array("x", "float", "1000", "iota") +
          array("y", "float", "1000", "iota") + scalar("n", "int", "1000"));
  std::vector<float> expected(1000);
  for (std::size_t i = 0; i < 1000; ++i)
    expected[i] = std::fma(2.5F, static_cast<float>(i), static_cast<float>(i));
  expect_array(lesson, 1, hash_of(expected));
}

TEST_P(Kernel, reverse_through_dynamic_shared_memory) {
  const LessonOnDisk lesson(
      "__global__ void k(int* d, int n)\n{\n    extern __shared__ int s[];\n    int t = "
      "threadIdx.x;\n"
      "    s[t] = d[t];\n    __syncthreads();\n    d[t] = s[n - t - 1];\n}\n",
      "[launch]\ngrid = [1]\nblock = [64]\ndynamic_shared = 256\n" +
          array("d", "int", "64", "iota") + scalar("n", "int", "64"));
  auto expected = iota<std::int32_t>(64);
  std::reverse(expected.begin(), expected.end());
  expect_array(lesson, 0, hash_of(expected));
}

TEST_P(Kernel, reduction_in_shared_memory_and_by_shuffles) {
  const LessonOnDisk lesson(
      "__global__ void k(const int* in, int* out)\n{\n    __shared__ int s[256];\n    int t = "
      "threadIdx.x;\n"
      "    s[t] = in[blockIdx.x * 256 + t];\n    __syncthreads();\n"
      "    for (int half = 128; half >= 32; half /= 2) {\n        if (t < half) s[t] += s[t + "
      "half];\n"
      "        __syncthreads();\n    }\n    if (t < 32) {\n        int sum = s[t];\n"
      "        for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffffu, sum, d);\n"
      "        if (t == 0) out[blockIdx.x] = sum;\n    }\n}\n",
      grid_of(4, 256) + array("in", "int", "1024", "iota") + array("out", "int", "4"));
  std::vector<std::int32_t> expected(4);
  for (std::int32_t i = 0; i < 1024; ++i) expected[static_cast<std::size_t>(i / 256)] += i;
  expect_array(lesson, 1, hash_of(expected));
}

TEST_P(Kernel, scalar_in_shared_memory_is_read_behind_the_barrier) {
  const LessonOnDisk lesson(
      "__global__ void k(int* out)\n{\n    __shared__ int s;\n    if (threadIdx.x == 0) s = 7;\n"
      "    __syncthreads();\n    out[threadIdx.x] = s;\n}\n",
      grid_of(1, 64) + array("out", "int", "64"));
  expect_array(lesson, 0, hash_of(std::vector<std::int32_t>(64, 7)));
}

TEST_P(Kernel, histogram_with_shared_and_global_atomics) {
  const LessonOnDisk lesson(
      "__global__ void k(const unsigned* in, unsigned* bins)\n{\n    __shared__ unsigned s[16];\n"
      "    if (threadIdx.x < 16) s[threadIdx.x] = 0;\n    __syncthreads();\n"
      "    atomicAdd(&s[in[blockIdx.x * 128 + threadIdx.x] % 16], 1u);\n    __syncthreads();\n"
      "    if (threadIdx.x < 16) atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);\n}\n",
      grid_of(5, 128) + array("in", "uint", "640", "hash:1000") + array("bins", "uint", "16"));
  std::vector<std::uint32_t> expected(16);
  for (std::uint32_t i = 0; i < 640; ++i) ++expected[(i * 2654435761U / 256) % 1000 % 16];
  expect_array(lesson, 1, hash_of(expected));
}

TEST_P(Kernel, nested_loops_with_break_continue_and_early_return) {
  const std::string text =
      "__global__ void k(int* out, int n)\n{\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "    if (i >= n) return;\n    int sum = 0;\n    for (int a = 0; a < i % 7; ++a) {\n"
      "        if (a == 3 && i % 2) continue;\n        for (int b = 0; b < 9; ++b) {\n"
      "            if (b * a > i) break;\n            sum += a * 10 + b;\n        }\n"
      "        if (sum > 200) break;\n    }\n"
      "    switch (i % 5) { case 0: sum += 1; break; case 1: sum *= 2; case 2: sum -= 3; break; "
      "default: sum ^= 5; }\n"
      "    out[i] = sum;\n}\n";
  std::vector<std::int32_t> expected(300);
  for (int i = 0; i < 290; ++i) {
    int sum = 0;
    for (int a = 0; a < i % 7; ++a) {
      if (a == 3 && i % 2 != 0) continue;
      for (int b = 0; b < 9; ++b) {
        if (b * a > i) break;
        sum += a * 10 + b;
      }
      if (sum > 200) break;
    }
    switch (i % 5) {
      case 0:
        sum += 1;
        break;
      case 1:
        sum *= 2;
        [[fallthrough]];
      case 2:
        sum -= 3;
        break;
      default:
        sum ^= 5;
    }
    expected[static_cast<std::size_t>(i)] = sum;
  }
  expect_array(
      LessonOnDisk(text, grid_of(5, 60) + array("out", "int", "300") + scalar("n", "int", "290")),
      0, hash_of(expected));
}

TEST_P(Kernel, collatz_with_a_loop_count_of_its_own_for_each_lane) {
  const LessonOnDisk lesson(
      "__global__ void k(unsigned* out)\n{\n    unsigned n = threadIdx.x + 1, steps = 0;\n"
      "    while (n != 1) {\n        n = n % 2 ? 3 * n + 1 : n / 2;\n        ++steps;\n    }\n"
      "    out[threadIdx.x] = steps;\n}\n",
      grid_of(1, 200) + array("out", "uint", "200"));
  std::vector<std::uint32_t> expected(200);
  for (std::uint32_t i = 0; i < 200; ++i) {
    for (std::uint32_t n = i + 1; n != 1; ++expected[i]) n = n % 2 != 0 ? 3 * n + 1 : n / 2;
  }
  expect_array(lesson, 0, hash_of(expected));
}

TEST_P(Kernel, a_three_dimensional_block_of_no_whole_number_of_warps) {
  const LessonOnDisk lesson(
      "__global__ void k(int* out)\n{\n    int t = (threadIdx.z * blockDim.y + threadIdx.y) * "
      "blockDim.x + threadIdx.x;\n"
      "    int b = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;\n"
      "    out[b * 105 + t] = b * 1000 + t;\n}\n",
      "[launch]\ngrid = [2, 3, 2]\nblock = [5, 7, 3]\n" + array("out", "int", "12 * 105"));
  std::vector<std::int32_t> expected;
  for (int b = 0; b < 12; ++b) {
    for (int t = 0; t < 105; ++t) expected.push_back(b * 1000 + t);
  }
  expect_array(lesson, 0, hash_of(expected));
}

TEST_P(Kernel, bytes_shorts_and_their_signs) {
  const LessonOnDisk lesson(
      "__global__ void k(const char* a, const unsigned char* b, short* c)\n{\n    int i = "
      "threadIdx.x;\n"
      "    c[i] = (short)(a[i] * b[i] - (a[i] >> 1));\n}\n",
      grid_of(1, 256) + array("a", "char", "256", "iota") + array("b", "uchar", "256", "iota") +
          array("c", "short", "256"));
  std::vector<std::int16_t> expected;
  for (int i = 0; i < 256; ++i) {
    const auto a = static_cast<std::int8_t>(i);
    const auto b = static_cast<std::uint8_t>(i);
    expected.push_back(static_cast<std::int16_t>(a * b - (a >> 1)));
  }
  expect_array(lesson, 2, hash_of(expected));
}

TEST_P(Kernel, doubles_and_square_roots) {
  const LessonOnDisk lesson(
      "__global__ void k(double* a)\n{\n    int i = threadIdx.x;\n    a[i] = sqrt(a[i]) / (1.0 + "
      "i) - 0.1 * i;\n}\n",
      grid_of(1, 100) + array("a", "double", "100", "iota"));
  std::vector<double> expected;
  for (int i = 0; i < 100; ++i)
    expected.push_back(std::fma(-0.1, i, std::sqrt(static_cast<double>(i)) / (1.0 + i)));
  expect_array(lesson, 0, hash_of(expected));
}

TEST_P(Kernel, vectors_of_four_floats) {
  const LessonOnDisk lesson(
      "__global__ void k(const float4* a, float4* b)\n{\n    float4 v = a[threadIdx.x];\n"
      "    b[threadIdx.x] = make_float4(v.w, v.z, v.y, v.x);\n}\n",
      grid_of(1, 64) + array("a", "float", "256", "iota") + array("b", "float", "256"));
  std::vector<float> expected;
  for (int i = 0; i < 64; ++i) {
    for (int j = 3; j >= 0; --j) expected.push_back(static_cast<float>(4 * i + j));
  }
  expect_array(lesson, 1, hash_of(expected));
  const OutcomePtr outcome = run_good(lesson);
  EXPECT_EQ(outcome->report.totals.global_load.sectors, 2U * 16U);
}

TEST_P(Kernel, constants_in_constant_memory) {
  const LessonOnDisk lesson(
      "__constant__ int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};\n__device__ int bias = 100;\n"
      "__global__ void k(int* out)\n{\n    out[threadIdx.x] = table[threadIdx.x % 8] + bias;\n}\n",
      grid_of(1, 32) + array("out", "int", "32"));
  const std::int32_t table[] = {3, 1, 4, 1, 5, 9, 2, 6};
  std::vector<std::int32_t> expected;
  for (std::size_t i = 0; i < 32; ++i) expected.push_back(table[i % 8] + 100);
  expect_array(lesson, 0, hash_of(expected));
  const OutcomePtr outcome = run_good(lesson);
  EXPECT_EQ(outcome->report.totals.constant_load.wavefronts, 8U);
}

TEST_P(Kernel, an_array_indexed_at_run_time_in_local_memory) {
  const LessonOnDisk lesson(
      "__global__ void k(const int* in, int* out)\n{\n    int a[16];\n    for (int i = 0; i < 16; "
      "++i) a[i] = in[i];\n"
      "    for (int i = 0; i < 16; ++i) { int j = in[(i + threadIdx.x) % 16] % 16; int t = a[i]; "
      "a[i] = a[j]; a[j] = t; }\n"
      "    out[threadIdx.x] = a[threadIdx.x % 16];\n}\n",
      grid_of(1, 48) + array("in", "int", "16", "hash:97") + array("out", "int", "48"));
  std::vector<std::int32_t> in;
  for (std::uint32_t i = 0; i < 16; ++i)
    in.push_back(static_cast<std::int32_t>((i * 2654435761U / 256) % 97));
  std::vector<std::int32_t> expected;
  for (std::size_t t = 0; t < 48; ++t) {
    std::vector<std::int32_t> a = in;
    for (std::size_t i = 0; i < 16; ++i)
      std::swap(a[i], a[static_cast<std::size_t>(in[(i + t) % 16] % 16)]);
    expected.push_back(a[t % 16]);
  }
  expect_array(lesson, 1, hash_of(expected));
}

TEST_P(Kernel, a_gather_through_an_index_array) {
  const LessonOnDisk lesson(
      "__global__ void k(const int* index, const float* in, float* out)\n{\n"
      "    int i = blockIdx.x * 64 + threadIdx.x;\n    out[i] = in[index[i]];\n}\n",
      grid_of(4, 64) + array("index", "int", "256", "hash:256") +
          array("in", "float", "256", "iota") + array("out", "float", "256"));
  std::vector<float> expected;
  for (std::uint32_t i = 0; i < 256; ++i)
    expected.push_back(static_cast<float>((i * 2654435761U / 256) % 256));
  expect_array(lesson, 2, hash_of(expected));
}

TEST_P(Kernel, an_inclusive_scan_by_doubling) {
  const LessonOnDisk lesson(
      "__global__ void k(int* a)\n{\n    __shared__ int s[2][128];\n    int t = threadIdx.x, from "
      "= 0;\n    s[0][t] = a[t];\n"
      "    for (int d = 1; d < 128; d *= 2) {\n        __syncthreads();\n"
      "        s[1 - from][t] = s[from][t] + (t >= d ? s[from][t - d] : 0);\n        from = 1 - "
      "from;\n    }\n"
      "    a[t] = s[from][t];\n}\n",
      grid_of(1, 128) + array("a", "int", "128", "iota"));
  auto expected = iota<std::int32_t>(128);
  std::partial_sum(expected.begin(), expected.end(), expected.begin());
  expect_array(lesson, 0, hash_of(expected));
}

TEST_P(Kernel, a_tiled_matrix_product) {
  const LessonOnDisk lesson(
      "__global__ void k(const float* A, const float* B, float* C, int n)\n{\n"
      "    __shared__ float a[16][16];\n    __shared__ float b[16][16];\n"
      "    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, col = blockIdx.x * 16 "
      "+ x;\n    float sum = 0;\n"
      "    for (int t = 0; t < n / 16; ++t) {\n        a[y][x] = A[row * n + t * 16 + x];\n"
      "        b[y][x] = B[(t * 16 + y) * n + col];\n        __syncthreads();\n"
      "        for (int i = 0; i < 16; ++i) sum += a[y][i] * b[i][x];\n        __syncthreads();\n  "
      "  }\n"
      "    C[row * n + col] = sum;\n}\n",
      "[launch]\ngrid = [4, 4]\nblock = [16, 16]\n" + array("A", "float", "4096", "mod:11") +
          array("B", "float", "4096", "mod:7") + array("C", "float", "4096") +
          scalar("n", "int", "64"));
  std::vector<float> expected(4096);
  for (std::size_t r = 0; r < 64; ++r) {
    for (std::size_t c = 0; c < 64; ++c) {
      for (std::size_t i = 0; i < 64; ++i) {
        expected[r * 64 + c] +=
            static_cast<float>((r * 64 + i) % 11) * static_cast<float>((i * 64 + c) % 7);
      }
    }
  }
  expect_array(lesson, 2, hash_of(expected));  // small integers: exact in any order
}

TEST_P(Kernel, a_template_instantiated_in_the_text) {
  const LessonOnDisk lesson(
      "template <int N> __global__ void k(int* out) { out[threadIdx.x] = N * threadIdx.x; }\n"
      "template __global__ void k<3>(int*);\n",
      grid_of(1, 32) + array("out", "int", "32"));
  std::vector<std::int32_t> expected;
  for (int i = 0; i < 32; ++i) expected.push_back(3 * i);
  expect_array(lesson, 0, hash_of(expected));
}

TEST_P(Kernel, a_text_that_begins_as_for_nvcc) {
  const LessonOnDisk lesson(
      "#include <cuda_runtime.h>\n#include <cstdint>\n#include <stdio.h>\n"
      "__global__ void k(unsigned char* out) { out[threadIdx.x] = (uint8_t)(uint32_t)(3 * "
      "threadIdx.x); }\n",
      grid_of(1, 32) + array("out", "uchar", "32"));
  std::vector<std::uint8_t> expected;
  for (unsigned i = 0; i < 32; ++i) expected.push_back(static_cast<std::uint8_t>(3 * i));
  expect_array(lesson, 0, hash_of(expected));
}

TEST_P(Kernel, the_mask_of_the_active_lanes_is_that_of_its_side_of_a_branch) {
  const LessonOnDisk lesson(
      "__global__ void k(unsigned* o)\n{\n    int t = threadIdx.x, v = t * 37 % 101;\n"
      "    if (v & 1) { unsigned m = __activemask(); o[t] = __popc(m); }\n"
      "    else       { unsigned m = __activemask(); o[t] = m; }\n}\n",
      grid_of(1, 32) + array("o", "uint", "32"));
  std::uint32_t odd = 0;
  for (unsigned t = 0; t < 32; ++t) odd |= (t * 37 % 101 & 1U) << t;
  std::vector<std::uint32_t> expected;
  for (unsigned t = 0; t < 32; ++t)
    expected.push_back((odd >> t & 1U) != 0 ? static_cast<std::uint32_t>(std::popcount(odd))
                                            : ~odd);
  expect_array(lesson, 0, hash_of(expected));
}

// Some editors write a byte-order mark first, which nvcc and clang accept.
TEST_P(Kernel, a_text_that_begins_with_a_byte_order_mark) {
  const LessonOnDisk lesson(
      "\xEF\xBB\xBF__global__ void k(int* out) { out[threadIdx.x] = 3 * threadIdx.x; }\n",
      grid_of(1, 32) + array("out", "int", "32"));
  std::vector<std::int32_t> expected;
  for (int i = 0; i < 32; ++i) expected.push_back(3 * i);
  expect_array(lesson, 0, hash_of(expected));
}

// 128-bit sums, differences and products become carry chains.
TEST_P(Kernel, integers_of_128_bits) {
  const LessonOnDisk lesson(
      "__global__ void k(unsigned* out)\n{\n    unsigned i = threadIdx.x;\n"
      "    unsigned __int128 x = i + 1;\n    x = (x << 100) - x * 0x123456789abcdefull;\n"
      "    x = x * x + (x >> 3);\n"
      "    for (int j = 0; j < 4; ++j) out[4 * i + j] = (unsigned)(x >> (32 * j));\n}\n",
      grid_of(1, 64) + array("out", "uint", "256"));
  __extension__ using U128 = unsigned __int128;
  std::vector<std::uint32_t> expected;
  for (unsigned i = 0; i < 64; ++i) {
    U128 x = i + 1;
    x = (x << 100) - x * 0x123456789abcdefULL;
    x = x * x + (x >> 3);
    for (int j = 0; j < 4; ++j) expected.push_back(static_cast<std::uint32_t>(x >> (32 * j)));
  }
  expect_array(lesson, 0, hash_of(expected));
}

LANESCOPE_BOTH_COMPILERS(Kernel);

}  // namespace
}  // namespace lanescope::app
