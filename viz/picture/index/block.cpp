// The index explorer's block: threads by warp and lane.
#include <algorithm>
#include <cmath>
#include <vector>

#include "viz/picture/core/canvas.h"
#include "viz/picture/core/frame.h"
#include "viz/picture/index/cells.h"
#include "viz/picture/index/parts.h"
#include "viz/picture/index/text.h"
#include "viz/picture/index/view.h"

namespace lanescope::picture {
namespace {

// ---- the cells, one per thread ----

struct BlockPen {
  Canvas& canvas;
  const IndexInput& input;
  const Cells& cells;
  float digits = 0;        // font size of the lane numbers; 0: no room
  std::uint32_t warp = 0;  // the chosen thread's warp

  [[nodiscard]] const launch::Dim3& block() const { return input.shape.block; }
  // Each line is a warp.
  [[nodiscard]] bool is_by_warps() const { return block()[1] == 1 && block()[2] == 1; }
};

// Gap to a neighbour of another warp, in pixels; to one of the same warp it is half a pixel. Small
// cells get a smaller gap.
float far_gap(const BlockPen& pen) {
  return std::min(pen.cells.cell, pen.cells.line) < 16 ? 1.0F
                                                       : std::max(2.0F, pen.canvas.whole_px(2));
}

Rect apart(const BlockPen& pen, const launch::Dim3& at, const Rect& cell) {
  if (cell.w < 6) return cell;
  const std::uint32_t warp = launch::warp_of(launch::thread_number(pen.block(), at));
  const auto gap = [&](std::size_t axis, int by) {
    launch::Dim3 other = at;
    other[axis] += static_cast<std::uint32_t>(by);  // below 0 it wraps to outside the block
    // The neighbour in another warp is in another line.
    const bool is_in_line = axis != 0 || !pen.is_by_warps();
    const bool there = is_in_line && other[axis] < pen.block()[axis];
    const bool same = there && launch::warp_of(launch::thread_number(pen.block(), other)) == warp;
    return there && !same ? far_gap(pen) : 0.5F;
  };
  const bool folded = pen.cells.lines_per_row > 1;
  const float up = folded ? far_gap(pen) / 2 : gap(1, -1);
  const float down = folded ? far_gap(pen) / 2 : gap(1, 1);
  return snapped(cell.x + gap(0, -1), cell.y + up, cell.x + cell.w - gap(0, 1),
                 cell.y + cell.h - down);
}

void draw_idle(const BlockPen& pen, const Rect& rect, std::uint32_t lane, float digits) {
  Canvas& canvas = pen.canvas;
  canvas.waste(rect, std::min(canvas.px(3), rect.w / 5));
  canvas.hit(rect, HitKind::none, lane,
             canvas.texts().get("index.idle_tip", fmt::arg("lane", lane),
                                fmt::arg("warp", launch::warps_in(pen.block()) - 1)));
  if (digits <= 0) return;
  // A background under the digit hides the stripes.
  const Label label = text_at(rect.x + rect.w / 2, rect.y + rect.h / 2, FontRole::mono, digits,
                              canvas.palette().text_faint, std::to_string(lane), AlignX::center);
  const float w = canvas.measure(label.font, digits, label.text) + 2;
  // A digit needs extra room among stripes. All digits of a warp get it, or none is drawn.
  if (canvas.measure(label.font, digits, "31") + 2 + canvas.px(4) > rect.w) return;
  const float h = std::min(rect.h, digits * 1.1F);
  canvas.fill(snapped(label.x - w / 2, label.y - h / 2, label.x + w / 2, label.y + h / 2),
              canvas.palette().waste_fill);
  canvas.label(label);
}

void draw_thread(const BlockPen& pen, const launch::Dim3& at) {
  const auto cell = pen.cells.rect_of(at);
  if (!cell) return;
  Canvas& canvas = pen.canvas;
  const Palette& palette = canvas.palette();
  const std::uint32_t number = launch::thread_number(pen.block(), at);
  const std::uint32_t lane = launch::lane_of(number);
  const std::uint32_t warp = launch::warp_of(number);
  const bool own = warp == pen.warp;
  Box box;
  box.rect = apart(pen, at, *cell);
  box.radius = std::min(canvas.px(3), box.rect.w / 5);
  const Color grey = warp % 2 == 0
                         ? palette.panel_raised
                         : mixed(palette.panel_raised, with_alpha(palette.text, 0.12F), 1);
  box.fill = own ? palette.lane[lane] : grey;
  if (own && std::min(box.rect.w, box.rect.h) >= 12) {
    box.border = palette.lane_border;
    box.border_width = 1;
  }
  canvas.box(box);
  if (pen.digits > 0) {
    canvas.centred(box.rect, own ? FontRole::mono_bold : FontRole::mono, pen.digits,
                   own ? palette.lane_text[lane] : ink_on(palette, grey), std::to_string(lane), 0);
  }
  canvas.hit(*cell, HitKind::thread, number, thread_tooltip(pen.input, number, canvas.texts()));
}

// A ring of two colours around the chosen thread: one of the two shows on any lane's colour.
// Marks the chosen thread.
void draw_thread_ring(const BlockPen& pen) {
  const auto cell = pen.cells.rect_of(pen.input.position.thread);
  if (!cell) return;
  Canvas& canvas = pen.canvas;
  const Rect inner = apart(pen, pen.input.position.thread, *cell);
  const float w = std::min(canvas.whole_px(2), std::max(1.0F, inner.w / 6));
  const float radius = std::min(canvas.px(3), inner.w / 5);
  if (inner.h >= 14) canvas.outline(inner, canvas.palette().panel, w, radius);
  canvas.outline({inner.x - w, inner.y - w, inner.w + 2 * w, inner.h + 2 * w},
                 canvas.palette().text, w, radius + w);
}

// Lanes of the last warp without a thread: right of the row if the block is a single row
// (`in_line`), otherwise in a line of their own.
void draw_idle_lanes(const BlockPen& pen, bool in_line, const Rect& strip) {
  const std::uint32_t idle = launch::idle_lanes(pen.block());
  if (idle == 0) return;
  Canvas& canvas = pen.canvas;
  const std::uint32_t first = launch::lanes_per_warp - idle;
  if (in_line) {
    for (std::uint32_t i = 0; i < idle; ++i) {
      if (const auto cell = pen.cells.rect_behind(pen.block()[0] + i)) {
        const float inset = cell->w >= 6 ? 1 : 0;
        draw_idle(pen, {cell->x + inset, cell->y + inset, cell->w - 2 * inset, cell->h - 2 * inset},
                  first + i, pen.digits);
      }
    }
    return;
  }
  if (strip.h < 4) return;
  const std::string name =
      canvas.texts().get("index.idle_row", fmt::arg("warp", launch::warps_in(pen.block()) - 1));
  const float size = canvas.px(text_small);
  const float name_w = canvas.measure(FontRole::ui, size, name) + canvas.px(8);
  float x = strip.x;
  if (name_w < strip.w * 0.45F) {
    canvas.label(
        text_at(x, strip.y + strip.h / 2, FontRole::ui, size, canvas.palette().text_faint, name));
    x += name_w;
  }
  const float cell =
      std::min({(strip.x + strip.w - x) / static_cast<float>(idle), pen.cells.cell, canvas.px(24)});
  const float digits = digit_size(canvas, cell - 2, strip.h, size);
  for (std::uint32_t i = 0; i < idle; ++i) {
    const float left = x + static_cast<float>(i) * cell;
    draw_idle(pen, snapped(left, strip.y, left + std::max(1.0F, cell - 1), strip.y + strip.h),
              first + i, digits);
  }
}

// A name beside one line. If lines are too low for all names, some are left out, but never the
// chosen thread's.
struct LineName {
  float middle = 0;
  std::string text;
  bool own = false;
};

void draw_line_names(Canvas& canvas, const std::vector<LineName>& names, float x, AlignX align,
                     FontRole plain, FontRole bold, float room) {
  const float size = canvas.px(text_small);
  const auto own =
      std::find_if(names.begin(), names.end(), [](const LineName& name) { return name.own; });
  float free_from = -1e9F;
  for (const LineName& name : names) {
    const bool hides_own =
        own != names.end() && !name.own && std::abs(name.middle - own->middle) < size;
    if (hides_own || name.middle - size / 2 < free_from) continue;
    free_from = name.middle + size / 2;
    const Label label =
        text_at(x, name.middle, name.own ? bold : plain, size,
                name.own ? canvas.palette().text : canvas.palette().text_faint, name.text, align);
    canvas.label_within(label, room);
  }
}

// The y of each row, below the name of this axis; for a single folded row, each line's first x.
void draw_row_names(const BlockPen& pen, std::uint32_t layer) {
  const Cells& cells = pen.cells;
  const bool single_row = pen.block()[1] == 1;
  if (single_row && cells.all_lines == 1) return;  // a single line needs no names
  const launch::Dim3& thread = pen.input.position.thread;
  std::vector<LineName> names;
  for (std::uint64_t line = cells.first_line; line < cells.first_line + cells.lines; ++line) {
    const auto y = static_cast<std::uint32_t>(line / cells.lines_per_row);
    const std::uint64_t x = line * cells.columns;
    if (single_row ? x >= pen.block()[0] : line % cells.lines_per_row != 0) continue;
    const bool own =
        single_row ? cells.line_of(thread) == line : y == thread[1] && layer == thread[2];
    names.push_back(
        {cells.line_y(layer, line) + cells.line / 2, std::to_string(single_row ? x : y), own});
  }
  const float x = cells.layer_x(layer) - pen.canvas.px(6);
  draw_line_names(pen.canvas, names, x, AlignX::right, FontRole::mono, FontRole::mono_bold,
                  cells.layer_x(layer));
  if (single_row) return;
  pen.canvas.label(text_at(x, cells.layer_y(layer) - pen.canvas.px(9), FontRole::mono,
                           pen.canvas.px(text_small), pen.canvas.palette().text_faint, "y",
                           AlignX::right));
}

// The x of the columns, as many as fit; only if no row is folded.
void draw_column_names(const BlockPen& pen, std::uint32_t layer) {
  const Cells& cells = pen.cells;
  if (cells.lines_per_row > 1) return;
  Canvas& canvas = pen.canvas;
  const float size = canvas.px(text_small);
  const std::uint32_t last = pen.block()[0] - 1;
  const float room = canvas.measure(FontRole::mono_bold, size, std::to_string(last)) + canvas.px(4);
  std::uint32_t every = 1;
  while (static_cast<float>(every) * cells.cell < room) every *= 2;
  for (std::uint32_t x = 0; x <= last; x += every) {
    const bool own = x == pen.input.position.thread[0];
    canvas.label(text_at(cells.layer_x(layer) + (static_cast<float>(x) + 0.5F) * cells.cell,
                         cells.layer_y(layer) - canvas.px(9),
                         own ? FontRole::mono_bold : FontRole::mono, size,
                         own ? canvas.palette().text : canvas.palette().text_faint,
                         std::to_string(x), AlignX::center));
  }
}

// The warps of each line's threads, right of the line; equal names in a row are written once.
void draw_warp_names(const BlockPen& pen, std::uint32_t layer, float right) {
  const Cells& cells = pen.cells;
  const launch::Dim3& block = pen.block();
  const float x =
      cells.layer_x(layer) + cells.cell * static_cast<float>(cells.columns) + pen.canvas.px(8);
  std::vector<LineName> names;
  for (std::uint64_t line = cells.first_line; line < cells.first_line + cells.lines; ++line) {
    const auto y = static_cast<std::uint32_t>(line / cells.lines_per_row);
    const auto first_x = static_cast<std::uint32_t>(line % cells.lines_per_row) * cells.columns;
    if (first_x >= block[0]) continue;
    const std::uint32_t last_x = std::min(first_x + cells.columns, block[0]) - 1;
    const std::uint32_t first = launch::thread_number(block, {first_x, y, layer});
    const std::uint32_t last = launch::thread_number(block, {last_x, y, layer});
    const std::string name = warps_text(first, last, pen.canvas.texts());
    if (!names.empty() && names.back().text == name) continue;
    const bool own = launch::warp_of(first) <= pen.warp && pen.warp <= launch::warp_of(last);
    names.push_back({cells.line_y(layer, line) + cells.line / 2, name, own});
  }
  draw_line_names(pen.canvas, names, x, AlignX::left, FontRole::ui, FontRole::ui_bold, right - x);
}

void draw_layer(const BlockPen& pen, std::uint32_t layer, bool named, float right) {
  const Cells& cells = pen.cells;
  for (std::uint64_t line = cells.first_line; line < cells.first_line + cells.lines; ++line) {
    const auto y = static_cast<std::uint32_t>(line / cells.lines_per_row);
    const auto first_x = static_cast<std::uint32_t>(line % cells.lines_per_row) * cells.columns;
    for (std::uint32_t x = first_x; x < std::min(first_x + cells.columns, pen.block()[0]); ++x)
      draw_thread(pen, {x, y, layer});
  }
  draw_row_names(pen, layer);
  if (!named) {
    draw_column_names(pen, layer);
    draw_warp_names(pen, layer, right);
    return;
  }
  // With several layers, the layer's z and its warps instead.
  Canvas& canvas = pen.canvas;
  const launch::Dim3& block = pen.block();
  const bool own = layer == pen.input.position.thread[2];
  std::string name = "z = " + std::to_string(layer);
  const std::string warps =
      warps_text(launch::thread_number(block, {0, 0, layer}),
                 launch::thread_number(block, {block[0] - 1, block[1] - 1, layer}), canvas.texts());
  const float room = cells.cell * static_cast<float>(cells.columns);
  const float size = canvas.px(text_small);
  if (canvas.measure(FontRole::ui_bold, size, name + " · " + warps) <= room) name += " · " + warps;
  canvas.fitted_label(text_at(cells.layer_x(layer), cells.layer_y(layer) - canvas.px(9),
                              own ? FontRole::ui_bold : FontRole::ui, size,
                              own ? canvas.palette().text : canvas.palette().text_faint, name),
                      room);
}

std::string detail_of(const IndexInput& input, const text::Texts& texts) {
  const launch::Dim3& block = input.shape.block;
  std::string detail = texts.count("index.threads", launch::threads_in(block));
  detail += " · " + texts.count("index.warps", launch::warps_in(block));
  if (const std::uint32_t idle = launch::idle_lanes(block); idle > 0)
    detail += " · " + texts.count("index.idle", idle);
  return detail;
}

// "rows 0 to 26 of 32"; empty if all of the block is in the picture.
std::string cut_text(const IndexInput& input, const Cells& cells, const text::Texts& texts) {
  if (!cells.is_cut()) return {};
  const launch::Dim3& block = input.shape.block;
  const bool is_row = block[1] == 1;
  // Of a single row, the warps; else the rows of y.
  const auto number = [&](std::uint64_t line) {
    return is_row ? line * cells.columns / launch::lanes_per_warp : line / cells.lines_per_row;
  };
  return texts.get(is_row ? "index.warps_shown" : "index.rows_shown",
                   fmt::arg("first", number(cells.first_line)),
                   fmt::arg("last", number(cells.first_line + cells.lines - 1)),
                   fmt::arg("n", is_row ? launch::warps_in(block) : block[1]));
}

// What is left out comes before what the block has, and is there even where the rest has no room.
void draw_block_title(Canvas& canvas, const IndexInput& input, const std::string& cut,
                      const Rect& area) {
  const text::Texts& texts = canvas.texts();
  const std::string title =
      texts.get(input.guesses_block ? "index.block_guess" : "index.block_title",
                fmt::arg("shape", shape_text(input.shape.block)));
  std::string detail = detail_of(input, texts);
  if (!cut.empty()) {
    const float room =
        area.w - canvas.px(12) - canvas.measure(FontRole::ui_bold, canvas.px(text_body), title);
    detail = cut + " · " + detail;
    if (canvas.measure(FontRole::ui, canvas.px(text_body - 1), detail) > room) detail = cut;
  }
  draw_index_title(canvas, title, detail, area);
}

}  // namespace

float draw_index_block(Canvas& canvas, const IndexInput& input, const Rect& whole) {
  const text::Texts& texts = canvas.texts();
  const launch::Dim3& block = input.shape.block;
  Rect area = whole;
  area.take_top(index_title_height(canvas, whole));
  const bool line_of_warps = block[1] == 1 && block[2] == 1;
  Rect strip{};
  if (launch::idle_lanes(block) > 0 && !line_of_warps && area.h > canvas.px(90)) {
    const float h = canvas.px(18);
    strip = {area.x, area.y + area.h - h, area.w, h};
    area.h -= h + canvas.px(8);
  }
  CellsInput cells_input;
  cells_input.extents = block;
  cells_input.chosen = input.position.thread;
  cells_input.area = area;
  const std::uint32_t largest_name = line_of_warps ? block[0] : block[1];
  const float small = canvas.px(text_small);
  cells_input.left =
      canvas.measure(FontRole::mono_bold, small, std::to_string(largest_name)) + canvas.px(8);
  const std::uint32_t last = launch::threads_in(block) - 1;
  cells_input.right = std::min(
      area.w * 0.25F,
      canvas.measure(FontRole::ui_bold, small, warps_text(last > 32 ? last - 32 : 0, last, texts)) +
          canvas.px(10));
  cells_input.top = canvas.px(18);
  cells_input.least = std::max(6.0F, canvas.px(4));
  cells_input.most = canvas.px(38);
  if (line_of_warps) {  // as wide as 32 cells may be, and not much higher
    const float lane = (area.w - cells_input.left - cells_input.right) / launch::lanes_per_warp;
    cells_input.most = std::min(cells_input.most, std::max(lane * 1.45F, canvas.px(24)));
  }
  cells_input.legible = std::max(min_digit_px * 1.5F, canvas.px(13));
  cells_input.between = canvas.px(14);
  cells_input.folds_at_32 = true;
  if (area.h < cells_input.top + cells_input.least || area.w < canvas.px(80)) {
    draw_block_title(canvas, input, {}, whole);
    return 0;
  }
  Cells cells = cells_in(cells_input);
  const bool all_layers = cells.layers > 1;
  if (block[2] > 1 && !all_layers && area.h > canvas.px(90)) {
    draw_layer_chips(canvas, {area.x, area.y, area.w, canvas.px(18)}, block[2],
                     input.position.thread[2], HitKind::thread, [&](std::uint32_t layer) {
                       return std::uint64_t{launch::thread_number(
                           block, {input.position.thread[0], input.position.thread[1], layer})};
                     });
    cells_input.area.take_top(canvas.px(24));
    cells = cells_in(cells_input);
  }
  draw_block_title(canvas, input, cut_text(input, cells, texts), whole);
  BlockPen pen{canvas, input, cells, 0,
               launch::warp_of(launch::thread_number(block, input.position.thread))};
  const float free_px = far_gap(pen);
  const float free_x = pen.is_by_warps() ? 1 : free_px;
  pen.digits = digit_size(canvas, cells.cell - free_x, cells.line - 2 * free_px, small);
  for (std::uint32_t layer = cells.first_layer; layer < cells.first_layer + cells.layers; ++layer)
    draw_layer(pen, layer, all_layers, area.x + area.w);
  draw_thread_ring(pen);
  // Directly below the threads.
  const std::uint32_t down = (cells.layers - 1) / cells.layers_across + 1;
  const float bottom = cells.y + static_cast<float>(down - 1) * cells.layer_h +
                       cells.line * static_cast<float>(cells.lines) + canvas.px(10);
  strip.y = std::round(std::min(strip.y, bottom));
  draw_idle_lanes(pen, line_of_warps, strip);
  return std::max(0.0F, whole.y + whole.h - std::max(bottom, strip.y + strip.h));
}

}  // namespace lanescope::picture
