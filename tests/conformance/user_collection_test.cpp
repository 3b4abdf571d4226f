// Kernels as users write them, in one file as users keep them: it is compiled once. Each is
// compared with a plain loop.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <vector>

#include "tests/conformance/kernel_case.h"
#include "tests/conformance/values.h"

namespace lanescope::conformance {
namespace {

LANESCOPE_CONFORMANCE(UserCollection);

constexpr const char* collection = R"(
#include <cuda_fp16.h>

template <int tile, class In>
__device__ void multiply(const In* a, const In* b, float* c, int n) {
  __shared__ In rows[tile][tile + 1], columns[tile][tile + 1];
  int x = blockIdx.x * tile + threadIdx.x, y = blockIdx.y * tile + threadIdx.y;
  float sum = 0;
  for (int from = 0; from < n; from += tile) {
    int i = from + threadIdx.x, j = from + threadIdx.y;
    rows[threadIdx.y][threadIdx.x] = y < n && i < n ? a[y * n + i] : In(0.0f);
    columns[threadIdx.y][threadIdx.x] = x < n && j < n ? b[j * n + x] : In(0.0f);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < tile; ++k) sum += float(rows[threadIdx.y][k]) * float(columns[k][threadIdx.x]);
    __syncthreads();
  }
  if (x < n && y < n) c[y * n + x] = sum;
}
__global__ void product_of_halves(const __half* a, const __half* b, float* c, int n) {
  multiply<8>(a, b, c, n);
}

// One block a row; as many floats of dynamic shared memory as threads.
template <class Join>
__device__ float joined(float* shared, float value, Join join) {
  shared[threadIdx.x] = value;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) shared[threadIdx.x] = join(shared[threadIdx.x], shared[threadIdx.x + half]);
    __syncthreads();
  }
  float all = shared[0];
  __syncthreads();
  return all;
}
__global__ void softmax(const float* in, float* out, int columns) {
  extern __shared__ float shared[];
  const float* row = in + blockIdx.x * columns;
  float most = -1e30f, sum = 0;
  for (int i = threadIdx.x; i < columns; i += blockDim.x) most = fmaxf(most, row[i]);
  most = joined(shared, most, [](float a, float b) { return fmaxf(a, b); });
  for (int i = threadIdx.x; i < columns; i += blockDim.x) sum += expf(row[i] - most);
  sum = joined(shared, sum, [](float a, float b) { return a + b; });
  for (int i = threadIdx.x; i < columns; i += blockDim.x)
    out[blockIdx.x * columns + i] = expf(row[i] - most) / sum;
}

__global__ void scattered(long long* out, size_t n) {
  const size_t stride = (size_t)gridDim.x * blockDim.x;
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += stride) {
    const unsigned long long far = (i + (1ull << 33)) * 5000000029ull;
    out[far % n] = (long long)i - (1ll << 40);
  }
}

union Pixel {
  unsigned word;
  uchar4 channels;
  struct { unsigned red : 8, green : 8, blue : 8, alpha : 8; } bits;
};
__global__ void grey(const unsigned* in, unsigned* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Pixel from, to;
  from.word = in[i];
  unsigned level = (77 * from.bits.red + 150 * from.channels.y + 29 * from.bits.blue) >> 8;
  to.channels = make_uchar4(level, level, level, 255 - from.channels.w);
  to.bits.green = to.bits.green ^ from.bits.alpha;
  out[i] = to.word;
}

// The matrix has `width` entries a row, stored by columns; -1: none.
__global__ void product_of_ell(const int* columns, const float* values, const float* x, float* y,
                               int rows, int width) {
  for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < rows; row += gridDim.x * blockDim.x) {
    float sum = 0;
    for (int k = 0; k < width; ++k) {
      const int column = __ldg(columns + k * rows + row);
      if (column >= 0) sum += values[k * rows + row] * x[column];
    }
    y[row] = sum;
  }
}

struct Taps {
  float weights[7];
  int count;
};
__constant__ float gains[4] = {1, 0.5f, -2, 4};
__global__ void filter(const float* in, float* out, int n, Taps taps) {
  extern __shared__ float window[];
  int first = blockIdx.x * blockDim.x - taps.count / 2;
  for (int i = threadIdx.x; i < blockDim.x + taps.count - 1; i += blockDim.x)
    window[i] = first + i >= 0 && first + i < n ? in[first + i] : 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < taps.count; ++k) sum += taps.weights[k] * window[threadIdx.x + k];
  out[i] = gains[i % 4] * sum;
}

