// Lanescope's headers for whole programs by clang: functions of CUDA that the host has, too.

#if __clang_major__ < 15
#define __noinline__ __attribute__((noinline))
#endif
#define __LANESCOPE_HOST__ static __inline__ __attribute__((host))

#define __LANESCOPE_HOST_LEAST__(R, A, B)                                  \
  __LANESCOPE_HOST__ R min(A a, B b) { return (R)a < (R)b ? (R)a : (R)b; } \
  __LANESCOPE_HOST__ R max(A a, B b) { return (R)a > (R)b ? (R)a : (R)b; }
__LANESCOPE_HOST_LEAST__(int, int, int)
__LANESCOPE_HOST_LEAST__(unsigned, unsigned, unsigned)
__LANESCOPE_HOST_LEAST__(unsigned, int, unsigned)
__LANESCOPE_HOST_LEAST__(unsigned, unsigned, int)
__LANESCOPE_HOST_LEAST__(long, long, long)
__LANESCOPE_HOST_LEAST__(unsigned long, unsigned long, unsigned long)
__LANESCOPE_HOST_LEAST__(unsigned long, long, unsigned long)
__LANESCOPE_HOST_LEAST__(unsigned long, unsigned long, long)
__LANESCOPE_HOST_LEAST__(long long, long long, long long)
__LANESCOPE_HOST_LEAST__(unsigned long long, unsigned long long, unsigned long long)
__LANESCOPE_HOST_LEAST__(unsigned long long, long long, unsigned long long)
__LANESCOPE_HOST_LEAST__(unsigned long long, unsigned long long, long long)

#define __LANESCOPE_HOST_LEAST_REAL__(R, A, B)                              \
  __LANESCOPE_HOST__ R min(A a, B b) { return __builtin_fmin((R)a, (R)b); } \
  __LANESCOPE_HOST__ R max(A a, B b) { return __builtin_fmax((R)a, (R)b); }
__LANESCOPE_HOST_LEAST_REAL__(float, float, float)
__LANESCOPE_HOST_LEAST_REAL__(double, double, double)
__LANESCOPE_HOST_LEAST_REAL__(double, float, double)
__LANESCOPE_HOST_LEAST_REAL__(double, double, float)

#define __LANESCOPE_HOST_1__(name, e)                           \
  __LANESCOPE_HOST__ double name(double x) { return e; }        \
  __LANESCOPE_HOST__ float name(float x) { return (float)(e); } \
  __LANESCOPE_HOST__ float name##f(float x) { return (float)(e); }
__LANESCOPE_HOST_1__(rsqrt, 1 / __builtin_sqrt(x))
__LANESCOPE_HOST_1__(rcbrt, 1 / __builtin_cbrt(x))
__LANESCOPE_HOST_1__(sinpi, __builtin_sin(M_PI* x))
__LANESCOPE_HOST_1__(cospi, __builtin_cos(M_PI* x))
__LANESCOPE_HOST_1__(normcdf, 0.5 * __builtin_erfc(-M_SQRT1_2 * x))

__LANESCOPE_HOST__ void sincospi(double x, double* s, double* c) { *s = sinpi(x), *c = cospi(x); }
__LANESCOPE_HOST__ void sincospif(float x, float* s, float* c) { *s = sinpif(x), *c = cospif(x); }
