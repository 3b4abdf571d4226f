#include "viz/picture/core/canvas.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lanescope::picture {

Canvas::Canvas(const Style& style, float width, float height) : style_(style) {
  list_.width = width;
  list_.height = height;
}

float Canvas::whole_px(float units) const { return std::max(1.0F, std::round(px(units))); }

float Canvas::measure(FontRole font, float size, std::string_view text) const {
  return style_.measure(font, size, text);
}

float Canvas::size_for(FontRole font, std::string_view text, float room,
                       std::initializer_list<float> sizes) const {
  float size = 0;
  for (const float units : sizes) {
    size = px(units);
    if (measure(font, size, text) <= room) break;
  }
  return size;
}

void Canvas::fill(const Rect& rect, const Color& color, float radius) {
  list_.add(Box{rect, radius, color});
}

void Canvas::outline(const Rect& rect, const Color& color, float width, float radius) {
  framed(rect, {0, 0, 0, 0}, color, width, radius);
}

void Canvas::framed(const Rect& rect, const Color& color, const Color& border, float width,
                    float radius) {
  list_.add(Box{rect, radius, color, border, width});
}

void Canvas::waste(const Rect& rect, float radius) {
  list_.add(Box{rect, radius, palette().waste_fill, {0, 0, 0, 0}, 0, palette().waste, whole_px(6)});
}

void Canvas::line(float x0, float y0, float x1, float y1, float width, const Color& color) {
  Curve curve;
  for (int i = 0; i < 4; ++i) {
    const float part = static_cast<float>(i) / 3;
    curve.x[i] = x0 + (x1 - x0) * part;
    curve.y[i] = y0 + (y1 - y0) * part;
  }
  curve.width = width;
  curve.color = color;
  list_.add(curve);
}

void Canvas::cross(float x, float y, float arm, float width, const Color& color) {
  line(x - arm, y - arm, x + arm, y + arm, width, color);
  line(x - arm, y + arm, x + arm, y - arm, width, color);
}

void Canvas::progress_bar(const Rect& bar, double share) {
  fill(bar, palette().hairline, bar.h / 2);
  fill({bar.x, bar.y, bar.w * static_cast<float>(std::clamp(share, 0.0, 1.0)), bar.h},
       palette().good, bar.h / 2);
}

void Canvas::part(Part::Kind kind, std::uint64_t id, std::uint32_t lanes) {
  const auto shape = static_cast<std::uint32_t>(list_.order.size());
  const auto label = static_cast<std::uint32_t>(list_.labels.size());
  if (!parts_.empty() && parts_.back().shape == shape && parts_.back().label == label) {
    parts_.pop_back();  // nothing was drawn for it
  }
  parts_.push_back({kind, id, lanes, shape, label});
}

void Canvas::hit(const Rect& rect, HitKind kind, std::uint64_t index, std::string tooltip) {
  list_.add(HitArea{rect, kind, index, std::move(tooltip)});
}

Rect Canvas::bounds(const Label& label) const {
  const float w = width_of(label);
  const float h = label.size;
  const float x = label.align_x == AlignX::left     ? label.x
                  : label.align_x == AlignX::center ? label.x - w / 2
                                                    : label.x - w;
  const float y = label.align_y == AlignY::top      ? label.y
                  : label.align_y == AlignY::middle ? label.y - h / 2
                                                    : label.y - h;
  return {x, y, w, h};
}

bool Canvas::label(Label label) {
  if (label.text.empty()) return false;
  const Rect r = bounds(label);
  const float slack = 0.5F;  // for rounding of centred text
  if (r.x < -slack || r.y < -slack || r.x + r.w > width() + slack || r.y + r.h > height() + slack)
    return false;
  list_.add(std::move(label));
  return true;
}

float Canvas::explained_label(Label label, std::string_view text_key, float max_width) {
  if (label.text.empty()) label.text = texts().get(text_key);
  if (max_width > 0) label.text = fitted(style_, label.font, label.size, label.text, max_width);
  const Rect drawn = bounds(label);
  if (!this->label(std::move(label))) return 0;
  explain(drawn, text_key);
  return drawn.w;
}

void Canvas::explain(const Rect& rect, std::string_view text_key) {
  const text::Glossary& glossary = texts().glossary();
  if (const text::Term* term = glossary.of_label(text_key)) {
    const float around = px(3);
    hit({rect.x - around, rect.y - around, rect.w + 2 * around, rect.h + 2 * around}, HitKind::term,
        glossary.index_of(*term), text::explanation(*term));
  }
}

void Canvas::centred(const Rect& cell, FontRole font, float size, const Color& color,
                     std::string text, float clear) {
  if (size <= 0 || measure(font, size, text) + clear > cell.w) return;
  label(text_at(cell.x + cell.w / 2, cell.y + cell.h / 2, font, size, color, std::move(text),
                AlignX::center));
}

bool Canvas::label_within(const Label& label, float max_width) {
  return width_of(label) <= max_width && this->label(label);
}

float Canvas::fitted_label(Label label, float max_width) {
  label.text = fitted(style_, label.font, label.size, label.text, max_width);
  const float w = width_of(label);
  return this->label(std::move(label)) ? w : 0;
}

Rect snapped(float x0, float y0, float x1, float y1) {
  const float left = std::round(x0);
  const float top = std::round(y0);
  return {left, top, std::max(0.0F, std::round(x1) - left), std::max(0.0F, std::round(y1) - top)};
}

Label text_at(float x, float y, FontRole font, float size, const Color& color, std::string text,
              AlignX align_x, AlignY align_y) {
  return {x, y, align_x, align_y, font, size, color, std::move(text)};
}

}  // namespace lanescope::picture
