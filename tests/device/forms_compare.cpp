// Comparisons and selection (PTX ISA, "Comparison and Selection Instructions", testp).
#include <string_view>

#include <fmt/format.h>

#include "tests/device/form.h"

namespace lanescope::device {
namespace {

struct Comparable {
  const char* name;
  Values values;
  std::string_view comparisons;
};

constexpr std::string_view of_bits = "eq ne";
constexpr std::string_view of_unsigned = "eq ne lt le gt ge lo ls hi hs";
constexpr std::string_view of_signed = "eq ne lt le gt ge";
constexpr std::string_view of_floats = "eq ne lt le gt ge equ neu ltu leu gtu geu num nan";

constexpr Comparable types[] = {
    {"b16", Values::b16, of_bits},        {"u16", Values::b16, of_unsigned},
    {"s16", Values::b16, of_signed},      {"b32", Values::b32, of_bits},
    {"u32", Values::b32, of_unsigned},    {"s32", Values::b32, of_signed},
    {"b64", Values::b64, of_bits},        {"u64", Values::b64, of_unsigned},
    {"s64", Values::b64, of_signed},      {"f32", Values::f32, of_floats},
    {"f64", Values::f64, of_floats},      {"f16", Values::f16, of_floats},
    {"bf16", Values::bf16, of_floats},    {"f16x2", Values::f16x2, of_floats},
    {"bf16x2", Values::bf16x2, of_floats}};

template <class Each>
void for_words(std::string_view words, Each each) {
  while (!words.empty()) {
    const std::size_t end = words.find(' ');
    each(words.substr(0, end));
    words = end == std::string_view::npos ? std::string_view() : words.substr(end + 1);
  }
}

constexpr const char* both =
    " selp.b32 %t2, 1, 0, %p; selp.b32 %t3, 2, 0, %q; or.b32 %d, %t2, %t3;";

}  // namespace

std::vector<Form> compare_forms() {
  std::vector<Form> forms;
  for (const Comparable& type : types) {
    const std::string_view name = type.name;
    const bool pair = name.ends_with("x2");
    const bool one = name == "f16" || name == "bf16";  // halves have no second predicate
    const std::string targets = one ? "%p" : "%p|%q";
    const char* result = one ? " selp.b32 %d, 1, 0, %p;" : both;
    const bool may_flush = name == "f32" || name == "f16" || name == "f16x2";
    for_words(type.comparisons, [&](std::string_view comparison) {
      for (const char* ftz : {"", ".ftz"}) {
        if (*ftz != 0 && !may_flush) continue;
        const std::string text = fmt::format("setp.{}{}.{}", comparison, ftz, name);
        forms.push_back(form_with_body(text, fmt::format("{} {}, %a, %b;{}", text, targets, result),
                                       4, {type.values, type.values}));
        // For each comparison, one of the three joins and one kind of destination, in turn.
        const char* joins[] = {"and", "or", "xor"};
        const std::string joined =
            fmt::format("setp.{}.{}{}.{}", comparison, joins[forms.size() % 3], ftz, name);
        forms.push_back(
            form_with_body(joined,
                           fmt::format("setp.lt.u32 %s, %l, 11; {} {}, %a, %b, {}%s;{}", joined,
                                       targets, pair || forms.size() % 2 == 0 ? "" : "!", result),
                           4, {type.values, type.values}));
        const auto set = [&](const char* to, std::uint32_t bytes) {
          forms.push_back(simple_form(fmt::format("set.{}{}.{}.{}", comparison, ftz, to, name),
                                      bytes, {type.values, type.values}));
        };
        if (pair) {
          set(type.name, 4);
        } else if (name == "f16" || name == "bf16") {
          set(type.name, 2);
          set("u16", 2);
          set("u32", 4);
        } else {
          set("u32", 4);
          set("s32", 4);
          set("f32", 4);
        }
      }
    });
  }
  using V = Values;
  const V by_width[] = {V::b16, V::b32, V::b64};
  for (int w = 0; w < 3; ++w) {
    const auto n = static_cast<std::uint32_t>(2 << w);
    forms.push_back(
        form_with_body(fmt::format("selp.b{}", 8 * n),
                       fmt::format("setp.lt.u32 %p, %l, 13; selp.b{} %d, %a, %b, %p;", 8 * n), n,
                       {by_width[w], by_width[w]}));
    for (const char* type : {"b", "u", "s"}) {
      forms.push_back(simple_form(fmt::format("slct.{}{}.s32", type, 8 * n), n,
                                  {by_width[w], by_width[w], V::b32}));
      for (const char* ftz : {"", ".ftz"}) {
        forms.push_back(simple_form(fmt::format("slct{}.{}{}.f32", ftz, type, 8 * n), n,
                                    {by_width[w], by_width[w], V::f32}));
      }
    }
  }
  for (const char* by : {"s32", "f32"}) {
    const V c = by[0] == 's' ? V::b32 : V::f32;
    forms.push_back(simple_form(fmt::format("slct.f32.{}", by), 4, {V::f32, V::f32, c}));
    forms.push_back(simple_form(fmt::format("slct.f64.{}", by), 8, {V::f64, V::f64, c}));
  }
  for (const char* test : {"finite", "infinite", "number", "notanumber", "normal", "subnormal"}) {
    for (const char* type : {"f32", "f64"}) {
      forms.push_back(
          form_with_body(fmt::format("testp.{}.{}", test, type),
                         fmt::format("testp.{}.{} %p, %a; selp.b32 %d, 1, 0, %p;", test, type), 4,
                         {type[1] == '3' ? V::f32 : V::f64}));
    }
  }
  return forms;
}

}  // namespace lanescope::device
