// Matrix products: a naive one, tiles in shared memory for three widths, and several results a
// thread. The elements are small integers, so every float is exact and all must agree.
#include "common.h"

__global__ void naive(const float* a, const float* b, float* c, int rows, int inner, int columns) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= columns || y >= rows) return;
  float sum = 0;
  for (int k = 0; k < inner; ++k) sum += a[y * inner + k] * b[k * columns + x];
  c[y * columns + x] = sum;
}

template <int T>
__global__ void tiled(const float* a, const float* b, float* c, int rows, int inner, int columns) {
  __shared__ float left[T][T], right[T][T + 1];
  const int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;
  float sum = 0;
  for (int start = 0; start < inner; start += T) {
    const int k = start + threadIdx.x, l = start + threadIdx.y;
    left[threadIdx.y][threadIdx.x] = y < rows && k < inner ? a[y * inner + k] : 0.0F;
    right[threadIdx.y][threadIdx.x] = x < columns && l < inner ? b[l * columns + x] : 0.0F;
    __syncthreads();
    for (int i = 0; i < T; ++i) sum += left[threadIdx.y][i] * right[i][threadIdx.x];
    __syncthreads();
  }
  if (x < columns && y < rows) c[y * columns + x] = sum;
}

// Each thread computes four elements of a column.
__global__ void four(const float* a, const float* b, float* c, int rows, int inner, int columns) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, first = blockIdx.y * 4;
  if (x >= columns) return;
  float sum[4] = {};
  for (int k = 0; k < inner; ++k) {
    const float value = b[k * columns + x];
#pragma unroll
    for (int i = 0; i < 4; ++i)
      if (first + i < rows) sum[i] += a[(first + i) * inner + k] * value;
  }
  for (int i = 0; i < 4 && first + i < rows; ++i) c[(first + i) * columns + x] = sum[i];
}

int main() {
  const int rows = 45, inner = 70, columns = 53;
  Random random(7);
  std::vector<float> a(rows * inner), b(inner * columns), expected(rows * columns);
  for (float& each : a) each = static_cast<float>(random.below(21) - 10);
  for (float& each : b) each = static_cast<float>(random.below(21) - 10);
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < columns; ++x)
      for (int k = 0; k < inner; ++k)
        expected[y * columns + x] += a[y * inner + k] * b[k * columns + x];
  const DeviceArray<float> da(a), db(b);
  DeviceArray<float> dc(rows * columns);
  const auto show = [&](const char* name) {
    CHECK(cudaGetLastError());
    const std::vector<float> c = dc.host();
    std::printf("%-8s %s  corner %g %g  bits %08x\n", name, c == expected ? "right" : "WRONG", c[0],
                c.back(), checksum(c));
    CHECK(cudaMemset(dc, 0xff, c.size() * sizeof(float)));
  };
  const auto grid = [&](int t) { return dim3((columns + t - 1) / t, (rows + t - 1) / t); };
  naive<<<grid(16), dim3(16, 16)>>>(da, db, dc, rows, inner, columns);
  show("naive");
  tiled<8><<<grid(8), dim3(8, 8)>>>(da, db, dc, rows, inner, columns);
  show("tiled 8");
  tiled<16><<<grid(16), dim3(16, 16)>>>(da, db, dc, rows, inner, columns);
  show("tiled 16");
  tiled<32><<<grid(32), dim3(32, 32)>>>(da, db, dc, rows, inner, columns);
  show("tiled 32");
  four<<<dim3((columns + 31) / 32, (rows + 3) / 4), 32>>>(da, db, dc, rows, inner, columns);
  show("four");
}
