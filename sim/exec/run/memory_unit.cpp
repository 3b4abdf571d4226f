#include "sim/exec/run/memory_unit.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "sim/exec/arithmetic/atomics.h"
#include "sim/exec/lanes/affine.h"
#include "sim/exec/lanes/lane_loops.h"
#include "sim/exec/state/nested_launches.h"

namespace lanescope::exec {

using memory::Op;
using memory::Space;

namespace {

// Calls f(lanes, side) for each set of these lanes that have the same side_of(lane).
template <class SideOf, class F>
void for_sides(std::uint32_t lanes, SideOf side_of, F f) {
  while (lanes != 0) {
    const std::uint32_t side = side_of(std::countr_zero(lanes));
    std::uint32_t same = 0;
    for_lanes(lanes, [&](int l) {
      if (side_of(l) == side) same |= 1U << l;
    });
    f(same, side);
    lanes &= ~same;
  }
}

const char* verb_of(Op op) {
  switch (op) {
    case Op::load:
      return "load";
    case Op::store:
      return "store";
    case Op::atomic:
      return "atomic operation";
    case Op::reduction:
      return "reduction";
  }
  return "";
}

const char* word_of(DiagnosticKind kind) {
  return kind == DiagnosticKind::misaligned        ? "misaligned"
         : kind == DiagnosticKind::foreign_pointer ? "wild"
                                                   : "out-of-range";
}

}  // namespace

void MemoryUnit::execute(std::uint32_t index, const Lanes& lanes, std::uint32_t warp,
                         bool may_repeat) {
  const MemoryInstruction& in = launch_.program.memory[index];
  if (lanes.mask == all_lanes && in.atomic == AtomicKind::none) {
    // Computed lane by lane, an address may be affine all the same: base + (i % n) * 4.
    const bool is_found = (lanes.form(in.address).known & RowForm::affine) == 0 &&
                          in.space != ptx::StateSpace::local && find_form(lanes, in.address);
    if (is_found && may_repeat && repeat(index, lanes, warp)) return;
    if (execute_affine(in, lanes, warp)) return;
  }
  Request request = request_for(in, lanes, warp, lanes.mask);
  if (in.space != ptx::StateSpace::generic) return execute_in(request, space_of(in.space));
  // Lanes may point into different spaces; each space is a separate request.
  const auto all = request.access.address;
  std::uint32_t rest = lanes.mask;
  while (rest != 0) {
    const Space space = space_of_address(all[std::countr_zero(rest)]);
    request.access.mask = 0;
    request.access.address = all;
    for_lanes(rest, [&](int l) {
      if (space_of_address(all[l]) == space) request.access.mask |= 1U << l;
    });
    rest &= ~request.access.mask;
    execute_in(request, space);
  }
}

Request MemoryUnit::request_for(const MemoryInstruction& in, const Lanes& lanes, std::uint32_t warp,
                                std::uint32_t mask) const {
  Request request{in, lanes, warp, {}, {}};
  request.access.op = in.op;
  request.access.bytes = in.bytes;
  request.access.mask = mask;
  const auto offset = static_cast<std::uint64_t>(in.offset);
  if (in.address_bytes == 8) {
    request.set_addresses(lanes.read<std::uint64_t>(in.address), offset);
  } else if (in.space == ptx::StateSpace::global || in.space == ptx::StateSpace::generic) {
    request.set_addresses(lanes.read<std::uint32_t>(in.address), offset);
  } else {
    // Windows of 32 bits: an H200 adds the offset in 32 bits, too.
    request.set_short_addresses(lanes.read<std::uint32_t>(in.address), offset);
  }
  return request;
}

void MemoryUnit::execute_in(Request& request, Space space) {
  locate(request, space);
  check(request);
  transfer(request);
  const bool is_refused = space == Space::constant && request.in.op != Op::load;
  if (!is_refused) tell_observer(request);
}

void MemoryUnit::locate(Request& request, Space space) {
  request.access.space = space;
  if (request.in.space == ptx::StateSpace::generic) {
    for_lanes(request.access.mask, [&](int l) { request.access.address[l] -= window_of(space); });
    request.find_span();
  }
  request.valid = request.access.mask;
  switch (space) {
    case Space::global:
      find_global(request);
      break;
    case Space::shared:
      find_in_buffer(request, block_.shared.data(), launch_.shared_bytes, 0);
      break;
    case Space::local:
      find_in_buffer(request, block_.local.data(), launch_.program.local_bytes,
                     launch_.program.local_bytes);
      break;
    case Space::constant:
      find_constant(request);
      break;
  }
  drop_misaligned(request);
}

void MemoryUnit::tell_observer(const Request& request, const memory::AsyncCopy* copy) {
  observer_.on_access(
      {request.in.site, position_.index, position_.block, request.warp, request.access, copy});
}

void MemoryUnit::drop_misaligned(Request& request) {
  const std::uint64_t low = request.in.bytes - 1U;
  if ((request.bits & low) == 0) return;
  std::uint32_t bad = 0;
  for_lanes(request.access.mask, [&](int l) {
    const bool is_misaligned = (request.access.address[l] & low) != 0;
    bad |= std::uint32_t{is_misaligned && request.data[l] != nullptr} << l;
  });
  if (bad == 0) return;
  add_finding(request, DiagnosticKind::misaligned, bad,
              fmt::format("address 0x{:x} is not a multiple of {}",
                          request.access.address[std::countr_zero(bad)], request.in.bytes));
  for_lanes(bad, [&](int l) { request.data[l] = nullptr; });
  request.valid &= ~bad;
}

// Call before the data moves: checks may need the old bytes.
void MemoryUnit::check(Request& request) {
  if (checks_ == nullptr) return;
  checks_->on_access(request);
  if (request.access.space == Space::shared && request.in.op != Op::store && block_.copies.any()) {
    checks_->on_read_beside_copies(request.in, request.access, request.data, request.warp,
                                   block_.copies);
  }
}

void MemoryUnit::mark(const Request& request, const GlobalMemory::Array& array,
                      std::uint64_t address, std::uint64_t bytes) {
  if (footprint_ == nullptr) return;
  const auto index = static_cast<std::size_t>(&array - launch_.memory.arrays().data());
  // Of the scope of a block, it does not go together with that of another block.
  const bool reduces = request.in.atomic != AtomicKind::none && request.in.scope != Scope::block;
  const Touch touch = request.in.op == Op::load ? Touch::read
                      : reduces                 ? Touch::reduced
                                                : Touch::written;
  if (touch == Touch::read && !footprint_->wants_reads(index)) return;
  footprint_->mark(index, touch, address - array.address, bytes);
  if (reduces) {
    footprint_->note_reduction(
        index, launch_.program.atomics[request.in.atomic_index].reduction.operation);
  }
}

void MemoryUnit::find_global(Request& request) {
  const std::uint64_t bytes = request.in.bytes;
  if (request.is_row) {
    const GlobalMemory::Array* array = launch_.memory.find(request.lowest, warp_lanes * bytes);
    if (array != nullptr && !launch_.memory.is_heap(*array)) {
      for (std::size_t l = 0; l < warp_lanes; ++l)
        request.data[l] = array->data + (request.lowest - array->address) + l * bytes;
      return mark(request, *array, request.lowest, warp_lanes * bytes);
    }
  }
  const GlobalMemory::Array* array = nullptr;
  std::uint32_t bad = 0;
  for_lanes(request.access.mask, [&](int l) {
    const std::uint64_t address = request.access.address[l];
    const bool in_last = array != nullptr && !launch_.memory.is_heap(*array) &&
                         address - array->address < array->bytes &&
                         array->bytes - (address - array->address) >= bytes;
    if (!in_last) array = launch_.memory.find(address, bytes);
    if (array == nullptr) {
      request.data[l] = launch_.nested != nullptr
                            ? launch_.nested->find(address, bytes, request.in.op != Op::load)
                            : nullptr;
      bad |= std::uint32_t{request.data[l] == nullptr} << l;
    } else {
      request.data[l] = array->data + (address - array->address);
      mark(request, *array, address, bytes);
    }
    if (request.data[l] == nullptr) request.valid &= ~(1U << l);
  });
  // Lanes that leave an array on different sides, or different arrays, are findings of their own.
  const auto side_of = [&](int l) { return launch_.memory.side_of(request.access.address[l]); };
  for_sides(bad, side_of, [&](std::uint32_t lanes, std::uint32_t side) {
    const std::uint64_t address = request.access.address[std::countr_zero(lanes)];
    if (address / window_bytes == launch_window / window_bytes) {
      return add_finding(
          request, DiagnosticKind::out_of_range, lanes,
          fmt::format("address 0x{:x} is outside the arguments of the kernel to launch", address),
          side);
    }
    const bool from_nothing = checks_ != nullptr && checks_->points_to_no_array(request.in.site);
    add_finding(
        request, from_nothing ? DiagnosticKind::foreign_pointer : DiagnosticKind::out_of_range,
        lanes,
        launch_.memory.describe(address, bytes, request.in.element_bytes) +
            (from_nothing ? "; it was computed from numbers alone, not from any pointer" : ""),
        side);
  });
}

// The kernel's parameters are in constant memory too, as on the device. Here they start at
// window_bytes, after the variables.
void MemoryUnit::find_constant(Request& request) {
  const std::uint32_t mask = request.access.mask;
  if (request.in.op != Op::load) {
    // Through a pointer to a __constant__ variable, after const was cast away. The device faults.
    add_finding(request, DiagnosticKind::out_of_range, mask,
                "constant memory can't be written by a kernel");
    request.valid = 0;
    return for_lanes(mask, [&](int l) { request.data[l] = nullptr; });
  }
  if (request.access.address[std::countr_zero(mask)] < window_bytes)
    return find_in_buffer(request, launch_.constant_bank.data(), launch_.constant_bank.size(), 0);
  for_lanes(mask, [&](int l) { request.access.address[l] -= window_bytes; });
  request.find_span();
  find_in_buffer(request, launch_.parameters.data(), launch_.parameters.size(), 0);
}

void MemoryUnit::find_in_buffer(Request& request, std::byte* base, std::uint64_t bytes,
                                std::uint64_t lane_stride) {
  const std::uint64_t first_thread = static_cast<std::uint64_t>(request.warp) * warp_lanes;
  const std::uint64_t last = bytes - request.in.bytes;  // negative: no offset is valid
  if (bytes >= request.in.bytes && request.highest <= last) {
    return for_lanes(request.access.mask, [&](int l) {
      const std::uint64_t thread = first_thread + static_cast<std::uint64_t>(l);
      request.data[l] = base + (thread * lane_stride + request.access.address[l]);
    });
  }
  std::uint32_t bad = 0;
  for_lanes(request.access.mask, [&](int l) {
    const std::uint64_t address = request.access.address[l];
    const bool is_outside = bytes < request.in.bytes || address > last;
    bad |= static_cast<std::uint32_t>(is_outside) << l;
    const std::uint64_t thread = first_thread + static_cast<std::uint64_t>(l);
    request.data[l] = is_outside ? nullptr : base + (thread * lane_stride + address);
  });
  request.valid &= ~bad;
  const char* what = request.access.space == Space::shared     ? "the block's shared memory"
                     : request.access.space == Space::constant ? "constant memory"
                                                               : "the thread's local memory";
  const auto is_before = [&](int l) {
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(request.access.address[l]) < 0);
  };
  for_sides(bad, is_before, [&](std::uint32_t lanes, std::uint32_t side) {
    const std::uint64_t address = request.access.address[std::countr_zero(lanes)];
    // Of a window of 32 bits, what lies before it is at its end.
    const std::int64_t offset = address >> 32 == 0 && side != 0
                                    ? static_cast<std::int32_t>(address)
                                    : static_cast<std::int64_t>(address);
    add_finding(request, DiagnosticKind::out_of_range, lanes,
                fmt::format("offset {} is outside {} ({} bytes)", offset, what, bytes), side);
  });
}

