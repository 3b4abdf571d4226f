#include "app/session/course.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <thread>
#include <vector>

#include "app/session/course/progress.h"
#include "kernels/lesson_file/read_lesson.h"
#include "reports.h"
#include "tests/temporary_folder.h"

namespace lanescope::app::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;

constexpr const char* lesson_text = R"(source = "tile.cu"
kernel = "tile"
[params]
N = { default = 1024, min = 32, max = 4096, step = 32 }
[launch]
grid = [2]
block = [32, 2]
[[variants]]
name = "tile"
params.PAD = { default = 0, min = 0, max = 32 }
params.BROKEN = 0
[[variants]]
name = "copy"
)";

constexpr const char* guide_toml = R"([[steps]]
name = "conflicts"
view = "access=shared_load"
[[steps.questions]]
name = "ways"
kind = "number"
value = "access.ways"
min = 1
max = 32
[[steps.questions]]
name = "padded"
kind = "choice"
against = { set = { PAD = 1 } }
choices = [ { name = "less", when = "other.access.wavefronts < access.wavefronts" },
            { name = "same", when = "other.access.wavefronts >= access.wavefronts" } ]
[[steps]]
name = "copy"
variant = "copy"
view = "access=global_store"
[[steps.questions]]
name = "which"
kind = "sectors"
[[steps.questions]]
name = "time"
kind = "number"
value = "cold_us"
[[steps]]
name = "padding"
set = { PAD = 1 }
view = "access=shared_load"
[[steps]]
name = "broken"
set = { BROKEN = 1 }
[[steps.questions]]
name = "never"
kind = "number"
value = "access.ways"
[exercise]
set = { PAD = 0 }
goals = [ { name = "free", when = "shared_load.conflicts == 0" } ]
solution = { set = { PAD = 1 } }
)";

constexpr const char* guide_md = R"(# goal
See {N}.
# answer.ways
It takes {access.ways} turns; {other.access.ways} is nobody's.
# answer.padded
{other.access.wavefronts} instead of {access.wavefronts}, {cold_us} us.
)";

std::shared_ptr<const lesson::Guide> guide_from(const std::string& toml) {
  const auto spec = lesson::read_lesson(lesson_text, "lesson.toml");
  if (!spec) ADD_FAILURE() << spec.error().formatted();
  auto guide = lesson::read_guide(toml, "guide.toml", *spec);
  if (!guide) ADD_FAILURE() << guide.error().formatted();
  guide->texts["en"] = *lesson::read_guide_text(guide_md, "guide.en.md");
  return std::make_shared<const lesson::Guide>(std::move(*guide));
}

lesson::Values defaults_of(const std::string& variant) {
  if (variant == "copy") return {{"N", 1024}};
  return {{"N", 1024}, {"PAD", 0}, {"BROKEN", 0}};
}

lesson::Resolved resolved_as(const std::string& variant, const lesson::Values& overrides) {
  lesson::Resolved resolved;
  resolved.variant = variant.empty() ? "tile" : variant;
  resolved.kernel = resolved.variant;
  resolved.source_path = resolved.kernel + ".cu";
  resolved.source_text = "__global__ void k() {\n}\n";
  resolved.params = defaults_of(resolved.variant);
  for (const auto& [name, value] : overrides) resolved.params[name] = value;
  return resolved;
}

// answer_to() with parameters and addresses: in the copy's store, each lane touches a different
// line.
RunResult answer_with_addresses(const RunRequest& request) {
  const RunResult answer = answer_to(request);
  const bool fails = request.overrides.contains("BROKEN") && request.overrides.at("BROKEN") != 0;
  if (fails)
    return tl::unexpected(Problem{2, false, "tile.cu:3:1: error: broken", "tile.cu", 3, 1});
  RunRequest plain = request;
  plain.overrides.erase("BROKEN");
  auto outcome = std::make_shared<Outcome>(**answer_to(plain));
  outcome->request = request;
  outcome->resolved = resolved_as(request.variant, request.overrides);
  for (report::WarpTrace& trace : outcome->report.traces) {
    for (report::Event& event : trace.events) {
      const bool is_store = event.access.op == memory::Op::store;
      for (std::size_t lane = 0; lane < 32; ++lane)
        event.access.address[lane] = 0x10000 + lane * (is_store ? 128 : 4);
    }
  }
  return OutcomePtr(std::move(outcome));
}

