// The loops over 32 lanes from which all computing handlers are built.
//
// With all lanes active (the common case) the loop has no condition and is vectorised. Otherwise
// only the set lanes are written. `f` is a stateless lambda, so each handler is one plain function.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "sim/exec/lanes/instruction.h"
#include "sim/memory/vectorised.h"

namespace lanescope::exec {

template <class F>
inline void for_set_lanes(std::uint32_t mask, F f) {
  for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) f(std::countr_zero(rest));
}

template <class F>
inline void for_lanes(std::uint32_t mask, F f) {
  if (mask == all_lanes) {
    // Rows are identical or disjoint, so no iteration reads what another one wrote.
#pragma GCC ivdep
    for (int lane = 0; lane < warp_lanes; ++lane) f(lane);
    return;
  }
  for_set_lanes(mask, f);
}

// Each loop below is two functions. The first handles the common case, with all lanes active and
// all rows written out. It calls nothing, so no registers need saving. The second handles the rest
// and is compiled once.

// Whether all these rows are written out.
template <class... Rows>
[[nodiscard]] inline bool written_out(const Lanes& lanes, Rows... rows) {
  return ((lanes.form(rows).known & ...) & RowForm::lanes) != 0;
}

// Row d, if all of its lanes are about to be written.
template <class D>
[[nodiscard]] inline D* whole_row(const Lanes& lanes, Row d) {
  lanes.form(d).known = RowForm::lanes;
  return reinterpret_cast<D*>(lanes.at(d));
}

template <class T>
[[nodiscard]] inline const T* lanes_of(const Lanes& lanes, Row row) {
  return reinterpret_cast<const T*>(lanes.at(row));
}

template <class D, class A, auto f>
[[gnu::noinline]] void unary_rest(const Lanes& lanes, const Instruction& in);

template <class D, class A, auto f>
LANESCOPE_VECTORISED void unary(const Lanes& lanes, const Instruction& in) {
  if (lanes.mask != all_lanes || !written_out(lanes, in.a)) return unary_rest<D, A, f>(lanes, in);
  const A* a = lanes_of<A>(lanes, in.a);
  D* d = whole_row<D>(lanes, in.d);
  for_lanes(all_lanes, [=](int l) { d[l] = static_cast<D>(f(a[l])); });
}

template <class D, class A, auto f>
void unary_rest(const Lanes& lanes, const Instruction& in) {
  const A* a = lanes.read<A>(in.a);
  if (lanes.mask == all_lanes) return unary<D, A, f>(lanes, in);
  D* d = lanes.write<D>(in.d);
  for_set_lanes(lanes.mask, [=](int l) { d[l] = static_cast<D>(f(a[l])); });
}

template <class D, class A, class B, auto f>
[[gnu::noinline]] void binary_rest(const Lanes& lanes, const Instruction& in);

template <class D, class A, class B, auto f>
LANESCOPE_VECTORISED void binary(const Lanes& lanes, const Instruction& in) {
  if (lanes.mask != all_lanes || !written_out(lanes, in.a, in.b))
    return binary_rest<D, A, B, f>(lanes, in);
  const A* a = lanes_of<A>(lanes, in.a);
  const B* b = lanes_of<B>(lanes, in.b);
  D* d = whole_row<D>(lanes, in.d);
  for_lanes(all_lanes, [=](int l) { d[l] = static_cast<D>(f(a[l], b[l])); });
}

template <class D, class A, class B, auto f>
void binary_rest(const Lanes& lanes, const Instruction& in) {
  const A* a = lanes.read<A>(in.a);
  const B* b = lanes.read<B>(in.b);
  if (lanes.mask == all_lanes) return binary<D, A, B, f>(lanes, in);
  D* d = lanes.write<D>(in.d);
  for_set_lanes(lanes.mask, [=](int l) { d[l] = static_cast<D>(f(a[l], b[l])); });
}

template <class D, class A, class B, class C, auto f>
[[gnu::noinline]] void ternary_rest(const Lanes& lanes, const Instruction& in);

