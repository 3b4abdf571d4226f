// Work on a thread of its own that wakes the window.
#include "app/window/toolkit/waking_task.h"

#include <chrono>
#include <future>
#include <stop_token>
#include <thread>

#include <gtest/gtest.h>

namespace lanescope::app {
namespace {

TEST(WakingTask, has_its_result_when_it_wakes) {
  WakingTask<int> task;
  std::promise<bool> woken;
  task.start([] { return 7; }, [&] { woken.set_value(task.finished()); });
  EXPECT_TRUE(woken.get_future().get());
  EXPECT_TRUE(task.running());
  EXPECT_EQ(task.take(), 7);
  EXPECT_FALSE(task.running());
  EXPECT_FALSE(task.finished());
}

TEST(WakingTask, may_be_started_again_once_its_result_is_taken) {
  WakingTask<int> task;
  for (const int result : {1, 2}) {
    task.start([result] { return result; }, {});
    EXPECT_EQ(task.take(), result);
  }
}

TEST(WakingTask, is_asked_to_stop_when_nobody_waits_for_it_any_more) {
  std::promise<void> stopped;
  {
    WakingTask<int> task;
    task.start(
        [&stopped](const std::stop_token& stop) {
          const std::stop_callback tell(stop, [&stopped] { stopped.set_value(); });
          while (!stop.stop_requested()) std::this_thread::yield();
          return 0;
        },
        {});
  }
  EXPECT_EQ(stopped.get_future().wait_for(std::chrono::seconds(0)), std::future_status::ready);
}

}  // namespace
}  // namespace lanescope::app
