// A program that runs in the window: what its runs, its files and its cancelling bring.
#include "app/window/program_follower.h"

#include <atomic>
#include <chrono>
#include <filesystem>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "app/session/start/launch_lesson.h"
#include "tests/environment.h"
#include "tests/launches/some_launches.h"
#include "tests/temporary_folder.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;
using Again = ProgramFollower::Again;

class ProgramFollowerTest : public tests::InFolder<testing::Test> {
 protected:
  // What a run does: brings a launch, fails, or goes on until it is stopped.
  enum class Outcome { launch, failure, endless };

  // A recording with a launch, as a run of the source leaves it.
  static fs::path record(const fs::path& source) {
    const fs::path path = recording_of_program(source);
    fs::create_directories(path.parent_path());
    launches::Program program = tests::some_program();
    program.sources = {source.string()};
    const auto writer = launches::Writer::create(path, program, {});
    if (!writer) throw std::runtime_error(writer.error());
    const std::vector<float> data{1};
    const std::uint32_t module = (*writer)->add_module(tests::scale_ptx(), "scale.cu");
    (*writer)->end((*writer)->begin(tests::scale_launch(module, 1, 0x7f00'0000'0000, data)),
                   tests::some_outcome(1, 4));
    (*writer)->finish({});
    return path;
  }
  [[nodiscard]] static std::string lesson_of(const fs::path& recording) {
    return first_launch_lesson(recording).value().string();
  }

