// Finds races in global memory: records the most recent accesses to each word that a launch may
// write.
//
// A race is two accesses to the same bytes by different threads of the grid, at least one of them a
// write, which nothing orders and which are not morally strong (PTX ISA, "Memory Consistency
// Model": "data races"): not both strong, or strong with a scope that leaves the other thread out.
// What orders two accesses of one block is in BlockOrder, those of two blocks in GridOrder.
//
// Each word has up to four records, as in SharedShadow: the last write, an atomic one before it,
// and reads by two different threads. A record is a lane and an event: what all accesses of a warp
// have in common that one instruction makes between two synchronisations. So a record has 4 bytes.
// Sixteen words in a row that neighbouring lanes access have one record together, as long as nobody
// else accesses them in another way: that of the first lane. Records are kept by pages, from the
// first access on that needs them. Arrays that no instruction may write are not looked at.
//
// Blocks that run on different threads have different shadows. If two of them met at a word, the
// run is repeated in order (footprint.h), and the findings are those of that run.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/exec/checks/block_order.h"
#include "sim/exec/checks/grid_order.h"
#include "sim/exec/lanes/instruction.h"
#include "sim/exec/program/program.h"
#include "sim/exec/state/global_memory.h"

namespace lanescope::exec {

// What the accesses of one warp by one instruction have in common.
struct GlobalEvent {
  std::uint32_t block = 0;  // linear index in the grid
  std::uint32_t stamp = 0;  // BlockOrder::last_sync()
  std::uint32_t site = 0;
  std::uint8_t warp = 0;
  Strength strength = Strength::plain;
  Scope scope = Scope::system;
  bool is_update = false;  // an atomic operation
};

// One warp's access to global memory. The lanes of `mask` are in range and aligned.
struct GlobalAccess {
  const MemoryInstruction& in;
  std::uint32_t warp = 0;
  std::uint32_t mask = all_lanes;
  std::uint32_t bytes = 4;                 // per lane
  const std::uint64_t* address = nullptr;  // of each lane; nullptr: all lanes, at affine addresses
  std::uint64_t base = 0;
  std::uint64_t step_x = 0;
  std::uint64_t step_y = 0;
  std::uint32_t width = warp_lanes;

  [[nodiscard]] bool writes() const { return in.op != memory::Op::load; }
  [[nodiscard]] std::uint64_t address_of(std::uint32_t lane) const {
    return address != nullptr ? address[lane] : affine_lane(base, step_x, step_y, width, lane);
  }
};

// Receives the findings; at most one per lane and access.
class GlobalFindings {
 public:
  // The current access of `lane` races with that of thread `first_thread` of `first.block`.
  // `event`: whether both are of one event.
  virtual void on_global_race(const GlobalAccess& access, std::uint32_t lane,
                              const GlobalEvent& first, std::uint32_t first_thread,
                              bool first_writes, bool one_event) = 0;

 protected:
  ~GlobalFindings() = default;
};

class GlobalShadow {
 public:
  // The present block of a runner, and what its threads know.
  struct Block {
    std::uint32_t index = 0;
    const BlockOrder& order;
    const BlockInGrid& in_grid;
  };

  // `may_be_written`: for each array, whether it is looked at. `program` must outlive this object.
  GlobalShadow(const Program& program, const GlobalMemory& memory,
               const std::vector<bool>& may_be_written);

  [[nodiscard]] GridOrder& grid() { return grid_; }
  [[nodiscard]] bool watches(std::size_t array) const {
    return array < arrays_.size() && arrays_[array].is_watched;
  }
  // Whether an address in [first, last] is in an array that is watched.
  [[nodiscard]] bool watches_any(std::uint64_t first, std::uint64_t last) const;
  // Arrays that would be looked at, if their records could not need more than the limit.
  [[nodiscard]] const std::vector<std::string>& left_out() const { return left_out_; }
  // Whether there were so many accesses or flags that later accesses were not looked at.
  [[nodiscard]] bool is_full() const { return is_full_ || grid_.is_full(); }

  // Call before the data moves. Lanes in arrays that are not watched are ignored.
  void on_access(const GlobalAccess& access, const Block& block, GlobalFindings& findings);
  // The same for an access with affine addresses, all in this array, which is watched.
  void on_affine_access(const GlobalAccess& access, std::size_t array, const Block& block,
                        GlobalFindings& findings);

  // All records of all watched arrays, if every word of them needs two.
  static constexpr std::uint64_t max_bytes = 4ULL << 30;

