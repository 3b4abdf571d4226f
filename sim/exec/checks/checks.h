// Finds mistakes in a kernel that execution alone does not show. Each worker has one Checks, called
// by the block runner and the memory unit. If all its kinds are switched off there is no Checks,
// the callers hold a null pointer, and nothing is slowed down.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/exec/checks/block_order.h"
#include "sim/exec/checks/global_shadow.h"
#include "sim/exec/checks/grid_order.h"
#include "sim/exec/checks/local_shadow.h"
#include "sim/exec/checks/pointer_origin.h"
#include "sim/exec/checks/request.h"
#include "sim/exec/checks/shared_shadow.h"
#include "sim/exec/checks/undefined_values.h"
#include "sim/exec/lanes/instruction.h"
#include "sim/exec/state/async_copies.h"
#include "sim/exec/state/diagnostic_log.h"
#include "sim/exec/state/divergence.h"
#include "sim/exec/state/launch_state.h"
#include "sim/exec/state/written_bytes.h"

namespace lanescope::exec {

class Checks final : private SharedFindings, private GlobalFindings {
 public:
  // nullptr if no kind in `launch.checks` needs one. `global`: of all blocks that run on this
  // thread; nullptr if races in global memory are not looked for.
  [[nodiscard]] static std::unique_ptr<Checks> make(const LaunchState& launch, DiagnosticLog& log,
                                                    GlobalShadow* global);

  void start_block(std::uint64_t block_index, const Dim3& block);

  // Call before the data moves. What is out of range or misaligned is reported elsewhere.
  void on_access(const Request& request);
  // The same for a load or store by all lanes at affine addresses inside one array: of global
  // memory, the one with this index. Returns false if nothing was done and on_access is needed.
  [[nodiscard]] bool on_affine_access(const MemoryInstruction& in, const Lanes& lanes,
                                      const AffineAccessRecord& access, std::size_t array,
                                      std::byte* lane_0);
  struct Bounds {
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
  };
  // Whether accesses to this array of global memory must be seen, by on_affine_access or
  // on_repeated_access, as long as they stay in `bounds`: around [first, first + bytes), which were
  // accessed, and in the array.
  [[nodiscard]] bool watches(std::size_t array, std::uint64_t first, std::uint64_t bytes,
                             Bounds& bounds) const;
  // An access to such an array that differs from one that on_affine_access has seen only by its
  // base. Returns as on_affine_access does.
  [[nodiscard]] bool on_repeated_access(const MemoryInstruction& in, const Lanes& lanes,
                                        std::size_t array, std::uint32_t warp, std::uint64_t base,
                                        std::uint64_t step_x, std::uint64_t step_y);
  // A plain load of shared memory by all lanes, which differs from one that on_affine_access let
  // pass only by its base, and lies in the bounds of that one. Returns false if nothing was done
  // and on_affine_access is needed.
  [[nodiscard]] bool on_repeated_load(const AffineAccess& load) {
    return !shared_ || shared_->on_affine_load(load, order_);
  }
  // Where an access to shared memory by this site may lie as well as [first, first + bytes), where
  // it does: the shared variable, or all of shared memory if the variable is not checked.
  [[nodiscard]] Bounds bounds_of(std::uint32_t site, std::uint64_t first,
                                 std::uint64_t bytes) const;
  // Checks a read of shared memory while copies to it are in flight. Call before the data moves.
  void on_read_beside_copies(const MemoryInstruction& in, const memory::WarpAccess& access,
                             std::byte* const* data, std::uint32_t warp, const AsyncCopies& copies);
  // Whether the address of a site is computed from numbers only.
  [[nodiscard]] bool points_to_no_array(std::uint32_t site) const {
    return !pointer_origins_.empty() && pointer_origins_[site].kind == PointerOrigin::Kind::none;
  }

  // Call for an instruction with a WarpSync (Instruction::warp_sync is not 0); `lanes.mask`
  // executes it. `flow` is the warp's divergence.
  void on_warp_sync(std::uint32_t pc, const Lanes& lanes, const Divergence& flow,
                    std::uint32_t warp);

