// cvt (PTX ISA, "Data Movement and Conversion Instructions").
//
// The common conversions (between integers, float and integer, float and double, float and half)
// are loops that become vector instructions. All others convert one value at a time (conversion.h);
// Instruction::constant says which conversion it is.
#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include <fmt/format.h>

#include "sim/exec/arithmetic/float_values.h"
#include "sim/exec/arithmetic/half.h"
#include "sim/exec/arithmetic/type_dispatch.h"
#include "sim/exec/decode/conversion.h"
#include "sim/exec/decode/decoder.h"
#include "sim/exec/lanes/lane_loops.h"

namespace lanescope::exec {

using ptx::Type;
using Kind = ptx::Operand::Kind;

namespace {

using U16 = std::uint16_t;
using U32 = std::uint32_t;
using U64 = std::uint64_t;

// --- One value at a time ---

template <class DRegister, class SRegister>
void convert_each(const Lanes& lanes, const Instruction& in) {
  const Conversion how = Conversion::unpacked(in.constant);
  const SRegister* a = lanes.read<SRegister>(in.a);
  DRegister* d = lanes.write<DRegister>(in.d);
  for_lanes(lanes.mask, [=](int l) { d[l] = static_cast<DRegister>(converted(a[l], how)); });
}

Handler convert_each_of(U32 d_bytes, U32 a_bytes) {
  const auto with_source = [a_bytes]<class D>() -> Handler {
    if (a_bytes == 2) return &convert_each<D, U16>;
    if (a_bytes == 4) return &convert_each<D, U32>;
    return a_bytes == 8 ? &convert_each<D, U64> : nullptr;
  };
  if (d_bytes == 2) return with_source.operator()<U16>();
  if (d_bytes == 4) return with_source.operator()<U32>();
  return d_bytes == 8 ? with_source.operator()<U64>() : nullptr;
}

// --- Between integers ---

// Reads the low bytes of a register that may be wider than S. Writes D, extended, to a register
// that may be wider than D.
template <class D, class S, class DRegister, class SRegister>
constexpr auto to_integer_register =
    [](SRegister a) { return static_cast<DRegister>(static_cast<D>(static_cast<S>(a))); };

template <class D, class S>
Handler between_integers(U32 d_bytes, U32 a_bytes) {
  const auto with_source = [a_bytes]<class DR>() -> Handler {
    if constexpr (sizeof(S) <= 2) {
      if (a_bytes == 2) return &rare_unary<DR, U16, to_integer_register<D, S, DR, U16>>;
    }
    if constexpr (sizeof(S) <= 4) {
      if (a_bytes == 4) return &rare_unary<DR, U32, to_integer_register<D, S, DR, U32>>;
    }
    return a_bytes == 8 ? &rare_unary<DR, U64, to_integer_register<D, S, DR, U64>> : nullptr;
  };
  if constexpr (sizeof(D) <= 2) {
    if (d_bytes == 2) return with_source.template operator()<U16>();
  }
  if constexpr (sizeof(D) <= 4) {
    if (d_bytes == 4) return with_source.template operator()<U32>();
  }
  return d_bytes == 8 ? with_source.template operator()<U64>() : nullptr;
}

// Only the narrower type matters: its bits are kept and extended by its sign. The exception is an
// unsigned result that is wider than its signed operand but narrower than its register.
Handler integer_handler(Type to, Type from, U32 d_bytes, U32 a_bytes) {
  const bool narrows = ptx::bytes_of(to) <= ptx::bytes_of(from);
  if (!narrows && ptx::is_signed(from) && !ptx::is_signed(to) && d_bytes > ptx::bytes_of(to)) {
    if (from == Type::s16) return between_integers<U32, std::int16_t>(d_bytes, a_bytes);
    return ptx::bytes_of(to) == 2 ? between_integers<U16, std::int8_t>(d_bytes, a_bytes)
                                  : between_integers<U32, std::int8_t>(d_bytes, a_bytes);
  }
  return by_integer_or_byte(narrows ? to : from, [&]<class T>() -> Handler {
    return between_integers<T, T>(d_bytes, a_bytes);
  });
}

// --- Common conversions with a float ---

template <Rounding rounding, class T>
T whole(T value) {
  if constexpr (rounding == Rounding::nearest) return std::nearbyint(value);
  if constexpr (rounding == Rounding::zero) return std::trunc(value);
  if constexpr (rounding == Rounding::down) return std::floor(value);
  if constexpr (rounding == Rounding::up) return std::ceil(value);
  return value;
}

// Values out of range are clamped to the limits. The conversion itself always gets a value in
// range, so no lane branches.
template <class D, class S, Rounding rounding, bool flush>
constexpr auto to_rounded_integer = [](S value) {
  constexpr FloatModes modes{flush, false};
  constexpr D lowest = std::numeric_limits<D>::min();
  constexpr D highest = std::numeric_limits<D>::max();
  constexpr S low = static_cast<S>(lowest);
  // 2^digits. It is exact in S, which the largest integer may not be.
  constexpr S above = static_cast<S>(U64{1} << (std::numeric_limits<D>::digits - 1)) * S{2};
  const S rounded = whole<rounding>(operand<modes>(value));
  const bool too_low = !(rounded >= low);  // also true for NaN
  const bool too_high = rounded >= above;
  const D inside = static_cast<D>(too_low || too_high ? S{0} : rounded);
  const D result = too_low ? lowest : inside;
  const D limited = too_high ? highest : result;
  constexpr bool wide = sizeof(S) == 8 || sizeof(D) == 8;
  constexpr D of_nan = wide ? static_cast<D>(U64{1} << (8 * sizeof(D) - 1)) : D{0};
  return value != value ? of_nan : limited;
};

// To nearest and toward zero, a subnormal becomes 0 whether it is flushed or not.
template <class D, class S, bool flush>
Handler to_integer_handler(Rounding rounding) {
  switch (rounding) {
    case Rounding::nearest:
      return &unary<D, S, to_rounded_integer<D, S, Rounding::nearest, false>>;
    case Rounding::zero:
      return &unary<D, S, to_rounded_integer<D, S, Rounding::zero, false>>;
    case Rounding::down:
      return &unary<D, S, to_rounded_integer<D, S, Rounding::down, flush>>;
    case Rounding::up:
      return &unary<D, S, to_rounded_integer<D, S, Rounding::up, flush>>;
    default:
      return nullptr;
  }
}

template <class T, Rounding rounding, bool flush>
constexpr auto to_whole = [](T value) {
  constexpr FloatModes modes{flush, false};
  return result<modes>(whole<rounding>(operand<modes>(value)), value, value, value);
};

template <class T, bool flush>
Handler to_whole_handler(Rounding rounding) {
  switch (rounding) {
    case Rounding::nearest:
      return &unary<T, T, to_whole<T, Rounding::nearest, false>>;
    case Rounding::zero:
      return &unary<T, T, to_whole<T, Rounding::zero, false>>;
    case Rounding::down:
      return &unary<T, T, to_whole<T, Rounding::down, flush>>;
    case Rounding::up:
      return &unary<T, T, to_whole<T, Rounding::up, flush>>;
    default:
      return nullptr;
  }
}

// Between f32 and f64, rounded to nearest. The host's instructions keep a NaN's sign and payload,
// like the device's (converted_nan).
template <FloatModes m>
Handler single_and_double(const Conversion& how) {
  if (how.to == Type::f64) {
    return &unary<double, float,
                  [](float a) { return static_cast<double>(m.flush ? result<m>(a) : a); }>;
  }
  return &unary<float, double, [](double a) {
    return without_tiny<m>(static_cast<float>(a), static_cast<float>(lifted<m>(a)));
  }>;
}

template <class F>
Handler half_and_single(const Conversion& how) {
  if constexpr (std::is_same_v<F, BFloat16>) {
    if (how.to == Type::f32) return &unary<U32, U16, [](U16 a) { return U32{a} << 16; }>;
  }
  if (how.to == Type::f32)
    return &unary<float, U16, [](U16 a) { return result<FloatModes{}>(widened<F>(a)); }>;
  return &unary<U16, float, [](float a) { return narrowed<F>(a); }>;
}

// For __saturatef and similar functions.
template <FloatModes m>
constexpr auto same_float = [](float a) { return result<m>(operand<m>(a)); };

template <class D, class S>
Handler plain_handler() {
  return &unary<D, S, [](S a) { return static_cast<D>(a); }>;
}

// The vectorised loop for this conversion, or nullptr.
template <bool flush>
Handler common_handler(const Conversion& how) {
  const bool nearest = how.rounding == Rounding::nearest || how.rounding == Rounding::none;
  if (how.to == Type::f32 && how.from == Type::f32 && !how.to_whole && !how.relu) {
    if (how.saturate) return &unary<float, float, same_float<FloatModes{flush, true}>>;
    return flush ? &unary<float, float, same_float<FloatModes{true, false}>>
                 : &unary<U32, U32, [](U32 a) { return a; }>;
  }
  if (how.saturate && !ptx::is_integer(how.to)) return nullptr;
  if (how.relu || how.satfinite) return nullptr;
  const auto is = [&](Type to, Type from) { return how.to == to && how.from == from; };
  if (is(Type::s32, Type::f32)) return to_integer_handler<std::int32_t, float, flush>(how.rounding);
  if (is(Type::u32, Type::f32)) return to_integer_handler<U32, float, flush>(how.rounding);
  if (how.to_whole && is(Type::f32, Type::f32)) return to_whole_handler<float, flush>(how.rounding);
  if (is(Type::s64, Type::f32)) return to_integer_handler<std::int64_t, float, flush>(how.rounding);
  if (nearest && (is(Type::f32, Type::f64) || is(Type::f64, Type::f32)))
    return single_and_double<FloatModes{flush, false}>(how);
  if constexpr (!flush) {
    if (is(Type::s32, Type::f64))
      return to_integer_handler<std::int32_t, double, false>(how.rounding);
    if (is(Type::s64, Type::f64))
      return to_integer_handler<std::int64_t, double, false>(how.rounding);
    if (how.to_whole && is(Type::f64, Type::f64))
      return to_whole_handler<double, false>(how.rounding);
    if (!nearest) return nullptr;
    if (is(Type::f32, Type::f16) || is(Type::f16, Type::f32)) return half_and_single<Binary16>(how);
    if (is(Type::f32, Type::bf16) || is(Type::bf16, Type::f32))
      return half_and_single<BFloat16>(how);
    if (is(Type::f32, Type::s32)) return plain_handler<float, std::int32_t>();
    if (is(Type::f32, Type::u32)) return plain_handler<float, U32>();
    if (is(Type::f32, Type::s64)) return plain_handler<float, std::int64_t>();
    if (is(Type::f32, Type::u64)) return plain_handler<float, U64>();
    if (is(Type::f64, Type::s32)) return plain_handler<double, std::int32_t>();
    if (is(Type::f64, Type::u32)) return plain_handler<double, U32>();
    if (is(Type::f64, Type::s64)) return plain_handler<double, std::int64_t>();
    if (is(Type::f64, Type::u64)) return plain_handler<double, U64>();
  }
  return nullptr;
}

// --- Pairs ---

struct PairType {
  Type pair;
  Type element;
};
constexpr PairType pair_types[] = {{Type::f16x2, Type::f16},
                                   {Type::bf16x2, Type::bf16},
                                   {Type::e4m3x2, Type::e4m3},
                                   {Type::e5m2x2, Type::e5m2}};

// Type::none if the type is not a pair.
Type element_of(Type pair) {
  for (const PairType& each : pair_types) {
    if (each.pair == pair) return each.element;
  }
  return Type::none;
}

// d = {a, b}, with a in the upper half.
template <class D>
void pack_floats(const Lanes& lanes, const Instruction& in) {
  const Conversion how = Conversion::unpacked(in.constant);
  const U32* a = lanes.read<U32>(in.a);
  const U32* b = lanes.read<U32>(in.b);
  D* d = lanes.write<D>(in.d);
  for_lanes(lanes.mask, [=](int l) {
    const U64 upper = converted(a[l], how);
    d[l] = static_cast<D>(upper << (4 * sizeof(D)) | converted(b[l], how));
  });
}

template <class F>
constexpr auto pack_nearest =
    [](float a, float b) { return narrowed<F>(a) << 16 | narrowed<F>(b); };

template <class D, class S>
void convert_pair(const Lanes& lanes, const Instruction& in) {
  const Conversion how = Conversion::unpacked(in.constant);
  const S* a = lanes.read<S>(in.a);
  D* d = lanes.write<D>(in.d);
  constexpr unsigned s_bits = 4 * sizeof(S);
  for_lanes(lanes.mask, [=](int l) {
    const U64 upper = converted(static_cast<U64>(a[l]) >> s_bits, how);
    const U64 lower = converted(a[l] & ((U64{1} << s_bits) - 1), how);
    d[l] = static_cast<D>(upper << (4 * sizeof(D)) | lower);
  });
}

// --- Suffixes ---

Conversion conversion_of(const ptx::Instruction& in, Type to, Type from) {
  Conversion how;
  how.to = to;
  how.from = from;
  for (const std::string_view suffix : in.modifiers) {
    const bool integral = suffix.ends_with('i') && suffix.size() == 3;
    const std::string_view direction = suffix.substr(0, integral ? 2 : suffix.size());
    if (suffix == "rna") how.rounding = Rounding::away;
    if (direction == "rn") how.rounding = Rounding::nearest;
    if (direction == "rz") how.rounding = Rounding::zero;
    if (direction == "rm") how.rounding = Rounding::down;
    if (direction == "rp") how.rounding = Rounding::up;
    if (integral && ptx::is_floating(to)) how.to_whole = true;
  }
  how.flush = in.has("ftz");
  how.saturate = in.has("sat");
  how.relu = in.has("relu");
  how.satfinite = in.has("satfinite");
  return how;
}

bool is_8_bit_float(Type type) { return type == Type::e4m3 || type == Type::e5m2; }

}  // namespace

bool Decoder::decode_cvt(const In& in) {
  for (const std::string_view rare : {"rs", "e2m1x2", "e2m1x4", "e2m3x2", "e2m3x4", "e3m2x2",
                                      "e3m2x4", "e4m3x4", "e5m2x4", "ue8m0x2"}) {
    if (in.has(rare)) return refuse(in, fmt::format("conversions with .{} are not executed", rare));
  }
  if (in.has("pack")) return convert_pack(in);
  if (!suffixes_known(in, "rn rz rm rp rni rzi rmi rpi rna ftz sat relu satfinite")) return false;
  if (in.types.size() != 2) return refuse(in, "expected two types");
  const Type to = in.types[0];
  const Type from = in.types[1];
  if (element_of(to) != Type::none) return convert_to_pair(in);
  const auto known = [](Type type) {
    return type == Type::tf32 || (ptx::is_floating(type) && type != Type::f32x2) ||
           (ptx::is_integer(type) && !ptx::name_of(type).starts_with('b'));
  };
  if (in.operands.size() != 2 || !known(to) || !known(from) || from == Type::tf32 ||
      element_of(from) != Type::none) {
    return refuse(in, "this type or combination of suffixes is not executed");
  }
  Conversion how = conversion_of(in, to, from);
  // Integer results are always clamped, and rounding does not apply between integers.
  const bool both_integers = ptx::is_integer(to) && ptx::is_integer(from);
  const U32 d_bytes = register_bytes(in.operands[0]);
  U32 a_bytes = register_bytes(in.operands[1]);
  if (a_bytes == 0)
    a_bytes = std::max(ptx::bytes_of(from), in.operands[1].kind == Kind::special ? 4U : 2U);
  const bool same_size = (ptx::is_integer(to) || d_bytes == ptx::bytes_of(to)) &&
                         (ptx::is_integer(from) || a_bytes == ptx::bytes_of(from));
  if (!same_size || d_bytes < ptx::bytes_of(to) || a_bytes < ptx::bytes_of(from))
    return refuse(in, "the registers' sizes do not fit the types");
  Handler handler = nullptr;
  if (both_integers && !how.saturate) {
    handler = integer_handler(to, from, d_bytes, a_bytes);
  } else {
    if (ptx::is_integer(to) && how.rounding == Rounding::none) how.rounding = Rounding::zero;
    if (d_bytes == ptx::bytes_of(to) && a_bytes == ptx::bytes_of(from))
      handler = how.flush ? common_handler<true>(how) : common_handler<false>(how);
    if (handler == nullptr) handler = convert_each_of(d_bytes, a_bytes);
  }
  if (!emit(in, handler, d_bytes, a_bytes)) return false;
  program_.code.back().constant = how.packed();
  return true;
}

// cvt.rn.f16x2.f32 d, a, b and similar; pairs of 8-bit floats from and to pairs of halves.
bool Decoder::convert_to_pair(const In& in) {
  const Type to = element_of(in.types[0]);
  const Type pair_from = in.types[1];
  const U32 d_bytes = ptx::bytes_of(in.types[0]);
  if (pair_from == Type::f32) {
    if (in.operands.size() != 3) return refuse(in, "expected two operands of .f32");
    const Conversion how = conversion_of(in, to, Type::f32);
    const bool plain =
        how.rounding == Rounding::nearest && !how.relu && !how.satfinite && !how.flush;
    Handler handler = d_bytes == 4 ? &pack_floats<U32> : &pack_floats<U16>;
    if (plain && to == Type::f16) handler = &binary<U32, float, float, pack_nearest<Binary16>>;
    if (plain && to == Type::bf16) handler = &binary<U32, float, float, pack_nearest<BFloat16>>;
    if (!emit(in, handler, d_bytes, 4, 4)) return false;
    program_.code.back().constant = how.packed();
    return true;
  }
  const Type from = element_of(pair_from);
  // Exactly one side has 8 bits; the other is f16.
  if (in.operands.size() != 2 ||
      !((is_8_bit_float(to) && from == Type::f16) || (is_8_bit_float(from) && to == Type::f16))) {
    return refuse(in, "this type or combination of suffixes is not executed");
  }
  const Handler handler = d_bytes == 2 ? &convert_pair<U16, U32> : &convert_pair<U32, U16>;
  if (!emit(in, handler, d_bytes, ptx::bytes_of(pair_from))) return false;
  program_.code.back().constant = conversion_of(in, to, from).packed();
  return true;
}

}  // namespace lanescope::exec