 private:
  // A record: the event's number (from 1), then 5 bits for the lane. 0: none.
  using Record = std::uint32_t;
  static constexpr std::uint32_t lane_bits = 5;
  static constexpr std::uint32_t max_events = 1U << 26;
  static constexpr std::uint32_t page_units = 1024;
  static constexpr std::uint32_t group_units = 16;
  static constexpr std::uint32_t page_groups = page_units / group_units;
  using Records = std::unique_ptr<Record[]>;  // page_units of them; nullptr: none yet
  // Records of whole groups, made by plain accesses: unit u has that of the first one's lane and
  // u >> shift lanes after it. 0: none.
  struct Groups {
    std::array<Record, page_groups> record{};
    std::array<std::uint8_t, page_groups> shift{};
  };
  struct Page {
    std::unique_ptr<Groups> written;
    std::unique_ptr<Groups> read;
    std::uint64_t parted = 0;  // one bit a group: it has records for each unit instead
    Records writer;
    Records plain_writer;  // what a strong write has followed: a plain write, or a strong one
    Records other_writer;
    Records reader;
    Records other_reader;
  };
  static_assert(page_groups == 64);
  struct Watched {
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
    bool is_watched = false;
    std::vector<Page> pages;  // empty until the first access
  };
  // The access that is being recorded.
  struct Current {
    const GlobalAccess& access;
    const Block& block;
    GlobalFindings& findings;
    Record record = 0;  // lane 0's
    GlobalEvent event;
    std::uint32_t reported = 0;  // lanes
    std::uint32_t quiet = 0;     // the last event found to race with no lane of this access
    std::uint32_t known = 0;     // the last event found to be ordered before all lanes
  };

  [[nodiscard]] std::uint32_t event_of(const GlobalAccess& access, const Block& block);
  [[nodiscard]] Watched* array_at(std::uint64_t address);
  [[nodiscard]] Page& page_of(Watched& array, std::uint64_t unit);
  [[nodiscard]] static bool may_race(const GlobalEvent& first, const Current& current);
  // Before every lane of the warp; false: ask for each of them.
  [[nodiscard]] bool ordered_for_warp(const GlobalEvent& first, const Current& current) const;
  // `warp`: ordered_for_warp, after all.
  [[nodiscard]] GridOrder::Known ordered(const GlobalEvent& first, std::uint32_t first_lane,
                                         const Current& current, std::uint32_t lane) const;
  // Whether the unit was last written by this lane's own atomic operation, which returned what the
  // earlier writer, `earlier`, had made of it: then that write is earlier in coherence order.
  [[nodiscard]] bool has_observed(Record earlier, Record last, const Current& current,
                                  std::uint32_t lane) const;
  void check(Current& current, Record earlier, bool writes, std::uint32_t lane) const;
  [[nodiscard]] bool takes_over(Current& current, Record known, std::uint32_t lane) const;
  // Units [first, last) of the page, of which the first one is accessed by `lane`, and 2^shift of
  // them by each lane.
  void record_run(Current& current, Page& page, std::uint32_t first, std::uint32_t last,
                  std::uint32_t lane, std::uint32_t shift);
  // A whole group. Returns false if nothing was done: its units have to be looked at.
  [[nodiscard]] bool record_group(Current& current, Page& page, std::uint32_t group,
                                  std::uint32_t lane, std::uint32_t shift) const;
  // Whether the group's record races with no lane of this access, and need not be kept beside it.
  [[nodiscard]] bool gives_way(Current& current, const Groups* groups, std::uint32_t group,
                               Record mine, std::uint32_t shift) const;
  static void part(Page& page, std::uint32_t group);
  void record_unit(Current& current, Page& page, std::uint32_t unit, std::uint32_t lane);
  void record_lane(Current& current, Watched& array, std::uint64_t address, std::uint32_t lane);

  const std::vector<SiteInfo>& sites_;
  std::uint32_t shift_;  // 2^shift_ bytes in a unit: those of the narrowest access
  std::vector<Watched> arrays_;
  std::vector<std::string> left_out_;
  std::vector<std::pair<std::uint64_t, std::size_t>> by_address_;  // of watched arrays, sorted
  std::size_t recent_ = 0;
  std::vector<GlobalEvent> events_;
  std::vector<std::uint32_t> latest_;  // [site][warp]: the latest event
  bool is_full_ = false;
  GridOrder grid_;
};

}  // namespace lanescope::exec