template <class D, class A, class B, class C, auto f>
LANESCOPE_VECTORISED void ternary(const Lanes& lanes, const Instruction& in) {
  if (lanes.mask != all_lanes || !written_out(lanes, in.b, in.c))
    return ternary_rest<D, A, B, C, f>(lanes, in);
  const A* a = lanes_of<A>(lanes, in.a);
  const B* b = lanes_of<B>(lanes, in.b);
  const C* c = lanes_of<C>(lanes, in.c);
  const std::uint32_t known = lanes.form(in.a).known;
  if constexpr (std::is_floating_point_v<A>) {
    // One operand is uniform, as in a matrix product: its row need not be written out.
    if ((known & RowForm::uniform) != 0) {
      const A same = *a;
      D* d = whole_row<D>(lanes, in.d);
      for_lanes(all_lanes, [=](int l) { d[l] = static_cast<D>(f(same, b[l], c[l])); });
      return;
    }
  }
  if ((known & RowForm::lanes) == 0) return ternary_rest<D, A, B, C, f>(lanes, in);
  D* d = whole_row<D>(lanes, in.d);
  for_lanes(all_lanes, [=](int l) { d[l] = static_cast<D>(f(a[l], b[l], c[l])); });
}

template <class D, class A, class B, class C, auto f>
void ternary_rest(const Lanes& lanes, const Instruction& in) {
  const B* b = lanes.read<B>(in.b);
  const C* c = lanes.read<C>(in.c);
  const bool by_one = std::is_floating_point_v<A> && (lanes.form(in.a).known & RowForm::uniform);
  if (lanes.mask == all_lanes && by_one) return ternary<D, A, B, C, f>(lanes, in);
  const A* a = lanes.read<A>(in.a);
  if (lanes.mask == all_lanes) return ternary<D, A, B, C, f>(lanes, in);
  D* d = lanes.write<D>(in.d);
  for_set_lanes(lanes.mask, [=](int l) { d[l] = static_cast<D>(f(a[l], b[l], c[l])); });
}

// The same loops for rarely used operations, compiled only for the plain instruction set: a second
// one would cost minutes of compile time without benefit.
template <class D, class A, auto f>
void rare_unary(const Lanes& lanes, const Instruction& in) {
  const A* a = lanes.read<A>(in.a);
  D* d = lanes.write<D>(in.d);
  for_lanes(lanes.mask, [=](int l) { d[l] = static_cast<D>(f(a[l])); });
}

template <class D, class A, class B, auto f>
void rare_binary(const Lanes& lanes, const Instruction& in) {
  const A* a = lanes.read<A>(in.a);
  const B* b = lanes.read<B>(in.b);
  D* d = lanes.write<D>(in.d);
  for_lanes(lanes.mask, [=](int l) { d[l] = static_cast<D>(f(a[l], b[l])); });
}

template <class D, class A, class B, class C, auto f>
void rare_ternary(const Lanes& lanes, const Instruction& in) {
  const A* a = lanes.read<A>(in.a);
  const B* b = lanes.read<B>(in.b);
  const C* c = lanes.read<C>(in.c);
  D* d = lanes.write<D>(in.d);
  for_lanes(lanes.mask, [=](int l) { d[l] = static_cast<D>(f(a[l], b[l], c[l])); });
}

// One lane's value in a row of 2, 4 or 8 bytes per lane, for loops that do more than compute.
[[nodiscard]] inline std::uint64_t read_lane(const Lanes& lanes, Row row, std::uint32_t bytes,
                                             int lane) {
  if (bytes == 2) return lanes.read<std::uint16_t>(row)[lane];
  if (bytes == 4) return lanes.read<std::uint32_t>(row)[lane];
  return lanes.read<std::uint64_t>(row)[lane];
}

inline void write_lane(const Lanes& lanes, Row row, std::uint32_t bytes, int lane,
                       std::uint64_t value) {
  if (bytes == 2) lanes.row<std::uint16_t>(row)[lane] = static_cast<std::uint16_t>(value);
  if (bytes == 4) lanes.row<std::uint32_t>(row)[lane] = static_cast<std::uint32_t>(value);
  if (bytes == 8) lanes.row<std::uint64_t>(row)[lane] = value;
}

// A comparison: bit l of the result is Compare{}(a[l], b[l]); it is 0 for lanes that do not
// execute.
template <class T, class Compare>
[[nodiscard]] inline std::uint32_t compare_lanes(const Lanes& lanes, const Instruction& in) {
  const T* a = lanes.read<T>(in.a);
  const T* b = lanes.read<T>(in.b);
  if (lanes.mask == 1) return Compare{}(a[0], b[0]) ? 1 : 0;
  std::uint32_t result = 0;
  for (int l = 0; l < warp_lanes; ++l)
    result |= static_cast<std::uint32_t>(Compare{}(a[l], b[l])) << l;
  return result & lanes.mask;
}

// Writes the bits of the executing lanes and keeps the others.
inline void write_predicate(const Lanes& lanes, Row row, std::uint32_t bits) {
  std::uint32_t& p = lanes.predicate(row);
  p = (p & ~lanes.mask) | (bits & lanes.mask);
}

}  // namespace lanescope::exec
