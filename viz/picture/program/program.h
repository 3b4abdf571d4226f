// The launches of a program as a list: launches alike are one row, with their share of the
// program's instructions, sectors and wavefronts as bars. The foot tells of the chosen row. Rows
// that do not fit are left out around it. Above a list that is not of the newest run: why.
//
// HitKind::launch: a row, by its number; its tooltip says all of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/style.h"

namespace lanescope::picture {

struct ProgramRow {
  std::string kernel;
  std::uint64_t times = 1;            // launches alike
  std::uint64_t first = 1, last = 1;  // their numbers
  std::string grid, block;            // "64 x 64"
  // Of the program's, 0..1.
  double instructions = 0, sectors = 0, wavefronts = 0;
  std::string worst;              // of its accesses: "8x", "2-way"; empty: none
  bool is_costly = false;         // more than it must
  std::uint64_t findings = 0;     // and errors of launches without any
  std::optional<double> time_ms;  // on a GPU, of all of them
};

// The newest run has brought no launches: those of the list are of the run before.
struct OldLaunches {
  std::string heading;
  std::string why;  // lines, the first the gravest; empty: nobody has to know
  std::string to_do;
};

struct ProgramList {
  std::optional<OldLaunches> old;  // above the title
  std::string title;               // "heat.cu: 404 launches of 6 kernels"
  // Sentences about the host's code, below the title; three lines of them are drawn.
  std::vector<std::string> host;
  std::vector<std::string> printed;  // the last lines of its output, below these
  std::vector<ProgramRow> rows;
  std::size_t chosen = 0;            // a row
  std::optional<std::size_t> shown;  // the row whose launch is open
  // Of the launch that is chosen in it: a heading, names with values, and a sentence.
  std::string about;
  std::vector<std::pair<std::string, std::string>> facts;
  std::string note;
};

// Requires rows, and chosen within them.
[[nodiscard]] DrawList build_program(const ProgramList& list, const Style& style, float width,
                                     float height);

}  // namespace lanescope::picture
