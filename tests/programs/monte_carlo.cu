// Monte Carlo with a generator of its own for each thread: pi by darts in integer coordinates, the
// volume of a ball in four dimensions, and a random walk. Counts are integers: exact.
#include "common.h"

struct Xorshift {
  unsigned state;
  // The threads' numbers are mixed, so that neighbours do not begin alike.
  __device__ explicit Xorshift(unsigned seed) : state(seed * 2654435761U ^ 0x9e3779b9U) {
    if (state == 0) state = 1;
    for (int i = 0; i < 4; ++i) next();
  }
  __device__ unsigned next() {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
  }
};

__global__ void darts(unsigned long long* hits, int each) {
  Xorshift random(blockIdx.x * blockDim.x + threadIdx.x + 1);
  unsigned count = 0;
  for (int i = 0; i < each; ++i) {
    const unsigned long long x = random.next() >> 16, y = random.next() >> 16;
    count += x * x + y * y < 1ULL << 32;
  }
  atomicAdd(hits, static_cast<unsigned long long>(count));
}

template <int dimensions>
__global__ void ball(unsigned long long* hits, int each) {
  Xorshift random(blockIdx.x * blockDim.x + threadIdx.x + 12345);
  unsigned count = 0;
  for (int i = 0; i < each; ++i) {
    unsigned long long sum = 0;
    for (int d = 0; d < dimensions; ++d) {
      const unsigned long long x = random.next() >> 17;
      sum += x * x;
    }
    count += sum < 1ULL << 30;
  }
  for (int step = 16; step > 0; step /= 2) count += __shfl_xor_sync(0xffffffffU, count, step);
  if (threadIdx.x % 32 == 0) atomicAdd(hits, static_cast<unsigned long long>(count));
}

__global__ void walks(int* ends, int steps) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  Xorshift random(i + 77);
  int place = 0;
  for (int s = 0; s < steps; ++s) place += (random.next() >> 20 & 1) != 0 ? 1 : -1;
  ends[i] = place;
}

int main() {
  const int threads = 4096, each = 64, all = threads * each;
  const DeviceArray<unsigned long long> hits(3);
  darts<<<threads / 128, 128>>>(hits, each);
  ball<3><<<threads / 128, 128>>>(hits + 1, each);
  ball<4><<<threads / 128, 128>>>(hits + 2, each);
  CHECK(cudaGetLastError());
  const std::vector<unsigned long long> found = hits.host();
  std::printf("pi: %llu of %d, %.6f\n", found[0], all, 4.0 * static_cast<double>(found[0]) / all);
  std::printf("3 dimensions: %llu, %.6f\n", found[1], 8.0 * static_cast<double>(found[1]) / all);
  std::printf("4 dimensions: %llu, %.6f\n", found[2], 16.0 * static_cast<double>(found[2]) / all);
  const DeviceArray<int> ends(1024);
  walks<<<8, 128>>>(ends, 100);
  const std::vector<int> places = ends.host();
  long long squares = 0;
  int counts[5] = {};
  for (const int place : places) {
    squares += place * place;
    ++counts[place < -15 ? 0 : place < -5 ? 1 : place <= 5 ? 2 : place <= 15 ? 3 : 4];
  }
  std::printf("walks: squares %lld, counts %d %d %d %d %d, bits %08x\n", squares, counts[0],
              counts[1], counts[2], counts[3], counts[4], checksum(places));
}
