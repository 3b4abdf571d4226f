// Vector types and dim3 with the sizes and alignments of CUDA (CUDA C++ Programming Guide 13.0,
// "Built-in Vector Types"). Where clang compiles device code, Lanescope's prelude has them, with
// accesses of whole vectors.
#pragma once

#ifdef __CUDA__  // clang compiles CUDA: both sides use these
#define LANESCOPE_BOTH __attribute__((host, device))
#else
#define LANESCOPE_BOTH
#endif

#ifndef __LANESCOPE_VECTORS__  // the prelude's macro

#define LANESCOPE_VECTORS(name, T, align2, align4)  \
  struct name##1 {                                  \
    T x;                                            \
  };                                                \
  struct __attribute__((aligned(align2))) name##2 { \
    T x, y;                                         \
  };                                                \
  struct name##3 {                                  \
    T x, y, z;                                      \
  };                                                \
  struct __attribute__((aligned(align4))) name##4 { \
    T x, y, z, w;                                   \
  };                                                \
  typedef struct name##1 name##1;                   \
  typedef struct name##2 name##2;                   \
  typedef struct name##3 name##3;                   \
  typedef struct name##4 name##4;

LANESCOPE_VECTORS(char, signed char, 2, 4)
LANESCOPE_VECTORS(uchar, unsigned char, 2, 4)
LANESCOPE_VECTORS(short, short, 4, 8)
LANESCOPE_VECTORS(ushort, unsigned short, 4, 8)
LANESCOPE_VECTORS(int, int, 8, 16)
LANESCOPE_VECTORS(uint, unsigned int, 8, 16)
LANESCOPE_VECTORS(long, long, 16, 16)
LANESCOPE_VECTORS(ulong, unsigned long, 16, 16)
LANESCOPE_VECTORS(longlong, long long, 16, 16)
LANESCOPE_VECTORS(ulonglong, unsigned long long, 16, 16)
LANESCOPE_VECTORS(float, float, 8, 16)
LANESCOPE_VECTORS(double, double, 16, 16)
#undef LANESCOPE_VECTORS

struct dim3 {
  unsigned int x, y, z;
#ifdef __cplusplus
  LANESCOPE_BOTH constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  LANESCOPE_BOTH constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  LANESCOPE_BOTH constexpr operator uint3() const { return uint3{x, y, z}; }
#endif
};
typedef struct dim3 dim3;

#endif
