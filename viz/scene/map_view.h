// Which part of a map is seen: zoom, pan, reset, and the cell under a point. Pure arithmetic in
// doubles, so that it is exact among millions of cells.
//
// Points are pixels from the area's top left corner. A pixel belongs to the cell that its middle
// lies in, as the shader draws it.
#pragma once

#include <cstdint>
#include <optional>

#include "viz/scene/draw_list.h"

namespace lanescope::scene {

struct MapCell {
  std::uint32_t x = 0, y = 0;
  bool operator==(const MapCell&) const = default;
};

// The map and where it is drawn.
struct MapFrame {
  std::uint32_t width = 1, height = 1;  // cells
  float area_w = 1, area_h = 1;         // pixels
  double most_px = 64;                  // a cell is never larger ...
  // True: the columns always fill the width, and only rows are zoomed and panned.
  bool rows_only = false;
};

struct MapView {
  double x0 = 0, y0 = 0;      // cells at the area's top left; negative where the map is smaller
  double px_x = 1, px_y = 1;  // pixels a cell
  bool operator==(const MapView&) const = default;
};

// All of it, in the middle; rows start at the top.
[[nodiscard]] MapView whole_map(const MapFrame& frame);
// `factor` > 1: nearer. What is under the point stays there, as far as the map's edges allow.
[[nodiscard]] MapView zoomed(const MapFrame& frame, const MapView& view, double factor, double px,
                             double py);
// The map moves by so many pixels: right and down positive.
[[nodiscard]] MapView panned(const MapFrame& frame, const MapView& view, double dx, double dy);
// The cell in the middle, as far as the map's edges allow.
[[nodiscard]] MapView centred_on(const MapFrame& frame, const MapView& view, MapCell cell);
// The same part after the area or the map changed: no smaller than all of it.
[[nodiscard]] MapView kept_inside(const MapFrame& frame, const MapView& view);
[[nodiscard]] bool shows_all(const MapFrame& frame, const MapView& view);

// Nothing: the point is beside the map.
[[nodiscard]] std::optional<MapCell> cell_at(const MapFrame& frame, const MapView& view, double px,
                                             double py);
// The pixels of a cell, whole ones, as the shader draws them; it may lie outside of the area.
[[nodiscard]] Rect rect_of(const MapView& view, MapCell cell, std::uint32_t across = 1,
                           std::uint32_t down = 1);

// Cells that are at least partly in the area: [first, end) in both directions.
struct MapSpan {
  MapCell first, end;
};
[[nodiscard]] MapSpan visible_cells(const MapFrame& frame, const MapView& view);

}  // namespace lanescope::scene
