// Lanescope's headers for whole programs by clang: __half on the host.
__LANESCOPE_HOST__ float __half2float(__half a) {
  const unsigned s = (unsigned)(a.__x & 0x8000) << 16, m = a.__x & 0x3ff;
  const unsigned e = a.__x >> 10 & 31;
  if (e == 0) {
    const float r = (float)m * 0x1p-24f;
    return s != 0 ? -r : r;
  }
  return __builtin_bit_cast(float, s | (e == 31 ? 0x7f800000u : (e + 112) << 23) | m << 13);
}
// Rounds once, to nearest even.
__LANESCOPE_HOST__ __half __double2half(double d) {
  const double a = __builtin_fabs(d);
  int r;
  if (a != a) return __builtin_bit_cast(__half, (unsigned short)0x7fff);
  if (a >= 65520.0) {
    r = 0x7c00;
  } else if (a < 0x1p-14) {
    r = (int)__builtin_rint(a * 0x1p24);
  } else {
    int e;
    const double m = __builtin_frexp(a, &e);  // from 0.5 to 1
    r = ((e + 13) << 10) + (int)__builtin_rint(m * 2048.0);
  }
  return __builtin_bit_cast(__half, (unsigned short)(r | (__builtin_signbit(d) ? 0x8000 : 0)));
}
__LANESCOPE_HOST__ __half __float2half_rn(float a) { return __double2half(a); }
__LANESCOPE_HOST__ __half __float2half(float a) { return __double2half(a); }
__LANESCOPE_HOST__ __half __ll2half_rn(long long a) { return __double2half((double)a); }
__LANESCOPE_HOST__ __half __ull2half_rn(unsigned long long a) { return __double2half((double)a); }
__LANESCOPE_HOST_HALF_DONE__(__half, __half2, __half2float, __float2half_rn)
__LANESCOPE_HOST__ __half2 __floats2half2_rn(float a, float b) {
  return __half2(__float2half(a), __float2half(b));
}
__LANESCOPE_HOST__ __half2 __float2half2_rn(float a) { return __floats2half2_rn(a, a); }
__LANESCOPE_HOST__ __half2 make_half2(__half a, __half b) { return __half2(a, b); }
__LANESCOPE_HOST__ __half2 __halves2half2(__half a, __half b) { return __half2(a, b); }
__LANESCOPE_HOST__ __half __low2half(__half2 a) { return a.x; }
__LANESCOPE_HOST__ __half __high2half(__half2 a) { return a.y; }
__LANESCOPE_HOST__ float __low2float(__half2 a) { return __half2float(a.x); }
__LANESCOPE_HOST__ float __high2float(__half2 a) { return __half2float(a.y); }
__LANESCOPE_HOST__ float2 __half22float2(__half2 a) {
  return make_float2(__half2float(a.x), __half2float(a.y));
}
