// The texts of the maps.
#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "viz/picture/core/badge.h"
#include "viz/picture/core/units.h"
#include "viz/picture/kernel/strip.h"
#include "viz/picture/maps/parts.h"

namespace lanescope::picture {
namespace {

std::string key_of(const char* table, MapQuantity quantity) {
  return table + std::string(name_of(quantity));
}

// A count that has reached its upper limit is shown as "at least".
std::string counted(std::uint16_t count, const text::Texts& texts) {
  if (count == survey::max_counted)
    return texts.get("maps.at_least", fmt::arg("n", text::Texts::grouped(count)));
  return texts.count("maps.times", count);
}

std::uint16_t at(const std::vector<std::uint16_t>& counts, std::uint64_t i) {
  return counts.empty() ? std::uint16_t{0} : counts[i];
}

CellFacts array_facts(const MapInput& input, MapCell cell, const text::Texts& texts) {
  const MapField& map = *input.map;
  const auto element = map.element_of(cell);
  if (!element) return {};
  const survey::ArraySurvey& array = map.array();
  std::string description = report::element_text(array.array, *element);
  if (array.array.shape.size() > 1)
    description += " · " + texts.get("maps.element", fmt::arg("n", text::Texts::grouped(*element)));
  if (const report::ArrayDifferencePtr& difference = map.choice.difference) {
    description +=
        "\n" + (difference->differs(*element)
                    ? "≠ " + texts.get("maps.wanted_got",
                                       fmt::arg("wanted", difference->wanted_text(*element)),
                                       fmt::arg("got", difference->got_text(*element)))
                    : texts.get("maps.as_wanted_value",
                                fmt::arg("value", difference->got_text(*element))));
  }
  if (input.races != nullptr) {
    const std::string raced = races_text(*input.races, *element, texts);
    if (!raced.empty()) description += "\n" + raced;
  }
  const auto first_warp = array.first_warp_of(*element);
  if (first_warp) {
    description += "\n" + texts.get("maps.read_written",
                                    fmt::arg("reads", counted(at(array.reads, *element), texts)),
                                    fmt::arg("writes", counted(at(array.writes, *element), texts)));
    description +=
        "\n" + texts.get("maps.first_by",
                         fmt::arg("place", warp_text(*map.survey,
                                                     map.survey->position_of(*first_warp), texts)));
  } else {
    description += "\n" + texts.get("maps.nobody");
  }
  const std::uint64_t sector = *element * array.array.element_bytes / memory::sector_bytes;
  if (!array.sector_moves.empty() && array.sector_moves[sector] > 0) {
    const std::uint32_t moves = array.sector_moves[sector];
    description +=
        "\n" +
        texts.get(
            "maps.sector", fmt::arg("n", text::Texts::grouped(sector)),
            fmt::arg("moves", texts.count("maps.times", moves)),
            fmt::arg("bytes", text::Texts::grouped(std::uint64_t{moves} * memory::sector_bytes)),
            fmt::arg("used", text::Texts::grouped(array.sector_used[sector])),
            fmt::arg("ratio", number_text(survey::moved_per_used(array, sector))));
  }
  return {std::move(description), true, first_warp ? "maps.hint_first" : nullptr};
}

std::string cost_line(const char* key, std::uint64_t cost, std::uint64_t ideal,
                      const text::Texts& texts) {
  if (cost == 0) return {};
  return "\n" +
         texts.get(key, fmt::arg("cost", text::Texts::grouped(cost)),
                   fmt::arg("ideal", text::Texts::grouped(ideal)),
                   fmt::arg("ratio", number_text(ideal == 0 ? 1.0
                                                            : static_cast<double>(cost) /
                                                                  static_cast<double>(ideal))));
}

CellFacts grid_facts(const MapField& map, MapCell cell, const text::Texts& texts) {
  const auto position = map.position_of(cell);
  if (!position) return {};
  const survey::Survey& survey = *map.survey;
  const report::Dim3 block = survey.block_index(position->block);
  const std::uint64_t warp = position->block * survey.warps_per_block + position->warp;
  const survey::Cost& cost =
      map.choice.by_warp ? survey.warps[warp] : survey.blocks[position->block];
  std::string description =
      map.choice.by_warp
          ? warp_text(survey, {block, position->warp}, texts)
          : texts.get("maps.block", fmt::arg("block", position_text(survey.grid, block)));
  if (position->block >= survey.blocks_run) return {description + "\n" + texts.get("maps.not_run")};
  description += cost_line("maps.cost_global", cost.global_sectors, cost.global_ideal, texts);
  description += cost_line("maps.cost_shared", cost.shared_wavefronts, cost.shared_ideal, texts);
  description += cost_line("maps.cost_local", cost.local_sectors, cost.local_ideal, texts);
  description +=
      cost_line("maps.cost_constant", cost.constant_transactions, cost.constant_ideal, texts);
  if (cost.branches > 0) {
    description +=
        "\n" + texts.get("maps.cost_branches", fmt::arg("n", text::Texts::grouped(cost.branches)),
                         fmt::arg("divergent", text::Texts::grouped(cost.divergent_branches)));
  }
  return {std::move(description), true, "maps.hint_go"};
}

CellFacts bank_facts(const MapField& map, MapCell cell, const text::Texts& texts) {
  const survey::SharedRow& row = map.row(cell.y);
  const survey::BankPattern& pattern = map.pattern(cell.y);
  const survey::Site& site = map.survey->sites[row.site];
  const std::string op = texts.get(site.op == memory::Op::load    ? "maps.load"
                                   : site.op == memory::Op::store ? "maps.store"
                                                                  : "maps.atomic");
  std::string description = texts.get(
      "maps.request", fmt::arg("i", text::Texts::grouped(std::uint64_t{cell.y} + 1)),
      fmt::arg("n", text::Texts::grouped(map.cells->height)), fmt::arg("line", site.place.line),
      fmt::arg("op", op), fmt::arg("bytes", site.bytes));
  description += "\n" + warp_text(*map.survey, map.survey->position_of(row.warp), texts);
  description +=
      "\n" + texts.count("maps.bank_gives", pattern.words[cell.x], fmt::arg("bank", cell.x));
  description += "\n" + texts.get(pattern.has_conflicts() ? "maps.conflict" : "maps.no_conflict",
                                  fmt::arg("wavefronts", pattern.wavefronts),
                                  fmt::arg("ideal", pattern.ideal), fmt::arg("ways", pattern.ways));
  return {std::move(description), true, "maps.hint_go"};
}

MapVerdict array_verdict(const MapField& map, const text::Texts& texts) {
  const survey::ArraySurvey& array = map.array();
  MapVerdict verdict;
  if (map.choice.quantity == MapQuantity::wrong) {
    const report::ArrayDifference& difference = *map.choice.difference;
    verdict.kind = MapVerdict::Kind::costly;
    verdict.words = texts.count("maps.differ_short", difference.wrong);
    verdict.detail =
        texts.get("maps.first_wrong", fmt::arg("all", text::Texts::grouped(array.array.count)),
                  fmt::arg("element", report::element_text(difference.array, difference.first)),
                  fmt::arg("wanted", difference.wanted_text(difference.first)),
                  fmt::arg("got", difference.got_text(difference.first)));
    return verdict;
  }
  const std::uint64_t without = array.array.count - map.cells->with_value;
  verdict.detail = without == 0
                       ? texts.get("maps.all_touched")
                       : texts.count("maps.untouched", without,
                                     fmt::arg("all", text::Texts::grouped(array.array.count)));
  if (map.choice.quantity == MapQuantity::moved) {
    const double ratio = static_cast<double>(array.total_moves * memory::sector_bytes) /
                         static_cast<double>(std::max<std::uint64_t>(array.total_used, 1));
    verdict.kind = ratio >= 1.05 ? MapVerdict::Kind::costly : MapVerdict::Kind::good;
    verdict.words = texts.get("maps.moved_verdict", fmt::arg("ratio", number_text(ratio)));
    verdict.detail = texts.get("maps.moved_detail",
                               fmt::arg("moved", text::Texts::grouped(array.total_moves * 32)),
                               fmt::arg("used", text::Texts::grouped(array.total_used)));
  } else if (map.choice.quantity != MapQuantity::first_warp) {
    const std::string low = map_number(map.cells->least);
    const std::string high = map_number(map.cells->largest);
    verdict.words = low == high ? high + "×" : fmt::format("{}–{}×", low, high);
  }
  return verdict;
}

MapVerdict grid_verdict(const MapField& map, const text::Texts& texts) {
  MapVerdict verdict;
  const bool alike = map.cells->least == map.cells->largest;
  verdict.words =
      alike ? map_number(map.cells->largest)
            : fmt::format("{}–{}", map_number(map.cells->least), map_number(map.cells->largest));
  if (map.choice.quantity == MapQuantity::sectors_ratio ||
      map.choice.quantity == MapQuantity::wavefronts_ratio) {
    verdict.words = alike ? cell_text(map.high) + "×" : verdict.words + "×";
    verdict.kind = map.high > 1.005F ? MapVerdict::Kind::costly : MapVerdict::Kind::good;
  }
  verdict.detail =
      texts.count(map.choice.by_warp ? "maps.warps" : "maps.blocks", map.cells->with_value);
  if (alike && map.cells->with_value > 1)
    verdict.detail = texts.get("maps.alike", fmt::arg("of", verdict.detail));
  return verdict;
}

}  // namespace

std::string cell_text(float value) {
  if (!std::isfinite(value)) return value > 0 ? "∞" : "";
  const auto shortened = [](double number, const char* unit) {
    return text::Texts::rounded(number, number < 100 ? 1 : 0) + unit;
  };
  const double number = value;
  if (number >= 1e9) return shortened(number / 1e9, "G");
  if (number >= 1e6) return shortened(number / 1e6, "M");
  if (number >= 1e4) return shortened(number / 1e3, "k");
  if (number == std::floor(number)) return fmt::format("{:.0f}", number);
  return number_text(number);
}

std::string map_number(float value) {
  const bool is_whole =
      std::isfinite(value) && value >= 0 && value < 1e6F && value == std::floor(value);
  return is_whole ? text::Texts::grouped(static_cast<std::uint64_t>(value)) : cell_text(value);
}

std::string name_of(MapQuantity quantity, const text::Texts& texts) {
  return texts.get(key_of("maps.quantity.", quantity));
}

std::string unit_of(MapQuantity quantity, const text::Texts& texts) {
  return texts.get(key_of("maps.unit.", quantity));
}

std::string warp_text(const survey::Survey& survey, const report::WarpPosition& position,
                      const text::Texts& texts) {
  return texts.get("maps.place", fmt::arg("warp", position.warp),
                   fmt::arg("block", position_text(survey.grid, position.block)));
}

std::string type_text(const report::ArrayInfo& array) {
  std::string text = array.type;
  if (array.shape.empty()) return fmt::format("{}[{}]", text, array.count);
  for (const std::uint64_t side : array.shape) text += fmt::format("[{}]", side);
  return text;
}

std::string row_text(const MapField& map, std::uint32_t row) {
  const survey::Site& site = map.survey->sites[map.row(row).site];
  return fmt::format("{} {}", site.place.line, mnemonic(site.space, site.op));
}

std::string title_of(const MapField& map, const text::Texts& texts) {
  switch (map.kind()) {
    case MapKind::banks: {
      const report::WarpPosition position = map.survey->position_of(map.choice.warp);
      const std::string of =
          map.choice.quantity == MapQuantity::of_warp ? warp_text(*map.survey, position, texts)
          : map.choice.quantity == MapQuantity::of_block
              ? texts.get("maps.block",
                          fmt::arg("block", position_text(map.survey->grid, position.block)))
              : texts.get("maps.whole_kernel");
      return texts.get("maps.banks_title", fmt::arg("n", map.banks), fmt::arg("of", of));
    }
    case MapKind::array:
      return texts.get("maps.array_title", fmt::arg("array", map.array().array.name),
                       fmt::arg("quantity", name_of(map.choice.quantity, texts)));
    case MapKind::grid:
      break;
  }
  return texts.get(map.choice.by_warp ? "maps.warps_title" : "maps.grid_title",
                   fmt::arg("quantity", name_of(map.choice.quantity, texts)));
}

MapVerdict verdict_of(const MapField& map, const text::Texts& texts) {
  if (map.kind() == MapKind::array) return array_verdict(map, texts);
  if (map.kind() == MapKind::grid) return grid_verdict(map, texts);
  MapVerdict verdict;
  verdict.kind = map.conflicts > 0 ? MapVerdict::Kind::costly : MapVerdict::Kind::good;
  verdict.words = map.conflicts > 0 ? texts.get("maps.ways", fmt::arg("n", map.worst_ways))
                                    : texts.get("maps.conflict_free");
  if (map.conflicts > 0) {  // the number of all requests stands on the left of the same line
    verdict.detail =
        texts.get("maps.with_conflicts", fmt::arg("n", text::Texts::grouped(map.conflicts)));
  }
  return verdict;
}

CellFacts facts_of(const MapInput& input, MapCell cell, const text::Texts& texts) {
  if (!input.map || !input.map->cells || cell.x >= input.map->cells->width ||
      cell.y >= input.map->cells->height) {
    return {};
  }
  switch (input.map->kind()) {
    case MapKind::banks:
      return bank_facts(*input.map, cell, texts);
    case MapKind::array:
      return array_facts(input, cell, texts);
    case MapKind::grid:
      break;
  }
  return grid_facts(*input.map, cell, texts);
}

std::string cell_tooltip(const MapInput& input, const CellFacts& facts, const text::Texts& texts) {
  std::string description = facts.words;
  if (facts.is_simulated) description += "\n" + model_badge_text(input.machine, texts);
  if (facts.hint != nullptr && input.has_keys) description += "\n" + texts.get(facts.hint);
  return description;
}

std::string description_of(const MapInput& input, MapCell cell, const text::Texts& texts) {
  return cell_tooltip(input, facts_of(input, cell, texts), texts);
}

}  // namespace lanescope::picture
