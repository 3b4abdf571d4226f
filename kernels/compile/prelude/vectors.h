// Lanescope's CUDA prelude for clang, 2 of 6: vector types with CUDA's sizes and alignments,
// make_*, dim3.

// clang copies a struct of 16 bytes as two words of 8 and never makes one access of it. So where
// CUDA has a 16-byte access, assignment goes member by member: all are read before any is written,
// and clang joins them into one access of 16 bytes. (An assignment operator leaves a struct an
// aggregate; a constructor would not.)
#define __LANESCOPE_WHOLE__(...)
#define __LANESCOPE_BY_MEMBER_2__(name, T)                                               \
  __device__ __attribute__((always_inline, nodebug)) name& operator=(const name& from) { \
    T a = from.x, b = from.y;                                                            \
    x = a, y = b;                                                                        \
    return *this;                                                                        \
  }
#define __LANESCOPE_BY_MEMBER_4__(name, T)                                               \
  __device__ __attribute__((always_inline, nodebug)) name& operator=(const name& from) { \
    T a = from.x, b = from.y, c = from.z, d = from.w;                                    \
    x = a, y = b, z = c, w = d;                                                          \
    return *this;                                                                        \
  }

#define __LANESCOPE_VECTORS__(name, T, align2, align4, copy2, copy4)           \
  struct name##1 {                                                             \
    T x;                                                                       \
  };                                                                           \
  struct __attribute__((aligned(align2))) name##2 {                            \
    T x, y;                                                                    \
    copy2(name##2, T)                                                          \
  };                                                                           \
  struct name##3 {                                                             \
    T x, y, z;                                                                 \
  };                                                                           \
  struct __attribute__((aligned(align4))) name##4 {                            \
    T x, y, z, w;                                                              \
    copy4(name##4, T)                                                          \
  };                                                                           \
  __LANESCOPE_FN__ name##1 make_##name##1(T x) { return {x}; }                 \
  __LANESCOPE_FN__ name##2 make_##name##2(T x, T y) { return {x, y}; }         \
  __LANESCOPE_FN__ name##3 make_##name##3(T x, T y, T z) { return {x, y, z}; } \
  __LANESCOPE_FN__ name##4 make_##name##4(T x, T y, T z, T w) { return {x, y, z, w}; }

#define __LANESCOPE_VECTORS_OF_1_OR_2__(name, T, align2, align4) \
  __LANESCOPE_VECTORS__(name, T, align2, align4, __LANESCOPE_WHOLE__, __LANESCOPE_WHOLE__)
#define __LANESCOPE_VECTORS_OF_4__(name, T) \
  __LANESCOPE_VECTORS__(name, T, 8, 16, __LANESCOPE_WHOLE__, __LANESCOPE_BY_MEMBER_4__)
#define __LANESCOPE_VECTORS_OF_8__(name, T) \
  __LANESCOPE_VECTORS__(name, T, 16, 16, __LANESCOPE_BY_MEMBER_2__, __LANESCOPE_BY_MEMBER_4__)

__LANESCOPE_VECTORS_OF_1_OR_2__(char, signed char, 2, 4)
__LANESCOPE_VECTORS_OF_1_OR_2__(uchar, unsigned char, 2, 4)
__LANESCOPE_VECTORS_OF_1_OR_2__(short, short, 4, 8)
__LANESCOPE_VECTORS_OF_1_OR_2__(ushort, unsigned short, 4, 8)
__LANESCOPE_VECTORS_OF_4__(int, int)
__LANESCOPE_VECTORS_OF_4__(uint, unsigned)
__LANESCOPE_VECTORS_OF_4__(float, float)
__LANESCOPE_VECTORS_OF_8__(long, long)
__LANESCOPE_VECTORS_OF_8__(ulong, unsigned long)
__LANESCOPE_VECTORS_OF_8__(longlong, long long)
__LANESCOPE_VECTORS_OF_8__(ulonglong, unsigned long long)
__LANESCOPE_VECTORS_OF_8__(double, double)
#undef __LANESCOPE_VECTORS_OF_1_OR_2__
#undef __LANESCOPE_VECTORS_OF_4__
#undef __LANESCOPE_VECTORS_OF_8__
#undef __LANESCOPE_VECTORS__
#undef __LANESCOPE_WHOLE__
#undef __LANESCOPE_BY_MEMBER_2__
#undef __LANESCOPE_BY_MEMBER_4__

struct dim3 {
  unsigned x, y, z;
  __host__ __device__
      __attribute__((nodebug)) constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1)
      : x(x), y(y), z(z) {}
  __host__ __device__ __attribute__((nodebug)) constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __host__ __device__ __attribute__((nodebug)) constexpr operator uint3() const {
    return uint3{x, y, z};
  }
};
