// gives <cuda_bf16.h> <cuda_bf16.hpp> <cuda_fp8.h> <cuda_fp8.hpp>
// gives <cublas_api.h> <cublas_v2.h> <cublasLt.h> <cublasXt.h>
// Lanescope's CUDA prelude for clang: <cuda_bf16.h>. sm_80 has fma.rn.bf16 but no addition and no
// multiplication: a sum is an fma with factor 1, a product an fma with addend -0.
struct __nv_bfloat16;
__LANESCOPE_FN__ float __bfloat162float(__nv_bfloat16);
__LANESCOPE_FN__ __nv_bfloat16 __float2bfloat16_rn(float);
__LANESCOPE_FN__ __nv_bfloat16 __double2bfloat16(double);
__LANESCOPE_FN__ __nv_bfloat16 __ll2bfloat16_rn(long long);
__LANESCOPE_FN__ __nv_bfloat16 __ull2bfloat16_rn(unsigned long long);
__LANESCOPE_HALF_TYPES__(__nv_bfloat16, __nv_bfloat162, __bfloat162float, __float2bfloat16_rn,
                         __double2bfloat16, __ll2bfloat16_rn, __ull2bfloat16_rn)
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
struct __nv_bfloat16_raw {
  unsigned short x;
  __LANESCOPE_MEMBER__ operator __nv_bfloat16() const {
    return __builtin_bit_cast(__nv_bfloat16, x);
  }
};
__LANESCOPE_FN__ float __bfloat162float(__nv_bfloat16 a) {
  return __builtin_bit_cast(float, (unsigned)a.__x << 16);
}
__LANESCOPE_FN__ __nv_bfloat16 __float2bfloat16_rn(float a) {
  __nv_bfloat16 r;
  __asm__("cvt.rn.bf16.f32 %0, %1;" : "=h"(r.__x) : "f"(a));
  return r;
}
// Avoids double rounding. The first rounding, to float, is towards zero, and the float's last bit
// then records whether anything was cut off. The second rounding needs that bit to recognise a tie.
__LANESCOPE_FN__ float __lanescope_odd(float a, bool cut) {
  return __builtin_bit_cast(float, __builtin_bit_cast(unsigned, a) | (unsigned)cut);
}
__LANESCOPE_FN__ __nv_bfloat16 __double2bfloat16(double a) {
  float f = __double2float_rz(a);
  return __float2bfloat16_rn(__lanescope_odd(f, (double)f != a && f == f));
}
__LANESCOPE_FN__ __nv_bfloat16 __ll2bfloat16_rn(long long a) {
  float f = __ll2float_rz(a);
  return __float2bfloat16_rn(__lanescope_odd(f, f != __ll2float_ru(a) || f != __ll2float_rd(a)));
}
__LANESCOPE_FN__ __nv_bfloat16 __ull2bfloat16_rn(unsigned long long a) {
  float f = __ull2float_rz(a);
  return __float2bfloat16_rn(__lanescope_odd(f, f != __ull2float_ru(a)));
}
__LANESCOPE_H_2__(__hadd, __nv_bfloat16,
                  "{ .reg .b16 %%c; mov.b16 %%c, 0x3f80U; fma.rn.bf16 %0, %1, %%c, %2; }")
__LANESCOPE_H_2__(__hsub, __nv_bfloat16,
                  "{ .reg .b16 %%c; mov.b16 %%c, 0xbf80U; fma.rn.bf16 %0, %2, %%c, %1; }")
__LANESCOPE_H_2__(__hmul, __nv_bfloat16,
                  "{ .reg .b16 %%c; mov.b16 %%c, 0x8000U; fma.rn.bf16 %0, %1, %2, %%c; }")
__LANESCOPE_H_1__(__hneg, __nv_bfloat16, "neg.bf16 %0, %1;")
__LANESCOPE_FN__ __nv_bfloat16 __hdiv(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __float2bfloat16_rn(__bfloat162float(a) / __bfloat162float(b));
}
__LANESCOPE_H2_2__(__hadd2, __nv_bfloat162,
                   "{ .reg .b32 %%c; mov.b32 %%c, 0x3f803f80U; fma.rn.bf16x2 %0, %1, %%c, %2; }")
