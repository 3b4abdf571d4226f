// A machine: its figures with their sources, what of a launch it would refuse, and how the present
// kernel fills one of its multiprocessors.
//
// HitArea kinds: all `none`; their tooltips hold the sources.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/machine/occupancy.h"
#include "sim/machine/profile.h"
#include "viz/scene/draw_list.h"
#include "viz/scene/style.h"

namespace lanescope::scene {

struct MachineInput {
  const machine::Profile* profile = nullptr;  // must be set
  bool is_usual = true;                       // no other machine was named
  std::string kernel;                         // empty: nothing has run yet
  machine::LaunchNeeds launch;
  std::optional<machine::Occupancy> occupancy;
  std::vector<machine::LaunchProblem> problems;
  enum class Registers : std::uint8_t { asked_for, not_known, compiler, lesson_file };
  Registers registers = Registers::not_known;
  std::string registers_detail;  // "NVRTC 13.0, sm_90"; why nobody knows
};

// What all of it needs at that width, pixels; with less, build_machine leaves out the end.
[[nodiscard]] float machine_height(const MachineInput& input, const Style& style, float width);

[[nodiscard]] DrawList build_machine(const MachineInput& input, const Style& style, float width,
                                     float height);

}  // namespace lanescope::scene
