// Runs another program: text in, text out, no shell; ends with its caller's patience.
#pragma once

#include <chrono>
#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::compile {

struct ProcessResult {
  enum class Ended {
    exited,       // by itself, with `exit_status`
    crashed,      // by a signal, number `exit_status`
    cancelled,    // killed: the caller asked to stop
    timed_out,    // killed: the deadline passed
    not_started,  // `error` says why
  };
  Ended ended = Ended::not_started;
  int exit_status = 0;
  std::string output;  // what it wrote to standard output
  std::string errors;  // ... and to standard error
  std::string error;   // why it did not start
};

// `arguments` without the program's own name. The program and what it starts are one process group,
// killed as one.
[[nodiscard]] ProcessResult run_process(const std::filesystem::path& program,
                                        const std::vector<std::string>& arguments,
                                        std::string_view input, std::chrono::milliseconds deadline,
                                        std::stop_token stop = {});

}  // namespace lanescope::compile
