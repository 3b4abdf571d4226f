// `lanescope compare`: runs two states and prints them side by side.
#pragma once

#include <string>

#include "app/command_line/result.h"
#include "app/session/compare/state_text.h"

namespace lanescope::app {

struct CompareOptions {
  State base;  // values common to both
  StateText a, b;
  std::uint64_t max_warp_instructions = RunRequest{}.max_warp_instructions;
  int threads = 0;        // RunRequest::threads
  std::string recording;  // what --recording names; empty: the usual one
  bool json = false;
};
// A finding in either kernel is a finding.
[[nodiscard]] Result compare_command(const CompareOptions& options);

}  // namespace lanescope::app