void MemoryUnit::transfer(Request& request) {
  const MemoryInstruction& in = request.in;
  const std::uint32_t mask = request.access.mask;
  if (in.atomic != AtomicKind::none) {
    const AtomicInstruction& atomic = launch_.program.atomics[in.atomic_index];
    // Without a reduction the program's blocks run in order, on one thread.
    const bool at_once = footprint_ != nullptr && atomic.reduction.update != nullptr;
    const AtomicScope words = request.access.space != Space::global ? AtomicScope::block
                              : at_once                             ? AtomicScope::grid_at_once
                                                                    : AtomicScope::grid;
    apply_atomics(atomic, words, request.lanes, mask, request.data);
    return;
  }
  for (std::size_t i = 0; i < in.elements; ++i) {
    if (!in.registers[i].exists()) continue;
    in.moves[i]->by_lane(request.lanes, in.registers[i], mask, request.data, i * in.element_bytes);
  }
}

void MemoryUnit::add_finding(const Request& request, DiagnosticKind kind, std::uint32_t lanes,
                             const std::string& where, std::uint32_t side) {
  const SiteInfo& site = launch_.program.sites[request.in.site];
  const FindingKey key{kind, Severity::error,
                       side << 16 | static_cast<unsigned>(request.access.space) << 12 |
                           static_cast<unsigned>(request.in.op) << 8 | request.in.bytes,
                       site.ptx_line, 0};
  log_.add(position_.index, key, [&] {
    const int lane = std::countr_zero(lanes);
    Diagnostic diagnostic;
    diagnostic.kind = kind;
    diagnostic.place = site.place;
    diagnostic.ptx_line = site.ptx_line;
    diagnostic.block = position_.block;
    diagnostic.thread = position_of(request.warp * warp_lanes + static_cast<std::uint32_t>(lane),
                                    launch_.config.block);
    diagnostic.address = request.access.address[lane];
    diagnostic.space = request.access.space;
    const Dim3& b = *diagnostic.block;
    const Dim3& t = *diagnostic.thread;
    diagnostic.message =
        fmt::format("{} {} of {} bytes by thread ({},{},{}) of block ({},{},{}){}: {}",
                    word_of(kind), verb_of(request.in.op), request.in.bytes, t[0], t[1], t[2], b[0],
                    b[1], b[2], more_lanes(lanes), where);
    return diagnostic;
  });
}

}  // namespace lanescope::exec
