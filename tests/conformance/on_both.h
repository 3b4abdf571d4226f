// Device functions whose text is also the host's reference: one text, compiled by the kernels'
// compiler and by ours. For control flow and integer arithmetic, where the C++ standard says what
// every compiler must compute; no preprocessor lines, no CUDA intrinsics inside.
#pragma once

// DEVICE stands for __device__ there, and for nothing here.
#define DEVICE
#define LANESCOPE_ON_BOTH(name, ...) \
  __VA_ARGS__                        \
  const char* const name = "#define DEVICE __device__\n" #__VA_ARGS__ "\n"
