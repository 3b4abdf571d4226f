// Integer and bit instructions (PTX ISA, "Integer Arithmetic Instructions", "Extended-Precision
// Integer Arithmetic Instructions", "Logic and Shift Instructions").
#include <fmt/format.h>

#include "tests/device/form.h"

namespace lanescope::device {
namespace {

struct IntegerType {
  const char* name;
  Values values;
  std::uint32_t bytes;
  bool is_signed;
};
constexpr IntegerType integer_types[] = {
    {"u16", Values::b16, 2, false}, {"s16", Values::b16, 2, true},  {"u32", Values::b32, 4, false},
    {"s32", Values::b32, 4, true},  {"u64", Values::b64, 8, false}, {"s64", Values::b64, 8, true}};

Values of_bytes(std::uint32_t bytes) {
  return bytes == 2 ? Values::b16 : bytes == 4 ? Values::b32 : Values::b64;
}

// A carry from one instruction to the next; checks the results of both.
void add_carries(std::vector<Form>& forms) {
  for (const char* type : {"u32", "s32", "u64", "s64"}) {
    const bool wide = type[1] == '6';
    const Values v = wide ? Values::b64 : Values::b32;
    const char* r = wide ? "u" : "t";
    const std::uint32_t n = wide ? 8 : 4;
    const auto low_and_carry = [&](const std::string& name, const std::string& first,
                                   const std::string& second) {
      const auto words = [&](const std::string& text) {
        return fmt::format(fmt::runtime(text), fmt::arg("T", type), fmt::arg("r", r));
      };
      forms.push_back(form_with_body(
          fmt::format("{}.{}: its result", name, type),
          words(first + second + "mov.b" + std::to_string(8 * n) + " %d, %{r}2;"), n, {v, v, v}));
      forms.push_back(form_with_body(
          fmt::format("{}.{}: with the carry", name, type),
          words(first + second + "mov.b" + std::to_string(8 * n) + " %d, %{r}3;"), n, {v, v, v}));
    };
    low_and_carry("add.cc", "add.cc.{T} %{r}2, %a, %b; ", "addc.{T} %{r}3, %c, 0; ");
    low_and_carry("addc.cc", "add.cc.{T} %{r}5, %a, %b; addc.cc.{T} %{r}2, %b, %c; ",
                  "addc.{T} %{r}3, %a, %c; ");
    low_and_carry("sub.cc", "sub.cc.{T} %{r}2, %a, %b; ", "subc.{T} %{r}3, %c, 0; ");
    low_and_carry("subc.cc", "sub.cc.{T} %{r}5, %a, %b; subc.cc.{T} %{r}2, %b, %c; ",
                  "subc.{T} %{r}3, %a, %c; ");
    low_and_carry("mad.lo.cc", "mad.lo.cc.{T} %{r}2, %a, %b, %c; ",
                  "madc.hi.{T} %{r}3, %a, %b, %c; ");
    low_and_carry("madc.lo.cc", "add.cc.{T} %{r}5, %a, %b; madc.lo.cc.{T} %{r}2, %a, %b, %c; ",
                  "addc.{T} %{r}3, 0, 0; ");
    low_and_carry("mad.hi.cc", "mad.hi.cc.{T} %{r}2, %a, %b, %c; ", "addc.{T} %{r}3, 0, 0; ");
    // Mixed with a subtraction: its borrow is not an addition's carry.
    low_and_carry("add.cc then subc", "add.cc.{T} %{r}2, %a, %b; ", "subc.{T} %{r}3, %c, 0; ");
    low_and_carry("sub.cc then addc", "sub.cc.{T} %{r}2, %a, %b; ", "addc.{T} %{r}3, %c, 0; ");
  }
}

// Scalar video instructions, as far as ptxas compiles them as specified (README.md).
void add_scalar_video(std::vector<Form>& forms) {
  const std::vector<Values> two(2, Values::b32);
  const std::vector<Values> three(3, Values::b32);
  const auto add_plain = [&](const std::string& text) {
    forms.push_back(simple_form(text, 4, two));
    forms.push_back(simple_form(text + ".add", 4, three));
  };
  constexpr const char* types[] = {"u32.u32", "u32.s32", "s32.u32", "s32.s32"};
  for (const std::string opcode : {"vadd", "vsub", "vabsdiff", "vmin", "vmax"}) {
    for (const char* sources : types) {
      for (const char* result : {"u32", "s32"}) {
        const std::string text = fmt::format("{}.{}.{}", opcode, result, sources);
        add_plain(text);
        for (const char* part : {"b0", "b1", "b2", "b3", "h0"}) {
          forms.push_back(form_with_body(fmt::format("{} into {}", text, part),
                                         fmt::format("{} %d.{}, %a, %b, %c;", text, part), 4,
                                         three));
          forms.push_back(form_with_body(fmt::format("{} of {}", text, part),
                                         fmt::format("{0} %d, %a.{1}, %b.{1};", text, part), 4,
                                         two));
        }
        if (opcode == "vadd" || opcode == "vsub") continue;
        const bool is_mixed = sources[0] != sources[4];
        if (opcode != "vabsdiff" || result[0] == 's' || !is_mixed)
          forms.push_back(simple_form(text + ".sat", 4, two));
        forms.push_back(simple_form(text + ".min", 4, three));
        forms.push_back(simple_form(text + ".max", 4, three));
      }
    }
  }
  for (const char* mode : {"clamp", "wrap"}) {
    for (const char* both : types) {
      for (const char* opcode : {"vshl", "vshr"}) {
        add_plain(fmt::format("{}.{}.u32.{}", opcode, both, mode));
        forms.push_back(simple_form(fmt::format("{}.{}.u32.sat.{}", opcode, both, mode), 4, two));
      }
      forms.push_back(simple_form(fmt::format("vshr.{}.u32.{}.min", both, mode), 4, three));
      forms.push_back(simple_form(fmt::format("vshr.{}.u32.{}.max", both, mode), 4, three));
    }
  }
  for (const char* sources : types) {
    for (const char* comparison : {"eq", "ne", "lt", "le", "gt", "ge"})
      add_plain(fmt::format("vset.{}.{}", sources, comparison));
    const std::string text = fmt::format("vmad.s32.{}", sources);
    forms.push_back(simple_form(text, 4, three));
    forms.push_back(simple_form(text + ".po", 4, three));
    for (const char* operands : {"-%a, %b, %c", "%a, -%b, %c", "%a, %b, -%c", "%a.h1, %b.b2, %c"}) {
      forms.push_back(form_with_body(fmt::format("{} {}", text, operands),
                                     fmt::format("{} %d, {};", text, operands), 4, three));
    }
  }
}

}  // namespace

std::vector<Form> integer_forms() {
  std::vector<Form> forms;
  for (const IntegerType& type : integer_types) {
    const auto [name, v, n, is_signed] = type;
    for (const char* opcode : {"add", "sub", "mul.lo", "mul.hi", "div", "rem", "min", "max"})
      forms.push_back(simple_form(fmt::format("{}.{}", opcode, name), n, {v, v}));
    for (const char* opcode : {"mad.lo", "mad.hi", "sad"})
      forms.push_back(simple_form(fmt::format("{}.{}", opcode, name), n, {v, v, v}));
    if (n < 8) {
      forms.push_back(simple_form(fmt::format("mul.wide.{}", name), 2 * n, {v, v}));
      forms.push_back(
          simple_form(fmt::format("mad.wide.{}", name), 2 * n, {v, v, of_bytes(2 * n)}));
    }
    if (is_signed) {
      forms.push_back(simple_form(fmt::format("abs.{}", name), n, {v}));
      forms.push_back(simple_form(fmt::format("neg.{}", name), n, {v}));
    }
    if (n == 4) {
      for (const char* opcode : {"mul24.lo", "mul24.hi"})
        forms.push_back(simple_form(fmt::format("{}.{}", opcode, name), n, {v, v}));
      for (const char* opcode : {"mad24.lo", "mad24.hi"})
        forms.push_back(simple_form(fmt::format("{}.{}", opcode, name), n, {v, v, v}));
    }
  }
  using V = Values;
  for (const char* text :
       {"add.sat.s32", "sub.sat.s32", "min.relu.s32", "max.relu.s32", "add.u16x2", "add.s16x2",
        "min.u16x2", "min.s16x2", "max.u16x2", "max.s16x2", "min.relu.s16x2", "max.relu.s16x2"}) {
    forms.push_back(simple_form(text, 4, {V::b32, V::b32}));
  }
  for (const char* text : {"mad.hi.sat.s32", "mad24.hi.sat.s32"})
    forms.push_back(simple_form(text, 4, {V::b32, V::b32, V::b32}));
  for (const char* types : {"u32.u32", "u32.s32", "s32.u32", "s32.s32"}) {
    forms.push_back(simple_form(fmt::format("dp4a.{}", types), 4, {V::b32, V::b32, V::b32}));
    forms.push_back(simple_form(fmt::format("dp2a.lo.{}", types), 4, {V::b32, V::b32, V::b32}));
    forms.push_back(simple_form(fmt::format("dp2a.hi.{}", types), 4, {V::b32, V::b32, V::b32}));
  }
  for (const char* opcode : {"vadd", "vsub", "vavrg", "vabsdiff", "vmin", "vmax"}) {
    for (const char* width : {"2", "4"}) {
      for (const char* types : {"u32.u32.u32", "s32.s32.s32", "s32.u32.u32", "u32.s32.u32"}) {
        for (const char* suffix : {"", ".sat", ".add"}) {
          forms.push_back(simple_form(fmt::format("{}{}.{}{}", opcode, width, types, suffix), 4,
                                      {V::b32, V::b32, V::b32}));
        }
      }
    }
  }
  for (const char* width : {"2", "4"}) {
    for (const char* types : {"u32.u32", "s32.s32"}) {
      for (const char* comparison : {"eq", "ne", "lt", "le", "gt", "ge"}) {
        forms.push_back(simple_form(fmt::format("vset{}.{}.{}", width, types, comparison), 4,
                                    {V::b32, V::b32, V::b32}));
      }
    }
  }
  add_scalar_video(forms);
  add_carries(forms);
  return forms;
}

std::vector<Form> bit_forms() {
  using V = Values;
  std::vector<Form> forms;
  const V by_width[] = {V::b16, V::b32, V::b64};
  for (int w = 0; w < 3; ++w) {
    const auto n = static_cast<std::uint32_t>(2 << w);
    const V v = by_width[w];
    for (const char* opcode : {"and", "or", "xor"})
      forms.push_back(simple_form(fmt::format("{}.b{}", opcode, 8 * n), n, {v, v}));
    for (const char* opcode : {"not", "cnot"})
      forms.push_back(simple_form(fmt::format("{}.b{}", opcode, 8 * n), n, {v}));
    for (const char* opcode : {"shl.b", "shr.b", "shr.u", "shr.s"})
      forms.push_back(simple_form(fmt::format("{}{}", opcode, 8 * n), n, {v, V::amount}));
    if (n == 2) continue;
    for (const char* opcode : {"popc", "clz"})
      forms.push_back(simple_form(fmt::format("{}.b{}", opcode, 8 * n), 4, {v}));
    forms.push_back(simple_form(fmt::format("brev.b{}", 8 * n), n, {v}));
    for (const char* type : {"u", "s"}) {
      forms.push_back(simple_form(fmt::format("bfind.{}{}", type, 8 * n), 4, {v}));
      forms.push_back(simple_form(fmt::format("bfind.shiftamt.{}{}", type, 8 * n), 4, {v}));
      forms.push_back(
          simple_form(fmt::format("bfe.{}{}", type, 8 * n), n, {v, V::amount, V::amount}));
    }
    // There are only three operands, so the length comes from %c, too.
    forms.push_back(
        form_with_body(fmt::format("bfi.b{}", 8 * n),
                       fmt::format("shr.u32 %t2, %c, 8; mul.lo.u32 %t3, %c, 0x9E3779B1; "
                                   "shr.u32 %t3, %t3, 25; bfi.b{} %d, %a, %b, %c, %t3;",
                                   8 * n),
                       n, {v, v, V::amount}));
  }
  for (const char* mode : {"l.clamp", "l.wrap", "r.clamp", "r.wrap"})
    forms.push_back(simple_form(fmt::format("shf.{}.b32", mode), 4, {V::b32, V::b32, V::amount}));
  forms.push_back(simple_form("prmt.b32", 4, {V::b32, V::b32, V::b32}));
  for (const char* mode : {"f4e", "b4e", "rc8", "ecl", "ecr", "rc16"})
    forms.push_back(simple_form(fmt::format("prmt.b32.{}", mode), 4, {V::b32, V::b32, V::amount}));
  for (const int table : {0x00, 0x01, 0x18, 0x1b, 0x3c, 0x5a, 0x69, 0x78, 0x80, 0x96, 0xb2, 0xca,
                          0xd8, 0xe8, 0xf8, 0xfe, 0xff}) {
    forms.push_back(form_with_body(fmt::format("lop3.b32 {:#x}", table),
                                   fmt::format("lop3.b32 %d, %a, %b, %c, {:#x};", table), 4,
                                   {V::b32, V::b32, V::b32}));
  }
  for (const char* join : {"and", "or"}) {
    forms.push_back(form_with_body(
        fmt::format("lop3.{}.b32", join),
        fmt::format("setp.gt.s32 %q, %a, %c; lop3.{}.b32 %t2|%p, %a, %b, %c, 0x80, %q; "
                    "selp.b32 %t3, 0x55555555, 0, %p; xor.b32 %d, %t2, %t3;",
                    join),
        4, {V::b32, V::b32, V::b32}));
  }
  for (const char* mode : {"clamp", "wrap"}) {
    forms.push_back(simple_form(fmt::format("bmsk.{}.b32", mode), 4, {V::amount, V::amount}));
    forms.push_back(simple_form(fmt::format("szext.{}.u32", mode), 4, {V::b32, V::amount}));
    forms.push_back(simple_form(fmt::format("szext.{}.s32", mode), 4, {V::b32, V::amount}));
  }
  forms.push_back(form_with_body("fns.b32",
                                 "and.b32 %t2, %b, 31; shl.b32 %t3, %c, 28; shr.s32 %t3, %t3, 28; "
                                 "fns.b32 %d, %a, %t2, %t3;",
                                 4, {V::b32, V::amount, V::amount}));
  return forms;
}

}  // namespace lanescope::device