class GatedAnswers : public Gate<RunRequest> {
 public:
  Runner runner() {
    return [this](const RunRequest& request, Progress*, std::stop_token stop) -> RunResult {
      std::unique_lock lock(mutex_);
      if (!pass(lock, request, std::move(stop)))
        return tl::unexpected(Problem{2, true, "cancelled", "", 0, 0});
      return answer_with_addresses(request);
    };
  }
};

class GatedGrades : public Gate<Attempt> {
 public:
  GradeWorker::Work work() {
    return [this](const Attempt& attempt, Progress*, std::stop_token stop) -> GradeWorker::Result {
      std::unique_lock lock(mutex_);
      // A cancelled request still runs to its end.
      (void)pass(lock, attempt, std::move(stop));
      auto grade = std::make_shared<Grade>();
      grade->attempt = attempt;
      grade->goals = {{"free", "", attempt.overrides.at("PAD") != 0, {}}};
      return GradePtr(grade);
    };
  }
};

// Every launch takes 12 microseconds.
MeasureResult measured_at_once(const MeasureRequest& request, Progress*, const std::stop_token&) {
  auto measurement = std::make_shared<Measurement>();
  measurement->resolved = resolved_as(request.run.variant, request.run.overrides);
  measurement->gpu.name = "Some GPU";
  measurement->cold.count = measurement->warm.count = 30;
  measurement->cold.median = measurement->warm.median = 0.012;
  return MeasurementPtr(std::move(measurement));
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  if (at == std::string::npos) {
    ADD_FAILURE() << "no " << from;
    return text;
  }
  return text.replace(at, from.size(), to);
}

class CourseTest : public tests::InFolder<::testing::Test> {
 protected:
  void start() {
    Session::Services services;
    services.run = runs_.runner();
    services.measure = measured_at_once;
    services.describe = [this](const std::string& lesson) -> tl::expected<LessonCard, Problem> {
      auto card = lesson_card(lesson);
      if (!card) return card;
      card->guide = lesson == "bare" ? nullptr : guide_;
      card->resolve = [](const std::string& variant, const lesson::Values& overrides) {
        return std::optional(resolved_as(variant, overrides));
      };
      return card;
    };
    session_.emplace(initial_state(), ViewRequest{}, services);
    Course::Services own;
    own.run = seconds_.runner();
    own.grade = grades_.work();
    course_.emplace(*session_, progress_, own);
  }
  void start_led() {
    start();
    course_->begin();
    settle();
  }
  // Waits until nothing is running. After 10 s the test fails.
  void settle() {
    const auto limit = std::chrono::steady_clock::now() + 10s;
    while (true) {
      (void)session_->update();
      (void)course_->update();
      if (!session_->run().running() && !course_->running() && !course_->checking()) return;
      if (std::chrono::steady_clock::now() > limit) break;
      std::this_thread::sleep_for(1ms);
    }
    ADD_FAILURE() << "still running";
  }
  // Waits until `wanted` is true; false after 10 s.
  bool comes(const std::function<bool()>& wanted) {
    const auto limit = std::chrono::steady_clock::now() + 10s;
    while (!wanted()) {
      if (std::chrono::steady_clock::now() > limit) return false;
      (void)session_->update();
      (void)course_->update();
      std::this_thread::sleep_for(1ms);
    }
    return true;
  }
  static Answer number(std::int64_t value) {
    Answer answer;
    answer.number = value;
    return answer;
  }
  static Answer choice(const std::string& name) {
    Answer answer;
    answer.choice = name;
    return answer;
  }

