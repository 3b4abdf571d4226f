// gives <cuda/barrier> <cuda/pipeline> <cooperative_groups/memcpy_async.h>
// Lanescope's CUDA prelude for clang: what is common to <cuda/barrier> and <cuda/pipeline> (CUDA
// C++ Programming Guide 13.0, "Asynchronous Barrier", "Pipelines"). Left out: other scopes than the
// block's and the thread's, completion functions, pipelines with producers and consumers apart.
namespace cuda {
enum thread_scope {
  thread_scope_system = 0,
  thread_scope_device = 1,
  thread_scope_block = 2,
  thread_scope_thread = 10
};
// A number of bytes, and of addresses that have this alignment.
template <size_t A>
struct aligned_size_t {
  static constexpr size_t align = A;
  size_t value;
  explicit __LANESCOPE_MEMBER__ aligned_size_t(size_t n) : value(n) {}
  __LANESCOPE_MEMBER__ operator size_t() const { return value; }
};
}  // namespace cuda

// gives <cuda/barrier> <cuda/pipeline>
namespace cuda {
__LANESCOPE_FN__ unsigned __lanescope_shared(const void* p) {
  return (unsigned)__cvta_generic_to_shared(p);
}
__LANESCOPE_FN__ void __lanescope_mbarrier_init(const void* b, unsigned n) {
  __asm__ volatile("mbarrier.init.shared.b64 [%0], %1;"
                   :
                   : "r"(__lanescope_shared(b)), "r"(n)
                   : "memory");
}
__LANESCOPE_FN__ unsigned long long __lanescope_mbarrier_arrive(const void* b) {
  unsigned long long r;
  __LANESCOPE_ASM__("mbarrier.arrive.shared.b64 %0, [%1];"
                    : "=l"(r)
                    : "r"(__lanescope_shared(b))
                    : "memory");
  return r;
}
// The present phase ends no earlier than the copies that this thread has begun.
__LANESCOPE_FN__ void __lanescope_mbarrier_arrive_after_copies(const void* b) {
  __LANESCOPE_ASM__("cp.async.mbarrier.arrive.shared.b64 [%0];"
                    :
                    : "r"(__lanescope_shared(b))
                    : "memory");
}
__LANESCOPE_FN__ bool __lanescope_mbarrier_test(const void* b, unsigned long long t) {
  int r;
  __LANESCOPE_ASM__(
      "{ .reg .pred %%p1; mbarrier.test_wait.shared.b64 %%p1, [%1], %2; selp.s32 %0, 1, 0, %%p1; }"
      : "=r"(r)
      : "r"(__lanescope_shared(b)), "l"(t)
      : "memory");
  return r != 0;
}
__LANESCOPE_FN__ bool __lanescope_mbarrier_test_parity(const void* b, unsigned t) {
  int r;
  __LANESCOPE_ASM__(
      "{ .reg .pred %%p1; mbarrier.test_wait.parity.shared.b64 %%p1, [%1], %2; "
      "selp.s32 %0, 1, 0, %%p1; }"
      : "=r"(r)
      : "r"(__lanescope_shared(b)), "r"(t)
      : "memory");
  return r != 0;
}
template <thread_scope S>
struct barrier;
// In shared memory.
template <>
struct barrier<thread_scope_block> {
  unsigned long long b_;
  typedef unsigned long long arrival_token;
  barrier() = default;
  barrier(const barrier&) = delete;
  barrier& operator=(const barrier&) = delete;
  static constexpr __LANESCOPE_MEMBER__ ptrdiff_t max() { return (1 << 20) - 1; }
  friend __LANESCOPE_MEMBER__ void init(barrier* b, ptrdiff_t n) {
    __lanescope_mbarrier_init(b, (unsigned)n);
  }
  __LANESCOPE_MEMBER__ arrival_token arrive(ptrdiff_t n = 1) {
    for (; n > 1; --n) __lanescope_mbarrier_arrive(&b_);
    return __lanescope_mbarrier_arrive(&b_);
  }
  __LANESCOPE_MEMBER__ void wait(arrival_token t) const {
    while (!__lanescope_mbarrier_test(&b_, t)) {
    }
  }
  __LANESCOPE_MEMBER__ void arrive_and_wait() { wait(arrive()); }
  __LANESCOPE_MEMBER__ void arrive_and_drop() {
    unsigned long long r;
    __LANESCOPE_ASM__("mbarrier.arrive_drop.shared.b64 %0, [%1];"
                      : "=l"(r)
                      : "r"(__lanescope_shared(&b_))
                      : "memory");
  }
};
template <class G>
__LANESCOPE_FN__ void memcpy_async(const G& g, void* d, const void* s, size_t n,
                                   barrier<thread_scope_block>& b) {
  __lanescope_copy_async(g.thread_rank(), g.size(), d, s, n);
  __lanescope_mbarrier_arrive_after_copies(&b);
}
__LANESCOPE_FN__ void memcpy_async(void* d, const void* s, size_t n,
                                   barrier<thread_scope_block>& b) {
  __lanescope_copy_async(0, 1, d, s, n);
  __lanescope_mbarrier_arrive_after_copies(&b);
}
}  // namespace cuda

