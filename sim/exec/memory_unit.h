// Executes loads, stores and atomics of one warp instruction: addresses, checks, data, and the
// record for the observer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/diagnostics/diagnostic.h"
#include "sim/exec/checks/checks.h"
#include "sim/exec/repeated_access.h"
#include "sim/exec/state/async_copies.h"
#include "sim/exec/state/diagnostic_log.h"
#include "sim/exec/state/footprint.h"
#include "sim/exec/state/launch_state.h"
#include "sim/exec/state/observer.h"

namespace lanescope::exec {

struct BlockPosition {
  std::uint64_t index = 0;  // linear index in the grid
  Dim3 block{};             // blockIdx
};

struct BlockMemory {
  std::vector<std::byte> shared;
  std::vector<std::byte> local;  // thread after thread, Program::local_bytes for each
  AsyncCopies copies;            // in flight to `shared`
};

class MemoryUnit {
 public:
  // `footprint`: marks global words; nullptr if blocks run one after the other. `checks`: nullptr
  // if all are off.
  MemoryUnit(LaunchState& launch, Observer& observer, BlockMemory& block, DiagnosticLog& log,
             Footprint* footprint, Checks* checks)
      : launch_(launch),
        observer_(observer),
        block_(block),
        log_(log),
        footprint_(footprint),
        checks_(checks),
        repeated_(launch.program.memory.size()),
        repeated_places_(launch.program.memory.size()) {}

  void start_block(std::uint64_t index) { wants_addresses_ = observer_.wants_addresses(index); }
  // Reports accesses to the observer that are not counted yet.
  void finish_block();
  void execute(const MemoryInstruction& in, const Lanes& lanes, const BlockPosition& place,
               std::uint32_t warp);
  // Repeats Program::memory[index] for all lanes at another base (repeated_access.cpp). Returns
  // false if the access differs from the previous one in more than its base; nothing was done then.
  bool repeat(std::uint32_t index, const Lanes& lanes) {
    return !wants_addresses_ && repeat_known(index, lanes);
  }

  // Returns false for a wait that is not over (mbarrier.test_wait and similar).
  bool operate(const BlockOperation& in, const Lanes& lanes, const BlockPosition& place,
               std::uint32_t warp);

 private:
  // The access being executed.
  struct Request {
    const MemoryInstruction& in;
    const Lanes& lanes;
    const BlockPosition& place;
    std::uint32_t warp;
    memory::WarpAccess access;
    // All 32 lanes take part and are adjacent: the common case, handled as one piece.
    bool contiguous = false;
    std::byte* first_data = nullptr;  // if contiguous: lane 0's data; nullptr: see `data`
    std::byte* data[warp_lanes];      // per participating lane; nullptr: out of range or misaligned
  };

  // The fast path (affine_access.cpp): a load or store by all lanes at affine addresses inside one
  // array. Returns false for any other access; nothing was done then.
  bool execute_affine(const MemoryInstruction& in, const Lanes& lanes, const BlockPosition& place,
                      std::uint32_t warp);
  struct AffineRequest;
  bool resolve_affine(AffineRequest& request);
  bool resolve_affine_global(AffineRequest& request);
  // `offset`: offset of lane 0's bytes in the array.
  void mark_affine(const MemoryInstruction& in, const Lanes& lanes, std::size_t array,
                   std::uint64_t offset);
  // --- repeated_access.cpp ---
  bool repeat_known(std::uint32_t index, const Lanes& lanes);
  // Remembers an access whose lanes lie in [first, first + bytes) of the space.
  void remember(const MemoryInstruction& in, const Lanes& lanes, const AffineAccessRecord& done,
                std::uint64_t first, std::uint64_t bytes, const AccessCounter& counter);
  [[nodiscard]] bool checks_each(const MemoryInstruction& in, memory::Space space) const;
  [[gnu::noinline]] bool repeat_with_care(std::uint32_t index, const Lanes& lanes,
                                          std::uint64_t place);
  bool change_place(std::uint32_t index, std::uint64_t place);
  static void move_pieces(const MemoryInstruction& in, const Lanes& lanes, std::byte* data);

  void execute_lane_by_lane(const MemoryInstruction& in, const Lanes& lanes,
                            const BlockPosition& place, std::uint32_t warp);
  void execute_generic(Request& request);
  void execute_in(Request& request, memory::Space space);
  void drop_misaligned(Request& request);
  void find_data(Request& request);
  void refuse_constant(Request& request);
  void check(Request& request);
  // Reports the request to the observer. `copy`: the copy that it is half of.
  void report_access(const Request& request, const memory::AsyncCopy* copy = nullptr);
  void find_global(Request& request);
  void mark(const Request& request, const GlobalMemory::Array& array, std::uint64_t address,
            std::uint64_t bytes);
  bool transfer_contiguous(const Request& request);
  void find_constant(Request& request);
  void find_in_buffer(Request& request, std::byte* base, std::uint64_t bytes,
                      std::uint64_t lane_stride);
  std::uint32_t misaligned_lanes(const Request& request) const;
  void transfer(Request& request);
  void report(const Request& request, DiagnosticKind kind, std::uint32_t lanes,
              const std::string& where, std::uint32_t side = 0);

  // --- block_operations.cpp ---
  Request request_for(const MemoryInstruction& in, const Lanes& lanes, const BlockPosition& place,
                      std::uint32_t warp, std::uint32_t mask) const;
  void locate(Request& request, memory::Space space);
  void copy(const BlockOperation& in, const Lanes& lanes, const BlockPosition& place,
            std::uint32_t warp);
  void load_matrices(const BlockOperation& in, const Lanes& lanes, const BlockPosition& place,
                     std::uint32_t warp);
  void store_matrices(const BlockOperation& in, const Lanes& lanes, const BlockPosition& place,
                      std::uint32_t warp);
  bool mbarrier(const BlockOperation& in, const Lanes& lanes, const BlockPosition& place,
                std::uint32_t warp);

  LaunchState& launch_;
  Observer& observer_;
  BlockMemory& block_;
  DiagnosticLog& log_;
  Footprint* footprint_;
  Checks* checks_;
  bool wants_addresses_ = true;           // Observer::wants_addresses for this block
  std::vector<RepeatedAccess> repeated_;  // indexed like Program::memory
  std::vector<RepeatedPlaces> repeated_places_;
  std::size_t recent_array_ = 0;  // the global array of the previous access
};

}  // namespace lanescope::exec
