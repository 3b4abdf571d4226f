// The index explorer's grid: the blocks of the chosen layer.
#include <algorithm>
#include <cmath>

#include "viz/picture/core/canvas.h"
#include "viz/picture/core/first_around.h"
#include "viz/picture/core/frame.h"
#include "viz/picture/index/parts.h"
#include "viz/picture/index/text.h"

namespace lanescope::picture {
namespace {

void draw_block_cell(Canvas& canvas, const IndexInput& input, const Rect& cell,
                     std::uint64_t number, bool chosen, float size) {
  const Palette& palette = canvas.palette();
  const float gap = cell.w >= 8 ? canvas.whole_px(2) : 1;
  Box box;
  box.rect = {cell.x, cell.y, std::max(1.0F, cell.w - gap), std::max(1.0F, cell.h - gap)};
  box.radius = std::min(canvas.px(3), box.rect.w / 4);
  box.fill = chosen ? palette.selection : palette.panel_raised;
  box.border = chosen ? palette.selection_border : palette.panel_raised;
  box.border_width = chosen ? canvas.whole_px(2) : 1;
  canvas.box(box);
  canvas.centred(box.rect, chosen ? FontRole::mono_bold : FontRole::mono, size,
                 chosen ? palette.text : palette.text_dim, std::to_string(number), 2);
  canvas.hit(cell, HitKind::block, number, block_tooltip(input, number, canvas.texts()));
}

// The columns of blocks that fit, around the chosen one.
struct Window {
  std::uint32_t first = 0, count = 1;
};

Window columns_around(std::uint32_t chosen, std::uint32_t all, std::uint32_t fit) {
  const std::uint32_t count = std::max(1U, std::min(all, fit));
  return {first_around(chosen, all, count), count};
}

constexpr float min_side = 22;  // units
constexpr float max_side = 38;
constexpr std::uint32_t max_folded = 16;  // upper limit of blocks per line of a folded row

std::uint32_t fitting(float room, float side) {
  return std::max(1U, static_cast<std::uint32_t>(std::max(0.0F, room / side)));
}

}  // namespace

float index_grid_height(const Canvas& canvas, const IndexInput& input, float width) {
  const launch::Dim3& grid = input.shape.grid;
  const std::uint32_t line = std::min(fitting(width, canvas.px(max_side)), max_folded);
  const std::uint32_t rows = grid[1] == 1 ? (grid[0] - 1) / line + 1 : grid[1];
  return canvas.px(24 + (grid[2] > 1 ? 22.0F : 0.0F)) +
         static_cast<float>(rows) * canvas.px(max_side);
}

void draw_index_grid(Canvas& canvas, const IndexInput& input, const Rect& whole) {
  const text::Texts& texts = canvas.texts();
  const launch::Dim3& grid = input.shape.grid;
  const launch::Dim3& chosen = input.place.block;
  Rect area = whole;
  const std::string shape = shape_text(grid);
  const float title =
      draw_index_title(canvas, texts.get("index.grid_title", fmt::arg("shape", shape)),
                       texts.count("index.blocks", launch::blocks_in(grid)), area);
  area.y += title;
  area.h -= title;
  const float chips = canvas.px(22);
  if (grid[2] > 1 && area.h > 3 * chips) {
    draw_layer_chips(canvas, {area.x, area.y, area.w, canvas.px(18)}, grid[2], chosen[2],
                     HitKind::block, [&](std::uint32_t layer) {
                       return launch::block_number(grid, {chosen[0], chosen[1], layer});
                     });
    area.y += chips;
    area.h -= chips;
  }
  const float least = canvas.px(min_side);
  if (area.h < least || area.w < least) return;
  // A single row is folded; a plane is cut to a window.
  const bool folds = grid[1] == 1;
  const std::uint32_t fit = fitting(area.w, folds ? canvas.px(max_side) : least);
  const std::uint32_t rows_fit = fitting(area.h, least);
  const Window across = folds ? Window{0, std::min(grid[0], std::min(fit, max_folded))}
                              : columns_around(chosen[0], grid[0], fit);
  const std::uint32_t all_rows = folds ? (grid[0] - 1) / across.count + 1 : grid[1];
  const std::uint32_t chosen_row = folds ? chosen[0] / across.count : chosen[1];
  const Window down = columns_around(chosen_row, all_rows, rows_fit);
  const float side =
      std::floor(std::min({area.w / static_cast<float>(across.count),
                           area.h / static_cast<float>(down.count), canvas.px(max_side)}));
  const std::string widest = std::to_string(launch::blocks_in(grid) - 1);
  const float size =
      digit_size(canvas, side - canvas.whole_px(2), side, canvas.px(text_small), widest);
  for (std::uint32_t row = down.first; row < down.first + down.count; ++row) {
    for (std::uint32_t i = 0; i < across.count; ++i) {
      const std::uint64_t x = folds ? std::uint64_t{row} * across.count + i : across.first + i;
      if (x >= grid[0]) break;
      const launch::Dim3 at{static_cast<std::uint32_t>(x), folds ? 0 : row, chosen[2]};
      const float left = area.x + static_cast<float>(i) * side;
      const float top = area.y + static_cast<float>(row - down.first) * side;
      draw_block_cell(canvas, input, snapped(left, top, left + side, top + side),
                      launch::block_number(grid, at), at == chosen, size);
    }
  }
}

}  // namespace lanescope::picture
