// The parts of a lesson file about measuring: sweeps, bounds, known differences.

#include <gtest/gtest.h>

#include "tests/lesson/lesson_folder.h"

namespace lanescope::lesson::testing {
namespace measuring_test {
namespace {

constexpr const char* two_variants = R"(
[[variants]]
name = "plain"
[[variants]]
name = "wide"
params.W = { default = 4, min = 1, max = 16 }
)";

std::string with_sweep(const std::string& sweep) {
  return minimal_lesson + two_variants + "[[sweeps]]\n" + sweep;
}

tl::expected<Sweep, Error> only_sweep(const std::string& sweep) {
  const LessonFolder folder(with_sweep(sweep));
  const auto lesson = Lesson::load(folder.path());
  if (!lesson) return tl::unexpected(lesson.error());
  EXPECT_EQ(lesson->sweeps().size(), 1U);
  return lesson->sweeps().front();
}

TEST(Sweep, its_values_can_be_listed) {
  const auto sweep = only_sweep("name = \"s\"\nparameter = \"N\"\nvalues = [32, 4096]\n");
  ASSERT_TRUE(sweep) << sweep.error().formatted();
  EXPECT_EQ(sweep->values, (std::vector<std::int64_t>{32, 4096}));
  EXPECT_EQ(sweep->title.english(), "s");
}

TEST(Sweep, a_range_goes_from_its_first_to_its_last_value_by_steps) {
  const auto sweep = only_sweep("name = \"s\"\nparameter = \"PAD\"\nfrom = 0\nto = 7\nstep = 3\n");
  ASSERT_TRUE(sweep) << sweep.error().formatted();
  EXPECT_EQ(sweep->values, (std::vector<std::int64_t>{0, 3, 6}));
}

TEST(Sweep, a_range_may_multiply) {
  const auto sweep =
      only_sweep("name = \"s\"\nparameter = \"N\"\nfrom = 512\nto = 4096\nfactor = 2\n");
  ASSERT_TRUE(sweep) << sweep.error().formatted();
  EXPECT_EQ(sweep->values, (std::vector<std::int64_t>{512, 1024, 2048, 4096}));
}

TEST(Sweep, it_goes_over_the_variants_that_have_its_parameters) {
  const auto of_all = only_sweep("name = \"s\"\nparameter = \"N\"\nvalues = [64]\n");
  ASSERT_TRUE(of_all);
  EXPECT_EQ(of_all->variants, (std::vector<std::string>{"plain", "wide"}));
  const auto of_one =
      only_sweep("name = \"s\"\nparameter = \"N\"\nvalues = [64]\nset = { W = 8 }\n");
  ASSERT_TRUE(of_one);
  EXPECT_EQ(of_one->variants, (std::vector<std::string>{"wide"}));
  EXPECT_EQ(of_one->set.at("W"), 8);
}

void expect_problem(const std::string& sweep, const std::string& key, const std::string& words) {
  const Error error = error_of(with_sweep(sweep));
  EXPECT_EQ(error.key, key) << error.formatted();
  EXPECT_NE(error.message.find(words), std::string::npos) << error.formatted();
  EXPECT_GT(error.line, 15) << error.formatted();
}

TEST(BadSweep, without_a_name) {
  expect_problem("parameter = \"N\"\nvalues = [64]\n", "sweeps[0]", "name is missing");
}
TEST(BadSweep, without_values) {
  expect_problem("name = \"s\"\nparameter = \"N\"\nfrom = 64\n", "sweeps[0]", "to is missing");
}
TEST(BadSweep, of_a_parameter_that_no_variant_has) {
  expect_problem("name = \"s\"\nparameter = \"PADD\"\nvalues = [1]\n", "sweeps[0].parameter",
                 "'PAD'");
}
TEST(BadSweep, of_a_variant_that_lacks_the_parameter) {
  expect_problem("name = \"s\"\nparameter = \"W\"\nvalues = [1]\nvariants = [\"plain\"]\n",
                 "sweeps[0].variants", "lacks");
}
TEST(BadSweep, of_a_variant_that_is_not_there) {
  expect_problem("name = \"s\"\nparameter = \"N\"\nvalues = [64]\nvariants = [\"wid\"]\n",
                 "sweeps[0].variants", "'wide'");
}
TEST(BadSweep, with_a_value_that_its_parameter_cannot_have) {
  expect_problem("name = \"s\"\nparameter = \"N\"\nvalues = [64, 33]\n", "sweeps[0].values", "33");
  expect_problem("name = \"s\"\nparameter = \"W\"\nfrom = 1\nto = 17\n", "sweeps[0].from", "17");
  expect_problem("name = \"s\"\nparameter = \"PAD\"\nvalues = [1]\nset = { N = 8 }\n",
                 "sweeps[0].set", "8");
}
TEST(BadSweep, that_goes_backwards) {
  expect_problem("name = \"s\"\nparameter = \"PAD\"\nfrom = 3\nto = 1\n", "sweeps[0].from",
                 "above to");
}
TEST(BadSweep, that_would_never_end) {
  expect_problem("name = \"s\"\nparameter = \"PAD\"\nfrom = 0\nto = 8\nfactor = 2\n",
                 "sweeps[0].from", "at least 1");
  expect_problem("name = \"s\"\nparameter = \"PAD\"\nfrom = 0\nto = 8\nstep = 0\n",
                 "sweeps[0].step", "at least 1");
  expect_problem("name = \"s\"\nparameter = \"PAD\"\nfrom = 0\nto = 999999999\n", "sweeps[0]",
                 "more than 1000");
}
TEST(BadSweep, with_values_of_two_kinds) {
  expect_problem("name = \"s\"\nparameter = \"PAD\"\nvalues = [1, \"2\"]\n", "sweeps[0].values",
                 "list of integers");
}
TEST(BadSweep, that_sets_what_it_sweeps) {
  expect_problem("name = \"s\"\nparameter = \"PAD\"\nvalues = [1]\nset = { PAD = 2 }\n",
                 "sweeps[0].set.PAD", "varies");
}
TEST(BadSweep, of_a_name_that_is_taken) {
  expect_problem(
      "name = \"s\"\nparameter = \"N\"\nvalues = [64]\n[[sweeps]]\nname = \"s\"\nparameter = "
      "\"N\"\nvalues = [64]\n",
      "sweeps[1].name", "already");
}

TEST(Bound, its_size_is_an_expression_of_the_parameters) {
  const LessonFolder folder(
      changed(minimal_lesson, "[launch]", "[bound]\nkind = \"sgemm\"\nsize = \"2 * N\"\n[launch]"));
  const auto lesson = loaded(folder);
  ASSERT_TRUE(lesson);
  const auto resolved = lesson->resolve("", {{"N", 512}});
  ASSERT_TRUE(resolved);
  ASSERT_TRUE(resolved->bound);
  EXPECT_EQ(resolved->bound->kind, BoundKind::sgemm);
  EXPECT_EQ(resolved->bound->size, 1024U);
}

TEST(Bound, a_kind_that_is_not_known_is_an_error) {
  const Error error =
      error_of(changed(minimal_lesson, "[launch]", "[bound]\nkind = \"gemm\"\nsize = 1\n[launch]"));
  EXPECT_EQ(error.key, "bound.kind");
  EXPECT_NE(error.message.find("sgemm"), std::string::npos);
}

TEST(Bound, a_size_of_zero_is_an_error) {
  const Error error = error_of(
      changed(minimal_lesson, "[launch]", "[bound]\nkind = \"sum\"\nsize = \"N - N\"\n[launch]"));
  EXPECT_EQ(error.key, "bound.size");
}

TEST(KnownDifference, names_counters_and_says_why) {
  const LessonFolder folder(minimal_lesson + two_variants +
                            "[[differences]]\nvariants = [\"wide\"]\n"
                            "counters = [\"shared_load.requests\"]\nwhy = { en = \"merged\" }\n");
  const auto lesson = loaded(folder);
  ASSERT_TRUE(lesson);
  ASSERT_EQ(lesson->differences().size(), 1U);
  EXPECT_EQ(lesson->differences()[0].variants, std::vector<std::string>{"wide"});
  EXPECT_EQ(lesson->differences()[0].counters, std::vector<std::string>{"shared_load.requests"});
  EXPECT_EQ(lesson->differences()[0].why.english(), "merged");
}

TEST(KnownDifference, may_be_allowed_up_to_a_share) {
  const std::string entry =
      "[[differences]]\ncounters = [\"shared_load.wavefronts\"]\nwhy = \"jitter\"\nwithin = ";
  const LessonFolder folder(minimal_lesson + entry + "0.02\n");
  const auto lesson = loaded(folder);
  ASSERT_TRUE(lesson);
  EXPECT_EQ(lesson->differences()[0].within, 0.02);
  EXPECT_EQ(error_of(minimal_lesson + entry + "1.5\n").key, "differences[0].within");
  EXPECT_EQ(error_of(minimal_lesson + entry + "0\n").key, "differences[0].within");
}

TEST(KnownDifference, without_a_reason_is_an_error) {
  const Error error =
      error_of(minimal_lesson + "[[differences]]\ncounters = [\"shared_load.requests\"]\n");
  EXPECT_EQ(error.key, "differences[0]");
  EXPECT_NE(error.message.find("why"), std::string::npos);
}

TEST(CommonDifferences, are_read_from_the_file_beside_the_shipped_lessons) {
  const auto differences = common_differences();
  ASSERT_TRUE(differences) << differences.error().formatted();
  ASSERT_FALSE(differences->empty());
  for (const KnownDifference& difference : *differences) {
    EXPECT_TRUE(difference.variants.empty());
    ASSERT_TRUE(difference.within) << "what holds for every lesson must have a limit";
    EXPECT_LE(*difference.within, 0.1);
    EXPECT_FALSE(difference.why.english().empty());
    EXPECT_TRUE(difference.why.has("zh"));
  }
}

// ---- [moving] ----

TEST(Moving, is_evaluated_with_the_parameters_and_has_defaults) {
  const LessonFolder folder(
      changed(minimal_lesson, "[launch]",
              "[moving]\nbytes = \"4 * N\"\nchunks = 8\nstreams = 2\n[launch]"));
  const auto lesson = loaded(folder);
  ASSERT_TRUE(lesson);
  const auto resolved = lesson->resolve("", {{"N", 512}});
  ASSERT_TRUE(resolved) << resolved.error().formatted();
  MovingWork expected;
  expected.bytes = 2048;
  expected.chunks = 8;
  expected.streams = 2;
  EXPECT_EQ(resolved->moving, expected);
}

TEST(Moving, of_a_variant_changes_single_keys) {
  const LessonFolder folder(
      changed(minimal_lesson, "[launch]", "[moving]\nbytes = \"4 * N\"\nchunks = 8\n[launch]") +
      "[[variants]]\nname = \"one\"\n"
      "[[variants]]\nname = \"more\"\nmoving.streams = 4\n");
  const auto lesson = loaded(folder);
  ASSERT_TRUE(lesson);
  const auto one = lesson->resolve("one", {});
  const auto more = lesson->resolve("more", {});
  ASSERT_TRUE(one && more && one->moving && more->moving);
  EXPECT_EQ(one->moving->streams, 1);
  EXPECT_EQ(more->moving->streams, 4);
  EXPECT_EQ(more->moving->chunks, 8);
  EXPECT_EQ(more->moving->bytes, 4096);
}

TEST(Moving, of_a_wrong_value_says_which_are_possible) {
  const Error error =
      error_of(changed(minimal_lesson, "[launch]", "[moving]\nbytes = 0\n[launch]"));
  EXPECT_EQ(error.key, "moving.bytes");
  EXPECT_NE(error.message.find("it may be 1 to"), std::string::npos) << error.message;
  const Error many = error_of(changed(
      minimal_lesson, "[launch]", "[moving]\nbytes = 4096\nchunks = 129\nstreams = 2\n[launch]"));
  EXPECT_EQ(many.key, "moving");
}

// Line 6 is [moving], 7 bytes, 8 `programs`.
std::string with_moving(const std::string& keys) {
  return changed(minimal_lesson, "[launch]", "[moving]\nbytes = 4096\n" + keys + "\n[launch]");
}

TEST(Moving, chooses_one_of_its_programs_by_an_expression) {
  const LessonFolder folder(
      with_moving("programs = [\"in A 1\", \"in A 1; kernel A 1\"]\nprogram = \"PAD\""));
  const auto lesson = loaded(folder);
  ASSERT_TRUE(lesson);
  const auto first = lesson->resolve("", {});
  const auto second = lesson->resolve("", {{"PAD", 1}});
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->stream_program, "in A 1");
  EXPECT_EQ(second->stream_program, "in A 1; kernel A 1");
  const auto third = lesson->resolve("", {{"PAD", 2}});
  ASSERT_FALSE(third);
  EXPECT_EQ(third.error().key, "moving.program");
  EXPECT_EQ(third.error().line, 9);
  EXPECT_NE(third.error().message.find("it may be 0 to 1"), std::string::npos)
      << third.error().message;
}

TEST(Moving, has_the_first_program_or_none_where_it_chooses_none) {
  const auto program_of = [](const std::string& keys) {
    const LessonFolder folder(with_moving(keys));
    const auto lesson = loaded(folder);
    const auto resolved = lesson ? lesson->resolve("", {}) : tl::unexpected(Error{});
    return resolved ? resolved->stream_program : std::string("no lesson");
  };
  EXPECT_EQ(program_of("programs = [\"sync\", \"in A 1\"]"), "sync");
  EXPECT_EQ(program_of(""), "");
}

TEST(Moving, of_a_variant_chooses_among_the_lessons_programs_or_its_own) {
  const LessonFolder folder(with_moving("programs = [\"in A 1\", \"in B 1\"]") +
                            "[[variants]]\nname = \"second\"\nmoving.program = 1\n"
                            "[[variants]]\nname = \"own\"\nmoving.programs = [\"out C 3\"]\n");
  const auto lesson = loaded(folder);
  ASSERT_TRUE(lesson);
  EXPECT_EQ(lesson->resolve("second", {})->stream_program, "in B 1");
  EXPECT_EQ(lesson->resolve("own", {})->stream_program, "out C 3");
}

TEST(Moving, names_the_place_of_a_program_that_is_none) {
  const Error wrong = error_of(with_moving("programs = [\n\"in A 1\",\n\"fly A 1\",\n]"));
  EXPECT_EQ(wrong.key, "moving.programs[1]");
  EXPECT_EQ(wrong.line, 10);
  EXPECT_NE(wrong.message.find("call 1: \"fly\" may not stand here"), std::string::npos)
      << wrong.message;
  const Error empty = error_of(with_moving("programs = [\"per_thread\"]"));
  EXPECT_EQ(empty.key, "moving.programs[0]");
  EXPECT_NE(empty.message.find("it has no calls"), std::string::npos) << empty.message;
  EXPECT_EQ(error_of(with_moving("programs = []")).key, "moving.programs");
  EXPECT_EQ(error_of(with_moving("programs = \"in A 1\"")).key, "moving.programs");
  const Error none = error_of(with_moving("program = 0"));
  EXPECT_EQ(none.key, "moving.program");
  EXPECT_NE(none.message.find("programs, which is missing"), std::string::npos) << none.message;
}

TEST(Moving, without_bytes_or_with_an_unknown_key_is_refused) {
  EXPECT_EQ(error_of(changed(minimal_lesson, "[launch]", "[moving]\nchunks = 2\n[launch]")).key,
            "moving");
  EXPECT_EQ(
      error_of(changed(minimal_lesson, "[launch]", "[moving]\nbytes = 4\nway = 2\n[launch]")).key,
      "moving.way");
}

}  // namespace
}  // namespace measuring_test
}  // namespace lanescope::lesson::testing
