// Used if nvcc, which compiles the kernels, was not found or does not work.
#include "kernels/transfer/cuda_kernels.h"

namespace lanescope::transfer {

bool have_kernels() { return false; }

cudaError_t launch_read(const void*, std::uint64_t, unsigned, void*) {
  return cudaErrorNotSupported;
}
cudaError_t launch_write(void*, std::uint64_t) { return cudaErrorNotSupported; }
cudaError_t launch_work(void*, std::uint64_t, std::uint32_t, cudaStream_t) {
  return cudaErrorNotSupported;
}
cudaError_t launch_wait(std::uint64_t, cudaStream_t) { return cudaErrorNotSupported; }
cudaError_t launch_empty() { return cudaErrorNotSupported; }
cudaError_t launch_reuse(void*, std::uint64_t, void*, std::uint64_t, cudaStream_t) {
  return cudaErrorNotSupported;
}
cudaError_t launch_nested_by_thread(unsigned, unsigned*) { return cudaErrorNotSupported; }
cudaError_t launch_nested_by_block(unsigned, unsigned*) { return cudaErrorNotSupported; }
cudaError_t launch_nested_by_grid(unsigned*) { return cudaErrorNotSupported; }

}  // namespace lanescope::transfer
