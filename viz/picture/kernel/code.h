// The kernel's source with each line's cost beside it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/report/report.h"
#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/style.h"

namespace lanescope::picture {

// The cost of one source line.
struct LineCost {
  int line = 0;                    // from 1
  std::size_t accesses = 0;        // each instruction is one
  std::size_t together = 0;        // the costliest and its copies, which the table has in one row
  std::uint64_t all_requests = 0;  // of all its accesses
  std::uint64_t requests = 0;      // of those counted together
  double ratio = 1;                // cost / ideal of the costliest alone
  report::Counts all;              // summed over all its accesses
  std::uint32_t worst_ways = 0;    // of shared accesses; 0: none
  float bar = 0;              // 0..1: ratio / 32, or relative to the largest ratio if that is more
  bool costly = false;        // ratio > 1
  std::string requests_text;  // "32,768": `requests`
  std::string ratio_text;     // "32×", "1×", "1.3×"
  std::string ways_text;      // "32-way", "conflict-free"; empty without a shared access
};
// Lines of a file (see report::file_of) with at least one request, ascending.
[[nodiscard]] std::vector<LineCost> line_costs(const report::Report& report,
                                               const text::Texts& texts,
                                               std::string_view file = {});

// A message about a line, in a row of its own below it.
struct CodeNote {
  int line = 0;  // from 1
  std::string text;
};

struct CodeInput {
  std::string text;                        // the whole file
  std::string file{};                      // which one of the report, see report::file_of
  const report::Report* report = nullptr;  // nullptr: text only
  int selected_line = 0;                   // from 1; 0: none
  int first_line = 1;                      // the top line, see first_visible_line
  std::vector<int> error_lines;            // marked with a sign in the gutter
  std::vector<CodeNote> notes{};           // ascending by line
  bool divergence = false;                 // the gutter shows active lanes instead of access costs
  bool hides_comments = false;             // their words, see code_tokens.h
};

// HitArea kind code_line, index: the line, from 1.
[[nodiscard]] DrawList build_code(const CodeInput& input, const Style& style, float width,
                                  float height);

// Number of whole lines that fit.
[[nodiscard]] int visible_lines(const Style& style, float height);
struct LineRange {
  int first = 0, last = 0;  // from 1; 0: no lines
};
// `first_line`, moved as little as necessary to show the lines `wanted`, with a line of context if
// there is room for it, and to leave no empty space at the end.
[[nodiscard]] int first_visible_line(int first_line, const LineRange& wanted, int line_count,
                                     int visible);

}  // namespace lanescope::picture
