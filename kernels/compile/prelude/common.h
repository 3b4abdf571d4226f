// gives always
// For both compilers: names that nvcc users get from the host compiler's headers and that NVRTC
// lacks. Sizes are those of 64-bit Linux.
#ifndef __LANESCOPE_FN__  // NVRTC
#define __LANESCOPE_FN__ static __device__ __forceinline__
#define __LANESCOPE_CONSTEXPR__ static constexpr __host__ __device__ __forceinline__
#endif
#define CUDA_VERSION 13000
namespace std {}
// Includes the Toolkit's <cuda/std/cstdint> if the kernel's headers define int64_t and related
// types. Theirs is long long and ours is long, as on the host; a second definition must use the
// same type.
#ifdef __LANESCOPE_INTEGERS__
#include __LANESCOPE_INTEGERS__
#endif

#ifndef __LANESCOPE_INTEGERS__
#define CHAR_BIT 8
#define SCHAR_MAX 127
#define SCHAR_MIN (-128)
#define UCHAR_MAX 255
#define CHAR_MAX 127
#define CHAR_MIN (-128)
#define SHRT_MAX 32767
#define SHRT_MIN (-32767 - 1)
#define USHRT_MAX 65535
#define INT_MAX 2147483647
#define INT_MIN (-2147483647 - 1)
#define UINT_MAX 4294967295u
#define LONG_MAX 9223372036854775807l
#define LONG_MIN (-9223372036854775807l - 1l)
#define ULONG_MAX 18446744073709551615ul
#define LLONG_MAX 9223372036854775807ll
#define LLONG_MIN (-9223372036854775807ll - 1ll)
#define ULLONG_MAX 18446744073709551615ull
#endif

#ifndef __LANESCOPE_INTEGERS__
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long uint64_t;
typedef long intptr_t;
typedef unsigned long uintptr_t;
typedef long intmax_t;
typedef unsigned long uintmax_t;
#endif

#ifndef __LANESCOPE_INTEGERS__
typedef signed char int_least8_t;
typedef short int_least16_t;
typedef int int_least32_t;
typedef long int_least64_t;
typedef unsigned char uint_least8_t;
typedef unsigned short uint_least16_t;
typedef unsigned int uint_least32_t;
typedef unsigned long uint_least64_t;
typedef signed char int_fast8_t;
typedef long int_fast16_t;
typedef long int_fast32_t;
typedef long int_fast64_t;
typedef unsigned char uint_fast8_t;
typedef unsigned long uint_fast16_t;
typedef unsigned long uint_fast32_t;
typedef unsigned long uint_fast64_t;
#endif

typedef unsigned int uint;
typedef unsigned short ushort;
typedef unsigned long ulong;

typedef long ssize_t;

#ifndef __LANESCOPE_INTEGERS__
#define INT8_MAX 127
#define INT8_MIN (-128)
#define UINT8_MAX 255
#define INT16_MAX 32767
#define INT16_MIN (-32767 - 1)
#define UINT16_MAX 65535
#define INT32_MAX 2147483647
#define INT32_MIN (-2147483647 - 1)
#define UINT32_MAX 4294967295u
#define INT64_MAX 9223372036854775807l
#define INT64_MIN (-9223372036854775807l - 1l)
#define UINT64_MAX 18446744073709551615ul
#define SIZE_MAX 18446744073709551615ul
#define INT64_C(n) n##l
#define UINT64_C(n) n##ul
#define UINT32_C(n) n##u
#define INT32_C(n) n
#endif

// As constants (CUDA's __int_as_float() is not one), with the same bits as in CUDA's headers.
#define INFINITY __builtin_bit_cast(float, 0x7f800000)
#define NAN __builtin_bit_cast(float, 0x7fffffff)
#define HUGE_VALF __builtin_bit_cast(float, 0x7f800000)
#define HUGE_VAL __builtin_bit_cast(double, 0x7ff0000000000000ll)

#define FLT_RADIX 2
#define FLT_MANT_DIG 24
#define FLT_DIG 6
#define FLT_MAX_EXP 128
#define FLT_MIN_EXP (-125)
#define FLT_MAX 3.402823466385288598117e+38f
#define FLT_MIN 1.175494350822287507969e-38f
#define FLT_TRUE_MIN 1.401298464324817070924e-45f
#define FLT_EPSILON 1.192092895507812500000e-07f
#define DBL_MANT_DIG 53
#define DBL_DIG 15
#define DBL_MAX_EXP 1024
#define DBL_MIN_EXP (-1021)
#define DBL_MAX 1.797693134862315708145e+308
#define DBL_MIN 2.225073858507201383090e-308
#define DBL_TRUE_MIN 4.940656458412465441766e-324
#define DBL_EPSILON 2.220446049250313080847e-16

#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440

// <math_constants.h>
#define CUDART_INF_F __builtin_bit_cast(float, 0x7f800000)
#define CUDART_NAN_F __builtin_bit_cast(float, 0x7fffffff)
#define CUDART_INF __builtin_bit_cast(double, 0x7ff0000000000000ll)
#define CUDART_NAN __builtin_bit_cast(double, 0xfff8000000000000ull)

#define CUDART_MIN_DENORM_F 1.401298464324817070924e-45f
#define CUDART_MAX_NORMAL_F 3.402823466385288598117e+38f
#define CUDART_NEG_ZERO_F (-0.0f)
#define CUDART_ZERO_F 0.0f
#define CUDART_ONE_F 1.0f
#define CUDART_SQRT_HALF_F 0.707106781f
#define CUDART_SQRT_TWO_F 1.414213562f
#define CUDART_THIRD_F 0.333333333f
#define CUDART_PIO4_F 0.785398163f
#define CUDART_PIO2_F 1.570796327f
#define CUDART_3PIO4_F 2.356194490f
#define CUDART_2_OVER_PI_F 0.636619772f
#define CUDART_PI_F 3.141592654f
#define CUDART_L2E_F 1.442695041f
#define CUDART_L2T_F 3.321928094f
#define CUDART_LG2_F 0.301029996f
#define CUDART_LGE_F 0.434294482f
#define CUDART_LN2_F 0.693147181f
#define CUDART_LNT_F 2.302585093f
#define CUDART_LNPI_F 1.144729886f

#define CUDART_ZERO 0.0
#define CUDART_ONE 1.0
#define CUDART_SQRT_TWO 1.4142135623730951
#define CUDART_SQRT_HALF 0.70710678118654757
#define CUDART_PI 3.1415926535897931
#define CUDART_PIO2 1.5707963267948966
#define CUDART_PIO4 0.78539816339744828
#define CUDART_L2E 1.4426950408889634
#define CUDART_LN2 0.69314718055994529
#define CUDART_LNT 2.3025850929940459
