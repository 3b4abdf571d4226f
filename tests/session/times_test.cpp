// Times of a lesson's variants: measuring them, keeping the results, and showing recorded times
// next to them.
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <thread>

#include <gtest/gtest.h>

#include "app/session/session.h"
#include "measurements.h"
#include "reports.h"

namespace lanescope::app {
namespace {

using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;

class TimesTest : public ::testing::Test {
 protected:
  std::unique_ptr<Session> begin(std::vector<RecordingEntry> recordings = {}) {
    Session::Services services;
    services.run = [this](const RunRequest& request, Progress* progress, std::stop_token stop) {
      auto gated = gate_.runner()(request, progress, std::move(stop));
      if (copys_run_ && request.variant == "copy") return *copys_run_;
      return gated ? test::priced(request) : gated;
    };
    services.describe = [this](const std::string& lesson) {
      auto card = test::lesson_card(lesson);
      if (!readable_) return decltype(card)(tl::unexpected(Problem{}));
      if (card) {
        card->resolve = [this, lesson](const std::string& variant,
                                       const lesson::Values& overrides) {
          ++resolved_;
          auto launch = test::resolved(lesson, variant, overrides, text_);
          if (launch && change_) change_(*launch);
          return launch;
        };
      }
      return card;
    };
    services.measure = gpu_.measurer();
    services.recordings = [recordings] { return recordings; };
    services.find_gpus = [this](const GpuRequest&, Progress*, std::stop_token) {
      if (search_problem_) return GpuWorker::Result(tl::unexpected(*search_problem_));
      return GpuWorker::Result(gpus_);
    };
    services.device = device_;
    services.live_delay = live_delay_;
    State initial = test::initial_state();
    initial.settings.device = saved_device_;
    auto session = std::make_unique<Session>(initial, ViewRequest{}, std::move(services));
    EXPECT_TRUE(until(*session, [&] { return session->run().shown() && session->settled(); }));
    return session;
  }

  // Updates until `holds` returns true; false after 10 s.
  static bool until(Session& session, const std::function<bool()>& holds) {
    const auto limit = std::chrono::steady_clock::now() + 10s;
    while (!holds()) {
      session.update();
      if (std::chrono::steady_clock::now() > limit) return false;
      std::this_thread::sleep_for(1ms);
    }
    return true;
  }
  static bool until_measured(Session& session) {
    return until(session, [&] { return !session.times().timings().measuring(); });
  }
  static bool until_run(Session& session) {
    return until(session, [&] { return !session.run().running(); });
  }
  static bool measures(Session& session) {
    return until(session, [&] { return session.times().timings().measuring(); });
  }

