// Limits: what is kept and what is cut. Neither depends on the number of threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "app/session/survey/surveys.h"
#include "sim/survey/surveyor.h"
#include "tests/emulation.h"

namespace lanescope::survey {
namespace {

Survey survey_of(const std::string& variant, lesson::Values values, int threads,
                 const Limits& limits = {}) {
  app::RunRequest request;
  request.lesson = "transpose";
  request.variant = variant;
  request.overrides = std::move(values);
  request.threads = threads;
  auto run = app::survey_launch(request, limits);
  EXPECT_TRUE(run) << run.error().message;
  return run ? (*run)->survey : Survey{};
}

TEST(SurveyLimits, change_nothing_about_the_first_rows_that_are_kept) {
  const Survey all = survey_of("tile", {{"N", 128}, {"PAD", 0}}, 1);
  EXPECT_FALSE(all.rows_truncated);
  EXPECT_EQ(all.rows_total, all.rows.size());
  Limits limits;
  limits.rows = 130;  // 64 rows per block: two whole blocks and two rows of the third
  const Survey some = survey_of("tile", {{"N", 128}, {"PAD", 0}}, 1, limits);
  EXPECT_TRUE(some.rows_truncated);
  EXPECT_EQ(some.rows_total, all.rows.size());
  ASSERT_EQ(some.rows.size(), 130U);
  EXPECT_TRUE(std::equal(some.rows.begin(), some.rows.begin() + 128, all.rows.begin()));
  EXPECT_EQ(some.rows_of_block(2).size(), 2U);
  EXPECT_EQ(some.sites, all.sites);  // sums are complete all the same
}

TEST(SurveyLimits, leave_arrays_without_maps_that_do_not_fit_but_not_without_sums) {
  const Survey all = survey_of("copy", {{"N", 128}}, 1);
  Limits limits;
  limits.array_bytes = 128 * 128 * 8 + 128 * 128 / 8 * 8;  // enough for one array
  const Survey some = survey_of("copy", {{"N", 128}}, 1, limits);
  EXPECT_TRUE(some.arrays[0].has_maps);
  EXPECT_EQ(some.arrays[0], all.arrays[0]);
  EXPECT_FALSE(some.arrays[1].has_maps);
  EXPECT_TRUE(some.arrays[1].writes.empty());
  EXPECT_TRUE(some.arrays[1].sector_moves.empty());
  EXPECT_EQ(some.arrays[1].total_writes, 128U * 128U);
  EXPECT_EQ(some.arrays[1].total_moves, all.arrays[1].total_moves);
  EXPECT_EQ(some.total, all.total);
}

TEST(SurveyLimits, keep_the_first_blocks_and_all_warps_or_none) {
  Limits limits;
  limits.blocks = 5;
  limits.warps = 16 * 32 - 1;
  const Survey all = survey_of("copy", {{"N", 128}}, 1);
  const Survey some = survey_of("copy", {{"N", 128}}, 1, limits);
  EXPECT_EQ(all.blocks.size(), 16U);
  EXPECT_EQ(all.warps.size(), 16U * 32U);
  EXPECT_FALSE(all.blocks_truncated);
  EXPECT_TRUE(some.blocks_truncated);
  EXPECT_TRUE(some.warps.empty());
  EXPECT_EQ(some.blocks, std::vector<Cost>(all.blocks.begin(), all.blocks.begin() + 5));
  EXPECT_EQ(some.total, all.total);
}

TEST(Survey, is_the_same_on_one_two_and_seven_threads) {
  Limits limits;
  limits.rows = 3001;
  for (const std::string variant : {"tile", "coalesced-read", "swizzled"}) {
    const Survey one = survey_of(variant, {{"N", 512}}, 1, limits);
    EXPECT_EQ(one, survey_of(variant, {{"N", 512}}, 2, limits)) << variant;
    EXPECT_EQ(one, survey_of(variant, {{"N", 512}}, 7, limits)) << variant;
  }
}

TEST(Survey, of_the_first_blocks_has_only_those) {
  app::RunRequest request;
  request.lesson = "transpose";
  request.variant = "copy";
  request.overrides = {{"N", 128}};
  request.blocks = 3;
  const auto run = app::survey_launch(request);
  ASSERT_TRUE(run);
  const Survey& survey = (*run)->survey;
  EXPECT_EQ(survey.blocks_run, 3U);
  EXPECT_EQ(survey.blocks.size(), 3U);
  EXPECT_EQ(std::ranges::count(survey.arrays[0].reads, 1), 3 * 32 * 32);
  EXPECT_EQ(survey.arrays[0].first_warp.at(96), no_warp);  // in the fourth block, which did not run
}

TEST(Survey, is_one_of_a_run_in_order_where_blocks_depend_on_each_other) {
  app::RunRequest request;
  request.lesson = "reduction";
  request.overrides = {{"N", 8192}};
  request.threads = 2;
  const auto outcome = app::run(request);
  const auto run = app::survey_launch(request);
  ASSERT_TRUE(outcome && run);
  EXPECT_EQ((*run)->survey.total.global_sectors,
            (*outcome)->report.totals.global_load.sectors +
                (*outcome)->report.totals.global_store.sectors +
                (*outcome)->report.totals.global_atomic.sectors);
}

// All threads of all blocks read element 0 of `in` and write it to element 1 of `out`.
constexpr const char* all_at_one = R"(
.version 8.0
.target sm_90
.address_size 64
.visible .entry one(.param .u64 in, .param .u64 out)
{
  .reg .b64 %rd<4>;
  .reg .b32 %r<2>;
  ld.param.u64 %rd0, [in];
  ld.param.u64 %rd1, [out];
  ld.global.u32 %r0, [%rd0];
  st.global.u32 [%rd1+4], %r0;
  ret;
}
)";

Survey survey_all_at_one(std::uint32_t blocks, int threads) {
  const auto program = tests::program_of(all_at_one);
  tests::Arguments arguments;
  arguments.add_array("in", 64);
  arguments.add_array("out", 64);
  std::vector<report::ArrayInfo> arrays;
  for (const exec::GlobalMemory::Array& array : arguments.memory.arrays()) {
    report::ArrayInfo& info = arrays.emplace_back();
    info.name = array.name;
    info.count = 16;
    info.element_bytes = 4;
    info.address = array.address;
  }
  const exec::LaunchConfig config{{blocks, 1, 1}, {1024, 1, 1}, 0};
  Surveying surveying({program->sites, config, blocks, arrays, {}, {}});
  exec::RunOptions options;
  options.threads = threads;
  const auto result = exec::run(
      *program, config, arguments.bytes, arguments.memory, [&] { return surveying.observer(); },
      options);
  EXPECT_TRUE(result);
  return surveying.finish(result->blocks_run, true, false);
}

TEST(Survey, stops_counting_an_element_at_its_largest_number_but_not_its_sums) {
  const Survey survey = survey_all_at_one(70, 1);
  EXPECT_EQ(survey.arrays[0].reads.at(0), max_counted);
  EXPECT_EQ(survey.arrays[0].reads.at(1), 0);
  EXPECT_EQ(survey.arrays[0].total_reads, 70U * 1024U);
  EXPECT_EQ(survey.arrays[0].sector_moves.at(0), 70U * 32U);
  EXPECT_EQ(survey.arrays[0].sector_used.at(0), 70U * 32U * 4U);
  EXPECT_EQ(survey.arrays[1].writes.at(1), max_counted);
  EXPECT_EQ(survey.arrays[1].first_warp.at(1), 1U);
  EXPECT_EQ(survey.arrays[1].first_warp.at(0), no_warp);
}

TEST(Survey, counts_exactly_up_to_the_largest_number_on_any_number_of_threads) {
  const Survey one = survey_all_at_one(63, 1);
  EXPECT_EQ(one.arrays[0].reads.at(0), 63 * 1024);
  EXPECT_EQ(survey_all_at_one(70, 7).arrays[0], survey_all_at_one(70, 1).arrays[0]);
}

}  // namespace
}  // namespace lanescope::survey
