#include "sim/report/remarks.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/exec/decode/decode.h"
#include "sim/exec/run/launch.h"
#include "sim/ptx/parser.h"

namespace lanescope::report {
namespace {

class Nobody final : public exec::Observer {
 public:
  void on_access(const exec::AccessRecord& /*record*/) override {}
  void on_barrier(const exec::BarrierRecord& /*record*/) override {}
};

// How often the bits of addresses were asked for.
int times_asked = 0;

// The notes of one warp that executes these instructions. %r1 is the lane, %r2 an address in 256
// bytes of shared memory. `shared_bits`: of all accesses' addresses.
std::vector<Diagnostic> notes_of(const std::string& body, std::uint64_t shared_bits = 0) {
  const std::string text =
      ".version 8.0\n.target sm_80\n.address_size 64\n"
      ".file 1 \"k.cu\"\n.const .align 4 .b8 w[64];\n"
      ".visible .entry k()\n{\n.reg .pred %p<4>;\n.reg .b32 %r<20>;\n.reg .b64 %rd<4>;\n"
      ".shared .align 16 .b8 s[256];\n"
      "mov.u32 %r1, %tid.x;\nmov.u32 %r3, s;\nand.b32 %r2, %r1, 0;\nadd.u32 %r2, %r2, %r3;\n" +
      body + "\nret;\n}\n";
  auto module = ptx::parse(text);
  EXPECT_TRUE(module) << module.error().text();
  if (!module) return {};
  const auto program = exec::decode(*module, module->functions.front());
  EXPECT_TRUE(program) << program.error().front().text();
  if (!program) return {};
  exec::GlobalMemory memory;
  Nobody nobody;
  exec::RunOptions options;
  options.checks = CheckSet::none();
  const auto result = exec::run(
      *program, {{1, 1, 1}, {32, 1, 1}, 0}, {}, memory, [&] { return &nobody; }, options);
  EXPECT_TRUE(result) << result.error().text();
  const auto bits = [&] {
    ++times_asked;
    return std::vector<std::uint64_t>(program->sites.size(), shared_bits);
  };
  return result ? counted_in_ptx(*program, *result, bits) : std::vector<Diagnostic>{};
}

void expect_note(const std::string& body, const std::string& words) {
  const std::vector<Diagnostic> notes = notes_of(body);
  ASSERT_EQ(notes.size(), 1U) << body;
  EXPECT_EQ(notes[0].kind, DiagnosticKind::counted_in_ptx);
  EXPECT_EQ(notes[0].severity, Severity::note);
  EXPECT_NE(notes[0].message.find(words), std::string::npos) << notes[0].message;
}

TEST(Remarks, accesses_to_neighbouring_shared_words_may_be_merged) {
  expect_note("ld.shared.u32 %r4, [%r2];\nadd.u32 %r5, %r4, 1;\nld.shared.u32 %r6, [%r2+4];",
              "neighbouring words");
  expect_note("ld.shared.v2.u32 {%r4, %r5}, [%r2+8];\nld.shared.v2.u32 {%r6, %r7}, [%r2];",
              "neighbouring words");
  expect_note("st.shared.u32 [%r2], %r1;\nst.shared.u32 [%r2+4], %r1;", "neighbouring words");
}

// The middle of a stencil: s[i], s[i + 1].
TEST(Remarks, unaligned_shared_words_are_not_merged) {
  const std::string words = "ld.shared.u32 %r4, [%r2];\nld.shared.u32 %r6, [%r2+4];";
  EXPECT_TRUE(notes_of(words, 0b1100).empty());
  EXPECT_FALSE(notes_of(words, 0b1000).empty());
}

TEST(Remarks, addresses_are_looked_at_once_and_only_of_neighbours) {
  times_asked = 0;
  (void)notes_of("ld.shared.u32 %r4, [%r2];\nld.shared.u32 %r6, [%r2+8];");
  EXPECT_EQ(times_asked, 0);
  (void)notes_of(
      "ld.shared.u32 %r4, [%r2];\nld.shared.u32 %r6, [%r2+4];\n"
      "ld.shared.u32 %r7, [%r2+8];");
  EXPECT_EQ(times_asked, 1);
}

TEST(Remarks, other_shared_accesses_are_not_merged) {
  for (const char* body :
       {"ld.shared.u32 %r4, [%r2];\nld.shared.u32 %r6, [%r2+8];",  // not neighbours
        "ld.shared.u32 %r4, [%r2];\nld.shared.u32 %r6, [%r3+4];",  // another address
        "ld.shared.u32 %r4, [%r2];\nadd.u32 %r2, %r2, 64;\nld.shared.u32 %r6, [%r2+4];",
        "ld.shared.u32 %r4, [%r2];\nbar.sync 0;\nld.shared.u32 %r6, [%r2+4];",
        "ld.shared.u32 %r4, [%r2];\nst.shared.u32 [%r2+4], %r1;",
        "ld.volatile.shared.u32 %r4, [%r2];\nld.volatile.shared.u32 %r6, [%r2+4];",
        "ld.shared.v4.u32 {%r4, %r5, %r6, %r7}, [%r2];\n"
        "ld.shared.v4.u32 {%r4, %r5, %r6, %r7}, [%r2+16];"}) {
    EXPECT_TRUE(notes_of(body).empty()) << body;
  }
}

TEST(Remarks, a_constant_at_a_fixed_address_may_be_an_operand) {
  expect_note("ld.const.u32 %r4, [w+8];", "operand");
  EXPECT_TRUE(notes_of("mov.u64 %rd1, w;\nmul.wide.u32 %rd2, %r1, 0;\nadd.u64 %rd1, %rd1, %rd2;\n"
                       "ld.const.u32 %r4, [%rd1];")
                  .empty());
}

TEST(Remarks, a_short_side_may_get_predicates) {
  const auto branch = [](const std::string& side, const std::string& condition = "7") {
    return "setp.gt.u32 %p1, %r1, " + condition + ";\n@%p1 bra L;\n" + side + "L:\n";
  };
  const std::string add = "add.u32 %r5, %r1, 3;\n";
  expect_note(branch(add + "st.shared.u32 [%r2], %r5;\n"), "predicate");
  std::string long_side;
  for (int i = 0; i < 8; ++i) long_side += add;
  EXPECT_TRUE(notes_of(branch(long_side)).empty());
  EXPECT_TRUE(notes_of(branch(add, "32")).empty());             // does not diverge
  EXPECT_TRUE(notes_of(branch(add + "bra M;\nM:\n")).empty());  // not straight
}

TEST(Remarks, a_note_counts_its_lines_and_stands_at_the_first) {
  const auto at_line = [](int line) {
    return ".loc 1 " + std::to_string(line) + " 1\nld.const.u32 %r4, [w];\n";
  };
  const std::vector<Diagnostic> notes = notes_of(at_line(7) + at_line(9) + at_line(7));
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0].place.line, 7);
  EXPECT_EQ(notes[0].count, 2U);
}

}  // namespace
}  // namespace lanescope::report
