// Kernels as templates: over types, sizes, operations and packs, with specialisations, constexpr and
// if constexpr; function objects, and a lambda's arguments in a structure.
#include "common.h"

struct Add {
  template <class T>
  __host__ __device__ constexpr T operator()(T a, T b) const {
    return a + b;
  }
};
struct Greatest {
  template <class T>
  __host__ __device__ constexpr T operator()(T a, T b) const {
    return a > b ? a : b;
  }
};

template <class T, int block, class Operation>
__global__ void fold(const T* in, T* out, int n, T start, Operation operation) {
  __shared__ T part[block];
  T own = start;
  for (int i = threadIdx.x; i < n; i += block) own = operation(own, in[i]);
  part[threadIdx.x] = own;
  __syncthreads();
  if constexpr (block > 32) {
    for (int step = block / 2; step >= 32; step /= 2) {
      if (threadIdx.x < step) part[threadIdx.x] = operation(part[threadIdx.x], part[threadIdx.x + step]);
      __syncthreads();
    }
  }
  if (threadIdx.x == 0) {
    T result = part[0];
    for (int i = 1; i < (block < 32 ? block : 32); ++i) result = operation(result, part[i]);
    *out = result;
  }
}

template <int n>
struct Factorial {
  static constexpr unsigned long long value = n * Factorial<n - 1>::value;
};
template <>
struct Factorial<0> {
  static constexpr unsigned long long value = 1;
};

template <int... numbers>
__global__ void factorials(unsigned long long* out) {
  const unsigned long long values[] = {Factorial<numbers>::value...};
  if (threadIdx.x < sizeof...(numbers)) out[threadIdx.x] = values[threadIdx.x];
}

template <class... T>
__device__ double sum_of(T... values) {
  return (static_cast<double>(values) + ...);
}
template <class... T>
__global__ void sum_all(double* out, T... values) {
  *out = sum_of(values...);
}

template <class T, int rows, int columns>
struct Matrix {
  T data[rows][columns];
  template <int other>
  __host__ __device__ Matrix<T, rows, other> operator*(const Matrix<T, columns, other>& right) const {
    Matrix<T, rows, other> result = {};
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < other; ++j)
        for (int k = 0; k < columns; ++k) result.data[i][j] += data[i][k] * right.data[k][j];
    return result;
  }
};

__global__ void fibonacci(long long* out) {
  Matrix<long long, 2, 2> power = {{{1, 0}, {0, 1}}};
  const Matrix<long long, 2, 2> step = {{{1, 1}, {1, 0}}};
  for (int i = 0; i < static_cast<int>(threadIdx.x); ++i) power = power * step;
  out[threadIdx.x] = power.data[0][1];
}

template <class T, int block, class Operation>
void run(const char* name, T start, Operation operation) {
  std::vector<T> in(1000);
  Random random(block);
  T expected = start;
  for (T& each : in) {
    each = static_cast<T>(random.below(1000)) / 2;
    expected = operation(expected, each);
  }
  const DeviceArray<T> values(in), out(1);
  fold<T, block, Operation><<<1, block>>>(values, out, 1000, start, operation);
  CHECK(cudaGetLastError());
  std::printf("%s %d: %g, expected %g\n", name, block, static_cast<double>(out.host()[0]),
              static_cast<double>(expected));
}

int main() {
  run<int, 16>("sum of int", 0, Add());
  run<float, 64>("sum of float", 0.0F, Add());
  run<double, 256>("greatest of double", 0.0, Greatest());
  run<unsigned char, 128>("greatest of byte", static_cast<unsigned char>(0), Greatest());
  const DeviceArray<unsigned long long> products(6);
  factorials<0, 1, 5, 10, 15, 20><<<1, 32>>>(products);
  for (const unsigned long long each : products.host()) std::printf("%llu ", each);
  const DeviceArray<double> sum(1);
  sum_all<<<1, 1>>>(static_cast<double*>(sum), 1, 2.5F, 3.25, 4LL, 'a');
  std::printf("\nsum of all: %g\n", sum.host()[0]);
  const DeviceArray<long long> numbers(60);
  fibonacci<<<1, 60>>>(numbers);
  const std::vector<long long> found = numbers.host();
  std::printf("fibonacci: %lld %lld %lld\n", found[10], found[40], found[59]);
}
