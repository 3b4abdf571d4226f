// c = a + b, and saxpy in place: the first program of every course.
#include "common.h"

__global__ void add(const float* a, const float* b, float* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

// A loop over the grid: any number of blocks does.
__global__ void saxpy(float factor, const float* x, float* y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    y[i] = factor * x[i] + y[i];
}

int main() {
  const int n = 10007;
  std::vector<float> a(n), b(n);
  for (int i = 0; i < n; ++i) {
    a[i] = static_cast<float>(i);
    b[i] = static_cast<float>(2 * i % 1000) + 0.5F;
  }
  const DeviceArray<float> da(a), db(b), dc(n);
  add<<<(n + 255) / 256, 256>>>(da, db, dc, n);
  CHECK(cudaGetLastError());
  const std::vector<float> c = dc.host();
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += c[i] != a[i] + b[i];
  std::printf("add: %d wrong; first %g, last %g, sum's bits %08x\n", wrong, c[0], c[n - 1],
              checksum(c));
  saxpy<<<7, 96>>>(2.0F, da, db, n);
  CHECK(cudaDeviceSynchronize());
  const std::vector<float> y = db.host();
  for (int i = 0; i < n; ++i) wrong += y[i] != 2 * a[i] + b[i];
  std::printf("saxpy: %d wrong; y[5000] = %g, bits %08x\n", wrong, y[5000], checksum(y));
  return wrong != 0;
}
