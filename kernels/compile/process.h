// Runs another program: text in, text out, no shell. Has a deadline and can be cancelled.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
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
    too_much,     // killed: it wrote more than its limit
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
// on the calling thread; a piece may end anywhere. `output_limit`: bytes of output and errors
// together, about.
[[nodiscard]] ProcessResult run_process(const std::filesystem::path& program,
                                        const std::vector<std::string>& arguments,
                                        std::string_view input, std::chrono::milliseconds deadline,
                                        std::stop_token stop = {},
                                        const std::function<void(std::string_view)>& on_output = {},
                                        std::size_t output_limit = SIZE_MAX);

// Far more than a compiler has to say.
inline constexpr std::size_t compiler_output_limit = std::size_t{64} << 20;

// The path of a program. A name with a slash is taken as it is, any other is looked up on PATH.
// Empty if there is none.
[[nodiscard]] std::filesystem::path program_path(const std::string& name);

// Path, size and time of change of a program's file, links followed: another text when the program
// is replaced. Empty if there is no such file.
[[nodiscard]] std::string file_stamp(const std::filesystem::path& program);

}  // namespace lanescope::compile
