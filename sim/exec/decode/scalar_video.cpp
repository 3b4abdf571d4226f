// Scalar video instructions: vadd, vsub, vabsdiff, vmin, vmax, vshl, vshr, vmad, vset (PTX ISA,
// "Scalar Video Instructions"). Each operates on one word, half or byte of its operands. The result
// has 34 bits; it may be clamped, combined with the third operand or merged into it.
//
// Where the document leaves the sign of those 34 bits open, this file does what an H200 did
// (CUDA 13.0): clamping takes them as signed, the second operation as unsigned if the destination's
// type is. ptxas compiles many forms otherwise than the document says (tests/device/README.md);
// here they follow the document.
#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <optional>
#include <string_view>

#include "sim/exec/decode/decoder.h"
#include "sim/exec/lanes/lane_loops.h"

namespace lanescope::exec {

using ptx::Type;

namespace {

using U32 = std::uint32_t;
using S32 = std::int32_t;
using U64 = std::uint64_t;
using S64 = std::int64_t;

enum class ScalarVideo : std::uint8_t { add, sub, distance, min, max, left, right, mad, set };

constexpr std::array<std::string_view, 4> second_operations = {"", "add", "min", "max"};
constexpr std::array<std::string_view, 6> scalar_comparisons = {"eq", "ne", "lt", "le", "gt", "ge"};
constexpr std::array<std::string_view, 7> word_parts = {"", "b0", "b1", "b2", "b3", "h0", "h1"};

// The suffixes, in Instruction::constant.
struct ScalarForm {
  U32 operation : 4 = 0;   // ScalarVideo
  U32 comparison : 3 = 0;  // index into scalar_comparisons
  U32 second : 2 = 0;      // index into second_operations
  U32 a_part : 3 = 0;      // indices into word_parts
  U32 b_part : 3 = 0;
  U32 d_part : 3 = 0;
  U32 a_signed : 1 = 0;
  U32 b_signed : 1 = 0;
  U32 d_signed : 1 = 0;
  U32 saturates : 1 = 0;
  U32 wraps : 1 = 0;            // vshl, vshr: the amount modulo 32, else at most 32
  U32 plus_one : 1 = 0;         // vmad, and the next three
  U32 negates_product : 1 = 0;  // of these three, only one may be set
  U32 negates_c : 1 = 0;
  U32 scale : 4 = 0;  // bits that the result is shifted right
  U32 unused : 2 = 0;
};
static_assert(sizeof(ScalarForm) == sizeof(U32));

struct WordPart {
  U32 first;  // bit
  U32 bits;
  [[nodiscard]] U32 ones() const { return ~U32{0} >> (32 - bits); }
};

WordPart word_part(U32 index) {
  if (index == 0) return {0, 32};
  return index < 5 ? WordPart{8 * (index - 1), 8} : WordPart{16 * (index - 5), 16};
}

S64 extended_part(U32 word, U32 part_index, bool is_signed) {
  const WordPart part = word_part(part_index);
  const S64 value = word >> part.first & part.ones();
  const bool negative = is_signed && value >> (part.bits - 1) != 0;
  return negative ? value - (S64{1} << part.bits) : value;
}

bool scalar_compared(U32 comparison, S64 a, S64 b) {
  const bool holds[] = {a == b, a != b, a<b, a <= b, a> b, a >= b};
  return holds[comparison];
}

// The result of 34 bits, except of vmad.
S64 scalar_computed(const ScalarForm& form, S64 a, S64 b) {
  const S64 amount = form.wraps != 0 ? b & 31 : std::min<S64>(b, 32);
  switch (static_cast<ScalarVideo>(form.operation)) {
    case ScalarVideo::add:
      return a + b;
    case ScalarVideo::sub:
      return a - b;
    case ScalarVideo::distance:
      return a < b ? b - a : a - b;
    case ScalarVideo::min:
      return std::min(a, b);
    case ScalarVideo::max:
      return std::max(a, b);
    case ScalarVideo::left:
      return static_cast<S64>(static_cast<U64>(a) << amount << 30) >> 30;
    case ScalarVideo::right:
      return a >> amount;
    case ScalarVideo::set:
      return scalar_compared(form.comparison, a, b) ? 1 : 0;
    case ScalarVideo::mad:
      break;
  }
  return 0;
}

template <class T>
T clamped(T value, bool is_signed, U32 bits) {
  const S64 highest = (S64{1} << (is_signed ? bits - 1 : bits)) - 1;
  return std::clamp<T>(value, is_signed ? -highest - 1 : 0, highest);
}

U32 combined(const ScalarForm& form, S64 t, U32 c) {
  constexpr S64 bits_34 = (S64{1} << 34) - 1;
  const bool is_signed = form.d_signed != 0;
  const S64 value = is_signed ? t : t & bits_34;
  const S64 other = is_signed ? S64{static_cast<S32>(c)} : S64{c};
  const S64 results[] = {value, value + other, std::min(value, other), std::max(value, other)};
  return static_cast<U32>(results[form.second]);
}

U32 merged(const ScalarForm& form, S64 t, U32 c) {
  const WordPart part = word_part(form.d_part);
  const U32 ones = part.ones() << part.first;
  return (static_cast<U32>(t) << part.first & ones) | (c & ~ones);
}

// The type of the destination has no effect: the document takes the sign from the operands.
U32 multiplied_and_added(const ScalarForm& form, S64 a, S64 b, U32 c) {
  __extension__ using S128 = __int128;
  const bool is_signed =
      (form.a_signed | form.b_signed | form.negates_product | form.negates_c) != 0;
  const S128 product = S128{a} * b;
  const U32 addend = form.negates_c != 0 ? ~c : c;
  S128 t = form.negates_product != 0 ? ~product : product;
  t += is_signed ? S64{static_cast<S32>(addend)} : S64{addend};
  t += form.plus_one | form.negates_product | form.negates_c;
  t >>= form.scale;
  return static_cast<U32>(form.saturates != 0 ? clamped(t, is_signed, 32) : t);
}

void scalar_video(const Lanes& lanes, const Instruction& in) {
  const auto form = std::bit_cast<ScalarForm>(in.constant);
  const U32* a = lanes.read<U32>(in.a);
  const U32* b = lanes.read<U32>(in.b);
  const U32* c = lanes.read<U32>(in.c);
  U32* d = lanes.write<U32>(in.d);
  for_lanes(lanes.mask, [&](int l) {
    const S64 x = extended_part(a[l], form.a_part, form.a_signed != 0);
    const S64 y = extended_part(b[l], form.b_part, form.b_signed != 0);
    if (static_cast<ScalarVideo>(form.operation) == ScalarVideo::mad) {
      d[l] = multiplied_and_added(form, x, y, c[l]);
      return;
    }
    S64 t = scalar_computed(form, x, y);
    if (form.saturates != 0) t = clamped(t, form.d_signed != 0, word_part(form.d_part).bits);
    d[l] = form.d_part != 0 ? merged(form, t, c[l]) : combined(form, t, c[l]);
  });
}

// The place of a suffix of the instruction among `names`; empty if it has none of them.
template <std::size_t count>
std::optional<U32> suffix_among(const ptx::Instruction& in,
                                const std::array<std::string_view, count>& names) {
  for (U32 i = 0; i < count; ++i) {
    if (in.has(names[i])) return i;
  }
  return std::nullopt;
}

// Whether the instruction has two or more of them: ptxas refuses that, too.
template <std::size_t count>
bool has_several(const ptx::Instruction& in, const std::array<std::string_view, count>& names) {
  return std::ranges::count_if(names, [&](std::string_view name) { return in.has(name); }) > 1;
}

}  // namespace

// vop.dtype.atype.btype{.sat}{.op2} d{.dsel}, a{.asel}, b{.bsel}{, c}
// vshl, vshr: also .clamp or .wrap. vset: no dtype, a comparison
// vmad.dtype.atype.btype{.po}{.sat}{.shr7|.shr15} d, {-}a{.asel}, {-}b{.bsel}, {-}c
bool Decoder::emit_scalar_video(const In& in, unsigned operation) {
  const auto op = static_cast<ScalarVideo>(operation);
  const bool shifts = op == ScalarVideo::left || op == ScalarVideo::right;
  const bool sets = op == ScalarVideo::set;
  const bool multiplies = op == ScalarVideo::mad;
  if (!suffixes_known(in, multiplies ? "sat po shr7 shr15"
                          : shifts   ? "sat clamp wrap add min max"
                          : sets     ? "eq ne lt le gt ge add min max"
                                     : "sat add min max")) {
    return false;
  }
  if (in.types.size() != (sets ? 2U : 3U)) return refuse(in, "expected more types");
  for (const Type type : in.types) {
    if (type != Type::u32 && type != Type::s32) return refuse(in, "needs .u32 or .s32");
  }
  if (shifts && in.types[2] != Type::u32) return refuse(in, "the amount of a shift is a .u32");
  if (shifts && in.has("clamp") == in.has("wrap")) return refuse(in, "needs .clamp or .wrap");
  if (sets && !suffix_among(in, scalar_comparisons))
    return refuse(in, "this comparison is not known");
  if (has_several(in, scalar_comparisons) || has_several(in, second_operations) ||
      (in.has("shr7") && in.has("shr15")))
    return refuse(in, "only one of these suffixes is possible");
  ScalarForm form;
  form.operation = operation & 15;
  form.d_signed = !sets && in.types[0] == Type::s32 ? 1 : 0;
  form.a_signed = in.types[sets ? 0 : 1] == Type::s32 ? 1 : 0;
  form.b_signed = in.types[sets ? 1 : 2] == Type::s32 ? 1 : 0;
  form.saturates = in.has("sat") ? 1 : 0;
  form.wraps = in.has("wrap") ? 1 : 0;
  form.comparison = sets ? *suffix_among(in, scalar_comparisons) & 7 : 0;
  form.second = suffix_among(in, second_operations).value_or(0) & 3;
  form.plus_one = in.has("po") ? 1 : 0;
  form.scale = in.has("shr7") ? 7 : in.has("shr15") ? 15 : 0;
  // Selectors and signs belong to the instruction, not to the operands.
  std::array<ptx::Operand, 4> operands;
  std::array<U32, 4> parts{};
  std::array<bool, 4> negated{};
  for (std::size_t i = 0; i < in.operands.size(); ++i) {
    operands[i] = in.operands[i];
    const auto part = std::ranges::find(word_parts, operands[i].selector);
    const bool is_whole = i == 3 || (i == 0 && multiplies);
    if (part == word_parts.end() || (is_whole && part != word_parts.begin()))
      return refuse(in, "this choice of elements is not known");
    parts[i] = static_cast<U32>(part - word_parts.begin());
    negated[i] = operands[i].negated;
    if (negated[i] && (i == 0 || !multiplies)) return refuse(in, "only vmad negates its sources");
    operands[i].selector = {};
    operands[i].negated = false;
  }
  form.d_part = parts[0] & 7;
  form.a_part = parts[1] & 7;
  form.b_part = parts[2] & 7;
  form.negates_product = negated[1] != negated[2] ? 1 : 0;
  form.negates_c = negated[3] ? 1 : 0;
  if (form.plus_one + form.negates_product + form.negates_c > 1)
    return refuse(in, "only one of -(a*b), -c and .po is possible");
  const bool has_c = in.operands.size() == 4;
  if (int{multiplies} + int{form.second != 0} + int{form.d_part != 0} != int{has_c})
    return refuse(in, "a third source goes with either a merge or a second operation");
  const auto a = source(in, operands[1], 4);
  const auto b = a ? source(in, operands[2], 4) : std::nullopt;
  const auto c = b && has_c ? source(in, operands[3], 4) : b;
  const auto d = c ? destination(in, operands[0], 4) : std::nullopt;
  if (!d) return false;
  push_compute(in, &scalar_video, *d, *a, *b, *c);
  program_.code.back().constant = std::bit_cast<U32>(form);
  return true;
}

#define LANESCOPE_SCALAR_VIDEO(name, operation)                                  \
  bool Decoder::decode_##name(const In& in) {                                    \
    return emit_scalar_video(in, static_cast<unsigned>(ScalarVideo::operation)); \
  }
LANESCOPE_SCALAR_VIDEO(vadd, add)
LANESCOPE_SCALAR_VIDEO(vsub, sub)
LANESCOPE_SCALAR_VIDEO(vabsdiff, distance)
LANESCOPE_SCALAR_VIDEO(vmin, min)
LANESCOPE_SCALAR_VIDEO(vmax, max)
LANESCOPE_SCALAR_VIDEO(vshl, left)
LANESCOPE_SCALAR_VIDEO(vshr, right)
LANESCOPE_SCALAR_VIDEO(vmad, mad)
LANESCOPE_SCALAR_VIDEO(vset, set)
#undef LANESCOPE_SCALAR_VIDEO

}  // namespace lanescope::exec
