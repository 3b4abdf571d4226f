#include "viz/export/svg.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "viz/export/markup.h"
#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/heat.h"
#include "viz/picture/core/line_break.h"
#include "viz/picture/prose/prose.h"

namespace lanescope::svg {
namespace {

using picture::Color;

std::string families_of(picture::FontRole role) {
  const std::string families =
      is_mono(role)
          ? with_language_fonts("'JetBrains Mono','DejaVu Sans Mono',Menlo,Consolas") + ",monospace"
          : with_language_fonts("Inter") + ",sans-serif";
  return escaped(families);
}

// Half the height of capitals and digits, in em: the window centres them on a label's middle.
constexpr float half_capital = 0.365F;

// Writes one picture.
class Writer {
 public:
  Writer(const picture::DrawList& list, const picture::DrawList& other, const Document& document,
         const picture::MeasureText& measure, std::string id, TwoThemes* themes)
      : list_(list),
        other_(other),
        document_(document),
        measure_(measure),
        id_(std::move(id)),
        themes_(themes) {}

  std::string write() {
    std::string shapes;
    for (std::size_t i = 0; i < list_.order.size(); ++i)
      add_shape(shapes, list_.order[i], other_.order[i]);
    const std::string w = number(list_.width);
    const std::string h = number(list_.height);
    std::string text = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
        "version=\"1.1\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" xml:lang=\"{2}\">\n",
        w, h, escaped(document_.language));
    if (!document_.title.empty()) text += "<title>" + escaped(document_.title) + "</title>\n";
    if (!document_.description.empty())
      text += "<desc>" + escaped(document_.description) + "</desc>\n";
    if (!patterns_.empty()) text += "<defs>\n" + patterns_ + "</defs>\n";
    text += shapes;
    add_labels(text);
    add_tooltips(text);
    return text + "</svg>\n";
  }

 private:
  // ` fill="#..."`, or in a page of two themes the class attribute.
  std::string paint(TwoThemes::Use use, const Color& color, const Color& other) {
    if (themes_ != nullptr) return fmt::format(" class=\"{}\"", themes_->name(use, color, other));
    const char* name = use == TwoThemes::Use::fill ? "fill" : "stroke";
    std::string text = fmt::format(" {}=\"{}\"", name, hex(color));
    if (color.a < 1) text += fmt::format(" {}-opacity=\"{}\"", name, number(color.a));
    return text;
  }

  void add_shape(std::string& text, const picture::Shape& shape, const picture::Shape& other) {
    switch (shape.kind) {
      case picture::Shape::Kind::box:
        return add_box(text, list_.boxes[shape.index], other_.boxes[other.index]);
      case picture::Shape::Kind::curve:
        return add_curve(text, list_.curves[shape.index], other_.curves[other.index]);
      case picture::Shape::Kind::heat:
        return add_heat(text, list_.heats[shape.index]);
    }
  }

  static std::string rect(const picture::Rect& r, float radius) {
    std::string text = fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
                                   number(r.x), number(r.y), number(r.w), number(r.h));
    const float rx = std::min({radius, r.w / 2, r.h / 2});
    if (rx > 0) text += fmt::format(" rx=\"{}\"", number(rx));
    return text;
  }
  static picture::Rect inset(const picture::Rect& r, float by) {
    return {r.x + by, r.y + by, std::max(r.w - 2 * by, 0.0F), std::max(r.h - 2 * by, 0.0F)};
  }

  // The border lies inside the rectangle and replaces the fill there, as on the screen.
  void add_box(std::string& text, const picture::Box& box, const picture::Box& other) {
    if (box.rect.w <= 0 || box.rect.h <= 0) return;
    const bool has_border = box.border_width > 0 && (box.border.a > 0 || other.border.a > 0);
    const bool is_hatched = box.hatch_period > 0 && (box.hatch.a > 0 || other.hatch.a > 0);
    const bool is_filled = is_hatched || box.fill.a > 0 || other.fill.a > 0;
    const float border =
        has_border ? std::min({box.border_width, box.rect.w / 2, box.rect.h / 2}) : 0;
    if (is_filled) {
      const bool shines_through = has_border && std::min(box.border.a, other.border.a) < 1;
      const float by = shines_through ? border : 0;
      text += rect(inset(box.rect, by), std::max(box.radius - by, 0.0F));
      text += is_hatched ? fmt::format(" fill=\"url(#{})\"", pattern(box, other))
                         : paint(TwoThemes::Use::fill, box.fill, other.fill);
      text += "/>\n";
    }
    if (has_border) {
      text += rect(inset(box.rect, border / 2), std::max(box.radius - border / 2, 0.0F)) +
              " fill=\"none\"" + paint(TwoThemes::Use::stroke, box.border, other.border);
      if (border != 1) text += fmt::format(" stroke-width=\"{}\"", number(border));
      text += "/>\n";
    }
  }

