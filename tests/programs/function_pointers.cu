// Pointers to device functions: in a table of constants, taken by a kernel and handed on by the host,
// members of an interpreter; recursion by Ackermann and towers of Hanoi.
#include "common.h"

using Operation = int (*)(int, int);

__device__ int add(int a, int b) { return a + b; }
__device__ int subtract(int a, int b) { return a - b; }
__device__ int multiply(int a, int b) { return a * b; }
__device__ int greatest(int a, int b) { return a > b ? a : b; }

__device__ Operation table[] = {add, subtract, multiply, greatest};
__device__ Operation chosen = multiply;

// A program in reverse Polish notation: numbers, and -1 - i for operation i.
__global__ void interpret(const int* program, int length, const int* x, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int stack[16], top = 0;
  for (int p = 0; p < length; ++p) {
    if (program[p] == 1000) {
      stack[top++] = x[i];
    } else if (program[p] >= 0) {
      stack[top++] = program[p];
    } else {
      const int b = stack[--top], a = stack[--top];
      stack[top++] = table[-1 - program[p]](a, b);
    }
  }
  out[i] = stack[0];
}

__global__ void fold(Operation operation, const int* in, int n, int* out) {
  int result = in[0];
  for (int i = 1; i < n; ++i) result = operation(result, in[i]);
  *out = result;
}

// Lanes of one warp call different functions.
__global__ void each_its_own(int* out) { out[threadIdx.x] = table[threadIdx.x % 4](threadIdx.x, 3); }

__device__ int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}
__device__ void hanoi(int disks, int from, int to, int by, int* moves, int* last) {
  if (disks == 0) return;
  hanoi(disks - 1, from, by, to, moves, last);
  ++*moves;
  *last = 100 * disks + 10 * from + to;
  hanoi(disks - 1, by, to, from, moves, last);
}
__global__ void recurse(int* out) {
  out[0] = ackermann(2, 3);
  out[1] = 0;
  hanoi(6, 1, 3, 2, &out[1], &out[2]);
}

int main() {
  std::vector<int> x(50), values = {3, -1, 4, 1, -5, 9, 2, 6};
  for (int i = 0; i < 50; ++i) x[i] = i - 20;
  // max(x * x - 5, 10 * x)
  const std::vector<int> program = {1000, 1000, -3, 5, -2, 10, 1000, -3, -4};
  const DeviceArray<int> dx(x), out(50), dprogram(program), dvalues(values);
  interpret<<<1, 64>>>(dprogram, static_cast<int>(program.size()), dx, out, 50);
  CHECK(cudaGetLastError());
  std::vector<int> found = out.host();
  std::printf("interpreted: %d %d %d, bits %08x\n", found[0], found[20], found[49], checksum(found));
  Operation operation = nullptr;
  CHECK(cudaMemcpyFromSymbol(&operation, chosen, sizeof operation));
  fold<<<1, 1>>>(operation, dvalues, 8, out);
  std::printf("product: %d", out.host()[0]);
  CHECK(cudaMemcpyFromSymbol(&operation, table, sizeof operation, 3 * sizeof operation));
  fold<<<1, 1>>>(operation, dvalues, 8, out);
  std::printf(", greatest: %d\n", out.host()[0]);
  each_its_own<<<1, 32>>>(out);
  found = out.host();
  for (int i = 0; i < 32; ++i) std::printf("%d%s", found[i], i == 31 ? "\n" : " ");
  CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
  recurse<<<1, 1>>>(out);
  CHECK(cudaDeviceSynchronize());
  found = out.host();
  std::printf("ackermann: %d; hanoi: %d moves, the last %d\n", found[0], found[1], found[2]);
}
