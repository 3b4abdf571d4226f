// Each atomic operation for each of its types, in global and in shared memory: results that do not
// depend on the order, and what the operations return, as sums.
#include <climits>

#include "common.h"

template <class T>
__global__ void integers(T* out, T* returned) {
  const T value = static_cast<T>(threadIdx.x * 37 % 101 + 1);
  atomicAdd(returned, atomicAdd(&out[0], static_cast<T>(1)));
  atomicMin(&out[1], value);
  atomicMax(&out[2], value);
  atomicAnd(&out[3], ~(static_cast<T>(1) << (threadIdx.x % 7)));
  atomicOr(&out[4], static_cast<T>(1) << (threadIdx.x % 11));
  atomicXor(&out[5], value);
  atomicCAS(&out[6], static_cast<T>(0), static_cast<T>(99));
  atomicExch(&out[7], static_cast<T>(5));
}

__global__ void more_of_int(int* out, unsigned* counts) {
  atomicSub(&out[0], static_cast<int>(threadIdx.x));
  atomicSub(&counts[0], 2U);
  atomicInc(&counts[1], 9U);
  atomicDec(&counts[2], 6U);
  atomicMin(&out[1], -static_cast<int>(threadIdx.x));
  atomicMax(&out[2], -5 - static_cast<int>(threadIdx.x));
}

template <class T>
__global__ void floats(T* out) {
  __shared__ T part;
  if (threadIdx.x == 0) part = 0;
  __syncthreads();
  atomicAdd(&part, static_cast<T>(threadIdx.x) / 4);
  atomicAdd(&out[0], static_cast<T>(0.5));
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(&out[1], part);
}

// The greatest double by compare and swap, as in NVIDIA's guide.
__global__ void greatest(unsigned long long* bits) {
  const double value = (threadIdx.x * 71 + blockIdx.x * 13) % 997 / 8.0;
  unsigned long long seen = *bits;
  while (__longlong_as_double(static_cast<long long>(seen)) < value) {
    const unsigned long long before =
        atomicCAS(bits, seen, static_cast<unsigned long long>(__double_as_longlong(value)));
    if (before == seen) break;
    seen = before;
  }
}

__global__ void in_shared(int* out) {
  __shared__ int counts[4];
  __shared__ unsigned long long wide;
  if (threadIdx.x < 4) counts[threadIdx.x] = 0;
  if (threadIdx.x == 0) wide = 1;
  __syncthreads();
  atomicAdd(&counts[threadIdx.x % 3], 1);
  atomicMax_block(&counts[3], static_cast<int>(threadIdx.x));
  atomicAdd(&wide, 1ULL << 33);
  __syncthreads();
  if (threadIdx.x < 4) atomicAdd_system(&out[threadIdx.x], counts[threadIdx.x]);
  if (threadIdx.x == 0) out[4] = static_cast<int>(wide >> 33);
}

template <class T>
void run(const char* name) {
  const std::vector<T> start = {0, 120, 0, static_cast<T>(0x7fffffff), 0, 0, 0, 0};
  const DeviceArray<T> out(start), returned(1);
  integers<T><<<3, 64>>>(out, returned);
  CHECK(cudaGetLastError());
  std::printf("%s:", name);
  for (const T each : out.host()) std::printf(" %lld", static_cast<long long>(each));
  std::printf("; returned %lld\n", static_cast<long long>(returned.host()[0]));
}

int main() {
  run<int>("int");
  run<unsigned>("unsigned");
  run<unsigned long long>("64 bits");
  const DeviceArray<int> out(std::vector<int>{0, 100, INT_MIN}), five(5);
  const DeviceArray<unsigned> counts(std::vector<unsigned>{1000, 0, 3});
  more_of_int<<<2, 50>>>(out, counts);
  const std::vector<int> signs = out.host();
  const std::vector<unsigned> wrapped = counts.host();
  std::printf("more: %d %d %d, %u %u %u\n", signs[0], signs[1], signs[2], wrapped[0], wrapped[1],
              wrapped[2]);
  const DeviceArray<float> singles(2);
  floats<float><<<4, 96>>>(singles);
  const DeviceArray<double> doubles(2);
  floats<double><<<4, 96>>>(doubles);
  std::printf("floats: %g %g, doubles: %g %g\n", singles.host()[0], singles.host()[1],
              doubles.host()[0], doubles.host()[1]);
  const DeviceArray<unsigned long long> bits(1);
  greatest<<<8, 64>>>(bits);
  double most = 0;
  CHECK(cudaMemcpy(&most, bits, sizeof most, cudaMemcpyDeviceToHost));
  std::printf("greatest: %g\n", most);
  in_shared<<<2, 100>>>(five);
  for (const int each : five.host()) std::printf("%d ", each);
  std::printf("\n");
}
