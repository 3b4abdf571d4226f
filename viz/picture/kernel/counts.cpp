#include "viz/picture/kernel/counts.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "sim/metrics/counts.h"
#include "viz/picture/access/branches.h"
#include "viz/picture/core/badge.h"
#include "viz/picture/core/canvas.h"
#include "viz/picture/core/units.h"

namespace lanescope::picture {
namespace {

// ---- the table: names on the left, then columns of numbers ----

enum class CountTone : std::uint8_t { plain, good, costly };

struct CountCell {
  std::string text;
  CountTone tone = CountTone::plain;
};

struct CountRow {
  const char* name;    // text key
  int importance = 0;  // 0 is dropped last
  bool large = false;
  std::vector<CountCell> cells;  // one per column
};

// Drops the least important rows until the rest fits.
void keep_what_fits(std::vector<CountRow>& rows, std::size_t room) {
  while (rows.size() > room && !rows.empty()) {
    rows.erase(std::max_element(rows.begin(), rows.end(), [](const CountRow& a, const CountRow& b) {
      return a.importance < b.importance;
    }));
  }
}

const Color& ink(const Palette& palette, CountTone tone) {
  switch (tone) {
    case CountTone::good:
      return palette.good_text;
    case CountTone::costly:
      return palette.costly_text;
    case CountTone::plain:
      break;
  }
  return palette.text;
}

// Draws the rows that fit into `area`, dropping the least important ones; `headings`: one per
// column.
void draw_count_table(Canvas& canvas, const Rect& area, std::vector<CountRow> rows,
                      const std::vector<std::string>& headings) {
  const Palette& palette = canvas.palette();
  const float size = canvas.px(text_body);
  const float least = canvas.px(20);
  const float heading_h = area.h >= 3 * least ? canvas.px(22) : 0;
  keep_what_fits(rows, static_cast<std::size_t>(std::max(0.0F, (area.h - heading_h) / least)));
  if (rows.empty()) return;
  const float pitch =
      std::min(canvas.px(30), (area.h - heading_h) / static_cast<float>(rows.size()));

  float names = 0;
  for (const CountRow& row : rows)
    names = std::max(names, canvas.measure(FontRole::ui, size, canvas.texts().get(row.name)));
  const float gap = canvas.px(2 * space_unit);
  const float column =
      std::min(canvas.px(150), (area.w - names) / static_cast<float>(headings.size()));
  const auto right_of = [&](std::size_t at) {
    return area.x + names + static_cast<float>(at + 1) * column;
  };
  // A number that is cut off is a wrong one: it is written smaller first.
  const auto add_cell = [&](std::size_t at, float y, FontRole font, float px, const Color& color,
                            const std::string& text) {
    while (px - 1 >= std::max(min_digit_px, canvas.px(9)) &&
           canvas.measure(font, px, text) > column - gap) {
      px -= 1;
    }
    canvas.fitted_label(text_at(right_of(at), y, font, px, color, text, AlignX::right),
                        column - gap);
  };
  for (std::size_t at = 0; heading_h > 0 && at < headings.size(); ++at) {
    add_cell(at, area.y + heading_h / 2, FontRole::ui, canvas.px(text_small), palette.text_faint,
             headings[at]);
  }
  for (std::size_t line = 0; line < rows.size(); ++line) {
    const CountRow& row = rows[line];
    const float y = area.y + heading_h + (static_cast<float>(line) + 0.5F) * pitch;
    canvas.explained_label(text_at(area.x, y, FontRole::ui, size, palette.text_dim, {}), row.name,
                           std::max(0.0F, area.w - gap));
    for (std::size_t at = 0; at < row.cells.size(); ++at) {
      const CountCell& cell = row.cells[at];
      add_cell(at, y, row.large ? FontRole::mono_bold : FontRole::mono,
               row.large ? canvas.px(text_title + 1) : size, ink(palette, cell.tone), cell.text);
    }
  }
}

// The figures of one column side by side, each above its name, in two lines if there are many: as a
// table they would leave half of the area empty. False, and nothing is drawn, if one of them does
// not fit.
bool draw_count_tiles(Canvas& canvas, const Rect& area, const std::vector<CountRow>& rows) {
  constexpr std::size_t most_in_line = 3;
  const std::size_t lines = rows.size() > most_in_line ? 2 : 1;
  const std::size_t in_line = (rows.size() + lines - 1) / lines;
  const float gap = canvas.px(2 * space_unit);
  const float tile = area.w / static_cast<float>(in_line);
  const float name_size = canvas.px(text_body);
  const float figure_size = canvas.px(lines == 1 ? text_title + 5 : text_title);
  const float figure_h = canvas.px(lines == 1 ? 32 : 26), name_h = canvas.px(22);
  const float all_h = (figure_h + name_h) * static_cast<float>(lines);
  const bool fits = std::all_of(rows.begin(), rows.end(), [&](const CountRow& row) {
    return canvas.measure(FontRole::ui, name_size, canvas.texts().get(row.name)) <= tile - gap &&
           canvas.measure(FontRole::mono_bold, figure_size, row.cells.front().text) <= tile - gap;
  });
  if (!fits || area.h < all_h) return false;
  const Palette& palette = canvas.palette();
  const float space = std::min(area.h - all_h, canvas.px(48)) / static_cast<float>(lines + 1);
  const float top = std::round(area.y + space);
  for (std::size_t at = 0; at < rows.size(); ++at) {
    const CountRow& row = rows[at];
    const CountCell& cell = row.cells.front();
    const float x = std::round(area.x + static_cast<float>(at % in_line) * tile);
    const float y =
        std::round(top + static_cast<float>(at / in_line) * (figure_h + name_h + space));
    if (at % in_line > 0)
      canvas.fill({x - gap, y, canvas.whole_px(1), figure_h + name_h}, palette.hairline);
    canvas.label(text_at(x, y + figure_h / 2, FontRole::mono_bold, figure_size,
                         ink(palette, cell.tone), cell.text));
    canvas.explained_label(
        text_at(x, y + figure_h + name_h / 2, FontRole::ui, name_size, palette.text_dim, {}),
        row.name, tile - gap);
  }
  return true;
}

using memory::Space;
using report::AccessKind;

std::optional<AccessKind> costliest_kind(const report::Totals& totals) {
  std::optional<AccessKind> costliest;
  double worst = 0;
  for (const AccessKind& kind : report::access_kinds()) {
    const report::Counts& counts = report::counts_in(totals, kind);
    if (counts.requests == 0) continue;
    const double ratio = report::cost_ratio(kind.space, counts);
    if (ratio > worst) {
      worst = ratio;
      costliest = kind;
    }
  }
  return costliest;
}

AccessKind kind_of(const report::Site& site) { return report::kind_of(site.space, site.op); }

std::string per_request(std::uint64_t sum, std::uint64_t requests) {
  return requests == 0 ? "0"
                       : number_text(static_cast<double>(sum) / static_cast<double>(requests));
}

struct Column {
  report::Counts counts;
  std::uint32_t worst_ways = 0;
  std::string heading;
};

std::vector<CountRow> rows_for(Space space, const std::vector<Column>& columns,
                               bool in_transactions, const text::Texts& texts) {
  const bool banks = space == Space::shared;
  const bool moves_sectors = space == Space::global || space == Space::local;
  std::vector<CountRow> rows{
      {"counts.requests", 2, false, {}},
      {moves_sectors ? "counts.sectors_per_request" : "counts.wavefronts_per_request", 0, true, {}},
      {"counts.ideal", 1, false, {}}};
  if (banks) {
    rows.push_back({"counts.conflicts", 3, false, {}});
    rows.push_back({"counts.worst", 4, false, {}});
  } else if (moves_sectors) {
    rows.push_back({"counts.efficiency", 3, false, {}});
    const bool lines = !in_transactions || space == Space::local;
    rows.push_back(
        {lines ? "counts.tag_lookups" : "counts.transactions_per_request", 4, false, {}});
  }
  for (const Column& column : columns) {
    const report::Counts& counts = column.counts;
    const report::CostPair pair = report::cost_pair(space, counts);
    const CountTone tone = pair.cost > pair.ideal ? CountTone::costly : CountTone::good;
    rows[0].cells.push_back({text::Texts::grouped(counts.requests), CountTone::plain});
    rows[1].cells.push_back({per_request(pair.cost, counts.requests), tone});
    rows[2].cells.push_back({per_request(pair.ideal, counts.requests), CountTone::plain});
    if (banks) {
      rows[3].cells.push_back({text::Texts::grouped(counts.conflicts),
                               counts.conflicts > 0 ? CountTone::costly : CountTone::good});
      const std::string ways =
          column.worst_ways > 1 ? texts.get("stage.verdict.ways", fmt::arg("n", column.worst_ways))
                                : texts.get("counts.no_conflict");
      rows[4].cells.push_back({ways, column.worst_ways > 1 ? CountTone::costly : CountTone::good});
    } else if (moves_sectors) {
      rows[3].cells.push_back({percent_text(report::efficiency(counts)) + " %", tone});
      rows[4].cells.push_back({per_request(counts.tag_lookups, counts.requests), CountTone::plain});
    }
  }
  return rows;
}

float margin_of(const Canvas& canvas) { return canvas.whole_px(2 * space_unit); }

bool is_too_small(const Canvas& canvas) {
  return canvas.width() < 4 * margin_of(canvas) || canvas.height() < 3 * margin_of(canvas);
}

// Draws the title and the badge in one row, and between them, where there is room, what the figures
// are of.
void draw_title(Canvas& canvas, const std::string& text, const std::string& machine = {},
                const std::string& of = {}) {
  const float margin = margin_of(canvas);
  const float middle = margin + canvas.px(space_unit);
  const float badge = model_badge_width(canvas, machine);
  draw_model_badge(canvas, canvas.width() - margin, middle, machine);
  const float room = canvas.width() - 3 * margin - badge;
  const float w = canvas.fitted_label(
      text_at(margin, middle, FontRole::ui_bold, canvas.px(text_body), canvas.palette().text, text),
      room);
  if (of.empty()) return;
  canvas.label_within(text_at(margin + w + canvas.px(12), middle, FontRole::ui,
                              canvas.px(text_small), canvas.palette().text_faint, of),
                      room - w - canvas.px(12));
}

// The area below the title.
Rect table_area(const Canvas& canvas) {
  const float margin = margin_of(canvas);
  const float top = margin + canvas.px(2.5F * space_unit);
  return {margin, top, canvas.width() - 2 * margin,
          std::max(0.0F, canvas.height() - top - margin / 2)};
}

// Execution counts of a line or of the whole kernel.
struct Executed {
  std::uint64_t instructions = 0;  // warp instructions
  std::uint64_t lanes = 0;
  std::uint64_t branches = 0;
  std::uint64_t divergent = 0;
};

std::vector<CountRow> divergence_rows(const std::vector<Executed>& columns) {
  std::vector<CountRow> rows{{"counts.active_lanes", 0, true, {}},
                             {"counts.branch_efficiency", 1, false, {}},
                             {"counts.divergent", 2, false, {}},
                             {"counts.branches", 3, false, {}},
                             {"counts.warp_instructions", 4, false, {}}};
  for (const Executed& column : columns) {
    const bool idle = report::has_idle_lanes(column.lanes, column.instructions);
    const CountTone tone = column.divergent > 0 ? CountTone::costly : CountTone::good;
    const bool any = column.branches > 0;
    const double efficiency = report::branch_efficiency(column.branches, column.divergent);
    rows[0].cells.push_back({lanes_text(column.lanes, column.instructions),
                             idle ? CountTone::costly : CountTone::good});
    rows[1].cells.push_back(
        {any ? percent_text(efficiency) + " %" : "–", any ? tone : CountTone::plain});
    rows[2].cells.push_back(
        {text::Texts::grouped(column.divergent), any ? tone : CountTone::plain});
    rows[3].cells.push_back({text::Texts::grouped(column.branches), CountTone::plain});
    rows[4].cells.push_back({text::Texts::grouped(column.instructions), CountTone::plain});
  }
  return rows;
}

}  // namespace

DrawList build_counts(const CountsInput& input, const Style& style, float width, float height) {
  Canvas canvas(style, width, height);
  const text::Texts& texts = canvas.texts();
  if (is_too_small(canvas)) return canvas.take();

  const report::Site* site = nullptr;
  std::optional<AccessKind> kind;
  if (input.report != nullptr) {
    if (input.site && *input.site < input.report->sites.size())
      site = &input.report->sites[*input.site];
    kind = site != nullptr ? kind_of(*site) : costliest_kind(input.report->totals);
  }
  const std::string title = texts.get("counts." + (kind ? name_of(*kind) : "nothing"));
  if (!kind) {
    draw_title(canvas, title, input.machine);
    return canvas.take();
  }

  std::vector<Column> columns;
  std::uint32_t worst = 0;
  for (const report::Site& other : input.report->sites) {
    if (kind_of(other) == kind) worst = std::max(worst, other.worst_ways);
  }
  if (site != nullptr) {
    Column line;
    line.heading = texts.get("counts.line_heading",
                             fmt::arg("line", report::line_name(*input.report, site->place)));
    // An unrolled loop has several sites for the same access: add up all of the line's sites.
    for (const report::Site& other : input.report->sites) {
      const bool same_line =
          other.place.line == site->place.line && other.place.file == site->place.file;
      if (!same_line || kind_of(other) != kind) continue;
      line.counts += other.counts;
      line.worst_ways = std::max(line.worst_ways, other.worst_ways);
    }
    columns.push_back(std::move(line));
  }
  Column kernel{report::counts_in(input.report->totals, *kind), worst,
                texts.get("counts.kernel_heading")};
  // The only line with such accesses: its numbers are the kernel's, and are said once.
  const bool is_only_line = !columns.empty() && columns.front().counts == kernel.counts;
  if (is_only_line) {
    columns.front().heading =
        texts.get("counts.both_heading", fmt::arg("line", columns.front().heading));
  } else {
    columns.push_back(std::move(kernel));
  }
  std::vector<std::string> headings;
  for (const Column& column : columns) headings.push_back(column.heading);
  std::vector<CountRow> rows = rows_for(kind->space, columns, input.in_transactions, texts);
  if (input.beside_table && is_only_line) {
    std::erase_if(rows, [](const CountRow& row) {
      const std::string_view name = row.name;
      return name == "counts.requests" || name == "counts.ideal";
    });
  }
  const bool has_tiles = headings.size() == 1 && draw_count_tiles(canvas, table_area(canvas), rows);
  draw_title(canvas, title, input.machine, has_tiles ? headings.front() : std::string());
  if (!has_tiles) draw_count_table(canvas, table_area(canvas), std::move(rows), headings);
  return canvas.take();
}

DrawList build_divergence_counts(const report::Report& report, int line, const Style& style,
                                 float width, float height, std::string_view file) {
  Canvas canvas(style, width, height);
  const text::Texts& texts = canvas.texts();
  if (is_too_small(canvas)) return canvas.take();
  draw_title(canvas, texts.get("counts.divergence"));
  std::vector<Executed> columns;
  std::vector<std::string> headings;
  if (const report::Activity* activity = activity_of(report, line, file)) {
    Executed executed{activity->executions, activity->lanes, 0, 0};
    for (const TextBranch& branch : text_branches(report, file)) {
      if (branch.line != line) continue;
      executed.branches += branch.executions;
      executed.divergent += branch.divergent;
    }
    columns.push_back(executed);
    headings.push_back(texts.get("counts.line_heading",
                                 fmt::arg("line", report::line_name(report, activity->place))));
  }
  const report::Totals& totals = report.totals;
  columns.push_back({totals.warp_instructions, totals.thread_instructions, totals.branches,
                     totals.divergent_branches});
  headings.push_back(texts.get("counts.kernel_heading"));
  draw_count_table(canvas, table_area(canvas), divergence_rows(columns), headings);
  return canvas.take();
}

}  // namespace lanescope::picture
