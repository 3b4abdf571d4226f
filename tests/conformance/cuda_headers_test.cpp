// The Toolkit's headers, compiled by NVRTC. The emulator must accept everything that cuda_fp16.h,
// cuda_bf16.h, cuda_fp8.h and the arithmetic intrinsics compile to. (tests/exec checks the results,
// form by form.) With the headers of CUDA's C++ library, the integer types of <cstdint> stay the
// same.
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/compile/compile.h"
#include "sim/exec/decode/decode.h"
#include "sim/exec/program/program.h"
#include "sim/ptx/parser.h"
#include "tests/conformance/kernel_case.h"

namespace lanescope::conformance {
namespace {

struct Case {
  const char* name;
  const char* text;
};

// Skips the test if NVRTC is missing or has no Toolkit.
void compile_by_nvrtc(const std::string& text, std::optional<compile::Ptx>& compiled) {
  for (const compile::Availability& each : compile::available()) {
    if (each.compiler == compile::Compiler::nvrtc && !each.usable) GTEST_SKIP() << each.why_not;
  }
  const auto ptx = compile::to_ptx({"kernel.cu", text, {}}, compile::Compiler::nvrtc);
  if (!ptx) {
    std::string all = ptx.error().summary;
    for (const compile::Message& message : ptx.error().messages) all += "\n" + message.formatted();
    if (all.find("cannot open source file") != std::string::npos ||
        all.find("could not open source file") != std::string::npos) {
      GTEST_SKIP() << "the CUDA Toolkit's headers are not here";
    }
    FAIL() << all;
  }
  compiled = *ptx;
}

class CudaHeaders : public testing::TestWithParam<Case> {};

TEST_P(CudaHeaders, become_what_the_emulator_executes) {
  std::optional<compile::Ptx> ptx;
  compile_by_nvrtc(GetParam().text, ptx);
  if (!ptx) return;
  const auto module = ptx::parse(ptx->text);
  ASSERT_TRUE(module) << module.error().message;
  int kernels = 0;
  for (const ptx::Function& function : module->functions) {
    if (!function.is_entry) continue;
    ++kernels;
    const auto program = exec::decode(*module, function);
    if (program) continue;
    for (const Diagnostic& error : program.error()) ADD_FAILURE() << error.message;
  }
  EXPECT_GT(kernels, 0);
}

// Each function stores its result, so that none is optimised away.
constexpr const char* half_arithmetic = R"(#include <cuda_fp16.h>
#include <cuda_bf16.h>
#define U(f) o[n++] = f(x);
#define B(f) o[n++] = f(x, y);
#define T(f) o[n++] = f(x, y, z);
template <class H> __device__ void each(H* o, const H* a) {
  H x = a[threadIdx.x], y = a[threadIdx.x + 32], z = a[threadIdx.x + 64];
  int n = 0;
  o += threadIdx.x * 64;
  U(__hneg) U(__habs) U(hsqrt) U(hrsqrt) U(hrcp) U(hlog) U(hlog2) U(hlog10) U(hexp) U(hexp2)
  U(hexp10) U(hcos) U(hsin) U(hrint) U(hfloor) U(hceil) U(htrunc)
  B(__hadd) B(__hsub) B(__hmul) B(__hdiv) B(__hadd_sat) B(__hsub_sat) B(__hmul_sat) B(__hmin)
  B(__hmax) B(__hmin_nan) B(__hmax_nan) T(__hfma) T(__hfma_sat) T(__hfma_relu)
}
template <class H> __device__ void each2(H* o, const H* a) {
  H x = a[threadIdx.x], y = a[threadIdx.x + 32], z = a[threadIdx.x + 64];
  int n = 0;
  o += threadIdx.x * 64;
  B(__hadd2) B(__hsub2) B(__hmul2) B(__h2div) B(__hadd2_sat) B(__hsub2_sat) B(__hmul2_sat)
  B(__hmin2) B(__hmax2) B(__hmin2_nan) B(__hmax2_nan) B(__heq2) B(__hltu2) B(__hne2) B(__hgeu2)
  T(__hfma2) T(__hfma2_sat) T(__hfma2_relu) T(__hcmadd) U(__hneg2) U(__habs2) U(h2exp) U(h2sin)
  U(h2rint) U(h2rcp) U(h2sqrt) U(h2log) U(__lowhigh2highlow)
}
__global__ void halves(__half* o, const __half* a) { each(o, a); }
__global__ void brains(__nv_bfloat16* o, const __nv_bfloat16* a) { each(o, a); }
__global__ void half_pairs(__half2* o, const __half2* a) { each2(o, a); }
__global__ void brain_pairs(__nv_bfloat162* o, const __nv_bfloat162* a) { each2(o, a); }
)";

constexpr const char* half_comparisons = R"(#include <cuda_fp16.h>
#include <cuda_bf16.h>
#define C(f) o[n++] = f(x, y);
template <class H> __device__ void each(int* o, const H* a) {
  H x = a[threadIdx.x], y = a[threadIdx.x + 32];
  int n = 0;
  o += threadIdx.x * 64;
  C(__heq) C(__hne) C(__hle) C(__hge) C(__hlt) C(__hgt) C(__hequ) C(__hneu) C(__hleu) C(__hgeu)
  C(__hltu) C(__hgtu) o[n++] = __hisnan(x); o[n++] = __hisinf(x);
}
template <class H> __device__ void each2(int* o, const H* a) {
  H x = a[threadIdx.x], y = a[threadIdx.x + 32];
  int n = 0;
  o += threadIdx.x * 64;
  C(__hbeq2) C(__hbne2) C(__hble2) C(__hbltu2) C(__heq2_mask) C(__hltu2_mask) C(__hgt2_mask)
}
__global__ void halves(int* o, const __half* a) { each(o, a); }
__global__ void brains(int* o, const __nv_bfloat16* a) { each(o, a); }
__global__ void half_pairs(int* o, const __half2* a) { each2(o, a); }
__global__ void brain_pairs(int* o, const __nv_bfloat162* a) { each2(o, a); }
)";

