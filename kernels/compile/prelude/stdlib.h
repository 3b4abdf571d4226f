// The part of the C++ library that both compilers get. nvcc users have the host's headers, whose
// constexpr and inline functions device code may call.

// gives std::size_t std::ptrdiff_t std::nullptr_t
namespace std {
using ::size_t;
typedef decltype(nullptr) nullptr_t;
typedef long ptrdiff_t;
}  // namespace std

// gives std::min std::max
namespace std {
template <class T>
__LANESCOPE_CONSTEXPR__ const T& min(const T& a, const T& b) {
  return b < a ? b : a;
}
template <class T>
__LANESCOPE_CONSTEXPR__ const T& max(const T& a, const T& b) {
  return a < b ? b : a;
}
}  // namespace std

// gives std::clamp
namespace std {
template <class T>
__LANESCOPE_CONSTEXPR__ const T& clamp(const T& a, const T& low, const T& high) {
  return a < low ? low : high < a ? high : a;
}
}  // namespace std

// gives std::swap
namespace std {
template <class T>
__LANESCOPE_CONSTEXPR__ void swap(T& a, T& b) {
  T c = a;
  a = b;
  b = c;
}
}  // namespace std

// gives std::is_same std::is_same_v
namespace std {
template <class A, class B>
struct is_same {
  static constexpr bool value = false;
};
template <class A>
struct is_same<A, A> {
  static constexpr bool value = true;
};
template <class A, class B>
constexpr bool is_same_v = is_same<A, B>::value;
}  // namespace std

// gives std::conditional std::conditional_t
namespace std {
template <bool, class A, class B>
struct conditional {
  typedef A type;
};
template <class A, class B>
struct conditional<false, A, B> {
  typedef B type;
};
template <bool c, class A, class B>
using conditional_t = typename conditional<c, A, B>::type;
}  // namespace std

// gives std::aligned_storage std::aligned_storage_t
namespace std {
template <decltype(sizeof(0)) bytes, decltype(sizeof(0)) alignment = 16>
struct aligned_storage {
  struct alignas(alignment) type {
    unsigned char data[bytes];
  };
};
template <decltype(sizeof(0)) bytes, decltype(sizeof(0)) alignment = 16>
using aligned_storage_t = typename aligned_storage<bytes, alignment>::type;
}  // namespace std

// gives std::enable_if std::enable_if_t
namespace std {
template <bool, class A = void>
struct enable_if {};
template <class A>
struct enable_if<true, A> {
  typedef A type;
};
template <bool c, class A = void>
using enable_if_t = typename enable_if<c, A>::type;
}  // namespace std

// Classifies types by listing them: 1 unsigned, 2 signed, 3 floating point.
template <class T>
struct __lanescope_kind {
  static constexpr int of = 0;
};
#define __LANESCOPE_KIND__(T, k) \
  template <>                    \
  struct __lanescope_kind<T> {   \
    static constexpr int of = k; \
  };
__LANESCOPE_KIND__(bool, 1)
__LANESCOPE_KIND__(char, 2)
__LANESCOPE_KIND__(signed char, 2)
__LANESCOPE_KIND__(unsigned char, 1)
__LANESCOPE_KIND__(short, 2)
__LANESCOPE_KIND__(unsigned short, 1)
__LANESCOPE_KIND__(int, 2)
__LANESCOPE_KIND__(unsigned, 1)
__LANESCOPE_KIND__(long, 2)
__LANESCOPE_KIND__(unsigned long, 1)
__LANESCOPE_KIND__(long long, 2)
__LANESCOPE_KIND__(unsigned long long, 1)
__LANESCOPE_KIND__(float, 3)
__LANESCOPE_KIND__(double, 3)
template <class T>
struct __lanescope_kind<const T> : __lanescope_kind<T> {};

