// Measured transfers: one row for each point, written as JSON lines (schema lanescope.transfers/1).
//
//   {"section":"copy","host":"pinned","way":"in","bytes":1024,"us":8.9,"low_us":8.7,...,
//    "method":"...","device":"NVIDIA H100 80GB HBM3","driver":"580.159.04","date":"2026-11-26"}
//
// What could not be measured is a row with a "message" and without times.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "kernels/device/statistics.h"

namespace lanescope::transfer {

struct Row {
  std::string section;                       // "copy", ...
  std::map<std::string, std::string> names;  // {"host", "pinned"}, ...
  std::map<std::string, double> numbers;     // {"bytes", 1024}, ...
  // Microseconds. Only the number of samples, the median, its interval and the minimum are kept.
  std::optional<device::Summary> us;
  std::string method;   // how it was measured
  std::string message;  // why it was not
  std::string device, driver, date;

  [[nodiscard]] std::string name(const std::string& key) const;  // empty: it has none
  [[nodiscard]] std::optional<double> number(const std::string& key) const;
};

using Rows = std::vector<Row>;

[[nodiscard]] std::string to_json_line(const Row& row);  // with a line break at its end
// The error names the line.
[[nodiscard]] tl::expected<Rows, std::string> rows_from_json_lines(std::string_view text);

// The rows of a section whose names include these.
[[nodiscard]] std::vector<const Row*> rows_with(
    const Rows& rows, std::string_view section,
    const std::map<std::string, std::string>& names = {});

// The days of the rows, in order: "2026-11-26, 2026-11-28". Rows can be added to a recording later.
[[nodiscard]] std::string dates_of(const Rows& rows);

}  // namespace lanescope::transfer
