// The loops of lane_loops.h, compiled only for the plain instruction set: for rarely used
// operations, where a second instruction set would cost minutes of compile time without benefit.
#pragma once

#include "sim/exec/lanes/lane_loops.h"

namespace lanescope::exec {

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

}  // namespace lanescope::exec