constexpr const char* half_conversions = R"(#include <cuda_fp16.h>
#include <cuda_bf16.h>
#define V(e) o[n++] = (long long)(e);
#define EACH(r) V(__half2int_##r(x)) V(__half2uint_##r(x)) V(__half2short_##r(x)) \
  V(__half2ushort_##r(x)) V(__half2ll_##r(x)) V(__half2ull_##r(x)) V(__bfloat162int_##r(y)) \
  V(__bfloat162uint_##r(y)) V(__bfloat162short_##r(y)) V(__bfloat162ll_##r(y)) \
  V(__half_as_ushort(__float2half_##r(s))) V(__half_as_ushort(__int2half_##r(i))) \
  V(__half_as_ushort(__ll2half_##r(i))) V(__half_as_ushort(__uint2half_##r(i))) \
  V(__half_as_ushort(__ushort2half_##r(i))) V(__bfloat16_as_ushort(__float2bfloat16_##r(s))) \
  V(__bfloat16_as_ushort(__int2bfloat16_##r(i))) V(__bfloat16_as_ushort(__ll2bfloat16_##r(i)))
__global__ void k(long long* o, const __half* a, const __nv_bfloat16* b, const float* c,
                  const double* d, const int* e) {
  __half x = a[threadIdx.x];
  __nv_bfloat16 y = b[threadIdx.x];
  float s = c[threadIdx.x];
  int i = e[threadIdx.x], n = 0;
  o += threadIdx.x * 128;
  EACH(rn) EACH(rz) EACH(rd) EACH(ru)
  V(__half_as_ushort(__double2half(d[i]))) V(__bfloat16_as_ushort(__double2bfloat16(d[i])))
  V(__half2char_rz(x)) V(__half2uchar_rz(x)) V(__bfloat162char_rz(y))
  float2 p = __half22float2(__floats2half2_rn(s, c[i]));
  float2 q = __bfloat1622float2(__floats2bfloat162_rn(s, c[i]));
  V(p.x) V(p.y) V(q.x) V(q.y) V(__half2float(x)) V(__bfloat162float(y))
}
)";

constexpr const char* eight_bits = R"(#include <cuda_fp8.h>
__global__ void k(float* o, const float4* a, const __half2* h, const __nv_bfloat162* b) {
  int i = threadIdx.x;
  __nv_fp8x4_e4m3 x(a[i]);
  __nv_fp8x4_e5m2 y(a[i]);
  float4 p = (float4)x, q = (float4)y;
  __nv_fp8_e4m3 u(h[i].x);
  __nv_fp8_e5m2 v(b[i].x);
  o[i] = p.x + p.y + p.z + p.w + q.x + q.y + q.z + q.w + (float)u + (float)v;
}
)";

constexpr const char* float_intrinsics = R"(
#define A(f, ...) o[n++] = f(__VA_ARGS__);
#define EACH(r) A(__fadd_##r, x, y) A(__fsub_##r, x, y) A(__fmul_##r, x, y) A(__fmaf_##r, x, y, z) \
  A(__fdiv_##r, x, y) A(__frcp_##r, x) A(__fsqrt_##r, x) A(__fmaf_ieee_##r, x, y, z)
__global__ void k(float* o, const float* a) {
  float x = a[threadIdx.x], y = a[threadIdx.x + 32], z = a[threadIdx.x + 64];
  int n = 0;
  o += threadIdx.x * 128;
  EACH(rn) EACH(rz) EACH(rd) EACH(ru)
  A(__frsqrt_rn, x) A(__fdividef, x, y) A(__expf, x) A(__exp10f, x) A(__logf, x) A(__log2f, x)
  A(__log10f, x) A(__powf, x, y) A(__sinf, x) A(__cosf, x) A(__tanf, x) A(__saturatef, x)
  A(expf, x) A(exp2f, x) A(exp10f, x) A(expm1f, x) A(logf, x) A(log2f, x) A(log10f, x) A(log1pf, x)
  A(sinpif, x) A(cospif, x) A(asinf, x) A(acosf, x) A(atanf, x) A(sinhf, x) A(coshf, x) A(tanhf, x)
  A(asinhf, x) A(acoshf, x) A(atanhf, x) A(cbrtf, x) A(rcbrtf, x) A(erff, x) A(erfcf, x)
  A(floorf, x) A(ceilf, x) A(truncf, x) A(rintf, x) A(roundf, x) A(sqrtf, x) A(rsqrtf, x)
  A(fabsf, x) A(powf, x, y) A(atan2f, x, y) A(hypotf, x, y) A(fdimf, x, y) A(fminf, x, y)
  A(fmaxf, x, y) A(copysignf, x, y) A(nextafterf, x, y) A(fmaf, x, y, z) A(ldexpf, x, 3)
}
)";

constexpr const char* double_intrinsics = R"(
#define A(f, ...) o[n++] = f(__VA_ARGS__);
#define EACH(r) A(__dadd_##r, x, y) A(__dsub_##r, x, y) A(__dmul_##r, x, y) A(__fma_##r, x, y, z) \
  A(__ddiv_##r, x, y) A(__drcp_##r, x) A(__dsqrt_##r, x)
__global__ void k(double* o, const double* a) {
  double x = a[threadIdx.x], y = a[threadIdx.x + 32], z = a[threadIdx.x + 64];
  int n = 0;
  o += threadIdx.x * 128;
  EACH(rn) EACH(rz) EACH(rd) EACH(ru)
  A(exp, x) A(exp2, x) A(expm1, x) A(log, x) A(log2, x) A(log10, x) A(log1p, x) A(asin, x)
  A(acos, x) A(atan, x) A(sinh, x) A(cosh, x) A(tanh, x) A(cbrt, x) A(erf, x) A(floor, x)
  A(ceil, x) A(trunc, x) A(rint, x) A(round, x) A(sqrt, x) A(rsqrt, x) A(fabs, x) A(atan2, x, y)
  A(hypot, x, y) A(fmin, x, y) A(fmax, x, y) A(copysign, x, y) A(fma, x, y, z) A(ldexp, x, 3)
}
)";

constexpr const char* number_conversions = R"(
#define V(e) o[n++] = (long long)(e);
#define EACH(r) V(__float2int_##r(x)) V(__float2uint_##r(x)) V(__float2ll_##r(x)) \
  V(__float2ull_##r(x)) V(__double2int_##r(y)) V(__double2uint_##r(y)) V(__double2ll_##r(y)) \
  V(__double2ull_##r(y)) V(__float_as_int(__double2float_##r(y))) \
  V(__float_as_int(__int2float_##r(z))) V(__float_as_int(__uint2float_##r(z))) \
  V(__float_as_int(__ll2float_##r(z))) V(__float_as_int(__ull2float_##r(z))) \
  V(__double_as_longlong(__ll2double_##r(z))) V(__double_as_longlong(__ull2double_##r(z)))
__global__ void k(long long* o, const float* a, const double* b, const long long* c) {
  float x = a[threadIdx.x];
  double y = b[threadIdx.x];
  long long z = c[threadIdx.x];
  int n = 0;
  o += threadIdx.x * 64;
  EACH(rn) EACH(rz) EACH(rd) EACH(ru)
}
)";

INSTANTIATE_TEST_SUITE_P(Functions, CudaHeaders,
                         testing::Values(Case{"half_arithmetic", half_arithmetic},
                                         Case{"half_comparisons", half_comparisons},
                                         Case{"half_conversions", half_conversions},
                                         Case{"eight_bits", eight_bits},
                                         Case{"float_intrinsics", float_intrinsics},
                                         Case{"double_intrinsics", double_intrinsics},
                                         Case{"number_conversions", number_conversions}),
                         [](const auto& tested) { return std::string(tested.param.name); });

// ---- <cstdint> next to the Toolkit's own ----

struct Header {
  const char* name;
  const char* file;
  const char* use = "";  // kernel code that uses the header
};

class CudaIntegers : public testing::TestWithParam<Header> {};

// Thread i stores in[i] as the i-th type.
constexpr const char* cuda_integers = R"(
#define EXACT(t) if (threadIdx.x == i++) { out[i - 1] = (long long)(t)in[i - 1]; size[i - 1] = sizeof(t); }
__global__ void k(const long long* in, long long* out, int* size, long long* limits) {
  int i = 0;
  EXACT(int8_t) EXACT(int16_t) EXACT(int32_t) EXACT(int64_t)
  EXACT(uint8_t) EXACT(uint16_t) EXACT(uint32_t) EXACT(uint64_t)
  EXACT(intptr_t) EXACT(uintptr_t) EXACT(intmax_t) EXACT(uintmax_t)
  EXACT(size_t) EXACT(ptrdiff_t) EXACT(ssize_t)
  EXACT(int_least8_t) EXACT(int_least16_t) EXACT(int_least32_t) EXACT(int_least64_t)
  EXACT(uint_least8_t) EXACT(uint_least16_t) EXACT(uint_least32_t) EXACT(uint_least64_t)
  EXACT(std::int64_t) EXACT(std::uint64_t) EXACT(std::uint8_t)
  if (threadIdx.x != 0) return;
  const long long all[] = {INT8_MIN, INT8_MAX, INT16_MIN, INT16_MAX, INT32_MIN, INT32_MAX,
                           INT64_MIN, INT64_MAX, UINT8_MAX, UINT16_MAX, UINT32_MAX,
                           (long long)UINT64_MAX, (long long)SIZE_MAX, INT32_C(-5), INT64_C(-6),
                           UINT32_C(7), (long long)UINT64_C(8), CHAR_BIT, INT_MAX, LONG_MIN,
                           LLONG_MAX};
  for (int j = 0; j < 21; ++j) limits[j] = all[j];
)";

// The compiler chooses their sizes.
constexpr const char* fast_integers = R"(
#define FAST(t, bits) fast[j++] = sizeof(t) * 8 >= bits ? (long long)(t)in[0] : 0;
__global__ void fast(const long long* in, long long* fast) {
  int j = 0;
  FAST(int_fast8_t, 8) FAST(int_fast16_t, 16) FAST(int_fast32_t, 32) FAST(int_fast64_t, 64)
  FAST(uint_fast8_t, 8) FAST(uint_fast16_t, 16) FAST(uint_fast32_t, 32) FAST(uint_fast64_t, 64)
}
)";

TEST_P(CudaIntegers, are_those_of_the_host) {
  const std::string text = std::string("#include <") + GetParam().file + ">\n" + cuda_integers +
                           GetParam().use + "}\n" + fast_integers;
  std::optional<compile::Ptx> ptx;
  compile_by_nvrtc(text, ptx);
  if (!ptx) return;
  for (const compile::Message& message : ptx->warnings) ADD_FAILURE() << message.formatted();

  constexpr std::size_t count = 26;
  const std::vector<long long> in(count, -3);
  std::vector<long long> out;
  std::vector<int> sizes;
  const auto expect = [&]<class... T>(T...) {
    (out.push_back(static_cast<long long>(static_cast<T>(-3))), ...);
    (sizes.push_back(sizeof(T)), ...);
  };
  expect(std::int8_t{}, std::int16_t{}, std::int32_t{}, std::int64_t{});
  expect(std::uint8_t{}, std::uint16_t{}, std::uint32_t{}, std::uint64_t{});
  expect(std::intptr_t{}, std::uintptr_t{}, std::intmax_t{}, std::uintmax_t{});
  expect(std::size_t{}, std::ptrdiff_t{}, std::ptrdiff_t{});
  expect(std::int8_t{}, std::int16_t{}, std::int32_t{}, std::int64_t{});
  expect(std::uint8_t{}, std::uint16_t{}, std::uint32_t{}, std::uint64_t{});
  expect(std::int64_t{}, std::uint64_t{}, std::uint8_t{});
  const std::vector<long long> limits{INT8_MIN,
                                      INT8_MAX,
                                      INT16_MIN,
                                      INT16_MAX,
                                      INT32_MIN,
                                      INT32_MAX,
                                      INT64_MIN,
                                      INT64_MAX,
                                      UINT8_MAX,
                                      UINT16_MAX,
                                      UINT32_MAX,
                                      -1,
                                      -1,
                                      -5,
                                      -6,
                                      7,
                                      8,
                                      8,
                                      std::numeric_limits<int>::max(),
                                      std::numeric_limits<long>::min(),
                                      std::numeric_limits<long long>::max()};
  KernelCase(text).block(count).in(in).out(out).out(sizes).out(limits).check(
      compile::Compiler::nvrtc);
  KernelCase(text)
      .kernel("fast")
      .block(1)
      .in(std::vector<long long>{100})
      .out(std::vector<long long>(8, 100))
      .check(compile::Compiler::nvrtc);
}

INSTANTIATE_TEST_SUITE_P(
    Headers, CudaIntegers,
    testing::Values(
        Header{"none", "cstdint"},
        Header{"cooperative_groups", "cooperative_groups.h",
               "limits[0] += cooperative_groups::this_thread_block().thread_rank();"},
        Header{"barrier", "cuda/barrier"},
        Header{"atomic", "cuda/atomic",
               "cuda::atomic_ref<int64_t, cuda::thread_scope_block>(((int64_t*)limits)[0]) += 0;"},
        Header{"pipeline", "cuda/pipeline"}, Header{"cub", "cub/block/block_reduce.cuh"},
        Header{"cstdint", "cuda/std/cstdint"}, Header{"pipeline_of_c", "cuda_pipeline.h"},
        Header{"barrier_of_c", "cuda_awbarrier.h"}, Header{"fp16", "cuda_fp16.h"},
        Header{"ptx", "cuda/ptx"}),
    [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace lanescope::conformance
