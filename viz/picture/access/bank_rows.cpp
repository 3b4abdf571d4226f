#include "viz/picture/access/bank_rows.h"

#include <algorithm>
#include <cstddef>

namespace lanescope::picture {
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