// gives std::is_integral std::is_integral_v std::is_floating_point std::is_floating_point_v
// gives std::is_arithmetic std::is_arithmetic_v std::is_signed std::is_signed_v
// gives std::is_unsigned std::is_unsigned_v
namespace std {
#define __LANESCOPE_TRAIT__(name, name_v, condition)   \
  template <class T>                                   \
  struct name {                                        \
    static constexpr int of = __lanescope_kind<T>::of; \
    static constexpr bool value = condition;           \
  };                                                   \
  template <class T>                                   \
  constexpr bool name_v = name<T>::value;
__LANESCOPE_TRAIT__(is_integral, is_integral_v, of == 1 || of == 2)
__LANESCOPE_TRAIT__(is_floating_point, is_floating_point_v, of == 3)
__LANESCOPE_TRAIT__(is_arithmetic, is_arithmetic_v, of != 0)
__LANESCOPE_TRAIT__(is_signed, is_signed_v, of == 2 || of == 3)
__LANESCOPE_TRAIT__(is_unsigned, is_unsigned_v, of == 1)
}  // namespace std

// gives std::numeric_limits
namespace std {
template <class T>
struct numeric_limits {
  static constexpr bool is_specialized = false;
};
#define __LANESCOPE_LIMITS__(T, least, greatest, whole, sign, bits, eps, tiny, inf, qnan)        \
  template <>                                                                                    \
  struct numeric_limits<T> {                                                                     \
    static constexpr bool is_specialized = true, is_integer = whole, is_signed = sign;           \
    static constexpr bool is_exact = whole, has_infinity = !whole, has_quiet_NaN = !whole;       \
    static constexpr int radix = 2, digits = bits, digits10 = (bits - !whole) * 30103l / 100000; \
    __LANESCOPE_CONSTEXPR__ T min() { return tiny; }                                             \
    __LANESCOPE_CONSTEXPR__ T max() { return greatest; }                                         \
    __LANESCOPE_CONSTEXPR__ T lowest() { return least; }                                         \
    __LANESCOPE_CONSTEXPR__ T epsilon() { return eps; }                                          \
    __LANESCOPE_CONSTEXPR__ T infinity() { return inf; }                                         \
    __LANESCOPE_CONSTEXPR__ T quiet_NaN() { return qnan; }                                       \
  };
#define __LANESCOPE_LIMITS_OF_INTEGER__(T, least, greatest, sign, bits) \
  __LANESCOPE_LIMITS__(T, least, greatest, true, sign, bits, 0, least, 0, 0)
__LANESCOPE_LIMITS_OF_INTEGER__(bool, false, true, false, 1)
__LANESCOPE_LIMITS_OF_INTEGER__(char, -128, 127, true, 7)
__LANESCOPE_LIMITS_OF_INTEGER__(signed char, -128, 127, true, 7)
__LANESCOPE_LIMITS_OF_INTEGER__(unsigned char, 0, 255, false, 8)
__LANESCOPE_LIMITS_OF_INTEGER__(short, -32767 - 1, 32767, true, 15)
__LANESCOPE_LIMITS_OF_INTEGER__(unsigned short, 0, 65535, false, 16)
__LANESCOPE_LIMITS_OF_INTEGER__(int, -2147483647 - 1, 2147483647, true, 31)
__LANESCOPE_LIMITS_OF_INTEGER__(unsigned, 0, 4294967295u, false, 32)
__LANESCOPE_LIMITS_OF_INTEGER__(long, -9223372036854775807l - 1, 9223372036854775807l, true, 63)
__LANESCOPE_LIMITS_OF_INTEGER__(unsigned long, 0, 18446744073709551615ul, false, 64)
__LANESCOPE_LIMITS_OF_INTEGER__(long long, -9223372036854775807ll - 1, 9223372036854775807ll, true,
                                63)
__LANESCOPE_LIMITS_OF_INTEGER__(unsigned long long, 0, 18446744073709551615ull, false, 64)
__LANESCOPE_LIMITS__(float, -FLT_MAX, FLT_MAX, false, true, 24, FLT_EPSILON, FLT_MIN, HUGE_VALF,
                     __builtin_bit_cast(float, 0x7fc00000))
__LANESCOPE_LIMITS__(double, -DBL_MAX, DBL_MAX, false, true, 53, DBL_EPSILON, DBL_MIN, HUGE_VAL,
                     __builtin_bit_cast(double, 0x7ff8000000000000ll))
}  // namespace std

