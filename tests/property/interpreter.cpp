#include "tests/property/interpreter.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include <fmt/format.h>

namespace lanescope::property {
namespace {

using U64 = std::uint64_t;
using S64 = std::int64_t;
__extension__ using S128 = __int128;

U64 low(U64 value, int bits) { return bits >= 64 ? value : value & ((U64{1} << bits) - 1); }

// The value of the low bits in 128 bits: a product of two fits, and nothing wraps around.
S128 number(U64 value, Type type) {
  const U64 bits = low(value, type.bits);
  if (!type.is_signed || (bits >> (type.bits - 1) & 1) == 0) return static_cast<S128>(bits);
  return static_cast<S128>(bits) - (static_cast<S128>(1) << type.bits);
}

U64 wrapped(S128 value) { return static_cast<U64>(value); }

U64 shifted_right(U64 a, Type type, U64 by) {
  const S128 value = number(a, type);
  return by >= static_cast<U64>(type.bits) ? (value < 0 ? ~U64{0} : 0)
                                           : wrapped(value >> static_cast<int>(by));
}

U64 bit_of(U64 value, int at) { return value >> at & 1; }

U64 count_ones(U64 value) {
  U64 ones = 0;
  for (; value != 0; value &= value - 1) ++ones;
  return ones;
}

// PTX limits positions and lengths to 255. Of a larger one, the GPU uses the low 8 bits for 32-bit
// fields and all bits for 64-bit fields.
int field_number(U64 value, int bits) {
  return static_cast<int>(bits == 32 ? value & 0xff : std::min<U64>(low(value, 32), 255));
}

// PTX ISA, bfe: bit by bit, as in its pseudo-code.
U64 extracted(U64 a, Type type, U64 position, U64 length) {
  const int msb = type.bits - 1;
  const int pos = field_number(position, type.bits);
  const int len = field_number(length, type.bits);
  const U64 sign = !type.is_signed || len == 0 ? 0 : bit_of(a, std::min(pos + len - 1, msb));
  U64 result = 0;
  for (int i = 0; i <= msb; ++i) {
    const U64 bit = i < len && pos + i <= msb ? bit_of(a, pos + i) : sign;
    result |= bit << i;
  }
  return result;
}

// PTX ISA, bfi.
U64 inserted(U64 field, U64 into, int bits, U64 position, U64 length) {
  const int pos = field_number(position, bits);
  const int len = field_number(length, bits);
  for (int i = 0; i < len && pos + i < bits; ++i)
    into = (into & ~(U64{1} << (pos + i))) | bit_of(field, i) << (pos + i);
  return into;
}

U64 highest_bit(U64 a, Type type) {
  U64 bits = low(a, type.bits);
  if (type.is_signed && bit_of(bits, type.bits - 1) == 1) bits = low(~bits, type.bits);
  for (int i = type.bits - 1; i >= 0; --i) {
    if (bit_of(bits, i) == 1) return static_cast<U64>(i);
  }
  return 0xffff'ffff;
}

U64 permuted(U64 a, U64 b, U64 selectors) {
  U64 result = 0;
  for (int i = 0; i < 4; ++i) {
    const U64 selector = selectors >> 4 * i & 0xf;
    const U64 word = (selector & 4) != 0 ? b : a;
    U64 byte = word >> 8 * (selector & 3) & 0xff;
    if ((selector & 8) != 0) byte = byte >= 0x80 ? 0xff : 0;
    result |= byte << 8 * i;
  }
  return result;
}

U64 looked_up(U64 a, U64 b, U64 c, U64 table) {
  U64 result = 0;
  for (int i = 0; i < 32; ++i) {
    const U64 row = bit_of(a, i) << 2 | bit_of(b, i) << 1 | bit_of(c, i);
    result |= bit_of(table, static_cast<int>(row)) << i;
  }
  return result;
}

U64 funnel(U64 low_word, U64 high_word, U64 by, bool left, bool clamp) {
  const U64 n = clamp ? std::min<U64>(by, 32) : by & 31;
  const U64 both = high_word << 32 | low_word;
  if (!left) return n == 32 ? high_word : low(both >> n, 32);
  return n == 32 ? low_word : low(both << n >> 32, 32);
}

U64 saturated(S128 value, Type to) {
  const S128 one = 1;
  const S128 least = to.is_signed ? -(one << (to.bits - 1)) : 0;
  const S128 greatest = (one << (to.is_signed ? to.bits - 1 : to.bits)) - 1;
  return wrapped(value < least ? least : value > greatest ? greatest : value);
}

float as_float(U64 bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }

// Every NaN result of arithmetic is the canonical one (PTX ISA, "Floating Point Instructions").
U64 float_bits(float value) {
  return std::isnan(value) ? 0x7fff'ffff : std::bit_cast<std::uint32_t>(value);
}

// A NaN loses against a number. Of two zeros, the positive one is larger.
float lesser(float a, float b, bool greater) {
  if (std::isnan(a)) return b;
  if (std::isnan(b)) return a;
  if (a == b) return std::signbit(a) != greater ? a : b;
  return (a < b) != greater ? a : b;
}

// Rounds toward zero and clamps to the type's range; NaN gives 0.
U64 whole(float value, Type to) {
  if (std::isnan(value)) return 0;
  const double least = to.is_signed ? -0x1p31 : 0;
  const double greatest = to.is_signed ? 0x1p31 - 1 : 0x1p32 - 1;
  const double inside = std::fmin(std::fmax(std::trunc(double{value}), least), greatest);
  return static_cast<U64>(static_cast<S64>(inside));
}

class Thread {
 public:
  Thread(const Program& program, const U64 (&specials)[9], std::vector<std::byte>& out,
         const std::vector<std::byte>& in, std::vector<std::byte>& shared)
      : program_(program), out_(out), in_(in), shared_(shared), local_(program.local_bytes) {
    std::memcpy(specials_, specials, sizeof specials_);
    for (int bank = 0; bank < 4; ++bank)
      registers_[bank].resize(static_cast<std::size_t>(program.registers[bank]) + 1);
  }

