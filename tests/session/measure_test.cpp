#include "app/session/run/measure.h"

#include <gtest/gtest.h>

namespace lanescope::app {
namespace {

std::string kernel_with(const std::string& instruction) {
  return ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p) {\n"
         ".reg .f32 %f<4>;\n.reg .f64 %fd<5>;\n.reg .b32 %r<4>;\n.reg .b64 %rd<4>;\nld.param.u64 "
         "%rd0, [p];\n" +
         instruction + "\nret;\n}\n";
}

TEST(ToleranceOf, exact_arithmetic_is_none) {
  const device::Tolerance tolerance = tolerance_of(kernel_with("fma.rn.f32 %f0, %f1, %f2, %f3;"));
  EXPECT_EQ(tolerance.relative, 0);
  EXPECT_EQ(tolerance.absolute, 0);
}

TEST(ToleranceOf, approximate_functions_is_some) {
  EXPECT_GT(tolerance_of(kernel_with("sin.approx.f32 %f0, %f1;")).relative, 0);
  EXPECT_GT(tolerance_of(kernel_with("div.full.f32 %f0, %f1, %f2;")).relative, 0);
}

TEST(ToleranceOf, atomic_additions_is_some_for_floats_and_none_for_integers) {
  EXPECT_GT(tolerance_of(kernel_with("red.global.add.f32 [%rd0], %f1;")).relative, 0);
  EXPECT_EQ(tolerance_of(kernel_with("red.global.add.u32 [%rd0], %r1;")).relative, 0);
}

TEST(ToleranceOf, a_product_that_the_assembler_may_fuse_with_a_sum_is_some) {
  EXPECT_GT(
      tolerance_of(kernel_with("mul.f64 %fd0, %fd1, %fd2;\nsub.f64 %fd3, %fd4, %fd0;")).relative,
      0);
  EXPECT_EQ(
      tolerance_of(kernel_with("mul.rn.f64 %fd0, %fd1, %fd2;\nsub.f64 %fd3, %fd4, %fd0;")).relative,
      0);
  EXPECT_EQ(
      tolerance_of(kernel_with("mul.f64 %fd0, %fd1, %fd2;\nsub.f64 %fd3, %fd4, %fd1;")).relative,
      0);
}

TEST(Measurement, sets_the_bytes_that_must_move_against_a_copy) {
  Measurement measurement;
  measurement.bytes_moved = 2'000'000'000;
  measurement.cold.median = 1;             // 2,000 GB/s
  measurement.copy_bytes = 2'000'000'000;  // read and written
  measurement.copy.median = 1;             // 4,000 GB/s
  EXPECT_DOUBLE_EQ(measurement.cold_bandwidth(), 2000);
  EXPECT_DOUBLE_EQ(measurement.copy_bandwidth(), 4000);
  EXPECT_DOUBLE_EQ(measurement.share_of_copy(), 0.5);
}

TEST(Measurement, is_right_when_no_array_differs) {
  Measurement measurement;
  measurement.checks = {{"a", 10, std::nullopt}, {"b", 10, std::nullopt}};
  EXPECT_TRUE(measurement.is_right());
  measurement.checks[1].difference = device::ArrayDifference{3, "1", "2", 1};
  EXPECT_FALSE(measurement.is_right());
}

TEST(Run, keeps_the_arrays_and_what_of_them_was_touched_where_asked) {
  RunRequest request;
  request.lesson = "transpose";
  request.variant = "tile";
  request.overrides = {{"N", 64}};
  request.want_arrays = true;
  const auto outcome = run(request);
  ASSERT_TRUE(outcome) << outcome.error().message;
  ASSERT_EQ((*outcome)->arrays.size(), 2U);
  const ArrayContents& in = (*outcome)->arrays[0];
  const ArrayContents& out = (*outcome)->arrays[1];
  EXPECT_EQ(in.before, in.after);
  EXPECT_NE(out.before, out.after);
  EXPECT_EQ(in.bytes_read, 64U * 64 * 4);
  EXPECT_EQ(in.bytes_written, 0U);
  EXPECT_EQ(out.bytes_read, 0U);
  EXPECT_EQ(out.bytes_written, 64U * 64 * 4);
  EXPECT_EQ((*outcome)->kernel_symbol.substr(0, 2), "_Z");
}

TEST(Run, keeps_no_arrays_unless_asked) {
  RunRequest request;
  request.lesson = "transpose";
  request.overrides = {{"N", 64}};
  const auto outcome = run(request);
  ASSERT_TRUE(outcome) << outcome.error().message;
  EXPECT_TRUE((*outcome)->arrays.empty());
}

}  // namespace
}  // namespace lanescope::app
