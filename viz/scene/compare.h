// A against B: two pictures of the same access side by side (one above the other where there is
// little width), drawn to one scale; what tells the two states apart above them; below, their
// numbers, each beside its counterpart, and the kernels' lines. Pure: the same input gives the same
// picture.
//
// Who is better is said by where the mark stands and what it points at, by the longer bar's
// stripes, and only then by colour. Lines that differ have a sign between them.
//
// Hit areas: side (index: 0 for A, 1 for B), code_line (index: a line of the present state's text),
// and those of both stages (see stage.h and branch_view.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viz/scene/badge.h"
#include "viz/scene/branch_view.h"
#include "viz/scene/draw_list.h"
#include "viz/scene/stage.h"
#include "viz/scene/style.h"

namespace lanescope::scene {

struct CompareSide {
  std::string name;         // of the variant: "shared tile"
  std::string values;       // what tells it apart: "PAD = 0"; may be empty
  std::string rest;         // what both have, or nobody need read first: "N = 1,024"
  bool is_present = false;  // the state that the window shows; else the one that was kept
  // What is looked at: the first of these that is there; else a message.
  std::optional<StageInput> stage;
  std::optional<BranchInput> branches;
  std::string title, sentence;
  std::string note;     // what is to be known of the picture: "not the same access ..."
  std::string tooltip;  // everything about the state
};

struct CompareDifference {
  std::string name;  // "PAD"; may be empty
  std::string a, b;  // "0", "1"; both empty: the name says it all
};

enum class CompareWinner : std::uint8_t { unknown, equal, a, b };

struct CompareNumber {
  std::string name;  // "shared load: wavefronts a request"
  std::string a, b;
  float share_a = 0, share_b = 0;  // 0..1, of the longer bar
  bool less_is_better = true;
  CompareWinner winner = CompareWinner::unknown;
  std::string ratio;  // "32×"; may be empty
  Origin origin = Origin::model;
  bool is_access = false;  // of the access that is looked at, not of the launch
  std::string tooltip;
};

struct CompareLine {
  int a = 0, b = 0;  // from 1; 0: that side has none
  std::string text_a, text_b;
  std::string cost_a, cost_b;  // "32×"; empty: the line accesses nothing
  bool costly_a = false, costly_b = false;
  bool same = true;
  bool chosen = false;
};

enum class CompareBelow : std::uint8_t { numbers, text };

struct CompareInput {
  CompareSide a, b;
  std::vector<CompareDifference> differences;
  std::vector<CompareNumber> numbers;  // the most telling first
  std::vector<CompareLine> lines;
  CompareBelow below = CompareBelow::numbers;    // where there is no room for both
  std::size_t first_number = 0, first_line = 0;  // at the top of each
  float kept_free = 0;  // pixels at the right end of the first row, for somebody else's buttons
};

struct CompareLayout {
  Rect differences;     // the first row
  Rect head_a, head_b;  // what each side is
  Rect stage_a, stage_b;
  Rect numbers, text;    // h == 0: not shown
  bool stacked = false;  // one above the other
};
[[nodiscard]] CompareLayout lay_out_compare(CompareBelow below, const Style& style, float width,
                                            float height);
// Numbers and text stand below each other: nobody need choose.
[[nodiscard]] bool compare_shows_both(const Style& style, float width, float height);
// How many rows of each have room.
[[nodiscard]] std::size_t compare_number_rows(const Style& style, const CompareLayout& layout);
[[nodiscard]] std::size_t compare_text_rows(const Style& style, const CompareLayout& layout);

[[nodiscard]] DrawList build_compare(const CompareInput& input, const Style& style, float width,
                                     float height);

}  // namespace lanescope::scene
