// What `lanescope run` tells about a program that has ended: its launches by kernel, and findings.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/command_line/run/program_run.h"
#include "app/session/start/replay.h"
#include "kernels/launches/reader.h"

namespace lanescope::app {

// A finding as often as it came: in which launches.
struct FindingOfRun {
  Diagnostic finding;                       // the first; its count is that of all
  const launches::Launch* first = nullptr;  // nullptr: of the host's code
  const launches::Launch* last = nullptr;
  std::uint64_t launches = 0;
};

struct RunOfProgram {
  std::string command;  // as the user wrote it
  ProgramEnd end;
  std::optional<launches::File> file;  // none: nothing was recorded
  std::string problem;                 // why not
  std::string kept_as;                 // -o FILE; empty: nowhere
  std::vector<Replay> replays;         // of a run on a GPU
};

[[nodiscard]] std::vector<FindingOfRun> findings_of(const launches::File& file);
// A note says what is worth knowing; nothing is wrong.
[[nodiscard]] bool is_no_note(const FindingOfRun& each);

// For the standard error. A program that launched nothing and ended well says so in one line.
[[nodiscard]] std::string run_text(const RunOfProgram& run);
// Schema lanescope.run/1.
[[nodiscard]] std::string run_json(const RunOfProgram& run);

}  // namespace lanescope::app
