#include "viz/picture/access/bank_layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

#include "viz/picture/access/pass_strip.h"
#include "viz/picture/core/frame.h"

namespace lanescope::picture {
namespace {

// Ascending, without duplicates; includes the rows that the scale asks for.
std::vector<std::uint64_t> touched_rows(const WordPicture& picture, const StageScale& scale) {
  const auto banks = static_cast<std::uint64_t>(picture.banks);
  std::vector<std::uint64_t> rows;
  for (const auto& [word, state] : picture.words) rows.push_back(word / banks);
  for (const std::uint64_t word : scale.words) rows.push_back(word / banks);
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

std::uint64_t wanted_row(const WordPicture& picture) {
  for (const auto& [word, state] : picture.words) {
    if (state.stage == LaneState::served) return word / static_cast<std::uint64_t>(picture.banks);
  }
  return 0;
}

std::size_t shown_touched(const std::vector<RowSlot>& slots,
                          const std::vector<std::uint64_t>& rows) {
  return static_cast<std::size_t>(
      std::count_if(slots.begin(), slots.end(), [&rows](const RowSlot& slot) {
        return slot.skipped == 0 && std::binary_search(rows.begin(), rows.end(), slot.row);
      }));
}

// Pixels: the lowest row with digits, including the gap between cells.
constexpr float digit_row_px = 9;
static_assert(digit_row_px >= min_digit_px * digit_height + digit_clearance_px + 1);

// Pixels: the lowest visible row.
constexpr float min_row_px = 3;

// A row high enough for easily readable digits.
float good_row(const Canvas& canvas) { return std::max(digit_row_px, canvas.px(9)); }

// The rows to show. Prefers rows high enough for easily readable digits, if all touched rows then
// fit; otherwise lower ones. Two pixels still show that there is a row; leaving one out is worse.
std::vector<RowSlot> slots_for(const Canvas& canvas, const WordPicture& picture,
                               const StageScale& scale, std::uint64_t total, float available) {
  const auto rows = touched_rows(picture, scale);
  const std::uint64_t wanted = wanted_row(picture);
  std::vector<RowSlot> slots;
  // Beside a picture with another number of banks, show all rows as long as all are visible.
  const bool shows_all = scale.rows > 0 && static_cast<float>(total) * min_row_px <= available;
  if (shows_all) return choose_rows(rows, total, static_cast<float>(total), wanted);
  for (const float least : {good_row(canvas), digit_row_px, 5.0F, min_row_px, 2.0F}) {
    slots = choose_rows(rows, total, available / least, wanted);
    if (shown_touched(slots, rows) == rows.size()) break;
  }
  return slots;
}

// Number of rows that share the height.
float rows_for(const std::vector<RowSlot>& slots, const StageScale& scale, float available) {
  const float rows = std::max(1.0F, height_in_rows(slots));
  return available >= scale.rows * min_row_px ? std::max(rows, scale.rows) : rows;
}

void place_columns(const Canvas& canvas, const Rect& body, std::uint64_t last_word, int columns,
                   BankLayout& layout) {
  const float u = canvas.px(1);
  const float small = canvas.px(text_small);
  const auto& texts = canvas.texts();
  const float labels =
      std::max({canvas.measure(FontRole::mono, small, std::to_string(last_word)),
                canvas.measure(FontRole::ui, small, texts.get("stage.bank.bank")),
                canvas.measure(FontRole::mono, small, texts.get("stage.bank.word") + " 0"),
                canvas.measure(FontRole::ui, small, texts.get("stage.bank.load"))}) +
      8 * u;
  const float gutter = body.w >= 300 * u ? labels : 0;
  const float stack =
      body.w >= 360 * u
          ? std::max(36 * u, canvas.measure(FontRole::ui, small, texts.get("stage.bank.stack")))
          : 16 * u;
  const float stack_gap = (body.w >= 360 * u ? 2.5F : 1.0F) * space_unit * u;
  const float x = std::round(body.x + gutter);
  const float right = body.x + body.w - stack - stack_gap;
  layout.column = std::max(1.0F, (right - x) / static_cast<float>(columns));
  // Columns of whole pixels are all alike; the rest is left free on the right.
  if (layout.column >= 8) layout.column = std::floor(layout.column);
  layout.grid.x = x;
  layout.grid.w = layout.column * static_cast<float>(layout.banks);
  layout.stack.x = std::round(right + stack_gap);
  layout.stack.w = stack;
}

void set_edges(BankLayout& layout, float idle) {
  layout.edges = {layout.grid.x};
  for (int bank = 0; bank < layout.banks; ++bank)
    layout.edges.push_back(layout.edges.back() + (layout.is_wide(bank) ? layout.column : idle));
  layout.grid.w = layout.edges.back() - layout.grid.x;
}

constexpr std::ptrdiff_t most_wide_banks = 8;

// See the head of bank_layout.h. What the columns leave goes to the wavefronts, whose filled part
// is the share of busy banks.
void widen_busy_columns(const Canvas& canvas, const Rect& body, const WordPicture& picture,
                        BankLayout& layout) {
  std::vector<bool> busy(static_cast<std::size_t>(layout.banks));
  for (const auto& [word, state] : picture.words)
    busy[word % static_cast<std::uint64_t>(layout.banks)] = true;
  const std::ptrdiff_t wide = std::count(busy.begin(), busy.end(), true);
  const bool is_low = layout.row < canvas.px(20);
  if (!is_low || wide == 0 || wide > most_wide_banks) return;
  const float right = layout.stack.x + layout.stack.w;
  const float gap = layout.stack.x - layout.grid.x - layout.grid.w;
  const float stack =
      std::round(std::max(layout.stack.w, std::min(0.17F * body.w, canvas.px(150))));
  const float room = right - stack - gap - layout.grid.x;
  const float column =
      std::floor(std::min(0.36F * room / static_cast<float>(wide), canvas.px(280)));
  const float idle = std::floor((room - column * static_cast<float>(wide)) /
                                static_cast<float>(layout.banks - wide));
  if (idle < canvas.px(6) || column <= layout.column) return;
  layout.wide = std::move(busy);
  layout.column = column;
  set_edges(layout, idle);
  layout.stack.x = std::round(layout.grid.x + layout.grid.w + gap);
  layout.stack.w = right - layout.stack.x;
}

}  // namespace

BankLayout lay_out_banks(const Canvas& canvas, const Rect& body, const SharedUse& shared,
                         const WordPicture& picture, const StageScale& scale, std::size_t groups) {
  BankLayout layout;
  const float u = canvas.px(1);
  const float small = canvas.px(text_small);
  layout.banks = picture.banks;
  const auto banks = static_cast<std::uint64_t>(picture.banks);
  const std::uint64_t row_bytes = banks * memory::bank_bytes;
  const std::uint64_t bytes = std::max(shared.bytes, scale.shared_bytes);
  std::uint64_t total = (bytes + row_bytes - 1) / row_bytes;
  if (!picture.words.empty()) total = std::max(total, picture.words.rbegin()->first / banks + 1);
  if (!scale.words.empty()) total = std::max(total, scale.words.back() / banks + 1);
  place_columns(canvas, body, total * banks, std::max(picture.banks, scale.banks), layout);

  // A low picture names its banks rather than show how busy they are, which takes as much room.
  const bool is_low = body.h < 120 * u;
  const float numbers_h = body.h >= 48 * u ? small + 6 * u : 0;
  struct Heights {
    float load, legend, words;
    float strip = 0;  // of the lanes in their pass groups
    bool explains = false;
    float min_row = 0;  // lowest row height for which this option is used
    [[nodiscard]] float sum() const { return load + legend + words + strip; }
  };
  const float legend_h = small + 12 * u;
  const float words_h = is_low ? 0 : small;
  const float chips_h = std::round(16 * u);
  const float lanes_h = pass_brackets_height(canvas, false) + chips_h + 6 * u;
  const float explained_h = pass_brackets_height(canvas, true) + chips_h + 6 * u;
  const float framed_row = 11.5F * u;
  const float lowest_load = numbers_h > 0 && is_low ? 0 : std::min(26 * u, body.h * 0.18F);
  // With several groups, the strip is what matters. With a single group, it says little more than
  // the grid and must not take height from it.
  const std::array<Heights, 6> of_several{
      {{42 * u, legend_h, words_h, explained_h, true, framed_row},
       {30 * u, legend_h, words_h, explained_h, true},
       {30 * u, 0, words_h, explained_h, true},
       {30 * u, 0, words_h, lanes_h},
       {30 * u, 0, words_h},
       {lowest_load, 0, 0}}};
  const std::array<Heights, 6> of_one{{{42 * u, legend_h, words_h, explained_h, true, framed_row},
                                       {30 * u, legend_h, words_h, explained_h, true, framed_row},
                                       {42 * u, legend_h, words_h},
                                       {30 * u, legend_h, words_h},
                                       {30 * u, 0, words_h},
                                       {lowest_load, 0, 0}}};
  const auto& options = groups > 1 ? of_several : of_one;
  Heights chosen = options.back();
  for (const Heights& option : options) {
    const float available = body.h - numbers_h - option.sum();
    if (available < 60 * u) continue;
    const auto slots = slots_for(canvas, picture, scale, total, available);
    const float min_row = std::max(good_row(canvas), option.min_row);
    if (slots.empty() || available / rows_for(slots, scale, available) < min_row) continue;
    chosen = option;
    layout.roomy = true;
    break;
  }
  chosen.strip = std::round(chosen.strip);
  const float available = std::max(0.0F, body.h - numbers_h - chosen.sum());
  layout.slots = slots_for(canvas, picture, scale, total, available);
  const float rows = rows_for(layout.slots, scale, available);
  // An upper limit for few rows; many rows, such as a tile's, fill the height.
  const float max_row = rows >= 16 ? 80 * u : 40 * u;
  layout.row = std::min({layout.column * 1.4F, max_row, available / rows});
  if (layout.row >= 12) layout.row = std::floor(layout.row);
  set_edges(layout, layout.column);
  // With several groups, the strip of lanes has the columns' width and needs it.
  if (groups == 1 && scale.banks == 0) widen_busy_columns(canvas, body, picture, layout);
  layout.strip = {layout.grid.x, body.y, layout.grid.w, chosen.strip};
  layout.chips_h = chosen.strip > 0 ? chips_h : 0;
  layout.explains = chosen.explains;
  chosen.load = std::round(chosen.load);
  layout.load = {layout.grid.x, body.y + chosen.strip, layout.grid.w, chosen.load};
  layout.numbers = {layout.grid.x, layout.load.y + chosen.load, layout.grid.w, numbers_h};
  layout.words = {body.x, layout.numbers.y + numbers_h, layout.grid.x - body.x, chosen.words};
  layout.grid.y = std::round(layout.numbers.y + numbers_h + chosen.words);
  layout.grid.h = layout.row * std::max(1.0F, height_in_rows(layout.slots));
  float y = layout.grid.y;
  for (const RowSlot& slot : layout.slots) {
    layout.tops.push_back(y);
    y += layout.row * (slot.skipped > 0 ? mark_rows : 1);
  }
  layout.tops.push_back(y);
  const float most = body.y + body.h - chosen.legend - layout.grid.y;
  layout.stack.y = layout.grid.y;
  layout.stack.h = std::min(std::max(layout.grid.h, 180 * u), most);
  if (chosen.legend > 0) {
    layout.legend = {layout.grid.x, body.y + body.h - chosen.legend + 6 * u,
                     body.x + body.w - layout.grid.x, chosen.legend - 6 * u};
  }
  return layout;
}

namespace {

// The touched rows with `context` rows on both sides of each, and marks for the gaps.
std::vector<RowSlot> with_context(const std::vector<std::uint64_t>& touched, std::uint64_t total,
                                  std::uint64_t context) {
  std::vector<RowSlot> slots;
  std::uint64_t next = 0;  // the first row not yet handled
  for (const std::uint64_t row : touched) {
    const std::uint64_t from = row > context ? row - context : 0;
    const std::uint64_t to = std::min(row + context, total - 1);
    if (from > next) slots.push_back({next, from - next});
    for (std::uint64_t r = std::max(from, next); r <= to; ++r) slots.push_back({r, 0});
    next = std::max(next, to + 1);
  }
  if (total > next) slots.push_back({next, total - next});
  return slots;
}

std::uint64_t end_of(const RowSlot& slot) {
  return slot.row + std::max<std::uint64_t>(slot.skipped, 1);
}

// As many neighbours of the wanted row as fit, with a mark at each end that was cut.
std::vector<RowSlot> window(const std::vector<RowSlot>& slots, float room, std::uint64_t wanted) {
  const auto at = std::find_if(slots.begin(), slots.end(), [wanted](const RowSlot& slot) {
    return slot.skipped == 0 && slot.row >= wanted;
  });
  std::size_t first = std::min(static_cast<std::size_t>(at - slots.begin()), slots.size() - 1);
  std::size_t last = first + 1;
  std::vector<RowSlot> shown{slots[first]};
  const float limit = room - 2 * mark_rows;
  for (bool grew = true; grew;) {
    grew = false;
    if (last < slots.size()) {
      shown.push_back(slots[last]);
      grew = height_in_rows(shown) <= limit;
      if (grew) {
        ++last;
      } else {
        shown.pop_back();
      }
    }
    if (first > 0) {
      shown.insert(shown.begin(), slots[first - 1]);
      if (height_in_rows(shown) <= limit) {
        --first;
        grew = true;
      } else {
        shown.erase(shown.begin());
      }
    }
  }
  if (first > 0) {
    const RowSlot cut{slots.front().row, shown.front().row - slots.front().row};
    shown.insert(shown.begin(), cut);
  }
  if (last < slots.size()) {
    const std::uint64_t end = end_of(shown.back());
    shown.push_back({end, end_of(slots.back()) - end});
  }
  return shown;
}

}  // namespace

float height_in_rows(const std::vector<RowSlot>& slots) {
  float height = 0;
  for (const RowSlot& slot : slots) height += slot.skipped > 0 ? mark_rows : 1;
  return height;
}

std::vector<RowSlot> choose_rows(const std::vector<std::uint64_t>& touched, std::uint64_t total,
                                 float room, std::uint64_t wanted) {
  if (!touched.empty()) total = std::max(total, touched.back() + 1);
  if (total == 0 || room < 1) return {};
  std::vector<RowSlot> slots;
  if (static_cast<float>(total) <= room) {
    for (std::uint64_t row = 0; row < total; ++row) slots.push_back({row, 0});
    return slots;
  }
  for (std::uint64_t context = 8;; --context) {
    slots = with_context(touched, total, context);
    if (height_in_rows(slots) <= room) return slots;
    if (context == 0) return window(slots, room, wanted);
  }
}

}  // namespace lanescope::picture
