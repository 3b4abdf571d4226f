// Lanescope's CUDA prelude for clang: loads and stores with cache hints, and queries for an
// address's memory space.

// Reinterprets the bytes. (Not __builtin_bit_cast: float4 has its own assignment operator.)
template <class T, class S>
__LANESCOPE_FN__ T __lanescope_as(const S& a) {
  T r;
  __builtin_memcpy(&r, &a, sizeof(T));
  return r;
}

// Chosen by size: one access for any type.
template <class T>
__LANESCOPE_FN__ T __ldg(const T* p) {
  typedef int __four __attribute__((ext_vector_type(4)));
  static_assert(
      sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16,
      "__ldg loads 1, 2, 4, 8 or 16 bytes");
  if constexpr (__lanescope_same<T, float>::value) {
    return __nvvm_ldg_f(p);
  } else if constexpr (__lanescope_same<T, double>::value) {
    return __nvvm_ldg_d(p);
  } else if constexpr (sizeof(T) == 1) {
    return __lanescope_as<T>(__nvvm_ldg_uc((const unsigned char*)p));
  } else if constexpr (sizeof(T) == 2) {
    return __lanescope_as<T>(__nvvm_ldg_us((const unsigned short*)p));
  } else if constexpr (sizeof(T) == 4) {
    return __lanescope_as<T>(__nvvm_ldg_ui((const unsigned*)p));
  } else if constexpr (sizeof(T) == 8) {
    return __lanescope_as<T>(__nvvm_ldg_ull((const unsigned long long*)p));
  } else {
    return __lanescope_as<T>(__nvvm_ldg_i4((const __four*)p));
  }
}

struct __lanescope_16_bytes {
  unsigned a, b, c, d;
};

