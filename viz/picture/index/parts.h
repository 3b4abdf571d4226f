// The parts of the index explorer's picture. Each draws as much as fits into its area.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "viz/picture/core/canvas.h"
#include "viz/picture/index/cells.h"
#include "viz/picture/index/view.h"

namespace lanescope::picture {

// The blocks of the grid's chosen layer, and the height they would like.
[[nodiscard]] float index_grid_height(const Canvas& canvas, const IndexInput& input, float width);
void draw_index_grid(Canvas& canvas, const IndexInput& input, const Rect& area);
// The threads of the chosen block by warp and lane. Returns the unused height of the area.
float draw_index_block(Canvas& canvas, const IndexInput& input, const Rect& area);

// The index as digits, highest first.
[[nodiscard]] float index_digits_height(const Canvas& canvas);
void draw_index_digits(Canvas& canvas, const IndexInput& input, const Rect& area);
// The formulas with numbers filled in, as many as fit.
[[nodiscard]] float index_formula_pitch(const Canvas& canvas);
void draw_index_formulas(Canvas& canvas, const IndexInput& input, const Rect& area);
// The results of the nine formulas for the chosen thread.
[[nodiscard]] float index_nine_width(const Canvas& canvas);
[[nodiscard]] float index_nine_height(const Canvas& canvas);
void draw_index_nine(Canvas& canvas, const IndexInput& input, const Rect& area);

// The title above grid and block; returns its height, which depends on the area alone.
[[nodiscard]] float index_title_height(const Canvas& canvas, const Rect& area);
float draw_index_title(Canvas& canvas, const std::string& title, const std::string& detail,
                       const Rect& area);
// Chips for the layers of z: as many as fit, including the chosen one. `to_index` maps a layer to
// the index of its hit area.
void draw_layer_chips(Canvas& canvas, const Rect& row, std::uint32_t layers, std::uint32_t chosen,
                      HitKind kind, const std::function<std::uint64_t(std::uint32_t)>& to_index);

}  // namespace lanescope::picture
