// Names that clang's prelude gives (kernels/compile/prelude) against NVRTC's own: one text compiled
// by both, run in the emulator, and the arrays compared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/compile/compile.h"

namespace lanescope::conformance {

// What one text does: `expressions`, each of type `result`, of x, y, z, the i-th elements of three
// arrays of type `operand`, by thread i. `before` stands before the kernel (#includes, functions).
struct Names {
  std::string operand;  // "int", "unsigned", "long long", "unsigned long long", "float", "double"
  std::string result;
  std::vector<std::string> expressions;
  double ulps = 0;  // of a floating-point result
  std::string before = {};
};

// Fails the test for each expression that does not compile, does not run, or has another value by
// clang than by NVRTC at some element. Any NaN stands for any other. Skips the test where NVRTC
// makes an instruction of it that the emulator refuses.
void expect_same(const Names& names);

class SameByBoth : public testing::Test {
 protected:
  void SetUp() override;  // skips where one compiler is not on this machine
};

}  // namespace lanescope::conformance
