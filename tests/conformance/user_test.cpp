// Kernels as users write them: algorithms from textbooks and everyday code, with no special
// treatment.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <numeric>

#include "tests/conformance/kernel_case.h"
#include "tests/conformance/values.h"

namespace lanescope::conformance {
namespace {

LANESCOPE_CONFORMANCE(User);

// Numbers with few significant bits: long sums and products are exact in any order.
std::vector<float> quarters(std::size_t count, std::uint64_t seed) {
  return each(count, [&](std::size_t i) {
    return static_cast<float>(static_cast<int>(random_word(seed, i) % 65) - 32) / 4;
  });
}

// ---- vectors and matrices ----

TEST_P(User, saxpy_by_a_grid_stride_loop) {
  const auto x = quarters(1000, 1), y = quarters(1000, 2);
  KernelCase(R"(
    __global__ void k(float a, const float* x, float* y, int n) {
      for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = a * x[i] + y[i];
    })")
      .grid(3)
      .block(96)
      .value(2.5F)
      .in(x)
      .inout(y, each(1000, [&](std::size_t i) { return 2.5F * x[i] + y[i]; }))
      .value(1000)
      .check(GetParam());
}

TEST_P(User, a_naive_matrix_product) {
  constexpr int m = 19, n = 23, depth = 17;
  const auto a = quarters(m * depth, 1), b = quarters(depth * n, 2);
  KernelCase(R"(
    __global__ void k(const float* a, const float* b, float* c, int m, int n, int depth) {
      int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
      if (x >= n || y >= m) return;
      float sum = 0;
      for (int i = 0; i < depth; ++i) sum += a[y * depth + i] * b[i * n + x];
      c[y * n + x] = sum;
    })")
      .grid(3, 5)
      .block(8, 4)
      .in(a)
      .in(b)
      .out(each(m * n,
                [&](std::size_t i) {
                  float sum = 0;
                  for (std::size_t j = 0; j < depth; ++j)
                    sum += a[i / n * depth + j] * b[j * n + i % n];
                  return sum;
                }))
      .value(m)
      .value(n)
      .value(depth)
      .check(GetParam());
}

TEST_P(User, a_matrix_product_of_4_by_4_registers_per_thread) {
  constexpr std::size_t n = 64;
  const auto a = quarters(n * n, 1), b = quarters(n * n, 2);
  KernelCase(R"(
    template <int TILE, int EACH>
    __device__ void multiply(const float* a, const float* b, float* c, int n) {
      __shared__ float sa[TILE][TILE + 1], sb[TILE][TILE];
      float sum[EACH][EACH] = {};
      const int side = TILE / EACH;
      int tx = threadIdx.x % side, ty = threadIdx.x / side;
      int x0 = blockIdx.x * TILE, y0 = blockIdx.y * TILE;
      for (int start = 0; start < n; start += TILE) {
        for (int i = threadIdx.x; i < TILE * TILE; i += side * side) {
          sa[i / TILE][i % TILE] = a[(y0 + i / TILE) * n + start + i % TILE];
          sb[i / TILE][i % TILE] = b[(start + i / TILE) * n + x0 + i % TILE];
        }
        __syncthreads();
        for (int j = 0; j < TILE; ++j) {
          float ra[EACH], rb[EACH];
          #pragma unroll
          for (int e = 0; e < EACH; ++e) {
            ra[e] = sa[ty * EACH + e][j];
            rb[e] = sb[j][tx * EACH + e];
          }
          #pragma unroll
          for (int r = 0; r < EACH; ++r)
            #pragma unroll
            for (int s = 0; s < EACH; ++s) sum[r][s] += ra[r] * rb[s];
        }
        __syncthreads();
      }
      for (int r = 0; r < EACH; ++r)
        for (int s = 0; s < EACH; ++s)
          c[(y0 + ty * EACH + r) * n + x0 + tx * EACH + s] = sum[r][s];
    }
    __global__ void k(const float* a, const float* b, float* c, int n) {
      multiply<32, 4>(a, b, c, n);
    })")
      .grid(2, 2)
      .block(64)
      .in(a)
      .in(b)
      .out(each(n * n,
                [&](std::size_t i) {
                  float sum = 0;
                  for (std::size_t j = 0; j < n; ++j) sum += a[i / n * n + j] * b[j * n + i % n];
                  return sum;
                }))
      .value(static_cast<int>(n))
      .check(GetParam());
}

TEST_P(User, a_matrix_times_a_vector_with_one_warp_per_row) {
  constexpr std::size_t rows = 10, columns = 100;
  const auto a = quarters(rows * columns, 1), x = quarters(columns, 2);
  KernelCase(R"(
    __global__ void k(const float* a, const float* x, float* y, int rows, int columns) {
      int row = blockIdx.x * blockDim.y + threadIdx.y;
      if (row >= rows) return;
      float sum = 0;
      for (int j = threadIdx.x; j < columns; j += 32) sum += a[row * columns + j] * x[j];
      for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, d);
      if (threadIdx.x == 0) y[row] = sum;
    })")
      .grid(3)
      .block(32, 4)
      .in(a)
      .in(x)
      .out(each(rows,
                [&](std::size_t r) {
                  return std::inner_product(x.begin(), x.end(),
                                            a.begin() + static_cast<long>(r * columns), 0.0F);
                }))
      .value(static_cast<int>(rows))
      .value(static_cast<int>(columns))
      .check(GetParam());
}

TEST_P(User, a_sparse_matrix_times_a_vector) {
  // Compressed sparse rows: row r has r * 7 % 11 entries.
  std::vector<int> start = {0}, column;
  for (int r = 0; r < 90; ++r) {
    for (int j = 0; j < r * 7 % 11; ++j) column.push_back((r * 13 + j * 29) % 90);
    start.push_back(static_cast<int>(column.size()));
  }
  const auto value =
      each(column.size(), [](std::size_t i) { return static_cast<double>(i % 19) - 9; });
  const auto x = each(90, [](std::size_t i) { return static_cast<double>(i) / 8; });
  KernelCase(R"(
    __global__ void k(const int* start, const int* column, const double* value, const double* x,
                      double* y, int rows) {
      int r = blockIdx.x * blockDim.x + threadIdx.x;
      if (r >= rows) return;
      double sum = 0;
      for (int j = start[r]; j < start[r + 1]; ++j) sum += value[j] * x[column[j]];
      y[r] = sum;
    })")
      .grid(3)
      .block(32)
      .in(start)
      .in(column)
      .in(value)
      .in(x)
      .out(each(90,
                [&](std::size_t r) {
                  double sum = 0;
                  for (int j = start[r]; j < start[r + 1]; ++j) sum += value[j] * x[column[j]];
                  return sum;
                }))
      .value(90)
      .check(GetParam());
}

// ---- scans and sorts ----

TEST_P(User, an_inclusive_scan_by_doubling_steps_in_two_buffers) {
  const auto in = ints_between(-50, 50, 150);
  KernelCase(R"(
    __global__ void k(const int* in, int* out, int n) {
      extern __shared__ int s[];
      int t = threadIdx.x, from = 0;
      s[t] = in[t];
      for (int d = 1; d < n; d *= 2) {
        __syncthreads();
        s[(1 - from) * n + t] = s[from * n + t] + (t >= d ? s[from * n + t - d] : 0);
        from = 1 - from;
      }
      out[t] = s[from * n + t];
    })")
      .block(150)
      .dynamic_shared(2 * 150 * sizeof(int))
      .in(in)
      .out([&] {
        std::vector<int> out(150);
        std::partial_sum(in.begin(), in.end(), out.begin());
        return out;
      }())
      .value(150)
      .check(GetParam());
}

TEST_P(User, a_scan_of_many_blocks_that_look_back_in_order) {
  const auto in = ints_between(0, 9, 64 * 6);
  KernelCase(R"(
    __device__ int next_block = 0;
    __device__ volatile int flags[16];
    __device__ volatile int prefixes[16];
    __global__ void k(const int* in, int* out) {
      __shared__ int s[64];
      __shared__ int block, before;
      int t = threadIdx.x;
      if (t == 0) block = atomicAdd(&next_block, 1);
      __syncthreads();
      s[t] = in[block * 64 + t];
      __syncthreads();
      for (int d = 1; d < 64; d *= 2) {
        int left = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += left;
        __syncthreads();
      }
      if (t == 0) {
        before = 0;
        if (block > 0) {
          while (flags[block - 1] == 0) {}
          before = prefixes[block - 1];
        }
        prefixes[block] = before + s[63];
        __threadfence();
        flags[block] = 1;
      }
      __syncthreads();
      out[block * 64 + t] = s[t] + before;
    })")
      .grid(6)
      .block(64)
      .in(in)
      .out([&] {
        std::vector<int> out(in.size());
        std::partial_sum(in.begin(), in.end(), out.begin());
        return out;
      }())
      .check(GetParam());
}

TEST_P(User, one_pass_of_a_radix_sort) {
  const auto in = integers<unsigned>(128, 1);
  KernelCase(R"(
    __global__ void k(const unsigned* in, unsigned* out, int shift) {
      __shared__ unsigned counts[128];
      int t = threadIdx.x;
      unsigned key = in[t];
      for (int bit = 0; bit < 4; ++bit) {
        unsigned one = (key >> (shift + bit)) & 1;
        counts[t] = one;
        __syncthreads();
        for (int d = 1; d < 128; d *= 2) {
          unsigned left = t >= d ? counts[t - d] : 0;
          __syncthreads();
          counts[t] += left;
          __syncthreads();
        }
        unsigned ones = counts[127], rank = counts[t];
        __syncthreads();
        unsigned to = one ? 128 - ones + rank - 1 : t - rank;
        counts[to] = key;
        __syncthreads();
        key = counts[t];
        __syncthreads();
      }
      out[t] = key;
    })")
      .block(128)
      .in(in)
      .out([&] {
        auto out = in;
        std::stable_sort(out.begin(), out.end(),
                         [](unsigned a, unsigned b) { return (a >> 8U & 15U) < (b >> 8U & 15U); });
        return out;
      }())
      .value(8)
      .check(GetParam());
}

TEST_P(User, an_odd_even_transposition_sort) {
  const auto in = integers<int>(100, 1);
  KernelCase(R"(
    __global__ void k(int* data, int n) {
      __shared__ int s[128];
      int t = threadIdx.x;
      for (int i = t; i < n; i += blockDim.x) s[i] = data[i];
      __syncthreads();
      for (int round = 0; round < n; ++round) {
        int i = 2 * t + round % 2;
        if (i + 1 < n && s[i] > s[i + 1]) {
          int swap = s[i];
          s[i] = s[i + 1];
          s[i + 1] = swap;
        }
        __syncthreads();
      }
      for (int i = t; i < n; i += blockDim.x) data[i] = s[i];
    })")
      .block(50)
      .inout(in,
             [&] {
               auto out = in;
               std::sort(out.begin(), out.end());
               return out;
             }())
      .value(100)
      .check(GetParam());
}

TEST_P(User, a_merge_by_paths_that_each_thread_finds) {
  auto a = ints_between(0, 500, 70, 1), b = ints_between(0, 500, 58, 2);
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  KernelCase(R"(
    __global__ void k(const int* a, int na, const int* b, int nb, int* out) {
      int diagonal = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
      if (diagonal >= na + nb) return;
      int low = max(0, diagonal - nb), high = min(diagonal, na);
      while (low < high) {
        int middle = (low + high) / 2;
        if (a[middle] <= b[diagonal - 1 - middle]) low = middle + 1; else high = middle;
      }
      int i = low, j = diagonal - low;
      for (int step = 0; step < 4 && diagonal + step < na + nb; ++step)
        out[diagonal + step] = j >= nb || (i < na && a[i] <= b[j]) ? a[i++] : b[j++];
    })")
      .grid(2)
      .block(32)
      .in(a)
      .value(70)
      .in(b)
      .value(58)
      .out([&] {
        std::vector<int> out(128);
        std::merge(a.begin(), a.end(), b.begin(), b.end(), out.begin());
        return out;
      }())
      .check(GetParam());
}

TEST_P(User, a_compaction_by_a_scan_of_flags) {
  const auto in = ints_between(-100, 100, 256);
  KernelCase(R"(
    __global__ void k(const int* in, int* out, int* count) {
      __shared__ int places[256];
      int t = threadIdx.x, v = in[t];
      places[t] = v > 0;
      __syncthreads();
      for (int d = 1; d < 256; d <<= 1) {
        int left = t >= d ? places[t - d] : 0;
        __syncthreads();
        places[t] += left;
        __syncthreads();
      }
      if (v > 0) out[places[t] - 1] = v;
      if (t == 255) *count = places[t];
    })")
      .block(256)
      .in(in)
      .out([&] {
        std::vector<int> out;
        std::copy_if(in.begin(), in.end(), std::back_inserter(out), [](int v) { return v > 0; });
        out.resize(256);
        return out;
      }())
      .out(std::vector<int>{
          static_cast<int>(std::count_if(in.begin(), in.end(), [](int v) { return v > 0; }))})
      .check(GetParam());
}

// ---- grids and images ----

TEST_P(User, a_five_point_stencil_in_two_dimensions) {
  constexpr int w = 37, h = 21;
  const auto in = quarters(w * h, 3);
  KernelCase(R"(
    __global__ void k(const float* in, float* out, int w, int h) {
      int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
      if (x >= w || y >= h) return;
      int i = y * w + x;
      if (x == 0 || y == 0 || x == w - 1 || y == h - 1) { out[i] = in[i]; return; }
      out[i] = 0.25f * (in[i - 1] + in[i + 1] + in[i - w] + in[i + w]);
    })")
      .grid(5, 6)
      .block(8, 4)
      .in(in)
      .out(each(w * h,
                [&](std::size_t i) {
                  const std::size_t x = i % w, y = i / w;
                  if (x == 0 || y == 0 || x == w - 1 || y == h - 1) return in[i];
                  return 0.25F * (in[i - 1] + in[i + 1] + in[i - w] + in[i + w]);
                }))
      .value(w)
      .value(h)
      .check(GetParam());
}

TEST_P(User, a_seven_point_stencil_in_blocks_of_three_dimensions) {
  // 5 x 3 x 3 threads: not a multiple of 32.
  constexpr int n = 10;
  const auto in = quarters(n * n * n, 4);
  KernelCase(R"(
    __global__ void k(const float* in, float* out, int n) {
      __shared__ float s[5][5][7];
      int x = blockIdx.x * 5 + threadIdx.x, y = blockIdx.y * 3 + threadIdx.y, z = blockIdx.z * 3 + threadIdx.z;
      int flat = (threadIdx.z * 3 + threadIdx.y) * 5 + threadIdx.x;
      for (int i = flat; i < 175; i += 45) {
        int sx = blockIdx.x * 5 + i % 7 - 1, sy = blockIdx.y * 3 + i / 7 % 5 - 1, sz = blockIdx.z * 3 + i / 35 - 1;
        bool inside = sx >= 0 && sy >= 0 && sz >= 0 && sx < n && sy < n && sz < n;
        s[i / 35][i / 7 % 5][i % 7] = inside ? in[(sz * n + sy) * n + sx] : 0.0f;
      }
      __syncthreads();
      if (x >= n || y >= n || z >= n) return;
      int a = threadIdx.x + 1, b = threadIdx.y + 1, c = threadIdx.z + 1;
      out[(z * n + y) * n + x] = s[c][b][a - 1] + s[c][b][a + 1] + s[c][b - 1][a] + s[c][b + 1][a] +
                                 s[c - 1][b][a] + s[c + 1][b][a] - 6 * s[c][b][a];
    })")
      .grid(2, 4, 4)
      .block(5, 3, 3)
      .in(in)
      .out(each(n * n * n,
                [&](std::size_t i) {
                  const int x = static_cast<int>(i) % n, y = static_cast<int>(i) / n % n,
                            z = static_cast<int>(i) / n / n;
                  const auto at = [&](int ax, int ay, int az) {
                    const bool inside = ax >= 0 && ay >= 0 && az >= 0 && ax < n && ay < n && az < n;
                    return inside ? in[(az * n + ay) * n + ax] : 0.0F;
                  };
                  return at(x - 1, y, z) + at(x + 1, y, z) + at(x, y - 1, z) + at(x, y + 1, z) +
                         at(x, y, z - 1) + at(x, y, z + 1) - 6 * at(x, y, z);
                }))
      .value(n)
      .check(GetParam());
}

TEST_P(User, a_sobel_filter_of_bytes) {
  constexpr int w = 40, h = 24;
  const auto in = integers<unsigned char>(w * h, 1);
  KernelCase(R"(
    __global__ void k(const unsigned char* in, unsigned char* out, int w, int h) {
      int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
      if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
      const unsigned char* p = in + y * w + x;
      int gx = p[1 - w] + 2 * p[1] + p[1 + w] - p[-1 - w] - 2 * p[-1] - p[-1 + w];
      int gy = p[w - 1] + 2 * p[w] + p[w + 1] - p[-w - 1] - 2 * p[-w] - p[-w + 1];
      out[y * w + x] = min(abs(gx) + abs(gy), 255);
    })")
      .grid(5, 3)
      .block(8, 8)
      .in(in)
      .out(each(w * h,
                [&](std::size_t i) {
                  const int x = static_cast<int>(i) % w, y = static_cast<int>(i) / w;
                  if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
                    return static_cast<unsigned char>(0);
                  int gx = 0, gy = 0;
                  for (int d = -1; d <= 1; ++d) {
                    const int weight = d == 0 ? 2 : 1;
                    gx += weight * (in[(y + d) * w + x + 1] - in[(y + d) * w + x - 1]);
                    gy += weight * (in[(y + 1) * w + x + d] - in[(y - 1) * w + x + d]);
                  }
                  return static_cast<unsigned char>(std::min(std::abs(gx) + std::abs(gy), 255));
                }))
      .value(w)
      .value(h)
      .check(GetParam());
}

TEST_P(User, a_median_filter_of_shorts) {
  const auto in = integers<short>(200, 1);
  KernelCase(R"(
    __device__ void order(short& a, short& b) { if (b < a) { short c = a; a = b; b = c; } }
    __global__ void k(const short* in, short* out, int n) {
      int i = blockIdx.x * blockDim.x + threadIdx.x;
      if (i >= n) return;
      short v[5];
      for (int d = 0; d < 5; ++d) v[d] = in[min(max(i + d - 2, 0), n - 1)];
      for (int a = 0; a < 4; ++a)
        for (int b = 0; b < 4 - a; ++b) order(v[b], v[b + 1]);
      out[i] = v[2];
    })")
      .grid(4)
      .block(64)
      .in(in)
      .out(each(200,
                [&](std::size_t i) {
                  std::array<short, 5> v{};
                  for (int d = 0; d < 5; ++d)
                    v[d] = in[std::clamp(static_cast<int>(i) + d - 2, 0, 199)];
                  std::nth_element(v.begin(), v.begin() + 2, v.end());
                  return v[2];
                }))
      .value(200)
      .check(GetParam());
}

TEST_P(User, a_separable_convolution_of_rows_and_columns) {
  constexpr int w = 32, h = 20;
  const auto in = quarters(w * h, 5);
  KernelCase(R"(
    __constant__ float taps[5] = {1, 4, 6, 4, 1};
    __global__ void k(const float* in, float* out, int h) {
      __shared__ float rows[24][32];
      int x = threadIdx.x;
      for (int y = threadIdx.y; y < h + 4; y += blockDim.y) {
        float sum = 0;
        int from = y - 2;
        if (from >= 0 && from < h)
          for (int d = -2; d <= 2; ++d)
            if (x + d >= 0 && x + d < 32) sum += taps[d + 2] * in[from * 32 + x + d];
        rows[y][x] = sum;
      }
      __syncthreads();
      for (int y = threadIdx.y; y < h; y += blockDim.y) {
        float sum = 0;
        for (int d = 0; d < 5; ++d) sum += taps[d] * rows[y + d][x];
        out[y * 32 + x] = sum / 256;
      }
    })")
      .block(32, 5)
      .in(in)
      .out(each(w * h,
                [&](std::size_t i) {
                  constexpr std::array taps = {1.0F, 4.0F, 6.0F, 4.0F, 1.0F};
                  const int x = static_cast<int>(i) % w, y = static_cast<int>(i) / w;
                  float sum = 0;
                  for (int dy = -2; dy <= 2; ++dy)
                    for (int dx = -2; dx <= 2; ++dx)
                      if (x + dx >= 0 && x + dx < w && y + dy >= 0 && y + dy < h)
                        sum += taps[dy + 2] * taps[dx + 2] * in[(y + dy) * w + x + dx];
                  return sum / 256;
                }))
      .value(h)
      .check(GetParam());
}

TEST_P(User, a_generation_of_the_game_of_life_on_a_torus) {
  constexpr int w = 33, h = 18;
  const auto in = each(
      w * h, [](std::size_t i) { return static_cast<unsigned char>(random_word(3, i) % 3 == 0); });
  KernelCase(R"(
    __global__ void k(const unsigned char* in, unsigned char* out, int w, int h) {
      int i = blockIdx.x * blockDim.x + threadIdx.x;
      if (i >= w * h) return;
      int x = i % w, y = i / w, alive = 0;
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
          if (dx || dy) alive += in[(y + dy + h) % h * w + (x + dx + w) % w];
      out[i] = alive == 3 || (alive == 2 && in[i]);
    })")
      .grid(7)
      .block(96)
      .in(in)
      .out(each(w * h,
                [&](std::size_t i) {
                  int alive = 0;
                  for (std::size_t dy : {h - 1, 0, 1})
                    for (std::size_t dx : {w - 1, 0, 1})
                      if (dx != 0 || dy != 0) alive += in[(i / w + dy) % h * w + (i % w + dx) % w];
                  return static_cast<unsigned char>(alive == 3 || (alive == 2 && in[i] != 0) ? 1
                                                                                             : 0);
                }))
      .value(w)
      .value(h)
      .check(GetParam());
}

TEST_P(User, the_mandelbrot_set) {
  constexpr int w = 48, h = 32;
  KernelCase(R"(
    __global__ void k(unsigned char* out, int w, int h) {
      int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
      if (px >= w || py >= h) return;
      float cx = px * 0.0625f - 2.0f, cy = py * 0.0625f - 1.0f, x = 0, y = 0;
      int steps = 0;
      while (steps < 100) {
        float xx = __fmul_rn(x, x), yy = __fmul_rn(y, y);
        if (__fadd_rn(xx, yy) > 4.0f) break;
        y = __fadd_rn(__fmul_rn(2.0f * x, y), cy);
        x = __fadd_rn(__fsub_rn(xx, yy), cx);
        ++steps;
      }
      out[py * w + px] = steps;
    })")
      .grid(3, 8)
      .block(16, 4)
      .out(each(w * h,
                [](std::size_t i) {
                  const float cx = static_cast<float>(i % w) * 0.0625F - 2,
                              cy = static_cast<float>(i / w) * 0.0625F - 1;
                  float x = 0, y = 0;
                  unsigned char steps = 0;
                  while (steps < 100 && x * x + y * y <= 4) {
                    const float next = x * x - y * y + cx;
                    y = 2 * x * y + cy;
                    x = next;
                    ++steps;
                  }
                  return steps;
                }))
      .value(w)
      .value(h)
      .check(GetParam());
}

TEST_P(User, an_integral_image_by_two_kernels_rows_first) {
  constexpr int w = 20, h = 12;
  const auto in = ints_between(0, 9, w * h);
  const std::string text = R"(
    __global__ void columns(int* data, int w, int h) {
      int x = threadIdx.x;
      for (int y = 1; y < h; ++y) data[y * w + x] += data[(y - 1) * w + x];
    }
    __global__ void rows(int* data, int w, int h) {
      int y = threadIdx.x;
      for (int x = 1; x < w; ++x) data[y * w + x] += data[y * w + x - 1];
    })";
  auto by_rows = in;
  for (int i = 0; i < w * h; ++i)
    if (i % w != 0) by_rows[i] += by_rows[i - 1];
  auto both = by_rows;
  for (int i = w; i < w * h; ++i) both[i] += both[i - w];
  KernelCase(text).kernel("rows").block(h).inout(in, by_rows).value(w).value(h).check(GetParam());
  KernelCase(text)
      .kernel("columns")
      .block(w)
      .inout(by_rows, both)
      .value(w)
      .value(h)
      .check(GetParam());
}