  test::GatedRunner gate_;
  test::GatedMeasurer gpu_;
  std::string text_ = "kernel";
  // A change to the launch that leaves the kernel's text and the parameters' values alone.
  std::function<void(lesson::Resolved&)> change_;
  std::optional<RunResult> copys_run_;  // of the second variant; nullopt: a good one
  bool readable_ = true;                // whether the lesson file can be read
  std::atomic<int> resolved_{0};
  device::GpuList gpus_;
  std::optional<Problem> search_problem_;  // in place of gpus_
  std::optional<int> device_;              // from the command line
  std::chrono::milliseconds live_delay_ = 30ms;
  int saved_device_ = 0;  // from the settings
};

constexpr std::size_t tile = 0;
constexpr std::size_t copy = 1;

double cold_ms(const MeasurementPtr& measurement) {
  return measurement ? measurement->cold.median : 0;
}

RecordingEntry entry(const std::string& id, const std::vector<test::Values2>& values) {
  return {id, id, true, std::make_shared<const device::Recording>(test::recording_of_tile(values))};
}

RecordingEntry broken(const std::string& id) {
  return {id, id, true, tl::unexpected(id + ": no recorded times")};
}

TEST_F(TimesTest, the_chosen_variant_is_measured_and_no_other) {
  const auto session = begin();
  session->times().measure();
  EXPECT_TRUE(session->times().timings().measuring());
  ASSERT_TRUE(until_measured(*session));
  EXPECT_DOUBLE_EQ(cold_ms(session->times().all()[tile].measured), 1.024);
  EXPECT_EQ(session->times().all()[copy].measured, nullptr);
  EXPECT_EQ(gpu_.requests().size(), 1U);
}

TEST_F(TimesTest, measuring_never_waits) {
  const auto session = begin();
  gpu_.close();
  session->times().measure();
  ASSERT_TRUE(gpu_.wait_for_arrival());
  session->update();
  EXPECT_TRUE(session->times().timings().measuring());
  EXPECT_TRUE(session->times().all()[tile].measuring);
  gpu_.open();
}

TEST_F(TimesTest, going_back_to_values_already_measured_shows_their_result_at_once) {
  const auto session = begin();
  session->times().measure();
  ASSERT_TRUE(until_measured(*session));
  session->run().set_parameter("N", 2048);
  session->times().measure();
  ASSERT_TRUE(until_measured(*session));
  ASSERT_TRUE(until_run(*session));
  EXPECT_DOUBLE_EQ(cold_ms(session->times().all()[tile].measured), 2.048);
  session->run().set_parameter("N", 1024);
  EXPECT_DOUBLE_EQ(cold_ms(session->times().all()[tile].measured), 1.024);
  EXPECT_EQ(gpu_.requests().size(), 2U);
}

TEST_F(TimesTest, a_result_of_other_values_stands_apart_from_the_present_ones) {
  const auto session = begin();
  session->times().measure();
  ASSERT_TRUE(until_measured(*session));
  session->run().toggle_parameter("PAD");
  const VariantTimes times = session->times().all()[tile];
  EXPECT_EQ(times.measured, nullptr);
  ASSERT_NE(times.measured_with_other_values, nullptr);
  EXPECT_EQ(values_text(differing(times.measured_with_other_values->resolved.params, times.params)),
            "PAD 0");
}

// A different launch shape or argument. The parameters' values do not show the difference.
TEST_F(TimesTest, a_result_of_another_launch_with_the_same_values_is_not_shown) {
  const auto session = begin();
  session->times().measure();
  ASSERT_TRUE(until_measured(*session));
  const std::function<void(lesson::Resolved&)> changes[] = {
      [](lesson::Resolved& launch) {
        launch.grid = {7, 1, 1};
      },
      [](lesson::Resolved& launch) {
        launch.block = {64, 1, 1};
      },
      [](lesson::Resolved& launch) { launch.dynamic_shared_bytes = 64; },
      [](lesson::Resolved& launch) { launch.params["NEW"] = 1; },
      [](lesson::Resolved& launch) {
        lesson::Argument argument;
        argument.is_array = true;
        argument.init = "zero";
        launch.args.push_back(argument);
      }};
  for (const auto& change : changes) {
    change_ = change;
    session->reload();
    ASSERT_TRUE(until_run(*session));
    EXPECT_EQ(session->times().all()[tile].measured, nullptr);
    EXPECT_EQ(session->times().all()[tile].measured_with_other_values, nullptr);
  }
  change_ = {};
  session->reload();
  EXPECT_NE(session->times().all()[tile].measured, nullptr);
}

TEST(TimingKey, says_where_pointers_point) {
  lesson::Resolved launch;
  lesson::Argument argument;
  argument.value.resize(8);
  launch.args = {argument};
  const auto arguments = [&] { return key_of(launch, compile::Compiler::clang).arguments; };
  const std::string null = arguments();
  launch.args[0].addresses = {{0, 0, 8}};
  const std::string place = arguments();
  launch.args[0].addresses = {{0, 0, 12}};
  EXPECT_NE(place, null);
  EXPECT_NE(place, arguments());
}

TEST(TimingKey, says_what_runs_before) {
  lesson::Resolved launch;
  const auto arguments = [&] { return key_of(launch, compile::Compiler::clang).arguments; };
  const std::string alone = arguments();
  launch.before.emplace_back().kernel = "first";
  const std::string one = arguments();
  launch.before[0].grid[1] = 2;
  const std::string larger = arguments();
  EXPECT_NE(one, alone);
  EXPECT_NE(larger, one);
  launch.before[0].args.emplace_back().value.resize(4);
  EXPECT_NE(arguments(), larger);
}

TEST_F(TimesTest, a_parameter_that_a_variant_lacks_takes_nothing_from_it) {
  const auto session = begin();
  session->times().measure_all();
  ASSERT_TRUE(until_measured(*session));
  session->run().toggle_parameter("PAD");
  EXPECT_EQ(session->times().all()[tile].measured, nullptr);
  EXPECT_NE(session->times().all()[copy].measured, nullptr);
}

TEST_F(TimesTest, a_changed_kernel_text_takes_its_results_away) {
  const auto session = begin();
  session->times().measure();
  ASSERT_TRUE(until_measured(*session));
  text_ = "another kernel";
  session->reload();
  EXPECT_EQ(session->times().all()[tile].measured, nullptr);
  EXPECT_EQ(session->times().all()[tile].measured_with_other_values, nullptr);
  text_ = "kernel";
  session->reload();
  EXPECT_NE(session->times().all()[tile].measured, nullptr);
}

TEST_F(TimesTest, a_text_saved_while_it_was_measured_is_kept_as_what_was_measured) {
  const auto session = begin();
  gpu_.set_text("saved meanwhile");
  session->times().measure();
  ASSERT_TRUE(until_measured(*session));
  EXPECT_EQ(session->times().all()[tile].measured, nullptr);
  text_ = "saved meanwhile";
  session->reload();
  EXPECT_NE(session->times().all()[tile].measured, nullptr);
}

TEST_F(TimesTest, another_compiler_is_another_result) {
  const auto session = begin();
  session->times().measure();
  ASSERT_TRUE(until_measured(*session));
  session->run().choose_compiler(compile::Compiler::clang);
  EXPECT_EQ(session->times().all()[tile].measured, nullptr);
  session->run().choose_compiler(compile::Compiler::automatic);
  EXPECT_NE(session->times().all()[tile].measured, nullptr);
}

TEST_F(TimesTest, all_variants_are_measured_one_after_another_and_each_appears_as_it_comes) {
  const auto session = begin();
  session->run().choose_variant(copy);
  ASSERT_TRUE(until_run(*session));
  gpu_.close();
  session->times().measure_all();
  ASSERT_TRUE(gpu_.wait_for_arrival());
  EXPECT_TRUE(session->times().all()[copy].measuring);  // the chosen variant first
  EXPECT_TRUE(session->times().all()[tile].waits);
  EXPECT_EQ(gpu_.requests().size(), 1U);
  gpu_.open();
  ASSERT_TRUE(until(*session, [&] { return session->times().all()[copy].measured != nullptr; }));
  ASSERT_TRUE(until_measured(*session));
  EXPECT_NE(session->times().all()[tile].measured, nullptr);
  EXPECT_EQ(gpu_.requests().size(), 2U);
}

TEST_F(TimesTest, the_newest_request_wins) {
  const auto session = begin();
  gpu_.close();
  session->times().measure();
  ASSERT_TRUE(gpu_.wait_for_arrival());
  session->run().choose_variant(copy);
  session->times().measure();
  gpu_.open();
  ASSERT_TRUE(until_measured(*session));
  EXPECT_EQ(session->times().all()[tile].measured, nullptr);
  EXPECT_NE(session->times().all()[copy].measured, nullptr);
  EXPECT_EQ(gpu_.cancelled(), 1);
}

TEST_F(TimesTest, cancelling_ends_all_of_it_without_a_message) {
  const auto session = begin();
  gpu_.close();
  session->times().measure_all();
  ASSERT_TRUE(gpu_.wait_for_arrival());
  session->times().cancel();
  EXPECT_FALSE(session->times().timings().measuring());
  gpu_.open();
  // The next measurement begins when the cancelled one has ended.
  session->run().choose_variant(copy);
  ASSERT_TRUE(until_run(*session));
  session->times().measure();
  ASSERT_TRUE(until_measured(*session));
  EXPECT_NE(session->times().all()[copy].measured, nullptr);
  EXPECT_EQ(session->times().all()[tile].measured, nullptr);
  EXPECT_EQ(session->times().all()[tile].failure, "");
  EXPECT_EQ(session->times().timings().absence(), "");
  EXPECT_EQ(gpu_.requests().size(), 2U);
}

TEST_F(TimesTest, another_lesson_cancels_what_is_measured) {
  const auto session = begin();
  gpu_.close();
  session->times().measure_all();
  ASSERT_TRUE(gpu_.wait_for_arrival());
  session->choose_lesson("other");
  EXPECT_FALSE(session->times().timings().measuring());
  gpu_.open();
}

TEST_F(TimesTest, a_failure_is_its_variants_own_and_the_others_go_on) {
  const auto session = begin();
  gpu_.fail(Problem{1, false, "illegal address", "", 0, 0}, "tile");
  session->times().measure_all();
  ASSERT_TRUE(until_measured(*session));
  EXPECT_EQ(session->times().all()[tile].failure, "illegal address");
  EXPECT_NE(session->times().all()[copy].measured, nullptr);
  EXPECT_EQ(session->times().timings().absence(), "");
  gpu_.fail(std::nullopt);
  session->times().measure();
  ASSERT_TRUE(until_measured(*session));
  EXPECT_EQ(session->times().all()[tile].failure, "");
}

TEST_F(TimesTest, without_a_gpu_the_first_answer_holds_for_all_variants) {
  const auto session = begin();
  gpu_.fail(test::no_gpu());
  session->times().measure_all();
  ASSERT_TRUE(until_measured(*session));
  EXPECT_EQ(session->times().timings().absence(), "there is no NVIDIA driver");
  EXPECT_EQ(session->times().all()[tile].failure, "");
  EXPECT_EQ(gpu_.requests().size(), 1U);
}

TEST_F(TimesTest, a_search_that_finds_no_gpu_says_so_before_anything_is_measured) {
  search_problem_ = test::no_gpu();
  const auto session = begin();
  EXPECT_EQ(session->times().absence(), "");
  session->times().search_for_gpus();
  ASSERT_TRUE(until(*session, [&] { return !session->times().searching_for_gpus(); }));
  EXPECT_EQ(session->times().absence(), "there is no NVIDIA driver");
  EXPECT_EQ(gpu_.requests().size(), 0U);
}

TEST_F(TimesTest, a_missing_compiler_is_a_failure_and_no_missing_gpu) {
  const auto session = begin();
  gpu_.fail(Problem{3, false, "there is no compiler", "", 0, 0}, "tile");
  session->times().measure_all();
  ASSERT_TRUE(until_measured(*session));
  EXPECT_EQ(session->times().timings().absence(), "");
  EXPECT_EQ(session->times().all()[tile].failure, "there is no compiler");
  EXPECT_NE(session->times().all()[copy].measured, nullptr);
}

TEST_F(TimesTest, a_failure_leaves_the_older_result) {
  const auto session = begin();
  session->times().measure();
  ASSERT_TRUE(until_measured(*session));
  gpu_.fail(Problem{1, false, "illegal address", "", 0, 0});
  session->times().measure();
  ASSERT_TRUE(until_measured(*session));
  EXPECT_EQ(session->times().all()[tile].failure, "illegal address");
  EXPECT_DOUBLE_EQ(cold_ms(session->times().all()[tile].measured), 1.024);
}

TEST_F(TimesTest, frames_that_draw_resolve_nothing) {
  const auto session = begin({entry("a.json", {{2048, 0}})});
  session->times().toggle_live();
  ASSERT_TRUE(until(*session, [&] { return session->times().all()[tile].measured != nullptr; }));
  ASSERT_TRUE(until_measured(*session));
  const int before = resolved_;
  for (int i = 0; i < 10; ++i) {
    session->update();
    EXPECT_NE(session->times().nearest_recorded(), nullptr);
    EXPECT_FALSE(session->times().all().empty());
  }
  EXPECT_EQ(resolved_, before);
}

TEST_F(TimesTest, a_gpu_that_is_there_after_all_takes_the_message_away) {
  const auto session = begin();
  gpu_.fail(test::no_gpu());
  session->times().measure();
  ASSERT_TRUE(until_measured(*session));
  gpu_.fail(std::nullopt);
  session->times().measure();
  ASSERT_TRUE(until_measured(*session));
  EXPECT_EQ(session->times().timings().absence(), "");
  EXPECT_NE(session->times().all()[tile].measured, nullptr);
}

TEST_F(TimesTest, values_that_a_variant_cannot_have_leave_it_without_times) {
  const auto session = begin();
  session->run().set_parameter("N", 4096);  // more than "copy" allows
  ASSERT_TRUE(until_run(*session));
  EXPECT_TRUE(session->times().all()[tile].applies);
  EXPECT_FALSE(session->times().all()[copy].applies);
  session->times().measure_all();
  ASSERT_TRUE(until_measured(*session));
  EXPECT_EQ(gpu_.requests().size(), 1U);
}

TEST_F(TimesTest, a_measurement_looks_for_no_mistakes_and_may_simulate_for_long) {
  const auto session = begin();
  session->times().measure();
  ASSERT_TRUE(until_measured(*session));
  const RunRequest run = gpu_.requests().at(0).run;
  EXPECT_EQ(run.checks, CheckSet::none());
  EXPECT_GT(run.max_warp_instructions, RunRequest{}.max_warp_instructions);
}

// ---- live mode ----

TEST_F(TimesTest, live_mode_glances_and_then_looks) {
  const auto session = begin();
  session->times().toggle_live();
  ASSERT_TRUE(until(*session, [&] { return gpu_.requests().size() == 2; }));
  ASSERT_TRUE(until_measured(*session));
  const std::vector<MeasureRequest> requests = gpu_.requests();
  EXPECT_LT(requests[0].plan.budget_ms, 100);
  EXPECT_EQ(requests[1].plan, device::SamplingPlan{});
  EXPECT_FALSE(requests[0].want_bound);
  EXPECT_TRUE(requests[1].want_bound);
  EXPECT_NE(session->times().all()[tile].measured, nullptr);
}

TEST_F(TimesTest, live_mode_measures_each_change_once_it_has_been_run) {
  const auto session = begin();
  session->times().toggle_live();
  ASSERT_TRUE(until(*session, [&] { return gpu_.requests().size() == 2; }));
  ASSERT_TRUE(until_measured(*session));
  session->run().toggle_parameter("PAD");
  ASSERT_TRUE(until(*session, [&] { return session->times().all()[tile].measured != nullptr; }));
  EXPECT_EQ(gpu_.requests()[2].run.overrides.at("PAD"), 1);
}

TEST_F(TimesTest, of_changes_that_follow_each_other_live_mode_measures_the_last) {
  const auto session = begin();
  session->times().toggle_live();
  ASSERT_TRUE(until(*session, [&] { return gpu_.requests().size() == 2; }));
  ASSERT_TRUE(until_measured(*session));
  for (const std::int64_t pad : {1, 2, 3}) {
    session->run().set_parameter("PAD", pad);
    ASSERT_TRUE(until_run(*session));  // well within live mode's delay
  }
  ASSERT_TRUE(until(*session, [&] { return gpu_.requests().size() == 4; }));
  EXPECT_EQ(gpu_.requests()[2].run.overrides.at("PAD"), 3);
  EXPECT_EQ(gpu_.requests()[3].run.overrides.at("PAD"), 3);
}

TEST_F(TimesTest, a_change_cancels_what_live_mode_measures) {
  const auto session = begin();
  gpu_.close();
  session->times().toggle_live();
  ASSERT_TRUE(measures(*session));
  ASSERT_TRUE(gpu_.wait_for_arrival());
  session->run().toggle_parameter("PAD");
  EXPECT_FALSE(session->times().timings().measuring());
  gpu_.open();
  ASSERT_TRUE(until(*session, [&] { return session->times().all()[tile].measured != nullptr; }));
  EXPECT_EQ(gpu_.cancelled(), 1);
  EXPECT_EQ(session->times().all()[tile].measured_with_other_values, nullptr);
}

TEST_F(TimesTest, a_change_leaves_alone_what_was_asked_for_by_hand) {
  const auto session = begin();
  gpu_.close();
  session->times().measure();
  ASSERT_TRUE(gpu_.wait_for_arrival());
  session->run().toggle_parameter("PAD");
  EXPECT_TRUE(session->times().timings().measuring());
  gpu_.open();
  ASSERT_TRUE(until_measured(*session));
  EXPECT_NE(session->times().all()[tile].measured_with_other_values, nullptr);
}

TEST_F(TimesTest, live_mode_that_is_switched_off_measures_no_more) {
  const auto session = begin();
  session->times().toggle_live();
  ASSERT_TRUE(until(*session, [&] { return gpu_.requests().size() == 2; }));
  ASSERT_TRUE(until_measured(*session));
  session->times().toggle_live();
  session->run().toggle_parameter("PAD");
  ASSERT_TRUE(until_run(*session));
  EXPECT_FALSE(session->times().due_in_s());
  EXPECT_EQ(gpu_.requests().size(), 2U);
}

TEST_F(TimesTest, live_mode_ends_where_there_is_no_gpu) {
  const auto session = begin();
  gpu_.fail(test::no_gpu());
  session->times().toggle_live();
  EXPECT_TRUE(session->times().live());
  ASSERT_TRUE(until(*session, [&] { return !session->times().live(); }));
  EXPECT_EQ(gpu_.requests().size(), 1U);
}

TEST_F(TimesTest, what_was_measured_in_full_is_not_glanced_at) {
  const auto session = begin();
  session->times().measure();
  ASSERT_TRUE(until_measured(*session));
  session->times().toggle_live();
  ASSERT_TRUE(until(*session, [&] { return gpu_.requests().size() == 2; }));
  ASSERT_TRUE(until_measured(*session));
  EXPECT_EQ(gpu_.requests()[1].plan, device::SamplingPlan{});
  EXPECT_EQ(session->times().all()[tile].measured->cold.count, 30U);
}

// The kernel is saved after the glance (a quick measurement) was requested, so its key already has
// a full result.
TEST_F(TimesTest, a_glance_never_replaces_a_full_measurement) {
  const auto session = begin();
  session->times().measure();
  ASSERT_TRUE(until_measured(*session));
  text_ = "another kernel";
  session->reload();
  ASSERT_TRUE(until_run(*session));
  gpu_.close();
  session->times().toggle_live();
  ASSERT_TRUE(measures(*session));
  ASSERT_TRUE(gpu_.wait_for_arrival());
  ASSERT_NE(gpu_.requests().back().plan, device::SamplingPlan{});
  gpu_.open();
  ASSERT_TRUE(until_measured(*session));
  text_ = "kernel";
  session->reload();
  ASSERT_NE(session->times().all()[tile].measured, nullptr);
  EXPECT_EQ(session->times().all()[tile].measured->cold.count, 30U);
}

TEST_F(TimesTest, live_mode_is_idle_where_there_is_nothing_to_measure) {
  const auto session = begin();
  readable_ = false;
  session->reload();
  ASSERT_TRUE(until_run(*session));
  session->times().toggle_live();
  session->update();
  EXPECT_FALSE(session->times().due_in_s());
  EXPECT_TRUE(gpu_.requests().empty());
}

TEST_F(TimesTest, live_mode_says_when_it_is_due) {
  live_delay_ = std::chrono::hours(1);  // never due while the test runs
  const auto session = begin();
  EXPECT_FALSE(session->times().due_in_s());
  session->times().toggle_live();
  ASSERT_TRUE(until(*session, [&] { return gpu_.requests().size() == 2; }));
  ASSERT_TRUE(until_measured(*session));
  session->run().toggle_parameter("PAD");
  ASSERT_TRUE(until_run(*session));
  ASSERT_TRUE(session->times().due_in_s());
  EXPECT_GT(*session->times().due_in_s(), 0);
  EXPECT_LE(*session->times().due_in_s(), 3600);
}

// ---- simulated costs ----

TEST_F(TimesTest, the_run_that_is_shown_is_priced) {
  const auto session = begin();
  ASSERT_TRUE(session->times().all()[tile].cost);
  EXPECT_EQ(session->times().all()[tile].cost->sectors, 2048U);
  EXPECT_EQ(session->times().all()[tile].cost->ideal_sectors, 1024U);
}

TEST_F(TimesTest, the_others_are_priced_while_somebody_looks) {
  const auto session = begin();
  for (int i = 0; i < 20; ++i) {
    session->update();
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_FALSE(session->times().all()[copy].cost);
  session->times().show(true);
  ASSERT_TRUE(until(*session, [&] { return session->times().all()[copy].cost.has_value(); }));
  EXPECT_EQ(session->times().all()[copy].cost->sectors, 2048U);
}

TEST_F(TimesTest, what_is_not_simulated_to_the_end_says_why) {
  Outcome stopped;
  stopped.report.complete = false;
  stopped.report.diagnostics.emplace_back().message = "the limit of instructions";
  const std::pair<RunResult, std::string> runs[] = {
      {tl::unexpected(Problem{2, false, "copy.cu:3: an error", "copy.cu", 3, 0}),
       "copy.cu:3: an error"},
      {std::make_shared<const Outcome>(stopped), "the limit of instructions"}};
  for (const auto& [run, why] : runs) {
    copys_run_ = run;
    const auto session = begin();
    EXPECT_EQ(session->times().all()[copy].cost_failure, "");
    session->times().show(true);
    ASSERT_TRUE(
        until(*session, [&] { return !session->times().all()[copy].cost_failure.empty(); }));
    EXPECT_EQ(session->times().all()[copy].cost_failure, why);
    EXPECT_FALSE(session->times().all()[copy].cost);
  }
}

TEST_F(TimesTest, prices_are_of_the_present_values) {
  const auto session = begin();
  session->times().show(true);
  session->run().toggle_parameter("PAD");
  EXPECT_FALSE(session->times().all()[tile].cost);
  ASSERT_TRUE(until_run(*session));
  EXPECT_EQ(session->times().all()[tile].cost->sectors, 1024U);
  session->run().toggle_parameter("PAD");
  EXPECT_EQ(session->times().all()[tile].cost->sectors, 2048U);  // from the first run
}

// ---- recorded ----

TEST_F(TimesTest, the_recorded_point_of_the_present_values_is_shown) {
  const auto session = begin({entry("a.json", {{1024, 0}, {1024, 1}})});
  ASSERT_NE(session->times().all()[tile].recorded, nullptr);
  EXPECT_EQ(session->times().all()[tile].recorded->cold.median, 1024);
  EXPECT_EQ(session->times().all()[copy].recorded, nullptr);
  session->run().toggle_parameter("PAD");
  ASSERT_NE(session->times().all()[tile].recorded, nullptr);
  EXPECT_EQ(session->times().all()[tile].recorded->cold.median, 1025);
}

TEST_F(TimesTest, a_recorded_point_of_another_text_is_marked) {
  RecordingEntry with_hash = entry("a.json", {{1024, 0}, {2048, 0}});
  device::Recording recording = **with_hash.recording;
  recording.points[0].source_hash = recording.points[1].source_hash = test::hash_of_text();
  with_hash.recording = std::make_shared<const device::Recording>(recording);
  const auto session = begin({with_hash});
  ASSERT_NE(session->times().all()[tile].recorded, nullptr);
  EXPECT_FALSE(session->times().all()[tile].recorded_of_other_text);
  text_ = "another kernel";
  session->reload();
  ASSERT_NE(session->times().all()[tile].recorded, nullptr);
  EXPECT_TRUE(session->times().all()[tile].recorded_of_other_text);
  EXPECT_EQ(session->times().nearest_recorded(),
            nullptr);  // the nearby ones belong to the other text, too
}

TEST_F(TimesTest, a_recorded_point_of_this_text_comes_before_one_of_another) {
  RecordingEntry both = entry("a.json", {{1024, 0}, {1024, 0}, {1024, 0}});
  device::Recording recording = **both.recording;
  recording.points[0].source_hash = recording.points[2].source_hash = "0123456789abcdef";
  recording.points[1].source_hash = test::hash_of_text();
  both.recording = std::make_shared<const device::Recording>(recording);
  const auto session = begin({both});
  ASSERT_NE(session->times().all()[tile].recorded, nullptr);
  EXPECT_EQ(session->times().all()[tile].recorded->source_hash, test::hash_of_text());
  EXPECT_FALSE(session->times().all()[tile].recorded_of_other_text);
}

TEST_F(TimesTest, a_recorded_point_of_other_values_or_another_launch_is_not) {
  RecordingEntry other_launch = entry("a.json", {{1024, 0}});
  device::Recording changed = **other_launch.recording;
  changed.points[0].block = {64, 1, 1};
  other_launch.recording = std::make_shared<const device::Recording>(changed);
  EXPECT_EQ(begin({other_launch})->times().all()[tile].recorded, nullptr);
  const auto session = begin({entry("a.json", {{2048, 0}})});
  EXPECT_EQ(session->times().all()[tile].recorded, nullptr);
  EXPECT_TRUE(session->times().all()[tile].recorded_with_other_values);
  EXPECT_EQ(session->times().all()[tile].recorded_values.at("N"), 2048);
  EXPECT_FALSE(session->times().all()[copy].recorded_with_other_values);
}

TEST_F(TimesTest, the_first_recording_that_can_be_read_is_shown_until_another_is_chosen) {
  const auto session = begin({broken("a.json"), entry("b.json", {}), entry("c.json", {})});
  ASSERT_NE(session->times().recording(), nullptr);
  EXPECT_EQ(session->times().recording()->id, "b.json");
  session->times().choose_recording(2);
  EXPECT_EQ(session->times().recording()->id, "c.json");
  EXPECT_EQ(session->state().settings.recording, "c.json");
}

TEST_F(TimesTest, a_broken_recording_cannot_be_chosen) {
  const auto session = begin({broken("a.json"), entry("b.json", {})});
  session->times().choose_recording(0);
  EXPECT_EQ(session->times().recording()->id, "b.json");
  session->times().choose_recording(7);
  EXPECT_EQ(session->times().recording()->id, "b.json");
}

TEST_F(TimesTest, without_recordings_nothing_is_recorded) {
  const auto session = begin();
  EXPECT_EQ(session->times().recording(), nullptr);
  EXPECT_EQ(session->times().all()[tile].recorded, nullptr);
  EXPECT_EQ(session->times().nearest_recorded(), nullptr);
  session->times().go_to_recorded();
  EXPECT_FALSE(session->run().running());
}

TEST_F(TimesTest, the_nearest_recorded_values_are_those_fewest_doublings_away) {
  const auto session = begin({entry("a.json", {{32, 0}, {2048, 3}, {4096, 0}})});
  ASSERT_NE(session->times().nearest_recorded(), nullptr);
  // Two doublings; N 2048, PAD 3 would be three.
  EXPECT_EQ(session->times().nearest_recorded()->params.at("N"), 4096);
}

TEST_F(TimesTest, going_to_the_nearest_recorded_values_is_undone_as_one) {
  const auto session = begin({entry("a.json", {{2048, 1}})});
  session->times().go_to_recorded();
  ASSERT_TRUE(until_run(*session));
  EXPECT_EQ(session->state().overrides.at("N"), 2048);
  EXPECT_EQ(session->state().overrides.at("PAD"), 1);
  EXPECT_NE(session->times().all()[tile].recorded, nullptr);
  EXPECT_EQ(session->times().nearest_recorded(), nullptr);
  session->history().undo();
  EXPECT_TRUE(session->state().overrides.empty());
}

TEST(Recordings, that_cannot_be_looked_for_are_reported_and_end_nothing) {
  Session::Services services;
  services.run = [](const RunRequest& request, Progress*, std::stop_token) {
    return test::priced(request);
  };
  services.describe = test::lesson_card;
  services.recordings = []() -> std::vector<RecordingEntry> { throw std::runtime_error("broken"); };
  Session session(test::initial_state(), ViewRequest{}, std::move(services));
  const auto limit = std::chrono::steady_clock::now() + 10s;
  while (session.times().reading_recordings() && std::chrono::steady_clock::now() < limit)
    session.update();
  ASSERT_EQ(session.times().recordings().size(), 1U);
  ASSERT_FALSE(session.times().recordings()[0].recording);
  EXPECT_EQ(session.times().recordings()[0].recording.error(), "recorded times: broken");
}

TEST_F(TimesTest, values_beyond_a_parameters_range_are_not_near) {
  const auto session = begin({entry("a.json", {{8192, 0}})});
  EXPECT_EQ(session->times().nearest_recorded(), nullptr);
}

// ---- which GPU ----

device::GpuInfo gpu_named(int index, const std::string& name) {
  device::GpuInfo gpu;
  gpu.index = index;
  gpu.name = name;
  return gpu;
}

class GpusTest : public TimesTest {
 protected:
  GpusTest() { gpus_ = {gpu_named(0, "small"), gpu_named(1, "large")}; }
  std::unique_ptr<Session> begin_with_gpus() {
    auto session = begin();
    session->times().show(true);
    EXPECT_TRUE(until(*session, [&] { return session->times().gpus().size() == gpus_.size(); }));
    return session;
  }
};

TEST_F(GpusTest, are_looked_for_once_somebody_looks_at_times) {
  EXPECT_TRUE(begin()->times().gpus().empty());
  EXPECT_EQ(begin_with_gpus()->times().gpus()[1].name, "large");
}

TEST_F(GpusTest, can_be_asked_for_and_are_looked_for_once) {
  const auto session = begin();
  EXPECT_FALSE(session->times().searching_for_gpus());
  session->times().search_for_gpus();
  EXPECT_TRUE(session->times().searching_for_gpus());
  ASSERT_TRUE(until(*session, [&] { return !session->times().searching_for_gpus(); }));
  EXPECT_EQ(session->times().gpus().size(), 2U);
  session->times().show(true);
  EXPECT_FALSE(session->times().searching_for_gpus());
}

TEST_F(GpusTest, the_chosen_one_measures_and_is_remembered) {
  const auto session = begin_with_gpus();
  session->times().choose_gpu(1);
  session->times().measure();
  ASSERT_TRUE(until_measured(*session));
  EXPECT_EQ(gpu_.requests().at(0).device, 1);
  EXPECT_EQ(session->state().settings.device, 1);
  session->times().choose_gpu(2);
  EXPECT_EQ(session->times().timings().device(), 1);
}

TEST_F(GpusTest, each_has_its_own_results) {
  const auto session = begin_with_gpus();
  session->times().measure();
  ASSERT_TRUE(until_measured(*session));
  session->times().choose_gpu(1);
  EXPECT_EQ(session->times().all()[tile].measured, nullptr);
  EXPECT_EQ(session->times().timings().newest(), nullptr);
  EXPECT_TRUE(session->times().all()[tile].cost);  // a simulated cost belongs to no GPU
  session->times().choose_gpu(0);
  EXPECT_NE(session->times().all()[tile].measured, nullptr);
}

TEST_F(GpusTest, choosing_another_ends_what_the_first_measures) {
  const auto session = begin_with_gpus();
  gpu_.close();
  session->times().measure();
  ASSERT_TRUE(gpu_.wait_for_arrival());
  session->times().choose_gpu(1);
  EXPECT_FALSE(session->times().timings().measuring());
  gpu_.open();
}

TEST_F(GpusTest, a_missing_one_is_replaced_by_the_first_unless_it_was_asked_for) {
  device_ = 5;
  EXPECT_EQ(begin_with_gpus()->times().timings().device(),
            5);  // measuring finds out which GPUs there are
  device_.reset();
  saved_device_ = 5;
  EXPECT_EQ(begin()->times().timings().device(), 5);
  EXPECT_EQ(begin_with_gpus()->times().timings().device(), 0);
}

// ---- kept results ----

TEST(Recent, drops_the_oldest_beyond_its_limit) {
  BoundedCache<int, std::string> recent(2);
  recent.put(1, "one");
  recent.put(2, "two");
  recent.put(1, "one again");
  recent.put(3, "three");
  EXPECT_EQ(recent.size(), 2U);
  EXPECT_EQ(recent.find(2), nullptr);
  ASSERT_NE(recent.find(1), nullptr);
  EXPECT_EQ(*recent.find(1), "one again");
  EXPECT_EQ(*recent.newest([](int, const std::string&) { return true; }), "three");
}

}  // namespace
}  // namespace lanescope::app
