#include "sim/exec/state/async_copies.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "sim/exec/lanes/lane_loops.h"

namespace lanescope::exec {

void AsyncCopies::start_block() {
  for (Warp& warp : warps_) {
    warp.copies.clear();
    warp.groups.fill(0);
    warp.parts = 0;
  }
  parts_ = 0;
  if (count_ == 0) return;
  std::fill(in_flight_.begin(), in_flight_.end(), std::uint16_t{0});
  count_ = 0;
}

void AsyncCopies::count(const Copy& copy, std::uint32_t lanes, int change) {
  count_ += static_cast<std::uint64_t>(std::int64_t{change} * std::popcount(lanes));
  for_set_lanes(lanes, [&](int l) {
    const std::uint64_t first = copy.address[static_cast<std::size_t>(l)];
    const std::uint64_t last = (first + copy.bytes - 1) / word_bytes;
    for (std::uint64_t word = first / word_bytes; word <= last; ++word)
      in_flight_[word] = static_cast<std::uint16_t>(in_flight_[word] + change);
  });
}

void AsyncCopies::add(std::uint32_t warp, std::uint32_t mask, std::byte* const* to,
                      const std::uint64_t* address, const Data& data, std::uint32_t bytes,
                      std::uint64_t first, std::uint64_t last, std::uint32_t site) {
  Warp& issuer = warps_[warp];
  Copy& copy = issuer.copies.emplace_back();
  copy.mask = mask;
  copy.bytes = bytes;
  copy.site = site;
  copy.parts = memory_parts_.of(first, last + bytes - 1);
  copy.group = issuer.groups;
  std::copy_n(to, memory::warp_lanes, copy.to.begin());
  std::copy_n(address, memory::warp_lanes, copy.address.begin());
  copy.data = data;
  issuer.parts |= copy.parts;
  parts_ |= copy.parts;
  count(copy, mask, 1);
}

bool AsyncCopies::is_in_flight(std::uint64_t address, std::uint32_t bytes) const {
  const std::uint64_t last = (address + bytes - 1) / word_bytes;
  for (std::uint64_t word = address / word_bytes; word <= last; ++word) {
    if (in_flight_[word] != 0) return true;
  }
  return false;
}

bool AsyncCopies::any_in_flight(std::uint64_t base, std::uint64_t step_x, std::uint32_t columns,
                                std::uint64_t step_y, std::uint32_t rows,
                                std::uint32_t bytes) const {
  for (std::uint32_t y = 0; y < rows; ++y) {
    for (std::uint32_t x = 0; x < columns; ++x) {
      if (is_in_flight(base + step_x * x + step_y * y, bytes)) return true;
    }
  }
  return false;
}

std::optional<AsyncCopies::Issued> AsyncCopies::find(std::uint64_t address,
                                                     std::uint32_t bytes) const {
  for (std::uint32_t warp = 0; warp < warps_.size(); ++warp) {
    for (const Copy& copy : warps_[warp].copies) {
      for (std::uint32_t lane = 0; lane < memory::warp_lanes; ++lane) {
        const std::uint64_t to = copy.address[lane];
        if ((copy.mask >> lane & 1) == 0 || to >= address + bytes || address >= to + copy.bytes)
          continue;
        return Issued{warp * memory::warp_lanes + lane, copy.site};
      }
    }
  }
  return std::nullopt;
}

void AsyncCopies::commit(std::uint32_t warp, std::uint32_t mask) {
  for (std::size_t lane = 0; lane < warps_[warp].groups.size(); ++lane)
    warps_[warp].groups[lane] += (mask >> lane) & 1;
}

// The lanes whose copy is not in one of their last `left` groups.
LANESCOPE_VECTORISED std::uint32_t AsyncCopies::lanes_before(const Copy& copy, const Warp& warp,
                                                             std::uint32_t left) {
  std::uint32_t lanes = 0;
  for (std::uint32_t l = 0; l < memory::warp_lanes; ++l)
    lanes |= std::uint32_t{copy.group[l] + left < warp.groups[l]} << l;
  return lanes;
}

void AsyncCopies::wait(std::uint32_t warp, std::uint32_t mask, std::uint32_t left) {
  Warp& in = warps_[warp];
  bool any_over = false;
  for (Copy& copy : in.copies) {
    const std::uint32_t arrive = copy.mask & mask & lanes_before(copy, in, left);
    const auto put = [&]<std::size_t bytes>() {
      for_set_lanes(arrive, [&](int lane) {
        const auto l = static_cast<std::size_t>(lane);
        std::memcpy(copy.to[l], copy.data[l].data(), bytes);
      });
    };
    if (copy.bytes == 4) put.operator()<4>();
    if (copy.bytes == 8) put.operator()<8>();
    if (copy.bytes == 16) put.operator()<16>();
    count(copy, arrive, -1);
    copy.mask &= ~arrive;
    any_over = any_over || copy.mask == 0;
  }
  if (!any_over) return;
  std::erase_if(in.copies, [](const Copy& copy) { return copy.mask == 0; });
  in.parts = 0;
  for (const Copy& copy : in.copies) in.parts |= copy.parts;
  parts_ = 0;
  for (const Warp& each : warps_) parts_ |= each.parts;
}

}  // namespace lanescope::exec
