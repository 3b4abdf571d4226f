#include "app/window/panels/kernel/strip_panel.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "app/figures/kernel_inputs.h"
#include "app/window/toolkit/widgets.h"

namespace lanescope::app {
namespace {

constexpr float strip_row_height = 44;  // units
constexpr float wrapped_height = 34;    // per row, if there are several
constexpr float least_height = 120;     // below it there is no room for the strip

std::string widest(std::uint32_t count) {
  return std::string(std::to_string(count > 0 ? count - 1 : 0).size(), '0');
}

constexpr std::array<const char*, 3> block_axes{"x", "y", "z"};
constexpr float between_blocks = 8;  // units

// The parts of a block's selector: "block" (before x only), its axis, its stepper.
struct BlockWidths {
  float word = 0, name = 0, stepper = 0;
  [[nodiscard]] float sum() const { return word + name + stepper; }
};

BlockWidths block_widths(Ui& ui, const report::Report& report, std::size_t axis) {
  const TextStyle label{FontRole::ui, picture::text_body, ui.palette().text_dim};
  const TextStyle name{FontRole::mono, picture::text_body, ui.palette().text_dim};
  return {axis == 0 ? ui.text_width(ui.texts().get("panel.block"), label) + ui.px(8) : 0,
          ui.text_width(block_axes[axis], name) + ui.px(4),
          stepper_width(ui, widest(report.grid[axis]))};
}

}  // namespace

void StripPanel::content(Ui& ui, Session& session, const Rect& area) {
  if (!session.run().shown()) {
    say_not_run(ui, session, area);
    return;
  }
  const Rect inside{area.x + ui.px(16), area.y, area.w - ui.px(24), area.h};
  if (area.h < ui.px(least_height)) {
    ControlFlow flow(inside, ui.px(wrapped_height), true);
    selectors(ui, session, flow, true);
    return;
  }
  ControlFlow measured(inside, 0, false);
  selectors(ui, session, measured, false);
  const float row = ui.px(measured.rows() > 1 ? wrapped_height : strip_row_height);
  ControlFlow drawn(inside, row, true);
  selectors(ui, session, drawn, false);
  const float pad = ui.px(8);
  const float used = row * static_cast<float>(drawn.rows());
  strip(ui, session, {area.x + pad, area.y + used, area.w - 2 * pad, area.h - used - pad});
}

void StripPanel::selectors(Ui& ui, Session& session, ControlFlow& flow, bool picks_access) {
  const OutcomePtr shown = session.run().shown();  // kept alive: pressing a control may replace it
  warp_selector(ui, session, shown->report, flow);
  if (picks_access) access_selector(ui, session, flow);
  // Axes along which the grid is one block wide have no selector.
  std::size_t axes = 1;
  for (std::size_t axis = 1; axis < 3; ++axis) {
    if (shown->report.grid[axis] > 1) axes = axis + 1;
  }
  if (picks_access) {  // all axes stay in one row
    float all = 0;
    for (std::size_t axis = 0; axis < axes; ++axis)
      all += block_widths(ui, shown->report, axis).sum() + (axis > 0 ? ui.px(between_blocks) : 0);
    flow.begin(all);
  }
  for (std::size_t axis = 0; axis < axes; ++axis)
    block_selector(ui, session, shown->report, axis, flow);
  if (picks_access) return;
  // Use a short label rather than a second row.
  std::string worst = ui.texts().get("panel.worst");
  if (!flow.has_room(button_width(ui, worst))) worst = ui.texts().get("panel.worst_short");
  const float w = button_width(ui, worst);
  flow.begin(w);
  flow.to_right(w);
  if (flow.draws()) {
    const std::string tip = ui.texts().get("panel.worst_tip");
    const float h = ui.px(28);
    const Rect box{flow.take(w), std::round(flow.middle() - h / 2), w, h};
    const report::Event* event = session.selector().event();
    const bool enabled = event != nullptr && event->kind == report::EventKind::access;
    if (button(ui, "strip.worst", box, {.label = worst, .enabled = enabled, .tooltip = tip})
            .pressed) {
      session.selector().go_to_worst_warp();
    }
  }
}

void StripPanel::warp_selector(Ui& ui, Session& session, const report::Report& report,
                               ControlFlow& flow) {
  const TextStyle label{FontRole::ui, picture::text_body, ui.palette().text_dim};
  const std::string word = ui.texts().get("panel.warp");
  const float word_w = ui.text_width(word, label) + ui.px(8);
  const std::uint32_t warps = report.warps_per_block();
  const float w = stepper_width(ui, widest(warps));
  flow.begin(word_w + w);
  const float x = flow.take(word_w + w + ui.px(16));
  if (!flow.draws()) return;
  ui.text(x, flow.middle(), word, label);
  const std::string tip =
      ui.texts().get("panel.warp_tip", fmt::arg("last", warps > 0 ? warps - 1 : 0));
  const float h = ui.px(28);
  const Rect box{x + word_w, std::round(flow.middle() - h / 2), w, h};
  const StepperResult result =
      draw_stepper(ui, "strip.warp", box, std::to_string(session.state().selection.warp), warps > 1,
                   warps > 1, tip);
  if (result.change != 0) session.selector().move_warp(result.change);
}

// Takes the place of the strip where that has no room.
void StripPanel::access_selector(Ui& ui, Session& session, ControlFlow& flow) {
  const report::WarpTrace* trace = session.selector().trace();
  if (trace == nullptr || trace->events.empty()) return;
  const std::size_t count = trace->events.size();
  const std::optional<std::size_t> at = session.state().selection.event;
  const TextStyle label{FontRole::ui, picture::text_body, ui.palette().text_dim};
  const std::string word = ui.texts().get("panel.access_word");
  const float word_w = ui.text_width(word, label) + ui.px(8);
  const float w = stepper_width(ui, fmt::format("{0}/{0}", count));
  flow.begin(word_w + w);
  const float x = flow.take(word_w + w + ui.px(16));
  if (!flow.draws()) return;
  ui.text(x, flow.middle(), word, label);
  const float h = ui.px(28);
  const Rect box{x + word_w, std::round(flow.middle() - h / 2), w, h};
  const std::string value = at ? fmt::format("{}/{}", *at + 1, count) : fmt::format("–/{}", count);
  const StepperResult result = draw_stepper(ui, "strip.access", box, value, count > 1, count > 1,
                                            ui.texts().get("panel.access_tip"));
  if (result.change != 0) session.selector().move_event(result.change);
}

void StripPanel::block_selector(Ui& ui, Session& session, const report::Report& report,
                                std::size_t axis, ControlFlow& flow) {
  const TextStyle label{FontRole::ui, picture::text_body, ui.palette().text_dim};
  const TextStyle name{FontRole::mono, picture::text_body, ui.palette().text_dim};
  const BlockWidths widths = block_widths(ui, report, axis);
  const std::uint32_t count = report.grid[axis];
  flow.begin(widths.sum());
  const float x = flow.take(widths.sum(), ui.px(between_blocks));
  if (!flow.draws()) return;
  if (axis == 0) ui.text(x, flow.middle(), ui.texts().get("panel.block"), label);
  ui.text(x + widths.word, flow.middle(), block_axes[axis], name);
  const report::Dim3 chosen = session.state().selection.block;
  const std::uint32_t at = chosen[axis];
  const std::string tip = ui.texts().get("panel.block_tip", fmt::arg("axis", block_axes[axis]),
                                         fmt::arg("last", count > 0 ? count - 1 : 0));
  const float h = ui.px(28);
  const Rect box{x + widths.word + widths.name, std::round(flow.middle() - h / 2), widths.stepper,
                 h};
  const StepperResult result = draw_stepper(ui, std::string("strip.block.") + block_axes[axis], box,
                                            std::to_string(at), at > 0, at + 1 < count, tip);
  if (result.change != 0) {
    report::Dim3 block = chosen;
    block[axis] = result.change > 0 ? at + 1 : at - 1;
    session.selector().choose_block(block);
  }
}

void StripPanel::strip(Ui& ui, Session& session, const Rect& area) {
  picture::StripInput input = strip_input(session);
  const std::size_t events = input.trace != nullptr ? input.trace->events.size() : 0;
  if (std::exchange(events_, events) == events) input.first = first_;
  first_ = picture::first_shown(input, ui.style(), area.w);
  Press press;
  const picture::HitArea* hit =
      ui.picture("strip", picture::build_strip(input, ui.style(), area.w, area.h), area, &press);
  if (hit != nullptr) {
    ui.tooltip(hit->tooltip);
    // Dragging scrubs.
    if ((press.pressed || press.held) && hit->kind == picture::HitKind::event) {
      const report::WarpTrace* trace = session.selector().trace();
      const bool is_access = trace != nullptr && hit->index < trace->events.size() &&
                             trace->events[hit->index].kind == report::EventKind::access;
      // Divergence shows lines: there the access itself would not be seen.
      if (is_access) session.selector().choose_view(Subject::memory);
      session.selector().choose_event(hit->index);
    }
  }
  const float wheel = ui.wheel_over(area);
  if (wheel != 0) session.selector().move_event(wheel > 0 ? 1 : -1);
}

}  // namespace lanescope::app
