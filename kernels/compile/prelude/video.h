// Lanescope's CUDA prelude for clang: SIMD intrinsics on the two halfwords or four bytes of a word.
// They work lane by lane as the CUDA Math API describes; clang unrolls the loops.

// `x` and `y` are the lanes of a and b; `e` computes the result's lane.
#define __LANESCOPE_LANES__(name, bits, T, e)              \
  __LANESCOPE_FN__ unsigned name(unsigned a, unsigned b) { \
    unsigned r = 0;                                        \
    for (int i = 0; i < 32; i += bits) {                   \
      int x = (T)(a >> i), y = (T)(b >> i);                \
      r |= ((unsigned)(e) & ((1u << bits) - 1)) << i;      \
    }                                                      \
    return r;                                              \
  }
#define __LANESCOPE_LANES_1__(name, bits, T, e)       \
  __LANESCOPE_FN__ unsigned name(unsigned a) {        \
    unsigned r = 0;                                   \
    for (int i = 0; i < 32; i += bits) {              \
      int x = (T)(a >> i);                            \
      r |= ((unsigned)(e) & ((1u << bits) - 1)) << i; \
    }                                                 \
    return r;                                         \
  }
// The sum over the lanes.
#define __LANESCOPE_LANES_SUM__(name, bits, T, e)          \
  __LANESCOPE_FN__ unsigned name(unsigned a, unsigned b) { \
    unsigned r = 0;                                        \
    for (int i = 0; i < 32; i += bits) {                   \
      int x = (T)(a >> i), y = (T)(b >> i);                \
      r += (unsigned)(e);                                  \
    }                                                      \
    return r;                                              \
  }
#define __LANESCOPE_WITHIN__(a, low, high) ((a) < (low) ? (low) : (a) > (high) ? (high) : (a))

__LANESCOPE_LANES_1__(__vabs2, 16, short, x < 0 ? -x : x)

__LANESCOPE_LANES_1__(__vabsss2, 16, short, __LANESCOPE_WITHIN__((x < 0 ? -x : x), -32768, 32767))

__LANESCOPE_LANES_1__(__vneg2, 16, short, -x)

__LANESCOPE_LANES_1__(__vnegss2, 16, short, __LANESCOPE_WITHIN__(-x, -32768, 32767))

__LANESCOPE_LANES__(__vadd2, 16, unsigned short, x + y)

__LANESCOPE_LANES__(__vaddss2, 16, short, __LANESCOPE_WITHIN__(x + y, -32768, 32767))

__LANESCOPE_LANES__(__vaddus2, 16, unsigned short, __LANESCOPE_WITHIN__(x + y, 0, 65535))

__LANESCOPE_LANES__(__vsub2, 16, unsigned short, x - y)

__LANESCOPE_LANES__(__vsubss2, 16, short, __LANESCOPE_WITHIN__(x - y, -32768, 32767))

__LANESCOPE_LANES__(__vsubus2, 16, unsigned short, __LANESCOPE_WITHIN__(x - y, 0, 65535))

__LANESCOPE_LANES__(__vabsdiffs2, 16, short, x < y ? y - x : x - y)

__LANESCOPE_LANES__(__vabsdiffu2, 16, unsigned short, x < y ? y - x : x - y)

__LANESCOPE_LANES__(__vavgs2, 16, short, (x + y + (x + y >= 0)) >> 1)

__LANESCOPE_LANES__(__vavgu2, 16, unsigned short, (x + y + 1) >> 1)

__LANESCOPE_LANES__(__vhaddu2, 16, unsigned short, (x + y) >> 1)

__LANESCOPE_LANES__(__vmaxs2, 16, short, x < y ? y : x)

__LANESCOPE_LANES__(__vmins2, 16, short, y < x ? y : x)

__LANESCOPE_LANES_SUM__(__vsads2, 16, short, x < y ? y - x : x - y)

__LANESCOPE_LANES__(__vmaxu2, 16, unsigned short, x < y ? y : x)

__LANESCOPE_LANES__(__vminu2, 16, unsigned short, y < x ? y : x)

__LANESCOPE_LANES_SUM__(__vsadu2, 16, unsigned short, x < y ? y - x : x - y)

__LANESCOPE_LANES__(__vcmpeq2, 16, unsigned short, x == y ? -1 : 0)

__LANESCOPE_LANES__(__vseteq2, 16, unsigned short, x == y)

__LANESCOPE_LANES__(__vcmpne2, 16, unsigned short, x != y ? -1 : 0)

__LANESCOPE_LANES__(__vsetne2, 16, unsigned short, x != y)

__LANESCOPE_LANES__(__vcmpges2, 16, short, x >= y ? -1 : 0)

__LANESCOPE_LANES__(__vsetges2, 16, short, x >= y)

__LANESCOPE_LANES__(__vcmpgeu2, 16, unsigned short, x >= y ? -1 : 0)

__LANESCOPE_LANES__(__vsetgeu2, 16, unsigned short, x >= y)

__LANESCOPE_LANES__(__vcmpgts2, 16, short, x > y ? -1 : 0)

__LANESCOPE_LANES__(__vsetgts2, 16, short, x > y)

__LANESCOPE_LANES__(__vcmpgtu2, 16, unsigned short, x > y ? -1 : 0)

