#include "sim/ptx/parser.h"

#include <gtest/gtest.h>

namespace lanescope::ptx {
namespace {

const std::string header = ".version 8.0\n.target sm_80\n.address_size 64\n";

Module parsed(const std::string& text) {
  auto module = parse(header + text);
  EXPECT_TRUE(module.has_value()) << (module ? "" : module.error().message);
  return module ? std::move(*module) : Module{};
}

// A kernel `k` with registers of every kind and the given body.
Module with_body(const std::string& body) {
  return parsed(
      ".visible .entry k(.param .u64 p)\n{\n.reg .pred %p<4>;\n.reg .b32 %r<20>;\n.reg .b64 "
      "%rd<4>;\n"
      ".reg .f32 %f<6>;\n" +
      body + "\nret;\n}\n");
}

Diagnostic error_of(const std::string& text) {
  const auto module = parse(header + text);
  EXPECT_FALSE(module.has_value());
  return module ? Diagnostic{} : module.error();
}

TEST(Parser, reads_version_and_target) {
  const Module module = parsed("");
  EXPECT_EQ(module.version, "8.0");
  EXPECT_EQ(module.target, "sm_80");
}

TEST(Parser, gives_registers_of_a_family_one_index_each) {
  const Module module = with_body("add.s32 %r12, %r3, -7;");
  const Instruction& in = module.functions[0].instructions[0];
  EXPECT_EQ(in.opcode, Opcode::add);
  EXPECT_EQ(module.functions[0].registers[in.operands[0].index].name, "%r12");
  EXPECT_EQ(static_cast<std::int64_t>(in.operands[2].bits), -7);
}

// "%r12" would be number 2 of %r1<2>, which has only 0 and 1.
TEST(Parser, takes_a_number_behind_the_end_of_a_family_for_one_of_another_family) {
  const Module module = with_body(".reg .b32 %r1<2>;\n.reg .f32 %g<2>;\nadd.s32 %r12, %r11, 1;");
  const Function& function = module.functions[0];
  const Instruction& in = function.instructions[0];
  EXPECT_EQ(function.registers[in.operands[0].index].name, "%r12");
  EXPECT_EQ(in.operands[1].index, function.registers.size() - 3);  // the last of %r1<2>
}

TEST(Parser, refuses_what_would_nest_or_count_without_end) {
  const std::string kernel = ".entry k()\n{\n";
  const auto many = [](const char* what) {
    std::string text;
    for (int i = 0; i < 200'000; ++i) text += what;
    return text;
  };
  for (const std::string& text :
       {kernel + "mov.u32 " + many("!"), kernel + "mov.u32 " + many("{"),
        kernel + "ld.u32 " + many("["), ".global .b32 a[1] = " + many("{"),
        std::string(".shared .align 0 .b8 s[4];"), std::string(".shared .align 3 .b8 s[4];"),
        std::string(".shared .align 99999999999 .b8 s[4];"),
        std::string(".shared .b64 s[4294967296][4294967296];"),
        std::string(".shared .b32 s[18446744073709551615];"),
        kernel + ".reg .b32 %a<900000>, %b<900000>;"}) {
    EXPECT_EQ(error_of(text).kind, DiagnosticKind::ptx_syntax) << text.substr(0, 60);
  }
}

TEST(Parser, refuses_a_guard_that_is_no_predicate) {
  EXPECT_NE(error_of(".entry k()\n{\n.reg .b32 %r<4>;\n@%r1 ret;\n}\n").message.find("predicate"),
            std::string::npos);
}

TEST(Parser, refuses_a_label_that_is_defined_twice) {
  EXPECT_NE(error_of(".entry k()\n{\nL: bra L;\nL: bra L;\nret;\n}\n").message.find("twice"),
            std::string::npos);
}

// Inline PTX in an unrolled loop.
TEST(Parser, gives_each_scope_its_own_labels) {
  const Module module =
      with_body("{ L: bra L; }\n{ nanosleep.u32 1; L: bra L; }\n{ bra M; }\nM: exit;");
  const auto& code = module.functions[0].instructions;
  ASSERT_EQ(code.size(), 6U);
  EXPECT_EQ(code[0].operands[0].index, 0U);
  EXPECT_EQ(code[2].operands[0].index, 2U);
  EXPECT_EQ(code[3].operands[0].index, 4U);
}

TEST(Parser, reads_branch_targets_in_their_order) {
  const Module module =
      with_body("T: .branchtargets B, A, B;\nbrx.idx %r1, T;\nA: exit;\nB: exit;");
  const auto& table = module.functions[0].instructions[0].operands[1];
  ASSERT_EQ(table.elements.size(), 3U);
  EXPECT_EQ(table.elements[0].index, 2U);
  EXPECT_EQ(table.elements[1].index, 1U);
  EXPECT_EQ(table.elements[2].index, 2U);
}

TEST(Parser, refuses_branch_targets_without_a_name) {
  EXPECT_NE(error_of(".entry k()\n{\n.reg .b32 %r;\nbrx.idx %r, T;\nret;\n}\n").message.find("T"),
            std::string::npos);
}

// Calls declare the same names repeatedly, with different sizes.
TEST(Parser, separates_variables_of_one_name_by_their_scope) {
  const Module module = with_body(
      "{ .param .b32 p; st.param.b32 [p], 1; }\n{ .param .b64 p; st.param.b64 [p], 1; }\n"
      "st.param.b64 [p], 1;");
  const auto& code = module.functions[0].instructions;
  EXPECT_EQ(code[0].operands[0].elements[0].index, 0U);
  EXPECT_EQ(code[1].operands[0].elements[0].index, 1U);
  EXPECT_EQ(code[2].operands[0].elements[0].index, Operand::not_local);
}

TEST(Parser, reads_guards_and_their_negation) {
  const Module module = with_body("@%p1 mov.u32 %r1, 1;\n@!%p2 mov.u32 %r1, 2;");
  const auto& code = module.functions[0].instructions;
  ASSERT_TRUE(code[0].guard && code[1].guard);
  EXPECT_FALSE(code[0].guard->negated);
  EXPECT_TRUE(code[1].guard->negated);
}

TEST(Parser, reads_vectors_pairs_and_discards) {
  const Module module =
      with_body("ld.global.v4.f32 {%f1, _, %f3, %f4}, [%rd1+16];\nsetp.lt.s32 %p1|%p2, %r1, %r2;");
  const auto& code = module.functions[0].instructions;
  EXPECT_EQ(code[0].operands[0].elements.size(), 4U);
  EXPECT_EQ(code[0].operands[0].elements[1].kind, Operand::Kind::discard);
  EXPECT_EQ(code[0].operands[1].offset, 16);
  EXPECT_EQ(code[1].operands[0].kind, Operand::Kind::pair);
}

TEST(Parser, reads_special_registers_with_their_axis) {
  const Module module = with_body("mov.u32 %r1, %ntid.y;\nmov.u32 %r2, %laneid;");
  const auto& code = module.functions[0].instructions;
  EXPECT_EQ(code[0].operands[1].name, "%ntid");
  EXPECT_EQ(code[0].operands[1].axis, Axis::y);
  EXPECT_EQ(code[1].operands[1].axis, Axis::none);
}

TEST(Parser, resolves_labels_forward_and_backward) {
  const Module module = with_body("A: bra B;\nmov.u32 %r1, 0;\nB: bra A;");
  const auto& code = module.functions[0].instructions;
  EXPECT_EQ(code[0].operands[0].index, 2U);
  EXPECT_EQ(code[2].operands[0].index, 0U);
}

TEST(Parser, keeps_registers_of_an_inner_scope_apart) {
  const Module module = with_body("{\n.reg .b32 %r1;\nmov.u32 %r1, 5;\n}\nmov.u32 %r1, 6;");
  const auto& code = module.functions[0].instructions;
  EXPECT_NE(code[0].operands[0].index, code[1].operands[0].index);
}

TEST(Parser, joins_loc_and_file_even_when_the_file_stands_last) {
  const Module module = with_body(".loc 1 12 5\nmov.u32 %r1, 1;\n");
  EXPECT_EQ(module.locations[module.functions[0].instructions[0].loc].line, 12);
  const Module named = parsed(
      ".entry k()\n{\n.loc 1 3 7, function_name L, inlined_at 1 9 1\nret;\n}\n.file 1 \"a.cu\"\n");
  const SourcePlace& place = named.locations[named.functions[0].instructions[0].loc];
  EXPECT_EQ(place, (SourcePlace{"a.cu", 3, 7}));
}

TEST(Parser, takes_its_own_lines_as_places_where_the_source_is_not_there) {
  Module module = parsed(
      ".entry k()\n{\n.loc 1 40 1\nmov.u32 %r1, 1;\n"
      ".loc 1 41 1, function_name A, inlined_at 1 9 1\nmov.u32 %r1, 2; mov.u32 %r1, 3;\nret;\n}\n"
      ".file 1 \"gone.py\"\n");
  module.place_by_ptx_lines("k.ptx");
  const auto& code = module.functions[0].instructions;
  ASSERT_EQ(code.size(), 4U);
  for (const Instruction& each : code)
    EXPECT_EQ(module.calling_place(each.loc), (SourcePlace{"k.ptx", each.ptx_line, 0}));
  EXPECT_EQ(code[0].ptx_line + 2, code[1].ptx_line);
}

// As __align__(16 * 1024) gives it.
TEST(Parser, reads_large_alignments) {
  const Module module = parsed(".shared .align 16384 .b8 tile[24576];\n");
  EXPECT_EQ(module.variables[0].alignment, 16384U);
}

TEST(Parser, reads_what_a_kernel_asks_of_its_block) {
  const Module module = parsed(
      ".entry a() .reqntid 128\n{\nret;\n}\n"
      ".entry b() .maxntid 32, 4 .minnctapersm 2\n{\nret;\n}\n.entry c()\n{\nret;\n}\n");
  EXPECT_EQ(module.functions[0].required_block, (std::array<std::uint64_t, 3>{128, 1, 1}));
  EXPECT_EQ(module.functions[0].max_block_threads, 0U);
  EXPECT_EQ(module.functions[1].max_block_threads, 128U);
  EXPECT_EQ(module.functions[2].required_block[0], 0U);
  EXPECT_EQ(module.functions[2].max_block_threads, 0U);
}

TEST(Parser, knows_which_line_of_the_kernels_file_calls_an_inlined_helper) {
  const Module module = parsed(
      ".entry k()\n{\n.loc 1 3 7\nmov.u32 %r1, 1;\n"
      ".loc 1 20 1, function_name A, inlined_at 1 4 5\nmov.u32 %r1, 2;\n"
      ".loc 2 100 1, function_name B, inlined_at 1 20 1\n"
      ".loc 2 90 1, function_name C, inlined_at 2 100 1\nmov.u32 %r1, 3;\n"
      ".loc 2 80 1\nmov.u32 %r1, 4;\nret;\n}\n.file 1 \"a.cu\"\n.file 2 \"help.h\"\n");
  const auto& code = module.functions[0].instructions;
  const auto calling = [&](std::size_t i) { return module.calling_place(code[i].loc); };
  EXPECT_EQ(calling(0), (SourcePlace{"a.cu", 3, 7}));
  EXPECT_EQ(calling(1), (SourcePlace{"a.cu", 20, 1}));  // a function of the same file
  EXPECT_EQ(calling(2), (SourcePlace{"a.cu", 20, 1}));
  EXPECT_EQ(calling(3), (SourcePlace{"help.h", 80, 1}));  // called by nobody that is known
  EXPECT_EQ(module.locations[code[2].loc], (SourcePlace{"help.h", 90, 1}));
  Module with_own = module;
  with_own.own_files = {"help.h"};
  EXPECT_EQ(with_own.calling_place(code[2].loc), (SourcePlace{"help.h", 90, 1}));
}

TEST(Parser, reads_variables_with_initialisers_and_addresses) {
  const Module module = parsed(
      ".const .align 4 .f32 c[2] = {1.0, 0f40000000};\n.global .u32 g = 7;\n"
      ".global .u64 where[2] = {generic(g), g+4};\n.extern .shared .align 16 .b8 s[];\n");
  ASSERT_EQ(module.variables.size(), 4U);
  EXPECT_EQ(module.variables[0].initial,
            (std::vector<std::uint8_t>{0, 0, 0x80, 0x3f, 0, 0, 0, 0x40}));
  EXPECT_EQ(module.variables[1].initial[0], 7);
  ASSERT_EQ(module.variables[2].addresses.size(), 2U);
  EXPECT_TRUE(module.variables[2].addresses[0].generic);
  EXPECT_EQ(module.variables[2].addresses[1].offset, 8U);
  EXPECT_EQ(module.variables[2].addresses[1].addend, 4);
  EXPECT_TRUE(module.variables[3].is_extern);
  EXPECT_EQ(module.variables[3].bytes, 0U);
}

TEST(Parser, takes_the_alignment_of_a_pointer_parameter_as_its_targets_not_its_own) {
  const Module module = parsed(".entry k(.param .u64 .ptr .global .align 16 p)\n{\nret;\n}\n");
  EXPECT_EQ(module.functions[0].params[0].alignment, 8U);
  EXPECT_EQ(module.functions[0].params[0].space, StateSpace::param);
}

TEST(Parser, skips_debug_sections_pragmas_and_aliases) {
  const Module module = parsed(
      ".section .debug_str\n{\ninfo: .b8 95, 90, 49\n}\n.pragma \"nounroll\";\n.entry "
      "k()\n{\n.pragma "
      "\"nounroll\";\nret;\n}\n");
  EXPECT_EQ(module.functions.size(), 1U);
}

TEST(Parser, reads_device_functions_declarations_and_calls) {
  const Module module = parsed(
      ".func (.param .b32 result) f(.param .b32 a);\n"
      ".func (.param .b32 result) f(.param .b32 a)\n{\nret;\n}\n"
      ".entry k()\n{\n.reg .b32 %r<2>;\n{\n.param .b32 p0;\n.param .b32 r0;\nst.param.b32 [p0], "
      "%r1;\n"
      "call.uni (r0), f, (p0);\nld.param.b32 %r0, [r0];\n}\nret;\n}\n");
  ASSERT_EQ(module.functions.size(), 3U);
  EXPECT_TRUE(module.functions[0].is_declaration);
  EXPECT_FALSE(module.find_function("f")->is_declaration);
  EXPECT_EQ(module.functions[2].instructions[1].operands[0].kind, Operand::Kind::list);
}

TEST(Parser, skips_launch_bounds) {
  const Module module = parsed(".entry k()\n.maxntid 16, 16, 1\n.minnctapersm 2\n{\nret;\n}\n");
  EXPECT_EQ(module.functions[0].instructions.size(), 1U);
}

TEST(Parser, names_an_instruction_it_does_not_know_with_both_lines) {
  const Diagnostic error =
      error_of(".file 1 \"a.cu\"\n.entry k()\n{\n.loc 1 42 3\nfrobnicate.b32 %r1;\nret;\n}\n");
  EXPECT_EQ(error.kind, DiagnosticKind::ptx_unsupported);
  EXPECT_NE(error.message.find("frobnicate"), std::string::npos);
  EXPECT_EQ(error.ptx_line, 8);
  EXPECT_EQ(error.place, (SourcePlace{"a.cu", 42, 3}));
}

TEST(Parser, refuses_a_branch_to_no_label) {
  EXPECT_NE(error_of(".entry k()\n{\nbra nowhere;\nret;\n}\n").message.find("nowhere"),
            std::string::npos);
}

TEST(Parser, refuses_too_few_operands) {
  EXPECT_EQ(error_of(".entry k()\n{\n.reg .b32 %r<3>;\nadd.s32 %r1, %r2;\nret;\n}\n").kind,
            DiagnosticKind::ptx_syntax);
}

TEST(Parser, refuses_32_bit_addresses) {
  const auto module = parse(".version 8.0\n.target sm_80\n.address_size 32\n");
  ASSERT_FALSE(module.has_value());
  EXPECT_EQ(module.error().kind, DiagnosticKind::ptx_unsupported);
}

// For any truncated, mangled or repeated text the parser returns; it never crashes or hangs.
TEST(Parser, accepts_or_refuses_every_prefix_of_a_module) {
  const std::string text =
      header +
      ".file 1 \"a.cu\"\n.const .f32 c[2] = {1.0, 2.0};\n.visible .entry k(.param .u64 p)\n{\n"
      ".reg .pred %p<2>;\n.reg .b32 %r<4>;\n.loc 1 1 1\n@%p1 bra L;\n"
      "ld.param.u64 {%r1, %r2}, [p+4];\nL: ret;\n}\n";
  ASSERT_TRUE(parse(text).has_value());
  int failures = 0;
  for (std::size_t length = 0; length < text.size(); ++length) {
    if (!parse(text.substr(0, length)).has_value()) ++failures;
  }
  EXPECT_GT(failures, 0);
}

TEST(Parser, keeps_a_reference_as_eight_bytes) {
  const auto module =
      parse(header + std::string(".global .texref image;\n.global .surfref out;\n"));
  ASSERT_TRUE(module);
  ASSERT_EQ(module->variables.size(), 2U);
  EXPECT_TRUE(module->variables[0].is_reference);
  EXPECT_TRUE(module->variables[1].is_reference);
  EXPECT_EQ(module->variables[1].bytes, 8U);
  EXPECT_EQ(error_of(".global .samplerref s;\n").kind, DiagnosticKind::ptx_unsupported);
}

}  // namespace
}  // namespace lanescope::ptx
