#include "app/command_line/run/program_run.h"

#include <spawn.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <iterator>
#include <map>

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
  pid_t child = 0;
  ProgramEnd end;
  const int error = posix_spawn(&child, start.program.c_str(), &files, nullptr,
                                pointers_to(words).data(), pointers_to(variables).data());
  posix_spawn_file_actions_destroy(&files);
  if (error != 0) {
    end.error = std::strerror(error);
    return end;
  }
  running_program.store(child);
  // One that came in between was not handed on.
  if (const int missed = received_signal.load(); missed != 0) ::kill(child, missed);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  running_program.store(0);
  if (WIFSIGNALED(status)) {
    end.signal = WTERMSIG(status);
  } else {
    end.exit_code = WEXITSTATUS(status);
  }
  return end;
}

}  // namespace lanescope::app
