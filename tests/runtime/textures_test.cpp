// Texture and surface objects and references: what kernels read through them, and what wrong
// descriptions return. The codes were recorded on an H200 with CUDA 13.0.
#include <array>
#include <cstring>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/runtime/runtime.h"
#include "tests/runtime/ptx_program.h"

// Of CUDA 11, which our headers do not declare.
struct textureReference {
  int normalized = 0;
  cudaTextureFilterMode filterMode = cudaFilterModePoint;
  cudaTextureAddressMode addressMode[3] = {cudaAddressModeClamp, cudaAddressModeClamp,
                                           cudaAddressModeClamp};
  cudaChannelFormatDesc channelDesc{};
  int rest[21] = {};
};
extern "C" {
void __cudaRegisterTexture(void**, const textureReference*, const void**, const char*, int, int,
                           int);
cudaError_t cudaBindTextureToArray(const textureReference*, cudaArray_const_t,
                                   const cudaChannelFormatDesc*);
cudaError_t cudaUnbindTexture(const textureReference*);
}

namespace lanescope::tests {
namespace {

// out[i] = the texture at (x + i, y); line: the same by tex1Dfetch; store: 7 at (x, y) of the
// surface; by_reference: as `plane`, of the reference.
constexpr const char* ptx = R"(
.version 7.0
.target sm_80
.address_size 64
.global .texref image;

.visible .entry plane(.param .u64 texture, .param .u64 out, .param .f32 x, .param .f32 y)
{
  .reg .b32 %r<3>;
  .reg .f32 %f<9>;
  .reg .b64 %rd<6>;
  ld.param.u64 %rd1, [texture];
  ld.param.u64 %rd2, [out];
  ld.param.f32 %f1, [x];
  ld.param.f32 %f2, [y];
  mov.u32 %r1, %tid.x;
  cvt.rn.f32.u32 %f3, %r1;
  add.f32 %f4, %f1, %f3;
  tex.2d.v4.f32.f32 {%f5, %f6, %f7, %f8}, [%rd1, {%f4, %f2}];
  mul.wide.u32 %rd3, %r1, 4;
  add.s64 %rd4, %rd2, %rd3;
  st.global.f32 [%rd4], %f5;
  ret;
}

.visible .entry line(.param .u64 texture, .param .u64 out)
{
  .reg .b32 %r<6>;
  .reg .b64 %rd<6>;
  ld.param.u64 %rd1, [texture];
  ld.param.u64 %rd2, [out];
  mov.u32 %r1, %tid.x;
  tex.1d.v4.s32.s32 {%r2, %r3, %r4, %r5}, [%rd1, {%r1}];
  mul.wide.u32 %rd3, %r1, 4;
  add.s64 %rd4, %rd2, %rd3;
  st.global.u32 [%rd4], %r2;
  ret;
}

.visible .entry store(.param .u64 surface, .param .u32 x, .param .u32 y)
{
  .reg .b32 %r<4>;
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [surface];
  ld.param.u32 %r1, [x];
  ld.param.u32 %r2, [y];
  mov.u32 %r3, 7;
  sust.b.2d.b32.trap [%rd1, {%r1, %r2}], {%r3};
  ret;
}

.visible .entry by_reference(.param .u64 out, .param .f32 x, .param .f32 y)
{
  .reg .f32 %f<7>;
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [out];
  ld.param.f32 %f1, [x];
  ld.param.f32 %f2, [y];
  tex.2d.v4.f32.f32 {%f3, %f4, %f5, %f6}, [image, {%f1, %f2}];
  st.global.f32 [%rd1], %f3;
  ret;
}
)";

struct Stubs {
  char plane = 0, line = 0, store = 0, by_reference = 0;
  textureReference image;
};
Stubs& stubs() {
  static Stubs all;
  static PtxProgram program(ptx);
  static const bool is_registered = [] {
    program.kernel(&all.plane, "plane");
    program.kernel(&all.line, "line");
    program.kernel(&all.store, "store");
    program.kernel(&all.by_reference, "by_reference");
    __cudaRegisterTexture(program.handle(), &all.image, nullptr, "image", 2, 0, 0);
    return true;
  }();
  (void)is_registered;
  return all;
}

constexpr int width = 8, height = 4;

class Textures : public testing::Test {
 protected:
  Textures() { lanescope::runtime::Runtime::get().reset(); }

