#include "sim/report/copy_prices.h"

#include <algorithm>
#include <bit>

namespace lanescope::report {
namespace {

using Addresses = std::array<std::uint64_t, memory::warp_lanes>;

void from_first_line(const memory::WarpAccess& access, Addresses& to) {
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
