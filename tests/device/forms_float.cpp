// 32- and 64-bit floating point (PTX ISA, "Floating Point Instructions"): instructions that round
// as in IEEE 754, and approximate ones with a bound.
#include <bit>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "tests/device/form.h"

namespace lanescope::device {
namespace {

using V = Values;

struct FloatType {
  const char* name;
  Values values;
  std::uint32_t bytes;
  Element element;
};
constexpr FloatType float_types[] = {{"f32", V::f32, 4, Element::f32},
                                     {"f64", V::f64, 8, Element::f64}};

double reciprocal(double a, double /*b*/) { return 1 / a; }
double square_root(double a, double /*b*/) { return std::sqrt(a); }
double reciprocal_root(double a, double /*b*/) { return 1 / std::sqrt(a); }
double sine(double a, double /*b*/) { return std::sin(a); }
double cosine(double a, double /*b*/) { return std::cos(a); }
double logarithm(double a, double /*b*/) { return std::log2(a); }
double power_of_two(double a, double /*b*/) { return std::exp2(a); }
double hyperbolic_tangent(double a, double /*b*/) { return std::tanh(a); }
double quotient(double a, double b) { return a / b; }

// The approximate f64 instructions read only the operand's upper 32 bits, so a NaN may count as
// infinity.
double upper(double a) {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(a) & ~0xffff'ffffULL);
}
double reciprocal_of_upper(double a, double /*b*/) { return 1 / upper(a); }
double root_of_upper(double a, double /*b*/) { return 1 / std::sqrt(upper(a)); }

}  // namespace

std::vector<Form> float_forms() {
  std::vector<Form> forms;
  for (const auto& [name, v, n, element] : float_types) {
    const bool single = n == 4;
    const auto push = [&, v = v, n = n, element = element](const std::string& text, int operands) {
      forms.push_back(simple_form(
          text, n, std::vector<Values>(static_cast<std::size_t>(operands), v), element));
    };
    for (const char* ftz : {"", ".ftz"}) {
      if (*ftz != 0 && !single) continue;
      for (const char* rounding : {"rn", "rz", "rm", "rp"}) {
        for (const char* sat : {"", ".sat"}) {
          if (*sat != 0 && !single) continue;
          for (const char* opcode : {"add", "sub", "mul"})
            push(fmt::format("{}.{}{}{}.{}", opcode, rounding, ftz, sat, name), 2);
          for (const char* opcode : {"fma", "mad"})
            push(fmt::format("{}.{}{}{}.{}", opcode, rounding, ftz, sat, name), 3);
        }
        push(fmt::format("div.{}{}.{}", rounding, ftz, name), 2);
        push(fmt::format("rcp.{}{}.{}", rounding, ftz, name), 1);
        push(fmt::format("sqrt.{}{}.{}", rounding, ftz, name), 1);
      }
      // No rounding modifier: rounds to nearest, and may be contracted. A single instruction gives
      // the same result.
      for (const char* opcode : {"add", "sub", "mul"})
        push(fmt::format("{}{}.{}", opcode, ftz, name), 2);
      for (const char* opcode : {"abs", "neg"}) push(fmt::format("{}{}.{}", opcode, ftz, name), 1);
      for (const char* opcode : {"min", "max"}) {
        for (const char* suffix : {"", ".NaN", ".xorsign.abs", ".NaN.xorsign.abs"}) {
          if (*suffix != 0 && !single) continue;
          push(fmt::format("{}{}{}.{}", opcode, ftz, suffix, name), 2);
        }
      }
    }
    push(fmt::format("copysign.{}", name), 2);
    // Two instructions that must round twice, because both have a rounding modifier.
    forms.push_back(
        form_with_body(fmt::format("mul.rn then add.rn.{}", name),
                       fmt::format("mul.rn.{0} %{1}2, %a, %b; add.rn.{0} %d, %{1}2, %c;", name,
                                   single ? "t" : "u"),
                       n, {v, v, v}, element));
  }
  return forms;
}

std::vector<Form> approximate_forms() {
  std::vector<Form> forms;
  const double ulp = std::ldexp(1.0, -23);  // of f32, as an upper limit relative to the result
  const auto push = [&](const std::string& text, std::vector<Values> operands,
                        double (*exact)(double, double), Bound bound) {
    for (const char* ftz : {"", ".ftz"}) {
      if (*ftz != 0 && text == "tanh.approx") continue;
      Form form =
          simple_form(fmt::format("{}{}.f32", text, ftz), 4, std::move(operands), Element::f32);
      operands = form.operands;
      form.exact = exact;
      form.bound = bound;
      form.bound.flushes = *ftz != 0;
      form.count = 65536;
      forms.push_back(std::move(form));
    }
  };
  push("rcp.approx", {V::f32}, reciprocal, {.relative = ulp});
  push("sqrt.approx", {V::f32}, square_root, {.relative = ulp});
  push("rsqrt.approx", {V::f32}, reciprocal_root, {.relative = std::exp2(-22.9)});
  push("lg2.approx", {V::f32}, logarithm, {.relative = std::exp2(-22), .absolute = std::exp2(-22)});
  push("ex2.approx", {V::f32}, power_of_two, {.relative = 2 * ulp});
  push("tanh.approx", {V::f32}, hyperbolic_tangent, {.relative = std::exp2(-11)});
  // PTX's wider bound for the wider range; within +-2 pi the bound is 2^-20.5.
  push("sin.approx", {V::angle}, sine,
       {.absolute = std::exp2(-14.7), .from = -314.16, .to = 314.16});
  push("cos.approx", {V::angle}, cosine,
       {.absolute = std::exp2(-14.7), .from = -314.16, .to = 314.16});
  push("sin.approx", {V::f32}, sine, {.absolute = std::exp2(-20.5), .from = -6.2831, .to = 6.2831});
  push("cos.approx", {V::f32}, cosine,
       {.absolute = std::exp2(-20.5), .from = -6.2831, .to = 6.2831});
  push("div.full", {V::f32, V::f32}, quotient, {.relative = 2 * ulp});
  push("div.approx", {V::f32, V::f32}, quotient,
       {.relative = 2 * ulp, .from = std::exp2(-126), .to = std::exp2(126)});

  Form rough = simple_form("rcp.approx.ftz.f64", 8, {V::f64}, Element::f64);
  rough.exact = reciprocal_of_upper;
  rough.bound = {.relative = std::exp2(-20), .flushes = true};
  forms.push_back(rough);
  Form root = simple_form("rsqrt.approx.ftz.f64", 8, {V::f64}, Element::f64);
  root.exact = root_of_upper;
  root.bound = {.relative = std::exp2(-20), .flushes = true};
  forms.push_back(root);
  root = simple_form("rsqrt.approx.f64", 8, {V::f64}, Element::f64);
  root.exact = reciprocal_root;
  root.bound = {.relative = std::exp2(-20)};
  forms.push_back(root);

  const auto half = [&](const std::string& text, Values v, Element element,
                        double (*exact)(double, double), Bound bound) {
    Form form = simple_form(text, static_cast<std::uint32_t>(bytes_of(v)), {v}, element);
    form.exact = exact;
    form.bound = bound;
    forms.push_back(std::move(form));
  };
  const Bound exponent{.relative = std::exp2(-9.9)};
  const Bound exponent_bf16{.relative = std::exp2(-7), .flushes = true};
  half("ex2.approx.f16", V::f16, Element::f16, power_of_two, exponent);
  half("ex2.approx.f16x2", V::f16x2, Element::f16x2, power_of_two, exponent);
  half("ex2.approx.ftz.bf16", V::bf16, Element::bf16, power_of_two, exponent_bf16);
  half("ex2.approx.ftz.bf16x2", V::bf16x2, Element::bf16x2, power_of_two, exponent_bf16);
  const Bound tangent{.absolute = std::exp2(-10.987)};
  const Bound tangent_bf16{.absolute = std::exp2(-8)};
  half("tanh.approx.f16", V::f16, Element::f16, hyperbolic_tangent, tangent);
  half("tanh.approx.f16x2", V::f16x2, Element::f16x2, hyperbolic_tangent, tangent);
  half("tanh.approx.bf16", V::bf16, Element::bf16, hyperbolic_tangent, tangent_bf16);
  half("tanh.approx.bf16x2", V::bf16x2, Element::bf16x2, hyperbolic_tangent, tangent_bf16);
  return forms;
}

}  // namespace lanescope::device
