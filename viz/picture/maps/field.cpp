#include "viz/picture/maps/field.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace lanescope::picture {
namespace {

// Longer rows are wrapped: they would be wider than any screen.
constexpr std::uint32_t widest_row = 64;
// A larger range of values gets a logarithmic scale.
constexpr float widest_linear = 64;
constexpr float min_high = 8;

constexpr std::array bank_quantities{MapQuantity::of_warp, MapQuantity::of_block,
                                     MapQuantity::of_kernel};
constexpr std::array array_quantities{MapQuantity::reads, MapQuantity::writes, MapQuantity::moved,
                                      MapQuantity::first_warp, MapQuantity::wrong};
constexpr std::array grid_quantities{MapQuantity::sectors,    MapQuantity::sectors_ratio,
                                     MapQuantity::wavefronts, MapQuantity::wavefronts_ratio,
                                     MapQuantity::divergent,  MapQuantity::requests};

// A power of two that makes the picture about as wide as high.
std::uint32_t wrapped_width(std::uint64_t count) {
  std::uint32_t width = widest_row / 2;
  while (std::uint64_t{width} * width < count && width < (1U << 14U)) width *= 2;
  return width;
}

struct Shape {
  std::uint32_t width = 0, height = 0;
  std::optional<std::uint32_t> wrapped;
};

Shape in_rows(std::uint64_t count, std::uint64_t width, bool wraps) {
  Shape shape;
  shape.width = static_cast<std::uint32_t>(width);
  shape.height = static_cast<std::uint32_t>((count + width - 1) / width);
  if (wraps) shape.wrapped = shape.width;
  return shape;
}

// Wraps a single long row or column, which would not be a useful picture.
Shape shape_of(std::uint64_t count, std::uint64_t width) {
  const bool is_line = width <= 1 || width >= count;
  if (!is_line) return in_rows(count, width, false);
  if (count <= widest_row) return in_rows(count, std::max<std::uint64_t>(count, 1), false);
  return in_rows(count, wrapped_width(count), true);
}

Shape shape_of(const report::ArrayInfo& array) {
  return shape_of(array.count, array.has_shape() ? array.shape.back() : array.count);
}

float ratio(std::uint64_t cost, std::uint64_t ideal) {
  return ideal == 0 ? no_value : static_cast<float>(cost) / static_cast<float>(ideal);
}

float value_of(const survey::Cost& cost, MapQuantity quantity) {
  switch (quantity) {
    case MapQuantity::sectors:
      return static_cast<float>(cost.global_sectors);
    case MapQuantity::sectors_ratio:
      return ratio(cost.global_sectors, cost.global_ideal);
    case MapQuantity::wavefronts:
      return static_cast<float>(cost.shared_wavefronts);
    case MapQuantity::wavefronts_ratio:
      return ratio(cost.shared_wavefronts, cost.shared_ideal);
    case MapQuantity::divergent:
      return static_cast<float>(cost.divergent_branches);
    default:
      return static_cast<float>(cost.requests);
  }
}

// ---- array ----

float value_of(const survey::ArraySurvey& array, MapQuantity quantity, std::uint64_t element) {
  if (quantity == MapQuantity::moved) {
    const std::uint64_t sector = element * array.array.element_bytes / memory::sector_bytes;
    const double moved = survey::moved_per_used(array, sector);
    return moved > 0 ? static_cast<float>(moved) : no_value;
  }
  const auto first = array.first_warp_of(element);
  if (!first) return no_value;
  if (quantity == MapQuantity::first_warp) return static_cast<float>(*first);
  const auto& counts = quantity == MapQuantity::reads ? array.reads : array.writes;
  return counts.empty() ? 0 : counts[element];
}

// Alternates the shade of neighbouring blocks, and, less, of neighbouring warps.
bool shade_neighbours(MapField& map, const std::stop_token& stop) {
  // The part of the ramp used for alternation; the rest is for the warp number.
  constexpr float of_blocks = 0.10F, of_warps = 0.04F;
  const survey::Survey& survey = *map.survey;
  const HeatLevel& cells = map.cells->levels.front();
  std::vector<float> values = cells.values;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) continue;
    const report::WarpPosition position =
        survey.position_of(static_cast<survey::WarpNumber>(values[i]));
    const bool block = ((position.block[0] + position.block[1] + position.block[2]) & 1U) != 0;
    const bool warp = (position.warp & 1U) != 0;
    const float part = (block ? of_blocks : 0) + (warp ? of_warps : 0);
    values[i] =
        map.low + (values[i] - map.low) * (1 - of_blocks - of_warps) + (map.high - map.low) * part;
  }
  map.shaded = make_heat_field(cells.width, cells.height, std::move(values), Reduced::least,
                               Halved::both, stop);
  return map.shaded != nullptr;
}

