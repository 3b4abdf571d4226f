// The lines of the rows of times, their columns, and the scales of their bars.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "viz/picture/core/canvas.h"
#include "viz/picture/times/times.h"

namespace lanescope::picture {

// How much to say about each variant, from most to least.
enum class RowDetail : std::uint8_t { roomy, tight, cost_of_chosen, one_line };

// A line of a row: a figure, a cost, or words instead of a bar.
struct Line {
  Origin origin = Origin::model;
  const TimeFigure* figure = nullptr;
  const CostFigure* cost = nullptr;
  std::string words{};
  bool wrong = false;  // the words are an error
  // The error of a newer measurement, if the error has no line of its own.
  std::string failure{};
  [[nodiscard]] bool faint() const { return figure != nullptr && figure->is_of_other_launch(); }
};

// Why measuring failed, and whether an older result is kept.
[[nodiscard]] std::string failure_text(const TimesRow& row, const text::Texts& texts);

// The lines of a row, at least one.
[[nodiscard]] std::vector<Line> lines_of(const TimesInput& input, std::size_t index,
                                         RowDetail detail, const text::Texts& texts);

// Horizontal positions in pixels. A column without room has width 0.
struct TimesColumns {
  float name = 0, name_w = 0;
  float badge = 0, badge_w = 0;
  float bars = 0, bars_w = 0;
  float warm = 0, bandwidth = 0, share = 0;  // right edges; 0: no such column
  float marks = 0;                           // left edge; 0: no such column
  float right = 0;
};

[[nodiscard]] TimesColumns columns_of(const Canvas& canvas, const TimesInput& input,
                                      const Rect& area);

// A tick of the time axis: x in pixels, and its number.
struct TimeTick {
  float x = 0;
  std::string text;
};

// The scales of the bars.
struct Scales {
  double full_ms = 0;
  double full_bytes = 0;
  float time_room = 0;  // length of full_ms in pixels
  float cost_left = 0;  // left end of the costs' bars: right of their text, off the time axis
  float cost_room = 0;  // length of full_bytes
  int cost_form = 0;    // how much text is beside a cost's bars
  std::vector<TimeTick> ticks;  // of the time axis; empty if there is no room for one
  // What whiskers show: the median's interval, the range of all runs if there are few, or both
  // kinds.
  bool intervals = false, ranges = false;
  std::size_t range_runs = 0;  // number of runs, if all ranges have the same; otherwise 0
};

[[nodiscard]] Scales scales_of(const Canvas& canvas, const TimesInput& input,
                               const std::vector<std::vector<Line>>& rows,
                               const TimesColumns& columns);

// Bytes in the model: a wavefront counts as 128 bytes, however many are requested.
[[nodiscard]] double bytes_of_sectors(const CostFigure& cost);
[[nodiscard]] double bytes_of_wavefronts(const CostFigure& cost);
// The text after a time's bar, or before the bars of a cost. `form`: 0 is the longest, 2 the
// shortest.
[[nodiscard]] std::string time_value_text(const TimeFigure& figure, const text::Texts& texts);
[[nodiscard]] std::string cost_value_text(const CostFigure& cost, int form,
                                          const text::Texts& texts);

struct Pen {
  Canvas& canvas;
  const TimesColumns& columns;
  const Scales& scales;
};

[[nodiscard]] float x_of(const Pen& pen, double ms);
// Left end of the text after a bar.
[[nodiscard]] float words_x(const Pen& pen, const TimeFigure& figure, bool faint);

}  // namespace lanescope::picture