// gives <cuda/pipeline>
namespace cuda {
template <thread_scope S>
struct pipeline;
template <>
struct pipeline<thread_scope_thread> {
  __LANESCOPE_MEMBER__ void producer_acquire() {}
  __LANESCOPE_MEMBER__ void producer_commit() { __pipeline_commit(); }
  __LANESCOPE_MEMBER__ void consumer_wait() { __pipeline_wait_prior(0); }
  __LANESCOPE_MEMBER__ void consumer_release() {}
};
__LANESCOPE_FN__ pipeline<thread_scope_thread> make_pipeline() {
  return pipeline<thread_scope_thread>();
}
template <unsigned N>
__LANESCOPE_FN__ void pipeline_consumer_wait_prior(pipeline<thread_scope_thread>&) {
  __pipeline_wait_prior(N);
}
// For each stage a barrier that waits until it is filled, then one that waits until it is free.
template <thread_scope S, unsigned char N>
struct pipeline_shared_state {
  unsigned long long __b[2 * N];
  pipeline_shared_state() = default;
};
// Every thread fills its part of a stage, and uses the stage.
template <>
struct pipeline<thread_scope_block> {
  unsigned long long* b_;
  unsigned n_;      // stages
  unsigned h_ = 0;  // stages that were committed
  unsigned t_ = 0;  // stages that were released
  __LANESCOPE_MEMBER__ pipeline(unsigned long long* b, unsigned n) : b_(b), n_(n) {}
  __LANESCOPE_MEMBER__ void producer_acquire() {
    if (h_ < n_) return;
    while (!__lanescope_mbarrier_test_parity(b_ + n_ + h_ % n_, (h_ / n_ - 1) & 1)) {
    }
  }
  __LANESCOPE_MEMBER__ void producer_commit() {
    __lanescope_mbarrier_arrive_after_copies(b_ + h_ % n_);
    __lanescope_mbarrier_arrive(b_ + h_ % n_);
    ++h_;
  }
  __LANESCOPE_MEMBER__ void consumer_wait() {
    while (!__lanescope_mbarrier_test_parity(b_ + t_ % n_, t_ / n_ & 1)) {
    }
  }
  __LANESCOPE_MEMBER__ void consumer_release() {
    __lanescope_mbarrier_arrive(b_ + n_ + t_ % n_);
    ++t_;
  }
};
template <class G, unsigned char N>
__LANESCOPE_FN__ pipeline<thread_scope_block> make_pipeline(
    const G& g, pipeline_shared_state<thread_scope_block, N>* s) {
  if (g.thread_rank() == 0) {
    for (unsigned i = 0; i < 2 * N; ++i) __lanescope_mbarrier_init(s->__b + i, g.size());
  }
  g.sync();
  return pipeline<thread_scope_block>(s->__b, N);
}
template <class G, thread_scope S>
__LANESCOPE_FN__ void memcpy_async(const G& g, void* d, const void* s, size_t n, pipeline<S>&) {
  __lanescope_copy_async(g.thread_rank(), g.size(), d, s, n);
}
template <thread_scope S>
__LANESCOPE_FN__ void memcpy_async(void* d, const void* s, size_t n, pipeline<S>&) {
  __lanescope_copy_async(0, 1, d, s, n);
}
}  // namespace cuda
