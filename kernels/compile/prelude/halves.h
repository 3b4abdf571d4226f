// Lanescope's CUDA prelude for clang: macros that fp16.h and bf16.h share, with the parameters
//   H, H2      the scalar and the pair
//   to, from   H to float, and float to H rounded to nearest even
// A function is one PTX instruction where sm_80 has it. The others go through float, which is exact
// for comparisons and rounds correctly for division (24 bits are more than twice 11 plus two).

#define __LANESCOPE_H_1__(name, H, instruction)      \
  __LANESCOPE_FN__ H name(H a) {                     \
    H r;                                             \
    __asm__(instruction : "=h"(r.__x) : "h"(a.__x)); \
    return r;                                        \
  }

#define __LANESCOPE_H_2__(name, H, instruction)                  \
  __LANESCOPE_FN__ H name(H a, H b) {                            \
    H r;                                                         \
    __asm__(instruction : "=h"(r.__x) : "h"(a.__x), "h"(b.__x)); \
    return r;                                                    \
  }

#define __LANESCOPE_H_3__(name, H, instruction)                              \
  __LANESCOPE_FN__ H name(H a, H b, H c) {                                   \
    H r;                                                                     \
    __asm__(instruction : "=h"(r.__x) : "h"(a.__x), "h"(b.__x), "h"(c.__x)); \
    return r;                                                                \
  }

#define __LANESCOPE_H2_1__(name, H2, instruction)                          \
  __LANESCOPE_FN__ H2 name(H2 a) {                                         \
    unsigned r;                                                            \
    __asm__(instruction : "=r"(r) : "r"(__builtin_bit_cast(unsigned, a))); \
    return __builtin_bit_cast(H2, r);                                      \
  }

#define __LANESCOPE_H2_2__(name, H2, instruction)                                          \
  __LANESCOPE_FN__ H2 name(H2 a, H2 b) {                                                   \
    unsigned r;                                                                            \
    __asm__(instruction                                                                    \
            : "=r"(r)                                                                      \
            : "r"(__builtin_bit_cast(unsigned, a)), "r"(__builtin_bit_cast(unsigned, b))); \
    return __builtin_bit_cast(H2, r);                                                      \
  }

#define __LANESCOPE_H2_3__(name, H2, instruction)                                         \
  __LANESCOPE_FN__ H2 name(H2 a, H2 b, H2 c) {                                            \
    unsigned r;                                                                           \
    __asm__(instruction                                                                   \
            : "=r"(r)                                                                     \
            : "r"(__builtin_bit_cast(unsigned, a)), "r"(__builtin_bit_cast(unsigned, b)), \
              "r"(__builtin_bit_cast(unsigned, c)));                                      \
    return __builtin_bit_cast(H2, r);                                                     \
  }

// A function of floats, applied to each lane; the libm calls among them are "const".
#define __LANESCOPE_H_BY_FLOAT__(name, name2, H, H2, to, from, e) \
  __LANESCOPE_FN__ H name(H a) {                                  \
    float x = to(a);                                              \
    return from(e);                                               \
  }                                                               \
  __LANESCOPE_FN__ H2 name2(H2 a) { return H2(name(a.x), name(a.y)); }

// In programs (../program_headers.h) these serve the host, too.
#ifdef __LANESCOPE_PROGRAM__
#define __LANESCOPE_HALF_MEMBER__ __attribute__((host, device, always_inline, nodebug))
#define __LANESCOPE_HALF_FN__ \
  static __inline__ __attribute__((host, device, always_inline, nodebug))
#else
#define __LANESCOPE_HALF_MEMBER__ __LANESCOPE_MEMBER__
#define __LANESCOPE_HALF_FN__ __LANESCOPE_FN__
#endif

