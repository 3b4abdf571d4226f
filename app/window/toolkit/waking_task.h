// One piece of work on a thread of its own, which wakes the window when its result is there.
// std::async does not do: its result is ready only after the work, and so wake(), has returned; a
// window that wakes sooner finds nothing and sleeps on.
#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <thread>
#include <utility>

namespace lanescope::app {

template <class Result>
class WakingTask {
 public:
  // `wake` is called on the thread; it may be empty. Requires that nothing is running.
  void start(std::function<Result()> work, std::function<void()> wake) {
    std::packaged_task<Result()> task(std::move(work));
    result_ = task.get_future();
    thread_ = std::jthread([task = std::move(task), wake = std::move(wake)]() mutable {
      task();
      if (wake) wake();
    });
  }
  // Until the result is taken.
  [[nodiscard]] bool running() const { return result_.valid(); }
  [[nodiscard]] bool finished() const {
    return running() && result_.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  }
  // Waits for the result; requires running().
  [[nodiscard]] Result take() { return result_.get(); }

 private:
  std::future<Result> result_;
  std::jthread thread_;
};

}  // namespace lanescope::app
