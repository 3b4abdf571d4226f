#include "app/figures/pages/steps_page.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/figures/kernel_inputs.h"
#include "app/session/export/tables.h"
#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/frame.h"
#include "viz/picture/core/units.h"

namespace lanescope::app {

picture::StepsInput steps_input(const Steps& steps, std::size_t step, std::uint32_t lane) {
  picture::StepsInput input;
  input.recording = steps.recording.get();
  input.step = step;
  input.lane = lane;
  input.source_text = steps.outcome->resolved.source_text;
  input.source_name = steps.outcome->resolved.source_name;
  input.block_size = steps.outcome->report.block;
  return input;
}

std::string steps_title(const Steps& steps, const text::Texts& texts) {
  return texts.get("steps.title", fmt::arg("warp", steps.recording->warp),
                   fmt::arg("block", picture::position_text(steps.outcome->report.grid,
                                                            steps.recording->block)));
}

std::string steps_note(const Steps& steps, const text::Texts& texts) {
  return steps.outcome->launch_line > 0 ? texts.get("launches.not_here") : std::string();
}

StepsFoot steps_foot(const Steps& steps, std::size_t step, std::uint32_t lane,
                     const picture::SharedUse& shared, const text::Texts& texts) {
  const steps::Recording& recording = *steps.recording;
  StepsFoot foot;
  const auto at = steps::event_of_step(recording, step);
  if (!at) {
    foot.title = texts.get("steps.not_access_title");
    foot.sentence = texts.get("steps.no_next_access");
    if (const auto next = steps::next_access(recording, step, 1)) {
      const report::Event& event = recording.events[*steps::event_of_step(recording, *next)];
      foot.sentence = texts.get("steps.next_access", fmt::arg("i", *next + 1),
                                fmt::arg("what", picture::mnemonic(event)),
                                fmt::arg("cost", picture::cost_text(event, texts)));
    }
    foot.has_values = recording.first_write(step) != recording.first_write(step + 1);
    return foot;
  }
  const report::Event& event = recording.events[*at];
  if (event.kind == report::EventKind::barrier) {
    foot.title = texts.get("steps.barrier_title");
    foot.sentence = texts.get("steps.barrier");
    return foot;
  }
  foot.stage = stage_input(*steps.outcome, event, shared);
  foot.stage->lane = static_cast<int>(lane);
  return foot;
}

picture::DrawList build_steps_foot(const StepsFoot& foot, const picture::StepsInput& input,
                                   const picture::Style& style, float width, float height) {
  if (foot.stage) return picture::build_stage(*foot.stage, style, width, height);
  if (foot.has_values)
    return picture::build_steps_values(input, foot.sentence, style, width, height);
  return picture::build_message_view(foot.title, foot.sentence, style, width, height);
}

picture::DrawList StepsPage::picture(const Session& session, const picture::Style& style,
                                     float width, float height) const {
  if (!has(session))
    return message_picture("steps.failed_title", "steps.cancelled", style, width, height);
  const Steps& steps = *follower_.steps();
  const std::size_t step = follower_.step();
  const std::uint32_t lane = follower_.lane();
  const picture::SharedUse shared = picture::shared_use(session.run().shown()->report);
  float head = std::round(44 * style.scale);
  picture::DrawList all;
  all.width = width;
  all.height = height;
  const auto say = [&](picture::FontRole font, float units, const picture::Color& color,
                       float middle, const std::string& words) {
    picture::Label label;
    label.x = std::round(2 * picture::space_unit * style.scale);
    label.y = std::round(middle);
    label.align_y = picture::AlignY::middle;
    label.font = font;
    label.size = units * style.scale;
    label.color = color;
    label.text = picture::fitted(style, font, label.size, words, width - 2 * label.x);
    all.add(std::move(label));
  };
  say(picture::FontRole::ui_bold, picture::text_title, style.palette.text, head / 2,
      steps_title(steps, *style.texts));
  if (const std::string note = steps_note(steps, *style.texts); !note.empty()) {
    const float line = std::round(22 * style.scale);
    say(picture::FontRole::ui, picture::text_body, style.palette.text_dim, head + line / 3, note);
    head += line;
  }
  const picture::StepsInput input = steps_input(steps, step, lane);
  const picture::StepsLayout layout =
      picture::steps_layout(style, width, std::max(0.0F, height - head - 8 * style.scale));
  const auto put = [&](const picture::Rect& at, const auto& build) {
    if (at.w > 0 && at.h > 0) picture::append(all, build(at.w, at.h), at.x, head + at.y);
  };
  const picture::Timeline timeline =
      picture::timeline_of(*steps.recording, picture::timeline_columns(layout.timeline.w, style));
  put(layout.timeline, [&](float w, float h) {
    return picture::build_steps_timeline(input, timeline, style, w, h);
  });
  put(layout.lanes,
      [&](float w, float h) { return picture::build_steps_lanes(input, style, w, h); });
  put(layout.list, [&](float w, float h) { return picture::build_steps_list(input, style, w, h); });
  put(layout.registers, [&](float w, float h) {
    return picture::build_steps_registers(input, picture::register_rows(input), style, w, h);
  });
  put(layout.stage, [&](float w, float h) {
    return build_steps_foot(steps_foot(steps, step, lane, shared, *style.texts), input, style, w,
                            h);
  });
  return all;
}

tl::expected<void, std::string> StepsPage::open(const ViewRequest& view,
                                                const std::string& /*argument*/,
                                                Session& /*session*/) {
  follower_.begin_at(view.warp_step, view.lane);
  return {};
}

std::string StepsPage::lack(const ViewRequest& view) const {
  const std::string lack = follower_.steps() != nullptr
                               ? lacking(view.warp_step, view.lane, *follower_.steps()->recording)
                               : std::string();
  return lack.empty() ? lack : "--view: " + lack;
}

Table StepsPage::table(const Session& /*session*/) const {
  return steps_table(follower_.steps(), follower_.lane());
}

std::unique_ptr<PageContent> make_steps_content(const PageServices& /*services*/) {
  return std::make_unique<StepsPage>();
}

}  // namespace lanescope::app
