// Work on a thread of its own that wakes the window.
#include "app/window/toolkit/waking_task.h"

#include <future>

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

}  // namespace
}  // namespace lanescope::app