  // Id of the pattern for this fill and hatching. A stripe is centred where x + y is half a period
  // past a multiple of the period, and is 0.3 periods wide, as in box.frag.glsl.
  std::string pattern(const picture::Box& box, const picture::Box& other) {
    const std::string fill = paint(TwoThemes::Use::fill, box.fill, other.fill);
    const std::string stroke = paint(TwoThemes::Use::stroke, box.hatch, other.hatch);
    const std::string key = fmt::format("{} {} {}", box.hatch_period, fill, stroke);
    const auto [at, is_new] =
        pattern_ids_.try_emplace(key, fmt::format("{}h{}", id_, pattern_ids_.size() + 1));
    if (is_new) {
      const double p = box.hatch_period;
      const std::string size = number(p);
      patterns_ += fmt::format(
          "<pattern id=\"{}\" patternUnits=\"userSpaceOnUse\" width=\"{}\" height=\"{}\">",
          at->second, size, size);
      if (box.fill.a > 0 || other.fill.a > 0)
        patterns_ += fmt::format("<rect width=\"{}\" height=\"{}\"{}/>", size, size, fill);
      patterns_ += fmt::format("<path d=\"M{} {}L{} {}M{} {}L{} {}\"{} stroke-width=\"{}\"/>",
                               number(-p / 4), number(p * 3 / 4), number(p * 3 / 4), number(-p / 4),
                               number(p / 4), number(p * 5 / 4), number(p * 5 / 4), number(p / 4),
                               stroke, number(p * 0.3));
      patterns_ += "</pattern>\n";
    }
    return at->second;
  }

  void add_curve(std::string& text, const picture::Curve& curve, const picture::Curve& other) {
    if (curve.width <= 0 || (curve.color.a <= 0 && other.color.a <= 0)) return;
    text +=
        fmt::format("<path d=\"M{} {}C{} {} {} {} {} {}\" fill=\"none\"", number(curve.x[0]),
                    number(curve.y[0]), number(curve.x[1]), number(curve.y[1]), number(curve.x[2]),
                    number(curve.y[2]), number(curve.x[3]), number(curve.y[3]));
    text += paint(TwoThemes::Use::stroke, curve.color, other.color);
    if (curve.width != 1) text += fmt::format(" stroke-width=\"{}\"", number(curve.width));
    text += "/>\n";
  }

  // A heat map may have millions of cells, so it becomes an image of the pixels the screen would
  // show.
  static void add_heat(std::string& text, const picture::HeatMap& heat) {
    if (!heat.field || heat.rect.w < 1 || heat.rect.h < 1) return;
    const picture::HeatPixels pixels = picture::heat_pixels(heat);
    const std::string png = png_of(pixels.width, pixels.height, 4, pixels.rgba);
    if (png.empty()) return;
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(png.data());
    text += fmt::format(
        "<image x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" preserveAspectRatio=\"none\" "
        "xlink:href=\"data:image/png;base64,{}\"/>\n",
        number(heat.rect.x), number(heat.rect.y), pixels.width, pixels.height,
        base64({bytes, png.size()}));
  }

  // In list order; neighbours in the same face share a group.
  void add_labels(std::string& text) {
    std::optional<picture::FontRole> open;
    for (std::size_t i = 0; i < list_.labels.size(); ++i) {
      const picture::Label& label = list_.labels[i];
      if (label.text.empty() || label.size <= 0) continue;
      if (open != label.font) {
        if (open) text += "</g>\n";
        open = label.font;
        text +=
            fmt::format("<g font-family=\"{}\"{} xml:space=\"preserve\">\n",
                        families_of(label.font), is_bold(label.font) ? " font-weight=\"600\"" : "");
      }
      add_label(text, label, other_.labels[i].color);
    }
    if (open) text += "</g>\n";
  }

  void add_label(std::string& text, const picture::Label& label, const Color& other) {
    const float middle = label.align_y == picture::AlignY::top      ? label.y + label.size / 2
                         : label.align_y == picture::AlignY::middle ? label.y
                                                                    : label.y - label.size / 2;
    text += fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\"", number(label.x),
                        number(middle + half_capital * label.size), number(label.size));
    text += paint(TwoThemes::Use::fill, label.color, other);
    if (label.align_x != picture::AlignX::left) {
      text += label.align_x == picture::AlignX::center ? " text-anchor=\"middle\""
                                                       : " text-anchor=\"end\"";
    }
    if (picture::character_count(label.text) >= 3) {
      text += fmt::format(" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"",
                          number(measure_(label.font, label.size, label.text)));
    }
    text += ">" + escaped(label.text) + "</text>\n";
  }

  // Drawn last, so that tooltip areas lie on top and receive the mouse.
  void add_tooltips(std::string& text) {
    bool open = false;
    for (const picture::HitArea& hit : list_.hits) {
      if (hit.tooltip.empty() || hit.rect.w <= 0 || hit.rect.h <= 0) continue;
      if (!open) text += "<g fill=\"none\" pointer-events=\"all\">\n";
      open = true;
      text += rect(hit.rect, 0) + "><title>" + escaped(hit.tooltip) + "</title></rect>\n";
    }
    if (open) text += "</g>\n";
  }

  const picture::DrawList& list_;
  const picture::DrawList& other_;
  const Document& document_;
  const picture::MeasureText& measure_;
  std::string id_;
  TwoThemes* themes_;
  std::string patterns_;
  std::map<std::string, std::string> pattern_ids_;
};

