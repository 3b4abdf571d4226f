// The error table: errors of kernels, which stay, each in a process of its own: what the calls after
// them return, until the device is reset and after that.
#undef NDEBUG
#include <cassert>

#include "errors.h"

__global__ void ones(int* out) { out[threadIdx.x] = 1; }
__global__ void trap() { __trap(); }
__global__ void fails(int value) { assert(value == 1); }
__global__ void write_null(int* nowhere) { *nowhere = 1; }
__global__ void misaligned(char* bytes) { *reinterpret_cast<int*>(bytes + 1) = 1; }
__global__ void far_away(int* out) { out[std::size_t{1} << 36] = 1; }

// `launch` starts the kernel that goes wrong.
template <class Launch>
void rows(Launch launch) {
  int *out = nullptr, *more = nullptr, host = 0;
  cudaMalloc(&out, 1024);
  cudaStream_t stream = nullptr;
  cudaEvent_t event = nullptr;
  cudaStreamCreate(&stream);
  cudaEventCreate(&event);
  launch(out);
  row("cudaGetLastError", cudaGetLastError());
  row("cudaDeviceSynchronize", cudaDeviceSynchronize());
  row("cudaDeviceSynchronize, again", cudaDeviceSynchronize());
  row("cudaGetLastError", cudaGetLastError());
  row("cudaMalloc", cudaMalloc(&more, 4));
  row("cudaMemcpy", cudaMemcpy(&host, out, 4, cudaMemcpyDeviceToHost));
  row("cudaMemset", cudaMemset(out, 0, 4));
  row("cudaStreamSynchronize", cudaStreamSynchronize(stream));
  row("cudaStreamQuery", cudaStreamQuery(nullptr));
  row("cudaEventRecord", cudaEventRecord(event, stream));
  row("cudaEventQuery", cudaEventQuery(event));
  ones<<<1, 32>>>(out);
  row("a launch", cudaPeekAtLastError());
  row("cudaFree", cudaFree(out));
  int device = -1;
  row("cudaGetDevice", cudaGetDevice(&device));
  row("cudaSetDevice", cudaSetDevice(0));
  row("cudaGetDeviceCount", cudaGetDeviceCount(&device));
  row("cudaDeviceReset", cudaDeviceReset());
  row("then cudaMalloc", cudaMalloc(&out, 1024));
  row("then cudaDeviceSynchronize", cudaDeviceSynchronize());
}

int main() {
  in_child("a trap", [] { rows([](int*) { trap<<<1, 32>>>(); }); });
  in_child("a failed assertion", [] { rows([](int*) { fails<<<1, 1>>>(2); }); });
  in_child("a write to null", [] { rows([](int*) { write_null<<<1, 1>>>(nullptr); }); });
  in_child("a write that is not aligned",
           [] { rows([](int* out) { misaligned<<<1, 1>>>(reinterpret_cast<char*>(out)); }); });
  in_child("a write far away", [] { rows([](int* out) { far_away<<<1, 1>>>(out); }); });
  in_child("seen first by cudaMemcpy", [] {
    int *out = nullptr, host = 0;
    cudaMalloc(&out, 4);
    trap<<<1, 1>>>();
    row("cudaMemcpy", cudaMemcpy(&host, out, 4, cudaMemcpyDeviceToHost));
    row("cudaDeviceSynchronize", cudaDeviceSynchronize());
  });
  in_child("a refused launch, then a trap", [] {
    ones<<<1, 4096>>>(nullptr);
    trap<<<1, 1>>>();
    row("cudaDeviceSynchronize", cudaDeviceSynchronize());
    row("cudaDeviceSynchronize", cudaDeviceSynchronize());
  });
}
