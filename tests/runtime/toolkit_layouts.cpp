#ifdef LANESCOPE_HAVE_TOOLKIT
#define __NV_NO_VECTOR_DEPRECATION_DIAG  // double4 is compared, too
#include <cuda_runtime.h>
#endif

#include "tests/runtime/layouts.h"

std::vector<Layout> toolkit_layouts() {
#ifdef LANESCOPE_HAVE_TOOLKIT
  if (CUDART_VERSION / 1000 == 13) return LAYOUTS;
#endif
  return {};
}
