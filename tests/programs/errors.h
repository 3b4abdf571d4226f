// The rows of the error table: what a call returns, what cudaGetLastError() says after it, and what
// is left then.
#pragma once

#include <cuda_runtime.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

inline void row(const char* name, cudaError_t returned) {
  std::setvbuf(stdout, nullptr, _IONBF, 0);  // a call that crashes leaves the rows before it
  const cudaError_t last = cudaGetLastError(), left = cudaPeekAtLastError();
  std::printf("%-46s %s", name, cudaGetErrorName(returned));
  if (last != returned) std::printf(", last %s", cudaGetErrorName(last));
  if (left != cudaSuccess) std::printf(", left %s", cudaGetErrorName(left));
  std::printf("\n");
}

// After a launch with <<<>>>, which returns nothing itself.
inline void row_of_launch(const char* name) {
  const cudaError_t peeked = cudaPeekAtLastError();
  row(name, peeked);
  cudaDeviceSynchronize();
}

// Runs `rows` in a process of its own, which has no context yet: the error in it ends with it. To
// be called before the first call of CUDA.
template <class Rows>
void in_child(const char* name, Rows rows) {
  std::printf("-- %s\n", name);
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    rows();
    std::fflush(stdout);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) std::printf("ended by signal %d\n", WTERMSIG(status));
}
