// One piece of work on a thread of its own, which wakes the window when its result is there.
// std::async does not do: its result is ready only after the work, and so wake(), has returned; a
// window that wakes sooner finds nothing and sleeps on. The destructor asks the work to stop and
// waits for it.
#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <stop_token>
#include <thread>
#include <type_traits>
#include <utility>

namespace lanescope::app {

template <class Result>
class WakingTask {
 public:
  // `work` returns a Result; it may take a std::stop_token. `wake` is called on the thread; it may
  // be empty. Requires that nothing is running.
  template <class Work>
  void start(Work work, std::function<void()> wake) {
    std::packaged_task<Result(std::stop_token)> task(
        [work = std::move(work)](const std::stop_token& stop) mutable {
          if constexpr (std::is_invocable_v<Work&, std::stop_token>) {
            return work(stop);
          } else {
            return work();
          }
        });
    result_ = task.get_future();
    thread_ = std::jthread(
        [task = std::move(task), wake = std::move(wake)](const std::stop_token& stop) mutable {
          task(stop);
          if (wake) wake();
        });
  }
  void request_stop() { thread_.request_stop(); }
  // Of the work that was started last.
  [[nodiscard]] bool stop_requested() const { return thread_.get_stop_token().stop_requested(); }
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
