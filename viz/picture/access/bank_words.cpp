#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "sim/memory/shared.h"
#include "viz/picture/access/bank_layout.h"
#include "viz/picture/access/bank_text.h"
#include "viz/picture/core/frame.h"
#include "viz/picture/core/lanes_row.h"

namespace lanescope::picture {

namespace {

// ---- names of lanes next to their cells, where rows are too low for digits inside ----

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

// Names some of the lanes: those whose names find room clear of requested words and padding.
void draw_lanes_beside(Canvas& canvas, const WordPicture& picture, const BankLayout& layout) {
  const auto banks = static_cast<std::uint64_t>(picture.banks);
  std::map<std::uint64_t, Rect> cells;
  std::vector<Rect> taken;
  for (std::size_t slot = 0; slot < layout.slots.size(); ++slot) {
    if (layout.slots[slot].skipped > 0) continue;
    const std::uint64_t first = layout.slots[slot].row * banks;
    for (std::uint64_t word = first; word < first + banks; ++word) {
      const bool wanted = picture.words.count(word) > 0;
      if (!wanted && !std::binary_search(picture.untouched.begin(), picture.untouched.end(), word))
        continue;
      taken.push_back(layout.cell(static_cast<int>(word - first), slot, 1));
      if (wanted) cells[word] = taken.back();
    }
  }
  if (cells.empty()) return;
  const Rect top = layout.cell(0, 0, picture.banks);
  const Rect bottom = layout.cell(0, layout.slots.size() - 1, picture.banks);
  const Rect grid{top.x, top.y, top.w, bottom.y + bottom.h - top.y};
  const float size = canvas.px(text_small);
  std::uint32_t named = 0;
  for (const int lane : lanes_beside) {
    if (((named >> lane) & 1U) != 0) continue;
    const auto word = std::find_if(cells.begin(), cells.end(), [&](const auto& entry) {
      return ((picture.words.at(entry.first).lanes >> lane) & 1U) != 0;
    });
    if (word == cells.end()) continue;
    const std::uint32_t lanes = picture.words.at(word->first).lanes;
    std::string name = lane_marks(lanes).front();
    // The first name says what the numbers are.
    if (named == 0) name = canvas.texts().get("stage.lane_axis") + " " + name;
    named |= lanes;
    const float w = canvas.measure(FontRole::mono_bold, size, name);
    const auto area = place_beside(canvas, word->second, grid, w, size * 0.8F, taken);
    if (!area) continue;
    taken.push_back(*area);
    canvas.label(text_at(area->x, area->y + area->h / 2, FontRole::mono_bold, size,
                         canvas.palette().text_dim, name));
    draw_leader(canvas, word->second, *area);
  }
}

// If most of the memory is untouched, stripes everywhere would hide the picture.
constexpr std::size_t max_untouched_part = 4;  // at most a quarter

std::vector<std::uint64_t> untouched_of(const SharedUse& use,
                                        const std::map<std::uint64_t, WordState>& words) {
  std::vector<std::uint64_t> untouched;
  for (std::size_t word = 0; word < use.touched.size(); ++word) {
    if (!use.touched[word] && words.find(word) == words.end()) untouched.push_back(word);
  }
  if (untouched.size() * max_untouched_part > use.touched.size()) untouched.clear();
  return untouched;
}

// Padding comes back with every row: as many words each time, equally far apart. The unused corners
// of a tile with a margin do not.
bool is_padding(const std::vector<std::uint64_t>& untouched) {
  std::vector<std::uint64_t> starts, sizes;
  for (const std::uint64_t word : untouched) {
    if (starts.empty() || word != starts.back() + sizes.back()) {
      starts.push_back(word);
      sizes.push_back(0);
    }
    ++sizes.back();
  }
  if (starts.size() < 2) return false;
  for (std::size_t i = 1; i < starts.size(); ++i) {
    if (sizes[i] != sizes[0] || starts[i] - starts[i - 1] != starts[1] - starts[0]) return false;
  }
  return true;
}

// "0–3" says more than "4×", but is used only if it fits all such words of the picture: a mixture
// would look like two different things.
bool ranges_fit(const Canvas& canvas, const WordPicture& picture, float size, float width) {
  return size > 0 &&
         std::all_of(picture.words.begin(), picture.words.end(), [&](const auto& entry) {
           return canvas.measure(FontRole::mono_bold, size,
                                 lane_marks(entry.second.lanes).front()) +
                      2 <=
                  width;
         });
}

// Shared by all cells of a picture.
struct CellStyle {
  float gap = 0;        // between neighbouring cells
  bool framed = false;  // cells are high enough for a frame around the digits
  float border = 0;     // width of that frame
  float outline = 0;    // width of the outline around words served by the chosen wavefront
  float size = 0;       // font size of the digits; 0: no digits
  bool ranges = false;  // "0–3" rather than "4×"
  std::string lane;     // "lane", before its number where there is room; else empty
};

struct WordRun {
  Rect cell;
  std::uint64_t number = 0;  // number of this run among those of the same lanes
  WordState state;
  bool costly = false;
  bool chosen_lane = false;
};

// The colours of all lanes that share a word (a broadcast), side by side along its lower edge.
void draw_sharers(Canvas& canvas, const Rect& rect, std::uint32_t lanes) {
  const int count = std::popcount(lanes);
  const float h = std::max(2.0F, std::round(rect.h * 0.2F));
  const float inner = canvas.whole_px(1);
  const float width = rect.w - 2 * inner;
  if (count < 2 || rect.h < 14 || width < static_cast<float>(count) * 0.5F) return;
  int at = 0;
  for (int lane = 0; lane < memory::warp_lanes; ++lane) {
    if (((lanes >> lane) & 1U) == 0) continue;
    const float x = rect.x + inner + width * static_cast<float>(at) / static_cast<float>(count);
    canvas.fill({x, rect.y + rect.h - inner - h, width / static_cast<float>(count), h},
                canvas.palette().lane[static_cast<std::size_t>(lane)]);
    ++at;
  }
}

// For cells too low for a frame around digits: draws a bar at both ends instead. Sets `rect` to the
// area between the bars, and `box` to match.
void draw_rails(Canvas& canvas, Rect& rect, Box& box) {
  canvas.fill(rect, box.border, box.radius);
  const float rail = canvas.whole_px(1.5F);
  rect = {rect.x + rail, rect.y, rect.w - 2 * rail, rect.h};
  box.border_width = 0;
  box.radius = 0;
}

// Without a frame, a word whose colour is close to the ground's would be less visible than the
// stripes of unused words. The outline lies in the gaps around the cell; without gaps, the colour
// itself is adjusted.
void outline_lane(Canvas& canvas, const Rect& rect, Box& box, std::size_t lane, float gap) {
  const Palette& palette = canvas.palette();
  if (gap > 0) {
    canvas.fill({rect.x - gap, rect.y - gap, rect.w + 2 * gap, rect.h + 2 * gap},
                palette.lane_border, box.radius + gap);
  } else {
    box.fill = lane_stroke(palette, static_cast<int>(lane));
  }
}

constexpr float min_outlined_px = 6;  // pixels: the smallest side of a word with an outline

// Draws one word, or neighbouring words of the same lanes, in the style of its state. States
// differ in shape, not only in hue: served is filled and framed, waiting is an outline, later is a
// faint outline, done is flat.
void draw_word_run(Canvas& canvas, const WordRun& run, const CellStyle& style, bool stepping) {
  const Palette& palette = canvas.palette();
  const Rect& cell = run.cell;
  const auto lane = static_cast<std::size_t>(first_lane(run.state.lanes));
  canvas.part(Part::Kind::word, run.number, run.state.lanes);
  Rect rect{cell.x + style.gap, cell.y + style.gap, cell.w - style.gap, cell.h - style.gap};
  const float min_side = std::min(rect.w, rect.h);
  Box box;
  box.radius = std::min(canvas.px(2.5F), min_side / 4);
  box.border_width = min_side >= min_outlined_px ? canvas.whole_px(1) : 0;
  Color ink = palette.lane_text[lane];
  switch (run.state.stage) {
    case LaneState::served: {
      const Color& meaning = run.costly ? palette.costly : palette.good;
      box.fill = palette.lane[lane];
      box.border = stepping ? palette.text : meaning;
      if (stepping) {
        // The outline fills the gaps around the cell and covers neighbours, which are already
        // drawn.
        const float out = style.outline;
        canvas.fill({rect.x - out, rect.y - out, rect.w + 2 * out, rect.h + 2 * out}, palette.text,
                    box.radius + out);
        box.border_width = 0;
      } else if (style.framed) {
        box.border_width = style.border;
      } else {
        outline_lane(canvas, rect, box, lane, style.gap);
        if (rect.w >= 10) draw_rails(canvas, rect, box);
      }
      break;
    }
    case LaneState::waiting:
      box.fill = palette.panel;
      box.border = palette.text_faint;
      ink = palette.text_dim;
      if (!style.framed && style.size > 0) draw_rails(canvas, rect, box);
      break;
    case LaneState::later:
    case LaneState::none:
      box.fill = palette.panel;
      box.border = mixed(palette.panel, palette.text_faint, 0.4F);
      ink = palette.text_faint;
      break;
    case LaneState::done:
      box.fill = mixed(palette.cell, palette.lane[lane], 0.25F);
      box.border_width = 0;
      ink = ink_on(palette, box.fill);
      break;
  }
  // In a row too low for an outline, its colour fills the word.
  const bool is_outlined =
      run.state.stage != LaneState::served && run.state.stage != LaneState::done;
  if (is_outlined && min_side < min_outlined_px) box.fill = box.border;
  box.rect = rect;
  if (run.chosen_lane) {
    frame_chosen(canvas, box, run.state.stage == LaneState::served ? lane : palette.lane.size());
    box.border_width =
        style.framed ? std::max(style.border, canvas.whole_px(1.6F)) : canvas.whole_px(1);
  }
  canvas.box(box);
  if (run.state.stage == LaneState::served) draw_sharers(canvas, rect, run.state.lanes);
  if (run.state.stage == LaneState::done && rect.h >= canvas.px(14)) {
    const float bar = canvas.whole_px(2);
    canvas.fill({rect.x, rect.y + rect.h - bar, rect.w, bar}, palette.text_faint);
  }

  const std::vector<std::string> marks = lane_marks(run.state.lanes);
  canvas.centred(rect, FontRole::mono_bold, style.size, ink,
                 style.ranges ? marks.front() : marks.back());
  if (style.lane.empty() || std::popcount(run.state.lanes) != 1) return;
  // A label of its own: when the padding changes, the number glides along without it.
  const float number = canvas.measure(FontRole::mono_bold, style.size, "31");
  canvas.label(text_at(rect.x + (rect.w - number) / 2 - canvas.px(4), rect.y + rect.h / 2,
                       FontRole::mono, style.size, ink, style.lane, AlignX::right));
}

}  // namespace

WordPicture word_picture(const StageInput& input, const memory::SharedSchedule& schedule) {
  WordPicture picture;
  picture.banks = machine_of(input).bank_count();
  for (int lane = 0; lane < memory::warp_lanes; ++lane) {
    if (!input.access.lane_is_active(lane)) continue;
    const WordRange range = words_of(input.access, lane);
    for (std::uint64_t word = range.first; word < range.first + range.count; ++word)
      picture.words[word].lanes |= 1U << lane;
  }
  if (input.wavefront && !schedule.wavefronts.empty()) {
    const std::size_t current =
        std::min<std::size_t>(*input.wavefront, schedule.wavefronts.size() - 1);
    for (auto& [word, state] : picture.words) state.stage = LaneState::done;
    // Later wavefronts first, so that `served` overrides `waiting`.
    for (std::size_t at = schedule.wavefronts.size(); at-- > current;) {
      for (const memory::ServedWord& served : schedule.wavefronts[at].served) {
        const bool same_group = schedule.wavefronts[at].group == schedule.wavefronts[current].group;
        picture.words[served.word].stage = at == current ? LaneState::served
                                           : same_group  ? LaneState::waiting
                                                         : LaneState::later;
      }
    }
  }
  picture.untouched = untouched_of(input.shared, picture.words);
  picture.has_padding = is_padding(picture.untouched);
  return picture;
}

namespace {

// `faint`: in rows too low for frames around the lanes' words, which must stand out.
void draw_untouched(Canvas& canvas, const WordPicture& picture, std::size_t slot,
                    std::uint64_t first, const BankLayout& layout, bool faint) {
  const auto banks = static_cast<std::uint64_t>(picture.banks);
  for (auto word = std::lower_bound(picture.untouched.begin(), picture.untouched.end(), first);
       word != picture.untouched.end() && *word < first + banks; ++word) {
    const Rect cell = layout.cell(static_cast<int>(*word - first), slot, 1);
    canvas.part(Part::Kind::padding, *word);
    const float gap = cell.h >= 8 ? canvas.whole_px(0.6F) : 0;
    const Rect rect{cell.x + gap, cell.y + gap, cell.w - gap, cell.h - gap};
    if (faint) {
      const Palette& palette = canvas.palette();
      canvas.box({rect,
                  0,
                  palette.waste_fill,
                  {0, 0, 0, 0},
                  0,
                  mixed(palette.waste_fill, palette.waste, 0.4F),
                  canvas.whole_px(6)});
    } else {
      canvas.waste(rect);
    }
    canvas.hit(cell, HitKind::word_cell, *word,
               canvas.texts().get(
                   picture.has_padding ? "stage.bank.word_padding" : "stage.bank.word_untouched",
                   fmt::arg("word", *word), fmt::arg("bank", *word % banks)));
  }
}

CellStyle cell_style(const Canvas& canvas, const WordPicture& picture, const BankLayout& layout) {
  // Rows rounded to whole pixels differ in height by up to one pixel; use the lowest.
  Rect cell;
  for (std::size_t slot = 0; slot < layout.slots.size(); ++slot) {
    if (layout.slots[slot].skipped > 0) continue;
    const Rect here = layout.cell(0, slot, 1);
    if (cell.h == 0 || here.h < cell.h) cell = here;
  }
  if (cell.h == 0) return {};
  if (!layout.wide.empty()) cell.w = layout.column;  // idle columns have nothing to write
  const float height = cell.h;
  CellStyle style;
  if (height >= 7 && cell.w >= 7) style.gap = height >= 10 ? canvas.whole_px(0.6F) : 1;
  style.border = canvas.whole_px(height >= canvas.px(14) ? 1.6F : 1);
  // If a frame would make the digits unreadable at this scale, the digits get its room.
  const float framed_px =
      std::max(min_digit(canvas), canvas.px(8.5F)) * digit_height + digit_clearance_px;
  style.framed = height - style.gap - 2 * style.border >= framed_px;
  style.outline = canvas.whole_px(height >= 10 ? 1.6F : 1);
  const float rails = style.framed ? 0 : 2 * canvas.whole_px(1.5F) + 1;
  const float frame = style.framed ? 2 * style.border : 0;
  std::string widest = "31";
  for (const auto& [word, state] : picture.words) {
    const std::string mark = lane_marks(state.lanes).back();
    if (mark.size() > widest.size()) widest = mark;
  }
  const float width = cell.w - style.gap - rails;
  // On a large screen digits grow with their cells.
  const float largest =
      std::clamp(height * 0.4F, canvas.px(text_small + 1), canvas.px(text_title + 2));
  const float room = height - style.gap - frame;
  style.size = digit_size(canvas, width, room, largest, widest);
  // If the longer marks don't fit, draw the digits of single lanes.
  if (style.size == 0) style.size = digit_size(canvas, width, room, largest);
  style.ranges = ranges_fit(canvas, picture, style.size, width);
  const std::string lane = canvas.texts().get("stage.lane_axis");
  const float left = canvas.measure(FontRole::mono, style.size, lane) + canvas.px(8) +
                     canvas.measure(FontRole::mono_bold, style.size, "31") / 2;
  if (!layout.wide.empty() && style.size > 0 && 2 * left <= width) style.lane = lane;
  return style;
}

}  // namespace

void draw_words(Canvas& canvas, const StageInput& input, const memory::SharedSchedule& schedule,
                const WordPicture& picture, const BankLayout& layout) {
  const auto banks = static_cast<std::uint64_t>(picture.banks);
  const std::uint32_t chosen = input.lane ? 1U << *input.lane : 0;
  const CellStyle style = cell_style(canvas, picture, layout);
  std::map<std::uint32_t, std::uint64_t> runs;  // by lanes: number of their runs so far
  std::vector<WordRun> served;  // by the chosen wavefront: drawn last, over their neighbours
  for (std::size_t slot = 0; slot < layout.slots.size(); ++slot) {
    if (layout.slots[slot].skipped > 0) continue;
    const std::uint64_t first = layout.slots[slot].row * banks;
    draw_untouched(canvas, picture, slot, first, layout, !style.framed);
    auto word = picture.words.lower_bound(first);
    while (word != picture.words.end() && word->first < first + banks) {
      // Neighbouring words of the same lanes in the same state are one wide access.
      const std::uint64_t from = word->first;
      WordRun run;
      run.state = word->second;
      run.number = runs[run.state.lanes]++;
      run.chosen_lane = (run.state.lanes & chosen) != 0;
      std::uint64_t to = from;
      while (word != picture.words.end() && word->first == to && to < first + banks &&
             word->second.lanes == run.state.lanes && word->second.stage == run.state.stage) {
        run.costly = run.costly || schedule.bank_load[static_cast<std::size_t>(to % banks)] > 1;
        ++to;
        ++word;
      }
      run.cell = layout.cell(static_cast<int>(from - first), slot, static_cast<int>(to - from));
      if (input.wavefront && run.state.stage == LaneState::served) {
        served.push_back(run);
      } else {
        draw_word_run(canvas, run, style, false);
      }
      for (std::uint64_t w = from; w < to; ++w) {
        canvas.hit(layout.cell(static_cast<int>(w - first), slot, 1), HitKind::word_cell, w,
                   word_tooltip(input.access, w, run.state.lanes, picture.banks, canvas.texts()));
      }
    }
  }
  for (const WordRun& run : served) draw_word_run(canvas, run, style, true);
  canvas.part(Heading::lanes);
  if (style.size == 0) draw_lanes_beside(canvas, picture, layout);
}

SharedUse shared_use(const report::Report& report) {
  SharedUse use;
  use.bytes = report.shared_bytes;
  if (use.bytes == 0 || report.traces.empty()) return use;
  use.touched.assign((use.bytes + memory::bank_bytes - 1) / memory::bank_bytes, false);
  for (const report::WarpTrace& trace : report.traces) {
    if (trace.truncated) {
      use.touched.clear();
      return use;
    }
    for (const report::Event& event : trace.events) {
      if (event.kind != report::EventKind::access || event.access.space != memory::Space::shared)
        continue;
      for (int lane = 0; lane < memory::warp_lanes; ++lane) {
        if (!event.access.lane_is_active(lane)) continue;
        const WordRange range = words_of(event.access, lane);
        for (std::uint64_t word = range.first; word < range.first + range.count; ++word) {
          if (word < use.touched.size()) use.touched[static_cast<std::size_t>(word)] = true;
        }
      }
    }
  }
  return use;
}

}  // namespace lanescope::picture
