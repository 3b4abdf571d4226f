// Kernels that launch kernels, in the PTX that nvcc writes for them.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "sim/exec/state/nested_launches.h"
#include "tests/exec/ptx_run.h"

namespace lanescope::exec {
namespace {

const std::string device_runtime =
    ".extern .func (.param .b64 r) __cudaCDP2GetParameterBufferV2(.param .b64 f, .param .align 4 "
    ".b8 g[12], .param .align 4 .b8 b[12], .param .b32 s);\n"
    ".extern .func (.param .b32 r) __cudaCDP2LaunchDeviceV2(.param .b64 p, .param .b64 s);\n"
    ".extern .func (.param .b32 r) __cudaCDP2GetLastError();\n";

std::string entry_of(const std::string& name, const std::string& body) {
  return ".visible .entry " + name +
         "(.param .u64 p, .param .u64 v)\n{\n.reg .pred %p<40>;\n.reg .b32 %r<40>;\n.reg .b64 "
         "%rd<40>;\nld.param.u64 %rd1, [p];\nld.param.u64 %rd2, [v];\nmov.u32 %r1, "
         "%ctaid.x;\nmov.u32 %r2, %ntid.x;\nmov.u32 %r3, %tid.x;\nmad.lo.s32 %r4, %r1, %r2, "
         "%r3;\nmul.wide.u32 %rd3, %r4, 8;\nadd.s64 %rd4, %rd1, %rd3;\n" +
         body + "\nret;\n}\n";
}

// p[i] += v
const std::string add_child = entry_of(
    "child", "ld.global.u64 %rd5, [%rd4];\nadd.s64 %rd6, %rd5, %rd2;\nst.global.u64 [%rd4], %rd6;");

struct LaunchText {
  std::string kernel = "child";
  std::string grid = "1";
  std::string block = "1";
  std::string shared = "0";
  std::string stream = "0";
  // With the buffer in %rd21 and the guard "@!%p39 ", which holds if there is one.
  std::string stores = "@!%p39 st.u64 [%rd21], %rd1;\n@!%p39 st.u64 [%rd21+8], 1;\n";
  std::string prefix = "__cudaCDP2";

