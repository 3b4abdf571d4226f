#include "sim/machine/occupancy.h"

#include <algorithm>

namespace lanescope::machine {
namespace {

std::uint64_t divided_up(std::uint64_t value, std::uint64_t by) { return (value + by - 1) / by; }
std::uint64_t rounded_up(std::uint64_t value, std::uint64_t unit) {
  return divided_up(value, unit) * unit;
}

// The figures that every limit needs.
struct Figures {
  std::uint64_t warp_size, threads_per_block, warps_per_sm, blocks_per_sm;
  std::uint64_t registers_per_sm, registers_per_block, register_unit, register_partitions;
  std::uint64_t shared_per_sm, shared_per_block, shared_unit;
};

std::optional<Figures> figures_of(const Profile& profile) {
  bool all = true;
  const auto need = [&](Figure figure) {
    const std::optional<std::uint64_t> count = profile.count(figure);
    all = all && count;
    return count.value_or(1);
  };
  Figures figures{need(Figure::warp_size),        need(Figure::threads_per_block),
                  need(Figure::warps_per_sm),     need(Figure::blocks_per_sm),
                  need(Figure::registers_per_sm), 0,
                  need(Figure::register_unit),    need(Figure::register_partitions),
                  need(Figure::shared_per_sm),    need(Figure::shared_per_block),
                  need(Figure::shared_unit)};
  // Without a figure of its own, the limit is the whole register file.
  figures.registers_per_block =
      profile.count(Figure::registers_per_block).value_or(figures.registers_per_sm);
  // A kernel that needs more than the default limit is assumed to have opted in.
  figures.shared_per_block =
      std::max(figures.shared_per_block, profile.count(Figure::shared_per_block_optin).value_or(0));
  if (!all) return std::nullopt;
  return figures;
}

ResourceLimit warp_limit(const KernelNeeds& kernel, const Figures& machine,
                         std::uint64_t allocated_warps) {
  ResourceLimit limit{true, true, 0, allocated_warps, machine.warps_per_sm};
  if (kernel.threads_per_block <= machine.threads_per_block)
    limit.blocks = machine.warps_per_sm / allocated_warps;
  return limit;
}

ResourceLimit shared_limit(const KernelNeeds& kernel, const Profile& profile,
                           const Figures& machine) {
  const std::uint64_t reserved = profile.count(Figure::shared_reserved).value_or(0);
  ResourceLimit limit{true, false, 0, 0, machine.shared_per_sm};
  limit.per_block = rounded_up(kernel.shared_bytes + reserved, machine.shared_unit);
  limit.bounded = limit.per_block > 0;
  if (limit.bounded && limit.per_block <= machine.shared_per_block + reserved)
    limit.blocks = machine.shared_per_sm / limit.per_block;
  return limit;
}

// Compute capability 1.x allocates registers to blocks. Later machines allocate them to warps, each
// within one partition of the register file.
ResourceLimit register_limit(const KernelNeeds& kernel, const Profile& profile,
                             const Figures& machine, std::uint64_t allocated_warps) {
  ResourceLimit limit{false, false, 0, 0, machine.registers_per_sm};
  if (!kernel.registers) return limit;
  limit.known = true;
  limit.bounded = *kernel.registers > 0;
  if (!limit.bounded) return limit;
  const std::uint64_t per_warp = std::uint64_t{*kernel.registers} * machine.warp_size;
  if (profile.registers_by_block) {
    limit.per_block = rounded_up(per_warp * allocated_warps, machine.register_unit);
    limit.blocks = machine.registers_per_sm / limit.per_block;
    return limit;
  }
  const bool doubled = std::ranges::count(profile.doubled_register_unit, *kernel.registers) > 0;
  const std::uint64_t unit = machine.register_unit * (doubled ? 2 : 1);
  const std::uint64_t allocated_per_warp = rounded_up(per_warp, unit);
  limit.per_block = allocated_per_warp * allocated_warps;
  // The launch check assumes that a block has warps in every partition.
  const std::uint64_t checked =
      profile.count(Figure::register_check_partitions).value_or(machine.register_partitions);
  const std::uint64_t assumed = allocated_per_warp * rounded_up(allocated_warps, checked);
  const std::uint64_t most =
      profile.count(Figure::registers_per_thread).value_or(*kernel.registers);
  if (assumed <= machine.registers_per_block && *kernel.registers <= most) {
    const std::uint64_t warps =
        machine.registers_per_sm / machine.register_partitions / allocated_per_warp;
    limit.blocks = warps * machine.register_partitions / allocated_warps;
  }
  return limit;
}

}  // namespace

std::string_view name_of(Resource resource) {
  constexpr std::array<std::string_view, resource_count> names{"registers", "shared", "warps",
                                                               "blocks"};
  return names[static_cast<std::size_t>(resource)];
}

bool Occupancy::is_limited_by(Resource resource) const {
  return std::ranges::count(limiting, resource) > 0;
}

double Occupancy::percent() const {
  if (max_resident_warps == 0) return 0;
  return 100 * static_cast<double>(warps) / static_cast<double>(max_resident_warps);
}

std::optional<Occupancy> occupancy(const KernelNeeds& kernel, const Profile& profile) {
  const std::optional<Figures> machine = figures_of(profile);
  if (!machine || kernel.threads_per_block == 0) return std::nullopt;
  Occupancy result;
  result.warps_per_block = divided_up(kernel.threads_per_block, machine->warp_size);
  result.max_resident_warps = machine->warps_per_sm;
  const std::uint64_t allocated =
      rounded_up(result.warps_per_block, profile.count(Figure::warp_unit).value_or(1));
  const auto limit_of = [&](Resource resource) -> ResourceLimit& {
    return result.limits[static_cast<std::size_t>(resource)];
  };
  limit_of(Resource::registers) = register_limit(kernel, profile, *machine, allocated);
  limit_of(Resource::shared) = shared_limit(kernel, profile, *machine);
  limit_of(Resource::warps) = warp_limit(kernel, *machine, allocated);
  limit_of(Resource::blocks) = {true, true, machine->blocks_per_sm, 1, machine->blocks_per_sm};

  result.blocks = machine->blocks_per_sm;
  for (const ResourceLimit& limit : result.limits) {
    result.complete = result.complete && limit.known;
    if (limit.known && limit.bounded) result.blocks = std::min(result.blocks, limit.blocks);
  }
  for (std::size_t i = 0; i < resource_count; ++i) {
    const ResourceLimit& limit = result.limits[i];
    if (limit.known && limit.bounded && limit.blocks == result.blocks)
      result.limiting.push_back(static_cast<Resource>(i));
  }
  result.warps = result.blocks * result.warps_per_block;
  return result;
}

std::optional<GridSpread> grid_spread(const LaunchNeeds& launch, const Occupancy& occupancy,
                                      const Profile& profile) {
  const std::uint64_t multiprocessors = profile.count(Figure::multiprocessors).value_or(0);
  if (multiprocessors == 0 || occupancy.blocks == 0) return std::nullopt;
  GridSpread spread;
  spread.blocks = launch.grid[0] * launch.grid[1] * launch.grid[2];
  spread.multiprocessors = multiprocessors;
  // The first blocks go to different multiprocessors.
  spread.idle = multiprocessors - std::min(multiprocessors, spread.blocks);
  spread.at_once = multiprocessors * occupancy.blocks;
  spread.waves = divided_up(spread.blocks, spread.at_once);
  return spread;
}

std::vector<LaunchProblem> launch_problems(const LaunchNeeds& launch, const Profile& profile) {
  std::vector<LaunchProblem> problems;
  const auto check = [&](Figure figure, std::uint64_t wanted) {
    const std::optional<std::uint64_t> most = profile.count(figure);
    if (most && wanted > *most) problems.push_back({figure, wanted, *most});
  };
  check(Figure::threads_per_block, launch.kernel.threads_per_block);
  check(Figure::block_x, launch.block[0]);
  check(Figure::block_y, launch.block[1]);
  check(Figure::block_z, launch.block[2]);
  check(Figure::grid_x, launch.grid[0]);
  check(Figure::grid_y, launch.grid[1]);
  check(Figure::grid_z, launch.grid[2]);
  if (launch.kernel.registers) check(Figure::registers_per_thread, *launch.kernel.registers);
  check(shared_limit_of(profile), launch.kernel.shared_bytes);
  return problems;
}

Figure shared_limit_of(const Profile& profile) {
  return profile.at(Figure::shared_per_block_optin) ? Figure::shared_per_block_optin
                                                    : Figure::shared_per_block;
}

}  // namespace lanescope::machine
