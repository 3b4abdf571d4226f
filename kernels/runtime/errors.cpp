#include "kernels/runtime/errors.h"

namespace lanescope::runtime {

const char* error_name(cudaError_t error) {
  switch (error) {
#define CUDA_ERROR(name, number, text) \
  case name:                           \
    return #name;
#include "kernels/runtime/include/cuda_errors.def"
#undef CUDA_ERROR
    default:
      return "unrecognized error code";
  }
}

const char* error_text(cudaError_t error) {
  switch (error) {
#define CUDA_ERROR(name, number, text) \
  case name:                           \
    return text;
#include "kernels/runtime/include/cuda_errors.def"
#undef CUDA_ERROR
    default:
      return "unrecognized error code";
  }
}

}  // namespace lanescope::runtime
