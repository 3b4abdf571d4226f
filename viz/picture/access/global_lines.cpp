#include "viz/picture/access/global_lines.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "viz/picture/access/global_text.h"
#include "viz/picture/core/frame.h"

namespace lanescope::picture {
namespace {

// Maps the requested bytes [first, first + count) of the line to the lanes that request them.
using Spans = std::map<std::pair<int, int>, std::uint32_t>;

Spans spans_of(const memory::TouchedLine& line) {
  Spans spans;
  for (const memory::LaneSpan& span : line.lanes)
    spans[{span.first_byte, span.byte_count}] |= 1U << span.lane;
  return spans;
}

std::uint32_t lanes_of_word(const memory::TouchedLine& line, int word) {
  std::uint32_t lanes = 0;
  for (const memory::LaneSpan& span : line.lanes) {
    const int end = span.first_byte + span.byte_count;
    if (span.first_byte < word * 4 + 4 && end > word * 4) lanes |= 1U << span.lane;
  }
  return lanes;
}

void draw_sector(Canvas& canvas, const StageInput& input, const memory::TouchedLine& line,
                 int sector, const Columns& columns, float y, float height, bool opaque) {
  const Palette& palette = canvas.palette();
  const text::Texts& texts = canvas.texts();
  const auto index = static_cast<std::size_t>(sector);
  const Rect rect =
      snapped(columns.byte_x(sector * 32), y, columns.byte_x(sector * 32 + 32, true), y + height);
  const float radius = std::min(canvas.px(3), rect.h / 4);
  const bool touched = line.sector_touched[index];
  const int used = std::popcount(line.used_bytes[index]);
  Box box;
  box.rect = rect;
  box.radius = radius;
  // A projector's rows are low, its lines thick: thinner frames before none.
  box.border_width = rect.h >= 5 * canvas.whole_px(1) ? canvas.whole_px(1) : rect.h >= 5 ? 1 : 0;
  box.fill = opaque ? palette.panel : Color{0, 0, 0, 0};
  box.border = palette.hairline;
  if (touched) {
    const bool all_used = used == static_cast<int>(memory::sector_bytes);
    box.fill = palette.waste_fill;
    box.hatch = all_used ? Color{0, 0, 0, 0} : palette.waste;
    box.hatch_period = canvas.whole_px(6);
    box.border = all_used ? palette.good : palette.costly;
  }
  canvas.box(box);
  const std::uint64_t address = line.address + static_cast<std::uint64_t>(sector) * 32;
  canvas.hit(rect, HitKind::sector, address / memory::sector_bytes,
             texts.get(global_key(input.access.op, touched ? "sector_touched" : "sector_untouched"),
                       fmt::arg("address", address_name(address, input.arrays)),
                       fmt::arg("used", used), fmt::arg("wasted", 32 - used)));
}

// The earliest state among these lanes.
LaneState lane_state_of(std::uint32_t lanes,
                        const std::array<LaneState, memory::warp_lanes>& lane_states) {
  LaneState first = LaneState::done;
  for (std::size_t lane = 0; lane < lane_states.size(); ++lane) {
    if (((lanes >> lane) & 1U) != 0 && lane_states[lane] != LaneState::none)
      first = std::min(first, lane_states[lane]);
  }
  return first;
}

// A row of labels: no label may cover an earlier one.
struct MarkRow {
  Canvas& canvas;
  float size = 0;
  float y = 0;
  std::uint32_t bad = 0;  // lanes drawn hollow
  const std::array<LaneState, memory::warp_lanes>& lane_states;
  bool is_low = false;  // many lines: there is no row of chips whose numbers can be read instead
  float taken_to = -1;

  // Neither black nor white is clear on the middle lanes' grey where digits are small.
  [[nodiscard]] bool needs_plate(const Color& fill, const Color& ink) const {
    constexpr float clear_contrast = 7;  // WCAG 2, level AAA
    return is_low && size < canvas.px(text_small) && contrast(fill, ink) < clear_contrast;
  }

  // Of the box that draw_span() draws from x0 to x1, which leaves a gap at its right.
  [[nodiscard]] float middle_of(float x0, float x1) const {
    const Rect box = snapped(x0, 0, x1, 1);
    return box.x + (box.w - (box.w >= 8 ? canvas.whole_px(1) : 0)) / 2;
  }

