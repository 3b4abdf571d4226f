// Lanescope's headers for whole programs by clang: what the members of the half types call on the
// host. Everything follows from the conversions to and from float.
__LANESCOPE_HOST__ int __float2int_rz(float a) { return (int)a; }
__LANESCOPE_HOST__ unsigned __float2uint_rz(float a) { return (unsigned)a; }
__LANESCOPE_HOST__ long long __float2ll_rz(float a) { return (long long)a; }
__LANESCOPE_HOST__ unsigned long long __float2ull_rz(float a) { return (unsigned long long)a; }

#define __LANESCOPE_HOST_HALF__(H, H2, to, from, from_double, from_signed, from_unsigned) \
  struct H;                                                                               \
  struct H2;                                                                              \
  __LANESCOPE_HOST__ float to(H);                                                         \
  __LANESCOPE_HOST__ H from(float);                                                       \
  __LANESCOPE_HOST__ H from_double(double);                                               \
  __LANESCOPE_HOST__ H from_signed(long long);                                            \
  __LANESCOPE_HOST__ H from_unsigned(unsigned long long);                                 \
  __LANESCOPE_HOST__ H __hadd(H, H);                                                      \
  __LANESCOPE_HOST__ H __hsub(H, H);                                                      \
  __LANESCOPE_HOST__ H __hmul(H, H);                                                      \
  __LANESCOPE_HOST__ H __hdiv(H, H);                                                      \
  __LANESCOPE_HOST__ H2 __hadd2(H2, H2);                                                  \
  __LANESCOPE_HOST__ H2 __hsub2(H2, H2);                                                  \
  __LANESCOPE_HOST__ H2 __hmul2(H2, H2);                                                  \
  __LANESCOPE_HOST__ H2 __h2div(H2, H2);

#define __LANESCOPE_HOST_HALF_DONE__(H, H2, to, from)                                          \
  __LANESCOPE_HOST__ H __hadd(H a, H b) { return from(to(a) + to(b)); }                        \
  __LANESCOPE_HOST__ H __hsub(H a, H b) { return from(to(a) - to(b)); }                        \
  __LANESCOPE_HOST__ H __hmul(H a, H b) { return from(to(a) * to(b)); }                        \
  __LANESCOPE_HOST__ H __hdiv(H a, H b) { return from(to(a) / to(b)); }                        \
  __LANESCOPE_HOST__ H2 __hadd2(H2 a, H2 b) { return H2(__hadd(a.x, b.x), __hadd(a.y, b.y)); } \
  __LANESCOPE_HOST__ H2 __hsub2(H2 a, H2 b) { return H2(__hsub(a.x, b.x), __hsub(a.y, b.y)); } \
  __LANESCOPE_HOST__ H2 __hmul2(H2 a, H2 b) { return H2(__hmul(a.x, b.x), __hmul(a.y, b.y)); } \
  __LANESCOPE_HOST__ H2 __h2div(H2 a, H2 b) { return H2(__hdiv(a.x, b.x), __hdiv(a.y, b.y)); } \
  __LANESCOPE_HOST__ H operator-(const H& a) {                                                 \
    return __builtin_bit_cast(H, (unsigned short)(a.__x ^ 0x8000));                            \
  }