  const std::filesystem::path file_ = folder_ / "progress.json";
  ProgressStore progress_{file_};
  std::shared_ptr<const lesson::Guide> guide_ = guide_from(guide_toml);
  GatedAnswers runs_, seconds_;
  GatedGrades grades_;
  std::optional<Session> session_;
  std::optional<Course> course_;
};

TEST_F(CourseTest, nothing_is_covered_before_the_course_begins) {
  start();
  settle();
  EXPECT_FALSE(course_->active());
  EXPECT_FALSE(course_->covered());
  EXPECT_EQ(course_->steps(), 4U);
}

TEST_F(CourseTest, beginning_sets_the_session_to_the_first_steps_scene_and_covers_it) {
  start_led();
  EXPECT_EQ(course_->step(), 0U);
  EXPECT_EQ(session_->state().variant, "tile");
  ASSERT_NE(session_->selector().event(), nullptr);
  EXPECT_EQ(session_->selector().event()->place.line, store_line);
  EXPECT_EQ(session_->selector().event()->access.space, memory::Space::shared);
  EXPECT_TRUE(course_->covered());
  EXPECT_EQ(course_->open_question()->name, "ways");
}

TEST_F(CourseTest, a_step_is_named_by_its_name_or_by_its_number_from_1) {
  start_led();
  for (std::size_t i = 0; i < course_->steps(); ++i) {
    EXPECT_EQ(course_->step_named(std::to_string(i + 1)), i);
    EXPECT_EQ(course_->step_named(course_->guide()->steps[i].name), i);
  }
  const std::vector<std::string> wrongs{"0", "-1", "1x", std::to_string(course_->steps() + 1)};
  for (const std::string& wrong : wrongs) EXPECT_FALSE(course_->step_named(wrong)) << wrong;
}

TEST_F(CourseTest, a_step_without_questions_is_not_covered) {
  start_led();
  course_->go_to(2);
  settle();
  EXPECT_EQ(session_->run().shown()->resolved.params.at("PAD"), 1);
  EXPECT_FALSE(course_->covered());
}

TEST_F(CourseTest, an_answer_is_judged_by_the_run_and_opens_the_next_question) {
  start_led();
  EXPECT_EQ(course_->answer(number(32)), Refusal::none);
  const AskedQuestion asked = course_->questions()[0];
  EXPECT_EQ(asked.state, QuestionState::answered);
  EXPECT_TRUE(asked.is_right);
  EXPECT_EQ(progress_.of("tile").answers.at("ways").tries(), 1);
  EXPECT_EQ(course_->open_question()->name, "padded");
  EXPECT_TRUE(course_->covered());
}

TEST_F(CourseTest, a_wrong_first_try_gets_a_hint_and_leaves_the_question_open) {
  start_led();
  EXPECT_EQ(course_->answer(number(4)), Refusal::none);
  const AskedQuestion asked = course_->questions()[0];
  EXPECT_EQ(asked.state, QuestionState::open);
  EXPECT_FALSE(asked.truth);
  EXPECT_EQ(asked.first, number(4));
  ASSERT_TRUE(asked.hint);
  EXPECT_EQ(course_->open_question()->name, "ways");
  EXPECT_TRUE(course_->covered());
}

TEST_F(CourseTest, a_second_try_that_is_right_is_kept_as_such) {
  start_led();
  (void)course_->answer(number(4));
  EXPECT_EQ(course_->answer(number(32)), Refusal::none);
  const AskedQuestion asked = course_->questions()[0];
  EXPECT_EQ(asked.state, QuestionState::answered);
  EXPECT_TRUE(asked.is_right);
  EXPECT_EQ(asked.first, number(4));
  EXPECT_EQ(progress_.of("tile").answers.at("ways").tries(), 2);
  EXPECT_FALSE(is_to_do_again(progress_.of("tile"), "ways"));
}

