#include "viz/picture/core/append.h"

#include <utility>

namespace lanescope::picture {

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
