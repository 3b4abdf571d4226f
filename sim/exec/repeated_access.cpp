// A load or store that differs from the last one of its instruction only by its base: what loops
// are made of. Everything that the steps alone decide was decided then (how far the lanes reach,
// how the data moves, what the access costs), so what is left is one comparison for the bounds, one
// for the alignment, the move, and one addition to a count.
#include "sim/exec/affine_access.h"
#include "sim/exec/lane_loops.h"
#include "sim/exec/memory_unit.h"

namespace lanescope::exec {

namespace {

RepeatedAccess::Way way_of(const MemoryInstruction& in, std::uint64_t step_x, std::uint64_t step_y,
                           std::uint32_t width) {
  using Way = RepeatedAccess::Way;
  const bool is_word = in.elements == 1 && in.element_bytes == 4 && in.register_bytes[0] == 4;
  if (!is_word) return Way::called;
  if (step_x == 0 && step_y == 0) {
    return in.op == memory::Op::load ? Way::broadcast_word : Way::called;
  }
  if (width != warp_lanes || step_x != 4) return Way::called;
  return in.op == memory::Op::load ? Way::load_row_of_words : Way::store_row_of_words;
}

}  // namespace

void MemoryUnit::remember(const MemoryInstruction& in, const Lanes& lanes,
                          const AffineAccessRecord& done, std::uint64_t first, std::uint64_t bytes,
                          std::uint64_t* count) {
  if (count == nullptr || checks_ != nullptr) return;
  RepeatedAccess& known = repeated_[in.site];
  const RowForm& address = lanes.form(in.address);
  std::uint64_t region_bytes = launch_.shared_bytes;
  std::uint64_t region = 0;
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
  const std::uint64_t offset = done.base - address.base;
  const bool same = known.known && known.step_x == address.step_x &&
                    known.step_y == address.step_y && known.region == region &&
                    known.offset == offset && known.data == data;
  if (!same) known = RepeatedAccess{};
  known.known = true;
  known.way = way_of(in, done.step_x, done.step_y, done.width);
  known.is_global = done.space == memory::Space::global;
  known.step_x = address.step_x;
  known.step_y = address.step_y;
  known.offset = offset;
  known.to_first = first - done.base;
  known.low_bits = in.bytes - 1U;
  known.region = region;
  known.last_first = region_bytes - bytes;
  known.data = data;
  known.array = recent_array_;
  const std::uint64_t place = done.base % RepeatedAccess::places;
  known.counters[place / 4] = {count, place};
}

LANESCOPE_CLONED bool MemoryUnit::repeat(const MemoryInstruction& in, const Lanes& lanes) {
  const RepeatedAccess& known = repeated_[in.site];
  const RowForm& address = lanes.form(in.address);
  const std::uint64_t differences =
      (address.step_x ^ known.step_x) | (address.step_y ^ known.step_y);
  if (!known.known || differences != 0 || (address.known & RowForm::affine) == 0 ||
      wants_addresses_) {
    return false;
  }
  const std::uint64_t base = address.base + known.offset;
  const std::uint64_t place = base % RepeatedAccess::places;
  const RepeatedAccess::Counter& counter = known.counters[place / 4];
  if (base + known.to_first - known.region > known.last_first || (base & known.low_bits) != 0 ||
      counter.count == nullptr || counter.place != place) {
    return false;
  }
  if (known.is_global && footprint_ != nullptr) {
    mark_affine(in, lanes, known.array, base - known.region);
  }
  std::byte* data = known.data + (base - known.region);
  switch (known.way) {
    case RepeatedAccess::Way::broadcast_word: {
      std::uint32_t value;
      std::memcpy(&value, data, sizeof(value));
      lanes.set_affine<std::uint32_t>(in.registers[0], value, 0, 0);
      break;
    }
    case RepeatedAccess::Way::load_row_of_words:
      copy_words(lanes.write<std::byte>(in.registers[0]), data);
      break;
    case RepeatedAccess::Way::store_row_of_words:
      copy_words(data, lanes.read<std::byte>(in.registers[0]));
      break;
    case RepeatedAccess::Way::called: {
      // The move may overwrite the row of the address.
      const std::int64_t step_x = step_of(address.step_x, in);
      const std::int64_t step_y = step_of(address.step_y, in);
      for (std::uint32_t i = 0; i < in.elements; ++i) {
        if (!in.registers[i].exists()) continue;
        in.moves[i](
            {lanes, in.registers[i], data + std::size_t{i} * in.element_bytes, step_x, step_y});
      }
      break;
    }
  }
  ++*counter.count;
  return true;
}

}  // namespace lanescope::exec