TEST_F(CourseTest, a_second_try_that_is_wrong_shows_the_truth) {
  start_led();
  (void)course_->answer(number(4));
  EXPECT_EQ(course_->answer(number(5)), Refusal::none);
  const AskedQuestion asked = course_->questions()[0];
  EXPECT_EQ(asked.state, QuestionState::answered);
  EXPECT_FALSE(asked.is_right);
  ASSERT_TRUE(asked.truth);
  EXPECT_EQ(asked.truth->answer.number, 32);
  EXPECT_TRUE(is_to_do_again(progress_.of("tile"), "ways"));
}

TEST_F(CourseTest, the_same_wrong_answer_again_is_refused_and_the_second_try_is_left) {
  start_led();
  (void)course_->answer(number(4));
  EXPECT_EQ(course_->answer(number(4)), Refusal::unchanged);
  EXPECT_EQ(course_->open_question()->name, "ways");
  EXPECT_EQ(course_->answer(number(32)), Refusal::none);
  EXPECT_TRUE(course_->questions()[0].is_right);
}

TEST_F(CourseTest, the_first_try_counts_after_the_lesson_was_left) {
  start_led();
  (void)course_->answer(number(4));
  course_.reset();
  session_.reset();
  progress_ = ProgressStore(file_);
  start_led();
  ASSERT_TRUE(course_->questions()[0].hint);
  (void)course_->answer(number(5));
  EXPECT_EQ(course_->questions()[0].state, QuestionState::answered);
}

TEST_F(CourseTest, skipping_after_a_wrong_try_shows_the_truth) {
  start_led();
  (void)course_->answer(number(4));
  course_->skip();
  EXPECT_EQ(course_->questions()[0].state, QuestionState::skipped);
  EXPECT_EQ(course_->questions()[0].truth->answer.number, 32);
  EXPECT_TRUE(is_to_do_again(progress_.of("tile"), "ways"));
  EXPECT_EQ(progress_.of("tile").answers.at("ways").tries(), 1);  // not listed as skipped
}

TEST_F(CourseTest, a_question_asked_again_waits_to_be_done_until_it_is_answered_right) {
  start_led();
  course_->skip();
  course_->ask_again("ways");
  EXPECT_TRUE(is_to_do_again(progress_.of("tile"), "ways"));
  EXPECT_EQ(count_to_do_again(*guide_, progress_.of("tile")), 1U);
  (void)course_->answer(number(32));
  EXPECT_EQ(count_to_do_again(*guide_, progress_.of("tile")), 0U);
  course_->ask_again("ways");  // it was right: nothing waits
  EXPECT_FALSE(is_to_do_again(progress_.of("tile"), "ways"));
}

TEST_F(CourseTest, an_answer_stays_beside_the_next_question_as_far_as_it_does_not_tell) {
  start_led();
  EXPECT_EQ(course_->beside().what, Uncovered::nothing);
  (void)course_->answer(number(32));
  EXPECT_EQ(course_->beside().what, Uncovered::nothing);  // the picture shows access.wavefronts
  course_->go_to(1);
  settle();
  course_->skip();
  EXPECT_EQ(course_->beside().what, Uncovered::picture);  // it shows no time
  EXPECT_EQ(course_->beside().answered, 0U);
}

TEST_F(CourseTest, a_question_against_another_run_is_judged_by_both) {
  start_led();
  (void)course_->answer(number(32));
  settle();
  EXPECT_EQ(course_->answer(choice("less")), Refusal::none);
  EXPECT_TRUE(course_->questions()[1].is_right);
  EXPECT_FALSE(course_->covered());
  ASSERT_EQ(seconds_.requests().size(), 1U);
  EXPECT_EQ(seconds_.requests()[0].overrides, (lesson::Values{{"PAD", 1}}));
  EXPECT_EQ(session_->run().shown()->resolved.params.at("PAD"),
            0);  // the picture still shows the step
}

TEST_F(CourseTest, nothing_is_answered_while_the_run_is_under_way) {
  runs_.close();
  start();
  course_->begin();
  EXPECT_TRUE(course_->covered());
  EXPECT_EQ(course_->answer(number(32)), Refusal::running);
  EXPECT_EQ(course_->open_question()->name, "ways");
  runs_.open();
  settle();
  EXPECT_EQ(course_->answer(number(32)), Refusal::none);
}

