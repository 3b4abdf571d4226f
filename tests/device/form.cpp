#include "tests/device/form.h"

#include <cstring>

#include <fmt/format.h>

namespace lanescope::device {

std::string ptx_of(const Form& form) {
  // Newer than the version our compilers emit, because some forms are recent (add.bf16 with sm_90).
  std::string text = ".version 8.4\n.target sm_90\n.address_size 64\n" + form.globals;
  text += ".visible .entry k(.param .u64 p_out";
  for (std::size_t i = 0; i < form.operands.size(); ++i)
    text += fmt::format(", .param .u64 p_{}", "abc"[i]);
  text += ")\n{\n.reg .pred %p, %q, %s;\n.reg .b16 %h<16>;\n.reg .b32 %t<24>, %i, %tx, %l;\n";
  text += ".reg .b64 %u<24>, %out, %at, %from;\n";
  if (form.d_bytes != 0) text += fmt::format(".reg .b{} %d;\n", 8 * form.d_bytes);
  for (std::size_t i = 0; i < form.operands.size(); ++i)
    text += fmt::format(".reg .b{} %{};\n", 8 * bytes_of(form.operands[i]), "abc"[i]);
  text +=
      "ld.param.u64 %out, [p_out];\nmov.u32 %tx, %tid.x;\nmov.u32 %l, %laneid;\n"
      "mov.u32 %t0, %ctaid.x;\nmov.u32 %t1, %ntid.x;\nmad.lo.u32 %i, %t0, %t1, %tx;\n";
  for (std::size_t i = 0; i < form.operands.size(); ++i) {
    const std::size_t bytes = bytes_of(form.operands[i]);
    text += fmt::format(
        "ld.param.u64 %from, [p_{0}];\nmul.wide.u32 %at, %i, {1};\nadd.s64 %at, %from, %at;\n"
        "ld.global.b{2} %{0}, [%at];\n",
        "abc"[i], bytes, 8 * bytes);
  }
  text += form.body + "\n";
  if (form.d_bytes != 0) {
    text += fmt::format(
        "mul.wide.u32 %at, %i, {0};\nadd.s64 %at, %out, %at;\nst.global.b{1} [%at], %d;\n",
        form.d_bytes, 8 * form.d_bytes);
  }
  return text + "ret;\n}\n";
}

KernelLaunch launch_of(const Form& form) {
  KernelLaunch launch;
  launch.ptx = ptx_of(form);
  const auto sets = operand_sets(form.operands, form.count, form_block);
  launch.grid = static_cast<std::uint32_t>(sets[0].size()) / form_block;
  launch.block[0] = form_block;
  launch.arrays.emplace_back(form.d_bytes != 0 ? sets[0].size() * form.d_bytes : 4096);
  for (std::size_t o = 0; o < sets.size(); ++o) {
    const std::size_t bytes = bytes_of(form.operands[o]);
    std::vector<std::byte>& array = launch.arrays.emplace_back(sets[o].size() * bytes);
    for (std::size_t i = 0; i < sets[o].size(); ++i)
      std::memcpy(array.data() + i * bytes, &sets[o][i], bytes);
  }
  return launch;
}

Form form_with_body(std::string text, std::string body, std::uint32_t d_bytes,
                    std::vector<Values> operands, Element element) {
  Form form;
  form.opcode = text.substr(0, text.find('.'));
  form.text = std::move(text);
  form.body = std::move(body);
  form.d_bytes = d_bytes;
  form.operands = std::move(operands);
  form.element = element;
  return form;
}

Form simple_form(std::string text, std::uint32_t d_bytes, std::vector<Values> operands,
                 Element element) {
  std::string body = text + " %d";
  for (std::size_t i = 0; i < operands.size(); ++i) body += fmt::format(", %{}", "abc"[i]);
  return form_with_body(std::move(text), body + ";", d_bytes, std::move(operands), element);
}

}  // namespace lanescope::device
