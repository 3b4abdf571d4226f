// Aligned columns of text. Every character counts as one column wide; Chinese characters are wider,
// so they misalign.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace lanescope::app {

enum class Align { left, right };

class TextTable {
 public:
  explicit TextTable(std::vector<Align> columns) : columns_(std::move(columns)) {}

  // At most one cell per column.
  void add_row(std::vector<std::string> cells);
  // A line across all columns; does not affect their widths.
  void add_heading(std::string text);

  // Each line ends with a line break and has no trailing spaces. Columns are two spaces apart.
  [[nodiscard]] std::string text() const;

 private:
  using Row = std::vector<std::string>;
  std::vector<Align> columns_;
  std::vector<std::variant<Row, std::string>> lines_;
};

// 1234567 as "1,234,567".
[[nodiscard]] std::string grouped(std::uint64_t number);

// 0.4971 ms as "497 us": picks the unit.
[[nodiscard]] std::string duration_text(double ms, int digits = 3);

// A block or thread index as "(1,2,0)".
[[nodiscard]] std::string position_text(const std::array<std::uint32_t, 3>& position);

// JSON as it is printed (only a file that makes a document reads the library's header): indented by
// two, with a line break at the end. Bytes that are not UTF-8 are replaced.
[[nodiscard]] std::string printed(const nlohmann::ordered_json& json);

}  // namespace lanescope::app
