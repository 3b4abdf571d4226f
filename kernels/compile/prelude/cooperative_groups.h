// gives <cooperative_groups.h> <cooperative_groups/reduce.h> <cooperative_groups/scan.h>
// gives <cooperative_groups/memcpy_async.h>
// Lanescope's CUDA prelude for clang: <cooperative_groups.h> and its parts (CUDA C++ Programming
// Guide 13.0, "Cooperative Groups"). Left out: clusters, tiles of more than 32 threads, arrival
// tokens, and updates of cuda::atomic.
namespace cooperative_groups {
__LANESCOPE_FN__ unsigned __lanescope_block_rank() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
__LANESCOPE_FN__ unsigned __lanescope_block_size() { return blockDim.x * blockDim.y * blockDim.z; }
__LANESCOPE_FN__ unsigned __lanescope_lane() { return __nvvm_read_ptx_sreg_laneid(); }
__LANESCOPE_FN__ unsigned __lanescope_lanes_before(unsigned m) {
  return __builtin_popcount(m & ((1u << __lanescope_lane()) - 1));
}
// The lane whose rank among the lanes of m is n.
__LANESCOPE_FN__ unsigned __lanescope_lane_of(unsigned m, unsigned n) {
  if (m == 0xffffffffu) return n;
  for (; n != 0; --n) m &= m - 1;
  return __builtin_ctz(m);
}
// Bit i: the bit in v of the lane whose rank among the lanes of m is i.
__LANESCOPE_FN__ unsigned __lanescope_packed(unsigned m, unsigned v) {
  if (m == 0xffffffffu) return v;
  unsigned r = 0;
  for (unsigned i = 0; m != 0; m &= m - 1, ++i) r |= (v >> __builtin_ctz(m) & 1) << i;
  return r;
}
// Shuffles of values of any size, word by word.
#define __LANESCOPE_CG_SHUFFLE__(name, call)                                                  \
  template <class T>                                                                          \
  __LANESCOPE_FN__ T name(unsigned m, T v, int b, int w) {                                    \
    static_assert(sizeof(T) <= 32, "a value of up to 32 bytes");                              \
    unsigned u[(sizeof(T) + 3) / 4] = {};                                                     \
    __builtin_memcpy(u, &v, sizeof(T));                                                       \
    _Pragma("unroll") for (unsigned i = 0; i < sizeof u / 4; ++i) u[i] = call(m, u[i], b, w); \
    __builtin_memcpy(&v, u, sizeof(T));                                                       \
    return v;                                                                                 \
  }
__LANESCOPE_CG_SHUFFLE__(__lanescope_shfl, __shfl_sync)
__LANESCOPE_CG_SHUFFLE__(__lanescope_shfl_up, __shfl_up_sync)
__LANESCOPE_CG_SHUFFLE__(__lanescope_shfl_down, __shfl_down_sync)
__LANESCOPE_CG_SHUFFLE__(__lanescope_shfl_xor, __shfl_xor_sync)
// What this_grid().sync() counts arrivals in; 0 unless the launch is cooperative.
__LANESCOPE_FN__ unsigned* __lanescope_grid_barrier() {
  unsigned h, l;
  __asm__("mov.u32 %0, %%envreg1;" : "=r"(h));
  __asm__("mov.u32 %0, %%envreg2;" : "=r"(l));
  const unsigned long long a = (unsigned long long)h << 32 | l;
  return a == 0 ? nullptr : (unsigned*)a + 1;
}
// The highest bit changes when all blocks have arrived: one of them adds what is missing to 2^31.
__LANESCOPE_FN__ void __lanescope_sync_grid() {
  unsigned* b = __lanescope_grid_barrier();
  if (b == nullptr) __trap();
  __syncthreads();
  if (__lanescope_block_rank() == 0) {
    const bool f = blockIdx.x == 0 && blockIdx.y == 0 && blockIdx.z == 0;
    const unsigned n = gridDim.x * gridDim.y * gridDim.z;
    __threadfence();
    const unsigned o = atomicAdd(b, f ? 0x80000000u - (n - 1) : 1u);
    unsigned c;
    do {
      __asm__ volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(c) : "l"(b) : "memory");
    } while (((o ^ c) & 0x80000000u) == 0);
  }
  __syncthreads();
}
//
// A group whose kind is known at run time only.
struct thread_group {
  int k_;       // 0: block, 1: lanes of a warp, 2: grid
  unsigned m_;  // of lanes
  __LANESCOPE_MEMBER__ thread_group(int k, unsigned m) : k_(k), m_(m) {}
  __LANESCOPE_MEMBER__ unsigned long long num_threads() const {
    return k_ == 1 ? __builtin_popcount(m_)
                   : __lanescope_block_size() *
                         (k_ == 0 ? 1ull : 1ull * gridDim.x * gridDim.y * gridDim.z);
  }
  __LANESCOPE_MEMBER__ unsigned long long size() const { return num_threads(); }
  __LANESCOPE_MEMBER__ unsigned long long thread_rank() const {
    if (k_ == 1) return __lanescope_lanes_before(m_);
    if (k_ == 0) return __lanescope_block_rank();
    return ((1ull * blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x) *
               __lanescope_block_size() +
           __lanescope_block_rank();
  }
  __LANESCOPE_MEMBER__ void sync() const {
    if (k_ == 1) {
      __syncwarp(m_);
    } else if (k_ == 0) {
      __syncthreads();
    } else {
      __lanescope_sync_grid();
    }
  }
  __LANESCOPE_MEMBER__ bool is_valid() const {
    return k_ != 2 || __lanescope_grid_barrier() != nullptr;
  }
  __LANESCOPE_MEMBER__ bool __is_block() const { return k_ == 0; }
  __LANESCOPE_MEMBER__ unsigned __mask() const { return m_; }
};
struct thread_block {
  static __LANESCOPE_MEMBER__ void sync() { __syncthreads(); }
  static __LANESCOPE_MEMBER__ unsigned thread_rank() { return __lanescope_block_rank(); }
  static __LANESCOPE_MEMBER__ unsigned num_threads() { return __lanescope_block_size(); }
  static __LANESCOPE_MEMBER__ unsigned size() { return __lanescope_block_size(); }
  static __LANESCOPE_MEMBER__ dim3 group_index() {
    return dim3(blockIdx.x, blockIdx.y, blockIdx.z);
  }
  static __LANESCOPE_MEMBER__ dim3 thread_index() {
    return dim3(threadIdx.x, threadIdx.y, threadIdx.z);
  }
  static __LANESCOPE_MEMBER__ dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  static __LANESCOPE_MEMBER__ dim3 dim_threads() {
    return dim3(blockDim.x, blockDim.y, blockDim.z);
  }
  static __LANESCOPE_MEMBER__ bool is_valid() { return true; }
  __LANESCOPE_MEMBER__ operator thread_group() const { return thread_group(0, 0); }
};
struct grid_group {
  static __LANESCOPE_MEMBER__ void sync() { __lanescope_sync_grid(); }
  static __LANESCOPE_MEMBER__ bool is_valid() { return __lanescope_grid_barrier() != nullptr; }
  static __LANESCOPE_MEMBER__ unsigned long long thread_rank() {
    return thread_group(2, 0).thread_rank();
  }
  static __LANESCOPE_MEMBER__ unsigned long long num_threads() {
    return thread_group(2, 0).num_threads();
  }
  static __LANESCOPE_MEMBER__ unsigned long long size() { return num_threads(); }
  static __LANESCOPE_MEMBER__ unsigned long long block_rank() {
    return (1ull * blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  }
  static __LANESCOPE_MEMBER__ unsigned long long num_blocks() {
    return 1ull * gridDim.x * gridDim.y * gridDim.z;
  }
  static __LANESCOPE_MEMBER__ dim3 block_index() {
    return dim3(blockIdx.x, blockIdx.y, blockIdx.z);
  }
  static __LANESCOPE_MEMBER__ dim3 dim_blocks() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  static __LANESCOPE_MEMBER__ dim3 group_dim() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  static __LANESCOPE_MEMBER__ dim3 dim_threads() {
    return dim3(gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z);
  }
  __LANESCOPE_MEMBER__ operator thread_group() const { return thread_group(2, 0); }
};
// Some lanes of a warp, in any pattern.
struct coalesced_group {
  unsigned m_;
  unsigned r_;
  unsigned n_;  // its rank among how many groups of its parent
  __LANESCOPE_MEMBER__ explicit coalesced_group(unsigned m, unsigned r = 0, unsigned n = 1)
      : m_(m), r_(r), n_(n) {}
  __LANESCOPE_MEMBER__ operator thread_group() const { return thread_group(1, m_); }
  __LANESCOPE_MEMBER__ unsigned __mask() const { return m_; }
  __LANESCOPE_MEMBER__ unsigned num_threads() const { return __builtin_popcount(m_); }
  __LANESCOPE_MEMBER__ unsigned size() const { return num_threads(); }
  __LANESCOPE_MEMBER__ unsigned thread_rank() const { return __lanescope_lanes_before(m_); }
  __LANESCOPE_MEMBER__ unsigned meta_group_rank() const { return r_; }
  __LANESCOPE_MEMBER__ unsigned meta_group_size() const { return n_; }
  __LANESCOPE_MEMBER__ void sync() const { __syncwarp(m_); }
  template <class T>
  __LANESCOPE_MEMBER__ T shfl(T v, int s) const {
    return __lanescope_shfl(m_, v, __lanescope_lane_of(m_, s), 32);
  }
  template <class T>
  __LANESCOPE_MEMBER__ T shfl_up(T v, int s) const {
    const unsigned r = thread_rank();
    return shfl(v, r < (unsigned)s ? r : r - s);
  }
  template <class T>
  __LANESCOPE_MEMBER__ T shfl_down(T v, int s) const {
    const unsigned r = thread_rank();
    return shfl(v, r + s >= size() ? r : r + s);
  }
  __LANESCOPE_MEMBER__ int any(int p) const { return __any_sync(m_, p); }
  __LANESCOPE_MEMBER__ int all(int p) const { return __all_sync(m_, p); }
  __LANESCOPE_MEMBER__ unsigned ballot(int p) const {
    return __lanescope_packed(m_, __ballot_sync(m_, p));
  }
  template <class T>
  __LANESCOPE_MEMBER__ unsigned match_any(T v) const {
    return __lanescope_packed(m_, __match_any_sync(m_, v));
  }
  template <class T>
  __LANESCOPE_MEMBER__ unsigned match_all(T v, int& p) const {
    return __lanescope_packed(m_, __match_all_sync(m_, v, &p));
  }
};
// N neighbouring threads.
template <unsigned N, class P = void>
struct thread_block_tile {
  static_assert(N <= 32 && (N & (N - 1)) == 0,
                "clang has tiles of 1, 2, 4, 8, 16 and 32 threads here: NVRTC has larger ones");
  unsigned r_;
  unsigned n_;  // its rank among how many tiles of its parent
  __LANESCOPE_MEMBER__ thread_block_tile(unsigned r, unsigned n) : r_(r), n_(n) {}
  template <class Q>
  __LANESCOPE_MEMBER__ thread_block_tile(const thread_block_tile<N, Q>& o)
      : r_(o.meta_group_rank()), n_(o.meta_group_size()) {}
  __LANESCOPE_MEMBER__ operator thread_group() const { return thread_group(1, __mask()); }
  static __LANESCOPE_MEMBER__ unsigned __first() { return __lanescope_lane() & ~(N - 1); }
  static __LANESCOPE_MEMBER__ unsigned __mask() {
    return N == 32 ? 0xffffffffu : (1u << (N & 31)) - 1 << __first();
  }
  static constexpr __LANESCOPE_MEMBER__ unsigned num_threads() { return N; }
  static constexpr __LANESCOPE_MEMBER__ unsigned size() { return N; }
  static __LANESCOPE_MEMBER__ unsigned thread_rank() { return __lanescope_block_rank() & (N - 1); }
  __LANESCOPE_MEMBER__ unsigned meta_group_rank() const { return r_; }
  __LANESCOPE_MEMBER__ unsigned meta_group_size() const { return n_; }
  static __LANESCOPE_MEMBER__ void sync() { __syncwarp(__mask()); }
  template <class T>
  __LANESCOPE_MEMBER__ T shfl(T v, int s) const {
    return __lanescope_shfl(__mask(), v, s, N);
  }
  template <class T>
  __LANESCOPE_MEMBER__ T shfl_up(T v, int s) const {
    return __lanescope_shfl_up(__mask(), v, s, N);
  }
  template <class T>
  __LANESCOPE_MEMBER__ T shfl_down(T v, int s) const {
    return __lanescope_shfl_down(__mask(), v, s, N);
  }
  template <class T>
  __LANESCOPE_MEMBER__ T shfl_xor(T v, int s) const {
    return __lanescope_shfl_xor(__mask(), v, s, N);
  }
  __LANESCOPE_MEMBER__ int any(int p) const { return __any_sync(__mask(), p); }
  __LANESCOPE_MEMBER__ int all(int p) const { return __all_sync(__mask(), p); }
  __LANESCOPE_MEMBER__ unsigned __own(unsigned m) const { return (m & __mask()) >> __first(); }
  __LANESCOPE_MEMBER__ unsigned ballot(int p) const { return __own(__ballot_sync(__mask(), p)); }
  template <class T>
  __LANESCOPE_MEMBER__ unsigned match_any(T v) const {
    return __own(__match_any_sync(__mask(), v));
  }
  template <class T>
  __LANESCOPE_MEMBER__ unsigned match_all(T v, int& p) const {
    return __own(__match_all_sync(__mask(), v, &p));
  }
};
//
__LANESCOPE_FN__ thread_block this_thread_block() { return thread_block(); }
__LANESCOPE_FN__ grid_group this_grid() { return grid_group(); }
__LANESCOPE_FN__ coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }
__LANESCOPE_FN__ thread_block_tile<1> this_thread() { return thread_block_tile<1>(0, 1); }
template <class G>
__LANESCOPE_FN__ void sync(const G& g) {
  g.sync();
}
template <class G>
__LANESCOPE_FN__ auto thread_rank(const G& g) {
  return g.thread_rank();
}
template <class G>
__LANESCOPE_FN__ auto group_size(const G& g) {
  return g.size();
}
template <unsigned N, class P>
__LANESCOPE_FN__ thread_block_tile<N, P> tiled_partition(const P& g) {
  return thread_block_tile<N, P>(g.thread_rank() / N, (g.size() + N - 1) / N);
}
// Those lanes of m whose rank divided by n is that of this lane.
__LANESCOPE_FN__ unsigned __lanescope_part(unsigned m, unsigned n) {
  const unsigned f = __lanescope_lanes_before(m) / n * n;
  unsigned r = 0;
  for (unsigned i = 0; m != 0; m &= m - 1, ++i) {
    if (i - f < n) r |= m & -m;
  }
  return r;
}
__LANESCOPE_FN__ coalesced_group tiled_partition(const coalesced_group& g, unsigned n) {
  return coalesced_group(__lanescope_part(g.__mask(), n), g.thread_rank() / n,
                         (g.size() + n - 1) / n);
}
__LANESCOPE_FN__ thread_group tiled_partition(const thread_group& g, unsigned n) {
  if (!g.__is_block()) return thread_group(1, __lanescope_part(g.__mask(), n));
  const unsigned f = __lanescope_lane() / n * n;
  const unsigned c = __lanescope_block_size() - __lanescope_block_rank() / 32 * 32;
  const unsigned e = c < 32 ? (1u << c) - 1 : 0xffffffffu;
  return thread_group(1, (n >= 32 ? 0xffffffffu : (1u << n) - 1 << f) & e);
}
// Two groups, or one if all lanes are on one side.
template <class G>
__LANESCOPE_FN__ coalesced_group binary_partition(const G& g, bool p) {
  const unsigned m = __ballot_sync(g.__mask(), p);
  const unsigned o = g.__mask() & ~m;
  const bool b = m != 0 && o != 0;
  return coalesced_group(p ? m : o, b && p, b ? 2 : 1);
}
// Groups are numbered in the order of their first lanes.
template <class G, class T>
__LANESCOPE_FN__ coalesced_group labeled_partition(const G& g, T v) {
  const unsigned m = __match_any_sync(g.__mask(), v);
  const unsigned f = m & -m;
  const unsigned a = __ballot_sync(g.__mask(), f == 1u << __lanescope_lane());
  return coalesced_group(m, __builtin_popcount(a & (f - 1)), __builtin_popcount(a));
}
}  // namespace cooperative_groups

