// The instructions around the current one, each under its source line.
#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "sim/steps/recording.h"
#include "sim/text/source_line.h"
#include "viz/picture/kernel/strip.h"
#include "viz/picture/steps/parts.h"

namespace lanescope::picture {
namespace {

constexpr float row_units = 22;

struct ListRow {
  std::size_t step = 0;
  bool is_heading = false;  // the source line of the step, as a heading
};

bool begins_line(const steps::Recording& recording, std::size_t step) {
  if (step == 0) return true;
  const SourcePlace& place = recording.instruction_of(step).place;
  const SourcePlace& before = recording.instruction_of(step - 1).place;
  return place.line != before.line || place.file != before.file;
}

// As many rows as fit, with the current instruction slightly above the middle.
std::vector<ListRow> rows_around(const StepsInput& input, std::size_t room) {
  const steps::Recording& recording = *input.recording;
  std::vector<ListRow> before;
  const std::size_t wanted_before = room * 2 / 5;
  std::size_t step = input.step;
  const auto add_before = [&](std::size_t s) {
    before.push_back({s, false});
    if (begins_line(recording, s)) before.push_back({s, true});
  };
  add_before(step);
  while (step > 0 && before.size() < wanted_before + 1) add_before(--step);
  std::vector<ListRow> rows(before.rbegin(), before.rend());
  for (std::size_t s = input.step + 1; s < recording.steps.size() && rows.size() < room; ++s) {
    if (begins_line(recording, s)) rows.push_back({s, true});
    if (rows.size() < room) rows.push_back({s, false});
  }
  // Near the end, fill the room that is left with earlier instructions.
  std::vector<ListRow> more;
  while (step > 0 && rows.size() + more.size() < room) {
    --step;
    more.push_back({step, false});
    if (begins_line(recording, step)) more.push_back({step, true});
  }
  rows.insert(rows.begin(), more.rbegin(), more.rend());
  if (rows.size() > room) rows.erase(rows.begin(), rows.end() - static_cast<std::ptrdiff_t>(room));
  return rows;
}

// The lane's result, "%f2 = 3072"; empty for an instruction not yet executed.
std::string result_text(const StepsInput& input, std::size_t step) {
  const steps::Recording& recording = *input.recording;
  if (step > input.step) return {};
  std::string text;
  for (std::size_t w = recording.first_write(step); w < recording.first_write(step + 1); ++w) {
    const steps::Write& write = recording.writes[w];
    if ((write.written >> input.lane & 1U) == 0) continue;
    const steps::Register& reg =
        recording.listing->functions[recording.frames[write.frame].function].registers[write.reg];
    text +=
        (text.empty() ? "" : ", ") + steps::value_text(reg, *recording.value_of(write, input.lane));
  }
  return text;
}

class List {
 public:
  List(Canvas& canvas, const StepsInput& input, const Rect& area)
      : canvas_(canvas), input_(input), area_(area) {}

  void draw() {
    const float row_h = canvas_.whole_px(row_units);
    const auto room = static_cast<std::size_t>(std::max(0.0F, std::floor(area_.h / row_h)));
    if (room == 0 || area_.w < canvas_.px(80)) return;
    float y = area_.y;
    std::vector<ListRow> rows = rows_around(input_, room);
    // If the list begins within a source line, keep that line's heading at the top.
    constexpr std::size_t min_rows = 4;
    if (rows.size() >= min_rows && !rows.front().is_heading) {
      rows.front() = {rows[1].step, true};
      if (rows[1].is_heading) rows.erase(rows.begin());
    }
    for (const ListRow& row : rows) {
      const Rect rect{area_.x, y, area_.w, row_h};
      row.is_heading ? heading(row.step, rect) : instruction(row.step, rect);
      y += row_h;
    }
  }

 private:
  Label label_in(const Rect& row, float x, FontRole font, const Color& color,
                 std::string text) const {
    return text_at(x, row.y + row.h / 2, font, canvas_.px(text_small + 1), color, std::move(text));
  }