// Runs of 1, 2, 4, ... elements are merged; a thread merges two of them.
__global__ void merge_sort(int* data, int n) {
  extern __shared__ int buffers[];
  int *from = buffers, *to = buffers + n;
  for (int i = threadIdx.x; i < n; i += blockDim.x) from[i] = data[i];
  __syncthreads();
  for (int run = 1; run < n; run *= 2) {
    for (int start = 2 * run * threadIdx.x; start < n; start += 2 * run * blockDim.x) {
      int middle = min(start + run, n), end = min(start + 2 * run, n), a = start, b = middle;
      for (int i = start; i < end; ++i)
        to[i] = a < middle && (b >= end || from[a] <= from[b]) ? from[a++] : from[b++];
    }
    __syncthreads();
    int* swapped = from;
    from = to;
    to = swapped;
  }
  for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = from[i];
}

__global__ void largest_four(const int* in, int* out, int count) {
  int best[4] = {-1001, -1001, -1001, -1001};
  for (int i = 0; i < count; ++i) {
    int value = in[i * blockDim.x + threadIdx.x];
    for (int k = 0; k < 4; ++k) {
      if (value <= best[k]) continue;
      int pushed = best[k];
      best[k] = value;
      value = pushed;
    }
  }
  for (int k = 0; k < 4; ++k) out[threadIdx.x * 4 + k] = best[k];
}

// A row of the game of life is a word of 64 cells, and joined at its ends; so are the rows.
__device__ void add_cells(unsigned long long cells, unsigned long long (&sum)[3]) {
  for (int bit = 0; bit < 3; ++bit) {
    const unsigned long long carry = sum[bit] & cells;
    sum[bit] ^= cells;
    cells = carry;
  }
}
__global__ void life(const unsigned long long* in, unsigned long long* out, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  unsigned long long sum[3] = {};
  for (int d = -1; d <= 1; ++d) {
    const unsigned long long cells = in[(row + d + rows) % rows];
    add_cells(cells << 1 | cells >> 63, sum);
    add_cells(cells >> 1 | cells << 63, sum);
    if (d != 0) add_cells(cells, sum);
  }
  out[row] = sum[1] & ~sum[2] & (sum[0] | in[row]);
}

// A x = b for a matrix of each thread, without pivots.
template <int n>
__device__ void solve(double (&a)[n][n], double (&x)[n]) {
  for (int k = 0; k < n; ++k) {
    for (int i = k + 1; i < n; ++i) {
      const double factor = a[i][k] / a[k][k];
      for (int j = k; j < n; ++j) a[i][j] -= factor * a[k][j];
      x[i] -= factor * x[k];
    }
  }
  for (int i = n - 1; i >= 0; --i) {
    for (int j = i + 1; j < n; ++j) x[i] -= a[i][j] * x[j];
    x[i] /= a[i][i];
  }
}
__global__ void systems(const double* matrices, const double* right, double* out) {
  double a[4][4], x[4];
  for (int i = 0; i < 4; ++i) {
    x[i] = right[threadIdx.x * 4 + i];
    for (int j = 0; j < 4; ++j) a[i][j] = matrices[(threadIdx.x * 4 + i) * 4 + j];
  }
  solve<4>(a, x);
  for (int i = 0; i < 4; ++i) out[threadIdx.x * 4 + i] = x[i];
}

// Bits of x at even, of y at odd places.
__device__ unsigned long long spread(unsigned v) {
  unsigned long long x = v;
  x = (x | x << 16) & 0x0000ffff0000ffffull;
  x = (x | x << 8) & 0x00ff00ff00ff00ffull;
  x = (x | x << 4) & 0x0f0f0f0f0f0f0f0full;
  x = (x | x << 2) & 0x3333333333333333ull;
  return (x | x << 1) & 0x5555555555555555ull;
}
__global__ void morton(const uint2* in, unsigned long long* out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = spread(in[i].x) | spread(in[i].y) << 1;
}

// A warp sums each segment.
__global__ void segment_sums(const int* starts, const int* values, int* sums, int segments) {
  const int segment = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (segment >= segments) return;
  int sum = 0;
  for (int i = starts[segment] + lane; i < starts[segment + 1]; i += 32) sum += values[i];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffff, sum, step);
  if (lane == 0) sums[segment] = sum;
}
)";

KernelCase of(const char* kernel) { return KernelCase(collection).kernel(kernel); }