  [[nodiscard]] bool has_ended() const { return ended_; }
  [[nodiscard]] U64 steps() const { return steps_; }

  // The warp exchange at which the thread waits, and the thread's contribution.
  [[nodiscard]] const Step* exchange() const { return exchange_; }
  [[nodiscard]] U64 brought() const {
    const bool is_vote = exchange_->kind == StepKind::vote;
    return is_vote ? ((value(exchange_->a) != 0) != exchange_->negate_a ? 1 : 0)
                   : value(exchange_->a);
  }
  // Ends the exchange. `all`: contributions of the warp's threads; this thread is `lane`.
  void take(const std::vector<U64>& all, int lane) {
    const Step& s = *exchange_;
    exchange_ = nullptr;
    if (s.kind == StepKind::shuffle) {
      shuffle(s, all, lane);
      return;
    }
    U64 result = all[0];
    U64 ballot = 0;
    // For a vote, each contribution is 0 or 1.
    for (std::size_t i = 0; i < all.size(); ++i) ballot |= all[i] << i;
    if (s.kind == StepKind::vote) {
      const U64 full = low(~U64{0}, static_cast<int>(all.size()));
      result = s.exchange == Exchange::all   ? (ballot == full ? 1 : 0)
               : s.exchange == Exchange::any ? (ballot != 0 ? 1 : 0)
                                             : ballot;
    } else {
      for (std::size_t i = 1; i < all.size(); ++i) {
        Step two = s;
        two.a = {Operand::Kind::immediate, {}, result, Special::tid_x};
        two.b = {Operand::Kind::immediate, {}, all[i], Special::tid_x};
        result = computed(two);
      }
    }
    write(s.d, result);
  }