  void heading(std::size_t step, const Rect& row) {
    const SourcePlace& place = input_.recording->instruction_of(step).place;
    const Palette& palette = canvas_.palette();
    const bool own = place.file == input_.source_name;
    std::string words = place.line == 0
                            ? canvas_.texts().get("steps.no_line")
                            : std::string(own ? source_line(input_.source_text, place.line)
                                              : std::string_view(place.file));
    const float x = row.x + canvas_.px(8);
    float number_w = 0;
    if (place.line != 0) {
      number_w = canvas_.fitted_label(
          label_in(row, x, FontRole::mono, palette.text_faint, std::to_string(place.line)),
          row.w - canvas_.px(16));
    }
    const float text_x = x + std::max(canvas_.px(28), number_w + canvas_.px(8));
    canvas_.fitted_label(
        label_in(row, text_x, FontRole::mono_bold, palette.text_dim, std::move(words)),
        row.x + row.w - canvas_.px(8) - text_x);
  }

  void instruction(std::size_t step, const Rect& row) {
    const steps::Recording& recording = *input_.recording;
    const steps::Instruction& in = recording.instruction_of(step);
    const Palette& palette = canvas_.palette();
    const bool present = step == input_.step;
    const bool future = step > input_.step;
    if (present) {
      canvas_.framed(snapped(row.x, row.y, row.x + row.w, row.y + row.h), palette.selection,
                     palette.selection_border, canvas_.whole_px(1), canvas_.px(4));
    }
    canvas_.hit(row, HitKind::instruction, step, step_tooltip(recording, step, canvas_.texts()));
    const float mark_x = row.x + canvas_.px(36);
    const Rect mark{mark_x, row.y + canvas_.px(4), canvas_.whole_px(4), row.h - canvas_.px(8)};
    std::string cost;
    bool conflict = false;
    if (const auto at = steps::event_of_step(recording, step)) {
      const report::Event& event = recording.events[*at];
      conflict = steps::is_conflict(event);
      if (event.kind == report::EventKind::barrier) {
        draw_barrier_mark(canvas_, mark);
      } else {
        draw_access_mark(canvas_, mark, conflict ? 1 : 0.5F, conflict);
        cost = cost_text(event, canvas_.texts());
      }
    }
    const float indent =
        canvas_.px(12) *
        static_cast<float>(std::min(recording.frames[recording.steps[step].frame].depth, 6U));
    const float x = mark_x + canvas_.px(14) + indent;
    float right = row.x + row.w - canvas_.px(8);
    const auto at_right = [&](FontRole font, const Color& color, std::string words) {
      if (words.empty()) return;
      Label label = label_in(row, right, font, color, std::move(words));
      const float w = canvas_.width_of(label);
      // The instruction takes precedence over the result.
      if (right - w - x < std::min(instruction_width(in.text), row.w * 0.5F) + canvas_.px(12))
        return;
      label.align_x = AlignX::right;
      canvas_.label(label);
      right -= w + canvas_.px(12);
    };
    const Color& quiet = future ? palette.text_faint : palette.text_dim;
    at_right(present ? FontRole::mono_bold : FontRole::mono, present ? palette.text : quiet,
             result_text(input_, step));
    at_right(FontRole::ui, conflict ? palette.costly_text : quiet, std::move(cost));
    canvas_.fitted_label(label_in(row, x, present ? FontRole::mono_bold : FontRole::mono,
                                  present ? palette.text : quiet, in.text),
                         right - x);
  }

  [[nodiscard]] float instruction_width(const std::string& text) const {
    return canvas_.measure(FontRole::mono_bold, canvas_.px(text_small + 1), text);
  }

  Canvas& canvas_;
  const StepsInput& input_;
  Rect area_;
};

}  // namespace

DrawList build_steps_list(const StepsInput& input, const Style& style, float width, float height) {
  Canvas canvas(style, width, height);
  const float margin = canvas.whole_px(space_unit);
  draw_well(canvas, {margin, 0, std::max(0.0F, width - margin), height}, canvas.px(6));
  const float pad = canvas.whole_px(4);
  List(canvas, input, {margin + pad, pad, width - margin - 2 * pad, height - 2 * pad}).draw();
  return canvas.take();
}

}  // namespace lanescope::picture
