// The worker process that uses the GPU: on this machine, possibly without a GPU, and with programs
// that misbehave.
#include "kernels/device/worker.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>

#include "tests/built.h"
#include "tests/temporary_folder.h"

namespace lanescope::device {
namespace {

using Kind = JobFailure::Kind;
using std::chrono::milliseconds;

// A shell script in place of the worker.
class Script {
 public:
  explicit Script(const std::string& text)
      : path_(folder_.write("worker", "#!/bin/sh\n" + text + "\n")) {
    std::filesystem::permissions(path_, std::filesystem::perms::owner_all);
  }
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  tests::TemporaryFolder folder_;
  std::filesystem::path path_;
};

TEST(Worker, that_never_answers_is_stopped_at_its_deadline) {
  const Script script("sleep 60");
  const auto start = std::chrono::steady_clock::now();
  const auto result = run_on_gpu({}, milliseconds(200), {}, script.path());
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, Kind::timed_out);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

TEST(Worker, that_never_lists_the_gpus_has_a_driver_that_hangs) {
  const Script script("sleep 60");
  const auto gpus = find_gpus(script.path(), {}, milliseconds(200));
  ASSERT_FALSE(gpus);
  EXPECT_EQ(gpus.error().kind, Kind::timed_out);
  EXPECT_EQ(gpus.error().message, "the NVIDIA driver did not list the GPUs within 0.2 s");
}

TEST(Worker, is_stopped_when_the_user_asks) {
  const Script script("sleep 60");
  std::stop_source stop;
  stop.request_stop();
  const auto result = run_on_gpu({}, milliseconds(30'000), stop.get_token(), script.path());
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, Kind::cancelled);
}

TEST(Worker, that_is_killed_in_mid_run_is_a_failure_that_says_so) {
  const Script script("kill -9 $$");
  const auto result = run_on_gpu({}, milliseconds(30'000), {}, script.path());
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, Kind::crashed);
  EXPECT_NE(result.error().message.find("signal 9"), std::string::npos) << result.error().message;
}

TEST(Worker, that_ends_with_an_error_is_a_failure_with_its_words) {
  const Script script("echo it broke >&2; exit 4");
  const auto result = run_on_gpu({}, milliseconds(30'000), {}, script.path());
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, Kind::crashed);
  EXPECT_NE(result.error().message.find("it broke"), std::string::npos) << result.error().message;
}

TEST(Worker, that_is_not_there_is_a_failure) {
  const auto result = run_on_gpu({}, milliseconds(30'000), {}, "/no/such/program");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, Kind::crashed);
}

// A worker that sends the contents of a file as its answer.
TEST(Worker, unchanged_arrays_are_returned) {
  Job job;
  job.arguments = {{true, {1, 2}}, {false, {9}}, {true, {3}}, {true, {4, 5}}};
  JobResult result;
  result.arrays = {{}, {7}, {}};
  result.unchanged = {true, false, true};
  const Script file("");
  std::ofstream(file.path()) << packed(tl::expected<JobResult, JobFailure>(result));
  const Script script("cat >/dev/null; cat " + file.path());
  const auto back = run_on_gpu(job, milliseconds(30'000), {}, script.path());
  ASSERT_TRUE(back) << back.error().message;
  ASSERT_EQ(back->arrays.size(), 3U);
  EXPECT_EQ(back->arrays[0], (std::vector<std::uint8_t>{1, 2}));
  EXPECT_EQ(back->arrays[1], (std::vector<std::uint8_t>{7}));
  EXPECT_EQ(back->arrays[2], (std::vector<std::uint8_t>{4, 5}));
}

// The process state from /proc: R running, S waiting, Z ended; 0 if there is no such process.
char state_of(pid_t process) {
  const std::filesystem::path file = "/proc/" + std::to_string(process) + "/stat";
  if (!std::filesystem::exists(file)) return 0;
  const std::string text = tests::text_of(file);
  const std::size_t name_end = text.rfind(')');
  return name_end == std::string::npos ? '\0' : text.at(name_end + 2);
}

// Whether it runs or is in a state from which it can resume.
bool is_alive(pid_t process) {
  const char state = state_of(process);
  return state != '\0' && state != 'Z';
}

template <class Condition>
bool comes_true(Condition condition) {
  for (int i = 0; i < 500; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(milliseconds(20));
  }
  return false;
}

// Otherwise a kernel that never ends would stay on the GPU after the window is killed.
TEST(Worker, ends_when_its_parent_ends) {
  // This test keeps it open, because the worker reads until it is closed.
  std::array<int, 2> question{};
  ASSERT_EQ(::pipe(question.data()), 0);
  const Script parent("exec 3<&0; " + tests::built("bin/lanescope") +
                      " gpu-worker <&3 & echo $! > \"$0.pid\"; wait");
  const std::string pid_file = parent.path() + ".pid";
  const pid_t shell = ::fork();
  if (shell == 0) {
    ::dup2(question[0], 0);
    ::execl(parent.path().c_str(), parent.path().c_str(), nullptr);
    ::_exit(127);
  }
  pid_t worker = 0;
  ASSERT_TRUE(comes_true([&] { return static_cast<bool>(std::ifstream(pid_file) >> worker); }));
  // Wait until it is the worker.
  ASSERT_TRUE(comes_true([&] {
    std::ifstream name("/proc/" + std::to_string(worker) + "/comm");
    std::string text;
    return static_cast<bool>(name >> text) && text == "lanescope";
  }));
  // Consecutive checks at which it waited for input: with a sanitizer, the start takes a second.
  int waits = 0;
  ASSERT_TRUE(comes_true([&] {
    waits = state_of(worker) == 'S' ? waits + 1 : 0;
    return waits == 25;
  }));
  EXPECT_TRUE(is_alive(worker));
  ::kill(shell, SIGKILL);
  ::waitpid(shell, nullptr, 0);
  EXPECT_TRUE(comes_true([&] { return !is_alive(worker); }));
  ::kill(worker, SIGKILL);
  ::close(question[0]);
  ::close(question[1]);
  std::filesystem::remove(pid_file);
}

TEST(Worker, answers_a_garbled_question_with_a_failure) {
  const auto result = unpacked_result(answer("rubbish"));
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, Kind::crashed);
}

// Without a driver or without the CUDA Toolkit in the build, the answer is the reason; with a GPU,
// its name.
TEST(Worker, lists_the_gpus_or_says_why_there_are_none) {
  const auto gpus = find_gpus(tests::built("bin/lanescope"));
  if (gpus) {
    ASSERT_FALSE(gpus->empty());
    EXPECT_FALSE(gpus->front().name.empty());
    return;
  }
  EXPECT_TRUE(is_absence(gpus.error().kind)) << gpus.error().message;
  EXPECT_GT(gpus.error().message.size(), 20U);
}

}  // namespace
}  // namespace lanescope::device
