// gives <cuda_fp16.h> <cuda_fp16.hpp> <cuda_fp8.h> <cuda_fp8.hpp>
// gives <cublas_api.h> <cublas_v2.h> <cublasLt.h> <cublasXt.h>
// Lanescope's CUDA prelude for clang: <cuda_fp16.h>.
struct __half;
__LANESCOPE_FN__ float __half2float(__half);
__LANESCOPE_FN__ __half __float2half_rn(float);
__LANESCOPE_FN__ __half __double2half(double);
__LANESCOPE_FN__ __half __ll2half_rn(long long);
__LANESCOPE_FN__ __half __ull2half_rn(unsigned long long);
__LANESCOPE_HALF_TYPES__(__half, __half2, __half2float, __float2half_rn, __double2half,
                         __ll2half_rn, __ull2half_rn)
typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half nv_half;
typedef __half2 nv_half2;
struct __half_raw {
  unsigned short x;
  __LANESCOPE_MEMBER__ operator __half() const { return __builtin_bit_cast(__half, x); }
};
__LANESCOPE_FN__ float __half2float(__half a) {
  float r;
  __asm__("cvt.f32.f16 %0, %1;" : "=f"(r) : "h"(a.__x));
  return r;
}
#define __LANESCOPE_TO_HALF__(name, S, in, instruction)           \
  __LANESCOPE_FN__ __half name(S a) {                             \
    __half r;                                                     \
    __asm__("cvt." instruction " %0, %1;" : "=h"(r.__x) : in(a)); \
    return r;                                                     \
  }
__LANESCOPE_TO_HALF__(__float2half_rn, float, "f", "rn.f16.f32")
__LANESCOPE_TO_HALF__(__double2half, double, "d", "rn.f16.f64")
__LANESCOPE_TO_HALF__(__ll2half_rn, long long, "l", "rn.f16.s64")
__LANESCOPE_TO_HALF__(__ull2half_rn, unsigned long long, "l", "rn.f16.u64")
__LANESCOPE_H_2__(__hadd, __half, "add.f16 %0, %1, %2;")
__LANESCOPE_H_2__(__hsub, __half, "sub.f16 %0, %1, %2;")
__LANESCOPE_H_2__(__hmul, __half, "mul.f16 %0, %1, %2;")
__LANESCOPE_H_1__(__hneg, __half, "neg.f16 %0, %1;")
__LANESCOPE_FN__ __half __hdiv(__half a, __half b) {
  return __float2half_rn(__half2float(a) / __half2float(b));
}
__LANESCOPE_H2_2__(__hadd2, __half2, "add.f16x2 %0, %1, %2;")
__LANESCOPE_H2_2__(__hsub2, __half2, "sub.f16x2 %0, %1, %2;")
__LANESCOPE_H2_2__(__hmul2, __half2, "mul.f16x2 %0, %1, %2;")
__LANESCOPE_H2_1__(__hneg2, __half2, "neg.f16x2 %0, %1;")
__LANESCOPE_FN__ __half2 __h2div(__half2 a, __half2 b) {
  return __half2(__hdiv(a.x, b.x), __hdiv(a.y, b.y));
}
__LANESCOPE_HALF_OPERATOR__(__half, +, +=, __hadd)
__LANESCOPE_HALF_OPERATOR__(__half, -, -=, __hsub)
__LANESCOPE_HALF_OPERATOR__(__half, *, *=, __hmul)
__LANESCOPE_HALF_OPERATOR__(__half, /, /=, __hdiv)
__LANESCOPE_HALF_STEP__(__half, ++, __hadd, __half(1.0f))
__LANESCOPE_HALF_STEP__(__half, --, __hsub, __half(1.0f))
__LANESCOPE_FN__ __half operator+(const __half& a) { return a; }
__LANESCOPE_FN__ __half operator-(const __half& a) { return __hneg(a); }
__LANESCOPE_HALF_RELATION__(__half, ==, __half2float)
__LANESCOPE_HALF_RELATION__(__half, !=, __half2float)
__LANESCOPE_HALF_RELATION__(__half, <, __half2float)
__LANESCOPE_HALF_RELATION__(__half, <=, __half2float)
__LANESCOPE_HALF_RELATION__(__half, >, __half2float)
__LANESCOPE_HALF_RELATION__(__half, >=, __half2float)
__LANESCOPE_HALF_OPERATOR__(__half2, +, +=, __hadd2)
__LANESCOPE_HALF_OPERATOR__(__half2, -, -=, __hsub2)
__LANESCOPE_HALF_OPERATOR__(__half2, *, *=, __hmul2)
__LANESCOPE_HALF_OPERATOR__(__half2, /, /=, __h2div)
__LANESCOPE_HALF_STEP__(__half2, ++, __hadd2, __half2(__half(1.0f), __half(1.0f)))
__LANESCOPE_HALF_STEP__(__half2, --, __hsub2, __half2(__half(1.0f), __half(1.0f)))
__LANESCOPE_FN__ __half2 operator+(const __half2& a) { return a; }
__LANESCOPE_FN__ __half2 operator-(const __half2& a) { return __hneg2(a); }
__LANESCOPE_HALF_RELATION_2__(__half2, ==, __half2float)
__LANESCOPE_HALF_RELATION_2__(__half2, !=, __half2float)
__LANESCOPE_HALF_RELATION_2__(__half2, <, __half2float)
__LANESCOPE_HALF_RELATION_2__(__half2, <=, __half2float)
__LANESCOPE_HALF_RELATION_2__(__half2, >, __half2float)
__LANESCOPE_HALF_RELATION_2__(__half2, >=, __half2float)

