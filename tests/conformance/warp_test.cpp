// Communication between the lanes of a warp: shuffles, votes, matches, reductions, partial masks.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <numeric>

#include "tests/conformance/kernel_case.h"
#include "tests/conformance/values.h"

namespace lanescope::conformance {
namespace {

LANESCOPE_CONFORMANCE(Warp);

constexpr std::size_t lanes = 96;  // three warps

int in_of(std::size_t i) { return static_cast<int>(random_word(31, i) % 1000) - 300; }
std::vector<int> inputs() { return each(lanes, in_of); }

// out[i] = expression of v = in[i] and the lane. Expected: reference(i), i over all threads.
template <class F>
void expect_lanes(compile::Compiler compiler, const std::string& expression, F reference) {
  KernelCase(R"(
    __global__ void k(const int* in, int* out) {
      int t = threadIdx.x, lane = t % 32, v = in[t];
      out[t] = )" +
             expression + "; (void)lane; }")
      .block(lanes)
      .in(inputs())
      .out(each(lanes, reference))
      .check(compiler);
}

std::size_t warp_start(std::size_t i) { return i / 32 * 32; }

TEST_P(Warp, shfl_reads_the_lane_that_is_named) {
  expect_lanes(GetParam(), "__shfl_sync(0xffffffffu, v, (lane * 7 + 3) % 32)",
               [](std::size_t i) { return in_of(warp_start(i) + (i % 32 * 7 + 3) % 32); });
}

TEST_P(Warp, shfl_takes_the_lane_modulo_the_width) {
  expect_lanes(GetParam(), "__shfl_sync(0xffffffffu, v, lane + 5, 8)",
               [](std::size_t i) { return in_of(i / 8 * 8 + (i + 5) % 8); });
}

TEST_P(Warp, shfl_broadcasts_lane_0_of_each_segment) {
  expect_lanes(GetParam(), "__shfl_sync(0xffffffffu, v, 0, 16)",
               [](std::size_t i) { return in_of(i / 16 * 16); });
}

TEST_P(Warp, shfl_up_leaves_the_first_lanes_as_they_are) {
  expect_lanes(GetParam(), "__shfl_up_sync(0xffffffffu, v, 3)",
               [](std::size_t i) { return in_of(i % 32 < 3 ? i : i - 3); });
}

TEST_P(Warp, shfl_up_in_segments_of_8) {
  expect_lanes(GetParam(), "__shfl_up_sync(0xffffffffu, v, 2, 8)",
               [](std::size_t i) { return in_of(i % 8 < 2 ? i : i - 2); });
}

TEST_P(Warp, shfl_down_leaves_the_last_lanes_as_they_are) {
  expect_lanes(GetParam(), "__shfl_down_sync(0xffffffffu, v, 5)",
               [](std::size_t i) { return in_of(i % 32 + 5 > 31 ? i : i + 5); });
}

TEST_P(Warp, shfl_down_in_segments_of_4) {
  expect_lanes(GetParam(), "__shfl_down_sync(0xffffffffu, v, 1, 4)",
               [](std::size_t i) { return in_of(i % 4 == 3 ? i : i + 1); });
}

TEST_P(Warp, shfl_xor_is_a_butterfly) {
  expect_lanes(GetParam(), "__shfl_xor_sync(0xffffffffu, v, 21)",
               [](std::size_t i) { return in_of(i ^ 21U); });
}

TEST_P(Warp, shfl_xor_reaches_lower_segments_only) {
  // A source lane in a later segment is out of bounds: the lane keeps its own value.
  expect_lanes(GetParam(), "__shfl_xor_sync(0xffffffffu, v, 4, 4)", [](std::size_t i) {
    const std::size_t from = i ^ 4U;
    return in_of(from > (i | 3U) ? i : from);
  });
}

TEST_P(Warp, shuffles_of_float_double_and_long_long) {
  KernelCase(R"(
    __global__ void k(const double* in, double* out) {
      int t = threadIdx.x;
      double d = __shfl_xor_sync(0xffffffffu, in[t], 1);
      float f = __shfl_down_sync(0xffffffffu, (float)in[t], 2);
      long long l = __shfl_up_sync(0xffffffffu, (long long)in[t] << 33, 1);
      unsigned u = __shfl_sync(0xffffffffu, (unsigned)t * 3u, t / 2);
      out[4 * t] = d; out[4 * t + 1] = f; out[4 * t + 2] = (double)l; out[4 * t + 3] = u;
    })")
      .block(32)
      .in(each(32, [](std::size_t i) { return static_cast<double>(i) * 1.25; }))
      .out([] {
        std::vector<double> out;
        for (int t = 0; t < 32; ++t) {
          const int up = t == 0 ? t : t - 1, down = t > 29 ? t : t + 2;
          out.insert(out.end(), {(t ^ 1) * 1.25, down * 1.25,
                                 static_cast<double>(static_cast<std::int64_t>(up * 1.25) << 33),
                                 static_cast<double>(t / 2 * 3)});
        }
        return out;
      }())
      .check(GetParam());
}

TEST_P(Warp, a_sum_by_shuffles_down) {
  KernelCase(R"(
    __global__ void k(const int* in, int* out) {
      int v = in[threadIdx.x];
      for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
      if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = v;
    })")
      .block(lanes)
      .in(inputs())
      .out(each(3,
                [](std::size_t w) {
                  int sum = 0;
                  for (std::size_t i = 0; i < 32; ++i) sum += in_of(w * 32 + i);
                  return sum;
                }))
      .check(GetParam());
}

TEST_P(Warp, an_inclusive_scan_by_shuffles_up) {
  KernelCase(R"(
    __global__ void k(const int* in, int* out) {
      int lane = threadIdx.x % 32, v = in[threadIdx.x];
      for (int d = 1; d < 32; d *= 2) {
        int left = __shfl_up_sync(0xffffffffu, v, d);
        if (lane >= d) v += left;
      }
      out[threadIdx.x] = v;
    })")
      .block(lanes)
      .in(inputs())
      .out(each(lanes,
                [](std::size_t i) {
                  int sum = 0;
                  for (std::size_t j = warp_start(i); j <= i; ++j) sum += in_of(j);
                  return sum;
                }))
      .check(GetParam());
}

TEST_P(Warp, a_segmented_scan_of_8_lanes_each) {
  KernelCase(R"(
    __global__ void k(const int* in, int* out) {
      int lane = threadIdx.x % 8, v = in[threadIdx.x];
      for (int d = 1; d < 8; d *= 2) {
        int left = __shfl_up_sync(0xffffffffu, v, d, 8);
        if (lane >= d) v = max(v, left);
      }
      out[threadIdx.x] = v;
    })")
      .block(lanes)
      .in(inputs())
      .out(each(lanes,
                [](std::size_t i) {
                  int largest = in_of(i);
                  for (std::size_t j = i / 8 * 8; j < i; ++j) largest = std::max(largest, in_of(j));
                  return largest;
                }))
      .check(GetParam());
}

TEST_P(Warp, a_butterfly_leaves_the_minimum_in_every_lane) {
  KernelCase(R"(
    __global__ void k(const int* in, int* out) {
      int v = in[threadIdx.x];
      for (int d = 1; d < 32; d <<= 1) v = min(v, __shfl_xor_sync(0xffffffffu, v, d));
      out[threadIdx.x] = v;
    })")
      .block(lanes)
      .in(inputs())
      .out(each(lanes,
                [](std::size_t i) {
                  int smallest = in_of(i);
                  for (std::size_t j = 0; j < 32; ++j)
                    smallest = std::min(smallest, in_of(warp_start(i) + j));
                  return smallest;
                }))
      .check(GetParam());
}

unsigned ballot(std::size_t i, const std::function<bool(std::size_t)>& holds) {
  unsigned mask = 0;
  for (std::size_t j = 0; j < 32; ++j)
    if (holds(warp_start(i) + j)) mask |= 1U << j;
  return mask;
}

TEST_P(Warp, ballot_has_a_bit_for_each_lane) {
  expect_lanes(GetParam(), "(int)__ballot_sync(0xffffffffu, v > 100)", [](std::size_t i) {
    return static_cast<int>(ballot(i, [](std::size_t j) { return in_of(j) > 100; }));
  });
}

TEST_P(Warp, any_and_all_of_a_warp) {
  expect_lanes(GetParam(),
               "(__any_sync(0xffffffffu, v == in[40]) ? 1 : 0) + "
               "(__all_sync(0xffffffffu, v > -400) ? 2 : 0) + "
               "(__all_sync(0xffffffffu, v > in[70]) ? 4 : 0)",
               [](std::size_t i) {
                 const auto all = [&](auto holds) { return ballot(i, holds) == 0xffffffffU; };
                 const unsigned found =
                     ballot(i, [](std::size_t j) { return in_of(j) == in_of(40); });
                 return (found != 0 ? 1 : 0) + 2 +
                        (all([](std::size_t j) { return in_of(j) > in_of(70); }) ? 4 : 0);
               });
}

TEST_P(Warp, ballot_of_the_lanes_at_one_side_of_a_branch) {
  KernelCase(R"(
    __global__ void k(const int* in, unsigned* out) {
      int t = threadIdx.x, v = in[t];
      unsigned r;
      if (t % 2 == 0) r = __ballot_sync(0x55555555u, v > 0);
      else r = __ballot_sync(0xaaaaaaaau, v > 200);
      out[t] = r;
    })")
      .block(lanes)
      .in(inputs())
      .out(each(lanes,
                [](std::size_t i) {
                  return i % 2 == 0
                             ? ballot(i, [](std::size_t j) { return j % 2 == 0 && in_of(j) > 0; })
                             : ballot(i,
                                      [](std::size_t j) { return j % 2 == 1 && in_of(j) > 200; });
                }))
      .check(GetParam());
}

TEST_P(Warp, activemask_at_one_side_of_a_branch) {
  KernelCase(R"(
    __global__ void k(unsigned* out) {
      unsigned t = threadIdx.x, mask = 0;
      if (t % 32 < 11) mask = __activemask();
      out[t] = mask;
    })")
      .block(64)
      .out(each(64, [](std::size_t i) { return i % 32 < 11 ? 0x7ffU : 0U; }))
      .check(GetParam());
}

TEST_P(Warp, a_sum_over_the_lanes_of_a_partial_mask) {
  // The last warp of a block of 80 threads has 16 lanes.
  KernelCase(R"(
    __global__ void k(const int* in, int* out, int n) {
      int t = threadIdx.x;
      unsigned mask = __ballot_sync(t / 32 == 2 ? 0xffffu : 0xffffffffu, t < n);
      if (t < n) {
        int v = in[t];
        for (int d = 1; d < 8; d *= 2) v += __shfl_xor_sync(mask, v, d);
        out[t] = v;
      }
    })")
      .block(80)
      .in(inputs())
      .out(each(80,
                [](std::size_t i) {
                  if (i >= 72) return 0;
                  int sum = 0;
                  for (std::size_t j = i / 8 * 8; j < i / 8 * 8 + 8; ++j) sum += in_of(j);
                  return sum;
                }))
      .value(72)
      .check(GetParam());
}

TEST_P(Warp, a_leader_adds_for_all_that_agree) {
  // Warp-aggregated compaction: lanes that keep their value compute their places from the ballot.
  KernelCase(R"(
    __global__ void k(const int* in, int* out, int* counts) {
      int t = threadIdx.x, lane = t % 32, w = t / 32, v = in[t];
      bool keep = v % 3 == 0;
      unsigned mask = __ballot_sync(0xffffffffu, keep);
      if (keep) out[w * 32 + __popc(mask & ((1u << lane) - 1))] = v;
      if (lane == 0) counts[w] = __popc(mask);
    })")
      .block(lanes)
      .in(inputs())
      .out([] {
        std::vector<int> out(lanes);
        for (std::size_t w = 0; w < 3; ++w) {
          std::size_t at = w * 32;
          for (std::size_t i = w * 32; i < w * 32 + 32; ++i)
            if (in_of(i) % 3 == 0) out[at++] = in_of(i);
        }
        return out;
      }())
      .out(each(3,
                [](std::size_t w) {
                  return std::popcount(
                      ballot(w * 32, [](std::size_t j) { return in_of(j) % 3 == 0; }));
                }))
      .check(GetParam());
}

TEST_P(Warp, syncwarp_orders_shared_memory_within_a_warp) {
  KernelCase(R"(
    __global__ void k(const int* in, int* out) {
      __shared__ int s[96];
      int t = threadIdx.x, base = t / 32 * 32, lane = t % 32;
      s[t] = in[t];
      __syncwarp();
      for (int d = 16; d > 0; d /= 2) {
        int v = lane < d ? s[base + lane + d] : 0;
        __syncwarp();
        if (lane < d) s[t] += v;
        __syncwarp();
      }
      out[t] = s[base];
    })")
      .block(lanes)
      .in(inputs())
      .out(each(lanes,
                [](std::size_t i) {
                  int sum = 0;
                  for (std::size_t j = 0; j < 32; ++j) sum += in_of(warp_start(i) + j);
                  return sum;
                }))
      .check(GetParam());
}

TEST_P(Warp, syncthreads_count_and_or_give_every_thread_the_same) {
  KernelCase(R"(
    __global__ void k(const int* in, int* out) {
      int t = threadIdx.x, v = in[t];
      int positive = __syncthreads_count(v > 0);
      int all = __syncthreads_and(v > -301);
      int none = __syncthreads_or(v > 5000);
      out[t] = positive * 4 + (all ? 2 : 0) + (none ? 1 : 0);
    })")
      .block(lanes)
      .in(inputs())
      .out(each(lanes,
                [](std::size_t) {
                  const auto all = inputs();
                  return static_cast<int>(
                      std::count_if(all.begin(), all.end(), [](int v) { return v > 0; }) * 4 + 2);
                }))
      .check(GetParam());
}

TEST_P(Warp, a_transpose_of_32_by_32_in_registers) {
  // Each lane holds a row; five rounds of exchanges transpose them into columns.
  KernelCase(R"(
    __global__ void k(const unsigned* in, unsigned* out) {
      unsigned v = in[threadIdx.x];
      int lane = threadIdx.x;
      unsigned mask = 0x0000ffffu;
      for (int d = 16; d > 0; d >>= 1) {
        unsigned other = __shfl_xor_sync(0xffffffffu, v, d);
        v = lane & d ? (v & ~mask) | ((other >> d) & mask) : (v & mask) | ((other << d) & ~mask);
        mask ^= mask << (d >> 1);
      }
      out[lane] = v;
    })")
      .in(integers<unsigned>(32, 3, 9))
      .out([] {
        const auto rows = integers<unsigned>(32, 3, 9);
        return each(32, [&](std::size_t column) {
          unsigned bits = 0;
          for (std::size_t row = 0; row < 32; ++row) bits |= (rows[row] >> column & 1U) << row;
          return bits;
        });
      }())
      .check(GetParam());
}

TEST_P(Warp, a_bitonic_sort_of_32_values_by_shuffles) {
  KernelCase(R"(
    __global__ void k(const int* in, int* out) {
      int lane = threadIdx.x % 32, v = in[threadIdx.x];
      for (int size = 2; size <= 32; size *= 2) {
        for (int d = size / 2; d > 0; d /= 2) {
          int other = __shfl_xor_sync(0xffffffffu, v, d);
          bool up = (lane & size) == 0, low = (lane & d) == 0;
          v = up == low ? min(v, other) : max(v, other);
        }
      }
      out[threadIdx.x] = v;
    })")
      .block(lanes)
      .in(inputs())
      .out([] {
        auto sorted = inputs();
        for (auto warp = sorted.begin(); warp != sorted.end(); warp += 32)
          std::sort(warp, warp + 32);
        return sorted;
      }())
      .check(GetParam());
}

TEST_P(Warp, match_any_groups_equal_values) {
  expect_lanes(GetParam(), "(int)__match_any_sync(0xffffffffu, v & 7)", [](std::size_t i) {
    return static_cast<int>(
        ballot(i, [&](std::size_t j) { return (in_of(j) & 7) == (in_of(i) & 7); }));
  });
}

TEST_P(Warp, match_any_of_long_long_under_a_partial_mask) {
  KernelCase(R"(
    __global__ void k(const int* in, unsigned* out) {
      int t = threadIdx.x;
      unsigned r = 0;
      if (t % 32 < 20) r = __match_any_sync(0x000fffffu, (long long)(in[t] & 3) << 40);
      out[t] = r;
    })")
      .block(lanes)
      .in(inputs())
      .out(each(lanes,
                [](std::size_t i) {
                  return i % 32 >= 20 ? 0U : ballot(i, [&](std::size_t j) {
                    return j % 32 < 20 && (in_of(j) & 3) == (in_of(i) & 3);
                  });
                }))
      .check(GetParam());
}

TEST_P(Warp, match_all_says_whether_all_agree) {
  KernelCase(R"(
    __global__ void k(unsigned* out) {
      int t = threadIdx.x, same = 5, differing = 5;
      unsigned a = __match_all_sync(0xffffffffu, t / 64, &same);
      unsigned b = __match_all_sync(0xffffffffu, t / 40, &differing);
      out[t] = a * 4 + same * 2 + differing;
      if (b != (differing ? 0xffffffffu : 0u)) out[t] = 12345;
    })")
      .block(lanes)
      .out(each(lanes, [](std::size_t i) { return 0xfffffffcU + 2 + (i / 32 == 0 ? 1 : 0); }))
      .check(GetParam());
}

TEST_P(Warp, reduce_sync_of_int_and_unsigned) {
  KernelCase(R"(
    __global__ void k(const int* in, int* out) {
      int t = threadIdx.x, v = in[t];
      out[6 * t] = __reduce_add_sync(0xffffffffu, v);
      out[6 * t + 1] = __reduce_min_sync(0xffffffffu, v);
      out[6 * t + 2] = (int)__reduce_max_sync(0xffffffffu, (unsigned)v);
      out[6 * t + 3] = (int)__reduce_and_sync(0xffffffffu, (unsigned)v | 0x10u);
      out[6 * t + 4] = (int)__reduce_or_sync(0xffffffffu, (unsigned)v & 0x60u);
      out[6 * t + 5] = (int)__reduce_xor_sync(0xffffffffu, (unsigned)v);
    })")
      .block(lanes)
      .in(inputs())
      .out([] {
        std::vector<int> out;
        for (std::size_t i = 0; i < lanes; ++i) {
          int sum = 0, smallest = INT32_MAX;
          unsigned largest = 0, all = 0xffffffffU, any = 0, odd = 0;
          for (std::size_t j = warp_start(i); j < warp_start(i) + 32; ++j) {
            const int v = in_of(j);
            const auto u = static_cast<unsigned>(v);
            sum += v;
            smallest = std::min(smallest, v);
            largest = std::max(largest, u);
            all &= u | 0x10U;
            any |= u & 0x60U;
            odd ^= u;
          }
          out.insert(out.end(), {sum, smallest, static_cast<int>(largest), static_cast<int>(all),
                                 static_cast<int>(any), static_cast<int>(odd)});
        }
        return out;
      }())
      .check(GetParam());
}

TEST_P(Warp, the_lowest_active_lane_is_elected) {
  KernelCase(R"(
    __global__ void k(const int* in, int* out) {
      int t = threadIdx.x, lane = t % 32;
      int leader = -1, sum = 0;
      if (in[t] > 0) {
        unsigned mask = __activemask();
        leader = __ffs(mask) - 1;
        sum = lane == leader ? __popc(mask) : 0;
      }
      out[t] = leader * 100 + sum;
    })")
      .block(lanes)
      .in(inputs())
      .out(each(lanes,
                [](std::size_t i) {
                  if (in_of(i) <= 0) return -100;
                  const unsigned mask = ballot(i, [](std::size_t j) { return in_of(j) > 0; });
                  const int leader = std::countr_zero(mask);
                  return leader * 100 +
                         (leader == static_cast<int>(i % 32) ? std::popcount(mask) : 0);
                }))
      .check(GetParam());
}

TEST_P(Warp, lane_and_warp_numbers_of_a_flat_block) {
  KernelCase(R"(
    __global__ void k(int* out) {
      int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
      int lane, warp;
      unsigned below;
      asm("mov.u32 %0, %%laneid;" : "=r"(lane));
      asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
      warp = t / warpSize;
      out[t] = lane * 10000 + warp * 100 + __popc(below);
    })")
      .block(5, 7, 2)
      .out(each(
          70,
          [](std::size_t i) { return static_cast<int>(i % 32 * 10000 + i / 32 * 100 + i % 32); }))
      .check(GetParam());
}

}  // namespace
}  // namespace lanescope::conformance