  // Whether the warp holds values that nothing has written: its instructions must be executed one
  // by one, with on_instruction before each.
  [[nodiscard]] bool follows_values(std::uint32_t warp) const {
    return undefined_ && undefined_->any(warp);
  }
  void on_instruction(std::uint32_t pc, const Lanes& lanes, std::uint32_t warp);
  // Arguments or results moved from frame to frame.
  void on_area_move(std::uint32_t warp, const std::byte* from, const std::byte* to,
                    std::uint32_t bytes, std::uint32_t lanes) {
    undefined_->move_area(warp, from, to, bytes, lanes);
  }
  // A call's frame begins or ends.
  void on_frame(std::uint32_t warp, const std::byte* rows, std::uint32_t bytes) {
    undefined_->forget_frame(warp, rows, bytes);
  }
  // Whether a generic address leads to bytes of local memory that the thread has not written.
  [[nodiscard]] bool is_unwritten(std::uint64_t address, std::uint32_t bytes,
                                  std::uint32_t thread) const {
    return local_ && address / window_bytes == local_window / window_bytes &&
           !local_->any_written(thread, address - local_window, bytes);
  }

  // These bytes of local memory got an argument's value when the lanes entered a function.
  void on_copied_argument(std::uint32_t warp, std::uint32_t mask, std::uint64_t address,
                          std::uint64_t bytes) {
    if (local_) local_->write_all(warp, mask, address, bytes);
  }

  void on_barrier_arrival(std::uint32_t barrier, std::uint32_t warp, bool waits) {
    order_.arrive(barrier, warp, waits);
    if (in_grid_) in_grid_->arrive(barrier, warp);
  }
  // An arrival or test at an mbarrier, which includes release and acquire (PTX ISA, mbarrier).
  // `lanes`: how many at this address. More than two, one after the other, order no more than two.
  void on_mbarrier(std::uint64_t shared_address, std::uint32_t warp, std::uint32_t lanes) {
    for (std::uint32_t i = 0; i < std::min(lanes, 2U); ++i) {
      order_.fence(warp);
      order_.strong_access(warp, shared_address + shared_window, true, true);
      order_.fence(warp);
    }
    if (in_grid_) in_grid_->meet(warp);
    if (shared_) shared_->mark_written(shared_address, 8);
  }
  void on_barrier_release(std::uint32_t barrier, std::uint32_t waiting_warps, bool whole_block) {
    order_.release(barrier, waiting_warps, whole_block);
    if (in_grid_) in_grid_->release(barrier, waiting_warps);
  }

 private:
  Checks(const LaunchState& launch, DiagnosticLog& log, GlobalShadow* global);

  // --- global_races.cpp ---
  // Whether a volatile or atomic access may order others.
  [[nodiscard]] bool is_flag(const MemoryInstruction& in) const {
    return order_.has_fences() || in.acquires || in.releases || (in_grid_ && in_grid_->hears());
  }
  // A fence of this scope by these lanes, or the part of an access that is one.
  void fence(std::uint32_t warp, std::uint32_t lanes, Scope scope);
  // A volatile or atomic access by the lanes of `mask`: flags, and the fences that are part of it.
  void on_strong_access(const MemoryInstruction& in, const memory::WarpAccess& access,
                        std::uint32_t mask, std::uint32_t warp);
  void on_global_race(const GlobalAccess& access, std::uint32_t lane, const GlobalEvent& first,
                      std::uint32_t first_thread, bool first_writes, bool one_event) override;
  [[nodiscard]] GlobalShadow::Block present_block() const {
    return {static_cast<std::uint32_t>(block_index_), order_, *in_grid_};
  }

  void on_shared(const Request& request);
  void on_local(const MemoryInstruction& in, const Lanes& lanes, const memory::WarpAccess& access,
                std::uint32_t mask, std::uint32_t warp);
  // --- unwritten_global.cpp: memory of cudaMalloc() and malloc() ---
  // nullptr: all bytes of the array are written.
  [[nodiscard]] WrittenBytes* partly_written(std::size_t array) const {
    if (!knows_unwritten_) return nullptr;
    WrittenBytes* written = launch_.memory.arrays()[array].written.get();
    return written != nullptr && !written->is_all() ? written : nullptr;
  }
  // Returns false if a lane reads bytes that nothing has written; nothing was done then.
  [[nodiscard]] bool on_affine_written(const MemoryInstruction& in, const Lanes& lanes,
                                       std::size_t array, std::uint64_t base, std::uint64_t step_x,
                                       std::uint64_t step_y);
  void on_written(const MemoryInstruction& in, const Lanes& lanes, const memory::WarpAccess& access,
                  std::uint32_t mask, std::uint32_t warp);
  // Whether something has written one of these bytes of an array.
  [[nodiscard]] bool any_global_written(std::uint64_t first, std::uint64_t bytes) const;
  [[nodiscard]] std::string unwritten_global_text(const Diagnostic& finding, std::uint32_t bytes,
                                                  std::uint32_t lanes) const;
  // `lanes` read bytes that nothing has written.
  void on_unwritten(const MemoryInstruction& in, const Lanes& lanes, memory::Space space,
                    std::uint32_t warp, std::uint32_t bad, const std::uint64_t* address);
  // `place`, `ptx_line`: of what uses the values.
  void report_uses(std::uint32_t warp, const std::vector<UndefinedValues::Use>& uses,
                   const SourcePlace& place, int ptx_line);
  void report_stored_shuffles(const MemoryInstruction& in, const Lanes& lanes, std::uint32_t mask,
                              std::uint32_t warp);
  void on_global(const MemoryInstruction& in, const memory::WarpAccess& access, std::uint32_t mask,
                 std::uint32_t warp);

