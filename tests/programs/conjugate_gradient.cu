// Conjugate gradients in one cooperative launch: the whole grid meets at each barrier. The matrix is
// 2 on the diagonal and -1 beside it, the solution integers; it is rounded to a thousandth.
#include <cooperative_groups.h>

#include <cmath>

#include "common.h"

namespace cg = cooperative_groups;

__device__ double element(const double* v, int i, int n) { return i >= 0 && i < n ? v[i] : 0.0; }

// Adds the products of all threads to *sum.
__device__ void add_to(double* sum, double own) {
  for (int step = 16; step > 0; step /= 2) own += __shfl_xor_sync(0xffffffffU, own, step);
  if (threadIdx.x % 32 == 0) atomicAdd(sum, own);
}

// sums: two for each round, and one more; 0 at first.
__global__ void solve(double* x, double* r, double* p, double* q, double* sums, int n, int rounds) {
  const cg::grid_group grid = cg::this_grid();
  const int first = static_cast<int>(grid.thread_rank()), all = static_cast<int>(grid.size());
  double own = 0;
  for (int i = first; i < n; i += all) own += r[i] * r[i];
  add_to(&sums[0], own);
  grid.sync();
  double norm = sums[0];
  for (int round = 0; round < rounds; ++round) {
    double* products = &sums[1 + 2 * round];
    own = 0;
    for (int i = first; i < n; i += all) {
      q[i] = 2 * p[i] - element(p, i - 1, n) - element(p, i + 1, n);
      own += p[i] * q[i];
    }
    add_to(&products[0], own);
    grid.sync();
    const double alpha = products[0] != 0 ? norm / products[0] : 0;
    own = 0;
    for (int i = first; i < n; i += all) {
      x[i] += alpha * p[i];
      r[i] -= alpha * q[i];
      own += r[i] * r[i];
    }
    add_to(&products[1], own);
    grid.sync();
    const double beta = norm != 0 ? products[1] / norm : 0;
    norm = products[1];
    for (int i = first; i < n; i += all) p[i] = r[i] + beta * p[i];
    grid.sync();
  }
}

int main() {
  int cooperative = 0;
  CHECK(cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, 0));
  std::printf("cooperative launches: %d\n", cooperative);
  int n = 96, rounds = 96;
  std::vector<double> solution(n), b(n);
  Random random(17);
  for (double& each : solution) each = random.below(41) - 20;
  for (int i = 0; i < n; ++i)
    b[i] = 2 * solution[i] - (i > 0 ? solution[i - 1] : 0) - (i < n - 1 ? solution[i + 1] : 0);
  const DeviceArray<double> dx(n), dr(b), dp(b), dq(n), dsums(2 * rounds + 1);
  double *x = dx, *r = dr, *p = dp, *q = dq, *sums = dsums;
  void* arguments[] = {&x, &r, &p, &q, &sums, &n, &rounds};
  CHECK(cudaLaunchCooperativeKernel((const void*)solve, dim3(3), dim3(32), arguments, 0, 0));
  CHECK(cudaDeviceSynchronize());
  const std::vector<double> found = dx.host();
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += std::lround(found[i] * 1000) != std::lround(solution[i] * 1000);
  std::printf("%d of %d wrong; first %ld, last %ld\n", wrong, n, std::lround(found[0]),
              std::lround(found[n - 1]));
}