__LANESCOPE_H2_2__(__hsub2, __nv_bfloat162,
                   "{ .reg .b32 %%c; mov.b32 %%c, 0xbf80bf80U; fma.rn.bf16x2 %0, %2, %%c, %1; }")
__LANESCOPE_H2_2__(__hmul2, __nv_bfloat162,
                   "{ .reg .b32 %%c; mov.b32 %%c, 0x80008000U; fma.rn.bf16x2 %0, %1, %2, %%c; }")
__LANESCOPE_H2_1__(__hneg2, __nv_bfloat162, "neg.bf16x2 %0, %1;")
__LANESCOPE_FN__ __nv_bfloat162 __h2div(__nv_bfloat162 a, __nv_bfloat162 b) {
  return __nv_bfloat162(__hdiv(a.x, b.x), __hdiv(a.y, b.y));
}
__LANESCOPE_HALF_OPERATOR__(__nv_bfloat16, +, +=, __hadd)
__LANESCOPE_HALF_OPERATOR__(__nv_bfloat16, -, -=, __hsub)
__LANESCOPE_HALF_OPERATOR__(__nv_bfloat16, *, *=, __hmul)
__LANESCOPE_HALF_OPERATOR__(__nv_bfloat16, /, /=, __hdiv)
__LANESCOPE_HALF_STEP__(__nv_bfloat16, ++, __hadd, __nv_bfloat16(1.0f))
__LANESCOPE_HALF_STEP__(__nv_bfloat16, --, __hsub, __nv_bfloat16(1.0f))
__LANESCOPE_FN__ __nv_bfloat16 operator+(const __nv_bfloat16& a) { return a; }
__LANESCOPE_FN__ __nv_bfloat16 operator-(const __nv_bfloat16& a) { return __hneg(a); }
__LANESCOPE_HALF_RELATION__(__nv_bfloat16, ==, __bfloat162float)
__LANESCOPE_HALF_RELATION__(__nv_bfloat16, !=, __bfloat162float)
__LANESCOPE_HALF_RELATION__(__nv_bfloat16, <, __bfloat162float)
__LANESCOPE_HALF_RELATION__(__nv_bfloat16, <=, __bfloat162float)
__LANESCOPE_HALF_RELATION__(__nv_bfloat16, >, __bfloat162float)
__LANESCOPE_HALF_RELATION__(__nv_bfloat16, >=, __bfloat162float)
__LANESCOPE_HALF_OPERATOR__(__nv_bfloat162, +, +=, __hadd2)
__LANESCOPE_HALF_OPERATOR__(__nv_bfloat162, -, -=, __hsub2)
__LANESCOPE_HALF_OPERATOR__(__nv_bfloat162, *, *=, __hmul2)
__LANESCOPE_HALF_OPERATOR__(__nv_bfloat162, /, /=, __h2div)
__LANESCOPE_HALF_STEP__(__nv_bfloat162, ++, __hadd2,
                        __nv_bfloat162(__nv_bfloat16(1.0f), __nv_bfloat16(1.0f)))
__LANESCOPE_HALF_STEP__(__nv_bfloat162, --, __hsub2,
                        __nv_bfloat162(__nv_bfloat16(1.0f), __nv_bfloat16(1.0f)))
__LANESCOPE_FN__ __nv_bfloat162 operator+(const __nv_bfloat162& a) { return a; }
__LANESCOPE_FN__ __nv_bfloat162 operator-(const __nv_bfloat162& a) { return __hneg2(a); }
__LANESCOPE_HALF_RELATION_2__(__nv_bfloat162, ==, __bfloat162float)
__LANESCOPE_HALF_RELATION_2__(__nv_bfloat162, !=, __bfloat162float)
__LANESCOPE_HALF_RELATION_2__(__nv_bfloat162, <, __bfloat162float)
__LANESCOPE_HALF_RELATION_2__(__nv_bfloat162, <=, __bfloat162float)
__LANESCOPE_HALF_RELATION_2__(__nv_bfloat162, >, __bfloat162float)
__LANESCOPE_HALF_RELATION_2__(__nv_bfloat162, >=, __bfloat162float)

