// The parts of the bank view that show lanes at work: the words in the grid, and the stack of
// wavefronts.
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
#include "viz/scene/stage.h"

namespace lanescope::scene {

// Of a word, against the chosen wavefront. With none chosen everything is `served`.
enum class WordStage : std::uint8_t { served, waiting, done };

struct WordState {
  std::uint32_t lanes = 0;  // that want it, mask
  WordStage stage = WordStage::served;
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

// `row`: height of the grid's rows; a wavefront for each of 32 lanes stands beside its lane's row.
void draw_wavefront_stack(Canvas& canvas, const StageInput& input,
                          const memory::SharedSchedule& schedule, const Rect& area, float row);

[[nodiscard]] std::string trimmed(std::string_view text);

}  // namespace lanescope::scene
