// A radix sort of keys with values: four bits a pass, least significant first. Each block counts
// its digits, a scan of all counts says where each block's digits go, and ranks keep the order.
#include <algorithm>
#include <numeric>

#include "common.h"

constexpr int bits = 4, digits = 1 << bits, block_size = 256;

__global__ void count(const unsigned* keys, int n, int shift, unsigned* counts, int blocks) {
  __shared__ unsigned own[digits];
  if (threadIdx.x < digits) own[threadIdx.x] = 0;
  __syncthreads();
  const int i = blockIdx.x * block_size + threadIdx.x;
  if (i < n) atomicAdd(&own[keys[i] >> shift & (digits - 1)], 1U);
  __syncthreads();
  if (threadIdx.x < digits) counts[threadIdx.x * blocks + blockIdx.x] = own[threadIdx.x];
}

// One block: an exclusive scan, warp by warp.
__global__ void scan(unsigned* counts, int n) {
  unsigned before = 0;
  for (int start = 0; start < n; start += 32) {
    const int i = start + threadIdx.x;
    const unsigned value = i < n ? counts[i] : 0;
    unsigned sum = value;
    for (int step = 1; step < 32; step *= 2) {
      const unsigned other = __shfl_up_sync(0xffffffffU, sum, step);
      if (threadIdx.x >= step) sum += other;
    }
    if (i < n) counts[i] = before + sum - value;
    before += __shfl_sync(0xffffffffU, sum, 31);
  }
}

__global__ void scatter(const unsigned* keys, const int* values, unsigned* keys_out, int* values_out,
                        int n, int shift, const unsigned* counts, int blocks) {
  __shared__ unsigned digit_of[block_size];
  const int i = blockIdx.x * block_size + threadIdx.x;
  const unsigned digit = i < n ? keys[i] >> shift & (digits - 1) : digits;
  digit_of[threadIdx.x] = digit;
  __syncthreads();
  if (i >= n) return;
  unsigned rank = 0;
  for (int t = 0; t < threadIdx.x; ++t) rank += digit_of[t] == digit;
  const unsigned place = counts[digit * blocks + blockIdx.x] + rank;
  keys_out[place] = keys[i];
  values_out[place] = values[i];
}

int main() {
  for (const int n : {1, 31, 1000, 3333}) {
    std::vector<unsigned> keys(n);
    std::vector<int> order(n);
    Random random(n);
    for (unsigned& each : keys) each = random.next() & 0xff00ffffU;
    std::iota(order.begin(), order.end(), 0);
    const int blocks = (n + block_size - 1) / block_size;
    DeviceArray<unsigned> a(keys), b(n), counts(digits * blocks);
    DeviceArray<int> va(order), vb(n);
    unsigned *from = a, *to = b;
    int *values_from = va, *values_to = vb;
    for (int shift = 0; shift < 32; shift += bits) {
      count<<<blocks, block_size>>>(from, n, shift, counts, blocks);
      scan<<<1, 32>>>(counts, digits * blocks);
      scatter<<<blocks, block_size>>>(from, values_from, to, values_to, n, shift, counts, blocks);
      std::swap(from, to);
      std::swap(values_from, values_to);
    }
    CHECK(cudaGetLastError());
    const std::vector<unsigned> sorted = a.host();  // after eight passes it is back in `a`
    const std::vector<int> moved = va.host();
    std::stable_sort(order.begin(), order.end(), [&](int x, int y) { return keys[x] < keys[y]; });
    std::printf("%5d keys: %s, %s; least %08x, greatest %08x\n", n,
                std::is_sorted(sorted.begin(), sorted.end()) ? "sorted" : "NOT SORTED",
                moved == order ? "stable" : "NOT STABLE", sorted.front(), sorted.back());
  }
}
