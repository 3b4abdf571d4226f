// gives always
// Lanescope's CUDA prelude for clang: qualifiers.
//
// clang reads CUDA without any headers, but then knows neither the qualifiers nor the library.
// These texts supply what NVRTC provides by default. The program selects the paragraphs that the
// kernel's names need (../prelude_choice.h, also for "gives"). They precede the kernel's text and
// the parameters' #defines, so no parameter can break them. Every function is always inlined and
// has no debug information, so its instructions carry the line and column of the call in the
// kernel. Parameters and locals have names of one or two letters, which the selection ignores.
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#ifdef __LANESCOPE_PROGRAM__
#define __managed__ \
  __attribute__((device, unavailable("clang has no __managed__ variables: nvcc has")))
#else
#define __managed__ __attribute__((device))  // there is only one memory here
#endif
#define __grid_constant__
#define __launch_bounds__(...) __LANESCOPE_BOUNDS__(__VA_ARGS__, 0, 0, 0)
#define __LANESCOPE_BOUNDS__(threads, blocks, ...) \
  __attribute__((launch_bounds(threads, blocks)))  // clang 14 has no third one (clusters)
#define __maxnreg__(registers)
#define __block_size__(...)
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __builtin_align__(bytes) __attribute__((aligned(bytes)))
#define __nv_pure__ __attribute__((pure))
// A keyword since clang 15. In programs (../program_headers.h) it comes after the host's headers,
// some of which write __attribute__((__noinline__)).
#if __clang_major__ < 15 && !defined(__LANESCOPE_PROGRAM__)
#define __noinline__ __attribute__((noinline))
#endif
#define __LANESCOPE_FN__ static __inline__ __attribute__((device, always_inline, nodebug))
// An instruction that depends on the lanes which execute it together. clang 14 makes one of two
// equal ones on both sides of an `if` and moves it above the branch, where other lanes take part.
#define __LANESCOPE_ASM__(...) \
  [[clang::nomerge]] { __asm__ volatile(__VA_ARGS__); }
#define __LANESCOPE_MEMBER__ __attribute__((device, always_inline, nodebug))
#define __LANESCOPE_CONSTEXPR__ \
  static constexpr __inline__ __attribute__((host, device, always_inline, nodebug))
#ifndef __CUDACC__
#define __CUDACC__ 1
#endif
#ifndef __LANESCOPE_PROGRAM__
#define __CUDACC_RTC__ 1  // as NVRTC: device code only
#define NULL __null
#endif
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define CUDART_VERSION 13000
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;

template <class A, class B>
struct __lanescope_same {
  static constexpr bool value = false;
};
template <class A>
struct __lanescope_same<A, A> {
  static constexpr bool value = true;
};

// gives std::move std::forward
// NVRTC has both without a header.
#ifndef __LANESCOPE_PROGRAM__
template <class T>
struct __lanescope_bare {
  typedef T type;
};
template <class T>
struct __lanescope_bare<T&> {
  typedef T type;
};
template <class T>
struct __lanescope_bare<T&&> {
  typedef T type;
};
namespace std {
template <class T>
__LANESCOPE_CONSTEXPR__ typename __lanescope_bare<T>::type&& move(T&& a) noexcept {
  return static_cast<typename __lanescope_bare<T>::type&&>(a);
}
template <class T>
__LANESCOPE_CONSTEXPR__ T&& forward(typename __lanescope_bare<T>::type& a) noexcept {
  return static_cast<T&&>(a);
}
template <class T>
__LANESCOPE_CONSTEXPR__ T&& forward(typename __lanescope_bare<T>::type&& a) noexcept {
  return static_cast<T&&>(a);
}
}  // namespace std
#endif