__LANESCOPE_HALF_COMPARE__(__heq, __hequ, __heq2, __hequ2, __hbeq2, __hbequ2, __heq2_mask,
                           __hequ2_mask, __nv_bfloat16, __nv_bfloat162, __bfloat162float,
                           __float2bfloat16_rn, x == y)

__LANESCOPE_HALF_COMPARE__(__hne, __hneu, __hne2, __hneu2, __hbne2, __hbneu2, __hne2_mask,
                           __hneu2_mask, __nv_bfloat16, __nv_bfloat162, __bfloat162float,
                           __float2bfloat16_rn, x != y)

__LANESCOPE_HALF_COMPARE__(__hlt, __hltu, __hlt2, __hltu2, __hblt2, __hbltu2, __hlt2_mask,
                           __hltu2_mask, __nv_bfloat16, __nv_bfloat162, __bfloat162float,
                           __float2bfloat16_rn, x < y)

__LANESCOPE_HALF_COMPARE__(__hle, __hleu, __hle2, __hleu2, __hble2, __hbleu2, __hle2_mask,
                           __hleu2_mask, __nv_bfloat16, __nv_bfloat162, __bfloat162float,
                           __float2bfloat16_rn, x <= y)

__LANESCOPE_HALF_COMPARE__(__hgt, __hgtu, __hgt2, __hgtu2, __hbgt2, __hbgtu2, __hgt2_mask,
                           __hgtu2_mask, __nv_bfloat16, __nv_bfloat162, __bfloat162float,
                           __float2bfloat16_rn, x > y)

__LANESCOPE_HALF_COMPARE__(__hge, __hgeu, __hge2, __hgeu2, __hbge2, __hbgeu2, __hge2_mask,
                           __hgeu2_mask, __nv_bfloat16, __nv_bfloat162, __bfloat162float,
                           __float2bfloat16_rn, x >= y)

__LANESCOPE_FN__ __nv_bfloat16 __float2bfloat16(float a) { return __float2bfloat16_rn(a); }

// Rounding towards zero drops the low half. The other directions add one unit in the last place if
// anything was dropped.
__LANESCOPE_FN__ __nv_bfloat16 __lanescope_bf16(float a, bool up, bool down) {
  unsigned b = __builtin_bit_cast(unsigned, a);
  __nv_bfloat16 r;
  r.__x = (unsigned short)(b >> 16);
  if (a != a) {
    r.__x = 0x7fff;
  } else if ((b & 0xffffu) != 0 && ((b >> 31) != 0 ? down : up)) {
    ++r.__x;
  }
  return r;
}

__LANESCOPE_FN__ __nv_bfloat16 __float2bfloat16_rz(float a) {
  return __lanescope_bf16(a, false, false);
}

__LANESCOPE_FN__ __nv_bfloat16 __float2bfloat16_ru(float a) {
  return __lanescope_bf16(a, true, false);
}

__LANESCOPE_FN__ __nv_bfloat16 __float2bfloat16_rd(float a) {
  return __lanescope_bf16(a, false, true);
}

__LANESCOPE_FN__ __nv_bfloat16 __int2bfloat16_rn(int a) { return __ll2bfloat16_rn(a); }

__LANESCOPE_FN__ __nv_bfloat16 __int2bfloat16_rz(int a) {
  return __float2bfloat16_rz(__int2float_rz(a));
}

__LANESCOPE_FN__ __nv_bfloat16 __int2bfloat16_ru(int a) {
  return __float2bfloat16_ru(__int2float_ru(a));
}

__LANESCOPE_FN__ __nv_bfloat16 __int2bfloat16_rd(int a) {
  return __float2bfloat16_rd(__int2float_rd(a));
}

__LANESCOPE_FN__ __nv_bfloat16 __uint2bfloat16_rn(unsigned a) { return __ull2bfloat16_rn(a); }

__LANESCOPE_FN__ __nv_bfloat16 __uint2bfloat16_rz(unsigned a) {
  return __float2bfloat16_rz(__uint2float_rz(a));
}

__LANESCOPE_FN__ __nv_bfloat16 __uint2bfloat16_ru(unsigned a) {
  return __float2bfloat16_ru(__uint2float_ru(a));
}

