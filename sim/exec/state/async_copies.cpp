#include "sim/exec/state/async_copies.h"

#include <algorithm>
#include <cstring>

namespace lanescope::exec {

void AsyncCopies::start_block() {
  for (Warp& warp : warps_) {
    warp.copies.clear();
    warp.groups.fill(0);
  }
  if (count_ == 0) return;
  std::fill(in_flight_.begin(), in_flight_.end(), std::uint16_t{0});
  count_ = 0;
}

void AsyncCopies::count(const Copy& copy, int change) {
  count_ += static_cast<std::uint64_t>(static_cast<std::int64_t>(change));
  const std::uint64_t last = (copy.address + copy.bytes - 1) / word_bytes;
  for (std::uint64_t word = copy.address / word_bytes; word <= last; ++word)
    in_flight_[word] = static_cast<std::uint16_t>(in_flight_[word] + change);
}

void AsyncCopies::add(std::uint32_t warp, int lane, std::byte* to, std::uint64_t address,
                      const std::byte* bytes, std::uint32_t size_bytes, std::uint32_t site) {
  Copy copy;
  copy.to = to;
  copy.address = address;
  copy.site = site;
  copy.group = warps_[warp].groups[static_cast<std::size_t>(lane)];
  copy.lane = static_cast<std::uint8_t>(lane);
  copy.bytes = static_cast<std::uint8_t>(size_bytes);
  std::memcpy(copy.data.data(), bytes, size_bytes);
  warps_[warp].copies.push_back(copy);
  count(copy, 1);
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
      if (copy.address >= address + bytes || address >= copy.address + copy.bytes) continue;
      return Issued{warp * memory::warp_lanes + copy.lane, copy.site};
    }
  }
  return std::nullopt;
}

void AsyncCopies::commit(std::uint32_t warp, std::uint32_t mask) {
  for (std::size_t lane = 0; lane < warps_[warp].groups.size(); ++lane)
    warps_[warp].groups[lane] += (mask >> lane) & 1;
}

void AsyncCopies::wait(std::uint32_t warp, std::uint32_t mask, std::uint32_t left) {
  Warp& in = warps_[warp];
  std::erase_if(in.copies, [&](const Copy& copy) {
    const bool waits = ((mask >> copy.lane) & 1) != 0;
    if (!waits || std::uint64_t{copy.group} + left >= in.groups[copy.lane]) return false;
    std::memcpy(copy.to, copy.data.data(), copy.bytes);
    count(copy, -1);
    return true;
  });
}

}  // namespace lanescope::exec
