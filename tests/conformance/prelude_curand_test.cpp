// <curand_kernel.h>: clang's prelude against the Toolkit's header. Thread by thread, x is
// the seed, y the subsequence and z the offset: 64 bits of any kind. There are only two tests,
// because NVRTC takes more than a second to read the Toolkit's tables.
#include <string>

#include "tests/conformance/same_by_both.h"

namespace lanescope::conformance {
namespace {

class PreludeCurand : public SameByBoth {};

const std::string curand_header = R"(#include <curand_kernel.h>
typedef unsigned long long wide;
typedef curandStateXORWOW_t Xorwow;
typedef curandStateMRG32k3a_t Mrg;
typedef curandStatePhilox4_32_10_t Philox;
template <class S> __device__ __noinline__ S made(wide x, wide y, wide z) {
  S s;
  curand_init(x, y, z, &s);
  return s;
}
)";

const std::string exact_functions = R"(
template <class S> __device__ __noinline__ wide drawn(S* s) {
  wide r = 0;
  for (int i = 0; i < 6; ++i) r = r * 6364136223846793005ull + curand(s);
  return r;
}
template <class S> __device__ wide integers(S s) { return drawn(&s); }
template <class S> __device__ wide skipped(S s, wide y, wide z) {
  skipahead(y, &s);
  const wide a = drawn(&s);
  skipahead_sequence(z, &s);
  return a + 3 * drawn(&s);
}
__device__ wide by_subsequence(Mrg s, wide n) {
  skipahead_subsequence(n, &s);
  return drawn(&s);
}
__device__ wide bits(double d) { return __double_as_longlong(d); }
template <class S> __device__ wide uniform(S s) {
  wide r = 0;
  for (int i = 0; i < 3; ++i)
    r = r * 5 + __float_as_uint(curand_uniform(&s)) + 7 * bits(curand_uniform_double(&s));
  return r;
}
__device__ wide four(Philox s) {
  const uint4 a = curand4(&s);
  const float4 b = curand_uniform4(&s);
  const double2 c = curand_uniform2_double(&s);
  return a.x + 3 * a.y + 5 * a.z + 7 * a.w + bits(b.x + b.y * 3) + bits(b.z + b.w * 3) + bits(c.x) +
         9 * bits(c.y) + curand(&s);
}
template <class S> __device__ void start(unsigned* v, wide y, S* s) { curand_init(v, y, s); }
template <class S> __device__ void start(wide* v, wide y, S* s) { curand_init(v, y, s); }
__device__ void start(unsigned* v, wide y, curandStateScrambledSobol32_t* s) {
  curand_init(v, y >> 7, y, s);
}
__device__ void start(wide* v, wide y, curandStateScrambledSobol64_t* s) {
  curand_init(v, y >> 7, y, s);
}
template <class S, class T> __device__ __noinline__ wide sobol(wide x, wide y, wide z) {
  T v[8 * sizeof(T)];
  for (int i = 0; i < 8 * sizeof(T); ++i) v[i] = x * (2 * i + 1) >> i / 2;
  S s;
  start(v, y, &s);
  wide r = drawn(&s);
  skipahead(z, &s);
  r += 3 * drawn(&s) + __float_as_uint(curand_uniform(&s));
  return r + 5 * bits(curand_uniform_double(&s));
}
__device__ double mean(wide n) {
  return n % 3 == 0 ? (n >> 8) % 64 * 0.75 : n % 3 == 1 ? 64.0 + (n >> 8) % 3900 : 4001.0;
}
template <class S> __device__ wide count(S s, wide n) {
  const unsigned a = curand_poisson(&s, mean(n));
  return a * 1000 + curand_poisson(&s, mean(n)) + curand(&s);
}
__device__ wide four_counts(Philox s, wide n) {
  const uint4 a = curand_poisson4(&s, mean(n));
  return a.x + a.y * 3 + a.z * 5 + a.w * 7;
}
__device__ wide sobol_count(unsigned o, wide n) {
  unsigned v[32];
  for (int i = 0; i < 32; ++i) v[i] = 1u << (31 - i);
  curandStateSobol32_t s;
  curand_init(v, o, &s);
  return curand_poisson(&s, mean(n));
}
)";

// A generator needs thousands of instructions to skip ahead.
constexpr std::size_t few = 128;

