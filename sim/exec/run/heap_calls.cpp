// malloc() and free() in kernels (state/device_heap.h).
#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "sim/exec/lanes/lane_loops.h"
#include "sim/exec/run/block_runner.h"

namespace lanescope::exec {

void BlockRunner::allocate_on_heap(std::uint32_t index, const CallInstruction& call,
                                   std::uint32_t pc, std::uint32_t mask) {
  Warp& warp = warps_[index];
  DeviceHeap& heap = *launch_.memory.heap();
  const SourcePlace& place = program_.places[with_line(pc)];
  std::uint32_t refused = 0;
  std::uint32_t misaligned = 0;
  for_set_lanes(mask, [&](int l) {
    const std::byte* frame = warp.lanes.rows[0];
    const auto bytes = read_area<std::uint64_t>(frame + call.arguments[0].at, l);
    const std::uint64_t alignment = call.arguments.size() > 1
                                        ? read_area<std::uint64_t>(frame + call.arguments[1].at, l)
                                        : DeviceHeap::min_alignment;
    std::uint64_t address = 0;
    if (!std::has_single_bit(alignment)) {
      misaligned |= 1U << l;
    } else {
      address = heap.allocate(bytes, std::max(alignment, DeviceHeap::min_alignment), place);
      refused |= std::uint32_t{address == 0} << l;
    }
    if (!call.results.empty()) write_area(warp.lanes.rows[0] + call.results[0].at, l, address);
  });
  const auto argument = [&](std::size_t i, std::uint32_t lanes) {
    return read_area<std::uint64_t>(warp.lanes.rows[0] + call.arguments[i].at,
                                    std::countr_zero(lanes));
  };
  if (misaligned != 0) {
    report(DiagnosticKind::heap_misuse, Severity::error, pc, index, misaligned,
           fmt::format("malloc gets the alignment {}, which is no power of two; it returns NULL{}",
                       argument(1, misaligned), more_lanes(misaligned)));
  }
  if (refused != 0) {
    report(
        DiagnosticKind::model_value, Severity::note, pc, index, refused,
        fmt::format("malloc returns NULL for {} bytes{}: {} of the device heap's {} bytes are in "
                    "use; which allocation is the first to fail is the model's choice, because "
                    "a GPU keeps other records there",
                    argument(0, refused), more_lanes(refused), heap.bytes_in_use(), heap.bytes()));
  }
}

void BlockRunner::free_on_heap(std::uint32_t index, const CallInstruction& call, std::uint32_t pc,
                               std::uint32_t mask) {
  const Warp& warp = warps_[index];
  const SourcePlace& place = program_.places[with_line(pc)];
  for_set_lanes(mask, [&](int l) {
    const auto address = read_area<std::uint64_t>(warp.lanes.rows[0] + call.arguments[0].at, l);
    std::string wrong = launch_.memory.heap()->release(address, place);
    if (!wrong.empty())
      report(DiagnosticKind::heap_misuse, Severity::error, pc, index, 1U << l, std::move(wrong));
  });
}

}  // namespace lanescope::exec
