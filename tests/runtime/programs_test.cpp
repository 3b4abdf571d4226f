// Programs that nvcc builds and that load the library instead of the Toolkit's.
#include <cstdio>
#include <cstdlib>
#include <string>

#include <sys/wait.h>

#include <gtest/gtest.h>

#include "tests/built.h"
#include "tests/temporary_folder.h"

namespace lanescope::tests {
namespace {

struct Ended {
  int code = 0;
  std::string output;  // standard output, then standard error
};

class Programs : public InFolder<testing::Test> {
 protected:
  void SetUp() override {
    if (std::system("nvcc --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "no nvcc on PATH";
  }
  static Ended run(const std::string& command) {
    Ended ended;
    std::FILE* pipe = popen(command.c_str(), "r");
    char buffer[512];
    while (std::fgets(buffer, sizeof buffer, pipe) != nullptr) ended.output += buffer;
    const int status = pclose(pipe);
    ended.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return ended;
  }
  Ended build_and_run(const std::string& text, const std::string& flags = "-arch=compute_80") {
    write("program.cu", text);
    const std::string in = "cd '" + folder_.string() + "' && ";
    const Ended built =
        run(in + "nvcc -cudart shared -lineinfo " + flags + " -o program program.cu 2>&1");
    EXPECT_EQ(built.code, 0) << built.output;
    built_ = built.output;
    return run(in + "LD_LIBRARY_PATH=" + tests::built("lib/lanescope/cudart") +
               " ./program 2>errors; code=$?; cat errors; exit $code");
  }

  std::string built_;  // what nvcc said
};

TEST_F(Programs, vector_add_with_symbols_and_printf) {
  const Ended ended = build_and_run(R"(
#include <cstdio>
__constant__ float scale[2];
__device__ int count;
__global__ void add(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { out[i] = (a[i] + b[i]) * scale[1]; atomicAdd(&count, 1); }
  if (i == n - 1) printf("last %d\n", i);
}
int main() {
  const int n = 1000;
  float *a, *b, *out, host[n];
  cudaMallocManaged(&a, sizeof host);
  cudaMallocManaged(&b, sizeof host);
  cudaMalloc(&out, sizeof host);
  for (int i = 0; i < n; ++i) a[i] = b[i] = i;
  const float two[2] = {1, 2};
  cudaMemcpyToSymbol(scale, two, sizeof two);
  add<<<(n + 255) / 256, 256>>>(a, b, out, n);
  printf("launched\n");
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  int counted = 0;
  cudaMemcpyFromSymbol(&counted, count, sizeof counted);
  printf("%g %g %d %s\n", host[1], host[999], counted, cudaGetErrorName(cudaGetLastError()));
  return 7;
}
)");
  EXPECT_EQ(ended.output, "launched\nlast 999\n4 3996 1000 cudaSuccess\n");
  EXPECT_EQ(ended.code, 7);
}

// The machine's default is an H200, which runs code for sm_90.
TEST_F(Programs, registers_are_those_that_ptxas_reports) {
  const Ended ended = build_and_run(R"(
#include <cstdio>
__global__ void sums(float* out) {
  float s[24];
  for (int i = 0; i < 24; ++i) s[i] = out[i * 32 + threadIdx.x];
  __syncthreads();
  for (int i = 0; i < 24; ++i) out[i * 32 + threadIdx.x] = s[23 - i] * s[i];
}
int main() {
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, sums);
  printf("Used %d registers", attributes.numRegs);
}
)",
                                    "-arch=sm_90 -Xptxas -v");
  ASSERT_EQ(ended.output.find("Used "), 0U) << ended.output;
  EXPECT_NE(built_.find(ended.output + ","), std::string::npos) << built_ << ended.output;
}

TEST_F(Programs, a_missing_guard_is_found_and_the_program_goes_on) {
  const Ended ended = build_and_run(R"(
#include <cstdio>
__global__ void set(int* a) { a[threadIdx.x] = threadIdx.x; }
int main() {
  int *a, host[4];
  cudaMalloc(&a, sizeof host);
  set<<<1, 5>>>(a);
  cudaError_t error = cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d %s\n", host[3], cudaGetErrorName(error));
}
)");
  EXPECT_NE(ended.output.find("3 cudaSuccess\n"), std::string::npos) << ended.output;
  EXPECT_NE(ended.output.find("program.cu:3:"), std::string::npos) << ended.output;
  EXPECT_NE(ended.output.find("past the end of allocation 1"), std::string::npos) << ended.output;
  EXPECT_NE(ended.output.find("launch 1 of set"), std::string::npos) << ended.output;
}

}  // namespace
}  // namespace lanescope::tests
