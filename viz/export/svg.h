// A DrawList as SVG 1.1: boxes, curves and hatching as vectors, heat maps as images, labels as
// text, tooltips as <title>. Equal lists give equal bytes.
//
// Labels are real text: they can be searched, copied and set in another font. The reader's fonts
// are unknown, so every label of three characters or more states its laid-out width (textLength): a
// wider font is squeezed to that width instead of running over its neighbours.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/style.h"

namespace lanescope::svg {

struct Document {
  std::string title;            // what the picture shows, in one line
  std::string description{};    // how it was made; may be empty
  std::string language = "en";  // of title and description
};

// A complete file, with XML declaration.
[[nodiscard]] std::string svg_of(const picture::DrawList& list, const Document& document,
                                 const picture::MeasureText& measure);

// The colours of all pictures in one HTML page, as CSS classes with a light and a dark value each.
class TwoThemes {
 public:
  enum class Use : char { fill = 'f', stroke = 's' };
  // Name of the class for this pair of colours.
  [[nodiscard]] std::string name(Use use, const picture::Color& light, const picture::Color& dark);
  // The CSS rules of all classes so far: the light values, and the dark values where they differ.
  [[nodiscard]] std::string light_rules() const;
  [[nodiscard]] std::string dark_rules() const;

 private:
  struct Pair {
    picture::Color light, dark;
  };
  std::map<std::string, Pair> rules_;         // by name
  std::map<std::string, std::string> names_;  // by colours
};

// True if the two lists differ in nothing but colours. Heat maps count as different: they are
// images.
[[nodiscard]] bool same_form(const picture::DrawList& a, const picture::DrawList& b);

// An <svg> element for an HTML page. `dark`: the same picture in the other theme; if its form
// differs, the light picture is used for both. `id`: prefix of the element's ids, unique in the
// page.
[[nodiscard]] std::string inline_svg(const picture::DrawList& light, const picture::DrawList& dark,
                                     const Document& document, const picture::MeasureText& measure,
                                     const std::string& id, TwoThemes& themes);

// The picture on the palette's panel colour, at its own width, with the caption under a thin line
// below it, in as many lines as it needs. An empty caption adds only the background.
[[nodiscard]] picture::DrawList captioned(const picture::DrawList& picture,
                                          const std::string& caption, const picture::Style& style);
// Height of the caption, so that the caller can leave that much free in a picture of fixed size.
[[nodiscard]] float caption_height(const std::string& caption, const picture::Style& style,
                                   float width);

}  // namespace lanescope::svg
