// Loads, stores and atomics of one warp instruction: addresses, checks, data, and the record for
// the observer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/diagnostics/diagnostic.h"
#include "sim/exec/async_copies.h"
#include "sim/exec/checks/checks.h"
#include "sim/exec/diagnostic_log.h"
#include "sim/exec/footprint.h"
#include "sim/exec/launch_state.h"
#include "sim/exec/observer.h"
#include "sim/exec/repeated_access.h"

namespace lanescope::exec {

struct BlockPlace {
  std::uint64_t index = 0;  // linear
  Dim3 block{};             // blockIdx
};

struct BlockMemory {
  std::vector<std::byte> shared;
  std::vector<std::byte> local;  // thread after thread, Program::local_bytes each
  AsyncCopies copies;            // on their way to `shared`
};

class MemoryUnit {
 public:
  // `footprint`: marks global words touched; nullptr when blocks run one after the other anyway.
  // `checks`: nullptr when all are off.
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
  // Tells the observer what is not yet counted.
  void finish_block();
  void execute(const MemoryInstruction& in, const Lanes& lanes, const BlockPlace& place,
               std::uint32_t warp);
  // By all lanes: Program::memory[index] once more, at another base (repeated_access.cpp). False:
  // it is not the same access as the last one, and nothing was done.
  bool repeat(std::uint32_t index, const Lanes& lanes) {
    return !wants_addresses_ && repeat_known(index, lanes);
  }

  // False: a wait that is not over (mbarrier.test_wait and its kin).
  bool operate(const BlockOperation& in, const Lanes& lanes, const BlockPlace& place,
               std::uint32_t warp);

 private:
  // Everything about the access that is being executed.
  struct Request {
    const MemoryInstruction& in;
    const Lanes& lanes;
    const BlockPlace& place;
    std::uint32_t warp;
    memory::WarpAccess access;
    // All 32 lanes take part and lie side by side: the usual case, handled as one piece.
    bool contiguous = false;
    std::byte* first_data = nullptr;  // contiguous: of lane 0; nullptr: look at `data`
    std::byte* data[warp_lanes];  // of each participating lane; nullptr: out of range or misaligned
  };

  // The fast way (affine_access.cpp): a load or store by all lanes at affine addresses inside one
  // array. False: it is something else, and nothing was done.
  bool execute_affine(const MemoryInstruction& in, const Lanes& lanes, const BlockPlace& place,
                      std::uint32_t warp);
  struct AffineRequest;
  bool resolve_affine(AffineRequest& request);
  bool resolve_affine_global(AffineRequest& request);
  // `offset`: of lane 0's bytes in the array.
  void mark_affine(const MemoryInstruction& in, const Lanes& lanes, std::size_t array,
                   std::uint64_t offset);
  // --- repeated_access.cpp ---
  bool repeat_known(std::uint32_t index, const Lanes& lanes);
  // All lanes' bytes were in [first, first + bytes) of the space.
  void remember(const MemoryInstruction& in, const Lanes& lanes, const AffineAccessRecord& done,
                std::uint64_t first, std::uint64_t bytes, const AccessCounter& counter);
  [[nodiscard]] bool checks_each(const MemoryInstruction& in, memory::Space space) const;
  [[gnu::noinline]] bool repeat_with_care(std::uint32_t index, const Lanes& lanes,
                                          std::uint64_t place);
  bool change_place(std::uint32_t index, std::uint64_t place);
  static void move_pieces(const MemoryInstruction& in, const Lanes& lanes, std::byte* data);

  void execute_lane_by_lane(const MemoryInstruction& in, const Lanes& lanes,
                            const BlockPlace& place, std::uint32_t warp);
  void execute_generic(Request& request);
  void execute_in(Request& request, memory::Space space);
  void drop_misaligned(Request& request);
  void find_data(Request& request);
  void refuse_constant(Request& request);
  void check(Request& request);
  // The observer; `copy`: of which the request is one half.
  void tell(const Request& request, const memory::AsyncCopy* copy = nullptr);
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
              const std::string& where);

  // --- block_operations.cpp ---
  Request request_for(const MemoryInstruction& in, const Lanes& lanes, const BlockPlace& place,
                      std::uint32_t warp, std::uint32_t mask) const;
  void locate(Request& request, memory::Space space);
  void copy(const BlockOperation& in, const Lanes& lanes, const BlockPlace& place,
            std::uint32_t warp);
  void load_matrices(const BlockOperation& in, const Lanes& lanes, const BlockPlace& place,
                     std::uint32_t warp);
  void store_matrices(const BlockOperation& in, const Lanes& lanes, const BlockPlace& place,
                      std::uint32_t warp);
  bool mbarrier(const BlockOperation& in, const Lanes& lanes, const BlockPlace& place,
                std::uint32_t warp);

  LaunchState& launch_;
  Observer& observer_;
  BlockMemory& block_;
  DiagnosticLog& log_;
  Footprint* footprint_;
  Checks* checks_;
  bool wants_addresses_ = true;           // the observer, of this block
  std::vector<RepeatedAccess> repeated_;  // of Program::memory
  std::vector<RepeatedPlaces> repeated_places_;
  std::size_t recent_array_ = 0;  // of global memory: where the last access was
};

}  // namespace lanescope::exec
