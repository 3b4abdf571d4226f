// Loads, stores and atomics of one warp instruction: addresses, checks, data, and the record for
// the observer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/diagnostics/diagnostic.h"
#include "sim/exec/footprint.h"
#include "sim/exec/launch_state.h"
#include "sim/exec/observer.h"

namespace lanescope::exec {

struct BlockPlace {
  std::uint64_t index = 0;  // linear
  Dim3 block{};             // blockIdx
};

// Diagnostics of one worker. Keeps those of the lowest blocks, so that the first 100 of the whole
// run can be told from the workers' logs, whoever ran which block.
class DiagnosticLog {
 public:
  void add(std::uint64_t block_index, Diagnostic diagnostic);
  struct Entry {
    std::uint64_t block_index;
    Diagnostic diagnostic;
  };
  [[nodiscard]] std::vector<Entry>& entries() { return entries_; }
  [[nodiscard]] std::uint64_t total() const { return total_; }
  // Sorts by block (stable: in order of execution within one) and keeps the first
  // `max_reported_diagnostics`.
  static void shorten(std::vector<Entry>& entries);

 private:
  std::vector<Entry> entries_;
  std::uint64_t total_ = 0;
};

struct BlockMemory {
  std::vector<std::byte> shared;
  std::vector<std::byte> local;  // thread after thread, Program::local_bytes each
};

class MemoryUnit {
 public:
  // `footprint`: marks global words touched; nullptr when blocks run one after the other anyway.
  MemoryUnit(LaunchState& launch, Observer& observer, BlockMemory& block, DiagnosticLog& log,
             Footprint* footprint)
      : launch_(launch), observer_(observer), block_(block), log_(log), footprint_(footprint) {}

  void execute(const MemoryInstruction& in, const Lanes& lanes, const BlockPlace& place,
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

  void execute_generic(Request& request);
  void execute_in(Request& request, memory::Space space);
  void find_data(Request& request);
  void refuse_constant(Request& request);
  void find_global(Request& request);
  void mark(const Request& request, const GlobalMemory::Array& array, std::uint64_t address,
            std::uint64_t bytes);
  bool transfer_contiguous(const Request& request);
  void find_in_buffer(Request& request, std::byte* base, std::uint64_t bytes,
                      std::uint64_t lane_stride);
  std::uint32_t misaligned_lanes(const Request& request) const;
  void transfer(Request& request);
  void report(const Request& request, DiagnosticKind kind, std::uint32_t lanes,
              const std::string& where);

  LaunchState& launch_;
  Observer& observer_;
  BlockMemory& block_;
  DiagnosticLog& log_;
  Footprint* footprint_;
};

}  // namespace lanescope::exec
