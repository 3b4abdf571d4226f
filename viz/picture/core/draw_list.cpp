#include "viz/picture/core/draw_list.h"

#include <utility>

namespace lanescope::picture {

void DrawList::add(Box box) {
  order.push_back({Shape::Kind::box, static_cast<std::uint32_t>(boxes.size())});
  boxes.push_back(box);
}

void DrawList::add(Curve curve) {
  order.push_back({Shape::Kind::curve, static_cast<std::uint32_t>(curves.size())});
  curves.push_back(curve);
}

void DrawList::add(HeatMap heat) {
  order.push_back({Shape::Kind::heat, static_cast<std::uint32_t>(heats.size())});
  heats.push_back(std::move(heat));
}

void DrawList::add(Label label) { labels.push_back(std::move(label)); }

void DrawList::add(HitArea hit) { hits.push_back(std::move(hit)); }

const HitArea* DrawList::hit_at(float px, float py) const {
  for (auto hit = hits.rbegin(); hit != hits.rend(); ++hit) {
    if (hit->rect.contains(px, py)) return &*hit;
  }
  return nullptr;
}

}  // namespace lanescope::picture
