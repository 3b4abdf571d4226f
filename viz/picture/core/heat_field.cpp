#include "viz/picture/core/heat_field.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <utility>

namespace lanescope::picture {
namespace {

// Reduces up to four values to one, and counts the field's cells behind it.
struct Sum {
  Reduced reduced;
  float value = no_cell;
  double total = 0;
  std::uint32_t cells = 0;

  void add(float part, std::uint32_t of) {
    if (part == no_cell) return;
    if (std::isnan(part)) {
      if (cells == 0) value = part;
      return;
    }
    if (cells == 0) {
      value = part;
    } else {
      value = reduced == Reduced::least ? std::min(value, part) : std::max(value, part);
    }
    total += static_cast<double>(part) * of;
    cells += of;
  }
  [[nodiscard]] float result() const {
    return reduced == Reduced::mean && cells > 0 ? static_cast<float>(total / cells) : value;
  }
};

// A level, with the number of field cells behind each value: a mean of means needs the weights.
struct Grid {
  HeatLevel level;
  std::vector<std::uint32_t> cells;  // empty if the reduction needs no weights
};

std::uint32_t half_of(std::uint32_t length) { return length / 2 + length % 2; }

void put_together(const Grid& fine, Reduced reduced, std::uint32_t across, Grid& coarse,
                  std::uint32_t y) {
  const HeatLevel& from = fine.level;
  HeatLevel& to = coarse.level;
  const std::uint32_t last_row = std::min(2 * y + 2, from.height);
  for (std::uint32_t x = 0; x < to.width; ++x) {
    Sum sum{reduced};
    const std::uint32_t last = std::min(across * x + across, from.width);
    for (std::uint32_t row = 2 * y; row < last_row; ++row) {
      for (std::uint32_t column = across * x; column < last; ++column) {
        const std::size_t at = std::size_t{row} * from.width + column;
        sum.add(from.values[at], fine.cells.empty() ? 1 : fine.cells[at]);
      }
    }
    const std::size_t at = std::size_t{y} * to.width + x;
    to.values[at] = sum.result();
    if (!coarse.cells.empty()) coarse.cells[at] = sum.cells;
  }
}

// nullopt: stopped.
std::optional<Grid> halved_once(const Grid& fine, Reduced reduced, Halved halved,
                                const std::stop_token& stop) {
  const std::uint32_t across = halved == Halved::both ? 2 : 1;
  Grid coarse;
  HeatLevel& to = coarse.level;
  to.width = across == 2 ? half_of(fine.level.width) : fine.level.width;
  to.height = half_of(fine.level.height);
  to.cells_x = fine.level.cells_x * across;
  to.cells_y = fine.level.cells_y * 2;
  to.values.resize(std::size_t{to.width} * to.height);
  if (reduced == Reduced::mean) coarse.cells.resize(to.values.size());
  for (std::uint32_t y = 0; y < to.height; ++y) {
    if (stop.stop_requested()) return std::nullopt;
    put_together(fine, reduced, across, coarse, y);
  }
  return coarse;
}

void find_extremes(HeatField& field) {
  for (const float value : field.levels.front().values) {
    if (!std::isfinite(value)) continue;
    const bool first = field.with_value == 0;
    field.least = first ? value : std::min(field.least, value);
    field.largest = first ? value : std::max(field.largest, value);
    ++field.with_value;
  }
}

std::uint64_t next_revision() {
  static std::atomic<std::uint64_t> made{0};
  return ++made;
}

}  // namespace

std::shared_ptr<const HeatField> make_heat_field(std::uint32_t width, std::uint32_t height,
                                                 std::vector<float> values, Reduced reduced,
                                                 Halved halved, const std::stop_token& stop) {
  if (width == 0 || height == 0 || values.size() != std::size_t{width} * height) return nullptr;
  auto field = std::make_shared<HeatField>();
  field->revision = next_revision();
  field->width = width;
  field->height = height;
  field->reduced = reduced;
  Grid grid;
  grid.level = {1, 1, width, height, std::move(values)};
  for (;;) {
    const bool is_last =
        grid.level.height == 1 && (halved == Halved::rows || grid.level.width == 1);
    if (is_last) break;
    std::optional<Grid> coarser = halved_once(grid, reduced, halved, stop);
    if (!coarser) return nullptr;
    field->levels.push_back(std::move(grid.level));
    grid = std::move(*coarser);
  }
  field->levels.push_back(std::move(grid.level));
  find_extremes(*field);
  return field;
}

std::size_t level_for(const HeatField& field, double cells_x, double cells_y) {
  for (std::size_t i = 0; i < field.levels.size(); ++i) {
    const HeatLevel& level = field.levels[i];
    // A direction that is never reduced has no coarser level, so it does not count.
    const bool wide = level.cells_x >= cells_x || field.levels.back().cells_x == 1;
    const bool high = level.cells_y >= cells_y;
    if (wide && high) return i;
  }
  return field.levels.size() - 1;
}

}  // namespace lanescope::picture
