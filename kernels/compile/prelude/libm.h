// Lanescope's CUDA prelude for clang: libm functions that take more than a few instructions. CUDA
// links them from the Toolkit's libdevice. Here the call stays in the PTX under libdevice's name,
// and the emulator executes it with the host's libm. "const" lets clang merge equal calls.

#define __LANESCOPE_EXTERN__ extern "C" __attribute__((device, const, nothrow))
#define __LANESCOPE_LIBM_1__(name, namef, nv, nvf)         \
  __LANESCOPE_EXTERN__ float nvf(float);                   \
  __LANESCOPE_EXTERN__ double nv(double);                  \
  __LANESCOPE_FN__ float namef(float a) { return nvf(a); } \
  __LANESCOPE_FN__ double name(double a) { return nv(a); } \
  __LANESCOPE_FN__ float name(float a) { return nvf(a); }
#define __LANESCOPE_LIBM_2__(name, namef, nv, nvf)                      \
  __LANESCOPE_EXTERN__ float nvf(float, float);                         \
  __LANESCOPE_EXTERN__ double nv(double, double);                       \
  __LANESCOPE_FN__ float namef(float a, float b) { return nvf(a, b); }  \
  __LANESCOPE_FN__ double name(double a, double b) { return nv(a, b); } \
  __LANESCOPE_FN__ float name(float a, float b) { return nvf(a, b); }

__LANESCOPE_LIBM_1__(exp, expf, __nv_exp, __nv_expf)

__LANESCOPE_LIBM_1__(exp2, exp2f, __nv_exp2, __nv_exp2f)

__LANESCOPE_LIBM_1__(exp10, exp10f, __nv_exp10, __nv_exp10f)

__LANESCOPE_LIBM_1__(expm1, expm1f, __nv_expm1, __nv_expm1f)

__LANESCOPE_LIBM_1__(log, logf, __nv_log, __nv_logf)

__LANESCOPE_LIBM_1__(log2, log2f, __nv_log2, __nv_log2f)

__LANESCOPE_LIBM_1__(log10, log10f, __nv_log10, __nv_log10f)

__LANESCOPE_LIBM_1__(log1p, log1pf, __nv_log1p, __nv_log1pf)

__LANESCOPE_LIBM_1__(sin, sinf, __nv_sin, __nv_sinf)

__LANESCOPE_LIBM_1__(cos, cosf, __nv_cos, __nv_cosf)

__LANESCOPE_LIBM_1__(tan, tanf, __nv_tan, __nv_tanf)

__LANESCOPE_LIBM_1__(asin, asinf, __nv_asin, __nv_asinf)

__LANESCOPE_LIBM_1__(acos, acosf, __nv_acos, __nv_acosf)

__LANESCOPE_LIBM_1__(atan, atanf, __nv_atan, __nv_atanf)

__LANESCOPE_LIBM_1__(sinh, sinhf, __nv_sinh, __nv_sinhf)

__LANESCOPE_LIBM_1__(cosh, coshf, __nv_cosh, __nv_coshf)

__LANESCOPE_LIBM_1__(tanh, tanhf, __nv_tanh, __nv_tanhf)

__LANESCOPE_LIBM_1__(asinh, asinhf, __nv_asinh, __nv_asinhf)

__LANESCOPE_LIBM_1__(acosh, acoshf, __nv_acosh, __nv_acoshf)

__LANESCOPE_LIBM_1__(atanh, atanhf, __nv_atanh, __nv_atanhf)

__LANESCOPE_LIBM_1__(cbrt, cbrtf, __nv_cbrt, __nv_cbrtf)

__LANESCOPE_LIBM_1__(erf, erff, __nv_erf, __nv_erff)

__LANESCOPE_LIBM_1__(erfc, erfcf, __nv_erfc, __nv_erfcf)

__LANESCOPE_LIBM_1__(tgamma, tgammaf, __nv_tgamma, __nv_tgammaf)

__LANESCOPE_LIBM_1__(lgamma, lgammaf, __nv_lgamma, __nv_lgammaf)

__LANESCOPE_LIBM_1__(logb, logbf, __nv_logb, __nv_logbf)

__LANESCOPE_EXTERN__ float __nv_j0f(float);
__LANESCOPE_EXTERN__ double __nv_j0(double);
__LANESCOPE_FN__ float j0f(float a) { return __nv_j0f(a); }
__LANESCOPE_FN__ double j0(double a) { return __nv_j0(a); }

