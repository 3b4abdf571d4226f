// Operations that need more of the block than one access: asynchronous copies, barriers in shared
// memory (mbarrier), and loads and stores of matrix fragments. Each access is located, checked and
// reported to the observer like any other; only the handling of the data differs.
#include <bit>
#include <cstring>

#include "sim/exec/lanes/lane_loops.h"
#include "sim/exec/run/memory_unit.h"

namespace lanescope::exec {

using memory::Op;
using memory::Space;

bool MemoryUnit::operate(const BlockOperation& in, const Lanes& lanes, std::uint32_t warp) {
  using Kind = BlockOperationKind;
  switch (in.kind) {
    case Kind::copy:
      copy(in, lanes, warp);
      return true;
    case Kind::commit_copies:
      block_.copies.commit(warp, lanes.mask);
      return true;
    case Kind::wait_copies:
      block_.copies.wait(warp, lanes.mask, in.count);
      return true;
    case Kind::wait_all_copies:
      block_.copies.commit(warp, lanes.mask);
      block_.copies.wait(warp, lanes.mask, 0);
      return true;
    case Kind::load_matrices:
      load_matrices(in, lanes, warp);
      return true;
    case Kind::store_matrices:
      store_matrices(in, lanes, warp);
      return true;
    case Kind::mbarrier:
      return mbarrier(in, lanes, warp);
    case Kind::texture:
      use_texture(launch_.program.textures[in.count], lanes, warp);
      return true;
  }
  return true;
}

// cp.async: a load from global memory and a store to shared memory. The data is in flight until the
// wait. Lanes may read less than they write; the rest becomes zeros. Such lanes read in pieces,
// largest first; nearly always there is one piece. The observer sees one load by the lanes that
// read anything.
void MemoryUnit::copy(const BlockOperation& in, const Lanes& lanes, std::uint32_t warp) {
  const std::uint32_t whole = in.to.bytes;
  std::uint32_t size[warp_lanes];
  AsyncCopies::Data bytes{};
  const std::uint32_t ignored =
      in.predicate.exists() ? lanes.predicate(in.predicate) ^ in.predicate_flip : 0;
  const std::uint32_t* wanted = in.value.exists() ? lanes.read<std::uint32_t>(in.value) : nullptr;
  std::uint32_t reading = 0;
  std::uint32_t sizes = 0;  // their bits
  for_lanes(lanes.mask, [&](int l) {
    const bool skips = ((ignored >> l) & 1) != 0;
    size[l] = skips ? 0 : wanted == nullptr ? whole : std::min(wanted[l], whole);
    reading |= std::uint32_t{size[l] != 0} << l;
    sizes |= size[l];
  });
  for (std::uint32_t piece = whole; piece != 0; piece /= 2) {
    if ((sizes & piece) == 0) continue;
    std::uint32_t mask = 0;
    for_lanes(lanes.mask, [&](int l) { mask |= std::uint32_t{(size[l] & piece) != 0} << l; });
    MemoryInstruction part = in.from;
    part.bytes = static_cast<std::uint8_t>(piece);
    Request load = request_for(part, lanes, warp, mask);
    const auto done = [&](int l) { return size[l] & ~(2 * piece - 1); };
    for_lanes(mask, [&](int l) { load.access.address[l] += done(l); });
    load.find_span();
    locate(load, Space::global);
    check(load);
    const auto take = [&](auto piece_bytes) {
      for_set_lanes(mask & load.valid, [&](int l) {
        std::memcpy(bytes[static_cast<std::size_t>(l)].data() + done(l), load.data[l], piece_bytes);
      });
    };
    if (piece == 4) {
      take(std::integral_constant<std::size_t, 4>{});  // the common size
    } else {
      take(piece);
    }
  }
  Request load = request_for(in.from, lanes, warp, reading);
  Request store = request_for(in.to, lanes, warp, lanes.mask);
  load.access.space = Space::global;
  locate(store, Space::shared);
  memory::AsyncCopy reported_copy{load.access, store.access, in.bypasses_l1, in.fills_zeros, {}};
  for_lanes(reading,
            [&](int l) { reported_copy.bytes_read[l] = static_cast<std::uint8_t>(size[l]); });
  if (reading != 0) tell_observer(load, &reported_copy);
  check(store);
  if (store.valid != 0) {
    block_.copies.add(
        warp, store.valid, store.data, store.access.address.data(), bytes, whole, store.lowest,
        std::min(store.highest, launch_.shared_bytes - std::uint64_t{whole}), in.to.site);
  }
  tell_observer(store, &reported_copy);
}

namespace {

constexpr std::uint32_t matrix_rows = 8;
constexpr std::uint32_t matrix_row_bytes = 16;

// Byte offset in the matrix (8 rows of 8 halves) of half `which` of lane l's fragment: two
// neighbours of row l / 4, or of column l / 4 if transposed (PTX ISA, ldmatrix: "fragment layout").
std::uint32_t fragment_offset(std::uint32_t lane, std::uint32_t which, bool transposed) {
  const std::uint32_t outer = lane / 4;
  const std::uint32_t inner = 2 * (lane % 4) + which;
  return transposed ? inner * matrix_row_bytes + outer * 2 : outer * matrix_row_bytes + inner * 2;
}

// The lanes that provide addresses: eight for each matrix.
std::uint32_t address_lanes(std::uint32_t matrices) {
  return matrices == 4 ? all_lanes : (1U << (matrix_rows * matrices)) - 1;
}

}  // namespace

void MemoryUnit::load_matrices(const BlockOperation& in, const Lanes& lanes, std::uint32_t warp) {
  Request request = request_for(in.from, lanes, warp, lanes.mask & address_lanes(in.count));
  locate(request, Space::shared);
  check(request);
  std::byte matrix[warp_lanes][matrix_row_bytes] = {};
  for_lanes(request.access.mask, [&](int l) {
    if (request.data[l] != nullptr) std::memcpy(matrix[l], request.data[l], matrix_row_bytes);
  });
  tell_observer(request);
  for (std::uint32_t m = 0; m < in.count; ++m) {
    if (!in.from.registers[m].exists()) continue;
    const std::byte* from = matrix[matrix_rows * m];
    std::uint32_t* d = lanes.row<std::uint32_t>(in.from.registers[m]);
    for_lanes(lanes.mask, [&](int l) {
      std::uint16_t halves[2];
      for (std::uint32_t i = 0; i < 2; ++i) {
        std::memcpy(&halves[i],
                    from + fragment_offset(static_cast<std::uint32_t>(l), i, in.transposed), 2);
      }
      d[l] = halves[0] | static_cast<std::uint32_t>(halves[1]) << 16;
    });
  }
}

void MemoryUnit::store_matrices(const BlockOperation& in, const Lanes& lanes, std::uint32_t warp) {
  Request request = request_for(in.to, lanes, warp, lanes.mask & address_lanes(in.count));
  locate(request, Space::shared);
  check(request);
  std::byte matrix[warp_lanes][matrix_row_bytes] = {};
  for (std::uint32_t m = 0; m < in.count; ++m) {
    std::byte* to = matrix[matrix_rows * m];
    const std::uint32_t* a = lanes.read<std::uint32_t>(in.to.registers[m]);
    for_lanes(lanes.mask, [&](int l) {
      for (std::uint32_t i = 0; i < 2; ++i) {
        const auto half = static_cast<std::uint16_t>(a[l] >> (16 * i));
        std::memcpy(to + fragment_offset(static_cast<std::uint32_t>(l), i, in.transposed), &half,
                    2);
      }
    });
  }
  for_lanes(request.access.mask, [&](int l) {
    if (request.data[l] != nullptr) std::memcpy(request.data[l], matrix[l], matrix_row_bytes);
  });
  tell_observer(request);
}

namespace {

// A 64-bit barrier in shared memory. The layout is the emulator's own; kernels must treat the bits
// as opaque (PTX ISA, mbarrier: "an opaque object").
//   0-19 pending arrivals   20-39 arrivals per phase   40-62 pending bytes
//   63 the phase, even or odd
struct SharedBarrier {
  std::uint32_t missing = 0;
  std::uint32_t expected = 0;
  std::int32_t bytes = 0;
  bool odd = false;