__LANESCOPE_FN__ __nv_bfloat16 __uint2bfloat16_rd(unsigned a) {
  return __float2bfloat16_rd(__uint2float_rd(a));
}

__LANESCOPE_FN__ __nv_bfloat16 __short2bfloat16_rn(short a) { return __ll2bfloat16_rn(a); }

__LANESCOPE_FN__ __nv_bfloat16 __short2bfloat16_rz(short a) {
  return __float2bfloat16_rz(__int2float_rz(a));
}

__LANESCOPE_FN__ __nv_bfloat16 __short2bfloat16_ru(short a) {
  return __float2bfloat16_ru(__int2float_ru(a));
}

__LANESCOPE_FN__ __nv_bfloat16 __short2bfloat16_rd(short a) {
  return __float2bfloat16_rd(__int2float_rd(a));
}

__LANESCOPE_FN__ __nv_bfloat16 __ushort2bfloat16_rn(unsigned short a) {
  return __ull2bfloat16_rn(a);
}

__LANESCOPE_FN__ __nv_bfloat16 __ushort2bfloat16_rz(unsigned short a) {
  return __float2bfloat16_rz(__uint2float_rz(a));
}

__LANESCOPE_FN__ __nv_bfloat16 __ushort2bfloat16_ru(unsigned short a) {
  return __float2bfloat16_ru(__uint2float_ru(a));
}

__LANESCOPE_FN__ __nv_bfloat16 __ushort2bfloat16_rd(unsigned short a) {
  return __float2bfloat16_rd(__uint2float_rd(a));
}

__LANESCOPE_FN__ __nv_bfloat16 __ll2bfloat16_rz(long long a) {
  return __float2bfloat16_rz(__ll2float_rz(a));
}

__LANESCOPE_FN__ __nv_bfloat16 __ll2bfloat16_ru(long long a) {
  return __float2bfloat16_ru(__ll2float_ru(a));
}

__LANESCOPE_FN__ __nv_bfloat16 __ll2bfloat16_rd(long long a) {
  return __float2bfloat16_rd(__ll2float_rd(a));
}

__LANESCOPE_FN__ __nv_bfloat16 __ull2bfloat16_rz(unsigned long long a) {
  return __float2bfloat16_rz(__ull2float_rz(a));
}

__LANESCOPE_FN__ __nv_bfloat16 __ull2bfloat16_ru(unsigned long long a) {
  return __float2bfloat16_ru(__ull2float_ru(a));
}

__LANESCOPE_FN__ __nv_bfloat16 __ull2bfloat16_rd(unsigned long long a) {
  return __float2bfloat16_rd(__ull2float_rd(a));
}

__LANESCOPE_HALF_TO_WHOLE__(__bfloat162int_rn, int, __nv_bfloat16, __bfloat162float, __float2int_rn)

__LANESCOPE_HALF_TO_WHOLE__(__bfloat162int_rz, int, __nv_bfloat16, __bfloat162float, __float2int_rz)

__LANESCOPE_HALF_TO_WHOLE__(__bfloat162int_ru, int, __nv_bfloat16, __bfloat162float, __float2int_ru)

__LANESCOPE_HALF_TO_WHOLE__(__bfloat162int_rd, int, __nv_bfloat16, __bfloat162float, __float2int_rd)

__LANESCOPE_HALF_TO_WHOLE__(__bfloat162uint_rn, unsigned, __nv_bfloat16, __bfloat162float,
                            __float2uint_rn)

__LANESCOPE_HALF_TO_WHOLE__(__bfloat162uint_rz, unsigned, __nv_bfloat16, __bfloat162float,
                            __float2uint_rz)

__LANESCOPE_HALF_TO_WHOLE__(__bfloat162uint_ru, unsigned, __nv_bfloat16, __bfloat162float,
                            __float2uint_ru)

__LANESCOPE_HALF_TO_WHOLE__(__bfloat162uint_rd, unsigned, __nv_bfloat16, __bfloat162float,
                            __float2uint_rd)

__LANESCOPE_HALF_TO_WHOLE__(__bfloat162short_rn, short, __nv_bfloat16, __bfloat162float,
                            __float2int_rn)