  // Runs past the next barrier, or to the next exchange or the end.
  void run(const std::vector<std::size_t>& labels) {
    while (at_ < program_.steps.size()) {
      const Step& step = program_.steps[at_++];
      if (step.kind == StepKind::label) continue;
      if (++steps_ > 1'000'000) throw std::runtime_error("a thread runs too long");
      if (step.guard.exists() && (read(step.guard) != 0) == step.guard_negated) continue;
      switch (step.kind) {
        case StepKind::compute:
          if (step.op == Op::unpack) {
            unpack(step);
          } else if (step.op >= Op::add_cc && step.op <= Op::madc_hi) {
            write(step.d, with_carry(step));
          } else {
            write(step.d, computed(step));
          }
          break;
        case StepKind::compare:
          compare(step);
          break;
        case StepKind::predicate:
          write(step.d, predicate(step) ? 1 : 0);
          break;
        case StepKind::parameter:
          write(step.d, step.number == 0 ? program_.scalar_u32 : program_.scalar_u64);
          break;
        case StepKind::address:
          write(step.d, step.space == Space::global ? array_base(step.number) : 0);
          break;
        case StepKind::generic:
          write(step.d, value(step.a) + window(step.space));
          break;
        case StepKind::load:
          load(step);
          break;
        case StepKind::store:
          store(step);
          break;
        case StepKind::branch:
          at_ = labels[static_cast<std::size_t>(step.number)];
          break;
        case StepKind::barrier:
          return;
        case StepKind::shuffle:
        case StepKind::vote:
        case StepKind::reduce:
          exchange_ = &step;
          return;
        case StepKind::exit:
          ended_ = true;
          return;
        case StepKind::label:
          break;
      }
    }
    ++steps_;  // the ret at the end of the text
    ended_ = true;
  }

 private:
  // Arrays are far apart, so that an address past the end of one is not in another.
  static U64 array_base(int number) { return U64{static_cast<unsigned>(number) + 1} << 40; }

  // Base of a memory space's generic addresses; 0 for global memory.
  static U64 window(Space space) {
    return space == Space::shared ? U64{1} << 50 : space == Space::local ? U64{1} << 51 : 0;
  }

  [[nodiscard]] U64 read(Register reg) const {
    return registers_[static_cast<int>(reg.bank)][static_cast<std::size_t>(reg.index)];
  }
  void write(Register reg, U64 value) {
    registers_[static_cast<int>(reg.bank)][static_cast<std::size_t>(reg.index)] =
        reg.bank == Bank::p ? value : low(value, bits_of(reg.bank));
  }
  [[nodiscard]] U64 value(const Operand& operand) const {
    switch (operand.kind) {
      case Operand::Kind::reg:
        return read(operand.reg);
      case Operand::Kind::immediate:
        return operand.value;
      case Operand::Kind::special:
        return specials_[static_cast<int>(operand.special)];
      case Operand::Kind::none:
        break;
    }
    return 0;
  }

