// Names available in every kernel: the same with both compilers.

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "tests/compile/fixture.h"

namespace lanescope::compile::testing {
namespace {

// The PTX of the kernel `k(int* p, unsigned* u, float* f, double* d, unsigned long long* l, float4*
// v)` with this body in line 2.
std::string body(const std::string& statements, Compiler compiler) {
  return ptx_of(source_of("__global__ void k(int* p, unsigned* u, float* f, double* d,"
                          " unsigned long long* l, float4* v) {\n" +
                          statements + "\n}\n"),
                compiler);
}

using Prelude = BothCompilers;
INSTANTIATE_TEST_SUITE_P(, Prelude, ::testing::Values(Compiler::nvrtc, Compiler::clang),
                         compiler_name);

TEST_P(Prelude, coordinates_read_their_registers) {
  const std::string ptx = body(
      "p[threadIdx.x + threadIdx.y + threadIdx.z] = blockIdx.x + blockIdx.y + blockIdx.z;"
      "u[blockDim.x + blockDim.y + blockDim.z] = gridDim.x + gridDim.y + gridDim.z;",
      GetParam());
  for (const char* name : {"%tid", "%ctaid", "%ntid", "%nctaid"}) {
    for (const char* axis : {".x", ".y", ".z"})
      EXPECT_EQ(lines_with(ptx, std::string(name) + axis).size(), 1u) << name << axis;
  }
}

TEST_P(Prelude, coordinates_convert_to_vectors) {
  const std::string ptx =
      body("uint3 t = threadIdx; dim3 b = blockDim; dim3 one(2); p[t.x] = b.y + one.x + one.z;",
           GetParam());
  EXPECT_EQ(lines_with(ptx, "%tid.x").size(), 1u);
  EXPECT_EQ(lines_with(ptx, "%ntid.y").size(), 1u);
}

TEST_P(Prelude, vector_types_are_aligned_as_in_cuda) {
  const std::string sizes =
      "static_assert(sizeof(float3) == 12 && alignof(float3) == 4, \"\");"
      "static_assert(alignof(float2) == 8 && alignof(float4) == 16 && alignof(double2) == 16, "
      "\"\");"
      "static_assert(alignof(uchar4) == 4 && sizeof(uchar3) == 3 && alignof(short2) == 4, \"\");"
      "static_assert(alignof(int4) == 16 && alignof(longlong2) == 16, \"\"); p[0] = 1;";
  EXPECT_EQ(lines_with(body(sizes, GetParam()), "st.global").size(), 1u);
}

TEST_P(Prelude, aligned_storage_is_as_large_and_aligned_as_it_says) {
  const std::string sizes =
      "typedef std::aligned_storage_t<4 * sizeof(float), 16> Pack;"
      "static_assert(sizeof(Pack) == 16 && alignof(Pack) == 16, \"\");"
      "static_assert(alignof(std::aligned_storage<8, 8>::type) == 8, \"\"); p[0] = 1;";
  EXPECT_EQ(lines_with(body(sizes, GetParam()), "st.global").size(), 1u);
}

TEST_P(Prelude, a_16_byte_vector_is_one_access) {
  for (const char* copy :
       {"v[0] = v[1];", "float4 a = v[1]; v[0] = a;", "auto a = v[1]; a.x += 1; v[0] = a;",
        "*reinterpret_cast<float4*>(f) = *reinterpret_cast<const float4*>(f + 4);",
        "float4 a; a = v[1]; v[0] = make_float4(a.w, a.z, a.y, a.x);"}) {
    const std::string ptx = body(copy, GetParam());
    EXPECT_EQ(lines_with(ptx, "ld.global").size(), 1u) << copy;
    EXPECT_EQ(lines_with(ptx, "ld.global.v4").size(), 1u) << copy;
    EXPECT_EQ(lines_with(ptx, "st.global").size(), 1u) << copy;
    EXPECT_EQ(lines_with(ptx, "st.global.v4").size(), 1u) << copy;
  }
}

TEST_P(Prelude, vectors_are_aggregates) {
  EXPECT_FALSE(
      lines_with(body("float4 a = {1, 2, 3, f[4]}; v[0] = a;", GetParam()), "st.global").empty());
}

TEST_P(Prelude, sizes_are_those_of_64_bit_linux) {
  const std::string sizes =
      "static_assert(sizeof(size_t) == 8 && sizeof(int64_t) == 8 && sizeof(uint32_t) == 4, \"\");"
      "static_assert(sizeof(uint8_t) == 1 && sizeof(int16_t) == 2 && INT_MAX == 2147483647, \"\");"
      "p[0] = warpSize;";
  EXPECT_EQ(lines_with(body(sizes, GetParam()), "st.global").size(), 1u);
}

TEST_P(Prelude, barriers) {
  EXPECT_EQ(
      lines_with(body("p[0] = 1; __syncthreads(); p[1] = p[2];", GetParam()), "bar.sync").size(),
      1u);
  EXPECT_EQ(lines_with(body("p[0] = __syncthreads_count(p[1]);", GetParam()), ".red.popc").size(),
            1u);
  EXPECT_EQ(lines_with(body("p[0] = __syncthreads_and(p[1]);", GetParam()), ".red.and").size(), 1u);
  EXPECT_EQ(lines_with(body("p[0] = __syncthreads_or(p[1]);", GetParam()), ".red.or").size(), 1u);
  EXPECT_EQ(
      lines_with(body("p[0] = 1; __syncwarp(); p[1] = p[2];", GetParam()), "bar.warp.sync").size(),
      1u);
}

TEST_P(Prelude, shuffles) {
  const std::string all = "0xffffffff";
  EXPECT_EQ(
      lines_with(body("p[0] = __shfl_sync(" + all + ", p[1], 3);", GetParam()), "shfl.sync.idx")
          .size(),
      1u);
  EXPECT_EQ(lines_with(body("f[0] = __shfl_down_sync(" + all + ", f[1], 1);", GetParam()),
                       "shfl.sync.down")
                .size(),
            1u);
  EXPECT_EQ(lines_with(body("u[0] = __shfl_up_sync(" + all + ", u[1], 1, 16);", GetParam()),
                       "shfl.sync.up")
                .size(),
            1u);
  EXPECT_EQ(lines_with(body("d[0] = __shfl_xor_sync(" + all + ", d[1], 1);", GetParam()),
                       "shfl.sync.bfly")
                .size(),
            2u);
}

TEST_P(Prelude, shuffles_within_segments_have_cudas_third_operand) {
  // (32 - width) << 8, plus the clamp: 31, but 0 for up.
  EXPECT_EQ(
      lines_with(body("p[0] = __shfl_down_sync(~0u, p[1], 1, 16);", GetParam()), " 4127;").size(),
      1u);
  EXPECT_EQ(
      lines_with(body("p[0] = __shfl_up_sync(~0u, p[1], 1, 16);", GetParam()), " 4096;").size(),
      1u);
}

TEST_P(Prelude, votes) {
  EXPECT_EQ(lines_with(body("u[0] = __ballot_sync(~0u, p[1] > 2);", GetParam()), "vote.sync.ballot")
                .size(),
            1u);
  EXPECT_EQ(lines_with(body("p[0] = __any_sync(~0u, p[1]);", GetParam()), "vote.sync.any").size(),
            1u);
  EXPECT_EQ(lines_with(body("p[0] = __all_sync(~0u, p[1]);", GetParam()), "vote.sync.all").size(),
            1u);
  EXPECT_EQ(lines_with(body("u[0] = __activemask();", GetParam()), "activemask").size(), 1u);
}

// An atomic with an unused result may become a `red`.
std::size_t atomics(const std::string& statement, const std::string& operation, Compiler compiler) {
  const std::string ptx = body("p[9] = " + statement + ";", compiler);
  return lines_with(ptx, "atom").size() == 1 ? lines_with(ptx, operation).size() : 0;
}

TEST_P(Prelude, atomics_on_integers) {
  EXPECT_EQ(atomics("atomicAdd(p, 2)", ".add.", GetParam()), 1u);
  EXPECT_EQ(atomics("atomicAdd(u, 2u)", ".add.u32", GetParam()), 1u);
  EXPECT_EQ(atomics("atomicAdd(l, 2ull)", ".add.u64", GetParam()), 1u);
  EXPECT_EQ(atomics("atomicSub(p, 2)", ".add.", GetParam()), 1u);
  EXPECT_EQ(atomics("atomicExch(p, 2)", ".exch.b32", GetParam()), 1u);
  EXPECT_EQ(atomics("atomicMin(p, 2)", ".min.s32", GetParam()), 1u);
  EXPECT_EQ(atomics("atomicMax(u, 2u)", ".max.u32", GetParam()), 1u);
  EXPECT_EQ(atomics("atomicAnd(p, 2)", ".and.b32", GetParam()), 1u);
  EXPECT_EQ(atomics("atomicOr(p, 2)", ".or.b32", GetParam()), 1u);
  EXPECT_EQ(atomics("atomicXor(p, 2)", ".xor.b32", GetParam()), 1u);
  EXPECT_EQ(atomics("atomicCAS(p, 1, 2)", ".cas.b32", GetParam()), 1u);
  EXPECT_EQ(atomics("atomicInc(u, 2u)", ".inc.u32", GetParam()), 1u);
  EXPECT_EQ(atomics("atomicDec(u, 2u)", ".dec.u32", GetParam()), 1u);
}

TEST_P(Prelude, atomics_on_floating_point) {
  EXPECT_EQ(atomics("atomicAdd(f, 2.0f)", ".add.f32", GetParam()), 1u);
  EXPECT_EQ(atomics("atomicAdd(d, 2.0)", ".add.f64", GetParam()), 1u);
}

TEST_P(Prelude, the_read_only_path) {
  EXPECT_EQ(lines_with(body("f[0] = __ldg(f + 1);", GetParam()), "ld.global.nc.f32").size(), 1u);
  EXPECT_EQ(lines_with(body("v[0] = __ldg(v + 1);", GetParam()), "ld.global.nc.v4").size(), 1u);
}

TEST_P(Prelude, arithmetic_that_one_instruction_does) {
  EXPECT_EQ(lines_with(body("f[0] = sqrtf(f[1]);", GetParam()), "sqrt.rn.f32").size(), 1u);
  EXPECT_EQ(lines_with(body("f[0] = fmaf(f[1], f[2], f[3]);", GetParam()), "fma.rn.f32").size(),
            1u);
  EXPECT_EQ(lines_with(body("f[0] = fminf(f[1], f[2]);", GetParam()), "min.f32").size(), 1u);
  EXPECT_EQ(lines_with(body("p[0] = max(p[1], p[2]);", GetParam()), "max.s32").size(), 1u);
  EXPECT_EQ(lines_with(body("p[0] = __popc(u[1]);", GetParam()), "popc.b32").size(), 1u);
  EXPECT_EQ(lines_with(body("u[0] = __brev(u[1]);", GetParam()), "brev.b32").size(), 1u);
  EXPECT_EQ(
      lines_with(body("d[0] = fma(d[1], d[2], sqrt(d[3]));", GetParam()), "sqrt.rn.f64").size(),
      1u);
}

TEST_P(Prelude, qualifiers) {
  const std::string ptx = ptx_of(
      source_of("__constant__ float table[4];\n"
                "extern __shared__ float dynamic[];\n"
                "__device__ __forceinline__ float once(float x) { return x + 1; }\n"
                "__device__ __noinline__ float apart(float x) { return x * x; }\n"
                "__global__ void __launch_bounds__(128) k(const float* __restrict__ a, float* b)\n"
                "{\n"
                "    dynamic[threadIdx.x] = a[threadIdx.x];\n"
                "    __syncthreads();\n"
                "    b[threadIdx.x] = table[threadIdx.x & 3] + once(dynamic[0]) + apart(a[1]);\n"
                "}\n"),
      GetParam());
  EXPECT_FALSE(lines_with(ptx, ".const .align 4").empty());
  EXPECT_FALSE(lines_with(ptx, ".extern .shared").empty());
  EXPECT_EQ(lines_with(ptx, ".maxntid").size(), 1u);
  EXPECT_EQ(lines_with(ptx, "call.uni").size(), 1u);
}

TEST_P(Prelude, assert_calls_the_function_that_reports_its_failure) {
  const std::string ptx = body("assert(p[0] == 1); p[1] = 2;", GetParam());
  EXPECT_NE(ptx.find("__assertfail"), std::string::npos);
}

TEST_P(Prelude, printf_calls_the_function_that_prints) {
  const std::string ptx = body("printf(\"%d %f\\n\", p[0], f[0]);", GetParam());
  EXPECT_NE(ptx.find("vprintf"), std::string::npos);
}

TEST_P(Prelude, every_line_of_the_source_map_is_the_kernels) {
  const std::string ptx = body(
      "p[threadIdx.x] = __shfl_sync(~0u, p[1], 3) + atomicAdd(p, 1) + max(p[2], 3) + "
      "__syncthreads_or(p[3]);",
      GetParam());
  EXPECT_EQ(lines_with(ptx, ".file").size(), 1u);
  for (const std::string& line : lines_with(ptx, ".loc\t")) {
    const int number = std::atoi(line.substr(line.find("\t1 ") + 3).c_str());
    EXPECT_TRUE(number >= 1 && number <= 3) << line;
  }
}

TEST_P(Prelude, a_constant_of_the_kernels_own_replaces_the_preludes_without_a_warning) {
  const tl::expected<Ptx, Failure> result =
      to_ptx(source_of("#define M_PI 3.0f\n#define FLT_MAX 1e30f\n"
                       "__global__ void k(float* p) { p[0] = M_PI + p[1]; p[2] = FLT_MAX; }\n"),
             GetParam());
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->warnings.empty());
  EXPECT_NE(result->text.find("0f40400000"), std::string::npos);
}

TEST_P(Prelude, names_may_be_pasted_together) {
  EXPECT_EQ(lines_with(body("\n#define OF(name, suffix) name##suffix\nf[0] = OF(sqrt, f)(f[1]);",
                            GetParam()),
                       "sqrt.rn.f32")
                .size(),
            1u);
}

TEST(PreludeOfClang, a_crash_of_the_compiler_is_not_blamed_on_the_kernel) {
  ::setenv("LANESCOPE_CACHE", "off", 1);
  if (!why_unusable(Compiler::clang).empty()) GTEST_SKIP() << why_unusable(Compiler::clang);
  const tl::expected<Ptx, Failure> result =
      to_ptx(source_of("#pragma clang __debug crash\n"), Compiler::clang);
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().summary.find("crash"), std::string::npos);
  EXPECT_TRUE(result.error().messages.empty());
}

