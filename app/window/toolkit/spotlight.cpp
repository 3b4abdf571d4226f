#include "app/window/toolkit/spotlight.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <vector>

namespace lanescope::app {
namespace {

using picture::HitKind;

constexpr float circle_radius = 84;  // units
constexpr float softness = 26;

HitKind hit_kind(Spot::Kind kind) {
  switch (kind) {
    case Spot::Kind::lane:
      return HitKind::lane;
    case Spot::Kind::bank:
      return HitKind::bank;
    case Spot::Kind::sector:
      return HitKind::sector;
    case Spot::Kind::line:
      return HitKind::line;
    case Spot::Kind::wavefront:
      return HitKind::wavefront;
    case Spot::Kind::area:
      break;
  }
  return HitKind::none;
}

Rect united(const std::optional<Rect>& all, const Rect& one) {
  if (!all) return one;
  const float x = std::min(all->x, one.x);
  const float y = std::min(all->y, one.y);
  return {x, y, std::max(right_of(*all), right_of(one)) - x,
          std::max(bottom_of(*all), bottom_of(one)) - y};
}

// Sectors and lines are counted in address order: the index of the n-th one in the picture.
std::uint64_t nth_index(const picture::DrawList& picture, HitKind kind, std::uint64_t n) {
  std::set<std::uint64_t> seen;
  for (const picture::HitArea& hit : picture.hits) {
    if (hit.kind == kind) seen.insert(hit.index);
  }
  return n < seen.size() ? *std::next(seen.begin(), static_cast<std::ptrdiff_t>(n))
                         : ~std::uint64_t{0};
}

// Dark also for light themes, like a hall with its lights off.
Color dimmer(const picture::Palette& palette) {
  switch (palette.theme) {
    case picture::Theme::light:
      return {0.04F, 0.06F, 0.10F, 0.62F};
    case picture::Theme::contrast:
      return {0, 0, 0, 0.72F};
    case picture::Theme::dark:
      break;
  }
  return {0, 0, 0, 0.62F};
}

// The outline of a rounded rectangle, clockwise from the right edge. A circle if the radius is half
// the side.
std::vector<ImVec2> outline_of(const Rect& rect, float radius) {
  constexpr int steps = 16;  // per corner
  std::vector<ImVec2> points;
  const float r = std::min({radius, rect.w / 2, rect.h / 2});
  const ImVec2 centers[] = {{right_of(rect) - r, bottom_of(rect) - r},
                            {rect.x + r, bottom_of(rect) - r},
                            {rect.x + r, rect.y + r},
                            {right_of(rect) - r, rect.y + r}};
  for (int corner = 0; corner < 4; ++corner) {
    for (int i = 0; i <= steps; ++i) {
      const float angle = std::numbers::pi_v<float> / 2 *
                          (static_cast<float>(corner) + static_cast<float>(i) / steps);
      points.emplace_back(centers[corner].x + r * std::cos(angle),
                          centers[corner].y + r * std::sin(angle));
    }
  }
  return points;
}

// The band between two outlines with the same number of points; the colour fades from one to the
// other.
void draw_band(ImDrawList& list, const std::vector<ImVec2>& inner, const std::vector<ImVec2>& outer,
               ImU32 inner_color, ImU32 outer_color) {
  const auto count = static_cast<int>(inner.size());
  const ImVec2 white = ImGui::GetFontTexUvWhitePixel();
  list.PrimReserve(count * 6, count * 2);
  const auto first = static_cast<unsigned int>(list._VtxCurrentIdx);
  const auto index = [&](int number) {
    list.PrimWriteIdx(static_cast<ImDrawIdx>(first + static_cast<unsigned int>(number)));
  };
  for (int i = 0; i < count; ++i) {
    const int next = (i + 1) % count;
    for (const int corner : {2 * i, 2 * i + 1, 2 * next + 1, 2 * i, 2 * next + 1, 2 * next})
      index(corner);
  }
  for (int i = 0; i < count; ++i) {
    list.PrimWriteVtx(inner[static_cast<std::size_t>(i)], white, inner_color);
    list.PrimWriteVtx(outer[static_cast<std::size_t>(i)], white, outer_color);
  }
}

// Dims everything except `lit`.
void dim_around(Ui& ui, const Rect& lit, float radius, float soft) {
  const Color dark = dimmer(ui.palette());
  const Rect outer_rect{lit.x - soft, lit.y - soft, lit.w + 2 * soft, lit.h + 2 * soft};
  const std::vector<ImVec2> inner = outline_of(lit, radius);
  const std::vector<ImVec2> outer = outline_of(outer_rect, radius + soft);
  const ImVec2 middle(lit.x + lit.w / 2, lit.y + lit.h / 2);
  const float far = 4 * (ui.width() + ui.height());
  std::vector<ImVec2> edge;
  for (const ImVec2& point : outer) {
    const float dx = point.x - middle.x;
    const float dy = point.y - middle.y;
    const float scale = far / std::max(std::sqrt(dx * dx + dy * dy), 1.0F);
    edge.emplace_back(middle.x + dx * scale, middle.y + dy * scale);
  }
  draw_band(ui.list(), inner, outer, color_bytes(picture::with_alpha(dark, 0)), color_bytes(dark));
  draw_band(ui.list(), outer, edge, color_bytes(dark), color_bytes(dark));
}

}  // namespace

const char* name_of(Spotlight::Mode mode) {
  switch (mode) {
    case Spotlight::Mode::off:
      return "off";
    case Spotlight::Mode::circle:
      return "circle";
    case Spotlight::Mode::under_mouse:
      return "under_mouse";
    case Spotlight::Mode::scene:
      return "scene";
  }
  return "";
}

std::optional<Rect> area_of(const Spot& spot, const picture::DrawList& picture) {
  if (spot.kind == Spot::Kind::area) {
    const auto share = [&](std::size_t i, float of) {
      return static_cast<float>(spot.area[i]) * of;
    };
    return Rect{share(0, picture.width), share(1, picture.height), share(2, picture.width),
                share(3, picture.height)};
  }
  const HitKind kind = hit_kind(spot.kind);
  const bool by_address = kind == HitKind::sector || kind == HitKind::line;
  const std::uint64_t index = by_address ? nth_index(picture, kind, spot.index) : spot.index;
  std::optional<Rect> found;
  for (const picture::HitArea& hit : picture.hits) {
    if (hit.kind == kind && hit.index == index) found = united(found, hit.rect);
  }
  if (found && kind == HitKind::bank) {
    // The whole column, down to the lowest word of any bank.
    for (const picture::HitArea& hit : picture.hits) {
      if (hit.kind == HitKind::word_cell)
        found = united(found, {found->x, hit.rect.y, found->w, hit.rect.h});
    }
  }
  return found;
}

void Spotlight::cycle() {
  mode_ = mode_ == Mode::off ? Mode::circle : mode_ == Mode::circle ? Mode::under_mouse : Mode::off;
}

void Spotlight::show(const std::optional<Spot>& spot) {
  mode_ = spot ? Mode::scene : Mode::off;
  spot_ = spot.value_or(Spot{});
}

void Spotlight::draw(Ui& ui, const Rect& picture) {
  lit_.reset();
  if (mode_ == Mode::off) return;
  const float soft = ui.px(softness);
  if (mode_ == Mode::scene) {
    for (const Ui::Shown& shown : ui.shown()) {
      const bool is_the_page = shown.area.x == picture.x && shown.area.y == picture.y;
      const auto area = is_the_page ? area_of(spot_, *shown.list) : std::nullopt;
      if (area) {
        const float gap = ui.px(6);
        lit_ = Rect{area->x + shown.area.x - gap, area->y + shown.area.y - gap, area->w + 2 * gap,
                    area->h + 2 * gap};
      }
    }
    if (lit_) dim_around(ui, *lit_, ui.px(10), soft / 2);
    return;
  }
  if (mode_ == Mode::under_mouse && ui.hovered_area()) {
    const float gap = ui.px(4);
    const Rect& hovered = *ui.hovered_area();
    lit_ = Rect{hovered.x - gap, hovered.y - gap, hovered.w + 2 * gap, hovered.h + 2 * gap};
    return dim_around(ui, *lit_, ui.px(8), soft / 2);
  }
  ImVec2 at = ImGui::GetMousePos();
  if (at.x < 0 || at.y < 0 || at.x >= ui.width() || at.y >= ui.height())
    at = ImVec2(picture.x + picture.w / 2, picture.y + picture.h / 2);
  const float radius = ui.px(circle_radius);
  lit_ = Rect{at.x - radius, at.y - radius, 2 * radius, 2 * radius};
  dim_around(ui, *lit_, radius, soft);
}

}  // namespace lanescope::app
