// The kernels of the lessons on moving data.
#include "tests/curriculum/host_arrays.h"

namespace lanescope::app {
namespace {

class MovingLessons : public BothCompilers {};

TEST_P(MovingLessons, copies_doubles_each_element) {
  const OutcomePtr outcome = run_shipped("copies", "", {{"N", 1024}});
  ASSERT_TRUE(outcome);
  Floats out = iota(1024);
  for (float& element : out) element *= 2;
  expect_array(*outcome, "out", out, "copies");
}

TEST_P(MovingLessons, overlap_does_sixteen_rounds_for_each_element) {
  const OutcomePtr outcome = run_shipped("overlap", "", {{"N", 1024}});
  ASSERT_TRUE(outcome);
  Floats out = iota(1024);
  for (float& element : out) {
    for (int round = 0; round < 16; ++round) element = element * 0.5F + 1;
  }
  expect_array(*outcome, "out", out, "overlap");
}

LANESCOPE_BOTH_COMPILERS(MovingLessons);

}  // namespace
}  // namespace lanescope::app
