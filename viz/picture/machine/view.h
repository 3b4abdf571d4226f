// A machine: its figures with their sources, the launch limits it imposes, and the occupancy of the
// current kernel.
//
// All HitAreas have the kind `none`; their tooltips name the sources.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/machine/occupancy.h"
#include "sim/machine/profile.h"
#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/style.h"

namespace lanescope::picture {

struct MachineInput {
  const machine::Profile* profile = nullptr;  // must be set
  bool is_default_machine = true;             // false: another machine, whose name the badge shows
  std::string kernel;                         // empty: no kernel has run yet
  machine::LaunchNeeds launch;
  std::optional<machine::Occupancy> occupancy;
  std::vector<machine::LaunchProblem> problems;
  enum class Registers : std::uint8_t { asked_for, not_known, compiler, lesson_file };
  Registers registers = Registers::not_known;
  std::string registers_detail;  // "NVRTC 13.0, sm_90", or why the number is unknown
};

// Height for the whole page at that width, pixels. With less, build_machine leaves out the end.
[[nodiscard]] float machine_height(const MachineInput& input, const Style& style, float width);

[[nodiscard]] DrawList build_machine(const MachineInput& input, const Style& style, float width,
                                     float height);

}  // namespace lanescope::picture
