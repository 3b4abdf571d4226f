// Lanescope's CUDA prelude for clang: float and double functions that take one PTX instruction or a
// few and are exact. libm.h has the others.

// ---- min, max, abs: CUDA's overloads ----
#define __LANESCOPE_MIN__(T) \
  __LANESCOPE_FN__ T min(T a, T b) { return b < a ? b : a; }
__LANESCOPE_MIN__(int)
__LANESCOPE_MIN__(unsigned)
__LANESCOPE_MIN__(long)
__LANESCOPE_MIN__(unsigned long)
__LANESCOPE_MIN__(long long)
__LANESCOPE_MIN__(unsigned long long)
__LANESCOPE_FN__ unsigned min(int a, unsigned b) { return min((unsigned)a, b); }
__LANESCOPE_FN__ unsigned min(unsigned a, int b) { return min(a, (unsigned)b); }
__LANESCOPE_FN__ unsigned long long min(long long a, unsigned long long b) {
  return min((unsigned long long)a, b);
}
__LANESCOPE_FN__ unsigned long long min(unsigned long long a, long long b) {
  return min(a, (unsigned long long)b);
}
__LANESCOPE_FN__ float min(float a, float b) { return __builtin_fminf(a, b); }
__LANESCOPE_FN__ double min(double a, double b) { return __builtin_fmin(a, b); }
__LANESCOPE_FN__ double min(float a, double b) { return __builtin_fmin(a, b); }
__LANESCOPE_FN__ double min(double a, float b) { return __builtin_fmin(a, b); }

#define __LANESCOPE_MAX__(T) \
  __LANESCOPE_FN__ T max(T a, T b) { return a < b ? b : a; }
__LANESCOPE_MAX__(int)
__LANESCOPE_MAX__(unsigned)
__LANESCOPE_MAX__(long)
__LANESCOPE_MAX__(unsigned long)
__LANESCOPE_MAX__(long long)
__LANESCOPE_MAX__(unsigned long long)
__LANESCOPE_FN__ unsigned max(int a, unsigned b) { return max((unsigned)a, b); }
__LANESCOPE_FN__ unsigned max(unsigned a, int b) { return max(a, (unsigned)b); }
__LANESCOPE_FN__ unsigned long long max(long long a, unsigned long long b) {
  return max((unsigned long long)a, b);
}
__LANESCOPE_FN__ unsigned long long max(unsigned long long a, long long b) {
  return max(a, (unsigned long long)b);
}
__LANESCOPE_FN__ float max(float a, float b) { return __builtin_fmaxf(a, b); }
__LANESCOPE_FN__ double max(double a, double b) { return __builtin_fmax(a, b); }
__LANESCOPE_FN__ double max(float a, double b) { return __builtin_fmax(a, b); }
__LANESCOPE_FN__ double max(double a, float b) { return __builtin_fmax(a, b); }

__LANESCOPE_FN__ unsigned umin(unsigned a, unsigned b) { return b < a ? b : a; }

__LANESCOPE_FN__ unsigned umax(unsigned a, unsigned b) { return a < b ? b : a; }

__LANESCOPE_FN__ long long llmin(long long a, long long b) { return b < a ? b : a; }

__LANESCOPE_FN__ long long llmax(long long a, long long b) { return a < b ? b : a; }

__LANESCOPE_FN__ unsigned long long ullmin(unsigned long long a, unsigned long long b) {
  return b < a ? b : a;
}

__LANESCOPE_FN__ unsigned long long ullmax(unsigned long long a, unsigned long long b) {
  return a < b ? b : a;
}

__LANESCOPE_FN__ int abs(int a) { return a < 0 ? -a : a; }
__LANESCOPE_FN__ long abs(long a) { return a < 0 ? -a : a; }
__LANESCOPE_FN__ long long abs(long long a) { return a < 0 ? -a : a; }
__LANESCOPE_FN__ float abs(float a) { return __builtin_fabsf(a); }
__LANESCOPE_FN__ double abs(double a) { return __builtin_fabs(a); }

