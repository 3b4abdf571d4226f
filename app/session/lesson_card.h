// What the controls need to know about a lesson, whether it has run or not.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "app/session/run/run.h"
#include "kernels/lesson_file/guide.h"
#include "kernels/lesson_file/lesson.h"

namespace lanescope::app {

struct LessonCard {
  struct Variant {
    std::string name;
    lesson::Text title;
    lesson::Values set;  // values that the variant itself fixes
    std::vector<lesson::Parameter> parameters;
    // The kernel's current text, so that it can be shown even if it doesn't compile.
    std::filesystem::path source_path{};
    std::string source_name{}, source_text{};
    std::vector<std::filesystem::path> include{};  // folders of its headers
    [[nodiscard]] bool has_parameter(const std::string& parameter) const;
    // The value that the variant fixes, else the parameter's default.
    [[nodiscard]] std::int64_t usual_value(const lesson::Parameter& parameter) const;
  };
  std::string id;
  lesson::Text title;
  std::filesystem::path path;
  std::vector<Variant> variants;
  std::vector<lesson::Sweep> sweeps{};
  // Steps and questions; null: no guide, or a broken one, and then guide_problem says why.
  std::shared_ptr<const lesson::Guide> guide{};
  std::string guide_problem{};
  // Resolves a variant with these values; nullopt if it does not accept them. May be empty.
  std::function<std::optional<lesson::Resolved>(const std::string& variant,
                                                const lesson::Values& overrides)>
      resolve{};
};
using Describe = std::function<tl::expected<LessonCard, Problem>(const std::string& lesson)>;
// Reads the lesson file.
[[nodiscard]] tl::expected<LessonCard, Problem> describe_lesson(const std::string& lesson);

}  // namespace lanescope::app
