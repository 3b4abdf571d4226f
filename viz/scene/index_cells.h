// Where the threads of a block, or the blocks of a grid, stand on the picture: layers of z, rows of
// y, and x along each row. Pure arithmetic.
//
// A row that is too long is folded into several lines. What has a row alone is folded after 32, so
// that a line of threads is a warp. What is too high for its area is a window of lines with the
// chosen one inside.
#pragma once

#include <cstdint>
#include <optional>

#include "sim/launch/thread_index.h"
#include "viz/scene/draw_list.h"

namespace lanescope::scene {

struct CellsInput {
  launch::Dim3 extents{1, 1, 1};
  launch::Dim3 chosen{};
  Rect area;                 // pixels, for everything
  float left = 0;            // kept free in it beside each layer: names of rows
  float right = 0;           // the same, where one layer is shown
  float top = 0;             // above each layer: its name, or numbers of columns
  float least = 1;           // pixels a line has at least, as long as that can be
  float most = 1;            // and at most
  float legible = 1;         // from here on its digits can be read
  float between = 0;         // layers
  bool folds_at_32 = false;  // a row alone
};

struct Cells {
  launch::Dim3 extents{1, 1, 1};
  std::uint32_t columns = 1;                  // cells a line
  std::uint32_t lines_a_row = 1;              // more than one: folded
  std::uint32_t first_layer = 0, layers = 1;  // on the picture
  std::uint32_t layers_across = 1;
  std::uint64_t first_line = 0, lines = 1;  // of each layer, on the picture
  std::uint64_t all_lines = 1;              // of each layer
  float cell = 1;                           // its width, pixels
  float line = 1;                           // its height
  float layer_w = 1, layer_h = 1;           // from one to the next
  float x = 0, y = 0;                       // of the first layer's first cell

  [[nodiscard]] bool is_cut() const { return lines < all_lines; }
  // Left edge and top of a line of a layer on the picture; `line` counts in the whole layer.
  [[nodiscard]] float layer_x(std::uint32_t layer) const;
  [[nodiscard]] float layer_y(std::uint32_t layer) const;
  [[nodiscard]] float line_y(std::uint32_t layer, std::uint64_t line) const;
  [[nodiscard]] std::uint64_t line_of(const launch::Dim3& at) const;
  // Nothing where it is not on the picture. Whole pixels; neighbours share their edges.
  [[nodiscard]] std::optional<Rect> rect_of(const launch::Dim3& at) const;
  // As if the row went on behind its end: for lanes without a thread.
  [[nodiscard]] std::optional<Rect> rect_behind(std::uint32_t x_of_row) const;
};

[[nodiscard]] Cells cells_in(const CellsInput& input);

}  // namespace lanescope::scene
