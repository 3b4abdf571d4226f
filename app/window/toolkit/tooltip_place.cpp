#include "app/window/toolkit/tooltip_place.h"

#include <algorithm>
#include <array>

namespace lanescope::app {

std::optional<picture::Rect> place_beside(const TooltipSubject& subject, float w, float h, float x,
                                          float y, const TooltipRoom& room) {
  using picture::Rect;
  const Rect& area = subject.area;
  const float right = std::max(room.width - room.margin - w, room.margin);
  const float bottom = std::max(room.height - room.margin - h, room.margin);
  const float along_x = std::clamp(x, room.margin, right);
  const float along_y = std::clamp(y - h / 2, room.margin, bottom);
  const Rect above{along_x, area.y - room.gap - h, w, h};
  const Rect below{along_x, area.y + area.h + room.gap, w, h};
  const Rect after{area.x + area.w + room.gap, along_y, w, h};
  const Rect before{area.x - room.gap - w, along_y, w, h};
  const std::array places = subject.side == TooltipSide::above
                                ? std::array{above, below, after, before}
                                : std::array{after, before, above, below};
  const auto fits = [&](const Rect& box) {
    return box.x >= room.margin && box.y >= room.margin &&
           box.x + box.w <= room.width - room.margin && box.y + box.h <= room.height - room.margin;
  };
  const auto* const found = std::find_if(places.begin(), places.end(), fits);
  return found != places.end() ? std::optional(*found) : std::nullopt;
}

}  // namespace lanescope::app