// NVRTC has functions for these, clang none.
TEST(ClangBackEnd, its_errors_name_the_reason) {
  ::setenv("LANESCOPE_CACHE", "off", 1);
  if (!why_unusable(Compiler::clang).empty()) GTEST_SKIP() << why_unusable(Compiler::clang);
  const std::pair<const char*, const char*> cases[] = {
      {"__int128 w = (__int128)i * o[1] * o[2] * o[3]; w /= 77; o[i] = (int)(w >> 40);",
       "__divti3"},
      {"unsigned __int128 w = (__int128)i * o[1] * o[2] * o[3]; w %= 77; o[i] = (int)w;",
       "__umodti3"},
      {"o[i] = (int)__builtin_powi(o[i] * 1.5, i);", "__powidf2"}};
  for (const auto& [statements, symbol] : cases) {
    const tl::expected<Ptx, Failure> result =
        to_ptx(source_of("__global__ void k(int* o) {\n  int i = threadIdx.x; " +
                         std::string(statements) + "\n}\n"),
               Compiler::clang);
    ASSERT_FALSE(result) << statements;
    ASSERT_EQ(result.error().messages.size(), 1u) << statements;
    const std::string& text = result.error().messages[0].text;
    EXPECT_NE(text.find(symbol), std::string::npos) << text;
    EXPECT_NE(text.find("NVRTC"), std::string::npos) << text;
  }
}

