#include "viz/scene/bank_rows.h"

#include <algorithm>

namespace lanescope::scene {
namespace {

// The touched rows with `context` rows on both sides of each, with marks in between.
std::vector<RowSlot> with_context(const std::vector<std::uint64_t>& touched, std::uint64_t total,
                                  std::uint64_t context) {
  std::vector<RowSlot> slots;
  std::uint64_t next = 0;  // the first row not yet accounted for
  for (const std::uint64_t row : touched) {
    std::uint64_t from = row > context ? row - context : 0;
    const std::uint64_t to = std::min(row + context, total - 1);
    // A mark for a single row would take that row's own place.
    if (from > next && from - next > 1) {
      slots.push_back({next, from - next});
    } else {
      from = std::min(from, next);
    }
    for (std::uint64_t r = std::max(from, next); r <= to; ++r) slots.push_back({r, 0});
    next = std::max(next, to + 1);
  }
  if (total - next == 1) slots.push_back({next, 0});
  if (total - next > 1) slots.push_back({next, total - next});
  return slots;
}

// `room` neighbouring slots around the wanted row, the cut ends marked.
std::vector<RowSlot> window(const std::vector<RowSlot>& slots, std::size_t room,
                            std::uint64_t wanted) {
  const auto at = std::find_if(slots.begin(), slots.end(), [wanted](const RowSlot& slot) {
    return slot.skipped == 0 && slot.row >= wanted;
  });
  const auto index = static_cast<std::size_t>(at - slots.begin());
  std::size_t first = index > room / 2 ? index - room / 2 : 0;
  first = std::min(first, slots.size() - room);
  std::vector<RowSlot> shown(slots.begin() + static_cast<std::ptrdiff_t>(first),
                             slots.begin() + static_cast<std::ptrdiff_t>(first + room));
  const auto end_of = [](const RowSlot& slot) {
    return slot.row + std::max<std::uint64_t>(slot.skipped, 1);
  };
  if (first > 0) shown.front() = {slots.front().row, end_of(shown.front()) - slots.front().row};
  if (first + room < slots.size()) {
    shown.back() = {shown.back().row, end_of(slots.back()) - shown.back().row};
  }
  return shown;
}

}  // namespace

std::vector<RowSlot> choose_rows(const std::vector<std::uint64_t>& touched, std::uint64_t total,
                                 std::size_t room, std::uint64_t wanted) {
  if (!touched.empty()) total = std::max(total, touched.back() + 1);
  if (total == 0 || room == 0) return {};
  std::vector<RowSlot> slots;
  if (total <= room) {
    for (std::uint64_t row = 0; row < total; ++row) slots.push_back({row, 0});
    return slots;
  }
  for (std::uint64_t context = 8;; --context) {
    slots = with_context(touched, total, context);
    if (slots.size() <= room) return slots;
    if (context == 0) break;
  }
  // A window needs a row between two marks.
  return room >= 3 ? window(slots, room, wanted) : std::vector<RowSlot>{};
}

}  // namespace lanescope::scene
