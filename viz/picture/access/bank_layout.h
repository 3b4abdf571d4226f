// The layout of the bank view. Digits in the cells matter most: the height they need is taken from
// the load bars first, then from the strip of lanes in their groups (with several groups, from the
// legend before it), then from the frame's second line.
#pragma once

#include <vector>

#include "viz/picture/access/bank_rows.h"
#include "viz/picture/access/bank_view_parts.h"
#include "viz/picture/access/stage.h"
#include "viz/picture/core/canvas.h"

namespace lanescope::picture {

// Pixels.
struct BankLayout {
  Rect strip;             // the lanes in their pass groups; h == 0: no room
  float chips_h = 0;      // height of the strip's chips
  bool explains = false;  // the strip has room for the reason
  Rect load;              // the load bars
  Rect numbers;           // bank numbers; h == 0: no room
  Rect words;   // heading of the column of first words, below the numbers; h == 0: no room
  Rect grid;    // rows x banks
  Rect stack;   // wavefronts
  Rect legend;  // h == 0: no room
  int banks = memory::banks;
  float column = 0;    // width of a bank's column
  float row = 0;       // height of a row; a mark's is mark_rows of it
  bool roomy = false;  // digits in the rows are easy to read
  std::vector<RowSlot> slots;
  std::vector<float> tops;  // top of each slot, and the bottom of the last one

  // `span` neighbouring cells of a row, from bank `bank`.
  [[nodiscard]] Rect cell(int bank, std::size_t slot, int span = 1) const {
    return snapped(grid.x + static_cast<float>(bank) * column, tops[slot],
                   grid.x + static_cast<float>(bank + span) * column, tops[slot + 1]);
  }
};

// `groups`: number of pass groups of the access.
[[nodiscard]] BankLayout lay_out_banks(const Canvas& canvas, const Rect& body,
                                       const SharedUse& shared, const WordPicture& picture,
                                       const StageScale& scale, std::size_t groups);

}  // namespace lanescope::picture
