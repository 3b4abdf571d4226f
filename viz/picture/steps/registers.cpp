// The chosen lane's registers after the current instruction.
#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "sim/steps/recording.h"
#include "viz/picture/steps/parts.h"

namespace lanescope::picture {
namespace {

constexpr float register_row_units = 22;
constexpr float heading_units = 22;

// All 32 values, eight lanes per line.
std::string tooltip(const StepsInput& input, std::uint32_t reg, const text::Texts& texts) {
  const steps::Recording& recording = *input.recording;
  const std::uint32_t frame = recording.steps[input.step].frame;
  const steps::Register& about = function_of(recording, input.step).registers[reg];
  const steps::Write* write = recording.last_write(frame, reg, input.step);
  std::string text = texts.get("steps.register_tooltip", fmt::arg("name", about.name),
                               fmt::arg("type", std::string(ptx::name_of(about.type))),
                               fmt::arg("i", write->step + 1),
                               fmt::arg("ptx", recording.instruction_of(write->step).text));
  const bool is_integer = about.reading == steps::Reading::signed_integer ||
                          about.reading == steps::Reading::unsigned_integer;
  const bool is_hexadecimal =
      about.reading == steps::Reading::address || about.reading == steps::Reading::bits;
  if (is_integer || is_hexadecimal)
    text += "\n" + texts.get(is_integer ? "steps.decimal" : "steps.hexadecimal");
  for (std::uint32_t lane = 0; lane < steps::lane_count; ++lane) {
    if (lane % 8 == 0) text += fmt::format("\n{:2}: ", lane);
    const auto value = recording.value_of(*write, lane);
    text +=
        (lane % 8 == 0 ? "" : "  ") + (value ? steps::value_text(about, *value) : std::string("-"));
  }
  return text;
}

class Table {
 public:
  Table(Canvas& canvas, const StepsInput& input, const Rect& area)
      : canvas_(canvas), input_(input), area_(area), y_(area.y) {}

  void draw(const std::vector<RegisterRow>& rows) {
    const auto is_other = [](const RegisterRow& row) { return !row.written && !row.read; };
    if (rows.empty()) {
      heading("steps.registers_none", 0);
      return;
    }
    section(rows, "steps.registers_written", [](const RegisterRow& row) { return row.written; });
    section(rows, "steps.registers_read",
            [](const RegisterRow& row) { return row.read && !row.written; });
    std::vector<RegisterRow> others;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(others), is_other);
    if (others.empty()) return;
    heading("steps.registers_others", row_h());
    const std::size_t first = std::min(input_.first_register, others.size() - 1);
    for (std::size_t i = first; i < others.size(); ++i) {
      const bool is_last = i + 1 == others.size();
      // The last row says how many registers don't fit.
      if (!is_last && !fits(2 * row_h())) {
        more(others.size() - i);
        return;
      }
      if (!row(others[i])) return;
    }
  }

 private:
  [[nodiscard]] float row_h() const { return canvas_.whole_px(register_row_units); }
  [[nodiscard]] bool fits(float height) const { return y_ + height <= area_.y + area_.h; }

  template <class Matches>
  void section(const std::vector<RegisterRow>& rows, const char* title, Matches matches) {
    bool is_first = true;
    for (const RegisterRow& one : rows) {
      if (!matches(one)) continue;
      if (std::exchange(is_first, false)) heading(title, row_h());
      row(one);
    }
  }

  Label label_at(float x, FontRole font, const Color& color, std::string text) const {
    return text_at(x, y_ + row_h() / 2, font, canvas_.px(text_small + 1), color, std::move(text));
  }

  // `below`: a value without its heading says more than a heading alone.
  void heading(const char* key, float below) {
    const float h = canvas_.whole_px(heading_units);
    if (!fits(h + below)) return;
    Label label = label_at(area_.x + canvas_.px(8), FontRole::ui, canvas_.palette().text_faint,
                           canvas_.texts().get(key, fmt::arg("lane", input_.lane)));
    label.size = canvas_.px(text_small);
    canvas_.fitted_label(label, area_.w - canvas_.px(16));
    y_ += h;
  }

  void more(std::size_t count) {
    if (!fits(row_h())) return;
    Label label = label_at(area_.x + canvas_.px(20), FontRole::ui, canvas_.palette().text_faint,
                           canvas_.texts().count("steps.registers_more", count));
    label.size = canvas_.px(text_small);
    canvas_.fitted_label(label, area_.w - canvas_.px(28));
    y_ += row_h();
  }

  // "was 7", if the instruction overwrote a value.
  [[nodiscard]] std::string before(std::uint32_t reg) const {
    if (input_.step == 0) return {};
    const steps::Recording& recording = *input_.recording;
    const std::uint32_t frame = recording.steps[input_.step].frame;
    const auto old = recording.value_at(frame, reg, input_.lane, input_.step - 1);
    if (!old) return {};
    return canvas_.texts().get(
        "steps.was",
        fmt::arg("value",
                 steps::value_text(function_of(recording, input_.step).registers[reg], *old)));
  }

