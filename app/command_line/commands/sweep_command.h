// `lanescope sweep`: runs one parameter through its values in the simulator.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/command_line/result.h"
#include "app/screen/options.h"
#include "app/session/run.h"
#include "app/session/sweeps/ad_hoc.h"
#include "app/session/sweeps/sweep.h"

namespace lanescope::app {

struct SweepOptions {
  std::string lesson;
  std::string name;                     // a sweep of the lesson; empty: its first, or `wish`
  std::optional<SweepWish> wish;        // a sweep that no lesson file defines
  std::string variant;                  // empty: all variants of the sweep
  std::vector<std::string> quantities;  // instead of the sweep's own
  lesson::Values set;
  compile::Compiler compiler = compile::Compiler::automatic;
  std::string machine;  // RunRequest::machine
  SweepBudget budget;
  std::string recording;  // what --recording names; empty: the usual one
  std::string csv;        // "-": the standard output, instead of the table
  bool json = false;
  SweepPictureOptions picture;  // no output: no picture
};

struct Screen;
[[nodiscard]] Result sweep_command(const SweepOptions& options, const Screen& screen);

}  // namespace lanescope::app
