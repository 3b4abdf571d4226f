// What a run of the simulator found: counts by kernel, site and line, and one warp in full detail.
// Plain data: pictures, panels, the command line and JSON all read this and nothing else.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/diagnostics/diagnostic.h"
#include "sim/memory/access.h"
#include "sim/memory/async_copy.h"

namespace lanescope::report {

using Dim3 = std::array<std::uint32_t, 3>;  // x, y, z

// Counts of the accesses of one space and operation, summed over executed warp instructions.
// Fields that do not apply to a space stay 0.
struct Counts {
  std::uint64_t requests = 0;         // executed warp instructions with a participating lane
  std::uint64_t bytes_requested = 0;  // participating lanes x bytes
  // global and local
  std::uint64_t sectors = 0;
  std::uint64_t ideal_sectors = 0;
  std::uint64_t tag_lookups = 0;
  std::uint64_t bytes_used = 0;  // distinct bytes wanted, summed request by request
  // shared; for constant memory `wavefronts` are the serialised transactions
  std::uint64_t wavefronts = 0;
  std::uint64_t ideal_wavefronts = 0;
  std::uint64_t conflicts = 0;

  Counts& operator+=(const Counts& other);
  Counts& operator*=(std::uint64_t times);
  bool operator==(const Counts&) const = default;
};

// cost and ideal of a Counts whatever its space: sectors for global and local, wavefronts for
// shared and constant.
struct CostPair {
  std::uint64_t cost = 0;
  std::uint64_t ideal = 0;
};
[[nodiscard]] CostPair cost_pair(memory::Space space, const Counts& counts);
// cost / ideal, 1.0 where there is no ideal.
[[nodiscard]] double cost_ratio(memory::Space space, const Counts& counts);
// bytes_used / (32 x sectors), in 0..1; 1 when nothing was moved.
[[nodiscard]] double efficiency(const Counts& counts);

// Where in the launch something happened.
struct WarpPlace {
  Dim3 block{};            // blockIdx
  std::uint32_t warp = 0;  // in the block: linear thread id / 32
  bool operator==(const WarpPlace&) const = default;
};

// One memory instruction of the program.
struct Site {
  std::uint32_t index = 0;  // its position in Report::sites
  SourcePlace place;
  int ptx_line = 0;
  memory::Space space = memory::Space::global;
  memory::Op op = memory::Op::load;
  std::uint32_t bytes = 0;  // a lane
  Counts counts;
  std::uint32_t worst_ways = 0;  // shared: largest N-way of one request
  std::uint32_t worst_cost = 0;  // largest sectors (wavefronts) of one request ...
  WarpPlace worst_at;            // ... and the first warp, in block order, that has it
  std::uint64_t lanes = 0;       // participating lanes, summed over requests
};

struct Totals {
  std::uint64_t warp_instructions = 0;
  std::uint64_t thread_instructions = 0;
  std::uint64_t branches = 0;            // executed conditional branches, one a warp
  std::uint64_t divergent_branches = 0;  // of these, both ways taken by some lane
  std::uint64_t barriers = 0;            // barrier arrivals, one a warp
  // Lanes that take part, summed over warp instructions: those whose guard holds; at a conditional
  // branch all that come to it, whichever way they go.
  std::uint64_t lanes = 0;
  Counts global_load, global_store, global_atomic;
  Counts shared_load, shared_store, shared_atomic;
  Counts local_load, local_store, constant_load;
};

// (branches - divergent ones) / branches, as Nsight Compute and nvprof define branch efficiency;
// 1 without branches.
[[nodiscard]] double branch_efficiency(std::uint64_t branches, std::uint64_t divergent);
// lanes / (32 x warp_instructions), in 0..1: the part of the lanes' time that does work; 1 when
// nothing ran.
[[nodiscard]] double warp_execution_efficiency(const Totals& totals);

// --- Divergence: who takes part ---

// One conditional branch of the program. "Taken" is the jump of the PTX; since compilers jump over
// what an `if` guards, it is often the side for which the condition does not hold. The lines say
// which is which.
struct Branch {
  std::uint32_t index = 0;  // its position in Report::branches
  SourcePlace place;
  int ptx_line = 0;
  std::uint64_t executions = 0;  // by warps
  std::uint64_t divergent = 0;   // executions in which some lanes took it and some did not
  std::uint64_t lanes_taken = 0, lanes_not_taken = 0;  // summed over executions
  // Where each side goes on, in the place's file; 0: not known, or the end of the kernel.
  int taken_line = 0, not_taken_line = 0;
  int meet_line = 0;  // where lanes that split there are together again; 0 as above
};

// What was executed of one source line, or of one PTX instruction.
struct Activity {
  SourcePlace place;               // of a line: no column
  int ptx_line = 0;                // of an instruction; 0 for a line
  std::uint32_t instructions = 1;  // PTX instructions of the line
  std::uint64_t executions = 0;    // warp instructions
  std::uint64_t lanes = 0;         // as Totals::lanes
  bool jumps = false;              // an instruction that only leads all lanes elsewhere
  // Lanes that take part on average, 0..32.
  [[nodiscard]] double active_lanes() const;
};

// One source line: its sites together.
struct Line {
  int line = 0;
  std::uint64_t requests = 0;
  double worst_ratio = 1.0;          // largest cost / ideal over its sites
  std::uint32_t worst_ways = 0;      // over its shared sites; 0 when it has none
  std::vector<std::uint32_t> sites;  // indices into Report::sites
};

// --- The chosen block, warp by warp ---

enum class EventKind : std::uint8_t { access, barrier };

// One memory instruction or barrier as one warp executed it, in program order of that warp.
struct Event {
  EventKind kind = EventKind::access;
  std::uint32_t site = 0;  // index into Report::sites (access only)
  SourcePlace place;
  memory::WarpAccess access;  // kind == access
  std::uint32_t cost = 0;     // sectors, or wavefronts
  std::uint32_t ideal = 0;
  std::uint32_t ways = 0;  // shared: N-way; else 0
  // What it is served in, one after another: wavefronts of shared memory, transactions of global
  // memory where they are what is priced; else 0.
  std::uint32_t steps = 0;
  // The asynchronous copy that the access is one half of; nullptr: it is none.
  std::shared_ptr<const memory::AsyncCopy> copy{};
};

// One conditional branch as one warp executed it.
struct BranchStep {
  std::uint32_t branch = 0;  // index into Report::branches
  std::uint32_t active = 0;  // lanes that came to it
  std::uint32_t taken = 0;   // those of them that jump
  bool operator==(const BranchStep&) const = default;
};

struct WarpTrace {
  WarpPlace place;
  std::vector<Event> events;
  bool truncated = false;              // more events than the limit were executed
  std::vector<BranchStep> branches{};  // in the order executed; the first 65,536 of a block
};

struct ArrayInfo {
  std::string name;
  std::string type;         // "float", ...
  std::uint64_t count = 0;  // elements
  std::uint32_t element_bytes = 0;
  std::uint64_t address = 0;         // device address of element 0
  std::vector<std::uint64_t> shape;  // empty when the lesson gives none
  std::string fnv1a64;               // of the bytes after the launch, 16 hex digits
};

struct Report {
  std::string kernel;   // as the lesson names it
  std::string machine;  // whose memory rules it was priced by; empty: the usual one (the H200's)
  Dim3 grid{1, 1, 1};
  Dim3 block{1, 1, 1};
  std::uint64_t blocks_simulated = 0;
  std::uint64_t blocks_total = 0;
  std::uint32_t shared_bytes = 0;  // static + dynamic, a block
  bool complete = true;            // false: budget used up or cancelled
  Totals totals;
  std::vector<Site> sites;             // in program order (by PTX line)
  std::vector<Line> lines;             // of the main source file, ascending
  std::vector<Branch> branches;        // in program order
  std::vector<Activity> activity;      // of the main source file's lines, ascending
  std::vector<Activity> instructions;  // PTX instructions, in program order
  std::vector<WarpTrace>
      traces;  // every warp of the chosen block, ascending; empty if it did not run
  std::vector<ArrayInfo> arrays;
  std::vector<Diagnostic> diagnostics;  // first 100, in order of block
  std::uint64_t diagnostics_total = 0;
  std::string printed;          // by the kernel's printf, in order of block
  bool printed_is_cut = false;  // it was more than is kept (1 MiB)

  [[nodiscard]] std::uint32_t warps_per_block() const;
};

}  // namespace lanescope::report
