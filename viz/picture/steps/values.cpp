// Every lane's result of an instruction that is not a memory access: 32 values side by side.
#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "sim/steps/recording.h"
#include "viz/picture/core/lanes_row.h"
#include "viz/picture/core/units.h"
#include "viz/picture/steps/parts.h"

namespace lanescope::picture {
namespace {

constexpr int cells_per_row = 8;
constexpr int cell_rows = 4;

class Grid {
 public:
  Grid(Canvas& canvas, const StepsInput& input, const steps::Write& write)
      : canvas_(canvas),
        input_(input),
        write_(write),
        reg_(function_of(*input.recording, input.step).registers[write.reg]) {}

  void draw(const Rect& area) {
    const float cell_w = area.w / cells_per_row;
    const float cell_h = std::min(area.h / cell_rows, canvas_.px(64));
    for (std::uint32_t lane = 0; lane < steps::lane_count; ++lane) {
      const auto column = static_cast<float>(lane % cells_per_row);
      const auto row = static_cast<float>(lane / cells_per_row);
      const float gap = canvas_.whole_px(2);
      const Rect rect =
          snapped(area.x + column * cell_w, area.y + row * cell_h,
                  area.x + (column + 1) * cell_w - gap, area.y + (row + 1) * cell_h - gap);
      cell(lane, rect);
    }
  }

 private:
  void cell(std::uint32_t lane, const Rect& rect) {
    const Palette& palette = canvas_.palette();
    const bool written = (write_.written >> lane & 1U) != 0;
    if (lane == input_.lane) {
      canvas_.framed(rect, palette.selection, palette.selection_border, canvas_.whole_px(1),
                     canvas_.px(4));
    } else {
      canvas_.fill(rect, palette.well, canvas_.px(4));
    }
    // The lane's colour and number, as in all pictures.
    const float chip = std::min({canvas_.whole_px(22), rect.h - 2, rect.w / 3});
    const Rect mark = snapped(rect.x + canvas_.px(3), rect.y + (rect.h - chip) / 2,
                              rect.x + canvas_.px(3) + chip, rect.y + (rect.h + chip) / 2);
    if (chip >= 6) {
      canvas_.framed(mark, written ? palette.lane[lane] : Color{0, 0, 0, 0},
                     written ? palette.lane_border : palette.hairline, canvas_.whole_px(1),
                     canvas_.px(3));
    }
    const auto value = input_.recording->value_of(write_, lane);
    const std::string words = value ? steps::value_text(reg_, *value) : "-";
    canvas_.hit(rect, HitKind::lane, lane,
                canvas_.texts().get("steps.value_tooltip", fmt::arg("lane", lane),
                                    fmt::arg("name", reg_.name), fmt::arg("value", words)));
    Label label =
        text_at(mark.x + mark.w / 2, rect.y + rect.h / 2, FontRole::mono, canvas_.px(text_small),
                written ? palette.lane_text[lane] : palette.text_faint, std::to_string(lane),
                AlignX::center);
    const float line = canvas_.bounds(label).h;
    if (chip < 6 || rect.h < line) return;
    canvas_.label_within(label, mark.w);
    // Close to its chip, so that it is not taken for the next lane's value.
    label.align_x = AlignX::left;
    label.x = mark.x + mark.w + canvas_.px(6);
    label.font = lane == input_.lane ? FontRole::mono_bold : FontRole::mono;
    label.color = written ? palette.text : palette.text_faint;
    label.text = words;
    const float room = rect.x + rect.w - canvas_.px(3) - label.x;
    // A cut number would be a wrong number: use a smaller font, or leave it out.
    for (const float size : {text_small + 1, text_small, 10.0F, min_digit_px}) {
      label.size = canvas_.px(size);
      if (canvas_.label_within(label, room)) return;
    }
  }

  Canvas& canvas_;
  const StepsInput& input_;
  const steps::Write& write_;
  const steps::Register& reg_;
};

}  // namespace

DrawList build_steps_values(const StepsInput& input, const std::string& sentence,
                            const Style& style, float width, float height) {
  Canvas canvas(style, width, height);
  const Palette& palette = canvas.palette();
  const steps::Recording& recording = *input.recording;
  const std::size_t first = recording.first_write(input.step);
  if (first == recording.first_write(input.step + 1)) return canvas.take();
  const steps::Write& write = recording.writes[first];
  const steps::Register& reg = function_of(recording, input.step).registers[write.reg];
  const float margin = canvas.whole_px(space_unit);
  const float title_h = canvas.whole_px(36);
  const float foot_h = canvas.whole_px(28);
  Label label = text_at(
      margin, title_h / 2, FontRole::ui_bold, canvas.px(text_body), palette.text,
      canvas.texts().get(
          "steps.values_title",
          fmt::arg("name", reg.meaning.empty() ? reg.name : reg.name + " (" + reg.meaning + ")")));
  if (height < title_h) return canvas.take();
  canvas.fitted_label(label, width - 2 * margin);
  const Rect area{margin, title_h, std::max(0.0F, width - 2 * margin),
                  std::max(0.0F, height - title_h - foot_h)};
  if (area.w < canvas.px(160) || area.h < canvas.px(40)) return canvas.take();
  Grid(canvas, input, write).draw(area);
  label.y = height - foot_h / 2;
  label.font = FontRole::ui;
  label.color = palette.text_dim;
  label.text = sentence;
  canvas.fitted_label(label, width - 2 * margin);
  return canvas.take();
}

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
  for (float i = 0; i < rows; ++i)
    canvas.fill({std::round(middle) - i, top + i, 2 * i + 1, 1}, canvas.palette().text);
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
    return texts.get("steps.lane_tooltip", fmt::arg("lane", lane),
                     fmt::arg("thread", position_text(input.block_size, thread)),
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
