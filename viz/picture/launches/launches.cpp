#include "viz/picture/launches/launches.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "viz/picture/core/canvas.h"
#include "viz/picture/core/line_break.h"

namespace lanescope::picture {
namespace {

constexpr float box_height = 84;  // units
constexpr float most_box_width = 220;
constexpr float least_box_width = 118;
constexpr float column_gap = 34;
constexpr float row_gap = 12;
constexpr float line_height = 18;
constexpr float level_height = 22;  // of what stands above a column
constexpr std::size_t most_chosen_lines = 3;

std::string dimensions_text(const report::Dim3& size) {
  if (size[2] > 1) return fmt::format("({}, {}, {})", size[0], size[1], size[2]);
  if (size[1] > 1) return fmt::format("({}, {})", size[0], size[1]);
  return fmt::format("{}", size[0]);
}

// The host's launch, then the groups. Their parents are boxes, too.
std::vector<report::LaunchGroup> boxes_of(const report::Report& report) {
  std::vector<report::LaunchGroup> boxes;
  report::LaunchGroup& host = boxes.emplace_back();
  host.kernel = report.kernel;
  host.grid = report.grid;
  host.block = report.block;
  host.depth = 0;
  host.launches = 1;
  host.blocks = report.blocks_simulated;
  host.warp_instructions = report.totals.warp_instructions;
  for (const report::LaunchGroup& group : report.launch_tree) {
    boxes.push_back(group);
    boxes.back().parent = group.parent ? *group.parent + 1 : 0;
  }
  return boxes;
}

// The boxes of each depth, in the order of their parents, so that lines do not cross.
std::vector<std::vector<std::size_t>> columns_of(const std::vector<report::LaunchGroup>& boxes) {
  std::vector<std::vector<std::size_t>> children(boxes.size());
  for (std::size_t i = 1; i < boxes.size(); ++i) children[boxes[i].parent.value_or(0)].push_back(i);
  std::vector<std::vector<std::size_t>> columns;
  std::vector<std::size_t> column{0};
  while (!column.empty()) {
    std::vector<std::size_t> next;
    for (const std::size_t parent : column)
      next.insert(next.end(), children[parent].begin(), children[parent].end());
    columns.push_back(std::exchange(column, std::move(next)));
  }
  return columns;
}

struct LaunchPlaces {
  std::vector<std::optional<Rect>> of;     // of each box; empty: no room
  std::vector<std::size_t> band;           // of each depth
  std::vector<std::optional<Rect>> level;  // of each depth: above its column; empty: no room