  // Texel (x, y) is 10 y + x.
  static std::vector<float> texels() {
    std::vector<float> all;
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) all.push_back(static_cast<float>(10 * y + x));
    }
    return all;
  }
  static cudaArray_t array_of_texels(unsigned flags = 0) {
    cudaArray_t array = nullptr;
    const cudaChannelFormatDesc format =
        cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    EXPECT_EQ(cudaMallocArray(&array, &format, width, height, flags), cudaSuccess);
    EXPECT_EQ(cudaMemcpy2DToArray(array, 0, 0, texels().data(), 4 * width, 4 * width, height,
                                  cudaMemcpyHostToDevice),
              cudaSuccess);
    return array;
  }
  static cudaResourceDesc resource_of(cudaArray_t array) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    return resource;
  }
  static cudaResourceDesc linear(void* pointer, size_t bytes) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = pointer;
    resource.res.linear.desc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindSigned);
    resource.res.linear.sizeInBytes = bytes;
    return resource;
  }
  static cudaTextureDesc clamped(cudaTextureFilterMode filter = cudaFilterModePoint) {
    cudaTextureDesc how = {};
    for (cudaTextureAddressMode& mode : how.addressMode) mode = cudaAddressModeClamp;
    how.filterMode = filter;
    return how;
  }
  static cudaTextureObject_t texture_of(const cudaResourceDesc& resource,
                                        const cudaTextureDesc& how) {
    cudaTextureObject_t texture = 0;
    EXPECT_EQ(cudaCreateTextureObject(&texture, &resource, &how, nullptr), cudaSuccess);
    return texture;
  }
  // What `count` threads of the kernel `plane` read.
  static std::vector<float> read(cudaTextureObject_t texture, float x, float y, int count) {
    float* out = nullptr;
    std::vector<float> values(count, -1);
    EXPECT_EQ(cudaMalloc(&out, 4 * values.size()), cudaSuccess);
    void* arguments[] = {&texture, &out, &x, &y};
    EXPECT_EQ(cudaLaunchKernel(&stubs().plane, dim3(1), dim3(count), arguments), cudaSuccess);
    EXPECT_EQ(cudaMemcpy(values.data(), out, 4 * values.size(), cudaMemcpyDeviceToHost),
              cudaSuccess);
    cudaFree(out);
    return values;
  }
};

using Floats = std::vector<float>;

TEST_F(Textures, an_array_is_read_by_points_and_filtered) {
  cudaArray_t array = array_of_texels();
  EXPECT_EQ(read(texture_of(resource_of(array), clamped()), 2.5F, 1.5F, 3), (Floats{12, 13, 14}));
  const cudaTextureObject_t filtered =
      texture_of(resource_of(array), clamped(cudaFilterModeLinear));
  EXPECT_EQ(read(filtered, 3.0F, 1.0F, 2), (Floats{7.5F, 8.5F}));
}

TEST_F(Textures, pitched_memory_is_read_row_by_row) {
  float* memory = nullptr;
  size_t pitch = 0;
  ASSERT_EQ(cudaMallocPitch(&memory, &pitch, 4 * width, height), cudaSuccess);
  ASSERT_EQ(cudaMemcpy2D(memory, pitch, texels().data(), 4 * width, 4 * width, height,
                         cudaMemcpyHostToDevice),
            cudaSuccess);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D = {memory, cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat),
                          width, height, pitch};
  EXPECT_EQ(read(texture_of(resource, clamped()), 6.5F, 3.5F, 3), (Floats{36, 37, 37}));
}

