// <curand_kernel.h>: clang's prelude against the Toolkit's header. Thread by thread, x is the seed,
// y the subsequence and z the offset: 64 bits of any kind.
#include <string>

#include "tests/conformance/same_by_both.h"

namespace lanescope::conformance {
namespace {

class PreludeCurand : public SameByBoth {};

const std::string header = R"(#include <curand_kernel.h>
typedef unsigned long long wide;
typedef curandStateXORWOW_t Xorwow;
typedef curandStateMRG32k3a_t Mrg;
typedef curandStatePhilox4_32_10_t Philox;
template <class S> __device__ __noinline__ S made(wide x, wide y, wide z) {
  S s;
  curand_init(x, y, z, &s);
  return s;
}
template <class S> __device__ __noinline__ wide drawn(S s) {
  wide r = 0;
  for (int i = 0; i < 6; ++i) r = r * 6364136223846793005ull + curand(&s);
  return r;
}
)";

// The Toolkit has skip matrices for 56 bits of MRG32k3a's subsequences; the generator has 51.
TEST_F(PreludeCurand, seeds_subsequences_and_offsets_lead_to_the_same_integers) {
  expect_same({"unsigned long long",
               "unsigned long long",
               {"drawn(made<Xorwow>(x, y, z))", "drawn(made<Xorwow>(x, threadIdx.x, 0))",
                "drawn(made<Mrg>(x, y >> 13, z))", "drawn(made<Mrg>(x >> 32, 0, z & 3))",
                "drawn(made<Philox>(x, y, z))", "drawn(made<Philox>(y, 0, z & 7))",
                "sizeof(Xorwow) + (sizeof(Mrg) << 8) + (sizeof(Philox) << 16) + "
                "(alignof(Philox) << 24)"},
               0,
               header});
}

TEST_F(PreludeCurand, states_skip_ahead) {
  expect_same(
      {"unsigned long long",
       "unsigned long long",
       {"skipped(made<Xorwow>(x, 1, 2), y, z)", "skipped(made<Mrg>(x, 1, 2), y, z)",
        "skipped(made<Philox>(x, 1, z & 3), y, z)", "by_subsequence(made<Mrg>(x, 1, 2), y >> 13)"},
       0,
       header + R"(
    template <class S> __device__ wide skipped(S s, wide y, wide z) {
      skipahead(y, &s);
      const wide a = drawn(s);
      skipahead_sequence(z, &s);
      return a + 3 * drawn(s);
    }
    __device__ wide by_subsequence(Mrg s, wide n) {
      skipahead_subsequence(n, &s);
      return drawn(s);
    })"});
}

TEST_F(PreludeCurand, uniform_values_have_the_same_bits) {
  expect_same({"unsigned long long",
               "unsigned long long",
               {"uniform(made<Xorwow>(x, 0, 0))", "uniform(made<Mrg>(x, 0, 0))",
                "uniform(made<Philox>(x, 0, z & 3))", "four(made<Philox>(x, 0, z & 3))"},
               0,
               header + R"(
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
      return a.x + 3 * a.y + 5 * a.z + 7 * a.w + bits(b.x + b.y * 3) + bits(b.z + b.w * 3) +
             bits(c.x) + 9 * bits(c.y) + curand(&s);
    })"});
}

TEST_F(PreludeCurand, sobol_sequences_follow_their_direction_vectors) {
  expect_same({"unsigned long long",
               "unsigned long long",
               {"by_vectors<curandStateSobol32_t, unsigned>(x, y, z)",
                "by_vectors<curandStateSobol64_t, wide>(x, y, z)",
                "scrambled<curandStateScrambledSobol32_t, unsigned>(x, y, z)",
                "scrambled<curandStateScrambledSobol64_t, wide>(x, y, z)"},
               0,
               header + R"(
    template <class S> __device__ wide all(S s, wide z) {
      wide r = drawn(s);
      skipahead(z, &s);
      r += 3 * drawn(s) + __float_as_uint(curand_uniform(&s));
      return r + 5 * __double_as_longlong(curand_uniform_double(&s));
    }
    template <class S, class T> __device__ wide by_vectors(wide x, wide y, wide z) {
      T v[8 * sizeof(T)];
      for (int i = 0; i < 8 * sizeof(T); ++i) v[i] = x * (2 * i + 1) >> i / 2;
      S s;
      curand_init(v, (T)y, &s);
      return all(s, z);
    }
    template <class S, class T> __device__ wide scrambled(wide x, wide y, wide z) {
      T v[8 * sizeof(T)];
      for (int i = 0; i < 8 * sizeof(T); ++i) v[i] = x * (2 * i + 1) >> i / 2;
      S s;
      curand_init(v, (T)(y >> 7), (T)y, &s);
      return all(s, z);
    })"});
}

// The logarithm has up to one unit in the last place of error by CUDA, and less by the host.
TEST_F(PreludeCurand, normal_values_differ_by_the_errors_of_the_logarithm) {
  expect_same({"unsigned long long",
               "float",
               {"normal(made<Xorwow>(x, 0, 0), y % 3)", "normal(made<Mrg>(x, 0, 0), y % 3)",
                "normal(made<Philox>(x, 0, z & 3), y % 3)", "four(made<Philox>(x, 0, z & 3), y)"},
               2,
               header + R"(
    template <class S> __device__ float normal(S s, unsigned n) {
      for (unsigned i = 0; i < n; ++i) curand_normal(&s);
      const float2 a = curand_normal2(&s);
      return n == 0 ? a.x : n == 1 ? a.y : curand_normal(&s);
    }
    __device__ float four(Philox s, unsigned n) {
      const float4 a = curand_normal4(&s);
      return (n & 2) != 0 ? (n & 1) != 0 ? a.x : a.y : (n & 1) != 0 ? a.z : a.w;
    })"});
}

TEST_F(PreludeCurand, so_do_normal_values_of_double_precision) {
  expect_same({"unsigned long long",
               "double",
               {"normal(made<Xorwow>(x, 0, 0), y % 3)", "normal(made<Mrg>(x, 0, 0), y % 3)",
                "normal(made<Philox>(x, 0, z & 3), y % 3)"},
               4,
               header + R"(
    template <class S> __device__ double normal(S s, unsigned n) {
      for (unsigned i = 0; i < n; ++i) curand_normal_double(&s);
      const double2 a = curand_normal2_double(&s);
      return n == 0 ? a.x : n == 1 ? a.y : curand_normal_double(&s);
    })"});
}

// exp() turns an absolute error of its argument into a relative one.
TEST_F(PreludeCurand, log_normal_values_differ_by_the_errors_of_both) {
  expect_same({"unsigned long long",
               "float",
               {"log_normal(made<Xorwow>(x, 0, 0), y & 1)", "log_normal(made<Mrg>(x, 0, 0), y & 1)",
                "curand_log_normal4(kept(made<Philox>(x, 0, z & 3)), 1, 0.25f).w"},
               8,
               header + R"(
    template <class S> __device__ float log_normal(S s, bool second) {
      const float a = curand_log_normal(&s, 1, 0.25f);
      return second ? curand_log_normal(&s, 7, 7) : a;
    }
    __device__ Philox* kept(Philox s) {
      static __device__ Philox all[320];
      all[threadIdx.x] = s;
      return &all[threadIdx.x];
    })"});
}

// No count of these seeds lies at an edge.
TEST_F(PreludeCurand, counts_follow_poissons_distribution) {
  expect_same(
      {"unsigned long long",
       "unsigned",
       {"count(made<Xorwow>(x, 0, 0), y)", "count(made<Mrg>(x, 0, 0), y)",
        "count(made<Philox>(x, 0, z & 3), y)", "four(made<Philox>(x, 0, 0), y)", "sobol(x, z, y)"},
       0,
       header + R"(
    __device__ double mean(wide n) {
      return n % 3 == 0 ? (n >> 8) % 64 * 0.75 : n % 3 == 1 ? 64.0 + (n >> 8) % 3900 : 4001.0;
    }
    template <class S> __device__ unsigned count(S s, wide n) {
      const unsigned a = curand_poisson(&s, mean(n));
      return a * 1000 + curand_poisson(&s, mean(n)) + curand(&s);
    }
    __device__ unsigned four(Philox s, wide n) {
      const uint4 a = curand_poisson4(&s, mean(n));
      return a.x + a.y * 3 + a.z * 5 + a.w * 7;
    }
    __device__ unsigned sobol(wide x, wide z, wide n) {
      unsigned v[32];
      for (int i = 0; i < 32; ++i) v[i] = 1u << (31 - i);
      curandStateSobol32_t s;
      curand_init(v, (unsigned)(x + z), &s);
      return curand_poisson(&s, mean(n));
    })"});
}

}  // namespace
}  // namespace lanescope::conformance
