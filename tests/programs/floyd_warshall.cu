// All shortest paths, in tiles: in each round the tile on the diagonal, those in its row and column,
// and the rest; then a path is followed.
#include <algorithm>
#include <utility>

#include "common.h"

constexpr int tile = 16, n = 80, none = 1 << 28;

// Paths of tile (y, x) over the vertices of tile k.
__device__ void relax(int* d, int* via, int y, int x, int k) {
  __shared__ int own[tile][tile], left[tile][tile], above[tile][tile];
  const int i = threadIdx.y, j = threadIdx.x;
  const int at = (y * tile + i) * n + x * tile + j;
  own[i][j] = d[at];
  left[i][j] = d[(y * tile + i) * n + k * tile + j];
  above[i][j] = d[(k * tile + i) * n + x * tile + j];
  __syncthreads();
  for (int v = 0; v < tile; ++v) {
    const int a = x == k ? own[i][v] : left[i][v], b = y == k ? own[v][j] : above[v][j];
    __syncthreads();
    if (a + b < own[i][j]) {
      own[i][j] = a + b;
      via[at] = k * tile + v;
    }
    __syncthreads();
  }
  d[at] = own[i][j];
}

__global__ void diagonal(int* d, int* via, int k) { relax(d, via, k, k, k); }
__global__ void cross(int* d, int* via, int k) {
  const int other = blockIdx.x + (static_cast<int>(blockIdx.x) >= k);
  if (blockIdx.y == 0) relax(d, via, k, other, k);
  if (blockIdx.y == 1) relax(d, via, other, k, k);
}
__global__ void rest(int* d, int* via, int k) {
  relax(d, via, blockIdx.y + (static_cast<int>(blockIdx.y) >= k),
        blockIdx.x + (static_cast<int>(blockIdx.x) >= k), k);
}

void print_path(const std::vector<int>& via, int from, int to) {
  const int middle = via[from * n + to];
  if (middle < 0) {
    std::printf(" %d", to);
    return;
  }
  print_path(via, from, middle);
  print_path(via, middle, to);
}

int main() {
  std::vector<int> d(n * n, none), expected;
  Random random(6);
  for (int i = 0; i < n; ++i) {
    d[i * n + i] = 0;
    for (int e = 0; e < 3; ++e) {
      const int j = random.below(n), length = 1 + random.below(50);
      if (i != j) d[i * n + j] = std::min(d[i * n + j], length);
    }
  }
  expected = d;
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        expected[i * n + j] = std::min(expected[i * n + j], expected[i * n + k] + expected[k * n + j]);
  const DeviceArray<int> dd(d), via(std::vector<int>(n * n, -1));
  const dim3 block(tile, tile);
  for (int k = 0; k < n / tile; ++k) {
    diagonal<<<1, block>>>(dd, via, k);
    cross<<<dim3(n / tile - 1, 2), block>>>(dd, via, k);
    rest<<<dim3(n / tile - 1, n / tile - 1), block>>>(dd, via, k);
  }
  CHECK(cudaGetLastError());
  const std::vector<int> found = dd.host(), vias = via.host();
  std::printf("%s, bits %08x\n", found == expected ? "right" : "WRONG", checksum(found));
  for (const auto& [from, to] : {std::pair<int, int>{0, 79}, {17, 42}, {60, 3}}) {
    std::printf("%d to %d: %d over %d", from, to, found[from * n + to], from);
    if (found[from * n + to] < none) print_path(vias, from, to);
    std::printf("\n");
  }
}
