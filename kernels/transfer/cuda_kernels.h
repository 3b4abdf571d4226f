// The kernels that measure transfers (cuda_kernels.cu, cuda_nested.cu), as functions that launch
// them. Without nvcc they return cudaErrorNotSupported (cuda_no_kernels.cpp). Sizes in bytes.
#pragma once

#include <cstdint>

#include <cuda_runtime_api.h>

namespace lanescope::transfer {

[[nodiscard]] bool have_kernels();
// Reads every `stride`-th 4-byte word.
cudaError_t launch_read(const void* data, std::uint64_t bytes, unsigned stride, void* sum);
cudaError_t launch_write(void* data, std::uint64_t bytes);
// `rounds` multiply-adds for each float.
cudaError_t launch_work(void* data, std::uint64_t bytes, std::uint32_t rounds, cudaStream_t stream);
// One thread that waits.
cudaError_t launch_wait(std::uint64_t nanoseconds, cudaStream_t stream);
cudaError_t launch_empty();
// Thread i doubles word i of the stream, and word i mod kept of the kept data.
cudaError_t launch_reuse(void* kept, std::uint64_t kept_bytes, void* streamed,
                         std::uint64_t streamed_bytes, cudaStream_t stream);
// One kernel whose threads, blocks, or grid launch `launches` kernels of 32 threads; each of these
// counts itself in `*counter`. The grid launches one.
cudaError_t launch_nested_by_thread(unsigned launches, unsigned* counter);
cudaError_t launch_nested_by_block(unsigned launches, unsigned* counter);
cudaError_t launch_nested_by_grid(unsigned* counter);

}  // namespace lanescope::transfer