// What depends on the lanes that execute a call together, and the PTX instruction it becomes.
struct WarpCall {
  const char* call;  // `m`: a mask; `a`: an int
  const char* instruction;
};
constexpr WarpCall warp_calls[] = {
    {"__activemask()", "activemask.b32"},
    {"__ballot_sync(m, a)", "vote.sync.ballot"},
    {"__all_sync(m, a)", "vote.sync.all"},
    {"__any_sync(m, a)", "vote.sync.any"},
    {"__uni_sync(m, a)", "vote.sync.uni"},
    {"__shfl_sync(m, a, 3)", "shfl.sync.idx"},
    {"__shfl_up_sync(m, a, 1)", "shfl.sync.up"},
    {"__shfl_down_sync(m, a, 1)", "shfl.sync.down"},
    {"__shfl_xor_sync(m, a, 1)", "shfl.sync.bfly"},
    {"__match_any_sync(m, a)", "match.any.sync.b32"},
    {"__match_any_sync(m, (long long)a)", "match.any.sync.b64"},
    {"__match_all_sync(m, a, &q)", "match.all.sync.b32"},
    {"__match_all_sync(m, (long long)a, &q)", "match.all.sync.b64"},
    {"__reduce_add_sync(m, a)", "redux.sync.add.s32"},
    {"__reduce_max_sync(m, (unsigned)a)", "redux.sync.max.u32"},
    {"__reduce_xor_sync(m, (unsigned)a)", "redux.sync.xor.b32"},
    {"__syncthreads_count(a)", "bar.red.popc"},
    {"__syncthreads_and(a)", "bar.red.and"},
    {"__syncthreads_or(a)", "bar.red.or"},
    {"(__syncthreads(), a)", "bar.sync"},
    {"(__syncwarp(m), a)", "bar.warp.sync"},
    {"(__threadfence(), a)", "membar.gl"},
    {"(__threadfence_block(), a)", "membar.cta"},
    {"(__nanosleep(9), a)", "nanosleep.u32"},
    {"(int)clock64()", "clock64"},
};

