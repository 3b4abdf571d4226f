// A against B: two pictures of the same access, drawn to one scale, side by side (one above the
// other if there is little width). Above them, the differences between the two states. Below them,
// their numbers in pairs, and the lines of both kernels. Pure: equal inputs give equal pictures.
//
// The better side is shown by the position and direction of a mark and by the stripes on the longer
// bar; colour only repeats it. Lines that differ have a sign between them.
//
// Hit areas: side (index: 0 for A, 1 for B), code_line (index: a line of the present state's
// source), and those of both stages (see stage.h and branch_view.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viz/picture/access/branch_view.h"
#include "viz/picture/access/stage.h"
#include "viz/picture/core/badge.h"
#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/style.h"

namespace lanescope::picture {

struct CompareSide {
  std::string name;         // of the variant: "shared tile"
  std::string values;       // the values that differ: "PAD = 0"; may be empty
  std::string rest;         // the values that both share, or that matter less: "N = 1,024"
  bool is_present = false;  // the state in the window; otherwise the kept one
  // The picture: `stage` if set, otherwise `branches`, otherwise a message of title and sentence.
  std::optional<StageInput> stage;
  std::optional<BranchInput> branches;
  std::string title, sentence;
  std::string note;     // about the picture: "not the same access ..."
  std::string tooltip;  // everything about the state
};

struct CompareDifference {
  std::string name;  // "PAD"; may be empty
  std::string a, b;  // "0", "1"; both empty: the name says everything
};

enum class CompareWinner : std::uint8_t { unknown, equal, a, b };

struct CompareNumber {
  std::string name;  // "shared load: wavefronts per request"
  std::string a, b;
  float share_a = 0, share_b = 0;  // 0..1, relative to the longer bar
  bool less_is_better = true;
  CompareWinner winner = CompareWinner::unknown;
  std::string ratio;  // "32×"; may be empty
  Origin origin = Origin::model;
  bool is_access = false;  // counts the selected access, not the whole launch
  std::string tooltip;
};

struct CompareLine {
  int a = 0, b = 0;  // line numbers from 1; 0: no such line on that side
  std::string text_a, text_b;
  std::string cost_a, cost_b;  // "32×"; empty: the line has no memory access
  bool costly_a = false, costly_b = false;
  bool same = true;
  bool chosen_a = false, chosen_b = false;  // the line of that side's selected access
  bool continues = false;  // the rest of the line above, which was too wide for one row
};

enum class CompareBelow : std::uint8_t { numbers, text };

struct CompareInput {
  CompareSide a, b;
  bool is_compared = true;  // false: one side is not run yet, so nothing is known to differ or not
  std::vector<CompareDifference> differences;
  std::vector<CompareNumber> numbers;  // the most significant first
  std::string no_verdict;              // why no side is better; empty: there are verdicts
  std::vector<CompareLine> lines;
  CompareBelow below = CompareBelow::numbers;    // shown if there is no room for both
  std::size_t first_number = 0, first_line = 0;  // index at the top of each list
  float kept_free = 0;  // pixels left free at the right end of the first row, for buttons
  bool whole = false;   // exported: numbers and text, as high as all of their rows need
};

struct CompareLayout {
  Rect differences;     // the first row
  Rect head_a, head_b;  // name and values of each side
  Rect stage_a, stage_b;
  Rect numbers, text;    // h == 0: not shown
  bool stacked = false;  // one above the other
};
[[nodiscard]] CompareLayout lay_out_compare(CompareBelow below, const Style& style, float width,
                                            float height);
// True if numbers and text both fit, so that no choice is needed.
[[nodiscard]] bool compare_shows_both(const Style& style, float width, float height);
// Number of rows that fit.
[[nodiscard]] std::size_t compare_number_rows(const Style& style, const CompareLayout& layout);
// A row for each line, or several if it is too wide. `width`: of the text's area, pixels. Rows stay
// as they are when they are given again.
[[nodiscard]] std::vector<CompareLine> compare_text_lines(const std::vector<CompareLine>& lines,
                                                          const Style& style, float width);
[[nodiscard]] std::size_t compare_text_rows(const Style& style, const CompareLayout& layout);

// With `input.whole` the picture may be higher than `height`.
[[nodiscard]] DrawList build_compare(const CompareInput& input, const Style& style, float width,
                                     float height);

}  // namespace lanescope::picture