// The types. They convert from and to any number, as CUDA's do.
#define __LANESCOPE_HALF_TYPES__(H, H2, to, from, from_double, from_signed, from_unsigned) \
  struct __attribute__((aligned(2))) H {                                                   \
    unsigned short __x;                                                                    \
    H() = default;                                                                         \
    __LANESCOPE_HALF_MEMBER__ H(float a) { __x = from(a).__x; }                            \
    __LANESCOPE_HALF_MEMBER__ H(double a) { __x = from_double(a).__x; }                    \
    __LANESCOPE_HALF_MEMBER__ H(short a) { __x = from_signed(a).__x; }                     \
    __LANESCOPE_HALF_MEMBER__ H(int a) { __x = from_signed(a).__x; }                       \
    __LANESCOPE_HALF_MEMBER__ H(long a) { __x = from_signed(a).__x; }                      \
    __LANESCOPE_HALF_MEMBER__ H(long long a) { __x = from_signed(a).__x; }                 \
    __LANESCOPE_HALF_MEMBER__ H(unsigned short a) { __x = from_unsigned(a).__x; }          \
    __LANESCOPE_HALF_MEMBER__ H(unsigned a) { __x = from_unsigned(a).__x; }                \
    __LANESCOPE_HALF_MEMBER__ H(unsigned long a) { __x = from_unsigned(a).__x; }           \
    __LANESCOPE_HALF_MEMBER__ H(unsigned long long a) { __x = from_unsigned(a).__x; }      \
    __LANESCOPE_HALF_MEMBER__ operator float() const { return to(*this); }                 \
    __LANESCOPE_HALF_MEMBER__ operator bool() const { return (__x & 0x7fff) != 0; }        \
    __LANESCOPE_HALF_TO__(char, __float2int_rz, to)                                        \
    __LANESCOPE_HALF_TO__(signed char, __float2int_rz, to)                                 \
    __LANESCOPE_HALF_TO__(unsigned char, __float2uint_rz, to)                              \
    __LANESCOPE_HALF_TO__(short, __float2int_rz, to)                                       \
    __LANESCOPE_HALF_TO__(unsigned short, __float2uint_rz, to)                             \
    __LANESCOPE_HALF_TO__(int, __float2int_rz, to)                                         \
    __LANESCOPE_HALF_TO__(unsigned, __float2uint_rz, to)                                   \
    __LANESCOPE_HALF_TO__(long, __float2ll_rz, to)                                         \
    __LANESCOPE_HALF_TO__(unsigned long, __float2ull_rz, to)                               \
    __LANESCOPE_HALF_TO__(long long, __float2ll_rz, to)                                    \
    __LANESCOPE_HALF_TO__(unsigned long long, __float2ull_rz, to)                          \
  };                                                                                       \
  struct __attribute__((aligned(4))) H2 {                                                  \
    H x, y;                                                                                \
    H2() = default;                                                                        \
    __LANESCOPE_HALF_MEMBER__ H2(H a, H b) : x(a), y(b) {}                                 \
  };
#define __LANESCOPE_HALF_TO__(T, convert, to)             \
  __LANESCOPE_HALF_MEMBER__ operator T() const {          \
    return (T)__lanescope_limited<T>(convert(to(*this))); \
  }
// To a type narrower than the conversion's result: saturates, as the instruction would.
template <class T, class S>
__LANESCOPE_HALF_FN__ S __lanescope_limited(S a) {
  if constexpr (sizeof(T) >= 4) {
    return a;
  } else {
    constexpr int n = 8 * sizeof(T) - ((T)-1 < (T)0);
    constexpr S h = (S)((1ull << n) - 1), l = (T)-1 < (T)0 ? (S)(-h - 1) : (S)0;
    return a < l ? l : a > h ? h : a;
  }
}

