// A warp's life at one of its steps, as its pictures want it.
#pragma once

#include <optional>
#include <string>

#include "app/session/steps/steps.h"
#include "viz/scene/stage.h"
#include "viz/scene/steps.h"
#include "viz/text/texts.h"

namespace lanescope::app {

// `steps` must outlive it.
[[nodiscard]] scene::StepsInput steps_input(const Steps& steps, std::size_t step,
                                            std::uint32_t lane);
// "Warp 3 of block (0, 1, 0)"
[[nodiscard]] std::string steps_title(const Steps& steps, const text::Texts& texts);

// What stands below the tables.
struct StepsFoot {
  std::optional<scene::StageInput> stage;  // the step is an access
  bool has_values = false;                 // every lane got something, as build_steps_values shows
  std::string title, sentence;             // else; the sentence stands below the values, too
};
// `shared`: as of stage_input().
[[nodiscard]] StepsFoot steps_foot(const Steps& steps, std::size_t step, std::uint32_t lane,
                                   const scene::SharedUse& shared, const text::Texts& texts);
[[nodiscard]] scene::DrawList build_steps_foot(const StepsFoot& foot,
                                               const scene::StepsInput& input,
                                               const scene::Style& style, float width,
                                               float height);

// All of it in one picture, without a window's buttons.
[[nodiscard]] scene::DrawList build_steps(const Steps& steps, std::size_t step, std::uint32_t lane,
                                          const scene::SharedUse& shared, const scene::Style& style,
                                          float width, float height);

}  // namespace lanescope::app
