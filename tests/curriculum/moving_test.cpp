// The kernels of the lessons on moving data.
#include <algorithm>

#include "kernels/machine_file/machine_file.h"
#include "kernels/transfer/row.h"
#include "kernels/transfer/shipped.h"
#include "sim/transfer/arrangement.h"
#include "sim/transfer/schedule.h"
#include "tests/curriculum/host_arrays.h"

namespace lanescope::app {
namespace {

class MovingLessons : public BothCompilers {};

TEST_P(MovingLessons, copies_doubles_each_element) {
  const OutcomePtr outcome = run_shipped("copies", "", {{"N", 1024}});
  ASSERT_TRUE(outcome);
  Floats out = iota(1024);
  for (float& element : out) element *= 2;
  expect_array(*outcome, "out", out, "copies");
}

TEST_P(MovingLessons, overlap_does_sixteen_rounds_for_each_element) {
  const OutcomePtr outcome = run_shipped("overlap", "", {{"N", 1024}});
  ASSERT_TRUE(outcome);
  Floats out = iota(1024);
  for (float& element : out) {
    for (int round = 0; round < 16; ++round) element = element * 0.5F + 1;
  }
  expect_array(*outcome, "out", out, "overlap");
}

// Both variants: the sum over the periods, at each place of every period.
TEST_P(MovingLessons, in_place_sums_over_the_periods_and_once_reads_each_element_once) {
  constexpr std::int64_t period = 256;
  constexpr std::int64_t times = 3;
  const auto in = hashed<std::int32_t>(period * times, 1000);
  std::vector<std::int32_t> out(in.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    for (std::size_t k = i % period; k < in.size(); k += period) out[i] += in[k];
  }
  for (const char* variant : {"again", "once"}) {
    const OutcomePtr outcome =
        run_shipped("in-place", variant, {{"PERIOD", period}, {"TIMES", times}});
    ASSERT_TRUE(outcome);
    expect_array(*outcome, "out", out, variant);
    const std::uint64_t readings = variant == std::string("once") ? 1U : 3U;
    EXPECT_EQ(outcome->report.totals.global_load.requests, readings * in.size() / 32) << variant;
  }
}

TEST_P(MovingLessons, pinned_adds_what_was_copied_to_the_sum) {
  for (const char* variant : {"pageable", "pinned"}) {
    const OutcomePtr outcome = run_shipped("pinned", variant, {{"N", 1024}});
    ASSERT_TRUE(outcome);
    expect_array(*outcome, "sum", hashed<std::int32_t>(1024, 1000), variant);
  }
}

TEST_P(MovingLessons, residency_looks_up_every_key_in_any_number_of_parts) {
  const auto key = hashed<std::int32_t>(1024, 256);
  const auto table = hashed<std::int32_t>(256, 1000);
  std::vector<std::int32_t> out;
  for (const std::int32_t k : key) out.push_back(table[static_cast<std::size_t>(k)]);
  for (const char* variant : {"wide", "narrow"}) {
    for (const std::int64_t parts : {1, 2, 3, 8}) {
      const OutcomePtr outcome =
          run_shipped("residency", variant, {{"N", 1024}, {"ENTRIES", 256}, {"PARTS", parts}});
      ASSERT_TRUE(outcome);
      expect_array(*outcome, "out", out, variant);
    }
  }
}

TEST_P(MovingLessons, streams_squares_each_element) {
  const OutcomePtr outcome = run_shipped("streams", "two", {{"N", 1024}});
  ASSERT_TRUE(outcome);
  Floats out = iota(1024);
  for (float& element : out) element *= element;
  expect_array(*outcome, "out", out, "streams");
}

LANESCOPE_BOTH_COMPILERS(MovingLessons);

// ---- what the lesson on residency says of the recorded H100, and of the guide's A100 ----

constexpr double mib = 1024.0 * 1024.0;

// Of the first shipped recording, the H100's.
const transfer::Row& residency_row(const std::string& window, double kept_mib) {
  static const transfer::Rows rows = transfer::all_shipped().front();
  for (const transfer::Row* row : transfer::rows_with(rows, "residency", {{"window", window}})) {
    if (row->us && row->number("kept_bytes") == kept_mib * mib) return *row;
  }
  ADD_FAILURE() << window << " " << kept_mib << " MiB was not recorded";
  static const transfer::Row none = [] {
    transfer::Row row;
    row.us.emplace();
    return row;
  }();
  return none;
}

double residency_us(const std::string& window, double kept_mib) {
  return residency_row(window, kept_mib).us->median;
}

TEST(ResidencyLesson,
     has_an_h100_that_loses_nothing_with_hit_ratio_1_where_the_data_no_longer_fit) {
  EXPECT_NE(residency_row("none", 10).device.find("H100"), std::string::npos);
  for (const double kept : {40.0, 50.0, 60.0}) {
    EXPECT_NEAR(residency_us("ratio_1", kept) / residency_us("ratio_1", 40), 1, 0.02) << kept;
    EXPECT_NEAR(residency_us("ratio_1", kept) / residency_us("aside", kept), 2.0 / 3, 0.02) << kept;
  }
}

TEST(ResidencyLesson, has_a_remedy_that_only_keeps_data_out_on_that_h100) {
  for (const double kept : {50.0, 60.0})
    EXPECT_GT(residency_us("tuned", kept), 1.03 * residency_us("ratio_1", kept)) << kept;
  EXPECT_DOUBLE_EQ(residency_row("tuned", 50).number("hit_ratio").value_or(0), 1 - 0.375);
}

TEST(ResidencyLesson, has_the_sizes_of_l2_of_both_gpus) {
  const double set_aside = residency_row("tuned", 50).number("set_aside_bytes").value_or(0);
  EXPECT_DOUBLE_EQ(set_aside / mib, 31.25);
  const auto h100 = machine::find("h100");
  const auto a100 = machine::find("a100");
  ASSERT_TRUE(h100 && a100);
  const auto l2_mib = [](const machine::Profile& profile) {
    return static_cast<double>(profile.count(machine::Figure::l2_bytes).value_or(0)) / mib;
  };
  EXPECT_DOUBLE_EQ(l2_mib(**h100) - set_aside / mib, 18.75);
  EXPECT_DOUBLE_EQ(l2_mib(**a100) - 30, 10);  // the guide sets 30 MB aside
}

// ---- the programs of the lesson on streams, each part a unit of time ----

transfer::Timeline timeline_of(const std::string& variant, const lesson::Values& values) {
  const auto lesson = lesson::find("streams");
  const auto resolved = lesson ? lesson->resolve(variant, values) : tl::unexpected(lesson.error());
  const auto arrangement =
      transfer::arrangement_from(resolved ? resolved->stream_program : std::string());
  EXPECT_TRUE(resolved && arrangement) << variant;
  if (!arrangement) return {};
  return transfer::schedule(transfer::program_of(*arrangement, {1, 1, 1, 1}),
                            transfer::many_queues())
      .value();
}

struct StreamCase {
  const char* variant;
  lesson::Values values;
  std::size_t races;
  double units;
};

TEST(StreamsLesson, has_the_races_and_the_times_that_its_text_speaks_of) {
  const StreamCase cases[] = {
      // One after the other; or one chain, and the other a unit behind it.
      {"two", {{"STREAMS", 1}}, 0, 6},
      {"two", {{"STREAMS", 2}}, 0, 4},
      // The copy back begins beside the copy in, beside the kernel, or after it.
      {"elsewhere", {{"EVENT", 0}}, 1, 2},
      {"elsewhere", {{"EVENT", 1}}, 1, 2},
      {"elsewhere", {{"EVENT", 2}}, 0, 3},
      // All five in a row; or kernel D beside the copy in of A, then A and B as above.
      {"default", {}, 0, 5},
      {"default", {{"NON_BLOCKING", 1}}, 0, 3},
      {"default", {{"PER_THREAD", 1}}, 0, 3},
      {"default", {{"NON_BLOCKING", 1}, {"PER_THREAD", 1}}, 0, 3},
      // The copy back of A ends at 3, all ends at 4; then the host reads.
      {"host", {{"WAIT", 0}}, 1, 4},
      {"host", {{"WAIT", 1}}, 1, 5},
      {"host", {{"WAIT", 2}}, 0, 4},
      {"host", {{"WAIT", 3}}, 0, 5}};
  for (const StreamCase& each : cases) {
    const transfer::Timeline timeline = timeline_of(each.variant, each.values);
    EXPECT_EQ(timeline.races.size(), each.races) << each.variant;
    EXPECT_DOUBLE_EQ(timeline.total_seconds, each.units) << each.variant;
  }
}

// What orders a call and the next one: 2 an event after it, 3 the host. Two events cost nothing:
// copies in 0-1-2, kernels 1-2-3, copies back 2-3-4, reading 4-5-6, of 8 units. Where the host
// waits at all, B begins a unit later.
TEST(StreamsLesson, has_an_exercise_that_only_two_events_solve) {
  for (const std::int64_t in : {0, 1, 2, 3}) {
    for (const std::int64_t kernel : {0, 1, 2, 3}) {
      const transfer::Timeline timeline =
          timeline_of("engines", {{"AFTER_IN", in}, {"AFTER_KERNEL", kernel}});
      EXPECT_EQ(timeline.races.empty(), in >= 2 && kernel >= 2) << in << " " << kernel;
      EXPECT_DOUBLE_EQ(timeline.sequential_seconds, 8);
      if (!timeline.races.empty()) continue;
      EXPECT_DOUBLE_EQ(timeline.total_seconds, in == 2 && kernel == 2 ? 6 : 7);
    }
  }
}

}  // namespace
}  // namespace lanescope::app