TEST_F(CourseTest, nothing_is_answered_while_the_second_run_is_under_way) {
  seconds_.close();
  start();
  course_->begin();
  const auto limit = std::chrono::steady_clock::now() + 10s;
  while (course_->running() && std::chrono::steady_clock::now() < limit) {
    (void)session_->update();
    (void)course_->update();
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_EQ(course_->answer(number(32)), Refusal::none);  // this question needs no second run
  EXPECT_EQ(course_->answer(choice("less")), Refusal::running);
  seconds_.open();
  settle();
  EXPECT_EQ(course_->answer(choice("less")), Refusal::none);
}

TEST_F(CourseTest, empty_answers_and_those_outside_of_the_range_leave_the_question_open) {
  start_led();
  EXPECT_EQ(course_->answer({}), Refusal::empty);
  EXPECT_EQ(course_->answer(number(33)), Refusal::out_of_range);
  EXPECT_EQ(course_->answer(number(0)), Refusal::out_of_range);
  EXPECT_EQ(course_->open_question()->name, "ways");
  EXPECT_TRUE(progress_.of("tile").answers.empty());
}

TEST_F(CourseTest, nothing_is_answered_where_nothing_is_asked) {
  start_led();
  course_->go_to(2);
  settle();
  EXPECT_EQ(course_->answer(number(1)), Refusal::nothing_asked);
}

TEST_F(CourseTest, a_run_that_failed_leaves_only_skipping) {
  start_led();
  course_->go_to(3);
  settle();
  EXPECT_TRUE(session_->run().problem());
  EXPECT_EQ(course_->answer(number(1)), Refusal::run_failed);
  course_->skip();
  EXPECT_FALSE(course_->covered());
}

TEST_F(CourseTest, a_skipped_question_uncovers_and_can_be_asked_again) {
  start_led();
  course_->skip();
  course_->skip();
  EXPECT_FALSE(course_->covered());
  EXPECT_EQ(course_->questions()[0].state, QuestionState::skipped);
  EXPECT_EQ(course_->questions()[0].truth->answer.number, 32);  // the answer is shown all the same
  course_->ask_again("ways");
  EXPECT_TRUE(course_->covered());
  EXPECT_EQ(course_->open_question()->name, "ways");
}

TEST_F(CourseTest, sectors_are_marked_on_the_steps_access) {
  start_led();
  course_->next();
  settle();
  const AskedQuestion asked = course_->questions()[0];
  EXPECT_EQ(asked.canvas.lines.size(), 32U);
  Answer answer;
  for (int lane = 0; lane < 32; ++lane) answer.marks.push_back(4 * lane);
  EXPECT_EQ(course_->answer(answer), Refusal::none);
  EXPECT_TRUE(course_->questions()[0].is_right);
}

TEST_F(CourseTest, sectors_are_those_of_the_steps_access_whatever_is_chosen_in_the_session) {
  start_led();
  course_->next();
  settle();
  const MarkCanvas before = course_->questions()[0].canvas;
  session_->selector().choose_event(0);
  session_->selector().move_warp(1);
  settle();
  ASSERT_EQ(session_->selector().event()->access.op, memory::Op::load);  // not the step's access
  EXPECT_TRUE(course_->on_path());
  ASSERT_NE(course_->event(), nullptr);
  EXPECT_EQ(course_->event()->access.op, memory::Op::store);
  EXPECT_EQ(event_of(course_->step_run()->report, course_->selection()), course_->event());
  EXPECT_EQ(course_->questions()[0].canvas.lines, before.lines);
  Answer answer;
  for (int lane = 0; lane < 32; ++lane) answer.marks.push_back(4 * lane);
  EXPECT_EQ(course_->answer(answer), Refusal::none);
  EXPECT_TRUE(course_->questions()[0].is_right);
}

TEST_F(CourseTest, a_skipped_question_whose_second_run_failed_says_so) {
  guide_ = guide_from(replaced(guide_toml, "against = { set = { PAD = 1 } }",
                               "against = { set = { BROKEN = 1 } }"));
  start_led();
  course_->skip();
  EXPECT_EQ(course_->questions()[0].failure, "");
  course_->skip();
  // No open question needs that run now, so settle() would not wait for it.
  ASSERT_TRUE(comes([&] { return !course_->questions()[1].failure.empty(); }));
  const AskedQuestion asked = course_->questions()[1];
  EXPECT_EQ(asked.state, QuestionState::skipped);
  EXPECT_FALSE(asked.truth);
  EXPECT_THAT(asked.failure, HasSubstr("tile.cu:3:1: error: broken"));
}

TEST_F(CourseTest, a_skipped_question_whose_second_run_is_under_way_has_not_failed) {
  seconds_.close();
  start();
  course_->begin();
  course_->skip();
  course_->skip();
  ASSERT_TRUE(comes([&] { return course_->step_run() != nullptr; }));
  EXPECT_FALSE(course_->questions()[1].truth);
  EXPECT_EQ(course_->questions()[1].failure, "");
  seconds_.open();
}

TEST_F(CourseTest, a_step_on_another_machine_has_no_time) {
  guide_ = guide_from(replaced(guide_toml, "name = \"padding\"\nset = { PAD = 1 }",
                               "name = \"padding\"\nmachine = \"tesla-c1060\""));
  start_led();
  session_->times().measure();
  const auto measured = [&] {
    const TimingKey key = key_of(resolved_as("tile", {}), compile::Compiler::automatic);
    return session_->times().of(key).measured != nullptr;
  };
  const auto limit = std::chrono::steady_clock::now() + 10s;
  while (!measured() && std::chrono::steady_clock::now() < limit) {
    (void)session_->update();
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_THAT(course_->text("answer.padded", "en").text, HasSubstr(" 12.0 us"));
  const SectionTimes times = course_->times_in("answer.padded");
  ASSERT_EQ(times.origins.size(), 1U);
  EXPECT_TRUE(times.origins[0].is_measured);
  EXPECT_EQ(times.origins[0].gpu, "Some GPU");
  course_->go_to(2);
  settle();
  ASSERT_EQ(course_->step_run()->request.machine, "tesla-c1060");
  ASSERT_TRUE(measured());  // the same launch is measured on this machine
  EXPECT_THAT(course_->text("answer.padded", "en").text, HasSubstr(" — us"));
  EXPECT_TRUE(course_->times_in("answer.padded").needed);
  EXPECT_TRUE(course_->times_in("answer.padded").origins.empty());
}

TEST_F(CourseTest, a_question_about_an_unknown_time_is_asked_and_not_judged) {
  start_led();
  course_->next();
  settle();
  course_->skip();
  EXPECT_EQ(course_->answer(number(12)), Refusal::none);
  const AskedQuestion asked = course_->questions()[1];
  EXPECT_EQ(asked.state, QuestionState::answered);
  ASSERT_TRUE(asked.truth);
  EXPECT_FALSE(asked.truth->is_known);
  EXPECT_FALSE(progress_.of("tile").answers.at("time").is_judged);
}

TEST_F(CourseTest, steps_go_on_and_back_and_end_with_the_exercise) {
  start_led();
  course_->previous();
  EXPECT_EQ(course_->step(), 0U);
  for (int i = 0; i < 9; ++i) course_->next();
  EXPECT_TRUE(course_->at_exercise());
  EXPECT_EQ(course_->position_reached(), course_->steps());  // where it is begun again
  EXPECT_EQ(course_->current(), nullptr);
  EXPECT_FALSE(course_->covered());
  course_->previous();
  EXPECT_EQ(course_->current()->name, "broken");
}

TEST_F(CourseTest, a_learner_who_changes_something_is_off_the_path_until_returning) {
  start_led();
  course_->go_to(2);
  settle();
  EXPECT_TRUE(course_->on_path());
  session_->run().set_parameter("PAD", 7);
  settle();
  EXPECT_FALSE(course_->on_path());
  course_->return_to_step();
  settle();
  EXPECT_TRUE(course_->on_path());
  EXPECT_EQ(session_->run().shown()->resolved.params.at("PAD"), 1);
}

TEST_F(CourseTest, an_answer_brings_back_the_values_that_its_text_is_about) {
  start_led();
  session_->run().set_parameter("PAD", 7);
  settle();
  ASSERT_FALSE(course_->on_path());
  EXPECT_EQ(course_->answer(number(32)), Refusal::none);
  settle();
  EXPECT_TRUE(course_->on_path());
  EXPECT_EQ(session_->run().shown()->resolved.params.at("PAD"), 0);
}

TEST_F(CourseTest, a_question_about_times_or_the_launch_names_no_line_of_code) {
  start_led();
  const lesson::Question ways = *course_->questions()[0].question;
  EXPECT_EQ(course_->line_of(ways), course_->selection().line);
  lesson::Question none = ways;
  none.line = "";
  EXPECT_EQ(course_->line_of(none), 0);
  lesson::Question store = ways;
  store.line = "__global__";
  EXPECT_GT(course_->line_of(store), 0);
  EXPECT_NE(course_->line_of(store), course_->selection().line);
  lesson::Question time = ways;
  time.value.text = "cold_us";
  EXPECT_EQ(course_->line_of(time), 0);
}

TEST_F(CourseTest, the_code_marks_the_line_of_the_open_question) {
  start_led();
  const lesson::Question& asked = *course_->open_question();
  EXPECT_EQ(course_->line_asked(), course_->line_of(asked));
  course_->skip();
  course_->skip();
  EXPECT_EQ(course_->line_asked(), std::nullopt);  // no question is open
}

TEST_F(CourseTest, the_answers_line_is_known_until_another_access_is_chosen) {
  start_led();
  Selection selection = course_->selection();
  EXPECT_EQ(course_->line_answered(selection), std::nullopt);  // a question is open
  course_->skip();
  course_->skip();
  EXPECT_EQ(course_->line_answered(selection),
            course_->line_of(*course_->questions().back().question));
  ++selection.line;
  EXPECT_EQ(course_->line_answered(selection), std::nullopt);
}

TEST_F(CourseTest, answers_and_the_step_are_there_at_the_next_start) {
  start_led();
  (void)course_->answer(number(32));
  course_->next();
  settle();
  course_.reset();
  session_.reset();
  progress_ = ProgressStore(file_);
  start_led();
  EXPECT_EQ(course_->step(), 1U);
  EXPECT_TRUE(course_->is_seen(0));
  EXPECT_FALSE(course_->is_seen(2));
  course_->previous();
  settle();
  EXPECT_EQ(course_->questions()[0].state, QuestionState::answered);
  EXPECT_TRUE(course_->questions()[0].is_right);
}

TEST_F(CourseTest, resetting_forgets_the_lesson_and_starts_it_again) {
  start_led();
  (void)course_->answer(number(32));
  course_->next();
  course_->reset();
  settle();
  EXPECT_EQ(course_->step(), 0U);
  EXPECT_EQ(course_->open_question()->name, "ways");
  EXPECT_FALSE(course_->is_seen(1));
}

TEST_F(CourseTest, text_has_the_facts_of_the_run_and_of_the_second_one) {
  start_led();
  EXPECT_EQ(course_->text("goal", "en").text, "See 1024.");
  EXPECT_EQ(course_->text("answer.ways", "en").text, "It takes 32 turns; — is nobody's.");
  (void)course_->answer(number(32));
  settle();
  EXPECT_EQ(course_->text("answer.padded", "zh").text, "1 instead of 32, — us.");
  EXPECT_TRUE(course_->text("answer.padded", "zh").is_fallback);
  EXPECT_EQ(course_->text("step.copy", "en").text, "");
}

TEST_F(CourseTest, every_text_without_a_translation_is_marked_as_english) {
  lesson::Guide guide = *guide_from(guide_toml);
  guide.texts["en"] = *lesson::read_guide_text(
      "# goal\nGoal.\n# step.conflicts\nStep.\n# question.ways\nHow many?\n# answer.ways\nSo "
      "many.\n"
      "# question.padded\nAnd padded?\n# choice.padded.less\nLess\n# exercise\nDo it.\n"
      "# exercise.free\nNo conflicts\n",
      "guide.en.md");
  guide.texts["zh"] = *lesson::read_guide_text(
      "# step.conflicts\n步骤\n# question.ways\n多少？\n# question.padded\n然后呢？\n# "
      "exercise\n练习\n",
      "guide.zh.md");
  guide_ = std::make_shared<const lesson::Guide>(guide);
  start();
  settle();
  EXPECT_TRUE(course_->is_untranslated("zh"));  // the lesson's goal
  EXPECT_FALSE(course_->is_untranslated("en"));

  guide.texts["zh"] = *lesson::read_guide_text(
      "# goal\n目标\n# step.conflicts\n步骤\n# question.ways\n多少？\n# question.padded\n然后呢？\n"
      "# choice.padded.less\n更少\n# exercise\n练习\n",
      "guide.zh.md");
  guide_ = std::make_shared<const lesson::Guide>(guide);
  session_->reload();
  settle();
  course_->begin();
  settle();
  EXPECT_FALSE(course_->is_untranslated("zh"));
  (void)course_->answer(number(32));
  EXPECT_TRUE(course_->is_untranslated("zh"));  // the answer that is now shown
  course_->go_to(4);
  settle();
  EXPECT_TRUE(course_->is_untranslated("zh"));  // the line with the goal
}

TEST_F(CourseTest, a_grade_that_was_under_way_is_none_after_a_reset) {
  start_led();
  course_->go_to(4);
  settle();
  session_->run().set_parameter("PAD", 1);
  settle();
  grades_.close();
  course_->check();
  ASSERT_TRUE(grades_.wait_for_arrival());
  course_->reset();
  grades_.open();
  settle();
  EXPECT_EQ(course_->grade(), nullptr);
  EXPECT_FALSE(progress_.of("tile").exercise_done);
}

TEST_F(CourseTest, a_lesson_without_a_guide_covers_nothing_and_asks_nothing) {
  start_led();
  session_->choose_lesson("bare");
  settle();
  EXPECT_EQ(course_->guide(), nullptr);
  EXPECT_FALSE(course_->covered());
  course_->next();
  EXPECT_EQ(course_->answer(number(1)), Refusal::nothing_asked);
  session_->choose_lesson("other");
  settle();
  EXPECT_TRUE(course_->covered());
}

TEST_F(CourseTest, leaving_the_course_uncovers_the_picture_and_keeps_the_step) {
  start_led();
  course_->next();
  course_->leave();
  settle();
  EXPECT_FALSE(course_->covered());
  course_->begin();
  EXPECT_EQ(course_->step(), 1U);
  EXPECT_TRUE(course_->covered());
}

TEST_F(CourseTest, a_guide_that_was_saved_takes_the_place_of_the_old_one) {
  start_led();
  (void)course_->answer(number(32));
  guide_ = guide_from(guide_toml);
  session_->reload();
  settle();
  EXPECT_EQ(course_->guide(), guide_.get());
  EXPECT_EQ(course_->open_question()->name, "padded");
  EXPECT_EQ(course_->answer(choice("less")), Refusal::none);
}

TEST_F(CourseTest, the_exercise_is_graded_on_what_the_session_shows) {
  start_led();
  course_->go_to(4);
  settle();
  course_->check();
  settle();
  ASSERT_NE(course_->grade(), nullptr);
  EXPECT_FALSE(course_->grade()->passed());
  EXPECT_EQ(course_->grade()->attempt.variant, "tile");
  session_->run().set_parameter("PAD", 1);
  settle();
  course_->check();
  settle();
  EXPECT_TRUE(course_->grade()->passed());
  EXPECT_TRUE(progress_.of("tile").exercise_done);
}

}  // namespace
}  // namespace lanescope::app::test