__LANESCOPE_HALF_COMPARE__(__heq, __hequ, __heq2, __hequ2, __hbeq2, __hbequ2, __heq2_mask,
                           __hequ2_mask, __half, __half2, __half2float, __float2half_rn, x == y)

__LANESCOPE_HALF_COMPARE__(__hne, __hneu, __hne2, __hneu2, __hbne2, __hbneu2, __hne2_mask,
                           __hneu2_mask, __half, __half2, __half2float, __float2half_rn, x != y)

__LANESCOPE_HALF_COMPARE__(__hlt, __hltu, __hlt2, __hltu2, __hblt2, __hbltu2, __hlt2_mask,
                           __hltu2_mask, __half, __half2, __half2float, __float2half_rn, x < y)

__LANESCOPE_HALF_COMPARE__(__hle, __hleu, __hle2, __hleu2, __hble2, __hbleu2, __hle2_mask,
                           __hleu2_mask, __half, __half2, __half2float, __float2half_rn, x <= y)

__LANESCOPE_HALF_COMPARE__(__hgt, __hgtu, __hgt2, __hgtu2, __hbgt2, __hbgtu2, __hgt2_mask,
                           __hgtu2_mask, __half, __half2, __half2float, __float2half_rn, x > y)

__LANESCOPE_HALF_COMPARE__(__hge, __hgeu, __hge2, __hgeu2, __hbge2, __hbgeu2, __hge2_mask,
                           __hgeu2_mask, __half, __half2, __half2float, __float2half_rn, x >= y)

__LANESCOPE_FN__ __half __float2half(float a) { return __float2half_rn(a); }

__LANESCOPE_TO_HALF__(__float2half_rz, float, "f", "rz.f16.f32")

__LANESCOPE_TO_HALF__(__float2half_ru, float, "f", "rp.f16.f32")

__LANESCOPE_TO_HALF__(__float2half_rd, float, "f", "rm.f16.f32")

__LANESCOPE_TO_HALF__(__int2half_rn, int, "r", "rn.f16.s32")

__LANESCOPE_TO_HALF__(__int2half_rz, int, "r", "rz.f16.s32")

__LANESCOPE_TO_HALF__(__int2half_ru, int, "r", "rp.f16.s32")

__LANESCOPE_TO_HALF__(__int2half_rd, int, "r", "rm.f16.s32")

