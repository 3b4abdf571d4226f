// The blank pictures of a question: what a learner marks before the truth is shown, and then both
// in the same places.
//
// Nothing here gives the answer away: the lanes that take part are shown, where they go is not, and
// around the lines that are touched stand others that are not.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/memory/access.h"
#include "sim/memory/shared.h"
#include "sim/report/report.h"
#include "viz/scene/draw_list.h"
#include "viz/scene/style.h"

namespace lanescope::scene {

// Marks are numbered: on lines 4 * line + sector, on banks by bank.
struct QuestionMarks {
  std::vector<int> marked;                // ascending, each once
  std::optional<std::vector<int>> truth;  // the same; none: not yet answered
  std::optional<int> cursor;              // where the keyboard is
};

struct SectorQuestion {
  memory::WarpAccess access;
  std::string source_text;  // the source line; surrounding blanks are dropped
  std::vector<report::ArrayInfo> arrays;
  std::vector<std::uint64_t> lines;  // addresses of the 128-byte lines to be marked, ascending
  QuestionMarks marks;
  std::size_t first_line = 0;  // into `lines`, the one at the top; clamped
  bool by_keys = true;  // the hint speaks of the keys that mark; else of a class that is asked
};
// HitKind::sector for each sector that is seen, index: its mark.
[[nodiscard]] DrawList build_sector_question(const SectorQuestion& question, const Style& style,
                                             float width, float height);
// How many of `count` lines a picture of that size shows.
[[nodiscard]] std::size_t lines_in_sector_question(const Style& style, float width, float height,
                                                   std::size_t count);
// `first_line` moved as little as needed to see the line of the cursor.
[[nodiscard]] std::size_t first_line_with(std::size_t first_line, std::size_t count,
                                          std::optional<int> cursor, std::size_t fit);

struct BankQuestion {
  memory::WarpAccess access;
  std::string source_text;
  int banks = memory::banks;  // of the machine: 32, on the oldest ones 16
  QuestionMarks marks;        // 0..banks - 1
  bool by_keys = true;        // as of SectorQuestion
};
// HitKind::bank for each of them, index: the bank.
[[nodiscard]] DrawList build_bank_question(const BankQuestion& question, const Style& style,
                                           float width, float height);
// Banks that stand in one row of such a picture.
[[nodiscard]] int banks_in_a_row(const Style& style, float width, float height,
                                 int banks = memory::banks);

// Where the cursor goes among `count` marks, so many in a row: along a row and on into the next, as
// one reads. It stays where there is nothing; the first key press brings it to the first mark.
[[nodiscard]] int moved_cursor(std::optional<int> cursor, int right, int down, int in_a_row,
                               int count);

// For questions that are answered elsewhere (a number, a choice): the access's source line and what
// is waited for.
[[nodiscard]] DrawList build_question_card(const std::string& source_text, const std::string& title,
                                           const std::string& sentence, const Style& style,
                                           float width, float height);

}  // namespace lanescope::scene
