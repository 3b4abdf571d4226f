// Lanescope's CUDA prelude for clang: bits and conversions.

__LANESCOPE_FN__ int __float_as_int(float a) { return __builtin_bit_cast(int, a); }

__LANESCOPE_FN__ unsigned __float_as_uint(float a) { return __builtin_bit_cast(unsigned, a); }

__LANESCOPE_FN__ float __int_as_float(int a) { return __builtin_bit_cast(float, a); }

__LANESCOPE_FN__ float __uint_as_float(unsigned a) { return __builtin_bit_cast(float, a); }

__LANESCOPE_FN__ long long __double_as_longlong(double a) {
  return __builtin_bit_cast(long long, a);
}

__LANESCOPE_FN__ double __longlong_as_double(long long a) { return __builtin_bit_cast(double, a); }

__LANESCOPE_FN__ int __double2hiint(double a) {
  return (int)(__builtin_bit_cast(long long, a) >> 32);
}

__LANESCOPE_FN__ int __double2loint(double a) { return (int)__builtin_bit_cast(long long, a); }

__LANESCOPE_FN__ double __hiloint2double(int a, int b) {
  return __builtin_bit_cast(
      double, ((unsigned long long)(unsigned)a << 32) | (unsigned long long)(unsigned)b);
}

// In C++, casting an out-of-range value is undefined; the instruction saturates.
#define __LANESCOPE_CONVERT__(name, T, out, S, in, instruction) \
  __LANESCOPE_FN__ T name(S a) {                                \
    T r;                                                        \
    __asm__("cvt." instruction " %0, %1;" : out(r) : in(a));    \
    return r;                                                   \
  }

__LANESCOPE_CONVERT__(__float2int_rn, int, "=r", float, "f", "rni.s32.f32")

__LANESCOPE_CONVERT__(__float2int_rz, int, "=r", float, "f", "rzi.s32.f32")

__LANESCOPE_CONVERT__(__float2int_ru, int, "=r", float, "f", "rpi.s32.f32")

__LANESCOPE_CONVERT__(__float2int_rd, int, "=r", float, "f", "rmi.s32.f32")

__LANESCOPE_CONVERT__(__float2uint_rn, unsigned, "=r", float, "f", "rni.u32.f32")

__LANESCOPE_CONVERT__(__float2uint_rz, unsigned, "=r", float, "f", "rzi.u32.f32")

__LANESCOPE_CONVERT__(__float2uint_ru, unsigned, "=r", float, "f", "rpi.u32.f32")

__LANESCOPE_CONVERT__(__float2uint_rd, unsigned, "=r", float, "f", "rmi.u32.f32")

__LANESCOPE_CONVERT__(__float2ll_rn, long long, "=l", float, "f", "rni.s64.f32")

__LANESCOPE_CONVERT__(__float2ll_rz, long long, "=l", float, "f", "rzi.s64.f32")

__LANESCOPE_CONVERT__(__float2ll_ru, long long, "=l", float, "f", "rpi.s64.f32")

__LANESCOPE_CONVERT__(__float2ll_rd, long long, "=l", float, "f", "rmi.s64.f32")

__LANESCOPE_CONVERT__(__float2ull_rn, unsigned long long, "=l", float, "f", "rni.u64.f32")

__LANESCOPE_CONVERT__(__float2ull_rz, unsigned long long, "=l", float, "f", "rzi.u64.f32")

__LANESCOPE_CONVERT__(__float2ull_ru, unsigned long long, "=l", float, "f", "rpi.u64.f32")

__LANESCOPE_CONVERT__(__float2ull_rd, unsigned long long, "=l", float, "f", "rmi.u64.f32")

__LANESCOPE_CONVERT__(__double2int_rn, int, "=r", double, "d", "rni.s32.f64")

__LANESCOPE_CONVERT__(__double2int_rz, int, "=r", double, "d", "rzi.s32.f64")

__LANESCOPE_CONVERT__(__double2int_ru, int, "=r", double, "d", "rpi.s32.f64")

__LANESCOPE_CONVERT__(__double2int_rd, int, "=r", double, "d", "rmi.s32.f64")

__LANESCOPE_CONVERT__(__double2uint_rn, unsigned, "=r", double, "d", "rni.u32.f64")

__LANESCOPE_CONVERT__(__double2uint_rz, unsigned, "=r", double, "d", "rzi.u32.f64")

__LANESCOPE_CONVERT__(__double2uint_ru, unsigned, "=r", double, "d", "rpi.u32.f64")

__LANESCOPE_CONVERT__(__double2uint_rd, unsigned, "=r", double, "d", "rmi.u32.f64")

