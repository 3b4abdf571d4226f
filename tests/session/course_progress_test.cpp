#include "app/session/course/progress.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

namespace lanescope::app::test {
namespace {

TEST(ProgressOfAGrade, goals_once_met_stay_met_and_an_exercise_once_done_stays_done) {
  Grade grade;
  grade.goals = {{"a", "", true, {}}, {"b", "", false, {}}};
  LessonProgress progress = with_grade({}, grade, "2026-03-01");
  EXPECT_EQ(progress.goals, (std::set<std::string>{"a"}));
  EXPECT_FALSE(progress.exercise_done);
  EXPECT_FALSE(progress.solved);
  grade.goals[1].is_met = true;
  grade.variant = "tile";
  grade.params = {{"PAD", 3}};
  progress = with_grade(progress, grade, "2026-03-02");
  EXPECT_TRUE(progress.exercise_done);
  progress = with_grade(progress, grade, "2026-03-04");  // only opened again
  EXPECT_EQ(progress.solved->on, "2026-03-02");
  grade.goals[0].is_met = grade.goals[1].is_met = false;
  grade.params = {{"PAD", 0}};
  progress = with_grade(progress, grade, "2026-03-03");
  EXPECT_TRUE(progress.exercise_done);
  EXPECT_EQ(progress.goals, (std::set<std::string>{"a", "b"}));
  EXPECT_EQ(progress.solved, (Solved{"2026-03-02", "tile", {{"PAD", 3}}}));
}

TEST(StateOfAStep, tells_looked_at_from_done_and_right_from_wrong) {
  lesson::GuideStep step;
  step.name = "step";
  step.questions.resize(2);
  step.questions[0].name = "first";
  step.questions[1].name = "second";
  LessonProgress progress;
  EXPECT_EQ(state_of(step, progress), GuideStepState::coming);
  progress.steps_seen.insert("step");
  EXPECT_EQ(state_of(step, progress), GuideStepState::seen);
  Answer four;
  four.number = 4;
  progress.answers["first"] = {four, false, true};
  EXPECT_EQ(state_of(step, progress), GuideStepState::seen);
  progress.answers["second"] = {four, true, true};
  EXPECT_EQ(state_of(step, progress), GuideStepState::to_do_again);
  progress.answers["first"] = {four, true, true};
  EXPECT_EQ(state_of(step, progress), GuideStepState::done);
}

TEST(ProgressOfAGrade, solved_with_other_values_it_has_the_date_of_these) {
  Grade grade;
  grade.goals = {{"a", "", true, {}}};
  grade.variant = "tile";
  grade.params = {{"PAD", 3}};
  const LessonProgress progress = with_grade({}, grade, "2026-03-02");
  grade.params = {{"PAD", 1}};
  EXPECT_EQ(with_grade(progress, grade, "2026-03-04").solved,
            (Solved{"2026-03-04", "tile", {{"PAD", 1}}}));
}

TEST(OtherSetting, names_the_values_with_which_the_solved_exercise_misses_its_goals) {
  const Solved solved{"2026-03-02", "tile", {{"N", 1008}, {"PAD", 1}}};
  Grade grade;
  grade.variant = "tile";
  grade.params = solved.values;
  EXPECT_EQ(other_setting(solved, grade).now, "");
  grade.params["N"] = 1004;
  EXPECT_EQ(other_setting(solved, grade).solved, "N = 1008");
  EXPECT_EQ(other_setting(solved, grade).now, "N = 1004");
  grade.variant = "copy";
  EXPECT_EQ(other_setting(solved, grade).now, "copy, N = 1004");
}

}  // namespace
}  // namespace lanescope::app::test
