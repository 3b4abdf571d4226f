// Logic, shifts and bit fields (PTX ISA, "Logic and Shift Instructions", and the bit instructions
// for integers).
#include <algorithm>
#include <bit>
#include <iterator>
#include <limits>
#include <string_view>
#include <type_traits>

#include <fmt/format.h>

#include "sim/exec/arithmetic/type_dispatch.h"
#include "sim/exec/decode/decoder.h"
#include "sim/exec/lanes/lane_loops.h"

namespace lanescope::exec {

using ptx::Type;

namespace {

using U16 = std::uint16_t;
using U32 = std::uint32_t;
using U64 = std::uint64_t;

template <auto f>
void predicate_binary(const Lanes& lanes, const Instruction& in) {
  // Negated sources: bit 0 of `immediate` flips a, bit 1 flips b.
  const U32 a = lanes.predicate(in.a) ^ ((in.immediate & 1) != 0 ? all_lanes : 0);
  const U32 b = lanes.predicate(in.b) ^ ((in.immediate & 2) != 0 ? all_lanes : 0);
  write_predicate(lanes, in.d, f(a, b));
}

// A shift by the width or more gives 0, or the sign (PTX ISA, shl and shr: "clamped to N").
template <class T>
T shift_left(T a, U32 by) {
  return by >= 8 * sizeof(T) ? T{0} : static_cast<T>(static_cast<U64>(a) << by);
}
template <class T>
T shift_right(T a, U32 by) {
  constexpr U32 width = 8 * sizeof(T);
  if (by >= width) return std::numeric_limits<T>::is_signed && a < 0 ? static_cast<T>(-1) : T{0};
  return static_cast<T>(a >> by);
}

U32 funnel_left(U32 low, U32 high, U32 by) {
  return by == 0 ? high : by >= 32 ? low : (high << by) | (low >> (32 - by));
}
U32 funnel_right(U32 low, U32 high, U32 by) {
  return by == 0 ? low : by >= 32 ? high : (high << (32 - by)) | (low >> by);
}

template <class T>
T reversed(T value) {
  T result = 0;
  for (U32 i = 0; i < 8 * sizeof(T); ++i)
    result = static_cast<T>((result << 1) | ((value >> i) & 1));
  return result;
}

// Position or length of a bit field. PTX allows values up to 255. For larger values, the GPU uses
// the low 8 bits if the field is in a 32-bit word, and the whole value if it is in a 64-bit one
// (seen on an H200).
template <class T>
U32 field_number(U32 value) {
  return sizeof(T) == 4 ? value & 0xff : std::min(value, 0xffU);
}

// bfe: bits [position, position + length) of a. Signed fields are extended by their top bit.
template <class T>
T extract_field(T a, U32 position, U32 length) {
  using U = std::make_unsigned_t<T>;
  constexpr U32 top = 8 * sizeof(T) - 1;
  position = field_number<T>(position);
  length = field_number<T>(length);
  if (length == 0) return 0;
  const auto bits = static_cast<U>(a);
  const U32 sign_at = std::min(position + length - 1, top);
  const bool sign = std::is_signed_v<T> && ((bits >> sign_at) & 1) != 0;
  U result = position > top ? U{0} : static_cast<U>(bits >> position);
  const U32 kept = position > top ? 0 : std::min(length, top + 1 - position);
  if (kept <= top) {
    const U field = static_cast<U>((U{1} << kept) - 1);
    result = static_cast<U>((result & field) | (sign ? static_cast<U>(~field) : U{0}));
  }
  return static_cast<T>(result);
}

template <class T>
T insert_field(T field, T into, U32 position, U32 length) {
  constexpr U32 width = 8 * sizeof(T);
  position = field_number<T>(position);
  length = field_number<T>(length);
  if (length == 0 || position >= width) return into;
  const U32 kept = std::min(length, width - position);
  const T ones = kept >= width ? static_cast<T>(~T{0}) : static_cast<T>((T{1} << kept) - 1);
  const auto mask = static_cast<T>(ones << position);
  return static_cast<T>((into & ~mask) | ((field << position) & mask));
}

// bfind: position of the highest 1 bit (for negative signed values: of the highest 0 bit); all ones
// if there is none.
template <class T>
U32 highest_bit(T a) {
  using U = std::make_unsigned_t<T>;
  auto bits = static_cast<U>(a);
  if constexpr (std::is_signed_v<T>) {
    if (a < 0) bits = static_cast<U>(~bits);
  }
  return bits == 0 ? all_lanes
                   : static_cast<U32>(8 * sizeof(T) - 1 - static_cast<U32>(std::countl_zero(bits)));
}

// lop3: the look-up table gives one bit for each combination of a bit of a, b and c.
void look_up(const Lanes& lanes, const Instruction& in) {
  const U32* a = lanes.read<U32>(in.a);
  const U32* b = lanes.read<U32>(in.b);
  const U32* c = lanes.read<U32>(in.c);
  U32* d = lanes.write<U32>(in.d);
  U32 terms[8];
  for (U32 i = 0; i < 8; ++i) terms[i] = (in.immediate >> i) & 1 ? all_lanes : 0;
  for_lanes(lanes.mask, [&](int l) {
    U32 result = 0;
    for (U32 i = 0; i < 8; ++i) {
      result |= terms[i] & ((i & 4) != 0 ? a[l] : ~a[l]) & ((i & 2) != 0 ? b[l] : ~b[l]) &
                ((i & 1) != 0 ? c[l] : ~c[l]);
    }
    d[l] = result;
  });
}

// prmt, default mode: each result byte is one of the 8 bytes of {b, a}, or that byte's sign
// repeated.
U32 permuted(U32 a, U32 b, U32 selector) {
  const U64 bytes = (static_cast<U64>(b) << 32) | a;
  U32 result = 0;
  for (U32 i = 0; i < 4; ++i) {
    const U32 pick = (selector >> (4 * i)) & 0xf;
    auto byte = static_cast<U32>((bytes >> (8 * (pick & 7))) & 0xff);
    if ((pick & 8) != 0) byte = (byte & 0x80) != 0 ? 0xff : 0;
    result |= byte << (8 * i);
  }
  return result;
}

// The other modes of prmt. For each selector value 0 to 3, the equivalent selector of the default
// mode, lowest byte first.
struct PermuteMode {
  std::string_view name;
  U32 selectors[4];
};
constexpr PermuteMode permute_modes[] = {
    {"f4e", {0x3210, 0x4321, 0x5432, 0x6543}}, {"b4e", {0x5670, 0x6701, 0x7012, 0x0123}},
    {"rc8", {0x0000, 0x1111, 0x2222, 0x3333}}, {"ecl", {0x3210, 0x3211, 0x3222, 0x3333}},
    {"ecr", {0x0000, 0x1110, 0x2210, 0x3210}}, {"rc16", {0x1010, 0x3232, 0x1010, 0x3232}},
};

// bmsk: `width` ones from bit `position` upwards (PTX ISA, bmsk).
U32 bit_mask(U32 position, U32 width, bool clamp) {
  const U32 ones = all_lanes << (position & 31);
  const U32 end = (position & 31) + (width & 31);
  if (clamp && position >= 32) return 0;
  if (end >= 32 || (clamp && width >= 32)) return ones;
  return ones & ~(all_lanes << end);
}

// szext: the low `width` bits, zero- or sign-extended (PTX ISA, szext).
template <bool is_signed>
U32 extended(U32 value, U32 width, bool clamp) {
  if (clamp && width >= 32) return value;
  const U32 by = width & 31;
  const U32 upper = all_lanes << by;
  const bool sign = is_signed && by != 0 && ((value >> (by - 1)) & 1) != 0;
  return sign ? value | upper : value & ~upper;
}

// fns: the n-th set bit from `base`, upwards or downwards (PTX ISA, fns).
U32 nth_set(U32 mask, U32 base, U32 offset) {
  const auto n = static_cast<std::int32_t>(offset);
  if (n == 0) return base < 32 && ((mask >> base) & 1) != 0 ? base : all_lanes;
  if (offset == 0x8000'0000U) return 0;  // its magnitude does not fit 32 bits; 0 on an H200
  std::int64_t left = n < 0 ? -std::int64_t{n} : n;
  const int step = n > 0 ? 1 : -1;
  for (std::int64_t at = base; at >= 0 && at < 32; at += step) {
    if (((mask >> at) & 1) != 0 && --left == 0) return static_cast<U32>(at);
  }
  return all_lanes;
}

}  // namespace

bool Decoder::logic(const In& in, Handler b16, Handler b32, Handler b64, Handler predicate) {
  const std::uint32_t n = ptx::bytes_of(in.types[0]);
  if (n == 2) return emit(in, b16, 2, 2, 2);
  if (n == 4) return emit(in, b32, 4, 4, 4);
  if (n == 8) return emit(in, b64, 8, 8, 8);
  if (in.types[0] != Type::pred) return refuse(in, "this type is not executed");
  U32 flip_a = 0;
  U32 flip_b = 0;
  const auto a = predicate_source(in, in.operands[1], flip_a);
  const auto b = a ? predicate_source(in, in.operands[2], flip_b) : std::nullopt;
  const auto d = b ? predicate_destination(in, in.operands[0]) : std::nullopt;
  if (!d) return false;
  Instruction& out = push(in, Flow::compute);
  out.handler = predicate;
  out.a = *a;
  out.b = *b;
  out.d = *d;
  out.immediate = static_cast<std::uint8_t>((flip_a != 0 ? 1 : 0) | (flip_b != 0 ? 2 : 0));
  return true;
}

bool Decoder::decode_and_(const In& in) {
  constexpr auto f = [](auto a, auto b) { return static_cast<decltype(a)>(a & b); };
  return logic(in, &binary<U16, U16, U16, f>, &binary<U32, U32, U32, f>, &binary<U64, U64, U64, f>,
               &predicate_binary<f>);
}

bool Decoder::decode_or_(const In& in) {
  constexpr auto f = [](auto a, auto b) { return static_cast<decltype(a)>(a | b); };
  return logic(in, &binary<U16, U16, U16, f>, &binary<U32, U32, U32, f>, &binary<U64, U64, U64, f>,
               &predicate_binary<f>);
}

bool Decoder::decode_xor_(const In& in) {
  constexpr auto f = [](auto a, auto b) { return static_cast<decltype(a)>(a ^ b); };
  return logic(in, &binary<U16, U16, U16, f>, &binary<U32, U32, U32, f>, &binary<U64, U64, U64, f>,
               &predicate_binary<f>);
}

bool Decoder::decode_not_(const In& in) {
  constexpr auto f = [](auto a) { return static_cast<decltype(a)>(~a); };
  switch (ptx::bytes_of(in.types[0])) {
    case 2:
      return emit(in, &unary<U16, U16, f>, 2, 2);
    case 4:
      return emit(in, &unary<U32, U32, f>, 4, 4);
    case 8:
      return emit(in, &unary<U64, U64, f>, 8, 8);
    default:
      break;
  }
  return emit_predicate(in, [](const Lanes& lanes, const Instruction& i) {
    write_predicate(lanes, i.d, ~lanes.predicate(i.a) ^ (i.immediate != 0 ? all_lanes : 0));
  });
}

bool Decoder::decode_cnot(const In& in) {
  constexpr auto f = [](auto a) { return static_cast<decltype(a)>(a == 0 ? 1 : 0); };
  const std::uint32_t n = ptx::bytes_of(in.types[0]);
  const Handler handler = n == 2   ? &unary<U16, U16, f>
                          : n == 4 ? &unary<U32, U32, f>
                          : n == 8 ? &unary<U64, U64, f>
                                   : nullptr;
  return emit(in, handler, n, n);
}

bool Decoder::decode_shl(const In& in) {
  const std::uint32_t n = ptx::bytes_of(in.types[0]);
  const Handler handler =
      n == 2   ? &binary<U16, U16, U32, [](U16 a, U32 b) { return shift_left(a, b); }>
      : n == 4 ? &binary<U32, U32, U32, [](U32 a, U32 b) { return shift_left(a, b); }>
      : n == 8 ? &binary<U64, U64, U32, [](U64 a, U32 b) { return shift_left(a, b); }>
               : nullptr;
  return emit(in, handler, n, n, 4);
}

bool Decoder::decode_shr(const In& in) {
  const std::uint32_t n = ptx::bytes_of(in.types[0]);
  const Handler handler = by_integer_type(in.types[0], []<class T>() -> Handler {
    return &binary<T, T, U32, [](T a, U32 b) { return shift_right(a, b); }>;
  });
  return emit(in, handler, n, n, 4);
}

bool Decoder::decode_shf(const In& in) {
  const bool left = in.has("l");
  const bool wrap = in.has("wrap");
  if (!left && !in.has("r")) return refuse(in, "needs .l or .r");
  const Handler handler =
      left ? (wrap ? &ternary<U32, U32, U32, U32,
                              [](U32 a, U32 b, U32 c) { return funnel_left(a, b, c & 31); }>
                   : &ternary<U32, U32, U32, U32,
                              [](U32 a, U32 b, U32 c) { return funnel_left(a, b, c); }>)
           : (wrap ? &ternary<U32, U32, U32, U32,
                              [](U32 a, U32 b, U32 c) { return funnel_right(a, b, c & 31); }>
                   : &ternary<U32, U32, U32, U32,
                              [](U32 a, U32 b, U32 c) { return funnel_right(a, b, c); }>);
  return emit(in, handler, 4, 4, 4, 4);
}

bool Decoder::decode_brev(const In& in) {
  const std::uint32_t n = ptx::bytes_of(in.types[0]);
  if (n != 4 && n != 8) return refuse(in, "needs .b32 or .b64");
  return emit(in,
              n == 4 ? &unary<U32, U32, [](U32 a) { return reversed(a); }>
                     : &unary<U64, U64, [](U64 a) { return reversed(a); }>,
              n, n);
}

bool Decoder::decode_clz(const In& in) {
  const std::uint32_t n = ptx::bytes_of(in.types[0]);
  if (n != 4 && n != 8) return refuse(in, "needs .b32 or .b64");
  return emit(in,
              n == 4
                  ? &unary<U32, U32, [](U32 a) { return static_cast<U32>(std::countl_zero(a)); }>
                  : &unary<U32, U64, [](U64 a) { return static_cast<U32>(std::countl_zero(a)); }>,
              4, n);
}

bool Decoder::decode_popc(const In& in) {
  const std::uint32_t n = ptx::bytes_of(in.types[0]);
  if (n != 4 && n != 8) return refuse(in, "needs .b32 or .b64");
  return emit(in,
              n == 4 ? &unary<U32, U32, [](U32 a) { return static_cast<U32>(std::popcount(a)); }>
                     : &unary<U32, U64, [](U64 a) { return static_cast<U32>(std::popcount(a)); }>,
              4, n);
}

bool Decoder::decode_bfe(const In& in) {
  using S32 = std::int32_t;
  using S64 = std::int64_t;
  const std::uint32_t n = ptx::bytes_of(in.types[0]);
  Handler handler = nullptr;
  switch (in.types[0]) {
    case Type::u32:
      handler =
          &ternary<U32, U32, U32, U32, [](U32 a, U32 b, U32 c) { return extract_field(a, b, c); }>;
      break;
    case Type::s32:
      handler =
          &ternary<S32, S32, U32, U32, [](S32 a, U32 b, U32 c) { return extract_field(a, b, c); }>;
      break;
    case Type::u64:
      handler =
          &ternary<U64, U64, U32, U32, [](U64 a, U32 b, U32 c) { return extract_field(a, b, c); }>;
      break;
    case Type::s64:
      handler =
          &ternary<S64, S64, U32, U32, [](S64 a, U32 b, U32 c) { return extract_field(a, b, c); }>;
      break;
    default:
      break;
  }
  return emit(in, handler, n, n, 4, 4);
}

// bfi has four sources: position and length are first packed into one, a byte each.
template <class T>
U32 field_of(U32 position, U32 length) {
  return field_number<T>(position) | field_number<T>(length) << 8;
}

template <class T>
void insert_fields(const Lanes& lanes, const Instruction& in) {
  ternary<T, T, T, U32, [](T a, T b, U32 field) {
    return insert_field(a, b, field & 0xff, field >> 8);
  }>(lanes, in);
}

bool Decoder::decode_bfi(const In& in) {
  const std::uint32_t n = ptx::bytes_of(in.types[0]);
  if (n != 4 && n != 8) return refuse(in, "needs .b32 or .b64");
  const ptx::Operand& position = in.operands[3];
  const ptx::Operand& length = in.operands[4];
  const auto a = source(in, in.operands[1], n);
  const auto b = a ? source(in, in.operands[2], n) : std::nullopt;
  const auto from = b ? source(in, position, 4) : std::nullopt;
  const auto count = from ? source(in, length, 4) : std::nullopt;
  const auto d = count ? destination(in, in.operands[0], n) : std::nullopt;
  if (!d) return false;
  Row field;
  if (position.kind == ptx::Operand::Kind::immediate &&
      length.kind == ptx::Operand::Kind::immediate) {
    const auto from_bits = static_cast<U32>(position.bits);
    const auto count_bits = static_cast<U32>(length.bits);
    field = constant_row({.kind = Constant::Kind::bits,
                          .lane_bytes = 4,
                          .value = n == 4 ? field_of<U32>(from_bits, count_bits)
                                          : field_of<U64>(from_bits, count_bits)});
  } else {
    field = new_row(4);
    push_compute(
        in,
        n == 4 ? &binary<U32, U32, U32, &field_of<U32>> : &binary<U32, U32, U32, &field_of<U64>>,
        field, *from, *count);
  }
  push_compute(in, n == 4 ? &insert_fields<U32> : &insert_fields<U64>, *d, *a, *b, field);
  return true;
}

// .shiftamt: the left shift that moves the bit found to the top.
template <class T>
U32 shift_to_top(T a) {
  const U32 found = highest_bit(a);
  return found == all_lanes ? found : static_cast<U32>(8 * sizeof(T) - 1) - found;
}

bool Decoder::decode_bfind(const In& in) {
  const bool amount = in.has("shiftamt");
  const auto pick = [amount]<class T>() -> Handler {
    return amount ? &unary<U32, T, [](T a) { return shift_to_top(a); }>
                  : &unary<U32, T, [](T a) { return highest_bit(a); }>;
  };
  Handler handler = nullptr;
  switch (in.types[0]) {
    case Type::u32:
      handler = pick.operator()<U32>();
      break;
    case Type::s32:
      handler = pick.operator()<std::int32_t>();
      break;
    case Type::u64:
      handler = pick.operator()<U64>();
      break;
    case Type::s64:
      handler = pick.operator()<std::int64_t>();
      break;
    default:
      break;
  }
  return emit(in, handler, 4, ptx::bytes_of(in.types[0]));
}

namespace {

// lop3.BoolOp: whether the result has a bit set, combined with a predicate. Layout of `immediate`:
// bit 0 for .or, bit 1 flips the predicate.
void any_bit(const Lanes& lanes, const Instruction& in) {
  const U32* a = lanes.read<U32>(in.a);
  const U32 q = lanes.predicate(in.c) ^ ((in.immediate & 2) != 0 ? all_lanes : 0);
  U32 bits = 0;
  for (int l = 0; l < warp_lanes; ++l) bits |= static_cast<U32>(a[l] != 0) << l;
  write_predicate(lanes, in.d, (in.immediate & 1) != 0 ? bits | q : bits & q);
}

}  // namespace

// lop3.b32 d, a, b, c, table   lop3.BoolOp.b32 d|p, a, b, c, table, q
bool Decoder::decode_lop3(const In& in) {
  const bool joins = in.has("or") || in.has("and");
  const ptx::Operand& target = in.operands[0];
  if (in.types[0] != Type::b32 || in.modifiers.size() != (joins ? 2U : 1U) ||
      in.operands.size() != (joins ? 6U : 5U) ||
      joins != (target.kind == ptx::Operand::Kind::pair)) {
    return refuse(in, "this form is not known");
  }
  const ptx::Operand& table = in.operands[4];
  if (table.kind != ptx::Operand::Kind::immediate)
    return refuse(in, "the look-up table must be a constant");
  const auto a = source(in, in.operands[1], 4);
  const auto b = a ? source(in, in.operands[2], 4) : std::nullopt;
  const auto c = b ? source(in, in.operands[3], 4) : std::nullopt;
  if (!c) return false;
  const ptx::Operand& value = joins ? target.elements[0] : target;
  const bool sinks = joins && value.kind == ptx::Operand::Kind::discard;
  const auto d = sinks ? new_row(4) : destination(in, value, 4);
  if (!d) return false;
  U32 flip = 0;
  const auto q = joins ? predicate_source(in, in.operands[5], flip) : Row{};
  const auto p = joins && q ? predicate_destination(in, target.elements[1]) : q;
  if (!p) return false;
  push_compute(in, &look_up, *d, *a, *b, *c);
  program_.code.back().immediate = static_cast<std::uint8_t>(table.bits);
  if (!joins) return true;
  push_compute(in, &any_bit, *p, *d, {}, *q);
  program_.code.back().immediate =
      static_cast<std::uint8_t>((in.has("or") ? 1U : 0U) | (flip != 0 ? 2U : 0U));
  return true;
}

template <int mode>
void permute(const Lanes& lanes, const Instruction& in) {
  ternary<U32, U32, U32, U32, [](U32 a, U32 b, U32 c) {
    return permuted(a, b, permute_modes[mode].selectors[c & 3]);
  }>(lanes, in);
}

bool Decoder::decode_prmt(const In& in) {
  constexpr Handler by_mode[] = {&permute<0>, &permute<1>, &permute<2>,
                                 &permute<3>, &permute<4>, &permute<5>};
  for (std::size_t mode = 0; mode < std::size(permute_modes); ++mode) {
    if (in.has(permute_modes[mode].name)) return emit(in, by_mode[mode], 4, 4, 4, 4);
  }
  return emit(in,
              &ternary<U32, U32, U32, U32, [](U32 a, U32 b, U32 c) { return permuted(a, b, c); }>,
              4, 4, 4, 4);
}

bool Decoder::decode_bmsk(const In& in) {
  if (!in.has("clamp") && !in.has("wrap")) return refuse(in, "needs .clamp or .wrap");
  return emit(in,
              in.has("clamp")
                  ? &binary<U32, U32, U32, [](U32 a, U32 b) { return bit_mask(a, b, true); }>
                  : &binary<U32, U32, U32, [](U32 a, U32 b) { return bit_mask(a, b, false); }>,
              4, 4, 4);
}

bool Decoder::decode_szext(const In& in) {
  if (!in.has("clamp") && !in.has("wrap")) return refuse(in, "needs .clamp or .wrap");
  const bool clamp = in.has("clamp");
  const auto pick = [clamp]<bool is_signed>() -> Handler {
    return clamp ? &binary<U32, U32, U32,
                           [](U32 a, U32 b) { return extended<is_signed>(a, b, true); }>
                 : &binary<U32, U32, U32,
                           [](U32 a, U32 b) { return extended<is_signed>(a, b, false); }>;
  };
  if (in.types[0] == Type::u32) return emit(in, pick.operator()<false>(), 4, 4, 4);
  return emit(in, in.types[0] == Type::s32 ? pick.operator()<true>() : nullptr, 4, 4, 4);
}

bool Decoder::decode_fns(const In& in) {
  return emit(in,
              &ternary<U32, U32, U32, U32, [](U32 a, U32 b, U32 c) { return nth_set(a, b, c); }>, 4,
              4, 4, 4);
}

}  // namespace lanescope::exec
