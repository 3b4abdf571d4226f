#include "sim/machine/profile.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lanescope::machine {

std::optional<double> Profile::value(Figure figure) const {
  const std::optional<SourcedValue>& known = at(figure);
  return known ? std::optional(known->value) : std::nullopt;
}

std::optional<std::uint64_t> Profile::count(Figure figure) const {
  const std::optional<SourcedValue>& known = at(figure);
  if (!known) return std::nullopt;
  return static_cast<std::uint64_t>(std::llround(known->value));
}

// The formula of NVIDIA's "How to Query Device Properties": memory transfers twice per clock cycle.
std::optional<Bandwidth> Profile::bandwidth() const {
  const std::optional<SourcedValue>& clock = at(Figure::memory_clock_mhz);
  const std::optional<SourcedValue>& width = at(Figure::memory_bus_bits);
  if (clock && width)
    return Bandwidth{2 * clock->value * width->value / 8 / 1000, true, clock->source};
  if (const std::optional<SourcedValue>& stated = at(Figure::bandwidth_gb_s))
    return Bandwidth{stated->value, false, stated->source};
  return std::nullopt;
}

namespace {

constexpr double million = 1'000'000;

constexpr auto table = std::to_array<FigureInfo>({
    {Figure::multiprocessors, "multiprocessors", Unit::number, 1, 10'000},
    {Figure::clock_mhz, "clock_mhz", Unit::megahertz, 1, 100'000},
    {Figure::warp_size, "warp_size", Unit::number, 32, 32},
    {Figure::pass_lanes, "pass_lanes", Unit::number, 1, 32},
    {Figure::banks, "banks", Unit::number, 1, 32},
    {Figure::bank_bytes, "bank_bytes", Unit::bytes, 4, 8},
    {Figure::sector_bytes, "sector_bytes", Unit::bytes, 32, 128},
    {Figure::line_bytes, "line_bytes", Unit::bytes, 32, 1024},
    {Figure::threads_per_block, "threads_per_block", Unit::number, 32, 65'536},
    {Figure::block_x, "block_x", Unit::number, 1, 65'536},
    {Figure::block_y, "block_y", Unit::number, 1, 65'536},
    {Figure::block_z, "block_z", Unit::number, 1, 65'536},
    {Figure::grid_x, "grid_x", Unit::number, 1, 4'294'967'295},
    {Figure::grid_y, "grid_y", Unit::number, 1, 4'294'967'295},
    {Figure::grid_z, "grid_z", Unit::number, 1, 4'294'967'295},
    {Figure::threads_per_sm, "threads_per_sm", Unit::number, 32, 65'536},
    {Figure::warps_per_sm, "warps_per_sm", Unit::number, 1, 2'048},
    {Figure::blocks_per_sm, "blocks_per_sm", Unit::number, 1, 2'048},
    {Figure::registers_per_sm, "registers_per_sm", Unit::number, 1, 100 * million},
    {Figure::registers_per_block, "registers_per_block", Unit::number, 1, 100 * million},
    {Figure::registers_per_thread, "registers_per_thread", Unit::number, 1, 65'536},
    {Figure::register_unit, "register_unit", Unit::number, 1, 65'536},
    {Figure::register_partitions, "register_partitions", Unit::number, 1, 64},
    {Figure::register_check_partitions, "register_check_partitions", Unit::number, 1, 64},
    {Figure::warp_unit, "warp_unit", Unit::number, 1, 64},
    {Figure::shared_per_sm, "shared_per_sm", Unit::bytes, 1, 1000 * million},
    {Figure::shared_per_block, "shared_per_block", Unit::bytes, 1, 1000 * million},
    {Figure::shared_per_block_optin, "shared_per_block_optin", Unit::bytes, 1, 1000 * million},
    {Figure::shared_unit, "shared_unit", Unit::bytes, 1, 65'536},
    {Figure::shared_reserved, "shared_reserved", Unit::bytes, 0, 65'536},
    {Figure::l2_bytes, "l2_bytes", Unit::bytes, 1, 1e12},
    {Figure::memory_clock_mhz, "memory_clock_mhz", Unit::megahertz, 1, 1'000'000},
    {Figure::memory_bus_bits, "memory_bus_bits", Unit::bits, 8, 1'000'000},
    {Figure::bandwidth_gb_s, "bandwidth_gb_s", Unit::gigabytes_per_second, 0.001, 1e9},
});
static_assert(table.size() == figure_count);

constexpr bool is_in_order() {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (static_cast<std::size_t>(table[i].figure) != i) return false;
  }
  return true;
}
static_assert(is_in_order());

}  // namespace

std::span<const FigureInfo> figures() { return table; }

const FigureInfo& info_of(Figure figure) { return table[static_cast<std::size_t>(figure)]; }

std::optional<Figure> figure_from(std::string_view key) {
  const auto* found = std::ranges::find(table, key, &FigureInfo::key);
  if (found == table.end()) return std::nullopt;
  return found->figure;
}

}  // namespace lanescope::machine