__LANESCOPE_HALF_TO_WHOLE__(__bfloat162short_rz, short, __nv_bfloat16, __bfloat162float,
                            __float2int_rz)

__LANESCOPE_HALF_TO_WHOLE__(__bfloat162short_ru, short, __nv_bfloat16, __bfloat162float,
                            __float2int_ru)

__LANESCOPE_HALF_TO_WHOLE__(__bfloat162short_rd, short, __nv_bfloat16, __bfloat162float,
                            __float2int_rd)

__LANESCOPE_HALF_TO_WHOLE__(__bfloat162ushort_rn, unsigned short, __nv_bfloat16, __bfloat162float,
                            __float2uint_rn)

__LANESCOPE_HALF_TO_WHOLE__(__bfloat162ushort_rz, unsigned short, __nv_bfloat16, __bfloat162float,
                            __float2uint_rz)

__LANESCOPE_HALF_TO_WHOLE__(__bfloat162ushort_ru, unsigned short, __nv_bfloat16, __bfloat162float,
                            __float2uint_ru)

__LANESCOPE_HALF_TO_WHOLE__(__bfloat162ushort_rd, unsigned short, __nv_bfloat16, __bfloat162float,
                            __float2uint_rd)

__LANESCOPE_HALF_TO_WHOLE__(__bfloat162ll_rn, long long, __nv_bfloat16, __bfloat162float,
                            __float2ll_rn)

__LANESCOPE_HALF_TO_WHOLE__(__bfloat162ll_rz, long long, __nv_bfloat16, __bfloat162float,
                            __float2ll_rz)

__LANESCOPE_HALF_TO_WHOLE__(__bfloat162ll_ru, long long, __nv_bfloat16, __bfloat162float,
                            __float2ll_ru)

__LANESCOPE_HALF_TO_WHOLE__(__bfloat162ll_rd, long long, __nv_bfloat16, __bfloat162float,
                            __float2ll_rd)

__LANESCOPE_HALF_TO_WHOLE__(__bfloat162ull_rn, unsigned long long, __nv_bfloat16, __bfloat162float,
                            __float2ull_rn)

__LANESCOPE_HALF_TO_WHOLE__(__bfloat162ull_rz, unsigned long long, __nv_bfloat16, __bfloat162float,
                            __float2ull_rz)

__LANESCOPE_HALF_TO_WHOLE__(__bfloat162ull_ru, unsigned long long, __nv_bfloat16, __bfloat162float,
                            __float2ull_ru)

__LANESCOPE_HALF_TO_WHOLE__(__bfloat162ull_rd, unsigned long long, __nv_bfloat16, __bfloat162float,
                            __float2ull_rd)

__LANESCOPE_HALF_TO_WHOLE__(__bfloat162char_rz, signed char, __nv_bfloat16, __bfloat162float,
                            __float2int_rz)

__LANESCOPE_HALF_TO_WHOLE__(__bfloat162uchar_rz, unsigned char, __nv_bfloat16, __bfloat162float,
                            __float2uint_rz)

__LANESCOPE_FN__ __nv_bfloat162 __float2bfloat162_rn(float a) {
  return __nv_bfloat162(__float2bfloat16_rn(a), __float2bfloat16_rn(a));
}

__LANESCOPE_FN__ __nv_bfloat162 __floats2bfloat162_rn(float a, float b) {
  return __nv_bfloat162(__float2bfloat16_rn(a), __float2bfloat16_rn(b));
}

__LANESCOPE_FN__ __nv_bfloat162 __float22bfloat162_rn(float2 a) {
  return __nv_bfloat162(__float2bfloat16_rn(a.x), __float2bfloat16_rn(a.y));
}

__LANESCOPE_FN__ float2 __bfloat1622float2(__nv_bfloat162 a) {
  return make_float2(__bfloat162float(a.x), __bfloat162float(a.y));
}

__LANESCOPE_FN__ float __low2float(__nv_bfloat162 a) { return __bfloat162float(a.x); }

__LANESCOPE_FN__ float __high2float(__nv_bfloat162 a) { return __bfloat162float(a.y); }

__LANESCOPE_FN__ __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }

__LANESCOPE_FN__ __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }

