// Memory: widths, extension, vectors, shared memory, and atomics whose result does not depend on
// their order (PTX ISA, ld, st, atom, red, bar).
#include <string_view>

#include <fmt/format.h>

#include "tests/device/form.h"

namespace lanescope::device {
namespace {

using V = Values;

void add_loads(std::vector<Form>& forms) {
  // Through shared memory, with a store and a load of different widths.
  const char* globals = ".shared .align 16 .b8 s[4096];\n";
  const auto push = [&](const std::string& text, const std::string& body, std::uint32_t n,
                        std::vector<Values> operands) {
    Form form = form_with_body(text, body, n, std::move(operands));
    form.opcode = text.substr(0, text.find('.')) == "st" ? "st" : "ld";
    form.globals = globals;
    forms.push_back(std::move(form));
  };
  const std::string place = "mul.wide.u32 %u2, %tx, 16; mov.u64 %u3, s; add.u64 %u2, %u2, %u3;\n";
  for (const char* type : {"u8", "s8", "b8", "u16", "s16", "u32", "s32"}) {
    for (const std::uint32_t n : {2U, 4U, 8U}) {
      if (type[1] == '3' && n < 4) continue;
      push(fmt::format("ld.shared.{} into b{}", type, 8 * n),
           place + fmt::format("st.shared.b64 [%u2], %a; ld.shared.{} %d, [%u2+4];", type), n,
           {V::b64});
      push(fmt::format("ld.shared.{} into b{}, lowest", type, 8 * n),
           place + fmt::format("st.shared.b64 [%u2], %a; ld.shared.{} %d, [%u2];", type), n,
           {V::b64});
    }
  }
  push("st.shared.u8 of wider",
       place +
           "st.shared.b32 [%u2], %b; st.shared.u8 [%u2+2], %a; "
           "ld.shared.b32 %d, [%u2];",
       4, {V::b32, V::b32});
  push("st.shared.u16 of wider",
       place +
           "st.shared.b32 [%u2], %b; st.shared.u16 [%u2+2], %a; "
           "ld.shared.b32 %d, [%u2];",
       4, {V::b64, V::b32});
  push("ld.shared.v4.u8",
       place +
           "st.shared.b32 [%u2], %a; ld.shared.v4.u8 {%h0, %h1, %h2, %h3}, "
           "[%u2]; mov.b64 %d, {%h3, %h2, %h1, %h0};",
       8, {V::b32});
  push("ld.shared.v2.s16",
       place +
           "st.shared.b32 [%u2], %a; ld.shared.v2.s16 {%t2, %t3}, [%u2]; "
           "mov.b64 %d, {%t3, %t2};",
       8, {V::b32});
  push("st.shared.v4.b32",
       place +
           "st.shared.v4.b32 [%u2], {%a, %b, %c, %i}; "
           "ld.shared.v2.b64 {%u4, %u5}, [%u2]; xor.b64 %d, %u4, %u5;",
       8, {V::b32, V::b32, V::b32});
  push("ld.shared by the neighbours",
       place +
           "st.shared.b32 [%u2], %a; bar.sync 0; "
           "xor.b32 %t2, %tx, 77; mul.wide.u32 %u4, %t2, 16; add.u64 %u4, %u4, %u3; "
           "ld.shared.b32 %d, [%u4];",
       4, {V::b32});
  push("ld of a generic address",
       place +
           "cvta.shared.u64 %u4, %u2; st.b32 [%u4+8], %a; bar.sync 0; "
           "ld.shared.b32 %d, [%u2+8];",
       4, {V::b32});
  push("bar.red.popc", "setp.gt.s32 %p, %a, 3; bar.red.popc.u32 %d, 0, %p;", 4, {V::small});
  push("bar.red.and", "setp.lt.s32 %p, %a, 7; bar.red.and.pred %q, 0, %p; selp.b32 %d, 1, 2, %q;",
       4, {V::small});
  push("bar.red.or", "setp.gt.s32 %p, %a, 8; bar.red.or.pred %q, 0, !%p; selp.b32 %d, 1, 2, %q;", 4,
       {V::small});
}

// Loads from global memory with every cache operator and memory order; the value is the same.
void add_qualifiers(std::vector<Form>& forms) {
  const std::string at_a =
      "ld.param.u64 %u4, [p_a]; mul.wide.u32 %u5, %i, 4; add.u64 %u4, %u4, %u5;\n";
  for (const char* load : {"ld.global.nc",
                           "ld.global.ca",
                           "ld.global.cg",
                           "ld.global.cs",
                           "ld.global.cv",
                           "ld.global.lu",
                           "ld.volatile.global",
                           "ld.weak.global",
                           "ld.relaxed.gpu.global",
                           "ld.relaxed.sys.global",
                           "ld.acquire.cta.global",
                           "ld.acquire.gpu.global",
                           "ldu.global",
                           "ld.global.L1::no_allocate",
                           "ld.global.L1::evict_last",
                           "ld.global.L2::128B",
                           "ld.global.nc.L1::no_allocate.L2::256B",
                           "ld",
                           "ld.volatile",
                           "ld.relaxed.gpu"}) {
    forms.push_back(form_with_body(fmt::format("{}.b32", load),
                                   at_a + fmt::format("{}.b32 %d, [%u4];", load), 4, {V::b32}));
  }
  forms.push_back(form_with_body("ld.global.L2::cache_hint.b32",
                                 at_a + "createpolicy.fractional.L2::evict_last.b64 %u6, 1.0;\n"
                                        "ld.global.L2::cache_hint.b32 %d, [%u4], %u6;",
                                 4, {V::b32}));
  const std::string at_out = "mul.wide.u32 %u5, %i, 4; add.u64 %u4, %out, %u5;\n";
  for (const char* store : {"st.global", "st.global.wb", "st.global.cg", "st.global.cs",
                            "st.global.wt", "st.volatile.global", "st.weak.global",
                            "st.relaxed.gpu.global", "st.release.gpu.global", "st"}) {
    forms.push_back(form_with_body(
        fmt::format("{}.b32", store),
        at_out + fmt::format("{}.b32 [%u4], %a; ld.global.b32 %d, [%u4];", store), 4, {V::b32}));
  }
  for (const char* vector : {"v2.b32 {%d, %t3}", "v2.b32 {%t3, %d}", "v2.b32 {_, %d}"}) {
    forms.push_back(form_with_body(
        fmt::format("ld.global.{}", vector),
        "ld.param.u64 %u4, [p_a]; and.b32 %t2, %i, 0xfffffffe; mul.wide.u32 %u5, %t2, 4; "
        "add.u64 %u4, %u4, %u5;\n" +
            fmt::format("ld.global.{}, [%u4];", vector),
        4, {V::b32}));
  }
  Form constant = form_with_body("ld.const.b32",
                                 "and.b32 %t2, %a, 7; mul.wide.u32 %u2, %t2, 4; mov.u64 %u3, c; "
                                 "add.u64 %u2, %u2, %u3; ld.const.b32 %t3, [%u2]; "
                                 "cvta.const.u64 %u4, %u2; ld.b32 %t4, [%u4]; "
                                 "mad.lo.u32 %d, %t3, 3, %t4;",
                                 4, {V::b32});
  constant.globals = ".const .align 4 .b32 c[8] = {1, -2, 3, 0x7fffffff, 5, 6, 7, 80};\n";
  forms.push_back(constant);
  Form global = constant;
  global.text = "ld.global of a variable";
  global.globals = ".global .align 4 .b32 c[8] = {1, -2, 3, 0x7fffffff, 5, 6, 7, 80};\n";
  global.body =
      "and.b32 %t2, %a, 7; mul.wide.u32 %u2, %t2, 4; mov.u64 %u3, c; add.u64 %u2, %u2, %u3; "
      "ld.global.b32 %d, [%u2];";
  forms.push_back(global);
  for (const char* space : {"global", "shared", "const", "local"}) {
    Form form = form_with_body(
        fmt::format("isspacep.{}", space),
        fmt::format("and.b32 %t2, %a, 1; setp.eq.u32 %q, %t2, 0; mov.u64 %u2, s; "
                    "cvta.shared.u64 %u2, %u2; selp.b64 %u3, %u2, %out, %q; isspacep.{} %p, %u3; "
                    "selp.b32 %d, 1, 2, %p;",
                    space),
        4, {V::b32});
    form.globals = ".shared .align 16 .b8 s[4096];\n";
    forms.push_back(form);
  }
}

void add_specials(std::vector<Form>& forms) {
  for (const char* name : {"%tid.x",
                           "%tid.y",
                           "%tid.z",
                           "%ntid.x",
                           "%ntid.y",
                           "%ntid.z",
                           "%ctaid.x",
                           "%ctaid.y",
                           "%ctaid.z",
                           "%nctaid.x",
                           "%nctaid.y",
                           "%nctaid.z",
                           "%laneid",
                           "%lanemask_eq",
                           "%lanemask_le",
                           "%lanemask_lt",
                           "%lanemask_ge",
                           "%lanemask_gt",
                           "%dynamic_smem_size",
                           "%clusterid.x",
                           "%nclusterid.x",
                           "%cluster_ctaid.x",
                           "%cluster_nctaid.x",
                           "%cluster_ctarank",
                           "%cluster_nctarank"}) {
    forms.push_back(form_with_body(fmt::format("mov.u32 of {}", name),
                                   fmt::format("mov.u32 %d, {};", name), 4, {V::small}));
    forms.back().count = 1024;
  }
  forms.push_back(form_with_body("mov.u16 of %tid.x", "mov.u16 %d, %tid.x;", 2, {V::small}));
  forms.push_back(
      form_with_body("cvt.u64.u32 of %ctaid.x", "cvt.u64.u32 %d, %ctaid.x;", 8, {V::small}));
  forms.push_back(form_with_body("mov.pred of %is_explicit_cluster",
                                 "mov.pred %p, %is_explicit_cluster; selp.b32 %d, 1, 2, %p;", 4,
                                 {V::small}));
}

// Asynchronous copies with their waits, and matrices of 8 x 8 halves between shared memory and a
// warp's registers.
void add_copies(std::vector<Form>& forms) {
  const char* globals = ".shared .align 16 .b8 s[4096];\n";
  const auto push = [&](const std::string& text, const std::string& body, std::uint32_t n,
                        std::vector<Values> operands) {
    Form form = form_with_body(text, body, n, std::move(operands));
    form.globals = globals;
    forms.push_back(std::move(form));
  };
  const std::string places =
      "mul.wide.u32 %u2, %tx, 16; mov.u64 %u3, s; add.u64 %u2, %u2, %u3;\n"
      "mov.u64 %u7, 0x1111222233334444; st.shared.v2.b64 [%u2], {%u7, %u7};\n"
      "ld.param.u64 %u4, [p_a]; and.b32 %t2, %i, 0xfffffffc; mul.wide.u32 %u5, %t2, 4; "
      "add.u64 %u4, %u4, %u5;\n";
  const std::string read =
      "ld.shared.v2.b64 {%u8, %u9}, [%u2]; mul.lo.u64 %u9, %u9, 3; add.u64 %d, %u8, %u9;";
  for (const char* copy :
       {"ca.shared.global [%u2], [%u4], 4", "ca.shared.global [%u2], [%u4], 8",
        "ca.shared.global [%u2], [%u4], 16", "cg.shared.global [%u2], [%u4], 16",
        "ca.shared.global [%u2], [%u4], 4, %t3", "ca.shared.global [%u2], [%u4], 8, %t3",
        "ca.shared.global [%u2], [%u4], 16, %t3", "cg.shared.global [%u2], [%u4], 16, %t3",
        "cg.shared.global [%u2], [%u4], 16, %q", "cg.shared.global.L2::128B [%u2], [%u4], 16"}) {
    // The number of bytes to read is at most the size of the copy.
    const char* most = std::string_view(copy).find("], 4") != std::string_view::npos   ? "4"
                       : std::string_view(copy).find("], 8") != std::string_view::npos ? "8"
                                                                                       : "16";
    const std::string chosen =
        fmt::format("and.b32 %t3, %l, 15; min.u32 %t3, %t3, {}; setp.lt.u32 %q, %l, 11;\n", most);
    push(fmt::format("cp.async.{}", copy),
         places + chosen + fmt::format("cp.async.{}; cp.async.wait_all;\n", copy) + read, 8,
         {V::b32});
    push(fmt::format("cp.async.{} in a group", copy),
         places + chosen +
             fmt::format("cp.async.{}; cp.async.commit_group; cp.async.commit_group; "
                         "cp.async.wait_group 1;\n",
                         copy) +
             read,
         8, {V::b32});
  }
  const std::string fill =
      "mul.wide.u32 %u2, %tx, 16; mov.u64 %u3, s; add.u64 %u2, %u2, %u3;\n"
      "mad.lo.u32 %t2, %i, 3, %a; not.b32 %t3, %a; mul.lo.u32 %t4, %i, 0x10003;\n"
      "st.shared.v4.b32 [%u2], {%a, %t2, %t3, %t4}; bar.sync 0;\n"
      "mad.lo.u32 %t5, %l, 5, 3; and.b32 %t5, %t5, 31; and.b32 %t6, %tx, 0xffffffe0; "
      "add.u32 %t5, %t5, %t6; mul.wide.u32 %u4, %t5, 16; add.u64 %u4, %u4, %u3;\n";
  const std::string mix =
      "mul.lo.u32 %t12, %t12, 3; mad.lo.u32 %t12, %t13, 5, %t12; mad.lo.u32 %t12, %t14, 7, %t12; "
      "mad.lo.u32 %d, %t15, 11, %t12;";
  const std::string none = "mov.b32 %t12, 0; mov.b32 %t13, 0; mov.b32 %t14, 0; mov.b32 %t15, 0;\n";
  for (const char* trans : {"", ".trans"}) {
    for (const auto& [count, registers] :
         {std::pair{"x1", "{%t12}"}, {"x2", "{%t12, %t13}"}, {"x4", "{%t12, %t13, %t14, %t15}"}}) {
      push(fmt::format("ldmatrix.sync.aligned.m8n8.{}{}.shared.b16", count, trans),
           fill + none +
               fmt::format("ldmatrix.sync.aligned.m8n8.{}{}.shared.b16 {}, [%u4];\n", count, trans,
                           registers) +
               mix,
           4, {V::b32});
      push(fmt::format("stmatrix.sync.aligned.m8n8.{}{}.shared.b16", count, trans),
           fill +
               "mov.b32 %t12, %a; xor.b32 %t13, %a, %i; add.u32 %t14, %a, %l; mul.lo.u32 %t15, %a, "
               "%i; bar.sync 0;\n" +
               fmt::format("stmatrix.sync.aligned.m8n8.{}{}.shared.b16 [%u4], {};\nbar.sync 0;\n",
                           count, trans, registers) +
               "ld.shared.v4.b32 {%t12, %t13, %t14, %t15}, [%u2];\n" + mix,
           4, {V::b32});
    }
  }
  push("movmatrix.sync.aligned.m8n8.trans.b16", "movmatrix.sync.aligned.m8n8.trans.b16 %d, %a;", 4,
       {V::b32});
}

void add_atomics(std::vector<Form>& forms) {
  struct Atomic {
    const char* operation;
    Values values;
    std::uint32_t bytes;
  };
  constexpr Atomic atomics[] = {
      {"add.u32", V::b32, 4}, {"add.s32", V::b32, 4}, {"add.u64", V::b64, 8},
      {"min.u32", V::b32, 4}, {"min.s32", V::b32, 4}, {"min.u64", V::b64, 8},
      {"min.s64", V::b64, 8}, {"max.u32", V::b32, 4}, {"max.s32", V::b32, 4},
      {"max.u64", V::b64, 8}, {"max.s64", V::b64, 8}, {"and.b32", V::b32, 4},
      {"or.b32", V::b32, 4},  {"xor.b32", V::b32, 4}, {"and.b64", V::b64, 8},
      {"or.b64", V::b64, 8},  {"xor.b64", V::b64, 8}};
  for (const auto& [operation, v, n] : atomics) {
    for (const char* opcode : {"red.global", "atom.global"}) {
      // 64 words. The thread's index selects the word, so that several warps share each.
      const bool is_atom = opcode[0] == 'a';
      Form form = form_with_body(
          fmt::format("{}.{}", opcode, operation),
          fmt::format("mul.lo.u32 %t2, %i, 7; and.b32 %t2, %t2, 63; mul.wide.u32 %u2, %t2, {}; "
                      "add.u64 %u2, %out, %u2; {}.{} {}[%u2], %a;",
                      n, opcode, operation, is_atom ? (n == 8 ? "%u3, " : "%t3, ") : ""),
          0, {v});
      forms.push_back(std::move(form));
    }
    // The word in shared memory after all atomics.
    const char* r = n == 8 ? "u" : "t";
    Form form = form_with_body(
        fmt::format("atom.shared.{}", operation),
        fmt::format("and.b32 %t2, %tx, 7; mul.wide.u32 %u2, %t2, {0}; mov.u64 %u3, s; "
                    "add.u64 %u2, %u2, %u3; st.shared.b{1} [%u2], 9; bar.sync 0; "
                    "atom.shared.{2} %{3}8, [%u2], %a; bar.sync 0; ld.shared.b{1} %d, [%u2];",
                    n, 8 * n, operation, r),
        n, {v});
    form.globals = ".shared .align 16 .b8 s[4096];\n";
    forms.push_back(std::move(form));
  }
  // The returned value depends on the order, unless each lane has its own word.
  const auto alone = [&](const std::string& name, const std::string& operation, Values v,
                         int operands, Element element) {
    const auto n = static_cast<std::uint32_t>(bytes_of(v));
    const char* r = n == 8 ? "u" : n == 4 ? "t" : "h";
    for (const char* result : {"what was there", "what is there"}) {
      for (const char* space : {"shared", "global"}) {
        const bool shared = space[0] == 's';
        Form form = form_with_body(
            fmt::format("{}.{}.{}: {}", name, space, operation, result),
            fmt::format("mul.wide.u32 %u2, {5}, {0}; {6} "
                        "add.u64 %u2, %u2, %u3; st.{7}.b{1} [%u2], %a; "
                        "atom.{7}.{2} %{3}8, [%u2], {4}; ld.{7}.b{1} %{3}9, [%u2]; ",
                        n, 8 * n, operation, r, operands == 3 ? "%b, %c" : "%b",
                        shared ? "%tx" : "%i", shared ? "mov.u64 %u3, s;" : "mov.u64 %u3, %out;",
                        space) +
                fmt::format("mov.b{} %d, %{}{};", 8 * n, r, result[5] == 'w' ? 8 : 9),
            n, std::vector<Values>(static_cast<std::size_t>(operands), v), element);
        form.globals = ".shared .align 16 .b8 s[4096];\n";
        forms.push_back(std::move(form));
      }
    }
  };
  alone("atom", "exch.b32", V::b32, 2, Element::bits);
  alone("atom", "exch.b64", V::b64, 2, Element::bits);
  alone("atom", "cas.b16", V::b16, 3, Element::bits);
  alone("atom", "cas.b32", V::b32, 3, Element::bits);
  alone("atom", "cas.b64", V::b64, 3, Element::bits);
  alone("atom", "inc.u32", V::b32, 2, Element::bits);
  alone("atom", "dec.u32", V::b32, 2, Element::bits);
  alone("atom", "add.f32", V::f32, 2, Element::f32);
  alone("atom", "add.f64", V::f64, 2, Element::f64);
  alone("atom", "add.noftz.f16", V::f16, 2, Element::f16);
  alone("atom", "add.noftz.f16x2", V::f16x2, 2, Element::f16x2);
  alone("atom", "add.noftz.bf16", V::bf16, 2, Element::bf16);
  alone("atom", "add.noftz.bf16x2", V::bf16x2, 2, Element::bf16x2);
}

}  // namespace

std::vector<Form> memory_forms() {
  std::vector<Form> forms;
  add_loads(forms);
  add_qualifiers(forms);
  add_specials(forms);
  add_copies(forms);
  add_atomics(forms);
  return forms;
}

}  // namespace lanescope::device
