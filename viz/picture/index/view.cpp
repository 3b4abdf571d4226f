#include "viz/picture/index/view.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "viz/picture/core/style.h"
#include "viz/picture/core/units.h"
#include "viz/picture/index/parts.h"
#include "viz/picture/index/text.h"

namespace lanescope::picture {
namespace {

constexpr float min_grid_width = 120;  // units
constexpr float max_grid_width = 264;
constexpr float min_block_width = 300;   // below this, the grid is left out
constexpr float min_grid_height = 62;    // above a block of a single row
constexpr float min_row_height = 90;     // of that block
constexpr float min_block_height = 110;  // below this, the parts under the block are left out

// In a low picture, names are beside their numbers, and explanations are left out.
bool is_low(const Canvas& canvas) { return canvas.height() < canvas.px(340); }

struct Fact {
  std::string name, value;
  float width = 0;
};

float width_of(const Canvas& canvas, std::vector<Fact>& facts, float size) {
  float width = 0;
  for (Fact& fact : facts) {
    fact.width = std::max(canvas.measure(FontRole::mono_bold, size, fact.value),
                          canvas.measure(FontRole::ui, canvas.px(text_small), fact.name));
    width += fact.width + canvas.px(24);
  }
  return width;
}

std::vector<Fact> facts_of(const IndexInput& input, const text::Texts& texts) {
  const std::uint32_t number = launch::thread_number(input.shape.block, input.position.thread);
  return {{texts.get("index.warp"), std::to_string(launch::warp_of(number))},
          {texts.get("index.lane"), std::to_string(launch::lane_of(number))},
          {texts.get("index.index"),
           text::Texts::grouped(launch::global_index(input.shape, input.position))}};
}

// "warp 0 lane 21 index 141" in one line. Returns its left end.
float draw_facts_in_line(Canvas& canvas, const IndexInput& input, const Rect& area) {
  std::string line;
  for (const Fact& fact : facts_of(input, canvas.texts()))
    line += (line.empty() ? "" : "  ") + fact.name + " " + fact.value;
  const float used = canvas.fitted_label(
      text_at(area.x + area.w, area.y + canvas.px(14), FontRole::ui_bold, canvas.px(text_body),
              canvas.palette().good_text, line, AlignX::right),
      area.w * 0.6F);
  return area.x + area.w - used - canvas.px(16);
}

// Index, lane and warp, from right to left. Those that don't fit are left out, the index last.
// Returns the left end.
float draw_facts(Canvas& canvas, const IndexInput& input, const Rect& area) {
  std::vector<Fact> facts = facts_of(input, canvas.texts());
  float size = canvas.px(text_verdict);
  if (width_of(canvas, facts, size) > area.w * 0.6F) size = canvas.px(text_title);
  while (facts.size() > 1 && width_of(canvas, facts, size) > area.w * 0.8F)
    facts.erase(facts.begin());
  width_of(canvas, facts, size);
  const Palette& palette = canvas.palette();
  float x = area.x + area.w;
  for (auto fact = facts.rbegin(); fact != facts.rend(); ++fact) {
    const bool index = fact == facts.rbegin();
    canvas.fitted_label(
        text_at(x, area.y + canvas.px(14), FontRole::mono_bold, size,
                index ? palette.good_verdict : palette.text, fact->value, AlignX::right),
        x - area.x);
    canvas.fitted_label(text_at(x, area.y + canvas.px(38), FontRole::ui, canvas.px(text_small),
                                palette.text_faint, fact->name, AlignX::right),
                        x - area.x);
    x -= fact->width + canvas.px(24);
  }
  return x;
}

float headline_height(const Canvas& canvas) { return canvas.px(is_low(canvas) ? 28 : 56); }

// The chosen thread and its block, with warp, lane and index.
void draw_headline(Canvas& canvas, const IndexInput& input, const Rect& area) {
  const text::Texts& texts = canvas.texts();
  const bool low = is_low(canvas);
  const float right =
      low ? draw_facts_in_line(canvas, input, area) : draw_facts(canvas, input, area);
  const float room = right - area.x;
  const std::string thread = position_text(input.shape.block, input.position.thread);
  const std::string block = position_text(input.shape.grid, input.position.block);
  canvas.fitted_label(
      text_at(area.x, area.y + canvas.px(14), FontRole::ui_bold,
              canvas.px(low ? text_body : text_title), canvas.palette().text,
              texts.get("index.where", fmt::arg("thread", thread), fmt::arg("block", block))),
      room);
  if (low) return;
  const std::uint32_t number = launch::thread_number(input.shape.block, input.position.thread);
  canvas.fitted_label(
      text_at(area.x, area.y + canvas.px(38), FontRole::ui, canvas.px(text_body - 1),
              canvas.palette().text_dim,
              texts.get("index.numbered", fmt::arg("number", number),
                        fmt::arg("last", launch::threads_in(input.shape.block) - 1))),
      room);
}

}  // namespace

float index_title_height(const Canvas& canvas, const Rect& area) {
  return area.h < canvas.px(60) ? 0 : canvas.px(24);
}

float draw_index_title(Canvas& canvas, const std::string& title, const std::string& detail,
                       const Rect& area) {
  const float height = index_title_height(canvas, area);
  if (height <= 0) return 0;
  const float middle = area.y + canvas.px(9);
  const float used =
      canvas.fitted_label(text_at(area.x, middle, FontRole::ui_bold, canvas.px(text_body),
                                  canvas.palette().text, title),
                          area.w);
  const Label more = text_at(area.x + used + canvas.px(12), middle, FontRole::ui,
                             canvas.px(text_body - 1), canvas.palette().text_dim, detail);
  if (used > 0) canvas.label_within(more, area.x + area.w - more.x);
  return height;
}

void draw_layer_chips(Canvas& canvas, const Rect& row, std::uint32_t layers, std::uint32_t chosen,
                      HitKind kind, const std::function<std::uint64_t(std::uint32_t)>& to_index) {
  const Palette& palette = canvas.palette();
  const float size = canvas.px(text_small);
  const float middle = row.y + row.h / 2;
  const std::string axis = "z";
  if (canvas.measure(FontRole::mono, size, axis) > row.w) return;
  canvas.label(text_at(row.x, middle, FontRole::mono, size, palette.text_faint, axis));
  const float begin = row.x + canvas.px(16);
  const float chip = std::round(
      canvas.measure(FontRole::mono_bold, size, std::to_string(layers - 1)) + canvas.px(10));
  const auto fit =
      static_cast<std::uint32_t>(std::max(0.0F, (row.x + row.w - begin) / (chip + canvas.px(2))));
  if (fit == 0) return;
  const std::uint32_t shown = std::min(fit, layers);
  const std::uint32_t first = first_around(chosen, layers, shown);
  for (std::uint32_t i = 0; i < shown; ++i) {
    const std::uint32_t layer = first + i;
    const Rect rect =
        snapped(begin + static_cast<float>(i) * (chip + canvas.px(2)), row.y,
                begin + static_cast<float>(i) * (chip + canvas.px(2)) + chip, row.y + row.h);
    canvas.framed(rect, layer == chosen ? palette.selection : palette.panel_raised,
                  layer == chosen ? palette.selection_border : palette.panel_raised,
                  canvas.whole_px(1), canvas.px(3));
    canvas.label(text_at(
        rect.x + rect.w / 2, middle, layer == chosen ? FontRole::mono_bold : FontRole::mono, size,
        layer == chosen ? palette.text : palette.text_dim, std::to_string(layer), AlignX::center));
    canvas.hit(rect, kind, to_index(layer),
               canvas.texts().get("index.layer_tip", fmt::arg("layer", layer)));
  }
}

namespace {

// Grid and block side by side. A block of a single row needs the whole width, so its grid is above
// it. Returns the unused height.
float draw_shape(Canvas& canvas, const IndexInput& input, Rect area) {
  const float gap = canvas.whole_px(16);
  if (input.shape.block[1] == 1 && input.shape.block[2] == 1) {
    const float grid = std::round(std::min(index_grid_height(canvas, input, area.w),
                                           std::max(area.h * 0.3F, canvas.px(min_grid_height))));
    if (area.h - grid - gap >= canvas.px(min_row_height)) {
      draw_index_grid(canvas, input, {area.x, area.y, area.w, grid});
      area.take_top(grid + gap);
    }
  } else {
    const float grid = std::round(
        std::clamp(area.w * 0.27F, canvas.px(min_grid_width), canvas.px(max_grid_width)));
    if (area.w - grid - gap >= canvas.px(min_block_width)) {
      draw_index_grid(canvas, input, {area.x, area.y, grid, area.h});
      area.x += grid + gap;
      area.w -= grid + gap;
    }
  }
  return draw_index_block(canvas, input, area);
}

struct Page {
  DrawList list;
  float left = 0;      // unused height, pixels
  float formulas = 5;  // rows of formulas
};

// `pad`: pixels, independent of the page's scale, because the page is below the panel's fields.
// `formulas`: rows of them that grid and block give up room for.
Page draw_page(const IndexInput& input, const Style& style, float pad, float width, float height,
               float formulas_wanted = 1) {
  Canvas canvas(style, width, height);
  Rect area{pad, canvas.whole_px(4), width - 2 * pad, height - canvas.whole_px(4) - pad};
  if (area.w < canvas.px(160) || area.h < canvas.px(100)) return {canvas.take()};
  draw_headline(canvas, input, area);
  area.take_top(headline_height(canvas) + canvas.px(8));

  // From the bottom: formulas and digits, as long as the block keeps enough room.
  const float gap = canvas.whole_px(16);
  const float digits = index_digits_height(canvas);
  const float pitch = index_formula_pitch(canvas);
  const std::uint32_t lines_wanted = input.shape.block[1] == 1 && input.shape.block[2] == 1
                                         ? launch::warps_in(input.shape.block)
                                         : input.shape.block[1];
  const float wanted = canvas.px(min_block_height) +
                       std::min(static_cast<float>(lines_wanted) * canvas.px(13), area.h * 0.35F);
  // Above a block of a single row, its grid.
  const float rows =
      canvas.px(24) + std::min(static_cast<float>(lines_wanted) * canvas.px(18), area.h * 0.5F);
  const float with_grid =
      canvas.px(min_grid_height) + gap + std::max(canvas.px(min_row_height), rows);
  const bool has_grid_above = input.shape.block[1] == 1 && input.shape.block[2] == 1;
  float spare = area.h - gap - (has_grid_above ? std::max(wanted, with_grid) : wanted);
  // The first formula is the one that the page is about: the grid above the block, and then the
  // block, give up room for it.
  const float room_wanted = formulas_wanted * pitch;
  if (spare < room_wanted)
    spare = std::max(area.h - gap - wanted, std::min(room_wanted, area.h / 3));
  float rows_of_formulas = 0;
  // One digit of each kind says less than the formula.
  const bool formula_first = has_grid_above && launch::dimensions_of(input.shape.grid) == 1;
  if (spare >= digits + (formula_first ? pitch + canvas.px(8) : 0)) {
    const float lines = std::clamp(std::floor((spare - digits - canvas.px(8)) / pitch), 0.0F, 5.0F);
    rows_of_formulas = lines;
    const float formulas = lines > 0 ? lines * pitch + canvas.px(8) : 0;
    const float below = digits + formulas;
    Rect bottom{area.x, std::round(area.y + area.h - below), area.w, below};
    const float nine = index_nine_width(canvas);
    if (below >= index_nine_height(canvas) && bottom.w - nine - 2 * gap >= canvas.px(400)) {
      draw_index_nine(canvas, input, {bottom.x + bottom.w - nine, bottom.y, nine, bottom.h});
      bottom.w -= nine + 2 * gap;
    }
    canvas.fill({area.x, bottom.y - gap / 2, area.w, canvas.whole_px(1)},
                canvas.palette().hairline);
    draw_index_digits(canvas, input, {bottom.x, bottom.y, bottom.w, digits});
    draw_index_formulas(
        canvas, input,
        {bottom.x, bottom.y + digits + canvas.px(8), bottom.w, formulas - canvas.px(8)});
    area.h -= below + gap;
  } else if (spare >= pitch) {
    rows_of_formulas = std::min(std::floor(spare / pitch), 5.0F);
    const float lines = rows_of_formulas * pitch;
    draw_index_formulas(canvas, input,
                        {area.x, std::round(area.y + area.h - lines), area.w, lines});
    area.h -= lines + gap;
  }
  const float left = draw_shape(canvas, input, area);
  return {canvas.take(), left, rows_of_formulas};
}

// Grid and block show as much of what they show in `than`, or it was cut there too.
bool shows_no_less(const Page& page, const Page& than, const IndexInput& input) {
  const auto threads = static_cast<std::ptrdiff_t>(launch::threads_in(input.shape.block));
  const auto count = [](const Page& of, HitKind kind) {
    return std::ranges::count(of.list.hits, kind, &HitArea::kind);
  };
  const bool all_threads =
      count(page, HitKind::thread) >= std::min(count(than, HitKind::thread), threads);
  const bool was_cut = count(than, HitKind::thread) < threads;
  return (all_threads || was_cut) &&
         (count(page, HitKind::block) > 0) == (count(than, HitKind::block) > 0);
}

}  // namespace

DrawList build_index(const IndexInput& input, const Style& style, float width, float height) {
  const float pad = std::max(1.0F, std::round(2 * space_unit * style.scale));
  Page page = draw_page(input, style, pad, width, height);
  if (page.formulas < 2) {  // a second row has room for warp, lane and block
    Page fuller = draw_page(input, style, pad, width, height, 2);
    if (shows_no_less(fuller, page, input)) page = std::move(fuller);
  }
  // A block of a few warps leaves much of the height unused, so the page is drawn larger.
  if (page.left <= height * 0.05F) return std::move(page.list);
  Page larger;
  const Style chosen = enlarged(style, height / (height - page.left), [&](const Style& candidate) {
    larger = draw_page(input, candidate, pad, width, height);
    return says_the_same(larger.list, page.list);
  });
  return chosen.scale > style.scale ? std::move(larger.list) : std::move(page.list);
}

}  // namespace lanescope::picture
