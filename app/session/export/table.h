// A table as data, and as a file: what panels show, what is copied, what commands write.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "app/session/export/provenance.h"
#include "kernels/lesson_file/lesson.h"

namespace lanescope::app {

struct Cell {
  // nothing: it is not known, or has no meaning in this row.
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

struct Table {
  std::string name;                  // "accesses": what a file of it is called by
  std::vector<std::string> columns;  // names for programs to read: "ideal_sectors"; units in them
  std::vector<std::vector<Cell>> rows;  // one cell a column
};

// RFC 4180: a line with the columns' names, lines end with CR LF. Numbers are the shortest text
// that reads back as the same number; nothing is an empty field.
[[nodiscard]] std::string csv_of(const Table& table);
// With the columns that say what made it behind the table's own; those that the table has itself
// stay its own.
[[nodiscard]] std::string csv_of(const Table& table, const Provenance& made_by);

// Schema lanescope.table/1: `table`, `made_by`, `columns`, `rows` (an object each).
[[nodiscard]] nlohmann::ordered_json json_of(const Table& table, const Provenance& made_by);

// "4", "12.5": the shortest text that reads back as the same number.
[[nodiscard]] std::string exact_text(double value);
// "N=1024 PAD=1"
[[nodiscard]] std::string values_list(const lesson::Values& values);

}  // namespace lanescope::app
