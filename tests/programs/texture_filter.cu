// An image in a CUDA array, read through texture objects: by points with clamped borders, between
// points at exact halves, mirrored and wrapped with normalised coordinates, and bytes as fractions.
#include "common.h"

constexpr int width = 32, height = 16;

__global__ void box(cudaTextureObject_t image, float* out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) sum += tex2D<float>(image, x + dx + 0.5F, y + dy + 0.5F);
  out[y * width + x] = sum;
}

__global__ void halves(cudaTextureObject_t image, float* out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * width + x] = tex2D<float>(image, x + 1.0F, y + 0.5F);
}

__global__ void normalised(cudaTextureObject_t image, float* out, float from, float to) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const float u = from + (to - from) * (2 * x + 1) / (2 * width);
  out[y * width + x] = tex2D<float>(image, u, (2 * y + 1) / (2.0F * height));
}

__global__ void colours(cudaTextureObject_t image, float4* out) {
  out[threadIdx.x] = tex2D<float4>(image, threadIdx.x + 0.5F, 0.5F);
}

cudaTextureObject_t texture_of(cudaArray_t array, cudaTextureAddressMode border,
                               cudaTextureFilterMode filter, cudaTextureReadMode read,
                               bool is_normalised) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc how = {};
  how.addressMode[0] = how.addressMode[1] = border;
  how.filterMode = filter;
  how.readMode = read;
  how.normalizedCoords = is_normalised;
  cudaTextureObject_t texture = 0;
  CHECK(cudaCreateTextureObject(&texture, &resource, &how, nullptr));
  return texture;
}

int main() {
  std::vector<float> image(width * height);
  Random random(23);
  for (float& each : image) each = static_cast<float>(random.below(512));
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  CHECK(cudaMallocArray(&array, &format, width, height));
  CHECK(cudaMemcpy2DToArray(array, 0, 0, image.data(), width * sizeof(float), width * sizeof(float),
                            height, cudaMemcpyHostToDevice));
  const DeviceArray<float> out(image.size());
  const dim3 grid(width / 16, height / 8), block(16, 8);
  const auto show = [&](const char* name, cudaTextureObject_t texture) {
    CHECK(cudaDeviceSynchronize());
    const std::vector<float> found = out.host();
    std::printf("%-9s %g %g %g, bits %08x\n", name, found[0], found[width + 1], found.back(),
                checksum(found));
    CHECK(cudaDestroyTextureObject(texture));
  };
  const auto points = cudaFilterModePoint, linear = cudaFilterModeLinear;
  const auto as_is = cudaReadModeElementType;
  cudaTextureObject_t t = texture_of(array, cudaAddressModeClamp, points, as_is, false);
  box<<<grid, block>>>(t, out);
  show("clamped", t);
  t = texture_of(array, cudaAddressModeBorder, points, as_is, false);
  box<<<grid, block>>>(t, out);
  show("border", t);
  t = texture_of(array, cudaAddressModeClamp, linear, as_is, false);
  halves<<<grid, block>>>(t, out);
  show("halves", t);
  t = texture_of(array, cudaAddressModeWrap, points, as_is, true);
  normalised<<<grid, block>>>(t, out, -1, 2);
  show("wrapped", t);
  t = texture_of(array, cudaAddressModeMirror, points, as_is, true);
  normalised<<<grid, block>>>(t, out, -1, 2);
  show("mirrored", t);
  CHECK(cudaFreeArray(array));

  const cudaChannelFormatDesc bytes = cudaCreateChannelDesc<uchar4>();
  std::vector<uchar4> pixels(8);
  for (int i = 0; i < 8; ++i) pixels[i] = make_uchar4(i, 10 * i, 255 - i, i % 2 * 255);
  CHECK(cudaMallocArray(&array, &bytes, 8, 1));
  CHECK(cudaMemcpy2DToArray(array, 0, 0, pixels.data(), 8 * sizeof(uchar4), 8 * sizeof(uchar4), 1,
                            cudaMemcpyHostToDevice));
  t = texture_of(array, cudaAddressModeClamp, points, cudaReadModeNormalizedFloat, false);
  const DeviceArray<float4> colour(8);
  colours<<<1, 8>>>(t, colour);
  for (const float4& each : colour.host())
    std::printf("%.4f %.4f %.4f %.4f\n", each.x, each.y, each.z, each.w);
  CHECK(cudaDestroyTextureObject(t));
  CHECK(cudaFreeArray(array));
}
