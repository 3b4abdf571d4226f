// The kernel's text with what each line costs beside it.
#pragma once

#include <string>
#include <vector>

#include "sim/report/report.h"
#include "viz/scene/draw_list.h"
#include "viz/scene/style.h"

namespace lanescope::scene {

// What the gutter says about one source line.
struct LineCost {
  int line = 0;  // from 1
  std::uint64_t requests = 0;
  double ratio = 1;              // cost / ideal of its worst site
  std::uint32_t worst_ways = 0;  // shared; 0: no shared site
  float bar = 0;                 // 0..1: ratio of 32, or of the largest where that is more
  bool costly = false;           // ratio > 1
  std::string ratio_text;        // "32×", "1×", "1.3×"
  std::string ways_text;         // "32-way", "conflict-free", empty when there is no shared site
};
// Lines with at least one request, ascending.
[[nodiscard]] std::vector<LineCost> line_costs(const report::Report& report,
                                               const text::Texts& texts);

struct CodeInput {
  std::string text;                        // the whole file
  const report::Report* report = nullptr;  // may be nullptr: text only
  int selected_line = 0;                   // from 1; 0: none
  int first_line = 1;                      // the line at the top, see first_visible_line
  std::vector<int> error_lines;            // marked with a sign in the gutter
  bool divergence = false;  // the gutter says how many lanes take part, not what accesses cost
};

// HitArea kind code_line, index: the line, from 1.
[[nodiscard]] DrawList build_code(const CodeInput& input, const Style& style, float width,
                                  float height);

// Whole lines that fit.
[[nodiscard]] int visible_lines(const Style& style, float height);
// `first_line` moved as little as needed for `selected_line` to be seen with a line of context, and
// no empty end.
[[nodiscard]] int first_visible_line(int first_line, int selected_line, int line_count,
                                     int visible);

}  // namespace lanescope::scene
