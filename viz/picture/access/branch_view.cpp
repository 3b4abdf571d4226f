#include "viz/picture/access/branch_view.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "viz/picture/access/branches.h"
#include "viz/picture/core/frame.h"
#include "viz/picture/core/lanes_row.h"
#include "viz/picture/core/line_break.h"

namespace lanescope::picture {
namespace {

// Up to this many executions are shown in full; more would be too much to follow, so each gets one
// row.
constexpr std::size_t max_branches_in_full = 3;

// One row of 32 cells.
struct Row {
  std::string name;          // left of the cells
  std::string count;         // right of the cells
  std::uint32_t solid = 0;   // lanes drawn in their colours
  std::uint32_t hollow = 0;  // lanes that wait, or take the other side
  bool forks = false;        // draw the fork sign of a split after the count
  bool apart = false;        // leave a gap before it, because another execution begins
  std::string tooltip;
};

std::uint64_t count(std::uint32_t lanes) {
  return static_cast<std::uint64_t>(std::popcount(lanes));
}

std::string lanes_of(const text::Texts& texts, std::uint32_t lanes) {
  return texts.count("branch.lanes", count(lanes));
}

std::string execution_tooltip(const text::Texts& texts, const TextBranch& branch,
                              const SplitExecution& split, std::size_t index) {
  if (!split.divergent()) {
    const std::size_t side = split.lanes[0] != 0 ? 0 : 1;
    return texts.get("branch.row_together", fmt::arg("i", index + 1),
                     fmt::arg("lanes", lane_list(split.active, texts)),
                     fmt::arg("to", side_name(branch, side, texts)));
  }
  return texts.get("branch.row_apart", fmt::arg("i", index + 1),
                   fmt::arg("first", lane_list(split.lanes[0], texts)),
                   fmt::arg("second", lane_list(split.lanes[1], texts)),
                   fmt::arg("to_first", side_name(branch, 0, texts)),
                   fmt::arg("to_second", side_name(branch, 1, texts)));
}

// "lane 0", "lanes 1 to 31"
std::string named_lanes(std::uint32_t lanes, const text::Texts& texts) {
  return texts.count("branch.named_lanes", static_cast<std::uint64_t>(std::popcount(lanes)),
                     fmt::arg("lanes", lane_list(lanes, texts)));
}

std::vector<Row> rows_in_full(const text::Texts& texts, const TextBranch& branch,
                              const std::vector<SplitExecution>& executions) {
  std::vector<Row> rows;
  for (std::size_t i = 0; i < executions.size(); ++i) {
    const SplitExecution& split = executions[i];
    const std::string tooltip = execution_tooltip(texts, branch, split, i);
    // With a single execution, the row of lanes above the picture already shows which lanes came.
    if (executions.size() > 1) {
      rows.push_back({side_name(branch.line, texts), lanes_of(texts, split.active), split.active, 0,
                      split.divergent(), i > 0, tooltip});
    }
    for (std::size_t side = 0; side < 2; ++side) {
      if (split.lanes[side] == 0) continue;
      rows.push_back({side_name(branch, side, texts), lanes_of(texts, split.lanes[side]),
                      split.lanes[side], split.lanes[1 - side], false, false, tooltip});
    }
    // If the meeting line is the first line of a side, there is no separate line to show.
    const bool elsewhere = branch.reconvergence_line != 0 &&
                           branch.reconvergence_line != branch.to[0] &&
                           branch.reconvergence_line != branch.to[1];
    if (split.divergent() && elsewhere) {
      rows.push_back({side_name(branch.reconvergence_line, texts), texts.get("branch.together"),
                      split.active, 0, false, false, tooltip});
    }
  }
  return rows;
}

std::vector<Row> rows_each(const text::Texts& texts, const TextBranch& branch,
                           const std::vector<SplitExecution>& executions) {
  std::vector<Row> rows;
  for (std::size_t i = 0; i < executions.size(); ++i) {
    const SplitExecution& split = executions[i];
    rows.push_back({std::to_string(i + 1), fmt::format("{}", count(split.lanes[0])), split.lanes[0],
                    split.lanes[1], split.divergent(), false,
                    execution_tooltip(texts, branch, split, i)});
  }
  return rows;
}

Frame frame_of(const BranchInput& input, const TextBranch& branch,
               const std::vector<SplitExecution>& executions, const text::Texts& texts) {
  Frame frame;
  frame.title = trimmed(input.source_text);
  const auto divergent = static_cast<std::uint64_t>(
      std::count_if(executions.begin(), executions.end(),
                    [](const SplitExecution& split) { return split.divergent(); }));
  const std::string executed = texts.count("branch.executions", executions.size());
  frame.subtitle = texts.get("branch.subtitle", fmt::arg("warp", input.trace->position.warp),
                             fmt::arg("executions", executed));
  frame.detail =
      texts.get("branch.detail", fmt::arg("divergent", text::Texts::grouped(branch.divergent)),
                fmt::arg("executions", text::Texts::grouped(branch.executions)));
  frame.costly = divergent > 0;
  if (executions.empty()) {
    frame.verdict = texts.get("branch.never");
    frame.explanations = {texts.get("branch.never_sentence")};
  } else if (divergent == 0) {
    frame.verdict = texts.get("branch.uniform");
    frame.explanations = {texts.get("branch.uniform_sentence"), texts.get("branch.uniform_short")};
  } else if (executions.size() == 1) {
    const SplitExecution& split = executions.front();
    frame.verdict = texts.get("branch.divergent");
    frame.explanations = {
        texts.get("branch.both_sentence", fmt::arg("first", named_lanes(split.lanes[0], texts)),
                  fmt::arg("second", named_lanes(split.lanes[1], texts)),
                  fmt::arg("to_first", side_name(branch, 0, texts)),
                  fmt::arg("to_second", side_name(branch, 1, texts))),
        texts.get("branch.both_short")};
  } else {
    frame.verdict = texts.get("branch.some_divergent", fmt::arg("divergent", divergent),
                              fmt::arg("executions", executions.size()));
    frame.explanations = {texts.get("branch.both_short")};
  }
  return frame;
}

void draw_cells(Canvas& canvas, const Row& row, const Columns& columns, float y, float height,
                std::optional<int> chosen) {
  const Palette& palette = canvas.palette();
  const float size =
      digit_size(canvas, columns.column - canvas.whole_px(1), height, canvas.px(text_small));
  for (int lane = 0; lane < memory::warp_lanes; ++lane) {
    const auto index = static_cast<std::size_t>(lane);
    const bool solid = ((row.solid >> lane) & 1U) != 0;
    const bool hollow = ((row.hollow >> lane) & 1U) != 0;
    Rect rect = columns.cell(lane, y, height);
    if (rect.w >= 8) rect.w -= canvas.whole_px(1);
    Box box;
    box.rect = rect;
    box.radius = std::min(canvas.px(2.5F), std::min(rect.w, rect.h) / 4);
    if (solid) {
      box.fill = palette.lane[index];
      box.border = palette.lane_border;
      box.border_width = rect.w >= 6 && rect.h >= 6 ? canvas.whole_px(1) : 0;
    } else if (hollow) {
      box.fill = {0, 0, 0, 0};
      box.border = palette.text_faint;
      box.border_width = 1;
    } else {
      // Not in this row: a speck keeps the lane's column visible.
      const float speck = std::min({canvas.whole_px(3), rect.w, rect.h});
      box.rect = {std::round(rect.x + (rect.w - speck) / 2), std::round(y + (height - speck) / 2),
                  speck, speck};
      box.radius = speck / 2;
      box.fill = palette.hairline;
    }
    if (chosen == lane && (solid || hollow)) {
      box.border = palette.text;
      box.border_width = std::min(canvas.whole_px(2), std::max(1.0F, rect.h / 4));
    }
    canvas.box(box);
    if (!solid && !hollow) continue;
    canvas.centred(rect, solid ? FontRole::mono_bold : FontRole::mono, size,
                   solid ? palette.lane_text[index] : palette.text_faint, std::to_string(lane));
  }
}

// Positions of the rows and their names, in pixels.
struct BranchGrid {
  Columns columns;
  float left = 0;      // left limit of the names
  float counts_x = 0;  // right edge of the counts
  float fork_x = 0;    // middle of the fork signs
  float right = 0;
};

// `first`: the row of lanes above the others.
BranchGrid grid_in(const Canvas& canvas, const Rect& body, const Row& first,
                   const std::vector<Row>& rows) {
  const float small = canvas.px(text_small);
  const float gap = canvas.px(10);
  float names = 0;
  float counts = 0;
  const auto widen = [&](const Row& row) {
    names = std::max(names, canvas.measure(FontRole::ui, small, row.name));
    counts = std::max(counts, canvas.measure(FontRole::ui, small, row.count));
  };
  widen(first);
  for (const Row& row : rows) widen(row);
  const float fork = canvas.px(12);
  const bool roomy = body.w >= canvas.px(360);
  BranchGrid grid;
  grid.left = body.x;
  grid.right = body.x + body.w;
  const float before = roomy ? names + gap : 0;
  const float behind = roomy ? gap + counts + canvas.px(6) + fork : 0;
  grid.columns = columns_in(canvas, body.x + before, body.w - before - behind);
  grid.counts_x = roomy ? grid.columns.x + grid.columns.width() + gap + counts : 0;
  grid.fork_x = grid.counts_x + canvas.px(6) + fork / 2;
  return grid;
}

// The texts left and right of the cells.
void draw_names(Canvas& canvas, const Row& row, const BranchGrid& grid, float y, float height) {
  if (grid.counts_x <= 0) return;
  const float middle = y + height / 2;
  draw_row_name(canvas, row.name, FontRole::ui, canvas.px(text_small), grid.left,
                grid.columns.x - canvas.px(10), middle);
  canvas.label(text_at(grid.counts_x, middle, FontRole::ui, canvas.px(text_small),
                       canvas.palette().text_dim, row.count, AlignX::right));
  constexpr float min_fork_px = 8;
  if (!row.forks || height < min_fork_px) return;
  draw_fork(canvas, grid.fork_x, middle, std::min(canvas.px(11), height), canvas.palette().costly);
}

// What the lane did in all executions.
std::string lane_description(const text::Texts& texts, const TextBranch& branch,
                             const std::vector<SplitExecution>& executions, int lane) {
  std::array<std::uint64_t, 2> times{};
  for (const SplitExecution& split : executions) {
    for (std::size_t side = 0; side < 2; ++side) times[side] += (split.lanes[side] >> lane) & 1U;
  }
  if (times[0] + times[1] == 0) return texts.get("branch.lane_absent", fmt::arg("lane", lane));
  return texts.get("branch.lane", fmt::arg("lane", lane), fmt::arg("first", times[0]),
                   fmt::arg("second", times[1]), fmt::arg("to_first", side_name(branch, 0, texts)),
                   fmt::arg("to_second", side_name(branch, 1, texts)));
}

void draw_legend_of(Canvas& canvas, const Rect& row, const TextBranch& branch, bool in_full,
                    bool some_absent) {
  const text::Texts& texts = canvas.texts();
  std::vector<LegendEntry> entries;
  using Sample = LegendEntry::Sample;
  if (in_full) {
    entries.push_back({Sample::wanted, texts.get("branch.legend_walks")});
    entries.push_back({Sample::waiting, texts.get("branch.legend_waits")});
  } else {
    const auto goes = [&](std::size_t side) {
      return texts.get("branch.legend_goes", fmt::arg("to", side_name(branch, side, texts)));
    };
    entries.push_back({Sample::wanted, goes(0)});
    entries.push_back({Sample::waiting, goes(1)});
  }
  if (some_absent) entries.push_back({Sample::speck, texts.get("branch.legend_absent")});
  draw_legend(canvas, row, entries);
}

void draw_rows(Canvas& canvas, const BranchInput& input, const TextBranch& branch,
               const std::vector<SplitExecution>& executions, const Rect& body) {
  const text::Texts& texts = canvas.texts();
  const bool in_full = executions.size() <= max_branches_in_full;
  const std::vector<Row> rows =
      in_full ? rows_in_full(texts, branch, executions) : rows_each(texts, branch, executions);
  std::uint32_t active = 0;
  for (const SplitExecution& split : executions) active |= split.active;
  const bool alone = executions.size() == 1;
  Row first{texts.get("stage.lane_axis"), {}, 0, 0, false, false, {}};
  if (alone) {
    first = {side_name(branch.line, texts),
             lanes_of(texts, active),
             0,
             0,
             executions[0].divergent(),
             false,
             {}};
  }
  const BranchGrid grid = grid_in(canvas, body, first, rows);

  // With many rows, lanes are named once above them; with few, each cell has its lane's number.
  float top = body.y;
  // Wide cells are also high, so that a few rows are not lost in a large panel.
  const float tall = std::clamp(grid.columns.column * 2.6F, canvas.px(33), canvas.px(60));
  const float chips = std::round(std::min(alone ? tall : canvas.px(20), body.h * 0.14F));
  memory::WarpAccess lanes;
  lanes.mask = active;
  draw_lane_chips(canvas, grid.columns, top, chips, lanes, input.lane,
                  [&](int lane) { return lane_description(texts, branch, executions, lane); });
  draw_names(canvas, first, grid, top, chips);
  top += chips + canvas.px(alone ? 20 : 12);

  const bool legend = body.h >= canvas.px(120);
  const float legend_h = legend ? canvas.px(24) : 0;
  const float available = body.y + body.h - top - legend_h;
  const float between = canvas.px(10);
  float gaps = 0;
  for (const Row& row : rows) gaps += row.apart ? between : 0;
  const float most = in_full ? tall + canvas.px(3) : canvas.px(20);
  const float least = 4;
  const float pitch = std::floor(std::clamp((available - gaps) / static_cast<float>(rows.size()),
                                            least, std::max(least, most)));
  const float inset = pitch >= 12 ? canvas.whole_px(3) : pitch >= 6 ? 2.0F : 1.0F;
  const auto every =
      static_cast<std::size_t>(std::max(1.0F, std::ceil((canvas.px(text_small) + 2) / pitch)));
  float y = std::round(top);
  std::size_t shown = 0;
  for (; shown < rows.size(); ++shown) {
    if (rows[shown].apart) y += between;
    if (y + pitch > top + available + 0.5F) break;
    canvas.hit(snapped(grid.left, y, grid.right, y + pitch), HitKind::none, 0, rows[shown].tooltip);
    draw_cells(canvas, rows[shown], grid.columns, y, pitch - inset, input.lane);
    if (shown % every == 0) draw_names(canvas, rows[shown], grid, y, pitch - inset);
    y += pitch;
  }
  if (!legend) return;
  const bool some_absent =
      !std::all_of(executions.begin(), executions.end(),
                   [](const SplitExecution& split) { return split.active == 0xffff'ffffU; });
  const float legend_y = std::min(y + canvas.px(4), body.y + body.h - legend_h);
  const Rect row{grid.columns.x, legend_y, grid.right - grid.columns.x, legend_h};
  if (shown < rows.size()) {
    const Label more = text_at(grid.right, row.y + row.h / 2, FontRole::ui, canvas.px(text_small),
                               canvas.palette().text_faint,
                               texts.count("branch.rows_more", rows.size() - shown), AlignX::right);
    const float taken = canvas.fitted_label(more, row.w) + canvas.px(2 * space_unit);
    draw_legend_of(canvas, {row.x, row.y, row.w - taken, row.h}, branch, in_full, some_absent);
    return;
  }
  draw_legend_of(canvas, row, branch, in_full, some_absent);
}

// A line without a branch: 32 cells, filled according to the average number of active lanes.
DrawList build_line(const BranchInput& input, const report::Activity& activity, Canvas canvas) {
  const text::Texts& texts = canvas.texts();
  const Palette& palette = canvas.palette();
  const std::string lanes = lanes_text(activity.lanes, activity.executions);
  const bool idle = report::has_idle_lanes(activity.lanes, activity.executions);
  Frame frame;
  frame.title = trimmed(input.source_text);
  frame.subtitle = texts.get("branch.whole_launch");
  frame.verdict = texts.get("branch.of_lanes", fmt::arg("lanes", lanes));
  frame.costly = idle;
  frame.detail = texts.count("branch.line_executions", activity.executions);
  frame.explanations =
      idle ? std::vector{texts.get("branch.idle_sentence"), texts.get("branch.idle_short")}
           : std::vector{texts.get("branch.full_sentence")};
  const Rect body = draw_frame(canvas, frame);
  const float h = std::round(std::min(canvas.px(32), body.h * 0.4F));
  if (h < 4 || body.w < 64) return canvas.take();
  const float y = std::round(body.y + (body.h - h) / 2 - h / 2);
  const float share = static_cast<float>(activity.active_lanes() / 32);
  const Rect all = snapped(body.x, y, body.x + body.w, y + h);
  const Rect filled = snapped(body.x, y, body.x + body.w * share, y + h);
  if (idle) canvas.waste(all, canvas.px(3));
  canvas.fill(filled, idle ? palette.costly : palette.good, canvas.px(3));
  canvas.hit(all, HitKind::none, 0, frame.verdict);
  Label tick = text_at(0, y + h + canvas.px(6), FontRole::ui, canvas.px(text_small),
                       palette.text_faint, "32", AlignX::left, AlignY::top);
  const float widest = canvas.width_of(tick);
  const int spacing = body.w / 4 >= 3.5F * widest ? 8 : 16;
  const bool named = tick.y + tick.size <= body.y + body.h && body.w >= 5 * widest;
  for (int at = 0; at <= 32; at += spacing) {
    const float x = std::round(body.x + body.w * static_cast<float>(at) / 32);
    canvas.fill({std::min(x, all.x + all.w - 1), y + h, 1, canvas.whole_px(4)}, palette.text_faint);
    tick.x = x;
    tick.align_x = at == 0 ? AlignX::left : at == 32 ? AlignX::right : AlignX::center;
    tick.text = std::to_string(at);
    if (named) canvas.label(tick);
  }
  return canvas.take();
}

}  // namespace

DrawList build_branch_view(const BranchInput& input, const Style& style, float width,
                           float height) {
  const text::Texts& texts = *style.texts;
  const std::vector<TextBranch> branches = text_branches(*input.report, input.file);
  const TextBranch* branch = branch_on(branches, input.line);
  const report::Activity* activity = activity_of(*input.report, input.line, input.file);
  if (branch == nullptr && activity != nullptr && activity->executions > 0)
    return build_line(input, *activity, Canvas(style, width, height));
  if (branch == nullptr) {
    const bool any = input.line > 0;
    return build_message_view(any ? texts.get("branch.no_code_title", fmt::arg("line", input.line))
                                  : texts.get("branch.nothing_title"),
                              texts.get(activity != nullptr ? "branch.never_executed"
                                        : any               ? "branch.no_code"
                                                            : "branch.nothing"),
                              style, width, height);
  }
  if (input.trace == nullptr) {
    return build_message_view(texts.get("panel.not_run_title"), texts.get("panel.not_run"), style,
                              width, height);
  }
  Canvas canvas(style, width, height);
  const std::vector<SplitExecution> executions = executions_at(*input.trace, *branch);
  const Rect body = draw_frame(canvas, frame_of(input, *branch, executions, texts));
  if (executions.empty() || body.h < canvas.px(40) || body.w < 64) return canvas.take();
  draw_rows(canvas, input, *branch, executions, body);
  return canvas.take();
}

void draw_fork(Canvas& canvas, float x, float y, float height, const Color& color) {
  const float top = y - height / 2;
  const float bottom = y + height / 2;
  const float knee = top + height * 0.3F;
  const float width = std::max(1.0F, height * 0.13F);
  const auto path = [&](float to_x) {
    const float middle = (knee + bottom) / 2;
    canvas.curve({{x, x, to_x, to_x}, {knee, middle, middle, bottom}, width, color});
  };
  canvas.curve({{x, x, x, x}, {top, top, knee, knee}, width, color});
  path(x - height * 0.36F);
  path(x + height * 0.36F);
}

}  // namespace lanescope::picture
