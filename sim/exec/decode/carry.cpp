// Extended-precision integer arithmetic: add.cc, addc, sub.cc, subc, mad.cc, madc (PTX ISA,
// "Extended-Precision Integer Arithmetic Instructions").
//
// The carry flag CC.CF is a row with 0 or 1 per lane, created when a kernel first uses it. A
// subtraction adds the complement and keeps the carry of that addition, so the flag is 1 if there
// was no borrow. PTX does not define addc after sub.cc; this is what an H200 does. Each PTX
// instruction becomes a few decoded ones, so that each is a function of its sources lane by lane,
// like all compute handlers. The new flag is computed before the sum is written, because the sum
// may overwrite an operand.
#include "sim/exec/arithmetic/product.h"
#include "sim/exec/decode/decoder.h"
#include "sim/exec/lanes/lane_loops.h"

namespace lanescope::exec {

using ptx::Type;

namespace {

using U32 = std::uint32_t;
using U64 = std::uint64_t;

// The carry of a + b + flag: at most one of the two additions overflows.
template <class T>
U32 carry_of(T a, T b, U32 flag) {
  const T sum = a + b;
  return static_cast<U32>(sum < a) | static_cast<U32>(sum + flag < sum);
}

template <class T>
struct Carry {
  static constexpr Handler add = &binary<T, T, T, [](T a, T b) { return a + b; }>;
  static constexpr Handler sub = &binary<T, T, T, [](T a, T b) { return a - b; }>;
  static constexpr Handler add_in =
      &ternary<T, T, T, U32, [](T a, T b, U32 c) { return a + b + c; }>;
  static constexpr Handler sub_in =
      &ternary<T, T, T, U32, [](T a, T b, U32 c) { return a + ~b + c; }>;
  static constexpr Handler add_flag =
      &binary<U32, T, T, [](T a, T b) { return carry_of<T>(a, b, 0); }>;
  static constexpr Handler sub_flag =
      &binary<U32, T, T, [](T a, T b) { return carry_of<T>(a, ~b, 1); }>;
  static constexpr Handler add_in_flag =
      &ternary<U32, T, T, U32, [](T a, T b, U32 c) { return carry_of<T>(a, b, c); }>;
  static constexpr Handler sub_in_flag =
      &ternary<U32, T, T, U32, [](T a, T b, U32 c) { return carry_of<T>(a, ~b, c); }>;
};

// The half of the product that mad and madc use as addend.
template <class T>
Handler product(bool high) {
  return high ? &binary<T, T, T, [](T a, T b) { return mul_high(a, b); }>
              : &binary<T, T, T, [](T a, T b) { return wrap_mul(a, b); }>;
}

Handler product(Type type, bool high) {
  switch (type) {
    case Type::u32:
      return product<std::uint32_t>(high);
    case Type::s32:
      return product<std::int32_t>(high);
    case Type::u64:
      return product<std::uint64_t>(high);
    default:
      return product<std::int64_t>(high);
  }
}

}  // namespace

Row Decoder::carry_row() {
  if (!carry_.exists()) {
    carry_ = new_row(4);
    // A kernel that reads the flag before writing it gets the same value in every run.
    program_.rows_to_clear.push_back(carry_);
  }
  return carry_;
}

// d = a + b, or a - b. `takes`: adds the flag too. .cc writes the flag.
void Decoder::push_carry(const In& in, bool subtract, bool takes, Row d, Row a, Row b) {
  const auto emit_as = [&]<class T>() {
    using C = Carry<T>;
    const Row flag = carry_row();
    if (!takes) {
      if (in.has("cc")) push_compute(in, subtract ? C::sub_flag : C::add_flag, flag, a, b);
      push_compute(in, subtract ? C::sub : C::add, d, a, b);
      return;
    }
    const Row next = in.has("cc") ? new_row(4) : Row{};
    if (next.exists())
      push_compute(in, subtract ? C::sub_in_flag : C::add_in_flag, next, a, b, flag);
    push_compute(in, subtract ? C::sub_in : C::add_in, d, a, b, flag);
    if (next.exists()) push_compute(in, copy_handler(4), flag, next);
  };
  ptx::bytes_of(in.types[0]) == 4 ? emit_as.operator()<U32>() : emit_as.operator()<U64>();
}

bool Decoder::carry_type_known(const In& in) {
  const Type type = in.types[0];
  if (type == Type::u32 || type == Type::s32 || type == Type::u64 || type == Type::s64) return true;
  return refuse(in, "a carry needs .u32, .s32, .u64 or .s64");
}

bool Decoder::emit_carry(const In& in, bool subtract, bool takes) {
  if (!carry_type_known(in)) return false;
  const std::uint32_t n = ptx::bytes_of(in.types[0]);
  const auto a = source(in, in.operands[1], n);
  const auto b = a ? source(in, in.operands[2], n) : std::nullopt;
  const auto d = b ? destination(in, in.operands[0], n) : std::nullopt;
  if (!d) return false;
  push_carry(in, subtract, takes, *d, *a, *b);
  return true;
}

// mad.lo.cc and .hi.cc, madc: first the half of the product, then the sum with its carry.
bool Decoder::emit_carry_mad(const In& in, bool takes) {
  if (!carry_type_known(in)) return false;
  if (!in.has("lo") && !in.has("hi")) return refuse(in, "needs .lo or .hi");
  const std::uint32_t n = ptx::bytes_of(in.types[0]);
  const auto a = source(in, in.operands[1], n);
  const auto b = a ? source(in, in.operands[2], n) : std::nullopt;
  const auto c = b ? source(in, in.operands[3], n) : std::nullopt;
  const auto d = c ? destination(in, in.operands[0], n) : std::nullopt;
  if (!d) return false;
  const Row half = new_row(n);
  push_compute(in, product(in.types[0], in.has("hi")), half, *a, *b);
  push_carry(in, false, takes, *d, half, *c);
  return true;
}

bool Decoder::decode_addc(const In& in) { return emit_carry(in, false, true); }
bool Decoder::decode_subc(const In& in) { return emit_carry(in, true, true); }
bool Decoder::decode_madc(const In& in) { return emit_carry_mad(in, true); }

}  // namespace lanescope::exec
