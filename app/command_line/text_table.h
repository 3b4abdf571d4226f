// Columns of text, aligned. Every character counts as one wide, which Chinese ones are not.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace lanescope::app {

enum class Align { left, right };

class TextTable {
 public:
  explicit TextTable(std::vector<Align> columns) : columns_(std::move(columns)) {}

  // At most as many cells as there are columns.
  void add_row(std::vector<std::string> cells);
  // A line across all columns; takes no part in their widths.
  void add_heading(std::string text);

  // Every line ends with a line break and none with a blank. Columns are two blanks apart.
  [[nodiscard]] std::string text() const;

 private:
  using Row = std::vector<std::string>;
  std::vector<Align> columns_;
  std::vector<std::variant<Row, std::string>> lines_;
};

// 1234567 as "1,234,567".
[[nodiscard]] std::string grouped(std::uint64_t number);

// 0.4971 ms as "497 us": in the unit that fits.
[[nodiscard]] std::string duration_text(double ms, int digits = 3);

// A block's or thread's place as "(1,2,0)".
[[nodiscard]] std::string place_text(const std::array<std::uint32_t, 3>& place);

}  // namespace lanescope::app
