// <cuda/barrier> and <cuda/pipeline>: NVRTC with the Toolkit's headers, clang with the prelude's
// (CUDA C++ Programming Guide 13.0, "Asynchronous Barrier", "Pipelines"). Sizes are plain numbers:
// with cuda::aligned_size_t the Toolkit's header makes bulk copies (TMA), which are not emulated.
#include <string>

#include "tests/conformance/kernel_case.h"
#include "tests/conformance/values.h"

namespace lanescope::conformance {
namespace {

LANESCOPE_CONFORMANCE(UserAsync);

const std::string headers =
    "#include <cooperative_groups.h>\n#include <cuda/barrier>\n#include <cuda/pipeline>\n"
    "namespace cg = cooperative_groups;\n";

int word_of(std::size_t i) { return static_cast<int>(i * 37 % 101); }

// Thread t weighs element 127 - t of tile i by i + 1.
KernelCase tiles(const std::string& kernel, int count) {
  KernelCase result(headers + kernel);
  result.block(128)
      .in(each(static_cast<std::size_t>(count) * 128, word_of))
      .out(each(128, [count](std::size_t t) {
        int sum = 0;
        for (int i = 0; i < count; ++i)
          sum += word_of(static_cast<std::size_t>(i) * 128 + 127 - t) * (i + 1);
        return sum;
      }));
  return result;
}

TEST_P(UserAsync, a_barrier_waits_for_copies_and_for_the_block) {
  tiles(R"(
    __global__ void k(const int* in, int* out) {
      __shared__ int s[128];
      __shared__ cuda::barrier<cuda::thread_scope_block> bar;
      auto block = cg::this_thread_block();
      if (block.thread_rank() == 0) init(&bar, block.size());
      block.sync();
      int sum = 0;
      for (int i = 0; i < 4; ++i) {
        cuda::memcpy_async(block, s, in + i * 128, sizeof(int) * 128, bar);
        bar.arrive_and_wait();
        sum += s[127 - threadIdx.x] * (i + 1);
        auto token = bar.arrive();
        bar.wait(std::move(token));
      }
      out[threadIdx.x] = sum;
    })",
        4)
      .check(GetParam());
}

TEST_P(UserAsync, a_block_fills_the_next_stage_while_it_uses_this_one) {
  tiles(R"(
    __global__ void k(const int* in, int* out) {
      __shared__ int s[2][128];
      __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
      auto block = cg::this_thread_block();
      auto pipe = cuda::make_pipeline(block, &state);
      int sum = 0, n = 6;
      for (int i = 0, filled = 0; i < n; ++i) {
        for (; filled < n && filled < i + 2; ++filled) {
          pipe.producer_acquire();
          cuda::memcpy_async(block, s[filled % 2], in + filled * 128, sizeof(int) * 128, pipe);
          pipe.producer_commit();
        }
        pipe.consumer_wait();
        block.sync();
        sum += s[i % 2][127 - threadIdx.x] * (i + 1);
        pipe.consumer_release();
      }
      out[threadIdx.x] = sum;
    })",
        6)
      .check(GetParam());
}

TEST_P(UserAsync, a_thread_has_a_pipeline_of_its_own) {
  tiles(R"(
    __global__ void k(const int* in, int* out) {
      __shared__ int s[2][128];
      auto pipe = cuda::make_pipeline();
      int sum = 0, n = 6, t = threadIdx.x;
      pipe.producer_acquire();
      cuda::memcpy_async(&s[0][t], in + t, sizeof(int), pipe);
      pipe.producer_commit();
      for (int i = 0; i < n; ++i) {
        if (i + 1 < n) {
          pipe.producer_acquire();
          cuda::memcpy_async(&s[(i + 1) % 2][t], in + (i + 1) * 128 + t, sizeof(int), pipe);
          pipe.producer_commit();
          cuda::pipeline_consumer_wait_prior<1>(pipe);
        } else {
          cuda::pipeline_consumer_wait_prior<0>(pipe);
        }
        __syncthreads();
        sum += s[i % 2][127 - t] * (i + 1);
        pipe.consumer_release();
        __syncthreads();
      }
      out[t] = sum;
    })",
        6)
      .check(GetParam());
}

}  // namespace
}  // namespace lanescope::conformance