// gives <cuda/std/cassert> <cuda/std/cfloat> <cuda/std/climits> <cuda/std/cmath>
// gives <cuda/std/cstddef> <cuda/std/cstdint> <cuda/std/limits> <cuda/std/type_traits>
// gives <cuda/std/utility>
namespace cuda {
namespace std = ::std;
}

// ---- libm functions with integer arguments: computed as double ----
template <bool>
struct __lanescope_double_if {};
template <>
struct __lanescope_double_if<true> {
  typedef double type;
};
#define __LANESCOPE_OF_INTEGERS_1__(name)                                             \
  template <class T>                                                                  \
  __LANESCOPE_FN__ typename __lanescope_double_if<__lanescope_kind<T>::of == 1 ||     \
                                                  __lanescope_kind<T>::of == 2>::type \
  name(T a) {                                                                         \
    return name((double)a);                                                           \
  }
#define __LANESCOPE_OF_INTEGERS_2__(name)                                   \
  template <class T, class U>                                               \
  __LANESCOPE_FN__ typename __lanescope_double_if<                          \
      (__lanescope_kind<T>::of == 1 || __lanescope_kind<T>::of == 2) &&     \
      (__lanescope_kind<U>::of == 1 || __lanescope_kind<U>::of == 2)>::type \
  name(T a, U b) {                                                          \
    return name((double)a, (double)b);                                      \
  }

// gives exp
__LANESCOPE_OF_INTEGERS_1__(exp)

// gives exp2
__LANESCOPE_OF_INTEGERS_1__(exp2)

// gives exp10
__LANESCOPE_OF_INTEGERS_1__(exp10)

// gives expm1
__LANESCOPE_OF_INTEGERS_1__(expm1)

// gives log
__LANESCOPE_OF_INTEGERS_1__(log)

// gives log2
__LANESCOPE_OF_INTEGERS_1__(log2)

// gives log10
__LANESCOPE_OF_INTEGERS_1__(log10)

// gives log1p
__LANESCOPE_OF_INTEGERS_1__(log1p)

// gives sin
__LANESCOPE_OF_INTEGERS_1__(sin)

// gives cos
__LANESCOPE_OF_INTEGERS_1__(cos)

// gives tan
__LANESCOPE_OF_INTEGERS_1__(tan)

// gives asin
__LANESCOPE_OF_INTEGERS_1__(asin)

// gives acos
__LANESCOPE_OF_INTEGERS_1__(acos)

// gives atan
__LANESCOPE_OF_INTEGERS_1__(atan)

// gives sinh
__LANESCOPE_OF_INTEGERS_1__(sinh)

// gives cosh
__LANESCOPE_OF_INTEGERS_1__(cosh)

// gives tanh
__LANESCOPE_OF_INTEGERS_1__(tanh)

// gives asinh
__LANESCOPE_OF_INTEGERS_1__(asinh)

// gives acosh
__LANESCOPE_OF_INTEGERS_1__(acosh)

// gives atanh
__LANESCOPE_OF_INTEGERS_1__(atanh)

// gives cbrt
__LANESCOPE_OF_INTEGERS_1__(cbrt)

// gives erf
__LANESCOPE_OF_INTEGERS_1__(erf)

// gives erfc
__LANESCOPE_OF_INTEGERS_1__(erfc)

// gives tgamma
__LANESCOPE_OF_INTEGERS_1__(tgamma)

// gives lgamma
__LANESCOPE_OF_INTEGERS_1__(lgamma)

// gives sqrt
__LANESCOPE_OF_INTEGERS_1__(sqrt)

// gives rsqrt
__LANESCOPE_OF_INTEGERS_1__(rsqrt)

