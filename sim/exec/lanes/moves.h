// Moves one element of each lane between memory and a register. Every load and store copies its
// data here; only atomic operations, asynchronous copies and matrices do it themselves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "sim/exec/lanes/lane_loops.h"

namespace lanescope::exec {

// The move of one type. A load extends the element to the register's width, a store truncates the
// register's value.
struct Move {
  // For all 32 lanes: the element of lane x + width * y is at first + step_x * x + step_y * y
  // (row_form.h).
  void (*by_steps)(const Lanes& lanes, Row row, std::byte* first, std::int64_t step_x,
                   std::int64_t step_y) = nullptr;
  // For the lanes of `mask`, some of lanes.mask: the element of lane l is at data[l] + offset. If
  // data[l] is nullptr, a load gets 0 and a store does nothing.
  void (*by_lane)(const Lanes& lanes, Row row, std::uint32_t mask, std::byte* const* data,
                  std::size_t offset) = nullptr;
};

// For elements of 1, 2, 4 or 8 bytes, in registers of 2, 4 or 8 bytes per lane; nullptr if the
// register is smaller than the element. `is_signed`: a load extends by the sign.
[[nodiscard]] const Move* move_of(bool loads, std::uint32_t element_bytes, bool is_signed,
                                  std::uint32_t register_bytes);

template <class R, class Pick>
auto by_element_type(std::uint32_t bytes, bool is_signed, Pick pick) {
  constexpr bool is_wider_than_2 = sizeof(R) > 2;
  constexpr bool is_wider_than_4 = sizeof(R) > 4;
  switch (bytes) {
    case 1:
      return is_signed ? pick.template operator()<std::int8_t, R>()
                       : pick.template operator()<std::uint8_t, R>();
    case 2:
      if constexpr (is_wider_than_2) {
        if (is_signed) return pick.template operator()<std::int16_t, R>();
      }
      return pick.template operator()<std::uint16_t, R>();
    case 4:
      if constexpr (is_wider_than_4) {
        if (is_signed) return pick.template operator()<std::int32_t, R>();
      }
      if constexpr (is_wider_than_2) return pick.template operator()<std::uint32_t, R>();
      break;
    case 8:
      if constexpr (is_wider_than_4) return pick.template operator()<std::uint64_t, R>();
      break;
    default:
      break;
  }
  return decltype(pick.template operator()<std::uint8_t, R>()){};
}

// Returns `pick.template operator()<M, R>()`, a pointer, for an element of type M in memory and a
// register of type R; nullptr if the register is smaller.
template <class Pick>
auto by_element_type(std::uint32_t bytes, bool is_signed, std::uint32_t register_bytes, Pick pick) {
  switch (register_bytes) {
    case 2:
      return by_element_type<std::uint16_t>(bytes, is_signed, pick);
    case 4:
      return by_element_type<std::uint32_t>(bytes, is_signed, pick);
    default:
      return by_element_type<std::uint64_t>(bytes, is_signed, pick);
  }
}

// The typed move itself: `address(l)` returns where the element of lane l is, or nullptr.
template <class M, class R, class Address>
void load_lanes(R* registers, std::uint32_t mask, Address address) {
  for_lanes(mask, [=](int l) {
    M value{};
    if (const std::byte* from = address(l)) std::memcpy(&value, from, sizeof(M));
    registers[l] = static_cast<R>(value);
  });
}

template <class M, class R, class Address>
void store_lanes(const R* registers, std::uint32_t mask, Address address) {
  for_lanes(mask, [=](int l) {
    const auto value = static_cast<M>(registers[l]);
    if (std::byte* to = address(l)) std::memcpy(to, &value, sizeof(M));
  });
}

}  // namespace lanescope::exec
