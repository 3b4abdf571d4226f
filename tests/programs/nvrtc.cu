// Kernels compiled at run time: NVRTC makes PTX of a text with a macro and a template, the driver
// loads it; a text with a mistake is refused with a log.
#include <cuda.h>
#include <nvrtc.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

const char* const text = R"(
template <int power>
__global__ void raise(int* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int result = 1;
  for (int k = 0; k < power; ++k) result *= values[i];
  values[i] = result + OFFSET;
}
)";

#define CALL(call)                                              \
  do {                                                          \
    const int status = static_cast<int>(call);                  \
    if (status != 0) {                                          \
      std::printf("line %d: error %d\n", __LINE__, status);     \
      std::exit(9);                                             \
    }                                                           \
  } while (false)

int main() {
  nvrtcProgram program = nullptr;
  CALL(nvrtcCreateProgram(&program, text, "raise.cu", 0, nullptr, nullptr));
  CALL(nvrtcAddNameExpression(program, "raise<3>"));
  CALL(nvrtcAddNameExpression(program, "raise<2>"));
  const char* options[] = {"--gpu-architecture=compute_80", "-DOFFSET=5"};
  CALL(nvrtcCompileProgram(program, 2, options));
  std::size_t size = 0;
  CALL(nvrtcGetPTXSize(program, &size));
  std::vector<char> ptx(size);
  CALL(nvrtcGetPTX(program, ptx.data()));

  CALL(cuInit(0));
  CUdevice device = 0;
  CUcontext context = nullptr;
  CALL(cuDeviceGet(&device, 0));
  CALL(cuDevicePrimaryCtxRetain(&context, device));
  CALL(cuCtxSetCurrent(context));
  CUmodule module = nullptr;
  CALL(cuModuleLoadData(&module, ptx.data()));
  int n = 40;
  CUdeviceptr array = 0;
  CALL(cuMemAlloc(&array, n * sizeof(int)));
  for (const char* expression : {"raise<3>", "raise<2>"}) {
    const char* name = nullptr;
    CALL(nvrtcGetLoweredName(program, expression, &name));
    CUfunction raise = nullptr;
    CALL(cuModuleGetFunction(&raise, module, name));
    std::vector<int> values(n);
    for (int i = 0; i < n; ++i) values[i] = i;
    CALL(cuMemcpyHtoD(array, values.data(), n * sizeof(int)));
    void* parameters[] = {&array, &n};
    CALL(cuLaunchKernel(raise, 2, 1, 1, 32, 1, 1, 0, nullptr, parameters, nullptr));
    CALL(cuMemcpyDtoH(values.data(), array, n * sizeof(int)));
    std::printf("%s: %d %d %d\n", expression, values[0], values[2], values[39]);
  }
  CALL(cuMemFree(array));
  CALL(cuModuleUnload(module));
  CALL(nvrtcDestroyProgram(&program));

  CALL(nvrtcCreateProgram(&program, "__global__ void k() { wrong(); }", "wrong.cu", 0, nullptr,
                          nullptr));
  const nvrtcResult refused = nvrtcCompileProgram(program, 1, options);
  std::printf("a mistake: %s\n", nvrtcGetErrorString(refused));
  CALL(nvrtcGetProgramLogSize(program, &size));
  std::string log(size, ' ');
  CALL(nvrtcGetProgramLog(program, log.data()));
  std::printf("its log names the line: %d\n", log.find("wrong.cu(1)") != std::string::npos);
  CALL(nvrtcDestroyProgram(&program));
}