  // Leaves the error of the launch in %r21.
  [[nodiscard]] std::string text() const {
    return "{\n.param .b64 f;\n.param .align 4 .b8 g[12];\n.param .align 4 .b8 b[12];\n.param .b32 "
           "s;\n.param .b64 r;\nmov.u64 %rd20, " +
           kernel + ";\nst.param.b64 [f], %rd20;\nst.param.b32 [g+0], " + grid +
           ";\nst.param.b32 [g+4], 1;\nst.param.b32 [g+8], 1;\nst.param.b32 [b+0], " + block +
           ";\nst.param.b32 [b+4], 1;\nst.param.b32 [b+8], 1;\nst.param.b32 [s], " + shared +
           ";\ncall.uni (r), " + prefix +
           "GetParameterBufferV2, (f, g, b, s);\nld.param.b64 %rd21, [r];\n}\n"
           "setp.eq.s64 %p39, %rd21, 0;\n" +
           stores +
           "{\n.param .b64 p;\n.param .b64 s;\n.param .b32 r;\nst.param.b64 [p], "
           "%rd21;\nst.param.b64 [s], " +
           stream + ";\n@!%p39 call.uni (r), " + prefix +
           "LaunchDeviceV2, (p, s);\nld.param.b32 %r21, [r];\n}\n";
  }
};

PtxRun launching(const LaunchText& launch, const std::string& kernels = add_child) {
  PtxRun run;
  run.globals = device_runtime + kernels;
  run.body = launch.text();
  return run;
}

std::vector<Diagnostic> of_kind(const RunResult& run, DiagnosticKind kind) {
  std::vector<Diagnostic> found;
  std::ranges::copy_if(run.diagnostics, std::back_inserter(found),
                       [&](const Diagnostic& each) { return each.kind == kind; });
  return found;
}

TEST(NestedLaunch, runs_after_the_grid_that_made_it) {
  PtxRun run = launching({.grid = "2", .block = "8", .shared = "64"});
  run.body += "st.global.u64 [%rd3], 5;\n";
  run.config.block[0] = 3;
  run.out_words = 16;
  const PtxResult result = run_ptx(run);
  // Three launches add 1 each; the parent's store of 5 comes first.
  EXPECT_EQ(result.out,
            (std::vector<std::uint64_t>{8, 8, 8, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3}));
  EXPECT_TRUE(result.run.diagnostics.empty());
  ASSERT_EQ(result.run.nested.size(), 3U);
  const NestedRun& second = result.run.nested[1];
  EXPECT_EQ(second.kernel, 1U);
  EXPECT_EQ(second.config.grid, (Dim3{2, 1, 1}));
  EXPECT_EQ(second.config.block, (Dim3{8, 1, 1}));
  EXPECT_EQ(second.config.dynamic_shared_bytes, 64U);
  EXPECT_EQ(second.depth, 1U);
  EXPECT_FALSE(second.parent.has_value());
  EXPECT_EQ(second.by_block, (Dim3{0, 0, 0}));
  EXPECT_EQ(second.by_thread, (Dim3{1, 0, 0}));
  EXPECT_EQ(second.place.line, 10);
  EXPECT_EQ(second.blocks_run, 2U);
  // 8 instructions before the 3 of the addition, and ret, for one warp of each of two blocks.
  EXPECT_EQ(second.counts.warp_instructions, 2U * 12U);
}

TEST(NestedLaunch, keeps_the_order_of_block_and_thread) {
  PtxRun run = launching({});
  run.config = {{2, 1, 1}, {48, 1, 1}, 0};
  const PtxResult result = run_ptx(run);
  ASSERT_EQ(result.run.nested.size(), 96U);
  for (std::uint32_t i = 0; i < 96; ++i) {
    EXPECT_EQ(result.run.nested[i].by_block[0], i / 48);
    EXPECT_EQ(result.run.nested[i].by_thread[0], i % 48);
  }
  EXPECT_EQ(result.out[0], 96U);
  EXPECT_TRUE(result.run.in_order);
}

TEST(NestedLaunch, of_the_tail_comes_last) {
  PtxRun run = launching({.stream = "%rd30"});
  run.body = "setp.eq.u32 %p1, %r1, 0;\nselp.b64 %rd30, 3, 4, %p1;\n" + run.body;
  run.config.block[0] = 3;
  const PtxResult result = run_ptx(run);
  ASSERT_EQ(result.run.nested.size(), 3U);
  EXPECT_EQ(result.run.nested[0].by_thread[0], 1U);
  EXPECT_EQ(result.run.nested[1].by_thread[0], 2U);
  EXPECT_EQ(result.run.nested[2].by_thread[0], 0U);
}

TEST(NestedLaunch, goes_depth_first) {
  // `middle` launches `child` as the kernel launches `middle`.
  LaunchText of_middle{.kernel = "middle"};
  PtxRun run = launching(of_middle, add_child + entry_of("middle", LaunchText{}.text()));
  run.config.block[0] = 2;
  const PtxResult result = run_ptx(run);
  ASSERT_EQ(result.run.nested.size(), 4U);
  std::vector<std::uint32_t> depths;
  for (const NestedRun& each : result.run.nested) depths.push_back(each.depth);
  EXPECT_EQ(depths, (std::vector<std::uint32_t>{1, 2, 1, 2}));
  EXPECT_EQ(result.run.nested[1].parent, 0U);
  EXPECT_EQ(result.run.nested[3].parent, 2U);
  EXPECT_EQ(result.out[0], 2U);
}

TEST(NestedLaunch, knows_the_older_names) {
  PtxRun run = launching({.prefix = "cuda"});
  run.globals +=
      ".extern .func (.param .b64 r) cudaGetParameterBufferV2(.param .b64 f, .param .align 4 .b8 "
      "g[12], .param .align 4 .b8 b[12], .param .b32 s);\n"
      ".extern .func (.param .b32 r) cudaLaunchDeviceV2(.param .b64 p, .param .b64 s);\n";
  run.config.block[0] = 1;
  EXPECT_EQ(run_ptx(run).out[0], 1U);
}

TEST(NestedLaunch, takes_a_kernel_from_a_table) {
  PtxRun run = launching({});
  run.globals += ".global .u64 table[2] = {child, child};\n";
  const std::string names_it = "mov.u64 %rd20, child;";
  run.body.replace(run.body.find(names_it), names_it.size(),
                   "mov.u64 %rd22, table;\nld.global.u64 %rd20, [%rd22+8];");
  run.config.block[0] = 1;
  EXPECT_EQ(run_ptx(run).out[0], 1U);
}

TEST(NestedLaunch, shares_the_variables_of_the_module) {
  const std::string counts =
      entry_of("child",
               "mov.u64 %rd10, total;\nld.global.u64 %rd5, [%rd10];\nadd.s64 %rd6, %rd5, 1;\n"
               "st.global.u64 [%rd10], %rd6;\nst.global.u64 [%rd4], %rd6;");
  PtxRun run = launching({}, ".global .u64 total = 7;\n" + counts);
  run.body += "mov.u64 %rd10, total;\nst.global.u64 [%rd10], 20;\n";
  run.config.block[0] = 2;
  EXPECT_EQ(run_ptx(run).out[0], 22U);
}

TEST(NestedLaunch, counts_the_stores_of_arguments_as_global_ones) {
  PtxRun run = launching({});
  const PtxResult result = run_ptx(run);
  const auto stores = std::ranges::count_if(result.accesses, [](const auto& each) {
    return each.access.space == memory::Space::global && each.access.op == memory::Op::store &&
           each.access.mask == all_lanes;
  });
  EXPECT_EQ(stores, 2);
}

TEST(NestedLaunch, of_an_impossible_block_is_refused_with_cudas_error) {
  PtxRun run = launching({.block = "1025"});
  run.body +=
      "{\n.param .b32 r;\ncall.uni (r), __cudaCDP2GetLastError, ();\nld.param.b32 %r22, "
      "[r];\n}\n{\n.param .b32 r;\ncall.uni (r), __cudaCDP2GetLastError, ();\nld.param.b32 %r23, "
      "[r];\n}\nshl.b32 %r23, %r23, 8;\nadd.u32 %r22, %r22, %r23;\ncvt.u64.u32 %rd22, "
      "%r22;\nst.global.u64 [%rd3], %rd22;\n";
  const PtxResult result = run_ptx(run);
  EXPECT_EQ(result.out[4], 9U);  // cudaErrorInvalidConfiguration, once
  EXPECT_TRUE(result.run.nested.empty());
  const auto errors = of_kind(result.run, DiagnosticKind::launch_invalid);
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0].place.line, 10);
  EXPECT_EQ(errors[0].count, 32U);
  EXPECT_NE(errors[0].message.find("1025 threads"), std::string::npos) << errors[0].message;
}

