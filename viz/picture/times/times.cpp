#include "viz/picture/times/times.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "viz/picture/core/canvas.h"
#include "viz/picture/core/frame.h"
#include "viz/picture/core/line_break.h"
#include "viz/picture/core/style.h"
#include "viz/picture/core/units.h"
#include "viz/picture/times/columns.h"
#include "viz/picture/times/parts.h"
#include "viz/picture/times/text.h"

namespace lanescope::picture {
namespace {

constexpr float fact_units = 22;
constexpr float note_units = 20;
constexpr float min_plot_units = 80;
constexpr float max_plot_units = 320;
constexpr float compact_units = 300;  // in lower pictures, only bars are drawn

// ---- origin of the times ----

struct Fact {
  Origin origin = Origin::measured;
  std::vector<std::string> parts{};  // as many as fit
  std::string sentence{};            // replaces `parts`, on at most three lines
};

std::vector<Fact> facts(const TimesInput& input, const text::Texts& texts) {
  std::vector<Fact> result;
  Fact measured;
  if (input.measured_on) {
    measured.parts = facts_of(*input.measured_on, texts);
  } else {
    measured.sentence = !input.absence.empty()
                            ? texts.get("times.absent", fmt::arg("why", input.absence))
                            : texts.get("times.not_measured_yet");
  }
  result.push_back(std::move(measured));
  Fact recorded;
  recorded.origin = Origin::recorded;
  if (!input.recorded_on) {
    recorded.sentence = texts.get("times.no_recording");
  } else if (!input.nearest.empty() && !input.on_paper) {
    recorded.sentence = texts.get("times.go_to_nearest", fmt::arg("gpu", input.recorded_on->name),
                                  fmt::arg("values", input.nearest));
  } else {
    recorded.parts = facts_of(*input.recorded_on, texts);
  }
  result.push_back(std::move(recorded));
  if (input.for_lecture || input.on_paper) {  // show only existing times, not possible ones
    const bool any = input.on_paper || input.measured_on || input.recorded_on;
    std::erase_if(result, [&](const Fact& fact) {
      return fact.origin == Origin::measured ? !input.measured_on && any : !input.recorded_on;
    });
  }
  return result;
}

std::string joined(const Canvas& canvas, const std::vector<std::string>& parts, float width) {
  std::string text;
  for (const std::string& part : parts) {
    const std::string longer = text.empty() ? part : text + " · " + part;
    if (!text.empty() && canvas.measure(FontRole::ui, canvas.px(text_body), longer) > width) break;
    text = longer;
  }
  return text;
}

struct FactLines {
  Origin origin = Origin::measured;
  bool faint = false;  // there are no such times
  std::vector<std::string> lines;
};

float fact_indent(const Canvas& canvas) {
  return std::max(badge_width(canvas, Origin::measured), badge_width(canvas, Origin::recorded)) +
         canvas.px(10);
}

std::vector<FactLines> fact_lines(const Canvas& canvas, const TimesInput& input, float width) {
  std::vector<FactLines> all;
  const float room = width - fact_indent(canvas);
  for (const Fact& fact : facts(input, canvas.texts())) {
    FactLines lines{fact.origin, fact.parts.empty(), {}};
    if (!fact.parts.empty()) {
      lines.lines = {joined(canvas, fact.parts, room)};
    } else {
      lines.lines =
          wrapped(canvas.style(), FontRole::ui, canvas.px(text_body), fact.sentence, room, 3);
    }
    all.push_back(std::move(lines));
  }
  return all;
}

float height_of(const Canvas& canvas, const std::vector<FactLines>& facts) {
  float height = canvas.px(6);
  for (const FactLines& fact : facts) {
    height +=
        canvas.px(fact_units) * static_cast<float>(std::max<std::size_t>(fact.lines.size(), 1));
  }
  return std::round(height);
}

void draw_facts(Canvas& canvas, const std::vector<FactLines>& facts, const Rect& area) {
  const float pitch = canvas.px(fact_units);
  float y = area.y;
  for (const FactLines& fact : facts) {
    draw_badge(canvas, fact.origin, area.x, y + pitch / 2, fact.faint);
    for (const std::string& line : fact.lines) {
      canvas.fitted_label(text_at(area.x + fact_indent(canvas), y + pitch / 2, FontRole::ui,
                                  canvas.px(text_body), canvas.palette().text_dim, line),
                          area.w - fact_indent(canvas));
      y += pitch;
    }
    if (fact.lines.empty()) y += pitch;
  }
}

// ---- details of the chosen variant ----

struct Chosen {
  const TimesRow* row = nullptr;
  const TimeFigure* figure = nullptr;
  Origin origin = Origin::measured;
};

// Measured with the current values, else recorded with them, else any measured or recorded time.
Chosen chosen_of(const TimesInput& input) {
  if (input.chosen >= input.rows.size()) return {};
  const TimesRow& row = input.rows[input.chosen];
  if (row.measured && !row.measured->is_of_other_launch())
    return {&row, &*row.measured, Origin::measured};
  if (row.recorded && !row.recorded->is_of_other_launch())
    return {&row, &*row.recorded, Origin::recorded};
  if (row.measured) return {&row, &*row.measured, Origin::measured};
  if (row.recorded) return {&row, &*row.recorded, Origin::recorded};
  return {&row, nullptr, Origin::measured};
}

// A sentence with a sign.
struct Note {
  const char* sign = "";
  Color color;
  bool filled = false;
  std::vector<std::string> lines;
};

// `for_lecture`: only errors, and notes that change the meaning of the figure.
std::vector<Note> notes_of(const Canvas& canvas, const Chosen& chosen, float width,
                           bool for_lecture) {
  const Palette& palette = canvas.palette();
  const text::Texts& texts = canvas.texts();
  std::vector<Note> notes;
  const auto add = [&](const char* sign, const Color& color, bool filled, const std::string& text) {
    notes.push_back({sign, color, filled,
                     wrapped(canvas.style(), FontRole::ui, canvas.px(text_body), text,
                             width - mark_width(canvas) - canvas.px(8), 2)});
  };
  if (!chosen.row->failure.empty())
    add("×", palette.error_text, true, failure_text(*chosen.row, texts));
  if (chosen.figure == nullptr) return notes;
  const VerdictWords words = words_of(chosen.figure->arrays);
  if (chosen.figure->arrays == ArrayVerdict::differs) {
    add(words.sign, palette.error_text, true,
        chosen.figure->difference.empty() ? texts.get(words.text_key) : chosen.figure->difference);
  } else if (chosen.figure->arrays != ArrayVerdict::unknown && !for_lecture) {
    add(words.sign, palette.good_text, false, texts.get(words.text_key));
  }
  for (const std::string& trap : chosen.figure->traps)
    add("!", palette.costly_text, true, texts.get("trap." + trap));
  if (!chosen.figure->bound_failure.empty() && !for_lecture) {
    add("–", palette.text_dim, false,
        texts.get("times.no_bound", fmt::arg("why", chosen.figure->bound_failure)));
  }
  return notes;
}

float height_of(const Canvas& canvas, const std::vector<Note>& notes) {
  float height = 0;
  for (const Note& note : notes)
    height += canvas.px(note_units) * static_cast<float>(note.lines.size());
  return std::round(height);
}

void draw_notes(Canvas& canvas, const std::vector<Note>& notes, bool faint, const Rect& area) {
  const float pitch = canvas.px(note_units);
  float y = area.y;
  for (const Note& note : notes) {
    if (y + pitch * static_cast<float>(note.lines.size()) > area.y + area.h + 1) break;
    draw_mark(canvas, area.x, y + pitch / 2, note.sign,
              faint ? canvas.palette().text_faint : note.color, note.filled && !faint, "");
    const float x = area.x + mark_width(canvas) + canvas.px(8);
    for (const std::string& line : note.lines) {
      canvas.fitted_label(
          text_at(x, y + pitch / 2, FontRole::ui, canvas.px(text_body),
                  faint ? canvas.palette().text_faint : canvas.palette().text, line),
          area.x + area.w - x);
      y += pitch;
    }
  }
}

float headline_height(const Canvas& canvas) { return canvas.whole_px(28); }

// "shared tile RECORDED 26.8 µs cold, 24.1 µs warm"
void draw_headline(Canvas& canvas, const Chosen& chosen, const Rect& area) {
  const Palette& palette = canvas.palette();
  const float middle = area.y + headline_height(canvas) / 2;
  float x = area.x;
  x += canvas.fitted_label(text_at(x, middle, FontRole::ui_bold, canvas.px(text_body), palette.text,
                                   chosen.row->name),
                           area.w * 0.4F) +
       canvas.px(10);
  if (chosen.figure == nullptr) return;
  const TimeFigure& figure = *chosen.figure;
  const float badge = badge_width(canvas, chosen.origin);
  if (x + badge > area.x + area.w) return;
  draw_badge(canvas, chosen.origin, x, middle, figure.is_of_other_launch());
  x += badge + canvas.px(10);
  const text::Texts& texts = canvas.texts();
  std::string words =
      texts.get(figure.warm.count > 0 ? "times.headline" : "times.headline_cold",
                fmt::arg("cold", duration_text(figure.cold.median)),
                fmt::arg("half", duration_text((figure.cold.high - figure.cold.low) / 2)),
                fmt::arg("warm", duration_text(figure.warm.median)));
  if (!figure.bound_name.empty()) words += ", " + bound_text(figure, texts);
  words += launch_difference_text(figure, texts);
  canvas.fitted_label(
      text_at(x, middle, FontRole::ui, canvas.px(text_body), palette.text_dim, words),
      area.x + area.w - x);
}

void draw_plots(Canvas& canvas, const TimeFigure& figure, const Rect& area) {
  const text::Texts& texts = canvas.texts();
  const bool both = figure.warm.count > 0 && area.w >= canvas.px(420);
  const float gap = canvas.px(24);
  const float w = both ? std::floor((area.w - gap) / 2) : area.w;
  const bool faint = figure.is_of_other_launch();
  draw_samples(canvas, {area.x, area.y, w, area.h}, texts.get("times.cold"), figure.cold, faint);
  if (both) {
    draw_samples(canvas, {area.x + w + gap, area.y, w, area.h}, texts.get("times.warm"),
                 figure.warm, faint);
  }
}

void draw_chosen(Canvas& canvas, const Chosen& chosen, const std::vector<Note>& notes,
                 const Rect& area) {
  if (area.h < headline_height(canvas)) return;
  canvas.fill({area.x, area.y - canvas.whole_px(6), area.w, canvas.whole_px(1)},
              canvas.palette().hairline);
  draw_headline(canvas, chosen, area);
  float y = area.y + headline_height(canvas);
  const float left = area.y + area.h - y;
  const float notes_h = std::min(height_of(canvas, notes), left);
  draw_notes(canvas, notes, chosen.figure != nullptr && chosen.figure->is_of_other_launch(),
             {area.x, y, area.w, notes_h});
  y += notes_h + canvas.whole_px(8);
  const float plot_h = std::min(area.y + area.h - y, canvas.px(max_plot_units));
  if (chosen.figure == nullptr || plot_h < canvas.px(min_plot_units)) return;
  draw_plots(canvas, *chosen.figure, {area.x, y, area.w, plot_h});
}

// If nothing was timed: what to do about it, in the middle of the free room.
void draw_empty(Canvas& canvas, const TimesInput& input, const Chosen& chosen, const Rect& area) {
  const text::Texts& texts = canvas.texts();
  const float title_size = canvas.px(text_title);
  const float size = canvas.px(text_body);
  std::vector<std::string> lines = wrapped(canvas.style(), FontRole::ui, size,
                                           texts.get(!input.nearest.empty()  ? "times.empty_nearest"
                                                     : input.absence.empty() ? "times.empty"
                                                                             : "times.empty_absent",
                                                     fmt::arg("values", input.nearest)),
                                           area.w * 0.8F, 3);
  if (input.on_paper) lines.clear();
  const float pitch = canvas.px(note_units);
  const float height = title_size * 2 + pitch * static_cast<float>(lines.size());
  if (height > area.h) return;
  Label label = text_at(area.x + area.w / 2, area.y + (area.h - height) / 2 + title_size / 2,
                        FontRole::ui_bold, title_size, canvas.palette().text_dim,
                        texts.get("times.empty_title", fmt::arg("name", chosen.row->name)));
  label.align_x = AlignX::center;
  canvas.fitted_label(label, area.w);
  label.font = FontRole::ui;
  label.size = size;
  label.color = canvas.palette().text_faint;
  label.y += title_size * 1.6F;
  for (const std::string& line : lines) {
    label.text = line;
    canvas.fitted_label(label, area.w);
    label.y += pitch;
  }
}

// How the height is divided between all rows and the chosen variant's details.
struct Share {
  RowDetail detail = RowDetail::one_line;
  bool has_details = false;  // the chosen variant's details are shown
  float rows = 0;            // height of all rows with axis and legend, pixels
};

// Height of the chosen variant's details, in pixels: with plots, without plots, and at least.
struct Wanted {
  float with_plots = 0, without_plots = 0, least = 0;  // 0: no details
  bool has_samples = false;
};

// The rows come first. Plots of single runs are worth more than the costs of other variants; plots
// of a summary are worth less.
Share share_of(const Canvas& canvas, const TimesInput& input, float room, const Wanted& wanted) {
  struct Choice {
    RowDetail detail;
    float below;  // height of the chosen variant's details, pixels
  };
  std::array<Choice, 10> choices{{{RowDetail::roomy, wanted.with_plots},
                                  {RowDetail::tight, wanted.with_plots},
                                  {RowDetail::cost_of_chosen, wanted.with_plots},
                                  {RowDetail::tight, wanted.without_plots},
                                  {RowDetail::cost_of_chosen, wanted.without_plots},
                                  {RowDetail::one_line, wanted.with_plots},
                                  {RowDetail::one_line, wanted.without_plots},
                                  {RowDetail::one_line, wanted.least},
                                  {RowDetail::cost_of_chosen, 0},
                                  {RowDetail::one_line, 0}}};
  if (!wanted.has_samples) std::swap(choices[2], choices[3]);
  for (const Choice& choice : choices) {
    const float rows =
        rows_height(canvas, input, choice.detail) + axis_height(canvas) + legend_height(canvas);
    if (rows + choice.below <= room) return {choice.detail, choice.below > 0, rows};
  }
  return {RowDetail::one_line, false, room};
}

}  // namespace

VerdictWords words_of(ArrayVerdict verdict) {
  switch (verdict) {
    case ArrayVerdict::unknown:
      break;
    case ArrayVerdict::equal:
      return {"=", "times.equal"};
    case ArrayVerdict::close:
      return {"≈", "times.close"};
    case ArrayVerdict::agree:
      return {"=", "times.agree"};
    case ArrayVerdict::differs:
      return {"≠", "times.differs"};
  }
  return {};
}

namespace {

bool is_compact(const Canvas& canvas) { return canvas.height() < canvas.px(compact_units); }

Rect area_of(const Canvas& canvas) {
  const float pad = canvas.whole_px(2 * space_unit);
  const bool compact = is_compact(canvas);
  return {pad, compact ? 0 : canvas.whole_px(4), canvas.width() - 2 * pad,
          canvas.height() - canvas.whole_px(compact ? 4 : 12)};
}

// True if everything fits at this style, with as many columns as in `least`.
bool fits_lecture(const TimesInput& input, const Style& style, const TimesColumns& least,
                  float width, float height) {
  const Canvas canvas(style, width, height);
  if (is_compact(canvas)) return false;
  const Rect area = area_of(canvas);
  const TimesColumns columns = columns_of(canvas, input, area);
  const auto all_of = [](const TimesColumns& of) {
    return std::array{of.badge_w > 0, of.warm > 0, of.bandwidth > 0, of.share > 0, of.marks > 0};
  };
  const Chosen chosen = chosen_of(input);
  const std::vector<Note> notes =
      chosen.row != nullptr ? notes_of(canvas, chosen, area.w, true) : std::vector<Note>{};
  const float details =
      notes.empty() ? 0 : canvas.whole_px(16) + headline_height(canvas) + height_of(canvas, notes);
  const float rows = whole_height(canvas, input, RowDetail::cost_of_chosen, area);
  constexpr float min_share = 0.4F;  // of the width: bars are the most important part
  const bool long_bars = columns.bars_w >= std::min(least.bars_w, min_share * area.w);
  return all_of(columns) == all_of(least) && long_bars &&
         height_of(canvas, fact_lines(canvas, input, area.w)) + rows + details <= area.h;
}

DrawList draw_times(const TimesInput& input, const Style& style, float width, float height) {
  Canvas canvas(style, width, height);
  const bool compact = is_compact(canvas);
  Rect area = area_of(canvas);
  if (area.w < canvas.px(120) || area.h < canvas.px(24)) return canvas.take();
  if (compact) {
    draw_rows(canvas, input, RowDetail::one_line, area);
    return canvas.take();
  }
  const std::vector<FactLines> sources = fact_lines(canvas, input, area.w);
  draw_facts(canvas, sources, area);
  area.take_top(height_of(canvas, sources));
  const Chosen chosen = chosen_of(input);
  const std::vector<Note> notes = chosen.row != nullptr
                                      ? notes_of(canvas, chosen, area.w, input.for_lecture)
                                      : std::vector<Note>{};
  const float between = canvas.whole_px(16);
  const bool has_part = (chosen.figure != nullptr && !input.for_lecture) || !notes.empty();
  Wanted wanted;
  if (has_part) {
    const bool plotted = chosen.figure != nullptr && !input.for_lecture;
    const float plots = plotted ? canvas.px(min_plot_units + 8) : 0;
    wanted.least = between + headline_height(canvas) + canvas.px(note_units);
    wanted.without_plots = between + headline_height(canvas) + height_of(canvas, notes);
    wanted.with_plots = wanted.without_plots + plots;
    wanted.has_samples = plotted && !chosen.figure->cold.samples.empty();
  }
  Share share = share_of(canvas, input, area.h, wanted);
  if (input.for_lecture && share.detail < RowDetail::cost_of_chosen)
    share.detail = RowDetail::cost_of_chosen;  // only the necessary lines, drawn large
  if (input.for_lecture) share.rows = area.h - (share.has_details ? wanted.without_plots : 0);
  const float rows_h = share.rows;
  draw_rows(canvas, input, share.detail, {area.x, area.y, area.w, rows_h});
  const Rect rest{area.x, area.y + rows_h + between, area.w, area.h - rows_h - between};
  if (share.has_details) {
    draw_chosen(canvas, chosen, notes, rest);
  } else if (chosen.row != nullptr && !has_part && !chosen.row->measuring && !input.for_lecture) {
    draw_empty(canvas, input, chosen, rest);
  }
  return canvas.take();
}

}  // namespace

DrawList build_times(const TimesInput& input, const Style& style, float width, float height) {
  const text::Texts& texts = *style.texts;
  if (input.rows.empty()) {
    return build_message_view(texts.get("times.nothing_title"), texts.get("times.nothing"), style,
                              width, height);
  }
  if (!input.for_lecture) return draw_times(input, style, width, height);
  const Canvas plain(style, width, height);
  const TimesColumns least = columns_of(plain, input, area_of(plain));
  const auto fits = [&](const Style& larger) {
    return fits_lecture(input, larger, least, width, height);
  };
  constexpr int max_percent = 180;
  return draw_times(input, enlarged(style, max_percent / 100.0F, fits, max_percent), width, height);
}

}  // namespace lanescope::picture
