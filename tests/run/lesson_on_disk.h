// A temporary lesson for one test, run with app::run().
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/session/run/run.h"
#include "sim/report/build.h"
#include "tests/temporary_folder.h"

namespace lanescope::app {

class LessonOnDisk {
 public:
  // `launch_and_args`: the rest of the lesson file, after source and kernel. The kernel is `k` in
  // kernel.cu by default.
  LessonOnDisk(const std::string& kernel_text, const std::string& launch_and_args,
               const std::string& kernel = "k");
  [[nodiscard]] RunRequest request() const;

 private:
  tests::TemporaryFolder folder_;
};

// [[args]] entries.
[[nodiscard]] std::string array(const std::string& name, const std::string& type,
                                const std::string& count, const std::string& init = "zero");
[[nodiscard]] std::string scalar(const std::string& name, const std::string& type,
                                 const std::string& value);

template <class T>
std::string hash_of(const std::vector<T>& values) {
  return report::fnv1a64(std::as_bytes(std::span(values)));
}

// Tests that hold for both compilers. Skipped, with the reason, if the compiler is not installed.
class BothCompilers : public testing::TestWithParam<compile::Compiler> {
 protected:
  void SetUp() override;
  // Runs the lesson; returns the outcome. If the run fails, the test fails and the result is
  // nullptr.
  OutcomePtr run_good(const LessonOnDisk& lesson) const;
  // The same for a shipped lesson.
  static OutcomePtr run_shipped(const std::string& lesson, const std::string& variant,
                                const lesson::Values& values = {});
  // Runs the lesson and expects a problem, which it returns.
  Problem run_bad(const LessonOnDisk& lesson) const;
};

[[nodiscard]] std::vector<compile::Compiler> both_compilers();
// What a lesson's text claims does not depend on the compiler: one that is installed, NVRTC before
// clang. Both with LANESCOPE_TEST_EVERYTHING (`./run test all`). That every shipped kernel gives
// the same arrays and counts by both is tested elsewhere (tests/shipped).
[[nodiscard]] std::vector<compile::Compiler> compilers_for_lessons();

#define LANESCOPE_COMPILERS(Fixture, compilers)                                           \
  INSTANTIATE_TEST_SUITE_P(                                                               \
      Compiler, Fixture, testing::ValuesIn(compilers), [](const auto& tested) {           \
        return std::string(tested.param == compile::Compiler::nvrtc ? "nvrtc" : "clang"); \
      })
#define LANESCOPE_BOTH_COMPILERS(Fixture) LANESCOPE_COMPILERS(Fixture, both_compilers())
#define LANESCOPE_LESSON(Fixture) LANESCOPE_COMPILERS(Fixture, compilers_for_lessons())

}  // namespace lanescope::app
