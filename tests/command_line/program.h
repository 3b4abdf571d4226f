// Runs the program as a user does: takes arguments and environment, returns both output streams and
// the exit code.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "tests/temporary_folder.h"

namespace lanescope::app::testing {

struct Finished {
  int exit_code = -1;  // -1 if a signal ended it
  std::string out;
  std::string err;
};

using tests::TemporaryFolder;
using tests::text_of;
using Environment = std::vector<std::pair<std::string, std::string>>;

// What the program was built with.
extern const bool with_window;
extern const bool with_cuda;

// Runs build/bin/lanescope and waits for it. `changes` are added to this process's environment.
// Throws std::system_error if the program cannot be started.
[[nodiscard]] Finished run_program(const std::vector<std::string>& arguments,
                                   const Environment& changes = {});

// The same without a process and a screen of its own, several times as fast: lessons, recordings
// and kernels that were read stay read. For what depends on neither.
[[nodiscard]] Finished run_here(const std::vector<std::string>& arguments,
                                const Environment& changes = {});

}  // namespace lanescope::app::testing
