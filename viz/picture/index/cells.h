// Where the threads of a block, or the blocks of a grid, are in the picture: layers of z, rows of
// y, and x along each row. Pure arithmetic.
//
// A row that is too long is folded into several lines. A block of one row is folded after 32
// threads, so that a line is a warp. If a layer is too high for its area, a window of its lines is
// shown, with the chosen one inside.
#pragma once

#include <cstdint>
#include <optional>

#include "sim/launch/thread_index.h"
#include "viz/picture/core/draw_list.h"

namespace lanescope::picture {

struct CellsInput {
  launch::Dim3 extents{1, 1, 1};
  launch::Dim3 chosen{};
  Rect area;                 // pixels, for everything
  float left = 0;            // left free beside each layer: names of rows
  float right = 0;           // left free on the right, if only one layer is shown
  float top = 0;             // left free above each layer: its name, or numbers of columns
  float least = 1;           // lowest height of a line, pixels, if possible
  float most = 1;            // upper limit for a cell's width and height, pixels
  float legible = 1;         // the smallest cell size, pixels, with readable digits
  float between = 0;         // gap between layers, pixels
  bool folds_at_32 = false;  // fold a single row after 32 cells
};

struct Cells {
  launch::Dim3 extents{1, 1, 1};
  std::uint32_t columns = 1;                  // cells per line
  std::uint32_t lines_per_row = 1;            // more than one: rows are folded
  std::uint32_t first_layer = 0, layers = 1;  // layers in the picture
  std::uint32_t layers_across = 1;
  std::uint64_t first_line = 0, lines = 1;  // lines of each layer in the picture
  std::uint64_t all_lines = 1;              // lines of a whole layer
  float cell = 1;                           // width of a cell, pixels
  float line = 1;                           // height of a line
  float layer_w = 1, layer_h = 1;           // distance from one layer to the next
  float x = 0, y = 0;                       // of the first layer's first cell

  [[nodiscard]] bool is_cut() const { return lines < all_lines; }
  // Left edge and top of a layer in the picture, and of one of its lines; `line` counts within the
  // whole layer.
  [[nodiscard]] float layer_x(std::uint32_t layer) const;
  [[nodiscard]] float layer_y(std::uint32_t layer) const;
  [[nodiscard]] float line_y(std::uint32_t layer, std::uint64_t line) const;
  [[nodiscard]] std::uint64_t line_of(const launch::Dim3& at) const;
  // nullopt if it is not in the picture. Whole pixels; neighbours share edges.
  [[nodiscard]] std::optional<Rect> rect_of(const launch::Dim3& at) const;
  // Like rect_of, as if the row continued past its end: for lanes without a thread.
  [[nodiscard]] std::optional<Rect> rect_behind(std::uint32_t x_of_row) const;
};

[[nodiscard]] Cells cells_in(const CellsInput& input);

}  // namespace lanescope::picture