__LANESCOPE_TO_HALF__(__uint2half_rn, unsigned, "r", "rn.f16.u32")

__LANESCOPE_TO_HALF__(__uint2half_rz, unsigned, "r", "rz.f16.u32")

__LANESCOPE_TO_HALF__(__uint2half_ru, unsigned, "r", "rp.f16.u32")

__LANESCOPE_TO_HALF__(__uint2half_rd, unsigned, "r", "rm.f16.u32")

__LANESCOPE_TO_HALF__(__short2half_rn, short, "h", "rn.f16.s16")

__LANESCOPE_TO_HALF__(__short2half_rz, short, "h", "rz.f16.s16")

__LANESCOPE_TO_HALF__(__short2half_ru, short, "h", "rp.f16.s16")

__LANESCOPE_TO_HALF__(__short2half_rd, short, "h", "rm.f16.s16")

__LANESCOPE_TO_HALF__(__ushort2half_rn, unsigned short, "h", "rn.f16.u16")

__LANESCOPE_TO_HALF__(__ushort2half_rz, unsigned short, "h", "rz.f16.u16")

__LANESCOPE_TO_HALF__(__ushort2half_ru, unsigned short, "h", "rp.f16.u16")

__LANESCOPE_TO_HALF__(__ushort2half_rd, unsigned short, "h", "rm.f16.u16")

__LANESCOPE_TO_HALF__(__ll2half_rz, long long, "l", "rz.f16.s64")

__LANESCOPE_TO_HALF__(__ll2half_ru, long long, "l", "rp.f16.s64")

__LANESCOPE_TO_HALF__(__ll2half_rd, long long, "l", "rm.f16.s64")

__LANESCOPE_TO_HALF__(__ull2half_rz, unsigned long long, "l", "rz.f16.u64")

__LANESCOPE_TO_HALF__(__ull2half_ru, unsigned long long, "l", "rp.f16.u64")

__LANESCOPE_TO_HALF__(__ull2half_rd, unsigned long long, "l", "rm.f16.u64")

__LANESCOPE_HALF_TO_WHOLE__(__half2int_rn, int, __half, __half2float, __float2int_rn)

__LANESCOPE_HALF_TO_WHOLE__(__half2int_rz, int, __half, __half2float, __float2int_rz)

__LANESCOPE_HALF_TO_WHOLE__(__half2int_ru, int, __half, __half2float, __float2int_ru)

__LANESCOPE_HALF_TO_WHOLE__(__half2int_rd, int, __half, __half2float, __float2int_rd)

__LANESCOPE_HALF_TO_WHOLE__(__half2uint_rn, unsigned, __half, __half2float, __float2uint_rn)

__LANESCOPE_HALF_TO_WHOLE__(__half2uint_rz, unsigned, __half, __half2float, __float2uint_rz)

__LANESCOPE_HALF_TO_WHOLE__(__half2uint_ru, unsigned, __half, __half2float, __float2uint_ru)

__LANESCOPE_HALF_TO_WHOLE__(__half2uint_rd, unsigned, __half, __half2float, __float2uint_rd)

__LANESCOPE_HALF_TO_WHOLE__(__half2short_rn, short, __half, __half2float, __float2int_rn)

__LANESCOPE_HALF_TO_WHOLE__(__half2short_rz, short, __half, __half2float, __float2int_rz)

__LANESCOPE_HALF_TO_WHOLE__(__half2short_ru, short, __half, __half2float, __float2int_ru)

__LANESCOPE_HALF_TO_WHOLE__(__half2short_rd, short, __half, __half2float, __float2int_rd)

__LANESCOPE_HALF_TO_WHOLE__(__half2ushort_rn, unsigned short, __half, __half2float, __float2uint_rn)

__LANESCOPE_HALF_TO_WHOLE__(__half2ushort_rz, unsigned short, __half, __half2float, __float2uint_rz)

__LANESCOPE_HALF_TO_WHOLE__(__half2ushort_ru, unsigned short, __half, __half2float, __float2uint_ru)

