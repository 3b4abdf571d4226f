// Which bytes of cudaMalloc's memory the runtime knows to be written, and what a kernel that reads
// others is told.
#include <array>

#include <gtest/gtest.h>

#include "kernels/runtime/runtime.h"
#include "tests/runtime/ptx_program.h"

namespace lanescope::tests {
namespace {

using runtime::Runtime;

class Unwritten : public testing::Test {
 protected:
  Unwritten() { Runtime::get().reset(); }

  static char* allocated(size_t bytes) {
    char* pointer = nullptr;
    EXPECT_EQ(cudaMalloc(&pointer, bytes), cudaSuccess);
    return pointer;
  }
  // "w" for each byte that is written, "." for the others.
  static std::string state_of(const void* pointer, std::uint64_t bytes) {
    const runtime::Allocation* allocation = Runtime::get().memory.find(pointer);
    std::string state;
    for (std::uint64_t i = 0; i < bytes; ++i) {
      const bool is_written =
          allocation->written == nullptr ||
          allocation->written->all(
              reinterpret_cast<std::uint64_t>(pointer) - allocation->address + i, 1);
      state += is_written ? 'w' : '.';
    }
    return state;
  }
};

TEST_F(Unwritten, memory_is_written_by_copies_and_memsets_byte_by_byte) {
  char* memory = allocated(8);
  EXPECT_EQ(state_of(memory, 8), "........");
  const char host[8] = {};
  ASSERT_EQ(cudaMemcpy(memory, host, 2, cudaMemcpyHostToDevice), cudaSuccess);
  ASSERT_EQ(cudaMemset(memory + 5, 0, 2), cudaSuccess);
  EXPECT_EQ(state_of(memory, 8), "ww...ww.");
}

TEST_F(Unwritten, a_copy_on_the_device_copies_the_state) {
  char *from = allocated(6), *to = allocated(6);
  ASSERT_EQ(cudaMemset(from, 0, 2), cudaSuccess);
  ASSERT_EQ(cudaMemset(to, 0, 6), cudaSuccess);
  ASSERT_EQ(cudaMemcpyAsync(to + 1, from, 4, cudaMemcpyDeviceToDevice), cudaSuccess);
  EXPECT_EQ(state_of(to, 6), "www..w");
}

TEST_F(Unwritten, rows_of_pitched_memory_are_written_without_what_lies_between) {
  char *first = nullptr, *second = nullptr;
  size_t pitch = 0;
  ASSERT_EQ(cudaMallocPitch(&first, &pitch, 2, 2), cudaSuccess);
  ASSERT_EQ(cudaMallocPitch(&second, &pitch, 2, 2), cudaSuccess);
  ASSERT_EQ(cudaMemset2D(first, pitch, 0, 2, 2), cudaSuccess);
  ASSERT_EQ(cudaMemcpy2D(second, pitch, first, pitch, 3, 2, cudaMemcpyDeviceToDevice), cudaSuccess);
  EXPECT_EQ(state_of(second, 4), "ww..");
  EXPECT_EQ(state_of(second + pitch, 4), "ww..");
}

TEST_F(Unwritten, memory_that_is_given_again_is_unwritten_again) {
  void* pointer = nullptr;
  ASSERT_EQ(cudaMallocAsync(&pointer, 4, nullptr), cudaSuccess);
  ASSERT_EQ(cudaMemset(pointer, 0, 4), cudaSuccess);
  ASSERT_EQ(cudaFreeAsync(pointer, nullptr), cudaSuccess);
  ASSERT_EQ(cudaMallocAsync(&pointer, 4, nullptr), cudaSuccess);
  EXPECT_EQ(state_of(pointer, 4), "....");
}

TEST_F(Unwritten, memory_that_the_host_writes_by_itself_counts_as_written) {
  void *managed = nullptr, *pinned = nullptr;
  ASSERT_EQ(cudaMallocManaged(&managed, 4), cudaSuccess);
  ASSERT_EQ(cudaMallocHost(&pinned, 4), cudaSuccess);
  EXPECT_EQ(state_of(managed, 4), "wwww");
  EXPECT_EQ(state_of(pinned, 4), "wwww");
}

// out[i] = a[i] + b[i] for i < 3, with `a` written and `b` not: once found, `out` counts as
// written.
TEST_F(Unwritten, memory_that_a_kernel_adds_is_found_with_launch_and_what_it_writes_is_written) {
  Sample& sample = Sample::get();
  char *a = allocated(16), *b = allocated(16), *out = allocated(16);
  int n = 3;
  ASSERT_EQ(cudaMemset(a, 0, 16), cudaSuccess);
  void* arguments[] = {&a, &b, &out, &n};
  testing::internal::CaptureStderr();
  ASSERT_EQ(cudaLaunchKernel(&sample.add, dim3(1), dim3(32), arguments), cudaSuccess);
  ASSERT_EQ(cudaLaunchKernel(&sample.add, dim3(1), dim3(32), arguments), cudaSuccess);
  const std::string said = testing::internal::GetCapturedStderr();
  const std::string name = Runtime::get().memory.find(b)->name();
  EXPECT_NE(said.find("element 0 of " + name + ", of 4 bytes, is read by thread (0,0,0)"),
            std::string::npos)
      << said;
  EXPECT_NE(said.find("of add\n"), std::string::npos) << said;
  EXPECT_EQ(said.find("element 0 of", said.find("element 0 of") + 1), std::string::npos) << said;
  EXPECT_EQ(state_of(out, 16), "wwwwwwwwwwww....");
}

}  // namespace
}  // namespace lanescope::tests
