#include "sim/exec/checks/global_shadow.h"

#include <algorithm>
#include <bit>

#include "sim/exec/lanes/lane_loops.h"

namespace lanescope::exec {
namespace {

// The narrowest access to global memory in the program, in bytes, at most 4.
std::uint32_t global_unit_of(const Program& program) {
  std::uint32_t bytes = 4;
  for (const MemoryInstruction& in : program.memory) {
    if (may_be_global(in)) bytes = std::min<std::uint32_t>(bytes, in.element_bytes);
  }
  return bytes;
}

// PTX ISA, "Memory Consistency Model": morally strong are two strong operations whose scopes
// contain each other's thread.
bool are_morally_strong(const GlobalEvent& a, const GlobalEvent& b) {
  if (a.strength == Strength::plain || b.strength == Strength::plain) return false;
  return a.block == b.block || (a.scope != Scope::block && b.scope != Scope::block);
}

}  // namespace

GlobalShadow::GlobalShadow(const Program& program, const GlobalMemory& memory,
                           const std::vector<bool>& may_be_written)
    : sites_(program.sites),
      shift_(static_cast<std::uint32_t>(std::countr_zero(global_unit_of(program)))),
      events_(1),
      latest_(program.sites.size() * BlockOrder::max_warps) {
  std::uint64_t left = max_bytes;
  for (std::size_t i = 0; i < memory.arrays().size(); ++i) {
    const GlobalMemory::Array& array = memory.arrays()[i];
    Watched& watched = arrays_.emplace_back();
    watched.address = array.address;
    watched.bytes = array.bytes;
    // Memory of malloc is used again by others, and nothing here knows when.
    if (!may_be_written[i] || memory.is_heap(array)) continue;
    const std::uint64_t needs = (array.bytes >> shift_) * 2 * sizeof(Record);
    if (needs > left) {
      left_out_.push_back(array.name);
      continue;
    }
    left -= needs;
    watched.is_watched = true;
    by_address_.emplace_back(array.address, i);
  }
  std::sort(by_address_.begin(), by_address_.end());
}

bool GlobalShadow::watches_any(std::uint64_t first, std::uint64_t last) const {
  const auto next =
      std::upper_bound(by_address_.begin(), by_address_.end(), std::pair(last, ~std::size_t{0}));
  if (next == by_address_.begin()) return false;
  const Watched& array = arrays_[std::prev(next)->second];
  return array.address + array.bytes > first;
}

GlobalShadow::Watched* GlobalShadow::array_at(std::uint64_t address) {
  const auto contains = [&](const Watched& array) { return address - array.address < array.bytes; };
  if (recent_ < arrays_.size() && contains(arrays_[recent_]) && arrays_[recent_].is_watched)
    return &arrays_[recent_];
  auto next =
      std::upper_bound(by_address_.begin(), by_address_.end(), std::pair(address, ~std::size_t{0}));
  if (next == by_address_.begin()) return nullptr;
  --next;
  if (!contains(arrays_[next->second])) return nullptr;
  recent_ = next->second;
  return &arrays_[recent_];
}

GlobalShadow::Page& GlobalShadow::page_of(Watched& array, std::uint64_t unit) {
  if (array.pages.empty()) array.pages.resize((array.bytes >> shift_) / page_units + 1);
  return array.pages[unit / page_units];
}

std::uint32_t GlobalShadow::event_of(const GlobalAccess& access, const Block& block) {
  if (is_full()) return 0;
  std::uint32_t& latest = latest_[access.in.site * BlockOrder::max_warps + access.warp];
  const std::uint32_t stamp = block.order.last_sync();
  const GlobalEvent& known = events_[latest];
  if (latest != 0 && known.block == block.index && known.stamp == stamp) return latest;
  if (events_.size() >= max_events) {
    is_full_ = true;
    return 0;
  }
  latest = static_cast<std::uint32_t>(events_.size());
  events_.push_back({block.index, stamp, access.in.site, static_cast<std::uint8_t>(access.warp),
                     access.in.strength, access.in.scope, access.in.atomic != AtomicKind::none});
  return latest;
}

bool GlobalShadow::may_race(const GlobalEvent& first, const Current& current) {
  return !are_morally_strong(first, current.event);
}

bool GlobalShadow::ordered_for_warp(const GlobalEvent& first, const Current& current) const {
  return first.block == current.event.block &&
         current.block.order.ordered_for_warp(first.stamp, first.warp * warp_lanes,
                                              current.event.warp);
}

GridOrder::Known GlobalShadow::ordered(const GlobalEvent& first, std::uint32_t first_lane,
                                       const Current& current, std::uint32_t lane) const {
  const std::uint32_t thread = first.warp * warp_lanes + first_lane;
  const GlobalEvent& mine = current.event;
  if (first.block == mine.block &&
      current.block.order.ordered(first.stamp, thread, mine.warp * warp_lanes + lane)) {
    return GridOrder::Known::thread;
  }
  return current.block.in_grid.any()
             ? current.block.in_grid.knows(mine.warp, lane, first.block, thread, first.stamp)
             : GridOrder::Known::no;
}

// PTX ISA, "Coherence Order": morally strong writes are ordered, and an atomic operation comes
// after the write whose value it returns. A store that it decides on comes after both.
bool GlobalShadow::has_observed(Record earlier, Record last, const Current& current,
                                std::uint32_t lane) const {
  if (earlier == 0 || last == 0) return false;
  const GlobalEvent& own = events_[last >> lane_bits];
  return sites_[own.site].op == memory::Op::atomic && own.block == current.event.block &&
         own.warp == current.event.warp && (last & (warp_lanes - 1)) == lane &&
         are_morally_strong(events_[earlier >> lane_bits], own);
}

void GlobalShadow::check(Current& current, Record earlier, bool writes, std::uint32_t lane) const {
  const std::uint32_t number = earlier >> lane_bits;
  if (earlier == 0 || number == current.quiet || earlier == current.record + lane) return;
  const GlobalEvent& first = events_[number];
  if (!may_race(first, current) || ordered_for_warp(first, current)) {
    current.quiet = number;
    return;
  }
  const std::uint32_t first_lane = earlier & (warp_lanes - 1);
  if ((current.reported >> lane & 1) != 0) return;
  const GridOrder::Known known = ordered(first, first_lane, current, lane);
  if (known == GridOrder::Known::warp) current.quiet = number;
  if (known != GridOrder::Known::no) return;
  current.reported |= 1U << lane;
  current.findings.on_global_race(current.access, lane, first, first.warp * warp_lanes + first_lane,
                                  writes, number == current.record >> lane_bits);
}

// Whether the reader need not be kept beside the new one.
bool GlobalShadow::takes_over(Current& current, Record known, std::uint32_t lane) const {
  const std::uint32_t number = known >> lane_bits;
  if (known == 0 || number == current.known) return true;
  const GlobalEvent& first = events_[number];
  if (ordered_for_warp(first, current)) {
    current.known = number;
    return true;
  }
  const GridOrder::Known all = ordered(first, known & (warp_lanes - 1), current, lane);
  if (all == GridOrder::Known::warp) current.known = number;
  return all != GridOrder::Known::no;
}

namespace {

template <class Records>
std::uint32_t* made(Records& records, std::uint32_t units) {
  if (records == nullptr) records.reset(new std::uint32_t[units]());
  return records.get();
}

}  // namespace

void GlobalShadow::record_unit(Current& current, Page& page, std::uint32_t unit,
                               std::uint32_t lane) {
  part(page, unit / group_units);
  const Record mine = current.record + lane;
  if (page.writer != nullptr) check(current, page.writer[unit], true, lane);
  if (page.plain_writer != nullptr) check(current, page.plain_writer[unit], true, lane);
  if (page.other_writer != nullptr) {
    const Record earlier = page.other_writer[unit];
    const bool is_later_store = current.access.in.op == memory::Op::store &&
                                has_observed(earlier, page.writer[unit], current, lane);
    if (!is_later_store) check(current, earlier, true, lane);
  }
  if (!current.access.writes()) {
    Record& known = made(page.reader, page_units)[unit];
    if (known == mine) return;
    if (takes_over(current, known, lane)) {
      known = mine;
    } else {
      made(page.other_reader, page_units)[unit] = mine;
    }
    return;
  }
  if (page.reader != nullptr) check(current, page.reader[unit], false, lane);
  if (page.other_reader != nullptr) check(current, page.other_reader[unit], false, lane);
  Record& last = made(page.writer, page_units)[unit];
  // Two atomic writes do not race, but a later access may race with either, and with the plain
  // write before them.
  if (current.event.strength != Strength::plain && last != 0 && last != mine) {
    const bool is_plain = events_[last >> lane_bits].strength == Strength::plain;
    made(is_plain ? page.plain_writer : page.other_writer, page_units)[unit] = last;
  }
  last = mine;
}

void GlobalShadow::part(Page& page, std::uint32_t group) {
  if ((page.parted >> group & 1) != 0) return;
  page.parted |= std::uint64_t{1} << group;
  const auto write_out = [&](const Groups* groups, Records& records) {
    if (groups == nullptr || groups->record[group] == 0) return;
    Record* all = made(records, page_units) + group * group_units;
    for (std::uint32_t unit = 0; unit < group_units; ++unit)
      all[unit] = groups->record[group] + (unit >> groups->shift[group]);
  };
  write_out(page.written.get(), page.writer);
  write_out(page.read.get(), page.reader);
}

bool GlobalShadow::gives_way(Current& current, const Groups* groups, std::uint32_t group,
                             Record mine, std::uint32_t shift) const {
  if (groups == nullptr) return true;
  const Record earlier = groups->record[group];
  const std::uint32_t number = earlier >> lane_bits;
  if (earlier == 0 || number == current.known) return true;
  const GlobalEvent& first = events_[number];
  const std::uint32_t first_lane = earlier & (warp_lanes - 1);
  const bool same_threads = first_lane == (mine & (warp_lanes - 1)) &&
                            groups->shift[group] == shift && first.warp == current.event.warp &&
                            first.block == current.event.block;
  if (same_threads) return true;
  const bool is_ordered =
      ordered_for_warp(first, current) ||
      (current.block.in_grid.any() &&
       ordered(first, first_lane, current, mine & (warp_lanes - 1)) == GridOrder::Known::warp);
  if (is_ordered) current.known = number;
  return is_ordered;
}

bool GlobalShadow::record_group(Current& current, Page& page, std::uint32_t group,
                                std::uint32_t lane, std::uint32_t shift) const {
  const Record mine = current.record + lane;
  const bool writes = current.access.writes();
  if (!gives_way(current, page.written.get(), group, mine, shift) ||
      !gives_way(current, page.read.get(), group, mine, shift)) {
    return false;
  }
  std::unique_ptr<Groups>& groups = writes ? page.written : page.read;
  if (groups == nullptr) groups = std::make_unique<Groups>();
  groups->record[group] = mine;
  groups->shift[group] = static_cast<std::uint8_t>(shift);
  return true;
}

void GlobalShadow::record_run(Current& current, Page& page, std::uint32_t first, std::uint32_t last,
                              std::uint32_t lane, std::uint32_t shift) {
  for (std::uint32_t unit = first; unit < last;) {
    const std::uint32_t group = unit / group_units;
    const std::uint32_t end = std::min(last, (group + 1) * group_units);
    const bool is_whole = end - unit == group_units && (page.parted >> group & 1) == 0 &&
                          current.event.strength == Strength::plain;
    if (is_whole && record_group(current, page, group, lane + ((unit - first) >> shift), shift)) {
      unit = end;
      continue;
    }
    for (; unit < end; ++unit) record_unit(current, page, unit, lane + ((unit - first) >> shift));
  }
}

void GlobalShadow::record_lane(Current& current, Watched& array, std::uint64_t address,
                               std::uint32_t lane) {
  const std::uint64_t first = (address - array.address) >> shift_;
  const std::uint64_t last = (address - array.address + current.access.bytes - 1) >> shift_;
  for (std::uint64_t unit = first; unit <= last; ++unit)
    record_unit(current, page_of(array, unit), static_cast<std::uint32_t>(unit % page_units), lane);
}

void GlobalShadow::on_access(const GlobalAccess& access, const Block& block,
                             GlobalFindings& findings) {
  Current current{access, block, findings, 0, {}, 0, 0, 0};
  for_set_lanes(access.mask, [&](int l) {
    const auto lane = static_cast<std::uint32_t>(l);
    const std::uint64_t address = access.address_of(lane);
    Watched* array = array_at(address);
    if (array == nullptr) return;
    if (current.record == 0) {
      const std::uint32_t event = event_of(access, block);
      if (event == 0) return;
      current.record = event << lane_bits;
      current.event = events_[event];
    }
    record_lane(current, *array, address, lane);
  });
}

void GlobalShadow::on_affine_access(const GlobalAccess& access, std::size_t array,
                                    const Block& block, GlobalFindings& findings) {
  const std::uint32_t event = event_of(access, block);
  if (event == 0) return;
  Watched& watched = arrays_[array];
  Current current{access, block, findings, event << lane_bits, events_[event], 0, 0, 0};
  const std::uint32_t row = access.width;
  const bool has_runs = access.step_x == access.bytes && access.bytes >> shift_ != 0;
  if (!has_runs) {
    for (std::uint32_t lane = 0; lane < warp_lanes; ++lane)
      record_lane(current, watched, access.address_of(lane), lane);
    return;
  }
  const auto shift =
      static_cast<std::uint32_t>(std::countr_zero(std::uint32_t{access.bytes} >> shift_));
  for (std::uint32_t lane = 0; lane < warp_lanes; lane += row) {
    const std::uint64_t first = (access.address_of(lane) - watched.address) >> shift_;
    const std::uint64_t last = first + (std::uint64_t{row} << shift);
    for (std::uint64_t unit = first; unit < last;) {
      const std::uint64_t end = std::min(last, (unit / page_units + 1) * page_units);
      const auto in_page = static_cast<std::uint32_t>(unit % page_units);
      record_run(current, page_of(watched, unit), in_page,
                 in_page + static_cast<std::uint32_t>(end - unit),
                 lane + static_cast<std::uint32_t>((unit - first) >> shift), shift);
      unit = end;
    }
  }
}

}  // namespace lanescope::exec
