// A table as data and as a file: for panels, the clipboard and commands.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "app/session/export/provenance.h"
#include "kernels/lesson_file/lesson.h"

namespace lanescope::app {

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
