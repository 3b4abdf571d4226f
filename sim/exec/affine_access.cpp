// Loads and stores by all lanes of a warp whose address row is affine: the common case in every
// kernel with regular indices. Addresses are never written out: bounds and alignment are checked at
// the ends, data moves in runs, and the observer gets base and steps. Any other access (out of
// range, misaligned, local memory, an observer that needs the addresses) goes to the general path
// in memory_unit.cpp before anything has changed.
#include "sim/exec/affine_access.h"

#include <cstring>

#include "sim/exec/lanes/affine.h"
#include "sim/exec/lanes/lane_loops.h"
#include "sim/exec/memory_unit.h"

namespace lanescope::exec {

using memory::Op;
using memory::Space;

struct MemoryUnit::AffineRequest {
  const MemoryInstruction& in;
  const Lanes& lanes;
  Space space = Space::global;
  std::uint64_t base = 0;  // lane 0's address in its space
  std::int64_t step_x = 0;
  std::int64_t step_y = 0;
  std::uint64_t first = 0;  // the bytes of all lanes lie in [first, first + bytes)
  std::uint64_t bytes = 0;
  std::byte* data = nullptr;  // lane 0's data

  [[nodiscard]] bool uniform() const { return (step_x | step_y) == 0; }
};

namespace {

constexpr std::int64_t max_step = std::int64_t{1} << 40;

bool is_small(std::int64_t step) {
  return static_cast<std::uint64_t>(step + max_step) < static_cast<std::uint64_t>(2 * max_step);
}

// M is the type in memory, R in the register: the value is extended by M's sign or truncated.
template <class M, class R>
R loaded(const std::byte* from) {
  M value;
  std::memcpy(&value, from, sizeof(M));
  return static_cast<R>(value);
}

template <class M, class R>
void store_one(std::byte* to, R value) {
  const auto narrow = static_cast<M>(value);
  std::memcpy(to, &narrow, sizeof(M));
}

// One row of the warp's shape: consecutive x.
template <class M, class R>
LANESCOPE_VECTORISED void load_run(const std::byte* from, std::int64_t step, R* to,
                                   std::uint32_t count) {
  if (step == 0) {
    const R value = loaded<M, R>(from);
    for (std::uint32_t x = 0; x < count; ++x) to[x] = value;
  } else if (sizeof(M) == sizeof(R) && step == sizeof(M)) {
    if (count == warp_lanes && sizeof(M) == 4) {
      copy_words(reinterpret_cast<std::byte*>(to), reinterpret_cast<const std::byte*>(from));
    } else {
      std::memcpy(to, from, sizeof(M) * count);
    }
  } else {
    for (std::uint32_t x = 0; x < count; ++x, from += step) to[x] = loaded<M, R>(from);
  }
}

template <class M, class R>
LANESCOPE_VECTORISED void store_run(std::byte* to, std::int64_t step, const R* from,
                                    std::uint32_t count) {
  if (sizeof(M) == sizeof(R) && step == sizeof(M)) {
    if (count == warp_lanes && sizeof(M) == 4) {
      copy_words(reinterpret_cast<std::byte*>(to), reinterpret_cast<const std::byte*>(from));
    } else {
      std::memcpy(to, from, sizeof(M) * count);
    }
  } else {
    for (std::uint32_t x = 0; x < count; ++x, to += step) store_one<M>(to, from[x]);
  }
}

template <class M, class R>
void load_piece(const LanePiece& piece) {
  const Lanes& lanes = piece.lanes;
  if ((piece.step_x | piece.step_y) == 0) {
    const R value = loaded<M, R>(piece.data);
    lanes.set_affine<R>(piece.row, static_cast<std::uint64_t>(value), 0, 0);
    return;
  }
  R* to = lanes.write<R>(piece.row);
  const std::byte* from = piece.data;
  for (std::uint32_t l = 0; l < warp_lanes; l += lanes.width, from += piece.step_y) {
    load_run<M, R>(from, piece.step_x, to + l, lanes.width);
  }
}

template <class M, class R>
void store_piece(const LanePiece& piece) {
  const Lanes& lanes = piece.lanes;
  const R* from = lanes.read<R>(piece.row);
  if ((piece.step_x | piece.step_y) == 0) return store_one<M>(piece.data, from[warp_lanes - 1]);
  std::byte* to = piece.data;
  for (std::uint32_t l = 0; l < warp_lanes; l += lanes.width, to += piece.step_y) {
    store_run<M, R>(to, piece.step_x, from + l, lanes.width);
  }
}

template <class R>
PieceMove load_into(std::uint32_t bytes, bool is_signed) {
  switch (bytes) {
    case 1:
      return is_signed ? &load_piece<std::int8_t, R> : &load_piece<std::uint8_t, R>;
    case 2:
      return is_signed ? &load_piece<std::int16_t, R> : &load_piece<std::uint16_t, R>;
    case 4:
      if constexpr (sizeof(R) >= 4) {
        return is_signed ? &load_piece<std::int32_t, R> : &load_piece<std::uint32_t, R>;
      }
      break;
    default:
      if constexpr (sizeof(R) == 8) return &load_piece<std::uint64_t, R>;
      break;
  }
  return nullptr;
}

template <class R>
PieceMove store_from(std::uint32_t bytes) {
  switch (bytes) {
    case 1:
      return &store_piece<std::uint8_t, R>;
    case 2:
      return &store_piece<std::uint16_t, R>;
    case 4:
      if constexpr (sizeof(R) >= 4) return &store_piece<std::uint32_t, R>;
      break;
    default:
      if constexpr (sizeof(R) == 8) return &store_piece<std::uint64_t, R>;
      break;
  }
  return nullptr;
}

}  // namespace

PieceMove piece_move_of(const MemoryInstruction& in, std::uint32_t register_bytes) {
  const std::uint32_t bytes = in.element_bytes;
  const bool load = in.op == Op::load;
  switch (register_bytes) {
    case 2:
      return load ? load_into<std::uint16_t>(bytes, in.sign_extend)
                  : store_from<std::uint16_t>(bytes);
    case 4:
      return load ? load_into<std::uint32_t>(bytes, in.sign_extend)
                  : store_from<std::uint32_t>(bytes);
    default:
      return load ? load_into<std::uint64_t>(bytes, in.sign_extend)
                  : store_from<std::uint64_t>(bytes);
  }
}

bool MemoryUnit::resolve_affine_global(AffineRequest& request) {
  const auto& arrays = launch_.memory.arrays();
  const auto holds = [&](const GlobalMemory::Array& array) {
    return request.first >= array.address && request.first - array.address < array.bytes &&
           array.bytes - (request.first - array.address) >= request.bytes;
  };
  if (recent_array_ >= arrays.size() || !holds(arrays[recent_array_])) {
    const GlobalMemory::Array* found = launch_.memory.find(request.first, request.bytes);
    if (found == nullptr) return false;
    recent_array_ = static_cast<std::size_t>(found - arrays.data());
  }
  const GlobalMemory::Array& array = arrays[recent_array_];
  request.data = array.data + (request.base - array.address);
  if (footprint_ != nullptr &&
      (request.in.op != Op::load || footprint_->wants_reads(recent_array_))) {
    mark_affine(request.in, request.lanes, recent_array_, request.base - array.address);
  }
  return true;
}

void MemoryUnit::mark_affine(const MemoryInstruction& in, const Lanes& lanes, std::size_t array,
                             std::uint64_t offset) {
  const Touch touch = in.op == Op::load ? Touch::read : Touch::written;
  const RowForm& address = lanes.form(in.address);
  if ((address.known & RowForm::uniform) != 0) {
    footprint_->mark(array, touch, offset, in.bytes);
    return;
  }
  const std::int64_t step_x = step_of(address.step_x, in);
  const std::int64_t step_y = step_of(address.step_y, in);
  for (std::uint32_t y = 0; y <= lanes.last_y; ++y) {
    const std::uint64_t row = offset + static_cast<std::uint64_t>(step_y * y);
    if (step_x == in.bytes || step_x == 0) {
      footprint_->mark(array, touch, row, step_x == 0 ? in.bytes : in.bytes * lanes.width);
      continue;
    }
    for (std::uint32_t x = 0; x < lanes.width; ++x) {
      footprint_->mark(array, touch, row + static_cast<std::uint64_t>(step_x * x), in.bytes);
    }
  }
}

// Finds the data. Returns false if it is not all in one array or is misaligned.
bool MemoryUnit::resolve_affine(AffineRequest& request) {
  const std::uint64_t low_bits = request.in.bytes - 1U;
  const auto steps = static_cast<std::uint64_t>(request.step_x | request.step_y);
  if (((request.base | steps) & low_bits) != 0) return false;
  const auto in_buffer = [&](std::byte* buffer, std::uint64_t bytes) {
    if (request.first >= bytes || bytes - request.first < request.bytes) return false;
    request.data = buffer + request.base;
    return true;
  };
  switch (request.space) {
    case Space::global:
      return resolve_affine_global(request);
    case Space::shared:
      return in_buffer(block_.shared.data(), launch_.shared_bytes);
    case Space::constant:
      return request.in.op == Op::load &&
             in_buffer(launch_.constant_bank.data(), launch_.constant_bank.size());
    case Space::local:
      break;  // each thread has its own memory
  }
  return false;
}

bool MemoryUnit::execute_affine(const MemoryInstruction& in, const Lanes& lanes,
                                const BlockPosition& place, std::uint32_t warp) {
  const RowForm& address = lanes.form(in.address);
  if ((address.known & RowForm::affine) == 0 || wants_addresses_ || in.moves[0] == nullptr) {
    return false;
  }
  AffineRequest request{.in = in, .lanes = lanes};
  const std::uint64_t base_row = address.base;
  std::uint64_t base = address.base;
  request.step_x = step_of(address.step_x, in);
  request.step_y = step_of(address.step_y, in);
  if (!is_small(request.step_x) || !is_small(request.step_y)) return false;
  const FormSpan span = span_of(request.step_x, request.step_y, lanes);
  const std::uint64_t lowest = base + static_cast<std::uint64_t>(span.low);
  const std::uint64_t highest = base + static_cast<std::uint64_t>(span.high);
  if (lowest > base || highest < base) return false;  // the address wraps around
  if (in.address_bytes == 4 && (highest >> 32) != 0) return false;
  base += static_cast<std::uint64_t>(in.offset);
  request.first = lowest + static_cast<std::uint64_t>(in.offset);
  request.bytes = highest - lowest + in.bytes;
  switch (in.space) {
    case ptx::StateSpace::global:
      break;
    case ptx::StateSpace::shared:
      request.space = Space::shared;
      break;
    case ptx::StateSpace::constant:
      request.space = Space::constant;
      break;
    case ptx::StateSpace::generic: {
      const std::uint64_t window = request.first / window_bytes;
      if (window != (request.first + request.bytes - 1) / window_bytes) return false;
      if (window == shared_window / window_bytes) {
        request.space = Space::shared;
      } else if (window != 0) {
        return false;
      }
      base -= window * window_bytes;
      request.first -= window * window_bytes;
      break;
    }
    default:
      return false;
  }
  request.base = base;
  if (!resolve_affine(request)) return false;
  // Reads while copies are in flight are checked lane by lane.
  if (checks_ != nullptr && request.space == Space::shared && block_.copies.any()) return false;
  if (checks_ != nullptr &&
      !checks_->on_affine_access(
          in, lanes,
          {request.space, request.base, static_cast<std::uint64_t>(request.step_x),
           static_cast<std::uint64_t>(request.step_y), recent_array_, request.data},
          warp)) {
    return false;
  }
  move_pieces(in, lanes, request.data);
  const AffineAccessRecord record{in.site,
                                  place.index,
                                  place.block,
                                  warp,
                                  request.space,
                                  in.op,
                                  in.bytes,
                                  lanes.width,
                                  request.base,
                                  static_cast<std::uint64_t>(request.step_x),
                                  static_cast<std::uint64_t>(request.step_y)};
  const AccessCounter counter = observer_.on_affine_access(record);
  // A load may have overwritten its own address row.
  const bool kept = (address.known & RowForm::affine) != 0 && address.base == base_row &&
                    step_of(address.step_x, in) == request.step_x &&
                    step_of(address.step_y, in) == request.step_y;
  if (kept) remember(in, lanes, record, request.first, request.bytes, counter);
  return true;
}

}  // namespace lanescope::exec
