// What comes before what among the accesses of one block, as far as the kernel's synchronisation
// says so, whatever order the emulator happens to run the warps in.
//
// Every access carries a stamp: the value of one counter that only grows. A synchronisation makes
// all earlier stamps of some threads "known" to others; an access is ordered before what a thread
// does now when its stamp is below what that thread knows of the one who made it. What orders:
//   - a barrier of the whole block (__syncthreads): everything before it, for everybody. The usual
//     case, so it is one number, and whatever is older than it needs no further look;
//   - a barrier with a count (bar.sync id, n; bar.arrive): the warps that arrived, for the warps
//     that waited. A vector clock a warp, joined at the barrier (as FastTrack's, but for warps:
//     PTX counts a barrier's arrivals in whole warps);
//   - what a kernel makes of fences and flags: a warp's fence and a later atomic or volatile write
//     of a word, for a warp that reads that word so and then has its fence (PTX ISA, "Release and
//     Acquire Patterns"; here for whole warps, which may miss a race and never invents one);
//   - __syncwarp (bar.warp.sync): the lanes of its mask, among each other. Shuffles and votes wait
//     for each other's lanes, but order no memory (PTX ISA, shfl.sync, vote.sync).
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sim/exec/instruction.h"

namespace lanescope::exec {

class BlockOrder {
 public:
  static constexpr std::uint32_t max_warps = 32;  // a block has at most 1024 threads
  static constexpr std::uint32_t barrier_count = 16;

  // True when the stamps began anew: everything kept with an old one is to be forgotten.
  bool start_block();

  // Of what happens now.
  [[nodiscard]] std::uint32_t now() const { return now_; }
  // A new stamp, for what must be told from all before it.
  std::uint32_t tick() { return ++now_; }
  // Stamps below these are of earlier blocks; come before everything from here on.
  [[nodiscard]] std::uint32_t block_start() const { return block_start_; }
  [[nodiscard]] std::uint32_t phase_start() const { return phase_start_; }

  // A warp arrives at a barrier, and waits there or (bar.arrive) does not.
  void arrive(std::uint32_t barrier, std::uint32_t warp, bool waits);
  // The barrier is complete; `waiting`: one bit a warp. `whole_block`: it was for all threads.
  void release(std::uint32_t barrier, std::uint32_t waiting, bool whole_block);
  // __syncwarp by these lanes; `all`: no other lane of the warp is alive.
  void sync_lanes(std::uint32_t warp, std::uint32_t lanes, bool all);

  void fence(std::uint32_t warp);
  [[nodiscard]] bool has_fences() const { return has_fences_; }
  // An atomic or volatile access to a word, by any of the warp's lanes. `word`: its address, told
  // apart from those of other spaces.
  void strong_access(std::uint32_t warp, std::uint64_t word, bool reads, bool writes);

  // Whether what thread `first` did at `stamp` comes before what thread `second` does now.
  [[nodiscard]] bool ordered(std::uint32_t stamp, std::uint32_t first, std::uint32_t second) const;

 private:
  using Clock = std::array<std::uint32_t, max_warps>;
  using LaneClocks = std::array<std::array<std::uint32_t, warp_lanes>, warp_lanes>;
  struct Barrier {
    Clock joined{};
    bool some_only_arrived = false;
  };

  std::uint32_t now_ = 1;
  std::uint32_t block_start_ = 1;
  std::uint32_t phase_start_ = 1;
  std::array<Clock, max_warps> known_{};  // [warp][of warp]
  // Fences: what a warp's next flags release, what it learned from flags and its next fence
  // acquires; what each flag says.
  bool has_fences_ = false;  // in this block
  std::array<Clock, max_warps> releases_{};
  std::array<Clock, max_warps> learned_{};
  std::unordered_map<std::uint64_t, Clock> flags_;
  std::array<Barrier, barrier_count> barriers_{};
  std::array<std::uint32_t, max_warps> all_lanes_synced_{};
  std::vector<LaneClocks> lanes_known_;  // [warp][lane][of lane]; empty until a mask is partial
};

}  // namespace lanescope::exec
