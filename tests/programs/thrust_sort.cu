// Thrust's vectors and algorithms: sorts by keys, unique, scans, a search, sets.
#include <thrust/binary_search.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/unique.h>

#include "common.h"

struct IsEven {
  __host__ __device__ bool operator()(int value) const { return value % 2 == 0; }
};

template <class Vector>
void print(const char* name, const Vector& values) {
  std::printf("%-10s", name);
  for (std::size_t i = 0; i < values.size() && i < 12; ++i)
    std::printf(" %d", static_cast<int>(values[i]));
  std::printf("%s\n", values.size() > 12 ? " ..." : "");
}

int main() {
  const int n = 2000;
  thrust::host_vector<int> start(n);
  Random random(55);
  for (int i = 0; i < n; ++i) start[i] = random.below(500);
  thrust::device_vector<int> keys = start, places(n);
  thrust::sequence(places.begin(), places.end());
  thrust::stable_sort_by_key(keys.begin(), keys.end(), places.begin());
  print("keys", thrust::host_vector<int>(keys));
  print("places", thrust::host_vector<int>(places));
  std::printf("even: %d\n", static_cast<int>(thrust::count_if(keys.begin(), keys.end(), IsEven())));
  thrust::device_vector<int> needles(5), found(5);
  thrust::sequence(needles.begin(), needles.end(), 0, 100);
  thrust::lower_bound(keys.begin(), keys.end(), needles.begin(), needles.end(), found.begin());
  print("bounds", thrust::host_vector<int>(found));
  // Not in place: there, Thrust 3.0 orders what a block reads and the next one writes by relaxed
  // operations alone.
  thrust::device_vector<int> distinct(keys.size());
  const auto end = thrust::unique_copy(keys.begin(), keys.end(), distinct.begin());
  std::printf("distinct: %d\n", static_cast<int>(end - distinct.begin()));
  thrust::device_vector<int> sums(end - distinct.begin());
  thrust::inclusive_scan(distinct.begin(), end, sums.begin());
  print("sums", thrust::host_vector<int>(sums));
  thrust::sort(places.begin(), places.end(), thrust::greater<int>());
  print("descending", thrust::host_vector<int>(places));
}
