// `lanescope steps`: what one warp of a block executed, instruction by instruction.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "app/command_line/result.h"
#include "app/session/steps/steps.h"

namespace lanescope::app {

struct StepsOptions {
  StepsRequest request;
  std::uint32_t lane = 0;            // lane whose values the text shows, 0..31
  std::size_t from = 0;              // the first step to print
  std::optional<std::size_t> count;  // empty: up to the end
  bool json = false;
};
[[nodiscard]] Result steps_command(const StepsOptions& options);

}  // namespace lanescope::app