  bool row(const RegisterRow& row) {
    if (!fits(row_h())) return false;
    const steps::Recording& recording = *input_.recording;
    const Palette& palette = canvas_.palette();
    const steps::Register& reg = function_of(recording, input_.step).registers[row.reg];
    const std::uint32_t frame = recording.steps[input_.step].frame;
    const Rect rect{area_.x, y_, area_.w, row_h()};
    if (row.written) {
      canvas_.fill(snapped(rect.x, rect.y, rect.x + rect.w, rect.y + rect.h), palette.selection,
                   canvas_.px(4));
      // A bar marks a new value, because the background colour alone may not be seen.
      canvas_.fill(snapped(rect.x, rect.y, rect.x + canvas_.whole_px(4), rect.y + rect.h),
                   palette.selection_border, canvas_.px(2));
    } else if (row.read) {
      const float side = canvas_.whole_px(6);
      canvas_.outline(snapped(rect.x + canvas_.px(1), rect.y + (rect.h - side) / 2,
                              rect.x + canvas_.px(1) + side, rect.y + (rect.h + side) / 2),
                      palette.text_dim, canvas_.whole_px(1));
    }
    canvas_.hit(rect, HitKind::register_row, row.reg, tooltip(input_, row.reg, canvas_.texts()));
    const auto value = recording.value_at(frame, row.reg, input_.lane, input_.step);
    const FontRole mono = row.written ? FontRole::mono_bold : FontRole::mono;
    float x = area_.x + canvas_.px(12);
    float right = area_.x + area_.w - canvas_.px(8);
    Label shown = label_at(right, mono, row.written || row.read ? palette.text : palette.text_dim,
                           value ? steps::value_text(reg, *value) : "-");
    shown.align_x = AlignX::right;
    const float most = area_.w * 0.6F;
    shown.text = fitted(canvas_.style(), shown.font, shown.size, shown.text, most);
    right -= canvas_.width_of(shown) + canvas_.px(10);
    canvas_.label(shown);
    x += canvas_.fitted_label(
             label_at(x, mono, row.written ? palette.text : palette.text_dim, reg.name),
             std::max(0.0F, right - x)) +
         canvas_.px(8);
    // Then, as far as they fit: the variable's name, the type, the old value.
    const auto take = [&](FontRole font, const Color& color, const std::string& words) {
      const float w = canvas_.measure(font, canvas_.px(text_small + 1), words);
      if (words.empty() || x + w > right) return;
      canvas_.label(label_at(x, font, color, words));
      x += w + canvas_.px(8);
    };
    take(FontRole::ui_bold, palette.text, reg.meaning);
    take(FontRole::ui, palette.text_faint, std::string(ptx::name_of(reg.type)));
    if (row.written) {
      Label old = label_at(right, FontRole::mono, palette.text_dim, before(row.reg));
      old.align_x = AlignX::right;
      const float w = canvas_.width_of(old);
      if (!old.text.empty() && x + w <= right) canvas_.label(old);
    }
    y_ += row_h();
    return true;
  }

  Canvas& canvas_;
  const StepsInput& input_;
  Rect area_;
  float y_;
};

}  // namespace

std::vector<RegisterRow> register_rows(const StepsInput& input) {
  const steps::Recording& recording = *input.recording;
  const steps::Instruction& in = recording.instruction_of(input.step);
  const std::uint32_t frame = recording.steps[input.step].frame;
  std::vector<RegisterRow> rows;
  const auto has = [&](const std::vector<std::uint32_t>& list, std::uint32_t reg) {
    return std::find(list.begin(), list.end(), reg) != list.end();
  };
  struct Held {
    // The lane's own write: the instruction may name the register although the lane does not take
    // part.
    bool is_written = false;
    bool is_older = false;   // the lane holds a value that it does not write now
    std::uint32_t step = 0;  // of the last write
  };
  const auto held = [&](std::uint32_t reg) -> Held {
    const steps::Write* write = recording.last_write(frame, reg, input.step);
    if (write == nullptr) return {};
    const bool is_written = write->step == input.step && (write->written >> input.lane & 1U) != 0;
    return {is_written, !is_written && recording.value_of(*write, input.lane).has_value(),
            write->step};
  };
  for (const std::uint32_t reg : in.writes) {
    if (held(reg).is_written) rows.push_back({reg, true, has(in.reads, reg)});
  }
  for (const std::uint32_t reg : in.reads) {
    if (held(reg).is_older) rows.push_back({reg, false, true});
  }
  struct Other {
    std::uint32_t reg, step;
  };
  std::vector<Other> others;
  const auto count =
      static_cast<std::uint32_t>(function_of(recording, input.step).registers.size());
  for (std::uint32_t reg = 0; reg < count; ++reg) {
    if (has(in.reads, reg)) continue;
    if (const Held last = held(reg); last.is_older) others.push_back({reg, last.step});
  }
  std::stable_sort(others.begin(), others.end(),
                   [](const Other& a, const Other& b) { return a.step > b.step; });
  for (const Other& other : others) rows.push_back({other.reg, false, false});
  return rows;
}

std::size_t register_rows_that_fit(const std::vector<RegisterRow>& rows, const Style& style,
                                   float height) {
  float used = std::round(heading_units * style.scale);
  bool any_written = false;
  bool any_read = false;
  for (const RegisterRow& row : rows) {
    if (!row.written && !row.read) continue;
    used += std::round(register_row_units * style.scale);
    any_written = any_written || row.written;
    any_read = any_read || (row.read && !row.written);
  }
  used += static_cast<float>(any_written + any_read) * std::round(heading_units * style.scale);
  const float rest = std::max(0.0F, height - used - 2 * std::round(4 * style.scale));
  return static_cast<std::size_t>(rest /
                                  std::max(1.0F, std::round(register_row_units * style.scale)));
}

DrawList build_steps_registers(const StepsInput& input, const std::vector<RegisterRow>& rows,
                               const Style& style, float width, float height) {
  Canvas canvas(style, width, height);
  const float margin = canvas.whole_px(space_unit);
  draw_well(canvas, {0, 0, std::max(0.0F, width - margin), height}, canvas.px(6));
  const float pad = canvas.whole_px(4);
  if (width > canvas.px(80))
    Table(canvas, input, {pad, pad, width - margin - 2 * pad, height - 2 * pad}).draw(rows);
  return canvas.take();
}

}  // namespace lanescope::picture
