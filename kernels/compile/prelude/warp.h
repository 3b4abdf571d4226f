// Lanescope's CUDA prelude for clang, 4 of 6: shuffles and votes.

// The third operand of shfl: the segment's mask in bits 8-12, the clamp in bits 0-4 (31; 0 for up).
#define __LANESCOPE_SHUFFLE__(name, mode, lane_type, clamp)                                       \
  __LANESCOPE_FN__ int name(unsigned mask, int value, lane_type lane, int width = warpSize) {     \
    int result;                                                                                   \
    __asm__ volatile("shfl.sync." mode ".b32 %0, %1, %2, %3, %4;"                                 \
                     : "=r"(result)                                                               \
                     : "r"(value), "r"(lane), "r"(((warpSize - width) << 8) | clamp), "r"(mask)); \
    return result;                                                                                \
  }                                                                                               \
  __LANESCOPE_FN__ unsigned name(unsigned mask, unsigned value, lane_type lane,                   \
                                 int width = warpSize) {                                          \
    return (unsigned)name(mask, (int)value, lane, width);                                         \
  }                                                                                               \
  __LANESCOPE_FN__ float name(unsigned mask, float value, lane_type lane, int width = warpSize) { \
    return __builtin_bit_cast(float, name(mask, __builtin_bit_cast(int, value), lane, width));    \
  }                                                                                               \
  __LANESCOPE_FN__ unsigned long long name(unsigned mask, unsigned long long value,               \
                                           lane_type lane, int width = warpSize) {                \
    unsigned low = name(mask, (unsigned)value, lane, width);                                      \
    unsigned high = name(mask, (unsigned)(value >> 32), lane, width);                             \
    return ((unsigned long long)high << 32) | low;                                                \
  }                                                                                               \
  __LANESCOPE_FN__ long long name(unsigned mask, long long value, lane_type lane,                 \
                                  int width = warpSize) {                                         \
    return (long long)name(mask, (unsigned long long)value, lane, width);                         \
  }                                                                                               \
  __LANESCOPE_FN__ long name(unsigned mask, long value, lane_type lane, int width = warpSize) {   \
    return (long)name(mask, (unsigned long long)value, lane, width);                              \
  }                                                                                               \
  __LANESCOPE_FN__ unsigned long name(unsigned mask, unsigned long value, lane_type lane,         \
                                      int width = warpSize) {                                     \
    return (unsigned long)name(mask, (unsigned long long)value, lane, width);                     \
  }                                                                                               \
  __LANESCOPE_FN__ double name(unsigned mask, double value, lane_type lane,                       \
                               int width = warpSize) {                                            \
    return __builtin_bit_cast(                                                                    \
        double, name(mask, __builtin_bit_cast(unsigned long long, value), lane, width));          \
  }

__LANESCOPE_SHUFFLE__(__shfl_sync, "idx", int, 31)
__LANESCOPE_SHUFFLE__(__shfl_up_sync, "up", unsigned, 0)
__LANESCOPE_SHUFFLE__(__shfl_down_sync, "down", unsigned, 31)
__LANESCOPE_SHUFFLE__(__shfl_xor_sync, "bfly", int, 31)
#undef __LANESCOPE_SHUFFLE__

__LANESCOPE_FN__ int __all_sync(unsigned mask, int predicate) {
  return __nvvm_vote_all_sync(mask, predicate != 0);
}
__LANESCOPE_FN__ int __any_sync(unsigned mask, int predicate) {
  return __nvvm_vote_any_sync(mask, predicate != 0);
}
__LANESCOPE_FN__ unsigned __ballot_sync(unsigned mask, int predicate) {
  return __nvvm_vote_ballot_sync(mask, predicate != 0);
}
__LANESCOPE_FN__ unsigned __activemask() {
  unsigned mask;
  __asm__ volatile("activemask.b32 %0;" : "=r"(mask));
  return mask;
}
