// Surveys of the shipped lessons: known facts about kernels, agreement with the traces, and
// agreement with the report of the same launch.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "app/session/survey/surveys.h"
#include "tests/survey/brute_force.h"

namespace lanescope::survey::test {
namespace {

app::RunRequest request_for(const std::string& lesson, const std::string& variant,
                            lesson::Values values = {}, const std::string& machine = "") {
  app::RunRequest request;
  request.lesson = lesson;
  request.variant = variant;
  request.overrides = std::move(values);
  request.machine = machine;
  request.checks = CheckSet::none();
  return request;
}

app::SurveyRunPtr surveyed(const app::RunRequest& request, const Limits& limits = {}) {
  auto result = app::survey_launch(request, limits);
  if (result) return *result;
  ADD_FAILURE() << result.error().message;
  return nullptr;
}

// --- known facts ---

std::vector<double> ratios_of(const ArraySurvey& array) {
  std::vector<double> ratios;
  for (std::uint64_t i = 0; i < sector_count(array.array); ++i) {
    const double ratio = moved_per_used(array, i);
    if (std::ranges::find(ratios, ratio) == ratios.end()) ratios.push_back(ratio);
  }
  return ratios;
}

TEST(SurveyOfLesson, says_that_a_copy_reads_and_writes_each_element_once) {
  const auto run = surveyed(request_for("transpose", "copy", {{"N", 64}}));
  ASSERT_TRUE(run);
  const ArraySurvey& a = run->survey.arrays.at(0);
  const ArraySurvey& b = run->survey.arrays.at(1);
  EXPECT_EQ(a.reads, std::vector<std::uint16_t>(64 * 64, 1));
  EXPECT_TRUE(a.writes.empty());
  EXPECT_EQ(b.writes, std::vector<std::uint16_t>(64 * 64, 1));
  EXPECT_TRUE(b.reads.empty());
  EXPECT_EQ(ratios_of(a), std::vector<double>{1});
  EXPECT_EQ(ratios_of(b), std::vector<double>{1});
}

TEST(SurveyOfLesson, says_which_elements_were_raced_on_if_races_are_looked_for) {
  app::RunRequest request = request_for("atomics", "lost", {{"WORDS", 4}});
  EXPECT_TRUE(surveyed(request)->raced.empty());
  request.checks.set(DiagnosticKind::global_race, true);
  const auto run = surveyed(request);
  ASSERT_TRUE(run);
  ASSERT_FALSE(run->raced.empty());
  const report::ArrayInfo& bins = run->survey.arrays.at(1).array;
  for (const Raced& each : run->raced) {
    EXPECT_EQ(each.places, (std::vector<ByteRange>{{bins.address, 4 * sizeof(int)}}))
        << each.finding.message;
  }
}

TEST(SurveyOfLesson, says_that_stores_down_a_column_move_eight_bytes_for_each_one_used) {
  const auto run = surveyed(request_for("transpose", "coalesced-read", {{"N", 64}}));
  ASSERT_TRUE(run);
  EXPECT_EQ(ratios_of(run->survey.arrays.at(0)), std::vector<double>{1});
  EXPECT_EQ(ratios_of(run->survey.arrays.at(1)), std::vector<double>{8});
}

TEST(SurveyOfLesson, finds_which_warp_of_which_block_touched_an_element_first) {
  const auto run = surveyed(request_for("transpose", "tile", {{"N", 64}, {"PAD", 0}}));
  ASSERT_TRUE(run);
  const Survey& survey = run->survey;
  const auto position = [&](std::size_t array, std::size_t element) {
    return survey.position_of(survey.arrays.at(array).first_warp.at(element) - 1);
  };
  // 32 x 32 threads: warp y of a block reads row y of its tile and writes row y of the transposed
  // tile.
  EXPECT_EQ(position(0, 5 * 64 + 40), (report::WarpPosition{{1, 0, 0}, 5}));
  EXPECT_EQ(position(1, 40 * 64 + 5), (report::WarpPosition{{1, 0, 0}, 8}));
}

TEST(SurveyOfLesson, has_a_row_for_each_request_of_the_shared_tile) {
  const auto run = surveyed(request_for("transpose", "tile", {{"N", 64}, {"PAD", 0}}));
  ASSERT_TRUE(run);
  const Survey& survey = run->survey;
  EXPECT_EQ(survey.rows.size(), 2U * 32 * 4);  // one store and one load, 32 warps, 4 blocks
  const auto range = survey.rows_of_warp(survey.warp_number({1, 1, 0}, 3));
  ASSERT_EQ(range.size(), 2U);
  const BankPattern& store = survey.patterns[survey.rows[range.first].pattern];
  EXPECT_EQ(store.wavefronts, 1);
  EXPECT_TRUE(std::ranges::all_of(store.words, [](int words) { return words == 1; }));
  const BankPattern& load = survey.patterns[survey.rows[range.first + 1].pattern];
  EXPECT_EQ(load.wavefronts, 32);
  EXPECT_EQ(load.ways, 32);
  EXPECT_TRUE(load.has_conflicts());
  EXPECT_EQ(load.words[3], 32);  // all in the column's bank
  EXPECT_EQ(std::ranges::count(load.words, 0), 31);
  EXPECT_EQ(survey.sites[survey.rows[range.first].site].op, memory::Op::store);
  EXPECT_EQ(survey.rows_of_block(3).size(), 64U);
}

TEST(SurveyOfLesson, has_sixteen_banks_on_the_first_machines) {
  const auto run =
      surveyed(request_for("transpose", "tile", {{"N", 64}, {"PAD", 0}}, "geforce-8800-gtx"));
  ASSERT_TRUE(run);
  const Survey& survey = run->survey;
  EXPECT_EQ(survey.bank_count(), 16);
  ASSERT_FALSE(survey.patterns.empty());
  for (const BankPattern& pattern : survey.patterns) {
    EXPECT_TRUE(std::all_of(pattern.words.begin() + 16, pattern.words.end(),
                            [](int words) { return words == 0; }));
  }
  // A row of the tile has two words in each bank; in a column, all 32 words are in one bank.
  EXPECT_EQ(survey.patterns.front().words[0], 2);
  EXPECT_EQ(survey.patterns.back().wavefronts, 32);
}

TEST(SurveyOfLesson, finds_the_block_that_differs_from_the_others) {
  const auto run = surveyed(request_for("divergence", "tail", {{"N", 1024}, {"REST", 10}}));
  ASSERT_TRUE(run);
  const std::vector<Cost>& blocks = run->survey.blocks;
  ASSERT_GT(blocks.size(), 1U);
  for (std::size_t i = 0; i + 1 < blocks.size(); ++i)
    EXPECT_EQ(blocks[i].divergent_branches, 0U) << i;
  EXPECT_EQ(blocks.back().divergent_branches, 1U);
}

// --- comparison with the traces ---

struct Case {
  std::string lesson, variant;
  lesson::Values values{};
  std::string machine{};
  std::optional<std::uint64_t> blocks{};  // the first `blocks` blocks; default: all
};
void PrintTo(const Case& tested, std::ostream* out) {
  *out << tested.lesson << " " << tested.variant << " " << tested.machine;
}

class SmallLesson : public testing::TestWithParam<Case> {};

TEST_P(SmallLesson, is_surveyed_as_its_traces_say) {
  const Case& tested = GetParam();
  app::RunRequest request =
      request_for(tested.lesson, tested.variant, tested.values, tested.machine);
  request.blocks = tested.blocks;
  const auto run = surveyed(request);
  ASSERT_TRUE(run);
  Traced traced{
      run->survey.grid, run->survey.block, run->outcome->report.arrays, run->survey.machine, {}};
  std::vector<report::Site> sites;
  const std::uint64_t blocks = run->survey.blocks_run;
  ASSERT_LE(blocks, 64U) << "too large for this test";
  for (std::uint64_t block = 0; block < blocks; ++block) {
    request.focus_block = run->survey.block_index(block);
    auto outcome = app::run(request);
    ASSERT_TRUE(outcome) << outcome.error().message;
    // Each run has its own memory, so the arrays must be at the same addresses.
    const report::Report& report = (*outcome)->report;
    for (std::size_t i = 0; i < traced.arrays.size(); ++i)
      ASSERT_EQ(report.arrays[i].address, traced.arrays[i].address);
    for (const report::WarpTrace& trace : report.traces) ASSERT_FALSE(trace.truncated);
    traced.blocks.push_back(report.traces);
    sites = report.sites;
  }
  EXPECT_EQ(difference(brute_force(traced), run->survey), "");
  ASSERT_EQ(run->survey.sites.size(), sites.size());
  for (std::size_t i = 0; i < sites.size(); ++i) {
    EXPECT_EQ(run->survey.sites[i].place, sites[i].place);
    EXPECT_EQ(run->survey.sites[i].space, sites[i].space);
    EXPECT_EQ(run->survey.sites[i].requests, sites[i].counts.requests);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Some, SmallLesson,
    testing::Values(
        Case{"transpose", "coalesced-write", {{"N", 64}}},
        Case{"transpose", "swizzled", {{"N", 64}}},
        Case{"transpose", "rows4", {{"N", 96}, {"PAD", 1}}},
        Case{"transpose", "tile", {{"N", 64}, {"PAD", 0}}, "geforce-8800-gtx"},
        Case{"transpose", "tile", {{"N", 64}, {"PAD", 3}}, "tesla-c1060"},
        Case{"transpose", "coalesced-read", {{"N", 64}}, "tesla-c2050"},
        Case{"transpose", "tile", {{"N", 64}, {"PAD", 1}}, "tesla-k40"},
        Case{"offset", "copy", {{"N", 1000}, {"OFFSET", 7}}, "tesla-c2050"},
        Case{"stride", "copy", {{"N", 700}, {"STRIDE", 3}}},
        Case{"width", "char", {{"BYTES", 4096}}}, Case{"width", "float4", {{"BYTES", 16384}}},
        Case{"structures", "records", {{"N", 500}}}, Case{"structures", "padded", {{"N", 500}}},
        Case{"matmul", "async", {{"N", 256}}, "", 5},
        Case{"matmul", "shared-ab", {{"N", 256}}, "", 3}, Case{"shuffles", "", {}},
        Case{"local-memory", "", {}}, Case{"constant-memory", "", {}},
        Case{"bank-widths", "float4", {}}, Case{"bank-widths", "short", {}, "geforce-8800-gtx"},
        Case{"reverse", "barrier-in-branch", {}}, Case{"reduction", "", {{"N", 8192}}}),
    [](const auto& tested) {
      std::string name = tested.param.lesson + "_" + tested.param.variant + "_" +
                         tested.param.machine + "_" + std::to_string(tested.index);
      std::ranges::replace(name, '-', '_');
      return name;
    });

// --- comparison with the report ---

report::Counts sum_of(const report::Report& report, memory::Space space) {
  report::Counts sum;
  for (const report::Site& site : report.sites) {
    if (site.space == space) sum += site.counts;
  }
  return sum;
}

bool copies_past_l1(const app::Outcome& outcome) {
  return outcome.ptx.text.find("cp.async.cg") != std::string::npos;
}

void expect_adds_up(const app::Outcome& outcome, const Survey& survey) {
  const report::Report& report = outcome.report;
  const report::Counts global = sum_of(report, memory::Space::global);
  const report::Counts shared = sum_of(report, memory::Space::shared);
  const report::Counts local = sum_of(report, memory::Space::local);
  const report::Counts constant = sum_of(report, memory::Space::constant);
  Cost expected;
  expected.requests = global.requests + shared.requests + local.requests + constant.requests;
  expected.global_sectors = global.sectors;
  expected.global_ideal = global.ideal_sectors;
  expected.shared_wavefronts = shared.wavefronts;
  expected.shared_ideal = shared.ideal_wavefronts;
  expected.local_sectors = local.sectors;
  expected.local_ideal = local.ideal_sectors;
  expected.constant_transactions = constant.wavefronts;
  expected.constant_ideal = constant.ideal_wavefronts;
  expected.branches = report.totals.branches;
  expected.divergent_branches = report.totals.divergent_branches;
  EXPECT_EQ(survey.total, expected);
  Cost blocks;
  for (const Cost& block : survey.blocks) blocks += block;
  Cost warps;
  for (const Cost& warp : survey.warps) warps += warp;
  EXPECT_EQ(blocks, expected);
  EXPECT_EQ(warps, expected);
  EXPECT_EQ(survey.rows_total, shared.requests);
  std::uint64_t moves = survey.moves_outside;
  std::uint64_t used = 0;
  for (const ArraySurvey& array : survey.arrays) {
    moves += array.total_moves;
    used += array.total_used;
  }
  // A copy past L1 is counted in pairs of a line and a shared sector, not in sectors of the array.
  if (!copies_past_l1(outcome)) EXPECT_EQ(moves, global.sectors);
  if (survey.moves_outside == 0) EXPECT_EQ(used, global.bytes_used);
}

std::vector<std::string> shipped_ids() {
  std::vector<std::string> ids;
  for (const lesson::CatalogueEntry& entry : lesson::catalogue()) ids.push_back(entry.id);
  return ids;
}

class EveryLesson : public testing::TestWithParam<std::string> {};

TEST_P(EveryLesson, has_surveys_that_add_up_to_its_reports) {
  const auto lesson = lesson::find(GetParam());
  ASSERT_TRUE(lesson);
  for (const lesson::VariantInfo& variant : lesson->variants()) {
    SCOPED_TRACE(variant.name);
    const auto resolved = lesson->resolve(variant.name, {});
    ASSERT_TRUE(resolved);
    app::RunRequest request = request_for(GetParam(), variant.name);
    if (const std::string why = app::why_no_launches(*resolved, request.compiler); !why.empty())
      GTEST_SKIP() << "nvrtc is not on this machine: " << why;
    request.want_traces = false;
    request.want_hashes = false;
    const auto outcome = app::run(request);
    ASSERT_TRUE(outcome) << outcome.error().message;
    const auto run = surveyed(request);
    ASSERT_TRUE(run);
    EXPECT_EQ(run->survey.complete, (*outcome)->report.complete);
    EXPECT_EQ(run->survey.blocks_run, (*outcome)->report.blocks_simulated);
    expect_adds_up(**outcome, run->survey);
  }
}

INSTANTIATE_TEST_SUITE_P(Shipped, EveryLesson, testing::ValuesIn(shipped_ids()),
                         [](const auto& tested) {
                           std::string name = tested.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace lanescope::survey::test
