#include "viz/picture/steps/parts.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "viz/picture/kernel/strip.h"

namespace lanescope::picture {

std::string step_tooltip(const steps::Recording& recording, std::size_t step,
                         const text::Texts& texts) {
  const steps::Instruction& in = recording.instruction_of(step);
  std::string text =
      texts.get("steps.tooltip", fmt::arg("i", step + 1), fmt::arg("n", recording.steps.size()),
                fmt::arg("line", in.place.line), fmt::arg("ptx", in.text),
                fmt::arg("lanes", std::popcount(recording.steps[step].executing)));
  if (const auto event = steps::event_of_step(recording, step)) {
    const report::Event& one = recording.events[*event];
    text += "\n";
    text += one.kind == report::EventKind::barrier
                ? texts.get("steps.tooltip_barrier")
                : texts.get("steps.tooltip_access", fmt::arg("what", mnemonic(one)),
                            fmt::arg("cost", cost_text(one, texts)), fmt::arg("ideal", one.ideal));
  }
  return text;
}

const steps::Function& function_of(const steps::Recording& recording, std::size_t step) {
  const steps::Frame& frame = recording.frames[recording.steps[step].frame];
  return recording.listing->functions[frame.function];
}

void draw_well(Canvas& canvas, const Rect& rect, float radius) {
  const Palette& palette = canvas.palette();
  canvas.framed(rect, palette.well, palette.hairline,
                palette.well == palette.panel ? canvas.whole_px(1) : 0, radius);
}

void draw_access_mark(Canvas& canvas, const Rect& area, float tall, bool conflict) {
  const Palette& palette = canvas.palette();
  const float bottom = area.y + area.h;
  const float h = std::round(std::clamp(area.h * tall, std::min(canvas.px(4), area.h), area.h));
  const Color& color = conflict ? palette.costly : palette.good;
  canvas.fill(snapped(area.x, bottom - h, area.x + area.w, bottom), color);
  if (!conflict) return;
  const float middle = area.x + area.w / 2;
  const float half = std::max(canvas.px(4), area.w / 2 + canvas.px(1));
  const float head = std::min(canvas.px(4), h);
  canvas.fill(snapped(middle - half, bottom - h, middle + half, bottom - h + head), color);
}

void draw_barrier_mark(Canvas& canvas, const Rect& area) {
  const Palette& palette = canvas.palette();
  const float middle = std::round(area.x + area.w / 2);
  const float thick = canvas.whole_px(1.5F);
  const float serif = canvas.whole_px(3);
  canvas.fill({middle - thick / 2, area.y, thick, area.h}, palette.text_dim);
  for (const float y : {area.y, area.y + area.h - thick})
    canvas.fill({middle - serif, y, 2 * serif, thick}, palette.text_dim);
}

}  // namespace lanescope::picture
