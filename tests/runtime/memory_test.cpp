// Allocations and copies, and what wrong calls return: the table was made on an H100 with
// CUDA 13.0.
#include <array>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/runtime/include/cuda_runtime.h"
#include "kernels/runtime/runtime.h"

namespace {

class Memory : public testing::Test {
 protected:
  Memory() { lanescope::runtime::Runtime::get().reset(); }
};

TEST_F(Memory, copies_keep_the_bytes) {
  const std::array<int, 4> values{1, 2, 3, 4};
  int *a = nullptr, *b = nullptr;
  ASSERT_EQ(cudaMalloc(&a, sizeof values), cudaSuccess);
  ASSERT_EQ(cudaMalloc(&b, sizeof values), cudaSuccess);
  ASSERT_EQ(cudaMemcpy(a, values.data(), sizeof values, cudaMemcpyHostToDevice), cudaSuccess);
  ASSERT_EQ(cudaMemcpy(b, a, sizeof values, cudaMemcpyDeviceToDevice), cudaSuccess);
  std::array<int, 4> read{};
  ASSERT_EQ(cudaMemcpy(read.data(), b, sizeof values, cudaMemcpyDefault), cudaSuccess);
  EXPECT_EQ(read, values);
  ASSERT_EQ(cudaMemset(b, 1, sizeof values), cudaSuccess);
  ASSERT_EQ(cudaMemcpy(read.data(), b, sizeof values, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(read[3], 0x01010101);
}

TEST_F(Memory, rows_of_pitched_memory_are_copied_one_by_one) {
  unsigned char pixels[4][5];
  for (int i = 0; i < 20; ++i) pixels[i / 5][i % 5] = static_cast<unsigned char>(i);
  unsigned char* image = nullptr;
  size_t pitch = 0;
  ASSERT_EQ(cudaMallocPitch(&image, &pitch, 5, 4), cudaSuccess);
  EXPECT_EQ(pitch % 512, 0U);
  ASSERT_EQ(cudaMemcpy2D(image, pitch, pixels, 5, 5, 4, cudaMemcpyHostToDevice), cudaSuccess);
  unsigned char row[5];
  ASSERT_EQ(cudaMemcpy(row, image + 3 * pitch, 5, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(row[4], 19);
  EXPECT_EQ(cudaMemcpy2D(image, 4, pixels, 5, 5, 4, cudaMemcpyHostToDevice),
            cudaErrorInvalidPitchValue);
}

TEST_F(Memory, a_box_is_copied_to_and_from_an_array) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  ASSERT_EQ(cudaMalloc3DArray(&array, &format, make_cudaExtent(4, 3, 2)), cudaSuccess);
  std::array<float, 24> values{};
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
  cudaMemcpy3DParms in = {};
  in.srcPtr = make_cudaPitchedPtr(values.data(), 4 * sizeof(float), 4, 3);
  in.dstArray = array;
  in.extent = make_cudaExtent(4, 3, 2);
  in.kind = cudaMemcpyHostToDevice;
  ASSERT_EQ(cudaMemcpy3D(&in), cudaSuccess);
  float two[2] = {};
  cudaMemcpy3DParms out = {};
  out.srcArray = array;
  out.srcPos = make_cudaPos(1, 2, 1);
  out.dstPtr = make_cudaPitchedPtr(two, sizeof two, 2, 1);
  out.extent = make_cudaExtent(2, 1, 1);
  out.kind = cudaMemcpyDeviceToHost;
  ASSERT_EQ(cudaMemcpy3D(&out), cudaSuccess);
  EXPECT_EQ(two[0], 21);
  EXPECT_EQ(two[1], 22);
}

TEST_F(Memory, pointers_know_their_kind) {
  void *device = nullptr, *pinned = nullptr, *managed = nullptr;
  int ordinary = 0;
  ASSERT_EQ(cudaMalloc(&device, 8), cudaSuccess);
  ASSERT_EQ(cudaMallocHost(&pinned, 8), cudaSuccess);
  ASSERT_EQ(cudaMallocManaged(&managed, 8), cudaSuccess);
  const auto type = [](const void* pointer) {
    cudaPointerAttributes attributes;
    EXPECT_EQ(cudaPointerGetAttributes(&attributes, pointer), cudaSuccess);
    return attributes.type;
  };
  EXPECT_EQ(type(device), cudaMemoryTypeDevice);
  EXPECT_EQ(type(pinned), cudaMemoryTypeHost);
  EXPECT_EQ(type(managed), cudaMemoryTypeManaged);
  EXPECT_EQ(type(&ordinary), cudaMemoryTypeUnregistered);
}

TEST_F(Memory, wrong_calls_return_what_a_gpu_returns) {
  std::vector<char> host(64), other(64);
  char *device = nullptr, *second = nullptr, *pinned = nullptr;
  ASSERT_EQ(cudaMalloc(&device, 64), cudaSuccess);
  ASSERT_EQ(cudaMalloc(&second, 64), cudaSuccess);
  ASSERT_EQ(cudaMallocHost(&pinned, 64), cudaSuccess);
  void* pointer = nullptr;
  ASSERT_EQ(cudaHostRegister(host.data(), 64, 0), cudaSuccess);
  EXPECT_EQ(cudaHostRegister(host.data(), 64, 0), cudaErrorHostMemoryAlreadyRegistered);
  EXPECT_EQ(cudaHostUnregister(host.data()), cudaSuccess);
  EXPECT_EQ(cudaHostUnregister(host.data()), cudaErrorHostMemoryNotRegistered);
  constexpr size_t absurd = size_t{1} << 60;
  EXPECT_EQ(cudaMalloc(&pointer, absurd), cudaErrorMemoryAllocation);
  EXPECT_EQ(cudaMallocHost(&pointer, absurd), cudaErrorMemoryAllocation);
  EXPECT_EQ(cudaMallocManaged(&pointer, absurd), cudaErrorMemoryAllocation);
  EXPECT_EQ(cudaMemcpy(device, second, 64, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(device, second, 64, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(device, host.data(), 64, cudaMemcpyDeviceToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(other.data(), host.data(), 64, cudaMemcpyHostToHost), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(host.data(), device, 64, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(device, host.data(), 65, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  const cudaMemLocation here{cudaMemLocationTypeDevice, 0};
  EXPECT_EQ(cudaMemPrefetchAsync(device, 64, here, 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemPrefetchAsync(host.data(), 64, here, 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaHostGetDevicePointer(&pointer, host.data(), 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaHostGetDevicePointer(&pointer, pinned, 0), cudaSuccess);
  EXPECT_EQ(cudaFree(second), cudaSuccess);
  EXPECT_EQ(cudaFree(second), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(nullptr), cudaSuccess);
  EXPECT_EQ(cudaFreeHost(host.data()), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(pinned), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

using MemoryDeathTest = Memory;
TEST_F(MemoryDeathTest, host_code_that_dereferences_a_device_pointer_is_told_so) {
  int* device = nullptr;
  ASSERT_EQ(cudaMalloc(&device, 4), cudaSuccess);
  EXPECT_DEATH(*static_cast<volatile int*>(device) = 1,
               "host code dereferences a device pointer.*byte 0 of the 4-byte allocation");
}

}  // namespace
