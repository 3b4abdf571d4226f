// Sweeps: their quantities, their launches, and running them.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include <gtest/gtest.h>

#include "app/session/export/tables.h"
#include "app/session/sweeps/plan.h"
#include "app/session/sweeps/sweep.h"
#include "app/session/sweeps/table.h"
#include "kernels/lesson_file/names.h"
#include "measurements.h"
#include "reports.h"

namespace lanescope::app {
namespace {

using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;

LaunchFacts some_facts() {
  LaunchFacts facts;
  facts.blocks = 7;
  facts.threads_per_block = 96;
  facts.shared_bytes = 4224;
  facts.totals.global_load = {.requests = 2,
                              .bytes_requested = 256,
                              .bytes_used = 192,
                              .sectors = 9,
                              .ideal_sectors = 8,
                              .tag_lookups = 3};
  facts.totals.shared_load = {.requests = 4,
                              .bytes_requested = 512,
                              .wavefronts = 10,
                              .ideal_wavefronts = 4,
                              .conflicts = 6};
  facts.totals.branches = 8;
  facts.totals.divergent_branches = 2;
  facts.totals.warp_instructions = 10;
  facts.totals.thread_instructions = 160;
  return facts;
}

// ---- whose times are shown ----

TEST(NamesOfGpus, differ_for_recorded_times_and_those_measured_here) {
  const std::vector<PointTime> times{{false, {}, "A GPU", "2026-11-23"},
                                     {true, {}, "This GPU", {}},
                                     {false, {}, "A GPU", "2026-11-20"}};
  EXPECT_EQ(names_of_gpus(times, false), "A GPU, 2026-11-20 … 2026-11-23");
  EXPECT_EQ(names_of_gpus(times, true), "This GPU");
  EXPECT_EQ(names_of_gpus({}, true), "");
}

// ---- names ----

TEST(SweepName, is_the_sweeps_own_or_its_parameters_as_the_window_shows_it) {
  std::vector<lesson::Sweep> sweeps(3);
  sweeps[0].name = "size";
  sweeps[0].parameter = "N";
  sweeps[1].name = "padding";
  sweeps[1].parameter = "PAD";
  sweeps[2].name = "N";  // a name comes before a parameter
  sweeps[2].parameter = "PAD";
  EXPECT_EQ(sweep_named(sweeps, "padding"), &sweeps[1]);
  EXPECT_EQ(sweep_named(sweeps, "PAD"), &sweeps[1]);
  EXPECT_EQ(sweep_named(sweeps, "N"), &sweeps[2]);
  EXPECT_EQ(sweep_named(sweeps, "M"), nullptr);
  EXPECT_EQ(sweep_named(sweeps, ""), nullptr);
}

// ---- quantities ----

TEST(Quantity, every_name_that_a_lesson_may_use_has_a_value_and_a_unit) {
  LaunchFacts facts = some_facts();
  report::Totals& totals = facts.totals;
  for (report::Counts* counts : {&totals.global_load, &totals.global_store, &totals.global_atomic,
                                 &totals.shared_load, &totals.shared_store, &totals.shared_atomic,
                                 &totals.local_load, &totals.local_store, &totals.constant_load}) {
    *counts = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  }
  facts.occupancy_percent = 50;
  for (const std::string& name : lesson::quantity_names()) {
    EXPECT_TRUE(quantity(name, facts)) << name;
    EXPECT_FALSE(unit_of(name).name.empty()) << name;
  }
  EXPECT_FALSE(quantity("speed", facts));
  EXPECT_FALSE(quantity("global_load.speed", facts));
}

TEST(Quantity, ratios_are_not_rounded) {
  const LaunchFacts facts = some_facts();
  EXPECT_DOUBLE_EQ(*quantity("global_load.sectors_per_request", facts), 4.5);
  EXPECT_DOUBLE_EQ(*quantity("shared_load.wavefronts_per_request", facts), 2.5);
  EXPECT_DOUBLE_EQ(*quantity("global_load.efficiency_percent", facts), 100.0 * 192 / 288);
  EXPECT_DOUBLE_EQ(*quantity("branch_efficiency_percent", facts), 75);
  EXPECT_DOUBLE_EQ(*quantity("warp_execution_efficiency_percent", facts), 50);
  EXPECT_DOUBLE_EQ(*quantity("warps_per_block", facts), 3);
}

TEST(Quantity, a_ratio_without_any_request_has_no_value) {
  EXPECT_FALSE(quantity("global_store.sectors_per_request", some_facts()));
  EXPECT_FALSE(quantity("global_store.efficiency_percent", some_facts()));
  EXPECT_DOUBLE_EQ(*quantity("global_store.sectors", some_facts()), 0);
}

TEST(Quantity, its_unit_is_what_it_counts) {
  EXPECT_EQ(unit_of("global_load.sectors_per_request").name, "sectors");
  EXPECT_TRUE(unit_of("global_load.sectors_per_request").per_request);
  EXPECT_EQ(unit_of("shared_load.ideal_wavefronts").name, "wavefronts");
  EXPECT_EQ(unit_of("branch_efficiency_percent").name, "percent");
  EXPECT_EQ(unit_of("shared_bytes").name, "bytes");
  EXPECT_EQ(unit_of("thread_instructions").name, "instructions");
}

TEST(Quantity, the_costliest_is_that_of_the_worst_ratio_to_its_ideal) {
  LaunchFacts facts = some_facts();  // 9 of 8 sectors, 10 of 4 wavefronts
  EXPECT_EQ(costliest_quantity({&facts}), "shared_load.wavefronts_per_request");
  facts.totals.shared_load = {};
  EXPECT_EQ(costliest_quantity({&facts}), "global_load.sectors_per_request");
  EXPECT_EQ(costliest_quantity({}), "warp_instructions");
}

TEST(Quantity, the_usual_ones_begin_with_the_costliest_and_have_values) {
  LaunchFacts facts = some_facts();
  facts.totals.warp_instructions = 100;
  std::vector<std::string> names = usual_quantities({&facts});
  EXPECT_EQ(names.front(), costliest_quantity({&facts}));
  EXPECT_GE(names.size(), 3U);
  for (const std::string& name : names) {
    EXPECT_TRUE(quantity(name, facts)) << name;
    EXPECT_EQ(std::count(names.begin(), names.end(), name), 1) << name;
  }
  const auto has_occupancy = [&] {
    names = usual_quantities({&facts});
    return std::find(names.begin(), names.end(), "occupancy.percent") != names.end();
  };
  EXPECT_FALSE(has_occupancy());
  facts.occupancy_percent = 50;
  EXPECT_TRUE(has_occupancy());
  EXPECT_EQ(usual_quantities({}), std::vector<std::string>{"warp_instructions"});
}

// ---- the launches ----

lesson::Sweep over_pad(std::vector<std::int64_t> values) {
  lesson::Sweep sweep;
  sweep.name = "padding";
  sweep.parameter = "PAD";
  sweep.values = std::move(values);
  sweep.variants = {"tile"};
  return sweep;
}

SweepPlan plan_of(const lesson::Sweep& sweep, const std::string& text = "kernel") {
  return plan_sweep("tile", sweep, sweep.variants, {}, compile::Compiler::automatic,
                    [text](const std::string& variant, const lesson::Values& values) {
                      return test::resolved("tile", variant, values, text);
                    });
}

TEST(SweepPlan, has_a_point_for_each_value_of_each_variant) {
  lesson::Sweep sweep = over_pad({});
  sweep.parameter = "N";
  sweep.values = {1024, 4096};
  sweep.variants = {"tile", "copy"};
  const SweepPlan plan = plan_of(sweep);
  ASSERT_EQ(plan.points.size(), 4U);
  EXPECT_EQ(plan.points[1].variant, 0U);
  EXPECT_EQ(plan.points[1].value, 4096);
  EXPECT_EQ(plan.points[2].variant, 1U);
  EXPECT_TRUE(plan.points[2].key);
  EXPECT_FALSE(plan.points[3].key);  // copy allows at most 2048
}

TEST(SweepPlan, other_values_go_over_those_that_the_sweep_sets_but_not_over_its_axes) {
  lesson::Sweep sweep = over_pad({0, 1});
  sweep.set = {{"N", 2048}};
  const SweepPlan plan = plan_sweep("tile", sweep, sweep.variants, {{"N", 64}, {"PAD", 9}},
                                    compile::Compiler::automatic,
                                    [](const std::string& variant, const lesson::Values& values) {
                                      return test::resolved("tile", variant, values);
                                    });
  EXPECT_EQ(plan.points[1].overrides, (lesson::Values{{"N", 64}, {"PAD", 1}}));
}

TEST(SweepPlan, times_are_looked_up_of_the_launch_that_the_sweep_names) {
  lesson::Sweep sweep = over_pad({0, 1});
  sweep.timed = {{"N", 2048}};
  const SweepPlan plan = plan_of(sweep);
  ASSERT_TRUE(plan.points[1].key && plan.points[1].timed_key);
  EXPECT_EQ(plan.points[1].key->params.at("N"), 1024);
  EXPECT_EQ(plan.points[1].timed_key->params.at("N"), 2048);
}

// ---- what is computed first ----

// A map of 9 x 9 points, PAD across and N down, with 0 to 8 on both axes.
SweepPlan map_plan() {
  SweepPlan plan;
  plan.variants = {"tile"};
  for (std::int64_t pad = 0; pad < 9; ++pad) {
    for (std::int64_t n = 0; n < 9; ++n) {
      SweepPoint point;
      point.value = pad;
      point.by = n;
      plan.points.push_back(std::move(point));
    }
  }
  return plan;
}

std::vector<std::pair<std::int64_t, std::int64_t>> places_in_order(const SweepPlan& plan,
                                                                   const AskedPoint& asked) {
  std::vector<std::pair<std::int64_t, std::int64_t>> places;
  for (const std::size_t point : order_of(plan, asked))
    places.emplace_back(plan.points[point].value, plan.points[point].by.value_or(0));
  return places;
}

TEST(SweepOrder, begins_with_the_asked_point_and_its_neighbours) {
  const auto places = places_in_order(map_plan(), {"tile", 5, 3});
  EXPECT_EQ(places.front(), (std::pair<std::int64_t, std::int64_t>{5, 3}));
  for (std::size_t i = 0; i < 9; ++i) {
    EXPECT_LE(std::abs(places[i].first - 5), 1) << i;
    EXPECT_LE(std::abs(places[i].second - 3), 1) << i;
  }
}

TEST(SweepOrder, goes_on_from_coarse_to_fine) {
  const auto places = places_in_order(map_plan(), {"tile", 1, 1});
  const auto at = [&](std::int64_t x, std::int64_t y) {
    return std::find(places.begin(), places.end(), std::pair{x, y}) - places.begin();
  };
  EXPECT_LT(at(8, 8), at(4, 8));  // a corner before the middle of an edge
  EXPECT_LT(at(4, 4), at(6, 6));  // the middle before the quarters
  EXPECT_LT(at(6, 6), at(3, 3));  // these before every other point, even before nearer ones
  EXPECT_LT(at(3, 3), at(7, 7));  // then the nearer of two
}

TEST(SweepOrder, has_every_point_once) {
  const SweepPlan plan = map_plan();
  std::vector<std::size_t> order = order_of(plan, {"tile", 2, 7});
  std::sort(order.begin(), order.end());
  for (std::size_t i = 0; i < plan.points.size(); ++i) EXPECT_EQ(order.at(i), i);
}

TEST(SweepOrder, takes_the_nearest_point_where_the_sweep_does_not_have_the_asked_one) {
  EXPECT_EQ(places_in_order(map_plan(), {"tile", 100, -3}).front(),
            (std::pair<std::int64_t, std::int64_t>{8, 0}));
}

TEST(SweepOrder, takes_the_chosen_variant_before_the_others) {
  SweepPlan plan = plan_of([] {
    lesson::Sweep sweep = over_pad({0, 1, 2, 3});
    sweep.variants = {"copy", "tile"};
    return sweep;
  }());
  const std::vector<std::size_t> order = order_of(plan, {"tile", 2, {}});
  EXPECT_EQ(plan.variants[plan.points[order[0]].variant], "tile");
  EXPECT_EQ(plan.points[order[0]].value, 2);
  EXPECT_EQ(plan.points[order[3]].value, 2);  // the neighbours, then the other variant's
  EXPECT_EQ(plan.variants[plan.points[order[3]].variant], "copy");
}

// ---- running ----

class SweepRunnerTest : public ::testing::Test {
 protected:
  Runner runner() {
    return
        [this](const RunRequest& request, Progress* progress, std::stop_token stop) -> RunResult {
          if (request.overrides.contains("PAD") && request.overrides.at("PAD") == throws_at_)
            throw std::runtime_error("out of luck");
          if (request.overrides.contains("PAD") && request.overrides.at("PAD") == fails_at_)
            return tl::unexpected(Problem{2, false, "does not fit", "", 0, 0});
          ++runs_;
          auto gated = gate_.runner()(request, progress, std::move(stop));
          return gated ? test::priced(request) : gated;
        };
  }

