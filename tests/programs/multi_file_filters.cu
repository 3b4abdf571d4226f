// The second file of the program multi_file: its kernels have the same private names as in the first.
#include "common.h"
#include "multi_file.h"

namespace {

int launches = 0;
__constant__ int offset = 1;

__global__ void apply(int* pixels, int n, int most) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) pixels[i] = most - pixels[i] + offset;
}

__global__ void binary(int* pixels, int n, int limit) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) pixels[i] = pixels[i] >= limit;
}

}  // namespace

void invert(Image& image, int most) {
  const int n = image.width * image.height;
  apply<<<(n + 63) / 64, 64>>>(image.pixels, n, most);
  brighten<10><<<(n + 63) / 64, 64>>>(image.pixels, n);
  CHECK(cudaGetLastError());
  launches += 2;
}

void threshold(Image& image, int limit) {
  const int n = image.width * image.height;
  binary<<<(n + 63) / 64, 64>>>(image.pixels, n, limit);
  CHECK(cudaGetLastError());
  ++launches;
}

int launches_of_filters() { return launches; }
