// Transposes a matrix of three element types: directly, through shared memory with and without
// padding, and in place.
#include "common.h"

constexpr int tile = 32, rows_of_block = 8;

template <class T>
__global__ void direct(const T* in, T* out, int width, int height) {
  const int x = blockIdx.x * tile + threadIdx.x;
  for (int i = threadIdx.y; i < tile; i += rows_of_block) {
    const int y = blockIdx.y * tile + i;
    if (x < width && y < height) out[x * height + y] = in[y * width + x];
  }
}

template <class T, int padding>
__global__ void through_shared(const T* in, T* out, int width, int height) {
  __shared__ T part[tile][tile + padding];
  for (int i = threadIdx.y; i < tile; i += rows_of_block) {
    const int x = blockIdx.x * tile + threadIdx.x, y = blockIdx.y * tile + i;
    if (x < width && y < height) part[i][threadIdx.x] = in[y * width + x];
  }
  __syncthreads();
  for (int i = threadIdx.y; i < tile; i += rows_of_block) {
    const int x = blockIdx.y * tile + threadIdx.x, y = blockIdx.x * tile + i;
    if (x < height && y < width) out[y * height + x] = part[threadIdx.x][i];
  }
}

// Each thread above the diagonal swaps two elements.
template <class T>
__global__ void in_place(T* a, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= x) return;
  const T upper = a[y * n + x];
  a[y * n + x] = a[x * n + y];
  a[x * n + y] = upper;
}

template <class T>
void run(const char* name) {
  const int width = 100, height = 67;
  std::vector<T> in(width * height), expected(width * height);
  for (int i = 0; i < width * height; ++i) in[i] = static_cast<T>(i * 7 % 251);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) expected[x * height + y] = in[y * width + x];
  const DeviceArray<T> din(in), dout(in.size());
  const dim3 grid((width + tile - 1) / tile, (height + tile - 1) / tile), block(tile, rows_of_block);
  direct<T><<<grid, block>>>(din, dout, width, height);
  const bool first = dout.host() == expected;
  CHECK(cudaMemset(dout, 0, in.size() * sizeof(T)));
  through_shared<T, 0><<<grid, block>>>(din, dout, width, height);
  const bool second = dout.host() == expected;
  CHECK(cudaMemset(dout, 0, in.size() * sizeof(T)));
  through_shared<T, 1><<<grid, block>>>(din, dout, width, height);
  const bool third = dout.host() == expected;
  const int n = 64;
  in_place<T><<<dim3(4, 4), dim3(16, 16)>>>(din, n);
  const std::vector<T> square = din.host();
  bool fourth = true;
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x) fourth &= square[y * n + x] == in[x * n + y];
  std::printf("%-6s direct %d, shared %d, padded %d, in place %d; bits %08x\n", name, first, second,
              third, fourth, checksum(square));
}

int main() {
  run<unsigned char>("char");
  run<float>("float");
  run<double>("double");
}
