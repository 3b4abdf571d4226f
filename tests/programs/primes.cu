// Primes: a segmented sieve with bits in shared memory, Miller and Rabin's test of 64-bit numbers,
// and queens on a board by backtracking.
#include "common.h"

constexpr int segment = 4096;

__global__ void sieve(int limit, unsigned* count, unsigned* twins) {
  __shared__ unsigned bits[segment / 32];
  const int start = blockIdx.x * segment;
  for (int i = threadIdx.x; i < segment / 32; i += blockDim.x) bits[i] = 0;
  __syncthreads();
  for (int p = 2 + threadIdx.x; p * p < start + segment; p += blockDim.x) {
    const int first = max(p * p, (start + p - 1) / p * p);
    for (int m = first; m < start + segment; m += p)
      atomicOr(&bits[(m - start) / 32], 1U << (m - start) % 32);
  }
  __syncthreads();
  const auto is_prime = [&](int i) { return start + i >= 2 && (bits[i / 32] >> i % 32 & 1) == 0; };
  for (int i = threadIdx.x; i < segment && start + i < limit; i += blockDim.x) {
    if (!is_prime(i)) continue;
    atomicAdd(count, 1U);
    if (i + 2 < segment && start + i + 2 < limit && is_prime(i + 2)) atomicAdd(twins, 1U);
  }
}

__device__ unsigned long long product(unsigned long long a, unsigned long long b, unsigned long long m) {
  unsigned long long result = 0;
  for (; b > 0; b >>= 1) {
    if ((b & 1) != 0) result = result >= m - a ? result - (m - a) : result + a;
    a = a >= m - a ? a - (m - a) : a + a;
  }
  return result;
}

__global__ void miller_rabin(const unsigned long long* numbers, int* is_prime, int count) {
  const int i = threadIdx.x;
  if (i >= count) return;
  const unsigned long long n = numbers[i];
  unsigned long long odd = n - 1;
  int twos = 0;
  for (; odd % 2 == 0; odd /= 2) ++twos;
  bool passes = true;
  for (const unsigned long long base : {2ULL, 3ULL, 5ULL, 7ULL, 11ULL, 13ULL}) {
    unsigned long long x = 1, square = base;
    for (unsigned long long e = odd; e > 0; e >>= 1, square = product(square, square, n))
      if ((e & 1) != 0) x = product(x, square, n);
    bool is_witness = x != 1 && x != n - 1;
    for (int r = 1; r < twos && is_witness; ++r) {
      x = product(x, x, n);
      is_witness = x != n - 1;
    }
    passes &= !is_witness;
  }
  is_prime[i] = passes;
}

// Each thread has a queen in each of the first two rows.
__global__ void queens(int n, int* solutions) {
  const int first = threadIdx.x / n, second = threadIdx.x % n;
  if (first >= n || abs(first - second) < 2) return;
  const unsigned all = (1U << n) - 1;
  unsigned columns[16], left[16], right[16], open[16];
  columns[2] = 1U << first | 1U << second;
  left[2] = (1U << first << 1 | 1U << second) << 1;
  right[2] = (1U << first >> 1 | 1U << second) >> 1;
  open[2] = all & ~(columns[2] | left[2] | right[2]);
  int row = 2, count = 0;
  while (row >= 2) {
    if (open[row] == 0) {
      --row;
      continue;
    }
    const unsigned queen = open[row] & -open[row];
    open[row] ^= queen;
    if (row == n - 1) {
      ++count;
      continue;
    }
    columns[row + 1] = columns[row] | queen;
    left[row + 1] = (left[row] | queen) << 1;
    right[row + 1] = (right[row] | queen) >> 1;
    ++row;
    open[row] = all & ~(columns[row] | left[row] | right[row]);
  }
  atomicAdd(solutions, count);
}

int main() {
  for (const int limit : {100, 10000, 100000}) {
    const DeviceArray<unsigned> found(2);
    sieve<<<(limit + segment - 1) / segment, 128>>>(limit, found, found + 1);
    CHECK(cudaGetLastError());
    std::printf("below %d: %u primes, %u pairs of twins within segments\n", limit, found.host()[0],
                found.host()[1]);
  }
  const std::vector<unsigned long long> numbers = {
      1000000007ULL, 1000000009ULL, 1000000011ULL, 4294967311ULL, 3215031751ULL, 1000000000039ULL,
      999999999999999989ULL, 1000000016000000063ULL};
  const int n = static_cast<int>(numbers.size());
  const DeviceArray<unsigned long long> dnumbers(numbers);
  const DeviceArray<int> is_prime(n);
  miller_rabin<<<1, 32>>>(dnumbers, is_prime, n);
  const std::vector<int> answers = is_prime.host();
  for (int i = 0; i < n; ++i)
    std::printf("%llu is %s\n", numbers[i], answers[i] ? "prime" : "composite");
  for (const int size : {4, 6, 8}) {
    const DeviceArray<int> solutions(1);
    queens<<<1, 64>>>(size, solutions);
    std::printf("%d queens: %d solutions\n", size, solutions.host()[0]);
  }
}
