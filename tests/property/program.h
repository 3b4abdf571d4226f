// A program of the integer subset (and a little f32) in the generator's own form: a list of steps
// on numbered registers. print.cpp prints it as PTX, and interpreter.h executes it one thread at a
// time. Neither knows the emulator.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lanescope::property {

// 16-, 32- and 64-bit registers and predicates. Each bank has its own numbers.
enum class Bank : std::uint8_t { h, r, d, p };

struct Register {
  Bank bank = Bank::r;
  int index = -1;  // -1: no register
  [[nodiscard]] bool exists() const { return index >= 0; }
  bool operator==(const Register&) const = default;
};

[[nodiscard]] constexpr int bits_of(Bank bank) {
  return bank == Bank::h ? 16 : bank == Bank::r ? 32 : 64;
}

enum class Special : std::uint8_t {
  tid_x,
  tid_y,
  tid_z,
  ntid_x,
  ntid_y,
  ctaid_x,
  nctaid_x,
  laneid,
  lanemask_lt,
};

struct Operand {
  enum class Kind : std::uint8_t { none, reg, immediate, special } kind = Kind::none;
  Register reg;
  std::uint64_t value = 0;  // of an immediate
  Special special = Special::tid_x;
};

struct Type {
  bool is_signed = false;
  int bits = 32;  // 8 (memory and cvt only), 16, 32, 64
};

enum class Op : std::uint8_t {
  add,
  sub,
  mul_lo,
  mul_hi,
  mul_wide,
  mad_lo,
  mad_hi,
  mad_wide,
  min,
  max,
  and_,
  or_,
  xor_,
  not_,
  cnot,
  shl,
  shr,
  div,
  rem,
  abs,
  neg,
  popc,
  clz,
  brev,
  bfe,
  bfi,
  bfind,
  prmt,
  lop3,
  shf_l_clamp,
  shf_l_wrap,
  shf_r_clamp,
  shf_r_wrap,
  sad,
  mul24_lo,
  selp,
  cvt,
  cvt_sat,
  mov,
  pack,    // d = {a, b}, a in the low half
  unpack,  // {d, d2} = a
  add_cc,  // with carry out, carry in, or both
  addc,
  addc_cc,
  sub_cc,
  subc,
  mad_lo_cc,
  madc_hi,
  // On 32-bit registers as f32, rounded to nearest: enough to mix floats with the integers.
  float_add,
  float_sub,
  float_mul,
  float_fma,
  float_min,
  float_max,
  float_from_integer,
  integer_from_float,
};

enum class Comparison : std::uint8_t { eq, ne, lt, le, gt, ge };
enum class Join : std::uint8_t { none, and_, or_, xor_ };

enum class Space : std::uint8_t { global, shared, local, generic };

enum class StepKind : std::uint8_t {
  compute,    // d = op(a, b, c, e)
  compare,    // d | d2 = comparison(a, b) joined with c
  predicate,  // d = a op b on predicates: and_, or_, xor_, not_, mov
  parameter,  // d = scalar parameter `number`
  address,    // d = address of array `number` (0: out, 1: in), or of the array in `space`
  generic,    // d = the generic address of a, an address in `space`
  load,       // d.. = [a + displacement]
  store,      // [a + displacement] = values
  label,      // its id is `number`
  branch,     // to label `number`
  barrier,
  shuffle,  // d | d2 = a of the lane selected by `exchange`, b and the immediate c
  vote,     // d = `exchange` of the predicate a over the warp
  reduce,   // d = op of a over the warp
  exit,
};

// Shuffles: up, down, bfly, idx. Votes: all, any, ballot.
enum class Exchange : std::uint8_t { up, down, bfly, idx, all, any, ballot };

struct Step {
  StepKind kind = StepKind::compute;
  Op op = Op::mov;
  Type type;  // the operation's type; for cvt: to
  Type from;  // for cvt
  Comparison comparison = Comparison::eq;
  Join join = Join::none;
  Space space = Space::global;
  Exchange exchange = Exchange::idx;
  Register d, d2;
  Operand a, b, c, e;  // for exchanges, e is the mask of the warp's lanes
  bool negate_a = false, negate_b = false, negate_c = false;  // for predicates
  std::vector<Register> values;                               // for loads and stores: 1, 2 or 4
  std::int64_t displacement = 0;
  int number = 0;
  Register guard;
  bool guard_negated = false;
  int unit = -1;  // the steps of a unit may only be removed together; -1: removed only with a frame
  std::vector<int> frames;  // units of the enclosing ifs and loops; removed as a whole
};

struct Program {
  std::uint64_t seed = 0;
  std::vector<Step> steps;
  int registers[4] = {0, 0, 0, 0};  // in each bank
  std::uint32_t grid = 1;
  std::uint32_t block[3] = {32, 1, 1};
  std::uint32_t shared_bytes = 0;
  std::uint32_t local_bytes = 0;  // per thread
  std::uint64_t out_bytes = 0;
  std::uint64_t in_bytes = 0;
  std::uint32_t scalar_u32 = 0;  // parameters 0 and 1
  std::uint64_t scalar_u64 = 0;
  int units = 0;
};

// `entry k(.param .u64 out, .param .u64 in, .param .u32 n, .param .u64 m)`.
[[nodiscard]] std::string ptx_of(const Program& program);

// The bytes of `in`, from the seed.
[[nodiscard]] std::vector<std::byte> input_of(const Program& program);

}  // namespace lanescope::property
