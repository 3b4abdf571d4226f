// Global and constant memory on other machines: request by request, transaction by transaction.
// Simple rather than fast: most accesses of a kernel are alike, and the collector prices only one
// of them.
#include <algorithm>
#include <array>

#include "sim/memory/lanes.h"
#include "sim/memory/memory_rules.h"
#include "sim/memory/other.h"

namespace lanescope::memory {
namespace {

// The requests of one access, as masks of lanes.
struct RequestMasks {
  std::array<std::uint32_t, 4> lanes{};
  std::uint8_t count = 0;
};

RequestMasks requests_of(std::uint32_t mask, int width) {
  RequestMasks requests;
  for_each_part(mask, width,
                [&](std::uint32_t lanes) { requests.lanes[requests.count++] = lanes; });
  return requests;
}

// The bytes of a lane within one segment. A misaligned lane has two pieces.
struct Piece {
  std::uint64_t first = 0, last = 0;
  std::uint32_t lane = 0;  // mask
};
struct Pieces {
  std::array<Piece, 2 * warp_lanes> all;  // the first `count` are set, in lane order
  std::size_t count = 0;
};

Pieces pieces_of(const WarpAccess& access, std::uint32_t lanes, std::uint64_t segment) {
  Pieces pieces;
  for_each_lane(lanes, [&](int lane) {
    const std::uint64_t first = access.address[static_cast<std::size_t>(lane)];
    const std::uint64_t last = first + access.bytes - 1;
    const std::uint32_t mask = 1U << lane;
    if (first / segment == last / segment) {
      pieces.all[pieces.count++] = {first, last, mask};
      return;
    }
    const std::uint64_t next = last / segment * segment;
    pieces.all[pieces.count++] = {first, next - 1, mask};
    pieces.all[pieces.count++] = {next, last, mask};
  });
  return pieces;
}

// Emits each segment of a request once, in the order of the first lane that uses it. `shrink`: a
// segment is halved while only one half of it is used, down to 32 bytes.
template <typename Emit>
void take_segments(Pieces pieces, std::uint64_t segment, bool shrink, Emit&& emit) {
  for (std::size_t at = 0; at < pieces.count; ++at) {
    if (pieces.all[at].lane == 0) continue;  // served
    std::uint64_t base = pieces.all[at].first / segment * segment;
    std::uint64_t lowest = pieces.all[at].first;
    std::uint64_t highest = pieces.all[at].last;
    std::uint32_t lanes = 0;
    for (std::size_t other = at; other < pieces.count; ++other) {
      Piece& piece = pieces.all[other];
      if (piece.lane == 0 || piece.first / segment * segment != base) continue;
      lowest = std::min(lowest, piece.first);
      highest = std::max(highest, piece.last);
      lanes |= piece.lane;
      piece.lane = 0;
    }
    std::uint64_t bytes = segment;
    while (shrink && bytes > sector_bytes) {
      const std::uint64_t middle = base + bytes / 2;
      if (lowest < middle && highest >= middle) break;
      if (lowest >= middle) base = middle;
      bytes /= 2;
    }
    emit(base, static_cast<std::uint32_t>(bytes), lanes);
  }
}

std::uint64_t segment_of(std::uint32_t bytes_per_lane) {
  return bytes_per_lane == 1 ? 32 : bytes_per_lane == 2 ? 64 : 128;
}

// Whether lane k of the half-warp accesses the k-th word of an aligned segment (of two segments,
// for 16 bytes per lane).
bool is_in_sequence(const WarpAccess& access, std::uint32_t lanes) {
  if (access.bytes < 4) return false;
  const int first = std::countr_zero(lanes);
  const auto offset = [&](int lane) {
    return static_cast<std::uint64_t>(lane % half_warp) * access.bytes;
  };
  const std::uint64_t base = access.address[static_cast<std::size_t>(first)] - offset(first);
  if (base % (access.bytes == 4 ? 64 : 128) != 0) return false;
  bool all = true;
  for_each_lane(lanes, [&](int lane) {
    all = all && access.address[static_cast<std::size_t>(lane)] == base + offset(lane);
  });
  return all;
}

template <typename Emit>
void take_sequence(const WarpAccess& access, std::uint32_t lanes, Emit&& emit) {
  if (!is_in_sequence(access, lanes)) {
    for_each_lane(lanes, [&](int lane) {
      take_segments(pieces_of(access, 1U << lane, sector_bytes), sector_bytes, false, emit);
    });
    return;
  }
  const std::uint64_t segment = access.bytes == 4 ? 64 : 128;
  const std::uint64_t all = std::uint64_t{half_warp} * access.bytes;
  const int first = std::countr_zero(lanes);
  const std::uint64_t base = access.address[static_cast<std::size_t>(first)] -
                             static_cast<std::uint64_t>(first % half_warp) * access.bytes;
  for (std::uint64_t at = 0; at < all; at += segment) {
    std::uint32_t served = 0;
    for_each_lane(lanes, [&](int lane) {
      const std::uint64_t offset = access.address[static_cast<std::size_t>(lane)] - base;
      if (offset >= at && offset < at + segment) served |= 1U << lane;
    });
    emit(base + at, static_cast<std::uint32_t>(segment), served);
  }
}

bool takes_lines(const WarpAccess& access, GlobalRule rule) {
  return rule == GlobalRule::cached_lines && access.op == Op::load;
}

// Calls emit(address, bytes, lanes) for every transaction of one request.
template <typename Emit>
void take(const WarpAccess& access, GlobalRule rule, std::uint32_t lanes, Emit&& emit) {
  switch (rule) {
    case GlobalRule::sectors:
      take_segments(pieces_of(access, lanes, sector_bytes), sector_bytes, false, emit);
      return;
    case GlobalRule::cached_lines: {
      const std::uint64_t segment = takes_lines(access, rule) ? line_bytes : sector_bytes;
      take_segments(pieces_of(access, lanes, segment), segment, false, emit);
      return;
    }
    case GlobalRule::segments: {
      const std::uint64_t segment = segment_of(access.bytes);
      take_segments(pieces_of(access, lanes, segment), segment, true, emit);
      return;
    }
    case GlobalRule::sequential_segments:
      take_sequence(access, lanes, emit);
      return;
  }
}

// Calls emit(request, address, bytes, lanes) for every transaction.
template <typename Emit>
void take_all(const WarpAccess& access, GlobalRule rule, Emit&& emit) {
  const RequestMasks requests = requests_of(access.mask, lanes_per_request(access, rule));
  for (std::uint8_t i = 0; i < requests.count; ++i) {
    if (requests.lanes[i] == 0) continue;
    take(access, rule, requests.lanes[i],
         [&](std::uint64_t address, std::uint32_t bytes, std::uint32_t lanes) {
           emit(i, address, bytes, lanes);
         });
  }
}

// The fewest sectors that the machine's own requests could move for the bytes used.
std::uint32_t ideal_sectors(const WarpAccess& access, GlobalRule rule) {
  const std::uint32_t unit = takes_lines(access, rule) ? line_bytes : sector_bytes;
  const RequestMasks requests = requests_of(access.mask, lanes_per_request(access, rule));
  std::uint32_t sectors = 0;
  for (std::uint8_t i = 0; i < requests.count; ++i) {
    WarpAccess part = access;
    part.mask = requests.lanes[i];
    sectors += (global_cost(part).bytes_used + unit - 1) / unit * (unit / sector_bytes);
  }
  return sectors;
}

}  // namespace

int lanes_per_request(const WarpAccess& access, GlobalRule rule) {
  if (rule == GlobalRule::sectors) return warp_lanes;
  if (rule != GlobalRule::cached_lines) return half_warp;
  return access.bytes <= 4 ? warp_lanes : access.bytes == 8 ? half_warp : half_warp / 2;
}

GlobalCost global_cost(const WarpAccess& access, const MemoryRules& machine) {
  GlobalCost cost = global_cost(access);  // if priced differently, only its byte counts remain
  if (machine.global == GlobalRule::sectors || is_atomic(access.op)) return cost;
  cost.sectors = 0;
  cost.tag_lookups = 0;
  take_all(access, machine.global,
           [&](std::uint8_t, std::uint64_t, std::uint32_t bytes, std::uint32_t) {
             cost.sectors += bytes / sector_bytes;
             ++cost.tag_lookups;
           });
  cost.ideal_sectors = ideal_sectors(access, machine.global);
  return cost;
}

std::vector<Transaction> transactions(const WarpAccess& access, const MemoryRules& machine) {
  std::vector<Transaction> all;
  take_all(
      access, machine.global,
      [&](std::uint8_t request, std::uint64_t address, std::uint32_t bytes, std::uint32_t lanes) {
        all.push_back({address, bytes, lanes, request});
      });
  return all;
}

ConstantCost constant_cost(const WarpAccess& access, const MemoryRules& machine) {
  ConstantCost cost;
  const RequestMasks requests =
      requests_of(access.mask, machine.constant_by_half_warp ? half_warp : warp_lanes);
  for (std::uint8_t i = 0; i < requests.count; ++i) {
    if (requests.lanes[i] == 0) continue;
    WarpAccess part = access;
    part.mask = requests.lanes[i];
    cost.transactions += constant_transactions(part);
    ++cost.ideal;
  }
  return cost;
}

}  // namespace lanescope::memory
