// Cancelling a compilation that takes seconds. A user who drags a slider must not wait for texts
// that are no longer needed.

#include <gtest/gtest.h>

#include <chrono>
#include <ctime>
#include <stop_token>
#include <thread>

#include <pthread.h>

#include "tests/compile/fixture.h"

namespace lanescope::compile::testing {
namespace {

using Cancel = BothCompilers;
INSTANTIATE_TEST_SUITE_P(, Cancel, ::testing::Values(Compiler::nvrtc, Compiler::clang),
                         compiler_name);

// Hundreds of kernels: several seconds for either compiler. (NVRTC checks for cancellation only
// between functions; in a single huge function it did not for many seconds.)
Source slow_text() {
  std::string text;
  for (int kernel = 0; kernel < 400; ++kernel) {
    text +=
        "__global__ void slow" + std::to_string(kernel) + "(float* p)\n{\n    float a = p[0];\n";
    for (int i = 1; i < 40; ++i)
      text += "    a = a * p[" + std::to_string(i) + "] + p[(int)a & " + std::to_string(i) + "];\n";
    text += "    p[1] = a;\n}\n";
  }
  return source_of(std::move(text));
}

TEST_P(Cancel, a_request_that_is_stopped_beforehand_is_not_compiled) {
  std::stop_source stop;
  stop.request_stop();
  const tl::expected<Ptx, Failure> result = to_ptx(source_of(""), GetParam(), stop.get_token());
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, Failure::Kind::cancelled);
}

// NVRTC compiles on the calling thread, clang in another process.
bool is_compiling(pthread_t thread) {
  clockid_t clock{};
  timespec used{};
  constexpr long busy_ns = 100'000'000;  // reading the text takes a fraction of it
  return has_child_process() ||
         (::pthread_getcpuclockid(thread, &clock) == 0 && ::clock_gettime(clock, &used) == 0 &&
          (used.tv_sec > 0 || used.tv_nsec > busy_ns));
}

TEST_P(Cancel, a_long_compilation_stops_when_asked) {
  using Clock = std::chrono::steady_clock;
  const Source text = slow_text();
  std::stop_source stop;
  tl::expected<Ptx, Failure> result;
  std::thread compiles([&] { result = to_ptx(text, GetParam(), stop.get_token()); });
  while (!is_compiling(compiles.native_handle())) std::this_thread::yield();
  const Clock::time_point asked = Clock::now();
  stop.request_stop();
  compiles.join();
  const std::chrono::duration<double> late = Clock::now() - asked;
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, Failure::Kind::cancelled);
  EXPECT_LT(late.count(), 5.0);
}

}  // namespace
}  // namespace lanescope::compile::testing
