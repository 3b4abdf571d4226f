// gives <cuda_fp8.h> <cuda_fp8.hpp>
// Lanescope's CUDA prelude for clang: <cuda_fp8.h> (CUDA Math API, "FP8 Intrinsics"). The formats
// are those of PTX: e4m3 has 3 bits of mantissa, a bias of 7, no infinity, and 0x7f as its NaN;
// e5m2 has 2 bits, a bias of 15, and infinities. sm_80 has no instruction for them.
typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };
struct __half2_raw {
  unsigned short x, y;
  __LANESCOPE_MEMBER__ operator __half2() const { return __builtin_bit_cast(__half2, *this); }
};
// Rounds to nearest, ties to even.
__LANESCOPE_FN__ __nv_fp8_storage_t __nv_cvt_double_to_fp8(double v, __nv_saturation_t s,
                                                           __nv_fp8_interpretation_t f) {
  const int m = f == __NV_E4M3 ? 3 : 2;
  const int b = f == __NV_E4M3 ? 7 : 15;
  const int c = f == __NV_E4M3 ? 0x7e : 0x7b;  // the largest finite value
  const unsigned long long u = __builtin_bit_cast(unsigned long long, v);
  const unsigned n = (unsigned)(u >> 56) & 0x80;
  const unsigned long long a = u & 0x7fffffffffffffffull;
  if (a > 0x7ff0000000000000ull) return n | (f == __NV_E4M3 ? 0x7f : 0x7e);
  const int x = (int)(a >> 52) - 1023;
  const int e = x < 1 - b ? 1 - b - x : 0;  // bits less, because the result is subnormal
  const int d = 52 - m + e;
  if (d > 53) return n;
  const unsigned long long g = (a & 0xfffffffffffffull) | 1ull << 52;
  unsigned long long q = g >> d;
  const unsigned long long l = g & ((1ull << d) - 1);
  const unsigned long long h = 1ull << (d - 1);
  if (l > h || (l == h && (q & 1) != 0)) ++q;
  const int r = e != 0 ? (int)q : ((x + b) << m) + (int)q - (1 << m);
  if (r <= c) return n | r;
  return n | (s == __NV_SATFINITE ? c : f == __NV_E4M3 ? 0x7f : 0x7c);
}
// A NaN has no sign here, as by the instruction that later GPUs have.
#define __LANESCOPE_TO_FP8__(name, T, to)                                 \
  __LANESCOPE_FN__ __nv_fp8_storage_t name(T v, __nv_saturation_t s,      \
                                           __nv_fp8_interpretation_t f) { \
    const float a = to(v);                                                \
    return a != a ? 0x7f : __nv_cvt_double_to_fp8(a, s, f);               \
  }
__LANESCOPE_TO_FP8__(__nv_cvt_float_to_fp8, float, )
__LANESCOPE_TO_FP8__(__nv_cvt_halfraw_to_fp8, __half, __half2float)
__LANESCOPE_TO_FP8__(__nv_cvt_bfloat16raw_to_fp8, __nv_bfloat16, __bfloat162float)
#define __LANESCOPE_TO_FP8_PAIR__(name, T, one)                             \
  __LANESCOPE_FN__ __nv_fp8x2_storage_t name(T v, __nv_saturation_t s,      \
                                             __nv_fp8_interpretation_t f) { \
    return one(v.x, s, f) | one(v.y, s, f) << 8;                            \
  }
__LANESCOPE_TO_FP8_PAIR__(__nv_cvt_double2_to_fp8x2, double2, __nv_cvt_double_to_fp8)
__LANESCOPE_TO_FP8_PAIR__(__nv_cvt_float2_to_fp8x2, float2, __nv_cvt_float_to_fp8)
__LANESCOPE_TO_FP8_PAIR__(__nv_cvt_halfraw2_to_fp8x2, __half2, __nv_cvt_halfraw_to_fp8)
__LANESCOPE_TO_FP8_PAIR__(__nv_cvt_bfloat16raw2_to_fp8x2, __nv_bfloat162,
                          __nv_cvt_bfloat16raw_to_fp8)
// A half has each value of both formats.
__LANESCOPE_FN__ __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t v,
                                                    __nv_fp8_interpretation_t f) {
  const unsigned a = v & 0x7f;
  const unsigned n = (unsigned)(v & 0x80) << 8;
  unsigned r = a << 8;
  if (a > (f == __NV_E4M3 ? 0x7eu : 0x7cu)) return __half_raw{0x7fff};
  if (f == __NV_E4M3) {
    r = (a << 7) + 0x2000;                                        // the biases differ by 8
    if (a < 8) r = __float2half_rn((float)a * 0.001953125f).__x;  // 2^-9
  }
  return __half_raw{(unsigned short)(n | r)};
}
__LANESCOPE_FN__ __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t v,
                                                        __nv_fp8_interpretation_t f) {
  return __half2_raw{__nv_cvt_fp8_to_halfraw(v & 0xff, f).x, __nv_cvt_fp8_to_halfraw(v >> 8, f).x};
}
__LANESCOPE_FN__ float __lanescope_fp8_to_float(unsigned v, __nv_fp8_interpretation_t f) {
  return __half2float(__nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)v, f));
}
#define __LANESCOPE_FP8_FROM__(H, T, convert, format) \
  explicit __LANESCOPE_MEMBER__ H(T v) : __x(convert(v, __NV_SATFINITE, format)) {}
