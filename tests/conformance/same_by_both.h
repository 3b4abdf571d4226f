// Functions of clang's prelude (kernels/compile/prelude) against NVRTC's own: compiles the same
// text with both, runs both results in the emulator and compares the arrays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/compile/compile.h"

namespace lanescope::conformance {

// The kernel: thread i evaluates `expressions`, each of type `result`, on x, y, z, the i-th
// elements of three arrays of type `operand`. `before` is text in front of the kernel (#includes,
// functions).
struct Names {
  std::string operand;  // "int", "unsigned", "long long", "unsigned long long", "float", "double"
  std::string result;
  std::vector<std::string> expressions;
  double ulps = 0;  // allowed difference of a floating-point result
  std::string before = {};
  std::size_t elements = 320;  // whole warps; the first 64 are corner cases
};

// Fails the test for each expression that does not compile, does not run, or gives different values
// with clang and NVRTC for some element. Any NaN equals any other.
void expect_same(const Names& names);

class SameByBoth : public testing::Test {
 protected:
  void SetUp() override;  // skips if either compiler is not installed
};

}  // namespace lanescope::conformance
