#include "app/window/panels/strip_panel.h"

#include <array>
#include <cmath>

#include "app/window/widgets.h"
#include "viz/scene/strip.h"

namespace lanescope::app {
namespace {

constexpr float row_height = 44;  // units

std::string widest(std::uint32_t count) {
  return std::string(std::to_string(count > 0 ? count - 1 : 0).size(), '0');
}

}  // namespace

void StripPanel::content(Ui& ui, Session& session, const Rect& area) {
  if (!session.shown()) {
    return;
  }
  const float row = ui.px(row_height);
  selectors(ui, session, {area.x + ui.px(16), area.y, area.w - ui.px(24), row});
  const float pad = ui.px(8);
  strip(ui, session, {area.x + pad, area.y + row, area.w - 2 * pad, area.h - row - pad});
}

void StripPanel::selectors(Ui& ui, Session& session, const Rect& row) {
  const report::Report& report = session.shown()->report;
  const Selection& selection = session.state().selection;
  const Look label{FontRole::ui, scene::text_body, ui.palette().text_dim};
  const float middle = row.y + row.h / 2;
  const float h = ui.px(28);
  const float top = std::round(middle - h / 2);
  const float gap = ui.px(8);
  float x = row.x;

  const std::uint32_t warps = report.warps_per_block();
  const std::string warp_word = ui.texts().get("panel.warp");
  const std::string warp_tip =
      ui.texts().get("panel.warp_tip", fmt::arg("last", warps > 0 ? warps - 1 : 0));
  x += ui.text(x, middle, warp_word, label) + gap;
  float w = stepper_width(ui, widest(warps));
  const StepperResult warp =
      draw_stepper(ui, "strip.warp", {x, top, w, h}, std::to_string(selection.warp), warps > 1,
                   warps > 1, warp_tip);
  if (warp.step != 0) {
    session.step_warp(warp.step);
  }
  x += w + ui.px(16);

  // Axes along which the grid is one block wide need no selector.
  constexpr std::array<const char*, 3> axes{"x", "y", "z"};
  std::size_t shown_axes = 1;
  for (std::size_t axis = 1; axis < 3; ++axis) {
    if (report.grid[axis] > 1) {
      shown_axes = axis + 1;
    }
  }
  x += ui.text(x, middle, ui.texts().get("panel.block"), label) + gap;
  for (std::size_t axis = 0; axis < shown_axes; ++axis) {
    const std::uint32_t count = report.grid[axis];
    w = stepper_width(ui, widest(count));
    if (x + w > right_of(row)) {
      break;  // too narrow: the keys still walk all blocks
    }
    const std::uint32_t at = selection.block[axis];
    const std::string tip = ui.texts().get("panel.block_tip", fmt::arg("axis", axes[axis]),
                                           fmt::arg("last", count > 0 ? count - 1 : 0));
    const StepperResult result =
        draw_stepper(ui, std::string("strip.block.") + axes[axis], {x, top, w, h},
                     std::to_string(at), at > 0, at + 1 < count, tip);
    if (result.step != 0) {
      report::Dim3 block = selection.block;
      block[axis] = result.step > 0 ? at + 1 : at - 1;
      session.choose_block(block);
    }
    x += w + ui.px(4);
  }

  const std::string worst = ui.texts().get("panel.worst");
  w = button_width(ui, worst);
  if (x + gap + w <= right_of(row)) {
    const std::string tip = ui.texts().get("panel.worst_tip");
    if (button(ui, "strip.worst", {right_of(row) - w, top, w, h},
               {.label = worst, .raised = false, .tooltip = tip})
            .pressed) {
      session.worst_warp();
    }
  }
}

void StripPanel::strip(Ui& ui, Session& session, const Rect& area) {
  scene::StripInput input;
  input.trace = session.trace();
  input.selected = session.state().selection.event.value_or(static_cast<std::size_t>(-1));
  Press press;
  const scene::HitArea* hit =
      ui.picture("strip", scene::build_strip(input, ui.style(), area.w, area.h), area, &press);
  if (hit != nullptr) {
    ui.tooltip(hit->tooltip);
    // Held: scrubbing.
    if ((press.pressed || press.held) && hit->kind == scene::HitKind::event) {
      session.choose_event(hit->index);
    }
  }
  const float wheel = ui.wheel_over(area);
  if (wheel != 0) {
    session.step_event(wheel > 0 ? 1 : -1);
  }
}

}  // namespace lanescope::app
