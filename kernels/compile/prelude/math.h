// Lanescope's CUDA prelude for clang, 6 of 6: arithmetic. What one PTX instruction (or a few) gives
// exactly as CUDA's own library does is here; the rest of libm is named at the end, so that its use
// is one clear error.

// ---- integers ----
__LANESCOPE_FN__ int abs(int a) { return a < 0 ? -a : a; }
__LANESCOPE_FN__ long long llabs(long long a) { return a < 0 ? -a : a; }
__LANESCOPE_FN__ int __popc(unsigned a) { return __builtin_popcount(a); }
__LANESCOPE_FN__ int __popcll(unsigned long long a) { return __builtin_popcountll(a); }
__LANESCOPE_FN__ int __clz(int a) { return a == 0 ? 32 : __builtin_clz((unsigned)a); }
__LANESCOPE_FN__ int __clzll(long long a) {
  return a == 0 ? 64 : __builtin_clzll((unsigned long long)a);
}
__LANESCOPE_FN__ int __ffs(int a) { return a == 0 ? 0 : __builtin_ctz((unsigned)a) + 1; }
__LANESCOPE_FN__ int __ffsll(long long a) {
  return a == 0 ? 0 : __builtin_ctzll((unsigned long long)a) + 1;
}
__LANESCOPE_FN__ unsigned __brev(unsigned a) { return __builtin_bitreverse32(a); }
__LANESCOPE_FN__ unsigned long long __brevll(unsigned long long a) {
  return __builtin_bitreverse64(a);
}
__LANESCOPE_FN__ int __mul24(int a, int b) { return ((a << 8) >> 8) * ((b << 8) >> 8); }
__LANESCOPE_FN__ unsigned __umul24(unsigned a, unsigned b) {
  return (a & 0xffffffu) * (b & 0xffffffu);
}
__LANESCOPE_FN__ int __mulhi(int a, int b) { return (int)(((long long)a * b) >> 32); }
__LANESCOPE_FN__ unsigned __umulhi(unsigned a, unsigned b) {
  return (unsigned)(((unsigned long long)a * b) >> 32);
}
__LANESCOPE_FN__ unsigned __byte_perm(unsigned a, unsigned b, unsigned selector) {
  unsigned result;
  __asm__("prmt.b32 %0, %1, %2, %3;" : "=r"(result) : "r"(a), "r"(b), "r"(selector));
  return result;
}

// ---- min, max: CUDA's overloads ----
#define __LANESCOPE_MIN_MAX__(T)                             \
  __LANESCOPE_FN__ T min(T a, T b) { return b < a ? b : a; } \
  __LANESCOPE_FN__ T max(T a, T b) { return a < b ? b : a; }
__LANESCOPE_MIN_MAX__(int)
__LANESCOPE_MIN_MAX__(unsigned)
__LANESCOPE_MIN_MAX__(long)
__LANESCOPE_MIN_MAX__(unsigned long)
__LANESCOPE_MIN_MAX__(long long)
__LANESCOPE_MIN_MAX__(unsigned long long)
#undef __LANESCOPE_MIN_MAX__
__LANESCOPE_FN__ unsigned min(int a, unsigned b) { return min((unsigned)a, b); }
__LANESCOPE_FN__ unsigned min(unsigned a, int b) { return min(a, (unsigned)b); }
__LANESCOPE_FN__ unsigned max(int a, unsigned b) { return max((unsigned)a, b); }
__LANESCOPE_FN__ unsigned max(unsigned a, int b) { return max(a, (unsigned)b); }

// ---- float and double: exact, by one instruction ----
#define __LANESCOPE_FLOATING__(f, T)                                             \
  __LANESCOPE_FN__ T fmin##f(T a, T b) { return __builtin_fmin##f(a, b); }       \
  __LANESCOPE_FN__ T fmax##f(T a, T b) { return __builtin_fmax##f(a, b); }       \
  __LANESCOPE_FN__ T fabs##f(T a) { return __builtin_fabs##f(a); }               \
  __LANESCOPE_FN__ T sqrt##f(T a) { return __builtin_sqrt##f(a); }               \
  __LANESCOPE_FN__ T floor##f(T a) { return __builtin_floor##f(a); }             \
  __LANESCOPE_FN__ T ceil##f(T a) { return __builtin_ceil##f(a); }               \
  __LANESCOPE_FN__ T trunc##f(T a) { return __builtin_trunc##f(a); }             \
  __LANESCOPE_FN__ T rint##f(T a) { return __builtin_rint##f(a); }               \
  __LANESCOPE_FN__ T fma##f(T a, T b, T c) { return __builtin_fma##f(a, b, c); } \
  __LANESCOPE_FN__ T copysign##f(T a, T b) { return __builtin_copysign##f(a, b); }
