// CUB's algorithms for the whole device: each is asked for its scratch memory first.
#include <cub/device/device_histogram.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>

#include "common.h"

struct IsSmall {
  __host__ __device__ bool operator()(int value) const { return value < 100; }
};

// Calls `algorithm(scratch, bytes)` twice, as CUB wants it.
template <class Algorithm>
void with_scratch(Algorithm algorithm) {
  std::size_t bytes = 0;
  CHECK(algorithm(nullptr, bytes));
  const DeviceArray<unsigned char> scratch(bytes + 1);
  CHECK(algorithm(static_cast<void*>(scratch), bytes));
}

int main() {
  const int n = 4000;
  std::vector<int> start(n);
  Random random(88);
  for (int& each : start) each = random.below(1000);
  const DeviceArray<int> in(start), out(n), count(1), sum(1);
  int *from = in, *to = out, *one = sum, *selected = count;
  with_scratch([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceReduce::Sum(scratch, bytes, from, one, n);
  });
  std::printf("sum %d", sum.host()[0]);
  with_scratch([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceReduce::Max(scratch, bytes, from, one, n);
  });
  std::printf(", greatest %d\n", sum.host()[0]);
  with_scratch([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceScan::ExclusiveSum(scratch, bytes, from, to, n);
  });
  const std::vector<int> sums = out.host();
  std::printf("scan: %d %d %d, bits %08x\n", sums[1], sums[2], sums[n - 1], checksum(sums));
  with_scratch([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortKeys(scratch, bytes, from, to, n);
  });
  const std::vector<int> sorted = out.host();
  std::printf("sorted: %d %d %d, bits %08x\n", sorted[0], sorted[n / 2], sorted[n - 1],
              checksum(sorted));
  with_scratch([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceSelect::If(scratch, bytes, from, to, selected, n, IsSmall());
  });
  const std::vector<int> small = out.host();
  std::printf("%d below 100: %d %d %d\n", count.host()[0], small[0], small[1], small[2]);
  const DeviceArray<int> counts(10);
  int* bins = counts;
  with_scratch([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceHistogram::HistogramEven(scratch, bytes, from, bins, 11, 0, 1000, n);
  });
  std::printf("hundreds:");
  for (const int each : counts.host()) std::printf(" %d", each);
  std::printf("\n");
}
