// A learner's own file in a session, without a window: solved and opened again, broken and mended.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <optional>
#include <thread>

#include "app/session/course.h"
#include "tests/temporary_folder.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;
using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;
using ::testing::HasSubstr;

// volatile: clang would leave out the load, and with it the conflicts.
constexpr const char* own_kernel = R"(#include "twice.h"
__global__ void k(const int* in, int* out)
{
    __shared__ volatile int s[32 * 32];
    s[threadIdx.x * 32] = in[threadIdx.x];
    out[threadIdx.x] = twice(s[threadIdx.x * 32]);
}
)";
constexpr const char* own_solution = R"(#include "twice.h"
__global__ void k(const int* in, int* out)
{
    __shared__ int s[32];
    s[threadIdx.x] = in[threadIdx.x];
    out[threadIdx.x] = twice(s[threadIdx.x]);
}
)";
constexpr const char* does_not_compile = R"(#include "twice.h"
__global__ void k(const int* in, int* out)
{

    out[threadIdx.x] = twice(in[threadIdx.x])
}
)";
constexpr const char* own_header = "__device__ inline int twice(int x) { return 2 * x; }\n";

constexpr const char* own_lesson = R"(source = "k.cu"
kernel = "k"
[params]
OFFSET = { default = 0, min = 0, max = 8 }
[launch]
grid = [1]
block = [32]
[[args]]
name = "in"
type = "int"
count = 32
init = "iota"
[[args]]
name = "out"
type = "int"
count = 32
)";
constexpr const char* own_guide = R"([[steps]]
name = "one"
[[steps]]
name = "two"
[[steps]]
name = "three"
[exercise]
keeps = ["out"]
goals = [ { name = "free", when = "shared_load.conflicts + shared_store.conflicts == 0" },
          { name = "offset", when = "OFFSET == 3" } ]
solution = { set = { OFFSET = 3 } }
)";

class ExerciseSessionTest : public tests::InFolder<::testing::Test> {
 protected:
  ExerciseSessionTest() {
    write("kernels/own/k.cu", own_kernel);
    write("kernels/own/twice.h", own_header);
    write("kernels/own/lesson.toml", own_lesson);
    write("kernels/own/guide.toml", own_guide);
    write("kernels/own/guide.en.md", "# goal\ntext\n");
    ::setenv("LANESCOPE_KERNELS", (folder_ / "kernels").c_str(), 1);
    ::setenv("XDG_DATA_HOME", (folder_ / "data").c_str(), 1);
  }
  ~ExerciseSessionTest() override {
    course_.reset();
    session_.reset();
    ::unsetenv("LANESCOPE_KERNELS");
    ::unsetenv("XDG_DATA_HOME");
  }
  // As a new start of the program: only the files remain.
  void start(compile::Compiler compiler = compile::Compiler::automatic) {
    course_.reset();
    session_.reset();
    progress_.emplace(folder_ / "progress.json");
    Session::Services services;
    services.run = [](const RunRequest& request, Progress* progress, std::stop_token stop) {
      return run(request, progress, std::move(stop));
    };
    services.describe = describe_lesson;
    State state;
    state.lesson = "own";
    state.compiler = compiler;
    session_.emplace(state, ViewRequest{}, services);
    Course::Services own;
    own.run = services.run;
    own.own_copies = true;
    course_.emplace(*session_, *progress_, own);
    settle();
  }
  void settle() {
    const auto limit = std::chrono::steady_clock::now() + 60s;
    do {
      (void)session_->update();
      (void)course_->update();
      std::this_thread::sleep_for(1ms);
    } while ((session_->run().running() || course_->checking() || course_->running()) &&
             std::chrono::steady_clock::now() < limit);
    ASSERT_FALSE(session_->run().running() || course_->checking()) << "still running";
  }
  void check() {
    settle();
    course_->check();
    settle();
  }
  void save(const std::string& text) {
    write("data/lanescope/exercises/own/k.cu", text);
    session_->reload();
    settle();
  }
  void solve() {
    start();
    course_->go_to(3);
    ASSERT_TRUE(course_->open_own_copy());
    settle();
    save(own_solution);
    session_->run().set_parameter("OFFSET", 3);
    check();
    ASSERT_NE(course_->grade(), nullptr);
    ASSERT_TRUE(course_->grade()->passed());
  }

  std::optional<ProgressStore> progress_;
  std::optional<Session> session_;
  std::optional<Course> course_;
};

TEST_F(ExerciseSessionTest, a_solved_exercise_opens_solved_with_the_learners_own_file_and_values) {
  solve();
  start();
  course_->begin();
  check();
  EXPECT_TRUE(course_->at_exercise());
  EXPECT_TRUE(course_->in_own_copy());
  EXPECT_EQ(session_->run().shown()->resolved.source_text, own_solution);
  EXPECT_EQ(session_->run().shown()->resolved.params.at("OFFSET"), 3);
  ASSERT_NE(course_->grade(), nullptr);
  EXPECT_TRUE(course_->grade()->passed());
  EXPECT_TRUE(course_->is_graded());
  ASSERT_NE(course_->solved(), nullptr);
  EXPECT_EQ(course_->solved()->on, date_today());
}