  bool add(std::uint32_t lanes, float x0, float x1) {
    if (size <= 0 || x0 < taken_to) return false;
    const float x = middle_of(x0, x1);
    for (const std::string& mark : lane_marks(lanes)) {
      if (canvas.measure(FontRole::mono_bold, size, mark) + 2 > x1 - x0) continue;
      const Palette& palette = canvas.palette();
      const auto at = static_cast<std::size_t>(first_lane(lanes));
      const LaneState lane_state = lane_state_of(lanes, lane_states);
      const bool is_bad = (lanes & bad) != 0;
      Color color = is_bad                            ? palette.error_text
                    : lane_state == LaneState::served ? palette.lane_text[at]
                    : lane_state == LaneState::done
                        ? ink_on(palette, mixed(palette.cell, palette.lane[at], 0.4F))
                        : palette.text_dim;
      if (!is_bad && lane_state == LaneState::served && needs_plate(palette.lane[at], color)) {
        const float half_w = canvas.measure(FontRole::mono_bold, size, mark) / 2 + 1;
        const float half_h = size * digit_height / 2 + 1;
        canvas.fill(snapped(x - half_w, y - half_h, x + half_w, y + half_h), palette.panel);
        color = palette.text;
      }
      canvas.label(text_at(x, y, FontRole::mono_bold, size, color, mark, AlignX::center));
      taken_to = x1;
      return true;
    }
    return false;
  }
};

struct SpanStyle {
  bool is_chosen = false;
  bool is_bad = false;  // outside every array; drawn hollow, because there is no memory there
  LaneState lane_state = LaneState::served;
};

// Draws one piece per sector for an access that crosses sectors.
void draw_span(Canvas& canvas, const Columns& columns, int first, int count, std::uint32_t lanes,
               const SpanStyle& span_style, float y, float height) {
  const Palette& palette = canvas.palette();
  const int last = first + count;
  for (int from = first; from < last;) {
    const int to = std::min(last, (from / 32 + 1) * 32);
    const float inner = height >= 8 ? canvas.whole_px(1) : 0;
    Rect rect =
        snapped(columns.byte_x(from), y + inner, columns.byte_x(to, true), y + height - inner);
    if (rect.w >= 8) {
      const float gap = canvas.whole_px(1);
      rect.w -= gap;
      // Cover the hatching in the gap between neighbouring words: no bytes are wasted there.
      canvas.fill({rect.x + rect.w, rect.y, gap, rect.h}, palette.waste_fill);
    }
    Box box;
    box.rect = rect;
    box.radius = std::min(canvas.px(2.5F), std::min(rect.w, rect.h) / 4);
    box.fill = palette.lane[static_cast<std::size_t>(first_lane(lanes))];
    if (rect.w >= 6 && rect.h >= canvas.px(14)) {
      box.border = palette.lane_border;
      box.border_width = rect.w >= canvas.px(16) ? canvas.whole_px(1) : 1;
    }
    if (span_style.lane_state == LaneState::done) {
      box.fill = mixed(palette.cell, box.fill, 0.4F);
      box.border_width = 0;
    } else if (span_style.lane_state != LaneState::served) {
      box.fill = palette.panel;
      box.border =
          span_style.lane_state == LaneState::waiting ? palette.text_dim : palette.hairline;
      box.border_width = rect.h >= 6 ? canvas.whole_px(1) : 1;
    }
    if (span_style.is_bad) {
      box.fill = palette.panel;
      box.border = palette.error_text;
      box.border_width = rect.h >= 6 ? canvas.whole_px(1) : 1;
    }
    if (span_style.is_chosen) {
      box.border = palette.text;
      box.border_width = canvas.whole_px(2);
    }
    canvas.box(box);
    from = to;
  }
}

void add_word_hits(Canvas& canvas, const StageInput& input, const memory::TouchedLine& line,
                   const Columns& columns, float y, float height) {
  const text::Texts& texts = canvas.texts();
  for (int word = 0; word < 32; ++word) {
    if (!line.sector_touched[static_cast<std::size_t>(word / 8)]) continue;
    const std::uint32_t lanes = lanes_of_word(line, word);
    const std::uint64_t address = line.address + static_cast<std::uint64_t>(word) * 4;
    const char* key = lanes == 0                  ? "word_waste"
                      : std::popcount(lanes) == 1 ? "word_one"
                                                  : "word_many";
    canvas.hit(
        columns.cell(word, y, height), HitKind::word_cell, address,
        texts.get(global_key(input.access.op, key),
                  fmt::arg("address", address_name(address, input.arrays)),
                  fmt::arg("lanes", lane_list(lanes, texts)), fmt::arg("n", std::popcount(lanes))));
  }
}

}  // namespace

void draw_sector_names(Canvas& canvas, const Columns& columns, float y, AlignY align) {
  for (int sector = 0; sector < memory::sectors_per_line; ++sector) {
    const float middle = (columns.byte_x(sector * 32) + columns.byte_x(sector * 32 + 32, true)) / 2;
    const Label label = text_at(
        middle, y, FontRole::ui, canvas.px(text_small), canvas.palette().text_faint,
        canvas.texts().get("stage.global.sector", fmt::arg("n", sector)), AlignX::center, align);
    canvas.part(Part::Kind::bank_name, static_cast<std::uint64_t>(sector));
    if (canvas.width_of(label) < 8 * columns.column) canvas.label(label);
  }
}

void draw_global_line(Canvas& canvas, const StageInput& input, const memory::TouchedLine& line,
                      const Columns& columns, float left, float y, float height, bool opaque,
                      std::size_t index,
                      const std::array<LaneState, memory::warp_lanes>& lane_states) {
  const text::Texts& texts = canvas.texts();
  const auto touched = std::count(line.sector_touched.begin(), line.sector_touched.end(), true);
  canvas.hit({left, y, columns.x - left, height}, HitKind::line, line.address / memory::line_bytes,
             texts.get(global_key(input.access.op, "line_tooltip"),
                       fmt::arg("address", address_name(line.address, input.arrays)),
                       fmt::arg("sectors", touched)));
  for (int sector = 0; sector < memory::sectors_per_line; ++sector) {
    canvas.part(Part::Kind::line,
                index * memory::sectors_per_line + static_cast<std::size_t>(sector));
    draw_sector(canvas, input, line, sector, columns, y, height, opaque);
    // Curves to a lower row pass behind this one; between its sectors they would show as stubs.
    if (opaque && sector + 1 < memory::sectors_per_line) {
      const int next = (sector + 1) * 32;
      canvas.fill(snapped(columns.byte_x(next, true), y, columns.byte_x(next), y + height),
                  canvas.palette().panel);
    }
  }
  const std::uint32_t chosen = input.lane ? 1U << *input.lane : 0;
  const Spans spans = spans_of(line);
  // Runs are counted per line: a lane's bytes may lie in two lines.
  std::map<std::uint32_t, std::uint64_t> runs;
  for (const auto& [bytes, lanes] : spans) {
    canvas.part(Part::Kind::word, runs[lanes]++ + (index << 8U), lanes);
    SpanStyle span_style;
    span_style.is_chosen = (lanes & chosen) != 0;
    span_style.is_bad = (lanes & input.bad_lanes) != 0;
    span_style.lane_state = lane_state_of(lanes, lane_states);
    draw_span(canvas, columns, bytes.first, bytes.second, lanes, span_style, y, height);
  }
  canvas.part(Part::Kind::marks, index);
  // Columns covered by one lane's bytes.
  const auto wide = std::max(1.0F, static_cast<float>(input.access.bytes) / 4);
  const float mark_w = wide * columns.column - canvas.whole_px(1);
  // A sector's outline would cut digits that are as high as the row.
  MarkRow marks{canvas,
                digit_size(canvas, mark_w, height - 2 * canvas.whole_px(1), canvas.px(text_small)),
                y + height / 2,
                input.bad_lanes,
                lane_states,
                height < canvas.px(24)};
  int word_marked = -1;
  for (const auto& [bytes, lanes] : spans) {
    const int end = std::min(bytes.first + bytes.second, (bytes.first / 32 + 1) * 32);
    if (bytes.first / 4 == word_marked) continue;
    if (bytes.second >= 4) {
      marks.add(lanes, columns.byte_x(bytes.first), columns.byte_x(end, true));
      continue;
    }
    // Lanes of one or two bytes share a word: one mark for all of them, unless part of the word is
    // hatched and would make the mark hard to read.
    word_marked = bytes.first / 4;
    const std::uint32_t used = line.used_bytes[static_cast<std::size_t>(word_marked / 8)];
    if (((used >> (word_marked % 8 * 4)) & 0xfU) != 0xfU) continue;
    marks.add(lanes_of_word(line, word_marked), columns.byte_x(word_marked * 4),
              columns.byte_x(word_marked * 4 + 4, true));
  }
  add_word_hits(canvas, input, line, columns, y, height);
}

}  // namespace lanescope::picture
