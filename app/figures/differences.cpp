#include "app/figures/differences.h"

namespace lanescope::app {

std::vector<picture::CompareDifference> difference_texts(const std::vector<Difference>& differences,
                                                         const SideTitles& a, const SideTitles& b,
                                                         const text::Texts& texts) {
  const auto or_none = [&](const std::string& text) {
    return text.empty() ? texts.get("compare.none") : text;
  };
  std::vector<picture::CompareDifference> all;
  for (const Difference& each : differences) {
    switch (each.kind) {
      case DifferenceKind::lesson:
        all.push_back({texts.get("compare.lesson"), a.lesson, b.lesson});
        break;
      case DifferenceKind::variant:
        all.push_back({texts.get("compare.variant"), a.variant, b.variant});
        break;
      case DifferenceKind::parameter:
        all.push_back({each.name, or_none(each.a), or_none(each.b)});
        break;
      case DifferenceKind::machine:
        all.push_back({texts.get("compare.machine"), a.machine, b.machine});
        break;
      case DifferenceKind::compiler:
        all.push_back({texts.get("compare.compiler"), each.a, each.b});
        break;
      case DifferenceKind::block:
        all.push_back({texts.get("compare.block"), each.a, each.b});
        break;
      case DifferenceKind::text:
        all.push_back({texts.count("compare.text_lines", each.lines), {}, {}});
        break;
    }
  }
  return all;
}

}  // namespace lanescope::app
