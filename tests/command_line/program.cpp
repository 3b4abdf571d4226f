#include "tests/command_line/program.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <list>
#include <map>
#include <system_error>

#include "app/command_line/command_line.h"
#include "tests/built.h"
#include "tests/environment.h"

namespace lanescope::app::testing {
namespace {

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<std::string> environment_with(const Environment& changes) {
  std::map<std::string, std::string> variables;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    const std::size_t equals = text.find('=');
    if (equals != std::string::npos) variables[text.substr(0, equals)] = text.substr(equals + 1);
  }
  for (const auto& [name, value] : changes) variables[name] = value;
  std::vector<std::string> entries;
  for (const auto& [name, value] : variables) entries.push_back(name + "=" + value);
  return entries;
}

void check(int error, const char* what) {
  if (error != 0) throw std::system_error(error, std::generic_category(), what);
}

}  // namespace

Finished run_program(const std::vector<std::string>& arguments, const Environment& changes) {
  // stdout and stderr go to files: a pipe could fill up while we read the other one.
  const TemporaryFolder folder;
  const std::string out = folder.write("out", "").string();
  const std::string err = folder.write("err", "").string();
  posix_spawn_file_actions_t streams;
  posix_spawn_file_actions_init(&streams);
  posix_spawn_file_actions_addopen(&streams, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&streams, STDOUT_FILENO, out.c_str(), O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&streams, STDERR_FILENO, err.c_str(), O_WRONLY, 0);

  const std::string program = tests::built("bin/lanescope");
  std::vector<std::string> words{program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<std::string> variables = environment_with(changes);
  pid_t child = 0;
  const int error = posix_spawn(&child, program.c_str(), &streams, nullptr, pointers(words).data(),
                                pointers(variables).data());
  posix_spawn_file_actions_destroy(&streams);
  check(error, ("cannot start " + program).c_str());

  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) check(errno, ("cannot wait for " + program).c_str());
  }
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text_of(out), text_of(err)};
}

Finished run_here(const std::vector<std::string>& arguments, const Environment& changes) {
  std::list<tests::Variable> changed;
  for (const auto& [name, value] : changes) changed.emplace_back(name, value);
  const Result result = run_command_line(arguments, Screen{});
  return {result.exit_code, result.out, result.err};
}

}  // namespace lanescope::app::testing
