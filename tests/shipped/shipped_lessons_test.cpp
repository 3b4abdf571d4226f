// Requirements for every shipped lesson. The test finds the lessons itself, so it covers new ones,
// too.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/session/course/check.h"
#include "app/session/run/run.h"
#include "kernels/compile/compile.h"
#include "kernels/lesson_file/course.h"
#include "kernels/lesson_file/guide.h"
#include "sim/metrics/counts.h"

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
  for (const lesson::GuideStep& step : lesson->guide()->steps) {
    for (const lesson::Question& question : step.questions) {
      if (question.kind != lesson::QuestionKind::choice) continue;
      EXPECT_NE(lesson->guide()->text(lesson::hint_section(question.name), "en").text, "")
          << question.name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Every, ShippedLesson, ::testing::ValuesIn(shipped_ids()),
                         [](const auto& tested) { return test_name(tested.param); });

// The compiler that is used where nobody chooses; a machine without NVRTC runs all of this by
// clang.
class ShippedLessonRun : public ::testing::TestWithParam<std::string> {};

TEST_P(ShippedLessonRun, goes_through_every_variant_step_question_and_exercise) {
  const auto lesson = lesson::find(GetParam());
  ASSERT_TRUE(lesson) << lesson.error().formatted();
  EXPECT_EQ(told(check_runs(*lesson, {compile::Compiler::automatic})), "");
}

INSTANTIATE_TEST_SUITE_P(Every, ShippedLessonRun, ::testing::ValuesIn(shipped_ids()),
                         [](const auto& tested) { return test_name(tested.param); });

// Each kernel once by either compiler.
class ShippedKernels : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    for (const compile::Availability& each : compile::available()) {
      const bool is_wanted =
          each.compiler == compile::Compiler::nvrtc || each.compiler == compile::Compiler::clang;
      if (is_wanted && !each.usable) GTEST_SKIP() << each.why_not;
    }
  }
  static OutcomePtr run_by(compile::Compiler compiler, const std::string& variant) {
    RunRequest request;
    request.lesson = GetParam();
    request.variant = variant;
    request.compiler = compiler;
    request.want_traces = false;
    request.checks = CheckSet::none();
    const auto outcome = run(request);
    if (outcome) return *outcome;
    EXPECT_TRUE(compiler == compile::Compiler::clang && launches(variant))
        << variant << ": " << outcome.error().message;
    return nullptr;
  }
  static bool launches(const std::string& variant) {
    const auto lesson = lesson::find(GetParam());
    const auto resolved = lesson ? lesson->resolve(variant, {}) : tl::unexpected(lesson.error());
    return resolved && launches_kernels(*resolved);
  }
};

// Local memory is the compiler's own choice.
void expect_equal_access_counts(const report::Totals& a, const report::Totals& b,
                                const std::string& variant) {
  struct Kind {
    const char* name;
    memory::Space space;
    const report::Counts& a;
    const report::Counts& b;
  };
  const Kind kinds[] = {
#define ACCESS_KIND(name, space, op) {#name, memory::Space::space, a.name, b.name},
#include "sim/metrics/metrics.def"
  };
  for (const Kind& kind : kinds) {
    if (kind.space == memory::Space::local) continue;
    EXPECT_EQ(kind.a, kind.b) << variant << ": " << kind.name;
  }
}

TEST_P(ShippedKernels, give_the_same_arrays_and_access_counts_by_both_compilers) {
  const auto lesson = lesson::find(GetParam());
  ASSERT_TRUE(lesson) << lesson.error().formatted();
  for (const lesson::VariantInfo& variant : lesson->variants()) {
    const OutcomePtr one = run_by(compile::Compiler::nvrtc, variant.name);
    const OutcomePtr other = run_by(compile::Compiler::clang, variant.name);
    if (one == nullptr || other == nullptr) continue;
    ASSERT_EQ(one->report.arrays.size(), other->report.arrays.size());
    for (std::size_t i = 0; i < one->report.arrays.size(); ++i)
      EXPECT_EQ(one->report.arrays[i].fnv1a64, other->report.arrays[i].fnv1a64) << variant.name;
    expect_equal_access_counts(one->report.totals, other->report.totals, variant.name);
  }
}

INSTANTIATE_TEST_SUITE_P(Every, ShippedKernels, ::testing::ValuesIn(shipped_ids()),
                         [](const auto& tested) { return test_name(tested.param); });

}  // namespace
}  // namespace lanescope::app::test
