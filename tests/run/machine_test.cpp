// Whole kernels on other machines: compares with the guides of that time.
#include "app/session/run/occupancy.h"
#include "tests/run/lesson_on_disk.h"

namespace lanescope::app {
namespace {

OutcomePtr run_transpose(const std::string& variant, std::int64_t pad, const std::string& machine) {
  RunRequest request;
  request.lesson = "transpose";
  request.variant = variant;
  request.overrides = {{"N", 64}};
  if (variant == "tile") request.overrides["PAD"] = pad;
  request.machine = machine;
  auto outcome = run(request);
  EXPECT_TRUE(outcome) << (outcome ? "" : outcome.error().message);
  return outcome ? *outcome : nullptr;
}

class OnMachines : public ::testing::Test {
 protected:
  void SetUp() override {
    bool usable = false;
    for (const auto& found : compile::available()) usable = usable || found.usable;
    if (!usable) GTEST_SKIP() << "no compiler is on this machine";
  }
};

double a_request(std::uint64_t count, const report::Counts& counts) {
  return static_cast<double>(count) / static_cast<double>(counts.requests);
}

TEST_F(OnMachines, the_tile_without_padding_is_16_way_on_1_x_and_32_way_on_2_x) {
  const OutcomePtr tesla = run_transpose("tile", 0, "tesla-c1060");
  ASSERT_TRUE(tesla);
  const report::Counts& load = tesla->report.totals.shared_load;
  EXPECT_EQ(a_request(load.wavefronts, load), 32);  // two halves with 16 steps each
  EXPECT_EQ(a_request(load.ideal_wavefronts, load), 2);
  EXPECT_EQ(tesla->report.sites.size(), 4U);
  int loads = 0;
  for (const report::Site& site : tesla->report.sites) {
    if (site.space == memory::Space::shared && site.op == memory::Op::load) {
      EXPECT_EQ(site.worst_ways, 16U);
      ++loads;
    }
  }
  EXPECT_EQ(loads, 1);
  const OutcomePtr fermi = run_transpose("tile", 0, "tesla-c2050");
  ASSERT_TRUE(fermi);
  EXPECT_EQ(a_request(fermi->report.totals.shared_load.wavefronts, load), 32);
  EXPECT_EQ(a_request(fermi->report.totals.shared_load.ideal_wavefronts, load), 1);
}

TEST_F(OnMachines, the_padded_tile_has_no_conflicts_on_any_machine) {
  for (const auto& [machine, wavefronts] :
       {std::pair("tesla-c1060", 2), {"tesla-c2050", 1}, {"tesla-k40", 1}, {"h200", 1}}) {
    const OutcomePtr outcome = run_transpose("tile", 1, machine);
    ASSERT_TRUE(outcome);
    const report::Counts& load = outcome->report.totals.shared_load;
    EXPECT_EQ(load.conflicts, 0U) << machine;
    EXPECT_EQ(a_request(load.wavefronts, load), wavefronts) << machine;
  }
}

TEST_F(OnMachines, a_column_of_stores_costs_32_bytes_per_lane_and_a_row_of_loads_the_minimum) {
  for (const char* machine : {"geforce-8800-gtx", "tesla-c1060", "tesla-c2050", "a100"}) {
    const OutcomePtr outcome = run_transpose("coalesced-read", 0, machine);
    ASSERT_TRUE(outcome);
    const report::Totals& totals = outcome->report.totals;
    EXPECT_EQ(a_request(totals.global_load.sectors, totals.global_load), 4) << machine;
    EXPECT_EQ(a_request(totals.global_store.sectors, totals.global_store), 32) << machine;
  }
  // Fermi fetches whole lines when it reads a column.
  const OutcomePtr outcome = run_transpose("coalesced-write", 0, "tesla-c2050");
  ASSERT_TRUE(outcome);
  const report::Counts& load = outcome->report.totals.global_load;
  EXPECT_EQ(a_request(load.sectors, load), 128);
  EXPECT_EQ(a_request(load.tag_lookups, load), 32);
}

TEST_F(OnMachines, arrays_and_instructions_are_the_same_on_every_machine) {
  const OutcomePtr here = run_transpose("tile", 0, "");
  const OutcomePtr there = run_transpose("tile", 0, "tesla-c1060");
  ASSERT_TRUE(here && there);
  EXPECT_EQ(here->report.arrays[1].fnv1a64, there->report.arrays[1].fnv1a64);
  EXPECT_EQ(here->report.totals.warp_instructions, there->report.totals.warp_instructions);
  EXPECT_EQ(here->report.machine, "");
  EXPECT_FALSE(here->machine);
  EXPECT_EQ(there->report.machine, "tesla-c1060");
  ASSERT_TRUE(there->machine);
  EXPECT_EQ(there->machine->name, "Tesla C1060");
}

TEST_F(OnMachines, the_measured_machine_by_its_name_counts_as_none_does) {
  const OutcomePtr none = run_transpose("tile", 0, "");
  const OutcomePtr named = run_transpose("tile", 0, "h200");
  ASSERT_TRUE(none && named);
  EXPECT_EQ(none->report.totals.shared_load, named->report.totals.shared_load);
  EXPECT_EQ(none->report.totals.global_store, named->report.totals.global_store);
}

TEST(OnNoMachine, an_unknown_name_is_wrong_input_and_lists_the_others) {
  RunRequest request;
  request.lesson = "transpose";
  request.machine = "tesla-c1061";
  const auto outcome = run(request);
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().exit_code, 2);
  EXPECT_NE(outcome.error().message.find("tesla-c1060"), std::string::npos);
}

// ---- occupancy ----

TEST_F(OnMachines, occupancy_of_a_block_of_1024_is_two_blocks_on_the_h200_and_none_on_1_x) {
  const OutcomePtr outcome = run_transpose("tile", 0, "");
  ASSERT_TRUE(outcome);
  const RegisterCount registers{32, RegisterCount::Origin::lesson_file, {}};
  const auto h200 = occupancy_of(*outcome, **machine::find("h200"), registers);
  ASSERT_TRUE(h200.occupancy);
  EXPECT_EQ(h200.occupancy->blocks, 2U);
  EXPECT_EQ(h200.occupancy->percent(), 100);
  EXPECT_EQ(h200.launch.kernel.shared_bytes, 4096U);
  EXPECT_TRUE(h200.problems.empty());
  const auto c1060 = occupancy_of(*outcome, **machine::find("tesla-c1060"), registers);
  ASSERT_TRUE(c1060.occupancy);
  EXPECT_EQ(c1060.occupancy->blocks, 0U);
  ASSERT_FALSE(c1060.problems.empty());
  EXPECT_EQ(c1060.problems.front().limit, machine::Figure::threads_per_block);
}

TEST_F(OnMachines, registers_are_the_compilers_where_it_knows_the_machine) {
  const compile::Availability nvrtc = compile::available().front();
  if (!nvrtc.usable) GTEST_SKIP() << nvrtc.why_not;
  const OutcomePtr outcome = run_transpose("tile", 0, "");
  ASSERT_TRUE(outcome);
  const RegisterCount told = registers_of(register_request(*outcome, **machine::find("a100")));
  ASSERT_TRUE(told.count) << told.detail;
  EXPECT_EQ(told.origin, RegisterCount::Origin::compiler);
  EXPECT_GE(*told.count, 4U);
  EXPECT_LE(*told.count, 64U);
  EXPECT_NE(told.detail.find("sm_80"), std::string::npos) << told.detail;
}

TEST_F(OnMachines, registers_are_the_lesson_files_where_no_compiler_knows_the_machine) {
  const OutcomePtr outcome = run_transpose("tile", 0, "");
  ASSERT_TRUE(outcome);
  RegisterRequest request = register_request(*outcome, **machine::find("tesla-c1060"));
  const RegisterCount unknown = registers_of(request);
  EXPECT_FALSE(unknown.count);
  EXPECT_EQ(unknown.origin, RegisterCount::Origin::not_known);
  EXPECT_FALSE(unknown.detail.empty());
  request.declared = 10;
  const RegisterCount told = registers_of(request);
  EXPECT_EQ(told.count, 10U);
  EXPECT_EQ(told.origin, RegisterCount::Origin::lesson_file);
}

// A kernel that adds to shared memory, with 64 KiB of dynamic shared memory.
TEST_F(OnMachines, what_a_machine_would_do_otherwise_is_remarked) {
  const LessonOnDisk lesson(
      "__global__ void k(int* a) { extern __shared__ int s[]; s[threadIdx.x] = 0; __syncthreads(); "
      "atomicAdd(&s[a[threadIdx.x]], 1); __syncthreads(); a[threadIdx.x] = s[threadIdx.x]; }\n",
      "[launch]\ngrid = [1]\nblock = [32]\ndynamic_shared = 65536\n" + array("a", "int", "32"));
  const auto kinds_on = [&](const std::string& machine) {
    RunRequest request = lesson.request();
    request.machine = machine;
    std::vector<DiagnosticKind> kinds;
    const auto outcome = run(request);
    EXPECT_TRUE(outcome) << outcome.error().message;
    if (!outcome) return kinds;
    for (const auto* list : {&(*outcome)->report.diagnostics, &(*outcome)->report.remarks})
      for (const Diagnostic& each : *list) kinds.push_back(each.kind);
    return kinds;
  };
  using Kinds = std::vector<DiagnosticKind>;
  EXPECT_EQ(kinds_on(""), Kinds{DiagnosticKind::adds_one});
  EXPECT_EQ(kinds_on("a100"), Kinds{DiagnosticKind::adds_one});
  EXPECT_EQ(kinds_on("tesla-k40"),
            (Kinds{DiagnosticKind::machine_differs, DiagnosticKind::machine_differs}));
}

}  // namespace
}  // namespace lanescope::app
