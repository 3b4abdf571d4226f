// The maps: banks x time, an array in its own shape, the grid of blocks. Pure: equal inputs give
// equal pictures. No work is done per cell, except for cells with digits.
//
// Hit areas: cell (the whole map: compute the cell under the mouse with map_layout() and cell_at();
// the tooltip is about MapInput::pointed).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/diagnostics/diagnostic.h"
#include "sim/report/report.h"
#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/style.h"
#include "viz/picture/maps/field.h"
#include "viz/picture/maps/view.h"

namespace lanescope::picture {

// The races in global memory that a run has found, as elements of an array.
struct ArrayRaces {
  // Elements [first, end) that this race touched.
  struct Part {
    std::uint64_t first = 0;
    std::uint64_t end = 0;
    std::size_t race = 0;  // index into `races`
  };
  std::vector<Diagnostic> races;
  std::vector<Part> parts;     // by `first`
  std::uint64_t elements = 0;  // that some race touched

  [[nodiscard]] bool empty() const { return parts.empty(); }
  [[nodiscard]] bool has_errors() const;
  [[nodiscard]] bool has_milder() const;  // warnings or notes
};

// Those of the array.
[[nodiscard]] ArrayRaces races_in(const std::vector<Raced>& raced, const report::ArrayInfo& array);
// One line for each race of this element: its two lines and their threads.
[[nodiscard]] std::string races_text(const ArrayRaces& races, std::uint64_t element,
                                     const text::Texts& texts);

struct MapInput {
  MapFieldPtr map;                         // nullptr: not ready yet
  std::string machine{};                   // whose rules apply; empty: the H200's measured rules
  std::optional<MapView> view;             // nullopt: the whole map
  std::optional<MapCell> pointed;          // under the mouse, or where the keyboard is
  std::optional<MapField::Cells> present;  // the selection in the rest of the window
  bool working = false;                    // a newer map is being computed
  double share = 0;                        // progress of that, 0..1
  std::string absence{};                   // why there is no map; empty: there is one, or will be
  bool has_keys = false;                   // in a window: hints name keys
  std::string note{};                      // a sentence about the whole map; empty: none
  std::shared_ptr<const ArrayRaces> races{};  // of the array shown; nullptr: none
};

// The parts of the picture, in pixels.
struct MapLayout {
  Rect title, head, note, axis, left, cells, right, totals, legend, info;  // empty: no room
  MapFrame frame;                                                          // of `cells`
};
[[nodiscard]] MapLayout map_layout(const MapInput& input, const Style& style, float width,
                                   float height);

[[nodiscard]] DrawList build_map(const MapInput& input, const Style& style, float width,
                                 float height);

// A description of a cell in a few lines; empty if the cell stands for nothing.
[[nodiscard]] std::string description_of(const MapInput& input, MapCell cell,
                                         const text::Texts& texts);
// "Array A: times read", "Banks: requests of warp 3, block (0, 1, 0)"
[[nodiscard]] std::string title_of(const MapField& map, const text::Texts& texts);
// "times read", "block"
[[nodiscard]] std::string name_of(MapQuantity quantity, const text::Texts& texts);

}  // namespace lanescope::picture
