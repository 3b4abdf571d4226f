// Surveys that start, are kept, or are cancelled while the window goes from one launch to another.
#include "app/session/survey/surveys.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace lanescope::app {
namespace {

OutcomePtr outcome_of(std::int64_t pad, report::Dim3 block = {0, 0, 0}) {
  auto outcome = std::make_shared<Outcome>();
  outcome->request.lesson = "tile";
  outcome->request.overrides = {{"PAD", pad}};
  outcome->request.focus_block = block;
  outcome->resolved.lesson_id = "tile";
  outcome->resolved.params = {{"PAD", pad}};
  return outcome;
}

// Stands in for the simulator: a survey whose blocks_run is the request's PAD.
class Simulator {
 public:
  SurveyWorker::Work work() {
    return [this](const RunRequest& request, Progress* progress,
                  std::stop_token stop) -> SurveyWorker::Result {
      ++runs;
      progress->blocks_total = 4;
      progress->blocks_done = 1;
      while (closed && !stop.stop_requested())
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      const std::int64_t pad = request.overrides.at("PAD");
      if (pad < 0) return tl::unexpected(Problem{2, false, "no such tile", "", 0, 0});
      auto surveyed = std::make_shared<SurveyRun>();
      surveyed->outcome = outcome_of(pad);
      surveyed->survey.blocks_run = static_cast<std::uint64_t>(pad);
      return SurveyRunPtr(std::move(surveyed));
    };
  }
  std::atomic<int> runs{0};
  std::atomic<bool> closed{false};
};

bool wait_for(Surveys& surveys) {
  const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (std::chrono::steady_clock::now() < limit) {
    if (surveys.update()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

TEST(Surveys, begin_what_is_wanted_and_show_it) {
  Simulator simulator;
  Surveys surveys(simulator.work(), {});
  EXPECT_EQ(surveys.shown(), nullptr);
  surveys.want(outcome_of(1));
  EXPECT_TRUE(surveys.running());
  ASSERT_TRUE(wait_for(surveys));
  ASSERT_TRUE(surveys.shown());
  EXPECT_TRUE(surveys.is_current());
  EXPECT_EQ(surveys.shown()->survey.blocks_run, 1U);
}

TEST(Surveys, do_not_run_again_what_is_known_or_only_looked_at_elsewhere) {
  Simulator simulator;
  Surveys surveys(simulator.work(), {});
  surveys.want(outcome_of(1));
  ASSERT_TRUE(wait_for(surveys));
  surveys.want(outcome_of(1, {3, 0, 0}));
  EXPECT_FALSE(surveys.running());
  EXPECT_TRUE(surveys.is_current());
  surveys.want(outcome_of(2));
  ASSERT_TRUE(wait_for(surveys));
  surveys.want(outcome_of(1));
  EXPECT_TRUE(surveys.is_current());
  EXPECT_EQ(surveys.shown()->survey.blocks_run, 1U);
  EXPECT_EQ(simulator.runs, 2);
}

TEST(Surveys, keep_the_last_good_one_until_the_next_is_ready) {
  Simulator simulator;
  Surveys surveys(simulator.work(), {});
  surveys.want(outcome_of(1));
  ASSERT_TRUE(wait_for(surveys));
  simulator.closed = true;
  surveys.want(outcome_of(2));
  EXPECT_FALSE(surveys.update());
  EXPECT_FALSE(surveys.is_current());
  EXPECT_EQ(surveys.shown()->survey.blocks_run, 1U);
  simulator.closed = false;
  ASSERT_TRUE(wait_for(surveys));
  EXPECT_TRUE(surveys.is_current());
  EXPECT_EQ(surveys.shown()->survey.blocks_run, 2U);
}

TEST(Surveys, say_why_there_is_none_and_try_again_when_asked) {
  Simulator simulator;
  Surveys surveys(simulator.work(), {});
  surveys.want(outcome_of(-1));
  ASSERT_TRUE(wait_for(surveys));
  ASSERT_TRUE(surveys.problem());
  EXPECT_EQ(surveys.problem()->message, "no such tile");
  surveys.want(outcome_of(-1, {1, 0, 0}));
  EXPECT_FALSE(surveys.running());
  surveys.retry();
  EXPECT_TRUE(surveys.running());
  ASSERT_TRUE(wait_for(surveys));
  EXPECT_EQ(simulator.runs, 2);
}

TEST(Surveys, stay_cancelled_until_something_else_is_wanted) {
  Simulator simulator;
  simulator.closed = true;
  Surveys surveys(simulator.work(), {});
  surveys.want(outcome_of(1));
  while (simulator.runs == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_DOUBLE_EQ(surveys.share(), 0.25);
  surveys.cancel();
  EXPECT_FALSE(surveys.running());
  EXPECT_TRUE(surveys.cancelled());
  surveys.want(outcome_of(1, {1, 0, 0}));
  EXPECT_FALSE(surveys.running());
  simulator.closed = false;
  surveys.want(outcome_of(2));
  EXPECT_FALSE(surveys.cancelled());
  ASSERT_TRUE(wait_for(surveys));
  EXPECT_EQ(surveys.shown()->survey.blocks_run, 2U);
}

TEST(Surveys, forget_the_oldest) {
  Simulator simulator;
  Surveys surveys(simulator.work(), {});
  const auto most = static_cast<std::int64_t>(Surveys::max_kept);
  for (std::int64_t pad = 0; pad <= most; ++pad) {
    surveys.want(outcome_of(pad));
    ASSERT_TRUE(wait_for(surveys));
  }
  surveys.want(outcome_of(1));
  EXPECT_TRUE(surveys.is_current());
  surveys.want(outcome_of(0));
  EXPECT_FALSE(surveys.is_current());
}

TEST(Surveys, want_nothing_when_there_is_no_outcome) {
  Simulator simulator;
  simulator.closed = true;
  Surveys surveys(simulator.work(), {});
  surveys.want(outcome_of(1));
  surveys.want(nullptr);
  EXPECT_FALSE(surveys.running());
  EXPECT_FALSE(surveys.is_current());
}

}  // namespace
}  // namespace lanescope::app
