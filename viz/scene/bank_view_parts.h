// The words in the grid of the bank view, and the lanes that want them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sim/memory/shared.h"
#include "viz/scene/bank_rows.h"
#include "viz/scene/canvas.h"
#include "viz/scene/passes.h"
#include "viz/scene/stage.h"

namespace lanescope::scene {

struct WordState {
  std::uint32_t lanes = 0;  // that want it, mask
  // Against the chosen wavefront; with none chosen everything is `served`.
  Turn stage = Turn::served;
};

struct WordPicture {
  int banks = memory::banks;                 // of the machine: as many words in a row
  std::map<std::uint64_t, WordState> words;  // by word: byte address / 4
  std::vector<std::uint64_t> padding;        // words that no thread of the block touches, ascending
};
[[nodiscard]] WordPicture word_picture(const StageInput& input,
                                       const memory::SharedSchedule& schedule);

// Rectangle of `span` neighbouring cells of one row, from that bank on.
using CellAt = std::function<Rect(int bank, std::size_t slot, int span)>;
void draw_words(Canvas& canvas, const StageInput& input, const memory::SharedSchedule& schedule,
                const WordPicture& picture, const std::vector<RowSlot>& slots,
                const CellAt& cell_at);

[[nodiscard]] std::string trimmed(std::string_view text);

}  // namespace lanescope::scene