// The Toolkit has skip matrices for 56 bits of MRG32k3a's subsequences; the generator has 51. None
// of the counts lies at an edge, where the error of exp() decides.
TEST_F(PreludeCurand, integers_uniform_values_skips_and_counts_have_the_same_bits) {
  expect_same({"unsigned long long",
               "unsigned long long",
               {"sizeof(Xorwow) + (sizeof(Mrg) << 8) + (sizeof(Philox) << 16)",
                "integers(made<Xorwow>(x, y, z))",
                "integers(made<Xorwow>(x, threadIdx.x, 0))",
                "integers(made<Mrg>(x, y >> 13, z))",
                "integers(made<Mrg>(x >> 32, 0, z & 3))",
                "integers(made<Philox>(x, y, z))",
                "integers(made<Philox>(y, 0, z & 7))",
                "skipped(made<Xorwow>(x, 1, 2), y, z)",
                "skipped(made<Mrg>(x, 1, 2), y, z)",
                "skipped(made<Philox>(x, 1, z & 3), y, z)",
                "by_subsequence(made<Mrg>(x, 1, 2), y >> 13)",
                "uniform(made<Xorwow>(x, 0, 0))",
                "uniform(made<Mrg>(x, 0, 0))",
                "uniform(made<Philox>(x, 0, z & 3))",
                "four(made<Philox>(x, 0, z & 3))",
                "sobol<curandStateSobol32_t, unsigned>(x, y, z)",
                "sobol<curandStateSobol64_t, wide>(x, y, z)",
                "sobol<curandStateScrambledSobol32_t, unsigned>(x, y, z)",
                "sobol<curandStateScrambledSobol64_t, wide>(x, y, z)",
                "count(made<Xorwow>(x, 0, 0), y)",
                "count(made<Mrg>(x, 0, 0), y)",
                "count(made<Philox>(x, 0, z & 3), y)",
                "four_counts(made<Philox>(x, 0, 0), y)",
                "sobol_count(x + z, y)"},
               0,
               curand_header + exact_functions,
               few});
}

const std::string normal_functions = R"(
template <class S> __device__ float normal(S s, unsigned n) {
  for (unsigned i = 0; i < n; ++i) curand_normal(&s);
  const float2 a = curand_normal2(&s);
  return n == 0 ? a.x : n == 1 ? a.y : curand_normal(&s);
}
template <class S> __device__ float normal_double(S s, unsigned n) {
  for (unsigned i = 0; i < n; ++i) curand_normal_double(&s);
  const double2 a = curand_normal2_double(&s);
  return n == 0 ? a.x : n == 1 ? a.y : curand_normal_double(&s);
}
template <class S> __device__ float log_normal(S s, unsigned n) {
  const float a = curand_log_normal(&s, 1, 0.25f);
  const double b = curand_log_normal_double(&s, 1, 0.25);
  return n == 0 ? a : n == 1 ? curand_log_normal(&s, 7, 7) : b;
}
__device__ float four(Philox s, unsigned n) {
  const float4 a = curand_normal4(&s), b = curand_log_normal4(&s, 1, 0.25f);
  const float all[] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
  return all[n % 8];
}
template <class S, class T> __device__ float sobol(T x, unsigned n) {
  T v[8 * sizeof(T)];
  for (int i = 0; i < 8 * sizeof(T); ++i) v[i] = T(1) << (8 * sizeof(T) - 1 - i);
  S s;
  curand_init(v, x, &s);
  return n == 0 ? curand_normal(&s) : n == 1 ? curand_normal_double(&s)
                                             : curand_log_normal(&s, 1, 0.25f);
}
)";

// The largest error that the Math API gives for CUDA's functions here is the 4 units of erfcinvf().
TEST_F(PreludeCurand, normal_values_differ_by_the_errors_of_their_functions) {
  expect_same(
      {"unsigned long long",
       "float",
       {"normal(made<Xorwow>(x, 0, 0), y % 3)", "normal(made<Mrg>(x, 0, 0), y % 3)",
        "normal(made<Philox>(x, 0, z & 3), y % 3)", "normal_double(made<Xorwow>(x, 0, 0), y % 3)",
        "normal_double(made<Mrg>(x, 0, 0), y % 3)",
        "normal_double(made<Philox>(x, 0, z & 3), y % 3)",
        "log_normal(made<Xorwow>(x, 0, 0), y % 3)", "log_normal(made<Mrg>(x, 0, 0), y % 3)",
        "log_normal(made<Philox>(x, 0, z & 3), y % 3)", "four(made<Philox>(x, 0, 0), y)",
        "sobol<curandStateSobol32_t, unsigned>(x, z % 3)",
        "sobol<curandStateSobol64_t, wide>(x, z % 3)"},
       5,
       curand_header + normal_functions,
       few});
}

}  // namespace
}  // namespace lanescope::conformance
