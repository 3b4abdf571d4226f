// The happens-before order of a block's accesses, as its synchronisation defines it. It does not
// depend on the order in which the emulator runs the warps.
//
// Each access has a stamp: the value of a counter that only grows. A synchronisation makes all
// earlier stamps of some threads "known" to other threads. An earlier access is ordered before a
// thread's current one if its stamp is below the stamp that the thread knows for the thread that
// made it. These operations order accesses:
//   - a barrier of the whole block (__syncthreads): everything before it, for all threads. This is
//     the common case, so it is a single number, and older stamps need no further check;
//   - a barrier with a count (bar.sync id, n; bar.arrive): the arrived warps, for the warps that
//     waited. One vector clock per warp, merged at the barrier (like FastTrack's, but per warp:
//     PTX counts a barrier's arrivals in whole warps);
//   - fences and flags: a warp's fence and its later atomic or volatile write of a word, for a warp
//     that reads the word in the same way and then executes a fence (PTX ISA, "Release and Acquire
//     Patterns"; here per warp, which may miss a race but never reports a false one);
//   - __syncwarp (bar.warp.sync): the lanes of its mask, among each other. Shuffles and votes wait
//     for each other's lanes, but do not order memory (PTX ISA, shfl.sync, vote.sync).
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sim/exec/lanes/instruction.h"

namespace lanescope::exec {

class BlockOrder {
 public:
  static constexpr std::uint32_t max_warps = 32;  // a block has at most 1024 threads
  static constexpr std::uint32_t barrier_count = 16;

  // Returns true if the stamps restarted: everything stored with an old stamp must be dropped.
  bool start_block();

  // The stamp of the current access.
  [[nodiscard]] std::uint32_t now() const { return now_; }
  // A new stamp, for an access that must differ from all earlier ones.
  std::uint32_t tick() { return ++now_; }
  // The stamp of the last synchronisation by any thread. For an access that need not differ from
  // others: with it, all accesses between two synchronisations have one stamp.
  [[nodiscard]] std::uint32_t last_sync() const { return last_sync_; }
  // Stamps below it are ordered before everything from here on.
  [[nodiscard]] std::uint32_t phase_start() const { return phase_start_; }

  // The warp arrives at a barrier. `waits` is false for bar.arrive.
  void arrive(std::uint32_t barrier, std::uint32_t warp, bool waits);
  // The barrier is complete. `waiting`: one bit per warp. `whole_block`: it was for all threads.
  void release(std::uint32_t barrier, std::uint32_t waiting, bool whole_block);
  // __syncwarp by these lanes. `all`: no other lane of the warp is alive.
  void sync_lanes(std::uint32_t warp, std::uint32_t lanes, bool all);

  void fence(std::uint32_t warp);
  [[nodiscard]] bool has_fences() const { return has_fences_; }
  // An atomic or volatile access to a word by any lane of the warp. `word`: its address, unique
  // across spaces.
  void strong_access(std::uint32_t warp, std::uint64_t word, bool reads, bool writes);

  using Clock = std::array<std::uint32_t, max_warps>;
  // What the warp knows of each other warp of the block, by barriers with a count and by flags.
  [[nodiscard]] const Clock& known(std::uint32_t warp) const { return known_[warp]; }
  // Stamps below it of lanes of the warp are ordered before what any of its lanes does now; with
  // partial masks, where that differs from lane to lane, all of them count.
  [[nodiscard]] std::uint32_t lanes_synced(std::uint32_t warp) const {
    return lanes_known_.empty() ? all_lanes_synced_[warp] : now_;
  }

  // Whether the accesses of thread `first` until `stamp` are ordered before the current ones of
  // every thread of the warp `second_warp`. false: ask ordered() for each thread.
  [[nodiscard]] bool ordered_for_warp(std::uint32_t stamp, std::uint32_t first,
                                      std::uint32_t second_warp) const {
    const std::uint32_t first_warp = first / warp_lanes;
    return stamp < phase_start_ || stamp < known_[second_warp][first_warp] ||
           (first_warp == second_warp && stamp < all_lanes_synced_[first_warp]);
  }
  // Whether the access of thread `first` at `stamp` is ordered before the current access of thread
  // `second`.
  [[nodiscard]] bool ordered(std::uint32_t stamp, std::uint32_t first, std::uint32_t second) const;

 private:
  using LaneClocks = std::array<std::array<std::uint32_t, warp_lanes>, warp_lanes>;
  struct Barrier {
    Clock joined{};
    bool some_only_arrived = false;
  };

  std::uint32_t now_ = 1;
  std::uint32_t last_sync_ = 1;
  std::uint32_t phase_start_ = 1;
  std::array<Clock, max_warps> known_{};  // [warp][of warp]
  // Fences: the clock that a warp's next flag write releases, the clock learned from flags that its
  // next fence acquires, and the clock of each flag.
  bool has_fences_ = false;  // in this block
  std::array<Clock, max_warps> releases_{};
  std::array<Clock, max_warps> learned_{};
  std::unordered_map<std::uint64_t, Clock> flags_;
  std::array<Barrier, barrier_count> barriers_{};
  std::array<std::uint32_t, max_warps> all_lanes_synced_{};
  std::vector<LaneClocks> lanes_known_;  // [warp][lane][of lane]; empty without partial masks
};

}  // namespace lanescope::exec
