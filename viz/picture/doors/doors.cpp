#include "viz/picture/doors/doors.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/launch/thread_index.h"
#include "sim/memory/shared.h"
#include "viz/picture/core/canvas.h"

namespace lanescope::picture {
namespace {

DrawList sized(float width, float height) {
  DrawList list;
  list.width = width;
  list.height = height;
  return list;
}

// The banks that hold a column of a tile of 32 floats a row, `padding` words longer: a row of the
// picture for each row of the tile. What the read costs is the lesson's question, so it is not
// said.
void add_banks(DrawList& list, const Style& style, const Rect& area, std::uint32_t padding) {
  const std::string words = style.texts->get("start.banks", fmt::arg("pad", padding));
  const float size = (text_small + 1) * style.scale;
  const bool has_words = style.measure(FontRole::ui_bold, size, words) <= area.w;
  const float caption = has_words ? std::ceil(size * 1.8F) : 0;
  const float cell = std::max(std::floor(std::min(area.w, area.h - caption) / memory::banks), 1.0F);
  const float side = cell * memory::banks;
  const float left = std::round(area.x + (area.w - side) / 2);
  const float top = std::round(area.y + (area.h - caption - side) / 2);
  const float seen = std::max(cell >= 4 ? cell - 1 : cell, 1.0F);
  list.add(Box{{left, top, side, side}, 0, style.palette.cell});
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    const std::uint32_t bank = lane * (32 + padding) % memory::banks;
    list.add(Box{
        {left + static_cast<float>(bank) * cell, top + static_cast<float>(lane) * cell, seen, seen},
        0,
        style.palette.lane[lane]});
  }
  if (!has_words) return;
  list.add(text_at(left + side / 2, top + side + caption * 0.6F, FontRole::ui_bold, size,
                   style.palette.text_dim, words, AlignX::center));
}

std::vector<std::string_view> code_lines(std::string_view code) {
  std::vector<std::string_view> lines;
  while (!code.empty()) {
    const std::size_t end = code.find('\n');
    std::string_view line = code.substr(0, end);
    code.remove_prefix(end == std::string_view::npos ? code.size() : end + 1);
    line = line.substr(0, line.find("//"));
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.remove_suffix(1);
    if (!line.empty()) lines.push_back(line);
  }
  return lines;
}

}  // namespace

DrawList build_threads_door(const Style& style, float width, float height) {
  constexpr launch::Shape shape{{2, 1, 1}, {8, 1, 1}};
  constexpr std::uint32_t blocks = 2, threads = 8;
  const Palette& palette = style.palette;
  DrawList list = sized(width, height);
  // In widths of a cell: the gap between the blocks of threads.
  constexpr float block_gap = 1;
  constexpr auto all = static_cast<float>(blocks * threads);
  const float cell = std::floor(std::min(width / (all + block_gap), height / 3.4F));
  const float top = std::round((height - cell * 3.4F) / 2);
  const float bottom = std::round(top + cell * 2.4F);
  const float left = std::round((width - cell * (all + block_gap)) / 2);
  const float elements_left = std::round((width - cell * all) / 2);
  const float digit = std::floor(std::min(text_small * style.scale, cell * 0.62F));
  for (std::uint32_t block = 0; block < blocks; ++block) {
    for (std::uint32_t thread = 0; thread < threads; ++thread) {
      const std::uint64_t index = launch::global_index(shape, {{block, 0, 0}, {thread, 0, 0}});
      const std::size_t lane = thread * 31 / (threads - 1);
      const Rect from{left + cell * (static_cast<float>(block * threads + thread) +
                                     block_gap * static_cast<float>(block)),
                      top, cell - 1, cell - 1};
      const Rect to{elements_left + cell * static_cast<float>(index), bottom, cell - 1, cell - 1};
      const float x0 = from.x + from.w / 2, x1 = to.x + to.w / 2;
      const float y0 = from.y + from.h, y1 = to.y, half = (y0 + y1) / 2;
      list.add(Curve{
          {x0, x0, x1, x1}, {y0, half, half, y1}, std::max(style.scale, 1.0F), palette.text_faint});
      list.add(Box{from, 2 * style.scale, palette.lane[lane], palette.lane_border, 1});
      list.add(Box{to, 0, palette.cell, palette.cell_border, 1});
      if (digit < min_digit_px) continue;
      list.add(text_at(x0, from.y + from.h / 2, FontRole::mono_bold, digit, palette.lane_text[lane],
                       std::to_string(thread), AlignX::center));
      list.add(text_at(x1, to.y + to.h / 2, FontRole::mono, digit, palette.text,
                       std::to_string(index), AlignX::center));
    }
  }
  return list;
}

DrawList build_banks_door(const Style& style, float width, float height) {
  DrawList list = sized(width, height);
  const float gap = space_unit * 2 * style.scale;
  const float half = (width - gap) / 2;
  add_banks(list, style, {0, 0, half, height}, 0);
  add_banks(list, style, {half + gap, 0, half, height}, 1);
  return list;
}

DrawList build_code_door(const Style& style, float width, float height, std::string_view code,
                         std::string_view parameter) {
  DrawList list = sized(width, height);
  const std::vector<std::string_view> lines = code_lines(code);
  if (lines.empty()) return list;
  std::string_view longest;
  for (const std::string_view line : lines)
    longest = std::max(longest, line, [](auto a, auto b) { return a.size() < b.size(); });
  const float unit = style.measure(FontRole::mono, 100, longest) / 100;
  const float row = height / static_cast<float>(lines.size());
  const float size = std::min({text_small * style.scale, width / unit, row / 1.25F});
  const float pitch = std::min(row, size * 1.6F);
  float y = (height - pitch * static_cast<float>(lines.size())) / 2 + pitch / 2;
  const float left = std::max((width - unit * size) / 2, 0.0F);
  for (const std::string_view line : lines) {
    float x = left;
    const auto add = [&](std::string_view part, bool strong) {
      const FontRole font = strong ? FontRole::mono_bold : FontRole::mono;
      const Label label =
          text_at(x, y, font, size, strong ? style.palette.costly_text : style.palette.text_dim,
                  std::string(part));
      x += style.measure(font, size, part);
      list.add(label);
    };
    const std::size_t at = line.find(parameter);
    add(line.substr(0, at), false);
    if (at != std::string_view::npos) {
      add(parameter, true);
      add(line.substr(at + parameter.size()), false);
    }
    y += pitch;
  }
  return list;
}

}  // namespace lanescope::picture
