#include "app/command_line/run/program_run.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <iterator>
#include <map>
#include <optional>
#include <thread>
#include <utility>

namespace lanescope::app {
namespace {

constexpr int handed_on[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
struct sigaction actions_before[std::size(handed_on)];
std::atomic<pid_t> running_program{0};
std::atomic<int> received_signal{0};
static_assert(std::atomic<pid_t>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

extern "C" void hand_on_signal(int signal, siginfo_t* info, void* /*context*/) {
  const pid_t program = running_program.load();
  if (program == 0) {
    received_signal.store(signal);
  } else if (info->si_code <= 0) {  // from a process; a terminal sends it to the whole group
    const int error = errno;
    ::kill(program, signal);
    errno = error;
  }
}

std::vector<std::string> environment_of_program(const ProgramStart& start) {
  std::map<std::string, std::string> variables;
  std::vector<std::string> entries;
  for (const auto& [name, value] : start.environment) variables[name] = value;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    if (!variables.contains(text.substr(0, text.find('=')))) entries.push_back(text);
  }
  for (const auto& [name, value] : variables) entries.push_back(name + "=" + value);
  return entries;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

// Copies what a program prints to this process's streams and keeps its end.
class PrintedCopy {
 public:
  // Redirects the program's streams. `to`: this process's for each.
  PrintedCopy(posix_spawn_file_actions_t& files, const std::array<int, 2>& to) {
    for (std::size_t i = 0; i < to.size(); ++i) {
      std::array<int, 2> ends{-1, -1};
      if (::pipe2(ends.data(), O_CLOEXEC) != 0) continue;  // it has this process's stream
      streams_[i] = {ends[0], ends[1], to[i]};
      posix_spawn_file_actions_adddup2(&files, ends[1], i == 0 ? STDOUT_FILENO : STDERR_FILENO);
    }
  }
  ~PrintedCopy() {
    for (const Stream& each : streams_) {
      if (each.from >= 0) ::close(each.from);
      if (each.into >= 0) ::close(each.into);
    }
  }
  PrintedCopy(const PrintedCopy&) = delete;
  PrintedCopy& operator=(const PrintedCopy&) = delete;

  // Once the program runs.
  void begin() {
    for (Stream& each : streams_) {
      if (each.into >= 0) ::close(std::exchange(each.into, -1));
    }
    thread_ = std::jthread([this](const std::stop_token& ended) { copy(ended); });
  }
  // Once it has ended. Its own children may print on, and are not waited for.
  std::string end() {
    thread_.request_stop();
    thread_.join();
    return end_.size() > most_printed_bytes ? end_.substr(end_.size() - most_printed_bytes)
                                            : std::move(end_);
  }

 private:
  struct Stream {
    int from = -1, into = -1;  // of the pipe
    int to = -1;
  };

  void copy(const std::stop_token& ended) {
    constexpr int look_ms = 20;
    constexpr int reads_at_end = 64;  // more than the pipes hold
    std::array<pollfd, 2> waits{};
    for (int left = reads_at_end; left > 0;) {
      bool is_open = false;
      for (std::size_t i = 0; i < waits.size(); ++i) {
        waits[i] = {streams_[i].from, POLLIN, 0};  // a negative one is left out
        is_open = is_open || streams_[i].from >= 0;
      }
      const bool is_last = ended.stop_requested();
      left -= is_last ? 1 : 0;
      const int ready = ::poll(waits.data(), waits.size(), is_last ? 0 : look_ms);
      if (!is_open || (is_last && ready == 0)) return;
      for (std::size_t i = 0; i < waits.size(); ++i) {
        if (ready > 0 && waits[i].revents != 0) take_from(streams_[i]);
      }
    }
  }
  void take_from(Stream& stream) {
    std::array<char, 4096> buffer{};
    const ssize_t got = ::read(stream.from, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) return;
    if (got <= 0) {
      ::close(std::exchange(stream.from, -1));
      return;
    }
    for (ssize_t done = 0; done < got;) {
      const ssize_t wrote =
          ::write(stream.to, buffer.data() + done, static_cast<std::size_t>(got - done));
      if (wrote < 0 && errno != EINTR) break;  // nobody reads it any more
      done += std::max<ssize_t>(wrote, 0);
    }
    end_.append(buffer.data(), static_cast<std::size_t>(got));
    if (end_.size() > 2 * most_printed_bytes) end_.erase(0, end_.size() - most_printed_bytes);
  }

  std::array<Stream, 2> streams_;
  std::string end_;
  std::jthread thread_;
};

}  // namespace

Signals::Signals() {
  received_signal.store(0);
  struct sigaction action {};
  action.sa_sigaction = &hand_on_signal;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < std::size(handed_on); ++i) {
    ::sigaction(handed_on[i], nullptr, &actions_before[i]);
    // What is ignored, as by nohup, stays so.
    if (actions_before[i].sa_handler != SIG_IGN) ::sigaction(handed_on[i], &action, nullptr);
  }
}

Signals::~Signals() {
  for (std::size_t i = 0; i < std::size(handed_on); ++i)
    ::sigaction(handed_on[i], &actions_before[i], nullptr);
}

int Signals::received() { return received_signal.load(); }

void Signals::end_run() {
  if (const pid_t program = running_program.load(); program != 0) {
    ::kill(program, SIGKILL);
  } else {
    received_signal.store(SIGTERM);
  }
}

ProgramEnd run_in_place(const ProgramStart& start) {
  std::vector<std::string> words{start.name};
  words.insert(words.end(), start.arguments.begin(), start.arguments.end());
  std::vector<std::string> variables = environment_of_program(start);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  if (start.output_to_errors)
    posix_spawn_file_actions_adddup2(&files, STDERR_FILENO, STDOUT_FILENO);
  std::optional<PrintedCopy> copy;
  if (start.printed != nullptr)
    copy.emplace(files,
                 std::array{start.output_to_errors ? STDERR_FILENO : STDOUT_FILENO, STDERR_FILENO});
  pid_t child = 0;
  ProgramEnd end;
  const int error = posix_spawn(&child, start.program.c_str(), &files, nullptr,
                                pointers_to(words).data(), pointers_to(variables).data());
  posix_spawn_file_actions_destroy(&files);
  if (error != 0) {
    end.error = std::strerror(error);
    return end;
  }
  if (copy) copy->begin();
  running_program.store(child);
  // One that came in between was not handed on.
  if (const int missed = received_signal.load(); missed != 0) ::kill(child, missed);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  running_program.store(0);
  if (copy) *start.printed = copy->end();
  if (WIFSIGNALED(status)) {
    end.signal = WTERMSIG(status);
  } else {
    end.exit_code = WEXITSTATUS(status);
  }
  return end;
}

}  // namespace lanescope::app
