// What the maps show: the values of a survey as a grid of cells, and which cell is whose.
//
// Three maps. Banks: a row for each request of shared memory, a column for each bank. Array: an
// array's elements in its own shape. Grid: blocks, or the warps in them. Everything that takes time
// is in make_map_field(), which is not for the window's thread; the rest is arithmetic.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string_view>

#include "sim/survey/survey.h"
#include "viz/scene/heat_field.h"
#include "viz/scene/map_view.h"

namespace lanescope::scene {

enum class MapKind : std::uint8_t { banks, array, grid };
inline constexpr std::size_t map_kinds = 3;

// What the colour tells.
enum class MapQuantity : std::uint8_t {
  // banks: words that each bank gives, for each request of ...
  of_warp,
  of_block,
  of_kernel,
  // array
  reads,       // of an element, by threads
  writes,      // of an element, by threads
  moved,       // bytes moved for each byte used, of the element's sector
  first_warp,  // number of the lowest warp that touched the element
  // grid: what the block, or the warp, paid
  sectors,           // of global memory
  sectors_ratio,     // ... for each that would be enough
  wavefronts,        // of shared memory
  wavefronts_ratio,  // ... for each that would be enough
  divergent,         // branches that lanes take both ways
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
  std::size_t array = 0;        // of Survey::arrays
  survey::WarpNumber warp = 0;  // of banks: whose requests, or whose block's
  bool by_warp = false;         // grid: cells are warps, not blocks
  bool operator==(const MapChoice&) const = default;
};
// The survey has something to show for it; a quantity that is 0 everywhere has not.
[[nodiscard]] bool has_values(const survey::Survey& survey, const MapChoice& choice);
// The first quantity of the map that has values, from that one on and around; that one itself where
// none has.
[[nodiscard]] MapQuantity next_with_values(const survey::Survey& survey, MapChoice choice,
                                           MapQuantity from);

struct MapField {
  SurveyPtr survey;
  MapChoice choice;
  std::shared_ptr<const HeatField> cells;  // nullptr: there is nothing to show
  // Banks: one column, of each request its wavefronts for each that it would ideally take.
  std::shared_ptr<const HeatField> beside;
  // First warps: the cells as they are coloured, neighbours a shade apart (else thousands of
  // numbers on one ramp look alike); between low and high as they are. Otherwise nullptr: as the
  // cells.
  std::shared_ptr<const HeatField> shaded;
  float low = 0, high = 1;  // of the ramp
  bool logarithmic = false;
  std::optional<float> limit;  // cells of at least this are marked
  // Array without a shape, and a grid of one dimension: wrapped after so many.
  std::optional<std::uint32_t> wrapped;
  std::uint32_t tile_w = 1, tile_h = 1;  // grid by warps: cells of a block
  std::uint32_t banks = 32;
  std::size_t first_row = 0;                // banks: index into Survey::rows
  std::uint64_t conflicts = 0;              // banks: rows with more wavefronts than need be
  std::uint32_t worst_ways = 0;             // banks: of any row
  std::uint32_t most_wavefronts = 1;        // banks: of any row
  std::uint64_t all_wavefronts = 0;         // banks: of all rows together
  std::vector<std::uint64_t> bank_words{};  // banks: what each gives in all rows together

  [[nodiscard]] MapKind kind() const { return kind_of(choice.quantity); }
  [[nodiscard]] const survey::ArraySurvey& array() const { return survey->arrays[choice.array]; }
  // Rows as they are listed: all of the columns mean something, so they are never put together.
  [[nodiscard]] bool rows_only() const { return kind() == MapKind::banks; }

  // Nothing: the cell belongs to nobody (the end of a wrapped row).
  [[nodiscard]] std::optional<std::uint64_t> element_of(MapCell cell) const;
  struct GridPlace {
    std::uint64_t block = 0;  // its number
    std::uint32_t warp = 0;   // in the block; 0 where cells are blocks
  };
  [[nodiscard]] std::optional<GridPlace> place_of(MapCell cell) const;
  // The cells of a block, or of one of its warps: the first, and how many across and down.
  struct Cells {
    MapCell first;
    std::uint32_t across = 1, down = 1;
  };
  [[nodiscard]] Cells cells_of(const GridPlace& place) const;
  [[nodiscard]] const survey::SharedRow& row(std::uint32_t y) const {
    return survey->rows[first_row + y];
  }
  [[nodiscard]] const survey::BankPattern& pattern(std::uint32_t y) const {
    return survey->patterns[row(y).pattern];
  }
};
using MapFieldPtr = std::shared_ptr<const MapField>;

// nullptr: stopped. A field without cells where the survey has nothing to show.
[[nodiscard]] MapFieldPtr make_map_field(SurveyPtr survey, const MapChoice& choice,
                                         const std::stop_token& stop = {});

}  // namespace lanescope::scene
