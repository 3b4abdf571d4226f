// Lanescope's headers for whole programs by clang: __nv_bfloat16 on the host.
__LANESCOPE_HOST__ float __bfloat162float(__nv_bfloat16 a) {
  return __builtin_bit_cast(float, (unsigned)a.__x << 16);
}
__LANESCOPE_HOST__ __nv_bfloat16 __float2bfloat16_rn(float a) {
  const unsigned u = __builtin_bit_cast(unsigned, a);
  const unsigned r = a != a ? 0x7fff : (u + 0x7fff + (u >> 16 & 1)) >> 16;
  return __builtin_bit_cast(__nv_bfloat16, (unsigned short)r);
}
// First to a float, towards zero, whose last bit says whether anything was cut off.
__LANESCOPE_HOST__ __nv_bfloat16 __double2bfloat16(double a) {
  const float f = (float)a;
  unsigned u = __builtin_bit_cast(unsigned, f);
  if (a == a && !__builtin_isinf(a) && (double)f != a) {
    if (__builtin_fabs((double)f) > __builtin_fabs(a)) --u;
    u |= 1;
  }
  return __float2bfloat16_rn(__builtin_bit_cast(float, u));
}
__LANESCOPE_HOST__ __nv_bfloat16 __float2bfloat16(float a) { return __float2bfloat16_rn(a); }
__LANESCOPE_HOST__ __nv_bfloat16 __ll2bfloat16_rn(long long a) {
  return __double2bfloat16((double)a);
}
__LANESCOPE_HOST__ __nv_bfloat16 __ull2bfloat16_rn(unsigned long long a) {
  return __double2bfloat16((double)a);
}
__LANESCOPE_HOST_HALF_DONE__(__nv_bfloat16, __nv_bfloat162, __bfloat162float, __float2bfloat16_rn)
