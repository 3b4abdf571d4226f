// A program of two files and a header: both have kernels and a constant, some with the same name.
#include "common.h"
#include "multi_file.h"

namespace {

__constant__ int offset = 100;

__global__ void apply(int* pixels, int width, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) pixels[i] = (i % width) * (i / width) % 50 + offset;
}

}  // namespace

void show(const char* name, const DeviceArray<int>& pixels) {
  const std::vector<int> found = pixels.host();
  std::printf("%-10s %d %d %d, bits %08x\n", name, found[0], found[25], found.back(),
              checksum(found));
}

int main() {
  const int width = 20, height = 15;
  const DeviceArray<int> pixels(width * height);
  Image image{width, height, pixels};
  apply<<<(width * height + 31) / 32, 32>>>(pixels, width, width * height);
  show("painted", pixels);
  brighten<10><<<5, 64>>>(pixels, width * height);
  show("brighter", pixels);
  invert(image, 255);
  show("inverted", pixels);
  threshold(image, 128);
  show("binary", pixels);
  std::printf("%d launches in the other file\n", launches_of_filters());
}
