#include "tests/property/generator.h"

#include <algorithm>
#include <bit>
#include <random>

namespace lanescope::property {
namespace {

using U64 = std::uint64_t;
using S64 = std::int64_t;

constexpr Type u16{false, 16}, s16{true, 16}, u32{false, 32}, s32{true, 32}, u64{false, 64},
    s64{true, 64};

// Registers per bank that any statement may read and write. Registers with higher numbers are each
// made for one purpose.
constexpr int free_registers[4] = {8, 12, 8, 6};

constexpr std::uint32_t shapes[][3] = {
    {32, 1, 1},  {32, 4, 1}, {16, 16, 1}, {8, 4, 5},  {7, 3, 1},  {100, 1, 1}, {64, 1, 1},
    {128, 1, 1}, {1, 37, 1}, {5, 1, 9},   {2, 2, 11}, {32, 2, 2}, {33, 3, 1},  {256, 1, 1},
    {4, 8, 2},   {64, 4, 1}, {48, 1, 1},  {17, 1, 1}, {1, 1, 1},  {16, 8, 1}};

constexpr int own_bytes = 32;   // bytes in `out` and in shared memory that belong to one thread
constexpr int in_words = 8192;  // number of 32-bit words in `in`
constexpr int exchange_bytes = 16'384;  // bytes of shared memory
constexpr int dump_rows = 8 + 12 + 8 + 1;

Operand reg(Register r) { return {Operand::Kind::reg, r, 0, Special::tid_x}; }
// A negative int becomes the 64-bit number of the same value.
template <class T>
Operand immediate(T value) {
  return {Operand::Kind::immediate, {}, static_cast<U64>(value), Special::tid_x};
}
Operand special(Special s) { return {Operand::Kind::special, {}, 0, s}; }

class Generator {
 public:
  explicit Generator(U64 seed) : random_(seed * 0x9E37'79B9'7F4A'7C15ULL + 12345) {
    program_.seed = seed;
  }

  Program make() {
    const auto& shape = shapes[below(std::size(shapes))];
    std::copy(std::begin(shape), std::end(shape), program_.block);
    threads_ = static_cast<int>(shape[0] * shape[1] * shape[2]);
    program_.grid = 1 + below(3);
    program_.in_bytes = in_words * 4;
    program_.local_bytes = own_bytes;
    exchange_at_ = threads_ * own_bytes;
    program_.shared_bytes = static_cast<std::uint32_t>(exchange_at_ + exchange_bytes);
    // Layout of each block's output: its threads' own bytes, one word that all threads write alike,
    // then the registers.
    common_at_ = threads_ * own_bytes;
    dump_at_ = common_at_ + 64;
    block_bytes_ = dump_at_ + threads_ * dump_rows * 8;
    block_bytes_ = (block_bytes_ + 63) / 64 * 64;
    program_.out_bytes = U64{program_.grid} * static_cast<U64>(block_bytes_);
    program_.scalar_u32 = static_cast<std::uint32_t>(interesting());
    program_.scalar_u64 = interesting();
    for (int bank = 0; bank < 4; ++bank) program_.registers[bank] = free_registers[bank];
    for (int bank = 0; bank < 4; ++bank) next_[bank] = free_registers[bank];

    prologue();
    may_wait_ = true;
    statements(3 + static_cast<int>(below(10)), 0);
    may_wait_ = false;
    may_exit_ = below(2) == 0;
    statements(2 + static_cast<int>(below(8)), 0);
    epilogue();
    for (int bank = 0; bank < 4; ++bank) program_.registers[bank] = next_[bank];
    program_.units = units_;
    return std::move(program_);
  }

 private:
  std::uint32_t below(std::size_t n) { return static_cast<std::uint32_t>(random_() % n); }
  bool one_in(std::uint32_t n) { return below(n) == 0; }

