// Input of the pictures that show a warp at one of its steps.
#pragma once

#include <optional>
#include <string>

#include "app/session/steps/steps.h"
#include "viz/picture/access/stage.h"
#include "viz/picture/steps/steps.h"
#include "viz/text/texts.h"

namespace lanescope::app {

// `steps` must outlive the result.
[[nodiscard]] picture::StepsInput steps_input(const Steps& steps, std::size_t step,
                                              std::uint32_t lane);
// "Warp 3 of block (0, 1, 0)"
[[nodiscard]] std::string steps_title(const Steps& steps, const text::Texts& texts);

// What is shown below the tables.
struct StepsFoot {
  std::optional<picture::StageInput> stage;  // set if the step is an access
  bool has_values = false;  // every lane received a value: build_steps_values() shows them
  // Set if there is neither a stage nor values. The sentence is also shown below values.
  std::string title, sentence;
};
// `shared`: as for stage_input().
[[nodiscard]] StepsFoot steps_foot(const Steps& steps, std::size_t step, std::uint32_t lane,
                                   const picture::SharedUse& shared, const text::Texts& texts);
[[nodiscard]] picture::DrawList build_steps_foot(const StepsFoot& foot,
                                                 const picture::StepsInput& input,
                                                 const picture::Style& style, float width,
                                                 float height);

// Everything in one picture, without the window's buttons.
[[nodiscard]] picture::DrawList build_steps(const Steps& steps, std::size_t step,
                                            std::uint32_t lane, const picture::SharedUse& shared,
                                            const picture::Style& style, float width, float height);

}  // namespace lanescope::app
