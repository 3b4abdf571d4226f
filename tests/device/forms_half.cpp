// Half precision and bfloat16, scalars and pairs (PTX ISA, "Half Precision Floating Point
// Instructions").
#include <string_view>

#include <fmt/format.h>

#include "tests/device/form.h"

namespace lanescope::device {

std::vector<Form> half_forms() {
  struct HalfType {
    const char* name;
    Values values;
    Element element;
    bool brain;
  };
  using V = Values;
  constexpr HalfType types[] = {{"f16", V::f16, Element::f16, false},
                                {"f16x2", V::f16x2, Element::f16x2, false},
                                {"bf16", V::bf16, Element::bf16, true},
                                {"bf16x2", V::bf16x2, Element::bf16x2, true}};
  std::vector<Form> forms;
  for (const HalfType& type : types) {
    const Values v = type.values;
    const auto n = static_cast<std::uint32_t>(bytes_of(v));
    const auto push = [&](const std::string& text, std::size_t operands) {
      forms.push_back(
          simple_form(text + "." + type.name, n, std::vector<Values>(operands, v), type.element));
    };
    for (const char* rounding : {"", ".rn"}) {
      for (const char* ftz : {"", ".ftz"}) {
        for (const char* sat : {"", ".sat"}) {
          if (type.brain && (*ftz != 0 || *sat != 0)) continue;
          for (const char* opcode : {"add", "sub", "mul"})
            push(fmt::format("{}{}{}{}", opcode, rounding, ftz, sat), 2);
        }
      }
    }
    for (const char* ftz : {"", ".ftz"}) {
      if (type.brain && *ftz != 0) continue;
      for (const char* suffix : {"", ".sat", ".relu"}) {
        if (type.brain && std::string_view(suffix) == ".sat") continue;
        push(fmt::format("fma.rn{}{}", ftz, suffix), 3);
      }
      for (const char* opcode : {"min", "max"}) {
        for (const char* suffix : {"", ".NaN", ".xorsign.abs", ".NaN.xorsign.abs"})
          push(fmt::format("{}{}{}", opcode, ftz, suffix), 2);
      }
      push(fmt::format("abs{}", ftz), 1);
      push(fmt::format("neg{}", ftz), 1);
    }
    push("fma.rn.oob", 3);
    push("fma.rn.oob.relu", 3);
  }
  return forms;
}

}  // namespace lanescope::device
