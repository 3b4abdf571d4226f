// Where the parts of the rows of times stand, and the scales of their bars.
#pragma once

#include <string>
#include <vector>

#include "viz/scene/canvas.h"
#include "viz/scene/times_lines.h"

namespace lanescope::scene {

// Where things stand across; pixels. A column without room has no width.
struct TimesColumns {
  float name = 0, name_w = 0;
  float badge = 0, badge_w = 0;
  float bars = 0, bars_w = 0;
  float warm = 0, bandwidth = 0, share = 0;  // right edges; 0: no such column
  float marks = 0;                           // left edge; 0: none
  float right = 0;
};

[[nodiscard]] TimesColumns columns_of(const Canvas& canvas, const TimesInput& input,
                                      const Rect& area);

// The scales of what is drawn.
struct Scales {
  double full_ms = 0;
  double full_bytes = 0;
  float time_room = 0;  // pixels of full_ms
  float cost_room = 0;
  int cost_form = 0;  // how much is said beside a cost's bars
  bool axis = false;  // of times: there is room for it
  // What whiskers cover: the median's interval, all of so few runs, or here one and there the
  // other.
  bool intervals = false, ranges = false;
  std::size_t range_runs = 0;  // of all ranges; 0: they differ
};

[[nodiscard]] Scales scales_of(const Canvas& canvas, const std::vector<std::vector<Line>>& rows,
                               const TimesColumns& columns);

// The model's bytes: a wavefront has room for 128 of them, whatever is wanted of it.
[[nodiscard]] double bytes_of_sectors(const CostFigure& cost);
[[nodiscard]] double bytes_of_wavefronts(const CostFigure& cost);
// What stands behind a bar. `form`: 0 says most, 2 least.
[[nodiscard]] std::string time_words(const TimeFigure& figure, const text::Texts& texts);
[[nodiscard]] std::string cost_words(const CostFigure& cost, int form, const text::Texts& texts);

struct Pen {
  Canvas& canvas;
  const TimesColumns& columns;
  const Scales& scales;
};

[[nodiscard]] float x_of(const Pen& pen, double ms);
// Where the words behind a bar begin.
[[nodiscard]] float words_x(const Pen& pen, const TimeFigure& figure, bool faint);

}  // namespace lanescope::scene
