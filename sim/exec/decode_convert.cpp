// Moving and converting values: mov, cvt, cvta, isspacep (PTX ISA, "Data Movement and Conversion
// Instructions").
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "sim/exec/decoder.h"
#include "sim/exec/lane_loops.h"
#include "sim/exec/rounding.h"
#include "sim/exec/type_dispatch.h"

namespace lanescope::exec {

using ptx::StateSpace;
using ptx::Type;
using Kind = ptx::Operand::Kind;

namespace {

enum class Rounding : std::uint8_t { none, nearest, zero, down, up };

template <class T>
T rounded(T value, Rounding rounding) {
  switch (rounding) {
    case Rounding::nearest:
      return std::nearbyint(value);  // the default mode: to nearest even
    case Rounding::zero:
      return std::trunc(value);
    case Rounding::down:
      return std::floor(value);
    case Rounding::up:
      return std::ceil(value);
    case Rounding::none:
      break;
  }
  return value;
}

// Float to integer always saturates. NaN gives 0 between 32-bit types and below, else the top bit
// alone (PTX ISA, cvt).
template <class D, class S>
D to_integer(S value, Rounding rounding) {
  if (std::isnan(value)) {
    constexpr bool wide = sizeof(S) == 8 || sizeof(D) == 8;
    return wide ? static_cast<D>(std::make_unsigned_t<D>{1} << (8 * sizeof(D) - 1)) : D{0};
  }
  const S whole = rounded(value, rounding);
  constexpr D lowest = std::numeric_limits<D>::min();
  constexpr D highest = std::numeric_limits<D>::max();
  if (whole < static_cast<S>(lowest)) return lowest;
  // 2^digits is exact in S, the largest integer may not be.
  if (whole >= std::ldexp(S{1}, std::numeric_limits<D>::digits)) return highest;
  return static_cast<D>(whole);
}

template <class D, class S>
D clamped(S value) {
  if (std::cmp_less(value, std::numeric_limits<D>::min())) return std::numeric_limits<D>::min();
  if (std::cmp_greater(value, std::numeric_limits<D>::max())) return std::numeric_limits<D>::max();
  return static_cast<D>(value);
}

// Layout of Instruction::immediate for cvt: rounding in bits 0-2, saturation in bit 3.
template <class D, class S>
D converted(S value, std::uint8_t immediate) {
  const auto rounding = static_cast<Rounding>(immediate & 7);
  const bool saturate = (immediate & 8) != 0;
  if constexpr (std::is_floating_point_v<S> && std::is_integral_v<D>) {
    return to_integer<D>(value, rounding);
  } else if constexpr (std::is_floating_point_v<D>) {
    D result = static_cast<D>(value);
    if constexpr (std::is_same_v<D, S>) result = rounded(result, rounding);
    if constexpr (std::is_same_v<D, float>) {
      if (std::isnan(result)) result = std::bit_cast<float>(0x7fff'ffffU);
    }
    if (saturate) result = std::isnan(result) ? D{0} : std::fmin(std::fmax(result, D{0}), D{1});
    return result;
  } else {
    return saturate ? clamped<D>(value) : static_cast<D>(value);
  }
}

// Reads the low bytes of a register that may be wider than S; writes D, extended, to one that may
// be wider than D.
template <class D, class S, class DRegister, class SRegister>
void convert(const Lanes& lanes, const Instruction& in) {
  DRegister* d = lanes.row<DRegister>(in.d);
  const SRegister* a = lanes.row<SRegister>(in.a);
  const std::uint8_t immediate = in.immediate;
  for_lanes(lanes.mask, [=](int l) {
    S value;
    if constexpr (std::is_floating_point_v<S>) {
      value = std::bit_cast<S>(a[l]);
    } else {
      value = static_cast<S>(a[l]);
    }
    const D result = converted<D>(value, immediate);
    if constexpr (std::is_floating_point_v<D>) {
      d[l] = std::bit_cast<DRegister>(result);
    } else {
      d[l] = static_cast<DRegister>(result);
    }
  });
}

// Only conversions that may lose bits of a float's fraction round in a direction.
template <class D, class S>
constexpr bool may_round = std::is_floating_point_v<D> &&
                           (std::is_integral_v<S> || sizeof(D) < sizeof(S));

template <class D, class S, class DRegister, class SRegister>
Handler conversion_of(bool is_directed) {
  if constexpr (may_round<D, S>) {
    if (is_directed) return &directed<&convert<D, S, DRegister, SRegister>>;
  }
  return &convert<D, S, DRegister, SRegister>;
}

template <class D, class S>
Handler for_registers(std::uint32_t d_bytes, std::uint32_t a_bytes, bool is_directed) {
  using U16 = std::uint16_t;
  using U32 = std::uint32_t;
  using U64 = std::uint64_t;
  constexpr bool float_d = std::is_floating_point_v<D>;
  constexpr bool float_s = std::is_floating_point_v<S>;
  const auto with_source = [&]<class DRegister>() -> Handler {
    if constexpr (float_s) {
      using Same = std::conditional_t<sizeof(S) == 4, U32, U64>;
      return a_bytes == sizeof(S) ? conversion_of<D, S, DRegister, Same>(is_directed) : nullptr;
    } else {
      if (a_bytes < sizeof(S)) return nullptr;
      if (a_bytes == 2) return conversion_of<D, S, DRegister, U16>(is_directed);
      if (a_bytes == 4) return conversion_of<D, S, DRegister, U32>(is_directed);
      return conversion_of<D, S, DRegister, U64>(is_directed);
    }
  };
  if constexpr (float_d) {
    using Same = std::conditional_t<sizeof(D) == 4, U32, U64>;
    return d_bytes == sizeof(D) ? with_source.template operator()<Same>() : nullptr;
  } else {
    if (d_bytes < sizeof(D)) return nullptr;
    if (d_bytes == 2) return with_source.template operator()<U16>();
    if (d_bytes == 4) return with_source.template operator()<U32>();
    return with_source.template operator()<U64>();
  }
}

Handler conversion(Type to, Type from, std::uint32_t d_bytes, std::uint32_t a_bytes,
                   bool is_directed) {
  return by_any_type(to, [&]<class D>() -> Handler {
    return by_any_type(from, [&]<class S>() -> Handler {
      return for_registers<D, S>(d_bytes, a_bytes, is_directed);
    });
  });
}

std::optional<Rounding> rounding_of(const ptx::Instruction& in) {
  for (const std::string_view suffix : in.modifiers) {
    if (suffix == "rni" || suffix == "rn") return Rounding::nearest;
    if (suffix == "rzi" || suffix == "rz") return Rounding::zero;
    if (suffix == "rmi" || suffix == "rm") return Rounding::down;
    if (suffix == "rpi" || suffix == "rp") return Rounding::up;
  }
  return std::nullopt;
}

template <class T>
constexpr auto copy = [](T a) { return a; };

std::uint64_t window_of(StateSpace space) {
  switch (space) {
    case StateSpace::shared:
      return shared_window;
    case StateSpace::local:
      return local_window;
    case StateSpace::constant:
      return constant_window;
    case StateSpace::param:
      return param_window;
    default:
      return 0;
  }
}

}  // namespace

bool Decoder::decode_cvt(const In& in) {
  if (in.types.size() != 2) return refuse(in, "conversions of pairs are not executed yet");
  const Type to = in.types[0];
  const Type from = in.types[1];
  for (const std::string_view unknown : {"ftz", "relu", "satfinite", "rna", "rs"}) {
    if (in.has(unknown)) return refuse(in, fmt::format(".{} is not executed yet", unknown));
  }
  const auto rounding = rounding_of(in);
  const bool to_float = ptx::is_float(to);
  const bool narrows = to == Type::f32 && from == Type::f64;
  const bool rounds = (ptx::is_integer(from) && to_float) || narrows;
  const auto direction = rounds ? direction_of(in) : std::nullopt;
  if (direction && in.has("sat")) return refuse(in, ".sat with this rounding is not executed yet");
  const std::uint32_t d_bytes = register_bytes(in.operands[0]);
  std::uint32_t a_bytes = register_bytes(in.operands[1]);
  if (a_bytes == 0)
    a_bytes = std::max(ptx::bytes_of(from), in.operands[1].kind == Kind::special ? 4U : 2U);
  if (!emit(in, conversion(to, from, d_bytes, a_bytes, direction.has_value()), d_bytes, a_bytes))
    return false;
  // Between equal float types a plain .rn does not round to whole numbers; only .rni and its kin
  // do.
  const bool to_whole =
      rounding && (in.has("rni") || in.has("rzi") || in.has("rmi") || in.has("rpi"));
  const bool uses_rounding = to_whole || !to_float;
  program_.code.back().immediate = static_cast<std::uint8_t>(
      (uses_rounding && rounding ? static_cast<unsigned>(*rounding) : 0U) |
      (in.has("sat") ? 8U : 0U));
  if (direction) program_.code.back().immediate = static_cast<std::uint8_t>(*direction);
  return true;
}

bool Decoder::decode_mov(const In& in) {
  const Type type = in.types.empty() ? Type::none : in.types[0];
  if (type == Type::pred) {
    std::uint32_t flip = 0;
    const auto a = predicate_source(in, in.operands[1], flip);
    const auto d = a ? predicate_destination(in, in.operands[0]) : std::nullopt;
    if (!d) return false;
    Instruction& out = push(in, Flow::compute);
    out.handler = [](const Lanes& lanes, const Instruction& i) {
      write_predicate(lanes, i.d, lanes.predicate(i.a) ^ (i.immediate != 0 ? all_lanes : 0));
    };
    out.d = *d;
    out.a = *a;
    out.immediate = flip != 0 ? 1 : 0;
    return true;
  }
  if (in.operands[0].kind == Kind::vector || in.operands[1].kind == Kind::vector)
    return mov_vector(in);
  const std::uint32_t n = ptx::bytes_of(type);
  const Handler handler = n == 2   ? &unary<std::uint16_t, std::uint16_t, copy<std::uint16_t>>
                          : n == 4 ? &unary<std::uint32_t, std::uint32_t, copy<std::uint32_t>>
                          : n == 8 ? &unary<std::uint64_t, std::uint64_t, copy<std::uint64_t>>
                                   : nullptr;
  return emit(in, handler, n, n);
}

namespace {

// Element `immediate` of a wide register, and the reverse.
template <class Part, class Whole>
void take_part(const Lanes& lanes, const Instruction& in) {
  Part* d = lanes.row<Part>(in.d);
  const Whole* a = lanes.row<Whole>(in.a);
  const unsigned shift = in.immediate * 8U * static_cast<unsigned>(sizeof(Part));
  for_lanes(lanes.mask, [=](int l) { d[l] = static_cast<Part>(a[l] >> shift); });
}

template <class Part, class Whole>
void put_part(const Lanes& lanes, const Instruction& in) {
  Whole* d = lanes.row<Whole>(in.d);
  const Part* a = lanes.row<Part>(in.a);
  const unsigned shift = in.immediate * 8U * static_cast<unsigned>(sizeof(Part));
  const Whole keep =
      static_cast<Whole>(~(static_cast<Whole>(static_cast<Part>(~Part{0})) << shift));
  for_lanes(lanes.mask, [=](int l) {
    d[l] = static_cast<Whole>((d[l] & keep) | (static_cast<Whole>(a[l]) << shift));
  });
}

}  // namespace

// mov.b64 {lo, hi}, d and mov.b64 d, {lo, hi}: one decoded instruction for each element.
// Packing writes part after part, so a source that is also the destination would be overwritten:
// refused (PTX of compilers has distinct registers there, as the sizes differ).
bool Decoder::mov_vector(const In& in) {
  const bool unpack = in.operands[0].kind == Kind::vector;
  const ptx::Operand& vector = in.operands[unpack ? 0 : 1];
  const ptx::Operand& whole = in.operands[unpack ? 1 : 0];
  const std::uint32_t whole_bytes = ptx::bytes_of(in.types[0]);
  const auto count = static_cast<std::uint32_t>(vector.elements.size());
  if (count == 0 || whole_bytes % count != 0)
    return refuse(in, "the elements do not fill the whole");
  const std::uint32_t part_bytes = whole_bytes / count;
  Handler handler = nullptr;
  if (part_bytes == 4 && whole_bytes == 8) {
    handler =
        unpack ? &take_part<std::uint32_t, std::uint64_t> : &put_part<std::uint32_t, std::uint64_t>;
  } else if (part_bytes == 2 && whole_bytes == 4) {
    handler =
        unpack ? &take_part<std::uint16_t, std::uint32_t> : &put_part<std::uint16_t, std::uint32_t>;
  } else if (part_bytes == 2 && whole_bytes == 8) {
    handler =
        unpack ? &take_part<std::uint16_t, std::uint64_t> : &put_part<std::uint16_t, std::uint64_t>;
  }
  if (handler == nullptr) return refuse(in, "vectors of this size are not executed yet");
  const auto whole_row =
      unpack ? source(in, whole, whole_bytes) : destination(in, whole, whole_bytes);
  if (!whole_row) return false;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (vector.elements[i].kind == Kind::discard) continue;
    const auto part = unpack ? destination(in, vector.elements[i], part_bytes)
                             : source(in, vector.elements[i], part_bytes);
    if (!part) return false;
    Instruction& out = push(in, Flow::compute);
    out.handler = handler;
    out.d = unpack ? *part : *whole_row;
    out.a = unpack ? *whole_row : *part;
    out.immediate = static_cast<std::uint8_t>(i);
  }
  return true;
}

bool Decoder::decode_cvta(const In& in) {
  StateSpace space = StateSpace::generic;
  for (const std::string_view suffix : in.modifiers) {
    if (const auto named = ptx::space_named(suffix)) space = *named;
  }
  const std::uint32_t n = ptx::bytes_of(in.types[0]);
  if (n != 8) return refuse(in, "only 64-bit addresses are executed");
  const std::uint64_t window = window_of(space);
  const bool to_space = in.has("to");
  if (!to_space && in.operands[1].kind == Kind::symbol) {
    const auto variable = find_variable(in.operands[1].name);
    if (!variable)
      return refuse(in,
                    fmt::format("nothing is declared under the name '{}'", in.operands[1].name));
    const auto d = destination(in, in.operands[0], 8);
    if (!d) return false;
    Instruction& out = push(in, Flow::compute);
    out.handler = &unary<std::uint64_t, std::uint64_t, copy<std::uint64_t>>;
    out.d = *d;
    out.a = constant_row({.kind = Constant::Kind::variable_generic,
                          .lane_bytes = 8,
                          .value = static_cast<std::uint64_t>(in.operands[1].offset),
                          .index = *variable});
    return true;
  }
  if (!emit(in,
            &binary<std::uint64_t, std::uint64_t, std::uint64_t,
                    [](std::uint64_t a, std::uint64_t b) { return a + b; }>,
            8, 8)) {
    return false;
  }
  program_.code.back().b = constant_row(
      {.kind = Constant::Kind::bits, .lane_bytes = 8, .value = to_space ? 0 - window : window});
  return true;
}

bool Decoder::decode_isspacep(const In& in) {
  StateSpace space = StateSpace::generic;
  for (const std::string_view suffix : in.modifiers) {
    if (const auto named = ptx::space_named(suffix)) space = *named;
  }
  const auto a = source(in, in.operands[1], 8);
  const auto d = a ? predicate_destination(in, in.operands[0]) : std::nullopt;
  if (!d) return false;
  Instruction& out = push(in, Flow::compute);
  out.handler = [](const Lanes& lanes, const Instruction& i) {
    const std::uint64_t* address = lanes.row<std::uint64_t>(i.a);
    std::uint32_t bits = 0;
    for (int l = 0; l < warp_lanes; ++l) {
      bits |= static_cast<std::uint32_t>(address[l] / window_bytes == i.immediate) << l;
    }
    write_predicate(lanes, i.d, bits);
  };
  out.a = *a;
  out.d = *d;
  out.immediate = static_cast<std::uint8_t>(window_of(space) / window_bytes);
  return true;
}

}  // namespace lanescope::exec
