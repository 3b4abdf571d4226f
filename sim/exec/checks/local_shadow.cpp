#include "sim/exec/checks/local_shadow.h"

#include <algorithm>

#include "sim/exec/lanes/lane_loops.h"

namespace lanescope::exec {
namespace {

// Accesses are aligned and at most 16 bytes, so their bits lie in one word.
std::uint64_t bits_of(std::uint64_t address, std::uint32_t bytes) {
  return ((std::uint64_t{1} << bytes) - 1) << (address % 64);
}

}  // namespace

LocalShadow::LocalShadow(std::uint64_t bytes_per_thread, std::uint32_t threads)
    : words_per_thread_((bytes_per_thread + 63) / 64), written_(words_per_thread_ * threads) {}

void LocalShadow::start_block() {
  if (any_written_) std::fill(written_.begin(), written_.end(), 0);
  any_written_ = false;
}

void LocalShadow::write(std::uint32_t warp, std::uint32_t mask, const std::uint64_t* address,
                        std::uint32_t bytes) {
  any_written_ = true;
  std::uint64_t* words = written_.data() + std::uint64_t{warp} * warp_lanes * words_per_thread_;
  for_lanes(mask, [=, this](int l) {
    words[static_cast<std::uint64_t>(l) * words_per_thread_ + address[l] / 64] |=
        bits_of(address[l], bytes);
  });
}

void LocalShadow::write_all(std::uint32_t warp, std::uint32_t mask, std::uint64_t address,
                            std::uint64_t bytes) {
  constexpr std::uint64_t step = 8;
  for (std::uint64_t at = 0; at < bytes; at += step) {
    std::uint64_t same[warp_lanes];
    std::fill(std::begin(same), std::end(same), address + at);
    write(warp, mask, same, static_cast<std::uint32_t>(std::min(bytes - at, step)));
  }
}

void LocalShadow::forget(std::uint32_t warp, std::uint32_t mask, const std::uint64_t* address,
                         std::uint32_t offset, std::uint32_t bytes) {
  std::uint64_t* words = written_.data() + std::uint64_t{warp} * warp_lanes * words_per_thread_;
  for_lanes(mask, [=, this](int l) {
    const std::uint64_t at = address[l] + offset;
    words[static_cast<std::uint64_t>(l) * words_per_thread_ + at / 64] &= ~bits_of(at, bytes);
  });
}

bool LocalShadow::any_written(std::uint32_t thread, std::uint64_t first,
                              std::uint64_t bytes) const {
  const std::uint64_t* words = written_.data() + std::uint64_t{thread} * words_per_thread_;
  for (std::uint64_t at = first; at < first + bytes && at / 64 < words_per_thread_; ++at) {
    if ((words[at / 64] >> (at % 64) & 1) != 0) return true;
  }
  return false;
}

std::uint32_t LocalShadow::unwritten(std::uint32_t warp, std::uint32_t mask,
                                     const std::uint64_t* address, std::uint32_t bytes) const {
  const std::uint64_t* words =
      written_.data() + std::uint64_t{warp} * warp_lanes * words_per_thread_;
  std::uint32_t bad = 0;
  for_lanes(mask, [&](int l) {
    const std::uint64_t word =
        words[static_cast<std::uint64_t>(l) * words_per_thread_ + address[l] / 64];
    if ((word & bits_of(address[l], bytes)) == 0) bad |= 1U << l;
  });
  return bad;
}

}  // namespace lanescope::exec
