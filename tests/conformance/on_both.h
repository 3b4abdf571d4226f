// Device functions whose source is also the host reference: the same text is compiled by the kernel
// compiler and by ours. For control flow and integer arithmetic, where the C++ standard defines the
// result. No preprocessor lines and no CUDA intrinsics inside.
#pragma once

// DEVICE means __device__ in the kernel and nothing here.
#define DEVICE
#define LANESCOPE_ON_BOTH(name, ...) \
  __VA_ARGS__                        \
  const char* const name = "#define DEVICE __device__\n" #__VA_ARGS__ "\n"