__LANESCOPE_FLOATING__(f, float)
__LANESCOPE_FLOATING__(, double)
#undef __LANESCOPE_FLOATING__
__LANESCOPE_FN__ float min(float a, float b) { return fminf(a, b); }
__LANESCOPE_FN__ float max(float a, float b) { return fmaxf(a, b); }
__LANESCOPE_FN__ double min(double a, double b) { return fmin(a, b); }
__LANESCOPE_FN__ double max(double a, double b) { return fmax(a, b); }
__LANESCOPE_FN__ float abs(float a) { return fabsf(a); }
__LANESCOPE_FN__ double abs(double a) { return fabs(a); }
__LANESCOPE_FN__ float sqrt(float a) { return sqrtf(a); }
__LANESCOPE_FN__ float __fmaf_rn(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
__LANESCOPE_FN__ double __fma_rn(double a, double b, double c) { return __builtin_fma(a, b, c); }
__LANESCOPE_FN__ float __fsqrt_rn(float a) { return __builtin_sqrtf(a); }
__LANESCOPE_FN__ float __saturatef(float a) { return fminf(fmaxf(a, 0.0f), 1.0f); }

// Never fused into a multiply-add, unlike + and *.
#define __LANESCOPE_ROUNDED__(name, instruction)                         \
  __LANESCOPE_FN__ float name(float a, float b) {                        \
    float result;                                                        \
    __asm__(instruction " %0, %1, %2;" : "=f"(result) : "f"(a), "f"(b)); \
    return result;                                                       \
  }
__LANESCOPE_ROUNDED__(__fadd_rn, "add.rn.f32")
__LANESCOPE_ROUNDED__(__fsub_rn, "sub.rn.f32")
__LANESCOPE_ROUNDED__(__fmul_rn, "mul.rn.f32")
__LANESCOPE_ROUNDED__(__fdiv_rn, "div.rn.f32")
__LANESCOPE_ROUNDED__(__fdividef, "div.approx.f32")
#undef __LANESCOPE_ROUNDED__

// ---- the hardware's approximations ----
#define __LANESCOPE_APPROXIMATE__(name, instruction)         \
  __LANESCOPE_FN__ float name(float a) {                     \
    float result;                                            \
    __asm__(instruction " %0, %1;" : "=f"(result) : "f"(a)); \
    return result;                                           \
  }
__LANESCOPE_APPROXIMATE__(rsqrtf, "rsqrt.approx.f32")
__LANESCOPE_APPROXIMATE__(__frsqrt_rn, "rsqrt.approx.f32")
__LANESCOPE_APPROXIMATE__(__sinf, "sin.approx.f32")
__LANESCOPE_APPROXIMATE__(__cosf, "cos.approx.f32")
__LANESCOPE_APPROXIMATE__(__lanescope_ex2, "ex2.approx.f32")
__LANESCOPE_APPROXIMATE__(__lanescope_lg2, "lg2.approx.f32")
#undef __LANESCOPE_APPROXIMATE__
__LANESCOPE_FN__ float __log2f(float a) { return __lanescope_lg2(a); }
__LANESCOPE_FN__ float __logf(float a) { return __lanescope_lg2(a) * 0.693147182f; }
__LANESCOPE_FN__ float __expf(float a) { return __lanescope_ex2(a * 1.44269502f); }
__LANESCOPE_FN__ float __exp10f(float a) { return __lanescope_ex2(a * 3.32192802f); }
__LANESCOPE_FN__ float __powf(float a, float b) { return __lanescope_ex2(b * __lanescope_lg2(a)); }

// ---- bits and conversions ----
__LANESCOPE_FN__ int __float_as_int(float a) { return __builtin_bit_cast(int, a); }
__LANESCOPE_FN__ unsigned __float_as_uint(float a) { return __builtin_bit_cast(unsigned, a); }
__LANESCOPE_FN__ float __int_as_float(int a) { return __builtin_bit_cast(float, a); }
__LANESCOPE_FN__ float __uint_as_float(unsigned a) { return __builtin_bit_cast(float, a); }
__LANESCOPE_FN__ long long __double_as_longlong(double a) {
  return __builtin_bit_cast(long long, a);
}
__LANESCOPE_FN__ double __longlong_as_double(long long a) { return __builtin_bit_cast(double, a); }
__LANESCOPE_FN__ float __int2float_rn(int a) { return (float)a; }
__LANESCOPE_FN__ int __float2int_rz(float a) { return (int)a; }
__LANESCOPE_FN__ int __float2int_rn(float a) { return (int)rintf(a); }
__LANESCOPE_FN__ int __float2int_rd(float a) { return (int)floorf(a); }
__LANESCOPE_FN__ int __float2int_ru(float a) { return (int)ceilf(a); }

// ---- loads through the read-only path ----
#define __LANESCOPE_LDG__(T, builtin) \
  __LANESCOPE_FN__ T __ldg(const T* address) { return builtin(address); }
__LANESCOPE_LDG__(char, __nvvm_ldg_c)
__LANESCOPE_LDG__(unsigned char, __nvvm_ldg_uc)
__LANESCOPE_LDG__(short, __nvvm_ldg_s)
__LANESCOPE_LDG__(unsigned short, __nvvm_ldg_us)
__LANESCOPE_LDG__(int, __nvvm_ldg_i)
__LANESCOPE_LDG__(unsigned, __nvvm_ldg_ui)
__LANESCOPE_LDG__(long long, __nvvm_ldg_ll)
__LANESCOPE_LDG__(unsigned long long, __nvvm_ldg_ull)
__LANESCOPE_LDG__(float, __nvvm_ldg_f)
__LANESCOPE_LDG__(double, __nvvm_ldg_d)
#undef __LANESCOPE_LDG__
#define __LANESCOPE_LDG__(T, element, lanes, builtin, ...)            \
  __LANESCOPE_FN__ T __ldg(const T* address) {                        \
    typedef element __vector __attribute__((ext_vector_type(lanes))); \
    __vector v = builtin((const __vector*)address);                   \
    return T{__VA_ARGS__};                                            \
  }
__LANESCOPE_LDG__(int2, int, 2, __nvvm_ldg_i2, v[0], v[1])
__LANESCOPE_LDG__(int4, int, 4, __nvvm_ldg_i4, v[0], v[1], v[2], v[3])
__LANESCOPE_LDG__(uint2, unsigned, 2, __nvvm_ldg_ui2, v[0], v[1])
__LANESCOPE_LDG__(uint4, unsigned, 4, __nvvm_ldg_ui4, v[0], v[1], v[2], v[3])
__LANESCOPE_LDG__(float2, float, 2, __nvvm_ldg_f2, v[0], v[1])
__LANESCOPE_LDG__(float4, float, 4, __nvvm_ldg_f4, v[0], v[1], v[2], v[3])
__LANESCOPE_LDG__(double2, double, 2, __nvvm_ldg_d2, v[0], v[1])
#undef __LANESCOPE_LDG__

// ---- not here ----
#define __LANESCOPE_ABSENT__(name, T, ...)                                               \
  __device__                                                                             \
      __attribute__((unavailable("it is not in Lanescope's clang prelude; compile with " \
                                 "NVRTC, or use an intrinsic such as __expf")))          \
      T name(__VA_ARGS__);
#define __LANESCOPE_ABSENT_1__(name)          \
  __LANESCOPE_ABSENT__(name##f, float, float) \
  __LANESCOPE_ABSENT__(name, double, double)
#define __LANESCOPE_ABSENT_2__(name)                 \
  __LANESCOPE_ABSENT__(name##f, float, float, float) \
  __LANESCOPE_ABSENT__(name, double, double, double)
__LANESCOPE_ABSENT_1__(exp)
__LANESCOPE_ABSENT_1__(exp2)
__LANESCOPE_ABSENT_1__(expm1)
__LANESCOPE_ABSENT_1__(log)
__LANESCOPE_ABSENT_1__(log2)
__LANESCOPE_ABSENT_1__(log10)
__LANESCOPE_ABSENT_1__(log1p)
__LANESCOPE_ABSENT_1__(sin)
__LANESCOPE_ABSENT_1__(cos)
__LANESCOPE_ABSENT_1__(tan)
__LANESCOPE_ABSENT_1__(asin)
__LANESCOPE_ABSENT_1__(acos)
__LANESCOPE_ABSENT_1__(atan)
__LANESCOPE_ABSENT_1__(sinh)
__LANESCOPE_ABSENT_1__(cosh)
__LANESCOPE_ABSENT_1__(tanh)
__LANESCOPE_ABSENT_1__(cbrt)
__LANESCOPE_ABSENT_1__(erf)
__LANESCOPE_ABSENT_1__(round)
__LANESCOPE_ABSENT_2__(pow)
__LANESCOPE_ABSENT_2__(fmod)
__LANESCOPE_ABSENT_2__(hypot)
__LANESCOPE_ABSENT_2__(atan2)
__LANESCOPE_ABSENT__(rsqrt, double, double)
#undef __LANESCOPE_ABSENT__
#undef __LANESCOPE_ABSENT_1__
#undef __LANESCOPE_ABSENT_2__
