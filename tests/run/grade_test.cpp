// Grading of an exercise without stand-ins: compiles, simulates and compares.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <set>

#include "app/session/course/check.h"
#include "app/session/course/exercise.h"
#include "tests/temporary_folder.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr const char* kernel_text = R"(__global__ void k(const int* in, int* out)
{
    __shared__ int s[32 * (32 + PAD)];
    int lane = threadIdx.x;
    s[lane * (32 + PAD)] = in[blockIdx.x * 32 + lane];
    __syncthreads();
    out[blockIdx.x * 32 + lane] = s[lane * (32 + PAD)] + 1;
}
)";

// A learner's solution without conflicts; below, one with a wrong result.
constexpr const char* better_kernel = R"(__global__ void k(const int* in, int* out)
{
    __shared__ int s[32];
    s[threadIdx.x] = in[blockIdx.x * 32 + threadIdx.x];
    __syncthreads();
    out[blockIdx.x * 32 + threadIdx.x] = s[threadIdx.x] + 1;
}
)";
constexpr const char* wrong_kernel = R"(__global__ void k(const int* in, int* out)
{
    out[blockIdx.x * 32 + threadIdx.x] = in[blockIdx.x * 32 + threadIdx.x];
}
)";
constexpr const char* racing_kernel = R"(__global__ void k(const int* in, int* out)
{
    __shared__ int s[33];
    s[threadIdx.x + 1] = 5;
    s[threadIdx.x] = in[blockIdx.x * 32 + threadIdx.x];
    if (blockIdx.x == 0) out[1 << 20] = 1;
    out[blockIdx.x * 32 + threadIdx.x] = in[blockIdx.x * 32 + threadIdx.x] + 1;
}
)";

constexpr const char* lesson_text = R"(source = "k.cu"
kernel = "k"
[params]
BLOCKS = { default = 2, min = 1, max = 64 }
PAD = { default = 0, min = 0, max = 32 }
[launch]
grid = ["BLOCKS"]
block = [32]
[[args]]
name = "in"
type = "int"
count = "BLOCKS * 32"
init = "iota"
[[args]]
name = "out"
type = "int"
count = "BLOCKS * 32"
)";

constexpr const char* guide_text = R"([[steps]]
name = "one"
view = "access=shared_load"
[[steps.questions]]
name = "ways"
kind = "number"
value = "access.ways"
min = 1
max = 32
[[steps]]
name = "two"
[[steps.questions]]
name = "less"
kind = "choice"
against = { set = { PAD = 1 } }
choices = [ { name = "yes", when = "other.shared_load.conflicts < shared_load.conflicts" },
            { name = "no", when = "other.shared_load.conflicts >= shared_load.conflicts" } ]
[[steps]]
name = "three"
set = { PAD = 1 }
[exercise]
set = { PAD = 0 }
keeps = ["out"]
fixed = []
goals = [ { name = "free", when = "shared_load.conflicts + shared_store.conflicts == 0" } ]
solution = { set = { PAD = 1 } }
)";

std::string sections() {
  std::string text;
  for (const char* key : {"goal", "step.one", "question.ways", "answer.ways", "step.two",
                          "question.less", "choice.less.yes", "choice.less.no", "answer.less",
                          "step.three", "exercise", "exercise.free", "exercise.done"}) {
    text += std::string("# ") + key + "\n## Title\ntext\n";
  }
  return text;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  if (at == std::string::npos) ADD_FAILURE() << "no " << from;
  return text.replace(at, from.size(), to);
}