__LANESCOPE_CONVERT__(__double2ll_rn, long long, "=l", double, "d", "rni.s64.f64")

__LANESCOPE_CONVERT__(__double2ll_rz, long long, "=l", double, "d", "rzi.s64.f64")

__LANESCOPE_CONVERT__(__double2ll_ru, long long, "=l", double, "d", "rpi.s64.f64")

__LANESCOPE_CONVERT__(__double2ll_rd, long long, "=l", double, "d", "rmi.s64.f64")

__LANESCOPE_CONVERT__(__double2ull_rn, unsigned long long, "=l", double, "d", "rni.u64.f64")

__LANESCOPE_CONVERT__(__double2ull_rz, unsigned long long, "=l", double, "d", "rzi.u64.f64")

__LANESCOPE_CONVERT__(__double2ull_ru, unsigned long long, "=l", double, "d", "rpi.u64.f64")

__LANESCOPE_CONVERT__(__double2ull_rd, unsigned long long, "=l", double, "d", "rmi.u64.f64")

__LANESCOPE_CONVERT__(__int2float_rn, float, "=f", int, "r", "rn.f32.s32")

__LANESCOPE_CONVERT__(__int2float_rz, float, "=f", int, "r", "rz.f32.s32")

__LANESCOPE_CONVERT__(__int2float_ru, float, "=f", int, "r", "rp.f32.s32")

__LANESCOPE_CONVERT__(__int2float_rd, float, "=f", int, "r", "rm.f32.s32")

__LANESCOPE_CONVERT__(__uint2float_rn, float, "=f", unsigned, "r", "rn.f32.u32")

__LANESCOPE_CONVERT__(__uint2float_rz, float, "=f", unsigned, "r", "rz.f32.u32")

__LANESCOPE_CONVERT__(__uint2float_ru, float, "=f", unsigned, "r", "rp.f32.u32")

__LANESCOPE_CONVERT__(__uint2float_rd, float, "=f", unsigned, "r", "rm.f32.u32")

__LANESCOPE_CONVERT__(__ll2float_rn, float, "=f", long long, "l", "rn.f32.s64")

__LANESCOPE_CONVERT__(__ll2float_rz, float, "=f", long long, "l", "rz.f32.s64")

__LANESCOPE_CONVERT__(__ll2float_ru, float, "=f", long long, "l", "rp.f32.s64")

__LANESCOPE_CONVERT__(__ll2float_rd, float, "=f", long long, "l", "rm.f32.s64")

__LANESCOPE_CONVERT__(__ull2float_rn, float, "=f", unsigned long long, "l", "rn.f32.u64")

__LANESCOPE_CONVERT__(__ull2float_rz, float, "=f", unsigned long long, "l", "rz.f32.u64")

__LANESCOPE_CONVERT__(__ull2float_ru, float, "=f", unsigned long long, "l", "rp.f32.u64")

__LANESCOPE_CONVERT__(__ull2float_rd, float, "=f", unsigned long long, "l", "rm.f32.u64")

__LANESCOPE_CONVERT__(__int2double_rn, double, "=d", int, "r", "rn.f64.s32")

__LANESCOPE_CONVERT__(__uint2double_rn, double, "=d", unsigned, "r", "rn.f64.u32")

__LANESCOPE_CONVERT__(__ll2double_rn, double, "=d", long long, "l", "rn.f64.s64")

__LANESCOPE_CONVERT__(__ll2double_rz, double, "=d", long long, "l", "rz.f64.s64")

__LANESCOPE_CONVERT__(__ll2double_ru, double, "=d", long long, "l", "rp.f64.s64")

__LANESCOPE_CONVERT__(__ll2double_rd, double, "=d", long long, "l", "rm.f64.s64")

__LANESCOPE_CONVERT__(__ull2double_rn, double, "=d", unsigned long long, "l", "rn.f64.u64")

__LANESCOPE_CONVERT__(__ull2double_rz, double, "=d", unsigned long long, "l", "rz.f64.u64")

__LANESCOPE_CONVERT__(__ull2double_ru, double, "=d", unsigned long long, "l", "rp.f64.u64")

__LANESCOPE_CONVERT__(__ull2double_rd, double, "=d", unsigned long long, "l", "rm.f64.u64")

__LANESCOPE_CONVERT__(__double2float_rn, float, "=f", double, "d", "rn.f32.f64")

__LANESCOPE_CONVERT__(__double2float_rz, float, "=f", double, "d", "rz.f32.f64")

__LANESCOPE_CONVERT__(__double2float_ru, float, "=f", double, "d", "rp.f32.f64")

__LANESCOPE_CONVERT__(__double2float_rd, float, "=f", double, "d", "rm.f32.f64")