// ---- graphs ----

TEST_P(User, a_step_of_floyd_and_warshall) {
  constexpr std::size_t n = 20;
  const auto in = ints_between(1, 100, n * n);
  KernelCase(R"(
    __global__ void k(const int* in, int* out, int n, int via) {
      int to = blockIdx.x * blockDim.x + threadIdx.x, from = blockIdx.y;
      if (to < n) out[from * n + to] = min(in[from * n + to], in[from * n + via] + in[via * n + to]);
    })")
      .grid(2, n)
      .block(16)
      .in(in)
      .out(each(
          n * n,
          [&](std::size_t i) { return std::min(in[i], in[i / n * n + 7] + in[7 * n + i % n]); }))
      .value(static_cast<int>(n))
      .value(7)
      .check(GetParam());
}

TEST_P(User, a_breadth_first_search_level_by_level) {
  constexpr int n = 120;
  std::vector<int> start = {0}, edges;
  for (int v = 0; v < n; ++v) {
    for (int e = 0; e < v % 4; ++e) edges.push_back((v * 17 + e * 31 + 5) % n);
    edges.push_back((v + 1) % n);
    start.push_back(static_cast<int>(edges.size()));
  }
  std::vector<int> distance(n, -1), queue = {3};
  distance[3] = 0;
  for (std::size_t at = 0; at < queue.size(); ++at) {
    for (int e = start[queue[at]]; e < start[queue[at] + 1]; ++e) {
      if (distance[edges[e]] >= 0) continue;
      distance[edges[e]] = distance[queue[at]] + 1;
      queue.push_back(edges[e]);
    }
  }
  KernelCase(R"(
    __global__ void k(const int* start, const int* edges, int* distance, int n, int source) {
      __shared__ int changed;
      int v = threadIdx.x;
      if (v < n) distance[v] = v == source ? 0 : -1;
      int level = 0;
      do {
        __syncthreads();
        if (v == 0) changed = 0;
        __syncthreads();
        if (v < n && distance[v] == level) {
          for (int e = start[v]; e < start[v + 1]; ++e)
            if (atomicCAS(&distance[edges[e]], -1, level + 1) == -1) atomicExch(&changed, 1);
        }
        ++level;
        __syncthreads();
      } while (changed);
    })")
      .block(128)
      .in(start)
      .in(edges)
      .out(distance)
      .value(n)
      .value(3)
      .check(GetParam());
}

