// Integer arithmetic (PTX ISA, "Integer Arithmetic Instructions"). Opcodes shared with floating
// point (add, mul, min ...) are decoded here and passed to float.cpp by type.
#include <algorithm>
#include <limits>
#include <type_traits>

#include "sim/exec/arithmetic/product.h"
#include "sim/exec/arithmetic/type_dispatch.h"
#include "sim/exec/decode/decoder.h"
#include "sim/exec/lanes/lane_loops.h"

namespace lanescope::exec {

using ptx::Type;

namespace {

template <class T>
using Double = std::conditional_t<std::is_signed_v<T>,
                                  std::conditional_t<sizeof(T) == 2, std::int32_t, std::int64_t>,
                                  std::conditional_t<sizeof(T) == 2, std::uint32_t, std::uint64_t>>;

// Division by zero: PTX leaves quotient and remainder undefined. An H200 sets all bits of both, in
// every width. The one signed overflow wraps.
template <class T>
T divide(T a, T b) {
  if (b == 0) return static_cast<T>(~T{0});
  if constexpr (std::is_signed_v<T>) {
    if (b == -1) return static_cast<T>(Wide<T>{0} - static_cast<Wide<T>>(a));
  }
  return static_cast<T>(a / b);
}

template <class T>
T remainder(T a, T b) {
  if (b == 0) return static_cast<T>(~T{0});
  if constexpr (std::is_signed_v<T>) {
    if (b == -1) return 0;
  }
  return static_cast<T>(a % b);
}

template <class T>
T magnitude(T a) {
  return a < 0 ? static_cast<T>(Wide<T>{0} - static_cast<Wide<T>>(a)) : a;
}

template <class Pick>
Handler by_narrow_type(Type type, Pick pick) {  // the types with a type of double width
  if (type == Type::u64 || type == Type::s64 || type == Type::b64) return nullptr;
  return by_integer_type(type, pick);
}

std::int32_t saturated(std::int64_t value) {
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(
      value, std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()));
}

template <class T>
constexpr T product24(T a, T b, bool high) {
  // 24-bit operands: the upper 8 bits of each are ignored (sign bit 23 for s32).
  const auto narrow = [](T x) -> std::int64_t {
    const auto bits = static_cast<std::uint32_t>(x) & 0xff'ffffU;
    if constexpr (std::is_signed_v<T>) return static_cast<std::int32_t>(bits << 8) >> 8;
    return bits;
  };
  const std::int64_t full = narrow(a) * narrow(b);
  return static_cast<T>(high ? full >> 16 : full);
}

bool is_packed(Type type) { return type == Type::u16x2 || type == Type::s16x2; }

// The two halves of a register, computed separately without a carry between them.
template <class T, auto f>
void by_halves(const Lanes& lanes, const Instruction& in) {
  using U = std::uint32_t;
  binary<U, U, U, [](U a, U b) {
    const auto low = static_cast<std::uint16_t>(f(static_cast<T>(a), static_cast<T>(b)));
    const auto high =
        static_cast<std::uint16_t>(f(static_cast<T>(a >> 16), static_cast<T>(b >> 16)));
    return low | static_cast<U>(high) << 16;
  }>(lanes, in);
}

}  // namespace

bool Decoder::emit_packed(const In& in) {
  const auto pick = [&]<class T>() -> Handler {
    if (in.opcode == ptx::Opcode::add) return &by_halves<T, [](T a, T b) { return a + b; }>;
    const bool low = in.opcode == ptx::Opcode::min;
    if (in.has("relu")) {
      if (std::is_unsigned_v<T>) return nullptr;
      return low ? &by_halves<T, [](T a, T b) { return std::max(std::min(a, b), T{0}); }>
                 : &by_halves<T, [](T a, T b) { return std::max(std::max(a, b), T{0}); }>;
    }
    return low ? &by_halves<T, [](T a, T b) { return std::min(a, b); }>
               : &by_halves<T, [](T a, T b) { return std::max(a, b); }>;
  };
  return emit(in,
              in.types[0] == Type::s16x2 ? pick.operator()<std::int16_t>()
                                         : pick.operator()<std::uint16_t>(),
              4, 4, 4);
}