// A course folder with the lesson `pad`, and a folder for the learner's copies.
class GradeTest : public tests::InFolder<::testing::Test> {
 protected:
  GradeTest() {
    write("kernels/pad/k.cu", kernel_text);
    write("kernels/pad/lesson.toml", lesson_text);
    write("kernels/pad/guide.toml", guide_text);
    write("kernels/pad/guide.en.md", sections());
    write("kernels/pad/guide.zh.md", sections());
    ::setenv("LANESCOPE_KERNELS", (folder_ / "kernels").c_str(), 1);
    ::setenv("XDG_DATA_HOME", (folder_ / "data").c_str(), 1);
  }
  ~GradeTest() override {
    ::unsetenv("LANESCOPE_KERNELS");
    ::unsetenv("XDG_DATA_HOME");
  }
  static GradePtr graded(const Attempt& attempt) {
    auto grade = app::grade(attempt);
    if (!grade) ADD_FAILURE() << grade.error().message;
    return grade ? *grade : nullptr;
  }
  static Attempt attempt(const lesson::Values& values = {}) {
    Attempt attempt;
    attempt.lesson = "pad";
    attempt.overrides = values;
    return attempt;
  }
  static std::string problems() {
    const auto lesson = lesson::find("pad");
    if (!lesson) return lesson.error().formatted();
    std::string text;
    for (const lesson::Error& problem : check_files(*lesson)) text += problem.formatted() + "\n";
    for (const lesson::Error& problem : check_runs(*lesson, {compile::Compiler::automatic}))
      text += problem.formatted() + "\n";
    return text;
  }
};

TEST_F(GradeTest, a_hint_that_says_what_is_asked_is_reported_at_its_line) {
  const std::string hint = "# hint.ways\nThe {PAD} words and\n{access.ways} lanes.\n";
  write("kernels/pad/guide.en.md", sections() + hint);
  write("kernels/pad/guide.zh.md", sections() + "# hint.ways\n看 lane 0。\n");
  EXPECT_THAT(problems(), HasSubstr("guide.en.md:42: hint.ways: {access.ways}: the question asks"));
  EXPECT_THAT(problems(), ::testing::Not(HasSubstr("{PAD}")));
}

TEST_F(GradeTest, the_exercises_beginning_does_not_pass_and_says_by_how_much) {
  const GradePtr grade = graded(attempt());
  ASSERT_TRUE(grade);
  EXPECT_FALSE(grade->passed());
  ASSERT_EQ(grade->goals.size(), 1U);
  EXPECT_FALSE(grade->goals[0].is_met);
  ASSERT_EQ(grade->goals[0].figures.size(), 2U);
  EXPECT_EQ(grade->goals[0].figures[0].first, "shared_load.conflicts");
  EXPECT_EQ(grade->goals[0].figures[0].second, 62);  // 31 in each of two blocks
  EXPECT_TRUE(grade->arrays.at(0).is_kept);
  // What is compared, and with what.
  ASSERT_FALSE(grade->goals[0].comparisons.empty());
  const GoalComparison& asked = grade->goals[0].comparisons.front();
  EXPECT_EQ(asked.text, "shared_load.conflicts + shared_store.conflicts");
  EXPECT_EQ(asked.value, *grade->goals[0].figures[0].second + *grade->goals[0].figures[1].second);
  EXPECT_EQ(asked.relation, "==");
  EXPECT_EQ(asked.wanted, 0);
  EXPECT_EQ(asked.wanted_text, "");  // a constant
}

// What changes with the attempt is not a number to aim at: the goal is shown in its own terms.
TEST_F(GradeTest, a_goal_that_compares_two_counts_says_which) {
  write("kernels/pad/guide.toml",
        replaced(guide_text, "when = \"shared_load.conflicts + shared_store.conflicts == 0\"",
                 "when = \"shared_load.wavefronts == 2 * shared_load.requests - 2\""));
  const GradePtr grade = graded(attempt());
  ASSERT_TRUE(grade);
  ASSERT_EQ(grade->goals.at(0).comparisons.size(), 1U);
  EXPECT_EQ(grade->goals[0].comparisons[0].wanted_text, "2 * shared_load.requests - 2");
}

TEST_F(GradeTest, a_parameter_that_reaches_the_goal_passes) {
  const GradePtr grade = graded(attempt({{"PAD", 1}}));
  ASSERT_TRUE(grade);
  EXPECT_TRUE(grade->passed());
  EXPECT_EQ(grade->params.at("PAD"), 1);
}

TEST_F(GradeTest, arrays_are_compared_at_the_attempts_size) {
  const GradePtr grade = graded(attempt({{"PAD", 1}, {"BLOCKS", 5}}));
  ASSERT_TRUE(grade);
  EXPECT_TRUE(grade->passed());
  EXPECT_EQ(grade->params.at("BLOCKS"), 5);
}

TEST_F(GradeTest, the_users_own_kernel_replaces_the_lessons) {
  Attempt own = attempt();
  own.kernel = write("mine.cu", better_kernel);
  const GradePtr grade = graded(own);
  ASSERT_TRUE(grade);
  EXPECT_TRUE(grade->passed());
}

