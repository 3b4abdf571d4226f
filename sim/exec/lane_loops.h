// The loops over 32 lanes that all computing handlers are made of.
//
// With all lanes active (the common case) the loop has no condition and is vectorised. Otherwise
// only the set lanes are written. `f` is a stateless lambda, so each handler is one plain function.
#pragma once

#include <bit>
#include <cstdint>

#include "sim/exec/instruction.h"

namespace lanescope::exec {

template <class F>
inline void for_lanes(std::uint32_t mask, F f) {
  if (mask == all_lanes) {
    for (int lane = 0; lane < warp_lanes; ++lane) f(lane);
    return;
  }
  for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) f(std::countr_zero(rest));
}

template <class D, class A, auto f>
void unary(const Lanes& lanes, const Instruction& in) {
  D* d = lanes.row<D>(in.d);
  const A* a = lanes.row<A>(in.a);
  for_lanes(lanes.mask, [=](int l) { d[l] = static_cast<D>(f(a[l])); });
}

template <class D, class A, class B, auto f>
void binary(const Lanes& lanes, const Instruction& in) {
  D* d = lanes.row<D>(in.d);
  const A* a = lanes.row<A>(in.a);
  const B* b = lanes.row<B>(in.b);
  for_lanes(lanes.mask, [=](int l) { d[l] = static_cast<D>(f(a[l], b[l])); });
}

template <class D, class A, class B, class C, auto f>
void ternary(const Lanes& lanes, const Instruction& in) {
  D* d = lanes.row<D>(in.d);
  const A* a = lanes.row<A>(in.a);
  const B* b = lanes.row<B>(in.b);
  const C* c = lanes.row<C>(in.c);
  for_lanes(lanes.mask, [=](int l) { d[l] = static_cast<D>(f(a[l], b[l], c[l])); });
}

// A comparison: bit l of the result is Compare{}(a[l], b[l]); bits of lanes that do not execute are
// 0.
template <class T, class Compare>
[[nodiscard]] inline std::uint32_t compare_lanes(const Lanes& lanes, const Instruction& in) {
  const T* a = lanes.row<T>(in.a);
  const T* b = lanes.row<T>(in.b);
  std::uint32_t result = 0;
  for (int l = 0; l < warp_lanes; ++l) {
    result |= static_cast<std::uint32_t>(Compare{}(a[l], b[l])) << l;
  }
  return result & lanes.mask;
}

// Writes the bits of the executing lanes, keeps the others.
inline void write_predicate(const Lanes& lanes, Row row, std::uint32_t bits) {
  std::uint32_t& p = lanes.predicate(row);
  p = (p & ~lanes.mask) | (bits & lanes.mask);
}

}  // namespace lanescope::exec