bool Decoder::decode_add(const In& in) {
  const Type type = in.types[0];
  const std::uint32_t n = ptx::bytes_of(type);
  if (is_packed(type)) return emit_packed(in);
  if (ptx::is_floating(type)) return decode_floating(in);
  if (in.has("cc")) return emit_carry(in, false, false);
  if (in.has("sat")) {
    if (type != Type::s32) return refuse(in, ".sat needs .s32");
    return emit(in,
                &binary<std::int32_t, std::int32_t, std::int32_t,
                        [](std::int64_t a, std::int64_t b) { return saturated(a + b); }>,
                4, 4, 4);
  }
  return emit(
      in,
      by_integer_type(type,
                      []<class T>() -> Handler {
                        return &binary<T, T, T, [](T a, T b) {
                          return static_cast<T>(static_cast<Wide<T>>(a) + static_cast<Wide<T>>(b));
                        }>;
                      }),
      n, n, n);
}

bool Decoder::decode_sub(const In& in) {
  const Type type = in.types[0];
  const std::uint32_t n = ptx::bytes_of(type);
  if (ptx::is_floating(type)) return decode_floating(in);
  if (in.has("cc")) return emit_carry(in, true, false);
  if (in.has("sat")) {
    if (type != Type::s32) return refuse(in, ".sat needs .s32");
    return emit(in,
                &binary<std::int32_t, std::int32_t, std::int32_t,
                        [](std::int64_t a, std::int64_t b) { return saturated(a - b); }>,
                4, 4, 4);
  }
  return emit(
      in,
      by_integer_type(type,
                      []<class T>() -> Handler {
                        return &binary<T, T, T, [](T a, T b) {
                          return static_cast<T>(static_cast<Wide<T>>(a) - static_cast<Wide<T>>(b));
                        }>;
                      }),
      n, n, n);
}

bool Decoder::decode_mul(const In& in) {
  const Type type = in.types[0];
  const std::uint32_t n = ptx::bytes_of(type);
  if (ptx::is_floating(type)) return decode_floating(in);
  if (in.has("wide")) {
    return emit(in,
                by_narrow_type(type,
                               []<class T>() -> Handler {
                                 return &binary<Double<T>, T, T, [](T a, T b) {
                                   return static_cast<Double<T>>(a) * static_cast<Double<T>>(b);
                                 }>;
                               }),
                2 * n, n, n);
  }
  if (in.has("hi")) {
    return emit(in,
                by_integer_type(type,
                                []<class T>() -> Handler {
                                  return &binary<T, T, T, [](T a, T b) { return mul_high(a, b); }>;
                                }),
                n, n, n);
  }
  if (!in.has("lo")) return refuse(in, "needs .lo, .hi or .wide");
  return emit(in,
              by_integer_type(type,
                              []<class T>() -> Handler {
                                return &binary<T, T, T, [](T a, T b) { return wrap_mul(a, b); }>;
                              }),
              n, n, n);
}

bool Decoder::decode_mad(const In& in) {
  const Type type = in.types[0];
  const std::uint32_t n = ptx::bytes_of(type);
  if (ptx::is_floating(type)) return decode_floating(in);
  if (in.has("cc")) return emit_carry_mad(in, false);
  if (in.has("sat")) {
    if (type != Type::s32 || !in.has("hi")) return refuse(in, ".sat needs .hi.s32");
    return emit(in,
                &ternary<std::int32_t, std::int32_t, std::int32_t, std::int32_t,
                         [](std::int32_t a, std::int32_t b, std::int32_t c) {
                           return saturated(std::int64_t{mul_high(a, b)} + c);
                         }>,
                4, 4, 4, 4);
  }
  if (in.has("wide")) {
    return emit(in,
                by_narrow_type(type,
                               []<class T>() -> Handler {
                                 using D = Double<T>;
                                 return &ternary<D, T, T, D, [](T a, T b, D c) {
                                   return static_cast<D>(
                                       static_cast<Wide<D>>(static_cast<D>(a) * static_cast<D>(b)) +
                                       static_cast<Wide<D>>(c));
                                 }>;
                               }),
                2 * n, n, n, 2 * n);
  }
  if (in.has("hi")) {
    return emit(in,
                by_integer_type(type,
                                []<class T>() -> Handler {
                                  return &ternary<T, T, T, T, [](T a, T b, T c) {
                                    return static_cast<T>(static_cast<Wide<T>>(mul_high(a, b)) +
                                                          static_cast<Wide<T>>(c));
                                  }>;
                                }),
                n, n, n, n);
  }
  if (!in.has("lo")) return refuse(in, "needs .lo, .hi or .wide");
  return emit(in,
              by_integer_type(type,
                              []<class T>() -> Handler {
                                return &ternary<T, T, T, T, [](T a, T b, T c) {
                                  return static_cast<T>(static_cast<Wide<T>>(wrap_mul(a, b)) +
                                                        static_cast<Wide<T>>(c));
                                }>;
                              }),
              n, n, n, n);
}

