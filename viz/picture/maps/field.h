// The data of the maps: values of a survey as a grid of cells, and the mapping from cells to
// blocks, warps and elements.
//
// There are three maps. Banks: a row per shared memory request, a column per bank. Array: an
// array's elements in its own shape. Grid: blocks, or the warps in them. All slow work is in
// make_map_field(), which must not run on the window's thread; the rest is arithmetic.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string_view>

#include "sim/report/array_difference.h"
#include "sim/survey/survey.h"
#include "viz/picture/core/heat.h"
#include "viz/picture/maps/view.h"

namespace lanescope::picture {

enum class MapKind : std::uint8_t { banks, array, grid };
inline constexpr std::size_t map_kinds = 3;

// The quantity shown by the colour.
enum class MapQuantity : std::uint8_t {
  // banks: words read from each bank by each request of a warp, a block or the kernel
  of_warp,
  of_block,
  of_kernel,
  // array
  reads,       // of an element, by threads
  writes,      // of an element, by threads
  moved,       // bytes moved per byte used, in the element's sector
  first_warp,  // number of the lowest warp that touched the element
  wrong,       // 1 if the element differs from the one that was wanted, 0 if not
  // grid: cost of a block or a warp
  sectors,           // of global memory
  sectors_ratio,     // sectors / ideal sectors
  wavefronts,        // of shared memory
  wavefronts_ratio,  // wavefronts / ideal wavefronts
  divergent,         // branches whose lanes take both sides
  requests,          // memory instructions
};

[[nodiscard]] std::string_view name_of(MapKind kind);          // "banks", "array", "grid"
[[nodiscard]] std::string_view name_of(MapQuantity quantity);  // "reads", "sectors_ratio" ...
[[nodiscard]] std::optional<MapQuantity> quantity_named(MapKind kind, std::string_view name);
[[nodiscard]] std::span<const MapQuantity> quantities_of(MapKind kind);
[[nodiscard]] MapKind kind_of(MapQuantity quantity);

using SurveyPtr = std::shared_ptr<const survey::Survey>;

struct MapChoice {
  MapQuantity quantity = MapQuantity::of_warp;
  std::size_t array = 0;        // index into Survey::arrays
  survey::WarpNumber warp = 0;  // banks: the warp, or a warp of the block, whose requests are shown
  bool by_warp = false;         // grid: cells are warps, not blocks
  // wrong: where the array differs; null: not known, or not of this array.
  report::ArrayDifferencePtr difference{};
  bool operator==(const MapChoice&) const = default;
};
// True if the survey has values for this choice; a quantity that is 0 everywhere has none.
[[nodiscard]] bool has_values(const survey::Survey& survey, const MapChoice& choice);
// The first quantity of the map with values, starting at `from` and wrapping around; `from` if none
// has any.
[[nodiscard]] MapQuantity next_with_values(const survey::Survey& survey, MapChoice choice,
                                           MapQuantity from);

struct MapField {
  SurveyPtr survey;
  MapChoice choice;
  std::shared_ptr<const HeatField> cells;  // nullptr: nothing to show
  // Banks: one column with each request's wavefronts / ideal wavefronts.
  std::shared_ptr<const HeatField> beside;
  // First warps: the cells with neighbouring shades alternated, because thousands of numbers on one
  // ramp would look alike; on the same scale from low to high. Otherwise nullptr: use `cells`.
  std::shared_ptr<const HeatField> shaded;
  float low = 0, high = 1;  // values at the ramp's ends
  bool logarithmic = false;
  std::optional<float> limit;  // cells of at least this value are marked
  // Cells per line, if an array without a shape or a one-dimensional grid is wrapped.
  std::optional<std::uint32_t> wrapped;
  std::uint32_t tile_w = 1, tile_h = 1;  // grid by warps: cells per block
  std::uint32_t banks = 32;
  std::size_t first_row = 0;                // banks: index into Survey::rows
  std::uint64_t conflicts = 0;              // banks: rows with more wavefronts than necessary
  std::uint32_t worst_ways = 0;             // banks: maximum over all rows
  std::uint32_t max_wavefronts = 1;         // banks: maximum over all rows
  std::uint64_t all_wavefronts = 0;         // banks: sum over all rows
  std::vector<std::uint64_t> bank_words{};  // banks: words read from each bank in all rows

  [[nodiscard]] MapKind kind() const { return kind_of(choice.quantity); }
  [[nodiscard]] const survey::ArraySurvey& array() const { return survey->arrays[choice.array]; }
  // Rows are a list and every column has a meaning, so columns are never merged.
  [[nodiscard]] bool rows_only() const { return kind() == MapKind::banks; }

  // nullopt: the cell is not an element (the rest of a wrapped row).
  [[nodiscard]] std::optional<std::uint64_t> element_of(MapCell cell) const;
  struct GridPosition {
    std::uint64_t block = 0;  // its number
    std::uint32_t warp = 0;   // in the block; 0 if cells are blocks
  };
  [[nodiscard]] std::optional<GridPosition> position_of(MapCell cell) const;
  struct Cells {
    MapCell first;
    std::uint32_t across = 1, down = 1;
  };
  // The cell of a block, or with by_warp the cell of one warp.
  [[nodiscard]] Cells cells_of(const GridPosition& position) const;
  [[nodiscard]] const survey::SharedRow& row(std::uint32_t y) const {
    return survey->rows[first_row + y];
  }
  [[nodiscard]] const survey::BankPattern& pattern(std::uint32_t y) const {
    return survey->patterns[row(y).pattern];
  }
};
using MapFieldPtr = std::shared_ptr<const MapField>;

// nullptr: stopped. A field without cells: the survey has nothing to show.
[[nodiscard]] MapFieldPtr make_map_field(SurveyPtr survey, const MapChoice& choice,
                                         const std::stop_token& stop = {});

}  // namespace lanescope::picture
