#include "viz/picture/access/bank_beside.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "sim/memory/shared.h"
#include "viz/picture/core/frame.h"

namespace lanescope::picture {
namespace {

constexpr std::array<int, 5> lanes_beside{0, 8, 16, 24, 31};

// The line from a cell to a name that does not touch it.
Rect leader_to(const Canvas& canvas, const Rect& cell, const Rect& name) {
  const float gap = canvas.px(2);
  const float thin = canvas.whole_px(1);
  const auto between = [&](float cell_from, float cell_to, float name_from, float name_to) {
    const bool is_before = name_to <= cell_from;
    const float from = is_before ? name_to + gap : cell_to + gap;
    const float to = is_before ? cell_from - gap : name_from - gap;
    return std::pair{from, std::max(0.0F, to - from)};
  };
  if (name.y >= cell.y + cell.h || name.y + name.h <= cell.y) {
    const auto [y, h] = between(cell.y, cell.y + cell.h, name.y, name.y + name.h);
    return {std::round(cell.x + cell.w / 2), y, thin, h};
  }
  const auto [x, w] = between(cell.x, cell.x + cell.w, name.x, name.x + name.w);
  return {x, std::round(cell.y + cell.h / 2), w, thin};
}

// Finds free room for a lane's name next to its cell, inside the grid. Prefers above or below,
// where it can't be mistaken for a neighbour's name; otherwise beside the cell, and last farther
// above or below. No other word lies between the two or beside the line that joins them.
std::optional<Rect> place_beside(const Canvas& canvas, const Rect& cell, const Rect& grid, float w,
                                 float h, const std::vector<Rect>& taken) {
  const auto is_free = [&](const Rect& rect) {
    return rect.x >= grid.x && rect.x + rect.w <= grid.x + grid.w && rect.y >= grid.y &&
           rect.y + rect.h <= grid.y + grid.h &&
           std::none_of(taken.begin(), taken.end(),
                        [&](const Rect& other) { return rect.overlaps(other); });
  };
  const auto is_its_own = [&](const Rect& rect) {
    const Rect line = leader_to(canvas, cell, rect);
    const float room = line.w > line.h ? h : 0;  // a word right above would seem to be named
    const Rect kept{line.x, line.y - room, line.w, line.h + 2 * room};
    return line.w <= 0 || line.h <= 0 ||
           std::none_of(taken.begin(), taken.end(),
                        [&](const Rect& other) { return kept.overlaps(other); });
  };
  for (const float y : {cell.y - h - 1, cell.y + cell.h + 1}) {
    const Rect rect{cell.x + (cell.w - w) / 2, y, w, h};
    if (is_free(rect)) return rect;
  }
  for (int away = 0; away < 4; ++away) {
    const float off = canvas.px(4) + static_cast<float>(away) * cell.w;
    for (const float x : {cell.x + cell.w + off, cell.x - off - w}) {
      for (const float y : {cell.y + (cell.h - h) / 2, cell.y + cell.h - h, cell.y}) {
        const Rect rect{x, std::clamp(y, grid.y, std::max(grid.y, grid.y + grid.h - h)), w, h};
        if (is_free(rect) && is_its_own(rect)) return rect;
      }
    }
  }
  const float x =
      std::clamp(cell.x + (cell.w - w) / 2, grid.x, std::max(grid.x, grid.x + grid.w - w));
  for (int away = 1; away < 8; ++away) {
    const float off = static_cast<float>(away) * h;
    for (const float y : {cell.y + cell.h + off, cell.y - off - h}) {
      if (const Rect rect{x, y, w, h}; is_free(rect)) return rect;
    }
  }
  return std::nullopt;
}

void draw_leader(Canvas& canvas, const Rect& cell, const Rect& name) {
  const Rect line = leader_to(canvas, cell, name);
  const bool is_seen = line.w > line.h ? line.w >= cell.w / 2 : line.h >= canvas.px(3);
  if (is_seen) canvas.fill(line, canvas.palette().text_dim);
}

}  // namespace

void draw_lanes_beside(Canvas& canvas, const WordPicture& picture,
                       const std::vector<RowSlot>& slots, const CellAt& cell_at) {
  const auto banks = static_cast<std::uint64_t>(picture.banks);
  std::map<std::uint64_t, Rect> cells;
  std::vector<Rect> taken;
  for (std::size_t slot = 0; slot < slots.size(); ++slot) {
    if (slots[slot].skipped > 0) continue;
    const std::uint64_t first = slots[slot].row * banks;
    for (std::uint64_t word = first; word < first + banks; ++word) {
      const bool wanted = picture.words.count(word) > 0;
      if (!wanted && !std::binary_search(picture.padding.begin(), picture.padding.end(), word)) {
        continue;
      }
      taken.push_back(cell_at(static_cast<int>(word - first), slot, 1));
      if (wanted) cells[word] = taken.back();
    }
  }
  if (cells.empty()) return;
  const Rect top = cell_at(0, 0, picture.banks);
  const Rect bottom = cell_at(0, slots.size() - 1, picture.banks);
  const Rect grid{top.x, top.y, top.w, bottom.y + bottom.h - top.y};
  Label label;
  label.align_y = AlignY::middle;
  label.font = FontRole::mono_bold;
  label.size = canvas.px(text_small);
  label.color = canvas.palette().text_dim;
  std::uint32_t named = 0;
  for (const int lane : lanes_beside) {
    if (((named >> lane) & 1U) != 0) continue;
    const auto word = std::find_if(cells.begin(), cells.end(), [&](const auto& entry) {
      return ((picture.words.at(entry.first).lanes >> lane) & 1U) != 0;
    });
    if (word == cells.end()) continue;
    const std::uint32_t lanes = picture.words.at(word->first).lanes;
    label.text = lane_marks(lanes).front();
    // The first name says what the numbers are.
    if (named == 0) label.text = canvas.texts().get("stage.lane_axis") + " " + label.text;
    named |= lanes;
    const float w = canvas.measure(label.font, label.size, label.text);
    const auto place = place_beside(canvas, word->second, grid, w, label.size * 0.8F, taken);
    if (!place) continue;
    taken.push_back(*place);
    label.x = place->x;
    label.y = place->y + place->h / 2;
    canvas.label(label);
    draw_leader(canvas, word->second, *place);
  }
}

}  // namespace lanescope::picture