TEST_P(User, components_of_a_graph_by_the_smallest_label) {
  // A ring of 40 nodes with four missing edges: labels spread until nothing changes.
  KernelCase(R"(
    __global__ void k(int* label, int n) {
      int v = threadIdx.x;
      label[v] = v;
      int changed;
      do {
        __syncthreads();
        int mine = label[v], smallest = mine;
        if (v % 10 != 0) smallest = min(smallest, label[v - 1]);
        if (v % 10 != 9) smallest = min(smallest, label[v + 1]);
        __syncthreads();
        label[v] = smallest;
        changed = __syncthreads_or(smallest != mine);
      } while (changed);
    })")
      .block(40)
      .out(each(40, [](std::size_t v) { return static_cast<int>(v / 10 * 10); }))
      .value(40)
      .check(GetParam());
}

// ---- random numbers, hashes, sums ----

TEST_P(User, xorshift_generators_of_each_thread) {
  KernelCase(R"(
    __global__ void k(unsigned* out, int rounds) {
      unsigned x = threadIdx.x + blockIdx.x * blockDim.x + 1;
      for (int i = 0; i < rounds; ++i) { x ^= x << 13; x ^= x >> 17; x ^= x << 5; }
      out[threadIdx.x + blockIdx.x * blockDim.x] = x;
    })")
      .grid(2)
      .block(48)
      .out(each(96,
                [](std::size_t i) {
                  auto x = static_cast<unsigned>(i) + 1;
                  for (int round = 0; round < 20; ++round) {
                    x ^= x << 13U;
                    x ^= x >> 17U;
                    x ^= x << 5U;
                  }
                  return x;
                }))
      .value(20)
      .check(GetParam());
}

