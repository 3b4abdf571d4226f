// The player of the stage: when it takes a step. The test says what time it is.
#include <gtest/gtest.h>

#include "app/window/panels/kernel/stage_panel.h"
#include "tests/session/reports.h"

namespace lanescope::app {
namespace {

std::unique_ptr<Session> session_at_speed(int percent) {
  Session::Services services;
  services.run = [](const RunRequest& request, Progress*, std::stop_token) {
    return test::answer_to(request);
  };
  services.describe = test::lesson_card;
  State initial = test::initial_state();
  initial.settings.play_speed = percent;
  auto session = std::make_unique<Session>(initial, ViewRequest{}, std::move(services));
  EXPECT_TRUE(test::update_until_taken(*session));
  return session;
}

TEST(StagePlayer, takes_a_step_each_0_7_seconds_and_four_times_as_often_at_400_percent) {
  for (const auto& [percent, step_s] : {std::pair{100, 0.7}, std::pair{400, 0.175}}) {
    const auto session = session_at_speed(percent);
    StagePanel stage;
    stage.toggle_play(*session);
    ASSERT_TRUE(stage.playing());
    constexpr double begin_s = 10;
    static_cast<void>(stage.advance(*session, begin_s));
    const auto first = session->state().selection.wavefront;
    ASSERT_TRUE(first);
    static_cast<void>(stage.advance(*session, begin_s + step_s - 0.01));
    EXPECT_EQ(session->state().selection.wavefront, first) << percent;
    static_cast<void>(stage.advance(*session, begin_s + step_s + 0.01));
    EXPECT_EQ(session->state().selection.wavefront, *first + 1) << percent;
  }
}

TEST(StagePlayer, stops_at_the_last_wavefront) {
  const auto session = session_at_speed(100);
  StagePanel stage;
  stage.toggle_play(*session);
  double now_s = 0;
  for (int i = 0; i < 40 && stage.playing(); ++i, ++now_s)
    static_cast<void>(stage.advance(*session, now_s));
  EXPECT_FALSE(stage.playing());
  EXPECT_EQ(session->state().selection.wavefront, session->selector().wavefronts() - 1);
}

}  // namespace
}  // namespace lanescope::app
