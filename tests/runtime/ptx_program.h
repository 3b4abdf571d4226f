// A program's device code, registered as compilers do it.
#pragma once

#include "kernels/runtime/include/cuda_runtime.h"

namespace lanescope::tests {

// PTX as registered by the host code of clang in Lanescope's builds. Kernels and variables are
// known by the addresses of these objects, as those of a program by the addresses of its stubs.
class PtxProgram {
 public:
  explicit PtxProgram(const char* ptx) {
    wrapper_.data = ptx;
    module_ = __cudaRegisterFatBinary(&wrapper_);
  }
  PtxProgram(const PtxProgram&) = delete;
  PtxProgram& operator=(const PtxProgram&) = delete;

  void kernel(const void* stub, const char* name) {
    __cudaRegisterFunction(module_, static_cast<const char*>(stub), nullptr, name, -1, nullptr,
                           nullptr, nullptr, nullptr, nullptr);
  }
  void variable(void* host, const char* name, size_t bytes, bool is_constant = false) {
    __cudaRegisterVar(module_, static_cast<char*>(host), nullptr, name, 0, bytes,
                      is_constant ? 1 : 0, 0);
  }
  [[nodiscard]] void** handle() { return module_; }

 private:
  struct Wrapper {
    unsigned magic = 0x466243b1;
    unsigned version = 1;
    const void* data = nullptr;
    const void* parts = nullptr;
  };
  Wrapper wrapper_;
  void** module_ = nullptr;
};

// out[i] = a[i] + b[i]; adds k[0] of constant memory; counts its threads in `count`; fails(n):
// stores at 0; odd(p): stores a word at p + 1.
inline constexpr const char* sample_ptx = R"(
.version 7.0
.target sm_80
.address_size 64
.const .align 4 .b8 k[8];
.global .align 4 .u32 count;

.visible .entry add(.param .u64 a, .param .u64 b, .param .u64 out, .param .u32 n)
{
  .reg .pred %p<2>;
  .reg .b32 %r<6>;
  .reg .f32 %f<5>;
  .reg .b64 %rd<12>;
  ld.param.u64 %rd1, [a];
  ld.param.u64 %rd2, [b];
  ld.param.u64 %rd3, [out];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.s32 %r5, %r2, %r3, %r4;
  setp.ge.s32 %p1, %r5, %r1;
  @%p1 bra done;
  cvta.to.global.u64 %rd4, %rd1;
  cvta.to.global.u64 %rd5, %rd2;
  cvta.to.global.u64 %rd6, %rd3;
  mul.wide.s32 %rd7, %r5, 4;
  add.s64 %rd8, %rd4, %rd7;
  add.s64 %rd9, %rd5, %rd7;
  add.s64 %rd10, %rd6, %rd7;
  ld.global.f32 %f1, [%rd8];
  ld.global.f32 %f2, [%rd9];
  add.f32 %f3, %f1, %f2;
  ld.const.f32 %f4, [k];
  add.f32 %f3, %f3, %f4;
  st.global.f32 [%rd10], %f3;
done:
  ret;
}

.visible .entry tick()
{
  .reg .b32 %r<2>;
  .reg .b64 %rd<2>;
  mov.u64 %rd1, count;
  atom.global.add.u32 %r1, [%rd1], 1;
  ret;
}

.visible .entry fails(.param .u64 p)
{
  .reg .b32 %r<2>;
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [p];
  mov.u32 %r1, 1;
  st.global.u32 [%rd1], %r1;
  ret;
}
)";

// The sample, registered once for all tests.
struct Sample {
  char add = 0, tick = 0, fails = 0;  // stubs
  float k[2] = {0, 0};                // host's side of the variables
  unsigned count = 0;
  static Sample& get();
};

}  // namespace lanescope::tests