TEST_F(GradeTest, a_kernel_that_changes_what_must_stay_does_not_pass) {
  Attempt own = attempt();
  own.kernel = write("mine.cu", wrong_kernel);
  const GradePtr grade = graded(own);
  ASSERT_TRUE(grade);
  EXPECT_TRUE(grade->goals.at(0).is_met);
  EXPECT_FALSE(grade->arrays.at(0).is_kept);
  EXPECT_THAT(grade->arrays.at(0).why, HasSubstr("differ"));
  EXPECT_FALSE(grade->passed());
}

TEST_F(GradeTest, elements_that_differ_are_named_with_what_was_wanted_and_got) {
  Attempt own = attempt();
  own.kernel = write("mine.cu", R"(__global__ void k(const int* in, int* out)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    out[i] = i % 20 == 3 ? -7 : in[i] + 1;
}
)");
  const GradePtr grade = graded(own);
  ASSERT_TRUE(grade);
  const report::ArrayDifferencePtr& difference = grade->arrays.at(0).difference;
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->wrong, 4U);  // 3, 23, 43, 63
  EXPECT_EQ(difference->first_wrong(3), (std::vector<std::uint64_t>{3, 23, 43}));
  EXPECT_EQ(report::element_text(difference->array, 23), "out[23]");
  EXPECT_EQ(difference->wanted_text(23), "24");
  EXPECT_EQ(difference->got_text(23), "-7");
  EXPECT_FALSE(difference->differs(24));
}

TEST_F(GradeTest, an_array_that_is_kept_has_no_difference) {
  const GradePtr grade = graded(attempt({{"PAD", 1}}));
  ASSERT_TRUE(grade);
  EXPECT_EQ(grade->arrays.at(0).difference, nullptr);
}

TEST_F(GradeTest, a_kernel_with_errors_does_not_pass) {
  Attempt own = attempt();
  own.kernel = write("mine.cu", racing_kernel);
  const GradePtr grade = graded(own);
  ASSERT_TRUE(grade);
  EXPECT_THAT(grade->findings, ::testing::Not(IsEmpty()));
  EXPECT_FALSE(grade->passed());
}

TEST_F(GradeTest, a_kernel_that_does_not_compile_is_a_problem_with_its_place) {
  Attempt own = attempt();
  own.kernel = write("mine.cu", "__global__ void k(const int* in, int* out)\n{ out = ; }\n");
  const auto grade = app::grade(own);
  ASSERT_FALSE(grade);
  EXPECT_EQ(grade.error().exit_code, 2);
  EXPECT_THAT(grade.error().message, HasSubstr("mine.cu:2"));
  EXPECT_EQ(grade.error().source_name, "mine.cu");
  EXPECT_THAT(grade.error().source_text, HasSubstr("out = ;"));
  ASSERT_FALSE(grade.error().errors.empty());
  EXPECT_EQ(grade.error().errors.front().line, 2);
  EXPECT_THAT(grade.error().errors.front().message, HasSubstr("expression"));
  own.kernel = folder_ / "nothing.cu";
  EXPECT_THAT(app::grade(own).error().message, HasSubstr("nothing.cu: no such file"));
}

TEST_F(GradeTest, a_fixed_parameter_may_not_be_changed) {
  write("kernels/pad/guide.toml", replaced(guide_text, "fixed = []", "fixed = [\"BLOCKS\"]"));
  const auto grade = app::grade(attempt({{"PAD", 1}, {"BLOCKS", 5}}));
  ASSERT_FALSE(grade);
  EXPECT_THAT(grade.error().message, HasSubstr("BLOCKS must stay at 2"));
}

TEST_F(GradeTest, a_lesson_without_an_exercise_is_a_problem) {
  fs::remove(folder_ / "kernels/pad/guide.toml");
  EXPECT_THAT(app::grade(attempt()).error().message, HasSubstr("no exercise"));
}

TEST_F(GradeTest, is_the_same_every_time) {
  const GradePtr first = graded(attempt()), second = graded(attempt());
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->goals[0].figures, second->goals[0].figures);
}

// --- the learner's copy ---

