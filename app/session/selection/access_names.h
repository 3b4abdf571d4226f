// Standard terms for spaces and operations, as the command line prints them.
#pragma once

#include <string_view>

#include "sim/metrics/counts.h"

namespace lanescope::app {

[[nodiscard]] constexpr std::string_view name_of(memory::Space space) {
  switch (space) {
    case memory::Space::global:
      return "global";
    case memory::Space::shared:
      return "shared";
    case memory::Space::local:
      return "local";
    case memory::Space::constant:
      return "constant";
  }
  return "unknown";
}

[[nodiscard]] constexpr std::string_view name_of(memory::Op op) {
  switch (op) {
    case memory::Op::load:
      return "load";
    case memory::Op::store:
      return "store";
    case memory::Op::atomic:
      return "atomic";
    case memory::Op::reduction:
      return "reduction";
  }
  return "unknown";
}

// The unit of an access's cost in this space.
[[nodiscard]] constexpr std::string_view cost_unit(memory::Space space) {
  return report::is_moved_in_sectors(space) ? "sectors" : "wavefronts";
}

}  // namespace lanescope::app
