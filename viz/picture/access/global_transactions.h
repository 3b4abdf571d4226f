// Global memory transactions on older machines: whole segments, request by request, drawn as
// brackets below the lines.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "sim/memory/memory_rules.h"
#include "viz/picture/access/stage.h"
#include "viz/picture/core/canvas.h"
#include "viz/picture/core/lanes_row.h"

namespace lanescope::picture {

// Empty if the machine is counted by sectors, as the H200 is.
[[nodiscard]] std::vector<memory::Transaction> transactions_of(const StageInput& input);

// The lines with every moved sector marked as touched, plus lines that are moved although no lane
// requests a byte of them.
[[nodiscard]] std::vector<memory::TouchedLine> with_moved(
    std::vector<memory::TouchedLine> lines, const std::vector<memory::Transaction>& transactions);

// "2 × 64 bytes", "1 × 128 + 1 × 64 + 1 × 32 bytes"
[[nodiscard]] std::string sizes_text(const std::vector<memory::Transaction>& transactions,
                                     const text::Texts& texts);

// An extent of a line that transactions move, and how often.
struct Bracket {
  std::size_t line = 0;           // index into the lines
  std::uint64_t address = 0;      // of the first byte
  int first_byte = 0, bytes = 0;  // within the line
  int count = 0;
  std::uint32_t lanes = 0;
  std::size_t track = 0;  // brackets on the same track do not overlap
};
[[nodiscard]] std::vector<Bracket> brackets_of(const std::vector<memory::Transaction>& transactions,
                                               const std::vector<memory::TouchedLine>& lines);
[[nodiscard]] std::size_t tracks_of(const std::vector<Bracket>& brackets);
// Height of a track in pixels.
[[nodiscard]] float track_height(const Canvas& canvas);
// `top_of`: top of the first track below a line. Brackets of lines from `shown` on are omitted.
// `current`: the transaction to highlight, or nullptr.
void draw_brackets(Canvas& canvas, const std::vector<Bracket>& brackets, const Columns& columns,
                   std::size_t shown, const memory::Transaction* current,
                   const std::function<float(std::size_t line)>& top_of);

}  // namespace lanescope::picture