__LANESCOPE_FN__ __nv_bfloat162 __low2bfloat162(__nv_bfloat162 a) {
  return __nv_bfloat162(a.x, a.x);
}

__LANESCOPE_FN__ __nv_bfloat162 __high2bfloat162(__nv_bfloat162 a) {
  return __nv_bfloat162(a.y, a.y);
}

__LANESCOPE_FN__ __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) {
  return __nv_bfloat162(a.x, b.x);
}

__LANESCOPE_FN__ __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) {
  return __nv_bfloat162(a.y, b.y);
}

__LANESCOPE_FN__ __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 a) {
  return __nv_bfloat162(a.y, a.x);
}

__LANESCOPE_FN__ __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __nv_bfloat162(a, b);
}

__LANESCOPE_FN__ __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) {
  return __nv_bfloat162(a, a);
}

__LANESCOPE_FN__ __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __nv_bfloat162(a, b);
}

__LANESCOPE_FN__ short __bfloat16_as_short(__nv_bfloat16 a) { return (short)a.__x; }

__LANESCOPE_FN__ __nv_bfloat16 __short_as_bfloat16(short a) {
  __nv_bfloat16 r;
  r.__x = (unsigned short)a;
  return r;
}

__LANESCOPE_FN__ unsigned short __bfloat16_as_ushort(__nv_bfloat16 a) {
  return (unsigned short)a.__x;
}

__LANESCOPE_FN__ __nv_bfloat16 __ushort_as_bfloat16(unsigned short a) {
  __nv_bfloat16 r;
  r.__x = (unsigned short)a;
  return r;
}

__LANESCOPE_H_3__(__hfma, __nv_bfloat16, "fma.rn.bf16 %0, %1, %2, %3;")

__LANESCOPE_H_3__(__hfma_relu, __nv_bfloat16, "fma.rn.relu.bf16 %0, %1, %2, %3;")

__LANESCOPE_H_1__(__habs, __nv_bfloat16, "abs.bf16 %0, %1;")

__LANESCOPE_H_2__(__hmin, __nv_bfloat16, "min.bf16 %0, %1, %2;")

__LANESCOPE_H_2__(__hmin_nan, __nv_bfloat16, "min.NaN.bf16 %0, %1, %2;")

__LANESCOPE_H_2__(__hmax, __nv_bfloat16, "max.bf16 %0, %1, %2;")

__LANESCOPE_H_2__(__hmax_nan, __nv_bfloat16, "max.NaN.bf16 %0, %1, %2;")

__LANESCOPE_FN__ __nv_bfloat16 __hadd_rn(__nv_bfloat16 a, __nv_bfloat16 b) { return __hadd(a, b); }

__LANESCOPE_FN__ __nv_bfloat16 __hsub_rn(__nv_bfloat16 a, __nv_bfloat16 b) { return __hsub(a, b); }

__LANESCOPE_FN__ __nv_bfloat16 __hmul_rn(__nv_bfloat16 a, __nv_bfloat16 b) { return __hmul(a, b); }

__LANESCOPE_H2_3__(__hfma2, __nv_bfloat162, "fma.rn.bf16x2 %0, %1, %2, %3;")

__LANESCOPE_H2_3__(__hfma2_relu, __nv_bfloat162, "fma.rn.relu.bf16x2 %0, %1, %2, %3;")

__LANESCOPE_H2_1__(__habs2, __nv_bfloat162, "abs.bf16x2 %0, %1;")

__LANESCOPE_H2_2__(__hmin2, __nv_bfloat162, "min.bf16x2 %0, %1, %2;")

__LANESCOPE_H2_2__(__hmin2_nan, __nv_bfloat162, "min.NaN.bf16x2 %0, %1, %2;")

__LANESCOPE_H2_2__(__hmax2, __nv_bfloat162, "max.bf16x2 %0, %1, %2;")

__LANESCOPE_H2_2__(__hmax2_nan, __nv_bfloat162, "max.NaN.bf16x2 %0, %1, %2;")

__LANESCOPE_FN__ __nv_bfloat162 __hadd2_rn(__nv_bfloat162 a, __nv_bfloat162 b) {
  return __hadd2(a, b);
}

