// Where everything in the bank view is. Digits in the cells matter most: what they need is taken
// from the height of the load bars first, then from the lanes in their groups (where there are
// several, from the legend first), then from the frame's second line.
#pragma once

#include <vector>

#include "viz/scene/bank_rows.h"
#include "viz/scene/bank_view_parts.h"
#include "viz/scene/canvas.h"
#include "viz/scene/stage.h"

namespace lanescope::scene {

// Pixels.
struct BankLayout {
  Rect strip;             // the lanes in their pass groups; h == 0: no room
  float chips_h = 0;      // of its chips
  bool explains = false;  // it has room for a word why
  Rect load;              // the load bars
  Rect numbers;           // the banks' numbers; h == 0: no room
  Rect words;             // heading of the rows' first words, under the numbers; h == 0: no room
  Rect grid;              // rows x banks
  Rect stack;             // wavefronts
  Rect legend;            // h == 0: no room
  int banks = memory::banks;
  float column = 0;    // width of a bank
  float row = 0;       // height of a row; marks are mark_rows of it
  bool roomy = false;  // digits in the rows are easy to read
  std::vector<RowSlot> slots;
  std::vector<float> tops;  // of each slot, and the bottom of the last

  // `span` neighbouring cells of one row, from that bank on.
  [[nodiscard]] Rect cell(int bank, std::size_t slot, int span = 1) const {
    return snapped(grid.x + static_cast<float>(bank) * column, tops[slot],
                   grid.x + static_cast<float>(bank + span) * column, tops[slot + 1]);
  }
};

// `groups`: pass groups of the access.
[[nodiscard]] BankLayout lay_out_banks(const Canvas& canvas, const Rect& body,
                                       const SharedUse& shared, const WordPicture& picture,
                                       const StageScale& scale, std::size_t groups);

}  // namespace lanescope::scene