  template <class IsInside, class NameOf, class Where>
  void foreign_pointer(const MemoryInstruction& in, const memory::WarpAccess& access,
                       std::uint32_t mask, std::uint32_t warp,
                       const std::vector<std::uint32_t>& origins, IsInside is_inside,
                       NameOf name_of, Where where);
  void on_shared_variable(const Request& request);
  [[nodiscard]] bool is_in_variable(std::uint32_t index, std::uint64_t address,
                                    std::uint64_t bytes) const;
  [[nodiscard]] bool stays_in_variable(const MemoryInstruction& in, const Lanes& lanes,
                                       const AffineAccessRecord& access) const;
  void on_race(const SharedAccess& access, int lane, const SharedRecord& first,
               bool first_writes) override;
  void on_uninitialised(const SharedAccess& access, std::uint32_t lanes) override;
  void uninitialised(memory::Space space, std::uint32_t site, std::uint32_t warp,
                     std::uint32_t lanes, std::uint64_t address);
  // Whether the store would leave every byte that `first` stored unchanged.
  [[nodiscard]] bool stores_the_same(int lane, const SharedRecord& first,
                                     const SharedAccess& access) const;
  // The same for a lane whose data is at `data`. `other_lane`: of the same store; -1: compare with
  // what is in memory.
  [[nodiscard]] bool stores_the_same(int lane, int other_lane, const std::byte* data) const;
  [[nodiscard]] std::string shared_name(std::uint64_t address, std::uint32_t bytes) const;
  // `lanes` read lanes that do not take part; of these, `named` in their masks.
  void on_foreign_lanes(std::uint32_t pc, const Lanes& lanes, std::uint32_t warp,
                        const std::int8_t* source, std::uint32_t readers, std::uint32_t named);
  void on_shuffled_use(std::uint32_t warp, const UndefinedValues::Source& source,
                       const std::string& place);
  void mask_finding(std::uint32_t pc, std::uint32_t warp, std::uint32_t lanes, Severity severity,
                    std::uint16_t detail, const std::string& message);

  static std::string text_of(const Dim3& d);
  static std::string text_of(const SourcePlace& place, int ptx_line);
  static const char* past_of(memory::Op op);
  // Fills in everything except severity, kind and message.
  [[nodiscard]] Diagnostic at_site(std::uint32_t site, std::uint32_t thread) const;

  const LaunchState& launch_;
  const Program& program_;
  DiagnosticLog& log_;
  bool check_masks_;
  bool knows_unwritten_ = false;  // there are arrays that are not all written, and they matter
  BlockOrder order_;
  GlobalShadow* global_;                // shared with other blocks; nullptr: not looked for
  std::optional<BlockInGrid> in_grid_;  // as long as there is `global_`
  std::optional<SharedShadow> shared_;
  std::optional<LocalShadow> local_;
  std::optional<UndefinedValues> undefined_;
  std::vector<PointerOrigin> pointer_origins_;  // empty if not needed
  std::uint64_t block_index_ = 0;
  Dim3 block_{};
  // The current access to shared memory.
  const MemoryInstruction* in_ = nullptr;
  const Lanes* lanes_ = nullptr;
  std::byte* const* data_ = nullptr;
};

// The loop in which a warp exceeded the instruction limit, and what it seems to wait for
// (stuck_loop.cpp).
struct StuckFinding {
  DiagnosticKind kind = DiagnosticKind::budget_exceeded;
  std::string message;
};
// Describes a warp with the divergence `flow` and these registers, in block `block_index` of
// `blocks`.
[[nodiscard]] StuckFinding describe_stuck(const Program& program, const Divergence& flow,
                                          const Lanes& lanes, std::uint64_t budget,
                                          std::uint64_t block_index, std::uint64_t blocks);

}  // namespace lanescope::exec
