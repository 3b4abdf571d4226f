// A fake NVIDIA driver library that is too old or finds no GPU. It answers the first calls and
// nothing else. CMakeLists.txt builds it once per case: cuDriverGetVersion reports PRETEND_VERSION,
// cuInit returns PRETEND_INIT.
#include <cstring>

extern "C" {

int cuDriverGetVersion(int* version) {
  *version = PRETEND_VERSION;
  return 0;
}

int cuInit(unsigned) { return PRETEND_INIT; }

static int refuse() { return 999; }

// CUDA Driver API, cuGetProcAddress: the runtime finds all other functions through it.
int cuGetProcAddress_v2(const char* name, void** function, int, unsigned long long, int* status) {
  if (status != nullptr) *status = 0;
  const auto is = [&](const char* other) { return std::strcmp(name, other) == 0; };
  if (is("cuInit")) {
    *function = reinterpret_cast<void*>(&cuInit);
  } else if (is("cuDriverGetVersion")) {
    *function = reinterpret_cast<void*>(&cuDriverGetVersion);
  } else if (is("cuGetProcAddress")) {
    *function = reinterpret_cast<void*>(&cuGetProcAddress_v2);
  } else {
    *function = reinterpret_cast<void*>(&refuse);
  }
  return 0;
}

}  // extern "C"
