#include "viz/scene/counts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "viz/scene/badge.h"
#include "viz/scene/canvas.h"
#include "viz/scene/percent.h"

namespace lanescope::scene {
namespace {

using memory::Op;
using memory::Space;

// The kinds of access that the totals tell apart.
struct Kind {
  Space space;
  Op op;
  const char* title;  // key
};
constexpr std::array<Kind, 9> kinds{{{Space::global, Op::load, "counts.global_load"},
                                     {Space::global, Op::store, "counts.global_store"},
                                     {Space::global, Op::atomic, "counts.global_atomic"},
                                     {Space::shared, Op::load, "counts.shared_load"},
                                     {Space::shared, Op::store, "counts.shared_store"},
                                     {Space::shared, Op::atomic, "counts.shared_atomic"},
                                     {Space::local, Op::load, "counts.local_load"},
                                     {Space::local, Op::store, "counts.local_store"},
                                     {Space::constant, Op::load, "counts.constant_load"}}};

const Kind* dearest(const report::Totals& totals) {
  const Kind* best = nullptr;
  double worst = 0;
  for (const Kind& kind : kinds) {
    const report::Counts& counts = totals_of(totals, kind.space, kind.op);
    if (counts.requests == 0) continue;
    const double ratio = report::cost_ratio(kind.space, counts);
    if (ratio > worst) {
      worst = ratio;
      best = &kind;
    }
  }
  return best;
}

const Kind* kind_of(const report::Site& site) {
  const Op op = site.op == Op::reduction ? Op::atomic : site.op;
  for (const Kind& kind : kinds) {
    if (kind.space == site.space && kind.op == op) return &kind;
  }
  return nullptr;
}

// "32", "4.3": as many decimals as say something.
std::string a_request(std::uint64_t sum, std::uint64_t requests) {
  if (requests == 0) return "0";
  const double value = static_cast<double>(sum) / static_cast<double>(requests);
  if (std::abs(value - std::round(value)) < 0.005) return fmt::format("{:.0f}", value);
  return value < 10 ? fmt::format("{:.2f}", value) : fmt::format("{:.1f}", value);
}

enum class Tone : std::uint8_t { plain, good, costly };

struct Cell {
  std::string text;
  Tone tone = Tone::plain;
};

struct Row {
  const char* name;    // key
  int importance = 0;  // 0 stays longest
  bool large = false;
  std::vector<Cell> cells;  // one a column
};

struct Column {
  report::Counts counts;
  std::uint32_t worst_ways = 0;
  std::string heading;
};

std::vector<Row> rows_for(Space space, const std::vector<Column>& columns,
                          const text::Texts& texts) {
  const bool banks = space == Space::shared;
  const bool moves_sectors = space == Space::global || space == Space::local;
  std::vector<Row> rows{{"counts.requests", 2, false, {}},
                        {banks           ? "counts.wavefronts_a_request"
                         : moves_sectors ? "counts.sectors_a_request"
                                         : "counts.transactions_a_request",
                         0,
                         true,
                         {}},
                        {"counts.ideal", 1, false, {}}};
  if (banks) {
    rows.push_back({"counts.conflicts", 3, false, {}});
    rows.push_back({"counts.worst", 4, false, {}});
  } else if (moves_sectors) {
    rows.push_back({"counts.efficiency", 3, false, {}});
    rows.push_back({"counts.tag_lookups", 4, false, {}});
  }
  for (const Column& column : columns) {
    const report::Counts& counts = column.counts;
    const report::CostPair pair = report::cost_pair(space, counts);
    const Tone tone = pair.cost > pair.ideal ? Tone::costly : Tone::good;
    rows[0].cells.push_back({text::Texts::grouped(counts.requests), Tone::plain});
    rows[1].cells.push_back({a_request(pair.cost, counts.requests), tone});
    rows[2].cells.push_back({a_request(pair.ideal, counts.requests), Tone::plain});
    if (banks) {
      rows[3].cells.push_back({text::Texts::grouped(counts.conflicts),
                               counts.conflicts > 0 ? Tone::costly : Tone::good});
      const std::string ways =
          column.worst_ways > 1 ? texts.get("stage.verdict.ways", fmt::arg("n", column.worst_ways))
                                : texts.get("counts.no_conflict");
      rows[4].cells.push_back({ways, column.worst_ways > 1 ? Tone::costly : Tone::good});
    } else if (moves_sectors) {
      rows[3].cells.push_back({percent_text(report::efficiency(counts)) + "%", tone});
      rows[4].cells.push_back({a_request(counts.tag_lookups, counts.requests), Tone::plain});
    }
  }
  return rows;
}

// Drops the least important rows until the rest has room.
void keep_what_fits(std::vector<Row>& rows, std::size_t room) {
  while (rows.size() > room && !rows.empty()) {
    rows.erase(std::max_element(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
      return a.importance < b.importance;
    }));
  }
}

const Color& ink(const Palette& palette, Tone tone) {
  switch (tone) {
    case Tone::good:
      return palette.good_text;
    case Tone::costly:
      return palette.costly_text;
    case Tone::plain:
      break;
  }
  return palette.text;
}

void draw_table(Canvas& canvas, const Rect& area, std::vector<Row> rows,
                const std::vector<Column>& columns) {
  const Palette& palette = canvas.palette();
  const float size = canvas.px(text_body);
  const float least = canvas.px(20);
  const float heading_h = area.h >= 3 * least ? canvas.px(22) : 0;
  keep_what_fits(rows, static_cast<std::size_t>(std::max(0.0F, (area.h - heading_h) / least)));
  if (rows.empty()) return;
  const float pitch =
      std::min(canvas.px(30), (area.h - heading_h) / static_cast<float>(rows.size()));

  float names = 0;
  for (const Row& row : rows) {
    names = std::max(names, canvas.measure(FontRole::ui, size, canvas.texts().get(row.name)));
  }
  const float gap = canvas.px(2 * space_unit);
  const float column =
      std::min(canvas.px(150), (area.w - names) / static_cast<float>(columns.size()));
  const auto right_of = [&](std::size_t at) {
    return area.x + names + static_cast<float>(at + 1) * column;
  };
  const auto place = [&](std::size_t at, float y, FontRole font, float px, const Color& color,
                         const std::string& text) {
    Label label;
    label.x = right_of(at);
    label.y = y;
    label.align_x = AlignX::right;
    label.align_y = AlignY::middle;
    label.font = font;
    label.size = px;
    label.color = color;
    label.text = text;
    canvas.fitted_label(label, column - gap);
  };
  for (std::size_t at = 0; heading_h > 0 && at < columns.size(); ++at) {
    place(at, area.y + heading_h / 2, FontRole::ui, canvas.px(text_small), palette.text_faint,
          columns[at].heading);
  }
  for (std::size_t line = 0; line < rows.size(); ++line) {
    const Row& row = rows[line];
    const float y = area.y + heading_h + (static_cast<float>(line) + 0.5F) * pitch;
    Label name;
    name.x = area.x;
    name.y = y;
    name.align_y = AlignY::middle;
    name.size = size;
    name.color = palette.text_dim;
    name.text = canvas.texts().get(row.name);
    canvas.fitted_label(name, std::max(0.0F, area.w - gap));
    for (std::size_t at = 0; at < row.cells.size(); ++at) {
      const Cell& cell = row.cells[at];
      place(at, y, row.large ? FontRole::mono_bold : FontRole::mono,
            row.large ? canvas.px(text_title + 1) : size, ink(palette, cell.tone), cell.text);
    }
  }
}

}  // namespace

