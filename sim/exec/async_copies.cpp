#include "sim/exec/async_copies.h"

#include <algorithm>
#include <cstring>

namespace lanescope::exec {

void AsyncCopies::start_block() {
  for (Warp& warp : warps_) {
    warp.copies.clear();
    warp.groups.fill(0);
  }
}

void AsyncCopies::add(std::uint32_t warp, int lane, std::byte* to, const std::byte* bytes,
                      std::uint32_t count) {
  Copy copy;
  copy.to = to;
  copy.group = warps_[warp].groups[static_cast<std::size_t>(lane)];
  copy.lane = static_cast<std::uint8_t>(lane);
  copy.bytes = static_cast<std::uint8_t>(count);
  std::memcpy(copy.data.data(), bytes, count);
  warps_[warp].copies.push_back(copy);
}

void AsyncCopies::commit(std::uint32_t warp, std::uint32_t mask) {
  for (std::size_t lane = 0; lane < warps_[warp].groups.size(); ++lane) {
    warps_[warp].groups[lane] += (mask >> lane) & 1;
  }
}

void AsyncCopies::wait(std::uint32_t warp, std::uint32_t mask, std::uint32_t left) {
  Warp& in = warps_[warp];
  std::erase_if(in.copies, [&](const Copy& copy) {
    const bool waits = ((mask >> copy.lane) & 1) != 0;
    if (!waits || std::uint64_t{copy.group} + left >= in.groups[copy.lane]) return false;
    std::memcpy(copy.to, copy.data.data(), copy.bytes);
    return true;
  });
}

}  // namespace lanescope::exec