TEST_F(GradeTest, a_copy_is_made_once_and_never_written_over) {
  const auto lesson = lesson::find("pad");
  ASSERT_TRUE(lesson);
  const auto copy = own_copy(*lesson);
  ASSERT_TRUE(copy) << copy.error();
  EXPECT_EQ(copy->kernel, folder_ / "data/lanescope/exercises/pad/k.cu");
  EXPECT_EQ(tests::text_of(copy->kernel), kernel_text);
  EXPECT_TRUE(is_own_copy(copy->lesson));
  EXPECT_FALSE(is_own_copy(lesson->path()));
  std::ofstream(copy->kernel) << better_kernel;
  ASSERT_TRUE(own_copy(*lesson));
  EXPECT_EQ(tests::text_of(copy->kernel), better_kernel);
}

TEST_F(GradeTest, a_copy_has_what_a_learner_changes_and_not_the_solution) {
  write("kernels/pad/lesson.toml",
        replaced(lesson_text, "source = \"k.cu\"\nkernel = \"k\"\n", "") +
            "[[variants]]\nname = \"first\"\nsource = \"k.cu\"\nkernel = \"k\"\n"
            "[[variants]]\nname = \"solved\"\nsource = \"solved.cu\"\nkernel = \"k\"\n");
  write("kernels/pad/solved.cu", better_kernel);
  write("kernels/pad/of_all.h", "// a header\n");
  write("kernels/pad/guide.toml", replaced(guide_text, "solution = { set = { PAD = 1 } }",
                                           "solution = { variant = \"solved\" }"));
  const auto lesson = lesson::find("pad");
  ASSERT_TRUE(lesson) << lesson.error().formatted();
  const auto made = own_copy(*lesson);
  ASSERT_TRUE(made) << made.error();
  std::set<std::string> files;
  for (const auto& entry : fs::directory_iterator(made->lesson.parent_path()))
    files.insert(entry.path().filename());
  EXPECT_EQ(files, (std::set<std::string>{"k.cu", "lesson.toml", "of_all.h"}));
  EXPECT_THAT(tests::text_of(made->lesson), Not(HasSubstr("solution")));
  // What is not there is read from the lesson.
  const auto copy = lesson::find(made->lesson.string());
  ASSERT_TRUE(copy) << copy.error().formatted();
  ASSERT_NE(copy->guide(), nullptr);
  EXPECT_EQ(copy->guide()->exercise->solution.variant, "solved");
  EXPECT_EQ(copy->resolve("solved", {})->source_text, better_kernel);
  EXPECT_EQ(usable_own_copy("pad"), made->lesson);
}

TEST_F(GradeTest, a_copy_of_a_lesson_that_is_gone_says_so) {
  const auto made = own_copy(*lesson::find("pad"));
  ASSERT_TRUE(made);
  fs::remove_all(folder_ / "kernels/pad");
  const auto copy = lesson::find(made->lesson.string());
  ASSERT_FALSE(copy);
  EXPECT_THAT(copy.error().formatted(), HasSubstr("base: no such shipped lesson: 'pad'"));
}

TEST_F(GradeTest, a_replaced_copy_is_kept_under_another_name) {
  const auto lesson = lesson::find("pad");
  ASSERT_TRUE(lesson);
  for (const char* text : {better_kernel, wrong_kernel}) {
    const auto copy = own_copy(*lesson);
    ASSERT_TRUE(copy);
    EXPECT_EQ(tests::text_of(copy->kernel), kernel_text);
    std::ofstream(copy->kernel) << text;
    const auto aside = put_own_copy_aside("pad");
    ASSERT_TRUE(aside) << aside.error();
    EXPECT_EQ(tests::text_of(*aside / "k.cu"), text);
    EXPECT_FALSE(fs::exists(copy->kernel));
  }
  EXPECT_EQ(put_own_copy_aside("pad").value(), fs::path());
}

TEST_F(GradeTest, a_copy_is_held_against_the_shipped_lesson) {
  const auto lesson = lesson::find("pad");
  ASSERT_TRUE(lesson);
  const auto copy = own_copy(*lesson);
  ASSERT_TRUE(copy);
  Attempt own = attempt();
  own.lesson = copy->lesson.string();
  std::ofstream(copy->kernel) << better_kernel;
  EXPECT_TRUE(graded(own)->passed());
  // Arrays are compared with those of the lesson's own kernel, so this copy fails.
  std::ofstream(copy->kernel) << wrong_kernel;
  EXPECT_FALSE(graded(own)->arrays.at(0).is_kept);
}

