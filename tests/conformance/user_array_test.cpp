// Kernels as users write them, with no special treatment: textbook algorithms on matrices,
// sequences and graphs.
#include <algorithm>
#include <numeric>

#include "tests/conformance/kernel_case.h"
#include "tests/conformance/values.h"

namespace lanescope::conformance {
namespace {

LANESCOPE_CONFORMANCE(UserArrays);

// ---- vectors and matrices ----

TEST_P(UserArrays, saxpy_by_a_grid_stride_loop) {
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

TEST_P(UserArrays, a_naive_matrix_product) {
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

TEST_P(UserArrays, a_matrix_product_of_4_by_4_registers_per_thread) {
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

TEST_P(UserArrays, a_matrix_times_a_vector_with_one_warp_per_row) {
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

TEST_P(UserArrays, a_sparse_matrix_times_a_vector) {
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

TEST_P(UserArrays, an_inclusive_scan_by_doubling_steps_in_two_buffers) {
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

TEST_P(UserArrays, a_scan_of_many_blocks_that_look_back_in_order) {
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

TEST_P(UserArrays, one_pass_of_a_radix_sort) {
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

TEST_P(UserArrays, an_odd_even_transposition_sort) {
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

TEST_P(UserArrays, a_merge_by_paths_that_each_thread_finds) {
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

TEST_P(UserArrays, a_compaction_by_a_scan_of_flags) {
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

// ---- graphs ----

TEST_P(UserArrays, a_step_of_floyd_and_warshall) {
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

TEST_P(UserArrays, a_breadth_first_search_level_by_level) {
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
        if (v < n && ((volatile int*)distance)[v] == level) {
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

TEST_P(UserArrays, components_of_a_graph_by_the_smallest_label) {
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

}  // namespace
}  // namespace lanescope::conformance
