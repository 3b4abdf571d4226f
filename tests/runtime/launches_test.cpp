// Kernels that are launched, what they leave, and the errors they cause.
#include <sys/mman.h>

#include <cstdlib>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/runtime/runtime.h"
#include "tests/runtime/ptx_program.h"

namespace lanescope::tests {

Sample& Sample::get() {
  static Sample sample;
  static PtxProgram program(sample_ptx);
  static const bool is_registered = [] {
    program.kernel(&sample.add, "add");
    program.kernel(&sample.tick, "tick");
    program.kernel(&sample.fails, "fails");
    program.variable(sample.k, "k", sizeof sample.k, true);
    program.variable(&sample.count, "count", sizeof sample.count);
    return true;
  }();
  (void)is_registered;
  return sample;
}

namespace {

class Launches : public testing::Test {
 protected:
  Launches() { lanescope::runtime::Runtime::get().reset(); }
  Sample& sample_ = Sample::get();

  // a[i] = i, b[i] = 2 i, out[i] = a[i] + b[i], by blocks of 256 threads.
  std::vector<float> sums(int n) {
    std::vector<float> a(n), out(n, -1);
    std::iota(a.begin(), a.end(), 0.0F);
    std::vector<float> b(n);
    for (int i = 0; i < n; ++i) b[i] = 2 * a[i];
    const size_t bytes = a.size() * sizeof(float);
    float *da = nullptr, *db = nullptr, *dout = nullptr;
    EXPECT_EQ(cudaMalloc(&da, bytes), cudaSuccess);
    EXPECT_EQ(cudaMalloc(&db, bytes), cudaSuccess);
    EXPECT_EQ(cudaMalloc(&dout, bytes), cudaSuccess);
    EXPECT_EQ(cudaMemcpy(da, a.data(), bytes, cudaMemcpyHostToDevice), cudaSuccess);
    EXPECT_EQ(cudaMemcpy(db, b.data(), bytes, cudaMemcpyHostToDevice), cudaSuccess);
    void* arguments[] = {&da, &db, &dout, &n};
    EXPECT_EQ(cudaLaunchKernel(&sample_.add, dim3((n + 255) / 256), dim3(256), arguments),
              cudaSuccess);
    EXPECT_EQ(cudaMemcpy(out.data(), dout, bytes, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(cudaFree(da), cudaSuccess);
    EXPECT_EQ(cudaFree(db), cudaSuccess);
    EXPECT_EQ(cudaFree(dout), cudaSuccess);
    return out;
  }
};

TEST_F(Launches, a_kernel_reads_and_writes_memory_of_cudaMalloc) {
  const std::vector<float> out = sums(1000);
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(out[i], 3.0F * static_cast<float>(i)) << i;
}

TEST_F(Launches, many_blocks_run_on_all_cores_with_the_same_result) {
  const std::vector<float> out = sums(1 << 16);
  for (int i = 0; i < 1 << 16; ++i) ASSERT_EQ(out[i], 3.0F * static_cast<float>(i)) << i;
}

TEST_F(Launches, constant_memory_keeps_what_the_host_wrote) {
  const float ten = 10;
  ASSERT_EQ(cudaMemcpyToSymbol(sample_.k, &ten, sizeof ten), cudaSuccess);
  EXPECT_EQ(sums(4), (std::vector<float>{10, 13, 16, 19}));
  float read = 0;
  ASSERT_EQ(cudaMemcpyFromSymbol(&read, sample_.k, sizeof read), cudaSuccess);
  EXPECT_EQ(read, 10);
}

TEST_F(Launches, a_device_variable_keeps_its_value_from_launch_to_launch) {
  ASSERT_EQ(cudaLaunchKernel(&sample_.tick, dim3(3), dim3(32), nullptr), cudaSuccess);
  ASSERT_EQ(cudaLaunchKernel(&sample_.tick, dim3(1), dim3(4), nullptr), cudaSuccess);
  unsigned count = 0;
  ASSERT_EQ(cudaMemcpyFromSymbol(&count, sample_.count, sizeof count), cudaSuccess);
  EXPECT_EQ(count, 100U);
}

TEST_F(Launches, a_fault_shows_in_the_next_call_and_stays) {
  void* nowhere = nullptr;
  void* arguments[] = {&nowhere};
  EXPECT_EQ(cudaLaunchKernel(&sample_.fails, dim3(1), dim3(1), arguments), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
  void* pointer = nullptr;
  EXPECT_EQ(cudaMalloc(&pointer, 4), cudaErrorIllegalAddress);
  EXPECT_EQ(cudaGetLastError(), cudaErrorIllegalAddress);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_EQ(cudaSetDevice(0), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
}

TEST_F(Launches, a_fault_that_no_call_returned_is_told_of_at_the_end) {
  EXPECT_EXIT(
      {
        void* nowhere = nullptr;
        void* arguments[] = {&nowhere};
        cudaLaunchKernel(&sample_.fails, dim3(1), dim3(1), arguments);
        std::exit(0);
      },
      testing::ExitedWithCode(0),
      "warning: a kernel failed with cudaErrorIllegalAddress .*made no call after it");
}

TEST_F(Launches, after_a_fault_the_device_is_lost_until_the_process_ends) {
  void* nowhere = nullptr;
  void* arguments[] = {&nowhere};
  EXPECT_EQ(cudaLaunchKernel(&sample_.fails, dim3(1), dim3(1), arguments), cudaSuccess);
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
  void* pointer = nullptr;
  EXPECT_EQ(cudaMalloc(&pointer, 4), cudaErrorDevicesUnavailable);
}

TEST_F(Launches, a_misaligned_address_is_an_error_of_its_own) {
  char* memory = nullptr;
  ASSERT_EQ(cudaMalloc(&memory, 64), cudaSuccess);
  char* odd = memory + 1;
  void* arguments[] = {&odd};
  EXPECT_EQ(cudaLaunchKernel(&sample_.fails, dim3(1), dim3(1), arguments), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorMisalignedAddress);
}

TEST_F(Launches, a_small_step_past_the_end_is_no_fault_on_a_gpu) {
  char* memory = nullptr;
  ASSERT_EQ(cudaMalloc(&memory, 64), cudaSuccess);
  char* behind = memory + 64;
  void* arguments[] = {&behind};
  EXPECT_EQ(cudaLaunchKernel(&sample_.fails, dim3(1), dim3(1), arguments), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}

constexpr const char* offsets_ptx = R"(
.version 7.0
.target sm_80
.address_size 64
.const .align 4 .b8 bank[64];

.visible .entry shared(.param .u64 offset)
{
  .reg .b32 %r<2>;
  .reg .b64 %rd<2>;
  .shared .align 4 .b8 tile[64];
  ld.param.u64 %rd1, [offset];
  ld.shared.u32 %r1, [%rd1];
  ret;
}

.visible .entry next_array(.param .u64 offset)
{
  .reg .b32 %r<3>;
  .reg .b64 %rd<4>;
  .shared .align 4 .b8 first[64];
  .shared .align 4 .b8 second[64];
  mov.u32 %r1, 1;
  st.shared.u32 [second], %r1;
  ld.param.u64 %rd1, [offset];
  mov.u64 %rd2, first;
  add.s64 %rd3, %rd2, %rd1;
  st.shared.u32 [%rd3], %r1;
  ret;
}

.visible .entry local(.param .u64 offset)
{
  .reg .b32 %r<2>;
  .reg .b64 %rd<2>;
  .local .align 4 .b8 depot[64];
  ld.param.u64 %rd1, [offset];
  ld.local.u32 %r1, [%rd1];
  ret;
}

.visible .entry constant(.param .u64 offset)
{
  .reg .b32 %r<2>;
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [offset];
  ld.const.u32 %r1, [%rd1];
  ret;
}
)";

// The same number is an address of global memory in a page that is mapped.
TEST_F(Launches, an_offset_past_shared_local_or_constant_memory_is_a_fault_whatever_lies_there) {
  static PtxProgram program(offsets_ptx);
  static const char* const names[] = {"shared", "local", "constant"};
  for (const char* const& name : names) program.kernel(&name, name);
  constexpr size_t bytes = 4096;
  void* low = mmap(reinterpret_cast<void*>(0x1000'0000), bytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  ASSERT_NE(low, MAP_FAILED);
  char* behind = static_cast<char*>(low) + bytes;
  void* arguments[] = {&behind};
  ASSERT_EQ(cudaHostRegister(low, bytes, 0), cudaSuccess);
  EXPECT_EQ(cudaLaunchKernel(&sample_.fails, dim3(1), dim3(1), arguments), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (const char* const& name : names) {
    lanescope::runtime::Runtime::get().reset();
    ASSERT_EQ(cudaHostRegister(low, bytes, 0), cudaSuccess);
    EXPECT_EQ(cudaLaunchKernel(&name, dim3(1), dim3(1), arguments), cudaSuccess);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress) << name;
  }
}

// The check finds it all the same.
TEST_F(Launches, a_step_from_one_shared_array_into_the_next_is_no_fault_on_a_gpu) {
  static PtxProgram program(offsets_ptx);
  static const char* const name = "next_array";
  program.kernel(&name, name);
  std::uint64_t past_the_first = 64;
  void* arguments[] = {&past_the_first};
  testing::internal::CaptureStderr();
  EXPECT_EQ(cudaLaunchKernel(&name, dim3(1), dim3(1), arguments), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("an address computed from first"),
            std::string::npos);
}

TEST_F(Launches, managed_memory_has_one_address_for_host_and_kernel) {
  unsigned* value = nullptr;
  ASSERT_EQ(cudaMallocManaged(&value, sizeof *value), cudaSuccess);
  *value = 7;
  void* arguments[] = {&value};
  EXPECT_EQ(cudaLaunchKernel(&sample_.fails, dim3(1), dim3(1), arguments), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(*value, 1U);
  EXPECT_EQ(cudaFree(value), cudaSuccess);
}

// Recorded on an H100 with CUDA 13.0: the call returns invalid argument, and nothing stays.
TEST_F(Launches, a_shape_beyond_the_limits_is_refused_at_once) {
  void* memory = nullptr;
  void* arguments[] = {&memory};
  EXPECT_EQ(cudaLaunchKernel(&sample_.fails, dim3(0), dim3(32), arguments), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_EQ(cudaLaunchKernel(&sample_.fails, dim3(1), dim3(1025), arguments),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaLaunchKernel(&sample_.fails, dim3(1), dim3(32), arguments, 1 << 20),
            cudaErrorInvalidValue);
}

TEST_F(Launches, more_shared_memory_needs_the_attribute) {
  void* arguments[] = {nullptr};
  EXPECT_EQ(cudaLaunchKernel(&sample_.tick, dim3(1), dim3(32), arguments, 64 * 1024),
            cudaErrorInvalidValue);
  EXPECT_EQ(
      cudaFuncSetAttribute(&sample_.tick, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 * 1024),
      cudaSuccess);
  EXPECT_EQ(cudaLaunchKernel(&sample_.tick, dim3(1), dim3(32), arguments, 64 * 1024), cudaSuccess);
}

TEST_F(Launches, a_configuration_is_popped_as_it_was_pushed) {
  __cudaPushCallConfiguration(dim3(2, 3), dim3(4), 5, nullptr);
  dim3 grid, block;
  size_t shared = 0;
  cudaStream_t stream = nullptr;
  ASSERT_EQ(__cudaPopCallConfiguration(&grid, &block, &shared, &stream), cudaSuccess);
  EXPECT_EQ(grid.y, 3U);
  EXPECT_EQ(block.x, 4U);
  EXPECT_EQ(shared, 5U);
  EXPECT_EQ(__cudaPopCallConfiguration(&grid, &block, &shared, &stream),
            cudaErrorMissingConfiguration);
}

TEST_F(Launches, an_unknown_function_is_an_invalid_device_function) {
  int nothing = 0;
  EXPECT_EQ(cudaLaunchKernel(&nothing, dim3(1), dim3(1), nullptr), cudaErrorInvalidResourceHandle);
}

TEST_F(Launches, occupancy_is_the_machine_s) {
  int blocks = 0;
  ASSERT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &sample_.tick, 256, 0),
            cudaSuccess);
  EXPECT_EQ(blocks, 8);  // of 2048 resident threads
  int grid = 0, block = 0;
  ASSERT_EQ(cudaOccupancyMaxPotentialBlockSize(&grid, &block, &sample_.tick), cudaSuccess);
  EXPECT_EQ(block, 1024);
  EXPECT_EQ(grid, 2 * 132);
}

}  // namespace
}  // namespace lanescope::tests
