// Repeats a load or store that differs from the previous one of its instruction only by its base,
// as in loops. The results that depend only on the steps are kept: the range of the lanes, the move
// of the data, the cost. What remains is one comparison for the bounds, one for alignment and cost,
// the move, and one addition to a count.
#include "sim/exec/affine_access.h"
#include "sim/exec/lanes/lane_loops.h"
#include "sim/exec/memory_unit.h"

namespace lanescope::exec {

namespace {

using Way = RepeatedAccess::Way;

constexpr std::size_t half = warp_lanes / 2;
constexpr std::size_t half_row_bytes = 4 * half;

Way way_of(const MemoryInstruction& in, std::uint64_t step_x, std::uint64_t step_y,
           std::uint32_t width) {
  const bool is_word = in.elements == 1 && in.element_bytes == 4 && in.register_bytes[0] == 4;
  if (!is_word || !in.registers[0].exists()) return Way::called;
  if (step_x == 0 && step_y == 0) {
    return in.op == memory::Op::load ? Way::broadcast_word : Way::called;
  }
  const bool load = in.op == memory::Op::load;
  if (width == warp_lanes && step_x == 4) {
    return load ? Way::load_row_of_words : Way::store_row_of_words;
  }
  if (width != warp_lanes / 2) return Way::called;
  if (step_x == 4) return load ? Way::load_two_halves : Way::store_two_halves;
  return step_x == 0 && load ? Way::broadcast_two_words : Way::called;
}

void count_done(RepeatedAccess& known) {
  if (known.done == 0) return;
  *known.count += known.done;
  known.done = 0;
}

}  // namespace

// Whether the checks must see each repetition, even if only the base differs.
bool MemoryUnit::checks_each(const MemoryInstruction& in, memory::Space space) const {
  return checks_ != nullptr && (in.strength != Strength::plain || space == memory::Space::shared);
}

void MemoryUnit::remember(const MemoryInstruction& in, const Lanes& lanes,
                          const AffineAccessRecord& done, std::uint64_t first, std::uint64_t bytes,
                          const AccessCounter& counter) {
  if (counter.count == nullptr || checks_each(in, done.space)) return;
  const auto index = static_cast<std::size_t>(&in - launch_.program.memory.data());
  RepeatedAccess& known = repeated_[index];
  RepeatedPlaces& places = repeated_places_[index];
  count_done(known);
  const RowForm& address = lanes.form(in.address);
  std::uint64_t region = 0;
  std::uint64_t region_bytes = launch_.shared_bytes;
  std::byte* data = block_.shared.data();
  if (done.space == memory::Space::global) {
    const GlobalMemory::Array& array = launch_.memory.arrays()[recent_array_];
    region = array.address;
    region_bytes = array.bytes;
    data = array.data;
  } else if (done.space == memory::Space::constant) {
    region_bytes = launch_.constant_bank.size();
    data = launch_.constant_bank.data();
  }
  const std::uint64_t to_space = done.base - address.base;
  const std::uint64_t same_bits = counter.same_bits | (in.bytes - 1U);
  const std::uintptr_t to_data = reinterpret_cast<std::uintptr_t>(data) + to_space - region;
  const bool same = known.way != Way::unknown && known.step_x == address.step_x &&
                    known.step_y == address.step_y && known.same_bits == same_bits &&
                    known.to_data == to_data && places.region == region;
  if (!same) places = RepeatedPlaces{};
  known.way = way_of(in, done.step_x, done.step_y, done.width);
  known.marks = done.space == memory::Space::global && footprint_ != nullptr &&
                (in.op != memory::Op::load || footprint_->wants_reads(recent_array_));
  known.address = in.address;
  known.value = in.registers[0];
  known.step_x = address.step_x;
  known.step_y = address.step_y;
  known.to_region = to_space + (first - done.base) - region;
  known.last_first = region_bytes - bytes;
  known.to_data = to_data;
  known.to_space = to_space;
  known.same_bits = same_bits;
  known.place = done.base & same_bits;
  known.to_second_half = step_of(address.step_y, in);
  known.count = counter.count;
  places.region = region;
  places.array = recent_array_;
  places.counters[known.place % 128 / 4] = {known.place, counter.count};
}

bool MemoryUnit::change_place(std::uint32_t index, std::uint64_t place) {
  const RepeatedPlaces::Counter& counter = repeated_places_[index].counters[place % 128 / 4];
  if (counter.count == nullptr || counter.place != place) return false;
  RepeatedAccess& known = repeated_[index];
  count_done(known);
  known.place = place;
  known.count = counter.count;
  return true;
}

void MemoryUnit::finish_block() {
  for (RepeatedAccess& known : repeated_) count_done(known);
}

// The most common ways, with nothing else to do. It calls no other function.
LANESCOPE_VECTORISED bool MemoryUnit::repeat_known(std::uint32_t index, const Lanes& lanes) {
  RepeatedAccess& known = repeated_[index];
  if (known.way == Way::unknown) return false;
  const RowForm& address = lanes.form(known.address);
  const std::uint64_t differences =
      (address.step_x ^ known.step_x) | (address.step_y ^ known.step_y);
  if (differences != 0 || (address.known & RowForm::affine) == 0) return false;
  const std::uint64_t base = address.base;
  if (base + known.to_region > known.last_first) return false;
  const std::uint64_t place = (base + known.to_space) & known.same_bits;
  if (place != known.place || known.marks) return repeat_with_care(index, lanes, place);
  auto* data = reinterpret_cast<std::byte*>(base + known.to_data);
  switch (known.way) {
    case Way::broadcast_word: {
      std::uint32_t value;
      std::memcpy(&value, data, sizeof(value));
      lanes.set_affine<std::uint32_t>(known.value, value, 0, 0);
      break;
    }
    case Way::load_row_of_words:
      copy_words(whole_row<std::byte>(lanes, known.value), data);
      break;
    case Way::store_row_of_words:
      if (!written_out(lanes, known.value)) return repeat_with_care(index, lanes, place);
      copy_words(data, lanes_of<std::byte>(lanes, known.value));
      break;
    case Way::broadcast_two_words: {
      std::uint32_t first;
      std::uint32_t second;
      std::memcpy(&first, data, sizeof(first));
      std::memcpy(&second, data + known.to_second_half, sizeof(second));
      auto* to = whole_row<std::uint32_t>(lanes, known.value);
      for (int lane = 0; lane < warp_lanes / 2; ++lane) to[lane] = first;
      for (int lane = warp_lanes / 2; lane < warp_lanes; ++lane) to[lane] = second;
      break;
    }
    case Way::load_two_halves: {
      auto* to = whole_row<std::byte>(lanes, known.value);
      copy_words<half>(to, data);
      copy_words<half>(to + half_row_bytes, data + known.to_second_half);
      break;
    }
    case Way::store_two_halves: {
      if (!written_out(lanes, known.value)) return repeat_with_care(index, lanes, place);
      const auto* from = lanes_of<std::byte>(lanes, known.value);
      copy_words<half>(data, from);
      copy_words<half>(data + known.to_second_half, from + half_row_bytes);
      break;
    }
    case Way::called:
    case Way::unknown:
      return repeat_with_care(index, lanes, place);
  }
  ++known.done;
  return true;
}

// For any way; the bounds have been checked.
bool MemoryUnit::repeat_with_care(std::uint32_t index, const Lanes& lanes, std::uint64_t place) {
  RepeatedAccess& known = repeated_[index];
  if (place != known.place && !change_place(index, place)) return false;
  const MemoryInstruction& in = launch_.program.memory[index];
  const std::uint64_t base = lanes.form(in.address).base;
  if (known.marks) {
    const RepeatedPlaces& places = repeated_places_[index];
    mark_affine(in, lanes, places.array, base + known.to_space - places.region);
  }
  move_pieces(in, lanes, reinterpret_cast<std::byte*>(base + known.to_data));
  ++known.done;
  return true;
}

void MemoryUnit::move_pieces(const MemoryInstruction& in, const Lanes& lanes, std::byte* data) {
  const RowForm& address = lanes.form(in.address);
  // The move may overwrite the address row.
  const std::int64_t step_x = step_of(address.step_x, in);
  const std::int64_t step_y = step_of(address.step_y, in);
  for (std::uint32_t i = 0; i < in.elements; ++i) {
    if (!in.registers[i].exists()) continue;
    in.moves[i]({lanes, in.registers[i], data + std::size_t{i} * in.element_bytes, step_x, step_y});
  }
}

}  // namespace lanescope::exec
