// The follower records the warp chosen in the session; tested without a window.
#include "app/session/steps_follower.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include "sim/diagnostics/diagnostic.h"

namespace lanescope::app {
namespace {

class StepsFollowerTest : public ::testing::Test {
 protected:
  StepsFollowerTest() {
    State state;
    state.lesson = "transpose";
    state.variant = "tile";
    state.overrides = {{"N", 64}};
    Session::Services services;
    services.run = [](const RunRequest& request, Progress* progress, std::stop_token stop) {
      return run(request, progress, std::move(stop));
    };
    services.describe = &describe_lesson;
    session_ = std::make_unique<Session>(state, ViewRequest{}, std::move(services));
  }
  template <class Holds>
  bool wait(StepsFollower& follower, Holds holds) {
    for (int i = 0; i < 10'000; ++i) {
      session_->update();
      follower.update(*session_, true);
      if (holds()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return false;
  }
  bool wait_until_followed(StepsFollower& follower) {
    return wait(follower, [&] { return follower.is_of(*session_) && !follower.busy(); });
  }
  static const std::string& text_at(const StepsFollower& follower) {
    return follower.steps()->recording->instruction_of(follower.step()).text;
  }
  std::unique_ptr<Session> session_;
};

TEST_F(StepsFollowerTest, begins_at_the_access_that_is_looked_at) {
  StepsFollower follower;
  ASSERT_TRUE(wait_until_followed(follower));
  EXPECT_TRUE(text_at(follower).starts_with("ld.shared")) << text_at(follower);
  EXPECT_EQ(steps::event_of_step(*follower.steps()->recording, follower.step()),
            session_->state().selection.event);
}

TEST_F(StepsFollowerTest, the_selection_goes_along_and_all_the_way_is_one_step_of_undo) {
  StepsFollower follower;
  ASSERT_TRUE(wait_until_followed(follower));
  const Selection before = session_->state().selection;
  follower.go_to_end(*session_, -1);
  for (int i = 0; i < 20; ++i) {
    follower.step_by(*session_, 1);
    const SourcePlace& place = follower.steps()->recording->instruction_of(follower.step()).place;
    EXPECT_EQ(session_->state().selection.line, place.line);
  }
  follower.run_to_access(*session_, 1);
  EXPECT_TRUE(text_at(follower).starts_with("st.shared")) << text_at(follower);
  ASSERT_NE(session_->selector().event(), nullptr);
  EXPECT_EQ(session_->selector().event()->access.space, memory::Space::shared);
  EXPECT_EQ(session_->selector().event()->access.op, memory::Op::store);
  session_->history().undo();
  EXPECT_EQ(session_->state().selection, before);
  follower.update(*session_, true);
  EXPECT_TRUE(text_at(follower).starts_with("ld.shared")) << text_at(follower);
}

TEST_F(StepsFollowerTest, goes_where_others_move_the_selection) {
  StepsFollower follower;
  ASSERT_TRUE(wait_until_followed(follower));
  session_->selector().choose_event(0);
  follower.update(*session_, true);
  EXPECT_TRUE(text_at(follower).starts_with("ld.global")) << text_at(follower);
}

TEST_F(StepsFollowerTest, goes_to_either_access_of_a_race_in_its_block_and_lane) {
  session_->choose_lesson("atomics");
  StepsFollower follower;
  ASSERT_TRUE(wait_until_followed(follower));
  const std::vector<Diagnostic>& all = session_->run().shown()->report.diagnostics;
  const auto race = std::ranges::find_if(all, [](const Diagnostic& each) {
    return each.kind == DiagnosticKind::global_race && each.severity == Severity::error;
  });
  ASSERT_NE(race, all.end());
  const Diagnostic finding = *race;
  for (const Diagnostic& each : {finding, from_other_place(finding), finding}) {
    session_->selector().go_to(each);
    ASSERT_TRUE(wait(follower, [&] {
      return !session_->run().running() && follower.is_of(*session_) && !follower.busy() &&
             follower.steps()->recording->block == *each.block;
    }));
    EXPECT_EQ(follower.lane(), (*each.thread)[0]);
    const steps::Recording& recording = *follower.steps()->recording;
    EXPECT_EQ(recording.instruction_of(follower.step()).place.line, each.place.line);
    const auto event = steps::event_of_step(recording, follower.step());
    ASSERT_TRUE(event.has_value()) << text_at(follower);
    EXPECT_EQ(recording.events[*event].access.address[follower.lane()], *finding.address);
  }
}

TEST_F(StepsFollowerTest, runs_to_conflicts_and_lines) {
  StepsFollower follower;
  ASSERT_TRUE(wait_until_followed(follower));
  const std::size_t conflict = follower.step();
  follower.go_to_end(*session_, -1);
  follower.run_to_conflict(*session_, 1);
  EXPECT_EQ(follower.step(), conflict);
  follower.run_to_conflict(*session_, 1);
  EXPECT_EQ(follower.step(), conflict);  // there is no other conflict
  const int line = follower.steps()->recording->instruction_of(5).place.line;
  follower.run_to_line(*session_, line);
  EXPECT_EQ(follower.steps()->recording->instruction_of(follower.step()).place.line, line);
  EXPECT_LT(follower.step(), conflict);
}

TEST_F(StepsFollowerTest, lanes_go_around) {
  StepsFollower follower;
  follower.begin_at({}, 31);
  ASSERT_TRUE(wait_until_followed(follower));
  EXPECT_EQ(follower.lane(), 31U);
  follower.step_lane(1);
  EXPECT_EQ(follower.lane(), 0U);
  follower.step_lane(-1);
  EXPECT_EQ(follower.lane(), 31U);
}

TEST_F(StepsFollowerTest, plays_to_the_end_at_the_chosen_speed) {
  StepsFollower follower;
  follower.begin_at(0, {});
  ASSERT_TRUE(wait_until_followed(follower));
  Settings settings = session_->state().settings;
  settings.play_speed = 200;
  session_->change_settings(settings);
  follower.toggle_play(*session_);
  double now_s = 100;
  const auto first = follower.advance(*session_, now_s);
  ASSERT_TRUE(first.has_value());
  EXPECT_EQ(follower.step(), 0U);  // the first step is also shown for its full time
  double played_s = 0;
  std::size_t moves = 0;
  for (auto next = first; next; ++moves) {
    now_s += *next;
    played_s += *next;
    next = follower.advance(*session_, now_s);
  }
  EXPECT_EQ(moves + 1, follower.steps()->recording->steps.size());
  EXPECT_EQ(follower.step() + 1, follower.steps()->recording->steps.size());
  EXPECT_FALSE(follower.playing());
  // Half of 0.45 s per instruction, and of 1.1 s for each of the five accesses and barriers.
  EXPECT_NEAR(played_s, (static_cast<double>(moves - 5) * 0.45 + 5 * 1.1) / 2, 0.01);
}

TEST_F(StepsFollowerTest, a_cancelled_recording_is_reported_and_tried_again_later) {
  std::atomic<int> tries = 0;
  StepsFollower follower([&](const StepsRequest& request, Progress* progress,
                             std::stop_token stop) -> tl::expected<StepsPtr, Problem> {
    if (++tries > 1) return record_steps(request, progress, std::move(stop));
    while (!stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    Problem problem;
    problem.cancelled = true;
    return tl::unexpected(std::move(problem));
  });
  ASSERT_TRUE(wait(follower, [&] { return tries == 1; }));
  follower.cancel();
  EXPECT_FALSE(follower.busy());
  ASSERT_TRUE(follower.problem().has_value());
  EXPECT_TRUE(follower.problem()->cancelled);
  follower.update(*session_, true);
  EXPECT_FALSE(follower.busy());  // it does not start again by itself
  follower.update(*session_, false);
  EXPECT_TRUE(wait_until_followed(follower));
  EXPECT_FALSE(follower.problem().has_value());
}

}  // namespace
}  // namespace lanescope::app