  [[nodiscard]] std::uint64_t missing() const {
    return static_cast<std::uint64_t>(
        std::ranges::count_if(of, [](const auto& place) { return !place; }));
  }
};

LaunchPlaces places_of(const Canvas& canvas, const std::vector<report::LaunchGroup>& boxes,
                       const Rect& area) {
  const std::vector<std::vector<std::size_t>> columns = columns_of(boxes);
  const float gap = canvas.px(column_gap);
  const auto fit = static_cast<std::size_t>(
      std::max(1.0F, std::floor((area.w + gap) / (canvas.px(least_box_width) + gap))));
  const std::size_t across = std::min(columns.size(), fit);
  const std::size_t bands = (columns.size() + across - 1) / across;
  const auto parts = static_cast<float>(across);
  const float w =
      std::floor(std::min(canvas.px(most_box_width), (area.w - gap * (parts - 1)) / parts));
  const float h = canvas.px(box_height);
  const float row = h + canvas.px(row_gap);
  const float above = canvas.px(level_height);
  const float room = area.h + canvas.px(row_gap) - static_cast<float>(bands) * above;
  const auto rows = static_cast<std::size_t>(std::max(0.0F, std::floor(room / row)));
  const std::size_t rows_of_band = std::max<std::size_t>(rows / bands, 1);
  LaunchPlaces places{std::vector<std::optional<Rect>>(boxes.size()),
                      {},
                      std::vector<std::optional<Rect>>(columns.size())};
  for (std::size_t depth = 0; depth < columns.size(); ++depth) {
    const std::size_t band = depth / across;
    places.band.push_back(band);
    const float x = area.x + static_cast<float>(depth % across) * (w + gap);
    const float top =
        area.y + static_cast<float>(band) * (above + static_cast<float>(rows_of_band) * row);
    std::size_t taken = 0;
    for (const std::size_t box : columns[depth]) {
      // A box without room is left out, and with it all that it launches.
      const float y = top + above + static_cast<float>(taken) * row;
      const bool has_room = taken < rows_of_band && band * rows_of_band + taken < rows;
      if (!has_room || (box > 0 && !places.of[*boxes[box].parent])) continue;
      places.of[box] = Rect{std::round(x), std::round(y), w, h};
      ++taken;
    }
    if (taken > 0) places.level[depth] = Rect{std::round(x), std::round(top), w, above};
  }
  return places;
}

void draw_link(Canvas& canvas, const Rect& from, const Rect& to, bool same_band) {
  Curve curve;
  curve.width = canvas.whole_px(1.5F);
  curve.color = canvas.palette().text_faint;
  if (same_band) {
    const float x0 = from.x + from.w, y0 = from.y + from.h / 2, x1 = to.x, y1 = to.y + to.h / 2;
    const float middle = (x0 + x1) / 2;
    const float xs[] = {x0, middle, middle, x1}, ys[] = {y0, y0, y1, y1};
    std::copy(std::begin(xs), std::end(xs), curve.x);
    std::copy(std::begin(ys), std::end(ys), curve.y);
  } else {
    const float x0 = from.x + from.w / 2, y0 = from.y + from.h, x1 = to.x + to.w / 2, y1 = to.y;
    const float middle = (y0 + y1) / 2;
    const float xs[] = {x0, x0, x1, x1}, ys[] = {y0, middle, middle, y1};
    std::copy(std::begin(xs), std::end(xs), curve.x);
    std::copy(std::begin(ys), std::end(ys), curve.y);
  }
  canvas.curve(curve);
}

void draw_level(Canvas& canvas, const report::Report& report, std::size_t depth, const Rect& rect) {
  if (depth >= report.launches_per_depth.size()) return;
  const text::Texts& texts = canvas.texts();
  const std::string n = text::Texts::grouped(report.launches_per_depth[depth]);
  const std::string full = texts.get("launches.level", fmt::arg("depth", depth), fmt::arg("n", n));
  const float size = canvas.px(text_small);
  const bool fits = canvas.measure(FontRole::ui, size, full) <= rect.w;
  canvas.fitted_label(
      text_at(rect.x, rect.y + rect.h / 2, FontRole::ui, size, canvas.palette().text_dim,
              fits ? full
                   : texts.get("launches.level_short", fmt::arg("depth", depth), fmt::arg("n", n))),
      rect.w);
  canvas.hit(rect, HitKind::none, depth, full);
}

std::string by_text(const text::Texts& texts, const report::LaunchGroup& box) {
  const bool is_host = !box.parent;
  std::string by =
      texts.get(std::string("launches.by.") + (is_host ? "host" : report::name_of(box.by)));
  if (box.is_tail) by += texts.get("launches.tail");
  return by;
}

void draw_launch(Canvas& canvas, const report::Report& report, const report::LaunchGroup& box,
                 std::size_t number, bool is_chosen, const Rect& rect) {
  const text::Texts& texts = canvas.texts();
  const Palette& palette = canvas.palette();
  canvas.framed(rect, is_chosen ? palette.selection : palette.panel_raised,
                is_chosen ? palette.selection_border : palette.cell_border,
                canvas.whole_px(is_chosen ? 2 : 1), canvas.px(5));
  const float left = rect.x + canvas.px(9);
  const float room = rect.w - canvas.px(18);
  float y = rect.y + canvas.px(15);
  const std::string times = box.parent ? "× " + text::Texts::grouped(box.launches) : "";
  const Label count = text_at(rect.x + rect.w - canvas.px(9), y, FontRole::ui_bold,
                              canvas.px(text_body), palette.text, times, AlignX::right);
  const float taken = times.empty() ? 0 : canvas.width_of(count) + canvas.px(8);
  if (!times.empty()) canvas.label_within(count, room);
  canvas.fitted_label(
      text_at(left, y, FontRole::mono_bold, canvas.px(text_body), palette.text, box.kernel),
      room - taken);
  const std::string shape = launch_text(box.grid, box.block);
  const std::string by = by_text(texts, box);
  const std::string instructions = texts.count("launches.instructions", box.warp_instructions);
  const auto line = [&](FontRole font, const std::string& text) {
    y += canvas.px(line_height);
    canvas.fitted_label(text_at(left, y, font, canvas.px(text_small), palette.text_dim, text),
                        room);
  };
  line(FontRole::mono, shape);
  line(FontRole::ui, by);
  line(FontRole::ui, instructions);
  std::string tooltip = box.kernel + " " + shape;
  if (!times.empty()) tooltip += " " + times;
  tooltip += "\n" + by;
  if (box.parent) {
    tooltip +=
        "\n" + texts.get("launches.line", fmt::arg("line", report::line_name(report, box.place)));
  }
  tooltip += "\n" + texts.count("launches.blocks", box.blocks) + "\n" + instructions;
  canvas.hit(rect, HitKind::launch, number, tooltip);
}

std::string sums_text(const report::Report& report, std::size_t deepest, const text::Texts& texts) {
  const std::vector<std::uint64_t>& all = report.launches_per_depth;
  const std::uint64_t launches =
      all.empty() ? 0 : std::accumulate(all.begin() + 1, all.end(), std::uint64_t{0});
  return texts.get("launches.sum", fmt::arg("n", text::Texts::grouped(launches)),
                   fmt::arg("depth", deepest));
}

struct FootLine {
  FontRole font = FontRole::ui;
  Color color;
  std::string text;
};

// Who makes the launches of a group, and what ran.
std::string chosen_text(const report::Report& report, const std::vector<report::LaunchGroup>& boxes,
                        std::size_t chosen, const text::Texts& texts) {
  const report::LaunchGroup& box = boxes[chosen];
  const auto n = [](std::uint64_t count) { return text::Texts::grouped(count); };
  std::string text;
  if (box.parent) {
    const report::LaunchGroup& parent = boxes[*box.parent];
    text =
        texts.get("launches.chosen_line", fmt::arg("n", n(box.launches)),
                  fmt::arg("line", report::line_name(report, box.place)),
                  fmt::arg("parent", parent.kernel + " " + launch_text(parent.grid, parent.block)));
    text += " " + texts.get(std::string("launches.chosen_by.") + report::name_of(box.by),
                            fmt::arg("n", n(box.launching_blocks)));
    if (box.is_tail) text += " " + texts.get("launches.chosen_tail");
  } else {
    text = texts.get("launches.chosen_host");
  }
  return text + " " +
         texts.get("launches.chosen_totals", fmt::arg("blocks", n(box.blocks)),
                   fmt::arg("n", n(box.warp_instructions)));
}

// The most important first. `missing`: boxes without room.
std::vector<FootLine> foot_of(const Canvas& canvas, const report::Report& report,
                              const std::vector<report::LaunchGroup>& boxes, std::size_t chosen,
                              std::uint64_t missing, float width) {
  const text::Texts& texts = canvas.texts();
  const Palette& palette = canvas.palette();
  std::vector<FootLine> lines;
  if (missing > 0 || report.launches_left_out > 0) {
    std::string more = missing > 0 ? texts.count("launches.more", missing) : std::string();
    if (report.launches_left_out > 0)
      more +=
          (more.empty() ? "" : " ") + texts.count("launches.left_out", report.launches_left_out);
    lines.push_back({FontRole::ui, palette.text, std::move(more)});
  }
  const report::LaunchGroup& box = boxes[chosen];
  lines.push_back(
      {FontRole::ui_bold, palette.text,
       texts.get("launches.chosen", fmt::arg("kernel", box.kernel),
                 fmt::arg("grid", dimensions_text(box.grid)),
                 fmt::arg("block", dimensions_text(box.block)), fmt::arg("depth", box.depth))});
  for (std::string& line :
       wrapped(canvas.style(), FontRole::ui, canvas.px(text_body),
               chosen_text(report, boxes, chosen, texts), width, most_chosen_lines))
    lines.push_back({FontRole::ui, palette.text, std::move(line)});
  lines.push_back({FontRole::ui, palette.text_dim, texts.get("launches.prices")});
  return lines;
}

}  // namespace

std::string launch_text(const report::Dim3& grid, const report::Dim3& block) {
  return fmt::format("<<<{}, {}>>>", dimensions_text(grid), dimensions_text(block));
}

std::size_t number_of_boxes(const report::Report& report) { return report.launch_tree.size() + 1; }

std::size_t box_beside(const report::Report& report, std::size_t box, int across, int down) {
  const std::vector<report::LaunchGroup> boxes = boxes_of(report);
  if (across < 0) return boxes[box].parent.value_or(box);
  const std::vector<std::vector<std::size_t>> columns = columns_of(boxes);
  if (across > 0) {
    if (boxes[box].depth + 1 >= columns.size()) return box;
    const std::vector<std::size_t>& deeper = columns[boxes[box].depth + 1];
    const auto child =
        std::ranges::find_if(deeper, [&](std::size_t each) { return boxes[each].parent == box; });
    return child != deeper.end() ? *child : box;
  }
  const std::vector<std::size_t>& column = columns[boxes[box].depth];
  const auto at = std::ranges::find(column, box);
  if (down < 0) return at != column.begin() ? *(at - 1) : box;
  return down > 0 && at + 1 != column.end() ? *(at + 1) : box;
}

DrawList build_launches(const report::Report& report, std::size_t chosen, const Style& style,
                        float width, float height) {
  Canvas canvas(style, width, height);
  const float margin = canvas.px(16);
  Rect area{margin, margin, width - 2 * margin, height - 2 * margin};
  if (area.w < canvas.px(100) || area.h < canvas.px(60)) return canvas.take();
  const std::vector<report::LaunchGroup> boxes = boxes_of(report);
  const auto sentence = [&](float middle, const FootLine& line) {
    canvas.fitted_label(
        text_at(area.x, middle, line.font, canvas.px(text_body), line.color, line.text), area.w);
  };
  // Of all launches; not all are boxes.
  const std::size_t deepest = std::max<std::size_t>(report.launches_per_depth.size(), 1) - 1;
  sentence(area.y + canvas.px(9),
           {FontRole::ui_bold, canvas.palette().text, sums_text(report, deepest, canvas.texts())});
  area.take_top(canvas.px(28));
  // The tree comes first: the foot has what a row of boxes leaves.
  const float line = canvas.px(line_height);
  const float least_tree = canvas.px(level_height + box_height + row_gap);
  const auto most_lines =
      static_cast<std::size_t>(std::max(0.0F, std::floor((area.h - least_tree) / line)));
  std::vector<FootLine> foot;
  LaunchPlaces places;
  // A second time with the line that says how many boxes have no room.
  for (std::uint64_t missing = 0;; missing = places.missing()) {
    foot = foot_of(canvas, report, boxes, chosen, missing, area.w);
    foot.resize(std::min(foot.size(), most_lines));
    const float tree =
        area.h - static_cast<float>(foot.size()) * line - (foot.empty() ? 0 : canvas.px(row_gap));
    places = places_of(canvas, boxes, {area.x, area.y, area.w, tree});
    if (places.missing() == missing) break;
  }
  for (std::size_t i = 1; i < boxes.size(); ++i) {
    const std::size_t parent = *boxes[i].parent;
    if (places.of[i])
      draw_link(canvas, *places.of[parent], *places.of[i],
                places.band[boxes[parent].depth] == places.band[boxes[i].depth]);
  }
  for (std::size_t depth = 0; depth < places.level.size(); ++depth) {
    if (places.level[depth]) draw_level(canvas, report, depth, *places.level[depth]);
  }
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (places.of[i]) draw_launch(canvas, report, boxes[i], i, i == chosen, *places.of[i]);
  }
  float y = area.y + area.h - static_cast<float>(foot.size()) * line;
  for (const FootLine& each : foot) {
    sentence(y + line / 2, each);
    y += line;
  }
  return canvas.take();
}

}  // namespace lanescope::picture