#define __LANESCOPE_LOAD__(name, instruction)                                                    \
  template <class T>                                                                             \
  __LANESCOPE_FN__ T name(const T* p) {                                                          \
    static_assert(                                                                               \
        sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16, \
        #name " loads 1, 2, 4, 8 or 16 bytes");                                                  \
    if constexpr (sizeof(T) == 1) {                                                              \
      unsigned short r;                                                                          \
      __asm__ volatile(instruction ".u8 %0, [%1];" : "=h"(r) : "l"(p) : "memory");               \
      return __lanescope_as<T>((unsigned char)r);                                                \
    } else if constexpr (sizeof(T) == 2) {                                                       \
      unsigned short r;                                                                          \
      __asm__ volatile(instruction ".u16 %0, [%1];" : "=h"(r) : "l"(p) : "memory");              \
      return __lanescope_as<T>(r);                                                               \
    } else if constexpr (sizeof(T) == 4) {                                                       \
      unsigned r;                                                                                \
      __asm__ volatile(instruction ".u32 %0, [%1];" : "=r"(r) : "l"(p) : "memory");              \
      return __lanescope_as<T>(r);                                                               \
    } else if constexpr (sizeof(T) == 8) {                                                       \
      unsigned long long r;                                                                      \
      __asm__ volatile(instruction ".u64 %0, [%1];" : "=l"(r) : "l"(p) : "memory");              \
      return __lanescope_as<T>(r);                                                               \
    } else {                                                                                     \
      __lanescope_16_bytes r;                                                                    \
      __asm__ volatile(instruction ".v4.u32 {%0, %1, %2, %3}, [%4];"                             \
                       : "=r"(r.a), "=r"(r.b), "=r"(r.c), "=r"(r.d)                              \
                       : "l"(p)                                                                  \
                       : "memory");                                                              \
      return __lanescope_as<T>(r);                                                               \
    }                                                                                            \
  }

__LANESCOPE_LOAD__(__ldca, "ld.global.ca")

__LANESCOPE_LOAD__(__ldcg, "ld.global.cg")

__LANESCOPE_LOAD__(__ldcs, "ld.global.cs")

__LANESCOPE_LOAD__(__ldlu, "ld.global.lu")

__LANESCOPE_LOAD__(__ldcv, "ld.global.cv")

#define __LANESCOPE_STORE__(name, instruction)                                                   \
  template <class T>                                                                             \
  __LANESCOPE_FN__ void name(T* p, typename __lanescope_as_it_is<T>::type a) {                   \
    static_assert(                                                                               \
        sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16, \
        #name " stores 1, 2, 4, 8 or 16 bytes");                                                 \
    if constexpr (sizeof(T) == 1) {                                                              \
      unsigned short r = __lanescope_as<unsigned char>(a);                                       \
      __asm__ volatile(instruction ".u8 [%0], %1;" : : "l"(p), "h"(r) : "memory");               \
    } else if constexpr (sizeof(T) == 2) {                                                       \
      unsigned short r = __lanescope_as<unsigned short>(a);                                      \
      __asm__ volatile(instruction ".u16 [%0], %1;" : : "l"(p), "h"(r) : "memory");              \
    } else if constexpr (sizeof(T) == 4) {                                                       \
      unsigned r = __lanescope_as<unsigned>(a);                                                  \
      __asm__ volatile(instruction ".u32 [%0], %1;" : : "l"(p), "r"(r) : "memory");              \
    } else if constexpr (sizeof(T) == 8) {                                                       \
      unsigned long long r = __lanescope_as<unsigned long long>(a);                              \
      __asm__ volatile(instruction ".u64 [%0], %1;" : : "l"(p), "l"(r) : "memory");              \
    } else {                                                                                     \
      __lanescope_16_bytes r = __lanescope_as<__lanescope_16_bytes>(a);                          \
      __asm__ volatile(instruction ".v4.u32 [%0], {%1, %2, %3, %4};"                             \
                       :                                                                         \
                       : "l"(p), "r"(r.a), "r"(r.b), "r"(r.c), "r"(r.d)                          \
                       : "memory");                                                              \
    }                                                                                            \
  }
template <class T>
struct __lanescope_as_it_is {  // converts to whatever type the pointer has
  typedef T type;
};

__LANESCOPE_STORE__(__stwb, "st.global.wb")

__LANESCOPE_STORE__(__stcg, "st.global.cg")

__LANESCOPE_STORE__(__stcs, "st.global.cs")

__LANESCOPE_STORE__(__stwt, "st.global.wt")

// ---- spaces ----
#define __LANESCOPE_IS_SPACE__(name, space)                                              \
  __LANESCOPE_FN__ unsigned name(const void* p) {                                        \
    unsigned r;                                                                          \
    __asm__("{ .reg .pred %%p1; isspacep." space " %%p1, %1; selp.u32 %0, 1, 0, %%p1; }" \
            : "=r"(r)                                                                    \
            : "l"(p));                                                                   \
    return r;                                                                            \
  }

__LANESCOPE_IS_SPACE__(__isGlobal, "global")

__LANESCOPE_IS_SPACE__(__isShared, "shared")

__LANESCOPE_IS_SPACE__(__isConstant, "const")

__LANESCOPE_IS_SPACE__(__isLocal, "local")

#define __LANESCOPE_TO_SPACE__(name, back, space)                \
  __LANESCOPE_FN__ size_t name(const void* p) {                  \
    size_t r;                                                    \
    __asm__("cvta.to." space ".u64 %0, %1;" : "=l"(r) : "l"(p)); \
    return r;                                                    \
  }                                                              \
  __LANESCOPE_FN__ void* back(size_t a) {                        \
    void* r;                                                     \
    __asm__("cvta." space ".u64 %0, %1;" : "=l"(r) : "l"(a));    \
    return r;                                                    \
  }

__LANESCOPE_TO_SPACE__(__cvta_generic_to_global, __cvta_global_to_generic, "global")

__LANESCOPE_TO_SPACE__(__cvta_generic_to_shared, __cvta_shared_to_generic, "shared")

__LANESCOPE_TO_SPACE__(__cvta_generic_to_constant, __cvta_constant_to_generic, "const")

__LANESCOPE_TO_SPACE__(__cvta_generic_to_local, __cvta_local_to_generic, "local")

// ---- asynchronous copies to shared memory: <cuda_pipeline.h> ----
__LANESCOPE_FN__ void __pipeline_memcpy_async(void* s, const void* g, size_t n, size_t z = 0) {
  unsigned a = (unsigned)__cvta_generic_to_shared(s);
  size_t f = __cvta_generic_to_global(g);
  int m = (int)(n - z);
  if (n == 16) {
    __asm__ volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
                     :
                     : "r"(a), "l"(f), "r"(m)
                     : "memory");
  } else if (n == 8) {
    __asm__ volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
                     :
                     : "r"(a), "l"(f), "r"(m)
                     : "memory");
  } else {
    __asm__ volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
                     :
                     : "r"(a), "l"(f), "r"(m)
                     : "memory");
  }
}

