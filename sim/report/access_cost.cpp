#include "sim/report/access_cost.h"

#include <algorithm>
#include <bit>
#include <memory>

#include "sim/memory/global.h"
#include "sim/memory/other.h"
#include "sim/memory/shared.h"
#include "sim/memory/vectorised.h"

namespace lanescope::report {

using memory::Space;

namespace {

// Writes the counts of one access of global or local memory.
void put(AccessCost& result, const memory::GlobalCost& cost) {
  Counts& counts = result.counts;
  counts.bytes_requested = cost.bytes_requested;
  counts.sectors = cost.sectors;
  counts.ideal_sectors = cost.ideal_sectors;
  counts.tag_lookups = cost.tag_lookups;
  counts.bytes_used = cost.bytes_used;
  result.cost = cost.sectors;
  result.ideal = cost.ideal_sectors;
}

void put(AccessCost& result, const memory::SharedCost& cost) {
  Counts& counts = result.counts;
  counts.bytes_requested = cost.bytes_requested;
  counts.wavefronts = cost.wavefronts;
  counts.ideal_wavefronts = cost.ideal_wavefronts;
  counts.conflicts = cost.conflicts;
  result.cost = cost.wavefronts;
  result.ideal = cost.ideal_wavefronts;
  result.ways = cost.worst_ways;
}

// Transactions of global memory have an order. Sectors, as the H200 counts them, have none.
std::uint32_t steps_of(const memory::WarpAccess& access, const AccessCost& cost, bool is_copy,
                       const memory::MemoryRules& machine) {
  if (access.space == Space::shared) return cost.cost;
  const bool in_transactions = access.space == Space::global && !memory::is_atomic(access.op) &&
                               !is_copy && machine.global != memory::GlobalRule::sectors;
  return in_transactions ? static_cast<std::uint32_t>(cost.counts.tag_lookups) : 0;
}

}  // namespace

AccessCost price(const memory::WarpAccess& access, const memory::MemoryRules& machine) {
  AccessCost result;
  Counts& counts = result.counts;
  counts.requests = 1;
  counts.bytes_requested = static_cast<std::uint64_t>(std::popcount(access.mask)) * access.bytes;
  switch (access.space) {
    case Space::global:
      put(result, memory::global_cost(access, machine));
      break;
    case Space::local:
      put(result, memory::local_cost(access));
      break;
    case Space::shared:
      put(result, memory::shared_cost(access, machine));
      break;
    case Space::constant: {
      const memory::ConstantCost cost = memory::constant_cost(access, machine);
      counts.wavefronts = cost.transactions;
      counts.ideal_wavefronts = cost.ideal;
      result.cost = cost.transactions;
      result.ideal = cost.ideal;
      break;
    }
  }
  return result;
}

AccessCost price_of_half(Space space, const memory::AsyncCopyCost& copy) {
  AccessCost result;
  result.counts.requests = 1;
  if (space == Space::global) {
    put(result, copy.read);
  } else {
    put(result, copy.written);
  }
  return result;
}

Event access_event(const exec::AccessRecord& record, const AccessCost& cost,
                   const exec::Program& program, const memory::MemoryRules& machine) {
  Event event;
  event.kind = EventKind::access;
  event.site = record.site;
  event.place = program.sites[record.site].place;
  event.access = record.access;
  event.cost = cost.cost;
  event.ideal = cost.ideal;
  event.ways = cost.ways;
  event.steps = steps_of(record.access, cost, record.copy != nullptr, machine);
  if (record.copy != nullptr) event.copy = std::make_shared<memory::AsyncCopy>(*record.copy);
  return event;
}

Event barrier_event(const exec::BarrierRecord& record, const exec::Program& program) {
  Event event;
  event.kind = EventKind::barrier;
  event.place = program.places[record.instruction];
  return event;
}

namespace {

using Addresses = std::array<std::uint64_t, memory::warp_lanes>;

LANESCOPE_VECTORISED void from_first_line(const memory::WarpAccess& access, Addresses& to) {
  if (access.mask == 0) return;
  const auto first = static_cast<std::size_t>(std::countr_zero(access.mask));
  const std::uint64_t line = access.address[first] / memory::line_bytes * memory::line_bytes;
  for (std::size_t lane = 0; lane < to.size(); ++lane) {
    const std::uint64_t takes_part = (access.mask >> lane) & 1U;
    // no branches, so that the loop is vectorised
    to[lane] = (access.address[lane] - line) & (0 - takes_part);
  }
}

}  // namespace

CopyPrices::Shape CopyPrices::shape_of(const memory::AsyncCopy& copy) {
  Shape shape;
  shape.from_mask = copy.from.mask;
  shape.to_mask = copy.to.mask;
  shape.bytes = copy.to.bytes;
  shape.bypasses_l1 = copy.bypasses_l1;
  shape.fills_zeros = copy.fills_zeros;
  shape.bytes_read = copy.bytes_read;
  from_first_line(copy.from, shape.from);
  from_first_line(copy.to, shape.to);
  return shape;
}

const memory::AsyncCopyCost& CopyPrices::of(std::uint32_t site, const memory::AsyncCopy& copy) {
  Recent& recent = recent_[site];
  const Shape shape = shape_of(copy);
  const auto same = std::ranges::find(recent.known, shape, &Known::shape);
  if (same != recent.known.end()) return same->cost;
  Known one{shape, memory::async_copy_cost(copy)};
  if (recent.known.size() < max_known) return recent.known.emplace_back(std::move(one)).cost;
  Known& replaced = recent.known[recent.next];
  recent.next = (recent.next + 1) % max_known;
  replaced = std::move(one);
  return replaced.cost;
}

}  // namespace lanescope::report
