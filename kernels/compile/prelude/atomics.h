// Lanescope's CUDA prelude for clang: atomic functions, relaxed as in CUDA. The scopes of _block
// and _system concern the device's caches; here all three scopes are the same.

// clang replaces an atomic operation by a plain load or store if its operand changes nothing or
// everything. Hiding the operand prevents that.
template <class T>
__LANESCOPE_FN__ T __lanescope_operand(T a) {
  const bool least_or_most = (T)(a << 1) == 0 || (T)(~a << 1) == 0;
  if (__builtin_constant_p(a) && least_or_most) {
    if constexpr (sizeof(T) == 8) {
      __asm__("" : "+l"(a));
    } else {
      __asm__("" : "+r"(a));
    }
  }
  return a;
}
#define __LANESCOPE_ATOMIC__(name, block, system, builtin, T)    \
  __LANESCOPE_FN__ T name(T* p, T a) {                           \
    return builtin(p, __lanescope_operand(a), __ATOMIC_RELAXED); \
  }                                                              \
  __LANESCOPE_FN__ T block(T* p, T a) {                          \
    return builtin(p, __lanescope_operand(a), __ATOMIC_RELAXED); \
  }                                                              \
  __LANESCOPE_FN__ T system(T* p, T a) {                         \
    return builtin(p, __lanescope_operand(a), __ATOMIC_RELAXED); \
  }
#define __LANESCOPE_ATOMIC_BY__(name, block, system, builtin, T) \
  __LANESCOPE_FN__ T name(T* p, T a) { return builtin(p, a); }   \
  __LANESCOPE_FN__ T block(T* p, T a) { return builtin(p, a); }  \
  __LANESCOPE_FN__ T system(T* p, T a) { return builtin(p, a); }

// Inline PTX, because clang turns an exchange whose result is unused into a store.
__LANESCOPE_FN__ int __lanescope_exchange(int* p, int a) {
  __asm__ volatile("atom.exch.b32 %0, [%1], %0;" : "+r"(a) : "l"(p) : "memory");
  return a;
}
__LANESCOPE_FN__ unsigned __lanescope_exchange(unsigned* p, unsigned a) {
  return (unsigned)__lanescope_exchange((int*)p, (int)a);
}
__LANESCOPE_FN__ float __lanescope_exchange(float* p, float a) {
  return __builtin_bit_cast(float, __lanescope_exchange((int*)p, __builtin_bit_cast(int, a)));
}
__LANESCOPE_FN__ unsigned long long __lanescope_exchange(unsigned long long* p,
                                                         unsigned long long a) {
  __asm__ volatile("atom.exch.b64 %0, [%1], %0;" : "+l"(a) : "l"(p) : "memory");
  return a;
}
__LANESCOPE_ATOMIC_BY__(atomicExch, atomicExch_block, atomicExch_system, __lanescope_exchange,
                        float)
__LANESCOPE_ATOMIC_BY__(atomicExch, atomicExch_block, atomicExch_system, __lanescope_exchange, int)
__LANESCOPE_ATOMIC_BY__(atomicExch, atomicExch_block, atomicExch_system, __lanescope_exchange,
                        unsigned)
__LANESCOPE_ATOMIC_BY__(atomicExch, atomicExch_block, atomicExch_system, __lanescope_exchange,
                        unsigned long long)

__LANESCOPE_ATOMIC_BY__(atomicAdd, atomicAdd_block, atomicAdd_system, __nvvm_atom_add_gen_f, float)
__LANESCOPE_ATOMIC_BY__(atomicAdd, atomicAdd_block, atomicAdd_system, __nvvm_atom_add_gen_d, double)
__LANESCOPE_ATOMIC__(atomicAdd, atomicAdd_block, atomicAdd_system, __atomic_fetch_add, int)
__LANESCOPE_ATOMIC__(atomicAdd, atomicAdd_block, atomicAdd_system, __atomic_fetch_add, unsigned)
__LANESCOPE_ATOMIC__(atomicAdd, atomicAdd_block, atomicAdd_system, __atomic_fetch_add,
                     unsigned long long)