// gives fabs
__LANESCOPE_OF_INTEGERS_1__(fabs)

// gives floor
__LANESCOPE_OF_INTEGERS_1__(floor)

// gives ceil
__LANESCOPE_OF_INTEGERS_1__(ceil)

// gives trunc
__LANESCOPE_OF_INTEGERS_1__(trunc)

// gives round
__LANESCOPE_OF_INTEGERS_1__(round)

// gives rint
__LANESCOPE_OF_INTEGERS_1__(rint)

// gives pow
__LANESCOPE_OF_INTEGERS_2__(pow)

// gives fmin
__LANESCOPE_OF_INTEGERS_2__(fmin)

// gives fmax
__LANESCOPE_OF_INTEGERS_2__(fmax)

// gives fmod
__LANESCOPE_OF_INTEGERS_2__(fmod)

// gives hypot
__LANESCOPE_OF_INTEGERS_2__(hypot)

// gives atan2
__LANESCOPE_OF_INTEGERS_2__(atan2)

// ---- C functions and types in namespace std ----
#define __LANESCOPE_STD__(name) \
  namespace std {               \
  using ::name;                 \
  }

// gives std::abs
__LANESCOPE_STD__(abs)

// gives std::labs
__LANESCOPE_STD__(labs)

// gives std::llabs
__LANESCOPE_STD__(llabs)

// gives std::memcpy
__LANESCOPE_STD__(memcpy)

// gives std::memset
__LANESCOPE_STD__(memset)

// gives std::printf
__LANESCOPE_STD__(printf)

// gives std::malloc
__LANESCOPE_STD__(malloc)

// gives std::free
__LANESCOPE_STD__(free)

// gives std::fabs
__LANESCOPE_STD__(fabs)

// gives std::sqrt
__LANESCOPE_STD__(sqrt)

// gives std::floor
__LANESCOPE_STD__(floor)

// gives std::ceil
__LANESCOPE_STD__(ceil)

// gives std::trunc
__LANESCOPE_STD__(trunc)

// gives std::rint
__LANESCOPE_STD__(rint)

// gives std::nearbyint
__LANESCOPE_STD__(nearbyint)

// gives std::round
__LANESCOPE_STD__(round)

// gives std::lrint
__LANESCOPE_STD__(lrint)

// gives std::llrint
__LANESCOPE_STD__(llrint)

// gives std::lround
__LANESCOPE_STD__(lround)

// gives std::llround
__LANESCOPE_STD__(llround)

// gives std::fmin
__LANESCOPE_STD__(fmin)

// gives std::fmax
__LANESCOPE_STD__(fmax)

// gives std::copysign
__LANESCOPE_STD__(copysign)

// gives std::fma
__LANESCOPE_STD__(fma)

// gives std::fdim
__LANESCOPE_STD__(fdim)

// gives std::isnan
__LANESCOPE_STD__(isnan)

// gives std::isinf
__LANESCOPE_STD__(isinf)

// gives std::isfinite
__LANESCOPE_STD__(isfinite)

// gives std::signbit
__LANESCOPE_STD__(signbit)

// gives std::nan
__LANESCOPE_STD__(nan)

// gives std::modf
__LANESCOPE_STD__(modf)

// gives std::frexp
__LANESCOPE_STD__(frexp)

// gives std::exp
__LANESCOPE_STD__(exp)

// gives std::exp2
__LANESCOPE_STD__(exp2)

// gives std::expm1
__LANESCOPE_STD__(expm1)

// gives std::log
__LANESCOPE_STD__(log)

// gives std::log2
__LANESCOPE_STD__(log2)

// gives std::log10
__LANESCOPE_STD__(log10)

// gives std::log1p
__LANESCOPE_STD__(log1p)

// gives std::sin
__LANESCOPE_STD__(sin)

// gives std::cos
__LANESCOPE_STD__(cos)

// gives std::tan
__LANESCOPE_STD__(tan)

// gives std::asin
__LANESCOPE_STD__(asin)

// gives std::acos
__LANESCOPE_STD__(acos)

