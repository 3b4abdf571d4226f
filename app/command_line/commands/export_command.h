// `lanescope export`: a picture, a table or a handout of a lesson, as a file or on the standard
// output.
#pragma once

#include <optional>
#include <string>

#include "app/command_line/result.h"
#include "app/figures/headless.h"
#include "app/figures/what.h"

namespace lanescope::app {

struct ExportOptions {
  std::string lesson = "transpose";  // this and the following up to `step`: as in WindowOptions
  std::string variant;
  lesson::Values overrides;
  compile::Compiler compiler = compile::Compiler::automatic;
  std::string machine, view, recording, step;
  std::string what;          // name_of(What), or "sweep=NAME"; empty: the view's page, or stage
  std::string format;        // name_of(Format); empty: from the output's file name
  std::string output = "-";  // "-": the standard output
  std::string theme;         // empty: dark; light for a handout
  std::string language = "en";
  std::optional<int> width, height;  // pixels, including the caption; both or neither
  int scale_percent = 100;
};

struct Screen;
[[nodiscard]] Result export_command(const ExportOptions& options, const Screen& screen);

}  // namespace lanescope::app
