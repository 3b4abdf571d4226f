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

void append(DrawList& to, const DrawList& from, float x, float y) {
  using Kind = Shape::Kind;
  for (const Shape& shape : from.order) {
    switch (shape.kind) {
      case Kind::box: {
        Box box = from.boxes[shape.index];
        box.rect.x += x;
        box.rect.y += y;
        to.add(box);
        break;
      }
      case Kind::curve: {
        Curve curve = from.curves[shape.index];
        for (float& at : curve.x) at += x;
        for (float& at : curve.y) at += y;
        to.add(curve);
        break;
      }
      case Kind::heat: {
        HeatMap heat = from.heats[shape.index];
        heat.rect.x += x;
        heat.rect.y += y;
        to.add(std::move(heat));
        break;
      }
    }
  }
  for (Label label : from.labels) {
    label.x += x;
    label.y += y;
    to.add(std::move(label));
  }
  for (HitArea hit : from.hits) {
    hit.rect.x += x;
    hit.rect.y += y;
    to.add(std::move(hit));
  }
}

}  // namespace lanescope::picture
