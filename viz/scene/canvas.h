// What all views of this folder draw with: shapes on whole pixels, text that is measured before it
// is placed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "viz/scene/draw_list.h"
#include "viz/scene/parted.h"
#include "viz/scene/style.h"

namespace lanescope::scene {

class Canvas {
 public:
  Canvas(const Style& style, float width, float height);

  [[nodiscard]] const Style& style() const { return style_; }
  [[nodiscard]] const Palette& palette() const { return style_.palette; }
  [[nodiscard]] const text::Texts& texts() const { return *style_.texts; }
  [[nodiscard]] float width() const { return list_.width; }
  [[nodiscard]] float height() const { return list_.height; }

  // Units to device pixels: exact, and rounded to whole pixels (at least 1).
  [[nodiscard]] float px(float units) const { return units * style_.scale; }
  [[nodiscard]] float whole_px(float units) const;
  // Width of a line of text, `size` in pixels.
  [[nodiscard]] float measure(FontRole font, float size, std::string_view text) const;

  void fill(const Rect& rect, const Color& color, float radius = 0);
  void outline(const Rect& rect, const Color& color, float width, float radius = 0);
  void box(const Box& box) { list_.add(box); }
  // Fill and stripes of "moved, or kept, for nothing".
  void waste(const Rect& rect, float radius = 0);
  void curve(const Curve& curve) { list_.add(curve); }
  void heat(HeatMap heat) { list_.add(std::move(heat)); }
  void hit(const Rect& rect, HitKind kind, std::uint64_t index, std::string tooltip);

  // Places a label. Nothing is drawn, and false returned, where it would leave the picture.
  bool label(Label label);
  // As label, cut with an ellipsis to `max_width`. Returns the width that it takes.
  float fitted_label(Label label, float max_width);

  // What is drawn from here on, until the next call, is that part of the picture. Parts of one
  // picture differ in kind, lanes or id.
  void part(Part::Kind kind, std::uint64_t id = 0, std::uint32_t lanes = 0);
  void part(Heading heading) { part(Part::Kind::heading, static_cast<std::uint64_t>(heading)); }

  [[nodiscard]] DrawList take() { return std::move(list_); }
  [[nodiscard]] PartedList take_parted() { return {std::move(list_), std::move(parts_)}; }

  // The rectangle that a label covers: its advance across, its digits and letters from top to
  // bottom.
  [[nodiscard]] Rect bounds(const Label& label) const;

 private:
  const Style& style_;
  DrawList list_;
  std::vector<Part> parts_;
};

// The edges of a rectangle on whole pixels, so that neighbours share them and nothing blurs.
[[nodiscard]] Rect snapped(float x0, float y0, float x1, float y1);

}  // namespace lanescope::scene
