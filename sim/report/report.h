// The results of a simulator run: counts by kernel, site and line, and one block in full detail.
// Plain data: pictures, panels, the command line and JSON read only this.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/diagnostics/diagnostic.h"
#include "sim/memory/access.h"
#include "sim/memory/async_copy.h"
#include "sim/metrics/counts.h"

namespace lanescope::report {

using Dim3 = std::array<std::uint32_t, 3>;  // x, y, z

// A warp's place in the launch.
struct WarpPosition {
  Dim3 block{};            // blockIdx
  std::uint32_t warp = 0;  // number in the block: linear thread id / 32
  bool operator==(const WarpPosition&) const = default;
};

// One memory instruction of the program.
struct Site {
  std::uint32_t index = 0;  // its position in Report::sites
  SourcePlace place;
  int ptx_line = 0;
  memory::Space space = memory::Space::global;
  memory::Op op = memory::Op::load;
  std::uint32_t bytes = 0;  // per lane
  Counts counts;
  std::uint32_t worst_ways = 0;  // shared memory: largest N-way of one request
  std::uint32_t worst_cost = 0;  // most sectors (wavefronts) of one request ...
  WarpPosition worst_at;         // ... and the first warp, in block order, with this cost
  std::uint64_t lanes = 0;       // participating lanes, summed over requests
};

// The same access of the source: an unrolled loop or inlined function has several sites for it,
// which are shown as one, with their counts added up.
[[nodiscard]] bool is_copy(const Site& a, const Site& b);

// --- Divergence: which lanes take part ---

// One conditional branch of the program. "Taken" means the jump of the PTX. Compilers jump over the
// body of an `if`, so the taken side is often the one where the condition is false. The lines tell
// the sides apart.
struct Branch {
  std::uint32_t index = 0;  // its position in Report::branches
  SourcePlace place;
  int ptx_line = 0;
  std::uint64_t executions = 0;  // counted per warp
  std::uint64_t divergent = 0;   // executions in which some lanes jump and some do not
  std::uint64_t all_taken = 0;   // executions in which all lanes jump
  std::uint64_t lanes_taken = 0, lanes_not_taken = 0;  // summed over executions
  // Where each side continues, in the place's file; 0: not known, or the end of the kernel.
  int taken_line = 0, not_taken_line = 0;
  // Executions in which no lane jumps.
  [[nodiscard]] std::uint64_t none_taken() const { return executions - divergent - all_taken; }
  int reconvergence_line = 0;  // where the sides meet again; 0 as above
};

// Activity of one source line or of one PTX instruction.
struct Activity {
  SourcePlace place;               // no column for a line
  int ptx_line = 0;                // for an instruction; 0 for a line
  std::uint32_t instructions = 1;  // PTX instructions compiled from the line
  std::uint64_t executions = 0;    // warp instructions
  std::uint64_t lanes = 0;         // active ones, summed over executions, whatever the guard
  bool jumps = false;              // an unconditional jump of all lanes
  // Average number of active lanes, 0..32.
  [[nodiscard]] double active_lanes() const;
};
// False if the average is within rounding of 32 lanes: an odd warp at an array's end does not
// count.
[[nodiscard]] bool has_idle_lanes(std::uint64_t lanes, std::uint64_t executions);

// One source line with its sites.
struct Line {
  int line = 0;
  std::uint64_t requests = 0;        // of all its accesses
  double worst_ratio = 1.0;          // largest cost / ideal of one of its sites
  std::uint32_t worst_ways = 0;      // over its shared sites; 0 if it has none
  std::vector<std::uint32_t> sites;  // indices into Report::sites
};

// The accesses of a line that were executed: its sites, copies among them. The costliest is the one
// that Line::worst_ratio is of.
struct LineAccesses {
  std::size_t count = 0;
  std::size_t counted_together = 0;      // the costliest and its copies
  std::uint64_t costliest_requests = 0;  // of these
};
// What the lines of a file of the user's cost that the kernel's own text includes.
struct IncludedLines {
  std::string file;                // as in SourcePlace
  std::vector<Line> lines;         // ascending
  std::vector<Activity> activity;  // ascending
};

struct Report;
[[nodiscard]] LineAccesses accesses_of(const Report& report, const Line& line);

// --- The traced block, warp by warp ---

enum class EventKind : std::uint8_t { access, barrier };

// One memory instruction or barrier as one warp executed it, in the warp's program order.
struct Event {
  EventKind kind = EventKind::access;
  std::uint32_t site = 0;  // index into Report::sites (access only)
  SourcePlace place;
  memory::WarpAccess access;  // if kind == access
  std::uint32_t cost = 0;     // sectors, or wavefronts
  std::uint32_t ideal = 0;
  std::uint32_t ways = 0;  // shared memory: N-way; else 0
  // Number of consecutive steps that serve it: wavefronts for shared memory, transactions for
  // global memory if the machine prices those; else 0.
  std::uint32_t steps = 0;
  // The asynchronous copy that the access is half of; nullptr if there is none.
  std::shared_ptr<const memory::AsyncCopy> copy{};
};

// One conditional branch as one warp executed it.
struct BranchStep {
  std::uint32_t branch = 0;  // index into Report::branches
  std::uint32_t active = 0;  // lanes that reach it
  std::uint32_t taken = 0;   // lanes that jump
  bool operator==(const BranchStep&) const = default;
};

struct WarpTrace {
  WarpPosition position;
  std::vector<Event> events;
  // The warp executed more events than its share of the limit (65,536 for the block, at least 64
  // per warp).
  bool truncated = false;
  std::vector<BranchStep> branches{};  // in execution order, up to the same share
};

struct ArrayInfo {
  std::string name;
  std::string type;         // "float", ...
  std::uint64_t count = 0;  // elements
  std::uint32_t element_bytes = 0;
  std::uint64_t address = 0;         // device address of element 0
  std::vector<std::uint64_t> shape;  // empty if the lesson gives none
  std::string fnv1a64;               // hash of the bytes after the launch, 16 hex digits

