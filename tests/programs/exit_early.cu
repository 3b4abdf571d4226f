// A program that leaves in the middle: its arguments choose how. An exception ends it with what a
// launch left behind, exit() with work in a stream.
#include <stdexcept>
#include <string>

#include "common.h"

__global__ void fill(int* out, int value) { out[threadIdx.x] = value + static_cast<int>(threadIdx.x); }

struct Failure : std::runtime_error {
  Failure(const std::string& what, int code) : std::runtime_error(what), code(code) {}
  int code;
};

int sum_of(const DeviceArray<int>& array) {
  int sum = 0;
  for (const int each : array.host()) sum += each;
  return sum;
}

void work(const std::string& how) {
  const DeviceArray<int> array(32);
  fill<<<1, 32>>>(array, 10);
  std::printf("%s: %d\n", how.c_str(), sum_of(array));
  if (how == "throw") throw Failure("thrown", 4);
  if (how == "launch") {
    fill<<<1, 4096>>>(array, 10);
    const cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) throw Failure(cudaGetErrorString(error), 6);
  }
  if (how == "exit") {
    fill<<<1, 32>>>(array, 20);
    std::exit(5);
  }
}

int main(int argc, char** argv) {
  int code = 0;
  for (int i = 1; i < argc; ++i) {
    try {
      work(argv[i]);
    } catch (const Failure& failure) {
      std::printf("caught: %s\n", failure.what());
      code += failure.code;
    }
  }
  const DeviceArray<int> array(32);
  fill<<<1, 32>>>(array, code);
  std::printf("at the end: %d\n", sum_of(array));
  return code;
}
