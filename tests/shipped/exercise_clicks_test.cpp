// No exercise is solved by one click: by another kernel's tab, or by one value of one parameter.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "app/session/course/exercise.h"
#include "app/session/course/facts.h"
#include "app/session/run/timing_key.h"
#include "kernels/lesson_file/guide.h"
#include "kernels/lesson_file/lesson.h"

namespace lanescope::app::test {
namespace {

// All values of a parameter that has no more than these are tried; of others, those one step away.
// No more than twice where the exercise begins: larger matrices take minutes.
constexpr std::int64_t few_values = 33;

std::vector<std::string> ids_with_exercise() {
  std::vector<std::string> ids;
  for (const lesson::CatalogueEntry& entry : lesson::catalogue()) {
    const auto lesson = lesson::find(entry.id);
    if (lesson && lesson->guide() != nullptr && lesson->guide()->exercise) ids.push_back(entry.id);
  }
  return ids;
}

std::string name_of_test(std::string id) {
  std::replace(id.begin(), id.end(), '-', '_');
  return id;
}

lesson::Values those_of(const lesson::Lesson& lesson, const std::string& variant,
                        const lesson::Values& values) {
  lesson::Values kept;
  for (const lesson::Parameter& parameter : lesson.parameters(variant)) {
    if (const auto value = values.find(parameter.name); value != values.end()) kept.insert(*value);
  }
  return kept;
}

std::set<std::int64_t> one_click_from(const lesson::Parameter& parameter, std::int64_t value) {
  const std::int64_t increment = std::max<std::int64_t>(parameter.increment, 1);
  std::set<std::int64_t> values{value - increment, value + increment, value / 2, 2 * value, 0,
                                increment};
  if (parameter.min && parameter.max &&
      (*parameter.max - *parameter.min) / increment < few_values) {
    for (std::int64_t each = *parameter.min; each <= *parameter.max; each += increment)
      values.insert(each);
  }
  std::erase_if(values, [&](std::int64_t each) {
    return each == value || (parameter.min && each < *parameter.min) ||
           (parameter.max && each > *parameter.max) || each > std::max(2 * value, few_values) ||
           (each - parameter.min.value_or(0)) % increment != 0;
  });
  return values;
}

// All attempts that run, each launch once.
std::vector<Attempt> one_click_attempts(const lesson::Lesson& lesson) {
  const lesson::VariantSetting& beginning = lesson.guide()->exercise->beginning;
  const auto begun = lesson.resolve(beginning.variant, beginning.set);
  std::vector<Attempt> attempts;
  if (!begun) {
    ADD_FAILURE() << begun.error().formatted();
    return attempts;
  }
  Attempt attempt;
  attempt.lesson = lesson.id();
  for (const lesson::VariantInfo& variant : lesson.variants()) {
    attempt.variant = variant.name;
    attempt.overrides = {};  // the variant's defaults
    if (variant.name != begun->variant) attempts.push_back(attempt);
    attempt.overrides = those_of(lesson, variant.name, beginning.set);  // as a tab keeps values
    attempts.push_back(attempt);
  }
  attempt.variant = begun->variant;
  for (const lesson::Parameter& parameter : lesson.parameters(begun->variant)) {
    for (const std::int64_t value : one_click_from(parameter, begun->params.at(parameter.name))) {
      attempt.overrides = beginning.set;
      attempt.overrides[parameter.name] = value;
      attempts.push_back(attempt);
    }
  }
  std::set<std::pair<std::string, lesson::Values>> launches;
  std::erase_if(attempts, [&](const Attempt& each) {
    const auto resolved = lesson.resolve(each.variant, each.overrides);
    return !resolved || !launches.emplace(resolved->variant, resolved->params).second;
  });
  return attempts;
}

// Whether a goal fails whatever the run gives: it asks for parameters alone.
bool fails_by_its_parameters(const lesson::Lesson& lesson, const Attempt& attempt) {
  const auto resolved = lesson.resolve(attempt.variant, attempt.overrides);
  if (!resolved) return false;  // grade() says why
  const Facts facts(resolved->params.begin(), resolved->params.end());
  FactNames names;
  for (const auto& [name, value] : facts) names.parameters.insert(name);
  return std::ranges::any_of(lesson.guide()->exercise->goals, [&](const lesson::Goal& goal) {
    const auto holds = value_in(facts, names, goal.when.text);
    return holds && *holds == 0;
  });
}

class ShippedExercise : public ::testing::TestWithParam<std::string> {};

TEST_P(ShippedExercise, is_not_solved_by_one_click) {
  const auto lesson = lesson::find(GetParam());
  ASSERT_TRUE(lesson) << lesson.error().formatted();
  const std::vector<Attempt> attempts = one_click_attempts(*lesson);
  EXPECT_FALSE(attempts.empty());
  // A problem: the exercise does not allow this.
  const auto passes = [](const Attempt& attempt) {
    const auto graded = grade(attempt);
    return graded && (*graded)->passed();
  };
  for (const Attempt& attempt : attempts) {
    if (fails_by_its_parameters(*lesson, attempt)) continue;
    Attempt unchecked =
        attempt;  // three times as fast, and fails for nothing that the other passes
    unchecked.checks = CheckSet::none();
    EXPECT_FALSE(passes(unchecked) && passes(attempt))
        << attempt.variant << " " << short_params(attempt.overrides) << " solves it";
  }
}

INSTANTIATE_TEST_SUITE_P(Every, ShippedExercise, ::testing::ValuesIn(ids_with_exercise()),
                         [](const auto& tested) { return name_of_test(tested.param); });

}  // namespace
}  // namespace lanescope::app::test
