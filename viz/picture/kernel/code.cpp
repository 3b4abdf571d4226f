#include "viz/picture/kernel/code.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "viz/picture/access/branch_view.h"
#include "viz/picture/access/branches.h"
#include "viz/picture/core/canvas.h"
#include "viz/picture/core/line_break.h"
#include "viz/picture/core/units.h"
#include "viz/picture/kernel/code_tokens.h"

namespace lanescope::picture {
namespace {

constexpr float row_units = 22;
// Height of the headings, and of the gap below them.
constexpr float header_units = 28;
constexpr float heading_middle_units = 12;
constexpr float gutter_gap_units = 6;
// Between two numbers that are read separately, and between the last one and the panel's edge,
// where the scroll mark is.
constexpr float column_gap_units = 12;
// Between a line's number and its text; a branch's sign is drawn here.
constexpr float number_gap_units = 12;
constexpr float error_tint = 0.20F;  // alpha

struct SourceLine {
  std::string text;
  std::vector<Token> tokens;
};

std::vector<SourceLine> lines_of(const std::string& text) {
  std::vector<SourceLine> lines;
  bool in_comment = false;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    SourceLine line;
    line.text = without_tabs(std::string_view(text).substr(at, end - at));
    line.text.erase(line.text.find_last_not_of(' ') + 1);
    line.tokens = tokens_of(line.text, in_comment);
    lines.push_back(std::move(line));
    at = end + 1;
  }
  return lines;
}

bool has_comment(const SourceLine& line) {
  return std::any_of(line.tokens.begin(), line.tokens.end(),
                     [](const Token& token) { return token.kind == TokenKind::comment; });
}

std::string requests_text(std::uint64_t requests) {
  if (requests < 1'000'000) return text::Texts::grouped(requests);
  return fmt::format("{:.1f}M", static_cast<double>(requests) / 1e6);
}

// "32-way", "none"; empty if the line has no shared access. Short, for a column.
std::string short_ways(const LineCost& cost, const text::Texts& texts) {
  if (cost.worst_ways == 0) return {};
  return cost.worst_ways == 1 ? texts.get("counts.no_conflict")
                              : texts.get("code.ways", fmt::arg("n", cost.worst_ways));
}

// The gutter's content for one line, for costs and for divergence alike.
struct GutterLine {
  int line = 0;
  std::string count;    // number of requests or executions
  float bar = 0;        // 0..1
  bool of_all = false;  // the bar is part of a whole, and the rest is drawn as waste
  std::string verdict;  // the main number
  bool costly = false;
  std::string remark;  // may be empty
  bool remark_costly = false;
  std::string tooltip;
};

struct GutterLines {
  std::vector<GutterLine> lines;  // ascending
  // Text keys of the headings, and texts of typical width: columns stay in place when a parameter
  // is toggled.
  const char* count_heading = "code.requests_heading";
  const char* verdict_heading = "code.cost_heading";
  const char* remark_heading = "code.ways_heading";
  std::string widest_verdict, widest_remark;
};

std::string line_tooltip(const LineCost& cost, const text::Texts& texts) {
  const auto of_line = [&](const char* key) {
    return texts.count(key, cost.requests, fmt::arg("line", cost.line),
                       fmt::arg("ratio", cost.ratio_text), fmt::arg("together", cost.together));
  };
  std::string text = of_line(cost.together > 1 ? "code.tooltip_together" : "code.tooltip");
  if (cost.together > 1) {
    if (cost.accesses > cost.together) {
      text += texts.get("code.tooltip_all", fmt::arg("n", cost.accesses),
                        fmt::arg("all", text::Texts::grouped(cost.all_requests)),
                        fmt::arg("requests", cost.all_requests));
    }
  } else if (cost.accesses > 1) {
    text += texts.get("code.tooltip_accesses", fmt::arg("n", cost.accesses),
                      fmt::arg("all", text::Texts::grouped(cost.all_requests)),
                      fmt::arg("requests", cost.all_requests));
  }
  if (!cost.ways_text.empty())
    text += texts.get("code.tooltip_ways", fmt::arg("ways", cost.ways_text));
  // A line with a short bar may cost the most.
  const auto in_all = [&](const char* key, std::uint64_t sum, std::uint64_t ideal) {
    if (sum == 0) return;
    text += "\n" + texts.get(key, fmt::arg("cost", text::Texts::grouped(sum)),
                             fmt::arg("ideal", text::Texts::grouped(ideal)));
  };
  in_all("code.tooltip_sectors", cost.all.sectors, cost.all.ideal_sectors);
  in_all("code.tooltip_wavefronts", cost.all.wavefronts, cost.all.ideal_wavefronts);
  return text;
}

GutterLines cost_lines(const report::Report& report, const std::string& file,
                       const text::Texts& texts) {
  GutterLines gutter;
  gutter.widest_verdict = "1.25×";
  gutter.widest_remark = texts.get("code.ways", fmt::arg("n", 32));
  for (const LineCost& cost : line_costs(report, texts, file)) {
    GutterLine line;
    line.line = cost.line;
    line.count = cost.requests_text;
    line.bar = cost.bar;
    line.verdict = cost.ratio_text;
    line.costly = cost.costly;
    line.remark = short_ways(cost, texts);
    line.remark_costly = cost.worst_ways > 1;
    line.tooltip = line_tooltip(cost, texts);
    gutter.lines.push_back(std::move(line));
  }
  return gutter;
}

// Some of the line's instructions run with all lanes and others do not. Without a branch on the
// line, they are guarded, or a compiler moved them to where another line's are.
bool mixes_lanes(const report::Report& report, const report::Activity& line) {
  bool all = false, fewer = false;
  for (const report::Activity& instruction : report.instructions) {
    if (instruction.executions == 0 || instruction.place.line != line.place.line ||
        instruction.place.file != line.place.file)
      continue;
    (report::has_idle_lanes(instruction.lanes, instruction.executions) ? fewer : all) = true;
  }
  return all && fewer;
}

GutterLines lane_lines(const report::Report& report, const std::string& file,
                       const std::vector<TextBranch>& branches, const text::Texts& texts) {
  GutterLines gutter;
  gutter.count_heading = "code.executed_heading";
  gutter.verdict_heading = "code.lanes_heading";
  gutter.remark_heading = "code.splits_heading";
  gutter.widest_verdict = "32.0";
  gutter.widest_remark = "100%";
  for (const report::Activity& activity : report::activity_in(report, file)) {
    if (activity.executions == 0) continue;
    GutterLine line;
    line.line = activity.place.line;
    line.count = requests_text(activity.executions);
    line.bar = static_cast<float>(activity.active_lanes() / 32);
    line.of_all = true;
    line.verdict = lanes_text(activity.lanes, activity.executions);
    line.costly = report::has_idle_lanes(activity.lanes, activity.executions);
    line.tooltip = texts.count("code.tooltip_lanes", activity.executions,
                               fmt::arg("line", line.line), fmt::arg("lanes", line.verdict));
    std::uint64_t executions = 0;
    std::uint64_t divergent = 0;
    for (const TextBranch& branch : branches) {
      if (branch.line != line.line) continue;
      executions += branch.executions;
      divergent += branch.divergent;
      line.tooltip += "\n" + branch_sentence(branch, texts);
    }
    if (executions > 0) {
      line.remark = percent_text(1 - report::branch_efficiency(executions, divergent)) + " %";
      line.remark_costly = divergent > 0;
    } else if (line.costly && mixes_lanes(report, activity)) {
      line.tooltip += "\n" + texts.get("code.tooltip_moved");
    }
    gutter.lines.push_back(std::move(line));
  }
  return gutter;
}

// Widths in pixels; 0: the column is not shown. They don't depend on the numbers as long as those
// are of typical width, so that columns stay in place when a parameter is toggled.
struct Gutter {
  float font = 13;   // font size of the code
  float number = 0;  // line numbers
  float requests = 0;
  float bar = 0;
  float cost = 0;
  float ways = 0;

