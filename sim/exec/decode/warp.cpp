// Exchange between the lanes of a warp: shfl, vote, match, redux, elect, activemask (PTX ISA, "Data
// Movement" and "Parallel Synchronization" instructions).
//
// The .sync forms name the lanes that take part. Lanes that execute together may name different
// sets (for example cooperative groups of 16 threads, each with its own mask); each set is then a
// separate call. PTX leaves the contribution of a lane that does not execute undefined. Here a
// shuffle that reads such a lane keeps the reader's own value, and the other instructions ignore
// it.
#include <bit>

#include "sim/exec/decode/decoder.h"
#include "sim/exec/lanes/lane_loops.h"

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

// Rows: a value, b lane or delta, c clamp and mask. `second` is the predicate row, or none.
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
  const Row predicate = in.second;
  if (predicate.exists()) write_predicate(lanes, predicate, in_range);
}

// Calls f(lanes that execute together, those of them in their mask) once for each mask. Without a
// mask (the forms without .sync) all executing lanes are one set.
template <class F>
void by_set(const Lanes& lanes, Row masks, F f) {
  if (!masks.exists()) return f(lanes.mask, lanes.mask);
  const std::uint32_t* mask = lanes.row<std::uint32_t>(masks);
  for (std::uint32_t rest = lanes.mask; rest != 0;) {
    const std::uint32_t named = mask[std::countr_zero(rest)];
    std::uint32_t set = 0;
    for_lanes(rest, [&](int l) { set |= std::uint32_t{mask[l] == named} << l; });
    f(set, set & named);
    rest &= ~set;
  }
}

// Writes `bits` for the lanes of `set`; other lanes keep theirs.
void put_predicate(const Lanes& lanes, Row row, std::uint32_t set, std::uint32_t bits) {
  std::uint32_t& p = lanes.predicate(row);
  p = (p & ~set) | (bits & set);
}

enum class Vote : std::uint8_t { all, any, uniform, ballot };

// `immediate`: mode in bits 0-1, flip of the source in bit 2. Row b: the masks.
void vote(const Lanes& lanes, const Instruction& in) {
  const std::uint32_t source = lanes.predicate(in.a) ^ ((in.immediate & 4) != 0 ? all_lanes : 0);
  by_set(lanes, in.b, [&](std::uint32_t set, std::uint32_t members) {
    const std::uint32_t p = source & members;
    switch (static_cast<Vote>(in.immediate & 3)) {
      case Vote::all:
        return put_predicate(lanes, in.d, set, p == members ? all_lanes : 0);
      case Vote::any:
        return put_predicate(lanes, in.d, set, p != 0 ? all_lanes : 0);
      case Vote::uniform:
        return put_predicate(lanes, in.d, set, p == 0 || p == members ? all_lanes : 0);
      case Vote::ballot:
        break;
    }
    std::uint32_t* d = lanes.row<std::uint32_t>(in.d);
    for_lanes(set, [=](int l) { d[l] = p; });
  });
}

// Elects the lowest lane of each set. PTX leaves the choice open, but the same mask must give the
// same lane.
void elect(const Lanes& lanes, const Instruction& in) {
  by_set(lanes, in.b, [&](std::uint32_t set, std::uint32_t members) {
    const std::uint32_t leader = members & (0 - members);
    if (in.d.exists()) {
      std::uint32_t* d = lanes.row<std::uint32_t>(in.d);
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(members));
      for_lanes(set, [=](int l) { d[l] = lane; });
    }
    put_predicate(lanes, in.second, set, leader);
  });
}

void shuffle_sources(const Lanes& lanes, const Instruction& in, std::int8_t* source) {
  const std::uint32_t* b = lanes.read<std::uint32_t>(in.b);
  const std::uint32_t* c = lanes.read<std::uint32_t>(in.c);
  for_lanes(lanes.mask, [=](int l) {
    const auto mode = static_cast<Shuffle>(in.immediate);
    source[l] = static_cast<std::int8_t>(shuffle_source(mode, l, b[l], c[l]).lane);
  });
}

void active_mask(const Lanes& lanes, const Instruction& in) {
  std::uint32_t* d = lanes.row<std::uint32_t>(in.d);
  for_lanes(lanes.mask, [&](int l) { d[l] = lanes.mask; });
}

}  // namespace

