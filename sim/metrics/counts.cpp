#include "sim/metrics/counts.h"

#include <algorithm>
#include <array>

namespace lanescope::report {
namespace {

using memory::Op;
using memory::Space;

constexpr std::array kinds{
#define ACCESS_KIND(name, space, op) AccessKind{Space::space, Op::op},
#include "sim/metrics/metrics.def"
};
constexpr std::array<const char*, kinds.size()> kind_names{
#define ACCESS_KIND(name, ...) #name,
#include "sim/metrics/metrics.def"
};
constexpr std::array<Counts Totals::*, kinds.size()> kind_counts{
#define ACCESS_KIND(name, ...) &Totals::name,
#include "sim/metrics/metrics.def"
};

std::size_t index_of(const AccessKind& kind) {
  return static_cast<std::size_t>(std::find(kinds.begin(), kinds.end(), kind) - kinds.begin());
}

}  // namespace

Counts& Counts::operator+=(const Counts& other) {
#define COUNT(name, ...) name += other.name;
#include "sim/metrics/metrics.def"
  return *this;
}

Counts& Counts::operator*=(std::uint64_t times) {
#define COUNT(name, ...) name *= times;
#include "sim/metrics/metrics.def"
  return *this;
}

std::span<const AccessKind> access_kinds() { return kinds; }

std::string name_of(const AccessKind& kind) { return kind_names.at(index_of(kind)); }

std::optional<AccessKind> access_kind_named(std::string_view name) {
  const auto* found = std::find(kind_names.begin(), kind_names.end(), name);
  if (found == kind_names.end()) return std::nullopt;
  return kinds[static_cast<std::size_t>(found - kind_names.begin())];
}

AccessKind kind_of(Space space, Op op) {
  if (op == Op::reduction) op = Op::atomic;
  // Atomics of local memory count as its stores.
  if (space == Space::local && op != Op::load) op = Op::store;
  if (space == Space::constant) op = Op::load;
  return {space, op};
}

const Counts& counts_in(const Totals& totals, const AccessKind& kind) {
  return totals.*kind_counts.at(index_of(kind));
}

Counts& counts_in(Totals& totals, const AccessKind& kind) {
  return totals.*kind_counts.at(index_of(kind));
}

Counts counts_in(const Totals& totals, Space space) {
  Counts sum;
  for (const AccessKind& kind : kinds) {
    if (kind.space == space) sum += counts_in(totals, kind);
  }
  return sum;
}

CostPair cost_pair(Space space, const Counts& counts) {
  return is_moved_in_sectors(space) ? CostPair{counts.sectors, counts.ideal_sectors}
                                    : CostPair{counts.wavefronts, counts.ideal_wavefronts};
}

double cost_ratio(Space space, const Counts& counts) {
  const CostPair pair = cost_pair(space, counts);
  return pair.ideal == 0 ? 1.0 : static_cast<double>(pair.cost) / static_cast<double>(pair.ideal);
}

double efficiency(const Counts& counts) {
  if (counts.sectors == 0) return 1.0;
  return static_cast<double>(counts.bytes_used) / (32.0 * static_cast<double>(counts.sectors));
}

double branch_efficiency(std::uint64_t branches, std::uint64_t divergent) {
  if (branches == 0) return 1.0;
  return static_cast<double>(branches - divergent) / static_cast<double>(branches);
}

double warp_execution_efficiency(const Totals& totals) {
  if (totals.warp_instructions == 0) return 1.0;
  return static_cast<double>(totals.thread_instructions) /
         (32.0 * static_cast<double>(totals.warp_instructions));
}

}  // namespace lanescope::report