TEST(NestedLaunch, of_something_else_is_refused) {
  PtxRun run = launching({.kernel = "out"});
  run.config.block[0] = 1;
  const PtxResult result = run_ptx(run);
  EXPECT_TRUE(result.run.nested.empty());
  EXPECT_EQ(of_kind(result.run, DiagnosticKind::launch_invalid).size(), 1U);
}

// p[0] += 1, and again.
std::string again(const std::string& stream) {
  return entry_of("child",
                  "ld.global.u64 %rd5, [%rd1];\nadd.s64 %rd6, %rd5, 1;\nst.global.u64 [%rd1], "
                  "%rd6;\n" +
                      LaunchText{.stream = stream}.text());
}

// As an H100 does: it refuses the launch by the grid at depth 2048.
TEST(NestedLaunch, is_refused_where_too_many_ancestors_have_not_finished) {
  PtxRun run = launching({}, again("0"));
  run.config.block[0] = 1;
  const PtxResult result = run_ptx(run);
  EXPECT_EQ(result.run.nested.size(), max_unfinished_launches);
  EXPECT_EQ(result.out[0], max_unfinished_launches);
  const auto errors = of_kind(result.run, DiagnosticKind::launch_invalid);
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0].count, 1U);
  EXPECT_NE(errors[0].message.find("PendingCountExceeded"), std::string::npos);
}