TEST_P(User, pcg_generators_with_64_bits_of_state) {
  // O'Neill 2014: XSH-RR.
  KernelCase(R"(
    struct Pcg {
      unsigned long long state, stream;
      __device__ Pcg(unsigned long long seed, unsigned long long id) : state(0), stream(id << 1 | 1) {
        next();
        state += seed;
        next();
      }
      __device__ unsigned next() {
        unsigned long long old = state;
        state = old * 6364136223846793005ull + stream;
        unsigned shifted = (unsigned)(((old >> 18) ^ old) >> 27), turn = (unsigned)(old >> 59);
        return (shifted >> turn) | (shifted << (-turn & 31));
      }
    };
    __global__ void k(unsigned* out) {
      Pcg generator(42, threadIdx.x);
      unsigned last = 0;
      for (int i = 0; i < 10; ++i) last = last * 31 + generator.next();
      out[threadIdx.x] = last;
    })")
      .block(64)
      .out(each(64,
                [](std::size_t id) {
                  const std::uint64_t stream = id * 2 + 1;
                  std::uint64_t state = 0;
                  const auto next = [&] {
                    const std::uint64_t old = state;
                    state = old * 6364136223846793005ULL + stream;
                    return std::rotr(static_cast<unsigned>((old >> 18 ^ old) >> 27),
                                     static_cast<int>(old >> 59));
                  };
                  next();
                  state += 42;
                  next();
                  unsigned last = 0;
                  for (int i = 0; i < 10; ++i) last = last * 31 + next();
                  return last;
                }))
      .check(GetParam());
}