bool fill_array(MapField& map, const std::stop_token& stop) {
  const survey::ArraySurvey& array = map.array();
  const MapQuantity quantity = map.choice.quantity;
  const Shape shape = shape_of(array.array);
  map.wrapped = shape.wrapped;
  std::vector<float> values(std::size_t{shape.width} * shape.height, no_cell);
  constexpr std::uint64_t between_looks = 1U << 16U;
  for (std::uint64_t element = 0; element < array.array.count; ++element) {
    if (element % between_looks == 0 && stop.stop_requested()) return false;
    values[element] = quantity == MapQuantity::wrong
                          ? (map.choice.difference->differs(element) ? 1.0F : 0.0F)
                          : value_of(array, quantity, element);
  }
  const Reduced reduced = quantity == MapQuantity::first_warp ? Reduced::least
                          : quantity == MapQuantity::moved    ? Reduced::mean
                                                              : Reduced::largest;
  map.cells =
      make_heat_field(shape.width, shape.height, std::move(values), reduced, Halved::both, stop);
  if (!map.cells) return false;
  map.low = quantity == MapQuantity::moved ? 1 : 0;
  // A lower limit for the ramp's end: elements that are all read once must not look like the
  // maximum.
  const bool is_count = quantity == MapQuantity::reads || quantity == MapQuantity::writes;
  map.high = std::max(map.cells->largest, is_count ? min_high : map.low + 1);
  if (quantity == MapQuantity::moved) map.limit = 2.0F;
  if (quantity == MapQuantity::wrong) map.limit = 1.0F;
  map.logarithmic = quantity != MapQuantity::first_warp && map.high > widest_linear;
  // A few warps differ enough on the ramp itself.
  constexpr float few = 16;
  if (quantity == MapQuantity::first_warp && map.high > few) return shade_neighbours(map, stop);
  return true;
}

// ---- grid ----

bool fill_grid(MapField& map, const std::stop_token& stop) {
  const survey::Survey& survey = *map.survey;
  const Shape shape =
      shape_of(std::uint64_t{survey.grid[0]} * survey.grid[1] * survey.grid[2], survey.grid[0]);
  map.wrapped = shape.wrapped;
  const bool by_warp = map.choice.by_warp;
  if (by_warp) {
    const std::uint32_t warps = survey.warps_per_block;
    // A power of two, because most blocks have such a number of warps and then leave no gaps.
    while (map.tile_w * map.tile_w < warps) map.tile_w *= 2;
    map.tile_h = (warps + map.tile_w - 1) / map.tile_w;
  }
  const std::uint32_t width = shape.width * map.tile_w;
  const std::uint32_t height = shape.height * map.tile_h;
  std::vector<float> values(std::size_t{width} * height, no_cell);
  const std::vector<survey::Cost>& costs = by_warp ? survey.warps : survey.blocks;
  const std::uint64_t cells_per_block = by_warp ? survey.warps_per_block : 1;
  for (std::uint64_t i = 0; i < costs.size(); ++i) {
    const std::uint64_t block = i / cells_per_block;
    const auto warp = static_cast<std::uint32_t>(i % cells_per_block);
    const std::uint64_t x = block % shape.width * map.tile_w + warp % map.tile_w;
    const std::uint64_t y = block / shape.width * map.tile_h + warp / map.tile_w;
    values[y * width + x] =
        block < survey.blocks_run ? value_of(costs[i], map.choice.quantity) : no_value;
  }
  map.cells =
      make_heat_field(width, height, std::move(values), Reduced::largest, Halved::both, stop);
  if (!map.cells) return false;
  // From the least to the largest value, so that an odd one out is visible however little it
  // differs.
  map.low = map.cells->least;
  map.high = map.cells->largest;
  // If all cells cost the same and more than necessary, they must not have the colour of low cost.
  const bool is_ratio = map.choice.quantity == MapQuantity::sectors_ratio ||
                        map.choice.quantity == MapQuantity::wavefronts_ratio;
  if (is_ratio && map.low == map.high) map.low = std::min(map.low, 1.0F);
  map.logarithmic = map.high - map.low > widest_linear * std::max(map.low, 1.0F);
  return true;
}