  [[nodiscard]] std::uint64_t bytes() const { return count * element_bytes; }
  // True if `shape` has several dimensions that make up all elements.
  [[nodiscard]] bool has_shape() const;
};
// The array that contains the address; nullptr: none of them.
[[nodiscard]] const ArrayInfo* array_at(const std::vector<ArrayInfo>& arrays,
                                        std::uint64_t address);

// The launches of one kernel by kernels, added up.
struct LaunchedKernel {
  std::string kernel;  // as in the source
  std::uint64_t launches = 0;
  std::uint64_t blocks = 0;  // that ran, in all of them
  std::uint32_t depth = 0;   // of the deepest; 1: launched by the report's kernel
  Totals totals;
};

// Launches that one kernel made alike: by the same line, of the same kernel, with the same grid,
// block and dynamic shared memory, all of them tail launches or none, from launches that are one
// group themselves.
struct LaunchGroup {
  // Who of a launching grid makes them: several threads of a block; one thread in each of several
  // blocks; one thread.
  enum class By : std::uint8_t { thread, block, grid };
  std::optional<std::size_t> parent;  // index into Report::launch_tree; empty: the report's kernel
  std::string kernel;                 // as in the source
  Dim3 grid{1, 1, 1};
  Dim3 block{1, 1, 1};
  std::uint32_t depth = 1;  // 1: launched by the report's kernel
  SourcePlace place;        // of the launch
  By by = By::grid;
  bool is_tail = false;  // run after the launching grid and its other launches
  std::uint64_t launches = 0;
  std::uint64_t launching_blocks = 0;  // blocks with a thread that launches, in all launching grids
  std::uint64_t blocks = 0;            // that ran, in all launches
  std::uint64_t warp_instructions = 0;
  bool operator==(const LaunchGroup&) const = default;
};
inline constexpr std::size_t max_launch_groups = 256;
[[nodiscard]] const char* name_of(LaunchGroup::By by);  // "thread", "block", "grid"

struct Report {
  std::string kernel;     // the lesson's name for it
  std::string main_file;  // the kernel's text, as in SourcePlace; empty: all places are in it
  std::string machine;    // the machine whose memory rules apply; empty: the default (the H200)
  Dim3 grid{1, 1, 1};
  Dim3 block{1, 1, 1};
  std::uint64_t blocks_simulated = 0;
  std::uint64_t blocks_total = 0;
  std::uint32_t shared_bytes = 0;          // per block, static + dynamic
  std::uint32_t dynamic_shared_bytes = 0;  // of these
  bool complete = true;                    // false: instruction limit reached or run cancelled
  Totals totals;
  std::vector<Site> sites;             // in program order (by PTX line)
  std::vector<Line> lines;             // lines of the main source file, ascending
  std::vector<Branch> branches;        // in program order
  std::vector<Activity> activity;      // lines of the main source file, ascending
  std::vector<Activity> instructions;  // PTX instructions, in program order
  // Included files of the user's that the kernel has instructions from, by name.
  std::vector<IncludedLines> included;
  // Every warp of the traced block, ascending; empty if the block did not run.
  std::vector<WarpTrace> traces;
  std::vector<ArrayInfo> arrays;
  // The first 100: errors, then warnings, then notes, each in block order.
  std::vector<Diagnostic> diagnostics;
  std::uint64_t diagnostics_total = 0;
  std::uint64_t errors_total = 0;
  // No findings about the kernel itself: what a GPU's counters would count otherwise (remarks.h),
  // what the chosen machine would do otherwise, and what kernels that run before have done.
  std::vector<Diagnostic> remarks;
  // What kernels launched, in the order of the first launch. All other counts are without them; the
  // diagnostics, `printed` and the arrays are with them.
  std::vector<LaunchedKernel> launched;
  // The same as a tree: parents before their children, each in the order of the first launch; at
  // most max_launch_groups.
  std::vector<LaunchGroup> launch_tree;
  std::uint64_t launches_left_out = 0;  // those of further groups
  // By depth, with those left out: [0] counts the host's launch, [1] those that its grid made, and
  // so on. Empty if kernels launched nothing.
  std::vector<std::uint64_t> launches_per_depth;
  std::string printed;          // output of the kernel's printf, in block order
  bool printed_is_cut = false;  // output beyond the limit (1 MiB) was dropped

  [[nodiscard]] std::uint32_t warps_per_block() const;
};

// A file of a report: "" is the main source file, others are named as in SourcePlace.
[[nodiscard]] std::string file_of(const Report& report, const SourcePlace& place);
[[nodiscard]] bool is_in_file(const Report& report, const SourcePlace& place,
                              std::string_view file);
// Of the main source file, or of an included one; empty for a file that is neither.
[[nodiscard]] const std::vector<Line>& lines_in(const Report& report, std::string_view file);
[[nodiscard]] const std::vector<Activity>& activity_in(const Report& report, std::string_view file);

// "12"; of a place outside the main source file "helpers.h:12".
[[nodiscard]] std::string line_name(const Report& report, const SourcePlace& place);

}  // namespace lanescope::report