// Salmon et al. 2011: ten rounds of Philox 4x32.
std::array<unsigned, 4> philox(std::array<unsigned, 4> counter, unsigned key0, unsigned key1) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53U} * counter[0];
    const std::uint64_t b = std::uint64_t{0xCD9E8D57U} * counter[2];
    counter = {static_cast<unsigned>(b >> 32) ^ counter[1] ^ key0, static_cast<unsigned>(b),
               static_cast<unsigned>(a >> 32) ^ counter[3] ^ key1, static_cast<unsigned>(a)};
    key0 += 0x9E3779B9U;
    key1 += 0xBB67AE85U;
  }
  return counter;
}

TEST_P(User, philox_counters) {
  // The known answer for a counter and key of zero.
  EXPECT_EQ(philox({0, 0, 0, 0}, 0, 0),
            (std::array<unsigned, 4>{0x6627e8d5U, 0xe169c58dU, 0xbc57ac4cU, 0x9b00dbd8U}));
  KernelCase(R"(
    __global__ void k(uint4* out, unsigned key0, unsigned key1) {
      uint4 c = make_uint4(threadIdx.x, 0, blockIdx.x, 0);
      for (int round = 0; round < 10; ++round) {
        unsigned ahi = __umulhi(0xD2511F53u, c.x), alo = 0xD2511F53u * c.x;
        unsigned bhi = __umulhi(0xCD9E8D57u, c.z), blo = 0xCD9E8D57u * c.z;
        c = make_uint4(bhi ^ c.y ^ key0, blo, ahi ^ c.w ^ key1, alo);
        key0 += 0x9E3779B9u;
        key1 += 0xBB67AE85u;
      }
      out[blockIdx.x * blockDim.x + threadIdx.x] = c;
    })")
      .grid(2)
      .block(40)
      .out([] {
        std::vector<unsigned> out;
        for (unsigned i = 0; i < 80; ++i) {
          const auto c = philox({i % 40, 0, i / 40, 0}, 7, 0x12345678U);
          out.insert(out.end(), c.begin(), c.end());
        }
        return out;
      }())
      .value(7U)
      .value(0x12345678U)
      .check(GetParam());
}

TEST_P(User, crc32_of_a_message_of_each_thread) {
  const auto in = integers<unsigned char>(32 * 20, 1);
  KernelCase(R"(
    __global__ void k(const unsigned char* in, unsigned* out, int length) {
      unsigned crc = 0xffffffffu;
      for (int i = 0; i < length; ++i) {
        crc ^= in[threadIdx.x * length + i];
        for (int bit = 0; bit < 8; ++bit) crc = crc & 1 ? (crc >> 1) ^ 0xedb88320u : crc >> 1;
      }
      out[threadIdx.x] = ~crc;
    })")
      .in(in)
      .out(each(32,
                [&](std::size_t t) {
                  // Uses a table of bytes, unlike the kernel.
                  std::array<unsigned, 256> table{};
                  for (unsigned b = 0; b < 256; ++b) {
                    table[b] = b;
                    for (int bit = 0; bit < 8; ++bit)
                      table[b] = table[b] >> 1U ^ (0xedb88320U & (0 - (table[b] & 1U)));
                  }
                  unsigned crc = 0xffffffffU;
                  for (std::size_t i = 0; i < 20; ++i)
                    crc = table[(crc ^ in[t * 20 + i]) & 0xffU] ^ crc >> 8U;
                  return ~crc;
                }))
      .value(20)
      .check(GetParam());
}

TEST_P(User, sha_256_of_abc) {
  // FIPS 180-4, the one-block example. Every thread computes the hash, and all must agree.
  KernelCase(R"(
    __constant__ unsigned K[64] = {
      0x428a2f98,0x71374491,0xb5c0fbcf,0xe9b5dba5,0x3956c25b,0x59f111f1,0x923f82a4,0xab1c5ed5,
      0xd807aa98,0x12835b01,0x243185be,0x550c7dc3,0x72be5d74,0x80deb1fe,0x9bdc06a7,0xc19bf174,
      0xe49b69c1,0xefbe4786,0x0fc19dc6,0x240ca1cc,0x2de92c6f,0x4a7484aa,0x5cb0a9dc,0x76f988da,
      0x983e5152,0xa831c66d,0xb00327c8,0xbf597fc7,0xc6e00bf3,0xd5a79147,0x06ca6351,0x14292967,
      0x27b70a85,0x2e1b2138,0x4d2c6dfc,0x53380d13,0x650a7354,0x766a0abb,0x81c2c92e,0x92722c85,
      0xa2bfe8a1,0xa81a664b,0xc24b8b70,0xc76c51a3,0xd192e819,0xd6990624,0xf40e3585,0x106aa070,
      0x19a4c116,0x1e376c08,0x2748774c,0x34b0bcb5,0x391c0cb3,0x4ed8aa4a,0x5b9cca4f,0x682e6ff3,
      0x748f82ee,0x78a5636f,0x84c87814,0x8cc70208,0x90befffa,0xa4506ceb,0xbef9a3f7,0xc67178f2};
    __device__ unsigned turn(unsigned x, int n) { return (x >> n) | (x << (32 - n)); }
    __global__ void k(const unsigned* message, unsigned* out) {
      unsigned w[64];
      for (int i = 0; i < 16; ++i) w[i] = message[i];
      for (int i = 16; i < 64; ++i) {
        unsigned a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ (a >> 3)) + w[i - 7] +
               (turn(b, 17) ^ turn(b, 19) ^ (b >> 10));
      }
      unsigned start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                           0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
      unsigned s[8];
      for (int i = 0; i < 8; ++i) s[i] = start[i];
      for (int i = 0; i < 64; ++i) {
        unsigned t1 = s[7] + (turn(s[4], 6) ^ turn(s[4], 11) ^ turn(s[4], 25)) +
                      ((s[4] & s[5]) ^ (~s[4] & s[6])) + K[i] + w[i];
        unsigned t2 = (turn(s[0], 2) ^ turn(s[0], 13) ^ turn(s[0], 22)) +
                      ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        for (int j = 7; j > 0; --j) s[j] = s[j - 1];
        s[4] += t1;
        s[0] = t1 + t2;
      }
      for (int i = 0; i < 8; ++i) out[threadIdx.x * 8 + i] = s[i] + start[i];
    })")
      .in([] {
        std::vector<unsigned> message(16);
        message[0] = 0x61626380U;
        message[15] = 24;
        return message;
      }())
      .out([] {
        constexpr std::array<unsigned, 8> digest = {0xba7816bfU, 0x8f01cfeaU, 0x414140deU,
                                                    0x5dae2223U, 0xb00361a3U, 0x96177a9cU,
                                                    0xb410ff61U, 0xf20015adU};
        return each(32 * 8, [&](std::size_t i) { return digest[i % 8]; });
      }())
      .check(GetParam());
}

TEST_P(User, points_in_a_circle_counted_for_pi) {
  KernelCase(R"(
    __global__ void k(unsigned* hits, int rounds) {
      __shared__ unsigned block_hits;
      if (threadIdx.x == 0) block_hits = 0;
      __syncthreads();
      unsigned state = blockIdx.x * blockDim.x + threadIdx.x, mine = 0;
      for (int i = 0; i < rounds; ++i) {
        state = state * 1664525u + 1013904223u;
        unsigned x = state >> 20;
        state = state * 1664525u + 1013904223u;
        unsigned y = state >> 20;
        mine += x * x + y * y < 4096u * 4096u;
      }
      atomicAdd(&block_hits, mine);
      __syncthreads();
      if (threadIdx.x == 0) atomicAdd(hits, block_hits);
    })")
      .grid(2)
      .block(64)
      .out([] {
        unsigned hits = 0;
        for (unsigned t = 0; t < 128; ++t) {
          unsigned state = t;
          const auto next = [&] { return (state = state * 1664525U + 1013904223U) >> 20U; };
          for (int i = 0; i < 25; ++i) {
            const unsigned x = next(), y = next();
            if (x * x + y * y < 4096U * 4096U) ++hits;
          }
        }
        return std::vector<unsigned>{hits};
      }())
      .value(25)
      .check(GetParam());
}

