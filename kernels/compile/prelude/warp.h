// Lanescope's CUDA prelude for clang: shuffles, votes, matches, reductions of a warp.

// shfl's third operand: segment mask in bits 8-12, clamp in bits 0-4 (31; 0 for up).
#define __LANESCOPE_SHUFFLE__(name, mode, L, clamp)                                              \
  __LANESCOPE_FN__ int name(unsigned m, int a, L b, int w = warpSize) {                          \
    int r;                                                                                       \
    __LANESCOPE_ASM__("shfl.sync." mode ".b32 %0, %1, %2, %3, %4;"                               \
                      : "=r"(r)                                                                  \
                      : "r"(a), "r"(b), "r"(((warpSize - w) << 8) | clamp), "r"(m));             \
    return r;                                                                                    \
  }                                                                                              \
  __LANESCOPE_FN__ unsigned name(unsigned m, unsigned a, L b, int w = warpSize) {                \
    return (unsigned)name(m, (int)a, b, w);                                                      \
  }                                                                                              \
  __LANESCOPE_FN__ float name(unsigned m, float a, L b, int w = warpSize) {                      \
    return __builtin_bit_cast(float, name(m, __builtin_bit_cast(int, a), b, w));                 \
  }                                                                                              \
  __LANESCOPE_FN__ unsigned long long name(unsigned m, unsigned long long a, L b,                \
                                           int w = warpSize) {                                   \
    unsigned x = name(m, (unsigned)a, b, w);                                                     \
    unsigned y = name(m, (unsigned)(a >> 32), b, w);                                             \
    return ((unsigned long long)y << 32) | x;                                                    \
  }                                                                                              \
  __LANESCOPE_FN__ long long name(unsigned m, long long a, L b, int w = warpSize) {              \
    return (long long)name(m, (unsigned long long)a, b, w);                                      \
  }                                                                                              \
  __LANESCOPE_FN__ long name(unsigned m, long a, L b, int w = warpSize) {                        \
    return (long)name(m, (unsigned long long)a, b, w);                                           \
  }                                                                                              \
  __LANESCOPE_FN__ unsigned long name(unsigned m, unsigned long a, L b, int w = warpSize) {      \
    return (unsigned long)name(m, (unsigned long long)a, b, w);                                  \
  }                                                                                              \
  __LANESCOPE_FN__ double name(unsigned m, double a, L b, int w = warpSize) {                    \
    return __builtin_bit_cast(double, name(m, __builtin_bit_cast(unsigned long long, a), b, w)); \
  }

__LANESCOPE_SHUFFLE__(__shfl_sync, "idx", int, 31)

__LANESCOPE_SHUFFLE__(__shfl_up_sync, "up", unsigned, 0)

__LANESCOPE_SHUFFLE__(__shfl_down_sync, "down", unsigned, 31)

__LANESCOPE_SHUFFLE__(__shfl_xor_sync, "bfly", int, 31)

// clang's builtins, because they give predicates. They take no attribute, so what stands around
// them keeps them apart.
#define __LANESCOPE_VOTE__(T, name, builtin)   \
  __LANESCOPE_FN__ T name(unsigned m, int a) { \
    __LANESCOPE_ASM__("");                     \
    const T r = builtin(m, a != 0);            \
    __LANESCOPE_ASM__("");                     \
    return r;                                  \
  }

__LANESCOPE_VOTE__(int, __all_sync, __nvvm_vote_all_sync)

__LANESCOPE_VOTE__(int, __any_sync, __nvvm_vote_any_sync)

__LANESCOPE_VOTE__(int, __uni_sync, __nvvm_vote_uni_sync)

__LANESCOPE_VOTE__(unsigned, __ballot_sync, __nvvm_vote_ballot_sync)

__LANESCOPE_FN__ unsigned __activemask() {
  unsigned r;
  __LANESCOPE_ASM__("activemask.b32 %0;" : "=r"(r));
  return r;
}

