// Lanescope's CUDA prelude for clang: the coordinates of a thread, barriers, fences, clocks.

// threadIdx.x and the like read a special register at each use; there is no object in memory.
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

static constexpr __attribute__((device)) int warpSize = 32;

// clang's builtin of this name is not used: clang 14 moves loads of a __shared__ variable across it
// if nothing takes the variable's address, because the builtin itself touches no such variable.
__LANESCOPE_FN__ void __lanescope_syncthreads() { __LANESCOPE_ASM__("bar.sync 0;" : : : "memory"); }
#define __syncthreads() __lanescope_syncthreads()

__LANESCOPE_FN__ int __syncthreads_count(int a) {
  int r;
  __LANESCOPE_ASM__("{ .reg .pred %%p1; setp.ne.s32 %%p1, %1, 0; bar.red.popc.u32 %0, 0, %%p1; }"
                    : "=r"(r)
                    : "r"(a)
                    : "memory");
  return r;
}

#define __LANESCOPE_BARRIER_VOTE__(name, operation)                            \
  __LANESCOPE_FN__ int name(int a) {                                           \
    int r;                                                                     \
    __LANESCOPE_ASM__(                                                         \
        "{ .reg .pred %%p1; .reg .pred %%p2; setp.ne.s32 %%p1, %1, 0; "        \
        "bar.red." operation ".pred %%p2, 0, %%p1; selp.s32 %0, 1, 0, %%p2; }" \
        : "=r"(r)                                                              \
        : "r"(a)                                                               \
        : "memory");                                                           \
    return r;                                                                  \
  }

__LANESCOPE_BARRIER_VOTE__(__syncthreads_and, "and")

__LANESCOPE_BARRIER_VOTE__(__syncthreads_or, "or")

__LANESCOPE_FN__ void __syncwarp(unsigned m = 0xffffffffu) {
  __LANESCOPE_ASM__("bar.warp.sync %0;" : : "r"(m) : "memory");
}

__LANESCOPE_FN__ void __threadfence_block() { __LANESCOPE_ASM__("membar.cta;" : : : "memory"); }

__LANESCOPE_FN__ void __threadfence() { __LANESCOPE_ASM__("membar.gl;" : : : "memory"); }

__LANESCOPE_FN__ void __threadfence_system() { __LANESCOPE_ASM__("membar.sys;" : : : "memory"); }

__LANESCOPE_FN__ void __nanosleep(unsigned a) { __LANESCOPE_ASM__("nanosleep.u32 %0;" : : "r"(a)); }

typedef long clock_t;

__LANESCOPE_FN__ clock_t clock() {
  clock_t r;
  __LANESCOPE_ASM__("mov.u64 %0, %%clock64;" : "=l"(r) : : "memory");
  return r;
}

__LANESCOPE_FN__ long long clock64() {
  long long r;
  __LANESCOPE_ASM__("mov.u64 %0, %%clock64;" : "=l"(r) : : "memory");
  return r;
}

__LANESCOPE_FN__ void __trap() { __LANESCOPE_ASM__("trap;"); }

__LANESCOPE_FN__ void __brkpt() { __LANESCOPE_ASM__("brkpt;"); }
