// A picture whose parts have names, so that it can move to become another: lane 7's word, bank 3's
// load, the verdict.
#pragma once

#include <cstdint>
#include <vector>

#include "viz/scene/draw_list.h"

namespace lanescope::scene {

struct Part {
  // In the order in which they are painted while they move.
  enum class Kind : std::uint8_t {
    rest,  // has no name: boxes and labels are matched one by one
    ground,
    tint,         // behind the bank `id`
    column_line,  // of the grid, before the column `id`
    row_line,     // above the row `id`
    gap,          // rows left out
    row_name,     // of the row `id`
    bank_name,
    load,         // of the bank `id`
    padding,      // word `id`
    chip,         // lane `id`, in a row of lanes
    bracket,      // over lanes: number `id` from the left
    curve,        // from lane `id` to its bytes
    line,         // sector of a 128-byte line: number `id`, counted over all lines that are shown
    marks,        // digits on the line `id`
    word,         // what the lanes `lanes` want; `id`: which of several places, in order
    transaction,  // below a line
    pass,         // of the stack: a group of wavefronts
    wavefront,
    heading,  // a text that every such picture has: title, verdict ...
    legend,
  };
  Kind kind = Kind::rest;
  std::uint64_t id = 0;
  std::uint32_t lanes = 0;
  // Its first in DrawList::order and DrawList::labels; it reaches to the next part's first.
  std::uint32_t shape = 0, label = 0;
};

// Ids of Part::Kind::heading.
enum class Heading : std::uint8_t {
  title,
  subtitle,
  verdict,
  badge,
  detail,
  explanation,
  axis,
  axes,
  reason,
  stack,
  lanes,
  bytes,
  percent
};

struct PartedList {
  DrawList list;
  // Ascending in `shape` and `label`; what is before the first one is `rest`.
  std::vector<Part> parts{};
};

}  // namespace lanescope::scene
