// Thrust's iterators that compute: a sum of squares, a dot product, statistics in one pass, the
// longest run, and a kernel of one's own on a vector's memory.
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/functional.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>

#include "common.h"

struct Square {
  __host__ __device__ long long operator()(int value) const { return 1LL * value * value; }
};

struct Statistics {
  int least, most;
  long long sum;
};
struct ToStatistics {
  __host__ __device__ Statistics operator()(int value) const { return {value, value, value}; }
};
struct Both {
  __host__ __device__ Statistics operator()(const Statistics& a, const Statistics& b) const {
    return {a.least < b.least ? a.least : b.least, a.most > b.most ? a.most : b.most,
            a.sum + b.sum};
  }
};

__global__ void triple(int* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] *= 3;
}

int main() {
  const int n = 3000;
  std::vector<int> start(n);
  Random random(66);
  for (int& each : start) each = random.below(2001) - 1000;
  thrust::device_vector<int> a(start.begin(), start.end()), b(n);
  const auto squares =
      thrust::make_transform_iterator(thrust::make_counting_iterator(1), Square());
  std::printf("squares to 100: %lld\n", thrust::reduce(squares, squares + 100, 0LL));
  thrust::transform(a.begin(), a.end(), thrust::make_counting_iterator(0), b.begin(),
                    thrust::plus<int>());
  std::printf("dot: %lld\n", thrust::inner_product(a.begin(), a.end(), b.begin(), 0LL));
  const Statistics s = thrust::transform_reduce(a.begin(), a.end(), ToStatistics(),
                                                Statistics{1 << 30, -(1 << 30), 0}, Both());
  std::printf("least %d, most %d, sum %lld\n", s.least, s.most, s.sum);
  const auto most = thrust::max_element(b.begin(), b.end());
  std::printf("greatest of b: %d at %d\n", static_cast<int>(*most),
              static_cast<int>(most - b.begin()));
  triple<<<(n + 127) / 128, 128>>>(thrust::raw_pointer_cast(a.data()), n);
  CHECK(cudaGetLastError());
  std::printf("tripled: %d\n", thrust::reduce(a.begin(), a.end()));
  int* raw = nullptr;
  CHECK(cudaMalloc(&raw, 10 * sizeof(int)));
  const thrust::device_ptr<int> pointer(raw);
  thrust::copy(thrust::make_counting_iterator(5), thrust::make_counting_iterator(15), pointer);
  pointer[3] = 1000;
  std::printf("by pointer: %d\n", thrust::reduce(pointer, pointer + 10));
  CHECK(cudaFree(raw));
}
