// Starts a program in place of this one: it has the standard streams, the working folder and the
// terminal, and gets the signals that are meant for it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace lanescope::app {

constexpr std::size_t most_printed_bytes = 64 << 10;

struct ProgramStart {
  std::filesystem::path program;
  std::string name;  // argv[0]: how the user named it
  std::vector<std::string> arguments;
  std::vector<std::pair<std::string, std::string>> environment;  // added to this process's
  bool output_to_errors = false;  // its standard output goes to the standard error
  // Gets the end of what it prints on both; it then prints into pipes, which are copied to this
  // process's streams. nullptr: it has these streams itself.
  std::string* printed = nullptr;
};

struct ProgramEnd {
  int exit_code = 0;
  int signal = 0;     // that ended it; 0: it exited
  std::string error;  // why it did not start; empty: it did

  // As a shell gives it: 128 plus the signal's number.
  [[nodiscard]] int code() const { return signal != 0 ? 128 + signal : exit_code; }
};

// While an object lives, SIGINT, SIGTERM, SIGHUP and SIGQUIT do not end this process. Before a
// program runs they ask to stop. While it runs they are handed on, except those that a terminal
// sends, which the program gets from there. One object at a time.
class Signals {
 public:
  Signals();
  ~Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

  [[nodiscard]] static int received();  // the last one before a program ran; 0: none
  // As if SIGTERM had come before a program runs; kills one that runs. What it recorded so far is
  // kept. On any thread.
  static void end_run();
};

// Returns when it has ended. Needs a Signals object.
[[nodiscard]] ProgramEnd run_in_place(const ProgramStart& start);

}  // namespace lanescope::app
