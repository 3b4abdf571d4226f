// Requirements for every shipped lesson. The test finds the lessons itself, so it covers new ones,
// too.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "app/session/course/check.h"
#include "kernels/compile/compile.h"
#include "kernels/lesson_file/course.h"
#include "kernels/lesson_file/guide.h"

namespace lanescope::app::test {
namespace {

std::vector<std::string> shipped_ids() {
  std::vector<std::string> ids;
  for (const lesson::CatalogueEntry& entry : lesson::catalogue()) ids.push_back(entry.id);
  return ids;
}

std::string test_name(std::string id) {
  std::replace_if(
      id.begin(), id.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; },
      '_');
  return id;
}

std::string told(const std::vector<lesson::Error>& problems) {
  std::string text;
  for (const lesson::Error& problem : problems) text += problem.formatted() + "\n";
  return text;
}

TEST(Shelf, has_every_shipped_lesson_in_some_part) {
  const lesson::CourseCatalogue course_catalogue = lesson::course_catalogue();
  EXPECT_FALSE(course_catalogue.error) << course_catalogue.error->formatted();
  ASSERT_FALSE(course_catalogue.parts.empty());
  for (const lesson::CataloguePart& part : course_catalogue.parts) {
    EXPECT_FALSE(part.name.empty()) << part.lessons.front().id << " is in no part of course.toml";
    EXPECT_TRUE(part.title.has("zh")) << part.name;
  }
}

class ShippedLesson : public ::testing::TestWithParam<std::string> {};

TEST_P(ShippedLesson, has_a_guide_with_all_its_texts_in_both_languages) {
  const auto lesson = lesson::find(GetParam());
  ASSERT_TRUE(lesson) << lesson.error().formatted();
  EXPECT_NE(lesson->guide(), nullptr);
  EXPECT_EQ(told(check_files(*lesson)), "");
}

// The general hint, a small case to work out, fits few of them.
TEST_P(ShippedLesson, has_a_hint_of_its_own_for_every_choice) {
  const auto lesson = lesson::find(GetParam());
  ASSERT_TRUE(lesson) << lesson.error().formatted();
  for (const lesson::Step& step : lesson->guide()->steps) {
    for (const lesson::Question& question : step.questions) {
      if (question.kind != lesson::QuestionKind::choice) continue;
      EXPECT_NE(lesson->guide()->text(lesson::hint_section(question.name), "en").text, "")
          << question.name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Every, ShippedLesson, ::testing::ValuesIn(shipped_ids()),
                         [](const auto& tested) { return test_name(tested.param); });

// Its kernels launch kernels. With clang it says so, and runs nothing.
constexpr std::string_view only_by_nvrtc = "nested";

class ShippedLessonRun
    : public ::testing::TestWithParam<std::tuple<std::string, compile::Compiler>> {};

TEST_P(ShippedLessonRun, goes_through_every_variant_step_question_and_exercise) {
  const auto& [id, compiler] = GetParam();
  for (const compile::Availability& each : compile::available()) {
    if (each.compiler == compiler && !each.usable) GTEST_SKIP() << each.why_not;
  }
  const auto lesson = lesson::find(id);
  ASSERT_TRUE(lesson) << lesson.error().formatted();
  const std::vector<lesson::Error> problems = check_runs(*lesson, {compiler});
  if (compiler == compile::Compiler::clang && id == only_by_nvrtc) {
    ASSERT_EQ(problems.size(), 1U) << told(problems);
    EXPECT_NE(problems[0].message.find("only NVRTC"), std::string::npos) << told(problems);
    return;
  }
  EXPECT_EQ(told(problems), "");
}

INSTANTIATE_TEST_SUITE_P(
    Every, ShippedLessonRun,
    ::testing::Combine(::testing::ValuesIn(shipped_ids()),
                       ::testing::Values(compile::Compiler::nvrtc, compile::Compiler::clang)),
    [](const auto& tested) {
      const bool by_nvrtc = std::get<1>(tested.param) == compile::Compiler::nvrtc;
      return test_name(std::get<0>(tested.param)) + (by_nvrtc ? "_by_nvrtc" : "_by_clang");
    });

}  // namespace
}  // namespace lanescope::app::test
