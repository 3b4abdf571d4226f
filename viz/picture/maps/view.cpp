#include "viz/picture/maps/view.h"

#include <algorithm>
#include <cmath>

namespace lanescope::picture {
namespace {

constexpr double min_px = 1e-6;

double whole_px(const MapFrame& frame) {
  const double fits = std::min(frame.area_w / static_cast<double>(frame.width),
                               frame.area_h / static_cast<double>(frame.height));
  return std::clamp(fits, min_px, frame.max_px);
}

double whole_rows_px(const MapFrame& frame) {
  return std::clamp(frame.area_h / static_cast<double>(frame.height), min_px, frame.max_px);
}

// Position of the first visible cell along one side. `free`: pixels left empty at each end when the
// whole map is visible. As many may be empty when zoomed in, because otherwise the cell under the
// pointer could not stay there.
double held(double from, double px, double cells, double area, double free) {
  const double last = cells - (area - free) / px;
  return std::clamp(from, -free / px, std::max(last, -free / px));
}

MapView held_inside(const MapFrame& frame, MapView view) {
  const MapView whole = whole_map(frame);
  if (view.px_y <= whole.px_y) return whole;
  const auto free = [](double at, double px) { return std::max(0.0, -at * px); };
  view.x0 = frame.rows_only
                ? 0
                : held(view.x0, view.px_x, frame.width, frame.area_w, free(whole.x0, whole.px_x));
  view.y0 = held(view.y0, view.px_y, frame.height, frame.area_h, free(whole.y0, whole.px_y));
  return view;
}

// The first pixel whose middle is in the cell or past it.
float first_pixel(double cells, double from, double px) {
  return static_cast<float>(std::ceil((cells - from) * px - 0.5));
}

}  // namespace

MapView whole_map(const MapFrame& frame) {
  MapView view;
  view.px_y = frame.rows_only ? whole_rows_px(frame) : whole_px(frame);
  view.px_x = frame.rows_only ? frame.area_w / static_cast<double>(frame.width) : view.px_y;
  if (!frame.rows_only) {
    view.x0 = (frame.width - frame.area_w / view.px_x) / 2;
    view.y0 = (frame.height - frame.area_h / view.px_y) / 2;
  }
  return view;
}

MapView zoomed(const MapFrame& frame, const MapView& view, double factor, double px, double py) {
  const double least = whole_map(frame).px_y;
  MapView next = view;
  next.px_y = std::clamp(view.px_y * factor, least, std::max(least, frame.max_px));
  next.y0 = view.y0 + py / view.px_y - py / next.px_y;
  if (!frame.rows_only) {
    next.px_x = next.px_y;
    next.x0 = view.x0 + px / view.px_x - px / next.px_x;
  }
  return held_inside(frame, next);
}

MapView panned(const MapFrame& frame, const MapView& view, double dx, double dy) {
  MapView next = view;
  next.x0 -= dx / view.px_x;
  next.y0 -= dy / view.px_y;
  return held_inside(frame, next);
}

MapView centred_on(const MapFrame& frame, const MapView& view, MapCell cell) {
  MapView next = view;
  next.x0 = cell.x + 0.5 - frame.area_w / view.px_x / 2;
  next.y0 = cell.y + 0.5 - frame.area_h / view.px_y / 2;
  return held_inside(frame, next);
}

MapView kept_inside(const MapFrame& frame, const MapView& view) {
  return zoomed(
      frame,
      frame.rows_only
          ? MapView{view.x0, view.y0, frame.area_w / static_cast<double>(frame.width), view.px_y}
          : view,
      1, 0, 0);
}

bool shows_all(const MapFrame& frame, const MapView& view) { return view == whole_map(frame); }

std::optional<MapCell> cell_at(const MapFrame& frame, const MapView& view, double px, double py) {
  const double x = std::floor(view.x0 + (std::floor(px) + 0.5) / view.px_x);
  const double y = std::floor(view.y0 + (std::floor(py) + 0.5) / view.px_y);
  if (px < 0 || py < 0 || px >= frame.area_w || py >= frame.area_h || x < 0 || y < 0 ||
      x >= frame.width || y >= frame.height) {
    return std::nullopt;
  }
  return MapCell{static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)};
}

Rect rect_of(const MapView& view, MapCell cell, std::uint32_t across, std::uint32_t down) {
  const float left = first_pixel(cell.x, view.x0, view.px_x);
  const float top = first_pixel(cell.y, view.y0, view.px_y);
  return {left, top, first_pixel(static_cast<double>(cell.x) + across, view.x0, view.px_x) - left,
          first_pixel(static_cast<double>(cell.y) + down, view.y0, view.px_y) - top};
}

MapSpan visible_cells(const MapFrame& frame, const MapView& view) {
  const auto clamped = [](double cells, std::uint32_t count) {
    return static_cast<std::uint32_t>(std::clamp(cells, 0.0, static_cast<double>(count)));
  };
  MapSpan span;
  span.first = {clamped(std::floor(view.x0), frame.width),
                clamped(std::floor(view.y0), frame.height)};
  span.end = {clamped(std::ceil(view.x0 + frame.area_w / view.px_x), frame.width),
              clamped(std::ceil(view.y0 + frame.area_h / view.px_y), frame.height)};
  return span;
}

}  // namespace lanescope::picture
