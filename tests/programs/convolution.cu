// Filters of an image of integers: a 5 x 5 blur with its weights in constant memory, the same as two
// passes, Sobel's edges, and a median of nine by a sorting network.
#include "common.h"

constexpr int width = 90, height = 50, radius = 2, tile = 16;
__constant__ int weights[2 * radius + 1];

__device__ int clamped(const int* image, int x, int y) {
  return image[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)];
}

__global__ void blur(const int* in, int* out) {
  __shared__ int part[tile + 2 * radius][tile + 2 * radius];
  const int left = blockIdx.x * tile - radius, top = blockIdx.y * tile - radius;
  for (int y = threadIdx.y; y < tile + 2 * radius; y += tile)
    for (int x = threadIdx.x; x < tile + 2 * radius; x += tile)
      part[y][x] = clamped(in, left + x, top + y);
  __syncthreads();
  const int x = blockIdx.x * tile + threadIdx.x, y = blockIdx.y * tile + threadIdx.y;
  if (x >= width || y >= height) return;
  int sum = 0;
  for (int dy = 0; dy <= 2 * radius; ++dy)
    for (int dx = 0; dx <= 2 * radius; ++dx)
      sum += weights[dy] * weights[dx] * part[threadIdx.y + dy][threadIdx.x + dx];
  out[y * width + x] = sum;
}

template <bool is_vertical>
__global__ void pass(const int* in, int* out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  int sum = 0;
  for (int d = -radius; d <= radius; ++d)
    sum += weights[d + radius] * (is_vertical ? clamped(in, x, y + d) : clamped(in, x + d, y));
  out[y * width + x] = sum;
}

__global__ void sobel(const int* in, int* out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  int gx = 0, gy = 0;
  for (int d = -1; d <= 1; ++d) {
    const int weight = d == 0 ? 2 : 1;
    gx += weight * (clamped(in, x + 1, y + d) - clamped(in, x - 1, y + d));
    gy += weight * (clamped(in, x + d, y + 1) - clamped(in, x + d, y - 1));
  }
  out[y * width + x] = abs(gx) + abs(gy);
}

__global__ void median(const int* in, int* out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  int v[9];
  for (int i = 0; i < 9; ++i) v[i] = clamped(in, x + i % 3 - 1, y + i / 3 - 1);
  for (int round = 0; round < 9; ++round)
    for (int i = round % 2; i + 1 < 9; i += 2) {
      const int least = min(v[i], v[i + 1]);
      v[i + 1] = max(v[i], v[i + 1]);
      v[i] = least;
    }
  out[y * width + x] = v[4];
}

int main() {
  const int binomial[] = {1, 4, 6, 4, 1};
  CHECK(cudaMemcpyToSymbol(weights, binomial, sizeof binomial));
  std::vector<int> image(width * height);
  Random random(19);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const int dx = x - 45, dy = y - 25;
      image[y * width + x] = (dx * dx + dy * dy < 300 ? 200 : 40) + random.below(20);
      if (random.below(50) == 0) image[y * width + x] = 255;
    }
  const DeviceArray<int> in(image), one(image.size()), two(image.size()), three(image.size());
  const dim3 block(tile, tile), grid((width + tile - 1) / tile, (height + tile - 1) / tile);
  blur<<<grid, block>>>(in, one);
  pass<false><<<grid, block>>>(in, two);
  pass<true><<<grid, block>>>(two, three);
  CHECK(cudaGetLastError());
  const std::vector<int> blurred = one.host();
  std::printf("blur: %s, bits %08x\n", blurred == three.host() ? "both agree" : "THEY DIFFER",
              checksum(blurred));
  median<<<grid, block>>>(in, two);
  sobel<<<grid, block>>>(two, three);
  const std::vector<int> edges = three.host();
  std::printf("edges of the median, bits %08x\n", checksum(edges));
  for (int y = 0; y < height; y += 2) {
    for (int x = 0; x < width; ++x) std::putchar(edges[y * width + x] > 150 ? '#' : '.');
    std::putchar('\n');
  }
}
