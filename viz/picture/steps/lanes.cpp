// The lanes that execute the current instruction.
#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "viz/picture/core/lanes_row.h"
#include "viz/picture/steps/parts.h"

namespace lanescope::picture {
namespace {

report::Dim3 thread_of(const StepsInput& input, std::uint32_t lane) {
  const std::uint32_t number = input.recording->warp * 32 + lane;
  const report::Dim3& size = input.block_size;
  return {number % size[0], number / size[0] % size[1], number / size[0] / size[1]};
}

// A pointer below the chosen lane: among chips with bright borders, another border would not stand
// out.
void draw_pointer(Canvas& canvas, float middle, float top) {
  const float rows = canvas.whole_px(5);
  for (float i = 0; i < rows; ++i) {
    canvas.fill({std::round(middle) - i, top + i, 2 * i + 1, 1}, canvas.palette().text);
  }
}

}  // namespace

DrawList build_steps_lanes(const StepsInput& input, const Style& style, float width, float height) {
  Canvas canvas(style, width, height);
  const Palette& palette = canvas.palette();
  const text::Texts& texts = canvas.texts();
  const steps::Recording& recording = *input.recording;
  const steps::Step& step = recording.steps[input.step];
  const float margin = canvas.whole_px(space_unit);
  const float chip_h = std::min(canvas.whole_px(24), height);
  const Columns columns = columns_in(canvas, margin, std::max(32.0F, width - 2 * margin));
  memory::WarpAccess taking;
  taking.mask = recording.taking_part(input.step);
  const bool leaves = taking.mask != step.executing;  // a branch: the striped lanes stay
  const std::uint32_t skipped = step.active & ~step.executing;
  const auto tooltip = [&](int lane) {
    const report::Dim3 thread = thread_of(input, static_cast<std::uint32_t>(lane));
    const std::uint32_t bit = 1U << lane;
    const char* key = (recording.valid & bit) == 0  ? "steps.lane_none"
                      : (step.executing & bit) != 0 ? "steps.lane_executes"
                      : (skipped & bit) != 0 ? (leaves ? "steps.lane_stays" : "steps.lane_skips")
                                             : "steps.lane_waits";
    return texts.get("steps.lane_tooltip", fmt::arg("lane", lane), fmt::arg("x", thread[0]),
                     fmt::arg("y", thread[1]), fmt::arg("z", thread[2]),
                     fmt::arg("what", texts.get(key)));
  };
  draw_lane_chips(canvas, columns, 0, chip_h, taking, static_cast<int>(input.lane), tooltip);
  // Striped: lanes at this instruction whose guard is false. Lanes elsewhere are empty.
  for (std::uint32_t lane = 0; lane < steps::lane_count; ++lane) {
    if ((skipped >> lane & 1U) == 0) continue;
    const Rect cell = columns.cell(static_cast<int>(lane), 0, chip_h);
    canvas.waste({cell.x + 1, cell.y + 1, std::max(1.0F, cell.w - 3), cell.h - 2}, canvas.px(2));
  }
  if (height < chip_h + canvas.px(16)) return canvas.take();
  draw_pointer(canvas, columns.center(static_cast<int>(input.lane)), chip_h + canvas.whole_px(2));
  const int executing = std::popcount(step.executing);
  const int active = std::popcount(step.active);
  std::string words = texts.get(leaves                ? "steps.lanes_jump"
                                : executing == active ? "steps.lanes_all"
                                                      : "steps.lanes_some",
                                fmt::arg("executing", executing), fmt::arg("active", active),
                                fmt::arg("threads", std::popcount(recording.valid)));
  canvas.fitted_label(text_at(margin, chip_h + (height - chip_h) / 2 + canvas.px(4), FontRole::ui,
                              canvas.px(text_small), palette.text_dim, std::move(words)),
                      width - 2 * margin);
  return canvas.take();
}

}  // namespace lanescope::picture
