// Lanescope's CUDA prelude for clang, 2 of 6: vector types with CUDA's sizes and alignments, make_*, dim3.

#define __LANESCOPE_VECTORS__(name, T, align2, align4)                           \
  struct name##1 {                                                               \
    T x;                                                                         \
  };                                                                             \
  struct __attribute__((aligned(align2))) name##2 {                              \
    T x, y;                                                                      \
  };                                                                             \
  struct name##3 {                                                               \
    T x, y, z;                                                                   \
  };                                                                             \
  struct __attribute__((aligned(align4))) name##4 {                              \
    T x, y, z, w;                                                                \
  };                                                                             \
  __LANESCOPE_FN__ name##1 make_##name##1(T x) { return {x}; }                   \
  __LANESCOPE_FN__ name##2 make_##name##2(T x, T y) { return {x, y}; }           \
  __LANESCOPE_FN__ name##3 make_##name##3(T x, T y, T z) { return {x, y, z}; }   \
  __LANESCOPE_FN__ name##4 make_##name##4(T x, T y, T z, T w) { return {x, y, z, w}; }

__LANESCOPE_VECTORS__(char, signed char, 2, 4)
__LANESCOPE_VECTORS__(uchar, unsigned char, 2, 4)
__LANESCOPE_VECTORS__(short, short, 4, 8)
__LANESCOPE_VECTORS__(ushort, unsigned short, 4, 8)
__LANESCOPE_VECTORS__(int, int, 8, 16)
__LANESCOPE_VECTORS__(uint, unsigned, 8, 16)
__LANESCOPE_VECTORS__(long, long, 16, 16)
__LANESCOPE_VECTORS__(ulong, unsigned long, 16, 16)
__LANESCOPE_VECTORS__(longlong, long long, 16, 16)
__LANESCOPE_VECTORS__(ulonglong, unsigned long long, 16, 16)
__LANESCOPE_VECTORS__(float, float, 8, 16)
__LANESCOPE_VECTORS__(double, double, 16, 16)
#undef __LANESCOPE_VECTORS__

struct dim3 {
  unsigned x, y, z;
  __host__ __device__ __attribute__((nodebug)) constexpr dim3(unsigned x = 1, unsigned y = 1,
                                                              unsigned z = 1)
      : x(x), y(y), z(z) {}
  __host__ __device__ __attribute__((nodebug)) constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __host__ __device__ __attribute__((nodebug)) constexpr operator uint3() const {
    return uint3{x, y, z};
  }
};
