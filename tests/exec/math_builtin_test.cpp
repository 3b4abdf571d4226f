#include "sim/exec/decode/math_builtins.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "tests/exec/ptx_run.h"

namespace lanescope::exec {
namespace {

// out[i] = function(in[i]). Floats are in the low halves.
std::vector<double> doubles_of(const std::string& function, const std::vector<double>& in) {
  PtxRun run;
  run.body =
      "ld.global.f64 %fd1, [%rd4];\n{\n.param .b64 p;\n.param .b64 r;\nst.param.f64 [p], %fd1;\n"
      "call.uni (r), " +
      function + ", (p);\nld.param.f64 %fd2, [r];\n}\nst.global.f64 [%rd3], %fd2;";
  for (const double x : in) run.in.push_back(std::bit_cast<std::uint64_t>(x));
  run.config.block[0] = static_cast<std::uint32_t>(in.size());
  const PtxResult result = run_ptx(run);
  std::vector<double> out;
  for (std::size_t i = 0; i < in.size() && i < result.out.size(); ++i)
    out.push_back(std::bit_cast<double>(result.out[i]));
  return out;
}

TEST(MathBuiltin, computes_each_lane) {
  std::vector<double> in(32);
  for (std::size_t i = 0; i < 32; ++i) in[i] = static_cast<double>(i) / 7;
  const auto out = doubles_of("__nv_exp", in);
  for (std::size_t i = 0; i < 32; ++i) EXPECT_EQ(out[i], std::exp(in[i]));
}

TEST(MathBuiltin, takes_two_floats) {
  PtxRun run;
  run.body =
      "cvt.rn.f32.u32 %f1, %r1;\n{\n.param .b32 p0;\nst.param.f32 [p0+0], %f1;\n.param .b32 p1;\n"
      "st.param.f32 [p1+0], 0f40000000;\n.param .b32 r0;\ncall.uni (r0), __nv_powf, (p0, p1);\n"
      "ld.param.f32 %f2, [r0+0];\n}\nst.global.f32 [%rd3], %f2;";
  const PtxResult result = run_ptx(run);
  for (std::size_t i = 0; i < 32; ++i) {
    EXPECT_EQ(std::bit_cast<float>(static_cast<std::uint32_t>(result.out[i])),
              static_cast<float>(i * i));
  }
}

TEST(MathBuiltin, leaves_lanes_alone_that_do_not_call) {
  PtxRun run;
  run.body =
      "mov.f64 %fd2, 0d4008000000000000;\nsetp.lt.u32 %p1, %r1, 4;\n@!%p1 bra DONE;\n{\n"
      ".param .b64 p;\n.param .b64 r;\nst.param.f64 [p], 0d0000000000000000;\n"
      "call.uni (r), __nv_cos, (p);\nld.param.f64 %fd2, [r];\n}\nDONE:\n"
      "st.global.f64 [%rd3], %fd2;";
  const PtxResult result = run_ptx(run);
  EXPECT_EQ(std::bit_cast<double>(result.out[3]), 1.0);
  EXPECT_EQ(std::bit_cast<double>(result.out[4]), 3.0);
}

TEST(MathBuiltin, is_refused_with_other_arguments_than_its_own) {
  PtxRun run;
  run.body =
      "{\n.param .b32 p;\n.param .b64 r;\nst.param.f32 [p], 0f00000000;\ncall.uni (r), __nv_exp, "
      "(p);\n}";
  const std::vector<Diagnostic> errors = errors_of(run);
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_NE(errors[0].message.find("__nv_exp"), std::string::npos);
}

TEST(MathBuiltin, halves_of_pi_are_exact) {
  const std::vector<double> in{0, 0.5, 1, 1.5, 2, -0.5, 1e300, 0.25};
  const auto sine = doubles_of("__nv_sinpi", in);
  const auto cosine = doubles_of("__nv_cospi", in);
  const std::vector<double> sines{0, 1, 0, -1, 0, -1, 0};
  const std::vector<double> cosines{1, 0, -1, 0, 1, 0, 1};
  for (std::size_t i = 0; i < sines.size(); ++i) {
    EXPECT_EQ(sine[i], sines[i]) << in[i];
    EXPECT_EQ(cosine[i], cosines[i]) << in[i];
  }
  EXPECT_NEAR(sine[7], std::sqrt(0.5), 2e-16);
}

TEST(MathBuiltin, inverse_error_functions_invert) {
  const std::vector<double> in{-0.999, -0.5, 0, 1e-10, 0.3, 0.7, 0.9999};
  const auto back = doubles_of("__nv_erf", doubles_of("__nv_erfinv", in));
  for (std::size_t i = 0; i < in.size(); ++i) EXPECT_NEAR(back[i], in[i], 1e-15);
  const std::vector<double> small{1e-300, 1e-20, 0.1, 1, 1.5, 1.999};
  const auto back_small = doubles_of("__nv_erfc", doubles_of("__nv_erfcinv", small));
  for (std::size_t i = 0; i < small.size(); ++i)
    EXPECT_NEAR(back_small[i] / small[i], 1, 2e-13) << small[i];
  const auto quantile = doubles_of("__nv_normcdfinv", {0.975, 0.5, 0, 1});
  EXPECT_NEAR(quantile[0], 1.959963984540054, 1e-14);
  EXPECT_NEAR(quantile[1], 0, 1e-16);
  EXPECT_EQ(quantile[2], -std::numeric_limits<double>::infinity());
  EXPECT_EQ(quantile[3], std::numeric_limits<double>::infinity());
}

TEST(MathBuiltin, scaled_erfc_has_no_step_where_the_series_begins) {
  const auto y = doubles_of("__nv_erfcx", {0, 1, 24.999999, 25.000001, 1e6});
  EXPECT_EQ(y[0], 1);
  EXPECT_NEAR(y[1], 0.427583576155807, 1e-15);
  EXPECT_NEAR(y[2], y[3], 1e-8);
  EXPECT_NEAR(y[4] * 1e6, 0.5641895835474742, 1e-12);
}

TEST(MathBuiltin, unknown_names_are_not_found) {
  EXPECT_EQ(find_math_builtin("__nv_"), nullptr);
  EXPECT_EQ(find_math_builtin("expf"), nullptr);
  EXPECT_EQ(find_math_builtin("__nv_zzz"), nullptr);
  ASSERT_NE(find_math_builtin("__nv_acos"), nullptr);
  EXPECT_EQ(find_math_builtin("__nv_acos")->result_bytes, 8);
}

}  // namespace
}  // namespace lanescope::exec
