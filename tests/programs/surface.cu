// A surface is written and read by kernels, a texture of linear memory by tex1Dfetch, and a
// three-dimensional array by points.
#include "common.h"

constexpr int n = 16;

__global__ void paint(cudaSurfaceObject_t surface, int number) {
  const int x = threadIdx.x, y = threadIdx.y;
  surf2Dwrite(x * y + number, surface, x * static_cast<int>(sizeof(int)), y);
}

__global__ void flip(cudaSurfaceObject_t from, cudaSurfaceObject_t to) {
  const int x = threadIdx.x, y = threadIdx.y;
  int value = 0;
  surf2Dread(&value, from, x * static_cast<int>(sizeof(int)), y);
  surf2Dwrite(value, to, (n - 1 - x) * static_cast<int>(sizeof(int)), n - 1 - y);
}

__global__ void fetch(cudaTextureObject_t texture, int* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = tex1Dfetch<int>(texture, count - 1 - i);
}

__global__ void sample(cudaTextureObject_t volume, int* out) {
  const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  out[(z * 4 + y) * 4 + x] = tex3D<int>(volume, x + 0.5F, y + 0.5F, z + 0.5F);
}

cudaSurfaceObject_t surface_of(cudaArray_t array) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface = 0;
  CHECK(cudaCreateSurfaceObject(&surface, &resource));
  return surface;
}

int main() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  cudaArray_t one = nullptr, two = nullptr;
  CHECK(cudaMallocArray(&one, &format, n, n, cudaArraySurfaceLoadStore));
  CHECK(cudaMallocArray(&two, &format, n, n, cudaArraySurfaceLoadStore));
  const cudaSurfaceObject_t first = surface_of(one), second = surface_of(two);
  paint<<<1, dim3(n, n)>>>(first, 1000);
  flip<<<1, dim3(n, n)>>>(first, second);
  std::vector<int> found(n * n);
  CHECK(cudaMemcpy2DFromArray(found.data(), n * sizeof(int), two, 0, 0, n * sizeof(int), n,
                              cudaMemcpyDeviceToHost));
  std::printf("flipped: %d %d %d, bits %08x\n", found[0], found[1], found[n * n - 1],
              checksum(found));
  CHECK(cudaDestroySurfaceObject(first));
  CHECK(cudaDestroySurfaceObject(second));
  CHECK(cudaFreeArray(one));
  CHECK(cudaFreeArray(two));

  std::vector<int> line(300);
  for (int i = 0; i < 300; ++i) line[i] = i * i;
  const DeviceArray<int> linear(line), out(line.size());
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = linear;
  resource.res.linear.desc = format;
  resource.res.linear.sizeInBytes = line.size() * sizeof(int);
  cudaTextureDesc how = {};
  how.readMode = cudaReadModeElementType;
  cudaTextureObject_t texture = 0;
  CHECK(cudaCreateTextureObject(&texture, &resource, &how, nullptr));
  fetch<<<3, 128>>>(texture, out, 300);
  const std::vector<int> reversed = out.host();
  std::printf("fetched: %d %d %d\n", reversed[0], reversed[1], reversed[299]);
  CHECK(cudaDestroyTextureObject(texture));

  cudaArray_t volume = nullptr;
  CHECK(cudaMalloc3DArray(&volume, &format, make_cudaExtent(4, 4, 4)));
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(line.data(), 4 * sizeof(int), 4, 4);
  copy.dstArray = volume;
  copy.extent = make_cudaExtent(4, 4, 4);
  copy.kind = cudaMemcpyHostToDevice;
  CHECK(cudaMemcpy3D(&copy));
  cudaResourceDesc of_array = {};
  of_array.resType = cudaResourceTypeArray;
  of_array.res.array.array = volume;
  CHECK(cudaCreateTextureObject(&texture, &of_array, &how, nullptr));
  sample<<<1, dim3(4, 4, 4)>>>(texture, out);
  const std::vector<int> samples = out.host();
  std::printf("volume: %d %d %d\n", samples[0], samples[21], samples[63]);
  CHECK(cudaDestroyTextureObject(texture));
  CHECK(cudaFreeArray(volume));
}