// Of a number that a half holds exactly, in its normal range or zero.
std::uint16_t half_bits(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if ((bits & 0x7fffffffU) == 0) return static_cast<std::uint16_t>(bits >> 16U);
  return static_cast<std::uint16_t>(
      (bits >> 16U & 0x8000U) | (((bits >> 23U & 0xffU) - 112U) << 10U) | (bits >> 13U & 0x3ffU));
}

TEST_P(UserCollection, a_product_of_halves_by_tiles_summed_in_float) {
  constexpr std::size_t n = 20;
  const auto a = quarters(n * n, 1), b = quarters(n * n, 2);
  const auto halves = [](const std::vector<float>& values) {
    return each(values.size(), [&](std::size_t i) { return half_bits(values[i]); });
  };
  of("product_of_halves")
      .grid(3, 3)
      .block(8, 8)
      .in(halves(a))
      .in(halves(b))
      .out(each(n * n,
                [&](std::size_t at) {
                  float sum = 0;
                  for (std::size_t k = 0; k < n; ++k) sum += a[at / n * n + k] * b[k * n + at % n];
                  return sum;
                }))
      .value(static_cast<int>(n))
      .check(GetParam());
}

TEST_P(UserCollection, a_softmax_of_rows) {
  constexpr std::size_t columns = 75;
  const auto in = reals_between(-8.0F, 8.0F, 3 * columns);
  of("softmax")
      .grid(3)
      .block(32)
      .dynamic_shared(32 * sizeof(float))
      .in(in)
      .near(each(3 * columns,
                 [&](std::size_t at) {
                   const float* row = in.data() + at / columns * columns;
                   double sum = 0;
                   for (std::size_t i = 0; i < columns; ++i) sum += std::exp(double{row[i]});
                   return static_cast<float>(std::exp(double{in[at]}) / sum);
                 }),
            16)
      .value(static_cast<int>(columns))
      .check(GetParam());
}

TEST_P(UserCollection, a_scatter_by_indices_of_64_bits) {
  constexpr std::uint64_t n = 301;
  std::vector<std::int64_t> out(n);
  for (std::uint64_t i = 0; i < n; ++i) {
    const std::uint64_t far = (i + (1ULL << 33U)) * 5'000'000'029ULL;
    out[far % n] = static_cast<std::int64_t>(i) - (std::int64_t{1} << 40U);
  }
  of("scattered").grid(2).block(64).out(out).value(n).check(GetParam());
}

TEST_P(UserCollection, pixels_through_a_union_with_bit_fields) {
  const auto in = integers<unsigned>(100, 1);
  of("grey")
      .grid(4)
      .in(in)
      .out(each(100,
                [&](std::size_t i) {
                  const unsigned red = in[i] & 255U, green = in[i] >> 8U & 255U,
                                 blue = in[i] >> 16U & 255U, alpha = in[i] >> 24U;
                  const unsigned level = (77 * red + 150 * green + 29 * blue) / 256;
                  return level | (level ^ alpha) << 8U | level << 16U | (255 - alpha) << 24U;
                }))
      .value(100)
      .check(GetParam());
}

TEST_P(UserCollection, a_sparse_product_in_columns_of_equal_length) {
  constexpr std::size_t rows = 90, width = 5;
  const auto columns = ints_between(-1, rows - 1, rows * width, 3);
  const auto values = quarters(rows * width, 4), x = quarters(rows, 5);
  of("product_of_ell")
      .grid(1)
      .block(32)
      .in(columns)
      .in(values)
      .in(x)
      .out(each(rows,
                [&](std::size_t row) {
                  float sum = 0;
                  for (std::size_t at = row; at < rows * width; at += rows) {
                    if (columns[at] >= 0)
                      sum += values[at] * x[static_cast<std::size_t>(columns[at])];
                  }
                  return sum;
                }))
      .value(static_cast<int>(rows))
      .value(static_cast<int>(width))
      .check(GetParam());
}

TEST_P(UserCollection, a_filter_whose_taps_are_a_structure_by_value) {
  struct Taps {
    float weights[7] = {0.25F, -1, 2, 0.5F, 3, 0, 0};
    int count = 5;
  };
  constexpr std::array<float, 4> gains{1, 0.5F, -2, 4};
  constexpr int n = 100;
  const auto in = quarters(n, 6);
  of("filter")
      .grid(4)
      .dynamic_shared((32 + 4) * sizeof(float))
      .in(in)
      .out(each(n,
                [&](std::size_t i) {
                  const Taps taps;
                  float sum = 0;
                  for (int k = 0; k < taps.count; ++k) {
                    const int at = static_cast<int>(i) + k - 2;
                    if (at >= 0 && at < n)
                      sum += taps.weights[k] * in[static_cast<std::size_t>(at)];
                  }
                  return gains[i % 4] * sum;
                }))
      .value(n)
      .value(Taps{})
      .check(GetParam());
}

