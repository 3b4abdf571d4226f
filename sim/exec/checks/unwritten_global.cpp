// Checks: reads of global memory that nothing has written since cudaMalloc() or malloc() gave it.
#include <algorithm>

#include <fmt/format.h>

#include "sim/exec/checks/checks.h"
#include "sim/exec/lanes/affine.h"
#include "sim/exec/lanes/lane_loops.h"

namespace lanescope::exec {

using memory::Op;

bool Checks::watches(std::size_t array, std::uint64_t first, std::uint64_t bytes,
                     Bounds& bounds) const {
  if (global_ != nullptr && global_->watches(array)) return true;
  const WrittenBytes* written = partly_written(array);
  if (written == nullptr) return false;
  const std::uint64_t address = launch_.memory.arrays()[array].address;
  if (!written->whole().contains(first - address, bytes)) return true;
  bounds = {address + written->whole().first, written->whole().end - written->whole().first};
  return false;
}

bool Checks::on_affine_written(const MemoryInstruction& in, const Lanes& lanes, std::size_t array,
                               std::uint64_t base, std::uint64_t step_x, std::uint64_t step_y) {
  WrittenBytes* written = partly_written(array);
  if (written == nullptr) return true;
  const std::uint64_t lane_0 = base - launch_.memory.arrays()[array].address;
  const auto x = static_cast<std::int64_t>(step_x), y = static_cast<std::int64_t>(step_y);
  bool is_good = true;
  for_pieces(x, y, in.bytes, lanes, [&](std::int64_t offset, std::uint64_t bytes) {
    const std::uint64_t first = lane_0 + static_cast<std::uint64_t>(offset);
    if (in.op == Op::store) return written->mark(first, bytes);
    if (written->all(first, bytes)) return;
    for (std::uint64_t at = 0; is_good && at < bytes; at += in.bytes)
      is_good = written->any(first + at, in.bytes) || written->any_updated(first + at, in.bytes);
  });
  return is_good;
}

// A store of an undefined value was reported before, as a use.
void Checks::on_written(const MemoryInstruction& in, const Lanes& lanes,
                        const memory::WarpAccess& access, std::uint32_t mask, std::uint32_t warp) {
  const bool stores = in.op == Op::store || in.atomic == AtomicKind::exch;
  const bool updates = !stores && in.op != Op::load;
  const GlobalMemory::Array* array = nullptr;
  std::uint32_t bad = 0;
  for_set_lanes(mask, [&](int l) {
    const std::uint64_t address = access.address[l];
    if (array == nullptr || address - array->address >= array->bytes)
      array = launch_.memory.find(address, in.bytes);
    if (array == nullptr || array->written == nullptr) return;
    WrittenBytes& written = *array->written;
    const std::uint64_t first = address - array->address;
    if (stores) return written.mark(first, in.bytes);
    if (written.any(first, in.bytes)) return;
    bad |= std::uint32_t{updates || !written.any_updated(first, in.bytes)} << l;
    if (updates) written.mark_updated(first, in.bytes);
  });
  if (bad != 0) on_unwritten(in, lanes, memory::Space::global, warp, bad, access.address.data());
}

bool Checks::any_global_written(std::uint64_t first, std::uint64_t bytes) const {
  const GlobalMemory::Array* array = launch_.memory.find(first, 1);
  if (array == nullptr || array->written == nullptr) return false;
  const std::uint64_t offset = first - array->address;
  return array->written->any(offset, std::min(bytes, array->bytes - offset));
}

std::string Checks::unwritten_global_text(const Diagnostic& finding, std::uint32_t bytes,
                                          std::uint32_t lanes) const {
  const std::uint64_t address = *finding.address;
  const GlobalMemory::Array* array = launch_.memory.find(address, 1);
  const std::string thread = text_of(*finding.thread), block = text_of(block_);
  if (array == nullptr || launch_.memory.is_heap(*array)) {
    return fmt::format(
        "the device heap at 0x{:x} ({} bytes) is read by thread {} of block {}{}, but nothing "
        "has written it since malloc gave it",
        address, bytes, thread, block, more_lanes(lanes));
  }
  return fmt::format(
      "element {} of {}, of {} bytes, is read by thread {} of block {}{}, but nothing has written "
      "it: on a GPU such memory does not start as zero",
      (address - array->address) / bytes, array->name, bytes, thread, block, more_lanes(lanes));
}

}  // namespace lanescope::exec
