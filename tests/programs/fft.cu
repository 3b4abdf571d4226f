// A fast Fourier transform in double precision multiplies two polynomials with integer coefficients;
// a number-theoretic transform does it without rounding. Both give the same integers.
#include <cmath>

#include "common.h"

constexpr int bits = 9, n = 1 << bits;
constexpr unsigned modulus = 998244353;  // 119 * 2^23 + 1; 3 is a generator

__device__ int reversed(int i) { return static_cast<int>(__brev(static_cast<unsigned>(i)) >> (32 - bits)); }

// One block: all levels in shared memory.
__global__ void transform(double2* values, const double2* roots, bool is_inverse) {
  __shared__ double2 part[n];
  for (int i = threadIdx.x; i < n; i += blockDim.x) part[reversed(i)] = values[i];
  __syncthreads();
  for (int size = 2; size <= n; size *= 2) {
    for (int t = threadIdx.x; t < n / 2; t += blockDim.x) {
      const int k = t % (size / 2), at = t / (size / 2) * size + k;
      double2 root = roots[k * (n / size)];
      if (is_inverse) root.y = -root.y;
      const double2 a = part[at], b = part[at + size / 2];
      const double2 turned =
          make_double2(b.x * root.x - b.y * root.y, b.x * root.y + b.y * root.x);
      part[at] = make_double2(a.x + turned.x, a.y + turned.y);
      part[at + size / 2] = make_double2(a.x - turned.x, a.y - turned.y);
    }
    __syncthreads();
  }
  const double scale = is_inverse ? 1.0 / n : 1.0;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    values[i] = make_double2(part[i].x * scale, part[i].y * scale);
}

__global__ void multiply(double2* a, const double2* b) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = make_double2(a[i].x * b[i].x - a[i].y * b[i].y, a[i].x * b[i].y + a[i].y * b[i].x);
}

__global__ void round_all(const double2* values, long long* result) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  result[i] = llrint(values[i].x);
}

__device__ __host__ unsigned power(unsigned base, unsigned exponent) {
  unsigned long long result = 1, square = base;
  for (; exponent > 0; exponent /= 2, square = square * square % modulus)
    if (exponent % 2 == 1) result = result * square % modulus;
  return static_cast<unsigned>(result);
}

__global__ void number_transform(unsigned* values, unsigned root) {
  __shared__ unsigned part[n];
  for (int i = threadIdx.x; i < n; i += blockDim.x) part[reversed(i)] = values[i];
  __syncthreads();
  for (int size = 2; size <= n; size *= 2) {
    for (int t = threadIdx.x; t < n / 2; t += blockDim.x) {
      const int k = t % (size / 2), at = t / (size / 2) * size + k;
      const unsigned long long turned =
          1ULL * part[at + size / 2] * power(root, k * (n / size)) % modulus;
      const unsigned a = part[at];
      part[at] = (a + turned) % modulus;
      part[at + size / 2] = (a + modulus - turned) % modulus;
    }
    __syncthreads();
  }
  for (int i = threadIdx.x; i < n; i += blockDim.x) values[i] = part[i];
}

__global__ void number_multiply(unsigned* a, const unsigned* b, unsigned factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = static_cast<unsigned>(1ULL * a[i] * b[i] % modulus * factor % modulus);
}

int main() {
  std::vector<double2> a(n), b(n), roots(n / 2);
  std::vector<unsigned> na(n), nb(n);
  std::vector<long long> expected(n);
  Random random(77);
  for (int i = 0; i < n / 2; ++i) {
    na[i] = random.below(1000);
    nb[i] = random.below(1000);
    a[i] = make_double2(na[i], 0);
    b[i] = make_double2(nb[i], 0);
    const double angle = -2 * 3.14159265358979323846 * i / n;
    roots[i] = make_double2(std::cos(angle), std::sin(angle));
  }
  for (int i = 0; i < n / 2; ++i)
    for (int j = 0; j < n / 2; ++j) expected[i + j] += 1LL * na[i] * nb[j];
  const DeviceArray<double2> da(a), db(b), droots(roots);
  const DeviceArray<long long> rounded(n);
  transform<<<1, 128>>>(da, droots, false);
  transform<<<1, 128>>>(db, droots, false);
  multiply<<<n / 64, 64>>>(da, db);
  transform<<<1, 128>>>(da, droots, true);
  round_all<<<n / 64, 64>>>(da, rounded);
  const std::vector<long long> product = rounded.host();
  std::printf("complex: %s, x^200: %lld, bits %08x\n", product == expected ? "right" : "WRONG",
              product[200], checksum(product));
  const DeviceArray<unsigned> dna(na), dnb(nb);
  const unsigned root = power(3, (modulus - 1) / n), inverse = power(root, modulus - 2);
  number_transform<<<1, 128>>>(dna, root);
  number_transform<<<1, 128>>>(dnb, root);
  number_multiply<<<n / 64, 64>>>(dna, dnb, power(n, modulus - 2));
  number_transform<<<1, 128>>>(dna, inverse);
  const std::vector<unsigned> exact = dna.host();
  bool agree = true;
  for (int i = 0; i < n; ++i) agree &= exact[i] == expected[i] % modulus;
  std::printf("modular: %s, x^200: %u, bits %08x\n", agree ? "right" : "WRONG", exact[200],
              checksum(exact));
}
