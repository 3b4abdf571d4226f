#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "viz/picture/core/canvas.h"
#include "viz/picture/core/frame.h"
#include "viz/picture/core/heat.h"
#include "viz/picture/maps/parts.h"

namespace lanescope::picture {
namespace {

// Smaller cells have no digits, so there are never more than a few thousand labels.
constexpr double min_digits_w = 15, min_digits_h = 10;
constexpr float min_digit_units = 8;
constexpr double min_bar_row = 9;  // pixels: with lower rows, the wavefronts are drawn as a strip

// Text colours by position on the ramp, computed once.
class Inks {
 public:
  Inks(const Palette& palette, const HeatMap& heat) : heat_(heat) {
    for (const Color& color : heat.ramp) inks_.push_back(black_or_white(color));
    none_ = black_or_white(palette.waste_fill);
  }
  [[nodiscard]] const Color& of(float value) const {
    if (std::isnan(value)) return none_;
    const float position = position_on_ramp(heat_, value) * static_cast<float>(inks_.size() - 1);
    return inks_[static_cast<std::size_t>(std::lround(position))];
  }

 private:
  const HeatMap& heat_;
  std::vector<Color> inks_;
  Color none_;
};

// Marks a row with more wavefronts than necessary: a triangle that points at it, visible without
// colour.
void draw_conflict_mark(Canvas& canvas, float right, float middle, float size, const Color& ink) {
  const float rows = std::round(size);
  for (float i = 0; i < rows; ++i) {
    const float w = std::round(size * 0.8F * (1 - std::abs(2 * i + 1 - rows) / rows)) + 1;
    canvas.fill({right - w, std::round(middle - rows / 2) + i, w, 1}, ink);
  }
}

void draw_row_wavefronts(const MapPen& pen, std::uint32_t y) {
  Canvas& canvas = pen.canvas;
  const Palette& palette = canvas.palette();
  const survey::BankPattern& pattern = pen.map.pattern(y);
  const Rect cell = rect_of(pen.view, {0, y});
  const Rect& area = pen.layout.right;
  const float top = std::max(area.y + cell.y, area.y);
  const float bottom = std::min(area.y + cell.y + cell.h, area.y + area.h);
  if (bottom - top < static_cast<float>(min_bar_row) * 0.6F) return;
  const float gap = canvas.whole_px(1);
  const bool costly = pattern.has_conflicts();
  const float mark = canvas.px(10);
  // From the pitch, not this row's whole pixels, so that either all rows have digits or none.
  const auto pitch = static_cast<float>(pen.view.px_y);
  const float size = std::min(canvas.px(text_small), pitch);
  const float digits = canvas.measure(FontRole::mono_bold, canvas.px(text_small), "1024");
  const float full = area.w - mark - digits - canvas.px(8);
  const float part = static_cast<float>(pattern.wavefronts) /
                     static_cast<float>(std::max(pen.map.max_wavefronts, 1U));
  const float w = std::max(canvas.whole_px(3), std::round(full * part));
  const float middle = (top + bottom) / 2;
  if (costly) {
    draw_conflict_mark(canvas, area.x + mark - canvas.px(3), middle,
                       std::min(canvas.px(8), bottom - top - gap), palette.costly);
  }
  const Rect bar{area.x + mark, top + gap, w, bottom - top - 2 * gap};
  canvas.fill(bar, costly ? palette.costly : palette.good, gap);
  if (size < min_digit_px || bottom - top < pitch * 0.8F) return;
  canvas.label(text_at(
      bar.x + bar.w + canvas.px(5), middle, costly ? FontRole::mono_bold : FontRole::mono, size,
      costly ? palette.costly_text : palette.text_dim, fmt::format("{}", pattern.wavefronts)));
}

// For rows too low for bars: one column of cells, striped where there are conflicts.
void draw_wavefront_strip(const MapPen& pen) {
  Canvas& canvas = pen.canvas;
  const Palette& palette = canvas.palette();
  HeatMap strip = pen.heat;
  const Rect& area = pen.layout.right;
  strip.rect = {area.x, area.y, canvas.whole_px(36), area.h};
  strip.field = pen.map.beside;
  strip.x0 = 0;
  strip.x1 = 1;
  strip.low = 1;
  strip.ramp = {palette.good, palette.costly};
  strip.logarithmic = false;
  strip.grid = {0, 0, 0, 0};
  // Anything above the ideal is costly, however little, so only the two ends of the ramp are used.
  strip.high = 1.001F;
  strip.hatch = with_alpha(palette.panel, 0.75F);
  strip.hatch_from = 1.001F;
  strip.hatch_period = canvas.whole_px(8);
  canvas.heat(strip);
}

}  // namespace

MapDigits map_digits(const MapPen& pen) {
  MapDigits digits;
  if (pen.view.px_x < min_digits_w || pen.view.px_y < min_digits_h) return digits;
  // Only visible cells count.
  const MapSpan span = visible_cells(pen.layout.frame, pen.view);
  digits.values.reserve(std::size_t{span.end.x - span.first.x} * (span.end.y - span.first.y));
  std::size_t widest = 1;
  for (std::uint32_t y = span.first.y; y < span.end.y; ++y) {
    for (std::uint32_t x = span.first.x; x < span.end.x; ++x) {
      const float value = pen.map.cells->at(x, y);
      digits.values.push_back(pen.map.choice.quantity != MapQuantity::wrong ? cell_text(value)
                              : value == 1                                  ? "≠"
                                                                            : "");
      widest = std::max(widest, digits.values.back().size());
    }
  }
  const float size = digit_size(pen.canvas, static_cast<float>(pen.view.px_x) - pen.canvas.px(4),
                                static_cast<float>(pen.view.px_y) - 1, pen.canvas.px(text_body),
                                std::string(widest, '0'));
  // On a large screen, enough pixels are not enough for readable digits.
  if (size >= pen.canvas.px(min_digit_units)) digits.size = size;
  return digits;
}

void draw_map_digits(const MapPen& pen, MapDigits digits) {
  if (digits.size <= 0) return;
  Canvas& canvas = pen.canvas;
  const Inks inks(canvas.palette(), pen.heat);
  const MapSpan span = visible_cells(pen.layout.frame, pen.view);
  const Rect& area = pen.layout.cells;
  std::size_t at = 0;
  for (std::uint32_t y = span.first.y; y < span.end.y; ++y) {
    for (std::uint32_t x = span.first.x; x < span.end.x; ++x) {
      std::string& words = digits.values[at++];
      if (words.empty()) continue;
      const Rect cell = rect_of(pen.view, {x, y});
      // A cut cell has no digits: a part of a number would be a wrong number.
      if (cell.x < 0 || cell.y < 0 || cell.x + cell.w > area.w || cell.y + cell.h > area.h)
        continue;
      canvas.label(text_at(area.x + cell.x + cell.w / 2, area.y + cell.y + cell.h / 2,
                           FontRole::mono, digits.size, inks.of(pen.map.cells->at(x, y)),
                           std::move(words), AlignX::center));
    }
  }
}

void draw_map_wavefronts(const MapPen& pen) {
  if (pen.layout.right.w <= 0) return;
  if (pen.view.px_y < min_bar_row) {
    draw_wavefront_strip(pen);
    return;
  }
  const MapSpan span = visible_cells(pen.layout.frame, pen.view);
  for (std::uint32_t y = span.first.y; y < span.end.y; ++y) draw_row_wavefronts(pen, y);
}

void draw_map_totals(const MapPen& pen) {
  const MapField& map = pen.map;
  if (pen.layout.totals.h <= 0 || map.bank_words.empty()) return;
  Canvas& canvas = pen.canvas;
  const Palette& palette = canvas.palette();
  const Rect& cells = pen.layout.cells;
  // Directly below the last row, if the rows don't fill their area.
  const Rect rows = rect_of(pen.view, {0, 0}, map.banks, map.cells->height);
  const float top = cells.y + std::clamp(rows.y + rows.h, 0.0F, cells.h) + canvas.whole_px(12);
  const float small = canvas.px(text_small);
  const float digits_h = std::round(canvas.px(14));
  const float free = pen.layout.totals.y + pen.layout.totals.h - top - digits_h;
  const Rect bars{cells.x, top + digits_h, cells.w,
                  std::min(free - canvas.whole_px(8), canvas.whole_px(140))};
  const float foot = bars.y + bars.h;
  const std::uint64_t most = *std::max_element(map.bank_words.begin(), map.bank_words.end());
  if (most == 0 || bars.h < canvas.px(12)) return;
  const std::string widest = text::Texts::grouped(most);
  const auto pitch = static_cast<float>(pen.view.px_x);
  const float size = digit_size(canvas, pitch - canvas.px(2), digits_h, small, widest);
  for (std::uint32_t bank = 0; bank < map.banks; ++bank) {
    const std::uint64_t words = map.bank_words[bank];
    const Rect column = rect_of(pen.view, {bank, 0});
    const float gap = column.w >= 6 ? canvas.whole_px(1) : 0;
    const float h =
        words == 0 ? 0
                   : std::max(canvas.whole_px(2),
                              std::round(bars.h * static_cast<float>(static_cast<double>(words) /
                                                                     static_cast<double>(most))));
    const float x = cells.x + column.x;
    // Outlined: a filled bar would have a colour, and colours mean what the legend says.
    if (h > 0) {
      canvas.outline({x + gap, foot - h, column.w - 2 * gap, h}, palette.text_dim,
                     canvas.whole_px(1));
    }
    if (size > 0) {
      canvas.label(text_at(x + column.w / 2, foot - h - digits_h / 2, FontRole::mono, size,
                           words == most ? palette.text : palette.text_dim,
                           text::Texts::grouped(words), AlignX::center));
    }
    canvas.hit({x, top, column.w, foot - top}, HitKind::none, bank,
               canvas.texts().count("maps.total_tip", words, fmt::arg("bank", bank)));
  }
  canvas.fill({cells.x, foot, cells.w, canvas.whole_px(1)}, palette.hairline);
  const float right = cells.x - canvas.px(7);
  canvas.explained_label(
      text_at(right, foot - small / 2, FontRole::ui, small, palette.text_faint, {}, AlignX::right),
      "maps.total", pen.layout.left.w);
  // No room for digits above the columns: name only the largest value.
  if (size <= 0) {
    canvas.fitted_label(text_at(right, bars.y + small / 2, FontRole::mono, small, palette.text_dim,
                                widest, AlignX::right),
                        pen.layout.left.w);
  }
  const Rect& beside = pen.layout.right;
  canvas.fitted_label(text_at(beside.x + canvas.px(10), foot - small / 2, FontRole::mono_bold,
                              small, map.conflicts > 0 ? palette.costly_text : palette.text_dim,
                              text::Texts::grouped(map.all_wavefronts)),
                      beside.w - canvas.px(10));
}

}  // namespace lanescope::picture