// gives <cooperative_groups/reduce.h> <cooperative_groups/scan.h>
// Operations, reductions and scans.
namespace cooperative_groups {
#define __LANESCOPE_CG_OPERATION__(name, result)                                       \
  template <class T = void>                                                            \
  struct name {                                                                        \
    __LANESCOPE_MEMBER__ T operator()(const T& a, const T& b) const { return result; } \
  };                                                                                   \
  template <>                                                                          \
  struct name<void> {                                                                  \
    template <class T>                                                                 \
    __LANESCOPE_MEMBER__ T operator()(const T& a, const T& b) const {                  \
      return result;                                                                   \
    }                                                                                  \
  };
__LANESCOPE_CG_OPERATION__(plus, a + b)
__LANESCOPE_CG_OPERATION__(less, b < a ? b : a)
__LANESCOPE_CG_OPERATION__(greater, a < b ? b : a)
__LANESCOPE_CG_OPERATION__(bit_and, a& b)
__LANESCOPE_CG_OPERATION__(bit_or, a | b)
__LANESCOPE_CG_OPERATION__(bit_xor, a ^ b)
// Where there is an instruction for it.
template <class T, class F>
struct __lanescope_redux {
  static constexpr bool exists = false;
};
#define __LANESCOPE_CG_REDUX__(T, F, call)                                      \
  template <>                                                                   \
  struct __lanescope_redux<T, F<T>> {                                           \
    static constexpr bool exists = true;                                        \
    static __LANESCOPE_MEMBER__ T of(unsigned m, T v) { return (T)call(m, v); } \
  };
__LANESCOPE_CG_REDUX__(int, plus, __reduce_add_sync)
__LANESCOPE_CG_REDUX__(unsigned, plus, __reduce_add_sync)
__LANESCOPE_CG_REDUX__(int, less, __reduce_min_sync)
__LANESCOPE_CG_REDUX__(unsigned, less, __reduce_min_sync)
__LANESCOPE_CG_REDUX__(int, greater, __reduce_max_sync)
__LANESCOPE_CG_REDUX__(unsigned, greater, __reduce_max_sync)
__LANESCOPE_CG_REDUX__(int, bit_and, __reduce_and_sync)
__LANESCOPE_CG_REDUX__(unsigned, bit_and, __reduce_and_sync)
__LANESCOPE_CG_REDUX__(int, bit_or, __reduce_or_sync)
__LANESCOPE_CG_REDUX__(unsigned, bit_or, __reduce_or_sync)
__LANESCOPE_CG_REDUX__(int, bit_xor, __reduce_xor_sync)
__LANESCOPE_CG_REDUX__(unsigned, bit_xor, __reduce_xor_sync)
// After the step with distance i, each rank that is a multiple of 2 i holds what 2 i ranks had.
template <class G, class T, class F>
__LANESCOPE_FN__ T __lanescope_reduce(const G& g, T v, F f) {
  if constexpr (__lanescope_redux<T, F>::exists) {
    return __lanescope_redux<T, F>::of(g.__mask(), v);
  } else {
    const unsigned n = g.size();
    const unsigned r = g.thread_rank();
    for (unsigned i = 1; i < n; i *= 2) {
      const T o = g.shfl_down(v, i);
      if (r + i < n) v = f(v, o);
    }
    return g.shfl(v, 0);
  }
}
template <unsigned N, class P, class T, class F>
__LANESCOPE_FN__ T __lanescope_reduce(const thread_block_tile<N, P>& g, T v, F f) {
  if constexpr (__lanescope_redux<T, F>::exists) {
    return __lanescope_redux<T, F>::of(g.__mask(), v);
  } else {
    _Pragma("unroll") for (unsigned i = N / 2; i != 0; i /= 2) v = f(v, g.shfl_xor(v, i));
    return v;
  }
}
template <class G, class T, class F>
__LANESCOPE_FN__ T reduce(const G& g, T v, F f) {
  return __lanescope_reduce(g, v, f);
}
template <class G, class T, class F>
__LANESCOPE_FN__ T inclusive_scan(const G& g, T v, F f) {
  const unsigned n = g.size();
  const unsigned r = g.thread_rank();
  for (unsigned i = 1; i < n; i *= 2) {
    const T o = g.shfl_up(v, i);
    if (r >= i) v = f(o, v);
  }
  return v;
}
template <class G, class T>
__LANESCOPE_FN__ T inclusive_scan(const G& g, T v) {
  return inclusive_scan(g, v, plus<T>());
}
// The first thread gets T(); the guide promises it for sums only.
template <class G, class T, class F>
__LANESCOPE_FN__ T exclusive_scan(const G& g, T v, F f) {
  v = inclusive_scan(g, v, f);
  const T o = g.shfl_up(v, 1);
  return g.thread_rank() == 0 ? T() : o;
}
template <class G, class T>
__LANESCOPE_FN__ T exclusive_scan(const G& g, T v) {
  return exclusive_scan(g, v, plus<T>());
}
}  // namespace cooperative_groups

// gives <cooperative_groups/memcpy_async.h>
namespace cooperative_groups {
template <class G>
__LANESCOPE_FN__ void memcpy_async(const G& g, void* d, const void* s, size_t n) {
  __lanescope_copy_async(g.thread_rank(), g.size(), d, s, n);
  __pipeline_commit();
}
// As many elements as both have.
template <class G, class T>
__LANESCOPE_FN__ void memcpy_async(const G& g, T* d, size_t n, const T* s, size_t m) {
  memcpy_async(g, (void*)d, (const void*)s, (n < m ? n : m) * sizeof(T));
}
template <class G>
__LANESCOPE_FN__ void wait(const G& g) {
  __pipeline_wait_prior(0);
  g.sync();
}
template <unsigned N, class G>
__LANESCOPE_FN__ void wait_prior(const G& g) {
  __pipeline_wait_prior(N);
  g.sync();
}
}  // namespace cooperative_groups