// ---- banks ----

survey::Survey::Range rows_of(const survey::Survey& survey, const MapChoice& choice) {
  if (choice.quantity == MapQuantity::of_kernel) return {0, survey.rows.size()};
  if (choice.quantity == MapQuantity::of_warp) return survey.rows_of_warp(choice.warp);
  return survey.rows_of_block(choice.warp / std::max(survey.warps_per_block, 1U));
}

bool fill_banks(MapField& map, const std::stop_token& stop) {
  const survey::Survey& survey = *map.survey;
  const survey::Survey::Range rows = rows_of(survey, map.choice);
  map.first_row = rows.first;
  map.banks = static_cast<std::uint32_t>(survey.bank_count());
  const auto height = static_cast<std::uint32_t>(rows.size());
  std::vector<float> words(std::size_t{map.banks} * height, no_value);
  std::vector<float> ratios(height);
  map.bank_words.assign(map.banks, 0);
  for (std::uint32_t y = 0; y < height; ++y) {
    const survey::BankPattern& pattern = map.pattern(y);
    for (std::uint32_t bank = 0; bank < map.banks; ++bank) {
      if (pattern.words[bank] > 0) words[std::size_t{y} * map.banks + bank] = pattern.words[bank];
      map.bank_words[bank] += pattern.words[bank];
    }
    map.all_wavefronts += pattern.wavefronts;
    map.conflicts += pattern.has_conflicts() ? 1 : 0;
    map.worst_ways = std::max<std::uint32_t>(map.worst_ways, pattern.ways);
    map.max_wavefronts = std::max<std::uint32_t>(map.max_wavefronts, pattern.wavefronts);
    ratios[y] = ratio(pattern.wavefronts, pattern.ideal);
  }
  map.cells =
      make_heat_field(map.banks, height, std::move(words), Reduced::largest, Halved::rows, stop);
  map.beside = make_heat_field(1, height, std::move(ratios), Reduced::largest, Halved::rows, stop);
  if (!map.cells || !map.beside) return false;
  // The ramp always reaches 32, so that a colour means the same number with and without padding.
  map.low = 1;
  map.high = std::max(32.0F, map.cells->largest);
  map.logarithmic = true;
  return true;
}

}  // namespace

std::string_view name_of(MapKind kind) {
  return kind == MapKind::banks ? "banks" : kind == MapKind::array ? "array" : "grid";
}

std::string_view name_of(MapQuantity quantity) {
  switch (quantity) {
    case MapQuantity::of_warp:
      return "warp";
    case MapQuantity::of_block:
      return "block";
    case MapQuantity::of_kernel:
      return "kernel";
    case MapQuantity::reads:
      return "reads";
    case MapQuantity::writes:
      return "writes";
    case MapQuantity::moved:
      return "moved";
    case MapQuantity::first_warp:
      return "first_warp";
    case MapQuantity::wrong:
      return "wrong";
    case MapQuantity::sectors:
      return "sectors";
    case MapQuantity::sectors_ratio:
      return "sectors_ratio";
    case MapQuantity::wavefronts:
      return "wavefronts";
    case MapQuantity::wavefronts_ratio:
      return "wavefronts_ratio";
    case MapQuantity::divergent:
      return "divergent";
    case MapQuantity::requests:
      return "requests";
  }
  return "";
}

