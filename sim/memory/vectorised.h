// Loops over lanes that the compiler vectorises.
#pragma once

// Compiled twice, for the plain instruction set and for AVX2 with FMA; the loader chooses by the
// processor. The target is a feature level: "arch=haswell" would run only on Haswell. The measured
// effect is in sim/exec/lanes/affine.h.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__OPTIMIZE__) && \
    !defined(LANESCOPE_SANITIZED)
#define LANESCOPE_VECTORISED __attribute__((flatten, target_clones("default", "arch=x86-64-v3")))
#else
#define LANESCOPE_VECTORISED
#endif
