// Comparisons and selection (PTX ISA, "Comparison and Selection Instructions").
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <string_view>
#include <type_traits>

#include "sim/exec/arithmetic/float_values.h"
#include "sim/exec/arithmetic/half.h"
#include "sim/exec/arithmetic/type_dispatch.h"
#include "sim/exec/decode/decoder.h"
#include "sim/exec/lanes/lane_loops.h"

namespace lanescope::exec {

using ptx::Type;

namespace {

// Comparisons of floating-point operands take the registers' contents.
// f32 with .ftz.
template <class Compare>
struct Flushing {
  bool operator()(float a, float b) const {
    constexpr FloatModes modes{true, false};
    return Compare{}(operand<modes>(a), operand<modes>(b));
  }
};

// Half-precision values in the 16 bits from `shift` on.
template <class F, class Compare, bool flush, int shift>
struct Halves {
  bool operator()(std::uint32_t a, std::uint32_t b) const {
    return Compare{}(widened<F>(flushed<F, flush>((a >> shift) & 0xffff)),
                     widened<F>(flushed<F, flush>((b >> shift) & 0xffff)));
  }
};

enum class Combine : std::uint8_t { none, and_, or_, xor_ };

// The outcomes of a comparison, combined with the third operand. Not for Combine::none.
std::uint32_t with_third(const Lanes& lanes, const Instruction& in, std::uint32_t outcomes) {
  const std::uint32_t c = lanes.predicate(in.c) ^ ((in.immediate & 4) != 0 ? all_lanes : 0);
  const auto combine = static_cast<Combine>(in.immediate & 3);
  return combine == Combine::and_  ? outcomes & c
         : combine == Combine::or_ ? outcomes | c
                                   : outcomes ^ c;
}

// Writes one or both predicates, each combined with the third operand.
void write_comparison(const Lanes& lanes, const Instruction& in, std::uint32_t first,
                      std::uint32_t second) {
  if ((in.immediate & 3) != 0) {
    first = with_third(lanes, in, first);
    second = with_third(lanes, in, second);
  }
  if (in.d.exists()) write_predicate(lanes, in.d, first);
  const Row second_row = in.second;
  if (second_row.exists()) write_predicate(lanes, second_row, second);
}

// Layout of Instruction::immediate for setp and set: combination in bits 0-1, flip of the third
// operand in bit 2, inversion of the outcomes in bit 3.
constexpr std::uint8_t inversion = 8;

// The outcomes of Compare, or of its opposite. Half of the relations are opposites of others, so
// that fewer loops are compiled.
template <class T, class Compare>
[[nodiscard]] inline std::uint32_t outcomes_of(const Lanes& lanes, const Instruction& in) {
  const std::uint32_t outcomes = compare_lanes<T, Compare>(lanes, in);
  return (in.immediate & inversion) != 0 ? ~outcomes : outcomes;
}

template <class T, class Compare>
LANESCOPE_VECTORISED void set_predicate(const Lanes& lanes, const Instruction& in) {
  const std::uint32_t result = outcomes_of<T, Compare>(lanes, in);
  write_comparison(lanes, in, result, ~result);
}

template <class Compare>
void set_predicate_of_halves(const Lanes& lanes, const Instruction& in) {
  const std::uint32_t result = outcomes_of<std::uint16_t, Compare>(lanes, in);
  write_comparison(lanes, in, result, ~result);
}

// For pairs: one predicate for the lower halves, one for the upper halves.
template <class Lower, class Upper>
void set_pair_of_predicates(const Lanes& lanes, const Instruction& in) {
  write_comparison(lanes, in, outcomes_of<std::uint32_t, Lower>(lanes, in),
                   outcomes_of<std::uint32_t, Upper>(lanes, in));
}

// A comparison as a type: GCC 12 misparses '>' in a lambda that is itself a template argument.
#define LANESCOPE_COMPARISON(Name, expression) \
  struct Name {                                \
    template <class T>                         \
    bool operator()(T a, T b) const {          \
      return expression;                       \
    }                                          \
  }
LANESCOPE_COMPARISON(Equal, a == b);
LANESCOPE_COMPARISON(Different, a<b || a> b);  // for floats: false if one is NaN, unlike C++'s !=
LANESCOPE_COMPARISON(Less, a < b);
LANESCOPE_COMPARISON(LessEqual, a <= b);
LANESCOPE_COMPARISON(Greater, a > b);
LANESCOPE_COMPARISON(GreaterEqual, a >= b);
LANESCOPE_COMPARISON(BothNumbers, !std::isnan(a) && !std::isnan(b));
#undef LANESCOPE_COMPARISON

// Whether the name is the opposite of the comparison that is picked for it below.
bool is_opposite(std::string_view name, Type type) {
  if (ptx::is_floating(type)) return name == "nan" || (name.size() == 3 && name.back() == 'u');
  return name == "ne" || name == "ge" || name == "hs" || name == "le" || name == "ls";
}

template <class T>
Handler ordered_comparison(std::string_view name) {
  if (name == "eq" || name == "ne") return &set_predicate<std::make_unsigned_t<T>, Equal>;
  if (name == "lt" || name == "lo" || name == "ge" || name == "hs") return &set_predicate<T, Less>;
  if (name == "gt" || name == "hi" || name == "le" || name == "ls")
    return &set_predicate<T, Greater>;
  return nullptr;
}

// Calls pick.operator()<Compare>(); nullptr if the name is not a comparison. The unordered
// comparisons, which are true if either operand is NaN, are opposites.
template <class Pick>
Handler by_float_comparison(std::string_view name, Pick pick) {
  if (name == "eq" || name == "neu") return pick.template operator()<Equal>();
  if (name == "ne" || name == "equ") return pick.template operator()<Different>();
  if (name == "lt" || name == "geu") return pick.template operator()<Less>();
  if (name == "le" || name == "gtu") return pick.template operator()<LessEqual>();
  if (name == "gt" || name == "leu") return pick.template operator()<Greater>();
  if (name == "ge" || name == "ltu") return pick.template operator()<GreaterEqual>();
  if (name == "num" || name == "nan") return pick.template operator()<BothNumbers>();
  return nullptr;
}

// Calls pick.operator()<format, flush>() for a half type or a pair of halves.
template <class Pick>
Handler by_half_type(Type type, bool flush, Pick pick) {
  if (type == Type::bf16 || type == Type::bf16x2)
    return flush ? nullptr : pick.template operator()<BFloat16, false>();
  if (type != Type::f16 && type != Type::f16x2) return nullptr;
  return flush ? pick.template operator()<Binary16, true>()
               : pick.template operator()<Binary16, false>();
}

bool is_half_pair(Type type) { return type == Type::f16x2 || type == Type::bf16x2; }

Handler float_comparison(std::string_view name, Type type, bool flush) {
  return by_float_comparison(name, [&]<class Compare>() -> Handler {
    if (type == Type::f64) return flush ? nullptr : &set_predicate<double, Compare>;
    if (type == Type::f32)
      return flush ? &set_predicate<float, Flushing<Compare>> : &set_predicate<float, Compare>;
    return by_half_type(type, flush, [&]<class F, bool flushes>() -> Handler {
      using Lower = Halves<F, Compare, flushes, 0>;
      if (is_half_pair(type))
        return &set_pair_of_predicates<Lower, Halves<F, Compare, flushes, 16>>;
      return &set_predicate_of_halves<Lower>;
    });
  });
}

Handler comparison(std::string_view name, Type type) {
  return by_integer_type(type, [name]<class T>() { return ordered_comparison<T>(name); });
}

template <class T>
LANESCOPE_VECTORISED void select(const Lanes& lanes, const Instruction& in) {
  const T* a = lanes.read<T>(in.a);
  const T* b = lanes.read<T>(in.b);
  T* d = lanes.write<T>(in.d);
  const std::uint32_t p = lanes.predicate(in.c) ^ (in.immediate != 0 ? all_lanes : 0);
  for_lanes(lanes.mask, [=](int l) { d[l] = ((p >> l) & 1) != 0 ? a[l] : b[l]; });
}

}  // namespace

bool Decoder::decode_setp(const In& in) {
  if (in.types.size() != 1) return refuse(in, "expected one type");
  const ptx::Operand& d = in.operands[0];
  const bool pair = d.kind == ptx::Operand::Kind::pair;
  Row first;
  Row second;
  const auto take = [&](const ptx::Operand& operand, Row& row) {
    if (operand.kind == ptx::Operand::Kind::discard) return true;
    const auto found = predicate_destination(in, operand);
    if (found) row = *found;
    return found.has_value();
  };
  if (!take(pair ? d.elements[0] : d, first) || (pair && !take(d.elements[1], second)))
    return false;
  return emit_comparison(in, in.types[0], first, second);
}

// The third operand of setp and set, and Instruction::immediate.
bool Decoder::combination_of(const In& in, Row& third, std::uint8_t& immediate) {
  immediate = is_opposite(in.modifiers[0], in.types.back()) ? inversion : 0;
  if (in.operands.size() != 4) return true;
  std::uint32_t flip = 0;
  const auto c = predicate_source(in, in.operands[3], flip);
  if (!c) return false;
  third = *c;
  const Combine combine = in.has("and")  ? Combine::and_
                          : in.has("or") ? Combine::or_
                                         : Combine::xor_;
  immediate |= static_cast<std::uint8_t>(static_cast<unsigned>(combine) | (flip != 0 ? 4U : 0U));
  return true;
}

bool Decoder::emit_comparison(const In& in, Type type, Row first, Row second) {
  const bool flush = in.has("ftz");
  const Handler handler = ptx::is_floating(type) ? float_comparison(in.modifiers[0], type, flush)
                          : flush                ? nullptr
                                                 : comparison(in.modifiers[0], type);
  if (handler == nullptr) return refuse(in, "this comparison or type is not executed");
  const std::uint32_t n = ptx::bytes_of(type);
  const auto a = source(in, in.operands[1], n);
  const auto b = a ? source(in, in.operands[2], n) : std::nullopt;
  if (!b) return false;

  std::uint8_t immediate = 0;
  Row third;
  if (!combination_of(in, third, immediate)) return false;

  Instruction& out = push(in, Flow::compute);
  out.handler = handler;
  out.d = first;
  out.a = *a;
  out.b = *b;
  out.c = third;
  out.second = second;
  out.immediate = immediate;
  return true;
}

bool Decoder::decode_selp(const In& in) {
  const std::uint32_t n = ptx::bytes_of(in.types[0]);
  std::uint32_t flip = 0;
  const auto p = predicate_source(in, in.operands[3], flip);
  if (!p) return false;
  const Handler handler = n == 2   ? &select<std::uint16_t>
                          : n == 4 ? &select<std::uint32_t>
                          : n == 8 ? &select<std::uint64_t>
                                   : nullptr;
  if (!emit(in, handler, n, n, n)) return false;
  program_.code.back().c = *p;
  program_.code.back().immediate = flip != 0 ? 1 : 0;
  return true;
}

namespace {

// The value that set writes for true: all ones, or 1.0. Empty if set can't write this type.
std::optional<std::uint32_t> true_of(Type type) {
  switch (type) {
    case Type::u16:
    case Type::s16:
      return 0xffff;
    case Type::u32:
    case Type::s32:
      return all_lanes;
    case Type::f16:
      return Binary16::one;
    case Type::bf16:
      return BFloat16::one;
    case Type::f32:
      return Binary32::one;
    default:
      return std::nullopt;
  }
}

// set for pairs: each half becomes Instruction::constant or 0, combined with the predicate c if
// there is one.
template <class Lower, class Upper>
void set_pair(const Lanes& lanes, const Instruction& in) {
  const auto joined = [&](std::uint32_t outcomes) {
    return (in.immediate & 3) == 0 ? outcomes : with_third(lanes, in, outcomes);
  };
  const std::uint32_t lower = joined(outcomes_of<std::uint32_t, Lower>(lanes, in));
  const std::uint32_t upper = joined(outcomes_of<std::uint32_t, Upper>(lanes, in));
  const std::uint32_t yes = in.constant;
  auto* d = lanes.write<std::uint32_t>(in.d);
  for_lanes(lanes.mask,
            [=](int l) { d[l] = ((lower >> l) & 1) * yes | (((upper >> l) & 1) * yes) << 16; });
}

Handler set_pair_handler(const ptx::Instruction& in) {
  return by_float_comparison(in.modifiers[0], [&]<class Compare>() -> Handler {
    return by_half_type(in.types[1], in.has("ftz"), [&]<class F, bool flush>() -> Handler {
      return &set_pair<Halves<F, Compare, flush, 0>, Halves<F, Compare, flush, 16>>;
    });
  });
}

}  // namespace

// set: a comparison into a predicate that the decoder adds, then a selection of all ones or 1.0.
bool Decoder::decode_set(const In& in) {
  if (in.types.size() != 2) return refuse(in, "expected two types");
  const Type to = in.types[0];
  if (is_half_pair(in.types[1])) {
    const bool is_integer = to == Type::u32 || to == Type::s32;
    if (!is_integer && to != in.types[1])
      return refuse(in, "this type or combination of suffixes is not executed");
    Row third;
    std::uint8_t immediate = 0;
    if (!combination_of(in, third, immediate)) return false;
    if (!emit(in, set_pair_handler(in), 4, 4, 4)) return false;
    program_.code.back().c = third;
    program_.code.back().immediate = immediate;
    program_.code.back().constant = is_integer          ? 0xffff
                                    : to == Type::f16x2 ? Binary16::one
                                                        : BFloat16::one;
    return true;
  }
  const auto yes = true_of(to);
  if (!yes) return refuse(in, "this type is not executed");
  const std::uint32_t n = ptx::bytes_of(to);
  const auto d = destination(in, in.operands[0], n);
  if (!d) return false;
  const Row predicate = new_predicate();
  if (!emit_comparison(in, in.types[1], predicate, Row{})) return false;
  Instruction& out = push(in, Flow::compute);
  out.handler = n == 2 ? &select<std::uint16_t> : &select<std::uint32_t>;
  out.d = *d;
  out.a = constant_row({.kind = Constant::Kind::bits, .lane_bytes = n, .value = *yes});
  out.b = constant_row({.kind = Constant::Kind::bits, .lane_bytes = n, .value = 0});
  out.c = predicate;
  return true;
}

// slct: a if c >= 0 (for floats: c is not NaN), else b.
bool Decoder::decode_slct(const In& in) {
  if (in.types.size() != 2) return refuse(in, "expected two types");
  const std::uint32_t n = ptx::bytes_of(in.types[0]);
  const Type by = in.types[1];
  const auto pick = [n]<class C, auto at_least_0>()->Handler {
    using U16 = std::uint16_t;
    using U32 = std::uint32_t;
    using U64 = std::uint64_t;
    if (n == 2)
      return &ternary<U16, U16, U16, C, [](U16 a, U16 b, C c) { return at_least_0(c) ? a : b; }>;
    if (n == 4)
      return &ternary<U32, U32, U32, C, [](U32 a, U32 b, C c) { return at_least_0(c) ? a : b; }>;
    if (n == 8)
      return &ternary<U64, U64, U64, C, [](U64 a, U64 b, C c) { return at_least_0(c) ? a : b; }>;
    return nullptr;
  };
  const bool flush = in.has("ftz");
  if (flush && by != Type::f32) return refuse(in, ".ftz needs .f32");
  const Handler handler =
      by == Type::s32   ? pick.operator()<std::int32_t, [](std::int32_t c) { return c >= 0; }>()
      : by != Type::f32 ? nullptr
      : flush           ? pick.operator()<float,
                                [](float c) {
                                  // a negative subnormal becomes -0
                                  return operand<FloatModes{true, false}>(c) >= 0;
                                }>()
                        : pick.operator()<float, [](float c) { return c >= 0; }>();
  return emit(in, handler, n, n, n, 4);
}

namespace {

template <class T, auto test>
void test_property(const Lanes& lanes, const Instruction& in) {
  const T* a = lanes.read<T>(in.a);
  std::uint32_t bits = 0;
  for (int l = 0; l < warp_lanes; ++l) bits |= static_cast<std::uint32_t>(test(a[l])) << l;
  write_predicate(lanes, in.d, bits);
}

template <class T>
Handler property(const ptx::Instruction& in) {
  if (in.has("finite")) return &test_property<T, [](T a) { return std::isfinite(a); }>;
  if (in.has("infinite")) return &test_property<T, [](T a) { return std::isinf(a); }>;
  if (in.has("number")) return &test_property<T, [](T a) { return !std::isnan(a); }>;
  if (in.has("notanumber")) return &test_property<T, [](T a) { return std::isnan(a); }>;
  if (in.has("subnormal"))
    return &test_property<T, [](T a) { return std::fpclassify(a) == FP_SUBNORMAL; }>;
  // "As a special case, positive and negative zero are considered normal numbers" (PTX ISA, testp).
  if (in.has("normal")) return &test_property<T, [](T a) { return std::isnormal(a) || a == 0; }>;
  return nullptr;
}

}  // namespace

bool Decoder::decode_testp(const In& in) {
  const Type type = in.types[0];
  const Handler handler = type == Type::f32   ? property<float>(in)
                          : type == Type::f64 ? property<double>(in)
                                              : nullptr;
  if (handler == nullptr) return refuse(in, "this test or type is not executed");
  const auto a = source(in, in.operands[1], ptx::bytes_of(type));
  const auto d = a ? predicate_destination(in, in.operands[0]) : std::nullopt;
  if (!d) return false;
  Instruction& out = push(in, Flow::compute);
  out.handler = handler;
  out.d = *d;
  out.a = *a;
  return true;
}

}  // namespace lanescope::exec