TEST(NestedLaunch, of_the_tail_goes_on_until_the_runs_limit) {
  PtxRun run = launching({.stream = "3"}, again("3"));
  run.config.block[0] = 1;
  run.options.max_warp_instructions = 50'000;
  const PtxResult result = run_ptx(run);
  EXPECT_EQ(result.run.status, RunStatus::budget_exceeded);
  EXPECT_GT(result.run.nested.size(), 50'000 / 100);
  EXPECT_TRUE(of_kind(result.run, DiagnosticKind::launch_invalid).empty());
}

TEST(NestedLaunch, is_refused_beyond_those_that_have_not_finished) {
  PtxRun run = launching({});
  run.config = {{3, 1, 1}, {1024, 1, 1}, 0};
  const PtxResult result = run_ptx(run);
  EXPECT_EQ(result.run.nested.size(), max_unfinished_launches);
  EXPECT_EQ(result.out[0], max_unfinished_launches);
  const auto errors = of_kind(result.run, DiagnosticKind::launch_invalid);
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0].count, 3 * 1024 - max_unfinished_launches);
}

TEST(NestedLaunch, reports_an_argument_that_nothing_has_written) {
  PtxRun run = launching({.stores = "@!%p39 st.u64 [%rd21], %rd1;\n"});
  run.config.block[0] = 1;
  const auto errors = of_kind(run_ptx(run).run, DiagnosticKind::uninitialised_read);
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_NE(errors[0].message.find("argument 1"), std::string::npos) << errors[0].message;
}

TEST(NestedLaunch, reports_a_pointer_to_shared_memory_that_is_passed_on) {
  PtxRun run = launching({.stores = "cvta.shared.u64 %rd23, tile;\n@!%p39 st.u64 [%rd21], %rd1;\n"
                                    "@!%p39 st.u64 [%rd21+8], %rd23;\n"});
  run.globals += ".shared .align 8 .b8 tile[64];\n";
  run.config.block[0] = 1;
  const auto errors = of_kind(run_ptx(run).run, DiagnosticKind::launch_invalid);
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_NE(errors[0].message.find("argument 1"), std::string::npos) << errors[0].message;
}

TEST(NestedLaunch, reports_a_store_beyond_the_arguments) {
  PtxRun run = launching({});
  run.body.insert(run.body.find("{\n.param .b64 p;"), "st.u64 [%rd21+16], 1;\n");
  run.config.block[0] = 1;
  const PtxResult result = run_ptx(run);
  EXPECT_EQ(of_kind(result.run, DiagnosticKind::out_of_range).size(), 1U);
  EXPECT_EQ(result.out[0], 1U);
}

TEST(NestedLaunch, leaves_no_data_at_a_kernels_address) {
  PtxRun run = launching({});
  run.body = "mov.u64 %rd20, child;\nld.u64 %rd21, [%rd20];\nst.global.u64 [%rd3], %rd21;\n";
  EXPECT_FALSE(run_ptx(run).run.diagnostics.empty());
}

TEST(NestedLaunch, shares_the_budget_of_the_run) {
  PtxRun run = launching({}, entry_of("child", "LOOP:\nbra LOOP;"));
  run.config.block[0] = 2;
  run.options.max_warp_instructions = 1000;
  const PtxResult result = run_ptx(run);
  EXPECT_EQ(result.run.status, RunStatus::budget_exceeded);
  EXPECT_EQ(result.run.nested.size(), 1U);
  const auto errors = of_kind(result.run, DiagnosticKind::budget_exceeded);
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_NE(errors[0].message.find("in a launch of child"), std::string::npos) << errors[0].message;
}

TEST(NestedLaunch, has_no_synchronisation_with_the_device) {
  PtxRun run = launching({});
  run.globals += ".extern .func (.param .b32 r) cudaDeviceSynchronize();\n";
  run.body += "{\n.param .b32 r;\ncall.uni (r), cudaDeviceSynchronize, ();\n}\n";
  const std::vector<Diagnostic> errors = errors_of(run);
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0].kind, DiagnosticKind::ptx_unsupported);
  EXPECT_EQ(errors[0].place.line, 10);
  EXPECT_NE(errors[0].message.find("since CUDA 12"), std::string::npos) << errors[0].message;
}

TEST(NestedLaunch, can_not_be_a_call) {
  PtxRun run = launching({});
  run.body = "call child;\n";
  ASSERT_EQ(errors_of(run).size(), 1U);
}

}  // namespace
}  // namespace lanescope::exec
