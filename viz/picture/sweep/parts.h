// Shared by the plot and the map of a sweep: labels that never overlap, and texts.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "viz/picture/core/canvas.h"
#include "viz/picture/sweep/sweep.h"

namespace lanescope::picture {

// Draws labels in order of importance: a label that would overlap an earlier one is left out.
class Labels {
 public:
  explicit Labels(Canvas& canvas) : canvas_(canvas) {}
  // Returns false if there is no room.
  bool put(const Label& label);
  // Cut with an ellipsis to that width.
  bool put_fitted(Label label, float width);
  // No later label may overlap `rect`.
  void keep_free(const Rect& rect) { taken_.push_back(rect); }

 private:
  Canvas& canvas_;
  std::vector<Rect> taken_;
};

struct SweepPen {
  Canvas& canvas;
  Labels& labels;
  const SweepInput& input;
};

// The tooltip of a point.
[[nodiscard]] std::string description_of(const SweepInput& input, const SweepSeries& series,
                                         const SeriesPoint& point, const text::Texts& texts);
// "sectors per request"
[[nodiscard]] std::string unit_text(const SweepInput& input, const text::Texts& texts);
// Font size of the axes' labels.
[[nodiscard]] float axis_text_size(const Canvas& canvas);

// Draw into this area; build_sweep draws title, legend and progress around it.
void draw_plot(const SweepPen& pen, const Rect& area);
void draw_map(const SweepPen& pen, const Rect& area);

enum class MarkShape : std::uint8_t { circle, square, diamond, up, down, left, right };
inline constexpr std::size_t mark_shapes = 7;
[[nodiscard]] MarkShape shape_of(std::size_t series);

struct Mark {
  MarkShape shape = MarkShape::circle;
  Color color;
  bool filled = true;  // false: outlined, on `ground`
  Color ground;
};
// x, y: the middle; `size`: height in pixels.
void draw_mark_shape(Canvas& canvas, const Mark& mark, float x, float y, float size);

}  // namespace lanescope::picture
