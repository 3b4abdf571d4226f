// A kernel's file that is PTX, from another compiler.
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/session/run/compiled_text.h"
#include "app/session/run/occupancy.h"
#include "app/session/run/run.h"
#include "app/session/run/timing_key.h"
#include "sim/report/build.h"
#include "tests/run/lesson_on_disk.h"
#include "tests/temporary_folder.h"

namespace lanescope::app {
namespace {

// out[i] = 2 * in[i] with one 16-byte access a lane, as Triton writes it.
constexpr const char* twice = R"(// made elsewhere
.version 8.4
.target sm_80
.address_size 64
.visible .entry twice(
	.param .u64 .ptr .global .align 1 twice_param_0,
	.param .u64 .ptr .global .align 1 twice_param_1
)
.reqntid 64, 1, 1
{
	.reg .b32 %r<8>;
	.reg .b64 %rd<6>;
	.loc	1 3 0
	ld.param.u64 %rd1, [twice_param_0];
	ld.param.u64 %rd2, [twice_param_1];
	mov.u32 %r1, %tid.x;
	mul.wide.u32 %rd3, %r1, 16;
	add.s64 %rd4, %rd1, %rd3;
	add.s64 %rd5, %rd2, %rd3;
	.loc	1 5 4
	ld.global.v4.b32 {%r2, %r3, %r4, %r5}, [%rd4 + 0];
	shl.b32 %r2, %r2, 1;
	shl.b32 %r3, %r3, 1;
	shl.b32 %r4, %r4, 1;
	shl.b32 %r5, %r5, 1;
	.loc	1 6 4
	st.global.v4.b32 [%rd5 + 0], {%r2, %r3, %r4, %r5};
	ret;
}
	.file	1 "/gone/twice.py"
)";
constexpr int line_of_load = 21;

class PtxFile : public tests::InFolder<::testing::Test> {
 protected:
  // With kernel.ptx in the folder.
  tl::expected<OutcomePtr, Problem> run_it(const std::string& block = "64",
                                           const std::string& more = "") {
    write("lesson.toml",
          fmt::format("source = \"kernel.ptx\"\nkernel = \"twice\"\n[launch]\ngrid = [1]\n"
                      "block = [{}]\n",
                      block) +
              more + array("in", "int", "256", "iota") + array("out", "int", "256"));
    RunRequest request;
    request.lesson = (folder_ / "lesson.toml").string();
    return run(request);
  }
};

TEST_F(PtxFile, runs_as_it_is_without_a_compiler) {
  write("kernel.ptx", twice);
  const auto outcome = run_it();
  ASSERT_TRUE(outcome) << outcome.error().message;
  std::vector<int> expected(256);
  for (int i = 0; i < 256; ++i) expected[static_cast<std::size_t>(i)] = 2 * i;
  EXPECT_EQ((*outcome)->report.arrays[1].fnv1a64, hash_of(expected));
  EXPECT_EQ((*outcome)->ptx.compiler, "ptx");
  EXPECT_EQ((*outcome)->ptx.compiler_version, "8.4");
}

TEST_F(PtxFile, warns_that_its_text_was_edited_since_it_was_compiled) {
  const std::string text = "#\n#\ndef twice():\n";
  write("kernel.ptx", twice + mark_of_text("twice.py", text));
  write("twice.py", text);
  const auto outcome = run_it();
  ASSERT_TRUE(outcome) << outcome.error().message;
  EXPECT_FALSE(has_edited_text((*outcome)->resolved));
  EXPECT_FALSE((*outcome)->has_edited_text);
  EXPECT_TRUE((*outcome)->ptx.warnings.empty());
  write("twice.py", "#\n#\ndef three_times():\n");
  const auto edited = run_it();
  ASSERT_TRUE(edited) << edited.error().message;
  EXPECT_TRUE(has_edited_text((*edited)->resolved));
  EXPECT_TRUE((*edited)->has_edited_text);
  EXPECT_EQ((*edited)->ptx.warnings.size(), 1U);
}

TEST_F(PtxFile, warns_that_flags_and_folders_have_no_effect) {
  write("kernel.ptx", twice);
  write("lesson.toml",
        "source = \"kernel.ptx\"\nkernel = \"twice\"\ninclude = [\".\"]\nflags = [\"-DX=1\"]\n"
        "[launch]\ngrid = [1]\nblock = [64]\n" +
            array("in", "int", "256", "iota") + array("out", "int", "256"));
  RunRequest request;
  request.lesson = (folder_ / "lesson.toml").string();
  request.flags = {"--fmad=false"};
  const auto outcome = run(request);
  ASSERT_TRUE(outcome) << outcome.error().message;
  const std::vector<compile::Message>& warnings = (*outcome)->ptx.warnings;
  ASSERT_EQ(warnings.size(), 3U);
  EXPECT_EQ(warnings[0].line, 4);
  EXPECT_EQ(warnings[1].line, 3);
  EXPECT_TRUE(warnings[0].file.ends_with("lesson.toml"));
  EXPECT_EQ(warnings[2].file, "");
}

TEST_F(PtxFile, has_its_own_lines_as_places_where_its_source_is_not_there) {
  write("kernel.ptx", twice);
  const auto outcome = run_it();
  ASSERT_TRUE(outcome) << outcome.error().message;
  const report::Report& report = (*outcome)->report;
  ASSERT_EQ(report.sites.size(), 2U);
  EXPECT_EQ(report.sites[0].place, (SourcePlace{"kernel.ptx", line_of_load, 0}));
  EXPECT_EQ(report.sites[0].ptx_line, line_of_load);
  EXPECT_EQ(report.sites[0].counts.requests, 2U);
  EXPECT_EQ(report.sites[0].counts.sectors, 32U);
  ASSERT_EQ(report.lines.size(), 2U);
  EXPECT_EQ(report.lines[0].line, line_of_load);
  EXPECT_EQ((*outcome)->resolved.source_text, twice);
}

TEST_F(PtxFile, has_the_lines_of_its_source_where_that_lies_beside_it) {
  write("kernel.ptx", twice);
  write("twice.py", "#\n#\ndef twice():\n    #\n    x = load(in)\n    store(out, 2 * x)\n");
  const auto outcome = run_it();
  ASSERT_TRUE(outcome) << outcome.error().message;
  const report::Report& report = (*outcome)->report;
  ASSERT_EQ(report.sites.size(), 2U);
  EXPECT_EQ(report.sites[0].place, (SourcePlace{"twice.py", 5, 4}));
  EXPECT_EQ(report.sites[1].place, (SourcePlace{"twice.py", 6, 4}));
  EXPECT_EQ(report.lines.size(), 2U);
  EXPECT_EQ((*outcome)->resolved.source_name, "twice.py");
  EXPECT_EQ((*outcome)->resolved.ptx_path, folder_ / "kernel.ptx");
}

TEST_F(PtxFile, is_part_of_what_a_recorded_time_belongs_to) {
  write("twice.py", "#\n#\ndef twice():\n");
  write("kernel.ptx", twice);
  const auto one = run_it();
  std::string other = twice;
  other.replace(other.find("shl.b32 %r2, %r2, 1"), 19, "shl.b32 %r2, %r2, 2");
  write("kernel.ptx", other);
  const auto two = run_it();
  ASSERT_TRUE(one && two);
  EXPECT_EQ((*one)->resolved.source_text, (*two)->resolved.source_text);
  EXPECT_NE(hash_of_text((*one)->resolved), hash_of_text((*two)->resolved));
}

TEST_F(PtxFile, is_refused_with_its_line_where_it_is_no_ptx) {
  std::string broken = twice;
  broken.replace(broken.find("shl.b32 %r2"), 11, "shl.b32 %r99");
  write("kernel.ptx", broken);
  const auto outcome = run_it();
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().file, "kernel.ptx");
  EXPECT_EQ(outcome.error().line, line_of_load + 1);
  EXPECT_EQ(outcome.error().exit_code, 2);
}

