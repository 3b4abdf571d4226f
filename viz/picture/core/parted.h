// A picture with named parts, so that it can be animated into another: lane 7's word, bank 3's
// load, the verdict.
#pragma once

#include <cstdint>
#include <vector>

#include "viz/picture/core/draw_list.h"

namespace lanescope::picture {

struct Part {
  // In the order in which they are drawn during an animation.
  enum class Kind : std::uint8_t {
    rest,  // no name: boxes and labels are matched by index
    ground,
    tint,         // behind bank `id`
    column_line,  // of the grid, before column `id`
    row_line,     // above row `id`
    gap,          // stands for omitted rows
    row_name,     // of row `id`
    bank_name,
    load,         // of bank `id`
    padding,      // word `id`
    chip,         // lane `id`, in a row of lanes
    bracket,      // over lanes: number `id` from the left
    curve,        // from lane `id` to its bytes
    line,         // a sector of a 128-byte line: `id` counts over all shown lines
    marks,        // digits on line `id`
    word,         // requested by `lanes`; `id`: which of several places, in order
    transaction,  // bracket below a line
    pass,         // a group of wavefronts in the stack
    wavefront,
    heading,  // a text that every such picture has: title, verdict ...
    legend,
  };
  Kind kind = Kind::rest;
  std::uint64_t id = 0;
  std::uint32_t lanes = 0;
  // Index of its first item in DrawList::order and in DrawList::labels; it ends where the next part
  // begins.
  std::uint32_t shape = 0, label = 0;
};

// Values of `id` for Part::Kind::heading.
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
  // Ascending in `shape` and `label`; items before the first part are `rest`.
  std::vector<Part> parts{};
};

}  // namespace lanescope::picture
