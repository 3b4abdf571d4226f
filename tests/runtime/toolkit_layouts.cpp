#ifdef LANESCOPE_HAVE_TOOLKIT
#include <cuda_runtime.h>
#endif

#include "tests/runtime/layouts.h"

std::vector<Layout> toolkit_layouts() {
#ifdef LANESCOPE_HAVE_TOOLKIT
  if (CUDART_VERSION / 1000 == 13) return LAYOUTS;
#endif
  return {};
}