// gives std::atan
__LANESCOPE_STD__(atan)

// gives std::sinh
__LANESCOPE_STD__(sinh)

// gives std::cosh
__LANESCOPE_STD__(cosh)

// gives std::tanh
__LANESCOPE_STD__(tanh)

// gives std::asinh
__LANESCOPE_STD__(asinh)

// gives std::acosh
__LANESCOPE_STD__(acosh)

// gives std::atanh
__LANESCOPE_STD__(atanh)

// gives std::cbrt
__LANESCOPE_STD__(cbrt)

// gives std::erf
__LANESCOPE_STD__(erf)

// gives std::erfc
__LANESCOPE_STD__(erfc)

// gives std::tgamma
__LANESCOPE_STD__(tgamma)

// gives std::lgamma
__LANESCOPE_STD__(lgamma)

// gives std::logb
__LANESCOPE_STD__(logb)

// gives std::ilogb
__LANESCOPE_STD__(ilogb)

// gives std::atan2
__LANESCOPE_STD__(atan2)

// gives std::fmod
__LANESCOPE_STD__(fmod)

// gives std::hypot
__LANESCOPE_STD__(hypot)

// gives std::remainder
__LANESCOPE_STD__(remainder)

// gives std::remquo
__LANESCOPE_STD__(remquo)

// gives std::nextafter
__LANESCOPE_STD__(nextafter)

// gives std::pow
__LANESCOPE_STD__(pow)

// gives std::ldexp
__LANESCOPE_STD__(ldexp)

// gives std::scalbn
__LANESCOPE_STD__(scalbn)

// gives std::scalbln
__LANESCOPE_STD__(scalbln)

// gives std::fabsf
__LANESCOPE_STD__(fabsf)

// gives std::sqrtf
__LANESCOPE_STD__(sqrtf)

// gives std::floorf
__LANESCOPE_STD__(floorf)

// gives std::ceilf
__LANESCOPE_STD__(ceilf)

// gives std::truncf
__LANESCOPE_STD__(truncf)

// gives std::rintf
__LANESCOPE_STD__(rintf)

// gives std::nearbyintf
__LANESCOPE_STD__(nearbyintf)

// gives std::roundf
__LANESCOPE_STD__(roundf)

// gives std::lrintf
__LANESCOPE_STD__(lrintf)

// gives std::llrintf
__LANESCOPE_STD__(llrintf)

// gives std::lroundf
__LANESCOPE_STD__(lroundf)

// gives std::llroundf
__LANESCOPE_STD__(llroundf)

// gives std::fminf
__LANESCOPE_STD__(fminf)

// gives std::fmaxf
__LANESCOPE_STD__(fmaxf)

// gives std::copysignf
__LANESCOPE_STD__(copysignf)

// gives std::fmaf
__LANESCOPE_STD__(fmaf)

// gives std::fdimf
__LANESCOPE_STD__(fdimf)

// gives std::modff
__LANESCOPE_STD__(modff)

// gives std::frexpf
__LANESCOPE_STD__(frexpf)

// gives std::expf
__LANESCOPE_STD__(expf)

// gives std::exp2f
__LANESCOPE_STD__(exp2f)

// gives std::expm1f
__LANESCOPE_STD__(expm1f)

// gives std::logf
__LANESCOPE_STD__(logf)

// gives std::log2f
__LANESCOPE_STD__(log2f)

// gives std::log10f
__LANESCOPE_STD__(log10f)

// gives std::log1pf
__LANESCOPE_STD__(log1pf)

// gives std::sinf
__LANESCOPE_STD__(sinf)

// gives std::cosf
__LANESCOPE_STD__(cosf)

// gives std::tanf
__LANESCOPE_STD__(tanf)

// gives std::asinf
__LANESCOPE_STD__(asinf)

// gives std::acosf
__LANESCOPE_STD__(acosf)

// gives std::atanf
__LANESCOPE_STD__(atanf)

// gives std::sinhf
__LANESCOPE_STD__(sinhf)