__LANESCOPE_HALF_TO_WHOLE__(__half2ushort_rd, unsigned short, __half, __half2float, __float2uint_rd)

__LANESCOPE_HALF_TO_WHOLE__(__half2ll_rn, long long, __half, __half2float, __float2ll_rn)

__LANESCOPE_HALF_TO_WHOLE__(__half2ll_rz, long long, __half, __half2float, __float2ll_rz)

__LANESCOPE_HALF_TO_WHOLE__(__half2ll_ru, long long, __half, __half2float, __float2ll_ru)

__LANESCOPE_HALF_TO_WHOLE__(__half2ll_rd, long long, __half, __half2float, __float2ll_rd)

__LANESCOPE_HALF_TO_WHOLE__(__half2ull_rn, unsigned long long, __half, __half2float, __float2ull_rn)

__LANESCOPE_HALF_TO_WHOLE__(__half2ull_rz, unsigned long long, __half, __half2float, __float2ull_rz)

__LANESCOPE_HALF_TO_WHOLE__(__half2ull_ru, unsigned long long, __half, __half2float, __float2ull_ru)

__LANESCOPE_HALF_TO_WHOLE__(__half2ull_rd, unsigned long long, __half, __half2float, __float2ull_rd)

__LANESCOPE_HALF_TO_WHOLE__(__half2char_rz, signed char, __half, __half2float, __float2int_rz)

__LANESCOPE_HALF_TO_WHOLE__(__half2uchar_rz, unsigned char, __half, __half2float, __float2uint_rz)

__LANESCOPE_FN__ __half2 __float2half2_rn(float a) {
  return __half2(__float2half_rn(a), __float2half_rn(a));
}

__LANESCOPE_FN__ __half2 __floats2half2_rn(float a, float b) {
  return __half2(__float2half_rn(a), __float2half_rn(b));
}

__LANESCOPE_FN__ __half2 __float22half2_rn(float2 a) {
  return __half2(__float2half_rn(a.x), __float2half_rn(a.y));
}

__LANESCOPE_FN__ float2 __half22float2(__half2 a) {
  return make_float2(__half2float(a.x), __half2float(a.y));
}

__LANESCOPE_FN__ float __low2float(__half2 a) { return __half2float(a.x); }

__LANESCOPE_FN__ float __high2float(__half2 a) { return __half2float(a.y); }

__LANESCOPE_FN__ __half __low2half(__half2 a) { return a.x; }

__LANESCOPE_FN__ __half __high2half(__half2 a) { return a.y; }

__LANESCOPE_FN__ __half2 __low2half2(__half2 a) { return __half2(a.x, a.x); }

__LANESCOPE_FN__ __half2 __high2half2(__half2 a) { return __half2(a.y, a.y); }

__LANESCOPE_FN__ __half2 __lows2half2(__half2 a, __half2 b) { return __half2(a.x, b.x); }

__LANESCOPE_FN__ __half2 __highs2half2(__half2 a, __half2 b) { return __half2(a.y, b.y); }

__LANESCOPE_FN__ __half2 __lowhigh2highlow(__half2 a) { return __half2(a.y, a.x); }

__LANESCOPE_FN__ __half2 __halves2half2(__half a, __half b) { return __half2(a, b); }

__LANESCOPE_FN__ __half2 __half2half2(__half a) { return __half2(a, a); }

__LANESCOPE_FN__ __half2 make_half2(__half a, __half b) { return __half2(a, b); }

__LANESCOPE_FN__ short __half_as_short(__half a) { return (short)a.__x; }

__LANESCOPE_FN__ __half __short_as_half(short a) {
  __half r;
  r.__x = (unsigned short)a;
  return r;
}

__LANESCOPE_FN__ unsigned short __half_as_ushort(__half a) { return (unsigned short)a.__x; }

__LANESCOPE_FN__ __half __ushort_as_half(unsigned short a) {
  __half r;
  r.__x = (unsigned short)a;
  return r;
}

__LANESCOPE_H_3__(__hfma, __half, "fma.rn.f16 %0, %1, %2, %3;")

