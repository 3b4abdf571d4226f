// The words in the bank view's grid, and the lanes that request them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sim/memory/shared.h"
#include "viz/picture/access/bank_rows.h"
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
  std::vector<std::uint64_t> padding;        // words that no thread of the block touches, ascending
};
[[nodiscard]] WordPicture word_picture(const StageInput& input,
                                       const memory::SharedSchedule& schedule);

// Rectangle of `span` neighbouring cells of a row, from bank `bank`.
using CellAt = std::function<Rect(int bank, std::size_t slot, int span)>;
void draw_words(Canvas& canvas, const StageInput& input, const memory::SharedSchedule& schedule,
                const WordPicture& picture, const std::vector<RowSlot>& slots,
                const CellAt& cell_at);

[[nodiscard]] std::string trimmed(std::string_view text);

}  // namespace lanescope::picture
