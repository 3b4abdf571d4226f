// A table as data and as a file: for panels, the clipboard and commands. Everything that is
// exported says how it was made, with enough detail to reproduce it: its Provenance.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "app/session/compare/difference.h"
#include "app/session/run/run.h"
#include "kernels/lesson_file/lesson.h"

namespace lanescope::app {

struct Provenance {
  std::string lesson;
  lesson::Text lesson_title;
  std::string variant;
  lesson::Text variant_title;  // may be empty
  std::string kernel;          // empty: not the same in all rows
  lesson::Values params;
  report::Dim3 grid{1, 1, 1}, block{1, 1, 1};  // 0: not the same in all rows
  std::string machine;                         // whose memory rules apply; never empty
  // Sources of its numbers: MODEL (simulated), MEASURED (this computer's GPU), RECORDED.
  std::vector<std::string> origins;
  std::string measured_on, recorded_on;  // GPU, date; empty: no such times
  std::string compiler;                  // "nvrtc 13.0"
  std::string program;                   // "Lanescope 0.1.0"
  // Only for a comparison: A's provenance, while everything above is B's, and their differences.
  // Null: not a comparison.
  std::shared_ptr<const Provenance> against{};
  std::vector<Difference> differences{};
};

// For a run with only the simulator's numbers.
[[nodiscard]] Provenance provenance_of(const Outcome& outcome);

// "Lanescope 0.1.0"
[[nodiscard]] std::string program_name();

// Name and value of the columns at the end of a CSV; the values are the same in each row. For a
// comparison, A's columns are named `a_lesson` and so on.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> columns_of(
    const Provenance& provenance);
// The object "made_by" of a JSON table; A is in its `a`, `differences` are as in `lanescope
// compare`.
[[nodiscard]] nlohmann::ordered_json json_of(const Provenance& provenance);
// Keys `kind`, `name`, `a`, `b`, and `lines` for a text.
[[nodiscard]] nlohmann::ordered_json json_of(const Difference& difference);
// "PAD 0 -> 1, text: 3 lines": for programs; difference_texts() is for readers.
[[nodiscard]] std::string differences_list(const std::vector<Difference>& differences);

struct Cell {
  // `nothing`: unknown, or meaningless in this row.
  enum class Kind : std::uint8_t { nothing, text, whole, count, real, truth };
  Kind kind = Kind::nothing;
  std::string text{};
  std::int64_t whole = 0;
  std::uint64_t count = 0;
  double real = 0;
  bool truth = false;

  Cell() = default;
  Cell(std::string value) : kind(Kind::text), text(std::move(value)) {}
  Cell(const char* value) : kind(Kind::text), text(value) {}
  Cell(std::int64_t value) : kind(Kind::whole), whole(value) {}
  Cell(std::uint64_t value) : kind(Kind::count), count(value) {}
  Cell(double value) : kind(Kind::real), real(value) {}
  Cell(bool value) : kind(Kind::truth), truth(value) {}
  bool operator==(const Cell&) const = default;
};

// Of an integer that is not negative.
template <class T>
[[nodiscard]] Cell count_cell(T value) {
  return static_cast<std::uint64_t>(value);
}
// Of a line or column of a source. Unknown ones are 0 in a report; their cells are empty.
[[nodiscard]] inline Cell line_cell(int value) {
  return value > 0 ? Cell(static_cast<std::int64_t>(value)) : Cell();
}

using Row = std::vector<Cell>;  // one per column
using VisitRow = std::function<void(const Row& row)>;

struct Table {
  std::string name;                  // "accesses": also used as file name
  std::vector<std::string> columns;  // for programs: "ideal_sectors"; units are part of the name
  std::vector<Row> rows;
  // Replaces `rows` if there may be millions: passes `made_rows` rows to `take`, one after another.
  // Keeps its source data alive; may be called on any thread.
  std::function<void(const VisitRow& take)> make_rows{};
  std::uint64_t made_rows = 0;
  std::string missing{};  // for the user: what the table lacks; empty: nothing

  [[nodiscard]] std::uint64_t row_count() const { return make_rows ? made_rows : rows.size(); }
  void each_row(const VisitRow& take) const;
};

// Appends the field as RFC 4180 wants it: in quotation marks if it would not be read as one field
// without them.
void add_csv_field(std::string& text, std::string_view field);
// RFC 4180: a header line, lines end with CR LF. Numbers are the shortest text that reads back as
// the same number; Kind::nothing is an empty field.
[[nodiscard]] std::string csv_of(const Table& table);
// Appends the provenance columns, except for names that the table already has. A table of more than
// max_rows_with_origin rows gets none: they would be most of the file.
[[nodiscard]] std::string csv_of(const Table& table, const Provenance& provenance);
inline constexpr std::uint64_t max_rows_with_origin = 100'000;

// Schema lanescope.table/1: `table`, `made_by`, `columns`, `rows` (one object each, on its own
// line); `missing` if something is missing.
[[nodiscard]] std::string json_text(const Table& table, const Provenance& provenance);

}  // namespace lanescope::app
