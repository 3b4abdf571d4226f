// The index explorer's grid: the blocks of the chosen layer.
#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "viz/picture/core/canvas.h"
#include "viz/picture/core/frame.h"
#include "viz/picture/core/style.h"
#include "viz/picture/index/parts.h"
#include "viz/picture/index/text.h"

namespace lanescope::picture {
namespace {

void draw_block_cell(Canvas& canvas, const IndexInput& input, const Rect& cell,
                     std::uint64_t number, bool chosen, float size) {
  const Palette& palette = canvas.palette();
  const float gap = cell.w >= 8 ? canvas.whole_px(2) : 1;
  const Rect rect{cell.x, cell.y, std::max(1.0F, cell.w - gap), std::max(1.0F, cell.h - gap)};
  canvas.framed(rect, chosen ? palette.selection : palette.panel_raised,
                chosen ? palette.selection_border : palette.panel_raised,
                chosen ? canvas.whole_px(2) : 1, std::min(canvas.px(3), rect.w / 4));
  canvas.centred(rect, chosen ? FontRole::mono_bold : FontRole::mono, size,
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
constexpr float least_side = 14;          // of a plane that is then in the picture as a whole
constexpr std::uint32_t max_folded = 16;  // upper limit of blocks per line of a folded row

std::uint32_t fitting(float room, float side) {
  return std::max(1U, static_cast<std::uint32_t>(std::max(0.0F, room / side)));
}

// The part of a grid's layer that is in the picture. A row that is folded has its blocks line by
// line; otherwise a line is a row of the grid.
struct Shown {
  bool folds = false;
  std::uint32_t all_lines = 1, chosen_line = 0;
  Window across, down;

  [[nodiscard]] bool is_cut(const launch::Dim3& grid) const {
    return down.count < all_lines || (!folds && across.count < grid[0]);
  }
  // How many blocks of the layer are in the picture.
  [[nodiscard]] std::uint64_t blocks(const launch::Dim3& grid) const {
    const std::uint64_t cells = std::uint64_t{across.count} * down.count;
    const std::uint64_t before = std::uint64_t{down.first} * across.count;
    return folds ? std::min(cells, grid[0] - before) : cells;
  }
  // The block in that line, in the chosen one's column.
  [[nodiscard]] launch::Dim3 in_line(const IndexInput& input, std::uint64_t line) const {
    const launch::Dim3& chosen = input.position.block;
    const auto at = static_cast<std::uint32_t>(std::min<std::uint64_t>(line, all_lines - 1));
    if (!folds) return {chosen[0], at, chosen[2]};
    const std::uint64_t x = std::uint64_t{at} * across.count + chosen[0] % across.count;
    const std::uint64_t last = input.shape.grid[0] - 1;
    return {static_cast<std::uint32_t>(std::min(x, last)), 0, chosen[2]};
  }
};

Shown shown_in(const Canvas& canvas, const IndexInput& input, const Rect& area) {
  const launch::Dim3& grid = input.shape.grid;
  const launch::Dim3& chosen = input.position.block;
  Shown shown;
  // A single row is folded; a plane is cut to a window.
  shown.folds = grid[1] == 1;
  const float least = canvas.px(least_side);
  const bool is_whole = static_cast<float>(grid[0]) * least <= area.w &&
                        static_cast<float>(grid[1]) * least <= area.h;
  const float side = canvas.px(is_whole && !shown.folds ? least_side : min_side);
  const std::uint32_t fit = fitting(area.w, shown.folds ? canvas.px(max_side) : side);
  shown.across = shown.folds ? Window{0, std::min(grid[0], std::min(fit, max_folded))}
                             : columns_around(chosen[0], grid[0], fit);
  shown.all_lines = shown.folds ? (grid[0] - 1) / shown.across.count + 1 : grid[1];
  shown.chosen_line = shown.folds ? chosen[0] / shown.across.count : chosen[1];
  shown.down = columns_around(shown.chosen_line, shown.all_lines, fitting(area.h, side));
  return shown;
}

// One step of a window: from `at` back or on by `by`, inside [0, all).
std::uint32_t stepped(std::uint32_t at, std::uint32_t by, std::uint32_t all, bool on) {
  if (!on) return at > by ? at - by : 0;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(std::uint64_t{at} + by, all - 1));
}

// How many blocks are in the picture.
std::string blocks_shown(const Canvas& canvas, const IndexInput& input, const Shown& shown,
                         const char* key) {
  const launch::Dim3& grid = input.shape.grid;
  return canvas.texts().get(key, fmt::arg("shown", text::Texts::grouped(shown.blocks(grid))),
                            fmt::arg("all", text::Texts::grouped(launch::blocks_in(grid))));
}

constexpr float arrow_pitch = 28;  // units

// Arrows that choose a block one window further, and behind them, or in a row of its own, how many
// blocks are in the picture.
void draw_position(Canvas& canvas, const IndexInput& input, const Shown& shown, const Rect& row,
                   const std::optional<Rect>& own_row) {
  const Palette& palette = canvas.palette();
  const text::Texts& texts = canvas.texts();
  const launch::Dim3& grid = input.shape.grid;
  const launch::Dim3& chosen = input.position.block;
  float x = row.x;
  const auto arrow = [&](const char* sign, const char* tip, const launch::Dim3& to) {
    const Rect rect = snapped(x, row.y, x + canvas.px(24), row.y + row.h);
    const bool is_end = to == chosen;
    canvas.framed(rect, palette.panel_raised, palette.hairline, canvas.whole_px(1), canvas.px(3));
    canvas.label(text_at(rect.x + rect.w / 2, rect.y + rect.h / 2, FontRole::ui,
                         canvas.px(text_body), is_end ? palette.text_faint : palette.text, sign,
                         AlignX::center));
    if (!is_end) canvas.hit(rect, HitKind::block, launch::block_number(grid, to), texts.get(tip));
    x += canvas.px(arrow_pitch);
  };
  if (!shown.folds && shown.across.count < grid[0]) {
    const auto to = [&](bool on) {
      return launch::Dim3{stepped(chosen[0], shown.across.count, grid[0], on), chosen[1],
                          chosen[2]};
    };
    arrow("←", "index.earlier_tip", to(false));
    arrow("→", "index.later_tip", to(true));
  }
  if (shown.down.count < shown.all_lines) {
    const auto to = [&](bool on) {
      return shown.in_line(input,
                           stepped(shown.chosen_line, shown.down.count, shown.all_lines, on));
    };
    arrow("↑", "index.earlier_tip", to(false));
    arrow("↓", "index.later_tip", to(true));
  }
  Rect words = row;
  if (own_row) {
    words = *own_row;
  } else {
    words.x = x + canvas.px(4);
    words.w = row.x + row.w - words.x;
  }
  std::string position = blocks_shown(canvas, input, shown, "index.blocks_shown");
  if (canvas.measure(FontRole::ui, canvas.px(text_small), position) > words.w)
    position = blocks_shown(canvas, input, shown, "index.blocks_shown_short");
  canvas.fitted_label(text_at(words.x, words.y + words.h / 2, FontRole::ui, canvas.px(text_small),
                              palette.text_dim, position),
                      words.w);
}

// Where the window is among all lines or columns. A click goes there: the bar is a row of targets,
// a few pixels each. `target`: the block for a share of the whole, 0 to 1.
void draw_bar(Canvas& canvas, const IndexInput& input, const Rect& bar, double from, double to,
              const std::function<launch::Dim3(double)>& target) {
  const Palette& palette = canvas.palette();
  const bool is_high = bar.h > bar.w;
  const float length = is_high ? bar.h : bar.w;
  const float radius = std::min(bar.w, bar.h) / 2;
  canvas.fill(bar, palette.panel_raised, radius);
  const float thumb = std::max(canvas.px(8), length * static_cast<float>(to - from));
  const float at = std::min(length * static_cast<float>(from), length - thumb);
  const Rect seen =
      is_high ? Rect{bar.x, bar.y + at, bar.w, thumb} : Rect{bar.x + at, bar.y, thumb, bar.h};
  canvas.fill(snapped(seen.x, seen.y, seen.x + seen.w, seen.y + seen.h), palette.selection_border,
              radius);
  const auto targets = static_cast<int>(std::max(1.0F, length / canvas.px(6)));
  const float pitch = length / static_cast<float>(targets);
  for (int i = 0; i < targets; ++i) {
    const double share = targets == 1 ? 0 : static_cast<double>(i) / (targets - 1);
    const float begin = static_cast<float>(i) * pitch;
    const std::uint64_t block = launch::block_number(input.shape.grid, target(share));
    canvas.hit(is_high ? Rect{bar.x, bar.y + begin, bar.w, pitch}
                       : Rect{bar.x + begin, bar.y, pitch, bar.h},
               HitKind::block, block, block_tooltip(input, block, canvas.texts()));
  }
}

void draw_bars(Canvas& canvas, const IndexInput& input, const Shown& shown, const Rect& cells,
               float thickness) {
  const launch::Dim3& grid = input.shape.grid;
  const launch::Dim3& chosen = input.position.block;
  const auto at_share = [](double share, std::uint32_t all) {
    return static_cast<std::uint32_t>(std::llround(share * (all - 1.0)));
  };
  if (shown.down.count < shown.all_lines) {
    const double all = shown.all_lines;
    draw_bar(canvas, input,
             {cells.x + cells.w + thickness / 2, cells.y, thickness, std::max(1.0F, cells.h)},
             shown.down.first / all, (shown.down.first + shown.down.count) / all,
             [&](double share) { return shown.in_line(input, at_share(share, shown.all_lines)); });
  }
  if (!shown.folds && shown.across.count < grid[0]) {
    const double all = grid[0];
    draw_bar(canvas, input, {cells.x, cells.y + cells.h + thickness / 2, cells.w, thickness},
             shown.across.first / all, (shown.across.first + shown.across.count) / all,
             [&](double share) {
               return launch::Dim3{at_share(share, grid[0]), chosen[1], chosen[2]};
             });
  }
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
  const launch::Dim3& chosen = input.position.block;
  Rect area = whole;
  const std::string shape = shape_text(grid);
  area.take_top(
      draw_index_title(canvas,
                       texts.get(input.guesses_grid ? "index.grid_guess" : "index.grid_title",
                                 fmt::arg("shape", shape)),
                       texts.count("index.blocks", launch::blocks_in(grid)), area));
  const float chips = canvas.px(22);
  if (grid[2] > 1 && area.h > 3 * chips) {
    draw_layer_chips(canvas, {area.x, area.y, area.w, canvas.px(18)}, grid[2], chosen[2],
                     HitKind::block, [&](std::uint32_t layer) {
                       return launch::block_number(grid, {chosen[0], chosen[1], layer});
                     });
    area.take_top(chips);
  }
  const float least = canvas.px(min_side);
  if (area.h < least || area.w < least) return;
  Shown shown = shown_in(canvas, input, area);
  const float bar = canvas.whole_px(6);
  if (shown.is_cut(grid) && area.h > 3 * chips) {
    const Rect position{area.x, area.y, area.w, canvas.px(18)};
    area.take_top(chips);
    const float words =
        canvas.measure(FontRole::ui, canvas.px(text_small),
                       blocks_shown(canvas, input, shown, "index.blocks_shown_short"));
    const float arrows = canvas.px(4 * arrow_pitch + 4);
    std::optional<Rect> own_row;
    if (arrows + words > area.w && area.h > 5 * chips) {
      own_row = Rect{area.x, area.y, area.w, position.h};
      area.take_top(chips);
    }
    area.h -= 2 * bar;
    area.w -= 2 * bar;
    shown = shown_in(canvas, input, area);
    draw_position(canvas, input, shown, position, own_row);
  }
  const Window& across = shown.across;
  const Window& down = shown.down;
  const float side =
      std::floor(std::min({area.w / static_cast<float>(across.count),
                           area.h / static_cast<float>(down.count), canvas.px(max_side)}));
  if (shown.is_cut(grid)) {
    draw_bars(canvas, input, shown,
              {area.x, area.y, side * static_cast<float>(across.count),
               side * static_cast<float>(down.count)},
              bar);
  }
  const std::string widest = std::to_string(launch::blocks_in(grid) - 1);
  const float size =
      digit_size(canvas, side - canvas.whole_px(2), side, canvas.px(text_small), widest);
  for (std::uint32_t row = down.first; row < down.first + down.count; ++row) {
    for (std::uint32_t i = 0; i < across.count; ++i) {
      const std::uint64_t x =
          shown.folds ? std::uint64_t{row} * across.count + i : across.first + i;
      if (x >= grid[0]) break;
      const launch::Dim3 at{static_cast<std::uint32_t>(x), shown.folds ? 0 : row, chosen[2]};
      const float left = area.x + static_cast<float>(i) * side;
      const float top = area.y + static_cast<float>(row - down.first) * side;
      draw_block_cell(canvas, input, snapped(left, top, left + side, top + side),
                      launch::block_number(grid, at), at == chosen, size);
    }
  }
}

}  // namespace lanescope::picture