  // `gap`: between count, bar and verdict; `wide`: around the remark.
  [[nodiscard]] float right(float gap, float wide) const {
    float width = wide + (ways > 0 ? ways + wide : 0);
    for (const float column : {requests, bar, cost}) width += column > 0 ? column + gap : 0;
    return width;
  }
};

// The first arrangement that shows every line with a cost uncut. Tries smaller code before fewer
// columns.
Gutter choose_gutter(const Canvas& canvas, const std::vector<SourceLine>& lines,
                     const GutterLines& gutter_lines) {
  const float gap = canvas.px(gutter_gap_units);
  const float wide = canvas.px(column_gap_units);
  const float small = canvas.px(text_small);
  const float cost_size = canvas.px(text_small + 1);
  const text::Texts& texts = canvas.texts();
  const std::vector<GutterLine>& costs = gutter_lines.lines;
  float requests = canvas.measure(FontRole::mono, small, "99,999");
  float cost = canvas.measure(FontRole::mono_bold, cost_size, gutter_lines.widest_verdict);
  float ways = std::max(canvas.measure(FontRole::ui, small, texts.get(gutter_lines.remark_heading)),
                        canvas.measure(FontRole::mono_bold, small, gutter_lines.widest_remark));
  bool shared = false;
  std::string longest;
  for (const GutterLine& line : costs) {
    requests = std::max(requests, canvas.measure(FontRole::mono, small, line.count));
    cost = std::max(cost, canvas.measure(FontRole::mono_bold, cost_size, line.verdict));
    ways = std::max(ways, canvas.measure(FontRole::mono_bold, small, line.remark));
    shared = shared || !line.remark.empty();
    const auto index = static_cast<std::size_t>(line.line - 1);
    if (index < lines.size() && lines[index].text.size() > longest.size())
      longest = lines[index].text;
  }
  Gutter gutter;
  gutter.number = canvas.measure(FontRole::mono, small,
                                 std::to_string(std::max<std::size_t>(lines.size(), 100))) +
                  canvas.px(number_gap_units + 4);
  gutter.cost = costs.empty() ? 0 : cost;
  struct Option {
    float font, bar;  // units
    bool requests, ways;
  };
  constexpr std::array<Option, 14> options{{{13, 32, true, true},
                                            {12, 32, true, true},
                                            {12, 20, true, true},
                                            {12, 12, true, true},
                                            {11, 20, true, true},
                                            {13, 32, true, false},
                                            {12, 20, true, false},
                                            {11, 20, true, false},
                                            {12, 0, true, false},
                                            {11, 0, true, false},
                                            {13, 20, false, false},
                                            {12, 20, false, false},
                                            {12, 0, false, false},
                                            {11, 0, false, false}}};
  for (const Option& option : options) {
    gutter.font = canvas.px(option.font);
    gutter.requests = option.requests && !costs.empty() ? requests : 0;
    gutter.ways = option.ways && shared ? ways : 0;
    gutter.bar = costs.empty() ? 0 : canvas.px(option.bar);
    const float room = canvas.width() - gutter.number - gutter.right(gap, wide);
    if (canvas.measure(FontRole::mono, gutter.font, longest) <= room) return gutter;
  }
  // Some line is cut in any case.
  gutter.font = canvas.px(12);
  gutter.bar = 0;
  return gutter;
}

void draw_source(Canvas& canvas, const SourceLine& line, bool has_cost, bool selected, float font,
                 float x, float y, float room) {
  const Palette& palette = canvas.palette();
  const std::string shown = fitted(canvas.style(), FontRole::mono, font, line.text, room);
  const std::size_t visible = shown.find_first_not_of(' ');
  if (visible == std::string::npos || shown.compare(visible, std::string::npos, "…") == 0) return;
  const Color& plain = has_cost || selected ? palette.text : palette.text_dim;
  // The ellipsis of a cut line has the style of the token it cuts.
  const std::size_t kept =
      shown == line.text ? line.text.size() : shown.size() - std::min<std::size_t>(3, shown.size());
  for (const Token& token : line.tokens) {
    if (token.begin >= shown.size() || token.begin > kept) break;
    const bool cut = token.end > kept || (token.end == kept && kept < line.text.size());
    std::string text = shown.substr(token.begin, cut ? std::string::npos : token.end - token.begin);
    const std::size_t blank = text.find_first_not_of(' ');
    if (blank == std::string::npos) continue;
    // "// …" would be a comment that is hidden until a question is answered.
    if (cut && token.kind == TokenKind::comment &&
        text.find_first_not_of("/* ") == text.size() - std::string_view("…").size())
      text = text.substr(0, blank) + "…";
    const bool is_faint = token.kind == TokenKind::comment || token.kind == TokenKind::directive;
    canvas.label(
        text_at(x + canvas.measure(FontRole::mono, font, shown.substr(0, token.begin + blank)), y,
                FontRole::mono, font,
                token.kind == TokenKind::plain ? plain
                : is_faint && !selected        ? palette.text_faint
                                               : palette.text_dim,
                text.substr(blank)));
    if (cut) break;
  }
}

// The part of the line from `begin` to `end`.
SourceLine part_of(const SourceLine& line, std::size_t begin, std::size_t end) {
  SourceLine part{line.text.substr(begin, end - begin), {}};
  for (Token token : line.tokens) {
    if (token.end <= begin || token.begin >= end) continue;
    token.begin = std::max(token.begin, begin) - begin;
    token.end = std::min(token.end, end) - begin;
    part.tokens.push_back(token);
  }
  return part;
}

// Where a line that is wider than `room` goes on in a second row: at the last blank before which
// everything fits. The text's size if there is none or the line fits.
std::size_t break_of(const Canvas& canvas, const std::string& text, float font, float room) {
  std::size_t end = text.size();
  while (canvas.measure(FontRole::mono, font, std::string_view(text).substr(0, end)) > room) {
    end = text.rfind(' ', end - 1);
    if (end == std::string::npos || end <= text.find_first_not_of(' ')) return text.size();
  }
  return end;
}

// What must not be cut of a line: all of it if it can be chosen, else its code, without the comment
// behind it.
std::string shown_of(const SourceLine& line, bool can_be_chosen) {
  if (can_be_chosen) return line.text;
  const auto comment = std::find_if(line.tokens.begin(), line.tokens.end(), [](const Token& token) {
    return token.kind == TokenKind::comment;
  });
  std::string code = comment == line.tokens.end() ? line.text : line.text.substr(0, comment->begin);
  code.erase(code.find_last_not_of(' ') + 1);
  return code;
}

void draw_cost(Canvas& canvas, const GutterLine& cost, const Gutter& gutter, float y) {
  const Palette& palette = canvas.palette();
  const float gap = canvas.px(gutter_gap_units);
  const float wide = canvas.px(column_gap_units);
  float right = canvas.width() - wide;
  const auto number = [&](FontRole font, float units, const Color& color, const std::string& text) {
    canvas.label(text_at(right, y, font, canvas.px(units), color, text, AlignX::right));
  };
  if (gutter.ways > 0) {
    number(FontRole::mono_bold, text_small,
           cost.remark_costly ? palette.costly_text : palette.text_faint, cost.remark);
    right -= gutter.ways + wide;
  }
  number(FontRole::mono_bold, text_small + 1, cost.costly ? palette.costly_text : palette.good_text,
         cost.verdict);
  right -= gutter.cost + gap;
  if (gutter.bar > 0) {
    const float h = canvas.whole_px(8);
    const float w = std::round(std::max(3.0F, gutter.bar * cost.bar));
    const float x = std::round(right - gutter.bar);
    if (cost.of_all && cost.costly)
      canvas.waste({x, std::round(y - h / 2), std::round(gutter.bar), h}, canvas.px(2));
    canvas.fill({x, std::round(y - h / 2), w, h}, cost.costly ? palette.costly : palette.good,
                canvas.px(2));
    right -= gutter.bar + gap;
  }
  if (gutter.requests > 0) number(FontRole::mono, text_small, palette.text_faint, cost.count);
}

void draw_header(Canvas& canvas, const Gutter& gutter, const GutterLines& gutter_lines) {
  const float gap = canvas.px(gutter_gap_units);
  const float wide = canvas.px(column_gap_units);
  Label label = text_at(canvas.width() - wide, canvas.px(heading_middle_units), FontRole::ui,
                        canvas.px(text_small), canvas.palette().text_faint, {}, AlignX::right);
  if (gutter.ways > 0) {
    canvas.explained_label(label, gutter_lines.remark_heading);
    label.x -= gutter.ways + wide;
  }
  label.text = canvas.texts().get(gutter_lines.verdict_heading);
  const float cost_width = canvas.width_of(label);
  if (gutter.cost <= 0 || cost_width > canvas.width() / 2) return;
  canvas.explained_label(label, gutter_lines.verdict_heading);
  if (gutter.requests <= 0) return;
  // Above its column, moved left if the other heading is in the way.
  const float column = label.x - gap - gutter.cost - (gutter.bar > 0 ? gutter.bar + gap : 0);
  label.x = std::min(column, label.x - cost_width - wide);
  label.text.clear();
  canvas.explained_label(label, gutter_lines.count_heading);
}

// The message stands below the line's text. The line itself has a sign beside its number.
void draw_note(Canvas& canvas, const CodeNote& note, const Gutter& gutter, const Rect& band) {
  const Palette& palette = canvas.palette();
  const float middle = band.y + band.h / 2;
  canvas.fill(band, with_alpha(palette.error_text, error_tint));
  canvas.fill({band.x, band.y, canvas.whole_px(3), band.h}, palette.error_text);
  canvas.fitted_label(text_at(gutter.number, middle, FontRole::ui_bold, canvas.px(text_body - 1),
                              palette.error_text, note.text),
                      band.w - gutter.number - canvas.px(column_gap_units));
  canvas.hit(band, HitKind::none, 0, note.text);
}

// `shown`: lines in the picture, which may be fewer than rows.
void draw_scroll_mark(Canvas& canvas, int first, int shown, int count) {
  if (shown == 0) return;
  const float top = canvas.px(header_units);
  const float room = canvas.height() - top;
  const auto share = [count](int lines) {
    return static_cast<float>(lines) / static_cast<float>(count);
  };
  const float w = canvas.whole_px(3);
  canvas.fill({canvas.width() - w, top + room * share(first - 1), w, room * share(shown)},
              canvas.palette().hairline, w / 2);
}

}  // namespace

