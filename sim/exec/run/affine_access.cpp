// Loads and stores by all lanes of a warp whose address row is affine: the common case in every
// kernel with regular indices. Addresses are never written out: bounds and alignment are checked at
// the ends, data moves in runs, and the observer gets base and steps. Any other access (out of
// range, misaligned, local memory, an atomic operation) goes to the general path in memory_unit.cpp
// before anything has changed.
//
// In a loop, such an access mostly differs from the previous one of its instruction only by its
// base. So what depends only on the steps is kept: the range of the lanes, the move of the data,
// the cost. What remains is one comparison for the bounds, one for alignment and cost, the move,
// and one addition to a count.
#include "sim/exec/lanes/affine.h"
#include "sim/exec/run/memory_unit.h"

namespace lanescope::exec {

using memory::Op;
using memory::Space;

// Where the bytes of an access are.
struct MemoryUnit::AffineData {
  std::uint64_t first = 0;  // all lanes' bytes are in [first, first + bytes) of the space
  std::uint64_t bytes = 0;
  std::uint64_t region = 0;  // the array or buffer around them: its address in the space
  std::uint64_t region_bytes = 0;
  std::byte* lane_0 = nullptr;
};

namespace {

constexpr std::int64_t max_step = std::int64_t{1} << 40;

bool is_small(std::int64_t step) {
  return static_cast<std::uint64_t>(step + max_step) < static_cast<std::uint64_t>(2 * max_step);
}

// A step of the address row as a signed distance: 32-bit addresses may step backwards.
std::int64_t step_of(std::uint64_t step, const MemoryInstruction& in) {
  return in.address_bytes == 8 ? static_cast<std::int64_t>(step) : static_cast<std::int32_t>(step);
}

void move_elements(const MemoryInstruction& in, const Lanes& lanes, std::byte* lane_0,
                   std::int64_t step_x, std::int64_t step_y) {
  for (std::uint32_t i = 0; i < in.elements; ++i, lane_0 += in.element_bytes) {
    if (in.registers[i].exists())
      in.moves[i]->by_steps(lanes, in.registers[i], lane_0, step_x, step_y);
  }
}

// The space that holds all bytes of an access. None: the lanes must be looked at one by one.
std::optional<Space> space_of_all(ptx::StateSpace space, std::uint64_t first, std::uint64_t last) {
  if (space == ptx::StateSpace::local) return std::nullopt;  // each thread has its own memory
  if (space != ptx::StateSpace::generic) return space_of(space);
  if (first / window_bytes != last / window_bytes) return std::nullopt;
  const Space found = space_of_address(first);
  if (found != Space::shared && first >= window_bytes) return std::nullopt;
  return found;
}

}  // namespace

// Returns false if the data is not all in one region.
bool MemoryUnit::find_affine(const MemoryInstruction& in, const AffineAccessRecord& access,
                             AffineData& data) {
  const auto is_in = [&](std::uint64_t region, std::uint64_t bytes, std::byte* host) {
    const std::uint64_t offset = data.first - region;
    if (offset >= bytes || bytes - offset < data.bytes) return false;
    data.region = region;
    data.region_bytes = bytes;
    data.lane_0 = host + (access.base - region);
    return true;
  };
  switch (access.space) {
    case Space::global: {
      const auto& arrays = launch_.memory.arrays();
      const auto is_in_array = [&](const GlobalMemory::Array& array) {
        return is_in(array.address, array.bytes, array.data);
      };
      if (recent_array_ < arrays.size() && is_in_array(arrays[recent_array_])) return true;
      const GlobalMemory::Array* found = launch_.memory.find(data.first, data.bytes);
      // What is allocated on the heap changes: such accesses are looked at lane by lane.
      if (found == nullptr || launch_.memory.is_heap(*found)) return false;
      recent_array_ = static_cast<std::size_t>(found - arrays.data());
      return is_in_array(*found);
    }
    case Space::shared:
      return is_in(0, launch_.shared_bytes, block_.shared.data());
    case Space::constant:
      return in.op == Op::load &&
             is_in(0, launch_.constant_bank.size(), launch_.constant_bank.data());
    case Space::local:
      break;
  }
  return false;
}

void MemoryUnit::mark_affine(const MemoryInstruction& in, const Lanes& lanes, std::uint64_t offset,
                             std::int64_t step_x, std::int64_t step_y) {
  for_pieces(step_x, step_y, in.bytes, lanes, [&](std::int64_t from_lane_0, std::uint64_t bytes) {
    footprint_->mark(recent_array_, in.op == Op::load ? Touch::read : Touch::written,
                     offset + static_cast<std::uint64_t>(from_lane_0), bytes);
  });
}

bool MemoryUnit::execute_affine(const MemoryInstruction& in, const Lanes& lanes,
                                std::uint32_t warp) {
  const RowForm address = lanes.form(in.address);  // a load may overwrite it
  if ((address.known & RowForm::affine) == 0 || in.atomic != AtomicKind::none) return false;
  const std::int64_t step_x = step_of(address.step_x, in);
  const std::int64_t step_y = step_of(address.step_y, in);
  if (!is_small(step_x) || !is_small(step_y)) return false;
  const FormSpan span = span_of(step_x, step_y, lanes);
  const std::uint64_t lowest = address.base + static_cast<std::uint64_t>(span.low);
  const std::uint64_t highest = address.base + static_cast<std::uint64_t>(span.high);
  if (lowest > address.base || highest < address.base) return false;  // it wraps around
  if (in.address_bytes == 4 && (highest >> 32) != 0) return false;
  AffineData data;
  data.first = lowest + static_cast<std::uint64_t>(in.offset);
  data.bytes = highest - lowest + in.bytes;
  const std::optional<Space> space =
      space_of_all(in.space, data.first, data.first + data.bytes - 1);
  if (!space) return false;
  const std::uint64_t window = in.space == ptx::StateSpace::generic ? window_of(*space) : 0;
  data.first -= window;
  const AffineAccessRecord access{in.site,
                                  position_.index,
                                  position_.block,
                                  warp,
                                  *space,
                                  in.op,
                                  in.bytes,
                                  lanes.width,
                                  address.base + static_cast<std::uint64_t>(in.offset) - window,
                                  static_cast<std::uint64_t>(step_x),
                                  static_cast<std::uint64_t>(step_y)};
  const bool is_aligned = ((access.base | access.step_x | access.step_y) & (in.bytes - 1U)) == 0;
  if (!is_aligned || !find_affine(in, access, data)) return false;
  if (checks_ != nullptr &&
      !checks_->on_affine_access(in, lanes, access, recent_array_, data.lane_0)) {
    return false;
  }
  const bool reads_shared = *space == Space::shared && in.op == Op::load;
  if (checks_ != nullptr && reads_shared && block_.copies.any() &&
      meets_copies(access.base, step_x, step_y, in.bytes, lanes)) {
    std::byte* lane_data[warp_lanes];
    for (std::uint32_t l = 0; l < warp_lanes; ++l)
      lane_data[l] = data.lane_0 + (access.address(l) - access.base);
    checks_->on_read_beside_copies(in, access.written_out(), lane_data, warp, block_.copies);
  }
  const bool marks = *space == Space::global && footprint_ != nullptr &&
                     (in.op != Op::load || footprint_->wants_reads(recent_array_));
  if (marks) mark_affine(in, lanes, access.base - data.region, step_x, step_y);
  move_elements(in, lanes, data.lane_0, step_x, step_y);
  if (wants_addresses_) {
    observer_.on_access({in.site, position_.index, position_.block, warp, access.written_out()});
    return true;
  }
  const AccessCounter counter = observer_.on_affine_access(access);
  // Some checks must see each access.
  const bool is_checked_each =
      checks_ != nullptr &&
      (in.strength != Strength::plain || (*space == Space::shared && in.op != Op::load));
  if (counter.count == nullptr || is_checked_each) return true;
  Checks::Bounds bounds{data.region, data.region_bytes};
  bool is_watched = false;
  if (checks_ != nullptr && reads_shared) {
    bounds = checks_->bounds_of(in.site, data.first, data.bytes);
    data.region = bounds.address;
  } else if (checks_ != nullptr && *space == Space::global) {
    is_watched = checks_->watches(recent_array_, data.first, data.bytes, bounds);
  }
  remember(in, address, access, data, bounds, {marks, is_watched}, counter, lanes);
  return true;
}

void MemoryUnit::remember(const MemoryInstruction& in, const RowForm& address,
                          const AffineAccessRecord& access, const AffineData& data,
                          const Checks::Bounds& bounds, Followed followed,
                          const AccessCounter& counter, const Lanes& lanes) {
  const auto index = static_cast<std::size_t>(&in - launch_.program.memory.data());
  RepeatedAccess& known = repeated_[index];
  OffsetCounters& counters = offset_counters_[index];
  known.count_done();
  const std::uint64_t same_bits = counter.same_bits | (in.bytes - 1U);
  const std::uintptr_t to_data = reinterpret_cast<std::uintptr_t>(data.lane_0) - address.base;
  const bool same = known.count != nullptr && known.row_step_x == address.step_x &&
                    known.row_step_y == address.step_y && known.same_bits == same_bits &&
                    known.to_data == to_data && counters.region == data.region;
  if (!same) counters = {};
  known.count = counter.count;
  const bool is_checked = checks_ != nullptr && access.space == Space::shared;
  const bool is_simple = in.elements == 1 && in.registers[0].exists() && !followed.marks &&
                         !is_checked && !followed.is_watched;
  known.move = is_simple ? in.moves[0]->by_steps : nullptr;
  known.address = in.address;
  known.value = in.registers[0];
  known.row_step_x = address.step_x;
  known.row_step_y = address.step_y;
  known.step_x = static_cast<std::int64_t>(access.step_x);
  known.step_y = static_cast<std::int64_t>(access.step_y);
  known.to_space = access.base - address.base;
  known.to_region = known.to_space + (data.first - access.base) - bounds.address;
  known.last_first = bounds.bytes - data.bytes;
  known.to_data = to_data;
  known.same_bits = same_bits;
  known.line_offset = access.base & same_bits;
  counters.region = data.region;
  counters.array = recent_array_;
  counters.marks = followed.marks;
  counters.is_checked = is_checked;
  if (is_checked)
    counters.checked = AffineAccess::of(access, span_of(known.step_x, known.step_y, lanes));
  counters.is_watched = followed.is_watched;
  counters.at(known.line_offset) = {known.line_offset, counter.count};
}

void MemoryUnit::finish_block() {
  for (RepeatedAccess& known : repeated_) known.count_done();
}

bool MemoryUnit::meets_copies(std::uint64_t base, std::int64_t step_x, std::int64_t step_y,
                              std::uint32_t bytes, const Lanes& lanes) const {
  return block_.copies.any_in_flight(
      base, static_cast<std::uint64_t>(step_x), step_x == 0 ? 1 : lanes.width,
      static_cast<std::uint64_t>(step_y), step_y == 0 ? 1 : lanes.last_y + 1, bytes);
}

bool MemoryUnit::passes_checks(const AffineAccess& load, const Lanes& lanes) {
  if (block_.copies.any() && !block_.copies.none_near(load.first(), load.last()) &&
      meets_copies(load.base, static_cast<std::int64_t>(load.step_x),
                   static_cast<std::int64_t>(load.step_y), load.bytes, lanes)) {
    return false;
  }
  return checks_->on_repeated_load(load);
}

// The rest of repeat(), for another offset in the line, several elements, a footprint, or a check.
bool MemoryUnit::repeat_with_care(std::uint32_t index, const Lanes& lanes, std::uint32_t warp,
                                  std::uint64_t line_offset) {
  RepeatedAccess& known = repeated_[index];
  OffsetCounters& counters = offset_counters_[index];
  if (line_offset != known.line_offset) {
    const OffsetCounters::Counter& counter = counters.at(line_offset);
    if (counter.count == nullptr || counter.line_offset != line_offset) return false;
    known.count_done();
    known.line_offset = line_offset;
    known.count = counter.count;
  }
  const MemoryInstruction& in = launch_.program.memory[index];
  const std::uint64_t base = lanes.form(known.address).base;
  if (counters.is_checked) {
    counters.checked.warp = warp;
    counters.checked.base = base + known.to_space;
    if (!passes_checks(counters.checked, lanes)) return false;
  }
  if (counters.is_watched &&
      !checks_->on_repeated_access(in, lanes, counters.array, warp, base + known.to_space,
                                   static_cast<std::uint64_t>(known.step_x),
                                   static_cast<std::uint64_t>(known.step_y))) {
    return false;
  }
  if (counters.marks) {
    recent_array_ = counters.array;
    mark_affine(in, lanes, base + known.to_space - counters.region, known.step_x, known.step_y);
  }
  move_elements(in, lanes, reinterpret_cast<std::byte*>(base + known.to_data), known.step_x,
                known.step_y);
  ++known.done;
  return true;
}

}  // namespace lanescope::exec