// The six comparisons, ordered (false for a NaN) and unordered (true for a NaN).
#define __LANESCOPE_HALF_COMPARE__(name, unordered, pair, pair_u, all, all_u, mask, mask_u, H, H2, \
                                   to, from, e)                                                    \
  __LANESCOPE_FN__ bool name(H a, H b) {                                                           \
    float x = to(a), y = to(b);                                                                    \
    return !__builtin_isunordered(x, y) && (e);                                                    \
  }                                                                                                \
  __LANESCOPE_FN__ bool unordered(H a, H b) {                                                      \
    float x = to(a), y = to(b);                                                                    \
    return __builtin_isunordered(x, y) || (e);                                                     \
  }                                                                                                \
  __LANESCOPE_FN__ H2 pair(H2 a, H2 b) { return H2(from(name(a.x, b.x)), from(name(a.y, b.y))); }  \
  __LANESCOPE_FN__ H2 pair_u(H2 a, H2 b) {                                                         \
    return H2(from(unordered(a.x, b.x)), from(unordered(a.y, b.y)));                               \
  }                                                                                                \
  __LANESCOPE_FN__ bool all(H2 a, H2 b) { return name(a.x, b.x) && name(a.y, b.y); }               \
  __LANESCOPE_FN__ bool all_u(H2 a, H2 b) { return unordered(a.x, b.x) && unordered(a.y, b.y); }   \
  __LANESCOPE_FN__ unsigned mask(H2 a, H2 b) {                                                     \
    return (name(a.x, b.x) ? 0xffffu : 0u) | (name(a.y, b.y) ? 0xffff0000u : 0u);                  \
  }                                                                                                \
  __LANESCOPE_FN__ unsigned mask_u(H2 a, H2 b) {                                                   \
    return (unordered(a.x, b.x) ? 0xffffu : 0u) | (unordered(a.y, b.y) ? 0xffff0000u : 0u);        \
  }

// + - * / and their assignments, for H or H2, by the functions with these names.
#define __LANESCOPE_HALF_OPERATOR__(H, op, assign, by)                             \
  __LANESCOPE_HALF_FN__ H operator op(const H& a, const H& b) { return by(a, b); } \
  __LANESCOPE_HALF_FN__ H& operator assign(H& a, const H& b) {                     \
    a = by(a, b);                                                                  \
    return a;                                                                      \
  }
#define __LANESCOPE_HALF_STEP__(H, op, by, one)    \
  __LANESCOPE_HALF_FN__ H& operator op(H& a) {     \
    a = by(a, one);                                \
    return a;                                      \
  }                                                \
  __LANESCOPE_HALF_FN__ H operator op(H& a, int) { \
    H r = a;                                       \
    a = by(a, one);                                \
    return r;                                      \
  }
#define __LANESCOPE_HALF_RELATION__(H, op, to) \
  __LANESCOPE_HALF_FN__ bool operator op(const H& a, const H& b) { return to(a) op to(b); }
#define __LANESCOPE_HALF_RELATION_2__(H2, op, to)                    \
  __LANESCOPE_HALF_FN__ bool operator op(const H2& a, const H2& b) { \
    return to(a.x) op to(b.x) && to(a.y) op to(b.y);                 \
  }

// To and from integers, in the four rounding modes.
#define __LANESCOPE_HALF_TO_WHOLE__(name, T, H, to, by) \
  __LANESCOPE_FN__ T name(H a) { return (T)__lanescope_limited<T>(by(to(a))); }

// Shuffles of two bytes and of a pair.
#define __LANESCOPE_HALF_SHUFFLE__(name, L, H, H2)                                      \
  __LANESCOPE_FN__ H name(unsigned m, H a, L b, int w = warpSize) {                     \
    unsigned short r =                                                                  \
        (unsigned short)name(m, (unsigned)__builtin_bit_cast(unsigned short, a), b, w); \
    return __builtin_bit_cast(H, r);                                                    \
  }                                                                                     \
  __LANESCOPE_FN__ H2 name(unsigned m, H2 a, L b, int w = warpSize) {                   \
    return __builtin_bit_cast(H2, name(m, __builtin_bit_cast(unsigned, a), b, w));      \
  }
