// The heat equation in a plate, by finite differences with a factor of 1/8: each step adds three bits
// to a number, so that 12 steps are exact in double precision. Explicit, with and without shared
// memory, and an integral that must not change.
#include <utility>

#include "common.h"

constexpr int n = 64, tile = 16;

__global__ void step(const double* u, double* v) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  // No heat passes the border: the neighbour beyond it is as warm as the border.
  const double here = u[y * n + x];
  const double left = u[y * n + max(x - 1, 0)], right = u[y * n + min(x + 1, n - 1)];
  const double up = u[max(y - 1, 0) * n + x], down = u[min(y + 1, n - 1) * n + x];
  v[y * n + x] = here + 0.125 * (left + right + up + down - 4 * here);
}

__global__ void step_in_tiles(const double* u, double* v) {
  __shared__ double part[tile + 2][tile + 2];
  const int x = blockIdx.x * tile + threadIdx.x, y = blockIdx.y * tile + threadIdx.y;
  const int i = threadIdx.x + 1, j = threadIdx.y + 1;
  part[j][i] = u[y * n + x];
  if (i == 1) part[j][0] = u[y * n + max(x - 1, 0)];
  if (i == tile) part[j][tile + 1] = u[y * n + min(x + 1, n - 1)];
  if (j == 1) part[0][i] = u[max(y - 1, 0) * n + x];
  if (j == tile) part[tile + 1][i] = u[min(y + 1, n - 1) * n + x];
  __syncthreads();
  v[y * n + x] = part[j][i] + 0.125 * (part[j][i - 1] + part[j][i + 1] + part[j - 1][i] +
                                       part[j + 1][i] - 4 * part[j][i]);
}

double total(const std::vector<double>& u) {
  double sum = 0;
  for (const double each : u) sum += each;
  return sum;
}

int main() {
  std::vector<double> u(n * n);
  for (int y = 20; y < 30; ++y)
    for (int x = 35; x < 50; ++x) u[y * n + x] = 1024;
  u[0] = 65536;
  const dim3 grid(n / tile, n / tile), block(tile, tile);
  std::vector<double> results[2];
  for (int how = 0; how < 2; ++how) {
    DeviceArray<double> a(u), b(u.size());
    double *from = a, *to = b;
    for (int i = 0; i < 12; ++i, std::swap(from, to)) {
      if (how == 0) step<<<grid, block>>>(from, to);
      if (how == 1) step_in_tiles<<<grid, block>>>(from, to);
    }
    CHECK(cudaGetLastError());
    results[how] = a.host();
    std::printf("total %.17g of %.17g; corner %.17g; bits %08x\n", total(results[how]), total(u),
                results[how][0], checksum(results[how]));
  }
  std::printf("%s\n", results[0] == results[1] ? "both agree" : "THEY DIFFER");
  for (int y = 0; y < n; y += 8) {
    for (int x = 0; x < n; x += 8) std::printf("%9.3f", results[0][y * n + x]);
    std::printf("\n");
  }
}
