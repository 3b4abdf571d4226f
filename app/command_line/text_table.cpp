#include "app/command_line/text_table.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "viz/picture/core/line_break.h"
#include "viz/text/texts.h"

namespace lanescope::app {
void TextTable::add_row(std::vector<std::string> cells) {
  assert(cells.size() <= columns_.size());
  lines_.emplace_back(std::move(cells));
}

void TextTable::add_heading(std::string text) { lines_.emplace_back(std::move(text)); }

std::string TextTable::text() const {
  std::vector<std::size_t> widths(columns_.size());
  for (const auto& line : lines_) {
    if (const Row* row = std::get_if<Row>(&line)) {
      for (std::size_t i = 0; i < row->size(); ++i)
        widths[i] = std::max(widths[i], picture::character_count((*row)[i]));
    }
  }
  std::string text;
  for (const auto& line : lines_) {
    std::string laid_out;
    if (const Row* row = std::get_if<Row>(&line)) {
      for (std::size_t i = 0; i < row->size(); ++i) {
        const std::string blanks(widths[i] - picture::character_count((*row)[i]), ' ');
        if (i > 0) laid_out += "  ";
        laid_out += columns_[i] == Align::left ? (*row)[i] + blanks : blanks + (*row)[i];
      }
    } else {
      laid_out = std::get<std::string>(line);
    }
    text += std::string(picture::without_blanks_at_end(laid_out)) + "\n";
  }
  return text;
}

std::string grouped(std::uint64_t number) { return text::Texts::grouped(number); }

std::string duration_text(double ms, int digits) {
  if (ms >= 1000) return fmt::format("{:.{}g} s", ms / 1000, digits);
  if (ms >= 1) return fmt::format("{:.{}g} ms", ms, digits);
  return fmt::format("{:.{}g} us", ms * 1000, digits);
}

std::string position_text(const std::array<std::uint32_t, 3>& position) {
  return fmt::format("({},{},{})", position[0], position[1], position[2]);
}

std::string printed(const nlohmann::ordered_json& json) {
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace lanescope::app
