// Symbols: constants and device variables written whole and in parts, by their address, asynchronously
// and from the device; structures, two-dimensional arrays, pointers, and what their sizes are.
#include "common.h"

struct Settings {
  int count;
  float scale;
  double offset;
  char name[8];
};

__constant__ Settings settings = {3, 0.5F, 100.0, "first"};
__constant__ short matrix[4][8];
__device__ int counters[16];
__device__ int* array_on_device;
__device__ float start = 2.5F;

__global__ void use(double* out) {
  const int i = threadIdx.x;
  if (i < settings.count) out[i] = i * settings.scale + settings.offset;
  if (i == settings.count) out[i] = settings.name[0] + start;
  counters[i % 16] += matrix[i % 4][i % 8];
  if (i < 4 && array_on_device != nullptr) array_on_device[i] = 10 + i;
}

int main() {
  std::size_t bytes = 0;
  CHECK(cudaGetSymbolSize(&bytes, settings));
  std::printf("sizes: %zu", bytes);
  CHECK(cudaGetSymbolSize(&bytes, matrix));
  std::printf(" %zu", bytes);
  CHECK(cudaGetSymbolSize(&bytes, counters));
  std::printf(" %zu\n", bytes);

  const DeviceArray<double> out(16);
  use<<<1, 16>>>(out);
  std::vector<double> found = out.host();
  std::printf("as declared: %g %g %g %g\n", found[0], found[1], found[2], found[3]);

  Settings changed = {5, 2.0F, -1.0, "second"};
  CHECK(cudaMemcpyToSymbol(settings, &changed, sizeof changed));
  short values[4][8];
  for (int i = 0; i < 32; ++i) values[i / 8][i % 8] = static_cast<short>(i * i);
  CHECK(cudaMemcpyToSymbol(matrix, values, sizeof values));
  const short one = 7777;
  CHECK(cudaMemcpyToSymbol(matrix, &one, sizeof one, 9 * sizeof(short)));  // [1][1]
  const DeviceArray<int> target(4);
  int* pointer = target;
  CHECK(cudaMemcpyToSymbol(array_on_device, &pointer, sizeof pointer));
  const float other = -8.0F;
  CHECK(cudaMemcpyToSymbolAsync(start, &other, sizeof other, 0, cudaMemcpyHostToDevice, nullptr));
  use<<<1, 16>>>(out);
  found = out.host();
  std::printf("changed: %g %g %g, %g\n", found[0], found[1], found[4], found[5]);
  int counted[16];
  CHECK(cudaMemcpyFromSymbol(counted, counters, sizeof counted));
  for (int i = 0; i < 16; ++i) std::printf("%d ", counted[i]);
  std::printf("\nby pointer: %d %d\n", target.host()[0], target.host()[3]);

  void* address = nullptr;
  CHECK(cudaGetSymbolAddress(&address, counters));
  CHECK(cudaMemset(static_cast<int*>(address) + 8, 0, 4 * sizeof(int)));
  CHECK(cudaMemcpy(address, target, 4 * sizeof(int), cudaMemcpyDeviceToDevice));
  CHECK(cudaMemcpyFromSymbol(counted, counters, 4 * sizeof(int), 0));
  CHECK(cudaMemcpyFromSymbol(counted + 8, counters, 8 * sizeof(int), 8 * sizeof(int)));
  for (int i = 0; i < 16; ++i) std::printf("%d ", counted[i]);
  std::printf("\n");
  CHECK(cudaMemcpyFromSymbol(&changed, settings, sizeof changed));
  std::printf("read back: %d %g %g %s\n", changed.count, changed.scale, changed.offset, changed.name);
}
