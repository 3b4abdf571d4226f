// A DrawList as SVG 1.1: boxes, curves and hatching as vectors, heat maps as images, labels as
// text, what the mouse meets as <title>. The same list gives the same bytes.
//
// Text is real text: it can be searched, copied and set in another font. Which fonts the reader has
// nobody knows, so each label of three characters or more says how wide it was when the picture was
// laid out (textLength), and a wider font is pressed into that room rather than running over its
// neighbours.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "viz/scene/draw_list.h"
#include "viz/scene/style.h"

namespace lanescope::svg {

struct Document {
  std::string title;            // what it shows, in one line
  std::string description{};    // what made it; may be empty
  std::string language = "en";  // of its words
};

// A file of its own, with XML declaration.
[[nodiscard]] std::string svg_of(const scene::DrawList& list, const Document& document,
                                 const scene::MeasureText& measure);

// The colours of pictures that stand in one HTML page, as classes with two values each: for light
// and for dark.
class TwoThemes {
 public:
  enum class Use : char { fill = 'f', stroke = 's' };
  // The name of the class.
  [[nodiscard]] std::string name(Use use, const scene::Color& light, const scene::Color& dark);
  // The rules of all classes so far: those for light and, what differs, those for dark.
  [[nodiscard]] std::string light_rules() const;
  [[nodiscard]] std::string dark_rules() const;

 private:
  struct Pair {
    scene::Color light, dark;
  };
  std::map<std::string, Pair> rules_;         // by name
  std::map<std::string, std::string> names_;  // by colours
};

// Do the two differ in nothing but colours? Heat maps are pictures, and do.
[[nodiscard]] bool same_form(const scene::DrawList& a, const scene::DrawList& b);

// An <svg> element to stand inside of an HTML page. `dark`: the same picture in the other theme;
// where it is not of the same form the light one stands for both. `id`: begins the ids of the
// element's own, unique in the page.
[[nodiscard]] std::string inline_svg(const scene::DrawList& light, const scene::DrawList& dark,
                                     const Document& document, const scene::MeasureText& measure,
                                     const std::string& id, TwoThemes& themes);

}  // namespace lanescope::svg