TEST_F(PtxFile, runs_only_with_the_block_that_it_asks_for) {
  write("kernel.ptx", twice);
  const auto outcome = run_it("32");
  ASSERT_FALSE(outcome);
  EXPECT_NE(outcome.error().message.find("(64, 1, 1)"), std::string::npos)
      << outcome.error().message;
  EXPECT_EQ(outcome.error().key, "launch");
}

TEST_F(PtxFile, has_no_registers_but_those_that_the_lesson_file_gives) {
  write("kernel.ptx", twice);
  const auto outcome = run_it("64", "registers = 24\n");
  ASSERT_TRUE(outcome) << outcome.error().message;
  RegisterRequest request;
  request.is_ptx = true;
  EXPECT_FALSE(registers_of(request).count);
  request.declared = (*outcome)->resolved.registers;
  EXPECT_EQ(registers_of(request).count, 24U);
}

TEST(LaunchBounds, are_kept_by_every_launch) {
  for (const compile::Availability& compiler : compile::available()) {
    if (!compiler.usable) continue;
    const LessonOnDisk lesson(
        "__global__ void __launch_bounds__(64) k(int* out) { out[threadIdx.x] = 1; }\n",
        "[launch]\ngrid = [1]\nblock = [65]\n" + array("out", "int", "65"));
    RunRequest request = lesson.request();
    request.compiler = compiler.compiler;
    const auto outcome = run(request);
    ASSERT_FALSE(outcome);
    EXPECT_NE(outcome.error().message.find("the kernel allows 64"), std::string::npos)
        << outcome.error().message;
  }
}

}  // namespace
}  // namespace lanescope::app