bool Decoder::decode_mul24(const In& in) {
  const bool is_signed = in.types[0] == Type::s32;
  const bool high = in.has("hi");
  using S = std::int32_t;
  using U = std::uint32_t;
  const Handler handler =
      is_signed ? (high ? &binary<S, S, S, [](S a, S b) { return product24(a, b, true); }>
                        : &binary<S, S, S, [](S a, S b) { return product24(a, b, false); }>)
                : (high ? &binary<U, U, U, [](U a, U b) { return product24(a, b, true); }>
                        : &binary<U, U, U, [](U a, U b) { return product24(a, b, false); }>);
  return emit(in, handler, 4, 4, 4);
}

bool Decoder::decode_mad24(const In& in) {
  const bool is_signed = in.types[0] == Type::s32;
  if (in.has("sat")) {
    if (!is_signed || !in.has("hi")) return refuse(in, ".sat needs .hi.s32");
    return emit(in,
                &ternary<std::int32_t, std::int32_t, std::int32_t, std::int32_t,
                         [](std::int32_t a, std::int32_t b, std::int32_t c) {
                           return saturated(std::int64_t{product24(a, b, true)} + c);
                         }>,
                4, 4, 4, 4);
  }
  const bool high = in.has("hi");
  using S = std::int32_t;
  using U = std::uint32_t;
  const Handler handler =
      is_signed
          ? (high
                 ? &ternary<U, S, S, U,
                            [](S a, S b, U c) { return static_cast<U>(product24(a, b, true)) + c; }>
                 : &ternary<U, S, S, U,
                            [](S a, S b, U c) {
                              return static_cast<U>(product24(a, b, false)) + c;
                            }>)
          : (high ? &ternary<U, U, U, U, [](U a, U b, U c) { return product24(a, b, true) + c; }>
                  : &ternary<U, U, U, U, [](U a, U b, U c) { return product24(a, b, false) + c; }>);
  return emit(in, handler, 4, 4, 4, 4);
}

bool Decoder::decode_div(const In& in) {
  const Type type = in.types[0];
  const std::uint32_t n = ptx::bytes_of(type);
  if (ptx::is_floating(type)) return decode_floating(in);
  return emit(in,
              by_integer_type(type,
                              []<class T>() -> Handler {
                                return &binary<T, T, T, [](T a, T b) { return divide(a, b); }>;
                              }),
              n, n, n);
}

bool Decoder::decode_rem(const In& in) {
  const Type type = in.types[0];
  const std::uint32_t n = ptx::bytes_of(type);
  return emit(in,
              by_integer_type(type,
                              []<class T>() -> Handler {
                                return &binary<T, T, T, [](T a, T b) { return remainder(a, b); }>;
                              }),
              n, n, n);
}

bool Decoder::decode_abs(const In& in) {
  const Type type = in.types[0];
  const std::uint32_t n = ptx::bytes_of(type);
  if (ptx::is_floating(type)) return decode_floating(in);
  if (!ptx::is_signed(type)) return refuse(in, "needs a signed type");
  return emit(in,
              by_integer_type(type,
                              []<class T>() -> Handler {
                                return &unary<T, T, [](T a) { return magnitude(a); }>;
                              }),
              n, n);
}

bool Decoder::decode_neg(const In& in) {
  const Type type = in.types[0];
  const std::uint32_t n = ptx::bytes_of(type);
  if (ptx::is_floating(type)) return decode_floating(in);
  return emit(in,
              by_integer_type(type,
                              []<class T>() -> Handler {
                                return &unary<T, T, [](T a) {
                                  return static_cast<T>(Wide<T>{0} - static_cast<Wide<T>>(a));
                                }>;
                              }),
              n, n);
}

