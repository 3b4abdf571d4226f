// The stage: one warp instruction, as large as the room allows. Pure: equal inputs give equal
// pictures.
//
// Every lane, word, bank, sector, line and wavefront is a HitArea whose tooltip explains it with
// its numbers:
//   lane        index: 0..31
//   bank        index: 0..31
//   word_cell   index: shared: byte address / 4; global, local: byte address of the cell
//   sector      index: byte address / 32
//   line        index: byte address / 128
//   wavefront   index: into memory::SharedSchedule::wavefronts
//   pass_group  index: into memory::SharedSchedule::groups, or into a machine's requests
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/memory/access.h"
#include "sim/memory/async_copy.h"
#include "sim/memory/memory_rules.h"
#include "sim/report/report.h"
#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/frame.h"
#include "viz/picture/core/style.h"

namespace lanescope::picture {

// The block's use of shared memory, as far as the traces show it.
struct SharedUse {
  std::uint32_t bytes = 0;    // of the whole allocation; 0: unknown, only touched words are drawn
  std::vector<bool> touched;  // by 4-byte word; empty: unknown
};
// From the traced block. `touched` stays empty if a trace is truncated, because a missing access
// would prove nothing.
[[nodiscard]] SharedUse shared_use(const report::Report& report);

// The common scale of two pictures side by side: each leaves as much room as the larger of them
// needs. Empty: a picture uses its own scale.
struct StageScale {
  int banks = 0;                     // a bank's column is as narrow as with this many
  std::vector<std::uint64_t> words;  // whose rows are shown as well; byte address / 4, ascending
  std::uint32_t shared_bytes = 0;    // of the larger allocation
  float rows = 0;                    // a row of words is as low as with this many
  std::size_t wavefronts = 0;        // a wavefront in the stack is as low as with this many
  std::size_t groups = 0;            // leave room for the brackets of this many pass groups
  std::size_t lines = 0;             // 128-byte lines, or addresses of local and constant memory
  std::size_t tracks = 0;            // brackets below a line
  std::string row_name{};            // the longest row name
  FrameForm frame{};
};

struct StageInput {
  memory::WarpAccess access;
  // The asynchronous copy that the access is half of, or nullptr.
  std::shared_ptr<const memory::AsyncCopy> copy;
  std::string source_text;  // the source line or expression; surrounding blanks are dropped
  // Index of the wavefront (or, on machines that count those, of the transaction) to show; nullopt:
  // all.
  std::optional<std::uint32_t> wavefront;
  // The lane to highlight (under the mouse, or selected by key).
  std::optional<int> lane;
  // Global memory: lanes whose bytes lie outside every array, see lanes_out_of_range.
  std::uint32_t bad_lanes = 0;
  std::vector<report::ArrayInfo> arrays;  // names for global addresses; may be empty
  SharedUse shared;
  // The machine whose rules apply, and its name; an empty name means the H200's measured rules.
  memory::MemoryRules machine{};
  std::string machine_name{};
  StageScale scale{};
};

// The common scale of two pictures; empty if their memory spaces differ.
[[nodiscard]] StageScale common_scale(const StageInput& a, const StageInput& b);
// How a picture of that size fits its texts; for StageScale::frame.
[[nodiscard]] FrameForm stage_form(const StageInput& input, const Style& style, float width,
                                   float height);

// Lanes of a global access whose bytes are not all in one of these arrays. The kernel's own
// __device__ variables are in none of them, so call this only if the run reported an access out of
// range.
[[nodiscard]] std::uint32_t lanes_out_of_range(const memory::WarpAccess& access,
                                               const std::vector<report::ArrayInfo>& arrays);

// Chooses the view by access.space.
[[nodiscard]] DrawList build_stage(const StageInput& input, const Style& style, float width,
                                   float height);

// Like build_stage, with names for parts that persist when values change, for transition().
[[nodiscard]] PartedList build_stage_parted(const StageInput& input, const Style& style,
                                            float width, float height);

// Shared: banks across, words down, each bank's load at the top, wavefronts on the right.
[[nodiscard]] DrawList build_bank_view(const StageInput& input, const Style& style, float width,
                                       float height);
[[nodiscard]] PartedList build_bank_view_parted(const StageInput& input, const Style& style,
                                                float width, float height);
// Global: lanes at the top, 128-byte lines below.
[[nodiscard]] DrawList build_global_view(const StageInput& input, const Style& style, float width,
                                         float height);
[[nodiscard]] PartedList build_global_view_parted(const StageInput& input, const Style& style,
                                                  float width, float height);
// Local and constant: lanes and their addresses, one transaction per address.
[[nodiscard]] DrawList build_address_view(const StageInput& input, const Style& style, float width,
                                          float height);
// "wavefront 1 of 32: lane 0 served, 31 wait": the sentence beside the step buttons. Empty if there
// is nothing to step through. `copy`, `machine`: as in StageInput.
[[nodiscard]] std::string wavefront_sentence(const memory::WarpAccess& access,
                                             std::optional<std::uint32_t> wavefront,
                                             const text::Texts& texts,
                                             const memory::AsyncCopy* copy = nullptr,
                                             const memory::MemoryRules& machine = {});

[[nodiscard]] Frame address_frame(const StageInput& input, const text::Texts& texts);

}  // namespace lanescope::picture
