#include "sim/exec/lanes/affine.h"

#include <bit>
#include <type_traits>

#include "sim/exec/lanes/lane_loops.h"

namespace lanescope::exec {

using ptx::Opcode;
using ptx::Type;

namespace {

using U32 = std::uint32_t;
using U64 = std::uint64_t;

template <class T>
bool set(const Lanes& lanes, Row d, U64 base, U64 step_x, U64 step_y) {
  lanes.set_affine<T>(d, base, step_x, step_y);
  return true;
}

bool both_affine(const RowForm& a, const RowForm& b) {
  return (a.known & b.known & RowForm::affine) != 0;
}
bool is_uniform(const RowForm& form) { return (form.known & RowForm::uniform) != 0; }
bool is_affine(const RowForm& form) { return (form.known & RowForm::affine) != 0; }

template <class T>
bool add(const Lanes& lanes, const Instruction& in) {
  const RowForm& a = lanes.form(in.a);
  const RowForm& b = lanes.form(in.b);
  return both_affine(a, b) &&
         set<T>(lanes, in.d, a.base + b.base, a.step_x + b.step_x, a.step_y + b.step_y);
}

template <class T>
bool subtract(const Lanes& lanes, const Instruction& in) {
  const RowForm& a = lanes.form(in.a);
  const RowForm& b = lanes.form(in.b);
  return both_affine(a, b) &&
         set<T>(lanes, in.d, a.base - b.base, a.step_x - b.step_x, a.step_y - b.step_y);
}

// The factors of a product of two affine rows. The product is affine if one of them is uniform.
struct Factors {
  const RowForm* row = nullptr;  // nullptr: neither row is uniform, or one is not affine
  U64 factor = 0;
};
Factors factors_of(const RowForm& a, const RowForm& b) {
  if (!both_affine(a, b)) return {};
  if (is_uniform(b)) return {&a, b.base};
  if (is_uniform(a)) return {&b, a.base};
  return {};
}

template <class T>
bool multiply(const Lanes& lanes, const Instruction& in) {
  const Factors f = factors_of(lanes.form(in.a), lanes.form(in.b));
  return f.row != nullptr && set<T>(lanes, in.d, f.row->base * f.factor, f.row->step_x * f.factor,
                                    f.row->step_y * f.factor);
}

template <class T>
bool multiply_add(const Lanes& lanes, const Instruction& in) {
  const RowForm& c = lanes.form(in.c);
  const Factors f = factors_of(lanes.form(in.a), lanes.form(in.b));
  return f.row != nullptr && is_affine(c) &&
         set<T>(lanes, in.d, f.row->base * f.factor + c.base, f.row->step_x * f.factor + c.step_x,
                f.row->step_y * f.factor + c.step_y);
}

template <class T>
bool shift_left(const Lanes& lanes, const Instruction& in) {
  const RowForm& a = lanes.form(in.a);
  const RowForm& b = lanes.form(in.b);
  if (!is_affine(a) || !is_uniform(b)) return false;
  const auto amount = static_cast<U32>(b.base);
  if (amount >= 8 * sizeof(T)) return set<T>(lanes, in.d, 0, 0, 0);
  return set<T>(lanes, in.d, a.base << amount, a.step_x << amount, a.step_y << amount);
}

template <class T>
bool move(const Lanes& lanes, const Instruction& in) {
  const RowForm& a = lanes.form(in.a);
  return is_affine(a) && set<T>(lanes, in.d, a.base, a.step_x, a.step_y);
}

template <class T>
bool negate(const Lanes& lanes, const Instruction& in) {
  const RowForm& a = lanes.form(in.a);
  return is_affine(a) && set<T>(lanes, in.d, 0 - a.base, 0 - a.step_x, 0 - a.step_y);
}

template <class T>
bool invert(const Lanes& lanes, const Instruction& in) {
  const RowForm& a = lanes.form(in.a);
  return is_affine(a) && set<T>(lanes, in.d, ~a.base, 0 - a.step_x, 0 - a.step_y);
}

// A 32-bit row as integers, if no lane wraps around: the same base and steps in 64 bits.
struct Whole {
  bool exact = false;
  std::int64_t base = 0;
  std::int64_t step_x = 0;
  std::int64_t step_y = 0;
  std::int64_t low = 0;  // lowest value over all lanes
  std::int64_t high = 0;
};
template <class T>  // T is std::int32_t or std::uint32_t
Whole widened(const RowForm& a, const Lanes& lanes) {
  Whole whole;
  if (!is_affine(a)) return whole;
  whole.base = static_cast<T>(a.base);
  whole.step_x = static_cast<std::int32_t>(a.step_x);
  whole.step_y = static_cast<std::int32_t>(a.step_y);
  const FormSpan span = span_of(whole.step_x, whole.step_y, lanes);
  whole.low = whole.base + span.low;
  whole.high = whole.base + span.high;
  whole.exact = whole.low == static_cast<T>(whole.low) && whole.high == static_cast<T>(whole.high);
  return whole;
}

template <class T>
bool widen(const Lanes& lanes, const Instruction& in) {
  const Whole a = widened<T>(lanes.form(in.a), lanes);
  return a.exact && set<U64>(lanes, in.d, static_cast<U64>(a.base), static_cast<U64>(a.step_x),
                             static_cast<U64>(a.step_y));
}

struct WideProduct {
  bool exact = false;
  U64 base = 0, step_x = 0, step_y = 0;
};
template <class T>
WideProduct wide_product(const Lanes& lanes, const Instruction& in) {
  const Whole a = widened<T>(lanes.form(in.a), lanes);
  const Whole b = widened<T>(lanes.form(in.b), lanes);
  const bool a_is_uniform = a.low == a.high;
  if (!a.exact || !b.exact || (!a_is_uniform && b.low != b.high)) return {};
  const Whole& row = a_is_uniform ? b : a;
  const auto factor = static_cast<U64>(a_is_uniform ? a.base : b.base);
  return {true, static_cast<U64>(row.base) * factor, static_cast<U64>(row.step_x) * factor,
          static_cast<U64>(row.step_y) * factor};
}

template <class T>
bool multiply_wide(const Lanes& lanes, const Instruction& in) {
  const WideProduct p = wide_product<T>(lanes, in);
  return p.exact && set<U64>(lanes, in.d, p.base, p.step_x, p.step_y);
}

template <class T>
bool multiply_wide_add(const Lanes& lanes, const Instruction& in) {
  const RowForm& c = lanes.form(in.c);
  if (!is_affine(c)) return false;
  const WideProduct p = wide_product<T>(lanes, in);
  return p.exact &&
         set<U64>(lanes, in.d, p.base + c.base, p.step_x + c.step_x, p.step_y + c.step_y);
}

// An unsigned 32-bit row, split into upper bits that are equal in all lanes and lower bits that
// vary.
struct SplitBits {
  bool exact = false;
  U32 varying = 0;  // mask of the varying bits
  U32 fixed = 0;    // value of the upper bits
};
SplitBits split(const RowForm& a, const Lanes& lanes) {
  const Whole whole = widened<U32>(a, lanes);
  if (!whole.exact) return {};
  const auto low = static_cast<U32>(whole.low);
  const U32 different = low ^ static_cast<U32>(whole.high);
  const U32 varying = different == 0 ? 0 : ~U32{0} >> std::countl_zero(different);
  return {true, varying, low & ~varying};
}

// and, or with a uniform row: affine if the varying bits stay unchanged, or if `and` clears them.
bool and_bits(const Lanes& lanes, const Instruction& in) {
  const Factors f = factors_of(lanes.form(in.a), lanes.form(in.b));
  if (f.row == nullptr) return false;
  const SplitBits bits = split(*f.row, lanes);
  const auto mask = static_cast<U32>(f.factor);
  if (!bits.exact) return false;
  if ((mask & bits.varying) == bits.varying) {
    const U32 lost = bits.fixed & ~mask;
    return set<U32>(lanes, in.d, f.row->base - lost, f.row->step_x, f.row->step_y);
  }
  if ((mask & bits.varying) == 0) return set<U32>(lanes, in.d, bits.fixed & mask, 0, 0);
  return false;
}

bool or_bits(const Lanes& lanes, const Instruction& in) {
  const Factors f = factors_of(lanes.form(in.a), lanes.form(in.b));
  if (f.row == nullptr) return false;
  const SplitBits bits = split(*f.row, lanes);
  const auto mask = static_cast<U32>(f.factor);
  if (!bits.exact || (mask & bits.varying) != 0) return false;
  return set<U32>(lanes, in.d, f.row->base + (mask & ~bits.fixed), f.row->step_x, f.row->step_y);
}

// Uniform if the remaining bits are: threadIdx.x >> 5.
bool shift_right(const Lanes& lanes, const Instruction& in) {
  const RowForm& b = lanes.form(in.b);
  if (!is_uniform(b)) return false;
  const SplitBits bits = split(lanes.form(in.a), lanes);
  const auto amount = static_cast<U32>(b.base);
  if (!bits.exact || amount >= 32 || (bits.varying >> amount) != 0) return false;
  return set<U32>(lanes, in.d, bits.fixed >> amount, 0, 0);
}

template <class T>
bool select(const Lanes& lanes, const Instruction& in) {
  const U32 p = lanes.predicate(in.c) ^ (in.immediate != 0 ? all_lanes : 0);
  if (p != 0 && p != all_lanes) return false;
  const RowForm& chosen = lanes.form(p != 0 ? in.a : in.b);
  return is_affine(chosen) && set<T>(lanes, in.d, chosen.base, chosen.step_x, chosen.step_y);
}

// --- The rule for all other instructions ---

bool reads_uniform(const Lanes& lanes, const Instruction& in) {
  U32 known = RowForm::uniform;
  if ((in.operands & row_a) != 0) known &= lanes.form(in.a).known;
  if ((in.operands & row_b) != 0) known &= lanes.form(in.b).known;
  if ((in.operands & row_c) != 0) known &= lanes.form(in.c).known;
  if (known == 0) return false;
  if ((in.operands & predicate_c) == 0) return true;
  const U32 p = lanes.predicate(in.c);
  return p == 0 || p == all_lanes;
}

// Lane 0 computes the result for all lanes.
void compute_for_all(const Lanes& lanes, const Instruction& in) {
  Lanes one = lanes;
  one.mask = 1;
  one.for_all = true;
  in.handler(one, in);
  const auto spread = [&](Row row) {
    U32& p = lanes.predicate(row);
    p = (p & 1) != 0 ? all_lanes : 0;
  };
  if ((in.operands & row_d) != 0) {
    const Row d = in.d;
    switch (lanes.form(d).bytes) {
      case 2:
        lanes.set_affine<std::uint16_t>(d, *reinterpret_cast<const std::uint16_t*>(lanes.at(d)), 0,
                                        0);
        break;
      case 4:
        lanes.set_affine<U32>(d, *reinterpret_cast<const U32*>(lanes.at(d)), 0, 0);
        break;
      default:
        lanes.set_affine<U64>(d, *reinterpret_cast<const U64*>(lanes.at(d)), 0, 0);
        break;
    }
  }
  if ((in.operands & predicate_d) != 0) spread(in.d);
  if ((in.operands & second_predicate) != 0) spread(in.second);
}

bool uniform(const Lanes& lanes, const Instruction& in) {
  if (!reads_uniform(lanes, in)) return false;
  compute_for_all(lanes, in);
  return true;
}

// i < n: a comparison of ranges that do not overlap has the same result in every lane.
template <class T>
bool compare(const Lanes& lanes, const Instruction& in) {
  if (reads_uniform(lanes, in)) {
    compute_for_all(lanes, in);
    return true;
  }
  if ((in.operands & predicate_c) != 0) return false;
  const Whole a = widened<T>(lanes.form(in.a), lanes);
  const Whole b = widened<T>(lanes.form(in.b), lanes);
  if (!a.exact || !b.exact || (a.low <= b.high && b.low <= a.high)) return false;
  compute_for_all(lanes, in);
  return true;
}

FormHandler by_width(std::uint32_t bytes, FormHandler b32, FormHandler b64) {
  return bytes == 4 ? b32 : bytes == 8 ? b64 : &uniform;
}

bool changes_arithmetic(const ptx::Instruction& in) {
  return in.has("sat") || in.has("cc") || in.has("hi") || in.has("relu");
}

FormHandler conversion(const ptx::Instruction& in) {
  if (in.types.size() != 2 || in.has("sat")) return &uniform;
  const Type to = in.types[0];
  const Type from = in.types[1];
  if (!ptx::is_integer(to) || !ptx::is_integer(from)) return &uniform;
  const U32 to_bytes = ptx::bytes_of(to);
  const U32 from_bytes = ptx::bytes_of(from);
  if (to_bytes == 4 && from_bytes == 8) return &move<U32>;
  if (to_bytes == 4 && from_bytes == 4) return &move<U32>;
  if (to_bytes == 8 && from_bytes == 8) return &move<U64>;
  if (to_bytes != 8 || from_bytes != 4) return &uniform;
  return from == Type::s32 ? &widen<std::int32_t> : &widen<U32>;
}

FormHandler product(const ptx::Instruction& in, bool and_sum) {
  const Type type = in.types[0];
  const U32 bytes = ptx::bytes_of(type);
  if (changes_arithmetic(in) || !ptx::is_integer(type)) return &uniform;
  if (in.has("wide")) {
    if (bytes != 4) return &uniform;
    if (type == Type::s32)
      return and_sum ? &multiply_wide_add<std::int32_t> : &multiply_wide<std::int32_t>;
    return and_sum ? &multiply_wide_add<U32> : &multiply_wide<U32>;
  }
  return and_sum ? by_width(bytes, &multiply_add<U32>, &multiply_add<U64>)
                 : by_width(bytes, &multiply<U32>, &multiply<U64>);
}

// So cheap with vectors that checking the forms first would cost as much.
bool is_cheap(Opcode opcode, Type type) {
  if (type != Type::f32 && type != Type::f64) return false;
  switch (opcode) {
    case Opcode::add:
    case Opcode::sub:
    case Opcode::mul:
    case Opcode::fma:
    case Opcode::mad:
      return true;
    default:
      return false;
  }
}

// --- Rows that are known only by their forms ---

template <class T>
LANESCOPE_VECTORISED void fill(T* to, T value) {
  for (int lane = 0; lane < warp_lanes; ++lane) to[lane] = value;
}

template <class T>
LANESCOPE_VECTORISED void fill_line(T* to, T base, T step) {
  for (int lane = 0; lane < warp_lanes; ++lane)
    to[lane] = static_cast<T>(base + step * static_cast<T>(lane));
}

template <class T>
void write_lanes(std::byte* row, const RowForm& form, std::uint32_t width) {
  T* to = reinterpret_cast<T*>(row);
  const auto base = static_cast<T>(form.base);
  if ((form.known & RowForm::uniform) != 0) return fill(to, base);
  const auto step_x = static_cast<T>(form.step_x);
  const auto step_y = static_cast<T>(form.step_y);
  if (width == warp_lanes) return fill_line(to, base, step_x);
  write_affine(to, base, step_x, step_y, width);
}

}  // namespace

void Lanes::write_out(Row row) const {
  RowForm& known = form(row);
  switch (known.bytes) {
    case 2:
      write_lanes<std::uint16_t>(at(row), known, width);
      break;
    case 4:
      write_lanes<std::uint32_t>(at(row), known, width);
      break;
    default:
      write_lanes<std::uint64_t>(at(row), known, width);
      break;
  }
  known.known |= RowForm::lanes;
}

FormHandler form_handler_of(const ptx::Instruction& in, const Instruction& decoded, bool plain) {
  if (decoded.flow != Flow::compute) return nullptr;
  constexpr unsigned any_row = row_a | row_b | row_c;
  if ((decoded.operands & any_row) == 0) return nullptr;  // only predicates: all 32 bits at once
  if (!plain || in.types.empty()) return &uniform;
  const Type type = in.types[0];
  if (is_cheap(in.opcode, type)) return nullptr;
  const U32 bytes = ptx::bytes_of(type);
  const bool exact = ptx::is_integer(type) && !changes_arithmetic(in);
  switch (in.opcode) {
    case Opcode::add:
      return exact ? by_width(bytes, &add<U32>, &add<U64>) : &uniform;
    case Opcode::cvta:
      return (decoded.operands & row_b) != 0 ? &add<U64> : &move<U64>;
    case Opcode::sub:
      return exact ? by_width(bytes, &subtract<U32>, &subtract<U64>) : &uniform;
    case Opcode::mul:
      return product(in, false);
    case Opcode::mad:
      return product(in, true);
    case Opcode::shl:
      return by_width(bytes, &shift_left<U32>, &shift_left<U64>);
    case Opcode::shr:
      return type == Type::s32 || bytes != 4 ? &uniform : &shift_right;
    case Opcode::mov:
      return by_width(bytes, &move<U32>, &move<U64>);
    case Opcode::neg:
      return exact ? by_width(bytes, &negate<U32>, &negate<U64>) : &uniform;
    case Opcode::not_:
      return by_width(bytes, &invert<U32>, &invert<U64>);
    case Opcode::and_:
      return bytes == 4 ? &and_bits : &uniform;
    case Opcode::or_:
      return bytes == 4 ? &or_bits : &uniform;
    case Opcode::cvt:
      return conversion(in);
    case Opcode::selp:
      return by_width(bytes, &select<U32>, &select<U64>);
    case Opcode::setp:
      if (type == Type::s32) return &compare<std::int32_t>;
      return type == Type::u32 || type == Type::b32 ? &compare<U32> : &uniform;
    default:
      return &uniform;
  }
}

namespace {

template <class T>
LANESCOPE_VECTORISED bool is_affine(const T* row, T step_x, T step_y, std::uint32_t width) {
  T differ = 0;  // no early exit: a loop without branches is vectorised
  T start = row[0];
  for (const T* end = row + warp_lanes; row != end;
       row += width, start = static_cast<T>(start + step_y)) {
    for (std::uint32_t x = 0; x < width; ++x)
      differ =
          static_cast<T>(differ | (row[x] ^ static_cast<T>(start + step_x * static_cast<T>(x))));
  }
  return differ == 0;
}

template <class T>
bool find_form_of(const Lanes& lanes, Row where) {
  const T* row = lanes_of<T>(lanes, where);
  const std::uint32_t width = lanes.width;
  const T step_x = width > 1 ? static_cast<T>(row[1] - row[0]) : T{0};
  const T step_y = width < warp_lanes ? static_cast<T>(row[width] - row[0]) : T{0};
  if (width > 2 && static_cast<T>(row[2] - row[1]) != step_x) return false;
  if (!is_affine<T>(row, step_x, step_y, width)) return false;
  lanes.set_affine<T>(where, row[0], step_x, step_y);
  lanes.form(where).known |= RowForm::lanes;
  return true;
}

}  // namespace

bool find_form(const Lanes& lanes, Row row) {
  return lanes.form(row).bytes == 8 ? find_form_of<std::uint64_t>(lanes, row)
                                    : find_form_of<std::uint32_t>(lanes, row);
}

}  // namespace lanescope::exec