// ---- physics and signals ----

TEST_P(User, forces_among_bodies_in_double_precision) {
  constexpr std::size_t n = 70;
  const auto at = reals_between<double>(-4, 4, 3 * n, 9);
  const auto mass = reals_between<double>(1, 3, n, 10);
  KernelCase(R"(
    __global__ void k(const double3* at, const double* mass, double3* force, int n) {
      __shared__ double3 tile[32];
      __shared__ double tile_mass[32];
      int i = blockIdx.x * 32 + threadIdx.x;
      double3 mine = i < n ? at[i] : make_double3(0, 0, 0), sum = make_double3(0, 0, 0);
      for (int start = 0; start < n; start += 32) {
        int j = start + threadIdx.x;
        tile[threadIdx.x] = j < n ? at[j] : make_double3(0, 0, 0);
        tile_mass[threadIdx.x] = j < n ? mass[j] : 0;
        __syncthreads();
        for (int t = 0; t < 32; ++t) {
          double dx = tile[t].x - mine.x, dy = tile[t].y - mine.y, dz = tile[t].z - mine.z;
          double square = fma(dx, dx, fma(dy, dy, fma(dz, dz, 0.01)));
          double scale = tile_mass[t] / (square * sqrt(square));
          sum.x = fma(dx, scale, sum.x);
          sum.y = fma(dy, scale, sum.y);
          sum.z = fma(dz, scale, sum.z);
        }
        __syncthreads();
      }
      if (i < n) force[i] = sum;
    })")
      .grid(3)
      .block(32)
      .in(at)
      .in(mass)
      .out([&] {
        std::vector<double> force;
        for (std::size_t i = 0; i < n; ++i) {
          std::array<double, 3> sum{};
          for (std::size_t j = 0; j < 96; ++j) {
            std::array<double, 3> d{};
            for (std::size_t c = 0; c < 3; ++c)
              d[c] = (j < n ? at[3 * j + c] : 0.0) - at[3 * i + c];
            const double square =
                std::fma(d[0], d[0], std::fma(d[1], d[1], std::fma(d[2], d[2], 0.01)));
            const double scale = (j < n ? mass[j] : 0.0) / (square * std::sqrt(square));
            for (std::size_t c = 0; c < 3; ++c) sum[c] = std::fma(d[c], scale, sum[c]);
          }
          force.insert(force.end(), sum.begin(), sum.end());
        }
        return force;
      }())
      .value(static_cast<int>(n))
      .check(GetParam());
}

TEST_P(User, heat_flowing_for_ten_steps_within_a_block) {
  const auto in = quarters(64, 6);
  KernelCase(R"(
    __global__ void k(const float* in, float* out, int steps) {
      __shared__ float now[64], next[64];
      int t = threadIdx.x;
      now[t] = in[t];
      __syncthreads();
      float *from = now, *to = next;
      for (int i = 0; i < steps; ++i) {
        float left = t > 0 ? from[t - 1] : 0.0f, right = t < 63 ? from[t + 1] : 0.0f;
        to[t] = fmaf(0.25f, left + right, 0.5f * from[t]);
        __syncthreads();
        float* swap = from;
        from = to;
        to = swap;
      }
      out[t] = from[t];
    })")
      .block(64)
      .in(in)
      .out([&] {
        auto now = in;
        for (int step = 0; step < 10; ++step) {
          now = each(64, [&](std::size_t t) {
            const float left = t > 0 ? now[t - 1] : 0, right = t < 63 ? now[t + 1] : 0;
            return std::fma(0.25F, left + right, 0.5F * now[t]);
          });
        }
        return now;
      }())
      .value(10)
      .check(GetParam());
}

TEST_P(User, a_fourier_transform_of_64_points) {
  const auto in = quarters(128, 7);
  const auto twiddles = each(64, [](std::size_t i) {
    const double angle = -2 * 3.141592653589793 * static_cast<double>(i / 2) / 64;
    return static_cast<float>(i % 2 == 0 ? std::cos(angle) : std::sin(angle));
  });
  KernelCase(R"(
    __device__ float2 times(float2 a, float2 b) {
      return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
    }
    __global__ void k(const float2* in, const float2* twiddles, float2* out) {
      __shared__ float2 s[64];
      int t = threadIdx.x;
      for (int i = t; i < 64; i += 32) s[__brev(i) >> 26] = in[i];
      __syncthreads();
      for (int half = 1; half < 64; half *= 2) {
        int at = t / half * half * 2 + t % half;
        float2 w = twiddles[t % half * (32 / half)];
        float2 a = s[at], b = times(s[at + half], w);
        s[at] = make_float2(a.x + b.x, a.y + b.y);
        s[at + half] = make_float2(a.x - b.x, a.y - b.y);
        __syncthreads();
      }
      for (int i = t; i < 64; i += 32) {
        // To 1/64: the reference sums in another order.
        out[i] = make_float2(rintf(s[i].x * 64), rintf(s[i].y * 64));
      }
    })")
      .in(in)
      .in(twiddles)
      .out([&] {
        std::vector<float> out;
        for (std::size_t f = 0; f < 64; ++f) {
          std::complex<double> sum = 0;
          for (std::size_t i = 0; i < 64; ++i) {
            const double angle = -2 * 3.141592653589793 * static_cast<double>(f * i % 64) / 64;
            sum += std::complex<double>(in[2 * i], in[2 * i + 1]) * std::polar(1.0, angle);
          }
          out.push_back(static_cast<float>(std::nearbyint(sum.real() * 64)));
          out.push_back(static_cast<float>(std::nearbyint(sum.imag() * 64)));
        }
        return out;
      }())
      .check(GetParam());
}

TEST_P(User, linear_interpolation_in_a_table) {
  const auto table = quarters(33, 8);
  const auto x = reals_between<float>(0, 31.9F, 100, 8);
  KernelCase(R"(
    __global__ void k(const float* table, const float* x, float* y, int n) {
      int i = blockIdx.x * blockDim.x + threadIdx.x;
      if (i >= n) return;
      float base = floorf(x[i]), part = x[i] - base;
      int j = (int)base;
      y[i] = fmaf(part, table[j + 1] - table[j], table[j]);
    })")
      .grid(2)
      .block(64)
      .in(table)
      .in(x)
      .out(each(100,
                [&](std::size_t i) {
                  const auto j = static_cast<std::size_t>(x[i]);
                  const float part = x[i] - static_cast<float>(j);
                  return std::fma(part, table[j + 1] - table[j], table[j]);
                }))
      .value(100)
      .check(GetParam());
}

TEST_P(User, a_gather_and_a_scatter_by_index_arrays) {
  const auto order = each(96, [](std::size_t i) { return static_cast<int>(i * 35 % 96); });
  const auto in = ints_between(-99, 99, 96);
  KernelCase(R"(
    __global__ void k(const int* order, const int* in, int* gathered, int* scattered) {
      int i = threadIdx.x;
      gathered[i] = in[order[i]];
      scattered[order[i]] = in[i] * 2;
    })")
      .block(96)
      .in(order)
      .in(in)
      .out(each(96, [&](std::size_t i) { return in[order[i]]; }))
      .out([&] {
        std::vector<int> out(96);
        for (std::size_t i = 0; i < 96; ++i) out[order[i]] = in[i] * 2;
        return out;
      }())
      .check(GetParam());
}

