#include "app/session/run/worker.h"

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>

#include "reports.h"

namespace lanescope::app {
namespace {

using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;

RunRequest padded(std::int64_t pad) {
  RunRequest request;
  request.lesson = "tile";
  request.overrides["PAD"] = pad;
  return request;
}

std::optional<Finished> wait_for_result(Worker& worker) {
  const auto limit = std::chrono::steady_clock::now() + 10s;
  while (std::chrono::steady_clock::now() < limit) {
    if (auto finished = worker.take()) return finished;
    std::this_thread::sleep_for(1ms);
  }
  return std::nullopt;
}

TEST(Worker, hands_out_the_result_of_the_request) {
  test::GatedRunner gate;
  Worker worker(gate.runner(), {});
  worker.start(padded(1));
  const auto finished = wait_for_result(worker);
  ASSERT_TRUE(finished);
  ASSERT_TRUE(finished->result);
  EXPECT_EQ(finished->request, padded(1));
  EXPECT_EQ((*finished->result)->request, padded(1));
}

TEST(Worker, gives_each_result_once) {
  test::GatedRunner gate;
  Worker worker(gate.runner(), {});
  worker.start(padded(1));
  ASSERT_TRUE(wait_for_result(worker));
  EXPECT_FALSE(worker.take());
  EXPECT_FALSE(worker.busy());
}

TEST(Worker, start_returns_while_a_run_is_going_on) {
  test::GatedRunner gate;
  gate.close();
  Worker worker(gate.runner(), {});
  worker.start(padded(0));
  ASSERT_TRUE(gate.wait_for_arrival());
  const auto begun = std::chrono::steady_clock::now();
  worker.start(padded(1));
  EXPECT_LT(std::chrono::steady_clock::now() - begun, 1s);
  EXPECT_TRUE(worker.busy());
  gate.open();
}

TEST(Worker, a_newer_request_stops_the_running_one_and_its_result_is_dropped) {
  test::GatedRunner gate;
  gate.close();
  Worker worker(gate.runner(), {});
  worker.start(padded(0));
  ASSERT_TRUE(gate.wait_for_arrival());
  worker.start(padded(1));
  gate.open();
  const auto finished = wait_for_result(worker);
  ASSERT_TRUE(finished);
  EXPECT_EQ(finished->request, padded(1));
  EXPECT_FALSE(worker.take());
}

TEST(Worker, only_the_newest_of_many_waiting_requests_is_run) {
  test::GatedRunner gate;
  gate.close();
  // This runner ignores cancellation. While it waits at the gate, the other requests wait, too.
  const Runner runner = gate.runner();
  Worker worker([&](const RunRequest& request, Progress* progress,
                    std::stop_token) { return runner(request, progress, {}); },
                {});
  worker.start(padded(0));
  ASSERT_TRUE(gate.wait_for_arrival());
  for (std::int64_t pad = 1; pad <= 20; ++pad) worker.start(padded(pad));
  gate.open();
  const auto finished = wait_for_result(worker);
  ASSERT_TRUE(finished);
  EXPECT_EQ(finished->request, padded(20));
  EXPECT_EQ(gate.requests().size(), 2U);
}

TEST(Worker, cancel_reaches_the_run_and_there_is_no_result) {
  test::GatedRunner gate;
  gate.close();
  Worker worker(gate.runner(), {});
  worker.start(padded(0));
  ASSERT_TRUE(gate.wait_for_arrival());
  worker.cancel();
  EXPECT_FALSE(worker.busy());
  const auto limit = std::chrono::steady_clock::now() + 10s;
  while (gate.cancelled() == 0 && std::chrono::steady_clock::now() < limit)
    std::this_thread::sleep_for(1ms);
  EXPECT_EQ(gate.cancelled(), 1);
  EXPECT_FALSE(worker.take());
}

TEST(Worker, wakes_whoever_waits_for_the_result) {
  std::atomic<int> woken = 0;
  test::GatedRunner gate;
  Worker worker(gate.runner(), [&] { ++woken; });
  worker.start(padded(1));
  ASSERT_TRUE(wait_for_result(worker));
  const auto limit = std::chrono::steady_clock::now() + 10s;
  while (woken == 0 && std::chrono::steady_clock::now() < limit) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(woken, 1);
}

TEST(Worker, an_exception_of_a_run_is_a_problem_and_the_next_run_works) {
  bool throws = true;
  Worker worker(
      [&](const RunRequest& request, Progress*, std::stop_token) -> RunResult {
        if (throws) throw std::runtime_error("no such luck");
        return test::answer_to(request);
      },
      {});
  worker.start(padded(0));
  const auto failed = wait_for_result(worker);
  ASSERT_TRUE(failed);
  ASSERT_FALSE(failed->result);
  EXPECT_EQ(failed->result.error().message, "tile: no such luck");
  throws = false;
  worker.start(padded(1));
  const auto worked = wait_for_result(worker);
  ASSERT_TRUE(worked);
  EXPECT_TRUE(worked->result);
}

TEST(Worker, ends_while_a_run_is_going_on) {
  test::GatedRunner gate;
  gate.close();
  {
    Worker worker(gate.runner(), {});
    worker.start(padded(0));
    ASSERT_TRUE(gate.wait_for_arrival());
  }
  EXPECT_EQ(gate.cancelled(), 1);
}

}  // namespace
}  // namespace lanescope::app