// The lines of each kernel k0, k1, ... in PTX.
std::vector<std::string> kernels_in(const std::string& ptx) {
  std::vector<std::string> kernels;
  for (std::size_t at = ptx.find(".visible .entry"); at != std::string::npos;) {
    const std::size_t next = ptx.find(".visible .entry", at + 1);
    kernels.push_back(ptx.substr(at, next - at));
    at = next;
  }
  return kernels;
}

// `text` with the call in place of each '$', once as a kernel for each of `warp_calls`.
std::vector<std::string> kernels_with_calls(const std::string& text, Compiler compiler) {
  std::string all;
  for (std::size_t i = 0; i < std::size(warp_calls); ++i) {
    std::string kernel = text;
    for (std::size_t at = 0; (at = kernel.find('$')) != std::string::npos;)
      kernel.replace(at, 1, warp_calls[i].call);
    all += "extern \"C\" __global__ void k" + std::to_string(i) +
           "(int* o, const int* in, unsigned m) {\n  int t = threadIdx.x, q = 0, a = in[t];\n" +
           kernel + "}\n";
  }
  return kernels_in(ptx_of(source_of(all), compiler));
}

TEST_P(Prelude, warp_calls_on_both_sides_of_a_branch_stay_two) {
  for (const char* text :
       {"if (t * 37 % 101 & 1) { int r = $; o[t] = r + q; } else { int r = $; o[t] = r * 5; }\n",
        "int r; if (in[t + 64]) r = $; else r = $; o[t] = r + q;\n",
        "int r; if (in[t + 64]) { o[t + 64] = 1; r = $; } else r = $; o[t] = r + q;\n"}) {
    const auto kernels = kernels_with_calls(text, GetParam());
    ASSERT_EQ(kernels.size(), std::size(warp_calls));
    for (std::size_t i = 0; i < kernels.size(); ++i) {
      const std::string& ptx = kernels[i];
      EXPECT_EQ(lines_with(ptx, warp_calls[i].instruction).size(), 2u) << warp_calls[i].call << "\n"
                                                                       << text << ptx;
      EXPECT_LT(ptx.find("bra"), ptx.find(warp_calls[i].instruction)) << ptx;
    }
  }
}

// Lanes leave the loop one after the other, so a call before it would be another one.
TEST_P(Prelude, warp_calls_stay_in_their_loop) {
  const auto kernels = kernels_with_calls(
      "int s = 0;\n#pragma unroll 1\nfor (int i = 0; i < t; ++i) s = s * 3 + $;\no[t] = s + q;\n",
      GetParam());
  ASSERT_EQ(kernels.size(), std::size(warp_calls));
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    const std::string& ptx = kernels[i];
    const std::size_t at = ptx.find(warp_calls[i].instruction);
    ASSERT_NE(at, std::string::npos) << warp_calls[i].call;
    // A later branch leads back to a label before the call.
    bool is_in_loop = false;
    for (std::size_t bra = ptx.find("bra", at); bra != std::string::npos;
         bra = ptx.find("bra", bra + 1)) {
      const std::size_t name = ptx.find_first_of("$L", bra + 3);
      const std::string label = ptx.substr(name, ptx.find(';', name) - name) + ":";
      is_in_loop = is_in_loop || ptx.find(label) < at;
    }
    EXPECT_TRUE(is_in_loop) << warp_calls[i].call << "\n" << ptx;
  }
}

}  // namespace
}  // namespace lanescope::compile::testing
