// The runtime's own functions, those that the program would call without this library.
#pragma once

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <type_traits>

namespace lanescope::capture {

// The program does not start without them, so one that lacks is a runtime that is too old.
template <class Function>
Function* next(const char* name) {
  void* found = dlsym(RTLD_NEXT, name);
  if (found == nullptr) {
    std::fprintf(stderr, "lanescope: the CUDA runtime of this program has no %s\n", name);
    std::_Exit(127);
  }
  return reinterpret_cast<Function*>(found);
}

}  // namespace lanescope::capture

// NEXT(cudaMalloc)(pointer, bytes)
#define NEXT(name)                                                                   \
  ([]() -> decltype(&(name)) {                                                       \
    static const auto found_next =                                                   \
        ::lanescope::capture::next<std::remove_pointer_t<decltype(&(name))>>(#name); \
    return found_next;                                                               \
  }())
