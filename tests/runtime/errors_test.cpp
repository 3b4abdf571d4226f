#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/runtime/include/cuda_runtime.h"

extern "C" cudaError_t cudaGetDeviceProperties_v2(void* properties, int device);

namespace {

TEST(Errors, codes_have_CUDA_s_names_and_texts) {
  EXPECT_STREQ(cudaGetErrorName(cudaErrorMisalignedAddress), "cudaErrorMisalignedAddress");
  EXPECT_STREQ(cudaGetErrorString(cudaErrorMisalignedAddress), "misaligned address");
  EXPECT_STREQ(cudaGetErrorString(cudaSuccess), "no error");
  EXPECT_STREQ(cudaGetErrorName(static_cast<cudaError_t>(12345)), "unrecognized error code");
}

TEST(Errors, a_function_that_is_not_there_says_so) {
  EXPECT_EQ(cudaFreeMipmappedArray(nullptr), cudaErrorNotSupported);
  EXPECT_EQ(cudaGetLastError(), cudaErrorNotSupported);
}

TEST(Errors, the_device_is_the_machine_s) {
  cudaDeviceProp properties;
  ASSERT_EQ(cudaGetDeviceProperties(&properties, 0), cudaSuccess);
  EXPECT_STREQ(properties.name, "NVIDIA H200");
  EXPECT_EQ(properties.multiProcessorCount, 132);
  EXPECT_EQ(properties.sharedMemPerBlockOptin, 232448U);
  EXPECT_EQ(cudaGetDeviceProperties(&properties, 1), cudaErrorInvalidDevice);
  cudaGetLastError();
}

// The offsets are those of cudaDeviceProp in CUDA 12's driver_types.h.
TEST(Errors, properties_have_CUDA_12_s_layout_under_its_name) {
  std::vector<char> bytes(1032 + 4, 77);
  ASSERT_EQ(cudaGetDeviceProperties_v2(bytes.data(), 0), cudaSuccess);
  const auto number_at = [&](std::size_t offset) {
    int number = 0;
    std::memcpy(&number, bytes.data() + offset, sizeof number);
    return number;
  };
  EXPECT_EQ(number_at(360), 9);    // major
  EXPECT_EQ(number_at(388), 132);  // multiProcessorCount
  EXPECT_EQ(number_at(1028), 0);   // the last reserved one
  EXPECT_EQ(bytes[1032], 77);
}

}  // namespace