std::vector<LineCost> line_costs(const report::Report& report, const text::Texts& texts,
                                 std::string_view file) {
  std::vector<LineCost> costs;
  for (const report::Line& line : report::lines_in(report, file)) {
    if (line.requests == 0) continue;
    LineCost cost;
    cost.line = line.line;
    cost.all_requests = line.requests;
    const report::LineAccesses accesses = report::accesses_of(report, line);
    cost.accesses = accesses.count;
    cost.together = accesses.counted_together;
    cost.requests = accesses.costliest_requests;
    cost.requests_text = requests_text(cost.requests);
    cost.ratio = line.worst_ratio;
    for (const std::uint32_t site : line.sites) cost.all += report.sites[site].counts;
    cost.worst_ways = line.worst_ways;
    // A ratio just above 1 comes from an occasional request at an array's edge, and "1.0×" would
    // not explain the colour.
    cost.costly = cost.ratio >= 1.05 || cost.worst_ways > 1;
    cost.ratio_text = ratio_text(cost.ratio);
    if (cost.worst_ways > 1) {
      cost.ways_text = texts.get("stage.verdict.ways", fmt::arg("n", cost.worst_ways));
    } else if (cost.worst_ways == 1) {
      cost.ways_text = texts.get("stage.verdict.conflict_free");
    }
    costs.push_back(std::move(cost));
  }
  double full = 32;
  for (const LineCost& cost : costs) full = std::max(full, cost.ratio);
  for (LineCost& cost : costs) cost.bar = static_cast<float>(cost.ratio / full);
  return costs;
}

