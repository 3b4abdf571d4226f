// Threads of a block that cooperate through shared memory and barriers.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "tests/conformance/kernel_case.h"
#include "tests/conformance/values.h"

namespace lanescope::conformance {
namespace {

LANESCOPE_CONFORMANCE(Shared);

std::vector<float> small_floats(std::size_t count, std::uint64_t seed = 1) {
  return reals_between<float>(-8, 8, count, seed);
}

TEST_P(Shared, a_tiled_transpose_of_a_rectangle) {
  constexpr std::size_t rows = 50, columns = 70;
  const auto in = each(rows * columns, [](std::size_t i) { return static_cast<float>(i); });
  KernelCase(R"(
    __global__ void k(const float* in, float* out, int rows, int columns) {
      __shared__ float tile[16][17];
      int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
      if (x < columns && y < rows) tile[threadIdx.y][threadIdx.x] = in[y * columns + x];
      __syncthreads();
      x = blockIdx.y * 16 + threadIdx.x;
      y = blockIdx.x * 16 + threadIdx.y;
      if (x < rows && y < columns) out[y * rows + x] = tile[threadIdx.x][threadIdx.y];
    })")
      .grid(5, 4)
      .block(16, 16)
      .in(in)
      .out(each(rows * columns, [&](std::size_t i) { return in[i % rows * columns + i / rows]; }))
      .value(static_cast<int>(rows))
      .value(static_cast<int>(columns))
      .check(GetParam());
}

TEST_P(Shared, a_reduction_with_half_the_threads_each_round) {
  const auto in = ints_between(-1000, 1000, 1024);
  KernelCase(R"(
    __global__ void k(const int* in, int* out) {
      __shared__ int s[256];
      int t = threadIdx.x;
      s[t] = in[blockIdx.x * 256 + t];
      for (int half = 128; half > 0; half >>= 1) {
        __syncthreads();
        if (t < half) s[t] += s[t + half];
      }
      if (t == 0) out[blockIdx.x] = s[0];
    })")
      .grid(4)
      .block(256)
      .in(in)
      .out(each(4,
                [&](std::size_t b) {
                  const auto start = in.begin() + static_cast<long>(b) * 256;
                  return std::accumulate(start, start + 256, 0);
                }))
      .check(GetParam());
}

TEST_P(Shared, a_reduction_by_warps_and_then_by_one) {
  const auto in = ints_between(-1000, 1000, 320);
  KernelCase(R"(
    __global__ void k(const int* in, int* out) {
      __shared__ int sums[10];
      int t = threadIdx.x, lane = t % 32, warp = t / 32;
      int v = in[t];
      for (int d = 16; d > 0; d /= 2) v = max(v, __shfl_down_sync(0xffffffffu, v, d));
      if (lane == 0) sums[warp] = v;
      __syncthreads();
      if (warp == 0) {
        v = lane < blockDim.x / 32 ? sums[lane] : -2147483647;
        for (int d = 16; d > 0; d /= 2) v = max(v, __shfl_down_sync(0xffffffffu, v, d));
        if (lane == 0) *out = v;
      }
    })")
      .block(320)
      .in(in)
      .out(std::vector<int>{*std::max_element(in.begin(), in.end())})
      .check(GetParam());
}

TEST_P(Shared, a_one_dimensional_stencil_with_halos) {
  constexpr int n = 300, radius = 3;
  const auto in = ints_between(-50, 50, n);
  KernelCase(R"(
    #define RADIUS 3
    #define BLOCK 64
    __global__ void k(const int* in, int* out, int n) {
      __shared__ int s[BLOCK + 2 * RADIUS];
      int i = blockIdx.x * BLOCK + threadIdx.x, at = threadIdx.x + RADIUS;
      s[at] = i < n ? in[i] : 0;
      if (threadIdx.x < RADIUS) {
        s[at - RADIUS] = i >= RADIUS ? in[i - RADIUS] : 0;
        s[at + BLOCK] = i + BLOCK < n ? in[i + BLOCK] : 0;
      }
      __syncthreads();
      if (i >= n) return;
      int sum = 0;
      for (int d = -RADIUS; d <= RADIUS; ++d) sum += s[at + d];
      out[i] = sum;
    })")
      .grid(5)
      .block(64)
      .in(in)
      .out(each(n,
                [&](std::size_t i) {
                  int sum = 0;
                  for (int d = -radius; d <= radius; ++d) {
                    const int at = static_cast<int>(i) + d;
                    if (at >= 0 && at < n) sum += in[at];
                  }
                  return sum;
                }))
      .value(n)
      .check(GetParam());
}

TEST_P(Shared, a_bitonic_sort_of_a_block) {
  const auto in = integers<int>(512, 1);
  KernelCase(R"(
    __global__ void k(const int* in, int* out) {
      __shared__ int s[256];
      int t = threadIdx.x;
      s[t] = in[blockIdx.x * 256 + t];
      __syncthreads();
      for (int size = 2; size <= 256; size *= 2) {
        for (int d = size / 2; d > 0; d /= 2) {
          int other = t ^ d;
          if (other > t) {
            bool up = (t & size) == 0;
            int a = s[t], b = s[other];
            if ((a > b) == up) { s[t] = b; s[other] = a; }
          }
          __syncthreads();
        }
      }
      out[blockIdx.x * 256 + t] = s[t];
    })")
      .grid(2)
      .block(256)
      .in(in)
      .out([&] {
        auto out = in;
        std::sort(out.begin(), out.begin() + 256);
        std::sort(out.begin() + 256, out.end());
        return out;
      }())
      .check(GetParam());
}

TEST_P(Shared, tiles_in_two_buffers_by_turns) {
  const auto in = ints_between(0, 99, 64 * 9);
  KernelCase(R"(
    __global__ void k(const int* in, int* out, int tiles) {
      __shared__ int buffer[2][64];
      int t = threadIdx.x, sum = 0;
      buffer[0][t] = in[t];
      __syncthreads();
      for (int i = 0; i < tiles; ++i) {
        if (i + 1 < tiles) buffer[(i + 1) % 2][t] = in[(i + 1) * 64 + t];
        sum = sum * 3 + buffer[i % 2][(t + i) % 64];
        __syncthreads();
      }
      out[t] = sum;
    })")
      .block(64)
      .in(in)
      .out(each(64,
                [&](std::size_t t) {
                  int sum = 0;
                  for (std::size_t i = 0; i < 9; ++i) sum = sum * 3 + in[i * 64 + (t + i) % 64];
                  return sum;
                }))
      .value(9)
      .check(GetParam());
}

TEST_P(Shared, an_exclusive_scan_by_up_and_down_sweeps) {
  const auto in = ints_between(0, 50, 128);
  KernelCase(R"(
    __global__ void k(const int* in, int* out) {
      __shared__ int s[128];
      int t = threadIdx.x;
      s[2 * t] = in[2 * t];
      s[2 * t + 1] = in[2 * t + 1];
      int stride = 1;
      for (int active = 64; active > 0; active >>= 1) {
        __syncthreads();
        if (t < active) s[stride * (2 * t + 2) - 1] += s[stride * (2 * t + 1) - 1];
        stride *= 2;
      }
      if (t == 0) s[127] = 0;
      for (int active = 1; active < 128; active *= 2) {
        stride >>= 1;
        __syncthreads();
        if (t < active) {
          int left = stride * (2 * t + 1) - 1, right = stride * (2 * t + 2) - 1;
          int v = s[left];
          s[left] = s[right];
          s[right] += v;
        }
      }
      __syncthreads();
      out[2 * t] = s[2 * t];
      out[2 * t + 1] = s[2 * t + 1];
    })")
      .block(64)
      .in(in)
      .out([&] {
        std::vector<int> out(128);
        std::exclusive_scan(in.begin(), in.end(), out.begin(), 0);
        return out;
      }())
      .check(GetParam());
}

TEST_P(Shared, a_matrix_product_by_tiles_that_do_not_divide_it) {
  constexpr int m = 20, n = 37, depth = 29;
  const auto a = small_floats(m * depth, 1), b = small_floats(depth * n, 2);
  KernelCase(R"(
    #define TILE 16
    __global__ void k(const float* a, const float* b, float* c, int m, int n, int depth) {
      __shared__ float sa[TILE][TILE], sb[TILE][TILE];
      int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
      float sum = 0;
      for (int start = 0; start < depth; start += TILE) {
        int ax = start + threadIdx.x, by = start + threadIdx.y;
        sa[threadIdx.y][threadIdx.x] = y < m && ax < depth ? a[y * depth + ax] : 0.0f;
        sb[threadIdx.y][threadIdx.x] = by < depth && x < n ? b[by * n + x] : 0.0f;
        __syncthreads();
        for (int i = 0; i < TILE; ++i)
          sum = fmaf(sa[threadIdx.y][i], sb[i][threadIdx.x], sum);
        __syncthreads();
      }
      if (y < m && x < n) c[y * n + x] = sum;
    })")
      .grid(3, 2)
      .block(16, 16)
      .in(a)
      .in(b)
      .out(each(m * n,
                [&](std::size_t i) {
                  const std::size_t y = i / n, x = i % n;
                  float sum = 0;
                  for (std::size_t j = 0; j < depth; ++j)
                    sum = std::fma(a[y * depth + j], b[j * n + x], sum);
                  return sum;
                }))
      .value(m)
      .value(n)
      .value(depth)
      .check(GetParam());
}

TEST_P(Shared, a_two_dimensional_blur_with_a_border) {
  constexpr int width = 45, height = 30;
  const auto in = integers<unsigned char>(width * height, 1);
  KernelCase(R"(
    __global__ void k(const unsigned char* in, unsigned char* out, int width, int height) {
      __shared__ unsigned char s[10][18];
      int x0 = blockIdx.x * 16 - 1, y0 = blockIdx.y * 8 - 1;
      for (int i = threadIdx.y * 16 + threadIdx.x; i < 180; i += 128) {
        int x = min(max(x0 + i % 18, 0), width - 1), y = min(max(y0 + i / 18, 0), height - 1);
        s[i / 18][i % 18] = in[y * width + x];
      }
      __syncthreads();
      int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
      if (x >= width || y >= height) return;
      int sum = 0;
      for (int dy = 0; dy < 3; ++dy)
        for (int dx = 0; dx < 3; ++dx) sum += s[threadIdx.y + dy][threadIdx.x + dx];
      out[y * width + x] = (sum + 4) / 9;
    })")
      .grid(3, 4)
      .block(16, 8)
      .in(in)
      .out(each(width * height,
                [&](std::size_t i) {
                  const int x = static_cast<int>(i) % width, y = static_cast<int>(i) / width;
                  int sum = 0;
                  for (int dy = -1; dy <= 1; ++dy)
                    for (int dx = -1; dx <= 1; ++dx)
                      sum += in[std::clamp(y + dy, 0, height - 1) * width +
                                std::clamp(x + dx, 0, width - 1)];
                  return static_cast<unsigned char>((sum + 4) / 9);
                }))
      .value(width)
      .value(height)
      .check(GetParam());
}

TEST_P(Shared, counters_that_only_one_warp_reaches) {
  KernelCase(R"(
    __global__ void k(const int* in, int* out) {
      __shared__ int count;
      if (threadIdx.x == 0) count = 0;
      __syncthreads();
      if (threadIdx.x / 32 == 1 && in[threadIdx.x] > 0) atomicAdd(&count, 1);
      __syncthreads();
      out[threadIdx.x] = count;
    })")
      .block(96)
      .in(each(96, [](std::size_t i) { return static_cast<int>(i % 3) - 1; }))
      .out(std::vector<int>(96, 11))
      .check(GetParam());
}

TEST_P(Shared, named_barriers_between_producers_and_consumers) {
  // Warp 0 produces, warp 1 consumes; barrier 1 says "full", barrier 2 says "empty".
  KernelCase(R"(
    __global__ void k(const int* in, int* out) {
      __shared__ int s[32];
      int lane = threadIdx.x % 32, sum = 0;
      if (threadIdx.x < 32) {
        for (int i = 0; i < 5; ++i) {
          s[lane] = in[i * 32 + lane];
          asm volatile("bar.arrive 1, 64;" ::: "memory");
          asm volatile("bar.sync 2, 64;" ::: "memory");
        }
      } else {
        for (int i = 0; i < 5; ++i) {
          asm volatile("bar.sync 1, 64;" ::: "memory");
          sum = sum * 2 + s[31 - lane];
          asm volatile("bar.arrive 2, 64;" ::: "memory");
        }
        out[lane] = sum;
      }
    })")
      .block(64)
      .in(ints_between(-9, 9, 160))
      .out([] {
        const auto in = ints_between(-9, 9, 160);
        return each(32, [&](std::size_t lane) {
          int sum = 0;
          for (std::size_t i = 0; i < 5; ++i) sum = sum * 2 + in[i * 32 + 31 - lane];
          return sum;
        });
      }())
      .check(GetParam());
}

TEST_P(Shared, a_structure_of_arrays_for_each_warp) {
  KernelCase(R"(
    struct Slot { float value[32]; int index[32]; };
    __global__ void k(const float* in, int* out) {
      __shared__ Slot slots[3];
      int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
      Slot& mine = slots[warp];
      mine.value[lane] = in[threadIdx.x];
      mine.index[lane] = lane;
      for (int d = 16; d > 0; d /= 2) {
        __syncwarp();
        float other = lane < d ? mine.value[lane + d] : 0;
        int where = lane < d ? mine.index[lane + d] : 0;
        __syncwarp();
        if (lane < d && other < mine.value[lane]) {
          mine.value[lane] = other;
          mine.index[lane] = where;
        }
      }
      if (lane == 0) out[warp] = mine.index[0];
    })")
      .block(96)
      .in(each(96, [](std::size_t i) { return static_cast<float>(i * 37 % 96); }))
      .out(each(3,
                [](std::size_t w) {
                  std::size_t best = 0;
                  for (std::size_t i = 1; i < 32; ++i)
                    if ((w * 32 + i) * 37 % 96 < (w * 32 + best) * 37 % 96) best = i;
                  return static_cast<int>(best);
                }))
      .check(GetParam());
}

}  // namespace
}  // namespace lanescope::conformance
