// Sparse matrix times vector: compressed rows with a thread and with a warp for each row, ELLPACK,
// and coordinates with atomics. Small integers: exact in single precision.
#include <algorithm>

#include "common.h"

__global__ void csr_by_thread(const int* rows, const int* columns, const float* values,
                              const float* x, float* y, int n) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n) return;
  float sum = 0;
  for (int i = rows[row]; i < rows[row + 1]; ++i) sum += values[i] * x[columns[i]];
  y[row] = sum;
}

__global__ void csr_by_warp(const int* rows, const int* columns, const float* values,
                            const float* x, float* y, int n) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= n) return;
  float sum = 0;
  for (int i = rows[row] + lane; i < rows[row + 1]; i += 32) sum += values[i] * x[columns[i]];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffU, sum, step);
  if (lane == 0) y[row] = sum;
}

// Column by column of the padded rows, so that neighbouring threads read neighbouring elements.
__global__ void ell(const int* columns, const float* values, const float* __restrict__ x, float* y,
                    int n, int width) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n) return;
  float sum = 0;
  for (int k = 0; k < width; ++k) {
    const int column = columns[k * n + row];
    if (column >= 0) sum += values[k * n + row] * x[column];
  }
  y[row] = sum;
}

__global__ void coordinates(const int* row_of, const int* columns, const float* values,
                            const float* x, float* y, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) atomicAdd(&y[row_of[i]], values[i] * x[columns[i]]);
}

int main() {
  const int n = 700;
  std::vector<int> rows{0}, columns, row_of;
  std::vector<float> values, x(n), expected(n);
  Random random(31);
  int width = 0;
  for (float& each : x) each = static_cast<float>(random.below(101) - 50);
  for (int row = 0; row < n; ++row) {
    const int count = row % 97 == 0 ? 40 + random.below(40) : random.below(9);
    for (int i = 0; i < count; ++i) {
      columns.push_back(random.below(n));
      values.push_back(static_cast<float>(random.below(41) - 20));
      row_of.push_back(row);
      expected[row] += values.back() * x[columns.back()];
    }
    rows.push_back(static_cast<int>(columns.size()));
    width = std::max(width, count);
  }
  std::vector<int> ell_columns(n * width, -1);
  std::vector<float> ell_values(n * width);
  for (int row = 0; row < n; ++row) {
    for (int i = rows[row]; i < rows[row + 1]; ++i) {
      ell_columns[(i - rows[row]) * n + row] = columns[i];
      ell_values[(i - rows[row]) * n + row] = values[i];
    }
  }
  const int count = static_cast<int>(columns.size());
  const DeviceArray<int> drows(rows), dcolumns(columns), drow_of(row_of), decolumns(ell_columns);
  const DeviceArray<float> dvalues(values), devalues(ell_values), dx(x), y(n);
  std::printf("%d rows, %d elements, at most %d in a row\n", n, count, width);
  const auto show = [&](const char* name) {
    CHECK(cudaGetLastError());
    const std::vector<float> found = y.host();
    std::printf("%-16s %s, y[97] = %g, bits %08x\n", name, found == expected ? "right" : "WRONG",
                found[97], checksum(found));
    CHECK(cudaMemset(y, 0, n * sizeof(float)));
  };
  csr_by_thread<<<(n + 63) / 64, 64>>>(drows, dcolumns, dvalues, dx, y, n);
  show("CSR by thread");
  csr_by_warp<<<(n * 32 + 127) / 128, 128>>>(drows, dcolumns, dvalues, dx, y, n);
  show("CSR by warp");
  ell<<<(n + 63) / 64, 64>>>(decolumns, devalues, dx, y, n, width);
  show("ELLPACK");
  coordinates<<<(count + 127) / 128, 128>>>(drow_of, dcolumns, dvalues, dx, y, count);
  show("coordinates");
}
