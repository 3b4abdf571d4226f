// `lanescope compare`: two states, run and set side by side.
#pragma once

#include <string>

#include "app/command_line/result.h"
#include "app/session/compare/state_text.h"

namespace lanescope::app {

struct CompareOptions {
  State base;  // what is common to both
  StateText a, b;
  std::uint64_t max_warp_instructions = RunRequest{}.max_warp_instructions;
  int threads = 0;        // RunRequest::threads
  std::string recording;  // a file of recorded times; empty: those that ship
  bool json = false;
};
// A finding where either kernel has one.
[[nodiscard]] Result compare_command(const CompareOptions& options);

}  // namespace lanescope::app
