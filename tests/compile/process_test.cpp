#include "kernels/compile/process.h"

#include <gtest/gtest.h>

#include <csignal>
#include <stop_token>
#include <thread>

#include "tests/compile/fixture.h"

namespace lanescope::compile::testing {
namespace {

using namespace std::chrono_literals;
using Ended = ProcessResult::Ended;

ProcessResult shell(const std::string& command, std::string_view input = {},
                    std::chrono::milliseconds deadline = 20s, std::stop_token stop = {}) {
  return run_process("/bin/sh", {"-c", command}, input, deadline, stop);
}

TEST(Process, hands_input_over_and_output_back) {
  const ProcessResult result = shell("cat", "some text\nof two lines");
  EXPECT_EQ(result.ended, Ended::exited);
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(result.output, "some text\nof two lines");
  EXPECT_EQ(result.errors, "");
}

TEST(Process, much_input_and_much_output_do_not_block_each_other) {
  std::string text(3'000'000, 'x');
  text += "end";
  EXPECT_EQ(shell("cat", text).output, text);
}

TEST(Process, tells_its_output_as_it_comes) {
  std::string told;
  int pieces = 0;
  const ProcessResult result = run_process("/bin/sh", {"-c", "echo one; read -r line; echo $line"},
                                           "two\n", 20s, {}, [&](std::string_view piece) {
                                             told += piece;
                                             ++pieces;
                                           });
  EXPECT_EQ(told, "one\ntwo\n");
  EXPECT_EQ(result.output, told);
  EXPECT_GE(pieces, 1);
}

TEST(Process, keeps_output_and_errors_apart) {
  const ProcessResult result = shell("echo out; echo err >&2");
  EXPECT_EQ(result.output, "out\n");
  EXPECT_EQ(result.errors, "err\n");
}

TEST(Process, reports_the_exit_status) { EXPECT_EQ(shell("exit 7").exit_status, 7); }

TEST(Process, a_signal_is_a_crash) {
  const ProcessResult result = shell("kill -SEGV $$");
  EXPECT_EQ(result.ended, Ended::crashed);
  EXPECT_EQ(result.exit_status, SIGSEGV);
}

TEST(Process, input_that_nobody_reads_is_no_failure) {
  const ProcessResult result = shell("exit 0", std::string(3'000'000, 'x'));
  EXPECT_EQ(result.ended, Ended::exited);
  EXPECT_EQ(result.exit_status, 0);
}

TEST(Process, arguments_reach_the_program_as_they_are) {
  const ProcessResult result = run_process("/bin/echo", {"a b", "$HOME", "\"", ""}, {}, 20s);
  EXPECT_EQ(result.output, "a b $HOME \" \n");
}

TEST(Process, what_takes_too_long_is_killed) {
  const auto start = std::chrono::steady_clock::now();
  const ProcessResult result = shell("sleep 60", {}, 100ms);
  EXPECT_EQ(result.ended, Ended::timed_out);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 10s);
}

TEST(Process, children_of_the_child_are_killed_with_it) {
  const auto start = std::chrono::steady_clock::now();
  const ProcessResult result = shell("sleep 60 & sleep 60; true", {}, 100ms);
  EXPECT_EQ(result.ended, Ended::timed_out);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 10s);
}

TEST(Process, what_closes_its_output_and_goes_on_is_killed_too) {
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(shell("exec >&- 2>&-; sleep 60", {}, 100ms).ended, Ended::timed_out);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 10s);
}

TEST(Process, what_writes_more_than_its_limit_is_killed) {
  for (const char* command : {"yes", "yes >&2"}) {
    const ProcessResult result = run_process("/bin/sh", {"-c", command}, {}, 20s, {}, {}, 1 << 20);
    EXPECT_EQ(result.ended, Ended::too_much);
    EXPECT_LT(result.output.size() + result.errors.size(), 2u << 20);
  }
}

TEST(Process, a_stop_request_kills_it) {
  std::stop_source stop;
  std::thread impatient([&] {
    while (!has_child_process()) std::this_thread::yield();
    stop.request_stop();
  });
  const auto start = std::chrono::steady_clock::now();
  const ProcessResult result = shell("sleep 60", {}, 50s, stop.get_token());
  impatient.join();
  EXPECT_EQ(result.ended, Ended::cancelled);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 10s);
}

TEST(Process, a_program_that_is_not_there_is_not_started) {
  const ProcessResult result = run_process("/nowhere/at/all", {}, {}, 20s);
  EXPECT_EQ(result.ended, Ended::not_started);
  EXPECT_FALSE(result.error.empty());
}

}  // namespace
}  // namespace lanescope::compile::testing
