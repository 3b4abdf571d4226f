#include "app/window/toolkit/open_file.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string_view>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "kernels/compile/process.h"

extern char** environ;

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;

// Editors that need a terminal.
constexpr std::array<std::string_view, 16> in_terminal{
    "vi",    "vim", "nvim", "nano", "pico",   "ed",  "micro", "hx",
    "helix", "kak", "joe",  "ne",   "mcedit", "jed", "mg",    "zile"};

struct Terminal {
  const char* program;
  const char* option;  // what comes before the command; empty: nothing
};
constexpr std::array<Terminal, 8> terminals{{{"x-terminal-emulator", "-e"},
                                             {"gnome-terminal", "--"},
                                             {"konsole", "-e"},
                                             {"xfce4-terminal", "-x"},
                                             {"kitty", ""},
                                             {"alacritty", "-e"},
                                             {"foot", ""},
                                             {"xterm", "-e"}}};

std::vector<std::string> words_of(const std::string& command) {
  std::istringstream stream(command);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(std::move(word));
  return words;
}

bool needs_terminal(const std::vector<std::string>& editor) {
  const std::string name = fs::path(editor.front()).filename().string();
  return std::find(in_terminal.begin(), in_terminal.end(), name) != in_terminal.end() ||
         std::find(editor.begin(), editor.end(), "-nw") != editor.end();  // emacs
}

std::string variable(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value != nullptr ? value : "";
}

// Starts the command in a session of its own. Returns 0 or an errno value.
int start(std::vector<std::string> command, pid_t& child) {
  std::vector<char*> arguments;
  for (std::string& word : command) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK);
  const int error =
      ::posix_spawn(&child, arguments.front(), &files, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return error;
}

}  // namespace

std::vector<std::string> editor_command(
    const fs::path& file, const std::function<std::string(const std::string&)>& environment,
    const std::function<fs::path(const std::string&)>& find) {
  for (const char* name : {"VISUAL", "EDITOR"}) {
    std::vector<std::string> editor = words_of(environment(name));
    if (editor.empty()) continue;
    const fs::path program = find(editor.front());
    if (program.empty()) continue;
    const bool is_in_terminal = needs_terminal(editor);
    editor.front() = program.string();
    editor.push_back(file.string());
    if (!is_in_terminal) return editor;
    for (const Terminal& terminal : terminals) {
      const fs::path emulator = find(terminal.program);
      if (emulator.empty()) continue;
      std::vector<std::string> command{emulator.string()};
      if (*terminal.option != '\0') command.emplace_back(terminal.option);
      command.insert(command.end(), editor.begin(), editor.end());
      return command;
    }
  }
  const fs::path opener = find("xdg-open");
  return opener.empty() ? std::vector<std::string>{}
                        : std::vector<std::string>{opener.string(), file.string()};
}

tl::expected<void, EditorFailure> open_in_editor(const fs::path& file,
                                                 std::function<void(EditorFailure)> failed) {
  const std::vector<std::string> command = editor_command(file, variable, compile::program_path);
  EditorFailure failure{file.string(), {}, 0, {}};
  if (command.empty()) return tl::unexpected(failure);
  failure.program = fs::path(command.front()).filename().string();
  pid_t child = -1;
  if (const int error = start(command, child); error != 0) {
    failure.why = std::strerror(error);
    return tl::unexpected(failure);
  }
  // Waits for its end, so that no zombie remains.
  std::thread([child, failure, failed = std::move(failed)]() mutable {
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (failed && WIFEXITED(status) && WEXITSTATUS(status) != 0) {
      failure.exit_code = WEXITSTATUS(status);
      failed(std::move(failure));
    }
  }).detach();
  return {};
}

std::string text_of(const EditorFailure& failure, const text::Texts& texts) {
  const auto path = fmt::arg("path", failure.file);
  const auto program = fmt::arg("program", failure.program);
  if (failure.program.empty()) return texts.get("editor.none", path);
  return failure.exit_code != 0
             ? texts.get("editor.ended", program, path, fmt::arg("code", failure.exit_code))
             : texts.get("editor.failed", program, path, fmt::arg("why", failure.why));
}

}  // namespace lanescope::app