std::string rule(const std::string& name, const Color& color) {
  const char* property = name.front() == 'f' ? "fill" : "stroke";
  return fmt::format(".{}{{{}:{}}}\n", name, property, css(color));
}

bool same_box(const picture::Box& a, const picture::Box& b) {
  return a.rect == b.rect && a.radius == b.radius && a.border_width == b.border_width &&
         a.hatch_period == b.hatch_period;
}

bool same_curve(const picture::Curve& a, const picture::Curve& b) {
  return std::equal(std::begin(a.x), std::end(a.x), std::begin(b.x)) &&
         std::equal(std::begin(a.y), std::end(a.y), std::begin(b.y)) && a.width == b.width;
}

bool same_label(const picture::Label& a, const picture::Label& b) {
  return a.x == b.x && a.y == b.y && a.align_x == b.align_x && a.align_y == b.align_y &&
         a.font == b.font && a.size == b.size && a.text == b.text;
}

template <class Items, class Same>
bool all_same(const Items& a, const Items& b, Same same) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

}  // namespace

std::string TwoThemes::name(Use use, const Color& light, const Color& dark) {
  const std::string colors = fmt::format("{}{} {}", static_cast<char>(use), css(light), css(dark));
  const auto [at, is_new] =
      names_.try_emplace(colors, fmt::format("{}{}", static_cast<char>(use), names_.size() + 1));
  if (is_new) rules_[at->second] = {light, dark};
  return at->second;
}

std::string TwoThemes::light_rules() const {
  std::string text;
  for (const auto& [name, pair] : rules_) text += rule(name, pair.light);
  return text;
}

std::string TwoThemes::dark_rules() const {
  std::string text;
  for (const auto& [name, pair] : rules_) {
    if (pair.light != pair.dark) text += rule(name, pair.dark);
  }
  return text;
}

bool same_form(const picture::DrawList& a, const picture::DrawList& b) {
  const auto same_shape = [](const picture::Shape& one, const picture::Shape& two) {
    return one.kind == two.kind && one.index == two.index;
  };
  return a.width == b.width && a.height == b.height && all_same(a.order, b.order, same_shape) &&
         a.heats.empty() && b.heats.empty() && all_same(a.boxes, b.boxes, same_box) &&
         all_same(a.curves, b.curves, same_curve) && all_same(a.labels, b.labels, same_label);
}

std::string svg_of(const picture::DrawList& list, const Document& document,
                   const picture::MeasureText& measure) {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" +
         Writer(list, list, document, measure, "", nullptr).write();
}

std::string inline_svg(const picture::DrawList& light, const picture::DrawList& dark,
                       const Document& document, const picture::MeasureText& measure,
                       const std::string& id, TwoThemes& themes) {
  const picture::DrawList& other = same_form(light, dark) ? dark : light;
  return Writer(light, other, document, measure, id + "-", &themes).write();
}

namespace {

constexpr float side = 16;  // units left and right of the caption
constexpr float gap = 8;    // units above and below the caption

float margin(const picture::Style& style, float width) {
  return std::min(std::round(side * style.scale), width / 8);
}

picture::DrawList caption_of(const std::string& caption, const picture::Style& style, float width) {
  picture::ProseStyle prose_style;
  prose_style.size = picture::text_small;
  prose_style.color = style.palette.text_faint;
  return picture::build_prose(picture::parse_prose(picture::as_markdown(caption)), style,
                              std::max(width - 2 * margin(style, width), 1.0F), prose_style);
}

}  // namespace

float caption_height(const std::string& caption, const picture::Style& style, float width) {
  if (caption.empty()) return 0;
  return std::ceil(caption_of(caption, style, width).height + 2 * gap * style.scale);
}

picture::DrawList captioned(const picture::DrawList& picture, const std::string& caption,
                            const picture::Style& style) {
  picture::DrawList all;
  all.width = picture.width;
  all.height = picture.height + caption_height(caption, style, picture.width);
  all.add(picture::Box{{0, 0, all.width, all.height}, 0, style.palette.panel});
  append(all, picture, 0, 0);
  if (caption.empty()) return all;
  const float left = margin(style, all.width);
  all.add(picture::Box{{left, std::round(picture.height), all.width - 2 * left,
                        std::max(1.0F, std::round(style.scale))},
                       0,
                       style.palette.hairline});
  append(all, caption_of(caption, style, all.width), left,
         std::round(picture.height + gap * style.scale));
  return all;
}

}  // namespace lanescope::svg
