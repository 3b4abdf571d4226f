// The layout of the bank view. Digits in the cells matter most: the height they need is taken from
// the load bars first, then from the strip of lanes in their groups (with several groups, from the
// legend before it), then from the frame's second line.
//
// All rows of the block's shared memory are shown if they fit, otherwise the touched rows with some
// of their neighbours, and marks where rows are omitted.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "sim/memory/shared.h"
#include "viz/picture/access/passes.h"
#include "viz/picture/access/stage.h"
#include "viz/picture/core/canvas.h"

namespace lanescope::picture {

struct WordState {
  std::uint32_t lanes = 0;  // mask of the lanes that request it
  // Relative to the chosen wavefront; without one, all words are `served`.
  LaneState stage = LaneState::served;
};

struct WordPicture {
  int banks = memory::banks;                 // of the machine: the words in a row
  std::map<std::uint64_t, WordState> words;  // key: byte address / 4
  std::vector<std::uint64_t> untouched;      // words that no thread of the block touches, ascending
  bool has_padding = false;                  // those are padding: so many in each row of a tile
};
[[nodiscard]] WordPicture word_picture(const StageInput& input,
                                       const memory::SharedSchedule& schedule);

struct RowSlot {
  std::uint64_t row = 0;      // word / banks; with `skipped`, the first omitted row
  std::uint64_t skipped = 0;  // number of rows omitted here; 0: a row
};
// Height of a mark, in rows.
inline constexpr float mark_rows = 0.4F;
// Height of all slots, in rows.
[[nodiscard]] float height_in_rows(const std::vector<RowSlot>& slots);
// `touched`: ascending, without duplicates. `total`: rows of the whole allocation, 0 if unknown.
// `room`: how many rows of the lowest height fit. Touched rows that don't fit are omitted, but
// `wanted` (such as the current wavefront's row) is always shown.
[[nodiscard]] std::vector<RowSlot> choose_rows(const std::vector<std::uint64_t>& touched,
                                               std::uint64_t total, float room,
                                               std::uint64_t wanted);

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
  float column = 0;  // width of a bank's column; with wide columns, of one of these
  // Left edges of the banks' columns, and the right edge of the last one.
  std::vector<float> edges;
  std::vector<bool> wide;  // by bank; empty: all columns are alike
  float row = 0;           // height of a row; a mark's is mark_rows of it
  bool roomy = false;      // digits in the rows are easy to read
  std::vector<RowSlot> slots;
  std::vector<float> tops;  // top of each slot, and the bottom of the last one

  // `span` neighbouring cells of a row, from bank `bank`.
  [[nodiscard]] Rect cell(int bank, std::size_t slot, int span = 1) const {
    return snapped(left(bank), tops[slot], left(bank + span), tops[slot + 1]);
  }
  [[nodiscard]] float left(int bank) const { return edges[static_cast<std::size_t>(bank)]; }
  [[nodiscard]] float width(int bank) const { return left(bank + 1) - left(bank); }
  [[nodiscard]] bool is_wide(int bank) const {
    return !wide.empty() && wide[static_cast<std::size_t>(bank)];
  }
};

// `groups`: number of pass groups of the access.
[[nodiscard]] BankLayout lay_out_banks(const Canvas& canvas, const Rect& body,
                                       const SharedUse& shared, const WordPicture& picture,
                                       const StageScale& scale, std::size_t groups);

void draw_words(Canvas& canvas, const StageInput& input, const memory::SharedSchedule& schedule,
                const WordPicture& picture, const BankLayout& layout);

}  // namespace lanescope::picture
