// Below the rows of the banks: the words read from each bank in all rows. A column that stands out
// is a bank that works while the others wait.
#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "viz/picture/core/canvas.h"
#include "viz/picture/core/frame.h"
#include "viz/picture/maps/parts.h"

namespace lanescope::picture {

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
