// Requirements for every shipped recording. The test reads all of assets/recorded, so it covers new
// ones, too.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/session/files/recordings.h"
#include "app/session/run/model_counts.h"
#include "app/session/run/run.h"
#include "app/session/sweeps/timings.h"
#include "kernels/lesson_file/parameter_range.h"
#include "kernels/machine_file/machine_file.h"
#include "tests/paths.h"

namespace lanescope::app::test {
namespace {

namespace fs = std::filesystem;

const std::vector<RecordingEntry>& shipped() {
  static const std::vector<RecordingEntry> entries =
      find_recordings({fs::path(LANESCOPE_SOURCE_DIR) / "assets" / "recorded"}, {});
  return entries;
}

device::Recording recording_of(const std::string& id) {
  for (const RecordingEntry& entry : shipped()) {
    if (entry.id == id && entry.recording) return **entry.recording;
  }
  ADD_FAILURE() << id << " is not shipped";
  return {};
}

std::string told(const lesson::Resolved& launch) {
  return launch.lesson_id + " " + launch.variant + " " + short_params(launch.params);
}

// The launches that a user sees before typing a number: the variant as its lesson opens, and both
// values of its padding. None for a variant that is meant to fail, nor for a kernel that launches
// kernels: no GPU runs it here.
std::vector<lesson::Resolved> opening_launches(const lesson::Lesson& lesson,
                                               const lesson::VariantInfo& variant) {
  std::set<lesson::Values> sides{{}};
  for (const lesson::Parameter& parameter : lesson.parameters(variant.name)) {
    if (const auto least = lesson::min_padding(parameter)) {
      sides.insert({{parameter.name, 0}});
      sides.insert({{parameter.name, *least}});
    }
  }
  std::vector<lesson::Resolved> launches;
  if (!variant.provokes.empty()) return launches;
  for (const lesson::Values& side : sides) {
    auto launch = lesson.resolve(variant.name, side);
    EXPECT_TRUE(launch) << launch.error().formatted();
    if (launch && !launches_kernels(*launch)) launches.push_back(std::move(*launch));
  }
  return launches;
}

TEST(ShippedRecordings, are_of_several_gpus_with_the_default_first) {
  ASSERT_GE(shipped().size(), 2U);
  EXPECT_EQ(shipped().front().id, default_recording);
  std::set<std::string> gpus;
  for (const RecordingEntry& entry : shipped()) {
    ASSERT_TRUE(entry.recording) << entry.recording.error();
    EXPECT_TRUE(gpus.insert((*entry.recording)->gpu.name).second) << entry.id;
  }
}

// Also for points added by hand.
TEST(ShippedRecordings, are_written_as_the_program_writes_them) {
  for (const RecordingEntry& entry : shipped()) {
    ASSERT_TRUE(entry.recording) << entry.recording.error();
    std::ifstream file(entry.path);
    using Json = nlohmann::ordered_json;
    EXPECT_TRUE(Json::parse(file) == Json::parse(device::to_json(**entry.recording))) << entry.id;
  }
}

TEST(ShippedRecordings, have_each_launch_once_with_the_simulators_arrays) {
  for (const RecordingEntry& entry : shipped()) {
    std::set<std::tuple<std::string, std::string, lesson::Values>> launches;
    for (const device::RecordedPoint& point : (*entry.recording)->points) {
      const std::string which =
          entry.id + " " + point.lesson + " " + point.variant + " " + short_params(point.params);
      EXPECT_TRUE(launches.emplace(point.lesson, point.variant, point.params).second) << which;
      EXPECT_TRUE(point.equal_to_simulator) << which;
    }
  }
}

// So that the first press of P without a GPU shows both times, and no lesson opens without one.
TEST(ShippedRecordings, all_have_every_lesson_as_it_opens_with_both_sides_of_its_padding) {
  std::size_t padded = 0;
  for (const lesson::CatalogueEntry& entry : lesson::catalogue()) {
    ASSERT_TRUE(entry.lesson) << entry.lesson.error().formatted();
    for (const lesson::VariantInfo& variant : entry.lesson->variants()) {
      const auto launches = opening_launches(*entry.lesson, variant);
      padded += launches.size() > 1 ? 1 : 0;
      for (const lesson::Resolved& launch : launches) {
        for (const RecordingEntry& recorded : shipped()) {
          EXPECT_TRUE(time_of(key_of(launch, compile::Compiler::automatic), nullptr,
                              recorded.recording->get()))
              << recorded.id << ": " << told(launch);
        }
      }
    }
  }
  EXPECT_GT(padded, 0U);
}

// `lanescope validate` with recorded counters in place of the GPU: every difference is listed in
// the lesson, and in the lesson's opening launch every listed difference occurs.
class RecordedCounters : public ::testing::TestWithParam<std::string> {};

TEST_P(RecordedCounters, differ_from_the_simulators_where_the_lesson_says_so) {
  std::string compiler;
  for (const compile::Availability& each : compile::available()) {
    if (each.compiler != compile::Compiler::nvrtc) continue;
    if (!each.usable) GTEST_SKIP() << each.why_not;
    compiler = "NVRTC " + each.version;
  }
  const auto lesson = lesson::find(GetParam());
  ASSERT_TRUE(lesson) << lesson.error().formatted();
  std::vector<lesson::KnownDifference> known = lesson->differences();
  const auto common = lesson::common_differences();
  ASSERT_TRUE(common) << common.error().formatted();
  known.insert(known.end(), common->begin(), common->end());
  bool is_recorded = false;
  for (const RecordingEntry& recorded : shipped()) {
    for (const device::RecordedPoint& point : (*recorded.recording)->points)
      is_recorded = is_recorded || point.compiler == compiler;
  }
  if (!is_recorded) GTEST_SKIP() << "nothing is recorded of code by " << compiler;
  std::size_t compared = 0;
  bool is_for_a_gpu = false;
  for (const lesson::VariantInfo& variant : lesson->variants()) {
    for (const lesson::Resolved& launch : opening_launches(*lesson, variant)) {
      is_for_a_gpu = true;
      RunRequest request;
      request.lesson = GetParam();
      request.variant = variant.name;
      request.overrides = launch.params;
      request.compiler = compile::Compiler::nvrtc;
      request.want_traces = request.want_hashes = false;
      const auto outcome = run(request);
      ASSERT_TRUE(outcome) << outcome.error().message;
      const device::Counts model = model_counts((*outcome)->report.totals);
      const bool as_it_opens = launch.params == lesson->resolve(variant.name, {})->params;
      for (const RecordingEntry& recorded : shipped()) {
        const device::RecordedPoint* point =
            (*recorded.recording)->find(GetParam(), variant.name, launch.params);
        if (point == nullptr || point->compiler != compiler) continue;
        ++compared;
        for (const CounterComparison& counter :
             compare_counts(model, point->counts, variant.name, known)) {
          using Verdict = CounterComparison::Verdict;
          const std::string figures =
              fmt::format("{}: {}, {}: {} simulated, {} counted", recorded.id, told(launch),
                          counter.name, counter.model, counter.counted);
          EXPECT_NE(counter.verdict, Verdict::different) << figures;
          EXPECT_NE(counter.verdict, Verdict::not_counted) << figures;
          if (as_it_opens) EXPECT_NE(counter.verdict, Verdict::listed_equal) << figures;
        }
      }
    }
  }
  EXPECT_EQ(compared > 0U, is_for_a_gpu);
}

std::vector<std::string> recorded_lessons() {
  std::vector<std::string> ids;
  for (const lesson::CatalogueEntry& entry : lesson::catalogue()) ids.push_back(entry.id);
  return ids;
}

INSTANTIATE_TEST_SUITE_P(Every, RecordedCounters, ::testing::ValuesIn(recorded_lessons()),
                         [](const auto& tested) {
                           std::string name = tested.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// How much longer the H100 takes than the H200, which has the same multiprocessors and clock and
// 1.4 times the bandwidth.
class H100BesideH200 : public ::testing::Test {
 protected:
  static void expect_ratio(const std::string& lesson, const std::string& variant,
                           const lesson::Values& values, double least, double most) {
    const auto* slow = h100().find(lesson, variant, values);
    const auto* quick = h200().find(lesson, variant, values);
    const std::string which = lesson + " " + variant + " " + short_params(values);
    ASSERT_TRUE(slow != nullptr && quick != nullptr) << which;
    const double ratio = slow->cold.median / quick->cold.median;
    EXPECT_GE(ratio, least) << which;
    EXPECT_LE(ratio, most) << which;
  }
  static const device::Recording& h100() {
    static const device::Recording recording = recording_of("nvidia-h100.json");
    return recording;
  }
  static const device::Recording& h200() {
    static const device::Recording recording = recording_of("nvidia-h200.json");
    return recording;
  }
};

TEST_F(H100BesideH200, a_copy_of_memory_takes_the_share_of_the_bandwidth) {
  std::size_t compared = 0;
  for (const device::RecordedPoint& slow : h100().points) {
    const auto* quick = h200().find(slow.lesson, slow.variant, slow.params);
    if (quick == nullptr) continue;
    ++compared;
    const double ratio = quick->copy_bandwidth() / slow.copy_bandwidth();
    EXPECT_GE(ratio, 1.38) << slow.lesson << ' ' << slow.variant << ' '
                           << short_params(slow.params);
    EXPECT_LE(ratio, 1.42) << slow.lesson << ' ' << slow.variant << ' '
                           << short_params(slow.params);
  }
  EXPECT_GE(compared, 200U);
}

TEST_F(H100BesideH200, kernels_limited_by_memory_take_1_3_to_1_4_times_as_long) {
  expect_ratio("transpose", "wide-tile", {{"N", 4096}}, 1.29, 1.42);
  expect_ratio("transpose", "wide-tile", {{"N", 8192}}, 1.29, 1.42);
  expect_ratio("transpose", "rows4", {{"N", 4096}, {"PAD", 1}}, 1.29, 1.42);
  expect_ratio("reduction", "one-pass", {{"BLOCKS", 528}, {"N", 67108864}}, 1.29, 1.42);
}

TEST_F(H100BesideH200, kernels_limited_by_conflicts_or_arithmetic_take_as_long) {
  expect_ratio("transpose", "rows4", {{"N", 4096}, {"PAD", 0}}, 0.98, 1.06);
  expect_ratio("transpose", "tile", {{"N", 4096}, {"PAD", 0}}, 0.98, 1.06);
  expect_ratio("transpose", "tile", {{"N", 8192}, {"PAD", 0}}, 0.98, 1.06);
  expect_ratio("aat", "column-reads", {{"N", 256}, {"PAD", 0}}, 0.98, 1.06);
  expect_ratio("matmul", "async", {{"N", 2048}}, 0.98, 1.06);
}

// Machine profiles whose figures were read from the GPU agree with the recordings.
TEST(ShippedRecordings, agree_with_the_machines_of_their_gpus) {
  using machine::Figure;
  for (const char* id : {"h100", "h200"}) {
    const auto found = machine::find(id);
    ASSERT_TRUE(found) << found.error().formatted();
    const machine::Profile& profile = **found;
    const device::GpuInfo gpu = recording_of("nvidia-" + std::string(id) + ".json").gpu;
    EXPECT_EQ(profile.architecture(), gpu.architecture()) << id;
    EXPECT_EQ(profile.count(Figure::multiprocessors), gpu.multiprocessors) << id;
    EXPECT_EQ(profile.count(Figure::clock_mhz), static_cast<std::uint64_t>(gpu.clock_mhz)) << id;
    EXPECT_EQ(profile.count(Figure::memory_clock_mhz),
              static_cast<std::uint64_t>(gpu.memory_clock_mhz))
        << id;
    EXPECT_EQ(profile.count(Figure::memory_bus_bits),
              static_cast<std::uint64_t>(gpu.memory_bus_bits))
        << id;
    EXPECT_EQ(profile.count(Figure::l2_bytes), gpu.l2_bytes) << id;
  }
}

// Otherwise a variant that also works in its input would get credit for its own detours. The
// partial sums differ a little.
TEST(ShippedRecordings, variants_of_the_reduction_move_the_same_bytes) {
  for (const char* id : {"nvidia-h100.json", "nvidia-h200.json"}) {
    for (const device::RecordedPoint& point : recording_of(id).points) {
      if (point.lesson != "reduction") continue;
      const auto input = static_cast<double>(4 * point.params.at("N"));
      EXPECT_GE(static_cast<double>(point.bytes_moved), input) << point.variant;
      EXPECT_LE(static_cast<double>(point.bytes_moved), 1.01 * input) << point.variant;
    }
  }
}

}  // namespace
}  // namespace lanescope::app::test
