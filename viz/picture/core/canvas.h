// What all views draw with: shapes on whole pixels, text that is measured before it is placed.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/style.h"

namespace lanescope::picture {

class Canvas {
 public:
  Canvas(const Style& style, float width, float height);

  [[nodiscard]] const Style& style() const { return style_; }
  [[nodiscard]] const Palette& palette() const { return style_.palette; }
  [[nodiscard]] const text::Texts& texts() const { return *style_.texts; }
  [[nodiscard]] float width() const { return list_.width; }
  [[nodiscard]] float height() const { return list_.height; }

  // Units to device pixels: px is exact, whole_px rounds to whole pixels (at least 1).
  [[nodiscard]] float px(float units) const { return units * style_.scale; }
  [[nodiscard]] float whole_px(float units) const;
  // Width of a line of text, `size` in pixels.
  [[nodiscard]] float measure(FontRole font, float size, std::string_view text) const;
  [[nodiscard]] float width_of(const Label& label) const {
    return measure(label.font, label.size, label.text);
  }
  // The first of these sizes (units) at which the text fits into `room`, in pixels; the last if it
  // fits at none.
  [[nodiscard]] float size_for(FontRole font, std::string_view text, float room,
                               std::initializer_list<float> sizes) const;

  void fill(const Rect& rect, const Color& color, float radius = 0);
  void outline(const Rect& rect, const Color& color, float width, float radius = 0);
  void framed(const Rect& rect, const Color& color, const Color& border, float width, float radius);
  void box(const Box& box) { list_.add(box); }
  // The fill and stripes that mark bytes moved, or kept, without use.
  void waste(const Rect& rect, float radius = 0);
  void curve(const Curve& curve) { list_.add(curve); }
  void line(float x0, float y0, float x1, float y1, float width, const Color& color);
  // An x: two diagonal lines, `arm` pixels to each side of the middle.
  void cross(float x, float y, float arm, float width, const Color& color);
  // A bar filled from the left; `share`: 0..1.
  void progress_bar(const Rect& bar, double share);
  void heat(HeatMap heat) { list_.add(std::move(heat)); }
  void hit(const Rect& rect, HitKind kind, std::uint64_t index, std::string tooltip);

  // Places a label. Draws nothing and returns false if it would leave the picture.
  bool label(Label label);
  // A label that a term of the glossary explains under the mouse: the one whose `labels` have
  // `text_key`. Its text is that of the key unless it has one. The width drawn; 0: no room.
  float explained_label(Label label, std::string_view text_key, float max_width = 0);
  // Attaches the explanation of the term that the text with this key stands for; nothing if none.
  void explain(const Rect& rect, std::string_view text_key);
  // A text in the middle of a cell; nothing if it would leave less than `clear` pixels of the
  // width.
  void centred(const Rect& cell, FontRole font, float size, const Color& color, std::string text,
               float clear = 1);
  // Like label; nothing if it is wider than `max_width`.
  bool label_within(const Label& label, float max_width);
  // Like label, but cut with an ellipsis to `max_width`. Returns the drawn width.
  float fitted_label(Label label, float max_width);

  // Everything drawn until the next call belongs to this part. Parts of one picture differ in kind,
  // lanes or id.
  void part(Part::Kind kind, std::uint64_t id = 0, std::uint32_t lanes = 0);
  void part(Heading heading) { part(Part::Kind::heading, static_cast<std::uint64_t>(heading)); }

  [[nodiscard]] DrawList take() { return std::move(list_); }
  [[nodiscard]] PartedList take_parted() { return {std::move(list_), std::move(parts_)}; }

  // The rectangle a label covers: its advance across, digits and letters from top to bottom.
  [[nodiscard]] Rect bounds(const Label& label) const;

 private:
  const Style& style_;
  DrawList list_;
  std::vector<Part> parts_;
};

// A rectangle with edges on whole pixels: neighbours share edges and nothing blurs.
[[nodiscard]] Rect snapped(float x0, float y0, float x1, float y1);

// A label at that anchor.
[[nodiscard]] Label text_at(float x, float y, FontRole font, float size, const Color& color,
                            std::string text, AlignX align_x = AlignX::left,
                            AlignY align_y = AlignY::middle);

}  // namespace lanescope::picture
