// Two files whose device code is linked (-rdc=true): a kernel here calls a function and uses variables
// of the other file.
#include "common.h"

extern __device__ int calls;
extern __constant__ int primes[4];
__device__ int collatz(int n);
__device__ int by_table(int which, int value);
void set_primes(const int* values);
int count_calls();

__global__ void lengths(int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = collatz(i + 1);
  if (i == 0) atomicAdd(&calls, 1000);
}

__global__ void functions(int* out) {
  out[threadIdx.x] = by_table(threadIdx.x % 3, threadIdx.x) + primes[threadIdx.x % 4];
}

int main() {
  const int n = 100;
  const DeviceArray<int> out(n);
  lengths<<<1, 128>>>(out, n);
  CHECK(cudaDeviceSynchronize());
  const std::vector<int> found = out.host();
  std::printf("steps of 27: %d, of 97: %d, bits %08x\n", found[26], found[96], checksum(found));
  std::printf("calls: %d\n", count_calls());
  const int values[] = {2, 3, 5, 7};
  set_primes(values);
  functions<<<1, 12>>>(out);
  CHECK(cudaDeviceSynchronize());
  const std::vector<int> results = out.host();
  for (int i = 0; i < 12; ++i) std::printf("%d%s", results[i], i < 11 ? " " : "\n");
}
