// A file of its own: here these functions have no parameters, and no header may say otherwise.
// Their callers pass some, which are ignored, and read the result.
namespace lanescope::runtime {
int refuse(const char* name);
}

extern "C" {
#define REFUSED(name) \
  int name() { return lanescope::runtime::refuse(#name); }
#include "kernels/runtime/refused.def"
#undef REFUSED
}
