// Lanescope's CUDA prelude for clang: integers. Functions that are one PTX instruction use it; the
// others compute what the CUDA Math API describes.

__LANESCOPE_FN__ long labs(long a) { return a < 0 ? -a : a; }

__LANESCOPE_FN__ long long llabs(long long a) { return a < 0 ? -a : a; }

__LANESCOPE_FN__ int __popc(unsigned a) { return __builtin_popcount(a); }

__LANESCOPE_FN__ int __popcll(unsigned long long a) { return __builtin_popcountll(a); }

__LANESCOPE_FN__ int __clz(int a) { return a == 0 ? 32 : __builtin_clz((unsigned)a); }

__LANESCOPE_FN__ int __clzll(long long a) {
  return a == 0 ? 64 : __builtin_clzll((unsigned long long)a);
}

__LANESCOPE_FN__ int __ffs(int a) { return a == 0 ? 0 : __builtin_ctz((unsigned)a) + 1; }

__LANESCOPE_FN__ int __ffsll(long long a) {
  return a == 0 ? 0 : __builtin_ctzll((unsigned long long)a) + 1;
}

// The position of the n-th set bit starting at `b` (upwards for n > 0, downwards for n < 0).
__LANESCOPE_FN__ unsigned __fns(unsigned m, unsigned b, int n) {
  unsigned r;
  __asm__("fns.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(m), "r"(b), "r"(n));
  return r;
}

__LANESCOPE_FN__ unsigned __brev(unsigned a) { return __builtin_bitreverse32(a); }

__LANESCOPE_FN__ unsigned long long __brevll(unsigned long long a) {
  return __builtin_bitreverse64(a);
}

// Multiplies the low 24 bits; returns the low 32 bits of the product.
__LANESCOPE_FN__ int __mul24(int a, int b) {
  int x = (int)((unsigned)a << 8) >> 8, y = (int)((unsigned)b << 8) >> 8;
  return (int)((unsigned)x * (unsigned)y);
}

__LANESCOPE_FN__ unsigned __umul24(unsigned a, unsigned b) {
  return (a & 0xffffffu) * (b & 0xffffffu);
}

__LANESCOPE_FN__ int __mulhi(int a, int b) { return (int)(((long long)a * b) >> 32); }

__LANESCOPE_FN__ unsigned __umulhi(unsigned a, unsigned b) {
  return (unsigned)(((unsigned long long)a * b) >> 32);
}

__LANESCOPE_FN__ long long __mul64hi(long long a, long long b) {
  return (long long)(((__int128)a * b) >> 64);
}

__LANESCOPE_FN__ unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return (unsigned long long)(((unsigned __int128)a * b) >> 64);
}

