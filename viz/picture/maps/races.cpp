#include "viz/picture/maps/maps.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "viz/picture/core/canvas.h"
#include "viz/picture/maps/parts.h"

namespace lanescope::picture {
namespace {

bool is_error(const Diagnostic& race) { return race.severity == Severity::error; }

constexpr float dot_units = 12, dot_pitch_units = 18;

// One axis of the map, cut into places for dots: a cell each, or as many cells as a dot needs.
struct DotAxis {
  double from, px;  // the view's
  double pitch;     // pixels
  std::size_t count;

  DotAxis(double view_from, double view_px, float area, float dot_pitch)
      : from(view_from),
        px(view_px),
        pitch(std::max<double>(dot_pitch, view_px)),
        count(static_cast<std::size_t>(std::ceil(area / pitch)) + 1) {}
  [[nodiscard]] bool is_cell() const { return pitch == px; }
  [[nodiscard]] std::size_t place_of(std::uint32_t cell) const {
    const double at = is_cell() ? cell - std::floor(from) : (cell + 0.5 - from) * px / pitch;
    return std::min(static_cast<std::size_t>(std::max(at, 0.0)), count - 1);
  }
  // The middle of the dot, or of the cell that it is in.
  [[nodiscard]] double middle_of(std::size_t place) const {
    const auto number = static_cast<double>(place);
    return is_cell() ? (std::floor(from) + number + 0.5 - from) * px : (number + 0.5) * pitch;
  }
};

}  // namespace

bool ArrayRaces::has_errors() const { return std::ranges::any_of(races, is_error); }
bool ArrayRaces::has_milder() const { return std::ranges::any_of(races, std::not_fn(is_error)); }

ArrayRaces races_in(const std::vector<Raced>& raced, const report::ArrayInfo& array) {
  ArrayRaces found;
  if (array.element_bytes == 0) return found;
  for (const Raced& each : raced) {
    const std::size_t before = found.parts.size();
    for (const ByteRange& range : each.places) {
      if (range.address < array.address || range.address - array.address >= array.bytes()) continue;
      const std::uint64_t offset = range.address - array.address;
      const std::uint64_t last = std::min(offset + range.bytes, array.bytes()) - 1;
      found.parts.push_back(
          {offset / array.element_bytes, last / array.element_bytes + 1, found.races.size()});
    }
    if (found.parts.size() > before) found.races.push_back(each.finding);
  }
  std::ranges::stable_sort(found.parts, {}, &ArrayRaces::Part::first);
  std::uint64_t end = 0;
  for (const ArrayRaces::Part& part : found.parts) {
    found.elements += part.end - std::min(std::max(part.first, end), part.end);
    end = std::max(end, part.end);
  }
  return found;
}

std::string races_text(const ArrayRaces& races, std::uint64_t element, const text::Texts& texts) {
  std::vector<bool> is_here(races.races.size());
  for (const ArrayRaces::Part& part : races.parts) {
    if (part.first > element) break;
    if (element < part.end) is_here[part.race] = true;
  }
  std::string text;
  for (std::size_t i = 0; i < races.races.size(); ++i) {
    const Diagnostic& race = races.races[i];
    if (!is_here[i] || !race.other || !race.block || !race.thread) continue;
    text += fmt::format(
        "{}{} {}", text.empty() ? "" : "\n", is_error(race) ? "●" : "○",
        texts.get(
            "maps.race", fmt::arg("line", race.place.line),
            fmt::arg("other_line", race.other->place.line),
            fmt::arg("thread", fmt::format("({})", fmt::join(*race.thread, ", "))),
            fmt::arg("block", fmt::format("({})", fmt::join(*race.block, ", "))),
            fmt::arg("other", fmt::format("({})", fmt::join(race.other->thread, ", "))),
            fmt::arg("other_block", fmt::format("({})", fmt::join(race.other->block, ", ")))));
  }
  return text;
}

// Dots, so that they differ from frames and stripes without colour. A filled one: an error.
void draw_race_dot(Canvas& canvas, float x, float y, bool of_error, float units) {
  const Palette& palette = canvas.palette();
  const float size = canvas.whole_px(units);
  const float edge = canvas.whole_px(units < 9 ? 1 : 2);
  const Rect rect{std::round(x - size / 2), std::round(y - size / 2), size, size};
  canvas.framed(rect, of_error ? palette.error_text : palette.panel,
                of_error ? palette.panel : palette.error_text, edge, size / 2);
}

void draw_map_races(const MapPen& pen) {
  if (pen.input.races == nullptr || pen.map.kind() != MapKind::array) return;
  Canvas& canvas = pen.canvas;
  const ArrayRaces& races = *pen.input.races;
  const Rect& area = pen.layout.cells;
  const float pitch = canvas.px(dot_pitch_units);
  const DotAxis across(pen.view.x0, pen.view.px_x, area.w, pitch);
  const DotAxis down(pen.view.y0, pen.view.px_y, area.h, pitch);
  const MapSpan span = visible_cells(pen.layout.frame, pen.view);
  const std::uint64_t width = pen.map.cells->width;
  enum class Dot : std::uint8_t { none, milder, error };
  std::vector<Dot> dots(across.count * down.count, Dot::none);
  for (const ArrayRaces::Part& part : races.parts) {
    const Dot dot = is_error(races.races[part.race]) ? Dot::error : Dot::milder;
    const std::uint64_t first_row = std::max<std::uint64_t>(part.first / width, span.first.y);
    const std::uint64_t end_row =
        std::min<std::uint64_t>((part.end + width - 1) / width, span.end.y);
    for (std::uint64_t y = first_row; y < end_row; ++y) {
      const std::uint64_t from = y * width;
      const std::uint64_t first =
          std::max<std::uint64_t>(part.first > from ? part.first - from : 0, span.first.x);
      const std::uint64_t end = std::min({part.end - from, width, std::uint64_t{span.end.x}});
      if (first >= end) continue;
      const std::size_t last = across.place_of(static_cast<std::uint32_t>(end - 1));
      const std::size_t row = down.place_of(static_cast<std::uint32_t>(y)) * across.count;
      for (std::size_t x = across.place_of(static_cast<std::uint32_t>(first)); x <= last; ++x)
        dots[row + x] = std::max(dots[row + x], dot);
    }
  }
  // In a cell with room for digits, the corner, and so small that it leaves them free.
  const bool in_corner = across.is_cell() && down.is_cell();
  const auto side = static_cast<float>(std::min(across.pitch, down.pitch)) / canvas.px(1);
  const float units = in_corner ? std::clamp(side * 0.28F, 6.0F, dot_units) : dot_units;
  const float inset = canvas.px(units) / 2 + canvas.whole_px(1);
  const float aside = in_corner ? static_cast<float>(across.pitch) / 2 - inset : 0;
  const float above = in_corner ? static_cast<float>(down.pitch) / 2 - inset : 0;
  for (std::size_t y = 0; y < down.count; ++y) {
    for (std::size_t x = 0; x < across.count; ++x) {
      const Dot dot = dots[y * across.count + x];
      if (dot == Dot::none) continue;
      const auto at_x = static_cast<float>(across.middle_of(x)) + aside;
      const auto at_y = static_cast<float>(down.middle_of(y)) - above;
      if (at_x < 0 || at_y < 0 || at_x > area.w || at_y > area.h) continue;
      draw_race_dot(canvas, area.x + at_x, area.y + at_y, dot == Dot::error, units);
    }
  }
}

}  // namespace lanescope::picture
