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
  std::string lesson = "transpose";  // as of WindowOptions, all up to `step`
  std::string variant;
  lesson::Values overrides;
  compile::Compiler compiler = compile::Compiler::automatic;
  std::string machine, view, recording, step;
  std::string what;          // name_of(What), or "sweep=NAME"; empty: the view's page, or stage
  std::string format;        // name_of(Format); empty: by the output's name
  std::string output = "-";  // "-": the standard output
  std::string theme;         // empty: dark; of a handout light
  std::string language = "en";
  std::optional<int> width, height;  // pixels, caption and all; both or neither
  int scale_percent = 100;
};

struct Screen;
[[nodiscard]] Result export_command(const ExportOptions& options, const Screen& screen);

}  // namespace lanescope::app