__LANESCOPE_FN__ void __pipeline_commit() { __asm__ volatile("cp.async.commit_group;"); }

// wait_group needs a constant. Larger numbers than those listed wait for more than necessary.
__LANESCOPE_FN__ void __pipeline_wait_prior(size_t n) {
  if (n == 0) {
    __asm__ volatile("cp.async.wait_group 0;" : : : "memory");
  } else if (n == 1) {
    __asm__ volatile("cp.async.wait_group 1;" : : : "memory");
  } else if (n == 2) {
    __asm__ volatile("cp.async.wait_group 2;" : : : "memory");
  } else {
    __asm__ volatile("cp.async.wait_group 3;" : : : "memory");
  }
}

// The share of thread r of c of a copy of n bytes: asynchronous, in pieces of 16 or 4 bytes, where
// the addresses allow it, else a plain one.
__LANESCOPE_FN__ void __lanescope_copy_async(size_t r, size_t c, void* d, const void* s, size_t n) {
  const size_t a = (size_t)d | (size_t)s | n;
  char* t = (char*)d;
  const char* f = (const char*)s;
  const bool b = __isShared(d) && __isGlobal(s);
  if (b && a % 16 == 0) {
    for (size_t i = r * 16; i < n; i += c * 16) __pipeline_memcpy_async(t + i, f + i, 16);
  } else if (b && a % 4 == 0) {
    for (size_t i = r * 4; i < n; i += c * 4) __pipeline_memcpy_async(t + i, f + i, 4);
  } else if (a % 4 == 0) {
    for (size_t i = r; i < n / 4; i += c) ((unsigned*)d)[i] = ((const unsigned*)s)[i];
  } else {
    for (size_t i = r; i < n; i += c) t[i] = f[i];
  }
}

// ---- memory and text, as in C ----
__LANESCOPE_FN__ void* memcpy(void* to, const void* from, size_t n) {
  __builtin_memcpy(to, from, n);
  return to;
}

__LANESCOPE_FN__ void* memset(void* to, int value, size_t n) {
  __builtin_memset(to, value, n);
  return to;
}

extern "C" __device__ void* malloc(size_t);

extern "C" __device__ void free(void*);

extern "C" __device__ void* __nv_aligned_device_malloc(size_t, size_t);

// gives new
// Arrays and single objects alike; `delete` alone is not chosen, because `= delete` has that word.
// (An object with a larger alignment is not aligned, as by NVRTC's.)
#ifndef __LANESCOPE_PROGRAM__  // clang's own <new> has them
inline __LANESCOPE_MEMBER__ void* operator new(size_t n) { return malloc(n); }
inline __LANESCOPE_MEMBER__ void* operator new[](size_t n) { return malloc(n); }
inline __LANESCOPE_MEMBER__ void* operator new(size_t, void* p) noexcept { return p; }
inline __LANESCOPE_MEMBER__ void* operator new[](size_t, void* p) noexcept { return p; }
inline __LANESCOPE_MEMBER__ void operator delete(void* p) noexcept { free(p); }
inline __LANESCOPE_MEMBER__ void operator delete[](void* p) noexcept { free(p); }
inline __LANESCOPE_MEMBER__ void operator delete(void* p, size_t) noexcept { free(p); }
inline __LANESCOPE_MEMBER__ void operator delete[](void* p, size_t) noexcept { free(p); }
#endif

extern "C" __device__ int printf(const char*, ...);

// gives assert
extern "C" __device__ void __assertfail(const char*, const char*, unsigned, const char*, size_t);
#ifdef __LANESCOPE_PROGRAM__  // what the host's macro calls
static __inline__ __attribute__((device, nodebug)) void __assert_fail(const char* c, const char* f,
                                                                      unsigned l, const char* g) {
  __assertfail(c, f, l, g, sizeof(char));
}
#else
#define assert(condition) \
  ((condition) ? (void)0  \
               : __assertfail(#condition, __FILE__, __LINE__, __PRETTY_FUNCTION__, sizeof(char)))
#endif
