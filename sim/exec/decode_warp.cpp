// Exchange between the lanes of a warp: shfl, vote, activemask (PTX ISA, "Data Movement" and
// "Parallel Synchronization" instructions). The .sync forms name the lanes that take part; in lock
// step these are the active lanes, and what an inactive lane would have given is undefined in PTX:
// the lane then keeps its own value.
#include <bit>

#include "sim/exec/decoder.h"
#include "sim/exec/lane_loops.h"

namespace lanescope::exec {

namespace {

enum class Shuffle : std::uint8_t { up, down, butterfly, index };

// The source lane, and whether it is inside the segment (PTX ISA, shfl.sync: "c" holds clamp and
// segment mask).
struct Source {
  int lane;
  bool in_range;
};

Source shuffle_source(Shuffle mode, int lane, std::uint32_t b, std::uint32_t c) {
  const auto by = static_cast<int>(b & 0x1f);
  const auto clamp = static_cast<int>(c & 0x1f);
  const auto segment = static_cast<int>((c >> 8) & 0x1f);
  const int max_lane = (lane & segment) | (clamp & ~segment);
  const int min_lane = lane & segment;
  int from = lane;
  bool in_range = true;
  switch (mode) {
    case Shuffle::up:
      from = lane - by;
      in_range = from >= max_lane;
      break;
    case Shuffle::down:
      from = lane + by;
      in_range = from <= max_lane;
      break;
    case Shuffle::butterfly:
      from = lane ^ by;
      in_range = from <= max_lane;
      break;
    case Shuffle::index:
      from = min_lane | (by & ~segment);
      in_range = from <= max_lane;
      break;
  }
  return {in_range ? from : lane, in_range};
}

// Rows: a value, b lane or delta, c clamp and mask; `detail` the predicate row or none.
void shuffle(const Lanes& lanes, const Instruction& in) {
  const std::uint32_t* a = lanes.row<std::uint32_t>(in.a);
  const std::uint32_t* b = lanes.row<std::uint32_t>(in.b);
  const std::uint32_t* c = lanes.row<std::uint32_t>(in.c);
  std::uint32_t result[warp_lanes];
  std::uint32_t in_range = 0;
  for_lanes(lanes.mask, [&](int l) {
    const Source from = shuffle_source(static_cast<Shuffle>(in.immediate), l, b[l], c[l]);
    const bool active = ((lanes.mask >> from.lane) & 1) != 0;
    result[l] = active ? a[from.lane] : a[l];
    in_range |= static_cast<std::uint32_t>(from.in_range) << l;
  });
  std::uint32_t* d = lanes.row<std::uint32_t>(in.d);
  for_lanes(lanes.mask, [&](int l) { d[l] = result[l]; });
  const Row predicate{in.detail};
  if (predicate.exists()) write_predicate(lanes, predicate, in_range);
}

enum class Vote : std::uint8_t { all, any, uniform, ballot };

// `immediate`: mode in bits 0-1, flip of the source in bit 2.
void vote(const Lanes& lanes, const Instruction& in) {
  const std::uint32_t p =
      (lanes.predicate(in.a) ^ ((in.immediate & 4) != 0 ? all_lanes : 0)) & lanes.mask;
  switch (static_cast<Vote>(in.immediate & 3)) {
    case Vote::all:
      write_predicate(lanes, in.d, p == lanes.mask ? all_lanes : 0);
      return;
    case Vote::any:
      write_predicate(lanes, in.d, p != 0 ? all_lanes : 0);
      return;
    case Vote::uniform:
      write_predicate(lanes, in.d, p == 0 || p == lanes.mask ? all_lanes : 0);
      return;
    case Vote::ballot:
      break;
  }
  std::uint32_t* d = lanes.row<std::uint32_t>(in.d);
  for_lanes(lanes.mask, [=](int l) { d[l] = p; });
}

void active_mask(const Lanes& lanes, const Instruction& in) {
  std::uint32_t* d = lanes.row<std::uint32_t>(in.d);
  for_lanes(lanes.mask, [&](int l) { d[l] = lanes.mask; });
}

}  // namespace

bool Decoder::decode_shfl(const In& in) {
  const ptx::Operand& target = in.operands[0];
  const bool pair = target.kind == ptx::Operand::Kind::pair;
  const auto d = destination(in, pair ? target.elements[0] : target, 4);
  const auto a = d ? source(in, in.operands[1], 4) : std::nullopt;
  const auto b = a ? source(in, in.operands[2], 4) : std::nullopt;
  const auto c = b ? source(in, in.operands[3], 4) : std::nullopt;
  if (!c) return false;
  Row predicate;
  if (pair) {
    const auto row = predicate_destination(in, target.elements[1]);
    if (!row) return false;
    predicate = *row;
  }
  const Shuffle mode = in.has("up")     ? Shuffle::up
                       : in.has("down") ? Shuffle::down
                       : in.has("bfly") ? Shuffle::butterfly
                                        : Shuffle::index;
  Instruction& out = push(in, Flow::warp);
  out.handler = &shuffle;
  out.d = *d;
  out.a = *a;
  out.b = *b;
  out.c = *c;
  out.detail = predicate.value;
  out.immediate = static_cast<std::uint8_t>(mode);
  return true;
}

bool Decoder::decode_vote(const In& in) {
  const Vote mode = in.has("ballot") ? Vote::ballot
                    : in.has("all")  ? Vote::all
                    : in.has("any")  ? Vote::any
                                     : Vote::uniform;
  std::uint32_t flip = 0;
  const auto a = predicate_source(in, in.operands[1], flip);
  if (!a) return false;
  const auto d = mode == Vote::ballot ? destination(in, in.operands[0], 4)
                                      : predicate_destination(in, in.operands[0]);
  if (!d) return false;
  Instruction& out = push(in, Flow::warp);
  out.handler = &vote;
  out.d = *d;
  out.a = *a;
  out.immediate = static_cast<std::uint8_t>(static_cast<unsigned>(mode) | (flip != 0 ? 4U : 0U));
  return true;
}

bool Decoder::decode_activemask(const In& in) {
  const auto d = destination(in, in.operands[0], 4);
  if (!d) return false;
  Instruction& out = push(in, Flow::warp);
  out.handler = &active_mask;
  out.d = *d;
  return true;
}

namespace {

// The executing lanes among those that the member mask of the first of them names.
std::uint32_t members(const Lanes& lanes, Row mask) {
  return lanes.mask & lanes.row<std::uint32_t>(mask)[std::countr_zero(lanes.mask)];
}

template <class T, auto join>
void reduce(const Lanes& lanes, const Instruction& in) {
  const T* a = lanes.row<T>(in.a);
  std::uint32_t rest = members(lanes, in.b);
  if (rest == 0) return;
  T result = a[std::countr_zero(rest)];
  for (rest &= rest - 1; rest != 0; rest &= rest - 1) {
    result = static_cast<T>(join(result, a[std::countr_zero(rest)]));
  }
  T* d = lanes.row<T>(in.d);
  for_lanes(lanes.mask, [=](int l) { d[l] = result; });
}

template <class T>
Handler reduction(const ptx::Instruction& in) {
  if (in.has("min")) return &reduce<T, [](T a, T b) { return b < a ? b : a; }>;
  if (in.has("max")) return &reduce<T, [](T a, T b) { return a < b ? b : a; }>;
  return nullptr;
}

Handler reduction_of_bits(const ptx::Instruction& in) {
  using U = std::uint32_t;
  if (in.has("add")) return &reduce<U, [](U a, U b) { return a + b; }>;
  if (in.has("and")) return &reduce<U, [](U a, U b) { return a & b; }>;
  if (in.has("or")) return &reduce<U, [](U a, U b) { return a | b; }>;
  if (in.has("xor")) return &reduce<U, [](U a, U b) { return a ^ b; }>;
  return nullptr;
}

template <class T>
void match_any(const Lanes& lanes, const Instruction& in) {
  const T* a = lanes.row<T>(in.a);
  const std::uint32_t all = members(lanes, in.b);
  std::uint32_t result[warp_lanes];
  for_lanes(lanes.mask, [&](int l) {
    result[l] = 0;
    for_lanes(all, [&](int other) { result[l] |= std::uint32_t{a[other] == a[l]} << other; });
  });
  std::uint32_t* d = lanes.row<std::uint32_t>(in.d);
  for_lanes(lanes.mask, [&](int l) { d[l] = result[l]; });
}

template <class T>
void match_all(const Lanes& lanes, const Instruction& in) {
  const T* a = lanes.row<T>(in.a);
  const std::uint32_t all = members(lanes, in.b);
  bool same = true;
  for_lanes(all, [&](int l) { same = same && a[l] == a[std::countr_zero(all)]; });
  if (in.d.exists()) {
    std::uint32_t* d = lanes.row<std::uint32_t>(in.d);
    for_lanes(lanes.mask, [=](int l) { d[l] = same ? all : 0; });
  }
  const Row predicate{in.detail};
  if (predicate.exists()) write_predicate(lanes, predicate, same ? all_lanes : 0);
}

}  // namespace

bool Decoder::decode_redux(const In& in) {
  Handler handler = nullptr;
  if (in.types[0] == ptx::Type::u32) handler = reduction<std::uint32_t>(in);
  if (in.types[0] == ptx::Type::s32) handler = reduction<std::int32_t>(in);
  const bool is_32_bits = in.types[0] == ptx::Type::u32 || in.types[0] == ptx::Type::s32 ||
                          in.types[0] == ptx::Type::b32;
  if (handler == nullptr && is_32_bits) handler = reduction_of_bits(in);
  if (!emit(in, handler, 4, 4, 4)) return false;
  program_.code.back().flow = Flow::warp;
  return true;
}

bool Decoder::decode_match(const In& in) {
  const std::uint32_t n = ptx::bytes_of(in.types[0]);
  const ptx::Operand& target = in.operands[0];
  const bool pair = target.kind == ptx::Operand::Kind::pair;
  const bool is_any = in.has("any");
  if ((n != 4 && n != 8) || is_any == in.has("all") || (is_any && pair)) {
    return refuse(in, "this form is not executed");
  }
  const auto a = source(in, in.operands[1], n);
  const auto mask = a ? source(in, in.operands[2], 4) : std::nullopt;
  if (!mask) return false;
  const ptx::Operand& value = pair ? target.elements[0] : target;
  Row d;
  Row predicate;
  if (value.kind != ptx::Operand::Kind::discard || !pair) {
    const auto row = destination(in, value, 4);
    if (!row) return false;
    d = *row;
  }
  if (pair && target.elements[1].kind != ptx::Operand::Kind::discard) {
    const auto row = predicate_destination(in, target.elements[1]);
    if (!row) return false;
    predicate = *row;
  }
  Instruction& out = push(in, Flow::warp);
  out.handler = is_any ? (n == 4 ? &match_any<std::uint32_t> : &match_any<std::uint64_t>)
                       : (n == 4 ? &match_all<std::uint32_t> : &match_all<std::uint64_t>);
  out.d = d;
  out.a = *a;
  out.b = *mask;
  out.detail = predicate.value;
  return true;
}

}  // namespace lanescope::exec
