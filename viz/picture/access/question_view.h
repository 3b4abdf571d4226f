// Pictures of questions: the user marks cells, then the correct answer is shown in the same
// picture.
//
// The picture does not give the answer away: it shows which lanes take part but not their
// addresses, and the lines to mark include lines that are not touched.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/memory/access.h"
#include "sim/memory/shared.h"
#include "sim/report/report.h"
#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/style.h"

namespace lanescope::picture {

// Who marks, which decides the hint: one learner, a class in front of a screen, or someone on
// paper.
enum class MarkedBy : std::uint8_t { learner, audience, pen };

// Numbers of marks: 4 * line + sector for lines, the bank number for banks.
struct QuestionMarks {
  std::vector<int> marked;                // ascending, without duplicates
  std::optional<std::vector<int>> truth;  // the correct marks; nullopt: not yet answered
  std::optional<int> cursor;              // position of the keyboard cursor
  MarkedBy by = MarkedBy::learner;
  bool lacks_marks = false;  // the answer was asked for with nothing marked: the hint says so
};

struct SectorQuestion {
  memory::WarpAccess access;
  std::string source_text;  // text of the source line; surrounding blanks are dropped
  std::vector<report::ArrayInfo> arrays;
  std::vector<std::uint64_t> lines;  // addresses of the 128-byte lines to be marked, ascending
  QuestionMarks marks;
  std::size_t first_line = 0;  // index into `lines` of the top line; clamped
};
// HitKind::sector for each visible sector, index: its mark.
[[nodiscard]] DrawList build_sector_question(const SectorQuestion& question, const Style& style,
                                             float width, float height);
// Number of lines, of `count`, that a picture of that size shows.
[[nodiscard]] std::size_t lines_in_sector_question(const Style& style, float width, float height,
                                                   std::size_t count);
// `first_line`, moved as little as necessary to show the cursor's line.
[[nodiscard]] std::size_t first_line_with(std::size_t first_line, std::size_t count,
                                          std::optional<int> cursor, std::size_t fit);

struct BankQuestion {
  memory::WarpAccess access;
  std::string source_text;
  int banks = memory::banks;  // of the machine: 32, on the oldest 16
  QuestionMarks marks;        // 0..banks - 1
};
// HitKind::bank for each bank, index: the bank.
[[nodiscard]] DrawList build_bank_question(const BankQuestion& question, const Style& style,
                                           float width, float height);
// Number of banks per row in such a picture.
[[nodiscard]] int banks_per_row(const Style& style, float width, float height,
                                int banks = memory::banks);

// Moves the cursor among `count` marks, `per_row` per row: along a row and on into the next, in
// reading order. It stays if there is no mark in that direction; the first key press selects the
// first mark.
[[nodiscard]] int moved_cursor(std::optional<int> cursor, int right, int down, int per_row,
                               int count);

// For questions that are answered elsewhere (a number, a choice): the access's source line and what
// the program is waiting for.
[[nodiscard]] DrawList build_question_card(const std::string& source_text, const std::string& title,
                                           const std::string& sentence, const Style& style,
                                           float width, float height);

}  // namespace lanescope::picture
