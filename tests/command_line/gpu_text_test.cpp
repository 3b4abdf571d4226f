// Output of the GPU commands, from invented measurements.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/command_line/counts_text.h"
#include "app/command_line/gpu_runs.h"
#include "app/command_line/time_text.h"

namespace lanescope::app {
namespace {

using nlohmann::json;

Measurement measurement() {
  Measurement m;
  m.resolved.lesson_id = "transpose";
  m.resolved.variant = "tile";
  m.resolved.kernel = "transpose_tile";
  m.resolved.params = {{"N", 4096}, {"PAD", 1}};
  m.gpu.name = "A GPU";
  m.gpu.major = 9;
  m.gpu.driver = "580";
  m.gpu.runtime = "13.0";
  m.state.clock_mhz = 1980;
  m.cold_ms = {0.5, 0.5, 0.5, 0.75, 1.0};
  m.cold = device::summarise(m.cold_ms);
  m.warm = device::summarise(std::vector<double>{0.25});
  m.bytes_moved = 1'000'000'000;
  m.copy_bytes = 1'000'000'000;
  m.copy = device::summarise(std::vector<double>{0.5});
  m.checks = {{"B", 16, std::nullopt}};
  return m;
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(TimeText, says_where_the_figures_come_from) {
  const std::string text = time_text({measurement()});
  EXPECT_TRUE(text.starts_with("MEASURED on A GPU (compute capability 9.0, driver 580, CUDA 13.0)"))
      << text;
  EXPECT_TRUE(holds(text, "1980 MHz; code by the driver, from PTX\n")) << text;
  Measurement compiled = measurement();
  compiled.compiler_version = "13.0";
  EXPECT_TRUE(holds(time_text({compiled}), "; code by NVRTC 13.0\n"));
}

TEST(TimeText, a_row_has_medians_bandwidth_and_share_of_a_copy) {
  const std::string text = time_text({measurement()});
  EXPECT_TRUE(holds(text, "N=4096 PAD=1")) << text;
  EXPECT_TRUE(holds(text, "500 us")) << text;  // cold
  EXPECT_TRUE(holds(text, "250 us")) << text;  // warm
  EXPECT_TRUE(holds(text, "2000")) << text;    // GB/s
  EXPECT_TRUE(holds(text, "50 %")) << text;
  EXPECT_TRUE(holds(text, "equal")) << text;
}

// Of five samples, three are at the fast end: the highest column comes first, then two low ones.
TEST(TimeText, the_samples_are_drawn_from_fast_to_slow) {
  EXPECT_TRUE(holds(time_text({measurement()}), "\u2588     \u2583    \u2583"))
      << time_text({measurement()});
}

TEST(TimeText, a_row_has_mean_deviation_and_extremes) {
  const std::string text = time_text({measurement()});
  EXPECT_TRUE(holds(text, "650 us +-224 us")) << text;
  EXPECT_TRUE(holds(text, "1 ms")) << text;
}

TEST(TimeText, a_bound_is_in_the_kernels_row_with_its_share) {
  Measurement m = measurement();
  m.bound_name = "CUB sum";
  m.bound = device::summarise(std::vector<double>{0.4});
  const std::string text = time_text({m});
  EXPECT_TRUE(holds(text, "80.0 % of CUB sum (400 us)")) << text;
  EXPECT_TRUE(holds(text, "of bound")) << text;
  EXPECT_FALSE(holds(time_text({measurement()}), "of bound"));
}

TEST(TimeText, a_bound_that_is_not_there_says_why) {
  Measurement m = measurement();
  m.bound_failure = "cuBLAS is not on this machine";
  EXPECT_TRUE(holds(time_text({m}), "none: cuBLAS is not on this machine"));
}

TEST(TimeText, a_difference_is_reported_with_its_place_and_both_values) {
  Measurement m = measurement();
  m.checks[0].difference = device::ArrayDifference{7, "1.5", "2.5", 3};
  const std::string text = finished(time_text({m}), {{m}, {"reduction: it broke"}}, false).out;
  EXPECT_TRUE(holds(text, "DIFFERS")) << text;
  EXPECT_TRUE(holds(text, "B differs first at [7]: the simulator has 1.5, the GPU 2.5 (3 of 16"))
      << text;
  EXPECT_TRUE(holds(text, "reduction: it broke")) << text;
}

TEST(RecordingOf, keeps_statistics_counters_and_bounds) {
  Measurement m = measurement();
  m.counts = {{"shared_load.wavefronts", 42}};
  m.bound_name = "CUB sum";
  m.bound = device::summarise(std::vector<double>{0.4});
  const device::Recording recording = recording_of({m}, "2026-11-20");
  ASSERT_EQ(recording.points.size(), 1U);
  const device::RecordedPoint& point = recording.points[0];
  EXPECT_EQ(point.params, m.resolved.params);
  EXPECT_EQ(point.cold.median, 0.5);
  EXPECT_EQ(point.counts.at("shared_load.wavefronts"), 42U);
  EXPECT_EQ(point.bound_name, "CUB sum");
  EXPECT_EQ(point.bound.median, 0.4);
  EXPECT_TRUE(point.equal_to_simulator);
}

TEST(CountsText, leaves_out_what_was_not_counted) {
  Measurement m = measurement();
  m.counts = {{"shared_load.wavefronts", 1234567}, {"local_load.requests", 0}};
  const std::string text = counts_text({m});
  EXPECT_TRUE(holds(text, "shared_load.wavefronts  1,234,567")) << text;
  EXPECT_FALSE(holds(text, "local_load")) << text;
  EXPECT_EQ(json::parse(counts_json({m}))["points"][0]["counts"]["shared_load.wavefronts"],
            1234567);
}

Validation validation(const Measurement& m) {
  using Verdict = CounterComparison::Verdict;
  return {&m,
          {{"shared_load.wavefronts", 10, 10, Verdict::equal, {}},
           {"shared_load.requests", 10, 5, Verdict::known, lesson::Text("merged by ptxas")},
           {"shared_store.requests", 7, 8, Verdict::different, {}},
           {"global_load.sectors", 4, 4, Verdict::listed_equal, lesson::Text("some reason")}}};
}

TEST(ValidationText, marks_equal_known_and_different_figures) {
  const Measurement m = measurement();
  const std::string text = validation_text({validation(m)});
  EXPECT_TRUE(holds(text, "shared_load.wavefronts     10        10  =\n")) << text;
  EXPECT_TRUE(holds(text, "!= known [1] (-50 %)\n")) << text;
  EXPECT_TRUE(holds(text, "[1] merged by ptxas.\n")) << text;
  EXPECT_TRUE(holds(text, "7         8  != DIFFERENT (+14 %)\n")) << text;
  EXPECT_TRUE(holds(text, "1 counters equal, 1 different as listed, 1 different.")) << text;
  EXPECT_TRUE(holds(text, "their entries in lesson.toml can be removed")) << text;
}

TEST(ValidationText, a_counter_that_the_gpu_lacks_is_reported_and_not_called_equal) {
  using Verdict = CounterComparison::Verdict;
  const Measurement m = measurement();
  const Validation nothing{&m, {{"shared_load.requests", 7, 0, Verdict::not_counted, {}}}};
  const std::string text = validation_text({validation(m), nothing});
  EXPECT_TRUE(holds(text, "7         -  ? this GPU does not count it\n")) << text;
  EXPECT_TRUE(holds(text, "1 that this GPU does not count.\n")) << text;
  EXPECT_TRUE(holds(text, "For 1 launches, nothing could be compared.\n")) << text;
  EXPECT_TRUE(
      json::parse(validation_json({nothing}))["points"][0]["counters"][0]["counted"].is_null());
}

TEST(ValidationSums, are_good_without_differences_and_with_something_compared) {
  using Verdict = CounterComparison::Verdict;
  const Measurement m = measurement();
  const auto is_good = [&](Verdict verdict) {
    return sums_of({{&m, {{"shared_load.requests", 7, 7, verdict, {}}}}}).is_good();
  };
  EXPECT_TRUE(is_good(Verdict::equal));
  EXPECT_TRUE(is_good(Verdict::known));
  EXPECT_FALSE(is_good(Verdict::different));
  EXPECT_FALSE(is_good(Verdict::not_counted));
}

TEST(ValidationText, gives_differences_as_shares_of_the_model) {
  using Verdict = CounterComparison::Verdict;
  const Measurement m = measurement();
  const auto text = [&](std::uint64_t counted) {
    return validation_text(
        {{&m, {{"shared_load.requests", 1000, counted, Verdict::different, {}}}}});
  };
  EXPECT_TRUE(holds(text(1011), "(+1.1 %)")) << text(1011);
  EXPECT_TRUE(holds(text(0), "(-100 %)")) << text(0);
  EXPECT_TRUE(holds(text(3000), "(+200 %)")) << text(3000);
}

TEST(ValidationText, as_json_has_a_verdict_for_each_counter) {
  const Measurement m = measurement();
  const auto document = json::parse(validation_json({validation(m)}));
  EXPECT_EQ(document["schema"], "lanescope.validation/1");
  const auto& counters = document["points"][0]["counters"];
  ASSERT_EQ(counters.size(), 4U);
  EXPECT_EQ(counters[1]["verdict"], "known");
  EXPECT_EQ(counters[1]["why"], "merged by ptxas");
  EXPECT_EQ(counters[2]["verdict"], "different");
  EXPECT_EQ(counters[2]["model"], 7);
  EXPECT_EQ(counters[2]["counted"], 8);
}

}  // namespace
}  // namespace lanescope::app
