// Runs another program: text in, text out, no shell. Has a deadline and can be cancelled.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::compile {

struct ProcessResult {
  enum class Ended {
    exited,       // by itself, with `exit_status`
    crashed,      // by a signal; `exit_status` is its number
    cancelled,    // killed: the caller asked to stop
    timed_out,    // killed: the deadline passed
    not_started,  // `error` says why
  };
  Ended ended = Ended::not_started;
  int exit_status = 0;
  std::string output;  // standard output
  std::string errors;  // standard error
  std::string error;   // why it did not start
};

// `arguments` do not include the program's name. The program and its children form one process
// group and are killed together. `on_output` is told each piece of the standard output as it comes,
// on the calling thread; a piece may end anywhere.
[[nodiscard]] ProcessResult run_process(
    const std::filesystem::path& program, const std::vector<std::string>& arguments,
    std::string_view input, std::chrono::milliseconds deadline, std::stop_token stop = {},
    const std::function<void(std::string_view)>& on_output = {});

// The path of a program. A name with a slash is taken as it is, any other is looked up on PATH.
// Empty if there is none.
[[nodiscard]] std::filesystem::path program_path(const std::string& name);

}  // namespace lanescope::compile