TEST_P(UserCollection, a_merge_sort_in_two_buffers) {
  const auto data = ints_between(-50, 50, 150, 7);
  auto sorted = data;
  std::ranges::sort(sorted);
  of("merge_sort")
      .dynamic_shared(2 * 150 * sizeof(int))
      .inout(data, sorted)
      .value(150)
      .check(GetParam());
}

TEST_P(UserCollection, the_four_largest_of_each_thread) {
  constexpr std::size_t count = 40;
  const auto in = ints_between(-1000, 1000, 32 * count, 8);
  std::vector<int> out;
  for (std::size_t thread = 0; thread < 32; ++thread) {
    std::vector<int> all;
    for (std::size_t i = thread; i < in.size(); i += 32) all.push_back(in[i]);
    std::ranges::sort(all, std::greater());
    out.insert(out.end(), all.begin(), all.begin() + 4);
  }
  of("largest_four").in(in).out(out).value(static_cast<int>(count)).check(GetParam());
}

TEST_P(UserCollection, a_game_of_life_of_64_cells_a_word) {
  constexpr std::size_t rows = 20;
  const auto in = each(rows, [](std::size_t i) { return random_word(9, i); });
  const auto cell = [&](std::size_t row, std::size_t column) {
    return in[row % rows] >> column % 64 & 1U;
  };
  of("life")
      .in(in)
      .out(each(rows,
                [&](std::size_t row) {
                  std::uint64_t word = 0;
                  for (std::size_t column = 0; column < 64; ++column) {
                    std::uint64_t alive = 0;
                    for (const std::size_t r : {row + rows - 1, row, row + 1}) {
                      for (const std::size_t c : {column + 63, column, column + 1})
                        alive += cell(r, c);
                    }
                    const std::uint64_t self = cell(row, column);
                    alive -= self;
                    const bool lives = alive == 3 || (alive == 2 && self != 0);
                    word |= std::uint64_t{lives} << column;
                  }
                  return word;
                }))
      .value(static_cast<int>(rows))
      .check(GetParam());
}

// The right side is that of a known solution.
TEST_P(UserCollection, a_system_of_equations_of_each_thread) {
  auto matrices = reals_between(-1.0, 1.0, 32 * 16, 10);
  for (std::size_t t = 0; t < 32; ++t) {
    for (std::size_t i = 0; i < 4; ++i) matrices[t * 16 + i * 5] += 8;
  }
  const auto solution = reals_between(1.0, 9.0, 32 * 4, 11);
  const auto right = each(32 * 4, [&](std::size_t at) {
    double sum = 0;
    for (std::size_t j = 0; j < 4; ++j) sum += matrices[at * 4 + j] * solution[at / 4 * 4 + j];
    return sum;
  });
  of("systems").in(matrices).in(right).near(solution, 64).check(GetParam());
}

TEST_P(UserCollection, morton_codes_of_points) {
  const auto in = integers<unsigned>(140, 1);
  of("morton")
      .in(in)
      .out(each(70,
                [&](std::size_t i) {
                  std::uint64_t code = 0;
                  for (unsigned bit = 0; bit < 32; ++bit) {
                    code |= std::uint64_t{in[2 * i] >> bit & 1U} << 2 * bit;
                    code |= std::uint64_t{in[2 * i + 1] >> bit & 1U} << (2 * bit + 1);
                  }
                  return code;
                }))
      .value(70)
      .check(GetParam());
}

TEST_P(UserCollection, sums_of_segments_by_a_warp_each) {
  const auto lengths = ints_between(0, 80, 9, 12);
  std::vector<int> starts(10);
  std::partial_sum(lengths.begin(), lengths.end(), starts.begin() + 1);
  const auto values = ints_between(-100, 100, static_cast<std::size_t>(starts.back()), 13);
  of("segment_sums")
      .grid(3)
      .block(96)
      .in(starts)
      .in(values)
      .out(each(9,
                [&](std::size_t i) {
                  return std::accumulate(values.begin() + starts[i], values.begin() + starts[i + 1],
                                         0);
                }))
      .value(9)
      .check(GetParam());
}

}  // namespace
}  // namespace lanescope::conformance
