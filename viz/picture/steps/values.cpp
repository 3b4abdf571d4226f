// Every lane's result of an instruction that is not a memory access: 32 values side by side.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sim/steps/value.h"
#include "viz/picture/core/lanes_row.h"
#include "viz/picture/steps/parts.h"

namespace lanescope::picture {
namespace {

constexpr int cells_per_row = 8;
constexpr int rows = 4;

class Grid {
 public:
  Grid(Canvas& canvas, const StepsInput& input, const steps::Write& write)
      : canvas_(canvas),
        input_(input),
        write_(write),
        reg_(function_of(*input.recording, input.step).registers[write.reg]) {}

  void draw(const Rect& area) {
    const float cell_w = area.w / cells_per_row;
    const float cell_h = std::min(area.h / rows, canvas_.px(64));
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
    Box box;
    box.rect = rect;
    box.radius = canvas_.px(4);
    box.fill = palette.well;
    if (lane == input_.lane) {
      box.fill = palette.selection;
      box.border = palette.selection_border;
      box.border_width = canvas_.whole_px(1);
    }
    canvas_.box(box);
    // The lane's colour and number, as in all pictures.
    const float chip = std::min({canvas_.whole_px(22), rect.h - 2, rect.w / 3});
    const Rect mark = snapped(rect.x + canvas_.px(3), rect.y + (rect.h - chip) / 2,
                              rect.x + canvas_.px(3) + chip, rect.y + (rect.h + chip) / 2);
    Box colour;
    colour.rect = mark;
    colour.radius = canvas_.px(3);
    colour.fill = written ? palette.lane[lane] : Color{0, 0, 0, 0};
    colour.border = written ? palette.lane_border : palette.hairline;
    colour.border_width = canvas_.whole_px(1);
    if (chip >= 6) canvas_.box(colour);
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
    if (canvas_.measure(label.font, label.size, label.text) <= mark.w) canvas_.label(label);
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
      if (canvas_.measure(label.font, label.size, label.text) <= room) {
        canvas_.label(label);
        return;
      }
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

}  // namespace lanescope::picture