const report::Counts& totals_of(const report::Totals& totals, Space space, Op op) {
  const bool load = op == Op::load;
  const bool store = op == Op::store;
  switch (space) {
    case Space::global:
      return load ? totals.global_load : store ? totals.global_store : totals.global_atomic;
    case Space::shared:
      return load ? totals.shared_load : store ? totals.shared_store : totals.shared_atomic;
    case Space::local:
      return load ? totals.local_load : totals.local_store;
    case Space::constant:
      break;
  }
  return totals.constant_load;
}

DrawList build_counts(const CountsInput& input, const Style& style, float width, float height) {
  Canvas canvas(style, width, height);
  const text::Texts& texts = canvas.texts();
  const float margin = canvas.whole_px(2 * space_unit);
  const float middle = margin + canvas.px(space_unit);
  if (width < 4 * margin || height < 3 * margin) return canvas.take();
  const float badge = model_badge_width(canvas);
  draw_model_badge(canvas, width - margin, middle);

  const report::Site* site = nullptr;
  const Kind* kind = nullptr;
  if (input.report != nullptr) {
    if (input.site && *input.site < input.report->sites.size()) {
      site = &input.report->sites[*input.site];
    }
    kind = site != nullptr ? kind_of(*site) : dearest(input.report->totals);
  }
  Label title;
  title.x = margin;
  title.y = middle;
  title.align_y = AlignY::middle;
  title.font = FontRole::ui_bold;
  title.size = canvas.px(text_body);
  title.color = canvas.palette().text;
  title.text = texts.get(kind != nullptr ? kind->title : "counts.nothing");
  canvas.fitted_label(title, width - 2 * margin - badge - margin);
  if (kind == nullptr) return canvas.take();

  std::vector<Column> columns;
  std::uint32_t worst = 0;
  for (const report::Site& other : input.report->sites) {
    if (kind_of(other) == kind) worst = std::max(worst, other.worst_ways);
  }
  if (site != nullptr) {
    Column line;
    line.heading = texts.get("counts.line_heading", fmt::arg("line", site->place.line));
    // An unrolled loop has the same access several times: the line is all of them.
    for (const report::Site& other : input.report->sites) {
      const bool same_line =
          other.place.line == site->place.line && other.place.file == site->place.file;
      if (!same_line || kind_of(other) != kind) continue;
      line.counts += other.counts;
      line.worst_ways = std::max(line.worst_ways, other.worst_ways);
    }
    columns.push_back(std::move(line));
  }
  columns.push_back({totals_of(input.report->totals, kind->space, kind->op), worst,
                     texts.get("counts.kernel_heading")});
  const float top = middle + canvas.px(1.5F * space_unit);
  draw_table(canvas, {margin, top, width - 2 * margin, std::max(0.0F, height - top - margin / 2)},
             rows_for(kind->space, columns, texts), columns);
  return canvas.take();
}

}  // namespace lanescope::scene
