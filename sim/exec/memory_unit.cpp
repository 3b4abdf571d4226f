#include "sim/exec/memory_unit.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>

#include <fmt/format.h>

#include "sim/exec/atomics.h"
#include "sim/exec/lanes/lane_loops.h"
#include "sim/exec/state/finding_text.h"

namespace lanescope::exec {

using memory::Op;
using memory::Space;

namespace {

// M is the type in memory, R in the register (wider or equal): the value is extended by M's sign or
// truncated.
template <class M, class R>
void load_lanes(std::byte* const* data, R* registers, std::size_t offset, std::uint32_t mask) {
  for_lanes(mask, [=](int l) {
    M value{};
    if (data[l] != nullptr) std::memcpy(&value, data[l] + offset, sizeof(M));
    registers[l] = static_cast<R>(value);
  });
}

template <class M, class R>
void store_lanes(std::byte* const* data, const R* registers, std::size_t offset,
                 std::uint32_t mask) {
  for_lanes(mask, [=](int l) {
    const auto value = static_cast<M>(registers[l]);
    if (data[l] != nullptr) std::memcpy(data[l] + offset, &value, sizeof(M));
  });
}

// Calls `f` with a null pointer to the element's type in memory.
template <class F>
void with_memory_type(std::uint32_t bytes, bool is_signed, F f) {
  switch (bytes) {
    case 1:
      return is_signed ? f(static_cast<std::int8_t*>(nullptr))
                       : f(static_cast<std::uint8_t*>(nullptr));
    case 2:
      return is_signed ? f(static_cast<std::int16_t*>(nullptr))
                       : f(static_cast<std::uint16_t*>(nullptr));
    case 4:
      return is_signed ? f(static_cast<std::int32_t*>(nullptr))
                       : f(static_cast<std::uint32_t*>(nullptr));
    default:
      return f(static_cast<std::uint64_t*>(nullptr));
  }
}

template <class F>
void with_register_type(std::uint32_t bytes, F f) {
  switch (bytes) {
    case 2:
      return f(static_cast<std::uint16_t*>(nullptr));
    case 4:
      return f(static_cast<std::uint32_t*>(nullptr));
    default:
      return f(static_cast<std::uint64_t*>(nullptr));
  }
}

// Calls f(lanes, number) for each set of these lanes that have the same number(lane). Lanes that
// leave an array on different sides, or different arrays, are findings of their own.
template <class Number, class F>
void for_groups(std::uint32_t lanes, Number number, F f) {
  while (lanes != 0) {
    const std::uint32_t first = number(std::countr_zero(lanes));
    std::uint32_t group = 0;
    for_lanes(lanes, [&](int l) {
      if (number(l) == first) group |= 1U << l;
    });
    f(group, first);
    lanes &= ~group;
  }
}

Space space_of_generic(std::uint64_t address) {
  switch (address / window_bytes) {
    case shared_window / window_bytes:
      return Space::shared;
    case local_window / window_bytes:
      return Space::local;
    case constant_window / window_bytes:
    case param_window / window_bytes:
      return Space::constant;
    default:
      return Space::global;
  }
}

std::uint64_t window_of(Space space) {
  switch (space) {
    case Space::shared:
      return shared_window;
    case Space::local:
      return local_window;
    case Space::constant:
      return constant_window;
    case Space::global:
      break;
  }
  return 0;
}

bool side_by_side(const memory::WarpAccess& access) {
  std::uint64_t different = 0;
  for (std::uint64_t l = 0; l < warp_lanes; ++l) {
    different |= access.address[l] ^ (access.address[0] + l * access.bytes);
  }
  return different == 0;
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

}  // namespace

void MemoryUnit::execute(const MemoryInstruction& in, const Lanes& lanes,
                         const BlockPosition& place, std::uint32_t warp) {
  if (lanes.mask == all_lanes && execute_affine(in, lanes, place, warp)) return;
  execute_lane_by_lane(in, lanes, place, warp);
}

void MemoryUnit::execute_lane_by_lane(const MemoryInstruction& in, const Lanes& lanes,
                                      const BlockPosition& place, std::uint32_t warp) {
  Request request{in, lanes, place, warp, {}, false, nullptr, {}};
  request.access.op = in.op;
  request.access.bytes = in.bytes;
  request.access.mask = lanes.mask;
  const auto offset = static_cast<std::uint64_t>(in.offset);
  std::uint64_t* to = request.access.address.data();
  if (in.address_bytes == 8) {
    const std::uint64_t* address = lanes.read<std::uint64_t>(in.address);
    for (int l = 0; l < warp_lanes; ++l) to[l] = address[l] + offset;
  } else {
    const std::uint32_t* address = lanes.read<std::uint32_t>(in.address);
    for (int l = 0; l < warp_lanes; ++l) to[l] = address[l] + offset;
  }
  if (in.space == ptx::StateSpace::generic) {
    execute_generic(request);
  } else {
    execute_in(request, space_of(in.space));
  }
}

// Lanes may point into different spaces; each space is a separate request.
void MemoryUnit::execute_generic(Request& request) {
  std::uint32_t rest = request.lanes.mask;
  while (rest != 0) {
    const Space space = space_of_generic(request.access.address[std::countr_zero(rest)]);
    std::uint32_t here = 0;
    for_lanes(rest, [&](int l) {
      if (space_of_generic(request.access.address[l]) == space) here |= 1U << l;
    });
    for_lanes(here, [&](int l) { request.access.address[l] -= window_of(space); });
    request.access.mask = here;
    execute_in(request, space);
    rest &= ~here;
  }
}

void MemoryUnit::execute_in(Request& request, Space space) {
  request.access.space = space;
  if (space == Space::constant && request.in.op != Op::load) return refuse_constant(request);
  request.contiguous = request.access.mask == all_lanes && request.in.atomic == AtomicKind::none &&
                       side_by_side(request.access);
  find_data(request);
  if (request.first_data == nullptr) {
    drop_misaligned(request);
    check(request);
    transfer(request);
  } else {
    check(request);
    if (!transfer_contiguous(request)) {
      for (int l = 0; l < warp_lanes; ++l)
        request.data[l] = request.first_data + l * request.in.bytes;
      transfer(request);
    }
  }
  report_access(request);
}

void MemoryUnit::report_access(const Request& request, const memory::AsyncCopy* copy) {
  observer_.on_access({request.in.site, request.place.index, request.place.block, request.warp,
                       request.access, copy});
}

void MemoryUnit::drop_misaligned(Request& request) {
  const std::uint32_t bad = misaligned_lanes(request);
  if (bad == 0) return;
  report(request, DiagnosticKind::misaligned, bad,
         fmt::format("address 0x{:x} is not a multiple of {}",
                     request.access.address[std::countr_zero(bad)], request.in.bytes));
  for_lanes(bad, [&](int l) { request.data[l] = nullptr; });
}

// Call before the data moves: checks may need the old bytes.
void MemoryUnit::check(Request& request) {
  if (checks_ == nullptr) return;
  if (request.first_data != nullptr) {
    for (int l = 0; l < warp_lanes; ++l)
      request.data[l] = request.first_data + l * request.in.bytes;
  }
  checks_->on_access(request.in, request.lanes, request.access, request.data, request.warp);
  if (request.access.space == Space::shared && request.in.op != Op::store && block_.copies.any()) {
    checks_->on_read_beside_copies(request.in, request.access, request.data, request.warp,
                                   block_.copies);
  }
}

// A write through a pointer to a __constant__ variable, after const was cast away. The device
// faults.
void MemoryUnit::refuse_constant(Request& request) {
  report(request, DiagnosticKind::out_of_range, request.access.mask,
         "constant memory can't be written by a kernel");
  for_lanes(request.access.mask, [&](int l) { request.data[l] = nullptr; });
  if (request.in.atomic != AtomicKind::none) transfer(request);  // the return value is 0
}

void MemoryUnit::find_data(Request& request) {
  switch (request.access.space) {
    case Space::global:
      return find_global(request);
    case Space::shared:
      return find_in_buffer(request, block_.shared.data(), launch_.shared_bytes, 0);
    case Space::local:
      return find_in_buffer(request, block_.local.data(), launch_.program.local_bytes,
                            launch_.program.local_bytes);
    case Space::constant:
      return find_constant(request);
  }
}

void MemoryUnit::mark(const Request& request, const GlobalMemory::Array& array,
                      std::uint64_t address, std::uint64_t bytes) {
  if (footprint_ == nullptr) return;
  const auto index = static_cast<std::size_t>(&array - launch_.memory.arrays().data());
  const bool reduces = request.in.atomic != AtomicKind::none;
  const Touch touch = request.in.op == Op::load ? Touch::read
                      : reduces                 ? Touch::reduced
                                                : Touch::written;
  if (touch == Touch::read && !footprint_->wants_reads(index)) return;
  footprint_->mark(index, touch, address - array.address, bytes);
  if (reduces) {
    footprint_->note_reduction(index, launch_.program.atomics[request.in.atomics].reduction);
  }
}

void MemoryUnit::find_global(Request& request) {
  const std::uint64_t bytes = request.in.bytes;
  const std::uint64_t first = request.access.address[0];
  if (request.contiguous && first % bytes == 0) {
    if (const GlobalMemory::Array* array = launch_.memory.find(first, bytes * warp_lanes)) {
      request.first_data = array->data + (first - array->address);
      return mark(request, *array, first, bytes * warp_lanes);
    }
  }
  const GlobalMemory::Array* array = nullptr;
  std::uint32_t bad = 0;
  for_lanes(request.access.mask, [&](int l) {
    const std::uint64_t address = request.access.address[l];
    const bool in_last = array != nullptr && address - array->address < array->bytes &&
                         array->bytes - (address - array->address) >= bytes;
    if (!in_last) array = launch_.memory.find(address, bytes);
    if (array == nullptr) {
      bad |= 1U << l;
      request.data[l] = nullptr;
    } else {
      request.data[l] = array->data + (address - array->address);
      mark(request, *array, address, bytes);
    }
  });
  const auto side = [&](int l) { return launch_.memory.side_of(request.access.address[l]); };
  for_groups(bad, side, [&](std::uint32_t lanes, std::uint32_t group) {
    const std::uint64_t address = request.access.address[std::countr_zero(lanes)];
    const bool from_nothing = checks_ != nullptr && checks_->points_to_no_array(request.in.site);
    report(request, from_nothing ? DiagnosticKind::foreign_pointer : DiagnosticKind::out_of_range,
           lanes,
           launch_.memory.describe(address, bytes, request.in.element_bytes) +
               (from_nothing ? "; it was computed from numbers alone, not from any pointer" : ""),
           group);
  });
}

// The kernel's parameters are in constant memory too, as on the device. Here they start at
// window_bytes, after the variables.
void MemoryUnit::find_constant(Request& request) {
  const std::uint32_t mask = request.access.mask;
  if (request.access.address[std::countr_zero(mask)] < window_bytes) {
    return find_in_buffer(request, launch_.constant_bank.data(), launch_.constant_bank.size(), 0);
  }
  for_lanes(mask, [&](int l) { request.access.address[l] -= window_bytes; });
  find_in_buffer(request, launch_.parameters.data(), launch_.parameters.size(), 0);
}

void MemoryUnit::find_in_buffer(Request& request, std::byte* base, std::uint64_t bytes,
                                std::uint64_t lane_stride) {
  const std::uint64_t first = request.access.address[0];
  const std::uint64_t all_bytes = std::uint64_t{request.in.bytes} * warp_lanes;
  if (request.contiguous && lane_stride == 0 && first % request.in.bytes == 0 && first < bytes &&
      bytes - first >= all_bytes) {
    request.first_data = base + first;
    return;
  }
  std::uint32_t bad = 0;
  const std::uint64_t first_thread = static_cast<std::uint64_t>(request.warp) * warp_lanes;
  for_lanes(request.access.mask, [&](int l) {
    const std::uint64_t address = request.access.address[l];
    const bool good = address < bytes && bytes - address >= request.in.bytes;
    bad |= static_cast<std::uint32_t>(!good) << l;
    const std::uint64_t thread = first_thread + static_cast<std::uint64_t>(l);
    request.data[l] = good ? base + (thread * lane_stride + address) : nullptr;
  });
  const char* what = request.access.space == Space::shared     ? "the block's shared memory"
                     : request.access.space == Space::constant ? "constant memory"
                                                               : "the thread's local memory";
  const auto is_before = [&](int l) {
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(request.access.address[l]) < 0);
  };
  for_groups(bad, is_before, [&](std::uint32_t lanes, std::uint32_t group) {
    const std::uint64_t address = request.access.address[std::countr_zero(lanes)];
    report(request, DiagnosticKind::out_of_range, lanes,
           fmt::format("offset {} is outside {} ({} bytes)", static_cast<std::int64_t>(address),
                       what, bytes),
           group);
  });
}

std::uint32_t MemoryUnit::misaligned_lanes(const Request& request) const {
  const std::uint64_t low = request.in.bytes - 1U;
  std::uint64_t any = 0;
  for_lanes(request.access.mask, [&](int l) { any |= request.access.address[l]; });
  if ((any & low) == 0) return 0;
  std::uint32_t bad = 0;
  for_lanes(request.access.mask, [&](int l) {
    if ((request.access.address[l] & low) != 0 && request.data[l] != nullptr) bad |= 1U << l;
  });
  return bad;
}

// Moves a whole row at once, if a lane's register and its bytes in memory have the same layout.
bool MemoryUnit::transfer_contiguous(const Request& request) {
  const MemoryInstruction& in = request.in;
  if (in.elements != 1 || in.register_bytes[0] != in.element_bytes || !in.registers[0].exists())
    return false;
  const std::size_t bytes = std::size_t{in.element_bytes} * warp_lanes;
  if (in.op == Op::load) {
    std::memcpy(request.lanes.write<std::byte>(in.registers[0]), request.first_data, bytes);
  } else {
    std::memcpy(request.first_data, request.lanes.read<std::byte>(in.registers[0]), bytes);
  }
  return true;
}

void MemoryUnit::transfer(Request& request) {
  const MemoryInstruction& in = request.in;
  const std::uint32_t mask = request.access.mask;
  if (in.atomic != AtomicKind::none) {
    const AtomicInstruction& atomic = launch_.program.atomics[in.atomics];
    // Without a reduction the program's blocks run in order, on one thread.
    const bool at_once = footprint_ != nullptr && atomic.reduce != nullptr;
    const AtomicScope words = request.access.space != Space::global ? AtomicScope::block
                              : at_once                             ? AtomicScope::grid_at_once
                                                                    : AtomicScope::grid;
    apply_atomics(atomic, words, request.lanes, mask, request.data);
    return;
  }
  for (std::uint32_t i = 0; i < in.elements; ++i) {
    if (!in.registers[i].exists()) continue;
    const std::size_t offset = static_cast<std::size_t>(i) * in.element_bytes;
    with_register_type(in.register_bytes[i], [&]<class R>(R*) {
      with_memory_type(in.element_bytes, in.sign_extend, [&]<class M>(M*) {
        if constexpr (sizeof(M) <= sizeof(R)) {
          if (in.op == Op::load) {
            load_lanes<M>(request.data, request.lanes.write<R>(in.registers[i]), offset, mask);
          } else {
            store_lanes<M>(request.data, request.lanes.read<R>(in.registers[i]), offset, mask);
          }
        }
      });
    });
  }
}

namespace {

const char* word_of(DiagnosticKind kind) {
  switch (kind) {
    case DiagnosticKind::misaligned:
      return "misaligned";
    case DiagnosticKind::foreign_pointer:
      return "wild";
    default:
      return "out-of-range";
  }
}

}  // namespace

void MemoryUnit::report(const Request& request, DiagnosticKind kind, std::uint32_t lanes,
                        const std::string& where, std::uint32_t side) {
  const SiteInfo& site = launch_.program.sites[request.in.site];
  const FindingKey key{kind, Severity::error,
                       side << 16 | static_cast<unsigned>(request.access.space) << 12 |
                           static_cast<unsigned>(request.in.op) << 8 | request.in.bytes,
                       site.ptx_line, 0};
  log_.add(request.place.index, key, [&] {
    const int lane = std::countr_zero(lanes);
    Diagnostic diagnostic;
    diagnostic.kind = kind;
    diagnostic.place = site.place;
    diagnostic.ptx_line = site.ptx_line;
    diagnostic.block = request.place.block;
    diagnostic.thread = position_of(request.warp * warp_lanes + static_cast<std::uint32_t>(lane),
                                    launch_.config.block);
    diagnostic.address = request.access.address[lane];
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
