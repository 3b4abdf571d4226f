#include "viz/picture/core/term_links.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "viz/text/glossary.h"
#include "viz/text/texts.h"

namespace lanescope::picture {
namespace {

Rect bounds_of_label(const Label& label, const Style& style) {
  const float w = style.measure(label.font, label.size, label.text);
  const float h = label.size * 1.3F;
  const float x = label.align_x == AlignX::left     ? label.x
                  : label.align_x == AlignX::center ? label.x - w / 2
                                                    : label.x - w;
  const float y = label.align_y == AlignY::top      ? label.y
                  : label.align_y == AlignY::middle ? label.y - h / 2
                                                    : label.y - h;
  return {x, y, w, h};
}

bool has_middle_of(const Rect& outer, const Rect& inner) {
  return outer.contains(inner.x + inner.w / 2, inner.y + inner.h / 2);
}

void underline_term(DrawList& list, const Rect& word, const Style& style) {
  const float thin = std::max(1.0F, std::round(style.scale));
  const float dash = std::max(2.0F, std::round(2 * style.scale));
  const float y = std::round(word.y + word.h * 0.93F);
  const float left = std::round(word.x);
  for (float at = 0; at + dash <= word.w; at += 2 * dash)
    list.add(Box{{left + at, y, dash, thin}, 0, style.palette.text_dim});
}

}  // namespace

void link_terms(DrawList& list, const Style& style, std::string_view group) {
  const text::Glossary& glossary = style.texts->glossary();
  std::set<std::size_t> underlined;
  const std::size_t before = list.hits.size();
  for (const Label& label : list.labels) {
    const std::vector<text::Glossary::Use> uses = glossary.uses_in(label.text);
    if (uses.empty()) continue;
    const Rect whole = bounds_of_label(label, style);
    const auto width_to = [&](std::size_t end) {
      return style.measure(label.font, label.size, std::string_view(label.text).substr(0, end));
    };
    for (const text::Glossary::Use& use : uses) {
      if (glossary.terms()[use.term].group != group) continue;
      const float left = width_to(use.begin);
      const Rect word{whole.x + left, whole.y, width_to(use.end) - left, whole.h};
      const std::string words = text::explanation(glossary.terms()[use.term]);
      HitArea* chosen = nullptr;
      for (std::size_t i = 0; i < before; ++i) {
        HitArea& hit = list.hits[i];
        if (hit.kind != HitKind::sample && has_middle_of(hit.rect, word)) chosen = &hit;
      }
      if (chosen != nullptr) {
        if (chosen->tooltip.find(words) == std::string::npos)
          chosen->tooltip += (chosen->tooltip.empty() ? "" : "\n") + words;
        continue;
      }
      list.add(HitArea{word, HitKind::term, use.term, words});
      if (underlined.insert(use.term).second) underline_term(list, word, style);
    }
  }
}

}  // namespace lanescope::picture
