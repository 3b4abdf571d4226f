#include "tests/run/lesson_on_disk.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

namespace lanescope::app {

LessonOnDisk::LessonOnDisk(const std::string& kernel_text, const std::string& launch_and_args,
                           const std::string& kernel) {
  folder_.write("kernel.cu", kernel_text);
  folder_.write("lesson.toml",
                "source = \"kernel.cu\"\nkernel = \"" + kernel + "\"\n" + launch_and_args);
}

RunRequest LessonOnDisk::request() const {
  RunRequest request;
  request.lesson = (folder_.path() / "lesson.toml").string();
  return request;
}

std::string array(const std::string& name, const std::string& type, const std::string& count,
                  const std::string& init) {
  return fmt::format("[[args]]\nname = \"{}\"\ntype = \"{}\"\ncount = \"{}\"\ninit = \"{}\"\n",
                     name, type, count, init);
}

std::string scalar(const std::string& name, const std::string& type, const std::string& value) {
  return fmt::format("[[args]]\nname = \"{}\"\ntype = \"{}\"\nvalue = {}\n", name, type, value);
}

void BothCompilers::SetUp() {
  for (const compile::Availability& one : compile::available()) {
    if (one.compiler == GetParam() && !one.usable) GTEST_SKIP() << one.why_not;
  }
}

std::vector<compile::Compiler> both_compilers() {
  return {compile::Compiler::nvrtc, compile::Compiler::clang};
}

std::vector<compile::Compiler> compilers_for_lessons() {
  if (std::getenv("LANESCOPE_TEST_EVERYTHING") != nullptr) return both_compilers();
  const std::vector<compile::Availability> found = compile::available();
  const bool has_nvrtc = std::ranges::any_of(found, [](const compile::Availability& one) {
    return one.compiler == compile::Compiler::nvrtc && one.usable;
  });
  return {has_nvrtc ? compile::Compiler::nvrtc : compile::Compiler::clang};
}

OutcomePtr BothCompilers::run_good(const LessonOnDisk& lesson) const {
  RunRequest request = lesson.request();
  request.compiler = GetParam();
  const auto outcome = run(request);
  if (!outcome) {
    ADD_FAILURE() << outcome.error().message;
    return nullptr;
  }
  return *outcome;
}

OutcomePtr BothCompilers::run_shipped(const std::string& lesson, const std::string& variant,
                                      const lesson::Values& values) {
  RunRequest request;
  request.lesson = lesson;
  request.variant = variant;
  request.overrides = values;
  request.compiler = GetParam();
  auto outcome = run(request);
  EXPECT_TRUE(outcome) << outcome.error().message;
  return outcome ? *outcome : nullptr;
}

Problem BothCompilers::run_bad(const LessonOnDisk& lesson) const {
  RunRequest request = lesson.request();
  request.compiler = GetParam();
  const auto outcome = run(request);
  EXPECT_FALSE(outcome.has_value());
  return outcome ? Problem{} : outcome.error();
}

}  // namespace lanescope::app