TEST_P(User, k_means_labels_of_points_in_the_plane) {
  const auto points = quarters(2 * 90, 11), centres = quarters(2 * 5, 12);
  KernelCase(R"(
    __global__ void k(const float2* points, const float2* centres, int* label, int* size, int n, int clusters) {
      int i = blockIdx.x * blockDim.x + threadIdx.x;
      if (i >= n) return;
      float best = 1e30f;
      int which = -1;
      for (int c = 0; c < clusters; ++c) {
        float dx = points[i].x - centres[c].x, dy = points[i].y - centres[c].y;
        float d = dx * dx + dy * dy;
        if (d < best) { best = d; which = c; }
      }
      label[i] = which;
      atomicAdd(&size[which], 1);
    })")
      .grid(3)
      .block(32)
      .in(points)
      .in(centres)
      .out([&] {
        return each(90, [&](std::size_t i) {
          int which = 0;
          float best = 1e30F;
          for (int c = 0; c < 5; ++c) {
            const float dx = points[2 * i] - centres[2 * c],
                        dy = points[2 * i + 1] - centres[2 * c + 1];
            if (dx * dx + dy * dy < best) {
              best = dx * dx + dy * dy;
              which = c;
            }
          }
          return which;
        });
      }())
      .out([&] {
        std::vector<int> size(5);
        for (std::size_t i = 0; i < 90; ++i) {
          const auto away = [&](int c) {
            return std::hypot(points[2 * i] - centres[2 * c],
                              points[2 * i + 1] - centres[2 * c + 1]);
          };
          int which = 0;
          for (int c = 1; c < 5; ++c)
            if (away(c) < away(which)) which = c;
          ++size[which];
        }
        return size;
      }())
      .value(90)
      .value(5)
      .check(GetParam());
}

// ---- the C++ language ----

TEST_P(User, templates_of_types_and_numbers) {
  KernelCase(R"(
    template <class T> struct Limits;
    template <> struct Limits<int> { static __device__ int lowest() { return -2147483647 - 1; } };
    template <> struct Limits<float> { static __device__ float lowest() { return -3.0e38f; } };
    template <class T, int N> __device__ T largest(const T* values) {
      T best = Limits<T>::lowest();
      for (int i = 0; i < N; ++i) best = values[i] > best ? values[i] : best;
      return best;
    }
    template <class... Ts> __device__ double total(Ts... values) { return (0.0 + ... + values); }
    __global__ void k(const int* i, const float* f, double* out) {
      int t = threadIdx.x;
      out[t] = total(largest<int, 3>(i + t), largest<float, 5>(f + t), (short)t, 'A');
    })")
      .in(ints_between(-50, 50, 40))
      .in(quarters(40, 3))
      .out(each(32,
                [](std::size_t t) {
                  const auto i = ints_between(-50, 50, 40);
                  const auto f = quarters(40, 3);
                  return std::max({i[t], i[t + 1], i[t + 2]}) +
                         static_cast<double>(
                             std::max({f[t], f[t + 1], f[t + 2], f[t + 3], f[t + 4]})) +
                         static_cast<double>(t) + 65;
                }))
      .check(GetParam());
}

TEST_P(User, lambdas_that_capture) {
  KernelCase(R"(
    template <class F> __device__ int apply(int n, F f) {
      int sum = 0;
      for (int i = 0; i < n; ++i) sum += f(i);
      return sum;
    }
    __global__ void k(const int* in, int* out, int scale) {
      int t = threadIdx.x, calls = 0;
      auto weigh = [=, &calls](int i) { ++calls; return in[i] * scale + t; };
      int sum = apply(t % 7 + 1, weigh);
      out[t] = sum * 100 + calls;
    })")
      .in(ints_between(0, 9, 16))
      .out(each(32,
                [](std::size_t t) {
                  const auto in = ints_between(0, 9, 16);
                  int sum = 0;
                  for (std::size_t i = 0; i < t % 7 + 1; ++i)
                    sum += in[i] * 3 + static_cast<int>(t);
                  return sum * 100 + static_cast<int>(t % 7 + 1);
                }))
      .value(3)
      .check(GetParam());
}

TEST_P(User, classes_with_operators_and_a_base) {
  KernelCase(R"(
    struct Named { int id; __device__ explicit Named(int i) : id(i) {} };
    class Fraction : public Named {
     public:
      __device__ Fraction(long long n, long long d, int i = 0) : Named(i), n_(n), d_(d) { reduce(); }
      __device__ Fraction operator+(const Fraction& o) const { return {n_ * o.d_ + o.n_ * d_, d_ * o.d_, id + o.id}; }
      __device__ Fraction operator*(const Fraction& o) const { return {n_ * o.n_, d_ * o.d_, id + o.id}; }
      __device__ bool operator<(const Fraction& o) const { return n_ * o.d_ < o.n_ * d_; }
      __device__ Fraction& operator+=(const Fraction& o) { return *this = *this + o; }
      __device__ long long code() const { return n_ * 1000000 + d_ * 100 + id; }
     private:
      __device__ void reduce() {
        long long a = n_, b = d_;
        while (b != 0) { long long r = a % b; a = b; b = r; }
        n_ /= a;
        d_ /= a;
      }
      long long n_, d_;
    };
    __global__ void k(long long* out) {
      int t = threadIdx.x;
      Fraction sum(0, 1), half(1, 2, 1);
      for (int i = 1; i <= t % 5 + 2; ++i) sum += Fraction(1, i, 1) * Fraction(i + 1, 2);
      out[t] = (sum < half + half ? half : sum).code();
    })")
      .out(each(32,
                [](std::size_t t) {
                  std::int64_t n = 0, d = 1, id = 0;
                  for (std::int64_t i = 1; i <= static_cast<std::int64_t>(t % 5 + 2); ++i) {
                    n = n * 2 * i + (i + 1) * d;
                    d = d * 2 * i;
                    const std::int64_t common = std::gcd(n, d);
                    n /= common;
                    d /= common;
                    ++id;
                  }
                  return n * 1000000 + d * 100 + id;
                }))
      .check(GetParam());
}

TEST_P(User, several_kernels_and_device_functions_in_a_file) {
  const std::string text = R"(
    __device__ int twice(int x) { return 2 * x; }
    __device__ float twice(float x) { return 2.0f * x; }
    namespace tools { __device__ inline int inner(int x) { return twice(x) + 1; } }
    __global__ void first(int* out) { out[threadIdx.x] = tools::inner(threadIdx.x); }
    extern "C" __global__ void second(float* out) { out[threadIdx.x] = twice(0.5f * threadIdx.x); }
    template <int N> __global__ void third(int* out) { out[threadIdx.x] = twice((int)threadIdx.x) + N; }
    template __global__ void third<5>(int*);)";
  const auto ints = [](auto value) {
    return each(32, [&](std::size_t t) { return static_cast<int>(value(t)); });
  };
  KernelCase(text)
      .kernel("first")
      .out(ints([](std::size_t t) { return 2 * t + 1; }))
      .check(GetParam());
  KernelCase(text)
      .kernel("second")
      .out(each(32, [](std::size_t t) { return static_cast<float>(t); }))
      .check(GetParam());
  KernelCase(text)
      .kernel("third")
      .out(ints([](std::size_t t) { return 2 * t + 5; }))
      .check(GetParam());
}