  ProgramFollower::Runner runner() {
    return
        [this](const fs::path& source, const std::stop_token& stop) -> ProgramFollower::Recorded {
          ++runs_;
          if (outcome_ == Outcome::failure)
            return tl::unexpected(std::string("p.cu:3:1: error: no"));
          while (outcome_ == Outcome::endless && !stop.stop_requested()) std::this_thread::yield();
          return record(source);
        };
  }
  static ProgramFollower::Ended wait_for_end(ProgramFollower& follower) {
    for (;;) {
      if (auto ended = follower.take_ended()) return std::move(*ended);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  // The program has run, and its launch is open.
  void open_launch() {
    follower_.run(source_);
    follower_.follow(lesson_of(*wait_for_end(follower_).recorded));
  }

  tests::Variable cache_{"XDG_CACHE_HOME", (folder_ / "cache").string()};
  const fs::path source_ = write("p.cu", "1");
  std::atomic<Outcome> outcome_ = Outcome::launch;
  std::atomic<int> runs_ = 0;
  ProgramFollower follower_{runner(), {}};
};

TEST_F(ProgramFollowerTest, says_where_the_launches_of_a_run_are) {
  ASSERT_TRUE(follower_.run(source_));
  EXPECT_EQ(follower_.running().value().source, source_);
  const auto ended = wait_for_end(follower_);
  ASSERT_TRUE(ended.recorded);
  EXPECT_EQ(*ended.recorded, recording_of_program(source_));
  EXPECT_FALSE(ended.again || ended.cancelled);
  EXPECT_FALSE(follower_.running());
}

TEST_F(ProgramFollowerTest, runs_one_program_at_a_time) {
  outcome_ = Outcome::endless;
  ASSERT_TRUE(follower_.run(source_));
  EXPECT_FALSE(follower_.run(write("other.cu", "")));
  EXPECT_EQ(follower_.running().value().source, source_);
}

TEST_F(ProgramFollowerTest, runs_the_open_program_again_when_its_file_changes) {
  open_launch();
  follower_.run_if_changed();
  EXPECT_FALSE(follower_.running()) << "nothing has changed";
  write("p.cu", "a longer text");
  follower_.run_if_changed();
  EXPECT_TRUE(wait_for_end(follower_).again);
  EXPECT_EQ(runs_, 2);
}

TEST_F(ProgramFollowerTest, runs_again_what_has_changed_since_its_launch_was_recorded) {
  const std::string lesson = lesson_of(record(source_));
  follower_.follow(lesson);
  follower_.run_if_changed();
  EXPECT_FALSE(follower_.running()) << "nothing has changed";
  const auto recorded = fs::last_write_time(recording_of_program(source_));
  fs::last_write_time(recording_of_program(source_), recorded - std::chrono::hours(2));
  write("p.cu", "a longer text");
  ProgramFollower opened_later(runner(), {});
  opened_later.follow(lesson_of(recording_of_program(source_)));
  opened_later.run_if_changed();
  EXPECT_TRUE(wait_for_end(opened_later).again);
  opened_later.follow(lesson_of(recording_of_program(source_)));
  opened_later.run_if_changed();
  EXPECT_FALSE(opened_later.running()) << "it has just run";
}

TEST_F(ProgramFollowerTest, runs_again_a_program_whose_launch_is_of_an_earlier_recording) {
  const std::string lesson = lesson_of(record(source_));
  const auto recorded = fs::last_write_time(recording_of_program(source_));
  fs::last_write_time(recording_of_program(source_), recorded + std::chrono::hours(2));
  follower_.follow(lesson);
  follower_.run_if_changed();
  EXPECT_TRUE(wait_for_end(follower_).again);
}

TEST_F(ProgramFollowerTest, runs_again_what_changes_before_its_launch_is_open) {
  follower_.run(source_);
  const auto first = wait_for_end(follower_);
  write("p.cu", "a longer text");
  follower_.run_if_changed();
  EXPECT_FALSE(follower_.running()) << "no launch is open yet";
  follower_.follow(lesson_of(*first.recorded));
  follower_.run_if_changed();
  EXPECT_TRUE(wait_for_end(follower_).again);
}

TEST_F(ProgramFollowerTest, runs_nothing_again_where_the_lesson_is_no_launch) {
  open_launch();
  follower_.follow("transpose");
  write("p.cu", "a longer text");
  follower_.run_if_changed();
  EXPECT_EQ(follower_.run_again(), Again::no_program);
  EXPECT_EQ(runs_, 1);
}

TEST_F(ProgramFollowerTest, begins_anew_when_a_file_changes_during_a_run) {
  outcome_ = Outcome::endless;
  follower_.run(source_);
  while (runs_ == 0) std::this_thread::yield();
  outcome_ = Outcome::failure;
  write("p.cu", "a longer text");
  follower_.run_if_changed();
  EXPECT_FALSE(wait_for_end(follower_).recorded) << "only the second run has an end";
  EXPECT_EQ(runs_, 2);
}

TEST_F(ProgramFollowerTest, does_not_begin_anew_what_is_cancelled) {
  outcome_ = Outcome::endless;
  EXPECT_FALSE(follower_.cancel()) << "none runs";
  follower_.run(source_);
  write("p.cu", "a longer text");
  follower_.run_if_changed();
  EXPECT_TRUE(follower_.cancel());
  EXPECT_TRUE(wait_for_end(follower_).cancelled);
  EXPECT_FALSE(follower_.running());
}

TEST_F(ProgramFollowerTest, leaves_another_programs_run_alone) {
  open_launch();
  outcome_ = Outcome::endless;
  follower_.run(write("other.cu", ""));
  EXPECT_EQ(follower_.run_again(), Again::other_runs);
}

TEST_F(ProgramFollowerTest, keeps_why_the_open_launch_is_old_until_a_run_succeeds) {
  open_launch();
  EXPECT_EQ(follower_.failed(), nullptr);
  outcome_ = Outcome::failure;
  ASSERT_EQ(follower_.run_again(), Again::begun);
  wait_for_end(follower_);
  ASSERT_NE(follower_.failed(), nullptr);
  EXPECT_EQ(*follower_.failed(), (FailedProgramRun{source_, "p.cu:3:1: error: no"}));
  follower_.follow("transpose");
  EXPECT_EQ(follower_.failed(), nullptr) << "another lesson is open";
  follower_.follow(lesson_of(recording_of_program(source_)));
  EXPECT_NE(follower_.failed(), nullptr);
  outcome_ = Outcome::launch;
  follower_.run_again();
  wait_for_end(follower_);
  EXPECT_EQ(follower_.failed(), nullptr);
}

TEST_F(ProgramFollowerTest, says_that_the_newest_run_was_cancelled) {
  open_launch();
  outcome_ = Outcome::endless;
  follower_.run_again();
  follower_.cancel();
  wait_for_end(follower_);
  ASSERT_NE(follower_.failed(), nullptr);
  EXPECT_EQ(follower_.failed()->why, "");
}

}  // namespace
}  // namespace lanescope::app