// gives std::coshf
__LANESCOPE_STD__(coshf)

// gives std::tanhf
__LANESCOPE_STD__(tanhf)

// gives std::asinhf
__LANESCOPE_STD__(asinhf)

// gives std::acoshf
__LANESCOPE_STD__(acoshf)

// gives std::atanhf
__LANESCOPE_STD__(atanhf)

// gives std::cbrtf
__LANESCOPE_STD__(cbrtf)

// gives std::erff
__LANESCOPE_STD__(erff)

// gives std::erfcf
__LANESCOPE_STD__(erfcf)

// gives std::tgammaf
__LANESCOPE_STD__(tgammaf)

// gives std::lgammaf
__LANESCOPE_STD__(lgammaf)

// gives std::logbf
__LANESCOPE_STD__(logbf)

// gives std::ilogbf
__LANESCOPE_STD__(ilogbf)

// gives std::atan2f
__LANESCOPE_STD__(atan2f)

// gives std::fmodf
__LANESCOPE_STD__(fmodf)

// gives std::hypotf
__LANESCOPE_STD__(hypotf)

// gives std::remainderf
__LANESCOPE_STD__(remainderf)

// gives std::remquof
__LANESCOPE_STD__(remquof)

// gives std::nextafterf
__LANESCOPE_STD__(nextafterf)

// gives std::powf
__LANESCOPE_STD__(powf)

// gives std::ldexpf
__LANESCOPE_STD__(ldexpf)

// gives std::scalbnf
__LANESCOPE_STD__(scalbnf)

// gives std::scalblnf
__LANESCOPE_STD__(scalblnf)

// gives std::int8_t
__LANESCOPE_STD__(int8_t)

// gives std::int16_t
__LANESCOPE_STD__(int16_t)

// gives std::int32_t
__LANESCOPE_STD__(int32_t)

// gives std::int64_t
__LANESCOPE_STD__(int64_t)

// gives std::int_fast8_t
__LANESCOPE_STD__(int_fast8_t)

// gives std::int_fast16_t
__LANESCOPE_STD__(int_fast16_t)

// gives std::int_fast32_t
__LANESCOPE_STD__(int_fast32_t)

// gives std::int_fast64_t
__LANESCOPE_STD__(int_fast64_t)

// gives std::int_least8_t
__LANESCOPE_STD__(int_least8_t)

// gives std::int_least16_t
__LANESCOPE_STD__(int_least16_t)

// gives std::int_least32_t
__LANESCOPE_STD__(int_least32_t)

// gives std::int_least64_t
__LANESCOPE_STD__(int_least64_t)

// gives std::uint8_t
__LANESCOPE_STD__(uint8_t)

// gives std::uint16_t
__LANESCOPE_STD__(uint16_t)

// gives std::uint32_t
__LANESCOPE_STD__(uint32_t)

// gives std::uint64_t
__LANESCOPE_STD__(uint64_t)

// gives std::uint_fast8_t
__LANESCOPE_STD__(uint_fast8_t)

// gives std::uint_fast16_t
__LANESCOPE_STD__(uint_fast16_t)

// gives std::uint_fast32_t
__LANESCOPE_STD__(uint_fast32_t)

// gives std::uint_fast64_t
__LANESCOPE_STD__(uint_fast64_t)

// gives std::uint_least8_t
__LANESCOPE_STD__(uint_least8_t)

// gives std::uint_least16_t
__LANESCOPE_STD__(uint_least16_t)

// gives std::uint_least32_t
__LANESCOPE_STD__(uint_least32_t)

// gives std::uint_least64_t
__LANESCOPE_STD__(uint_least64_t)

// gives std::intptr_t
__LANESCOPE_STD__(intptr_t)

// gives std::uintptr_t
__LANESCOPE_STD__(uintptr_t)

// gives std::intmax_t
__LANESCOPE_STD__(intmax_t)

// gives std::uintmax_t
__LANESCOPE_STD__(uintmax_t)
