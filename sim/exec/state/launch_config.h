// The shape of a launch, its limits, and its result.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/diagnostics/check_set.h"
#include "sim/diagnostics/diagnostic.h"
#include "sim/exec/state/observer.h"
#include "sim/launch/thread_index.h"

namespace lanescope::exec {

// Limits of compute capability 9.0 (CUDA C++ Programming Guide, "Technical Specifications per
// Compute Capability").
using launch::max_block_z;
using launch::max_grid_x;
using launch::max_grid_yz;
using launch::max_threads_per_block;
inline constexpr std::uint64_t max_shared_bytes = 227 * 1024;
// Of the arrays whose size the kernel's text gives: ptxas refuses more, for every GPU.
inline constexpr std::uint64_t max_static_shared_bytes = 48 * 1024;
inline constexpr std::uint64_t max_local_bytes = 512 * 1024;  // per thread
inline constexpr std::uint64_t max_constant_bytes = 64 * 1024;
// The emulator's limit for the virtual registers of a block.
inline constexpr std::uint64_t max_register_bytes = 1ULL << 30;
inline constexpr std::size_t max_reported_diagnostics = 100;
inline constexpr std::size_t max_printed_bytes = 1U << 20;

struct LaunchConfig {
  Dim3 grid{1, 1, 1};
  Dim3 block{1, 1, 1};
  std::uint64_t dynamic_shared_bytes = 0;
  // All blocks run together, in turns, so that they may wait for each other (CUDA C++ Programming
  // Guide, "Grid Synchronization"). Else they run as if one after the other.
  bool is_cooperative = false;
};

// The bytes of one argument, little-endian; a pointer is the 8-byte device address of its array.
using ArgumentBytes = std::vector<std::byte>;

struct RunOptions {
  std::uint64_t max_warp_instructions = 4'000'000'000;  // for the whole run; must be > 0
  int threads = 0;                                      // 0: one per core
  std::optional<std::uint64_t> blocks;                  // only the first N blocks
  bool in_order = false;                                // one block after the other, on one thread
  // Counts finished blocks, for a progress display.
  std::atomic<std::uint64_t>* blocks_done = nullptr;
  CheckSet checks = CheckSet::all();  // kinds of findings to look for and report
  bool want_touched = false;          // fills in RunResult::touched; slower
  // The .global variables of the module stay in the memory (GlobalMemory::place_variable), for
  // later launches that use it; else they are the run's own.
  bool keeps_variables = false;
};

// How many bytes of an array were read or written at least once. If no access is smaller, whole
// words of 4 bytes are counted.
struct TouchedBytes {
  std::uint64_t read = 0;
  std::uint64_t written = 0;
  bool operator==(const TouchedBytes&) const = default;
};

struct InstructionCounts {
  std::uint64_t warp_instructions = 0;  // PTX instructions, once per warp with an active lane
  // Active lanes summed over these, whatever the guard, as the GPU's counter
  // smsp__thread_inst_executed does.
  std::uint64_t thread_instructions = 0;
  std::uint64_t branches = 0;            // executed conditional branches
  std::uint64_t divergent_branches = 0;  // those where some lanes jump and some do not
  std::uint64_t barriers = 0;            // barrier arrivals, counted per warp
  InstructionCounts& operator+=(const InstructionCounts& other);
  bool operator==(const InstructionCounts&) const = default;
};

// The activity of all warps at one instruction of Program::code, summed over the launch.
struct InstructionProfile {
  std::uint64_t executions = 0;  // warps with an active lane
  std::uint64_t threads = 0;     // lanes whose guard held, summed; for a branch: lanes that jumped
  std::uint64_t active = 0;      // active lanes, summed, whatever the guard
  std::uint64_t divergent = 0;   // branches only: executions in which the lanes disagreed
  std::uint64_t all_taken = 0;   // branches only: executions in which all active lanes jumped
  InstructionProfile& operator+=(const InstructionProfile& other);
  bool operator==(const InstructionProfile&) const = default;
};

enum class RunStatus : std::uint8_t {
  completed,
  budget_exceeded,
  cancelled,
  // Blocks depend on each other, or one ended the launch while others ran. Discard this run and
  // repeat it in order with fresh arrays.
  blocks_depend,
};

// A launch that a kernel made, after it has run.
struct NestedRun {
  std::size_t kernel = 0;  // index into the programs of the run
  LaunchConfig config;
  std::uint32_t depth = 1;            // 1: made by the kernel that the host launched
  std::optional<std::size_t> parent;  // index into RunResult::nested; empty: the host's launch
  Dim3 by_block{};                    // blockIdx of the thread that made it, in the parent's grid
  Dim3 by_thread{};                   // threadIdx
  SourcePlace place;                  // where it made it
  bool is_tail = false;               // in cudaStreamTailLaunch
  std::uint64_t blocks_run = 0;
  InstructionCounts counts;
};

struct RunResult {
  RunStatus status = RunStatus::completed;
  InstructionCounts counts;
  std::vector<InstructionProfile> profile;  // indexed like Program::code
  std::uint64_t blocks_run = 0;
  // Each finding once: errors, then warnings, then notes, each in the order of the first block that
  // showed it; at most max_reported_diagnostics.
  std::vector<Diagnostic> diagnostics;
  std::vector<Raced> raced;             // races in global memory, with all places
  std::uint64_t diagnostics_total = 0;  // distinct findings
  std::uint64_t errors_total = 0;       // those that are errors
  bool in_order = false;                // blocks ran one after the other
  std::string printed;                  // printed by the kernel, in block order; max_printed_bytes
  bool printed_is_cut = false;          // output beyond the limit was dropped
  // For cancelled: where the warp was that noticed it; line 0: no block was running.
  SourcePlace stopped_at;
  // For blocks_depend: the first array that causes the dependence; empty: a block ended the launch.
  std::string shared_array;
  std::vector<TouchedBytes> touched;  // indexed like GlobalMemory::arrays(); empty if not wanted
  // Launches by kernels, in the order in which they ran. `counts`, `profile` and `blocks_run` are
  // without them; the findings, the text printed and the bytes touched are with them.
  std::vector<NestedRun> nested;
};

}  // namespace lanescope::exec