std::span<const MapQuantity> quantities_of(MapKind kind) {
  switch (kind) {
    case MapKind::banks:
      return bank_quantities;
    case MapKind::array:
      return array_quantities;
    case MapKind::grid:
      break;
  }
  return grid_quantities;
}

std::optional<MapQuantity> quantity_named(MapKind kind, std::string_view name) {
  for (const MapQuantity quantity : quantities_of(kind)) {
    if (name_of(quantity) == name) return quantity;
  }
  return std::nullopt;
}

MapKind kind_of(MapQuantity quantity) {
  if (quantity <= MapQuantity::of_kernel) return MapKind::banks;
  return quantity <= MapQuantity::wrong ? MapKind::array : MapKind::grid;
}

bool has_values(const survey::Survey& survey, const MapChoice& choice) {
  const MapKind kind = kind_of(choice.quantity);
  if (kind == MapKind::banks) return rows_of(survey, choice).size() > 0;
  if (kind == MapKind::array) {
    if (choice.array >= survey.arrays.size()) return false;
    const survey::ArraySurvey& array = survey.arrays[choice.array];
    if (choice.quantity == MapQuantity::wrong) {
      return choice.difference && choice.difference->array.name == array.array.name &&
             choice.difference->array.count == array.array.count;
    }
    if (!array.has_maps || array.array.count == 0) return false;
    if (choice.quantity == MapQuantity::reads) return array.total_reads > 0;
    if (choice.quantity == MapQuantity::writes) return array.total_writes > 0;
    if (choice.quantity == MapQuantity::moved) return array.total_moves > 0;
    return !array.first_warp.empty();
  }
  const bool is_there = choice.by_warp ? !survey.warps.empty() : !survey.blocks.empty();
  const float total = value_of(survey.total, choice.quantity);
  return is_there && total > 0 && !std::isnan(total);
}

MapQuantity next_with_values(const survey::Survey& survey, MapChoice choice, MapQuantity from) {
  const std::span<const MapQuantity> all = quantities_of(kind_of(from));
  const auto first =
      static_cast<std::size_t>(std::find(all.begin(), all.end(), from) - all.begin());
  for (std::size_t i = 0; i < all.size(); ++i) {
    choice.quantity = all[(first + i) % all.size()];
    if (has_values(survey, choice)) return choice.quantity;
  }
  return from;
}

std::optional<std::uint64_t> MapField::element_of(MapCell cell) const {
  const std::uint64_t element = std::uint64_t{cell.y} * cells->width + cell.x;
  if (element >= array().array.count) return std::nullopt;
  return element;
}

std::optional<MapField::GridPosition> MapField::position_of(MapCell cell) const {
  GridPosition position;
  position.block = std::uint64_t{cell.y / tile_h} * (cells->width / tile_w) + cell.x / tile_w;
  position.warp = cell.y % tile_h * tile_w + cell.x % tile_w;
  const bool is_there = position.block < survey->blocks.size() &&
                        (!choice.by_warp || position.warp < survey->warps_per_block);
  return is_there ? std::optional(position) : std::nullopt;
}

MapField::Cells MapField::cells_of(const GridPosition& position) const {
  const std::uint32_t blocks = cells->width / tile_w;
  const std::uint32_t warp = choice.by_warp ? position.warp : 0;
  const auto x = static_cast<std::uint32_t>(position.block % blocks) * tile_w + warp % tile_w;
  const auto y = static_cast<std::uint32_t>(position.block / blocks) * tile_h + warp / tile_w;
  return {{x, y}};
}

MapFieldPtr make_map_field(SurveyPtr survey, const MapChoice& choice, const std::stop_token& stop) {
  auto map = std::make_shared<MapField>();
  map->survey = std::move(survey);
  map->choice = choice;
  if (!has_values(*map->survey, choice)) return map;
  const MapKind kind = map->kind();
  const bool done = kind == MapKind::banks   ? fill_banks(*map, stop)
                    : kind == MapKind::array ? fill_array(*map, stop)
                                             : fill_grid(*map, stop);
  return done ? map : nullptr;
}

}  // namespace lanescope::picture