__LANESCOPE_H_3__(__hfma_relu, __half, "fma.rn.relu.f16 %0, %1, %2, %3;")

__LANESCOPE_H_1__(__habs, __half, "abs.f16 %0, %1;")

__LANESCOPE_H_2__(__hmin, __half, "min.f16 %0, %1, %2;")

__LANESCOPE_H_2__(__hmin_nan, __half, "min.NaN.f16 %0, %1, %2;")

__LANESCOPE_H_2__(__hmax, __half, "max.f16 %0, %1, %2;")

__LANESCOPE_H_2__(__hmax_nan, __half, "max.NaN.f16 %0, %1, %2;")

__LANESCOPE_FN__ __half __hadd_rn(__half a, __half b) { return __hadd(a, b); }

__LANESCOPE_H_2__(__hadd_sat, __half, "add.sat.f16 %0, %1, %2;")

__LANESCOPE_FN__ __half __hsub_rn(__half a, __half b) { return __hsub(a, b); }

__LANESCOPE_H_2__(__hsub_sat, __half, "sub.sat.f16 %0, %1, %2;")

__LANESCOPE_FN__ __half __hmul_rn(__half a, __half b) { return __hmul(a, b); }

__LANESCOPE_H_2__(__hmul_sat, __half, "mul.sat.f16 %0, %1, %2;")

__LANESCOPE_H_3__(__hfma_sat, __half, "fma.rn.sat.f16 %0, %1, %2, %3;")

__LANESCOPE_H2_3__(__hfma2, __half2, "fma.rn.f16x2 %0, %1, %2, %3;")

__LANESCOPE_H2_3__(__hfma2_relu, __half2, "fma.rn.relu.f16x2 %0, %1, %2, %3;")

__LANESCOPE_H2_1__(__habs2, __half2, "abs.f16x2 %0, %1;")

__LANESCOPE_H2_2__(__hmin2, __half2, "min.f16x2 %0, %1, %2;")

__LANESCOPE_H2_2__(__hmin2_nan, __half2, "min.NaN.f16x2 %0, %1, %2;")

__LANESCOPE_H2_2__(__hmax2, __half2, "max.f16x2 %0, %1, %2;")

__LANESCOPE_H2_2__(__hmax2_nan, __half2, "max.NaN.f16x2 %0, %1, %2;")

__LANESCOPE_FN__ __half2 __hadd2_rn(__half2 a, __half2 b) { return __hadd2(a, b); }

__LANESCOPE_H2_2__(__hadd2_sat, __half2, "add.sat.f16x2 %0, %1, %2;")

__LANESCOPE_FN__ __half2 __hsub2_rn(__half2 a, __half2 b) { return __hsub2(a, b); }

__LANESCOPE_H2_2__(__hsub2_sat, __half2, "sub.sat.f16x2 %0, %1, %2;")

__LANESCOPE_FN__ __half2 __hmul2_rn(__half2 a, __half2 b) { return __hmul2(a, b); }

__LANESCOPE_H2_2__(__hmul2_sat, __half2, "mul.sat.f16x2 %0, %1, %2;")

__LANESCOPE_H2_3__(__hfma2_sat, __half2, "fma.rn.sat.f16x2 %0, %1, %2, %3;")

__LANESCOPE_FN__ __half2 __hcmadd(__half2 a, __half2 b, __half2 c) {
  return __half2(__hfma(__hneg(a.y), b.y, __hfma(a.x, b.x, c.x)),
                 __hfma(a.y, b.x, __hfma(a.x, b.y, c.y)));
}

__LANESCOPE_FN__ bool __hisnan(__half a) { return (a.__x & 0x7fff) > 0x7c00; }

__LANESCOPE_FN__ int __hisinf(__half a) {
  return (a.__x & 0x7fff) != 0x7c00 ? 0 : (a.__x & 0x8000) != 0 ? -1 : 1;
}

