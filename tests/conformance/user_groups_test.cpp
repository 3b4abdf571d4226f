// <cooperative_groups.h>: NVRTC with the Toolkit's header, clang with the prelude's (CUDA C++
// Programming Guide 13.0, "Cooperative Groups").
#include <algorithm>
#include <string>
#include <vector>

#include "tests/conformance/kernel_case.h"
#include "tests/conformance/values.h"

namespace lanescope::conformance {
namespace {

LANESCOPE_CONFORMANCE(UserGroups);

const std::string groups =
    "#include <cooperative_groups.h>\n#include <cooperative_groups/reduce.h>\n"
    "#include <cooperative_groups/scan.h>\n#include <cooperative_groups/memcpy_async.h>\n"
    "namespace cg = cooperative_groups;\n";

// Values that differ in every lane, and are small.
int small_value(std::size_t i) { return static_cast<int>(i * 37 % 101); }

TEST_P(UserGroups, a_block_knows_its_threads) {
  KernelCase(groups + R"(
    __global__ void k(int* out) {
      cg::thread_block b = cg::this_thread_block();
      dim3 g = b.group_index(), t = b.thread_index(), d = b.group_dim();
      int i = g.x * b.size() + b.thread_rank();
      out[i] = t.x + 10 * t.y + 100 * d.x + 1000 * b.num_threads() + 1000000 * g.x;
      b.sync();
    })")
      .grid(2)
      .block(5, 4)
      .out(each(40,
                [](std::size_t i) {
                  const int t = static_cast<int>(i % 20);
                  return t % 5 + 10 * (t / 5) + 500 + 20'000 + 1'000'000 * static_cast<int>(i / 20);
                }))
      .check(GetParam());
}

// The example of the guide: a function of any group.
TEST_P(UserGroups, a_function_sums_over_whatever_group_it_gets) {
  KernelCase(groups + R"(
    __device__ int sum(cg::thread_group g, int* s, int v) {
      int rank = g.thread_rank();
      for (int i = g.size() / 2; i > 0; i /= 2) {
        s[rank] = v;
        g.sync();
        if (rank < i) v += s[rank + i];
        g.sync();
      }
      return v;
    }
    __global__ void k(const int* in, int* out) {
      __shared__ int s[64];
      auto b = cg::this_thread_block();
      int t = b.thread_rank(), first = t / 4 * 4;
      int all = sum(b, s, in[t]);
      int four = sum(cg::tiled_partition(b, 4), s + first, in[t]);
      int eight = sum(cg::tiled_partition<8>(b), s + t / 8 * 8, in[t]);
      if (t == 0) out[0] = all;
      if (t % 4 == 0) out[1 + t / 4] = four;
      if (t % 8 == 0) out[17 + t / 8] = eight;
    })")
      .block(64)
      .in(each(64, small_value))
      .out(each(25,
                [](std::size_t i) {
                  const std::size_t n = i == 0 ? 64 : i < 17 ? 4 : 8;
                  const std::size_t first = i == 0 ? 0 : i < 17 ? (i - 1) * 4 : (i - 17) * 8;
                  int sum = 0;
                  for (std::size_t j = first; j < first + n; ++j) sum += small_value(j);
                  return sum;
                }))
      .check(GetParam());
}

TEST_P(UserGroups, tiles_shuffle_and_vote) {
  KernelCase(groups + R"(
    struct Three { int a, b, c; };
    __global__ void k(const int* in, int* out) {
      auto warp = cg::tiled_partition<32>(cg::this_thread_block());
      cg::thread_block_tile<8> tile = cg::tiled_partition<8>(warp);
      int t = threadIdx.x, v = in[t], n = 0, p = 0;
      int* o = out + t * 14;
      o[n++] = tile.shfl(v, 3);
      o[n++] = tile.shfl_up(v, 2);
      o[n++] = tile.shfl_down(v, 2);
      o[n++] = tile.shfl_xor(v, 5);
      o[n++] = tile.any(v > 90);
      o[n++] = tile.all(v > 5);
      o[n++] = tile.ballot(v % 2);
      o[n++] = tile.match_any(v % 3);
      int all = tile.match_all(v / 200, p);
      o[n++] = all + 1000 * p;
      o[n++] = tile.shfl(Three{v, v + 1, v + 2}, 1).c;
      o[n++] = (int)tile.shfl(v * 0.5, 7);
      o[n++] = tile.thread_rank() + 100 * tile.size();
      o[n++] = tile.meta_group_rank() + 100 * tile.meta_group_size();
      o[n++] = warp.meta_group_rank() + 100 * warp.meta_group_size();
      tile.sync();
    })")
      .block(64)
      .in(each(64, small_value))
      .out(each(64 * 14,
                [](std::size_t i) {
                  const std::size_t t = i / 14, r = t % 8, first = t - r;
                  const int v = small_value(t);
                  unsigned ballot = 0, same = 0;
                  bool any = false, all = true;
                  for (std::size_t j = 0; j < 8; ++j) {
                    const int w = small_value(first + j);
                    any = any || w > 90;
                    all = all && w > 5;
                    ballot |= static_cast<unsigned>(w % 2) << j;
                    same |= static_cast<unsigned>(w % 3 == v % 3) << j;
                  }
                  const int expected[] = {small_value(first + 3),
                                          small_value(r < 2 ? t : t - 2),
                                          small_value(r > 5 ? t : t + 2),
                                          small_value(first + (r ^ 5)),
                                          any,
                                          all,
                                          static_cast<int>(ballot),
                                          static_cast<int>(same),
                                          1255,
                                          small_value(first + 1) + 2,
                                          small_value(first + 7) / 2,
                                          static_cast<int>(r) + 800,
                                          static_cast<int>(t % 32 / 8) + 400,
                                          static_cast<int>(t / 32) + 200};
                  return expected[i % 14];
                }))
      .check(GetParam());
}

TEST_P(UserGroups, reductions_and_scans_of_tiles) {
  KernelCase(groups + R"(
    __global__ void k(const int* in, int* out) {
      auto tile = cg::tiled_partition<16>(cg::this_thread_block());
      int t = threadIdx.x, v = in[t], n = 0;
      int* o = out + t * 8;
      o[n++] = cg::reduce(tile, v, cg::plus<int>());
      o[n++] = cg::reduce(tile, v, cg::less<int>());
      o[n++] = cg::reduce(tile, v, cg::greater<int>());
      o[n++] = cg::reduce(tile, v, cg::bit_xor<int>());
      o[n++] = (int)cg::reduce(tile, v * 0.25f, cg::plus<float>());
      o[n++] = (int)cg::reduce(tile, (long long)v, [](long long a, long long b) { return a + b; });
      o[n++] = cg::inclusive_scan(tile, v);
      o[n++] = cg::exclusive_scan(tile, v, cg::plus<int>());
    })")
      .block(64)
      .in(each(64, small_value))
      .out(each(64 * 8,
                [](std::size_t i) {
                  const std::size_t t = i / 8, first = t / 16 * 16;
                  int sum = 0, low = 1000, high = 0, mixed = 0, before = 0;
                  for (std::size_t j = first; j < first + 16; ++j) {
                    if (j == t) before = sum;
                    sum += small_value(j);
                    low = std::min(low, small_value(j));
                    high = std::max(high, small_value(j));
                    mixed ^= small_value(j);
                  }
                  const int expected[] = {
                      sum, low, high, mixed, sum / 4, sum, before + small_value(t), before};
                  return expected[i % 8];
                }))
      .check(GetParam());
}

// The lanes of a branch.
TEST_P(UserGroups, coalesced_threads_are_numbered_without_gaps) {
  KernelCase(groups + R"(
    __global__ void k(const int* in, int* out) {
      int t = threadIdx.x, v = in[t], n = 0;
      int* o = out + t * 9;
      if (t % 3 != 0) return;
      cg::coalesced_group g = cg::coalesced_threads();
      o[n++] = g.thread_rank() + 100 * g.size();
      o[n++] = g.shfl(v, 4);
      o[n++] = g.shfl_down(v, 1);
      o[n++] = g.ballot(v % 2);
      o[n++] = cg::reduce(g, v, cg::plus<int>());
      o[n++] = (int)cg::reduce(g, v * 0.5f, cg::greater<float>());
      o[n++] = cg::inclusive_scan(g, v);
      auto part = cg::tiled_partition(g, 4);
      o[n++] = part.size() + 100 * part.thread_rank();
      auto odd = cg::binary_partition(g, v % 2);
      o[n++] = odd.size() + 100 * odd.thread_rank();
      g.sync();
    })")
      .in(each(32, small_value))
      .out(each(32 * 9,
                [](std::size_t i) {
                  const std::size_t t = i / 9;
                  if (t % 3 != 0) return 0;
                  const std::size_t r = t / 3;
                  int sum = 0, high = 0, scan = 0, ballot = 0, same = 0, same_before = 0;
                  for (std::size_t j = 0; j < 11; ++j) {
                    const int w = small_value(j * 3);
                    sum += w;
                    high = std::max(high, w);
                    if (j == r) scan = sum;
                    ballot |= w % 2 << j;
                    same += static_cast<int>(w % 2 == small_value(t) % 2);
                    if (j < r) same_before += static_cast<int>(w % 2 == small_value(t) % 2);
                  }
                  const int expected[] = {static_cast<int>(r) + 1100,
                                          small_value(12),
                                          small_value(r == 10 ? t : t + 3),
                                          ballot,
                                          sum,
                                          high / 2,
                                          scan,
                                          (r < 8 ? 4 : 3) + 100 * static_cast<int>(r % 4),
                                          same + 100 * same_before};
                  return expected[i % 9];
                }))
      .check(GetParam());
}

// One atomic operation for all lanes that count the same bin.
TEST_P(UserGroups, lanes_with_one_label_add_once) {
  KernelCase(groups + R"(
    __global__ void k(const int* in, int* out) {
      auto warp = cg::tiled_partition<32>(cg::this_thread_block());
      int bin = in[threadIdx.x] % 5;
      auto same = cg::labeled_partition(warp, bin);
      if (same.thread_rank() == 0) atomicAdd(&out[bin], same.size());
    })")
      .block(96)
      .in(each(96, small_value))
      .out(each(5,
                [](std::size_t bin) {
                  int count = 0;
                  for (std::size_t i = 0; i < 96; ++i)
                    count += static_cast<int>(static_cast<std::size_t>(small_value(i)) % 5 == bin);
                  return count;
                }))
      .check(GetParam());
}

TEST_P(UserGroups, a_copy_of_the_block_is_there_after_the_wait) {
  KernelCase(groups + R"(
    __global__ void k(const int* in, int* out) {
      __shared__ int s[64];
      __shared__ char c[64];
      auto b = cg::this_thread_block();
      cg::memcpy_async(b, s, in + blockIdx.x * 64, sizeof(int) * 64);
      cg::wait(b);
      cg::memcpy_async(b, c, (const char*)in + 1 + blockIdx.x, 62);
      int v = s[63 - threadIdx.x];
      cg::wait(b);
      out[blockIdx.x * 64 + threadIdx.x] = v + (threadIdx.x < 62 ? c[threadIdx.x] : 0);
    })")
      .grid(2)
      .block(64)
      .in(each(128, small_value))
      .out(each(128,
                [](std::size_t i) {
                  const std::size_t t = i % 64, byte = t + 1 + i / 64;
                  const int extra = t < 62 && byte % 4 == 0 ? small_value(byte / 4) : 0;
                  return small_value(i / 64 * 64 + 63 - t) + extra;
                }))
      .check(GetParam());
}

TEST_P(UserGroups, the_grid_meets) {
  KernelCase(groups + R"(
    __global__ void k(int* out) {
      auto grid = cg::this_grid();
      unsigned long long t = grid.thread_rank(), n = grid.size();
      out[t] = t;
      grid.sync();
      int other = out[n - 1 - t];
      cg::sync(grid);
      out[t] = other + 1000 * grid.is_valid() + 10000 * (int)grid.num_blocks();
    })")
      .grid(3, 2)
      .block(32)
      .cooperative()
      .out(each(192, [](std::size_t i) { return 191 - static_cast<int>(i) + 61'000; }))
      .check(GetParam());
}

TEST_P(UserGroups, the_grid_of_another_launch_is_not_valid) {
  KernelCase(groups + R"(
    __global__ void k(int* out) { out[threadIdx.x] = cg::this_grid().is_valid(); })")
      .out(each(32, [](std::size_t) { return 0; }))
      .check(GetParam());
}

}  // namespace
}  // namespace lanescope::conformance
