// `lanescope sweep`: one parameter over its values, in the simulator.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/command_line/result.h"
#include "app/session/run.h"
#include "app/session/sweeps/ad_hoc.h"
#include "app/session/sweeps/sweep.h"
#include "app/window/window.h"  // its option types

namespace lanescope::app {

struct SweepOptions {
  std::string lesson;
  std::string name;                     // of a sweep of the lesson; empty: its first, or `wish`
  std::optional<SweepWish> wish;        // one that no lesson file holds
  std::string variant;                  // empty: all of the sweep's
  std::vector<std::string> quantities;  // in place of the sweep's own
  lesson::Values set;
  compile::Compiler compiler = compile::Compiler::automatic;
  std::string machine;  // RunRequest::machine
  SweepBudget budget;
  std::string recording;  // a file of recorded times; empty: those that ship
  std::string csv;        // "-": the standard output, in place of the table
  bool json = false;
  SweepPictureOptions picture;  // no output: no picture
};

struct Screen;
[[nodiscard]] Result sweep_command(const SweepOptions& options, const Screen& screen);

}  // namespace lanescope::app
