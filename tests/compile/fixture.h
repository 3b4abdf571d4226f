// Tests that hold for both compilers: each is run with NVRTC and with clang, and skipped, with the
// reason, where one is not on this machine.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kernels/compile/compile.h"

namespace lanescope::compile::testing {

class BothCompilers : public ::testing::TestWithParam<Compiler> {
 protected:
  void SetUp() override;  // nothing is read from or left in the user's cache
};

// "nvrtc", "clang": the test's name ends with it.
[[nodiscard]] std::string compiler_name(const ::testing::TestParamInfo<Compiler>& info);

// "" when the compiler can be used.
[[nodiscard]] std::string why_unusable(Compiler compiler);

// A text of one kernel, named "kernel.cu".
[[nodiscard]] Source source_of(std::string text);

// The PTX, or a failed test and "".
[[nodiscard]] std::string ptx_of(const Source& source, Compiler compiler);

// Whole lines of PTX that hold `part`, without leading blanks.
[[nodiscard]] std::vector<std::string> lines_with(const std::string& ptx, const std::string& part);

// The text of a file of the repository.
[[nodiscard]] std::string repository_file(const std::string& path);

}  // namespace lanescope::compile::testing
