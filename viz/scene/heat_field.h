// The values of a grid of cells, and coarser grids of the same for when cells are smaller than
// pixels.
//
// A coarser cell holds the largest, the least or the mean of the cells that it covers. With the
// largest a single odd cell among millions is seen however far one is away.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace lanescope::scene {

// A place of the grid that is no cell at all, such as what is left of an array's last row: nothing
// is drawn there.
inline constexpr float no_cell = -std::numeric_limits<float>::infinity();

// What a coarser cell holds of its cells; those without a value don't count.
enum class Reduced : std::uint8_t { largest, least, mean };
// Which way cells are put together: two by two, or rows alone where each column means something.
enum class Halved : std::uint8_t { both, rows };

struct HeatLevel {
  std::uint32_t cells_x = 1, cells_y = 1;  // of the field, that one cell of this level covers
  std::uint32_t width = 0, height = 0;     // cells of this level
  std::vector<float> values;               // row by row, top first; NaN: no value; or no_cell
};

struct HeatField {
  // Different for every field that a process makes: textures are kept by it.
  std::uint64_t revision = 0;
  std::uint32_t width = 0, height = 0;  // cells
  Reduced reduced = Reduced::largest;
  // The cells themselves, then coarser and coarser, to a single cell or row.
  std::vector<HeatLevel> levels;
  // Over all cells with a finite value; 0 where there is none.
  float least = 0, largest = 0;
  std::uint64_t with_value = 0;

  // NaN where the cell has none; the cell must be in the field.
  [[nodiscard]] float at(std::uint32_t x, std::uint32_t y) const {
    return levels.front().values[std::size_t{y} * width + x];
  }
};

// `values`: width x height of them. Takes a while for millions: not for the window's thread.
// nullptr: stopped, or the sizes don't agree.
[[nodiscard]] std::shared_ptr<const HeatField> make_heat_field(std::uint32_t width,
                                                               std::uint32_t height,
                                                               std::vector<float> values,
                                                               Reduced reduced, Halved halved,
                                                               const std::stop_token& stop = {});

// The finest level none of whose cells is smaller than a pixel, so that every one of them is on the
// screen; the coarsest where there is none. `cells_x`, `cells_y`: cells of the field a pixel.
[[nodiscard]] std::size_t level_for(const HeatField& field, double cells_x, double cells_y);

}  // namespace lanescope::scene
