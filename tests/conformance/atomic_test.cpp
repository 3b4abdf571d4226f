// Atomic operations on global and shared memory: every operation and type in CUDA C++.
#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <set>

#include "tests/conformance/elementwise.h"

namespace lanescope::conformance {
namespace {

LANESCOPE_CONFORMANCE(Atomic);

constexpr std::size_t threads = 192;  // two blocks of 96

// Every thread calls one atomic on out[t % 5] of an array that starts as `before`. The returned
// values are ignored, so the order does not matter. Runs once in global memory and once in shared
// memory.
template <class T, class F>
void expect_reduction(compile::Compiler compiler, const std::string& function,
                      const std::vector<T>& in, const T& before, F combine) {
  const std::string type = type_name<T>();
  const std::vector<T> start(5, before);
  std::vector<T> all = start;
  for (std::size_t i = 0; i < threads; ++i) all[i % 5] = combine(all[i % 5], in[i]);
  KernelCase("__global__ void k(const " + type + "* in, " + type +
             "* out) {\n"
             "  int t = blockIdx.x * blockDim.x + threadIdx.x;\n  " +
             function + "(&out[t % 5], in[t]);\n}\n")
      .grid(2)
      .block(96)
      .in(in)
      .inout(start, all)
      .check(compiler);

  std::vector<T> blocks;
  for (std::size_t b = 0; b < 2; ++b) {
    std::vector<T> mine = start;
    for (std::size_t i = b * 96; i < b * 96 + 96; ++i) mine[i % 5] = combine(mine[i % 5], in[i]);
    blocks.insert(blocks.end(), mine.begin(), mine.end());
  }
  KernelCase("__global__ void k(const " + type + "* in, " + type +
             "* out) {\n"
             "  __shared__ " +
             type + " s[5];\n  int t = blockIdx.x * blockDim.x + threadIdx.x;\n" +
             "  if (threadIdx.x < 5) s[threadIdx.x] = out[blockIdx.x * 5 + threadIdx.x];\n" +
             "  __syncthreads();\n  " + function + "(&s[t % 5], in[t]);\n  __syncthreads();\n" +
             "  if (threadIdx.x < 5) out[blockIdx.x * 5 + threadIdx.x] = s[threadIdx.x];\n}\n")
      .grid(2)
      .block(96)
      .in(in)
      .inout(std::vector<T>(10, before), blocks)
      .check(compiler);
}

template <class T>
T wrapping_sum(T a, T b) {
  return static_cast<T>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

TEST_P(Atomic, add_of_int) {
  expect_reduction<int>(GetParam(), "atomicAdd", integers<int>(threads, 3), -7, wrapping_sum<int>);
}
TEST_P(Atomic, add_of_unsigned) {
  expect_reduction<unsigned>(GetParam(), "atomicAdd", integers<unsigned>(threads, 3), 9,
                             wrapping_sum<unsigned>);
}
TEST_P(Atomic, add_of_unsigned_long_long) {
  expect_reduction<std::uint64_t>(GetParam(), "atomicAdd", integers<std::uint64_t>(threads, 3), 9,
                                  wrapping_sum<std::uint64_t>);
}
TEST_P(Atomic, add_of_float) {
  // These sums are exact in any order.
  expect_reduction<float>(GetParam(), "atomicAdd", reals_between<float>(-8, 8, threads), 0.5F,
                          [](float a, float b) { return a + b; });
}
TEST_P(Atomic, add_of_double) {
  expect_reduction<double>(GetParam(), "atomicAdd", reals_between<double>(-8, 8, threads), 0.5,
                           [](double a, double b) { return a + b; });
}
TEST_P(Atomic, sub_of_int) {
  expect_reduction<int>(GetParam(), "atomicSub", integers<int>(threads, 3), 100, [](int a, int b) {
    return static_cast<int>(static_cast<unsigned>(a) - static_cast<unsigned>(b));
  });
}
TEST_P(Atomic, min_of_int) {
  expect_reduction<int>(GetParam(), "atomicMin", ints_between(-500, 500, threads), 90,
                        [](int a, int b) { return std::min(a, b); });
}
TEST_P(Atomic, max_of_int) {
  expect_reduction<int>(GetParam(), "atomicMax", ints_between(-500, 500, threads), -90,
                        [](int a, int b) { return std::max(a, b); });
}
TEST_P(Atomic, min_of_unsigned) {
  expect_reduction<unsigned>(GetParam(), "atomicMin", integers<unsigned>(threads, 3), 0xfffffff0U,
                             [](unsigned a, unsigned b) { return std::min(a, b); });
}
TEST_P(Atomic, max_of_unsigned_long_long) {
  expect_reduction<std::uint64_t>(GetParam(), "atomicMax", integers<std::uint64_t>(threads, 3), 5,
                                  [](std::uint64_t a, std::uint64_t b) { return std::max(a, b); });
}
TEST_P(Atomic, min_of_long_long) {
  expect_reduction<std::int64_t>(GetParam(), "atomicMin", integers<std::int64_t>(threads, 3), 5,
                                 [](std::int64_t a, std::int64_t b) { return std::min(a, b); });
}
TEST_P(Atomic, and_of_unsigned) {
  auto in = integers<unsigned>(threads, 3);
  for (unsigned& v : in) v |= 0x00ff1234U;
  expect_reduction<unsigned>(GetParam(), "atomicAnd", in, 0xfff7ffffU,
                             [](unsigned a, unsigned b) { return a & b; });
}
TEST_P(Atomic, or_of_int) {
  auto in = integers<int>(threads, 3);
  for (int& v : in) v &= 0x00ff1234;
  expect_reduction<int>(GetParam(), "atomicOr", in, 0x40000000, [](int a, int b) { return a | b; });
}
TEST_P(Atomic, xor_of_unsigned_long_long) {
  expect_reduction<std::uint64_t>(GetParam(), "atomicXor", integers<std::uint64_t>(threads, 3), 77,
                                  [](std::uint64_t a, std::uint64_t b) { return a ^ b; });
}
TEST_P(Atomic, inc_wraps_to_0_at_the_limit) {
  const std::vector<unsigned> limits(threads, 6);
  expect_reduction<unsigned>(GetParam(), "atomicInc", limits, 3,
                             [](unsigned a, unsigned limit) { return a >= limit ? 0 : a + 1; });
}
TEST_P(Atomic, dec_wraps_to_the_limit_at_0) {
  const std::vector<unsigned> limits(threads, 6);
  expect_reduction<unsigned>(GetParam(), "atomicDec", limits, 40, [](unsigned a, unsigned limit) {
    return a == 0 || a > limit ? limit : a - 1;
  });
}

TEST_P(Atomic, add_returns_what_was_there) {
  // Every thread draws a different number; the device decides which.
  KernelCase(R"(
    __global__ void k(int* next, int* seen) {
      int ticket = atomicAdd(next, 1);
      seen[ticket] = 1;
    })")
      .grid(3)
      .block(50)
      .inout(std::vector<int>{0}, std::vector<int>{150})
      .out(std::vector<int>(150, 1))
      .check(GetParam());
}

TEST_P(Atomic, exch_hands_on_one_token) {
  KernelCase(R"(
    __global__ void k(int* slot, int* sum) {
      int before = atomicExch(slot, threadIdx.x + 1);
      atomicAdd(sum, before);
      __syncthreads();
      if (threadIdx.x == 0) { atomicAdd(sum, *slot); *slot = 0; }
    })")
      .block(64)
      .inout(std::vector<int>{1000}, std::vector<int>{0})
      .out(std::vector<int>{1000 + 64 * 65 / 2})
      .check(GetParam());
}

TEST_P(Atomic, cas_succeeds_once_for_each_slot) {
  KernelCase(R"(
    __global__ void k(int* slots, int* winners) {
      int t = blockIdx.x * blockDim.x + threadIdx.x;
      if (atomicCAS(&slots[t % 20], -1, t / 100) == -1) atomicAdd(&winners[t % 20], 1);
    })")
      .grid(2)
      .block(50)
      .inout(std::vector<int>(20, -1), std::vector<int>(20, 0))
      .out(std::vector<int>(20, 1))
      .check(GetParam());
}

TEST_P(Atomic, a_maximum_of_floats_by_a_loop_of_cas) {
  const auto in = reals_between<float>(-50, 50, threads);
  KernelCase(R"(
    __device__ void atomicMaxFloat(float* at, float value) {
      int* word = (int*)at;
      int seen = *word;
      while (value > __int_as_float(seen)) {
        int before = atomicCAS(word, seen, __float_as_int(value));
        if (before == seen) break;
        seen = before;
      }
    }
    __global__ void k(const float* in, float* out) {
      int t = blockIdx.x * blockDim.x + threadIdx.x;
      atomicMaxFloat(&out[t % 2], in[t]);
    })")
      .grid(2)
      .block(96)
      .in(in)
      .inout(std::vector<float>(2, -1e30F),
             [&] {
               std::vector<float> out(2, -1e30F);
               for (std::size_t i = 0; i < threads; ++i) out[i % 2] = std::max(out[i % 2], in[i]);
               return out;
             }())
      .check(GetParam());
}

TEST_P(Atomic, a_sum_of_doubles_by_a_loop_of_64_bit_cas) {
  const auto in = reals_between<double>(-4, 4, threads);
  KernelCase(R"(
    __global__ void k(const double* in, unsigned long long* out) {
      int t = blockIdx.x * blockDim.x + threadIdx.x;
      unsigned long long seen = *out, assumed;
      do {
        assumed = seen;
        double sum = __longlong_as_double(assumed) + in[t];
        seen = atomicCAS(out, assumed, (unsigned long long)__double_as_longlong(sum));
      } while (seen != assumed);
    })")
      .grid(2)
      .block(96)
      .in(in)
      .inout(std::vector<double>{0.0},
             std::vector<double>{std::accumulate(in.begin(), in.end(), 0.0)})
      .check(GetParam());
}

TEST_P(Atomic, a_histogram_of_bytes_in_shared_then_global_memory) {
  const auto in = integers<unsigned char>(1000, 1);
  KernelCase(R"(
    __global__ void k(const unsigned char* in, unsigned* bins, int n) {
      __shared__ unsigned local[64];
      for (int i = threadIdx.x; i < 64; i += blockDim.x) local[i] = 0;
      __syncthreads();
      for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&local[in[i] / 4], 1u);
      __syncthreads();
      for (int i = threadIdx.x; i < 64; i += blockDim.x) atomicAdd(&bins[i], local[i]);
    })")
      .grid(3)
      .block(96)
      .in(in)
      .out([&] {
        std::vector<unsigned> bins(64);
        for (const unsigned char v : in) ++bins[v / 4];
        return bins;
      }())
      .value(1000)
      .check(GetParam());
}

TEST_P(Atomic, the_last_block_adds_up_what_all_have_left) {
  const auto in = ints_between(-100, 100, 640);
  KernelCase(R"(
    __device__ unsigned done = 0;
    __global__ void k(const int* in, int* partial, int* total) {
      __shared__ int s[64];
      __shared__ bool last;
      int t = threadIdx.x;
      s[t] = in[blockIdx.x * 128 + t] + in[blockIdx.x * 128 + 64 + t];
      __syncthreads();
      for (int half = 32; half > 0; half /= 2) {
        if (t < half) s[t] += s[t + half];
        __syncthreads();
      }
      if (t == 0) {
        partial[blockIdx.x] = s[0];
        __threadfence();
        last = atomicInc(&done, gridDim.x) == gridDim.x - 1;
        __threadfence();  // what the other blocks wrote before theirs is there
      }
      __syncthreads();
      if (last && t == 0) {
        int sum = 0;
        for (unsigned b = 0; b < gridDim.x; ++b) sum += ((volatile int*)partial)[b];
        *total = sum;
        atomicExch(&done, 0);
      }
    })")
      .grid(5)
      .block(64)
      .in(in)
      .out(each(5,
                [&](std::size_t b) {
                  return std::accumulate(in.begin() + static_cast<long>(b) * 128,
                                         in.begin() + static_cast<long>(b) * 128 + 128, 0);
                }))
      .out(std::vector<int>{std::accumulate(in.begin(), in.end(), 0)})
      .check(GetParam());
}

TEST_P(Atomic, lanes_that_add_to_one_word_get_numbers_of_their_own) {
  KernelCase(R"(
    __global__ void k(int* seen, int* count) {
      __shared__ int next;
      if (threadIdx.x == 0) next = 0;
      __syncthreads();
      if (threadIdx.x % 3 != 1) seen[atomicAdd(&next, 1)] = 1;
      __syncthreads();
      if (threadIdx.x == 0) *count = next;
    })")
      .block(96)
      .out(each(96, [](std::size_t i) { return i < 64 ? 1 : 0; }))
      .out(std::vector<int>{64})
      .check(GetParam());
}

TEST_P(Atomic, a_spin_lock_taken_by_one_thread_of_each_block) {
  KernelCase(R"(
    __device__ int lock = 0;
    __global__ void k(int* total) {
      if (threadIdx.x == 0) {
        while (atomicCAS(&lock, 0, 1) != 0) {}
        __threadfence();
        *total = *total * 2 + 1;
        __threadfence();
        atomicExch(&lock, 0);
      }
    })")
      .grid(8)
      .inout(std::vector<int>{0}, std::vector<int>{255})
      .check(GetParam());
}

TEST_P(Atomic, a_hash_table_of_open_addresses) {
  const auto keys = each(100, [](std::size_t i) { return static_cast<int>(i * i % 83); });
  const std::set<int> distinct(keys.begin(), keys.end());
  // The slot of a key depends on which thread comes first. The number of keys does not, and every
  // key is found again.
  KernelCase(R"(
    __device__ int table[128];
    __global__ void k(const int* keys, int* inserted, int* found) {
      for (int i = threadIdx.x; i < 128; i += blockDim.x) table[i] = -1;
      __syncthreads();
      int key = keys[threadIdx.x];
      unsigned at = key * 2654435761u % 128;
      while (true) {
        int before = atomicCAS(&table[at], -1, key);
        if (before == -1) atomicAdd(inserted, 1);
        if (before == -1 || before == key) break;
        at = (at + 1) % 128;
      }
      __syncthreads();
      at = key * 2654435761u % 128;
      while (table[at] != key) at = (at + 1) % 128;
      found[threadIdx.x] = table[at] + 1;
    })")
      .block(100)
      .in(keys)
      .out(std::vector<int>{static_cast<int>(distinct.size())})
      .out(each(100, [&](std::size_t i) { return keys[i] + 1; }))
      .check(GetParam());
}

}  // namespace
}  // namespace lanescope::conformance
