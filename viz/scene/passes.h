// How one warp instruction is served, as something to play: groups of lanes one after another, each
// in one or more steps. A step is a wavefront of shared memory, or a transaction of global memory
// on machines that price these.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/memory/access.h"
#include "sim/memory/machine.h"
#include "sim/memory/shared.h"

namespace lanescope::scene {

// Of a lane or a word against the chosen step.
enum class Turn : std::uint8_t {
  none,     // takes no part
  served,   // now
  waiting,  // its group is being served, its own step comes
  later,    // its group comes
  done,
};

struct PassStep {
  std::size_t group = 0;
  std::size_t in_group = 0;  // which of the group's steps, from 0
  std::uint32_t served = 0;  // lanes, mask; 0: a wavefront that serves nobody
  std::uint32_t busy = 0;    // banks at work, of shared memory
};

struct Passes {
  struct Group {
    std::uint32_t lanes = 0;  // mask
    std::size_t first = 0;    // its first step
    std::size_t steps = 0;
  };
  std::vector<Group> groups;
  std::vector<PassStep> steps;  // group after group

  // The step at `at`, or the last one.
  [[nodiscard]] std::size_t clamped(std::size_t at) const {
    return at < steps.size() ? at : steps.size() - 1;
  }
  // Each group takes one step: nothing could be saved.
  [[nodiscard]] bool is_free() const { return steps.size() == groups.size(); }
  // Of every lane; all that take part are `served` where no step is chosen.
  [[nodiscard]] std::array<Turn, memory::warp_lanes> turns(std::uint32_t lanes,
                                                           std::optional<std::size_t> at) const;
};

[[nodiscard]] Passes passes_of(const memory::SharedSchedule& schedule);
[[nodiscard]] Passes passes_of(const std::vector<memory::Transaction>& transactions);

// One bracket over a row of lanes: a stretch of it that is served together, by one group or, where
// a machine cuts wide lanes, by several.
struct PassSpan {
  int first = 0, last = 0;          // lanes
  std::vector<std::size_t> groups;  // ascending
};
// From left to right. Empty where groups are no stretches that stand side by side.
[[nodiscard]] std::vector<PassSpan> spans_of(const Passes& passes);

}  // namespace lanescope::scene
