// The library is made of kernels/runtime and what that uses; this is what its versions differ in.
#include "kernels/runtime/earlier_cuda.h"

int lanescope::runtime::cuda_version() { return LANESCOPE_CUDA_VERSION; }
