#include "viz/picture/kernel/strip.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "viz/picture/core/canvas.h"
#include "viz/picture/core/frame.h"
#include "viz/picture/core/style.h"

namespace lanescope::picture {
namespace {

// The ratio of a full bar: 32, or the largest one if that is more.
double full_ratio(const std::vector<report::Event>& events) {
  double most = 32;
  for (const report::Event& event : events) most = std::max(most, ratio_of(event));
  return most;
}

// Pixels: linear, but never too low to be seen.
float bar_height(const report::Event& event, double full, float room) {
  if (event.kind != report::EventKind::access) return 0;
  const auto part = static_cast<float>(ratio_of(event) / full);
  return std::round(std::clamp(room * part, std::min(3.0F, room), room));
}

bool is_costly(const report::Event& event) { return event.cost > event.ideal; }

std::string tooltip(const StripInput& input, std::size_t index, const text::Texts& texts) {
  const report::Event& event = input.trace->events[index];
  const std::string line = input.report != nullptr ? report::line_name(*input.report, event.place)
                                                   : std::to_string(event.place.line);
  if (event.kind == report::EventKind::barrier) {
    return texts.get("strip.barrier_tooltip", fmt::arg("i", index + 1), fmt::arg("line", line)) +
           "\n" + texts.get("strip.means.BAR");
  }
  return texts.get("strip.tooltip", fmt::arg("i", index + 1), fmt::arg("what", mnemonic(event)),
                   fmt::arg("line", line), fmt::arg("cost", cost_text(event, texts)),
                   fmt::arg("ideal", event.ideal)) +
         "\n" + texts.get(std::string("strip.means.") + mnemonic(event));
}

constexpr float least_slot = 84;  // units

struct Window {
  std::size_t first = 0, count = 0;
};

Window window_of(const StripInput& input, const Canvas& canvas, float width) {
  const std::size_t all = input.trace->events.size();
  const std::size_t selected = std::min(input.selected, all - 1);
  const auto room =
      static_cast<std::size_t>(std::max(1.0F, std::floor(width / canvas.px(least_slot))));
  const std::size_t shown = std::min(room, all);
  if (!input.first) return {first_around(selected, all, shown), shown};
  const std::size_t least = selected + 1 > shown ? selected + 1 - shown : 0;
  return {std::min(std::clamp(*input.first, least, selected), all - shown), shown};
}

void draw_event(Canvas& canvas, const StripInput& input, std::size_t index, bool selected,
                double full, const Rect& slot) {
  const report::Event& event = input.trace->events[index];
  const Palette& palette = canvas.palette();
  const text::Texts& texts = canvas.texts();
  if (selected) {
    canvas.framed(snapped(slot.x, slot.y, slot.x + slot.w, slot.y + slot.h), palette.selection,
                  palette.selection_border, canvas.whole_px(1), canvas.px(4));
  }
  canvas.hit(slot, HitKind::event, index, tooltip(input, index, texts));

  const float name_px = canvas.px(text_small + 1);
  const float cost_px = canvas.px(text_small);
  const float pad = canvas.px(space_unit);
  const bool two_lines = slot.h >= name_px + cost_px + canvas.px(36);
  const float center = slot.x + slot.w / 2;
  float base = slot.y + slot.h - pad;
  const auto text = [&](FontRole font, float size, const Color& color, std::string words) {
    const Label label =
        text_at(center, base, font, size, color, std::move(words), AlignX::center, AlignY::bottom);
    canvas.label_within(label, slot.w - 2);
  };
  const bool name_fits = slot.h >= name_px + canvas.px(12);
  if (two_lines) {
    const std::string cost = cost_text(event, texts);
    const bool fits = canvas.measure(FontRole::ui, cost_px, cost) <= slot.w - 2;
    text(FontRole::ui, cost_px, is_costly(event) ? palette.costly_text : palette.text_dim,
         fits ? cost : (event.cost > 0 ? std::to_string(event.cost) : std::string()));
    base -= cost_px + canvas.px(4);
  }
  if (name_fits) {
    text(selected ? FontRole::mono_bold : FontRole::mono, name_px, palette.text, mnemonic(event));
    base = std::round(base - name_px - canvas.px(6));
  }

  const float top = slot.y + pad;
  const float room = base - top;
  if (room < 2) return;
  if (event.kind == report::EventKind::barrier) {
    const float thick = canvas.whole_px(1.5F);
    canvas.fill({std::round(center - thick / 2), top, thick, room}, palette.text_faint);
    return;
  }
  const float width = std::round(std::min(slot.w * 0.58F, canvas.px(56)));
  const float tall = bar_height(event, full, room);
  const Color& color = is_costly(event) ? palette.costly : palette.good;
  canvas.fill({std::round(center - width / 2), base - tall, width, tall}, color,
              std::min(canvas.px(2), tall / 2));
}

// At an edge of the strip: how many events follow there. A press goes to the next one.
void draw_more(Canvas& canvas, const Rect& edge, bool is_right, std::size_t count,
               std::size_t next) {
  const Palette& palette = canvas.palette();
  const Rect box = snapped(edge.x + 1, edge.y, edge.x + edge.w - 1, edge.y + edge.h);
  canvas.fill(box, palette.panel_raised, canvas.px(4));
  const float middle = box.x + box.w / 2;
  const std::string words = count > 99 ? "…" : std::to_string(count);
  canvas.label(text_at(middle, box.y + box.h / 2 - canvas.px(8), FontRole::ui_bold,
                       canvas.px(text_small), palette.text, is_right ? "→" : "←", AlignX::center));
  canvas.label(text_at(middle, box.y + box.h / 2 + canvas.px(8), FontRole::mono,
                       canvas.px(text_small), palette.text_dim, words, AlignX::center));
  canvas.hit(edge, HitKind::event, next,
             canvas.texts().get(is_right ? "strip.more_after" : "strip.more_before",
                                fmt::arg("n", count)));
}

// All events in one thin band: each column is as high as the most costly event in it.
void draw_overview(Canvas& canvas, const StripInput& input, const Window& window, double full,
                   const Rect& band) {
  const Palette& palette = canvas.palette();
  const auto& events = input.trace->events;
  const auto columns = static_cast<std::size_t>(
      std::min<float>(static_cast<float>(events.size()), std::floor(band.w / 2)));
  if (columns == 0) return;
  const float pitch = band.w / static_cast<float>(columns);
  const float from =
      band.x + band.w * static_cast<float>(window.first) / static_cast<float>(events.size());
  const float part = band.w * static_cast<float>(window.count) / static_cast<float>(events.size());
  canvas.fill(band, palette.well, canvas.px(2));
  canvas.framed(snapped(from, band.y, std::min(band.x + band.w, from + std::max(4.0F, part)),
                        band.y + band.h),
                palette.selection, palette.selection_border, canvas.whole_px(1), canvas.px(2));
  for (std::size_t column = 0; column < columns; ++column) {
    const std::size_t first = column * events.size() / columns;
    const std::size_t last = std::max(first + 1, (column + 1) * events.size() / columns);
    const auto costliest =
        std::max_element(events.begin() + static_cast<std::ptrdiff_t>(first),
                         events.begin() + static_cast<std::ptrdiff_t>(last),
                         [](const auto& a, const auto& b) { return ratio_of(a) < ratio_of(b); });
    const auto index = static_cast<std::size_t>(costliest - events.begin());
    const float x = band.x + static_cast<float>(column) * pitch;
    if (costliest->kind == report::EventKind::access) {
      const float inner = band.h - canvas.whole_px(2) * 2;
      const float tall = bar_height(*costliest, full, inner);
      canvas.fill(snapped(x, band.y + band.h - canvas.whole_px(2) - tall,
                          x + std::max(1.0F, pitch - 1), band.y + band.h - canvas.whole_px(2)),
                  is_costly(*costliest) ? palette.costly : palette.good);
    }
    canvas.hit({x, band.y, pitch, band.h}, HitKind::event, index,
               tooltip(input, index, canvas.texts()));
  }
}

}  // namespace

double ratio_of(const report::Event& event) {
  if (event.kind != report::EventKind::access) return 0;
  return event.ideal > 0 ? static_cast<double>(event.cost) / event.ideal : 1.0;
}

std::string cost_text(const report::Event& event, const text::Texts& texts) {
  if (event.kind == report::EventKind::barrier) return {};
  switch (event.access.space) {
    case memory::Space::shared:
    case memory::Space::constant:
      return texts.count("strip.waves", event.cost);
    case memory::Space::global:
    case memory::Space::local:
      break;
  }
  return texts.count("strip.sectors", event.cost);
}

const char* mnemonic(const report::Event& event) {
  return event.kind == report::EventKind::barrier ? "BAR"
                                                  : mnemonic(event.access.space, event.access.op);
}

const char* mnemonic(memory::Space space, memory::Op op) {
  switch (space) {
    case memory::Space::global:
      if (op == memory::Op::load) return "LDG";
      if (op == memory::Op::store) return "STG";
      return op == memory::Op::atomic ? "ATOMG" : "RED";
    case memory::Space::shared:
      if (op == memory::Op::load) return "LDS";
      return op == memory::Op::store ? "STS" : "ATOMS";
    case memory::Space::local:
      return op == memory::Op::load ? "LDL" : "STL";
    case memory::Space::constant:
      return "LDC";
  }
  return "";
}

std::size_t first_shown(const StripInput& input, const Style& style, float width) {
  if (input.trace == nullptr || input.trace->events.empty()) return 0;
  const Canvas canvas(style, width, 0);
  return window_of(input, canvas, width - 2 * canvas.whole_px(space_unit)).first;
}

DrawList build_strip(const StripInput& input, const Style& style, float width, float height) {
  Canvas canvas(style, width, height);
  if (input.trace == nullptr || input.trace->events.empty())
    return build_message_view("", canvas.texts().get("strip.empty"), style, width, height);
  const auto& events = input.trace->events;
  const float margin = canvas.whole_px(space_unit);
  Rect row{margin, margin, std::max(0.0F, width - 2 * margin), std::max(0.0F, height - 2 * margin)};
  if (row.w < 16 || row.h < 8) return canvas.take();
  const double full = full_ratio(events);
  const Window window = window_of(input, canvas, row.w);
  const bool has_overview = row.h >= canvas.px(80);
  if (window.count < events.size() && has_overview) {
    const float band = canvas.whole_px(2 * space_unit);
    draw_overview(canvas, input, window, full, {row.x, row.y, row.w, band});
    row.y += band + canvas.whole_px(space_unit / 2);
    row.h = std::max(0.0F, row.h - band - canvas.whole_px(space_unit / 2));
  }
  const float side = canvas.whole_px(20);
  if (!has_overview && row.w >= 3 * side) {  // what is off the edges is said there
    const std::size_t end = window.first + window.count;
    if (window.first > 0) {
      draw_more(canvas, {row.x, row.y, side, row.h}, false, window.first, window.first - 1);
      row.x += side;
      row.w -= side;
    }
    if (end < events.size()) {
      row.w -= side;
      draw_more(canvas, {row.x + row.w, row.y, side, row.h}, true, events.size() - end, end);
    }
  }
  const float slot = std::min(row.w / static_cast<float>(window.count), canvas.px(104));
  for (std::size_t at = 0; at < window.count; ++at) {
    const std::size_t index = window.first + at;
    draw_event(canvas, input, index, index == input.selected, full,
               {row.x + static_cast<float>(at) * slot, row.y, slot, row.h});
  }
  return canvas.take();
}

}  // namespace lanescope::picture