  [[nodiscard]] U64 computed(const Step& s) const {
    const Type t = s.type;
    const U64 a = value(s.a);
    const U64 b = value(s.b);
    const U64 c = value(s.c);
    const auto n = [&](U64 v) { return number(v, t); };
    switch (s.op) {
      case Op::add:
        return a + b;
      case Op::sub:
        return a - b;
      case Op::mul_lo:
        return a * b;
      case Op::mul_hi:
        return high_of(a, b, t);
      case Op::mul_wide:
        return wrapped(n(a) * n(b));
      case Op::mad_lo:
        return a * b + c;
      case Op::mad_hi:
        return high_of(a, b, t) + c;
      case Op::mad_wide:
        return wrapped(n(a) * n(b)) + c;
      case Op::min:
        return wrapped(std::min(n(a), n(b)));
      case Op::max:
        return wrapped(std::max(n(a), n(b)));
      case Op::and_:
        return a & b;
      case Op::or_:
        return a | b;
      case Op::xor_:
        return a ^ b;
      case Op::not_:
        return ~a;
      case Op::cnot:
        return low(a, t.bits) == 0 ? 1 : 0;
      case Op::shl: {
        const U64 by = low(b, 32);
        return by >= static_cast<U64>(t.bits) ? 0 : a << by;
      }
      case Op::shr:
        return shifted_right(a, t, low(b, 32));
      case Op::div:
        return wrapped(n(a) / n(b));
      case Op::rem:
        return wrapped(n(a) % n(b));
      case Op::abs:
        return wrapped(n(a) < 0 ? -n(a) : n(a));
      case Op::neg:
        return wrapped(-n(a));
      case Op::popc:
        return count_ones(low(a, t.bits));
      case Op::clz: {
        const U64 found = highest_bit(a, {false, t.bits});
        return found == 0xffff'ffff ? static_cast<U64>(t.bits)
                                    : static_cast<U64>(t.bits) - 1 - found;
      }
      case Op::brev: {
        U64 result = 0;
        for (int i = 0; i < t.bits; ++i) result |= bit_of(a, i) << (t.bits - 1 - i);
        return result;
      }
      case Op::bfe:
        return extracted(a, t, b, c);
      case Op::bfi:
        return inserted(a, b, t.bits, c, value(s.e));
      case Op::bfind:
        return highest_bit(a, t);
      case Op::prmt:
        return permuted(low(a, 32), low(b, 32), c);
      case Op::lop3:
        return looked_up(a, b, c, value(s.e));
      case Op::shf_l_clamp:
        return funnel(low(a, 32), low(b, 32), low(c, 32), true, true);
      case Op::shf_l_wrap:
        return funnel(low(a, 32), low(b, 32), low(c, 32), true, false);
      case Op::shf_r_clamp:
        return funnel(low(a, 32), low(b, 32), low(c, 32), false, true);
      case Op::shf_r_wrap:
        return funnel(low(a, 32), low(b, 32), low(c, 32), false, false);
      case Op::sad:
        return c + wrapped(n(a) < n(b) ? n(b) - n(a) : n(a) - n(b));
      case Op::mul24_lo:
        return wrapped(number(a, {t.is_signed, 24}) * number(b, {t.is_signed, 24}));
      case Op::selp:
        return c != 0 ? a : b;
      case Op::cvt:
        return wrapped(number(wrapped(number(a, s.from)), t));
      case Op::cvt_sat:
        return saturated(number(a, s.from), t);
      case Op::mov:
        return a;
      case Op::pack:
        return low(a, t.bits / 2) | low(b, t.bits / 2) << t.bits / 2;
      case Op::unpack:
      case Op::add_cc:
      case Op::addc:
      case Op::addc_cc:
      case Op::sub_cc:
      case Op::subc:
      case Op::mad_lo_cc:
      case Op::madc_hi:
        break;  // handled elsewhere: two results, or a carry
      case Op::float_add:
        return float_bits(as_float(a) + as_float(b));
      case Op::float_sub:
        return float_bits(as_float(a) - as_float(b));
      case Op::float_mul:
        return float_bits(as_float(a) * as_float(b));
      case Op::float_fma:
        return float_bits(std::fma(as_float(a), as_float(b), as_float(c)));
      case Op::float_min:
        return float_bits(lesser(as_float(a), as_float(b), false));
      case Op::float_max:
        return float_bits(lesser(as_float(a), as_float(b), true));
      case Op::float_from_integer:
        return float_bits(t.is_signed ? static_cast<float>(static_cast<std::int32_t>(a))
                                      : static_cast<float>(static_cast<std::uint32_t>(a)));
      case Op::integer_from_float:
        return whole(as_float(a), t);
    }
    return 0;
  }

  void unpack(const Step& s) {
    const U64 whole = value(s.a);
    write(s.d, whole);
    write(s.d2, whole >> s.type.bits / 2);
  }

  // PTX ISA, "Extended-Precision Integer Arithmetic Instructions": for a subtraction, the flag is
  // the borrow.
  U64 with_carry(const Step& s) {
    const Type t{false, s.type.bits};
    const S128 a = number(value(s.a), t);
    const S128 b = number(value(s.b), t);
    const S128 one = 1;
    const S128 in = carry_ ? 1 : 0;
    S128 result = 0;
    switch (s.op) {
      case Op::add_cc:
        result = a + b;
        break;
      case Op::addc:
        return wrapped(a + b + in);
      case Op::addc_cc:
        result = a + b + in;
        break;
      case Op::sub_cc:
        result = a - b;
        break;
      case Op::subc:
        return wrapped(a - b - in);
      case Op::mad_lo_cc:
        result = number(value(s.a) * value(s.b), t) + number(value(s.c), t);
        break;
      default:  // madc.hi
        return high_of(value(s.a), value(s.b), s.type) + value(s.c) + wrapped(in);
    }
    carry_ = result < 0 || result >> t.bits >= one;
    return wrapped(result);
  }