TEST_F(Textures, linear_memory_gives_0_outside) {
  const std::array<int, 4> values{5, 6, 7, 8};
  int *memory = nullptr, *out = nullptr;
  ASSERT_EQ(cudaMalloc(&memory, sizeof values), cudaSuccess);
  ASSERT_EQ(cudaMalloc(&out, 2 * sizeof values), cudaSuccess);
  ASSERT_EQ(cudaMemcpy(memory, values.data(), sizeof values, cudaMemcpyHostToDevice), cudaSuccess);
  cudaTextureObject_t texture = texture_of(linear(memory, sizeof values), clamped());
  void* arguments[] = {&texture, &out};
  ASSERT_EQ(cudaLaunchKernel(&stubs().line, dim3(1), dim3(8), arguments), cudaSuccess);
  std::array<int, 8> read{};
  ASSERT_EQ(cudaMemcpy(read.data(), out, sizeof read, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(read, (std::array<int, 8>{5, 6, 7, 8, 0, 0, 0, 0}));
}

TEST_F(Textures, a_surface_writes_the_array_and_faults_outside) {
  cudaArray_t array = array_of_texels(cudaArraySurfaceLoadStore);
  const cudaResourceDesc resource = resource_of(array);
  cudaSurfaceObject_t surface = 0;
  ASSERT_EQ(cudaCreateSurfaceObject(&surface, &resource), cudaSuccess);
  int x = 8, y = 1;
  void* arguments[] = {&surface, &x, &y};
  ASSERT_EQ(cudaLaunchKernel(&stubs().store, dim3(1), dim3(1), arguments), cudaSuccess);
  int word = 0;
  ASSERT_EQ(cudaMemcpy2DFromArray(&word, 4, array, 8, 1, 4, 1, cudaMemcpyDeviceToHost),
            cudaSuccess);
  EXPECT_EQ(word, 7);
  x = 400;
  ASSERT_EQ(cudaLaunchKernel(&stubs().store, dim3(1), dim3(1), arguments), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
}

TEST_F(Textures, other_memory_may_be_freed_while_a_texture_is_used) {
  void* first = nullptr;
  ASSERT_EQ(cudaMalloc(&first, 64), cudaSuccess);
  cudaArray_t array = array_of_texels();
  const cudaTextureObject_t texture = texture_of(resource_of(array), clamped());
  ASSERT_EQ(cudaFree(first), cudaSuccess);
  EXPECT_EQ(read(texture, 0.5F, 2.5F, 1), (Floats{20}));
}

TEST_F(Textures, a_reference_reads_what_is_bound_to_it) {
  cudaArray_t array = array_of_texels();
  textureReference& image = stubs().image;
  ASSERT_EQ(cudaBindTextureToArray(&image, array, &image.channelDesc), cudaSuccess);
  float *out = nullptr, x = 2.5F, y = 3.5F, value = 0;
  ASSERT_EQ(cudaMalloc(&out, 4), cudaSuccess);
  void* arguments[] = {&out, &x, &y};
  ASSERT_EQ(cudaLaunchKernel(&stubs().by_reference, dim3(1), dim3(1), arguments), cudaSuccess);
  ASSERT_EQ(cudaMemcpy(&value, out, 4, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(value, 32);
  EXPECT_EQ(cudaUnbindTexture(&image), cudaSuccess);
  const textureReference unknown;
  EXPECT_EQ(cudaBindTextureToArray(&unknown, array, nullptr), cudaErrorInvalidTexture);
}

// The rows of the GPU's table.
TEST_F(Textures, wrong_descriptions_return_what_a_gpu_returns) {
  cudaArray_t array = array_of_texels();
  cudaResourceDesc resource = resource_of(array);
  cudaTextureDesc how = clamped();
  cudaTextureObject_t texture = 0;
  const auto made = [&] { return cudaCreateTextureObject(&texture, &resource, &how, nullptr); };
  EXPECT_EQ(cudaCreateTextureObject(nullptr, &resource, &how, nullptr), cudaErrorInvalidValue);
  EXPECT_EQ(cudaCreateTextureObject(&texture, nullptr, &how, nullptr), cudaErrorInvalidValue);
  EXPECT_EQ(cudaCreateTextureObject(&texture, &resource, nullptr, nullptr),
            cudaErrorInvalidResourceHandle);
  how.readMode = cudaReadModeNormalizedFloat;
  EXPECT_EQ(made(), cudaErrorInvalidNormSetting);  // of floats
  how = clamped(cudaFilterModeLinear);
  char* memory = nullptr;
  ASSERT_EQ(cudaMalloc(&memory, 65536), cudaSuccess);
  resource.res.array.array = nullptr;
  EXPECT_EQ(made(), cudaErrorInvalidResourceHandle);
  how = clamped();
  for (const int offset : {4, 32, 256}) {
    resource = linear(memory + offset, 64);
    EXPECT_EQ(made(), cudaErrorInvalidValue) << offset;
  }
  resource = linear(memory, 1 << 20);
  EXPECT_EQ(made(), cudaSuccess) << "too long";
  resource = linear(memory, 0);
  EXPECT_EQ(made(), cudaSuccess) << "empty";
  resource = linear(nullptr, 64);
  EXPECT_EQ(made(), cudaErrorInvalidValue);
  resource = linear(memory, 4096);
  how = clamped(cudaFilterModeLinear);
  EXPECT_EQ(made(), cudaErrorInvalidFilterSetting);  // of integers
  resource.res.linear.desc = cudaCreateChannelDesc(8, 8, 8, 0, cudaChannelFormatKindUnsigned);
  EXPECT_EQ(made(), cudaErrorInvalidChannelDescriptor);
  cudaSurfaceObject_t surface = 0;
  EXPECT_EQ(cudaCreateSurfaceObject(&surface, &resource), cudaErrorInvalidValue) << "linear";
  EXPECT_EQ(cudaDestroyTextureObject(12345), cudaSuccess);
  EXPECT_EQ(cudaGetTextureObjectTextureDesc(&how, 12345), cudaErrorInvalidValue);
}

TEST_F(Textures, wrong_arrays_return_what_a_gpu_returns) {
  const auto made = [](cudaChannelFormatDesc format, cudaExtent extent, unsigned flags) {
    cudaArray_t array = nullptr;
    return cudaMalloc3DArray(&array, &format, extent, flags);
  };
  const cudaChannelFormatDesc floats{32, 0, 0, 0, cudaChannelFormatKindFloat};
  EXPECT_EQ(made(floats, {0, 0, 0}, 0), cudaErrorInvalidValue);
  EXPECT_EQ(made(floats, {1 << 20, 8, 0}, 0), cudaErrorInvalidValue);
  EXPECT_EQ(made(floats, {8, 8, 0}, cudaArrayLayered), cudaErrorInvalidValue);
  EXPECT_EQ(made(floats, {8, 0, 3}, cudaArrayLayered), cudaSuccess);
  EXPECT_EQ(made(floats, {8, 4, 6}, cudaArrayCubemap), cudaErrorInvalidValue);
  EXPECT_EQ(made(floats, {8, 8, 6}, cudaArrayCubemap), cudaSuccess);
  EXPECT_EQ(made(floats, {8, 8, 8}, cudaArrayCubemap | cudaArrayLayered), cudaErrorInvalidValue);
  EXPECT_EQ(made(floats, {8, 0, 4}, 0), cudaErrorInvalidValue);
  EXPECT_EQ(made({8, 16, 0, 0, cudaChannelFormatKindUnsigned}, {8, 8, 0}, 0),
            cudaErrorInvalidChannelDescriptor);
  EXPECT_EQ(made({8, 0, 0, 0, cudaChannelFormatKindFloat}, {8, 8, 0}, 0),
            cudaErrorInvalidChannelDescriptor);
}

TEST_F(Textures, a_copy_to_an_array_goes_on_in_the_next_row) {
  cudaArray_t array = array_of_texels();
  std::vector<float> values(width);
  std::iota(values.begin(), values.end(), 100.0F);
  ASSERT_EQ(cudaMemcpyToArray(array, 24, 1, values.data(), 32, cudaMemcpyHostToDevice),
            cudaSuccess);
  EXPECT_EQ(read(texture_of(resource_of(array), clamped()), 5.5F, 1.5F, 3), (Floats{15, 100, 101}));
  EXPECT_EQ(read(texture_of(resource_of(array), clamped()), 5.5F, 2.5F, 2), (Floats{107, 26}));
  EXPECT_EQ(cudaMemcpyToArray(array, 4, 3, values.data(), 32, cudaMemcpyHostToDevice),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy2DToArray(array, 0, 0, values.data(), 16, 32, 1, cudaMemcpyHostToDevice),
            cudaErrorInvalidPitchValue);
  EXPECT_EQ(cudaMemcpy2DToArray(array, 0, 0, values.data(), 32, 32, 1, cudaMemcpyDeviceToHost),
            cudaErrorInvalidMemcpyDirection);
}

}  // namespace
}  // namespace lanescope::tests
