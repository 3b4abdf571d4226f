// What machines of other times move for a global access: whole segments, request by request, as
// brackets below the lines.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "sim/memory/machine.h"
#include "viz/scene/canvas.h"
#include "viz/scene/lanes_row.h"
#include "viz/scene/stage.h"

namespace lanescope::scene {

// Empty: it is priced by sectors, as on the H200.
[[nodiscard]] std::vector<memory::Transaction> transactions_of(const StageInput& input);

// The lines with every sector that is moved marked as touched, and those that are moved though no
// lane wants a byte of them.
[[nodiscard]] std::vector<memory::TouchedLine> with_moved(
    std::vector<memory::TouchedLine> lines, const std::vector<memory::Transaction>& transactions);

// "2 × 64 bytes", "1 × 128 + 1 × 64 + 1 × 32 bytes"
[[nodiscard]] std::string sizes_text(const std::vector<memory::Transaction>& transactions,
                                     const text::Texts& texts);

// One extent of a line that is moved, and how often.
struct Bracket {
  std::size_t line = 0;           // index into the lines
  std::uint64_t address = 0;      // of its first byte
  int first_byte = 0, bytes = 0;  // of the line
  int count = 0;
  std::uint32_t lanes = 0;
  std::size_t track = 0;  // brackets of one track do not overlap
};
[[nodiscard]] std::vector<Bracket> brackets_of(const std::vector<memory::Transaction>& transactions,
                                               const std::vector<memory::TouchedLine>& lines);
[[nodiscard]] std::size_t tracks_of(const std::vector<Bracket>& brackets);
// Height of a track; pixels.
[[nodiscard]] float track_height(const Canvas& canvas);
// `top_of`: of the brackets' first track below that line; those of lines from `shown` on are left
// out. `current`: the transaction to bring out; nullptr: none is chosen.
void draw_brackets(Canvas& canvas, const std::vector<Bracket>& brackets, const Columns& columns,
                   std::size_t shown, const memory::Transaction* current,
                   const std::function<float(std::size_t line)>& top_of);

}  // namespace lanescope::scene
