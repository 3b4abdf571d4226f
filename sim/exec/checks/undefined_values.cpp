#include "sim/exec/checks/undefined_values.h"

#include <algorithm>
#include <utility>

#include "sim/exec/lanes/lane_loops.h"
#include "sim/exec/program/parameter_area.h"

namespace lanescope::exec {

void UndefinedValues::start_block() {
  for (Marks& marks : marks_) marks.clear();
  std::fill(executed_.begin(), executed_.end(), Executed{});
}

// The executing lanes of `to` become defined, except the `undefined` ones: these get the sources
// of `from`.
void UndefinedValues::set(Marks& marks, const std::byte* to, std::uint32_t executing,
                          std::uint32_t undefined, const Mark* from) {
  const auto known = marks.find(to);
  if (undefined == 0) {
    if (known != marks.end() && (known->second.lanes &= ~executing) == 0) marks.erase(known);
    return;
  }
  const Mark copied = *from;  // inserting may move it
  Mark& mark = marks[to];
  mark.lanes = (mark.lanes & ~executing) | undefined;
  for_set_lanes(undefined, [&](int l) { mark.sources[l] = copied.sources[l]; });
}

void UndefinedValues::mark(std::uint32_t warp, const Lanes& lanes, Row row, std::uint32_t bad,
                           const Source (&sources)[warp_lanes]) {
  // Since then nothing was followed, and the row may have been written anew.
  if (marks_[warp].empty()) executed_[warp] = {};
  Mark& mark = marks_[warp][lanes.at(row)];
  mark.lanes |= bad;
  for_set_lanes(bad, [&](int l) { mark.sources[l] = sources[l]; });
}

void UndefinedValues::use(Marks& marks, const std::byte* at, std::uint32_t mask, Used what) {
  const auto found = marks.find(at);
  if (found == marks.end()) return;
  const Mark used = found->second;
  std::uint32_t rest = used.lanes & mask;
  for_set_lanes(rest, [&](int l) {
    const Source& source = used.sources[l];
    const bool is_used = what == Used::without_padding ? !source.is_padding
                         : what == Used::loaded        ? !source.is_shuffle
                                                       : what == Used::all || source.is_shuffle;
    if (!is_used) rest &= ~(1U << l);
  });
  while (rest != 0) {
    const int first = std::countr_zero(rest);
    Use use{0, used.sources[first]};
    for_set_lanes(rest, [&](int l) {
      const Source& source = used.sources[l];
      if (source.site == use.source.site && source.is_shuffle == use.source.is_shuffle)
        use.lanes |= 1U << l;
    });
    rest &= ~use.lanes;
    // One load is reported once, however often its value is used.
    for (auto& entry : marks) {
      auto& mark = entry.second;
      for_set_lanes(use.lanes & mark.lanes, [&](int l) {
        if (mark.sources[l] == used.sources[l]) mark.lanes &= ~(1U << l);
      });
    }
    std::erase_if(marks, [](const auto& entry) { return entry.second.lanes == 0; });
    uses_.push_back(use);
  }
}

const std::vector<UndefinedValues::Use>& UndefinedValues::store_global(std::uint32_t warp,
                                                                       const Lanes& lanes, Row row,
                                                                       std::uint32_t mask) {
  uses_.clear();
  use(marks_[warp], lanes.at(row), mask, Used::without_padding);
  return uses_;
}

const std::vector<UndefinedValues::Use>& UndefinedValues::store_elsewhere(std::uint32_t warp,
                                                                          const Lanes& lanes,
                                                                          Row row,
                                                                          std::uint32_t mask) {
  uses_.clear();
  use(marks_[warp], lanes.at(row), mask, Used::shuffled);
  return uses_;
}

const std::vector<UndefinedValues::Use>& UndefinedValues::execute(std::uint32_t warp,
                                                                  std::uint32_t pc,
                                                                  const Lanes& lanes) {
  uses_.clear();
  drop_read(warp);
  Marks& marks = marks_[warp];
  if (marks.empty()) return uses_;
  executed_[warp] = {pc, lanes.mask, lanes.rows[0]};
  const Instruction& in = program_.code[pc];
  const RowUse& rows = program_.row_uses[pc];
  switch (rows.flow) {
    case ValueFlow::none:
      break;
    case ValueFlow::copies:
      copy(marks, rows, lanes, false);
      break;
    case ValueFlow::rearranges:
      copy(marks, rows, lanes, true);
      break;
    case ValueFlow::selects:
      select(marks, in, lanes);
      break;
    case ValueFlow::exchanges:
      exchange(marks, in, lanes);
      break;
    case ValueFlow::loads_area:
      load_area(marks, in, rows.element_bytes, lanes);
      break;
    case ValueFlow::stores_area:
      store_area(marks, in, rows.element_bytes, lanes);
      break;
    case ValueFlow::uses:
    case ValueFlow::loads:
    case ValueFlow::stores: {
      // Predicates are not followed: a comparison is a use.
      const bool passes_on = in.flow == Flow::compute && rows.writes != 0;
      const Mark passed = passes_on ? shuffled(marks, rows, lanes) : Mark{};
      for (std::uint32_t i = 0; i < rows.reads; ++i)
        use(marks, at(lanes, rows, i), lanes.mask, passes_on ? Used::loaded : Used::all);
      for (std::uint32_t i = 0; i < rows.writes; ++i)
        set(marks, at(lanes, rows, rows.reads + i), lanes.mask, passed.lanes, &passed);
      break;
    }
  }
  return uses_;
}

void UndefinedValues::drop_read(std::uint32_t warp) {
  const Executed executed = std::exchange(executed_[warp], Executed{});
  if (executed.pc == none_executed) return;
  const RowUse& rows = program_.row_uses[executed.pc];
  for (std::uint32_t i = 0; i < rows.lasts; ++i) {
    const Row row = program_.used_rows[rows.first + rows.reads + rows.writes + i];
    if (!row.is_constant())
      set(marks_[warp], executed.rows + row.value, executed.lanes, 0, nullptr);
  }
}

UndefinedValues::Mark UndefinedValues::shuffled(const Marks& marks, const RowUse& in,
                                                const Lanes& lanes) const {
  Mark result;
  for (std::uint32_t i = 0; i < in.reads; ++i) {
    const auto found = marks.find(at(lanes, in, i));
    if (found == marks.end()) continue;
    for_set_lanes(found->second.lanes & lanes.mask, [&](int l) {
      const Source& source = found->second.sources[l];
      const bool is_known = (result.lanes >> l & 1) != 0;
      if (!source.is_shuffle || (is_known && result.sources[l].reader <= source.reader)) return;
      result.lanes |= 1U << l;
      result.sources[l] = source;
    });
  }
  return result;
}

// The result is undefined in the lanes in which everything read is, or a part comes from a shuffle.
// A vector with another defined part is defined, like a load of which a byte was written.
void UndefinedValues::copy(Marks& marks, const RowUse& in, const Lanes& lanes, bool mixing_uses) {
  const Mark passed = shuffled(marks, in, lanes);
  std::uint32_t all = in.reads == 0 ? 0 : lanes.mask;
  for (std::uint32_t i = 0; i < in.reads; ++i) all &= undefined(marks, at(lanes, in, i));
  if (mixing_uses) {
    for (std::uint32_t i = 0; i < in.reads; ++i)
      use(marks, at(lanes, in, i), lanes.mask & ~all, Used::loaded);
  }
  Mark from = all != 0 ? marks.find(at(lanes, in, 0))->second : Mark{};
  for_set_lanes(passed.lanes, [&](int l) { from.sources[l] = passed.sources[l]; });
  for (std::uint32_t i = 0; i < in.writes; ++i)
    set(marks, at(lanes, in, in.reads + i), lanes.mask, all | passed.lanes, &from);
}

void UndefinedValues::select(Marks& marks, const Instruction& in, const Lanes& lanes) {
  const std::uint32_t first = lanes.predicate(in.c) ^ (in.immediate != 0 ? all_lanes : 0);
  Mark chosen;
  for (const bool of_first : {true, false}) {
    const auto found = marks.find(lanes.at(of_first ? in.a : in.b));
    if (found == marks.end()) continue;
    const std::uint32_t here = found->second.lanes & lanes.mask & (of_first ? first : ~first);
    chosen.lanes |= here;
    for_set_lanes(here, [&](int l) { chosen.sources[l] = found->second.sources[l]; });
  }
  set(marks, lanes.at(in.d), lanes.mask, chosen.lanes, &chosen);
}

void UndefinedValues::exchange(Marks& marks, const Instruction& in, const Lanes& lanes) {
  use(marks, lanes.at(in.b), lanes.mask, Used::all);
  use(marks, lanes.at(in.c), lanes.mask, Used::all);
  if (in.warp_sync == 0) return use(marks, lanes.at(in.a), lanes.mask, Used::all);  // without .sync
  const WarpSync& sync = program_.warp_syncs[in.warp_sync - 1];
  use(marks, lanes.at(sync.mask), lanes.mask, Used::all);
  Mark got;
  if (const auto found = marks.find(lanes.at(in.a)); found != marks.end()) {
    std::int8_t source[warp_lanes];
    sync.sources(lanes, in, source);
    for_set_lanes(lanes.mask, [&](int l) {
      const int from = source[l];
      if ((found->second.lanes >> from & 1) == 0) return;
      got.lanes |= 1U << l;
      got.sources[l] = found->second.sources[from];
    });
  }
  set(marks, lanes.at(in.d), lanes.mask, got.lanes, &got);
}

void UndefinedValues::load_area(Marks& marks, const Instruction& in, std::uint32_t bytes,
                                const Lanes& lanes) {
  const std::byte* area = lanes.rows[0] + in.constant;
  std::uint32_t all = lanes.mask;
  for (std::uint32_t i = 0; i < bytes; ++i) all &= undefined(marks, area + i);
  const Mark from = all != 0 ? marks.find(area)->second : Mark{};
  set(marks, lanes.at(in.d), lanes.mask, all, &from);
}

void UndefinedValues::store_area(Marks& marks, const Instruction& in, std::uint32_t bytes,
                                 const Lanes& lanes) {
  const auto found = marks.find(lanes.at(in.a));
  const Mark from = found != marks.end() ? found->second : Mark{};
  const std::byte* area = lanes.rows[0] + in.constant;
  for (std::uint32_t i = 0; i < bytes; ++i)
    set(marks, area + i, lanes.mask, from.lanes & lanes.mask, &from);
}

void UndefinedValues::move_area(std::uint32_t warp, const std::byte* from, const std::byte* to,
                                std::uint32_t bytes, std::uint32_t lanes) {
  Marks& marks = marks_[warp];
  for (std::uint32_t byte = 0; byte < bytes; ++byte) {
    const bool is_of_lane_0 = byte % area_word_row_bytes < area_word_bytes;
    if (!is_of_lane_0) continue;
    const auto found = marks.find(from + byte);
    const Mark moved = found != marks.end() ? found->second : Mark{};
    set(marks, to + byte, lanes, moved.lanes & lanes, &moved);
    set(marks, from + byte, lanes, 0, nullptr);
  }
}

void UndefinedValues::forget_frame(std::uint32_t warp, const std::byte* rows, std::uint32_t bytes) {
  std::erase_if(marks_[warp], [=](const auto& entry) {
    return entry.first >= rows && entry.first < rows + bytes;
  });
}

}  // namespace lanescope::exec