TEST_F(ExerciseSessionTest, a_file_that_was_changed_since_is_known_as_solved_then_and_not_now) {
  solve();
  write("data/lanescope/exercises/own/k.cu", own_kernel);
  start();
  course_->begin();
  check();
  ASSERT_NE(course_->grade(), nullptr);
  EXPECT_FALSE(course_->grade()->passed());
  EXPECT_NE(course_->solved(), nullptr);
  EXPECT_TRUE(progress_->of("own").exercise_done);
}

TEST_F(ExerciseSessionTest, the_steps_show_the_lesson_and_the_exercise_the_own_file) {
  solve();
  course_->go_to(1);
  settle();
  EXPECT_FALSE(course_->in_own_copy());
  EXPECT_EQ(course_->step(), 1U);
  EXPECT_EQ(session_->run().shown()->resolved.source_text, own_kernel);
  course_->go_to(3);
  settle();
  EXPECT_TRUE(course_->in_own_copy());
  EXPECT_TRUE(course_->at_exercise());
}

TEST_F(ExerciseSessionTest, a_copy_that_cannot_be_read_is_not_opened_by_itself) {
  solve();
  write("data/lanescope/exercises/own/lesson.toml", "source = \n");
  start();
  course_->begin();
  settle();
  EXPECT_FALSE(course_->in_own_copy());
  EXPECT_TRUE(course_->at_exercise());
}

TEST_F(ExerciseSessionTest, another_block_of_the_same_launch_keeps_its_grade) {
  solve();
  const GradePtr grade = course_->grade();
  session_->reload();
  check();
  EXPECT_EQ(course_->grade(), grade);
  EXPECT_TRUE(course_->is_graded());
}

// ---- a text that does not compile ----

class BrokenText : public ExerciseSessionTest,
                   public ::testing::WithParamInterface<compile::Compiler> {
 protected:
  void SetUp() override {
    for (const compile::Availability& each : compile::available()) {
      if (each.compiler == GetParam() && !each.usable) GTEST_SKIP() << each.why_not;
    }
  }
  void open() {
    start(GetParam());
    course_->go_to(3);
    ASSERT_TRUE(course_->open_own_copy());
    settle();
  }
};

TEST_P(BrokenText, has_its_errors_with_it_while_the_last_picture_stays) {
  open();
  save(does_not_compile);
  const Problem* failed = session_->run().problem_of_text();
  ASSERT_NE(failed, nullptr);
  EXPECT_EQ(failed->source_name, "k.cu");
  EXPECT_EQ(failed->source_text, does_not_compile);
  ASSERT_FALSE(failed->errors.empty());
  EXPECT_GE(failed->errors.front().line, 5);
  EXPECT_LE(failed->errors.front().line, 6);
  EXPECT_THAT(failed->errors.front().message, HasSubstr(";"));
  EXPECT_EQ(session_->run().shown()->resolved.source_text, own_kernel);
  EXPECT_FALSE(session_->run().is_shown_text(*failed));
}

TEST_P(BrokenText, is_gone_once_it_is_mended) {
  open();
  save(does_not_compile);
  save(own_solution);
  EXPECT_EQ(session_->run().problem_of_text(), nullptr);
  EXPECT_EQ(session_->run().shown()->resolved.source_text, own_solution);
}

TEST_P(BrokenText, of_a_header_is_named_with_the_headers_line_and_marks_no_line_of_the_kernel) {
  open();
  write("data/lanescope/exercises/own/twice.h",
        "\n\n__device__ int twice(int x) { return 2 * y; }\n");
  session_->reload();
  settle();
  const Problem* failed = session_->run().problem_of_text();
  ASSERT_NE(failed, nullptr);
  EXPECT_THAT(failed->message, HasSubstr("twice.h:3"));
  EXPECT_TRUE(failed->errors.empty());
  EXPECT_EQ(failed->source_text, own_kernel);
}

INSTANTIATE_TEST_SUITE_P(Both, BrokenText,
                         ::testing::Values(compile::Compiler::nvrtc, compile::Compiler::clang),
                         [](const auto& tested) {
                           return tested.param == compile::Compiler::nvrtc ? "nvrtc" : "clang";
                         });

TEST_F(ExerciseSessionTest, values_that_were_tried_stay_when_the_copy_is_made) {
  start();
  course_->go_to(3);
  settle();
  session_->run().set_parameter("OFFSET", 3);
  settle();
  ASSERT_TRUE(course_->open_own_copy());
  settle();
  EXPECT_TRUE(course_->in_own_copy());
  EXPECT_EQ(session_->run().shown()->resolved.params.at("OFFSET"), 3);
}

TEST_F(ExerciseSessionTest, a_broken_lesson_file_is_named_with_its_line_and_the_picture_stays) {
  start();
  course_->go_to(3);
  ASSERT_TRUE(course_->open_own_copy());
  settle();
  write("data/lanescope/exercises/own/lesson.toml", "source = \"k.cu\"\nkernel = 7\n");
  session_->reload();
  settle();
  ASSERT_TRUE(session_->run().problem());
  EXPECT_THAT(session_->run().problem()->message, HasSubstr("lesson.toml:2"));
  EXPECT_THAT(session_->run().problem()->message, HasSubstr("kernel"));
  EXPECT_EQ(session_->run().problem_of_text(), nullptr);  // the kernel's text is not at fault
  EXPECT_NE(session_->run().shown(), nullptr);
  write("data/lanescope/exercises/own/lesson.toml", own_lesson);
  session_->reload();
  settle();
  EXPECT_FALSE(session_->run().problem());
}

}  // namespace
}  // namespace lanescope::app