__LANESCOPE_LANES__(__vsetgtu2, 16, unsigned short, x > y)

__LANESCOPE_LANES__(__vcmples2, 16, short, x <= y ? -1 : 0)

__LANESCOPE_LANES__(__vsetles2, 16, short, x <= y)

__LANESCOPE_LANES__(__vcmpleu2, 16, unsigned short, x <= y ? -1 : 0)

__LANESCOPE_LANES__(__vsetleu2, 16, unsigned short, x <= y)

__LANESCOPE_LANES__(__vcmplts2, 16, short, x < y ? -1 : 0)

__LANESCOPE_LANES__(__vsetlts2, 16, short, x < y)

__LANESCOPE_LANES__(__vcmpltu2, 16, unsigned short, x < y ? -1 : 0)

__LANESCOPE_LANES__(__vsetltu2, 16, unsigned short, x < y)

__LANESCOPE_LANES_1__(__vabs4, 8, signed char, x < 0 ? -x : x)

__LANESCOPE_LANES_1__(__vabsss4, 8, signed char, __LANESCOPE_WITHIN__((x < 0 ? -x : x), -128, 127))

__LANESCOPE_LANES_1__(__vneg4, 8, signed char, -x)

__LANESCOPE_LANES_1__(__vnegss4, 8, signed char, __LANESCOPE_WITHIN__(-x, -128, 127))

__LANESCOPE_LANES__(__vadd4, 8, unsigned char, x + y)

__LANESCOPE_LANES__(__vaddss4, 8, signed char, __LANESCOPE_WITHIN__(x + y, -128, 127))

__LANESCOPE_LANES__(__vaddus4, 8, unsigned char, __LANESCOPE_WITHIN__(x + y, 0, 255))

__LANESCOPE_LANES__(__vsub4, 8, unsigned char, x - y)

__LANESCOPE_LANES__(__vsubss4, 8, signed char, __LANESCOPE_WITHIN__(x - y, -128, 127))

__LANESCOPE_LANES__(__vsubus4, 8, unsigned char, __LANESCOPE_WITHIN__(x - y, 0, 255))

__LANESCOPE_LANES__(__vabsdiffs4, 8, signed char, x < y ? y - x : x - y)

__LANESCOPE_LANES__(__vabsdiffu4, 8, unsigned char, x < y ? y - x : x - y)

__LANESCOPE_LANES__(__vavgs4, 8, signed char, (x + y + (x + y >= 0)) >> 1)

__LANESCOPE_LANES__(__vavgu4, 8, unsigned char, (x + y + 1) >> 1)

__LANESCOPE_LANES__(__vhaddu4, 8, unsigned char, (x + y) >> 1)

__LANESCOPE_LANES__(__vmaxs4, 8, signed char, x < y ? y : x)

__LANESCOPE_LANES__(__vmins4, 8, signed char, y < x ? y : x)

__LANESCOPE_LANES_SUM__(__vsads4, 8, signed char, x < y ? y - x : x - y)

__LANESCOPE_LANES__(__vmaxu4, 8, unsigned char, x < y ? y : x)

__LANESCOPE_LANES__(__vminu4, 8, unsigned char, y < x ? y : x)

__LANESCOPE_LANES_SUM__(__vsadu4, 8, unsigned char, x < y ? y - x : x - y)

__LANESCOPE_LANES__(__vcmpeq4, 8, unsigned char, x == y ? -1 : 0)

__LANESCOPE_LANES__(__vseteq4, 8, unsigned char, x == y)

__LANESCOPE_LANES__(__vcmpne4, 8, unsigned char, x != y ? -1 : 0)

__LANESCOPE_LANES__(__vsetne4, 8, unsigned char, x != y)

__LANESCOPE_LANES__(__vcmpges4, 8, signed char, x >= y ? -1 : 0)

__LANESCOPE_LANES__(__vsetges4, 8, signed char, x >= y)

__LANESCOPE_LANES__(__vcmpgeu4, 8, unsigned char, x >= y ? -1 : 0)

__LANESCOPE_LANES__(__vsetgeu4, 8, unsigned char, x >= y)

__LANESCOPE_LANES__(__vcmpgts4, 8, signed char, x > y ? -1 : 0)

__LANESCOPE_LANES__(__vsetgts4, 8, signed char, x > y)

__LANESCOPE_LANES__(__vcmpgtu4, 8, unsigned char, x > y ? -1 : 0)

__LANESCOPE_LANES__(__vsetgtu4, 8, unsigned char, x > y)

__LANESCOPE_LANES__(__vcmples4, 8, signed char, x <= y ? -1 : 0)

__LANESCOPE_LANES__(__vsetles4, 8, signed char, x <= y)

__LANESCOPE_LANES__(__vcmpleu4, 8, unsigned char, x <= y ? -1 : 0)

__LANESCOPE_LANES__(__vsetleu4, 8, unsigned char, x <= y)

__LANESCOPE_LANES__(__vcmplts4, 8, signed char, x < y ? -1 : 0)

__LANESCOPE_LANES__(__vsetlts4, 8, signed char, x < y)

__LANESCOPE_LANES__(__vcmpltu4, 8, unsigned char, x < y ? -1 : 0)

__LANESCOPE_LANES__(__vsetltu4, 8, unsigned char, x < y)
