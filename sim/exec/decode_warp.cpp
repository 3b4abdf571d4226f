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

}  // namespace lanescope::exec