__LANESCOPE_FN__ __nv_bfloat162 __hsub2_rn(__nv_bfloat162 a, __nv_bfloat162 b) {
  return __hsub2(a, b);
}

__LANESCOPE_FN__ __nv_bfloat162 __hmul2_rn(__nv_bfloat162 a, __nv_bfloat162 b) {
  return __hmul2(a, b);
}

// max returns the number if the other operand is a NaN, so a NaN becomes 0.
__LANESCOPE_FN__ __nv_bfloat16 __lanescope_sat(__nv_bfloat16 a) {
  return __hmin(__hmax(a, __nv_bfloat16(0.0f)), __nv_bfloat16(1.0f));
}

__LANESCOPE_FN__ __nv_bfloat16 __hadd_sat(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __lanescope_sat(__hadd(a, b));
}

__LANESCOPE_FN__ __nv_bfloat162 __hadd2_sat(__nv_bfloat162 a, __nv_bfloat162 b) {
  return __nv_bfloat162(__hadd_sat(a.x, b.x), __hadd_sat(a.y, b.y));
}

__LANESCOPE_FN__ __nv_bfloat16 __hsub_sat(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __lanescope_sat(__hsub(a, b));
}

__LANESCOPE_FN__ __nv_bfloat162 __hsub2_sat(__nv_bfloat162 a, __nv_bfloat162 b) {
  return __nv_bfloat162(__hsub_sat(a.x, b.x), __hsub_sat(a.y, b.y));
}

__LANESCOPE_FN__ __nv_bfloat16 __hmul_sat(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __lanescope_sat(__hmul(a, b));
}

__LANESCOPE_FN__ __nv_bfloat162 __hmul2_sat(__nv_bfloat162 a, __nv_bfloat162 b) {
  return __nv_bfloat162(__hmul_sat(a.x, b.x), __hmul_sat(a.y, b.y));
}

__LANESCOPE_FN__ __nv_bfloat16 __hfma_sat(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
  return __lanescope_sat(__hfma(a, b, c));
}

__LANESCOPE_FN__ __nv_bfloat162 __hfma2_sat(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) {
  return __nv_bfloat162(__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y));
}

__LANESCOPE_FN__ __nv_bfloat162 __hcmadd(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) {
  return __nv_bfloat162(__hfma(__hneg(a.y), b.y, __hfma(a.x, b.x, c.x)),
                        __hfma(a.y, b.x, __hfma(a.x, b.y, c.y)));
}

__LANESCOPE_FN__ bool __hisnan(__nv_bfloat16 a) { return (a.__x & 0x7fff) > 0x7f80; }

__LANESCOPE_FN__ int __hisinf(__nv_bfloat16 a) {
  return (a.__x & 0x7fff) != 0x7f80 ? 0 : (a.__x & 0x8000) != 0 ? -1 : 1;
}

__LANESCOPE_FN__ __nv_bfloat162 __hisnan2(__nv_bfloat162 a) {
  return __nv_bfloat162(__float2bfloat16_rn(__hisnan(a.x)), __float2bfloat16_rn(__hisnan(a.y)));
}

__LANESCOPE_H_BY_FLOAT__(hsqrt, h2sqrt, __nv_bfloat16, __nv_bfloat162, __bfloat162float,
                         __float2bfloat16_rn, __builtin_sqrtf(x))

__LANESCOPE_H_BY_FLOAT__(hrsqrt, h2rsqrt, __nv_bfloat16, __nv_bfloat162, __bfloat162float,
                         __float2bfloat16_rn, (float)(1.0 / __builtin_sqrt((double)x)))

__LANESCOPE_H_BY_FLOAT__(hrcp, h2rcp, __nv_bfloat16, __nv_bfloat162, __bfloat162float,
                         __float2bfloat16_rn, 1.0f / x)

__LANESCOPE_H_BY_FLOAT__(htrunc, h2trunc, __nv_bfloat16, __nv_bfloat162, __bfloat162float,
                         __float2bfloat16_rn, __builtin_truncf(x))

__LANESCOPE_H_BY_FLOAT__(hfloor, h2floor, __nv_bfloat16, __nv_bfloat162, __bfloat162float,
                         __float2bfloat16_rn, __builtin_floorf(x))

