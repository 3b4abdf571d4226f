// Lanescope's CUDA prelude for clang, 5 of 6: atomic functions. Relaxed, as CUDA's are.

#define __LANESCOPE_ATOMIC__(name, builtin, T) \
  __LANESCOPE_FN__ T name(T* address, T value) { return builtin(address, value, __ATOMIC_RELAXED); }
#define __LANESCOPE_ATOMICS_INTEGER__(T)                                           \
  __LANESCOPE_ATOMIC__(atomicExch, __atomic_exchange_n, T)                         \
  __LANESCOPE_ATOMIC__(atomicMin, __atomic_fetch_min, T)                           \
  __LANESCOPE_ATOMIC__(atomicMax, __atomic_fetch_max, T)                           \
  __LANESCOPE_ATOMIC__(atomicAnd, __atomic_fetch_and, T)                           \
  __LANESCOPE_ATOMIC__(atomicOr, __atomic_fetch_or, T)                             \
  __LANESCOPE_ATOMIC__(atomicXor, __atomic_fetch_xor, T)                           \
  __LANESCOPE_FN__ T atomicCAS(T* address, T compare, T value) {                   \
    __atomic_compare_exchange_n(address, &compare, value, false, __ATOMIC_RELAXED, \
                                __ATOMIC_RELAXED);                                 \
    return compare;                                                                \
  }

__LANESCOPE_ATOMICS_INTEGER__(int)
__LANESCOPE_ATOMICS_INTEGER__(unsigned)
__LANESCOPE_ATOMICS_INTEGER__(unsigned long long)
__LANESCOPE_ATOMIC__(atomicMin, __atomic_fetch_min, long long)
__LANESCOPE_ATOMIC__(atomicMax, __atomic_fetch_max, long long)
__LANESCOPE_ATOMIC__(atomicAdd, __atomic_fetch_add, int)
__LANESCOPE_ATOMIC__(atomicAdd, __atomic_fetch_add, unsigned)
__LANESCOPE_ATOMIC__(atomicAdd, __atomic_fetch_add, unsigned long long)
__LANESCOPE_ATOMIC__(atomicSub, __atomic_fetch_sub, int)
__LANESCOPE_ATOMIC__(atomicSub, __atomic_fetch_sub, unsigned)
#undef __LANESCOPE_ATOMICS_INTEGER__
#undef __LANESCOPE_ATOMIC__

__LANESCOPE_FN__ float atomicAdd(float* address, float value) {
  return __nvvm_atom_add_gen_f(address, value);
}
__LANESCOPE_FN__ double atomicAdd(double* address, double value) {
  return __nvvm_atom_add_gen_d(address, value);
}
__LANESCOPE_FN__ float atomicExch(float* address, float value) {
  int bits = atomicExch((int*)address, __builtin_bit_cast(int, value));
  return __builtin_bit_cast(float, bits);
}
__LANESCOPE_FN__ unsigned atomicInc(unsigned* address, unsigned limit) {
  return __nvvm_atom_inc_gen_ui(address, limit);
}
__LANESCOPE_FN__ unsigned atomicDec(unsigned* address, unsigned limit) {
  return __nvvm_atom_dec_gen_ui(address, limit);
}