__LANESCOPE_FN__ unsigned __sad(int a, int b, unsigned c) {
  unsigned r;
  __asm__("sad.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
  return r;
}

__LANESCOPE_FN__ unsigned __usad(unsigned a, unsigned b, unsigned c) {
  unsigned r;
  __asm__("sad.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
  return r;
}

// Averages, rounded down and up.
__LANESCOPE_FN__ int __hadd(int a, int b) { return (a & b) + ((a ^ b) >> 1); }

__LANESCOPE_FN__ int __rhadd(int a, int b) { return (a | b) - ((a ^ b) >> 1); }

__LANESCOPE_FN__ unsigned __uhadd(unsigned a, unsigned b) { return (a & b) + ((a ^ b) >> 1); }

__LANESCOPE_FN__ unsigned __urhadd(unsigned a, unsigned b) { return (a | b) - ((a ^ b) >> 1); }

// __byte_perm does not offer prmt's sign-replicating mode.
__LANESCOPE_FN__ unsigned __byte_perm(unsigned a, unsigned b, unsigned s) {
  unsigned r;
  __asm__("prmt.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(s & 0x7777u));
  return r;
}

// name(low word, high word, shift)
#define __LANESCOPE_FUNNEL__(name, mode)                                            \
  __LANESCOPE_FN__ unsigned name(unsigned a, unsigned b, unsigned s) {              \
    unsigned r;                                                                     \
    __asm__("shf." mode ".b32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(s)); \
    return r;                                                                       \
  }

__LANESCOPE_FUNNEL__(__funnelshift_l, "l.wrap")

__LANESCOPE_FUNNEL__(__funnelshift_lc, "l.clamp")

__LANESCOPE_FUNNEL__(__funnelshift_r, "r.wrap")

__LANESCOPE_FUNNEL__(__funnelshift_rc, "r.clamp")

// Dot products of bytes, and of halfwords with bytes.
#define __LANESCOPE_DOT__(name, instruction, S, s, V, U)                                    \
  __LANESCOPE_FN__ S name(S a, S b, S c) {                                                  \
    S r;                                                                                    \
    __asm__(instruction "." s "." s " %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); \
    return r;                                                                               \
  }                                                                                         \
  __LANESCOPE_FN__ S name(V a, U b, S c) {                                                  \
    return name(__builtin_bit_cast(S, a), __builtin_bit_cast(S, b), c);                     \
  }

__LANESCOPE_DOT__(__dp4a, "dp4a", int, "s32", char4, char4)
__LANESCOPE_DOT__(__dp4a, "dp4a", unsigned, "u32", uchar4, uchar4)

__LANESCOPE_DOT__(__dp2a_lo, "dp2a.lo", int, "s32", short2, char4)
__LANESCOPE_DOT__(__dp2a_lo, "dp2a.lo", unsigned, "u32", ushort2, uchar4)

__LANESCOPE_DOT__(__dp2a_hi, "dp2a.hi", int, "s32", short2, char4)
__LANESCOPE_DOT__(__dp2a_hi, "dp2a.hi", unsigned, "u32", ushort2, uchar4)

// ---- DPX: sums, minima and maxima of two and three values ----
#define __LANESCOPE_DPX__(name, T, expression) \
  __LANESCOPE_FN__ T name(T a, T b, T c) { return expression; }
#define __LANESCOPE_LARGER__(a, b) ((a) > (b) ? (a) : (b))
#define __LANESCOPE_SMALLER__(a, b) ((a) < (b) ? (a) : (b))
#define __LANESCOPE_SUM__(a, b) (int)((unsigned)(a) + (unsigned)(b))

__LANESCOPE_DPX__(__vimax3_s32, int, __LANESCOPE_LARGER__(__LANESCOPE_LARGER__(a, b), c))

__LANESCOPE_DPX__(__vimin3_s32, int, __LANESCOPE_SMALLER__(__LANESCOPE_SMALLER__(a, b), c))

__LANESCOPE_DPX__(__vimax3_u32, unsigned, __LANESCOPE_LARGER__(__LANESCOPE_LARGER__(a, b), c))

__LANESCOPE_DPX__(__vimin3_u32, unsigned, __LANESCOPE_SMALLER__(__LANESCOPE_SMALLER__(a, b), c))

__LANESCOPE_DPX__(__vimax3_s32_relu, int, __LANESCOPE_LARGER__(__vimax3_s32(a, b, c), 0))

__LANESCOPE_DPX__(__vimin3_s32_relu, int, __LANESCOPE_LARGER__(__vimin3_s32(a, b, c), 0))

__LANESCOPE_DPX__(__viaddmax_s32, int, __LANESCOPE_LARGER__(__LANESCOPE_SUM__(a, b), c))

__LANESCOPE_DPX__(__viaddmin_s32, int, __LANESCOPE_SMALLER__(__LANESCOPE_SUM__(a, b), c))

__LANESCOPE_DPX__(__viaddmax_u32, unsigned, __LANESCOPE_LARGER__(a + b, c))

__LANESCOPE_DPX__(__viaddmin_u32, unsigned, __LANESCOPE_SMALLER__(a + b, c))

__LANESCOPE_DPX__(__viaddmax_s32_relu, int, __LANESCOPE_LARGER__(__viaddmax_s32(a, b, c), 0))

__LANESCOPE_DPX__(__viaddmin_s32_relu, int, __LANESCOPE_LARGER__(__viaddmin_s32(a, b, c), 0))

__LANESCOPE_FN__ int __vimax_s32_relu(int a, int b) { return __vimax3_s32(a, b, 0); }

__LANESCOPE_FN__ int __vimin_s32_relu(int a, int b) { return __vimin3_s32_relu(a, b, b); }