__LANESCOPE_H_BY_FLOAT__(hceil, h2ceil, __nv_bfloat16, __nv_bfloat162, __bfloat162float,
                         __float2bfloat16_rn, __builtin_ceilf(x))

__LANESCOPE_H_BY_FLOAT__(hrint, h2rint, __nv_bfloat16, __nv_bfloat162, __bfloat162float,
                         __float2bfloat16_rn, __builtin_rintf(x))

__LANESCOPE_H_BY_FLOAT__(hexp, h2exp, __nv_bfloat16, __nv_bfloat162, __bfloat162float,
                         __float2bfloat16_rn, expf(x))

__LANESCOPE_H_BY_FLOAT__(hexp2, h2exp2, __nv_bfloat16, __nv_bfloat162, __bfloat162float,
                         __float2bfloat16_rn, exp2f(x))

__LANESCOPE_H_BY_FLOAT__(hexp10, h2exp10, __nv_bfloat16, __nv_bfloat162, __bfloat162float,
                         __float2bfloat16_rn, exp10f(x))

__LANESCOPE_H_BY_FLOAT__(hlog, h2log, __nv_bfloat16, __nv_bfloat162, __bfloat162float,
                         __float2bfloat16_rn, logf(x))

__LANESCOPE_H_BY_FLOAT__(hlog2, h2log2, __nv_bfloat16, __nv_bfloat162, __bfloat162float,
                         __float2bfloat16_rn, log2f(x))

__LANESCOPE_H_BY_FLOAT__(hlog10, h2log10, __nv_bfloat16, __nv_bfloat162, __bfloat162float,
                         __float2bfloat16_rn, log10f(x))

__LANESCOPE_H_BY_FLOAT__(hsin, h2sin, __nv_bfloat16, __nv_bfloat162, __bfloat162float,
                         __float2bfloat16_rn, sinf(x))

__LANESCOPE_H_BY_FLOAT__(hcos, h2cos, __nv_bfloat16, __nv_bfloat162, __bfloat162float,
                         __float2bfloat16_rn, cosf(x))

__LANESCOPE_H_BY_FLOAT__(htanh, h2tanh, __nv_bfloat16, __nv_bfloat162, __bfloat162float,
                         __float2bfloat16_rn, tanhf(x))

__LANESCOPE_H_BY_FLOAT__(htanh_approx, h2tanh_approx, __nv_bfloat16, __nv_bfloat162,
                         __bfloat162float, __float2bfloat16_rn, __tanhf(x))

__LANESCOPE_HALF_SHUFFLE__(__shfl_sync, int, __nv_bfloat16, __nv_bfloat162)

__LANESCOPE_HALF_SHUFFLE__(__shfl_up_sync, unsigned, __nv_bfloat16, __nv_bfloat162)

__LANESCOPE_HALF_SHUFFLE__(__shfl_down_sync, unsigned, __nv_bfloat16, __nv_bfloat162)

__LANESCOPE_HALF_SHUFFLE__(__shfl_xor_sync, int, __nv_bfloat16, __nv_bfloat162)

// sm_80 has no such atomic. CUDA also uses a compare-and-swap loop.
__LANESCOPE_FN__ __nv_bfloat16 atomicAdd(__nv_bfloat16* p, __nv_bfloat16 a) {
  unsigned short* q = (unsigned short*)p;
  unsigned short o = *(volatile unsigned short*)q, e;
  do {
    e = o;
    o = __lanescope_cas_2(q, e, __hadd(__builtin_bit_cast(__nv_bfloat16, e), a).__x);
  } while (o != e);
  return __builtin_bit_cast(__nv_bfloat16, o);
}
__LANESCOPE_FN__ __nv_bfloat162 atomicAdd(__nv_bfloat162* p, __nv_bfloat162 a) {
  unsigned* q = (unsigned*)p;
  unsigned o = *(volatile unsigned*)q, e;
  do {
    e = o;
    o = __lanescope_cas(
        q, e, __builtin_bit_cast(unsigned, __hadd2(__builtin_bit_cast(__nv_bfloat162, e), a)));
  } while (o != e);
  return __builtin_bit_cast(__nv_bfloat162, o);
}
