#include <random>

#include <fmt/format.h>

#include "tests/property/program.h"

namespace lanescope::property {
namespace {

std::string name_of(Register reg) {
  constexpr const char* banks[] = {"h", "r", "d", "p"};
  return fmt::format("%{}{}", banks[static_cast<int>(reg.bank)], reg.index);
}

const char* name_of(Special special) {
  switch (special) {
    case Special::tid_x:
      return "%tid.x";
    case Special::tid_y:
      return "%tid.y";
    case Special::tid_z:
      return "%tid.z";
    case Special::ntid_x:
      return "%ntid.x";
    case Special::ntid_y:
      return "%ntid.y";
    case Special::ctaid_x:
      return "%ctaid.x";
    case Special::nctaid_x:
      return "%nctaid.x";
    case Special::laneid:
      return "%laneid";
    case Special::lanemask_lt:
      return "%lanemask_lt";
  }
  return "";
}

std::string text_of(const Operand& operand) {
  if (operand.kind == Operand::Kind::reg) return name_of(operand.reg);
  if (operand.kind == Operand::Kind::special) return name_of(operand.special);
  return fmt::format("{}", static_cast<std::int64_t>(operand.value));
}

std::string of_type(Type type) {
  return fmt::format("{}{}", type.is_signed ? 's' : 'u', type.bits);
}
std::string of_bits(Type type) { return fmt::format("b{}", type.bits); }

std::string mnemonic(const Step& step) {
  const std::string t = of_type(step.type);
  const std::string b = of_bits(step.type);
  switch (step.op) {
    case Op::add:
      return "add." + t;
    case Op::sub:
      return "sub." + t;
    case Op::mul_lo:
      return "mul.lo." + t;
    case Op::mul_hi:
      return "mul.hi." + t;
    case Op::mul_wide:
      return "mul.wide." + t;
    case Op::mad_lo:
      return "mad.lo." + t;
    case Op::mad_hi:
      return "mad.hi." + t;
    case Op::mad_wide:
      return "mad.wide." + t;
    case Op::min:
      return "min." + t;
    case Op::max:
      return "max." + t;
    case Op::and_:
      return "and." + b;
    case Op::or_:
      return "or." + b;
    case Op::xor_:
      return "xor." + b;
    case Op::not_:
      return "not." + b;
    case Op::cnot:
      return "cnot." + b;
    case Op::shl:
      return "shl." + b;
    case Op::shr:
      return "shr." + t;
    case Op::div:
      return "div." + t;
    case Op::rem:
      return "rem." + t;
    case Op::abs:
      return "abs." + t;
    case Op::neg:
      return "neg." + t;
    case Op::popc:
      return "popc." + b;
    case Op::clz:
      return "clz." + b;
    case Op::brev:
      return "brev." + b;
    case Op::bfe:
      return "bfe." + t;
    case Op::bfi:
      return "bfi." + b;
    case Op::bfind:
      return "bfind." + t;
    case Op::prmt:
      return "prmt.b32";
    case Op::lop3:
      return "lop3.b32";
    case Op::shf_l_clamp:
      return "shf.l.clamp.b32";
    case Op::shf_l_wrap:
      return "shf.l.wrap.b32";
    case Op::shf_r_clamp:
      return "shf.r.clamp.b32";
    case Op::shf_r_wrap:
      return "shf.r.wrap.b32";
    case Op::sad:
      return "sad." + t;
    case Op::mul24_lo:
      return "mul24.lo." + t;
    case Op::selp:
      return "selp." + b;
    case Op::cvt:
      return fmt::format("cvt.{}.{}", t, of_type(step.from));
    case Op::cvt_sat:
      return fmt::format("cvt.sat.{}.{}", t, of_type(step.from));
    case Op::mov:
      return "mov." + b;
    case Op::pack:
    case Op::unpack:
      return "mov." + b;
    case Op::add_cc:
      return "add.cc." + t;
    case Op::addc:
      return "addc." + t;
    case Op::addc_cc:
      return "addc.cc." + t;
    case Op::sub_cc:
      return "sub.cc." + t;
    case Op::subc:
      return "subc." + t;
    case Op::mad_lo_cc:
      return "mad.lo.cc." + t;
    case Op::madc_hi:
      return "madc.hi." + t;
    case Op::float_add:
      return "add.rn.f32";
    case Op::float_sub:
      return "sub.rn.f32";
    case Op::float_mul:
      return "mul.rn.f32";
    case Op::float_fma:
      return "fma.rn.f32";
    case Op::float_min:
      return "min.f32";
    case Op::float_max:
      return "max.f32";
    case Op::float_from_integer:
      return "cvt.rn.f32." + t;
    case Op::integer_from_float:
      return "cvt.rzi." + t + ".f32";
  }
  return "";
}

const char* name_of(Comparison comparison) {
  constexpr const char* names[] = {"eq", "ne", "lt", "le", "gt", "ge"};
  return names[static_cast<int>(comparison)];
}

const char* name_of(Join join) {
  constexpr const char* names[] = {"", ".and", ".or", ".xor"};
  return names[static_cast<int>(join)];
}

const char* name_of(Space space) {
  constexpr const char* names[] = {".global", ".shared", ".local", ""};
  return names[static_cast<int>(space)];
}

std::string maybe_not(bool negated, const Operand& operand) {
  return (negated ? "!" : "") + text_of(operand);
}

std::string compare_text(const Step& s) {
  std::string text = fmt::format("setp.{}{}.{} {}", name_of(s.comparison), name_of(s.join),
                                 of_type(s.type), name_of(s.d));
  if (s.d2.exists()) text += "|" + name_of(s.d2);
  text += fmt::format(", {}, {}", text_of(s.a), text_of(s.b));
  if (s.join != Join::none) text += ", " + maybe_not(s.negate_c, s.c);
  return text;
}

std::string predicate_text(const Step& s) {
  const char* op = s.op == Op::and_   ? "and"
                   : s.op == Op::or_  ? "or"
                   : s.op == Op::xor_ ? "xor"
                   : s.op == Op::not_ ? "not"
                                      : "mov";
  std::string text = fmt::format("{}.pred {}, {}", op, name_of(s.d), maybe_not(s.negate_a, s.a));
  if (s.b.kind == Operand::Kind::reg) text += ", " + maybe_not(s.negate_b, s.b);
  return text;
}

std::string memory_text(const Step& s) {
  const bool is_load = s.kind == StepKind::load;
  std::string values;
  for (const Register& value : s.values) values += (values.empty() ? "" : ", ") + name_of(value);
  const std::string vector = s.values.size() > 1 ? fmt::format(".v{}", s.values.size()) : "";
  if (!vector.empty()) values = "{" + values + "}";
  const std::string address = s.displacement == 0
                                  ? fmt::format("[{}]", text_of(s.a))
                                  : fmt::format("[{}+{}]", text_of(s.a), s.displacement);
  const std::string name =
      fmt::format("{}{}{}.{}", is_load ? "ld" : "st", name_of(s.space), vector, of_type(s.type));
  return is_load ? fmt::format("{} {}, {}", name, values, address)
                 : fmt::format("{} {}, {}", name, address, values);
}

std::string exchange_text(const Step& s) {
  constexpr const char* names[] = {"up", "down", "bfly", "idx", "all", "any", "ballot"};
  const char* name = names[static_cast<int>(s.exchange)];
  if (s.kind == StepKind::vote) {
    return fmt::format("vote.sync.{}.{} {}, {}, {}", name,
                       s.exchange == Exchange::ballot ? "b32" : "pred", name_of(s.d),
                       maybe_not(s.negate_a, s.a), text_of(s.e));
  }
  if (s.kind == StepKind::reduce) {
    const std::string operation = mnemonic(s);  // "add.s32", "and.b32"
    return fmt::format("redux.sync.{} {}, {}, {}", operation, name_of(s.d), text_of(s.a),
                       text_of(s.e));
  }
  return fmt::format("shfl.sync.{}.b32 {}{}, {}, {}, {}, {}", name, name_of(s.d),
                     s.d2.exists() ? "|" + name_of(s.d2) : "", text_of(s.a), text_of(s.b),
                     text_of(s.c), text_of(s.e));
}

std::string text_of(const Step& s) {
  switch (s.kind) {
    case StepKind::compute: {
      if (s.op == Op::pack) {
        return fmt::format("{} {}, {{{}, {}}}", mnemonic(s), name_of(s.d), text_of(s.a),
                           text_of(s.b));
      }
      if (s.op == Op::unpack) {
        return fmt::format("{} {{{}, {}}}, {}", mnemonic(s), name_of(s.d), name_of(s.d2),
                           text_of(s.a));
      }
      std::string text = fmt::format("{} {}", mnemonic(s), name_of(s.d));
      for (const Operand* operand : {&s.a, &s.b, &s.c, &s.e}) {
        if (operand->kind != Operand::Kind::none) text += ", " + text_of(*operand);
      }
      return text;
    }
    case StepKind::compare:
      return compare_text(s);
    case StepKind::predicate:
      return predicate_text(s);
    case StepKind::parameter:
      return s.number == 0 ? fmt::format("ld.param.u32 {}, [n]", name_of(s.d))
                           : fmt::format("ld.param.u64 {}, [m]", name_of(s.d));
    case StepKind::address:
      return s.space == Space::global
                 ? fmt::format("ld.param.u64 {}, [{}]", name_of(s.d), s.number == 0 ? "out" : "in")
                 : fmt::format("mov.u64 {}, {}", name_of(s.d),
                               s.space == Space::shared ? 's' : 'l');
    case StepKind::generic:
      return fmt::format("cvta{}.u64 {}, {}", name_of(s.space), name_of(s.d), text_of(s.a));
    case StepKind::load:
    case StepKind::store:
      return memory_text(s);
    case StepKind::label:
      return fmt::format("L{}:", s.number);
    case StepKind::branch:
      return fmt::format("bra L{}", s.number);
    case StepKind::barrier:
      return "bar.sync 0";
    case StepKind::shuffle:
    case StepKind::vote:
    case StepKind::reduce:
      return exchange_text(s);
    case StepKind::exit:
      return s.number == 0 ? "exit" : "ret";
  }
  return "";
}

}  // namespace

std::string ptx_of(const Program& program) {
  std::string text = fmt::format(
      "// seed {}, grid {}, block ({}, {}, {})\n.version 8.0\n.target sm_80\n.address_size 64\n"
      ".shared .align 16 .b8 s[{}];\n"
      ".visible .entry k(.param .u64 out, .param .u64 in, .param .u32 n, .param .u64 m)\n{{\n"
      ".local .align 16 .b8 l[{}];\n.reg .pred %p<{}>;\n.reg .b16 %h<{}>;\n.reg .b32 %r<{}>;\n.reg "
      ".b64 %d<{}>;\n",
      program.seed, program.grid, program.block[0], program.block[1], program.block[2],
      std::max(program.shared_bytes, 16U), std::max(program.local_bytes, 16U),
      program.registers[3] + 1, program.registers[0] + 1, program.registers[1] + 1,
      program.registers[2] + 1);
  for (const Step& step : program.steps) {
    if (step.kind == StepKind::label) {
      text += text_of(step) + "\n";
      continue;
    }
    if (step.guard.exists())
      text += fmt::format("@{}{} ", step.guard_negated ? "!" : "", name_of(step.guard));
    text += text_of(step) + ";\n";
  }
  return text + "ret;\n}\n";
}

std::vector<std::byte> input_of(const Program& program) {
  std::vector<std::byte> bytes(program.in_bytes);
  std::mt19937_64 random(program.seed * 2 + 1);
  // Words of four kinds in turn, so that neighbours are similar in size but never equal.
  for (std::size_t i = 0; i < bytes.size(); i += 4) {
    const std::uint64_t any = random();
    const std::uint64_t word = i / 4 % 4 == 0   ? any & 0xff
                               : i / 4 % 4 == 1 ? any & 0xffff
                               : i / 4 % 4 == 2 ? 0 - (any & 0xfff)
                                                : any;
    for (std::size_t b = 0; b < 4 && i + b < bytes.size(); ++b)
      bytes[i + b] = static_cast<std::byte>(word >> 8 * b);
  }
  return bytes;
}

}  // namespace lanescope::property
