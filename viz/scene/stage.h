// The stage: one warp instruction, as large as there is room for. Pure: the same input gives the
// same picture.
//
// Every lane, word, bank, sector, line and wavefront is a HitArea whose tooltip explains it with
// its numbers:
//   lane        index: 0..31
//   bank        index: 0..31
//   word_cell   index: shared: byte address / 4; global, local: byte address of the cell
//   sector      index: byte address / 32
//   line        index: byte address / 128
//   wavefront   index: into memory::SharedSchedule::wavefronts
//   pass_group  index: into memory::SharedSchedule::groups, or of a machine's requests
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/memory/access.h"
#include "sim/memory/async_copy.h"
#include "sim/memory/machine.h"
#include "sim/report/report.h"
#include "viz/scene/draw_list.h"
#include "viz/scene/parted.h"
#include "viz/scene/style.h"

namespace lanescope::scene {

// The block's shared memory, as far as the traces tell: what lies in it that no thread ever touches
// (padding).
struct SharedUse {
  std::uint32_t bytes = 0;    // of the whole allocation; 0: not known, only touched words are drawn
  std::vector<bool> touched;  // by 4-byte word; empty: not known
};
// From the block that was traced. `touched` stays empty when a trace is truncated: absence would
// prove nothing.
[[nodiscard]] SharedUse shared_use(const report::Report& report);

// What pictures side by side have to agree on to be of the same scale: each makes room for as much
// as the larger of them needs. Empty: a picture has its own scale.
struct StageScale {
  int banks = 0;                     // a bank's column is as narrow as with so many
  std::vector<std::uint64_t> words;  // their rows are shown, too; byte address / 4, ascending
  std::uint32_t shared_bytes = 0;    // of the larger allocation
  float rows = 0;                    // a row of words is as low as with so many
  std::size_t wavefronts = 0;        // one in the stack is as low as with so many
  std::size_t groups = 0;            // room for their brackets, as with so many pass groups
  std::size_t lines = 0;             // 128-byte lines, or addresses of local and constant memory
  std::size_t tracks = 0;            // brackets below a line
  std::string row_name{};            // the longest name of a line
};

struct StageInput {
  memory::WarpAccess access;
  // The asynchronous copy that the access is one half of; nullptr: it is none.
  std::shared_ptr<const memory::AsyncCopy> copy;
  std::string source_text;  // the source line or expression; surrounding blanks are dropped
  // Index of the wavefront, or of the transaction where these are priced, to show; none: all.
  std::optional<std::uint32_t> wavefront;
  // A lane to bring out (under the mouse, or chosen by key).
  std::optional<int> lane;
  // Global memory: lanes whose bytes lie outside of every array, see lanes_out_of_range.
  std::uint32_t bad_lanes = 0;
  std::vector<report::ArrayInfo> arrays;  // names for global addresses; may be empty
  SharedUse shared;
  // By whose rules it is drawn and counted, and its name; no name: as measured on the H200.
  memory::Machine machine{};
  std::string machine_name{};
  StageScale scale{};
};

// Of two pictures; nothing where they are of different spaces.
[[nodiscard]] StageScale common_scale(const StageInput& a, const StageInput& b);

// Lanes of a global access whose bytes are not all in one of these arrays. Variables of the
// kernel's own (__device__) are in none of them: ask only where the run found something out of
// range.
[[nodiscard]] std::uint32_t lanes_out_of_range(const memory::WarpAccess& access,
                                               const std::vector<report::ArrayInfo>& arrays);

// Picks the view by access.space.
[[nodiscard]] DrawList build_stage(const StageInput& input, const Style& style, float width,
                                   float height);

// The same, with names for what stays itself when values change, for glide().
[[nodiscard]] PartedList build_stage_parted(const StageInput& input, const Style& style,
                                            float width, float height);

// Shared: the banks across, words down, per-bank load above, the wavefronts at the right.
[[nodiscard]] DrawList build_bank_view(const StageInput& input, const Style& style, float width,
                                       float height);
[[nodiscard]] PartedList build_bank_view_parted(const StageInput& input, const Style& style,
                                                float width, float height);
// Global (and local, whose interleaved layout is explained): lanes above, 128-byte lines below.
[[nodiscard]] DrawList build_global_view(const StageInput& input, const Style& style, float width,
                                         float height);
[[nodiscard]] PartedList build_global_view_parted(const StageInput& input, const Style& style,
                                                  float width, float height);
// Local and constant: lanes and the addresses they name, one transaction an address.
[[nodiscard]] DrawList build_address_view(const StageInput& input, const Style& style, float width,
                                          float height);
// A barrier, or nothing chosen: `title` and `sentence` in an otherwise quiet stage.
[[nodiscard]] DrawList build_message_view(const std::string& title, const std::string& sentence,
                                          const Style& style, float width, float height);

// "wavefront 1 of 32: lane 0 served, 31 wait", the sentence beside the stepping buttons. Empty
// where there is nothing to step through. `copy`, `machine`: as StageInput has them.
[[nodiscard]] std::string wavefront_sentence(const memory::WarpAccess& access,
                                             std::optional<std::uint32_t> wavefront,
                                             const text::Texts& texts,
                                             const memory::AsyncCopy* copy = nullptr,
                                             const memory::Machine& machine = {});

}  // namespace lanescope::scene
