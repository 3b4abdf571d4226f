#include "viz/picture/program/program.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "viz/picture/core/canvas.h"
#include "viz/picture/core/line_break.h"

namespace lanescope::picture {
namespace {

constexpr float list_row_height = 26;  // units
constexpr float list_head_height = 30;
constexpr float fact_height = 19;
constexpr float fact_name_width = 120;
constexpr float list_gap = 12;
constexpr std::size_t most_facts = 12;
constexpr std::size_t most_host_lines = 3;
constexpr std::size_t most_why_lines = 5;

// The columns from left to right; those that matter least go first where there is no room.
enum class Column : std::uint8_t {
  kernel,
  launch,
  grid,
  block,
  instructions,
  sectors,
  wavefronts,
  worst,
  findings,
  time
};
struct ColumnRow {
  Column column;
  const char* text_key;
  float width;  // units; of the kernel's name: at least
  bool is_bar = false;
  int goes = 0;  // 1 goes first; 0 stays
};
constexpr ColumnRow list_columns[] = {
    {Column::kernel, "program.kernel", 130},
    {Column::launch, "program.launch", 92, false, 4},
    {Column::grid, "program.grid", 92, false, 3},
    {Column::block, "program.block", 80, false, 2},
    {Column::instructions, "program.instructions", 112, true},
    {Column::sectors, "program.sectors", 112, true, 6},
    {Column::wavefronts, "program.wavefronts", 112, true, 5},
    {Column::worst, "program.worst", 66},
    {Column::findings, "program.findings", 76},
    {Column::time, "program.time", 84, false, 1},
};

struct PlacedColumn {
  const ColumnRow* row = nullptr;
  float x = 0, w = 0;
};

std::vector<PlacedColumn> placed_columns(const Canvas& canvas, const ProgramList& list,
                                         const Rect& area) {
  std::vector<PlacedColumn> placed;
  float taken = 0;
  const bool has_time =
      std::ranges::any_of(list.rows, [](const ProgramRow& row) { return row.time_ms.has_value(); });
  for (const ColumnRow& row : list_columns) {
    if (row.column == Column::time && !has_time) continue;
    placed.push_back({&row, 0, canvas.px(row.width)});
    taken += placed.back().w;
  }
  while (taken > area.w) {
    auto least = placed.end();
    for (auto each = placed.begin(); each != placed.end(); ++each) {
      const bool goes = each->row->goes != 0;
      if (goes && (least == placed.end() || each->row->goes < least->row->goes)) least = each;
    }
    if (least == placed.end()) break;
    taken -= least->w;
    placed.erase(least);
  }
  placed.front().w += std::max(0.0F, area.w - taken);
  float x = area.x;
  for (PlacedColumn& each : placed) {
    each.x = x;
    x += each.w;
  }
  return placed;
}

std::string percent_text(double share) {
  if (share > 0 && share < 0.005) return "< 1 %";
  return fmt::format("{:.0f} %", 100 * share);
}

std::string launch_numbers(const ProgramRow& row) {
  return row.times == 1 ? fmt::format("{}", row.first)
                        : fmt::format("{} … {}", row.first, row.last);
}

std::string cell_text(const ProgramRow& row, Column column) {
  switch (column) {
    case Column::kernel:
      return row.times == 1 ? row.kernel
                            : fmt::format("{} × {}", row.kernel, text::Texts::grouped(row.times));
    case Column::launch:
      return launch_numbers(row);
    case Column::grid:
      return row.grid;
    case Column::block:
      return row.block;
    case Column::instructions:
      return percent_text(row.instructions);
    case Column::sectors:
      return percent_text(row.sectors);
    case Column::wavefronts:
      return percent_text(row.wavefronts);
    case Column::worst:
      return row.worst;
    case Column::findings:
      return row.findings == 0 ? "" : text::Texts::grouped(row.findings);
    case Column::time:
      break;
  }
  return row.time_ms ? fmt::format("{:.3g} ms", *row.time_ms) : "";
}

double share_of(const ProgramRow& row, Column column) {
  return column == Column::sectors      ? row.sectors
         : column == Column::wavefronts ? row.wavefronts
                                        : row.instructions;
}

void draw_list_row(Canvas& canvas, const ProgramRow& row, std::size_t number,
                   const std::vector<PlacedColumn>& columns, bool is_chosen, bool is_shown,
                   const Rect& rect) {
  // What the row says already, the mouse need not say again.
  bool is_whole = true;
  const Palette& palette = canvas.palette();
  if (is_chosen)
    canvas.framed(rect, palette.selection, palette.selection_border, canvas.whole_px(1),
                  canvas.px(4));
  if (is_shown) canvas.fill({rect.x, rect.y, canvas.whole_px(3), rect.h}, palette.text);
  const float middle = rect.y + rect.h / 2;
  for (const PlacedColumn& each : columns) {
    const Column column = each.row->column;
    const std::string text = cell_text(row, column);
    const bool is_name = column == Column::kernel;
    const bool warns = (column == Column::worst && row.is_costly) || column == Column::findings;
    const Color color = warns ? palette.costly_text : is_name ? palette.text : palette.text_dim;
    const FontRole font = is_name || column == Column::worst ? FontRole::mono_bold : FontRole::mono;
    const float pad = canvas.px(10);
    float room = each.w - pad;
    if (each.row->is_bar) {
      const float bar = canvas.px(54);
      canvas.progress_bar({each.x + pad, middle - canvas.px(3), bar, canvas.px(6)},
                          share_of(row, column));
      room -= bar;
    }
    if (is_name) {
      const Label name = text_at(each.x + pad, middle, font, canvas.px(text_body), color, text);
      is_whole = is_whole && canvas.width_of(name) <= room;
      canvas.fitted_label(name, room);
    } else {
      const bool fits =
          canvas.label_within(text_at(each.x + each.w - canvas.px(6), middle, font,
                                      canvas.px(text_small), color, text, AlignX::right),
                              room);
      is_whole = is_whole && (fits || text.empty());
    }
  }
  std::string tooltip;
  for (const ColumnRow& each : list_columns) {
    const std::string text = cell_text(row, each.column);
    if (text.empty()) continue;
    const bool is_placed =
        std::ranges::any_of(columns, [&](const PlacedColumn& of) { return of.row == &each; });
    is_whole = is_whole && is_placed;
    tooltip += each.column == Column::kernel
                   ? row.kernel
                   : "\n" + canvas.texts().get(each.text_key) + ": " + text;
  }
  if (is_whole) tooltip.clear();
  canvas.hit(rect, HitKind::launch, number, tooltip);
}

// A line for each sentence, or for how many more there are. The launches keep most of the height.
void draw_host(Canvas& canvas, const std::vector<std::string>& sentences, Rect& area) {
  const float line = canvas.px(fact_height);
  const auto room = static_cast<std::size_t>(area.h / 4 / line);
  const std::size_t lines = std::min({sentences.size(), most_host_lines, room});
  if (lines == 0) return;
  for (std::size_t i = 0; i < lines; ++i) {
    const bool is_rest = i + 1 == lines && lines < sentences.size();
    const std::string text =
        is_rest ? canvas.texts().count("program.more_of_host", sentences.size() - i) : sentences[i];
    const Rect rect{area.x, area.y, area.w, line};
    canvas.fitted_label(text_at(rect.x, rect.y + line / 2, FontRole::ui, canvas.px(text_body),
                                canvas.palette().costly_text, text),
                        rect.w);
    area.take_top(line);
  }
  area.take_top(canvas.px(list_gap));
}

// The lines behind their name. The launches keep most of the height.
void draw_printed(Canvas& canvas, const std::vector<std::string>& lines, Rect& area) {
  const float line = canvas.px(fact_height), name = canvas.px(fact_name_width);
  const auto room = static_cast<std::size_t>(area.h / 5 / line);
  const std::size_t first = lines.size() - std::min(lines.size(), room);
  if (first == lines.size()) return;
  canvas.fitted_label(text_at(area.x, area.y + line / 2, FontRole::ui, canvas.px(text_small),
                              canvas.palette().text_dim, canvas.texts().get("program.printed")),
                      name - canvas.px(8));
  for (std::size_t i = first; i < lines.size(); ++i) {
    canvas.fitted_label(text_at(area.x + name, area.y + line / 2, FontRole::mono,
                                canvas.px(text_small), canvas.palette().text, lines[i]),
                        area.w - name);
    area.take_top(line);
  }
  area.take_top(canvas.px(list_gap));
}

// A box with stripes at its left, as above any picture that is not of the newest text. What to do
// keeps its line; of why, there is what fits half the height, its lines run together where there
// are too few. The mouse says what is cut.
void draw_old_launches(Canvas& canvas, const OldLaunches& old, Rect& area) {
  const float line = canvas.px(fact_height), pad = canvas.px(8), stripes = canvas.px(32);
  const float left = area.x + stripes + canvas.px(12);
  const float width = area.x + area.w - left - pad;
  const auto room = static_cast<std::size_t>(std::max(0.0F, (area.h / 2 - 2 * pad) / line));
  bool is_cut = false;
  const auto lines_of = [&](FontRole font, float size, const std::string& text, std::size_t most) {
    std::vector<std::string> all = wrapped(canvas.style(), font, canvas.px(size), text, width, 99);
    if (all.size() <= most) return all;
    is_cut = true;
    return wrapped(canvas.style(), font, canvas.px(size), text, width, most);
  };
  std::vector<std::string> why;
  if (!old.why.empty() && room > 2) {
    const std::size_t most = std::min(most_why_lines, room - 2);
    std::string text = old.why;
    if (static_cast<std::size_t>(std::ranges::count(text, '\n')) >= most) {
      for (std::size_t at = text.find('\n'); at != text.npos; at = text.find('\n', at))
        text.replace(at, 1, "  ");
    }
    why = lines_of(FontRole::mono, text_small, text, most);
  } else {
    is_cut = !old.why.empty();
  }
  const std::size_t to_do_lines = room > 2 + why.size() ? 2 : 1;
  const std::vector<std::string> to_do = lines_of(FontRole::ui, text_body, old.to_do, to_do_lines);
  const float h = line * static_cast<float>(1 + why.size() + to_do.size()) + 2 * pad;
  const Rect box{area.x, area.y, area.w, h};
  const Palette& palette = canvas.palette();
  canvas.fill(box, palette.panel_raised, canvas.px(4));
  canvas.waste({area.x, area.y, stripes, h});
  float middle = area.y + pad + line / 2;
  const auto say = [&](FontRole font, float size, const Color& color, const std::string& text) {
    const Label label = text_at(left, middle, font, canvas.px(size), color, text);
    is_cut = is_cut || canvas.width_of(label) > width;
    canvas.fitted_label(label, width);
    middle += line;
  };
  say(FontRole::ui_bold, text_body, palette.costly_text, old.heading);
  for (const std::string& each : why) say(FontRole::mono, text_small, palette.error_text, each);
  for (const std::string& each : to_do) say(FontRole::ui, text_body, palette.text, each);
  if (is_cut) {
    canvas.hit(box, HitKind::none, 0,
               old.heading + "\n" + (old.why.empty() ? "" : old.why + "\n") + old.to_do);
  }
  area.take_top(h + canvas.px(list_gap));
}

void draw_list_head(Canvas& canvas, const std::vector<PlacedColumn>& columns, const Rect& area) {
  for (const PlacedColumn& each : columns) {
    const bool is_name = each.row->column == Column::kernel;
    const float x = is_name ? each.x + canvas.px(10) : each.x + each.w - canvas.px(6);
    canvas.label_within(text_at(x, area.y + area.h / 2, FontRole::ui, canvas.px(text_small),
                                canvas.palette().text_dim, canvas.texts().get(each.row->text_key),
                                is_name ? AlignX::left : AlignX::right),
                        each.w - canvas.px(4));
  }
}

}  // namespace

DrawList build_program(const ProgramList& list, const Style& style, float width, float height) {
  Canvas canvas(style, width, height);
  const float margin = canvas.px(16);
  Rect area{margin, margin, width - 2 * margin, height - 2 * margin};
  if (area.w < canvas.px(100) || area.h < canvas.px(60)) return canvas.take();
  const Palette& palette = canvas.palette();
  if (list.old) draw_old_launches(canvas, *list.old, area);
  const std::string title =
      list.old ? canvas.texts().get("program.of_run_before", fmt::arg("title", list.title))
               : list.title;
  canvas.fitted_label(text_at(area.x, area.y + canvas.px(9), FontRole::ui_bold,
                              canvas.px(text_body), palette.text, title),
                      area.w);
  area.take_top(canvas.px(26));
  draw_host(canvas, list.host, area);
  draw_printed(canvas, list.printed, area);
  const std::vector<PlacedColumn> columns = placed_columns(canvas, list, area);
  draw_list_head(canvas, columns, {area.x, area.y, area.w, canvas.px(list_head_height)});
  area.take_top(canvas.px(list_head_height));
  // The list has up to half of what is there, or what the foot leaves.
  const float row_h = canvas.px(list_row_height);
  std::vector<std::string> note =
      list.note.empty()
          ? std::vector<std::string>()
          : wrapped(canvas.style(), FontRole::ui, canvas.px(text_body), list.note, area.w, 3);
  const std::size_t fact_count = std::min(list.facts.size(), most_facts);
  const float foot = canvas.px(fact_height) * static_cast<float>(1 + fact_count + note.size()) +
                     canvas.px(list_gap);
  const float room = std::max(area.h / 2, area.h - foot);
  const auto fit = static_cast<std::size_t>(std::max(1.0F, std::floor(room / row_h)));
  std::size_t first = 0, count = list.rows.size();
  const bool has_more = count > fit;
  if (has_more) {
    count = std::max<std::size_t>(fit, 2) - 1;  // the last row says how many there are
    first = std::min(list.chosen - std::min(list.chosen, count / 2), list.rows.size() - count);
  }
  for (std::size_t i = first; i < first + count; ++i) {
    draw_list_row(canvas, list.rows[i], i, columns, i == list.chosen, i == list.shown,
                  {area.x, area.y, area.w, row_h});
    area.take_top(row_h);
  }
  if (has_more) {
    canvas.fitted_label(
        text_at(area.x + canvas.px(10), area.y + row_h / 2, FontRole::ui, canvas.px(text_small),
                palette.text_dim, canvas.texts().count("program.more", list.rows.size() - count)),
        area.w);
    area.take_top(row_h);
  }
  area.take_top(canvas.px(list_gap));
  const float line = canvas.px(fact_height);
  const auto next = [&]() -> std::optional<float> {
    if (area.h < line) return std::nullopt;
    const float middle = area.y + line / 2;
    area.take_top(line);
    return middle;
  };
  if (const auto y = next()) {
    canvas.fitted_label(
        text_at(area.x, *y, FontRole::ui_bold, canvas.px(text_body), palette.text, list.about),
        area.w);
  }
  for (const std::string& each : note) {
    if (const auto y = next()) {
      canvas.fitted_label(
          text_at(area.x, *y, FontRole::ui, canvas.px(text_body), palette.text, each), area.w);
    }
  }
  for (std::size_t i = 0; i < fact_count; ++i) {
    const auto y = next();
    if (!y) break;
    const float name = canvas.px(fact_name_width);
    canvas.fitted_label(text_at(area.x, *y, FontRole::ui, canvas.px(text_small), palette.text_dim,
                                list.facts[i].first),
                        name - canvas.px(8));
    canvas.fitted_label(text_at(area.x + name, *y, FontRole::mono, canvas.px(text_small),
                                palette.text, list.facts[i].second),
                        area.w - name);
  }
  return canvas.take();
}

}  // namespace lanescope::picture