TEST_P(User, blocks_of_three_dimensions_in_grids_of_three) {
  KernelCase(R"(
    __global__ void k(int* out) {
      int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
      int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
      int threads = blockDim.x * blockDim.y * blockDim.z;
      out[block * threads + thread] = block * 10000 + threadIdx.z * 1000 + threadIdx.y * 100 + threadIdx.x;
    })")
      .grid(2, 3, 2)
      .block(7, 3, 5)
      .out(each(12 * 105,
                [](std::size_t i) {
                  const std::size_t thread = i % 105;
                  return static_cast<int>(i / 105 * 10000 + thread / 21 * 1000 +
                                          thread / 7 % 3 * 100 + thread % 7);
                }))
      .check(GetParam());
}

TEST_P(User, enumerations_constants_and_static_tables) {
  KernelCase(R"(
    enum class Op { add, subtract, multiply, divide };
    constexpr int rounds = 4;
    __device__ const Op plan[rounds] = {Op::multiply, Op::add, Op::divide, Op::subtract};
    __device__ int step(Op op, int a, int b) {
      switch (op) {
        case Op::add: return a + b;
        case Op::subtract: return a - b;
        case Op::multiply: return a * b;
        case Op::divide: return b != 0 ? a / b : 0;
      }
      return -1;
    }
    __global__ void k(int* out) {
      int t = threadIdx.x, v = t + 1;
      for (int i = 0; i < rounds; ++i) v = step(plan[(i + t) % rounds], v, t % 6);
      out[t] = v;
    })")
      .block(64)
      .out(each(64,
                [](std::size_t lane) {
                  const int t = static_cast<int>(lane), b = t % 6;
                  int v = t + 1;
                  for (int i = 0; i < 4; ++i) {
                    const int op = (i + t) % 4;
                    v = op == 0 ? v * b : op == 1 ? v + b : op == 2 ? (b != 0 ? v / b : 0) : v - b;
                  }
                  return v;
                }))
      .check(GetParam());
}

TEST_P(User, sums_of_128_bits_by_hand) {
  const auto in = integers<std::uint64_t>(4 * 64, 1);
  KernelCase(R"(
    struct U128 { unsigned long long low, high; };
    __device__ U128 add(U128 a, U128 b) {
      U128 r;
      r.low = a.low + b.low;
      r.high = a.high + b.high + (r.low < a.low);
      return r;
    }
    __global__ void k(const ulonglong2* in, ulonglong2* out) {
      int t = threadIdx.x;
      ulonglong2 a = in[2 * t], b = in[2 * t + 1];
      U128 r = add({a.x, a.y}, {b.x, b.y});
      out[t] = make_ulonglong2(r.low, r.high);
    })")
      .block(64)
      .in(in)
      .out([&] {
        std::vector<std::uint64_t> out;
        __extension__ typedef unsigned __int128 Wide;
        for (std::size_t t = 0; t < 64; ++t) {
          const std::uint64_t* v = &in[4 * t];
          const Wide sum = ((Wide{v[1]} << 64) | v[0]) + ((Wide{v[3]} << 64) | v[2]);
          out.push_back(static_cast<std::uint64_t>(sum));
          out.push_back(static_cast<std::uint64_t>(sum >> 64));
        }
        return out;
      }())
      .check(GetParam());
}

TEST_P(User, queens_on_a_board_of_seven_by_backtracking) {
  KernelCase(R"(
    __global__ void k(int* out, int n) {
      // Each thread has the queen of the first row in a column of its own.
      int columns[8], row = 1, count = 0;
      columns[0] = threadIdx.x;
      columns[1] = -1;
      while (row > 0) {
        int c = ++columns[row];
        if (c >= n) { --row; continue; }
        bool free = true;
        for (int r = 0; r < row && free; ++r)
          free = columns[r] != c && columns[r] - c != row - r && c - columns[r] != row - r;
        if (!free) continue;
        if (row == n - 1) { ++count; continue; }
        columns[++row] = -1;
      }
      out[threadIdx.x] = count;
    })")
      .block(7)
      .out(std::vector<int>{4, 7, 6, 6, 6, 7, 4})
      .value(7)
      .check(GetParam());
}

TEST_P(User, the_longest_common_subsequence_by_diagonals) {
  const auto a = ints_between(0, 3, 40, 1), b = ints_between(0, 3, 40, 2);
  KernelCase(R"(
    __global__ void k(const int* a, const int* b, int* length, int n) {
      __shared__ int rows[3][41];
      int i = threadIdx.x;
      for (int r = 0; r < 3; ++r) rows[r][i] = 0;
      __syncthreads();
      for (int d = 2; d <= 2 * n; ++d) {
        int j = d - i, *now = rows[d % 3], *last = rows[(d + 2) % 3], *before = rows[(d + 1) % 3];
        int v = 0;
        if (i >= 1 && j >= 1 && j <= n)
          v = a[i - 1] == b[j - 1] ? before[i - 1] + 1 : max(last[i - 1], last[i]);
        now[i] = i == 0 || j < 1 || j > n ? 0 : v;
        __syncthreads();
      }
      if (i == n) *length = rows[2 * n % 3][n];
    })")
      .block(41)
      .in(a)
      .in(b)
      .out([&] {
        std::vector<int> row(41), next(41);
        for (std::size_t i = 0; i < 40; ++i) {
          for (std::size_t j = 0; j < 40; ++j)
            next[j + 1] = a[i] == b[j] ? row[j] + 1 : std::max(next[j], row[j + 1]);
          row = next;
        }
        return std::vector<int>{row[40]};
      }())
      .value(40)
      .check(GetParam());
}

// ---- known pitfalls ----

// Only the leader sets the variable that all lanes pass to a shuffle.
TEST_P(User, one_lane_adds_for_its_warp_and_shares_the_result) {
  KernelCase(R"(
    __global__ void k(int* total, int* slot) {
      int t = threadIdx.x;
      if (t & 1) {
        unsigned m = __activemask();
        int leader = __ffs(m) - 1;
        int r;
        if (t == leader) r = atomicAdd(total, __popc(m));
        r = __shfl_sync(m, r, leader);
        slot[t] = r + __popc(m & ((1u << t) - 1));
      }
    })")
      .grid(1)
      .block(32)
      .inout(std::vector<int>{100}, std::vector<int>{116})
      .inout(
          std::vector<int>(32, -1),
          each(32, [](std::size_t i) { return i % 2 == 1 ? 100 + static_cast<int>(i / 2) : -1; }))
      .check(GetParam());
}

TEST_P(User, memory_is_set_and_copied_by_sizes_that_are_known_late) {
  KernelCase(R"(
    __global__ void k(unsigned char* out, const unsigned char* in) {
      int n = threadIdx.x;
      memset(out + 32 * n, n + 1, n);
      memcpy(out + 32 * n + n, in, 31 - n);
    })")
      .grid(1)
      .block(16)
      .out(each(16 * 32,
                [](std::size_t i) {
                  const std::size_t n = i / 32, at = i % 32;
                  if (at < n) return static_cast<unsigned char>(n + 1);
                  return static_cast<unsigned char>(at < 31 ? 3 * (at - n) : 0);
                }))
      .in(each(32, [](std::size_t i) { return static_cast<unsigned char>(3 * i); }))
      .check(GetParam());
}

TEST_P(User, constexpr_functions_and_generic_lambdas_need_no_mark) {
  KernelCase(R"(
    constexpr int square(int x) { return x * x; }
    __global__ void k(int* out) {
      int t = threadIdx.x;
      out[t] = square(t) + [&](auto x) { return x * t; }(2);
    })")
      .grid(1)
      .block(32)
      .out(each(32,
                [](std::size_t i) {
                  const int t = static_cast<int>(i);
                  return t * t + 2 * t;
                }))
      .check(GetParam());
}

}  // namespace
}  // namespace lanescope::conformance
