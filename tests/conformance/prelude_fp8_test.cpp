// <cuda_fp8.h>: clang's prelude against the Toolkit's header, for every byte and for floats of any
// magnitude.
#include <string>

#include "tests/conformance/same_by_both.h"

namespace lanescope::conformance {
namespace {

class PreludeFp8 : public SameByBoth {};

const std::string header = "#include <cuda_fp8.h>\n";

TEST_F(PreludeFp8, a_float_is_rounded_to_eight_bits) {
  expect_same(
      {"float",
       "unsigned",
       {"__nv_fp8_e4m3(x).__x", "__nv_fp8_e5m2(x).__x", "__nv_fp8_e4m3(__float2half(x)).__x",
        "__nv_fp8_e5m2(__float2half(x)).__x", "__nv_fp8_e4m3(__float2bfloat16(x)).__x",
        "__nv_fp8_e5m2(__float2bfloat16(x)).__x", "__nv_cvt_float_to_fp8(x, __NV_NOSAT, __NV_E4M3)",
        "__nv_cvt_float_to_fp8(x, __NV_NOSAT, __NV_E5M2)",
        "__nv_cvt_float2_to_fp8x2(make_float2(x, y), __NV_SATFINITE, __NV_E4M3)",
        "__nv_fp8x2_e5m2(make_float2(x, y)).__x",
        "__nv_fp8x4_e4m3(make_float4(x, y, z, 1.0f)).__x"},
       0,
       header});
}

TEST_F(PreludeFp8, so_is_a_double) {
  expect_same({"double",
               "unsigned",
               {"__nv_fp8_e4m3(x).__x", "__nv_fp8_e5m2(x).__x",
                "__nv_cvt_double_to_fp8(x, __NV_NOSAT, __NV_E4M3)",
                "__nv_cvt_double_to_fp8(x, __NV_NOSAT, __NV_E5M2)"},
               0,
               header});
}

// Values near each of the 256.
TEST_F(PreludeFp8, and_a_value_between_two_of_them) {
  expect_same({"unsigned",
               "unsigned",
               {"__nv_fp8_e4m3(between(x, y, __NV_E4M3)).__x",
                "__nv_fp8_e5m2(between(x, y, __NV_E5M2)).__x"},
               0,
               header + R"(
    __device__ float of(unsigned v, __nv_fp8_interpretation_t f) {
      return __half2float(__nv_cvt_fp8_to_halfraw(v, f));
    }
    __device__ float between(unsigned v, unsigned w, __nv_fp8_interpretation_t f) {
      float a = of(v & 127, f), b = of((v & 127) + 1, f), c = (a + b) * 0.5f;
      return w % 3 == 0 ? c : __int_as_float(__float_as_int(c) + (w % 3 == 1 ? 1 : -1));
    })"});
}

TEST_F(PreludeFp8, eight_bits_become_a_wider_number) {
  expect_same({"unsigned",
               "float",
               {"(float)byte<__nv_fp8_e4m3>(x)", "(float)byte<__nv_fp8_e5m2>(x)",
                "__half2float((__half)byte<__nv_fp8_e4m3>(x))",
                "__half2float(__nv_cvt_fp8_to_halfraw(x, __NV_E5M2))",
                "((float2)pair<__nv_fp8x2_e4m3>(x)).y", "((float2)pair<__nv_fp8x2_e5m2>(x)).x"},
               0,
               header + R"(
    template <class T> __device__ T byte(unsigned v) { T r; r.__x = v; return r; }
    template <class T> __device__ T pair(unsigned v) { T r; r.__x = v; return r; })"});
}

}  // namespace
}  // namespace lanescope::conformance
