// The parts of the index explorer's picture. Each draws into its area as much as has room there.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "viz/scene/canvas.h"
#include "viz/scene/index_cells.h"
#include "viz/scene/index_view.h"

namespace lanescope::scene {

// Which thread of which block, and its three numbers.
[[nodiscard]] float index_headline_height(const Canvas& canvas);
void draw_index_headline(Canvas& canvas, const IndexInput& input, const Rect& area);

// The blocks of the grid, in the chosen layer; and how high that would like to be.
[[nodiscard]] float index_grid_height(const Canvas& canvas, const IndexInput& input, float width);
void draw_index_grid(Canvas& canvas, const IndexInput& input, const Rect& area);
// The threads of the chosen block by warp and lane. Returns what of the area's height it leaves.
float draw_index_block(Canvas& canvas, const IndexInput& input, const Rect& area);

// The index as digits, the highest first.
[[nodiscard]] float index_digits_height(const Canvas& canvas);
void draw_index_digits(Canvas& canvas, const IndexInput& input, const Rect& area);
// The formulas filled in, as many as there are lines for.
[[nodiscard]] float index_formula_pitch(const Canvas& canvas);
void draw_index_formulas(Canvas& canvas, const IndexInput& input, const Rect& area);
// What each of the nine formulas gives for the chosen thread.
[[nodiscard]] float index_nine_width(const Canvas& canvas);
[[nodiscard]] float index_nine_height(const Canvas& canvas);
void draw_index_nine(Canvas& canvas, const IndexInput& input, const Rect& area);

// The title above grid and block; returns the height that it takes.
float draw_index_title(Canvas& canvas, const std::string& title, const std::string& detail,
                       const Rect& area);
// Chips for the layers of z, as many as fit, the chosen one among them. `to_index` says what the
// hit area of a layer points to.
void draw_layer_chips(Canvas& canvas, const Rect& row, std::uint32_t layers, std::uint32_t chosen,
                      HitKind kind, const std::function<std::uint64_t(std::uint32_t)>& to_index);

}  // namespace lanescope::scene