#define __LANESCOPE_FP8_TYPES__(H, H2, H4, format)                                              \
  struct H {                                                                                    \
    __nv_fp8_storage_t __x;                                                                     \
    H() = default;                                                                              \
    __LANESCOPE_FP8_FROM__(H, double, __nv_cvt_double_to_fp8, format)                           \
    __LANESCOPE_FP8_FROM__(H, float, __nv_cvt_float_to_fp8, format)                             \
    __LANESCOPE_FP8_FROM__(H, short, __nv_cvt_double_to_fp8, format)                            \
    __LANESCOPE_FP8_FROM__(H, int, __nv_cvt_double_to_fp8, format)                              \
    __LANESCOPE_FP8_FROM__(H, unsigned short, __nv_cvt_double_to_fp8, format)                   \
    __LANESCOPE_FP8_FROM__(H, unsigned, __nv_cvt_double_to_fp8, format)                         \
    __LANESCOPE_FP8_FROM__(H, __half, __nv_cvt_halfraw_to_fp8, format)                          \
    __LANESCOPE_FP8_FROM__(H, __nv_bfloat16, __nv_cvt_bfloat16raw_to_fp8, format)               \
    explicit __LANESCOPE_MEMBER__ operator float() const {                                      \
      return __lanescope_fp8_to_float(__x, format);                                             \
    }                                                                                           \
    explicit __LANESCOPE_MEMBER__ operator double() const { return (float)*this; }              \
    explicit __LANESCOPE_MEMBER__ operator __half() const {                                     \
      return __nv_cvt_fp8_to_halfraw(__x, format);                                              \
    }                                                                                           \
    explicit __LANESCOPE_MEMBER__ operator __nv_bfloat16() const {                              \
      return __float2bfloat16_rn((float)*this);                                                 \
    }                                                                                           \
    explicit __LANESCOPE_MEMBER__ operator bool() const { return (__x & 0x7f) != 0; }           \
    explicit __LANESCOPE_MEMBER__ operator int() const { return __float2int_rz((float)*this); } \
    explicit __LANESCOPE_MEMBER__ operator unsigned() const {                                   \
      return __float2uint_rz((float)*this);                                                     \
    }                                                                                           \
  };                                                                                            \
  struct __attribute__((aligned(2))) H2 {                                                       \
    __nv_fp8x2_storage_t __x;                                                                   \
    H2() = default;                                                                             \
    explicit __LANESCOPE_MEMBER__ H2(float2 v)                                                  \
        : __x(__nv_cvt_float2_to_fp8x2(v, __NV_SATFINITE, format)) {}                           \
    explicit __LANESCOPE_MEMBER__ H2(double2 v)                                                 \
        : __x(__nv_cvt_double2_to_fp8x2(v, __NV_SATFINITE, format)) {}                          \
    explicit __LANESCOPE_MEMBER__ H2(__half2 v)                                                 \
        : __x(__nv_cvt_halfraw2_to_fp8x2(v, __NV_SATFINITE, format)) {}                         \
    explicit __LANESCOPE_MEMBER__ H2(__nv_bfloat162 v)                                          \
        : __x(__nv_cvt_bfloat16raw2_to_fp8x2(v, __NV_SATFINITE, format)) {}                     \
    explicit __LANESCOPE_MEMBER__ operator __half2() const {                                    \
      return __nv_cvt_fp8x2_to_halfraw2(__x, format);                                           \
    }                                                                                           \
    explicit __LANESCOPE_MEMBER__ operator float2() const {                                     \
      return make_float2(__lanescope_fp8_to_float(__x & 0xff, format),                          \
                         __lanescope_fp8_to_float(__x >> 8, format));                           \
    }                                                                                           \
  };                                                                                            \
  struct __attribute__((aligned(4))) H4 {                                                       \
    __nv_fp8x4_storage_t __x;                                                                   \
    H4() = default;                                                                             \
    explicit __LANESCOPE_MEMBER__ H4(float4 v)                                                  \
        : __x(H2(make_float2(v.x, v.y)).__x | (unsigned)H2(make_float2(v.z, v.w)).__x << 16) {} \
    explicit __LANESCOPE_MEMBER__ H4(__half2 a, __half2 b)                                      \
        : __x(H2(a).__x | (unsigned)H2(b).__x << 16) {}                                         \
    explicit __LANESCOPE_MEMBER__ H4(__nv_bfloat162 a, __nv_bfloat162 b)                        \
        : __x(H2(a).__x | (unsigned)H2(b).__x << 16) {}                                         \
    explicit __LANESCOPE_MEMBER__ operator float4() const {                                     \
      return make_float4(__lanescope_fp8_to_float(__x & 0xff, format),                          \
                         __lanescope_fp8_to_float(__x >> 8 & 0xff, format),                     \
                         __lanescope_fp8_to_float(__x >> 16 & 0xff, format),                    \
                         __lanescope_fp8_to_float(__x >> 24, format));                          \
    }                                                                                           \
  };
__LANESCOPE_FP8_TYPES__(__nv_fp8_e4m3, __nv_fp8x2_e4m3, __nv_fp8x4_e4m3, __NV_E4M3)
__LANESCOPE_FP8_TYPES__(__nv_fp8_e5m2, __nv_fp8x2_e5m2, __nv_fp8x4_e5m2, __NV_E5M2)
