// The second file of the program linked_kernels.
#include "common.h"

__device__ int calls;
__constant__ int primes[4];

__device__ int collatz(int n) {
  atomicAdd(&calls, 1);
  int steps = 0;
  for (; n != 1; ++steps) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
  return steps;
}

namespace {
__device__ int twice(int a) { return 2 * a; }
__device__ int square(int a) { return a * a; }
__device__ int negative(int a) { return -a; }
using Function = int (*)(int);
__device__ Function table[] = {twice, square, negative};
}  // namespace

__device__ int by_table(int which, int value) { return table[which](value); }

void set_primes(const int* values) {
  CHECK(cudaMemcpyToSymbol(primes, values, sizeof primes));
}

int count_calls() {
  int count = 0;
  CHECK(cudaMemcpyFromSymbol(&count, calls, sizeof count));
  return count;
}
