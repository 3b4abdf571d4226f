// The maps: banks x time, an array in its own shape, the grid of blocks. Pure: the same input gives
// the same picture, and nothing in it is done for each cell but for those whose values are written.
//
// Hit areas: cell (the map as a whole; what is under the mouse is map_layout()'s and cell_at()'s to
// say, and the tooltip is of MapInput::pointed).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "viz/scene/draw_list.h"
#include "viz/scene/map_field.h"
#include "viz/scene/map_view.h"
#include "viz/scene/style.h"

namespace lanescope::scene {

struct MapInput {
  MapFieldPtr map;                         // nullptr: not yet
  std::string machine{};                   // whose rules; empty: the H200's, as measured
  std::optional<MapView> view;             // nothing: all of it
  std::optional<MapCell> pointed;          // under the mouse, or where the keyboard is
  std::optional<MapField::Cells> present;  // what the rest of the window looks at
  bool working = false;                    // something newer is being made
  double share = 0;                        // of it, 0..1
  std::string absence{};                   // why there is nothing; empty: there is, or will be
  bool has_keys = false;                   // of a window: hints name them
};

// Where its parts are, in pixels of the picture.
struct MapLayout {
  Rect title, head, axis, left, cells, right, totals, legend, info;  // of no size: no room for it
  MapFrame frame;                                                    // of `cells`
};
[[nodiscard]] MapLayout map_layout(const MapInput& input, const Style& style, float width,
                                   float height);

[[nodiscard]] DrawList build_map(const MapInput& input, const Style& style, float width,
                                 float height);

// What is known of a cell, in a few lines; empty where there is none.
[[nodiscard]] std::string story_of(const MapInput& input, MapCell cell, const text::Texts& texts);
// "Array A: times read", "Banks: requests of warp 3, block (0, 1, 0)"
[[nodiscard]] std::string title_of(const MapField& map, const text::Texts& texts);
// "times read", "block"
[[nodiscard]] std::string name_of(MapQuantity quantity, const text::Texts& texts);

}  // namespace lanescope::scene
