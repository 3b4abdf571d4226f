// A gate that holds up stand-ins for slow work, so that a test decides when the work ends. It
// starts open.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <vector>

namespace lanescope::app::test {

template <class Request>
class Gate {
 public:
  void close() {
    const std::lock_guard lock(mutex_);
    open_ = false;
  }
  void open() {
    const std::lock_guard lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }
  // Waits until a request has arrived at the closed gate; false after 10 s.
  [[nodiscard]] bool wait_for_arrival() {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(10), [this] { return waiting_ > 0; });
  }
  [[nodiscard]] std::vector<Request> requests() const {
    const std::lock_guard lock(mutex_);
    return requests_;
  }
  // Requests that were cancelled while they waited.
  [[nodiscard]] int cancelled() const {
    const std::lock_guard lock(mutex_);
    return cancelled_;
  }

 protected:
  // `lock` holds mutex_. False if the request was cancelled.
  [[nodiscard]] bool pass(std::unique_lock<std::mutex>& lock, const Request& request,
                          std::stop_token stop) {
    requests_.push_back(request);
    ++waiting_;
    changed_.notify_all();
    changed_.wait(lock, stop, [this] { return open_; });
    --waiting_;
    if (!stop.stop_requested()) return true;
    ++cancelled_;
    changed_.notify_all();
    return false;
  }

  mutable std::mutex mutex_;

 private:
  std::condition_variable_any changed_;
  bool open_ = true;
  int waiting_ = 0;
  int cancelled_ = 0;
  std::vector<Request> requests_;
};

}  // namespace lanescope::app::test
