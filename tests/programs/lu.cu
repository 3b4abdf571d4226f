// LU decomposition without pivots of a matrix that is made as a product of two triangular ones with
// small integers, so every quotient is exact; then a system is solved and the determinant printed.
#include "common.h"

__global__ void divide_column(double* a, int n, int k) {
  const int row = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n) a[row * n + k] /= a[k * n + k];
}

__global__ void subtract(double* a, int n, int k) {
  const int column = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
  const int row = k + 1 + blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && column < n) a[row * n + column] -= a[row * n + k] * a[k * n + column];
}

// One block: forward and backward substitution, a column at a time.
__global__ void solve(const double* lu, double* x, int n) {
  for (int k = 0; k < n; ++k) {
    __syncthreads();
    for (int row = k + 1 + threadIdx.x; row < n; row += blockDim.x) x[row] -= lu[row * n + k] * x[k];
  }
  for (int k = n - 1; k >= 0; --k) {
    __syncthreads();
    if (threadIdx.x == 0) x[k] /= lu[k * n + k];
    __syncthreads();
    for (int row = threadIdx.x; row < k; row += blockDim.x) x[row] -= lu[row * n + k] * x[k];
  }
}

int main() {
  const int n = 40;
  std::vector<double> lower(n * n), upper(n * n), a(n * n), x(n), b(n);
  Random random(8);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j) lower[i * n + j] = random.below(5) - 2;
    lower[i * n + i] = 1;
    for (int j = i + 1; j < n; ++j) upper[i * n + j] = random.below(7) - 3;
    upper[i * n + i] = random.below(2) == 0 ? -2 : 1 + random.below(2);
    x[i] = random.below(19) - 9;
  }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) a[i * n + j] += lower[i * n + k] * upper[k * n + j];
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) b[i] += a[i * n + j] * x[j];
  const DeviceArray<double> da(a), dx(b);
  for (int k = 0; k < n - 1; ++k) {
    const int left = n - 1 - k;
    divide_column<<<(left + 31) / 32, 32>>>(da, n, k);
    subtract<<<dim3((left + 15) / 16, (left + 7) / 8), dim3(16, 8)>>>(da, n, k);
  }
  solve<<<1, 32>>>(da, dx, n);
  CHECK(cudaGetLastError());
  const std::vector<double> lu = da.host(), solution = dx.host();
  int wrong = 0;
  double determinant = 1;
  for (int i = 0; i < n; ++i) {
    determinant *= lu[i * n + i];
    for (int j = 0; j < n; ++j)
      wrong += lu[i * n + j] != (j < i ? lower[i * n + j] : upper[i * n + j]);
  }
  std::printf("%d elements wrong, determinant %.0f\nsolution", wrong, determinant);
  for (int i = 0; i < n; ++i) std::printf("%s%.0f", i % 20 == 0 ? "\n  " : " ", solution[i]);
  std::printf("\n%s\n", solution == x ? "exact" : "NOT EXACT");
}
