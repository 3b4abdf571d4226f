// The map gets all the remaining room and stands out first, then the verdict at the top right; the
// legend and the line about the cell under the mouse are faint.
#include "viz/picture/maps/maps.h"
#include "viz/picture/core/frame.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "viz/picture/core/badge.h"
#include "viz/picture/core/canvas.h"
#include "viz/picture/core/heat.h"
#include "viz/picture/core/line_break.h"
#include "viz/picture/maps/parts.h"

namespace lanescope::picture {
namespace {

constexpr float min_w = 260, min_h = 220;  // units: with less, only the cells
constexpr float title_units = 36, head_units = 22, axis_units = 20, legend_units = 40,
                info_units = 22;
constexpr float totals_units = 76;      // the banks' totals below their rows
constexpr float min_rows_units = 120;   // rows must have this much left for totals to be shown
constexpr float wavefronts_units = 96;  // the column right of the banks
constexpr float max_cell_units = 64, max_row_units = 26;

// Width of the widest label left of the rows.
float left_width(const MapInput& input, const Canvas& canvas) {
  const MapField& map = *input.map;
  const float size = canvas.px(text_small);
  std::uint64_t widest = map.cells->height;
  if (map.kind() == MapKind::array && map.wrapped) widest = map.array().array.count;
  if (map.kind() == MapKind::grid && map.wrapped) widest = map.survey->blocks.size();
  float width = canvas.measure(FontRole::mono, size, text::Texts::grouped(widest));
  if (map.kind() == MapKind::banks)
    width = std::max(width, canvas.measure(FontRole::mono, size, "1234 ATOMS"));
  return std::round(width + canvas.px(10));
}

Rect take_bottom(Rect& area, float h) {
  area.h -= h;
  return {area.x, area.y + area.h, area.w, h};
}

HeatMap heat_of(const MapInput& input, const MapLayout& layout, const MapView& view,
                const Canvas& canvas) {
  const MapField& map = *input.map;
  const Palette& palette = canvas.palette();
  const bool is_banks = map.kind() == MapKind::banks;
  HeatMap heat;
  heat.rect = layout.cells;
  heat.field = map.shaded ? map.shaded : map.cells;
  heat.x0 = view.x0;
  heat.y0 = view.y0;
  heat.x1 = view.x0 + layout.cells.w / view.px_x;
  heat.y1 = view.y0 + layout.cells.h / view.px_y;
  heat.low = map.low;
  heat.high = map.high;
  heat.logarithmic = map.logarithmic;
  heat.ramp = heat_ramp(palette.theme);
  // An unused bank is empty; an untouched element is hatched, because that matters.
  heat.none = is_banks ? palette.cell : palette.waste_fill;
  heat.none_hatch = is_banks ? Color{0, 0, 0, 0} : palette.waste;
  heat.grid = palette.cell_border;
  if (map.choice.quantity == MapQuantity::wrong) heat.ramp = {palette.cell, palette.costly};
  heat.hatch_period = canvas.whole_px(6);
  if (map.limit) {
    heat.hatch_from = *map.limit;
    heat.hatch = with_alpha(palette.panel, limit_stripe);
  }
  return heat;
}

void draw_title(const MapPen& pen) {
  const Rect& row = pen.layout.title;
  if (row.h <= 0) return;
  Canvas& canvas = pen.canvas;
  const Palette& palette = canvas.palette();
  const MapVerdict& verdict = pen.verdict;
  const float middle = row.y + row.h / 2;
  float right = row.x + row.w;
  if (!verdict.words.empty()) {
    const Color& ink = verdict.kind == MapVerdict::Kind::costly ? palette.costly_verdict
                       : verdict.kind == MapVerdict::Kind::good ? palette.good_verdict
                                                                : palette.text;
    right -= canvas.fitted_label(text_at(right, middle, FontRole::ui_bold, canvas.px(text_verdict),
                                         ink, verdict.words, AlignX::right),
                                 row.w * 0.45F);
    right -= canvas.px(16);
  }
  const std::string title = title_of(pen.map, canvas.texts());
  float size = canvas.px(text_title);
  for (const float smaller : {text_body, text_small}) {
    if (canvas.measure(FontRole::ui_bold, size, title) > right - row.x) size = canvas.px(smaller);
  }
  canvas.fitted_label(text_at(row.x, middle, FontRole::ui_bold, size, palette.text, title),
                      right - row.x);
}

std::string subtitle_of(const MapField& map, const text::Texts& texts) {
  switch (map.kind()) {
    case MapKind::banks:
      if (map.survey->rows_truncated && map.choice.quantity == MapQuantity::of_kernel) {
        return texts.get("maps.truncated", fmt::arg("n", text::Texts::grouped(map.cells->height)),
                         fmt::arg("all", text::Texts::grouped(map.survey->rows_total)));
      }
      return texts.count("maps.requests", map.cells->height);
    case MapKind::array: {
      std::string words = type_text(map.array().array);
      if (map.wrapped) {
        words +=
            " · " + texts.get("maps.wrapped", fmt::arg("n", text::Texts::grouped(*map.wrapped)));
      }
      return words;
    }
    case MapKind::grid:
      break;
  }
  const report::Dim3& grid = map.survey->grid;
  std::string words = fmt::format("gridDim {} × {} × {}", grid[0], grid[1], grid[2]);
  if (map.wrapped)
    words += " · " + texts.get("maps.wrapped", fmt::arg("n", text::Texts::grouped(*map.wrapped)));
  return words;
}

// Origin and subject of the numbers on the left, details of the verdict on the right.
void draw_head(const MapPen& pen) {
  const Rect& row = pen.layout.head;
  if (row.h <= 0) return;
  Canvas& canvas = pen.canvas;
  const Palette& palette = canvas.palette();
  const float middle = row.y + row.h / 2;
  const float size = canvas.px(text_body);
  float x = row.x;
  const float badge = model_badge_width(canvas, pen.input.machine);
  if (badge < row.w * 0.5F) {
    draw_model_badge(canvas, x + badge, middle, pen.input.machine);
    x += badge + canvas.px(10);
  }
  float right = row.x + row.w;
  right -= canvas.fitted_label(text_at(right, middle, FontRole::ui, size, palette.text_dim,
                                       pen.verdict.detail, AlignX::right),
                               (right - x) * 0.6F);
  right -= canvas.px(16);
  if (right - x < canvas.px(40)) return;
  const bool is_code = pen.map.kind() != MapKind::banks;
  canvas.fitted_label(text_at(x, middle, is_code ? FontRole::mono : FontRole::ui, size,
                              palette.text_dim, subtitle_of(pen.map, canvas.texts())),
                      right - x);
}

void draw_note(const MapPen& pen) {
  const Rect& row = pen.layout.note;
  if (row.h <= 0) return;
  Canvas& canvas = pen.canvas;
  canvas.fitted_label(text_at(row.x, row.y + row.h / 2, FontRole::ui, canvas.px(text_body),
                              canvas.palette().text_dim, pen.input.note),
                      row.w);
}

// Clips to the area of the cells.
std::optional<Rect> inside(const MapPen& pen, const Rect& rect) {
  const Rect& area = pen.layout.cells;
  const float left = std::max(area.x + rect.x, area.x);
  const float top = std::max(area.y + rect.y, area.y);
  const float right = std::min(area.x + rect.x + rect.w, area.x + area.w);
  const float bottom = std::min(area.y + rect.y + rect.h, area.y + area.h);
  if (right <= left || bottom <= top) return std::nullopt;
  return Rect{left, top, right - left, bottom - top};
}

// Draws two frames, dark and light, which show on any colour, large enough to be found among cells
// of a pixel.
void draw_frame_around(const MapPen& pen, const Rect& cells, const Color& ink) {
  Canvas& canvas = pen.canvas;
  const float least = canvas.px(pen.map.rows_only() ? 3 : 9);
  Rect rect = cells;
  if (rect.w < least) {
    rect.x -= std::round((least - rect.w) / 2);
    rect.w = std::round(least);
  }
  if (rect.h < least) {
    rect.y -= std::round((least - rect.h) / 2);
    rect.h = std::round(least);
  }
  const auto seen = inside(pen, rect);
  if (!seen) return;
  const float out = canvas.whole_px(1);
  canvas.outline({seen->x - out, seen->y - out, seen->w + 2 * out, seen->h + 2 * out},
                 canvas.palette().panel, 3 * out);
  canvas.outline(*seen, ink, 2 * out);
}

// Lines between blocks whose warps are shown.
void draw_block_lines(const MapPen& pen) {
  const MapField& map = pen.map;
  if (map.tile_w * map.tile_h == 1 || pen.view.px_x * map.tile_w < 8) return;
  Canvas& canvas = pen.canvas;
  const MapSpan span = visible_cells(pen.layout.frame, pen.view);
  const Rect& area = pen.layout.cells;
  const float line = canvas.whole_px(2);
  const auto whole = inside(pen, rect_of(pen.view, {0, 0}, map.cells->width, map.cells->height));
  if (!whole) return;
  for (std::uint32_t x = (span.first.x / map.tile_w + 1) * map.tile_w; x < span.end.x;
       x += map.tile_w) {
    const float at = area.x + rect_of(pen.view, {x, 0}).x;
    canvas.fill({at - line / 2, whole->y, line, whole->h}, canvas.palette().panel);
  }
  for (std::uint32_t y = (span.first.y / map.tile_h + 1) * map.tile_h; y < span.end.y;
       y += map.tile_h) {
    const float at = area.y + rect_of(pen.view, {0, y}).y;
    canvas.fill({whole->x, at - line / 2, whole->w, line}, canvas.palette().panel);
  }
}

void draw_marks(const MapPen& pen) {
  const Palette& palette = pen.canvas.palette();
  if (pen.input.present) {
    const MapField::Cells& cells = *pen.input.present;
    draw_frame_around(pen, rect_of(pen.view, cells.first, cells.across, cells.down),
                      palette.selection_border);
  }
  if (pen.input.pointed)
    draw_frame_around(pen, rect_of(pen.view, *pen.input.pointed), palette.text);
}

// The pointed cell's description in one line, so that there is no need to wait for a tooltip.
void draw_info(const MapPen& pen) {
  const Rect& row = pen.layout.info;
  if (row.h <= 0) return;
  Canvas& canvas = pen.canvas;
  std::string words;
  if (pen.input.pointed) {
    words = pen.facts.words;
    for (std::size_t at = 0; (at = words.find('\n', at)) != std::string::npos;)
      words.replace(at, 1, " · ");
  } else if (pen.input.has_keys) {
    words = whole_parts(canvas.style(), FontRole::ui, canvas.px(text_body),
                        canvas.texts().get("maps.hint"), row.w);
  }
  const Color& ink = pen.input.pointed ? canvas.palette().text : canvas.palette().text_faint;
  canvas.fitted_label(
      text_at(row.x, row.y + row.h / 2, FontRole::ui, canvas.px(text_body), ink, words), row.w);
}

void draw_working(Canvas& canvas, const MapInput& input, const Rect& bar) {
  if (input.working) canvas.progress_bar(bar, input.share);
}

// Nothing to show yet: the current task and its progress.
DrawList waiting_picture(const MapInput& input, const Style& style, float width, float height) {
  Canvas canvas(style, width, height);
  const Palette& palette = canvas.palette();
  const float middle = std::round(height * 0.42F);
  const float w = std::min(canvas.px(360), width - canvas.px(48));
  if (w < canvas.px(60) || height < canvas.px(90)) return canvas.take();
  canvas.fitted_label(
      text_at(width / 2, middle - canvas.px(26), FontRole::ui_bold, canvas.px(text_title),
              palette.text, canvas.texts().get("maps.working"), AlignX::center),
      width - canvas.px(32));
  draw_working(canvas, input,
               {std::round((width - w) / 2), middle, std::round(w), canvas.whole_px(6)});
  float y = middle + canvas.px(26);
  for (const std::string& line : wrapped(canvas.style(), FontRole::ui, canvas.px(text_body),
                                         canvas.texts().get("maps.working_detail"), w, 4)) {
    canvas.label(text_at(width / 2, y, FontRole::ui, canvas.px(text_body), palette.text_dim, line,
                         AlignX::center));
    y += canvas.px(20);
  }
  return canvas.take();
}

}  // namespace

MapLayout map_layout(const MapInput& input, const Style& style, float width, float height) {
  MapLayout layout;
  if (!input.map || !input.map->cells) return layout;
  const Canvas canvas(style, width, height);
  const MapField& map = *input.map;
  const float margin = canvas.whole_px(2 * space_unit);
  Rect area{margin, std::round(margin * 0.5F), std::round(width - 2 * margin),
            std::round(height - margin)};
  const auto rows = [&](float units) { return canvas.whole_px(units); };
  const bool roomy = width >= canvas.px(min_w) && height >= canvas.px(min_h);
  if (roomy) {
    layout.title = area.take_top(rows(title_units));
    layout.head = area.take_top(rows(head_units));
    if (!input.note.empty()) layout.note = area.take_top(rows(head_units));
    area.take_top(rows(4));
    layout.info = take_bottom(area, rows(info_units));
    layout.legend = take_bottom(area, rows(legend_units));
    layout.axis = area.take_top(rows(axis_units));
    const bool has_totals = map.kind() == MapKind::banks && map.cells->height > 1 &&
                            area.h >= rows(totals_units + min_rows_units);
    if (has_totals) layout.totals = take_bottom(area, rows(totals_units));
    const float left = left_width(input, canvas);
    layout.left = {area.x, area.y, left, area.h};
    area.x += left;
    area.w -= left;
    if (map.kind() == MapKind::banks) {
      const float right = rows(wavefronts_units);
      layout.right = {area.x + area.w - right, area.y, right, area.h};
      area.w -= right + rows(space_unit);
    }
    layout.axis.x = area.x;
    layout.axis.w = area.w;
  }
  area.w = std::max(std::round(area.w), 1.0F);
  area.h = std::max(std::round(area.h), 1.0F);
  layout.cells = area;
  const bool rows_only = map.rows_only();
  layout.frame = {map.cells->width,
                  map.cells->height,
                  area.w,
                  area.h,
                  canvas.px(rows_only ? max_row_units : max_cell_units),
                  rows_only};
  return layout;
}

DrawList build_map(const MapInput& input, const Style& style, float width, float height) {
  if (!input.absence.empty()) {
    return build_message_view(style.texts->get("maps.nothing_title"), input.absence, style, width,
                              height);
  }
  if (!input.map) return waiting_picture(input, style, width, height);
  if (!input.map->cells) {
    return build_message_view(
        style.texts->get("maps.nothing_title"),
        style.texts->get("maps.nothing." + std::string(name_of(input.map->kind()))), style, width,
        height);
  }
  Canvas canvas(style, width, height);
  const MapLayout layout = map_layout(input, style, width, height);
  MapPen pen{canvas,
             input,
             *input.map,
             layout,
             input.view ? kept_inside(layout.frame, *input.view) : whole_map(layout.frame),
             {},
             verdict_of(*input.map, canvas.texts()),
             input.pointed ? facts_of(input, *input.pointed, canvas.texts()) : CellFacts{}};
  pen.heat = heat_of(input, layout, pen.view, canvas);
  // Stripes make digits hard to read, and digits say the same, so the stripes are fainter.
  MapDigits digits = map_digits(pen);
  if (digits.size > 0) pen.heat.hatch.a *= 0.5F;
  draw_title(pen);
  draw_head(pen);
  draw_note(pen);
  canvas.heat(pen.heat);
  draw_block_lines(pen);
  draw_map_digits(pen, std::move(digits));
  draw_map_races(pen);
  draw_map_wavefronts(pen);
  draw_marks(pen);
  draw_map_axes(pen);
  draw_map_legend(pen);
  draw_info(pen);
  draw_working(
      canvas, input,
      {layout.cells.x, layout.cells.y - canvas.whole_px(3), layout.cells.w, canvas.whole_px(3)});
  const std::uint64_t index =
      input.pointed ? std::uint64_t{input.pointed->y} * input.map->cells->width + input.pointed->x
                    : 0;
  canvas.hit(layout.cells, HitKind::cell, index, cell_tooltip(input, pen.facts, canvas.texts()));
  draw_map_totals(pen);  // last, so that their hit areas are on top of the cells'
  return canvas.take();
}

}  // namespace lanescope::picture