__LANESCOPE_ATOMIC__(atomicSub, atomicSub_block, atomicSub_system, __atomic_fetch_sub, int)
__LANESCOPE_ATOMIC__(atomicSub, atomicSub_block, atomicSub_system, __atomic_fetch_sub, unsigned)

__LANESCOPE_ATOMIC__(atomicMin, atomicMin_block, atomicMin_system, __atomic_fetch_min, int)
__LANESCOPE_ATOMIC__(atomicMin, atomicMin_block, atomicMin_system, __atomic_fetch_min, unsigned)
__LANESCOPE_ATOMIC__(atomicMin, atomicMin_block, atomicMin_system, __atomic_fetch_min, long long)
__LANESCOPE_ATOMIC__(atomicMin, atomicMin_block, atomicMin_system, __atomic_fetch_min,
                     unsigned long long)

__LANESCOPE_ATOMIC__(atomicMax, atomicMax_block, atomicMax_system, __atomic_fetch_max, int)
__LANESCOPE_ATOMIC__(atomicMax, atomicMax_block, atomicMax_system, __atomic_fetch_max, unsigned)
__LANESCOPE_ATOMIC__(atomicMax, atomicMax_block, atomicMax_system, __atomic_fetch_max, long long)
__LANESCOPE_ATOMIC__(atomicMax, atomicMax_block, atomicMax_system, __atomic_fetch_max,
                     unsigned long long)

__LANESCOPE_ATOMIC__(atomicAnd, atomicAnd_block, atomicAnd_system, __atomic_fetch_and, int)
__LANESCOPE_ATOMIC__(atomicAnd, atomicAnd_block, atomicAnd_system, __atomic_fetch_and, unsigned)
__LANESCOPE_ATOMIC__(atomicAnd, atomicAnd_block, atomicAnd_system, __atomic_fetch_and,
                     unsigned long long)

__LANESCOPE_ATOMIC__(atomicOr, atomicOr_block, atomicOr_system, __atomic_fetch_or, int)
__LANESCOPE_ATOMIC__(atomicOr, atomicOr_block, atomicOr_system, __atomic_fetch_or, unsigned)
__LANESCOPE_ATOMIC__(atomicOr, atomicOr_block, atomicOr_system, __atomic_fetch_or,
                     unsigned long long)

__LANESCOPE_ATOMIC__(atomicXor, atomicXor_block, atomicXor_system, __atomic_fetch_xor, int)
__LANESCOPE_ATOMIC__(atomicXor, atomicXor_block, atomicXor_system, __atomic_fetch_xor, unsigned)
__LANESCOPE_ATOMIC__(atomicXor, atomicXor_block, atomicXor_system, __atomic_fetch_xor,
                     unsigned long long)

__LANESCOPE_ATOMIC_BY__(atomicInc, atomicInc_block, atomicInc_system, __nvvm_atom_inc_gen_ui,
                        unsigned)

__LANESCOPE_ATOMIC_BY__(atomicDec, atomicDec_block, atomicDec_system, __nvvm_atom_dec_gen_ui,
                        unsigned)

// (clang would generate a loop over four bytes.)
__LANESCOPE_FN__ unsigned short __lanescope_cas_2(unsigned short* p, unsigned short a,
                                                  unsigned short b) {
  unsigned short r;
  __asm__ volatile("atom.cas.b16 %0, [%1], %2, %3;" : "=h"(r) : "l"(p), "h"(a), "h"(b) : "memory");
  return r;
}
template <class T>
__LANESCOPE_FN__ T __lanescope_cas(T* p, T a, T b) {
  __atomic_compare_exchange_n(p, &a, b, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  return a;
}
#define __LANESCOPE_CAS__(T, by)                                             \
  __LANESCOPE_FN__ T atomicCAS(T* p, T a, T b) { return by(p, a, b); }       \
  __LANESCOPE_FN__ T atomicCAS_block(T* p, T a, T b) { return by(p, a, b); } \
  __LANESCOPE_FN__ T atomicCAS_system(T* p, T a, T b) { return by(p, a, b); }
__LANESCOPE_CAS__(int, __lanescope_cas)
__LANESCOPE_CAS__(unsigned, __lanescope_cas)
__LANESCOPE_CAS__(unsigned long long, __lanescope_cas)
__LANESCOPE_CAS__(unsigned short, __lanescope_cas_2)
