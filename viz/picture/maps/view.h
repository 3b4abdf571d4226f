// The visible part of a map: zoom, pan, reset, and the cell under a point. Pure arithmetic in
// doubles, so that it is exact among millions of cells.
//
// Points are pixels from the area's top left corner. A pixel belongs to the cell that contains its
// middle, as in the shader.
#pragma once

#include <cstdint>
#include <optional>

#include "viz/picture/core/draw_list.h"

namespace lanescope::picture {

struct MapCell {
  std::uint32_t x = 0, y = 0;
  bool operator==(const MapCell&) const = default;
};

// The size of the map, and of the area where it is drawn.
struct MapFrame {
  std::uint32_t width = 1, height = 1;  // cells
  float area_w = 1, area_h = 1;         // pixels
  double max_px = 64;                   // upper limit for the size of a cell
  // The columns always fill the width; only rows are zoomed and panned.
  bool rows_only = false;
};

struct MapView {
  double x0 = 0, y0 = 0;      // cells at the area's top left; negative: a margin
  double px_x = 1, px_y = 1;  // pixels per cell
  bool operator==(const MapView&) const = default;
};

// The whole map, centred; with rows_only, rows start at the top.
[[nodiscard]] MapView whole_map(const MapFrame& frame);
// `factor` > 1 zooms in. The cell under the point stays there, as far as the map's edges allow.
[[nodiscard]] MapView zoomed(const MapFrame& frame, const MapView& view, double factor, double px,
                             double py);
// Moves the map by this many pixels: right and down are positive.
[[nodiscard]] MapView panned(const MapFrame& frame, const MapView& view, double dx, double dy);
// Centres the cell, as far as the map's edges allow.
[[nodiscard]] MapView centred_on(const MapFrame& frame, const MapView& view, MapCell cell);
// The same view after the area or the map has changed: not smaller than the whole map.
[[nodiscard]] MapView kept_inside(const MapFrame& frame, const MapView& view);
[[nodiscard]] bool shows_all(const MapFrame& frame, const MapView& view);

// nullopt: the point is not on the map.
[[nodiscard]] std::optional<MapCell> cell_at(const MapFrame& frame, const MapView& view, double px,
                                             double py);
// The whole pixels of a cell, as in the shader; may lie outside the area.
[[nodiscard]] Rect rect_of(const MapView& view, MapCell cell, std::uint32_t across = 1,
                           std::uint32_t down = 1);

// Cells at least partly in the area: [first, end) in both directions.
struct MapSpan {
  MapCell first, end;
};
[[nodiscard]] MapSpan visible_cells(const MapFrame& frame, const MapView& view);

}  // namespace lanescope::picture
