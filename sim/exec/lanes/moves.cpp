#include "sim/exec/lanes/moves.h"

namespace lanescope::exec {
namespace {

// Copies the elements of consecutive lanes that are side by side, with vectors as wide as the
// handlers' reads. A 32-byte read of two halves just written would have to wait until both reach
// the cache.
template <std::size_t bytes>
void copy_run(std::byte* to, const std::byte* from) {
  using Vector __attribute__((vector_size(32), aligned(1), may_alias)) = std::uint32_t;
  for (std::size_t i = 0; i < bytes; i += 32)
    *reinterpret_cast<Vector*>(to + i) = *reinterpret_cast<const Vector*>(from + i);
}

template <class M>
void copy_run(std::byte* to, const std::byte* from, std::uint32_t lanes) {
  if (lanes == warp_lanes) return copy_run<sizeof(M) * warp_lanes>(to, from);
  if (lanes == warp_lanes / 2) return copy_run<sizeof(M) * warp_lanes / 2>(to, from);
  std::memcpy(to, from, sizeof(M) * lanes);
}

// Like the loops of lane_loops.h, a load is two functions: the first handles one word for all lanes
// and lanes side by side, and saves no registers.
template <class M, class R>
[[gnu::noinline]] LANESCOPE_VECTORISED void load_rest(const Lanes& lanes, Row row, std::byte* first,
                                                      std::int64_t step_x, std::int64_t step_y) {
  M value;
  R* to = whole_row<R>(lanes, row);
  for (R* end = to + warp_lanes; to != end; to += lanes.width, first += step_y) {
    if (sizeof(M) == sizeof(R) && step_x == sizeof(M)) {
      copy_run<M>(reinterpret_cast<std::byte*>(to), first, lanes.width);
    } else if (step_x == 0) {
      std::memcpy(&value, first, sizeof(M));
      for (std::uint32_t x = 0; x < lanes.width; ++x) to[x] = static_cast<R>(value);
    } else {
      const std::byte* from = first;
      for (std::uint32_t x = 0; x < lanes.width; ++x, from += step_x) {
        std::memcpy(&value, from, sizeof(M));
        to[x] = static_cast<R>(value);
      }
    }
  }
}

template <class M, class R>
LANESCOPE_VECTORISED void load(const Lanes& lanes, Row row, std::byte* first, std::int64_t step_x,
                               std::int64_t step_y) {
  if ((step_x | step_y) == 0) {
    M value;
    std::memcpy(&value, first, sizeof(M));
    return lanes.set_affine<R>(row, static_cast<R>(value), 0, 0);
  }
  if (sizeof(M) == sizeof(R) && step_x == sizeof(M) && lanes.width == warp_lanes) {
    return copy_run<sizeof(M) * warp_lanes>(reinterpret_cast<std::byte*>(whole_row<R>(lanes, row)),
                                            first);
  }
  load_rest<M, R>(lanes, row, first, step_x, step_y);
}

template <class M, class R>
LANESCOPE_VECTORISED void store(const Lanes& lanes, Row row, std::byte* first, std::int64_t step_x,
                                std::int64_t step_y) {
  const R* from = lanes.read<R>(row);
  const bool one_word = (step_x | step_y) == 0;  // the last lane's value remains
  const R* end = from + warp_lanes;
  if (one_word) from = end - 1;
  const std::uint32_t run = one_word ? 1 : lanes.width;
  for (; from != end; from += run, first += step_y) {
    if (sizeof(M) == sizeof(R) && step_x == sizeof(M)) {
      copy_run<M>(first, reinterpret_cast<const std::byte*>(from), run);
    } else {
      std::byte* to = first;
      for (std::uint32_t x = 0; x < run; ++x, to += step_x) {
        const auto value = static_cast<M>(from[x]);
        std::memcpy(to, &value, sizeof(M));
      }
    }
  }
}

template <class M, class R>
void load(const Lanes& lanes, Row row, std::uint32_t mask, std::byte* const* data,
          std::size_t offset) {
  load_lanes<M>(lanes.write<R>(row), mask,
                [=](int l) { return data[l] == nullptr ? nullptr : data[l] + offset; });
}

template <class M, class R>
void store(const Lanes& lanes, Row row, std::uint32_t mask, std::byte* const* data,
           std::size_t offset) {
  store_lanes<M>(lanes.read<R>(row), mask,
                 [=](int l) { return data[l] == nullptr ? nullptr : data[l] + offset; });
}

// Each field takes the overload of its own type: by steps, by lane.
template <class M, class R>
constexpr Move load_move{.by_steps = &load<M, R>, .by_lane = &load<M, R>};
template <class M, class R>
constexpr Move store_move{.by_steps = &store<M, R>, .by_lane = &store<M, R>};

}  // namespace

const Move* move_of(bool loads, std::uint32_t element_bytes, bool is_signed,
                    std::uint32_t register_bytes) {
  if (loads) {
    return by_element_type(element_bytes, is_signed, register_bytes,
                           []<class M, class R>() { return &load_move<M, R>; });
  }
  return by_element_type(element_bytes, false, register_bytes,
                         []<class M, class R>() { return &store_move<M, R>; });
}

}  // namespace lanescope::exec
