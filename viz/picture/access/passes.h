// How one warp instruction is served, for the player: groups of lanes one after another. Each group
// takes one or more positions. A position is one wavefront of shared memory, or one transaction of
// global memory on machines that count those.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/memory/access.h"
#include "sim/memory/memory_rules.h"
#include "sim/memory/shared.h"
#include "viz/picture/access/stage.h"

namespace lanescope::picture {

// State of a lane or a word relative to the chosen position.
enum class LaneState : std::uint8_t {
  none,     // does not take part
  served,   // at this position
  waiting,  // at a later position of the current group
  later,    // in a later group
  done,
};

struct PassPosition {
  std::size_t group = 0;
  std::size_t in_group = 0;  // number of the position in its group, from 0
  std::uint32_t served = 0;  // mask of lanes; 0: a wavefront that serves no lane
  std::uint32_t busy = 0;    // number of busy banks; shared memory only
  std::uint32_t bytes = 0;   // of the transaction; global memory only
};

struct Passes {
  struct Group {
    std::uint32_t lanes = 0;  // mask
    std::size_t first = 0;    // index of its first position
    std::size_t positions = 0;
  };
  std::vector<Group> groups;
  std::vector<PassPosition> positions;  // sorted by group

  // `at`, at most the last position.
  [[nodiscard]] std::size_t clamped(std::size_t at) const {
    return at < positions.size() ? at : positions.size() - 1;
  }
  // True if each group takes one position, so nothing can be saved.
  [[nodiscard]] bool is_conflict_free() const { return positions.size() == groups.size(); }
  // The state of every lane. Without a position, all participating lanes are `served`.
  [[nodiscard]] std::array<LaneState, memory::warp_lanes> lane_states(
      std::uint32_t lanes, std::optional<std::size_t> at) const;
};

[[nodiscard]] Passes passes_of(const memory::SharedSchedule& schedule);
[[nodiscard]] Passes passes_of(const std::vector<memory::Transaction>& transactions);

// A bracket over a range of lanes that is served together: by one group, or by several if the
// machine splits wide lanes.
struct PassSpan {
  int first = 0, last = 0;          // first and last lane
  std::vector<std::size_t> groups;  // ascending
};
// From left to right. Empty if the groups' ranges overlap.
[[nodiscard]] std::vector<PassSpan> spans_of(const Passes& passes);

// Texts about how an access is served: why in groups, and where the player is.

// The passes of the access as the stage shows it: wavefronts, or transactions on machines that
// count those; otherwise empty.
[[nodiscard]] Passes passes_of(const StageInput& input);

// "16-byte loads: a quarter-warp at a time"
[[nodiscard]] std::string pass_reason(const StageInput& input, const text::Texts& texts);
// The cost of the groups under one bracket, longest form first: "lanes 0–7: 1 wavefront", "1
// wavefront", "1".
[[nodiscard]] std::vector<std::string> span_labels(const Passes& passes, const PassSpan& span,
                                                   bool is_shared, const text::Texts& texts);
[[nodiscard]] std::string group_tooltip(const Passes& passes, std::size_t group, bool is_shared,
                                        const text::Texts& texts);
// "group 2 of 4 · wavefront 6 of 8: lane 13 served, 2 wait, 16 come later"
[[nodiscard]] std::string position_sentence(const StageInput& input, const Passes& passes,
                                            std::size_t at, const text::Texts& texts);
// The sentence for all positions shown at once.
[[nodiscard]] std::string all_positions_sentence(const Passes& passes, bool is_shared,
                                                 const text::Texts& texts);

}  // namespace lanescope::picture