  // The upper half of the full product.
  static U64 high_of(U64 a, U64 b, Type t) {
    if (t.bits < 64 || t.is_signed) return wrapped(number(a, t) * number(b, t) >> t.bits);
    // An unsigned 64 x 64-bit product does not fit a signed 128-bit number: compute by halves.
    const U64 a1 = a >> 32;
    const U64 a0 = a & 0xffff'ffff;
    const U64 b1 = b >> 32;
    const U64 b0 = b & 0xffff'ffff;
    const U64 middle = a1 * b0 + (a0 * b0 >> 32);
    const U64 other = a0 * b1 + (middle & 0xffff'ffff);
    return a1 * b1 + (middle >> 32) + (other >> 32);
  }

  void compare(const Step& s) {
    const S128 a = number(value(s.a), s.type);
    const S128 b = number(value(s.b), s.type);
    bool holds = false;
    switch (s.comparison) {
      case Comparison::eq:
        holds = a == b;
        break;
      case Comparison::ne:
        holds = a != b;
        break;
      case Comparison::lt:
        holds = a < b;
        break;
      case Comparison::le:
        holds = a <= b;
        break;
      case Comparison::gt:
        holds = a > b;
        break;
      case Comparison::ge:
        holds = a >= b;
        break;
    }
    const bool third = (value(s.c) != 0) != s.negate_c;
    const auto joined = [&](bool p) {
      return s.join == Join::and_   ? p && third
             : s.join == Join::or_  ? p || third
             : s.join == Join::xor_ ? p != third
                                    : p;
    };
    write(s.d, joined(holds) ? 1 : 0);
    if (s.d2.exists()) write(s.d2, joined(!holds) ? 1 : 0);
  }

  [[nodiscard]] bool predicate(const Step& s) const {
    const bool a = (value(s.a) != 0) != s.negate_a;
    const bool b = (value(s.b) != 0) != s.negate_b;
    switch (s.op) {
      case Op::and_:
        return a && b;
      case Op::or_:
        return a || b;
      case Op::xor_:
        return a != b;
      case Op::not_:
        return !a;
      default:
        return a;
    }
  }

  // Location of the `bytes` bytes at the address; throws if they are in no array.
  std::byte* place(const Step& s, std::size_t bytes) {
    U64 address = value(s.a) + static_cast<U64>(s.displacement);
    Space space = s.space;
    if (space == Space::generic) {
      space = address >> 51 != 0   ? Space::local
              : address >> 50 != 0 ? Space::shared
                                   : Space::global;
      address -= window(space);
    }
    const auto inside = [&](U64 offset, std::size_t size) {
      return offset % bytes == 0 && offset < size && size - offset >= bytes;
    };
    if (space == Space::shared) {
      if (inside(address, shared_.size())) return shared_.data() + address;
    } else if (space == Space::local) {
      if (inside(address, local_.size())) return local_.data() + address;
    } else if (const U64 offset = address - array_base(0); inside(offset, out_.size())) {
      return out_.data() + offset;
    } else if (const U64 from = address - array_base(1);
               inside(from, in_.size()) && s.kind == StepKind::load) {
      return const_cast<std::byte*>(in_.data()) + from;
    }
    throw std::runtime_error(
        fmt::format("step {}: address {:#x} is in no array", at_ - 1, address));
  }

  // PTX ISA, shfl.sync: as in its pseudo-code.
  void shuffle(const Step& s, const std::vector<U64>& all, int lane) {
    const int b = static_cast<int>(value(s.b) & 0x1f);
    const int clamp = static_cast<int>(value(s.c) & 0x1f);
    const int segment = static_cast<int>(value(s.c) >> 8 & 0x1f);
    const int max_lane = (lane & segment) | (clamp & ~segment);
    const int min_lane = lane & segment;
    int j = 0;
    bool holds = false;
    switch (s.exchange) {
      case Exchange::up:
        j = lane - b;
        holds = j >= max_lane;
        break;
      case Exchange::down:
        j = lane + b;
        holds = j <= max_lane;
        break;
      case Exchange::bfly:
        j = lane ^ b;
        holds = j <= max_lane;
        break;
      default:
        j = min_lane | (b & ~segment);
        holds = j <= max_lane;
        break;
    }
    if (!holds) j = lane;
    write(s.d, all.at(static_cast<std::size_t>(j)));
    if (s.d2.exists()) write(s.d2, holds ? 1 : 0);
  }

  void load(const Step& s) {
    const auto bytes = static_cast<std::size_t>(s.type.bits / 8);
    const std::byte* from = place(s, bytes * s.values.size());
    // Load all words first: an address register may be among the destinations.
    std::vector<U64> loaded;
    for (std::size_t i = 0; i < s.values.size(); ++i) {
      U64 bits = 0;
      std::memcpy(&bits, from + i * bytes, bytes);
      loaded.push_back(wrapped(number(bits, s.type)));
    }
    for (std::size_t i = 0; i < s.values.size(); ++i) write(s.values[i], loaded[i]);
  }

  void store(const Step& s) {
    const auto bytes = static_cast<std::size_t>(s.type.bits / 8);
    std::byte* to = place(s, bytes * s.values.size());
    for (std::size_t i = 0; i < s.values.size(); ++i) {
      const U64 bits = read(s.values[i]);
      std::memcpy(to + i * bytes, &bits, bytes);
    }
  }

  const Program& program_;
  std::vector<std::byte>& out_;
  const std::vector<std::byte>& in_;
  std::vector<std::byte>& shared_;
  std::vector<std::byte> local_;
  U64 specials_[9] = {};
  std::vector<U64> registers_[4];
  std::size_t at_ = 0;
  const Step* exchange_ = nullptr;
  bool carry_ = false;
  U64 steps_ = 0;
  bool ended_ = false;
};

}  // namespace

Outcome interpret(const Program& program, const std::vector<std::byte>& in) {
  Outcome outcome;
  outcome.out.resize(program.out_bytes);
  std::vector<std::size_t> labels;
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    if (program.steps[i].kind != StepKind::label) continue;
    const auto number = static_cast<std::size_t>(program.steps[i].number);
    if (labels.size() <= number) labels.resize(number + 1);
    labels[number] = i;
  }
  const auto [bx, by, bz] = program.block;
  try {
    for (std::uint32_t block = 0; block < program.grid; ++block) {
      std::vector<std::byte> shared(program.shared_bytes);
      std::vector<Thread> threads;
      threads.reserve(std::size_t{bx} * by * bz);
      for (std::uint32_t z = 0; z < bz; ++z) {
        for (std::uint32_t y = 0; y < by; ++y) {
          for (std::uint32_t x = 0; x < bx; ++x) {
            const U64 lane = (x + bx * (y + by * z)) % 32;
            const U64 specials[9] = {
                x, y, z, bx, by, block, program.grid, lane, (U64{1} << lane) - 1};
            threads.emplace_back(program, specials, outcome.out, in, shared);
          }
        }
      }
      for (bool any = true; any;) {
        any = false;
        for (Thread& thread : threads) {
          if (thread.has_ended()) continue;
          thread.run(labels);
          any = any || !thread.has_ended();
        }
        // The generator makes exchanges only where all threads arrive, so warps can be handled one
        // after the other.
        for (std::size_t first = 0; first < threads.size(); first += 32) {
          if (threads[first].exchange() == nullptr) continue;
          const std::size_t count = std::min<std::size_t>(32, threads.size() - first);
          std::vector<U64> all;
          for (std::size_t i = 0; i < count; ++i) all.push_back(threads[first + i].brought());
          for (std::size_t i = 0; i < count; ++i) threads[first + i].take(all, static_cast<int>(i));
        }
      }
      for (const Thread& thread : threads) outcome.thread_steps += thread.steps();
    }
  } catch (const std::exception& error) {
    outcome.error = error.what();
  }
  return outcome;
}

}  // namespace lanescope::property
