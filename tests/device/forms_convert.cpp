// cvt between all types, with every suffix that the pair may have (PTX ISA, "cvt", "cvt.pack"). The
// list also has forms that PTX lacks; the driver's compiler refuses them, and they are counted.
#include <string_view>

#include <fmt/format.h>

#include "tests/device/form.h"

namespace lanescope::device {
namespace {

using V = Values;

struct ConvertType {
  std::string_view name;
  Values values;  // as a source
  std::uint32_t bits;
  Element element;  // as a destination
  [[nodiscard]] bool is_float() const { return element != Element::bits; }
  [[nodiscard]] std::uint32_t register_bytes() const { return bits == 8 ? 2 : bits / 8; }
};

constexpr ConvertType types[] = {
    {"u8", V::b16, 8, Element::bits},   {"s8", V::b16, 8, Element::bits},
    {"u16", V::b16, 16, Element::bits}, {"s16", V::b16, 16, Element::bits},
    {"u32", V::b32, 32, Element::bits}, {"s32", V::b32, 32, Element::bits},
    {"u64", V::b64, 64, Element::bits}, {"s64", V::b64, 64, Element::bits},
    {"f16", V::f16, 16, Element::f16},  {"bf16", V::bf16, 16, Element::bf16},
    {"f32", V::f32, 32, Element::f32},  {"f64", V::f64, 64, Element::f64}};

std::vector<const char*> roundings_of(const ConvertType& to, const ConvertType& from) {
  if (!to.is_float()) {
    return from.is_float() ? std::vector<const char*>{".rni", ".rzi", ".rmi", ".rpi"}
                           : std::vector<const char*>{""};
  }
  if (!from.is_float()) return {".rn", ".rz", ".rm", ".rp"};
  if (to.name == from.name) return {"", ".rn", ".rni", ".rzi", ".rmi", ".rpi"};
  return to.bits <= from.bits ? std::vector<const char*>{".rn", ".rz", ".rm", ".rp"}
                              : std::vector<const char*>{"", ".rn"};
}

}  // namespace

std::vector<Form> convert_forms() {
  std::vector<Form> forms;
  for (const ConvertType& to : types) {
    for (const ConvertType& from : types) {
      for (const char* rounding : roundings_of(to, from)) {
        for (const char* ftz : {"", ".ftz"}) {
          if (*ftz != 0 && to.name != "f32" && from.name != "f32") continue;
          for (const char* sat : {"", ".sat", ".relu", ".satfinite"}) {
            if (std::string_view(sat) == ".relu" && to.bits != 16) continue;
            if (std::string_view(sat) == ".satfinite" && to.bits != 16) continue;
            forms.push_back(
                simple_form(fmt::format("cvt{}{}{}.{}.{}", rounding, ftz, sat, to.name, from.name),
                            to.register_bytes(), {from.values}, to.element));
          }
        }
      }
      // Registers wider than the types: the source's upper bits are ignored, the destination's are
      // an extension.
      if (to.is_float() || from.is_float()) continue;
      for (const auto& [d, a] : {std::pair{4U, V::b32}, {8U, V::b32}, {4U, V::b64}, {8U, V::b64}}) {
        if (8 * d < to.bits || 8 * bytes_of(a) < from.bits) continue;
        if (d == to.register_bytes() && bytes_of(a) == from.register_bytes()) continue;  // above
        for (const char* sat : {"", ".sat"}) {
          const std::string text = fmt::format("cvt{}.{}.{}", sat, to.name, from.name);
          forms.push_back(
              form_with_body(fmt::format("{} in b{} from b{}", text, 8 * d, 8 * bytes_of(a)),
                             text + " %d, %a;", d, {a}));
        }
      }
    }
  }
  for (const char* rounding : {".rn", ".rz"}) {
    for (const char* suffix : {"", ".relu", ".satfinite", ".relu.satfinite"}) {
      for (const char* to : {"f16x2", "bf16x2"}) {
        forms.push_back(simple_form(fmt::format("cvt{}{}.{}.f32", rounding, suffix, to), 4,
                                    {V::f32, V::f32},
                                    to[0] == 'f' ? Element::f16x2 : Element::bf16x2));
      }
    }
  }
  for (const char* text : {"cvt.rna.tf32.f32", "cvt.rn.tf32.f32", "cvt.rz.tf32.f32",
                           "cvt.rn.relu.tf32.f32", "cvt.rz.relu.tf32.f32"}) {
    forms.push_back(simple_form(text, 4, {V::f32}));
  }
  for (const char* kind : {"e4m3x2", "e5m2x2"}) {
    for (const char* relu : {"", ".relu"}) {
      forms.push_back(
          simple_form(fmt::format("cvt.rn.satfinite{}.{}.f32", relu, kind), 2, {V::f32, V::f32}));
      forms.push_back(
          simple_form(fmt::format("cvt.rn.satfinite{}.{}.f16x2", relu, kind), 2, {V::f16x2}));
      forms.push_back(
          simple_form(fmt::format("cvt.rn{}.f16x2.{}", relu, kind), 4, {V::fp8x2}, Element::f16x2));
    }
  }
  for (const char* to : {"u16", "s16"}) {
    for (const char* from : {"u32", "s32"}) {
      forms.push_back(
          simple_form(fmt::format("cvt.pack.sat.{}.{}", to, from), 4, {V::b32, V::b32}));
    }
  }
  for (const char* to : {"u8", "s8", "u4", "s4", "u2", "s2"}) {
    forms.push_back(
        simple_form(fmt::format("cvt.pack.sat.{}.s32.b32", to), 4, {V::b32, V::b32, V::b32}));
  }
  using Body = const char*;
  for (const auto& [text, body, n, v] :
       {std::tuple{"mov.b64 {lo, hi}", Body("mov.b64 {%t2, %t3}, %a; mov.b64 %d, {%t3, %t2};"), 8U,
                   V::b64},
        {"mov.b64 {4}", Body("mov.b64 {%h0, %h1, %h2, %h3}, %a; mov.b64 %d, {%h2, %h3, %h0, %h1};"),
         8U, V::b64},
        {"mov.b32 {lo, hi}", Body("mov.b32 {%h0, %h1}, %a; mov.b32 %d, {%h1, %h0};"), 4U, V::b32},
        {"mov.b32 {_, hi}", Body("mov.b32 {_, %h1}, %a; mov.b32 %d, {%h1, %h1};"), 4U, V::b32},
        {"mov.b64 onto itself",
         Body("mov.b64 {%t2, %t3}, %a; mov.b64 {%t3, %t2}, %a; "
              "mov.b64 %d, {%t2, %t3};"),
         8U, V::b64}}) {
    forms.push_back(form_with_body(text, body, n, {v}));
  }
  return forms;
}

}  // namespace lanescope::device