// ---- one operand: namef(float), name(double), name(float) ----
#define __LANESCOPE_UNARY__(name, namef, builtin, builtinf)     \
  __LANESCOPE_FN__ float namef(float a) { return builtinf(a); } \
  __LANESCOPE_FN__ double name(double a) { return builtin(a); } \
  __LANESCOPE_FN__ float name(float a) { return builtinf(a); }

__LANESCOPE_UNARY__(fabs, fabsf, __builtin_fabs, __builtin_fabsf)

__LANESCOPE_UNARY__(sqrt, sqrtf, __builtin_sqrt, __builtin_sqrtf)

__LANESCOPE_UNARY__(floor, floorf, __builtin_floor, __builtin_floorf)

__LANESCOPE_UNARY__(ceil, ceilf, __builtin_ceil, __builtin_ceilf)

__LANESCOPE_UNARY__(trunc, truncf, __builtin_trunc, __builtin_truncf)

__LANESCOPE_UNARY__(rint, rintf, __builtin_rint, __builtin_rintf)

__LANESCOPE_UNARY__(nearbyint, nearbyintf, __builtin_rint, __builtin_rintf)

// Rounds halves away from zero; there is no such instruction. Adding 0.5 with the operand's sign
// (rounding towards zero) and truncating is exact: the addition drops only bits below the point. (A
// double above 2^52 is an integer; adding half its last place or less leaves it unchanged.)
__LANESCOPE_FN__ float roundf(float a) {
  float r;
  __asm__("add.rz.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(__builtin_copysignf(0.5f, a)));
  return __builtin_truncf(r);
}
__LANESCOPE_FN__ double round(double a) {
  double r;
  __asm__("add.rz.f64 %0, %1, %2;" : "=d"(r) : "d"(a), "d"(__builtin_copysign(0.5, a)));
  return __builtin_trunc(r);
}
__LANESCOPE_FN__ float round(float a) { return roundf(a); }

// ---- to integers ----
#define __LANESCOPE_TO_WHOLE__(name, T, S, letter, convert)   \
  __LANESCOPE_FN__ T name(S a) {                              \
    long long r;                                              \
    __asm__("cvt." convert " %0, %1;" : "=l"(r) : letter(a)); \
    return (T)r;                                              \
  }

__LANESCOPE_TO_WHOLE__(lrintf, long, float, "f", "rni.s64.f32")
__LANESCOPE_TO_WHOLE__(lrint, long, double, "d", "rni.s64.f64")
__LANESCOPE_FN__ long lrint(float a) { return lrintf(a); }

__LANESCOPE_TO_WHOLE__(llrintf, long long, float, "f", "rni.s64.f32")
__LANESCOPE_TO_WHOLE__(llrint, long long, double, "d", "rni.s64.f64")
__LANESCOPE_FN__ long long llrint(float a) { return llrintf(a); }

__LANESCOPE_TO_WHOLE__(__lanescope_cut_f, long, float, "f", "rzi.s64.f32")
__LANESCOPE_TO_WHOLE__(__lanescope_cut, long, double, "d", "rzi.s64.f64")

__LANESCOPE_FN__ long lroundf(float a) { return __lanescope_cut_f(roundf(a)); }
__LANESCOPE_FN__ long lround(double a) { return __lanescope_cut(round(a)); }
__LANESCOPE_FN__ long lround(float a) { return lroundf(a); }

__LANESCOPE_FN__ long long llroundf(float a) { return __lanescope_cut_f(roundf(a)); }
__LANESCOPE_FN__ long long llround(double a) { return __lanescope_cut(round(a)); }
__LANESCOPE_FN__ long long llround(float a) { return llroundf(a); }

// ---- two and three operands ----
#define __LANESCOPE_BINARY__(name, namef, builtin, builtinf)                 \
  __LANESCOPE_FN__ float namef(float a, float b) { return builtinf(a, b); }  \
  __LANESCOPE_FN__ double name(double a, double b) { return builtin(a, b); } \
  __LANESCOPE_FN__ float name(float a, float b) { return builtinf(a, b); }

__LANESCOPE_BINARY__(fmin, fminf, __builtin_fmin, __builtin_fminf)

__LANESCOPE_BINARY__(fmax, fmaxf, __builtin_fmax, __builtin_fmaxf)

__LANESCOPE_BINARY__(copysign, copysignf, __builtin_copysign, __builtin_copysignf)

__LANESCOPE_FN__ float fmaf(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
__LANESCOPE_FN__ double fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
__LANESCOPE_FN__ float fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }

__LANESCOPE_FN__ float fdimf(float a, float b) { return a <= b ? 0.0f : a - b; }
__LANESCOPE_FN__ double fdim(double a, double b) { return a <= b ? 0.0 : a - b; }
__LANESCOPE_FN__ float fdim(float a, float b) { return fdimf(a, b); }

__LANESCOPE_FN__ float fdividef(float a, float b) { return a / b; }

// The hardware's approximation, as in CUDA.
__LANESCOPE_FN__ float rsqrtf(float a) {
  float r;
  __asm__("rsqrt.approx.f32 %0, %1;" : "=f"(r) : "f"(a));
  return r;
}
__LANESCOPE_FN__ double rsqrt(double a) { return 1.0 / __builtin_sqrt(a); }
__LANESCOPE_FN__ float rsqrt(float a) { return rsqrtf(a); }

// ---- classification ----
__LANESCOPE_FN__ bool isnan(float a) { return __builtin_isnan(a); }
__LANESCOPE_FN__ bool isnan(double a) { return __builtin_isnan(a); }

__LANESCOPE_FN__ bool isinf(float a) { return __builtin_fabsf(a) == __builtin_inff(); }
__LANESCOPE_FN__ bool isinf(double a) { return __builtin_fabs(a) == __builtin_inf(); }

__LANESCOPE_FN__ bool isfinite(float a) { return __builtin_fabsf(a) < __builtin_inff(); }
__LANESCOPE_FN__ bool isfinite(double a) { return __builtin_fabs(a) < __builtin_inf(); }

__LANESCOPE_FN__ bool signbit(float a) { return __builtin_bit_cast(int, a) < 0; }
__LANESCOPE_FN__ bool signbit(double a) { return __builtin_bit_cast(long long, a) < 0; }

__LANESCOPE_FN__ int __isnanf(float a) { return __builtin_isnan(a); }

__LANESCOPE_FN__ int __isnan(double a) { return __builtin_isnan(a); }

__LANESCOPE_FN__ int __isinff(float a) { return __builtin_fabsf(a) == __builtin_inff(); }

__LANESCOPE_FN__ int __isinf(double a) { return __builtin_fabs(a) == __builtin_inf(); }

__LANESCOPE_FN__ int __finitef(float a) { return __builtin_fabsf(a) < __builtin_inff(); }

__LANESCOPE_FN__ int __finite(double a) { return __builtin_fabs(a) < __builtin_inf(); }

__LANESCOPE_FN__ int __signbitf(float a) { return __builtin_bit_cast(unsigned, a) >> 31; }

__LANESCOPE_FN__ int __signbit(double a) {
  return (int)(__builtin_bit_cast(unsigned long long, a) >> 63);
}

__LANESCOPE_FN__ float nanf(const char*) { return __builtin_bit_cast(float, 0x7fffffff); }

__LANESCOPE_FN__ double nan(const char*) {
  return __builtin_bit_cast(double, 0xfff8000000000000ull);
}

// ---- splitting a number into two parts, exactly ----
__LANESCOPE_FN__ float modff(float a, float* w) {
  *w = __builtin_truncf(a);
  return __builtin_copysignf(__builtin_fabsf(a) == __builtin_inff() ? 0.0f : a - *w, a);
}
__LANESCOPE_FN__ double modf(double a, double* w) {
  *w = __builtin_trunc(a);
  return __builtin_copysign(__builtin_fabs(a) == __builtin_inf() ? 0.0 : a - *w, a);
}
__LANESCOPE_FN__ float modf(float a, float* w) { return modff(a, w); }

__LANESCOPE_FN__ float frexpf(float a, int* e) {
  *e = 0;
  if (!(__builtin_fabsf(a) < __builtin_inff()) || a == 0.0f) return a + a;
  int s = __builtin_fabsf(a) < 1.17549435e-38f ? 24 : 0;
  unsigned b = __builtin_bit_cast(unsigned, s != 0 ? a * 16777216.0f : a);
  *e = (int)((b >> 23) & 0xffu) - 126 - s;
  return __builtin_bit_cast(float, (b & 0x807fffffu) | 0x3f000000u);
}
__LANESCOPE_FN__ double frexp(double a, int* e) {
  *e = 0;
  if (!(__builtin_fabs(a) < __builtin_inf()) || a == 0.0) return a + a;
  int s = __builtin_fabs(a) < 2.2250738585072014e-308 ? 54 : 0;
  unsigned long long b =
      __builtin_bit_cast(unsigned long long, s != 0 ? a * 18014398509481984.0 : a);
  *e = (int)((b >> 52) & 0x7ffull) - 1022 - s;
  return __builtin_bit_cast(double, (b & 0x800fffffffffffffull) | 0x3fe0000000000000ull);
}
__LANESCOPE_FN__ float frexp(float a, int* e) { return frexpf(a, e); }

// ---- operations with explicit rounding, never fused into a multiply-add ----
#define __LANESCOPE_ROUNDED_1__(name, instruction, T, in, out) \
  __LANESCOPE_FN__ T name(T a) {                               \
    T r;                                                       \
    __asm__(instruction " %0, %1;" : out(r) : in(a));          \
    return r;                                                  \
  }
#define __LANESCOPE_ROUNDED_2__(name, instruction, T, in, out)   \
  __LANESCOPE_FN__ T name(T a, T b) {                            \
    T r;                                                         \
    __asm__(instruction " %0, %1, %2;" : out(r) : in(a), in(b)); \
    return r;                                                    \
  }
#define __LANESCOPE_ROUNDED_3__(name, instruction, T, in, out)              \
  __LANESCOPE_FN__ T name(T a, T b, T c) {                                  \
    T r;                                                                    \
    __asm__(instruction " %0, %1, %2, %3;" : out(r) : in(a), in(b), in(c)); \
    return r;                                                               \
  }

__LANESCOPE_ROUNDED_2__(__fadd_rn, "add.rn.f32", float, "f", "=f")

__LANESCOPE_ROUNDED_2__(__fsub_rn, "sub.rn.f32", float, "f", "=f")

__LANESCOPE_ROUNDED_2__(__fmul_rn, "mul.rn.f32", float, "f", "=f")

__LANESCOPE_ROUNDED_2__(__fdiv_rn, "div.rn.f32", float, "f", "=f")

__LANESCOPE_ROUNDED_3__(__fmaf_rn, "fma.rn.f32", float, "f", "=f")

__LANESCOPE_ROUNDED_1__(__frcp_rn, "rcp.rn.f32", float, "f", "=f")

__LANESCOPE_ROUNDED_1__(__fsqrt_rn, "sqrt.rn.f32", float, "f", "=f")

__LANESCOPE_FN__ float __fmaf_ieee_rn(float a, float b, float c) { return __fmaf_rn(a, b, c); }

__LANESCOPE_ROUNDED_2__(__dadd_rn, "add.rn.f64", double, "d", "=d")

__LANESCOPE_ROUNDED_2__(__dsub_rn, "sub.rn.f64", double, "d", "=d")

__LANESCOPE_ROUNDED_2__(__dmul_rn, "mul.rn.f64", double, "d", "=d")

__LANESCOPE_ROUNDED_2__(__ddiv_rn, "div.rn.f64", double, "d", "=d")

__LANESCOPE_ROUNDED_3__(__fma_rn, "fma.rn.f64", double, "d", "=d")

__LANESCOPE_ROUNDED_1__(__drcp_rn, "rcp.rn.f64", double, "d", "=d")

__LANESCOPE_ROUNDED_1__(__dsqrt_rn, "sqrt.rn.f64", double, "d", "=d")

__LANESCOPE_ROUNDED_2__(__fadd_rz, "add.rz.f32", float, "f", "=f")

__LANESCOPE_ROUNDED_2__(__fsub_rz, "sub.rz.f32", float, "f", "=f")

__LANESCOPE_ROUNDED_2__(__fmul_rz, "mul.rz.f32", float, "f", "=f")

__LANESCOPE_ROUNDED_2__(__fdiv_rz, "div.rz.f32", float, "f", "=f")

__LANESCOPE_ROUNDED_3__(__fmaf_rz, "fma.rz.f32", float, "f", "=f")

__LANESCOPE_ROUNDED_1__(__frcp_rz, "rcp.rz.f32", float, "f", "=f")

__LANESCOPE_ROUNDED_1__(__fsqrt_rz, "sqrt.rz.f32", float, "f", "=f")

__LANESCOPE_FN__ float __fmaf_ieee_rz(float a, float b, float c) { return __fmaf_rz(a, b, c); }

__LANESCOPE_ROUNDED_2__(__dadd_rz, "add.rz.f64", double, "d", "=d")

__LANESCOPE_ROUNDED_2__(__dsub_rz, "sub.rz.f64", double, "d", "=d")

__LANESCOPE_ROUNDED_2__(__dmul_rz, "mul.rz.f64", double, "d", "=d")

__LANESCOPE_ROUNDED_2__(__ddiv_rz, "div.rz.f64", double, "d", "=d")

__LANESCOPE_ROUNDED_3__(__fma_rz, "fma.rz.f64", double, "d", "=d")

__LANESCOPE_ROUNDED_1__(__drcp_rz, "rcp.rz.f64", double, "d", "=d")

__LANESCOPE_ROUNDED_1__(__dsqrt_rz, "sqrt.rz.f64", double, "d", "=d")

__LANESCOPE_ROUNDED_2__(__fadd_ru, "add.rp.f32", float, "f", "=f")

__LANESCOPE_ROUNDED_2__(__fsub_ru, "sub.rp.f32", float, "f", "=f")

__LANESCOPE_ROUNDED_2__(__fmul_ru, "mul.rp.f32", float, "f", "=f")

__LANESCOPE_ROUNDED_2__(__fdiv_ru, "div.rp.f32", float, "f", "=f")

__LANESCOPE_ROUNDED_3__(__fmaf_ru, "fma.rp.f32", float, "f", "=f")

__LANESCOPE_ROUNDED_1__(__frcp_ru, "rcp.rp.f32", float, "f", "=f")

__LANESCOPE_ROUNDED_1__(__fsqrt_ru, "sqrt.rp.f32", float, "f", "=f")

__LANESCOPE_FN__ float __fmaf_ieee_ru(float a, float b, float c) { return __fmaf_ru(a, b, c); }

__LANESCOPE_ROUNDED_2__(__dadd_ru, "add.rp.f64", double, "d", "=d")

__LANESCOPE_ROUNDED_2__(__dsub_ru, "sub.rp.f64", double, "d", "=d")

__LANESCOPE_ROUNDED_2__(__dmul_ru, "mul.rp.f64", double, "d", "=d")

__LANESCOPE_ROUNDED_2__(__ddiv_ru, "div.rp.f64", double, "d", "=d")

__LANESCOPE_ROUNDED_3__(__fma_ru, "fma.rp.f64", double, "d", "=d")

__LANESCOPE_ROUNDED_1__(__drcp_ru, "rcp.rp.f64", double, "d", "=d")

__LANESCOPE_ROUNDED_1__(__dsqrt_ru, "sqrt.rp.f64", double, "d", "=d")

__LANESCOPE_ROUNDED_2__(__fadd_rd, "add.rm.f32", float, "f", "=f")

__LANESCOPE_ROUNDED_2__(__fsub_rd, "sub.rm.f32", float, "f", "=f")

__LANESCOPE_ROUNDED_2__(__fmul_rd, "mul.rm.f32", float, "f", "=f")

__LANESCOPE_ROUNDED_2__(__fdiv_rd, "div.rm.f32", float, "f", "=f")

__LANESCOPE_ROUNDED_3__(__fmaf_rd, "fma.rm.f32", float, "f", "=f")

__LANESCOPE_ROUNDED_1__(__frcp_rd, "rcp.rm.f32", float, "f", "=f")

__LANESCOPE_ROUNDED_1__(__fsqrt_rd, "sqrt.rm.f32", float, "f", "=f")

__LANESCOPE_FN__ float __fmaf_ieee_rd(float a, float b, float c) { return __fmaf_rd(a, b, c); }

__LANESCOPE_ROUNDED_2__(__dadd_rd, "add.rm.f64", double, "d", "=d")

__LANESCOPE_ROUNDED_2__(__dsub_rd, "sub.rm.f64", double, "d", "=d")

__LANESCOPE_ROUNDED_2__(__dmul_rd, "mul.rm.f64", double, "d", "=d")

__LANESCOPE_ROUNDED_2__(__ddiv_rd, "div.rm.f64", double, "d", "=d")

__LANESCOPE_ROUNDED_3__(__fma_rd, "fma.rm.f64", double, "d", "=d")

__LANESCOPE_ROUNDED_1__(__drcp_rd, "rcp.rm.f64", double, "d", "=d")

__LANESCOPE_ROUNDED_1__(__dsqrt_rd, "sqrt.rm.f64", double, "d", "=d")

// Correctly rounded: double is precise enough that the second rounding does no harm.
__LANESCOPE_FN__ float __frsqrt_rn(float a) { return (float)(1.0 / __builtin_sqrt((double)a)); }

// ---- the hardware's approximations ----
__LANESCOPE_ROUNDED_2__(__fdividef, "div.approx.f32", float, "f", "=f")

__LANESCOPE_ROUNDED_1__(__saturatef, "cvt.sat.f32.f32", float, "f", "=f")

__LANESCOPE_ROUNDED_1__(__sinf, "sin.approx.f32", float, "f", "=f")

__LANESCOPE_ROUNDED_1__(__cosf, "cos.approx.f32", float, "f", "=f")

__LANESCOPE_ROUNDED_1__(__tanhf, "tanh.approx.f32", float, "f", "=f")

__LANESCOPE_ROUNDED_1__(__lanescope_ex2, "ex2.approx.f32", float, "f", "=f")

__LANESCOPE_ROUNDED_1__(__log2f, "lg2.approx.f32", float, "f", "=f")

__LANESCOPE_FN__ float __tanf(float a) { return __fdividef(__sinf(a), __cosf(a)); }

__LANESCOPE_FN__ void __sincosf(float a, float* s, float* c) {
  *s = __sinf(a);
  *c = __cosf(a);
}

__LANESCOPE_FN__ float __logf(float a) { return __log2f(a) * 0.693147182f; }

__LANESCOPE_FN__ float __log10f(float a) { return __log2f(a) * 0.30103001f; }

__LANESCOPE_FN__ float __expf(float a) { return __lanescope_ex2(a * 1.44269502f); }

__LANESCOPE_FN__ float __exp2f(float a) { return __lanescope_ex2(a); }

__LANESCOPE_FN__ float __exp10f(float a) { return __lanescope_ex2(a * 3.32192802f); }

__LANESCOPE_FN__ float __powf(float a, float b) { return __lanescope_ex2(b * __log2f(a)); }