// The lanes whose values have the same bits, for four and eight bytes.
__LANESCOPE_FN__ unsigned __lanescope_match_4(unsigned m, unsigned a) {
  unsigned r;
  __LANESCOPE_ASM__("match.any.sync.b32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(m));
  return r;
}
__LANESCOPE_FN__ unsigned __lanescope_match_8(unsigned m, unsigned long long a) {
  unsigned r;
  __LANESCOPE_ASM__("match.any.sync.b64 %0, %1, %2;" : "=r"(r) : "l"(a), "r"(m));
  return r;
}
__LANESCOPE_FN__ unsigned __lanescope_match_all_4(unsigned m, unsigned a, int* p) {
  unsigned r;
  int q;
  __LANESCOPE_ASM__(
      "{ .reg .pred %%p1; match.all.sync.b32 %0|%%p1, %2, %3; selp.s32 %1, 1, 0, %%p1; }"
      : "=r"(r), "=r"(q)
      : "r"(a), "r"(m));
  *p = q;
  return r;
}
__LANESCOPE_FN__ unsigned __lanescope_match_all_8(unsigned m, unsigned long long a, int* p) {
  unsigned r;
  int q;
  __LANESCOPE_ASM__(
      "{ .reg .pred %%p1; match.all.sync.b64 %0|%%p1, %2, %3; selp.s32 %1, 1, 0, %%p1; }"
      : "=r"(r), "=r"(q)
      : "l"(a), "r"(m));
  *p = q;
  return r;
}
#define __LANESCOPE_MATCH__(T, U, any, all)                             \
  __LANESCOPE_FN__ unsigned __match_any_sync(unsigned m, T a) {         \
    return any(m, __builtin_bit_cast(U, a));                            \
  }                                                                     \
  __LANESCOPE_FN__ unsigned __match_all_sync(unsigned m, T a, int* p) { \
    return all(m, __builtin_bit_cast(U, a), p);                         \
  }
__LANESCOPE_MATCH__(int, unsigned, __lanescope_match_4, __lanescope_match_all_4)
__LANESCOPE_MATCH__(unsigned, unsigned, __lanescope_match_4, __lanescope_match_all_4)
__LANESCOPE_MATCH__(float, unsigned, __lanescope_match_4, __lanescope_match_all_4)
__LANESCOPE_MATCH__(long, unsigned long long, __lanescope_match_8, __lanescope_match_all_8)
__LANESCOPE_MATCH__(unsigned long, unsigned long long, __lanescope_match_8, __lanescope_match_all_8)
__LANESCOPE_MATCH__(long long, unsigned long long, __lanescope_match_8, __lanescope_match_all_8)
__LANESCOPE_MATCH__(unsigned long long, unsigned long long, __lanescope_match_8,
                    __lanescope_match_all_8)
__LANESCOPE_MATCH__(double, unsigned long long, __lanescope_match_8, __lanescope_match_all_8)

#define __LANESCOPE_REDUCE__(name, operation, T)                                          \
  __LANESCOPE_FN__ T name(unsigned m, T a) {                                              \
    T r;                                                                                  \
    __LANESCOPE_ASM__("redux.sync." operation " %0, %1, %2;" : "=r"(r) : "r"(a), "r"(m)); \
    return r;                                                                             \
  }

__LANESCOPE_REDUCE__(__reduce_add_sync, "add.s32", int)
__LANESCOPE_REDUCE__(__reduce_add_sync, "add.u32", unsigned)

__LANESCOPE_REDUCE__(__reduce_min_sync, "min.s32", int)
__LANESCOPE_REDUCE__(__reduce_min_sync, "min.u32", unsigned)

__LANESCOPE_REDUCE__(__reduce_max_sync, "max.s32", int)
__LANESCOPE_REDUCE__(__reduce_max_sync, "max.u32", unsigned)

__LANESCOPE_REDUCE__(__reduce_and_sync, "and.b32", unsigned)

__LANESCOPE_REDUCE__(__reduce_or_sync, "or.b32", unsigned)

__LANESCOPE_REDUCE__(__reduce_xor_sync, "xor.b32", unsigned)