  // Constants at the edges of arithmetic; mostly small ones.
  U64 interesting() {
    constexpr U64 turning[] = {0x7fff'ffff,
                               0x8000'0000,
                               0xffff'ffff,
                               0x1'0000'0000,
                               0x7fff,
                               0x8000,
                               0xffff,
                               0x1'0000,
                               0x7fff'ffff'ffff'ffff,
                               0x8000'0000'0000'0000,
                               0xffff'ffff'8000'0000,
                               0xffff'fff0,
                               0x7fff'fff0,
                               0x4000'0000,
                               0x2000'0001};
    switch (below(8)) {
      case 0:
        return random_();
      case 1:
        return turning[below(std::size(turning))];
      case 2:
        return turning[below(std::size(turning))] - below(40) * (U64{1} << below(8));
      case 3:
        return U64{0} - below(40);
      case 4:
        return U64{1} << below(64);
      default:
        return below(40);
    }
  }

  // A constant as PTX writes it for a type of `bits` bits.
  Operand constant(int bits) {
    U64 value = interesting();
    if (bits < 64) {
      value &= (U64{1} << bits) - 1;
      // Half of the time, write the negative number with the same bits.
      if ((value >> (bits - 1) & 1) != 0 && one_in(2)) value |= ~U64{0} << bits;
    }
    return immediate(value);
  }

  // --- registers ---
  Register any(Bank bank) {
    return {bank, static_cast<int>(
                      below(static_cast<std::size_t>(free_registers[static_cast<int>(bank)])))};
  }
  Register fresh(Bank bank) { return {bank, next_[static_cast<int>(bank)]++}; }
  static Bank bank_of(int bits) { return bits <= 16 ? Bank::h : bits == 32 ? Bank::r : Bank::d; }
  Operand source(int bits) {
    if (one_in(4)) return constant(bits);
    return reg(any(bank_of(bits)));
  }

  // --- steps ---
  Step& push(Step step) {
    step.unit = unit_;
    step.frames = frames_;
    program_.steps.push_back(std::move(step));
    return program_.steps.back();
  }
  Step& compute(Op op, Type type, Register d, Operand a, Operand b = {}, Operand c = {},
                Operand e = {}) {
    Step step;
    step.op = op;
    step.type = type;
    step.d = d;
    step.a = a;
    step.b = b;
    step.c = c;
    step.e = e;
    return push(std::move(step));
  }
  Step& convert(Type to, Type from, Register d, Operand a) {
    Step& step = compute(Op::cvt, to, d, a);
    step.from = from;
    return step;
  }
  void label(int number) {
    Step step;
    step.kind = StepKind::label;
    step.number = number;
    push(std::move(step)).unit = -1;
  }
  Step& branch(int to) {
    Step step;
    step.kind = StepKind::branch;
    step.number = to;
    Step& pushed = push(std::move(step));
    pushed.unit = -1;
    return pushed;
  }
  void barrier() {
    Step step;
    step.kind = StepKind::barrier;
    push(std::move(step));
  }
  void guard(Step& step, Register predicate, bool negated) {
    step.guard = predicate;
    step.guard_negated = negated;
  }
  void maybe_guard(Step& step) {
    if (one_in(5)) guard(step, any(Bank::p), one_in(2));
  }
  Step& access(StepKind kind, Space space, Type type, Register address,
               std::vector<Register> values, S64 displacement) {
    Step step;
    step.kind = kind;
    step.space = space;
    step.type = type;
    step.a = reg(address);
    step.values = std::move(values);
    step.displacement = displacement;
    return push(std::move(step));
  }
  Step& compare(Type type, Comparison comparison, Register d, Operand a, Operand b) {
    Step step;
    step.kind = StepKind::compare;
    step.type = type;
    step.comparison = comparison;
    step.d = d;
    step.a = a;
    step.b = b;
    return push(std::move(step));
  }
  // Makes the steps of `body` one unit, unless they are inside a unit that must stay whole.
  template <class Body>
  void unit(Body body) {
    const int before = unit_;
    if (unit_ < 0) unit_ = units_++;
    body();
    unit_ = before;
  }

  // --- the frame ---
  void prologue() {
    linear_ = fresh(Bank::r);
    const Register x = fresh(Bank::r);
    const Register y = fresh(Bank::r);
    const Register z = fresh(Bank::r);
    compute(Op::mov, u32, x, special(Special::tid_x));
    compute(Op::mov, u32, y, special(Special::tid_y));
    compute(Op::mov, u32, z, special(Special::tid_z));
    compute(Op::mov, u32, linear_, special(Special::ntid_y));
    compute(Op::mad_lo, u32, linear_, reg(z), reg(linear_), reg(y));
    const Register width = fresh(Bank::r);
    compute(Op::mov, u32, width, special(Special::ntid_x));
    compute(Op::mad_lo, s32, linear_, reg(linear_), reg(width), reg(x));
    x_ = x;
    y_ = y;

    out_ = fresh(Bank::d);
    in_ = fresh(Bank::d);
    shared_ = fresh(Bank::d);
    address_of(out_, Space::global, 0);
    address_of(in_, Space::global, 1);
    address_of(shared_, Space::shared, 0);
    const Register block = fresh(Bank::r);
    compute(Op::mov, u32, block, special(Special::ctaid_x));
    compute(Op::mad_wide, u32, out_, reg(block), immediate(block_bytes_), reg(out_));

    // The initial values: uniform ones, ones affine in the thread, and arbitrary ones.
    constexpr Special specials[] = {Special::tid_x,  Special::tid_y,    Special::tid_z,
                                    Special::ntid_x, Special::ntid_y,   Special::ctaid_x,
                                    Special::laneid, Special::nctaid_x, Special::lanemask_lt};
    for (int i = 0; i < free_registers[1]; ++i) {
      const Register r{Bank::r, i};
      unit_ = units_++;
      switch (below(6)) {
        case 0:
          compute(Op::mov, u32, r, constant(32));
          break;
        case 1:
          parameter(r, 0);
          break;
        case 2:
          load_any(r, u32, reg(linear_));
          break;
        case 3:
          compute(Op::mad_lo, u32, r, reg(linear_), constant(32), constant(32));
          break;
        default:
          compute(Op::mov, u32, r, special(specials[below(std::size(specials))]));
          break;
      }
    }
    for (int i = 0; i < free_registers[2]; ++i) {
      const Register d{Bank::d, i};
      unit_ = units_++;
      switch (below(4)) {
        case 0:
          compute(Op::mov, u64, d, constant(64));
          break;
        case 1:
          parameter(d, 1);
          break;
        case 2:
          compute(Op::mul_wide, one_in(2) ? u32 : s32, d, reg(any(Bank::r)), constant(32));
          break;
        default:
          convert(one_in(2) ? u64 : s64, one_in(2) ? u32 : s32, d, reg(any(Bank::r)));
          break;
      }
    }
    for (int i = 0; i < free_registers[0]; ++i) {
      const Register h{Bank::h, i};
      unit_ = units_++;
      if (one_in(3)) {
        compute(Op::mov, u16, h, constant(16));
      } else {
        convert(one_in(2) ? u16 : s16, one_in(2) ? u32 : s32, h, reg(any(Bank::r)));
      }
    }
    for (int i = 0; i < free_registers[3]; ++i) {
      unit_ = units_++;
      compare(one_in(2) ? u32 : s32, any_comparison(), {Bank::p, i}, reg(any(Bank::r)), source(32));
    }
    unit_ = -1;
    // Threads sometimes read their own bytes before they write them.
    for (const Space space : {Space::global, Space::shared, Space::local}) {
      own_address_[static_cast<int>(space)] = own_address(space);
      generic_address_[static_cast<int>(space)] = fresh(Bank::d);
      Step generic;
      generic.kind = StepKind::generic;
      generic.space = space;
      generic.d = generic_address_[static_cast<int>(space)];
      generic.a = reg(own_address_[static_cast<int>(space)]);
      push(std::move(generic));
      for (int word = 0; word < own_bytes / 4; ++word) {
        access(StepKind::store, space, u32, own_address_[static_cast<int>(space)],
               {Register{Bank::r, word}}, word * 4);
      }
    }
  }

  void address_of(Register d, Space space, int array) {
    Step step;
    step.kind = StepKind::address;
    step.space = space;
    step.number = array;
    step.d = d;
    push(std::move(step));
  }
  void parameter(Register d, int number) {
    Step step;
    step.kind = StepKind::parameter;
    step.number = number;
    step.d = d;
    push(std::move(step));
  }

  // Stores all free registers of each thread that gets here, one row of 64-bit words per register.
  void epilogue() {
    unit_ = -1;
    const Register at = fresh(Bank::d);
    compute(Op::mad_wide, u32, at, reg(linear_), immediate(8), reg(out_));
    int row = 0;
    const auto dump = [&](Register d) {
      access(StepKind::store, Space::global, u64, at, {d}, dump_at_ + S64{row++} * threads_ * 8);
    };
    const Register wide = fresh(Bank::d);
    for (int i = 0; i < free_registers[0]; ++i) {
      convert(u64, u16, wide, reg({Bank::h, i}));
      dump(wide);
    }
    for (int i = 0; i < free_registers[1]; ++i) {
      convert(s64, s32, wide, reg({Bank::r, i}));
      dump(wide);
    }
    for (int i = 0; i < free_registers[2]; ++i) dump({Bank::d, i});
    const Register bits = fresh(Bank::r);
    const Register bit = fresh(Bank::r);
    compute(Op::mov, u32, bits, immediate(0));
    for (int i = 0; i < free_registers[3]; ++i) {
      compute(Op::selp, u32, bit, immediate(1 << i), immediate(0), reg({Bank::p, i}));
      compute(Op::or_, u32, bits, reg(bits), reg(bit));
    }
    convert(u64, u32, wide, reg(bits));
    dump(wide);
  }

  // --- statements ---
  void statements(int count, int depth) {
    for (int i = 0; i < count; ++i) statement(depth);
  }

  void statement(int depth) {
    const std::uint32_t kind = below(100);
    if (kind < 46) {
      unit([&] { arithmetic(); });
    } else if (kind < 54) {
      unit([&] { comparison(); });
    } else if (kind < 58) {
      unit([&] { predicate_logic(); });
    } else if (kind < 66) {
      unit([&] { own_access(); });
    } else if (kind < 74) {
      unit([&] { read_input(); });
    } else if (kind < 76) {
      unit([&] { common_store(); });
    } else if (kind < 80 && may_wait_ && waits_ < 4) {
      unit([&] { exchange(); });
    } else if (kind < 82 && may_wait_ && warp_exchanges_ < 6) {
      unit([&] { warp_exchange(); });
    } else if (depth < 3 && kind < 88) {
      choice(depth);
    } else if (depth < 3 && kind < 95 && program_.steps.size() < 400) {
      loop(depth);
    } else if (kind < 97 && !block_ends_.empty()) {
      leave();
    } else if (kind < 98 && may_exit_) {
      unit([&] {
        Step step;
        step.kind = StepKind::exit;
        step.number = static_cast<int>(below(2));
        guard(push(std::move(step)), any(Bank::p), one_in(2));
      });
    } else {
      unit([&] { reseed(); });
    }
  }

  // Makes a register uniform or affine in the thread again: random arithmetic soon turns everything
  // into a hash.
  void reseed() {
    const Register r = any(Bank::r);
    switch (below(5)) {
      case 0:
        maybe_guard(compute(Op::mov, u32, r, constant(32)));
        break;
      case 1:
        maybe_guard(compute(Op::mov, u32, r, special(one_in(2) ? Special::tid_x : Special::tid_y)));
        break;
      case 2:
        maybe_guard(
            compute(Op::mad_lo, s32, r, reg(one_in(2) ? x_ : y_), constant(32), reg(linear_)));
        break;
      case 3:
        maybe_guard(
            compute(Op::mul_wide, one_in(2) ? s32 : u32, any(Bank::d), reg(linear_), constant(32)));
        break;
      default:
        maybe_guard(convert(u16, u32, any(Bank::h), reg(one_in(2) ? x_ : linear_)));
        break;
    }
  }

  void arithmetic() {
    constexpr int widths[] = {16, 32, 32, 32, 64, 64};
    const int bits = widths[below(std::size(widths))];
    const Type type{one_in(2), bits};
    const Bank bank = bank_of(bits);
    const Register d = any(bank);
    const auto v = [&] { return source(bits); };
    const Operand a = reg(any(bank));  // at least one operand is a register
    switch (below(50)) {
      // Mostly operations that keep values affine.
      case 0:
      case 1:
      case 2:
      case 3:
      case 4:
      case 5:
        return maybe_guard(compute(Op::add, type, d, a, v()));
      case 6:
      case 7:
      case 8:
        return maybe_guard(one_in(4) ? compute(Op::sub, type, d, constant(bits), a)
                                     : compute(Op::sub, type, d, a, v()));
      case 9:
      case 10:
        return maybe_guard(compute(Op::mul_lo, type, d, a, v()));
      case 11:
      case 12:
        return maybe_guard(compute(Op::shl, {false, bits}, d, a, shift_amount(bits)));
      case 13:
      case 14:
        return maybe_guard(compute(Op::mad_lo, type, d, a, v(), v()));
      case 15:
      case 16:
        if (bits == 64) break;
        return maybe_guard(compute(Op::mul_wide, type, any(bank_of(2 * bits)), a, v()));
      case 17:
        if (bits == 64) break;
        return maybe_guard(
            compute(Op::mad_wide, type, any(bank_of(2 * bits)), a, v(), source(2 * bits)));
      case 18:
      case 19:
      case 20:
      case 21:
        return conversion();
      case 22:
        return maybe_guard(compute(Op::neg, {true, bits}, d, a));
      case 23:
        return maybe_guard(compute(Op::not_, type, d, a));
      // All other operations.
      case 24:
        return maybe_guard(compute(Op::mul_hi, type, d, a, v()));
      case 25:
        return maybe_guard(compute(Op::mad_hi, type, d, a, v(), v()));
      case 26:
        return maybe_guard(compute(one_in(2) ? Op::min : Op::max, type, d, a, v()));
      case 27: {
        constexpr Op ops[] = {Op::and_, Op::or_, Op::xor_};
        return maybe_guard(compute(ops[below(3)], type, d, a, v()));
      }
      case 28:
      case 29:
        return maybe_guard(compute(Op::shr, type, d, a, shift_amount(bits)));
      case 30: {
        // The divisor is never 0, nor -1, for which the lowest value has no quotient.
        const Register divisor = fresh(bank);
        compute(Op::and_, type, divisor, v(), immediate((1 << below(14)) | 1));
        compute(Op::or_, type, divisor, reg(divisor), immediate(1));
        return maybe_guard(compute(one_in(2) ? Op::div : Op::rem, type, d, a, reg(divisor)));
      }
      case 31:
        return maybe_guard(compute(Op::abs, {true, bits}, d, a));
      case 32:
      case 33: {
        const Register to = any(Bank::r);
        if (bits == 16) break;
        constexpr Op ops[] = {Op::popc, Op::clz, Op::bfind};
        const Op op = ops[below(3)];
        return maybe_guard(compute(op, type, to, a));
      }
      case 34:
        if (bits == 16) break;
        return maybe_guard(compute(Op::brev, type, d, a));
      case 35: {
        if (bits == 16) break;
        const Operand position = field_amount();
        const Operand length = field_amount();
        if (bits != 32) return maybe_guard(compute(Op::bfe, type, d, a, position, length));
        // The operand must differ from lane to lane. If it does not, ptxas 13.0 assumes that the
        // result is the same in all lanes, although the position differs (it emits R2UR).
        const Register from = fresh(Bank::r);
        compute(Op::xor_, u32, from, a, reg(linear_));
        return maybe_guard(compute(Op::bfe, type, d, reg(from), position, length));
      }
      case 36: {
        if (bits == 16) break;
        const Operand position = field_amount();
        const Operand length = field_amount();
        return maybe_guard(compute(Op::bfi, type, d, a, v(), position, length));
      }
      case 37:
        return maybe_guard(compute(Op::sad, type, d, a, v(), v()));
      case 38:
        return maybe_guard(compute(Op::selp, type, d, a, v(), reg(any(Bank::p))));
      case 39:
        return maybe_guard(compute(Op::cnot, type, d, a));
      case 40:
      case 41:
        if (bits == 16) break;
        return parts(bits);
      case 42:
        if (bits == 16) break;
        return carries({one_in(2), bits});
      default:
        break;
    }
    // 32-bit only.
    const Register r = any(Bank::r);
    const Operand first = reg(any(Bank::r));
    const auto w = [&] { return source(32); };
    // Register operands only: PTX writes float immediates differently.
    const auto f = [&] { return reg(any(Bank::r)); };
    switch (below(12)) {
      case 7:
      case 8: {
        constexpr Op ops[] = {Op::float_add, Op::float_sub, Op::float_mul, Op::float_min,
                              Op::float_max};
        const Op op = ops[below(5)];
        Operand second = f();
        if (op == Op::float_min || op == Op::float_max) {
          // Must differ from `first`: ptxas 13.0 turns min and max of a value with itself into a
          // copy, although PTX makes a NaN result canonical.
          const Register other = fresh(Bank::r);
          compute(Op::add, u32, other, second, immediate(1));
          second = reg(other);
        }
        return maybe_guard(compute(op, u32, r, first, second));
      }
      case 9:
        return maybe_guard(compute(Op::float_fma, u32, r, first, f(), f()));
      case 10:
        return maybe_guard(compute(Op::float_from_integer, one_in(2) ? u32 : s32, r, first));
      case 11:
        return maybe_guard(compute(Op::integer_from_float, one_in(2) ? u32 : s32, r, first));
      case 0:
        return maybe_guard(compute(Op::prmt, u32, r, first, w(), w()));
      case 1:
      case 2:
        return maybe_guard(compute(Op::lop3, u32, r, first, w(), w(), immediate(below(256))));
      case 3:
      case 4: {
        constexpr Op ops[] = {Op::shf_l_clamp, Op::shf_l_wrap, Op::shf_r_clamp, Op::shf_r_wrap};
        return maybe_guard(compute(ops[below(4)], u32, r, first, w(), amount()));
      }
      case 5:
        return maybe_guard(compute(Op::mul24_lo, one_in(2) ? u32 : s32, r, first, w()));
      default:
        return maybe_guard(compute(Op::mov, u32, r, first));
    }
  }

  // Packs and unpacks registers of two halves.
  void parts(int bits) {
    const Bank whole = bank_of(bits);
    const Bank half = bank_of(bits / 2);
    if (one_in(2)) {
      maybe_guard(compute(Op::pack, {false, bits}, any(whole), reg(any(half)), reg(any(half))));
      return;
    }
    const Register first = any(half);
    Step& step = compute(Op::unpack, {false, bits}, first, reg(any(whole)));
    step.d2 = {half, (first.index + 1) % free_registers[static_cast<int>(half)]};
    maybe_guard(step);
  }

  // A sum of two or three words, or a product of two, with carries.
  void carries(Type type) {
    const auto d = [&] { return any(bank_of(type.bits)); };
    const auto v = [&] { return reg(d()); };
    switch (below(4)) {
      case 0:
        compute(Op::sub_cc, type, d(), v(), v());
        compute(Op::subc, type, d(), v(), v());
        break;
      case 1:
        compute(Op::mad_lo_cc, type, d(), v(), v(), v());
        compute(Op::madc_hi, type, d(), v(), v(), v());
        break;
      case 2:
        compute(Op::add_cc, type, d(), v(), v());
        compute(Op::addc_cc, type, d(), v(), v());
        compute(Op::addc, type, d(), v(), v());
        break;
      default:
        compute(Op::add_cc, type, d(), v(), v());
        compute(Op::addc, type, d(), v(), v());
        break;
    }
  }

  Operand amount() {
    if (one_in(3)) return reg(any(Bank::r));
    return immediate(one_in(8) ? below(256) : below(one_in(4) ? 70 : 12));
  }

  // A constant shift amount stays within the width: ptxas 13.0 does not compile shl.b64 by a
  // constant of 96 or more to 0, as PTX requires (with a register it does).
  Operand shift_amount(int bits) {
    Operand by = amount();
    if (bits == 64 && by.kind == Operand::Kind::immediate) by.value &= 63;
    return by;
  }

  // Positions and lengths of bit fields are at most 255: PTX uses the low 8 bits, but the
  // hardware's 64-bit forms use all of them.
  Operand field_amount() {
    const Operand any_amount = amount();
    if (any_amount.kind != Operand::Kind::reg) return any_amount;
    const Register low = fresh(Bank::r);
    compute(Op::and_, u32, low, any_amount, immediate(255));
    return reg(low);
  }

  void conversion() {
    constexpr int widths[] = {8, 16, 32, 64};
    const Type from{one_in(2), widths[below(4)]};
    const Type to{one_in(2), widths[below(4)]};
    // Registers that are as wide as the type, or wider.
    constexpr Bank banks[] = {Bank::h, Bank::r, Bank::d};
    const auto wide_enough = [&](int bits) {
      Bank bank = bank_of(bits);
      if (one_in(4)) bank = banks[below(3)];
      return bits_of(bank) < bits ? bank_of(bits) : bank;
    };
    const Register d = any(wide_enough(to.bits));
    const Operand a = reg(any(wide_enough(from.bits)));
    Step& step = convert(to, from, d, a);
    // PTX has .sat only where a value can be out of range.
    const int room = to.bits - (to.is_signed ? 1 : 0);
    const bool fits =
        from.bits - (from.is_signed ? 1 : 0) <= room && (to.is_signed || !from.is_signed);
    if (!fits && one_in(3)) step.op = Op::cvt_sat;
    maybe_guard(step);
  }

  Comparison any_comparison() { return static_cast<Comparison>(below(6)); }

  void comparison() {
    constexpr int widths[] = {16, 32, 32, 64};
    const int bits = widths[below(4)];
    Step& step = compare({one_in(2), bits}, any_comparison(), any(Bank::p), reg(any(bank_of(bits))),
                         source(bits));
    if (one_in(3)) {
      step.d2 = any(Bank::p);
      if (step.d2 == step.d) step.d2 = {};
    }
    if (one_in(3)) {
      step.join = static_cast<Join>(1 + below(3));
      step.c = reg(any(Bank::p));
      step.negate_c = one_in(2);
    }
    maybe_guard(step);
  }

  void predicate_logic() {
    constexpr Op ops[] = {Op::and_, Op::or_, Op::xor_, Op::not_, Op::mov};
    Step step;
    step.kind = StepKind::predicate;
    step.op = ops[below(5)];
    step.d = any(Bank::p);
    step.a = reg(any(Bank::p));
    if (step.op != Op::not_ && step.op != Op::mov) step.b = reg(any(Bank::p));
    maybe_guard(push(std::move(step)));
  }

  // --- memory ---
  // base + linear thread * scale, in one of the forms that compilers emit.
  Register scaled(Register base, Register index, int scale) {
    const Register address = fresh(Bank::d);
    const bool is_power = scale > 0 && (scale & (scale - 1)) == 0;
    const int shift = is_power ? std::countr_zero(static_cast<unsigned>(scale)) : 0;
    switch (below(is_power ? 6 : 4)) {
      case 0:
        compute(Op::mad_wide, s32, address, reg(index), immediate(scale), reg(base));
        return address;
      case 1:
        compute(Op::mul_wide, s32, address, reg(index), immediate(scale));
        break;
      case 2: {
        const Register narrow = fresh(Bank::r);
        compute(Op::mul_lo, s32, narrow, reg(index), immediate(scale));
        convert(s64, s32, address, reg(narrow));
        break;
      }
      case 3:
        convert(s64, s32, address, reg(index));
        compute(Op::mul_lo, s64, address, reg(address), immediate(scale));
        break;
      case 4: {
        const Register narrow = fresh(Bank::r);
        compute(Op::shl, u32, narrow, reg(index), immediate(shift));
        convert(s64, s32, address, reg(narrow));
        break;
      }
      default:
        convert(s64, s32, address, reg(index));
        compute(Op::shl, u64, address, reg(address), immediate(shift));
        break;
    }
    if (one_in(2)) {
      compute(Op::add, s64, address, reg(base), reg(address));
    } else {
      compute(Op::add, u64, address, reg(address), reg(base));
    }
    return address;
  }

  Register own_address(Space space) {
    if (space == Space::local) {
      const Register address = fresh(Bank::d);
      address_of(address, space, 0);
      return address;
    }
    return scaled(space == Space::global ? out_ : shared_, linear_, own_bytes);
  }

  // Accesses the thread's own bytes, with any width and vector size, at a constant or computed
  // place.
  void own_access() {
    constexpr Space spaces[] = {Space::global, Space::shared, Space::local};
    Space space = spaces[below(3)];
    constexpr int widths[] = {8, 16, 32, 32, 64};
    const int bits = widths[below(5)];
    std::size_t elements = std::size_t{1} << below(3);
    if (bits * static_cast<int>(elements) > 128) elements = 128 / static_cast<std::size_t>(bits);
    const int bytes = bits / 8 * static_cast<int>(elements);
    Register address = own_address_[static_cast<int>(space)];
    if (one_in(3)) address = own_address(space);
    if (one_in(4)) {
      address = generic_address_[static_cast<int>(space)];
      space = Space::generic;
    }
    S64 displacement = bytes * static_cast<int>(below(static_cast<std::size_t>(own_bytes / bytes)));
    if (one_in(3)) {  // computed place
      const Register slot = fresh(Bank::r);
      compute(Op::and_, u32, slot, reg(any(Bank::r)), immediate(own_bytes / bytes - 1));
      address = scaled(address, slot, bytes);
      displacement = 0;
    } else if (one_in(3)) {
      const Register moved = fresh(Bank::d);
      compute(Op::add, s64, moved, reg(address), immediate(static_cast<int>(displacement) + 64));
      address = moved;
      displacement = -64;
    }
    std::vector<Register> values;
    const bool is_load = one_in(2);
    const Bank bank = bits == 8 ? Bank::h : bank_of(bits);
    while (values.size() < elements) {
      const Register value = any(elements == 1 && bits < 32 && one_in(2) ? Bank::r : bank);
      bool is_there = false;
      for (const Register& other : values) is_there = is_there || other == value;
      if (!is_there || !is_load) values.push_back(value);
    }
    maybe_guard(access(is_load ? StepKind::load : StepKind::store, space, {one_in(2), bits},
                       address, std::move(values), displacement));
  }

  // Loads an element of `in` at an arbitrary index.
  void load_any(Register d, Type type, Operand index) {
    const int bytes = type.bits / 8;
    const Register place = fresh(Bank::r);
    compute(Op::and_, u32, place, index, immediate(in_words * 4 / bytes - 1));
    const Register address = scaled(in_, place, bytes);
    access(StepKind::load, Space::global, type, address, {d}, 0);
  }

  void read_input() {
    constexpr int widths[] = {8, 16, 32, 32, 64};
    const int bits = widths[below(5)];
    const Type type{one_in(2), bits};
    const Register d = any(bits == 8 ? Bank::h : bank_of(bits));
    switch (below(4)) {
      case 0:
        return load_any(d, type, reg(any(Bank::r)));
      case 1: {
        // All threads load the same element.
        const Register address = fresh(Bank::d);
        compute(Op::add, u64, address, reg(in_), immediate(below(1000) * 8));
        maybe_guard(access(StepKind::load, Space::global, type, address, {d}, 8));
        return;
      }
      default:
        break;
    }
    // A stride, up or down, computed by sums that may wrap around.
    std::vector<Register> values = {d};
    const std::size_t wanted = std::size_t{1} << below(3);
    while (values.size() < wanted && values.size() * static_cast<std::size_t>(bits) < 128) {
      const Register value{d.bank,
                           (values.back().index + 1) % free_registers[static_cast<int>(d.bank)]};
      values.push_back(value);
    }
    if (values.size() == 3) values.pop_back();
    const int bytes = bits / 8 * static_cast<int>(values.size());
    const int elements = in_words * 4 / bytes;
    constexpr int strides[] = {1, 1, 2, 3, 4, 5, 7, 8, 16, 32, 33, 0};
    int stride = strides[below(std::size(strides))];
    while (stride * threads_ >= elements) stride /= 2;
    const bool down = one_in(3);
    const int start =
        static_cast<int>(below(static_cast<std::size_t>(elements - stride * threads_)));
    const Register index = fresh(Bank::r);
    if (one_in(2)) {
      compute(Op::mad_lo, u32, index, reg(linear_), immediate(down ? -stride : stride),
              immediate(down ? start + stride * (threads_ - 1) : start));
    } else {
      compute(Op::mul_lo, u32, index, reg(linear_), immediate(stride));
      if (down) {
        compute(Op::sub, u32, index, immediate(start + stride * (threads_ - 1)), reg(index));
      } else {
        compute(Op::add, u32, index, reg(index), immediate(start));
      }
    }
    if (one_in(2)) {
      const U64 there = interesting() & 0xffff'ffff;
      compute(Op::add, u32, index, reg(index), immediate(there));
      compute(Op::sub, u32, index, reg(index), immediate(there));
    }
    const Register address = scaled(in_, index, bytes);
    maybe_guard(access(StepKind::load, Space::global, type, address, std::move(values), 0));
  }

  // All threads of the block write the same value to one place.
  void common_store() {
    const Register value = fresh(Bank::r);
    const Register block = fresh(Bank::r);
    compute(Op::mov, u32, block, special(Special::ctaid_x));
    // The value depends only on the block and the place. Otherwise the result would depend on which
    // side of a branch ran last.
    const int slot = static_cast<int>(below(8));
    compute(Op::mad_lo, u32, value, reg(block), immediate(77), immediate(slot * 1000));
    maybe_guard(access(StepKind::store, Space::global, u32, out_, {value}, common_at_ + slot * 4));
  }

  // Each thread writes its own place, all wait, each reads some place, all wait.
  void exchange() {
    ++waits_;
    const int bits = one_in(2) ? 32 : one_in(2) ? 64 : 16;
    const int bytes = bits / 8;
    int pitch = bytes * static_cast<int>(1 + below(4));
    if (one_in(4)) pitch = bytes * 8;
    while (pitch * threads_ > exchange_bytes) pitch = bytes;
    const bool down = one_in(3);
    const auto place = [&](Operand thread) {
      const Register index = fresh(Bank::r);
      if (down) {
        compute(Op::sub, u32, index, immediate(threads_ - 1), thread);
      } else {
        compute(Op::mov, u32, index, thread);
      }
      return scaled(shared_, index, pitch);
    };
    const Bank bank = bank_of(bits);
    const Type type{one_in(2), bits};
    access(StepKind::store, Space::shared, type, place(reg(linear_)), {any(bank)}, exchange_at_);
    barrier();
    const Register other = fresh(Bank::r);
    switch (below(3)) {
      case 0:  // any thread's place
        compute(Op::rem, u32, other, reg(any(Bank::r)), immediate(threads_));
        break;
      case 1: {  // a neighbour's place
        compute(Op::add, u32, other, reg(linear_), immediate(1 + below(40)));
        compute(Op::rem, u32, other, reg(other), immediate(threads_));
        break;
      }
      default:  // one place for all
        compute(Op::mov, u32, other, immediate(below(static_cast<std::size_t>(threads_))));
        break;
    }
    maybe_guard(
        access(StepKind::load, Space::shared, type, place(reg(other)), {any(bank)}, exchange_at_));
    barrier();
  }

  // An exchange among all lanes of each warp.
  void warp_exchange() {
    ++warp_exchanges_;
    // The last warp may have fewer lanes.
    const Register mask = fresh(Bank::r);
    compute(Op::and_, u32, mask, reg(linear_), immediate(~31));
    compute(Op::sub, u32, mask, immediate(threads_), reg(mask));
    compute(Op::shl, u32, mask, immediate(1), reg(mask));
    compute(Op::add, u32, mask, reg(mask), immediate(-1));
    Step step;
    step.e = reg(mask);
    const bool is_full = threads_ % 32 == 0;
    if (is_full) {
      if (one_in(2)) step.e = immediate(-1);
    }
    switch (below(3)) {
      case 0:
        step.kind = StepKind::vote;
        step.exchange =
            static_cast<Exchange>(static_cast<int>(Exchange::all) + static_cast<int>(below(3)));
        step.d = any(step.exchange == Exchange::ballot ? Bank::r : Bank::p);
        step.a = reg(any(Bank::p));
        step.negate_a = one_in(2);
        break;
      case 1: {
        step.kind = StepKind::reduce;
        constexpr Op ops[] = {Op::add, Op::min, Op::max, Op::and_, Op::or_, Op::xor_};
        step.op = ops[below(6)];
        step.type = one_in(2) ? u32 : s32;
        step.d = any(Bank::r);
        step.a = reg(any(Bank::r));
        break;
      }
      default: {
        step.kind = StepKind::shuffle;
        step.d = any(Bank::r);
        if (one_in(2)) step.d2 = any(Bank::p);
        step.a = reg(any(Bank::r));
        if (!is_full) {  // reads from the first lane, which always exists
          step.exchange = Exchange::idx;
          step.b = immediate(0);
          step.c = immediate(0x1f);
          break;
        }
        step.exchange = static_cast<Exchange>(below(4));
        step.b = one_in(3) ? reg(any(Bank::r)) : immediate(static_cast<int>(below(32)));
        constexpr int clamps[] = {0x1f, 0x1f, 0x181f, 0x1c1f, 0x101f, 0x1e1f};
        step.c = immediate(clamps[below(6)] & (step.exchange == Exchange::up ? 0x1f00 : 0x1f1f));
        break;
      }
    }
    push(std::move(step));
  }

  // --- control flow ---
  // if, or if and else. All threads reach the code after it, so that may contain barriers.
  void choice(int depth) {
    const bool may_wait = may_wait_;
    frames_.push_back(units_++);
    may_wait_ = false;
    const int otherwise = labels_++;
    const int end = labels_++;
    const bool has_else = one_in(2);
    guard(branch(has_else ? otherwise : end), any(Bank::p), one_in(2));
    block_ends_.push_back(end);
    statements(1 + static_cast<int>(below(4)), depth + 1);
    if (has_else) {
      branch(end);
      label(otherwise);
      statements(1 + static_cast<int>(below(4)), depth + 1);
    }
    block_ends_.pop_back();
    label(end);
    frames_.pop_back();
    may_wait_ = may_wait;
  }

  // A loop that each lane leaves after its own number of rounds, or all lanes after the same
  // number.
  void loop(int depth) {
    const bool may_wait = may_wait_;
    frames_.push_back(units_++);
    const bool is_uniform = one_in(2);
    // If all threads execute the same number of rounds and no break leaves the loop, the body may
    // contain barriers.
    may_wait_ = may_wait && is_uniform && depth == 0;
    const Register counter = fresh(Bank::r);
    const Register limit = fresh(Bank::r);
    const Register holds = fresh(Bank::p);
    const int head = labels_++;
    const int next = labels_++;
    const int end = labels_++;
    const int step = one_in(2) ? 1 : static_cast<int>(1 + below(5));
    if (is_uniform) {
      compute(Op::mov, u32, limit, immediate(step * static_cast<int>(below(5))));
    } else {
      compute(Op::and_, u32, limit, reg(one_in(3) ? linear_ : any(Bank::r)), immediate(7));
    }
    const bool is_down = one_in(3);
    if (is_down) {
      compute(Op::mov, u32, counter, reg(limit));
      compute(Op::mov, u32, limit, immediate(0));
    } else {
      compute(Op::mov, u32, counter, immediate(0));
    }
    const Register walker = fresh(Bank::d);
    const bool walks = one_in(2);
    const int stride = 8 * static_cast<int>(below(100)) * (one_in(3) ? -1 : 1);
    if (walks) {
      const Register start = fresh(Bank::d);
      compute(Op::add, u64, start, reg(in_), immediate(in_words * 2));
      const Register address = scaled(start, linear_, 8);
      compute(Op::mov, u64, walker, reg(address));
    }
    const bool tests_first = one_in(2);
    const auto test = [&](int to, bool negated) {
      compare(s32, is_down ? Comparison::gt : Comparison::lt, holds, reg(counter), reg(limit));
      guard(branch(to), holds, negated);
    };
    const auto body = [&] {
      if (!may_wait_) block_ends_.push_back(one_in(2) ? end : next);
      // Break or continue, also from inside ifs, but never past a barrier.
      const std::vector<int> outer = block_ends_;
      if (may_wait_) block_ends_.clear();
      statements(1 + static_cast<int>(below(5)), depth + 1);
      block_ends_ = outer;
      if (!may_wait_) block_ends_.pop_back();
      // One statement uses the loop's running address.
      if (walks)
        access(StepKind::load, Space::global, one_in(2) ? u64 : s64, walker, {any(Bank::d)}, 0);
      label(next);
      if (walks) compute(Op::add, s64, walker, reg(walker), immediate(stride));
      compute(is_down ? Op::sub : Op::add, one_in(2) ? u32 : s32, counter, reg(counter),
              immediate(step));
    };
    if (tests_first) {
      label(head);
      test(end, true);
      body();
      branch(head);
    } else {
      label(head);
      body();
      test(head, false);
    }
    label(end);
    frames_.pop_back();
    may_wait_ = may_wait;
  }

  // A forward jump out of an enclosing block.
  void leave() {
    const int to = block_ends_[below(block_ends_.size())];
    Step& step = branch(to);
    guard(step, any(Bank::p), one_in(2));
    step.unit = units_++;
  }

  std::mt19937_64 random_;
  Program program_;
  int threads_ = 32;
  int exchange_at_ = 0;
  int common_at_ = 0;
  int dump_at_ = 0;
  int block_bytes_ = 0;
  int next_[4] = {0, 0, 0, 0};
  int units_ = 0;
  int unit_ = -1;
  int labels_ = 0;
  int waits_ = 0;
  int warp_exchanges_ = 0;
  bool may_wait_ = false;
  bool may_exit_ = false;
  Register linear_, x_, y_, out_, in_, shared_;
  Register own_address_[3];      // in each space except generic
  Register generic_address_[3];  // the same, as generic addresses
  std::vector<int> block_ends_;
  std::vector<int> frames_;
};

}  // namespace

Program random_program(std::uint64_t seed) { return Generator(seed).make(); }

Program without(const Program& program, const std::vector<bool>& kept) {
  const auto stays = [&](int unit) { return unit < 0 || kept[static_cast<std::size_t>(unit)]; };
  Program result = program;
  std::erase_if(result.steps, [&](const Step& step) {
    return !stays(step.unit) || !std::all_of(step.frames.begin(), step.frames.end(), stays);
  });
  return result;
}

}  // namespace lanescope::property