bool Decoder::decode_min(const In& in) {
  const Type type = in.types[0];
  const std::uint32_t n = ptx::bytes_of(type);
  const bool is_min = in.opcode == ptx::Opcode::min;
  if (ptx::is_floating(type)) return decode_floating(in);
  if (in.operands.size() != 3) return refuse(in, "only .f32 takes three inputs");
  if (is_packed(type)) return emit_packed(in);
  if (in.has("relu")) {  // negative results become 0
    using S = std::int32_t;
    if (type != Type::s32) return refuse(in, ".relu needs .s32 or .s16x2");
    return emit(in,
                is_min ? &binary<S, S, S, [](S a, S b) { return std::max(std::min(a, b), 0); }>
                       : &binary<S, S, S, [](S a, S b) { return std::max(std::max(a, b), 0); }>,
                4, 4, 4);
  }
  return emit(
      in,
      by_integer_type(type,
                      [&]<class T>() -> Handler {
                        return is_min ? &binary<T, T, T, [](T a, T b) { return b < a ? b : a; }>
                                      : &binary<T, T, T, [](T a, T b) { return a < b ? b : a; }>;
                      }),
      n, n, n);
}

bool Decoder::decode_max(const In& in) { return decode_min(in); }

bool Decoder::decode_sad(const In& in) {
  const Type type = in.types[0];
  const std::uint32_t n = ptx::bytes_of(type);
  return emit(in,
              by_integer_type(type,
                              []<class T>() -> Handler {
                                return &ternary<T, T, T, T, [](T a, T b, T c) {
                                  const auto distance =
                                      a < b ? static_cast<Wide<T>>(b) - static_cast<Wide<T>>(a)
                                            : static_cast<Wide<T>>(a) - static_cast<Wide<T>>(b);
                                  return static_cast<T>(static_cast<Wide<T>>(c) + distance);
                                }>;
                              }),
              n, n, n, n);
}

namespace {

// Element `index` of the packed elements of `bits` bits.
template <bool is_signed, unsigned width>
std::int64_t element_of(std::uint32_t packed, unsigned index) {
  const std::uint32_t value = packed << (32 - width * (index + 1)) >> (32 - width);
  const auto top = std::uint32_t{1} << (width - 1);
  return static_cast<std::int64_t>(value) -
         (is_signed && (value & top) != 0 ? std::int64_t{1} << width : 0);
}

template <bool a_signed, bool b_signed>
std::uint32_t dot_of_four(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  std::int64_t sum = c;
  for (unsigned i = 0; i < 4; ++i)
    sum += element_of<a_signed, 8>(a, i) * element_of<b_signed, 8>(b, i);
  return static_cast<std::uint32_t>(sum);
}

// Multiplies the two halves of a by two bytes of b, starting at byte `first`, and adds the products
// to c.
template <bool a_signed, bool b_signed, unsigned first>
std::uint32_t dot_of_two(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  std::int64_t sum = c;
  for (unsigned i = 0; i < 2; ++i)
    sum += element_of<a_signed, 16>(a, i) * element_of<b_signed, 8>(b, first + i);
  return static_cast<std::uint32_t>(sum);
}

// Calls pick.operator()<a_signed, b_signed>() for the types of a dot product.
template <class Pick>
Handler by_signs(const ptx::Instruction& in, Pick pick) {
  if (in.types.size() != 2) return nullptr;
  for (const Type type : in.types) {
    if (type != Type::u32 && type != Type::s32) return nullptr;
  }
  const bool a = in.types[0] == Type::s32;
  const bool b = in.types[1] == Type::s32;
  if (a)
    return b ? pick.template operator()<true, true>() : pick.template operator()<true, false>();
  return b ? pick.template operator()<false, true>() : pick.template operator()<false, false>();
}

}  // namespace

bool Decoder::decode_dp4a(const In& in) {
  using U = std::uint32_t;
  const Handler handler = by_signs(in, []<bool a_signed, bool b_signed>() -> Handler {
    return &ternary<U, U, U, U,
                    [](U a, U b, U c) { return dot_of_four<a_signed, b_signed>(a, b, c); }>;
  });
  return emit(in, handler, 4, 4, 4, 4);
}

bool Decoder::decode_dp2a(const In& in) {
  using U = std::uint32_t;
  const bool high = in.has("hi");
  if (!high && !in.has("lo")) return refuse(in, "needs .lo or .hi");
  const Handler handler = by_signs(in, [high]<bool a_signed, bool b_signed>() -> Handler {
    return high ? &ternary<U, U, U, U,
                           [](U a, U b, U c) { return dot_of_two<a_signed, b_signed, 2>(a, b, c); }>
                : &ternary<U, U, U, U, [](U a, U b, U c) {
                    return dot_of_two<a_signed, b_signed, 0>(a, b, c);
                  }>;
  });
  return emit(in, handler, 4, 4, 4, 4);
}

}  // namespace lanescope::exec