int visible_lines(const Style& style, float height) {
  const float room = height - header_units * style.scale;
  return std::max(0, static_cast<int>(std::floor(room / (row_units * style.scale))));
}

int first_visible_line(int first_line, const LineRange& wanted, int line_count, int visible) {
  if (wanted.first > 0 && visible > 0) {
    const int context = visible >= wanted.last - wanted.first + 3 ? 1 : 0;
    first_line = std::min(first_line, wanted.first - context);
    first_line = std::max(first_line, wanted.last + context - visible + 1);
  }
  return std::max(1, std::min(first_line, line_count - visible + 1));
}

DrawList build_code(const CodeInput& input, const Style& style, float width, float height) {
  Canvas canvas(style, width, height);
  const Palette& palette = canvas.palette();
  const std::vector<SourceLine> lines =
      lines_of(input.hides_comments ? without_comment_words(input.text) : input.text);
  GutterLines gutter_lines;
  std::vector<TextBranch> branches;
  if (input.report != nullptr) {
    branches = text_branches(*input.report, input.file);
    gutter_lines = input.divergence
                       ? lane_lines(*input.report, input.file, branches, canvas.texts())
                       : cost_lines(*input.report, input.file, canvas.texts());
  }
  const std::vector<GutterLine>& costs = gutter_lines.lines;
  const Gutter gutter = choose_gutter(canvas, lines, gutter_lines);
  draw_header(canvas, gutter, gutter_lines);

  const int count = static_cast<int>(lines.size());
  const int visible = visible_lines(style, height);
  const float gap = canvas.px(gutter_gap_units);
  const float wide = canvas.px(column_gap_units);
  const float row = canvas.px(row_units);
  int first = std::clamp(input.first_line, 1, std::max(1, count));
  if (input.selected_line >= first && input.selected_line < first + visible) {
    // Lines above the chosen one may need two rows. It stays in the picture.
    const auto rows_of = [&](int line) {
      const bool has_cost = std::any_of(costs.begin(), costs.end(),
                                        [line](const GutterLine& c) { return c.line == line; });
      const std::string text = shown_of(lines[static_cast<std::size_t>(line - 1)],
                                        has_cost || line == input.selected_line);
      const float room = width - gutter.number - (has_cost ? gutter.right(gap, wide) : gap);
      return break_of(canvas, text, gutter.font, room) < text.size() ? 2 : 1;
    };
    int wanted = 0;
    for (int line = first; line <= std::min(input.selected_line, count); ++line)
      wanted += rows_of(line);
    while (wanted > visible && first < input.selected_line) wanted -= rows_of(first++);
  }
  int rows = 0;  // drawn
  int line = first;
  for (; rows < visible && line <= count; ++line) {
    const float y = canvas.px(header_units) + static_cast<float>(rows++) * row;
    const float middle = y + row / 2;
    const bool selected = line == input.selected_line;
    const auto cost = std::find_if(costs.begin(), costs.end(),
                                   [line](const GutterLine& c) { return c.line == line; });
    const bool has_cost = cost != costs.end();
    // A line without a cost may extend into the gutter.
    const float right = has_cost ? gutter.right(gap, wide) : gap;
    const float room = width - gutter.number - right;
    const SourceLine& source = lines[static_cast<std::size_t>(line - 1)];
    std::size_t end = source.text.size();
    // It goes on in a second row if it must.
    const std::string needed = shown_of(source, selected || has_cost);
    if (const std::size_t at = break_of(canvas, needed, gutter.font, room);
        at < needed.size() && rows < visible)
      end = at;
    const bool goes_on = end < source.text.size();
    const Rect band = snapped(0, y, width, y + (goes_on ? 2 * row : row));
    if (selected) {
      canvas.fill(band, palette.selection);
      canvas.fill({band.x, band.y, canvas.whole_px(3), band.h}, palette.selection_border);
    }
    const bool error = std::find(input.error_lines.begin(), input.error_lines.end(), line) !=
                       input.error_lines.end();
    canvas.label(text_at(gutter.number - canvas.px(number_gap_units), middle,
                         error ? FontRole::mono_bold : FontRole::mono, canvas.px(text_small),
                         error      ? palette.error_text
                         : selected ? palette.text_dim
                                    : palette.text_faint,
                         error ? "!" + std::to_string(line) : std::to_string(line), AlignX::right));
    draw_source(canvas, part_of(source, 0, end), has_cost, selected, gutter.font, gutter.number,
                middle, room);
    bool is_cut = !goes_on && canvas.measure(FontRole::mono, gutter.font, source.text) > room;
    if (goes_on) {
      // At the right end of the row, below what it continues.
      const SourceLine rest =
          part_of(source, source.text.find_first_not_of(' ', end), source.text.size());
      const float w = canvas.measure(FontRole::mono, gutter.font, rest.text);
      const float most = width - gutter.number - gap;
      is_cut = w > most;
      draw_source(canvas, rest, has_cost, selected, gutter.font,
                  gutter.number + std::max(0.0F, std::min(room - w, most - w)), middle + row, most);
      ++rows;
    }
    if (has_cost) draw_cost(canvas, *cost, gutter, middle);
    std::string tooltip = has_cost ? cost->tooltip : std::string();
    const auto add = [&](const std::string& text) {
      tooltip = text + (tooltip.empty() ? "" : "\n") + tooltip;
    };
    if (input.hides_comments && has_comment(source)) add(canvas.texts().get("code.comment_hidden"));
    if (is_cut) add(source.text);
    // A divergent branch is marked in both modes.
    const TextBranch* branch = branch_on(branches, line);
    if (branch != nullptr && branch->divergent > 0) {
      draw_fork(canvas, gutter.number - canvas.px(number_gap_units / 2 - 0.5F), middle,
                canvas.px(10), palette.costly);
      if (!input.divergence)
        tooltip += (tooltip.empty() ? "" : "\n") + branch_sentence(*branch, canvas.texts());
    }
    canvas.hit(band, HitKind::code_line, static_cast<std::uint64_t>(line), tooltip);
    for (const CodeNote& note : input.notes) {
      if (note.line != line || rows >= visible) continue;
      const float top = canvas.px(header_units) + static_cast<float>(rows++) * row;
      draw_note(canvas, note, gutter, snapped(0, top, width, top + row));
    }
  }
  if (visible < count) draw_scroll_mark(canvas, first, line - first, count);
  return canvas.take();
}

}  // namespace lanescope::picture
