// The driver API: a module of PTX text, its function and its variable, launches with parameters and
// with a packed buffer, and the errors of wrong names.
#include <cuda.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

const char* const ptx = R"(
.version 7.0
.target sm_80
.address_size 64
.visible .const .align 4 .u32 factor = 3;
.visible .global .align 4 .u32 launches;
.visible .entry scale(.param .u64 array, .param .u32 count) {
  .reg .pred %p<2>;
  .reg .u32 %r<10>;
  .reg .u64 %rd<5>;
  ld.param.u64 %rd1, [array];
  ld.param.u32 %r1, [count];
  cvta.to.global.u64 %rd2, %rd1;
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.u32 %r5, %r2, %r3, %r4;
  setp.ge.u32 %p1, %r5, %r1;
  @%p1 bra DONE;
  mul.wide.u32 %rd3, %r5, 4;
  add.u64 %rd4, %rd2, %rd3;
  ld.global.u32 %r6, [%rd4];
  ld.const.u32 %r7, [factor];
  mul.lo.u32 %r6, %r6, %r7;
  st.global.u32 [%rd4], %r6;
  setp.ne.u32 %p1, %r5, 0;
  @%p1 bra DONE;
  atom.global.add.u32 %r8, [launches], 1;
DONE:
  ret;
}
)";

const char* name_of(CUresult result) {
  const char* name = nullptr;
  cuGetErrorName(result, &name);
  return name;
}

void check(CUresult result, int line) {
  if (result == CUDA_SUCCESS) return;
  std::printf("line %d: %s\n", line, name_of(result));
  std::exit(9);
}
#define CALL(call) check(call, __LINE__)

int main() {
  CALL(cuInit(0));
  CUdevice device = 0;
  CALL(cuDeviceGet(&device, 0));
  CUcontext context = nullptr;
  CALL(cuDevicePrimaryCtxRetain(&context, device));
  CALL(cuCtxSetCurrent(context));
  CUmodule module = nullptr;
  CALL(cuModuleLoadData(&module, ptx));
  CUfunction scale = nullptr;
  CALL(cuModuleGetFunction(&scale, module, "scale"));
  std::printf("a wrong name: %s\n", name_of(cuModuleGetFunction(&scale, module, "scales")));
  CALL(cuModuleGetFunction(&scale, module, "scale"));

  unsigned count = 100;
  std::vector<unsigned> values(count);
  for (unsigned i = 0; i < count; ++i) values[i] = i;
  CUdeviceptr array = 0;
  CALL(cuMemAlloc(&array, count * sizeof(unsigned)));
  CALL(cuMemcpyHtoD(array, values.data(), count * sizeof(unsigned)));
  void* parameters[] = {&array, &count};
  CALL(cuLaunchKernel(scale, 4, 1, 1, 32, 1, 1, 0, nullptr, parameters, nullptr));
  CUdeviceptr factor = 0, launches = 0;
  std::size_t bytes = 0;
  CALL(cuModuleGetGlobal(&factor, &bytes, module, "factor"));
  const unsigned ten = 10;
  CALL(cuMemcpyHtoD(factor, &ten, bytes));
  struct {
    CUdeviceptr array;
    unsigned count;
  } packed = {array, 50};
  std::size_t size = sizeof packed.array + sizeof packed.count;
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                   CU_LAUNCH_PARAM_END};
  CALL(cuLaunchKernel(scale, 2, 1, 1, 32, 1, 1, 0, nullptr, nullptr, extra));
  CALL(cuCtxSynchronize());
  CALL(cuMemcpyDtoH(values.data(), array, count * sizeof(unsigned)));
  std::printf("values: %u %u %u %u\n", values[1], values[49], values[50], values[99]);
  unsigned done = 0;
  CALL(cuModuleGetGlobal(&launches, &bytes, module, "launches"));
  CALL(cuMemcpyDtoH(&done, launches, sizeof done));
  std::printf("launches: %u, variable of %zu bytes\n", done, bytes);
  CALL(cuMemsetD32(array, 7, 10));
  CALL(cuMemcpyDtoH(values.data(), array, 12 * sizeof(unsigned)));
  std::printf("set: %u %u\n", values[9], values[10]);
  std::printf("no such variable: %s\n", name_of(cuModuleGetGlobal(&factor, &bytes, module, "none")));
  std::printf("no such device: %s\n", name_of(cuDeviceGet(&device, 4711)));
  CALL(cuMemFree(array));
  CALL(cuModuleUnload(module));
  CALL(cuDevicePrimaryCtxRelease(device));
}