  static bool until_done(SweepRunner& sweep) {
    return until(sweep, [&] { return !sweep.running(); });
  }
  static bool until(SweepRunner& sweep, const std::function<bool()>& holds) {
    const auto limit = std::chrono::steady_clock::now() + 10s;
    while (!holds()) {
      sweep.update();
      if (std::chrono::steady_clock::now() > limit) return false;
      std::this_thread::sleep_for(1ms);
    }
    return true;
  }

  test::GatedRunner gate_;
  std::atomic<int> runs_{0};
  std::int64_t fails_at_ = -1, throws_at_ = -1;
};

TEST_F(SweepRunnerTest, runs_every_point_and_keeps_each_with_its_values) {
  SweepRunner sweep(runner(), {}, {1000, 3});
  sweep.start(plan_of(over_pad({0, 1, 2, 3, 4, 5, 6, 7})));
  ASSERT_TRUE(until_done(sweep));
  EXPECT_EQ(runs_, 8);
  EXPECT_EQ(sweep.done(), 8U);
  EXPECT_DOUBLE_EQ(sweep.share(), 1);
  for (std::size_t i = 0; i < 8; ++i) {
    ASSERT_NE(sweep.result(i), nullptr);
    ASSERT_TRUE(sweep.result(i)->facts) << sweep.result(i)->problem;
    EXPECT_EQ(sweep.result(i)->facts->totals.global_load.sectors, i == 0 ? 2048U : 1024U);
  }
}

TEST_F(SweepRunnerTest, asks_for_counts_alone_within_its_budget) {
  SweepRunner sweep(runner(), {}, {1234, 1});
  sweep.start(plan_of(over_pad({5})));
  ASSERT_TRUE(until_done(sweep));
  const RunRequest request = gate_.requests().front();
  EXPECT_FALSE(request.want_traces);
  EXPECT_FALSE(request.want_hashes);
  EXPECT_FALSE(request.blocks);  // all blocks
  EXPECT_EQ(request.checks, CheckSet::all());
  EXPECT_EQ(request.max_warp_instructions, 1234U);
  EXPECT_EQ(request.overrides, (lesson::Values{{"PAD", 5}}));
}

TEST_F(SweepRunnerTest, runs_its_points_in_the_plan_s_order) {
  SweepRunner sweep(runner(), {}, {1000, 1});
  SweepPlan plan = plan_of(over_pad({0, 1, 2, 3}));
  plan.order = {2, 3, 1, 0};
  sweep.start(std::move(plan));
  ASSERT_TRUE(until_done(sweep));
  std::vector<std::int64_t> run;
  for (const RunRequest& request : gate_.requests()) run.push_back(request.overrides.at("PAD"));
  EXPECT_EQ(run, (std::vector<std::int64_t>{2, 3, 1, 0}));
}

TEST_F(SweepRunnerTest, a_second_look_is_there_at_once) {
  SweepRunner sweep(runner(), {}, {1000, 2});
  sweep.start(plan_of(over_pad({0, 1, 2})));
  ASSERT_TRUE(until_done(sweep));
  sweep.start(plan_of(over_pad({4})));
  ASSERT_TRUE(until_done(sweep));
  sweep.start(plan_of(over_pad({2, 1, 0})));
  EXPECT_FALSE(sweep.running());
  EXPECT_EQ(sweep.done(), 3U);
  EXPECT_EQ(runs_, 4);
}

TEST_F(SweepRunnerTest, other_checks_run_every_point_again) {
  SweepRunner sweep(runner(), {}, {1000, 1});
  sweep.start(plan_of(over_pad({0, 1})));
  ASSERT_TRUE(until_done(sweep));
  SweepPlan plan = plan_of(over_pad({0, 1}));
  plan.checks = CheckSet::none();
  sweep.start(plan);
  ASSERT_TRUE(until_done(sweep));
  EXPECT_EQ(runs_, 4);
  EXPECT_EQ(gate_.requests().back().checks, CheckSet::none());
}

TEST_F(SweepRunnerTest, another_text_of_the_kernel_is_run_again) {
  SweepRunner sweep(runner(), {}, {1000, 2});
  sweep.start(plan_of(over_pad({0, 1})));
  ASSERT_TRUE(until_done(sweep));
  sweep.start(plan_of(over_pad({0, 1}), "changed"));
  ASSERT_TRUE(until_done(sweep));
  EXPECT_EQ(runs_, 4);
}

TEST(ReasonOf, a_problem_is_its_message_without_the_place_in_a_lesson_file) {
  const auto located = [](const char* file) {
    return problem_of({file, 12, "launch.block", "20 x 64 x 1 = 1280 threads"});
  };
  EXPECT_EQ(reason_of(located("a folder/lesson.toml")), "20 x 64 x 1 = 1280 threads");
  EXPECT_EQ(reason_of(located("tile.cu")), located("tile.cu").message);
}

TEST_F(SweepRunnerTest, a_point_that_fails_keeps_its_message_and_the_others_go_on) {
  fails_at_ = 1;
  throws_at_ = 2;
  SweepRunner sweep(runner(), {}, {1000, 2});
  sweep.start(plan_of(over_pad({0, 1, 2, 3})));
  ASSERT_TRUE(until_done(sweep));
  EXPECT_EQ(sweep.result(1)->problem, "does not fit");
  EXPECT_NE(sweep.result(2)->problem.find("out of luck"), std::string::npos);
  EXPECT_FALSE(sweep.result(1)->facts);
  EXPECT_TRUE(sweep.result(0)->facts);
  EXPECT_TRUE(sweep.result(3)->facts);
}

TEST_F(SweepRunnerTest, what_failed_can_be_tried_again) {
  fails_at_ = 1;
  SweepRunner sweep(runner(), {}, {1000, 2});
  sweep.start(plan_of(over_pad({0, 1, 2})));
  ASSERT_TRUE(until_done(sweep));
  EXPECT_TRUE(sweep.has_failed());
  fails_at_ = -1;
  sweep.retry();
  ASSERT_TRUE(until_done(sweep));
  EXPECT_FALSE(sweep.has_failed());
  EXPECT_TRUE(sweep.result(1)->facts);
  EXPECT_EQ(runs_, 3);  // the others did not run again
}

TEST_F(SweepRunnerTest, cancelled_keeps_what_it_has_and_goes_on_from_there) {
  SweepRunner sweep(runner(), {}, {1000, 1});
  sweep.start(plan_of(over_pad({0})));
  ASSERT_TRUE(until_done(sweep));
  gate_.close();
  sweep.start(plan_of(over_pad({0, 1, 2})));
  ASSERT_TRUE(gate_.wait_for_arrival());
  EXPECT_TRUE(sweep.running());
  EXPECT_EQ(sweep.done(), 1U);
  sweep.cancel();
  EXPECT_FALSE(sweep.running());
  EXPECT_TRUE(sweep.cancelled());
  EXPECT_NE(sweep.result(0), nullptr);
  EXPECT_EQ(sweep.result(1), nullptr);
  gate_.open();
  sweep.retry();
  ASSERT_TRUE(until_done(sweep));
  EXPECT_FALSE(sweep.cancelled());
  EXPECT_EQ(sweep.done(), 3U);
}

TEST_F(SweepRunnerTest, a_new_sweep_takes_the_place_of_the_one_that_runs) {
  gate_.close();
  SweepRunner sweep(runner(), {}, {1000, 1});
  sweep.start(plan_of(over_pad({0, 1, 2})));
  ASSERT_TRUE(gate_.wait_for_arrival());
  sweep.start(plan_of(over_pad({7, 8})));
  gate_.open();
  ASSERT_TRUE(until_done(sweep));
  EXPECT_EQ(sweep.plan().points.size(), 2U);
  EXPECT_TRUE(sweep.result(0)->facts);
  EXPECT_TRUE(sweep.result(1)->facts);
}

TEST_F(SweepRunnerTest, closing_it_does_not_wait_for_its_end) {
  gate_.close();
  {
    SweepRunner sweep(runner(), {}, {1000, 2});
    sweep.start(plan_of(over_pad({0, 1, 2, 3})));
    ASSERT_TRUE(gate_.wait_for_arrival());
  }
  EXPECT_GE(gate_.cancelled(), 1);
}

TEST_F(SweepRunnerTest, a_run_that_went_on_after_an_error_has_its_counts_and_the_error) {
  SweepRunner sweep(
      [](const RunRequest& request, Progress*, const std::stop_token&) -> RunResult {
        auto outcome = std::make_shared<Outcome>(**test::priced(request));
        Diagnostic error;
        error.kind = DiagnosticKind::out_of_range;
        error.message = "4 bytes beyond A";
        outcome->report.diagnostics.push_back(error);
        return outcome;
      },
      {}, {1000, 1});
  sweep.start(plan_of(over_pad({0})));
  ASSERT_TRUE(until_done(sweep));
  EXPECT_TRUE(sweep.result(0)->facts);
  EXPECT_EQ(sweep.result(0)->problem, "error: 4 bytes beyond A");
  EXPECT_FALSE(table_of(sweep, {}, {"global_load.sectors"},
                        [](const TimingKey&) { return std::optional<PointTime>(); })
                   .rows[0]
                   .failed());
}

TEST_F(SweepRunnerTest, a_run_that_stops_early_is_no_point) {
  SweepRunner sweep(
      [](const RunRequest& request, Progress*, const std::stop_token&) -> RunResult {
        auto outcome = std::make_shared<Outcome>(**test::priced(request));
        outcome->report.complete = false;
        return outcome;
      },
      {}, {99, 1});
  sweep.start(plan_of(over_pad({0})));
  ASSERT_TRUE(until_done(sweep));
  EXPECT_FALSE(sweep.result(0)->facts);
  EXPECT_NE(sweep.result(0)->problem.find("99"), std::string::npos);
}

// ---- the table ----

TEST_F(SweepRunnerTest, its_table_has_counts_and_recorded_times_side_by_side) {
  fails_at_ = 2;
  lesson::Sweep asked = over_pad({0, 1, 2});
  asked.quantities = {"global_load.sectors"};
  SweepRunner sweep(runner(), {}, {1000, 1});
  sweep.start(plan_of(asked));
  ASSERT_TRUE(until_done(sweep));
  device::Recording recording = test::recording_of_tile({{1024, 1}});
  recording.points.front().cold.count = 9;
  const SweepTable table = table_of(sweep, {"tile", {}, {}, {}}, {}, [&](const TimingKey& key) {
    return time_of(key, nullptr, &recording);
  });
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_DOUBLE_EQ(*table.rows[0].quantities.front(), 2048);
  EXPECT_FALSE(table.rows[0].time);
  ASSERT_TRUE(table.rows[1].time);
  EXPECT_DOUBLE_EQ(table.rows[1].time->cold.median, 1025);
  EXPECT_FALSE(table.rows[1].time->measured);
  EXPECT_TRUE(table.rows[1].time->has_interval());
  EXPECT_EQ(table.rows[2].problem, "does not fit");
  EXPECT_FALSE(table.rows[2].quantities.front());

  const std::string csv = csv_of(table);
  EXPECT_EQ(
      csv.substr(0, csv.find("\r\n")),
      "lesson,sweep,variant,machine,BROKEN,N,PAD,global_load.sectors,timed_at,cold_us,cold_low_us,"
      "cold_high_us,cold_spread,runs,source,gpu,date,problem");
  EXPECT_NE(csv.find("tile,padding,tile,H200,0,1024,0,2048,,,,,,,,,,\r\n"), std::string::npos)
      << csv;
  EXPECT_NE(csv.find("95 %,9,RECORDED,A GPU of tests,2000-01-01,\r\n"), std::string::npos) << csv;
  EXPECT_NE(csv.find("does not fit\r\n"), std::string::npos) << csv;
}

TEST_F(SweepRunnerTest, its_table_names_the_machine_whose_rules_count) {
  SweepRunner sweep(runner(), {}, {1000, 1});
  SweepPlan plan = plan_of(over_pad({0}));
  plan.machine = "tesla-c1060";
  sweep.start(plan);
  ASSERT_TRUE(until_done(sweep));
  const auto no_time = [](const TimingKey&) { return std::optional<PointTime>(); };
  SweepTitles titles;
  titles.machine = "Tesla C1060";
  const SweepTable table = table_of(sweep, titles, {}, no_time);
  EXPECT_EQ(table.machine, "Tesla C1060");
  EXPECT_NE(csv_of(table).find("padding,tile,Tesla C1060,"), std::string::npos) << csv_of(table);
  EXPECT_NE(table_of(sweep, {}, {}, no_time).machine, "");  // the machine's title, or else its id
}

TEST(SweepCsv, cells_with_commas_quotes_and_line_breaks_are_quoted) {
  SweepTable table;
  table.titles.lesson = "a, b";
  table.variants = {""};
  SweepRow row;
  row.problem = "line 1\n\"line\" 2";
  row.is_known = true;
  table.rows = {row};
  const std::string csv = csv_of(table);
  EXPECT_NE(csv.find("\"a, b\""), std::string::npos) << csv;
  EXPECT_NE(csv.find("\"line 1\n\"\"line\"\" 2\""), std::string::npos) << csv;
}

TEST(SweepTimes, of_another_text_of_the_kernel_are_not_shown) {
  device::Recording recording = test::recording_of_tile({{1024, 1}});
  recording.points.front().cold.count = 9;
  recording.points.front().source_hash = test::hash_of_text();
  const SweepPlan plan = plan_of(over_pad({1}));
  EXPECT_TRUE(time_of(*plan.points.front().key, nullptr, &recording));
  recording.points.front().source_hash = test::hash_of_text("another");
  EXPECT_FALSE(time_of(*plan.points.front().key, nullptr, &recording));
}

// ---- on the command line ----

TEST(SweepAxis, is_a_range_a_list_or_one_value) {
  EXPECT_EQ(parse_axis("PAD=0..3")->values, (std::vector<std::int64_t>{0, 1, 2, 3}));
  EXPECT_EQ(parse_axis("PAD=0..32/16")->values, (std::vector<std::int64_t>{0, 16, 32}));
  EXPECT_EQ(parse_axis("N=32..128*2")->values, (std::vector<std::int64_t>{32, 64, 128}));
  EXPECT_EQ(parse_axis("N=-4,7")->values, (std::vector<std::int64_t>{-4, 7}));
  EXPECT_EQ(parse_axis("N=7")->parameter, "N");
}

TEST(SweepAxis, that_is_invalid_is_refused) {
  for (const char* text : {"", "PAD", "=1", "PAD=", "PAD=1..", "PAD=a..b", "PAD=1,,2", "PAD=1..2/x",
                           "PAD=3..1", "PAD=0..9*2", "PAD=0..8/0"}) {
    EXPECT_FALSE(parse_axis(text)) << text;
  }
}

}  // namespace
}  // namespace lanescope::app