bool Decoder::name_members(const In& in, WarpSyncKind kind, std::size_t mask_operand,
                           decltype(WarpSync::sources) sources) {
  if (!in.has("sync") || in.operands.size() <= mask_operand) return true;
  const auto mask = source(in, in.operands[mask_operand], 4);
  if (!mask) return false;
  program_.warp_syncs.push_back({kind, *mask, sources});
  program_.code.back().warp_sync = static_cast<std::uint32_t>(program_.warp_syncs.size());
  return true;
}

bool Decoder::decode_shfl(const In& in) {
  const ptx::Operand& target = in.operands[0];
  const bool pair = target.kind == ptx::Operand::Kind::pair;
  const ptx::Operand& value = pair ? target.elements[0] : target;
  const bool sinks = pair && value.kind == ptx::Operand::Kind::discard;
  const auto d = sinks ? new_row(4) : destination(in, value, 4);
  const auto a = d ? source(in, in.operands[1], 4) : std::nullopt;
  const auto b = a ? source(in, in.operands[2], 4) : std::nullopt;
  const auto c = b ? source(in, in.operands[3], 4) : std::nullopt;
  if (!c) return false;
  Row predicate;
  if (pair && target.elements[1].kind != ptx::Operand::Kind::discard) {
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
  out.second = predicate;
  out.immediate = static_cast<std::uint8_t>(mode);
  return name_members(in, WarpSyncKind::shuffle, 4, &shuffle_sources);
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
  Row masks;
  if (in.has("sync")) {
    if (in.operands.size() != 3) return refuse(in, ".sync needs the mask of its members");
    const auto row = source(in, in.operands[2], 4);
    if (!row) return false;
    masks = *row;
  }
  Instruction& out = push(in, Flow::warp);
  out.handler = &vote;
  out.d = *d;
  out.a = *a;
  out.b = masks;
  out.immediate = static_cast<std::uint8_t>(static_cast<unsigned>(mode) | (flip != 0 ? 4U : 0U));
  return name_members(in, WarpSyncKind::vote, 2);
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

template <class T, auto join>
void reduce(const Lanes& lanes, const Instruction& in) {
  const T* a = lanes.row<T>(in.a);
  T* d = lanes.row<T>(in.d);
  by_set(lanes, in.b, [&](std::uint32_t set, std::uint32_t members) {
    if (members == 0) return;
    T result = a[std::countr_zero(members)];
    for_lanes(members & (members - 1), [&](int l) { result = static_cast<T>(join(result, a[l])); });
    for_lanes(set, [&](int l) { d[l] = result; });
  });
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

// redux.f32 (PTX ISA, redux.sync: .min and .max of floats, with .abs and .NaN). Without .NaN a
// number beats a NaN; -0 is less than +0. Layout of `immediate`: bit 0 .max, bit 1 .abs, bit 2
// .NaN.
void reduce_floats(const Lanes& lanes, const Instruction& in) {
  const std::uint32_t* a = lanes.row<std::uint32_t>(in.a);
  std::uint32_t* d = lanes.row<std::uint32_t>(in.d);
  const bool largest = (in.immediate & 1) != 0;
  const std::uint32_t kept = (in.immediate & 2) != 0 ? 0x7fff'ffffU : all_lanes;
  const bool passes_nan = (in.immediate & 4) != 0;
  constexpr std::uint32_t infinity = 0x7f80'0000U;
  constexpr std::uint32_t nan = 0x7fff'ffffU;
  // Orders floats as integers: the order of negative floats is reversed.
  const auto order = [](std::uint32_t bits) {
    const auto value = static_cast<std::int32_t>(bits);
    return value < 0 ? static_cast<std::int32_t>(value ^ 0x7fff'ffff) : value;
  };
  by_set(lanes, in.b, [&](std::uint32_t set, std::uint32_t members) {
    std::uint32_t result = nan;
    bool found = false;
    bool met_nan = false;
    for_lanes(members, [&](int l) {
      const std::uint32_t value = a[l] & kept;
      if ((value & 0x7fff'ffffU) > infinity) {
        met_nan = true;
      } else if (!found || (order(value) > order(result)) == largest) {
        result = value;
        found = true;
      }
    });
    if (met_nan && passes_nan) result = nan;
    for_lanes(set, [&](int l) { d[l] = result; });
  });
}

template <class T>
void match_any(const Lanes& lanes, const Instruction& in) {
  const T* a = lanes.row<T>(in.a);
  std::uint32_t result[warp_lanes];
  by_set(lanes, in.b, [&](std::uint32_t set, std::uint32_t members) {
    for_lanes(set, [&](int l) {
      result[l] = 0;
      for_lanes(members, [&](int other) { result[l] |= std::uint32_t{a[other] == a[l]} << other; });
    });
  });
  std::uint32_t* d = lanes.row<std::uint32_t>(in.d);
  for_lanes(lanes.mask, [&](int l) { d[l] = result[l]; });
}

template <class T>
void match_all(const Lanes& lanes, const Instruction& in) {
  const T* a = lanes.row<T>(in.a);
  std::uint32_t result[warp_lanes];
  by_set(lanes, in.b, [&](std::uint32_t set, std::uint32_t members) {
    bool same = true;
    for_lanes(members, [&](int l) { same = same && a[l] == a[std::countr_zero(members)]; });
    for_lanes(set, [&](int l) { result[l] = same ? members : 0; });
    const Row predicate = in.second;
    if (predicate.exists()) put_predicate(lanes, predicate, set, same ? all_lanes : 0);
  });
  if (!in.d.exists()) return;
  std::uint32_t* d = lanes.row<std::uint32_t>(in.d);
  for_lanes(lanes.mask, [&](int l) { d[l] = result[l]; });
}

}  // namespace

bool Decoder::decode_redux(const In& in) {
  if (in.types[0] == ptx::Type::f32) {
    const bool largest = in.has("max");
    if (!emit(in, largest || in.has("min") ? &reduce_floats : nullptr, 4, 4, 4)) return false;
    program_.code.back().flow = Flow::warp;
    program_.code.back().immediate = static_cast<std::uint8_t>(
        (largest ? 1U : 0U) | (in.has("abs") ? 2U : 0U) | (in.has("NaN") ? 4U : 0U));
    return name_members(in, WarpSyncKind::reduce, 2);
  }
  Handler handler = nullptr;
  if (in.types[0] == ptx::Type::u32) handler = reduction<std::uint32_t>(in);
  if (in.types[0] == ptx::Type::s32) handler = reduction<std::int32_t>(in);
  const bool is_32_bits = in.types[0] == ptx::Type::u32 || in.types[0] == ptx::Type::s32 ||
                          in.types[0] == ptx::Type::b32;
  if (handler == nullptr && is_32_bits) handler = reduction_of_bits(in);
  if (!emit(in, handler, 4, 4, 4)) return false;
  program_.code.back().flow = Flow::warp;
  return name_members(in, WarpSyncKind::reduce, 2);
}

bool Decoder::decode_match(const In& in) {
  const std::uint32_t n = ptx::bytes_of(in.types[0]);
  const ptx::Operand& target = in.operands[0];
  const bool pair = target.kind == ptx::Operand::Kind::pair;
  const bool is_any = in.has("any");
  if ((n != 4 && n != 8) || is_any == in.has("all") || (is_any && pair))
    return refuse(in, "this form is not executed");
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
  out.second = predicate;
  return name_members(in, WarpSyncKind::match, 2);
}

// elect.sync d|p, mask
bool Decoder::decode_elect(const In& in) {
  const ptx::Operand& target = in.operands[0];
  if (target.kind != ptx::Operand::Kind::pair) return refuse(in, "expected a lane and a predicate");
  Row d;
  if (target.elements[0].kind != ptx::Operand::Kind::discard) {
    const auto row = destination(in, target.elements[0], 4);
    if (!row) return false;
    d = *row;
  }
  const auto p = predicate_destination(in, target.elements[1]);
  const auto masks = p ? source(in, in.operands[1], 4) : std::nullopt;
  if (!masks) return false;
  Instruction& out = push(in, Flow::warp);
  out.handler = &elect;
  out.d = d;
  out.b = *masks;
  out.second = *p;
  return name_members(in, WarpSyncKind::elect, 1);
}

}  // namespace lanescope::exec
