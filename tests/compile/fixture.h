// Tests that hold for both compilers: each runs with NVRTC and with clang. Skipped, with the
// reason, if the compiler is not installed.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kernels/compile/compile.h"

namespace lanescope::compile::testing {

class BothCompilers : public ::testing::TestWithParam<Compiler> {
 protected:
  void SetUp() override;  // neither reads nor writes the user's cache
};

// "nvrtc", "clang" or "nvcc": the suffix of the test's name.
[[nodiscard]] std::string compiler_name(const ::testing::TestParamInfo<Compiler>& info);

// "" if the compiler can be used.
[[nodiscard]] std::string why_unusable(Compiler compiler);

// A source with one kernel, named "kernel.cu".
[[nodiscard]] Source source_of(std::string text);

// A kernel that stores the sum of 1 to 500, by templates that are nested so deep; line 2 has them.
inline constexpr const char* nested_templates = R"(
template <int n> struct Sum { static constexpr int value = n + Sum<n - 1>::value; };
template <> struct Sum<0> { static constexpr int value = 0; };
__global__ void k(int* p) { *p = Sum<500>::value; }
)";

// The PTX. If it does not compile, the test fails and the result is "".
[[nodiscard]] std::string ptx_of(const Source& source, Compiler compiler);

// The PTX lines that contain `part`, without leading blanks.
[[nodiscard]] std::vector<std::string> lines_with(const std::string& ptx, const std::string& part);

// The text of a file in the repository.
[[nodiscard]] std::string repository_file(const std::string& path);

// This process has started another one that has not ended.
[[nodiscard]] bool has_child_process();

}  // namespace lanescope::compile::testing