  static constexpr std::uint64_t count_mask = 0xf'ffff;
  static constexpr std::uint64_t byte_mask = 0x7f'ffff;

  explicit SharedBarrier(std::uint64_t word)
      : missing(static_cast<std::uint32_t>(word & count_mask)),
        expected(static_cast<std::uint32_t>((word >> 20) & count_mask)),
        bytes(static_cast<std::int32_t>((word >> 40 & byte_mask) << 9) >> 9),
        odd((word >> 63) != 0) {}
  [[nodiscard]] std::uint64_t word() const {
    return (missing & count_mask) | (expected & count_mask) << 20 |
           (static_cast<std::uint64_t>(bytes) & byte_mask) << 40 |
           static_cast<std::uint64_t>(odd) << 63;
  }
  void complete_if_due() {
    if (missing != 0 || bytes != 0) return;
    odd = !odd;
    missing = expected;
  }
};

// The lanes of `mask` whose phase is over. `values`: the state or the parity that each waits for.
LANESCOPE_VECTORISED std::uint32_t phases_over(const std::uint64_t* values, std::uint32_t mask,
                                               std::uint32_t bit, bool odd) {
  std::uint32_t over = 0;
  for (std::uint32_t l = 0; l < warp_lanes; ++l)
    over |= std::uint32_t{(values[l] >> bit & 1) != std::uint64_t{odd}} << l;
  return over & mask;
}

}  // namespace

// Returns false for a wait that is not over; the warp may then let others run.
bool MemoryUnit::mbarrier(const BlockOperation& in, const Lanes& lanes, std::uint32_t warp) {
  using Action = MbarrierAction;
  Request request = request_for(in.to, lanes, warp, lanes.mask);
  locate(request, Space::shared);
  const bool is_one = request.valid == lanes.mask && request.lowest == request.highest;
  if (checks_ != nullptr && is_one) {
    checks_->on_mbarrier(request.lowest, warp,
                         static_cast<std::uint32_t>(std::popcount(lanes.mask)));
  } else if (checks_ != nullptr) {
    // Lanes one after the other at one barrier, mostly all of them.
    std::uint64_t address = 0;
    std::uint32_t count = 0;
    for_set_lanes(lanes.mask, [&](int l) {
      if (request.data[l] == nullptr) return;
      if (count != 0 && request.access.address[l] == address) {
        ++count;
        return;
      }
      if (count != 0) checks_->on_mbarrier(address, warp, count);
      address = request.access.address[l];
      count = 1;
    });
    if (count != 0) checks_->on_mbarrier(address, warp, count);
  }
  std::array<std::uint64_t, warp_lanes> values;
  if (!in.value.exists()) {
    values.fill(in.count);
  } else if (in.value_bytes == 8) {
    std::copy_n(lanes.read<std::uint64_t>(in.value), warp_lanes, values.begin());
  } else {
    std::copy_n(lanes.read<std::uint32_t>(in.value), warp_lanes, values.begin());
  }
  const bool tests_state = in.action == Action::test_state;
  const bool tests = tests_state || in.action == Action::test_parity;
  std::uint32_t over = 0;
  // Lanes one after the other at one barrier share its present state.
  std::byte* place = nullptr;
  SharedBarrier barrier(0);
  const auto put = [&] {
    const std::uint64_t word = barrier.word();
    if (place != nullptr) std::memcpy(place, &word, sizeof word);
  };
  std::uint64_t* results = in.result.exists() ? lanes.row<std::uint64_t>(in.result) : nullptr;
  // All that test one barrier see the same; the others come one after the other.
  std::uint32_t rest = lanes.mask;
  if (tests && is_one && results == nullptr) {
    std::uint64_t word = 0;
    std::memcpy(&word, request.data[std::countr_zero(rest)], sizeof word);
    over = phases_over(values.data(), rest, tests_state ? 63 : 0, SharedBarrier(word).odd);
    rest = 0;
  }
  for_set_lanes(rest, [&](int l) {
    if (request.data[l] == nullptr || request.data[l] != place) {
      put();
      place = request.data[l];
      std::uint64_t word = 0;
      if (place != nullptr) std::memcpy(&word, place, sizeof word);
      barrier = SharedBarrier(word);
    }
    const std::uint64_t before = barrier.word();
    const std::uint64_t value = values[static_cast<std::size_t>(l)];
    const auto narrow = static_cast<std::uint32_t>(value);
    switch (in.action) {
      case Action::init:
        barrier = SharedBarrier(0);
        barrier.missing = barrier.expected = narrow;
        break;
      case Action::invalidate:
        barrier = SharedBarrier(0);
        break;
      case Action::expect_bytes:
        barrier.bytes += static_cast<std::int32_t>(narrow);
        break;
      case Action::complete_bytes:
        barrier.bytes -= static_cast<std::int32_t>(narrow);
        barrier.complete_if_due();
        break;
      case Action::arrive:
      case Action::arrive_and_drop:
        if (in.action == Action::arrive_and_drop) barrier.expected -= in.expects ? 1 : narrow;
        if (in.expects) barrier.bytes += static_cast<std::int32_t>(narrow);
        barrier.missing -= in.expects ? 1 : narrow;
        barrier.complete_if_due();
        break;
      case Action::arrive_after_copies:
        block_.copies.commit(warp, 1U << l);
        block_.copies.wait(warp, 1U << l, 0);
        // Without .noinc the arrival also increments the expected count, so the two cancel out.
        if (in.expects) break;
        barrier.missing -= 1;
        barrier.complete_if_due();
        break;
      case Action::test_state:
        over |= std::uint32_t{(value >> 63 != 0) != barrier.odd} << l;
        break;
      case Action::test_parity:
        over |= std::uint32_t{((value & 1) != 0) != barrier.odd} << l;
        break;
    }
    if (results != nullptr) results[l] = before;
  });
  put();
  tell_observer(request);
  if (in.predicate.exists()) write_predicate(lanes, in.predicate, over);
  return !tests || over == lanes.mask;
}

}  // namespace lanescope::exec