__LANESCOPE_EXTERN__ float __nv_j1f(float);
__LANESCOPE_EXTERN__ double __nv_j1(double);
__LANESCOPE_FN__ float j1f(float a) { return __nv_j1f(a); }
__LANESCOPE_FN__ double j1(double a) { return __nv_j1(a); }

__LANESCOPE_EXTERN__ float __nv_y0f(float);
__LANESCOPE_EXTERN__ double __nv_y0(double);
__LANESCOPE_FN__ float y0f(float a) { return __nv_y0f(a); }
__LANESCOPE_FN__ double y0(double a) { return __nv_y0(a); }

__LANESCOPE_EXTERN__ float __nv_y1f(float);
__LANESCOPE_EXTERN__ double __nv_y1(double);
__LANESCOPE_FN__ float y1f(float a) { return __nv_y1f(a); }
__LANESCOPE_FN__ double y1(double a) { return __nv_y1(a); }

__LANESCOPE_EXTERN__ float __nv_jnf(int, float);
__LANESCOPE_EXTERN__ double __nv_jn(int, double);
__LANESCOPE_FN__ float jnf(int n, float a) { return __nv_jnf(n, a); }
__LANESCOPE_FN__ double jn(int n, double a) { return __nv_jn(n, a); }

__LANESCOPE_EXTERN__ float __nv_ynf(int, float);
__LANESCOPE_EXTERN__ double __nv_yn(int, double);
__LANESCOPE_FN__ float ynf(int n, float a) { return __nv_ynf(n, a); }
__LANESCOPE_FN__ double yn(int n, double a) { return __nv_yn(n, a); }

__LANESCOPE_LIBM_2__(atan2, atan2f, __nv_atan2, __nv_atan2f)

__LANESCOPE_LIBM_2__(fmod, fmodf, __nv_fmod, __nv_fmodf)

__LANESCOPE_LIBM_2__(hypot, hypotf, __nv_hypot, __nv_hypotf)

__LANESCOPE_LIBM_2__(remainder, remainderf, __nv_remainder, __nv_remainderf)

__LANESCOPE_LIBM_2__(nextafter, nextafterf, __nv_nextafter, __nv_nextafterf)

__LANESCOPE_LIBM_2__(pow, powf, __nv_pow, __nv_powf)
__LANESCOPE_FN__ float pow(float a, int b) { return __nv_powf(a, (float)b); }
__LANESCOPE_FN__ double pow(double a, int b) { return __nv_pow(a, (double)b); }
__LANESCOPE_FN__ double pow(float a, double b) { return __nv_pow((double)a, b); }
__LANESCOPE_FN__ double pow(double a, float b) { return __nv_pow(a, (double)b); }

__LANESCOPE_EXTERN__ int __nv_ilogbf(float);
__LANESCOPE_EXTERN__ int __nv_ilogb(double);
__LANESCOPE_FN__ int ilogbf(float a) { return __nv_ilogbf(a); }
__LANESCOPE_FN__ int ilogb(double a) { return __nv_ilogb(a); }
__LANESCOPE_FN__ int ilogb(float a) { return __nv_ilogbf(a); }

__LANESCOPE_EXTERN__ float __nv_ldexpf(float, int);
__LANESCOPE_EXTERN__ double __nv_ldexp(double, int);

__LANESCOPE_FN__ float ldexpf(float a, int n) { return __nv_ldexpf(a, n); }
__LANESCOPE_FN__ double ldexp(double a, int n) { return __nv_ldexp(a, n); }
__LANESCOPE_FN__ float ldexp(float a, int n) { return __nv_ldexpf(a, n); }

__LANESCOPE_FN__ float scalbnf(float a, int n) { return __nv_ldexpf(a, n); }
__LANESCOPE_FN__ double scalbn(double a, int n) { return __nv_ldexp(a, n); }
__LANESCOPE_FN__ float scalbn(float a, int n) { return __nv_ldexpf(a, n); }

__LANESCOPE_FN__ int __lanescope_clamped(long n) {
  return (int)(n > 100000 ? 100000 : n < -100000 ? -100000 : n);
}

__LANESCOPE_FN__ float scalblnf(float a, long n) { return __nv_ldexpf(a, __lanescope_clamped(n)); }
__LANESCOPE_FN__ double scalbln(double a, long n) { return __nv_ldexp(a, __lanescope_clamped(n)); }
__LANESCOPE_FN__ float scalbln(float a, long n) { return scalblnf(a, n); }

__LANESCOPE_LIBM_1__(sinpi, sinpif, __nv_sinpi, __nv_sinpif)

