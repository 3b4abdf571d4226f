#include "viz/picture/launches/launches.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "viz/picture/core/canvas.h"

namespace lanescope::picture {
namespace {

constexpr float box_height = 84;  // units
constexpr float most_box_width = 220;
constexpr float least_box_width = 118;
constexpr float column_gap = 34;
constexpr float row_gap = 12;
constexpr float line_height = 18;

std::string dimensions_text(const std::array<std::uint32_t, 3>& size) {
  if (size[2] > 1) return fmt::format("({}, {}, {})", size[0], size[1], size[2]);
  if (size[1] > 1) return fmt::format("({}, {})", size[0], size[1]);
  return fmt::format("{}", size[0]);
}

std::string by_text(const text::Texts& texts, LaunchBox::By by) {
  constexpr const char* names[] = {"host", "thread", "block", "grid"};
  return texts.get(std::string("launches.by.") + names[static_cast<std::size_t>(by)]);
}

// Of every box.
std::vector<std::size_t> depths_of(const LaunchesInput& input) {
  std::vector<std::size_t> depths;
  for (const LaunchBox& box : input.boxes)
    depths.push_back(box.parent ? depths[*box.parent] + 1 : 0);
  return depths;
}

struct LaunchPlaces {
  std::vector<std::optional<Rect>> of;  // of each box; empty: no room
  std::vector<std::size_t> band;        // of each box
};

LaunchPlaces places_of(const Canvas& canvas, const LaunchesInput& input, const Rect& area) {
  const std::vector<std::size_t> depths = depths_of(input);
  const std::size_t columns = *std::max_element(depths.begin(), depths.end()) + 1;
  const float gap = canvas.px(column_gap);
  const auto fit = static_cast<std::size_t>(
      std::max(1.0F, std::floor((area.w + gap) / (canvas.px(least_box_width) + gap))));
  const std::size_t across = std::min(columns, fit);
  const std::size_t bands = (columns + across - 1) / across;
  const auto parts = static_cast<float>(across);
  const float w =
      std::floor(std::min(canvas.px(most_box_width), (area.w - gap * (parts - 1)) / parts));
  const float h = canvas.px(box_height);
  const float row = h + canvas.px(row_gap);
  // A box without room is left out, and with it all that it launches.
  const auto rows = static_cast<std::size_t>(std::max(0.0F, std::floor((area.h + row - h) / row)));
  const std::size_t rows_of_band = std::max<std::size_t>(rows / bands, 1);
  LaunchPlaces places{std::vector<std::optional<Rect>>(input.boxes.size()), {}};
  for (const std::size_t depth : depths) places.band.push_back(depth / across);
  std::vector<std::vector<std::size_t>> children(input.boxes.size());
  for (std::size_t i = 1; i < input.boxes.size(); ++i)
    children[input.boxes[i].parent.value_or(0)].push_back(i);
  // Column by column, children in the order of their parents, so that lines do not cross.
  std::vector<std::size_t> column{0};
  for (std::size_t depth = 0; depth < columns; ++depth) {
    const std::size_t top = depth / across * rows_of_band;
    for (std::size_t i = 0; i < column.size() && i < rows_of_band && top + i < rows; ++i) {
      places.of[column[i]] =
          Rect{std::round(area.x + static_cast<float>(depth % across) * (w + gap)),
               std::round(area.y + static_cast<float>(top + i) * row), w, h};
    }
    std::vector<std::size_t> next;
    for (const std::size_t parent : column) {
      if (places.of[parent])
        next.insert(next.end(), children[parent].begin(), children[parent].end());
    }
    column = std::move(next);
  }
  return places;
}

void draw_link(Canvas& canvas, const Rect& from, const Rect& to, bool same_band) {
  Curve curve;
  curve.width = canvas.whole_px(1.5F);
  curve.color = canvas.palette().text_faint;
  if (same_band) {
    const float x0 = from.x + from.w, y0 = from.y + from.h / 2, x1 = to.x, y1 = to.y + to.h / 2;
    const float middle = (x0 + x1) / 2;
    const float xs[] = {x0, middle, middle, x1}, ys[] = {y0, y0, y1, y1};
    std::copy(std::begin(xs), std::end(xs), curve.x);
    std::copy(std::begin(ys), std::end(ys), curve.y);
  } else {
    const float x0 = from.x + from.w / 2, y0 = from.y + from.h, x1 = to.x + to.w / 2, y1 = to.y;
    const float middle = (y0 + y1) / 2;
    const float xs[] = {x0, x0, x1, x1}, ys[] = {y0, middle, middle, y1};
    std::copy(std::begin(xs), std::end(xs), curve.x);
    std::copy(std::begin(ys), std::end(ys), curve.y);
  }
  canvas.curve(curve);
}

void draw_launch(Canvas& canvas, const LaunchBox& box, const Rect& rect) {
  const text::Texts& texts = canvas.texts();
  const Palette& palette = canvas.palette();
  canvas.framed(rect, palette.panel_raised, palette.cell_border, canvas.whole_px(1), canvas.px(5));
  const float left = rect.x + canvas.px(9);
  const float room = rect.w - canvas.px(18);
  float y = rect.y + canvas.px(15);
  const std::string times =
      box.by == LaunchBox::By::host ? "" : "× " + text::Texts::grouped(box.launches);
  const Label count = text_at(rect.x + rect.w - canvas.px(9), y, FontRole::ui_bold,
                              canvas.px(text_body), palette.text, times, AlignX::right);
  const float taken = times.empty() ? 0 : canvas.width_of(count) + canvas.px(8);
  if (!times.empty()) canvas.label_within(count, room);
  canvas.fitted_label(
      text_at(left, y, FontRole::mono_bold, canvas.px(text_body), palette.text, box.kernel),
      room - taken);
  const std::string shape = launch_text(box.grid, box.block);
  std::string by = by_text(texts, box.by);
  if (box.is_tail) by += texts.get("launches.tail");
  const std::string instructions = texts.count("launches.instructions", box.warp_instructions);
  const auto line = [&](FontRole font, const std::string& text) {
    y += canvas.px(line_height);
    canvas.fitted_label(text_at(left, y, font, canvas.px(text_small), palette.text_dim, text),
                        room);
  };
  line(FontRole::mono, shape);
  line(FontRole::ui, by);
  line(FontRole::ui, instructions);
  std::string tooltip = box.kernel + " " + shape;
  if (!times.empty()) tooltip += " " + times;
  tooltip += "\n" + by;
  if (!box.line.empty()) tooltip += "\n" + texts.get("launches.line", fmt::arg("line", box.line));
  tooltip += "\n" + texts.count("launches.blocks", box.blocks) + "\n" + instructions;
  canvas.hit(rect, HitKind::none, 0, tooltip);
}

std::string sums_text(const LaunchesInput& input, const text::Texts& texts) {
  std::uint64_t launches = input.left_out;
  for (std::size_t i = 1; i < input.boxes.size(); ++i) launches += input.boxes[i].launches;
  const std::vector<std::size_t> depths = depths_of(input);
  return texts.get("launches.sum", fmt::arg("n", text::Texts::grouped(launches)),
                   fmt::arg("depth", *std::max_element(depths.begin(), depths.end())));
}

}  // namespace

std::string launch_text(const std::array<std::uint32_t, 3>& grid,
                        const std::array<std::uint32_t, 3>& block) {
  return fmt::format("<<<{}, {}>>>", dimensions_text(grid), dimensions_text(block));
}

DrawList build_launches(const LaunchesInput& input, const Style& style, float width, float height) {
  Canvas canvas(style, width, height);
  const float margin = canvas.px(16);
  Rect area{margin, margin, width - 2 * margin, height - 2 * margin};
  if (input.boxes.empty() || area.w < canvas.px(100) || area.h < canvas.px(60))
    return canvas.take();
  const Palette& palette = canvas.palette();
  const auto sentence = [&](float middle, FontRole font, const Color& color, std::string text) {
    canvas.fitted_label(text_at(area.x, middle, font, canvas.px(text_body), color, std::move(text)),
                        area.w);
  };
  sentence(area.y + canvas.px(9), FontRole::ui_bold, palette.text,
           sums_text(input, canvas.texts()));
  area.take_top(canvas.px(28));
  const float foot = canvas.px(40);
  const LaunchPlaces places =
      places_of(canvas, input, {area.x, area.y, area.w, std::max(area.h - foot, 0.0F)});
  const float bottom = area.y + area.h;
  std::uint64_t missing = 0;
  for (std::size_t i = 0; i < input.boxes.size(); ++i) {
    const std::optional<std::size_t>& parent = input.boxes[i].parent;
    if (!places.of[i]) {
      ++missing;
    } else if (parent) {
      draw_link(canvas, *places.of[*parent], *places.of[i], places.band[*parent] == places.band[i]);
    }
  }
  for (std::size_t i = 0; i < input.boxes.size(); ++i) {
    if (places.of[i]) draw_launch(canvas, input.boxes[i], *places.of[i]);
  }
  if (area.h < foot) return canvas.take();
  if (missing > 0 || input.left_out > 0) {
    std::string more = missing > 0 ? canvas.texts().count("launches.more", missing) : std::string();
    if (input.left_out > 0)
      more += (more.empty() ? "" : " ") + canvas.texts().count("launches.left_out", input.left_out);
    sentence(bottom - canvas.px(28), FontRole::ui, palette.text, std::move(more));
  }
  sentence(bottom - canvas.px(8), FontRole::ui, palette.text_dim,
           canvas.texts().get("launches.prices"));
  return canvas.take();
}

}  // namespace lanescope::picture
