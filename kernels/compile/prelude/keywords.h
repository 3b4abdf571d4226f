// Lanescope's CUDA prelude for clang, 1 of 6: qualifiers, sizes, limits.
//
// clang reads CUDA without any header, but knows neither the qualifiers nor the library. These six
// texts give it what a kernel may take for granted under NVRTC. They stand before the kernel's
// text, and the parameters' #defines come after them, so no parameter can break them. Every
// function is always inlined and has no debug information of its own: an instruction that comes of
// it carries the line and column of its use in the kernel.

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __builtin_align__(bytes) __attribute__((aligned(bytes)))
#if __clang_major__ < 15  // a keyword from then on
#define __noinline__ __attribute__((noinline))
#endif
#define __LANESCOPE_FN__ static __inline__ __attribute__((device, always_inline, nodebug))

#ifndef __CUDACC__
#define __CUDACC__ 1
#endif
#define __CUDACC_RTC__ 1  // as NVRTC: device code only
#define NULL __null
#define assert(condition) ((void)0)

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
