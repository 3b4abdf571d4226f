// What the maps' pictures are made of.
#pragma once

#include <string>

#include "viz/scene/canvas.h"
#include "viz/scene/maps.h"

namespace lanescope::scene {

struct MapPen {
  Canvas& canvas;
  const MapInput& input;
  const MapField& map;
  const MapLayout& layout;
  MapView view;
  HeatMap heat;  // as it is drawn
};

// Axes: columns above the cells, rows at their left.
void draw_map_axes(const MapPen& pen);
// Banks: of each request its wavefronts, a mark where they are more than need be.
void draw_map_wavefronts(const MapPen& pen);
// Banks: below the rows, what each bank gives in all of them, and all their wavefronts.
void draw_map_totals(const MapPen& pen);
// Values written into cells that have room for them.
void draw_map_digits(const MapPen& pen, float size);
// The size of digits that every visible cell has room for; 0: there is none.
[[nodiscard]] float map_digit_size(const MapPen& pen);
// The ramp with its values, what stripes mean, which part is seen.
void draw_map_legend(const MapPen& pen);

// Stripes on cells over the limit: of the ground, so thin that the colour below stays what is seen.
inline constexpr float limit_stripe = 0.4F;

// Text.
// As it is written into a cell: "32", "1.33", "12.3k".
[[nodiscard]] std::string cell_text(float value);
// As a legend has room for it: "1,152", "1.33", "12.3M".
[[nodiscard]] std::string number_text(float value);
// "wavefronts for each that would be enough"
[[nodiscard]] std::string unit_of(MapQuantity quantity, const text::Texts& texts);
[[nodiscard]] std::string place_text(const report::WarpPlace& place, const text::Texts& texts);
[[nodiscard]] std::string block_text(const report::Dim3& block);
// What is seen first, in a word or two, and what stands below it.
struct MapVerdict {
  enum class Kind { plain, good, costly } kind = Kind::plain;
  std::string words, detail;
};
[[nodiscard]] MapVerdict verdict_of(const MapField& map, const text::Texts& texts);
// "float[1024][1024]"
[[nodiscard]] std::string type_text(const report::ArrayInfo& array);
// "line 13" and the instruction: "13 LDS"
[[nodiscard]] std::string row_text(const MapField& map, std::uint32_t row);

}  // namespace lanescope::scene
