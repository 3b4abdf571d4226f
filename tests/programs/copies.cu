// Copies of every shape: pitched rows, boxes of a volume, arrays, fills of one and two dimensions,
// within the device, and with a kind that is left to the runtime.
#include "common.h"

__global__ void add_place(unsigned char* data, std::size_t pitch, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < width && y < height) {
    int* row = reinterpret_cast<int*>(data + y * pitch);
    row[x] += 100 * y + x;
  }
}

__global__ void number(cudaPitchedPtr volume, int width, int height, int depth) {
  const int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
  if (x >= width || y >= height || z >= depth) return;
  unsigned char* row = static_cast<unsigned char*>(volume.ptr) + (z * volume.ysize + y) * volume.pitch;
  reinterpret_cast<int*>(row)[x] = 10000 * z + 100 * y + x;
}

int main() {
  const int width = 50, height = 20;
  std::vector<int> host(width * height, 1), back(width * height);
  unsigned char* plane = nullptr;
  std::size_t pitch = 0;
  CHECK(cudaMallocPitch(&plane, &pitch, width * sizeof(int), height));
  std::printf("pitch: %d\n", pitch >= width * sizeof(int) && pitch % 32 == 0);
  CHECK(cudaMemcpy2D(plane, pitch, host.data(), width * sizeof(int), width * sizeof(int), height,
                     cudaMemcpyHostToDevice));
  add_place<<<dim3(2, height), 32>>>(plane, pitch, width, height);
  CHECK(cudaMemcpy2D(back.data(), width * sizeof(int), plane, pitch, width * sizeof(int), height,
                     cudaMemcpyDeviceToHost));
  std::printf("2D: %d %d %d, bits %08x\n", back[0], back[49], back[999], checksum(back));
  CHECK(cudaMemset2D(plane + 2 * pitch + 8 * sizeof(int), pitch, 0xff, 10 * sizeof(int), 5));
  // A part, moved to the upper left corner of the host's array.
  CHECK(cudaMemcpy2D(back.data(), width * sizeof(int), plane + pitch + 5 * sizeof(int), pitch,
                     20 * sizeof(int), 8, cudaMemcpyDefault));
  for (int y = 0; y < 8; y += 3)
    for (int x = 0; x < 20; x += 4) std::printf("%d%s", back[y * width + x], x == 16 ? "\n" : " ");

  const cudaExtent box = make_cudaExtent(12 * sizeof(int), 6, 4);
  cudaPitchedPtr volume = {};
  CHECK(cudaMalloc3D(&volume, box));
  number<<<dim3(6, 4), 32>>>(volume, 12, 6, 4);
  std::vector<int> cube(3 * 2 * 2);
  cudaMemcpy3DParms how = {};
  how.srcPtr = volume;
  how.srcPos = make_cudaPos(4 * sizeof(int), 3, 1);
  how.dstPtr = make_cudaPitchedPtr(cube.data(), 3 * sizeof(int), 3, 2);
  how.extent = make_cudaExtent(3 * sizeof(int), 2, 2);
  how.kind = cudaMemcpyDeviceToHost;
  CHECK(cudaMemcpy3D(&how));
  for (const int each : cube) std::printf("%d ", each);
  std::printf("\n");
  CHECK(cudaMemset3D(volume, 0, make_cudaExtent(6 * sizeof(int), 6, 4)));
  std::vector<int> row(12);
  CHECK(cudaMemcpy(row.data(), volume.ptr, 12 * sizeof(int), cudaMemcpyDeviceToHost));
  for (const int each : row) std::printf("%d ", each);
  std::printf("\n");

  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  cudaArray_t array = nullptr;
  CHECK(cudaMallocArray(&array, &format, width, height));
  CHECK(cudaMemcpy2DToArray(array, 0, 0, plane, pitch, width * sizeof(int), height,
                            cudaMemcpyDeviceToDevice));
  CHECK(cudaMemcpy2DFromArray(back.data(), 10 * sizeof(int), array, 20 * sizeof(int), 4,
                              10 * sizeof(int), 3, cudaMemcpyDeviceToHost));
  std::printf("array: %d %d %d\n", back[0], back[9], back[29]);
  cudaExtent extent = {};
  cudaChannelFormatDesc of_array = {};
  unsigned flags = 1;
  CHECK(cudaArrayGetInfo(&of_array, &extent, &flags, array));
  std::printf("of %zu x %zu x %zu, %d bits, flags %u\n", extent.width, extent.height, extent.depth,
              of_array.x, flags);

  const DeviceArray<int> one(host), two(host.size());
  CHECK(cudaMemcpy(two, one, 40, cudaMemcpyDeviceToDevice));
  CHECK(cudaMemcpy(two + 10, host.data(), 40, cudaMemcpyDefault));
  CHECK(cudaMemset(two + 5, 2, 4));
  CHECK(cudaMemcpy(back.data(), two, 100, cudaMemcpyDefault));
  for (int i = 0; i < 25; ++i) std::printf("%d ", back[i]);
  std::printf("\n");
  CHECK(cudaFreeArray(array));
  CHECK(cudaFree(volume.ptr));
  CHECK(cudaFree(plane));
}
