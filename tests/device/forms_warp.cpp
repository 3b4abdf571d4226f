// Exchange between the lanes of a warp (PTX ISA, shfl.sync, vote.sync, match.sync, redux.sync,
// activemask, elect.sync), with all lanes and with some. Naming lanes that do not take part gives
// an undefined result, so no form reads one.
#include <fmt/format.h>

#include "tests/device/form.h"

namespace lanescope::device {
namespace {

using V = Values;

// A group of lanes that executes the instruction: `guard` selects the lanes of `mask`.
struct Group {
  const char* name;
  const char* guard;  // sets %s
  const char* mask;
};
constexpr Group groups[] = {
    {"all lanes", "setp.lt.u32 %s, %l, 32;", "0xffffffff"},
    {"lanes 0-15", "setp.lt.u32 %s, %l, 16;", "0x0000ffff"},
    {"odd lanes", "and.b32 %t9, %l, 1; setp.ne.u32 %s, %t9, 0;", "0xaaaaaaaa"},
    {"lane 5", "setp.eq.u32 %s, %l, 5;", "0x00000020"}};

void add(std::vector<Form>& forms, const Group& group, const std::string& text,
         const std::string& guarded, const std::string& after, std::uint32_t d_bytes,
         std::vector<Values> operands) {
  forms.push_back(form_with_body(
      fmt::format("{}: {}", text, group.name),
      fmt::format("mov.b{} %d, 77; mov.b32 %t2, 5; setp.ne.u32 %p, 0, 0; {}\n@%s {}\n{}",
                  8 * d_bytes, group.guard, guarded, after),
      d_bytes, std::move(operands)));
}

}  // namespace

std::vector<Form> warp_forms() {
  std::vector<Form> forms;
  const std::string with_predicate = "selp.b32 %t3, 0x40000000, 0, %p; xor.b32 %d, %t2, %t3;";
  // Shuffles by constants: every distance and several segment sizes, whole warps.
  for (const char* mode : {"up", "down", "bfly", "idx"}) {
    for (const char* clamp :
         {"0x1f", "0x0", "0x181f", "0x1c1f", "0x1800", "0x1e01", "0x0f", "0x1f1f"}) {
      forms.push_back(form_with_body(
          fmt::format("shfl.sync.{}.b32 with {}", mode, clamp),
          fmt::format("shfl.sync.{}.b32 %t2|%p, %a, %b, {}, -1; {}", mode, clamp, with_predicate),
          4, {V::b32, V::lane}));
    }
  }
  // Part of the warp exchanges among itself.
  add(forms, groups[1], "shfl.sync.bfly.b32", "shfl.sync.bfly.b32 %t2|%p, %a, 5, 0x1f, 0xffff;",
      with_predicate, 4, {V::b32});
  add(forms, groups[1], "shfl.sync.down.b32", "shfl.sync.down.b32 %t2|%p, %a, 3, 0x100f, 0xffff;",
      with_predicate, 4, {V::b32});
  add(forms, groups[2], "shfl.sync.up.b32", "shfl.sync.up.b32 %t2|%p, %a, 2, 0, 0xaaaaaaaa;",
      with_predicate, 4, {V::b32});
  add(forms, groups[2], "shfl.sync.idx.b32", "shfl.sync.idx.b32 %t2|%p, %a, 7, 0x1f, 0xaaaaaaaa;",
      with_predicate, 4, {V::b32});
  for (const Group& group : groups) {
    const std::string m = group.mask;
    for (const char* mode : {"all", "any", "uni"}) {
      add(forms, group, fmt::format("vote.sync.{}.pred", mode),
          fmt::format("vote.sync.{}.pred %p, %q, {};", mode, m), "selp.b32 %d, 1, 2, %p;", 4,
          {V::small});
      forms.back().body = "setp.lt.u32 %q, %a, 6;\n" + forms.back().body;
      add(forms, group, fmt::format("vote.sync.{}.pred negated", mode),
          fmt::format("vote.sync.{}.pred %p, !%q, {};", mode, m), "selp.b32 %d, 1, 2, %p;", 4,
          {V::small});
      forms.back().body = "setp.lt.u32 %q, %a, 6;\n" + forms.back().body;
    }
    add(forms, group, "vote.sync.ballot.b32", fmt::format("vote.sync.ballot.b32 %d, %q, {};", m),
        "", 4, {V::small});
    forms.back().body = "setp.lt.u32 %q, %a, 3;\n" + forms.back().body;
    for (const char* type : {"b32", "b64"}) {
      const std::string wide = type[1] == '6' ? "cvt.s64.s32 %u2, %a; " : "";
      const char* source = type[1] == '6' ? "%u2" : "%a";
      add(forms, group, fmt::format("match.sync.any.{}", type),
          fmt::format("match.sync.any.{} %d, {}, {};", type, source, m), "", 4, {V::small});
      forms.back().body = wide + forms.back().body;
      add(forms, group, fmt::format("match.sync.all.{}", type),
          fmt::format("match.sync.all.{} %t2|%p, {}, {};", type, source, m), with_predicate, 4,
          {V::small});
      forms.back().body = wide + forms.back().body;
      // In every second warp, all lanes have the same value.
      add(forms, group, fmt::format("match.sync.all.{} of equals", type),
          fmt::format("match.sync.all.{} %t2|%p, {}, {};", type, source, m), with_predicate, 4,
          {V::small});
      forms.back().body = "and.b32 %t4, %i, 32; setp.eq.u32 %q, %t4, 0; @%q mov.b32 %a, 9;\n" +
                          wide + forms.back().body;
    }
    for (const char* operation : {"add.u32", "add.s32", "min.u32", "min.s32", "max.u32", "max.s32",
                                  "and.b32", "or.b32", "xor.b32"}) {
      add(forms, group, fmt::format("redux.sync.{}", operation),
          fmt::format("redux.sync.{} %d, %a, {};", operation, m), "", 4, {V::b32});
    }
    add(forms, group, "elect.sync", fmt::format("elect.sync %t2|%p, {};", m), with_predicate, 4,
        {V::small});
    add(forms, group, "activemask.b32", "activemask.b32 %d;", "", 4, {V::small});
  }
  return forms;
}

}  // namespace lanescope::device
