#include "sim/report/report.h"

#include <array>
#include <cstring>

#include <gtest/gtest.h>

#include "sim/report/build.h"

namespace lanescope::report {
namespace {

using memory::Op;
using memory::Space;

std::string hash_of(const char* text) {
  return fnv1a64(std::as_bytes(std::span(text, std::strlen(text))));
}

// The reference values of the authors of FNV.
TEST(Fnv1a, gives_the_published_values) {
  EXPECT_EQ(hash_of(""), "cbf29ce484222325");
  EXPECT_EQ(hash_of("a"), "af63dc4c8601ec8c");
  EXPECT_EQ(hash_of("foobar"), "85944171f73967e8");
}

TEST(CostRatio, compares_sectors_of_global_and_wavefronts_of_shared_memory) {
  Counts counts;
  counts.sectors = 32;
  counts.ideal_sectors = 4;
  counts.wavefronts = 6;
  counts.ideal_wavefronts = 2;
  EXPECT_EQ(cost_ratio(Space::global, counts), 8.0);
  EXPECT_EQ(cost_ratio(Space::shared, counts), 3.0);
  EXPECT_EQ(cost_ratio(Space::global, Counts{}), 1.0);
}

TEST(Efficiency, is_the_wanted_part_of_the_moved_bytes) {
  Counts counts;
  counts.sectors = 5;
  counts.bytes_used = 128;
  EXPECT_DOUBLE_EQ(efficiency(counts), 0.8);
  EXPECT_EQ(efficiency(Counts{}), 1.0);
}

class BuiltReport : public testing::Test {
 protected:
  void SetUp() override {
    program_.sites.resize(3);
    program_.sites[0] = {{"k.cu", 7, 1}, 20, Space::global, false, Op::load, 4};
    program_.sites[1] = {{"k.cu", 7, 9}, 22, Space::shared, false, Op::store, 4};
    program_.sites[2] = {{"other.h", 3, 1}, 25, Space::global, true, Op::store, 4};
    collectors_.push_back(std::make_unique<Collector>(program_, 0, 1));
    add(0, Space::global, Op::load, 32);
    add(1, Space::shared, Op::store, 8);
    add(2, Space::shared, Op::store, 4);
    config_.grid = {2, 3, 1};
    config_.block = {40, 1, 1};
    config_.dynamic_shared_bytes = 64;
    program_.static_shared_bytes = 128;
    report_ = build({program_, config_, {}, collectors_, "k", "k.cu"});
  }

  void add(std::uint32_t site, Space space, Op op, std::uint64_t stride) {
    memory::WarpAccess access;
    access.space = space;
    access.op = op;
    access.mask = 0xffff'ffffU;
    for (std::uint64_t l = 0; l < 32; ++l) access.address[l] = l * stride;
    collectors_[0]->on_access({site, 0, {}, 0, access});
  }

  exec::Program program_;
  exec::LaunchConfig config_;
  std::vector<std::unique_ptr<Collector>> collectors_;
  Report report_;
};

TEST_F(BuiltReport, has_the_lines_of_the_users_included_files) {
  EXPECT_TRUE(report_.included.empty());
  const Report report =
      build({program_, config_, {}, collectors_, "k", "k.cu", {}, {"absent.h", "other.h"}});
  ASSERT_EQ(report.included.size(), 1U);
  EXPECT_EQ(report.included[0].file, "other.h");
  ASSERT_EQ(report.included[0].lines.size(), 1U);
  EXPECT_EQ(report.included[0].lines[0].line, 3);
  EXPECT_EQ(&lines_in(report, ""), &report.lines);
  EXPECT_TRUE(lines_in(report, "absent.h").empty());
  EXPECT_EQ(file_of(report, {"k.cu", 7, 0}), "");
  EXPECT_EQ(file_of(report, {"other.h", 7, 0}), "other.h");
}

TEST_F(BuiltReport, sums_sites_into_totals_by_space_and_operation) {
  EXPECT_EQ(report_.totals.global_load.sectors, 32U);
  EXPECT_EQ(report_.totals.shared_store.requests, 2U);
  EXPECT_EQ(report_.totals.shared_store.wavefronts, 3U);
  EXPECT_EQ(report_.totals.global_store.requests, 0U);
}

TEST_F(BuiltReport, lists_a_generic_access_in_the_space_it_met) {
  ASSERT_EQ(report_.sites.size(), 3U);
  EXPECT_EQ(report_.sites[2].space, Space::shared);
  EXPECT_EQ(report_.traces[0].events[2].site, 2U);
}

TEST_F(BuiltReport, joins_the_sites_of_a_line_of_the_main_file) {
  ASSERT_EQ(report_.lines.size(), 1U);
  EXPECT_EQ(report_.lines[0].line, 7);
  EXPECT_EQ(report_.lines[0].requests, 2U);
  EXPECT_EQ(report_.lines[0].worst_ratio, 8.0);
  EXPECT_EQ(report_.lines[0].worst_ways, 2U);
  EXPECT_EQ(report_.lines[0].sites, (std::vector<std::uint32_t>{0, 1}));
}

TEST_F(BuiltReport, has_warps_without_events_for_a_block_that_ran_and_touched_no_memory) {
  collectors_.clear();
  exec::RunResult result;
  result.blocks_run = 4;
  const auto warps_of = [&](Dim3 block, exec::RunStatus status) {
    result.status = status;
    return build({program_, config_, result, collectors_, "k", "k.cu", block}).traces.size();
  };
  EXPECT_EQ(warps_of({1, 1, 0}, exec::RunStatus::completed), 2U);  // block 3 of 4 that ran
  EXPECT_EQ(warps_of({0, 2, 0}, exec::RunStatus::completed), 0U);  // block 4 did not
  EXPECT_EQ(warps_of({0, 2, 0}, exec::RunStatus::budget_exceeded),
            2U);  // the run stopped in block 4
  EXPECT_EQ(warps_of({1, 2, 0}, exec::RunStatus::budget_exceeded), 0U);
}

TEST_F(BuiltReport, a_traced_branch_is_one_of_the_reports_branches) {
  program_.code.resize(3);
  program_.places.resize(3);
  program_.ptx_lines.resize(3);
  for (const std::size_t at : {0U, 2U}) {
    program_.code[at].flow = exec::Flow::branch;
    program_.code[at].guard.value = 0;
  }
  collectors_[0]->on_branch({0, {}, 0, 2, 3, 1});
  const Report report = build({program_, config_, {}, collectors_, "k", "k.cu"});
  ASSERT_EQ(report.branches.size(), 2U);
  EXPECT_EQ(report.traces[0].branches,
            (std::vector<BranchStep>{{.branch = 1, .active = 3, .taken = 1}}));
}

TEST_F(BuiltReport, says_how_large_the_launch_was) {
  EXPECT_EQ(report_.blocks_total, 6U);
  EXPECT_EQ(report_.warps_per_block(), 2U);
  EXPECT_EQ(report_.shared_bytes, 192U);
}

TEST(LineName, has_the_file_of_a_place_outside_the_main_source_file) {
  Report report;
  report.main_file = "k.cu";
  EXPECT_EQ(line_name(report, {"k.cu", 12, 5}), "12");
  EXPECT_EQ(line_name(report, {"/usr/include/helpers.h", 203, 1}), "helpers.h:203");
}

}  // namespace
}  // namespace lanescope::report
