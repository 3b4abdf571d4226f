// make_float4() and the like.
#pragma once

#include "vector_types.h"

#if defined(__cplusplus) && !defined(__LANESCOPE_VECTORS__)

#define LANESCOPE_MAKERS(name, T)                                                          \
  LANESCOPE_BOTH static inline name##1 make_##name##1(T x) { return {x}; }                 \
  LANESCOPE_BOTH static inline name##2 make_##name##2(T x, T y) { return {x, y}; }         \
  LANESCOPE_BOTH static inline name##3 make_##name##3(T x, T y, T z) { return {x, y, z}; } \
  LANESCOPE_BOTH static inline name##4 make_##name##4(T x, T y, T z, T w) { return {x, y, z, w}; }

LANESCOPE_MAKERS(char, signed char)
LANESCOPE_MAKERS(uchar, unsigned char)
LANESCOPE_MAKERS(short, short)
LANESCOPE_MAKERS(ushort, unsigned short)
LANESCOPE_MAKERS(int, int)
LANESCOPE_MAKERS(uint, unsigned int)
LANESCOPE_MAKERS(long, long)
LANESCOPE_MAKERS(ulong, unsigned long)
LANESCOPE_MAKERS(longlong, long long)
LANESCOPE_MAKERS(ulonglong, unsigned long long)
LANESCOPE_MAKERS(float, float)
LANESCOPE_MAKERS(double, double)
#undef LANESCOPE_MAKERS

#endif
