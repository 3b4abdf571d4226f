// Runs a program on a grid of blocks.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "sim/diagnostics/check_set.h"
#include "sim/diagnostics/diagnostic.h"
#include "sim/exec/global_memory.h"
#include "sim/exec/observer.h"
#include "sim/exec/program.h"
#include "sim/launch/limits.h"

namespace lanescope::exec {

// Limits of compute capability 9.0 (CUDA C++ Programming Guide, "Technical Specifications per
// Compute Capability").
using launch::max_block_z;
using launch::max_grid_x;
using launch::max_grid_yz;
using launch::max_threads_per_block;
inline constexpr std::uint64_t max_shared_bytes = 227 * 1024;
inline constexpr std::uint64_t max_local_bytes = 512 * 1024;  // a thread
inline constexpr std::uint64_t max_constant_bytes = 64 * 1024;
// The emulator's own: what it keeps for the virtual registers of a block.
inline constexpr std::uint64_t max_register_bytes = 1ULL << 30;
inline constexpr std::size_t max_reported_diagnostics = 100;
inline constexpr std::size_t max_printed_bytes = 1U << 20;

struct LaunchConfig {
  Dim3 grid{1, 1, 1};
  Dim3 block{1, 1, 1};
  std::uint64_t dynamic_shared_bytes = 0;
};

// The bytes of one argument, little-endian; a pointer is the 8-byte device address of its array.
using ArgumentBytes = std::vector<std::byte>;

struct RunOptions {
  std::uint64_t max_warp_instructions = 4'000'000'000;  // of the whole run; must be > 0
  int threads = 0;                                      // 0: one a core
  std::optional<std::uint64_t> blocks;                  // only the first N blocks
  bool in_order = false;                                // one block after the other, on one thread
  std::atomic<std::uint64_t>* blocks_done = nullptr;    // progress
  CheckSet checks = CheckSet::all();                    // what is looked for and told
  bool want_touched = false;                            // RunResult::touched; costs some time
};

// How much of an array a launch looked at: bytes that were read, or written, at least once. Words
// of 4 bytes count as a whole where no access is smaller.
struct TouchedBytes {
  std::uint64_t read = 0;
  std::uint64_t written = 0;
  bool operator==(const TouchedBytes&) const = default;
};

struct InstructionCounts {
  std::uint64_t warp_instructions = 0;    // PTX instructions, once a warp that has a lane active
  std::uint64_t thread_instructions = 0;  // lanes whose guard holds, summed
  std::uint64_t branches = 0;             // conditional ones
  std::uint64_t divergent_branches = 0;   // both ways taken by some lane
  std::uint64_t barriers = 0;             // arrivals of warps
  InstructionCounts& operator+=(const InstructionCounts& other);
  bool operator==(const InstructionCounts&) const = default;
};

// What the warps did at one instruction of Program::code, summed over the launch.
struct InstructionProfile {
  std::uint64_t executions = 0;  // by warps with a lane active
  std::uint64_t threads = 0;     // lanes whose guard held, summed; of a branch: those that took it
  std::uint64_t active = 0;      // lanes that were active, summed, whatever the guard said
  std::uint64_t divergent = 0;   // branches only: executions in which some lanes took it, some not
  InstructionProfile& operator+=(const InstructionProfile& other);
  bool operator==(const InstructionProfile&) const = default;
};

enum class RunStatus : std::uint8_t {
  completed,
  budget_exceeded,
  cancelled,
  blocks_depend,  // on each other, or on where others were when one ended the launch: what ran on
                  // several threads is void; run again in order, from fresh arrays
};

struct RunResult {
  RunStatus status = RunStatus::completed;
  InstructionCounts counts;
  std::vector<InstructionProfile> profile;  // of Program::code
  std::uint64_t blocks_run = 0;
  // Each finding once, in order of the block that showed it first; at most
  // max_reported_diagnostics.
  std::vector<Diagnostic> diagnostics;
  std::uint64_t diagnostics_total = 0;  // different findings
  bool in_order = false;                // blocks ran one after the other
  std::string printed;          // by the kernel's printf, in order of block; max_printed_bytes
  bool printed_is_cut = false;  // it was more
  // blocks_depend: the first array through which they do; empty: a block ended the launch.
  std::string shared_array;
  std::vector<TouchedBytes> touched;  // of GlobalMemory::arrays(); empty where it was not wanted
};

// Makes one observer; called once a worker, before any of its blocks. Observers outlive the run.
using ObserverFactory = std::function<Observer*()>;

// Arrays are read and written in place. Blocks run in parallel, and the result is that of running
// them in order: a kernel runs in order from the start where the order of its global atomics
// matters (Program::order_reason); where blocks turn out to read or write what others write or
// reduce (footprint.h), the status is blocks_depend. Errors: grid, block, shared memory or
// arguments that the device would not launch (launch_invalid).
[[nodiscard]] tl::expected<RunResult, Diagnostic> run(
    const Program& program, const LaunchConfig& config, const std::vector<ArgumentBytes>& arguments,
    GlobalMemory& memory, const ObserverFactory& observers, const RunOptions& options = {},
    std::stop_token stop = {});

}  // namespace lanescope::exec