__LANESCOPE_FN__ __half2 __hisnan2(__half2 a) {
  return __half2(__float2half_rn(__hisnan(a.x)), __float2half_rn(__hisnan(a.y)));
}

__LANESCOPE_H_BY_FLOAT__(hsqrt, h2sqrt, __half, __half2, __half2float, __float2half_rn,
                         __builtin_sqrtf(x))

__LANESCOPE_H_BY_FLOAT__(hrsqrt, h2rsqrt, __half, __half2, __half2float, __float2half_rn,
                         (float)(1.0 / __builtin_sqrt((double)x)))

__LANESCOPE_H_BY_FLOAT__(hrcp, h2rcp, __half, __half2, __half2float, __float2half_rn, 1.0f / x)

__LANESCOPE_H_BY_FLOAT__(htrunc, h2trunc, __half, __half2, __half2float, __float2half_rn,
                         __builtin_truncf(x))

__LANESCOPE_H_BY_FLOAT__(hfloor, h2floor, __half, __half2, __half2float, __float2half_rn,
                         __builtin_floorf(x))

__LANESCOPE_H_BY_FLOAT__(hceil, h2ceil, __half, __half2, __half2float, __float2half_rn,
                         __builtin_ceilf(x))

__LANESCOPE_H_BY_FLOAT__(hrint, h2rint, __half, __half2, __half2float, __float2half_rn,
                         __builtin_rintf(x))

__LANESCOPE_H_BY_FLOAT__(hexp, h2exp, __half, __half2, __half2float, __float2half_rn, expf(x))

__LANESCOPE_H_BY_FLOAT__(hexp2, h2exp2, __half, __half2, __half2float, __float2half_rn, exp2f(x))

__LANESCOPE_H_BY_FLOAT__(hexp10, h2exp10, __half, __half2, __half2float, __float2half_rn, exp10f(x))

__LANESCOPE_H_BY_FLOAT__(hlog, h2log, __half, __half2, __half2float, __float2half_rn, logf(x))

__LANESCOPE_H_BY_FLOAT__(hlog2, h2log2, __half, __half2, __half2float, __float2half_rn, log2f(x))

__LANESCOPE_H_BY_FLOAT__(hlog10, h2log10, __half, __half2, __half2float, __float2half_rn, log10f(x))

__LANESCOPE_H_BY_FLOAT__(hsin, h2sin, __half, __half2, __half2float, __float2half_rn, sinf(x))

__LANESCOPE_H_BY_FLOAT__(hcos, h2cos, __half, __half2, __half2float, __float2half_rn, cosf(x))

__LANESCOPE_H_BY_FLOAT__(htanh, h2tanh, __half, __half2, __half2float, __float2half_rn, tanhf(x))

__LANESCOPE_H_1__(htanh_approx, __half, "tanh.approx.f16 %0, %1;")

__LANESCOPE_H2_1__(h2tanh_approx, __half2, "tanh.approx.f16x2 %0, %1;")

__LANESCOPE_HALF_SHUFFLE__(__shfl_sync, int, __half, __half2)

__LANESCOPE_HALF_SHUFFLE__(__shfl_up_sync, unsigned, __half, __half2)

__LANESCOPE_HALF_SHUFFLE__(__shfl_down_sync, unsigned, __half, __half2)

__LANESCOPE_HALF_SHUFFLE__(__shfl_xor_sync, int, __half, __half2)

__LANESCOPE_FN__ __half atomicAdd(__half* p, __half a) {
  __half r;
  __asm__ volatile("atom.add.noftz.f16 %0, [%1], %2;"
                   : "=h"(r.__x)
                   : "l"(p), "h"(a.__x)
                   : "memory");
  return r;
}
__LANESCOPE_FN__ __half2 atomicAdd(__half2* p, __half2 a) {
  unsigned r;
  __asm__ volatile("atom.add.noftz.f16x2 %0, [%1], %2;"
                   : "=r"(r)
                   : "l"(p), "r"(__builtin_bit_cast(unsigned, a))
                   : "memory");
  return __builtin_bit_cast(__half2, r);
}
