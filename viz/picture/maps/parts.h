// The parts of a map's picture.
#pragma once

#include <string>
#include <vector>

#include "viz/picture/core/canvas.h"
#include "viz/picture/maps/maps.h"

namespace lanescope::picture {

// The verdict in a word or two, and a detail below it.
struct MapVerdict {
  enum class Kind { plain, good, costly } kind = Kind::plain;
  std::string words, detail;
};
[[nodiscard]] MapVerdict verdict_of(const MapField& map, const text::Texts& texts);

// What is known about a cell, in a few lines; no words if the cell stands for nothing.
struct CellFacts {
  std::string words;
  bool is_simulated = false;   // false: no numbers, so no model to name
  const char* hint = nullptr;  // key of what a click or key does there
};
[[nodiscard]] CellFacts facts_of(const MapInput& input, MapCell cell, const text::Texts& texts);
// The facts, the model and the hint.
[[nodiscard]] std::string cell_tooltip(const MapInput& input, const CellFacts& facts,
                                       const text::Texts& texts);

struct MapPen {
  Canvas& canvas;
  const MapInput& input;
  const MapField& map;
  const MapLayout& layout;
  MapView view;
  HeatMap heat;  // as drawn
  MapVerdict verdict;
  CellFacts facts;  // of the pointed cell
};

// Axes: columns above the cells, rows left of them.
void draw_map_axes(const MapPen& pen);
// Banks: each request's wavefronts, with a mark if there are more than necessary.
void draw_map_wavefronts(const MapPen& pen);
// Banks: below the rows, the words of each bank and the wavefronts, summed over all rows.
void draw_map_totals(const MapPen& pen);
// The values of the visible cells, row by row, and the font size at which every one fits into its
// cell; 0 if none does.
struct MapDigits {
  float size = 0;
  std::vector<std::string> values;
};
[[nodiscard]] MapDigits map_digits(const MapPen& pen);
void draw_map_digits(const MapPen& pen, MapDigits digits);
// The ramp with its values, the meaning of stripes, and the visible part of the map.
void draw_map_legend(const MapPen& pen);

// Array: a dot at each element that was raced on, or at each place where some were; `input.races`.
void draw_map_races(const MapPen& pen);
// x, y: the middle. Filled for an error, a ring for what is milder.
void draw_race_dot(Canvas& canvas, float x, float y, bool of_error, float units = 12);

// Alpha of the stripes on cells over the limit: low enough that the colour below stays visible.
inline constexpr float limit_stripe = 0.4F;

// A value as written into a cell: "32", "1.33", "12.3k".
[[nodiscard]] std::string cell_text(float value);
// A value as written in the legend: "1,152", "1.33", "12.3M".
[[nodiscard]] std::string map_number(float value);
// "wavefronts / ideal wavefronts" and the like, in words.
[[nodiscard]] std::string unit_of(MapQuantity quantity, const text::Texts& texts);
// "warp 3 of block (1, 0)"
[[nodiscard]] std::string warp_text(const survey::Survey& survey,
                                    const report::WarpPosition& position, const text::Texts& texts);
// "float[1024][1024]"
[[nodiscard]] std::string type_text(const report::ArrayInfo& array);
// "line 13" and the instruction: "13 LDS"
[[nodiscard]] std::string row_text(const MapField& map, std::uint32_t row);

}  // namespace lanescope::picture