__LANESCOPE_LIBM_1__(cospi, cospif, __nv_cospi, __nv_cospif)

__LANESCOPE_LIBM_1__(rcbrt, rcbrtf, __nv_rcbrt, __nv_rcbrtf)

__LANESCOPE_LIBM_1__(normcdf, normcdff, __nv_normcdf, __nv_normcdff)

__LANESCOPE_LIBM_1__(normcdfinv, normcdfinvf, __nv_normcdfinv, __nv_normcdfinvf)

__LANESCOPE_LIBM_1__(erfinv, erfinvf, __nv_erfinv, __nv_erfinvf)

__LANESCOPE_LIBM_1__(erfcinv, erfcinvf, __nv_erfcinv, __nv_erfcinvf)

__LANESCOPE_LIBM_1__(erfcx, erfcxf, __nv_erfcx, __nv_erfcxf)

__LANESCOPE_LIBM_1__(cyl_bessel_i0, cyl_bessel_i0f, __nv_cyl_bessel_i0, __nv_cyl_bessel_i0f)

__LANESCOPE_LIBM_1__(cyl_bessel_i1, cyl_bessel_i1f, __nv_cyl_bessel_i1, __nv_cyl_bessel_i1f)

__LANESCOPE_LIBM_2__(rhypot, rhypotf, __nv_rhypot, __nv_rhypotf)

// ---- composed of others ----
__LANESCOPE_FN__ void sincosf(float a, float* s, float* c) {
  *s = sinf(a);
  *c = cosf(a);
}
__LANESCOPE_FN__ void sincos(double a, double* s, double* c) {
  *s = sin(a);
  *c = cos(a);
}
__LANESCOPE_FN__ void sincos(float a, float* s, float* c) { sincosf(a, s, c); }

__LANESCOPE_FN__ void sincospi(double a, double* s, double* c) {
  *s = sinpi(a);
  *c = cospi(a);
}
__LANESCOPE_FN__ void sincospif(float a, float* s, float* c) {
  *s = sinpif(a);
  *c = cospif(a);
}
__LANESCOPE_FN__ void sincospi(float a, float* s, float* c) { sincospif(a, s, c); }

__LANESCOPE_FN__ double norm3d(double a, double b, double c) { return hypot(hypot(a, b), c); }
__LANESCOPE_FN__ float norm3df(float a, float b, float c) { return (float)norm3d(a, b, c); }

__LANESCOPE_FN__ double norm4d(double a, double b, double c, double d) {
  return hypot(hypot(a, b), hypot(c, d));
}
__LANESCOPE_FN__ float norm4df(float a, float b, float c, float d) {
  return (float)norm4d(a, b, c, d);
}

__LANESCOPE_FN__ double rnorm3d(double a, double b, double c) { return 1.0 / norm3d(a, b, c); }

__LANESCOPE_FN__ float rnorm3df(float a, float b, float c) {
  return (float)(1.0 / norm3d(a, b, c));
}

__LANESCOPE_FN__ double rnorm4d(double a, double b, double c, double d) {
  return 1.0 / norm4d(a, b, c, d);
}

__LANESCOPE_FN__ float rnorm4df(float a, float b, float c, float d) {
  return (float)(1.0 / norm4d(a, b, c, d));
}

__LANESCOPE_FN__ double norm(int n, const double* p) {
  double r = 0.0;
  for (int i = 0; i < n; ++i) r = hypot(r, p[i]);
  return r;
}

__LANESCOPE_FN__ float normf(int n, const float* p) {
  double r = 0.0;
  for (int i = 0; i < n; ++i) r = hypot(r, (double)p[i]);
  return (float)r;
}

// The remainder, and the low three bits of the quotient with its sign.
__LANESCOPE_FN__ double remquo(double a, double b, int* q) {
  double r = remainder(a, b);
  double m = __builtin_fabs(fmod(a, 8.0 * b)), d = __builtin_fabs(b);
  int n = 0;
  for (int k = 4; k > 0; k /= 2) {
    if (m >= k * d) m -= k * d, n += k;
  }
  n += 2.0 * m > d || (2.0 * m == d && (n & 1) != 0);
  *q = __builtin_isnan(r) ? 0 : signbit(a) != signbit(b) ? -(n & 7) : n & 7;
  return r;
}
__LANESCOPE_FN__ float remquof(float a, float b, int* q) {
  return (float)remquo((double)a, (double)b, q);
}
__LANESCOPE_FN__ float remquo(float a, float b, int* q) { return remquof(a, b, q); }