TEST_F(GradeTest, where_no_copy_can_be_written_is_one_message) {
  write("data", "a file where the folder should be");
  const auto lesson = lesson::find("pad");
  ASSERT_TRUE(lesson);
  const auto copy = own_copy(*lesson);
  ASSERT_FALSE(copy);
  EXPECT_THAT(copy.error(), HasSubstr("exercises/pad"));
}

// --- messages for authors ---

TEST_F(GradeTest, a_good_lesson_has_no_problems) { EXPECT_EQ(problems(), ""); }

TEST_F(GradeTest, every_kind_of_mistake_is_reported_with_its_line) {
  struct Mistake {
    const char *file, *from, *to, *told;
  };
  const std::vector<Mistake> mistakes = {
      {"guide.toml", "access.ways", "access.way", "guide.toml:7: steps[0].questions[0].value"},
      {"guide.toml", "max = 32", "max = 31", "32, lies outside of min and max"},
      {"guide.toml", "access=shared_load", "access=global_atomic", "has no global_atomic"},
      {"guide.toml", "access=shared_load", "line=3", "nothing to show for line 3"},
      {"guide.toml", "access=shared_load", "acess=shared_load",
       "'acess=shared_load' is not one of"},
      {"guide.toml", "access=shared_load", "sweep=size", "the lesson has no sweep 'size'"},
      {"guide.toml", "value = \"access.ways\"", "value = \"branch.executions\"",
       "'branch.executions' has no value at this step"},
      {"guide.toml", "other.shared_load.conflicts >= ", "other.shared_load.conflicts < ",
       "when` holds for several choices (yes, no)"},
      {"guide.toml", "set = { PAD = 0 }", "set = { PAD = 3 }", "there is nothing to do"},
      {"guide.toml", "solution = { set = { PAD = 1 } }", "solution = { set = { PAD = 16 } }",
       "the solution does not reach goal 'free'"},
      {"guide.toml", "[[steps]]\nname = \"three\"\nset = { PAD = 1 }\n", "",
       "2 steps; a lesson has"},
      {"guide.en.md", "# answer.ways\n## Title\ntext",
       "# answer.ways\n## Title\ntext\n{acces.ways}",
       "guide.en.md:13: answer.ways: {...}: \"acces.ways\": unknown fact"},
      {"guide.zh.md", "# goal\n", "# gaol\n", "guide.zh.md: there is no section \"# goal\""},
      {"lesson.toml", "kernel = \"k\"\n", "kernel = \"k\"\nprovokes = [\"race\"]\n",
       "there is no kind of finding 'race'"},
      {"lesson.toml", "kernel = \"k\"\n", "kernel = \"k\"\nprovokes = [\"shared_race\"]\n",
       "it should provoke shared_race, but this was not found"},
      {"k.cu", "    __syncthreads();\n", "    if (lane < 16) __syncthreads();\n",
       "only 16 of the warp's 32"},
  };
  for (const Mistake& mistake : mistakes) {
    const std::string name = std::string("kernels/pad/") + mistake.file;
    const std::string good = tests::text_of(folder_ / name);
    write(name, replaced(good, mistake.from, mistake.to));
    EXPECT_THAT(problems(), HasSubstr(mistake.told)) << mistake.to;
    write(name, good);
  }
}

TEST_F(GradeTest, a_finding_that_a_variant_provokes_is_no_problem) {
  write("kernels/pad/k.cu",
        replaced(kernel_text, "    __syncthreads();\n", "    if (lane < 16) __syncthreads();\n"));
  write("kernels/pad/lesson.toml",
        replaced(lesson_text, "kernel = \"k\"\n",
                 "kernel = \"k\"\nprovokes = [\"divergent_barrier\"]\n"));
  // The solution may not have that finding: a solved exercise has no errors.
  EXPECT_THAT(problems(), HasSubstr("the solution: "));
  EXPECT_THAT(problems(), ::testing::Not(HasSubstr("variants")));
}

}  // namespace
}  // namespace lanescope::app
