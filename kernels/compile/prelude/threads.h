// Lanescope's CUDA prelude for clang, 3 of 6: the coordinates of a thread, barriers, fences,
// clocks.

// threadIdx.x and the like read a special register where they are used; no object stands behind
// them.
#define __LANESCOPE_COORDINATES__(type, result, sreg)                             \
  struct type {                                                                   \
    __declspec(property(get = __x)) unsigned x;                                   \
    __declspec(property(get = __y)) unsigned y;                                   \
    __declspec(property(get = __z)) unsigned z;                                   \
    __LANESCOPE_FN__ unsigned __x() { return __nvvm_read_ptx_sreg_##sreg##_x(); } \
    __LANESCOPE_FN__ unsigned __y() { return __nvvm_read_ptx_sreg_##sreg##_y(); } \
    __LANESCOPE_FN__ unsigned __z() { return __nvvm_read_ptx_sreg_##sreg##_z(); } \
    __device__ __attribute__((always_inline, nodebug)) operator result() const {  \
      return result{__x(), __y(), __z()};                                         \
    }                                                                             \
    type(const type&) = delete;                                                   \
    type& operator=(const type&) = delete;                                        \
  };                                                                              \
  extern const __device__ __attribute__((weak)) type

__LANESCOPE_COORDINATES__(__lanescope_thread_idx, uint3, tid) threadIdx;
__LANESCOPE_COORDINATES__(__lanescope_block_idx, uint3, ctaid) blockIdx;
__LANESCOPE_COORDINATES__(__lanescope_block_dim, dim3, ntid) blockDim;
__LANESCOPE_COORDINATES__(__lanescope_grid_dim, dim3, nctaid) gridDim;
#undef __LANESCOPE_COORDINATES__
#define warpSize 32

// __syncthreads() is a builtin of clang.
__LANESCOPE_FN__ int __syncthreads_count(int predicate) {
  int count;
  __asm__ volatile("{ .reg .pred %%p1; setp.ne.s32 %%p1, %1, 0; bar.red.popc.u32 %0, 0, %%p1; }"
                   : "=r"(count)
                   : "r"(predicate)
                   : "memory");
  return count;
}
__LANESCOPE_FN__ int __syncthreads_and(int predicate) {
  int all;
  __asm__ volatile(
      "{ .reg .pred %%p1; .reg .pred %%p2; setp.ne.s32 %%p1, %1, 0; "
      "bar.red.and.pred %%p2, 0, %%p1; selp.s32 %0, 1, 0, %%p2; }"
      : "=r"(all)
      : "r"(predicate)
      : "memory");
  return all;
}
__LANESCOPE_FN__ int __syncthreads_or(int predicate) {
  int any;
  __asm__ volatile(
      "{ .reg .pred %%p1; .reg .pred %%p2; setp.ne.s32 %%p1, %1, 0; "
      "bar.red.or.pred %%p2, 0, %%p1; selp.s32 %0, 1, 0, %%p2; }"
      : "=r"(any)
      : "r"(predicate)
      : "memory");
  return any;
}
__LANESCOPE_FN__ void __syncwarp(unsigned mask = 0xffffffffu) {
  __asm__ volatile("bar.warp.sync %0;" : : "r"(mask) : "memory");
}

__LANESCOPE_FN__ void __threadfence_block() { __asm__ volatile("membar.cta;" : : : "memory"); }
__LANESCOPE_FN__ void __threadfence() { __asm__ volatile("membar.gl;" : : : "memory"); }
__LANESCOPE_FN__ void __threadfence_system() { __asm__ volatile("membar.sys;" : : : "memory"); }

__LANESCOPE_FN__ int clock() {
  int cycles;
  __asm__ volatile("mov.u32 %0, %%clock;" : "=r"(cycles) : : "memory");
  return cycles;
}
__LANESCOPE_FN__ long long clock64() {
  long long cycles;
  __asm__ volatile("mov.u64 %0, %%clock64;" : "=l"(cycles) : : "memory");
  return cycles;
}
__LANESCOPE_FN__ void __trap() { __asm__ volatile("trap;"); }
