// The quantity and the second axis of a sweep in a lesson file.

#include <gtest/gtest.h>

#include "kernels/lesson_file/names.h"
#include "kernels/lesson_file/parameter_range.h"
#include "tests/lesson/lesson_folder.h"

namespace lanescope::lesson::testing {
namespace sweep_map_test {
namespace {

constexpr const char* two_variants = R"(
[[variants]]
name = "plain"
[[variants]]
name = "wide"
params.W = { default = 4, min = 1, max = 16 }
)";
const std::string over_pad =
    std::string(two_variants) + "[[sweeps]]\nname = \"s\"\nparameter = \"PAD\"\nfrom = 0\nto = 2\n";

tl::expected<Sweep, Error> only_sweep(const std::string& more) {
  const LessonFolder folder(minimal_lesson + over_pad + more);
  const auto lesson = Lesson::load(folder.path());
  if (!lesson) return tl::unexpected(lesson.error());
  EXPECT_EQ(lesson->sweeps().size(), 1U);
  return lesson->sweeps().front();
}

void expect_problem(const std::string& more, const std::string& key, const std::string& words) {
  const Error error = error_of(minimal_lesson + over_pad + more);
  EXPECT_EQ(error.key, key) << error.formatted();
  EXPECT_NE(error.message.find(words), std::string::npos) << error.formatted();
  EXPECT_GT(error.line, 20) << error.formatted();
}

TEST(SweepQuantity, is_one_name_or_a_list) {
  EXPECT_TRUE(only_sweep("")->quantities.empty());
  EXPECT_EQ(only_sweep("quantity = \"blocks\"\n")->quantities, std::vector<std::string>{"blocks"});
  EXPECT_EQ(
      only_sweep("quantity = [\"blocks\", \"global_load.sectors_per_request\"]\n")->quantities,
      (std::vector<std::string>{"blocks", "global_load.sectors_per_request"}));
}

TEST(SweepQuantity, that_is_unknown_is_an_error_that_names_the_near_one) {
  expect_problem("quantity = \"global_load.sector\"\n", "sweeps[0].quantity",
                 "did you mean 'global_load.sectors'");
  expect_problem("quantity = [\"blocks\", \"speed\"]\n", "sweeps[0].quantity", "'speed'");
}

TEST(SweepQuantity, of_a_memory_that_has_no_such_count_is_an_error) {
  expect_problem("quantity = \"shared_load.sectors_per_request\"\n", "sweeps[0].quantity",
                 "shared_load.wavefronts_per_request");
}

TEST(SweepQuantity, must_be_text) {
  expect_problem("quantity = 3\n", "sweeps[0].quantity", "text");
  expect_problem("quantity = [1]\n", "sweeps[0].quantity", "texts");
}

TEST(SweepMap, goes_over_a_second_parameter_row_by_row) {
  const auto sweep = only_sweep("by = { parameter = \"N\", values = [64, 32] }\n");
  ASSERT_TRUE(sweep) << sweep.error().formatted();
  ASSERT_TRUE(sweep->by);
  EXPECT_EQ(sweep->by->values, (std::vector<std::int64_t>{64, 32}));
  const std::vector<Values> launches = launches_of(*sweep);
  ASSERT_EQ(launches.size(), 6U);
  EXPECT_EQ(launches[0], (Values{{"PAD", 0}, {"N", 64}}));
  EXPECT_EQ(launches[2], (Values{{"PAD", 2}, {"N", 64}}));
  EXPECT_EQ(launches[3], (Values{{"PAD", 0}, {"N", 32}}));
}

TEST(SweepTimed, a_larger_launch_is_timed_than_is_counted) {
  const auto sweep = only_sweep("timed = { N = 64 }\n");
  ASSERT_TRUE(sweep) << sweep.error().formatted();
  EXPECT_EQ(launches_of(*sweep)[1], (Values{{"PAD", 1}}));
  EXPECT_EQ(timed_launches_of(*sweep)[1], (Values{{"N", 64}, {"PAD", 1}}));
}

TEST(SweepTimed, a_map_that_does_not_say_so_is_not_timed) {
  EXPECT_TRUE(
      timed_launches_of(*only_sweep("by = { parameter = \"N\", values = [64, 32] }\n")).empty());
}

TEST(SweepTimed, its_values_are_checked_like_others) {
  expect_problem("timed = { N = 33 }\n", "sweeps[0].timed", "33");
  expect_problem("timed = { PAD = 3 }\n", "sweeps[0].timed.PAD", "varies");
}

TEST(SweepMap, may_step_or_multiply) {
  EXPECT_EQ(only_sweep("by = { parameter = \"N\", from = 32, to = 128, factor = 2 }\n")->by->values,
            (std::vector<std::int64_t>{32, 64, 128}));
  EXPECT_EQ(only_sweep("by = { parameter = \"N\", from = 32, to = 128, step = 64 }\n")->by->values,
            (std::vector<std::int64_t>{32, 96}));
}

TEST(SweepMap, is_of_the_variants_that_have_both_parameters) {
  EXPECT_EQ(only_sweep("by = { parameter = \"W\", from = 1, to = 2 }\n")->variants,
            std::vector<std::string>{"wide"});
}

TEST(BadSweepMap, names_its_file_line_and_key) {
  expect_problem("by = { from = 1, to = 2 }\n", "sweeps[0].by", "parameter is missing");
  expect_problem("by = { parameter = \"N\", from = 64 }\n", "sweeps[0].by", "to is missing");
  expect_problem("by = { parameter = \"N\", from = 64, to = 32 }\n", "sweeps[0].by.from",
                 "above to");
  expect_problem("by = { parameter = \"N\", values = [33] }\n", "sweeps[0].by.values", "33");
  expect_problem("by = { parameter = \"M\", values = [1] }\n", "sweeps[0].by.parameter",
                 "no variant");
  expect_problem("by = { parameter = \"PAD\", values = [1] }\n", "sweeps[0].by.parameter",
                 "another");
  expect_problem("by = { parameter = \"N\", valus = [1] }\n", "sweeps[0].by.valus", "values");
  expect_problem("by = { parameter = \"N\", values = [64] }\nset = { N = 64 }\n", "sweeps[0].set",
                 "second axis");
}

TEST(BadSweep, with_a_value_twice) {
  const Error error =
      error_of(minimal_lesson + "[[sweeps]]\nname = \"s\"\nparameter = \"N\"\nvalues = [64, 64]\n");
  EXPECT_EQ(error.key, "sweeps[0].values");
}

TEST(BadSweep, with_a_name_that_options_cannot_name) {
  const Error error = error_of(
      minimal_lesson + "[[sweeps]]\nname = \"over sizes\"\nparameter = \"N\"\nvalues = [64]\n");
  EXPECT_EQ(error.key, "sweeps[0].name");
}

TEST(SweepRange, that_overflows_ends) {
  const auto values = values_of({1, std::numeric_limits<std::int64_t>::max(), {}, 2});
  ASSERT_TRUE(values);
  EXPECT_EQ(values->size(), 63U);
}

TEST(SweepRange, of_too_many_values_is_refused) {
  EXPECT_FALSE(values_of({0, 1000, {}, {}}));
  EXPECT_TRUE(values_of({0, 999, {}, {}}));
}

}  // namespace
}  // namespace sweep_map_test
}  // namespace lanescope::lesson::testing
