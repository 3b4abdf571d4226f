#include "kernels/device/recording.h"

#include <sstream>

#include <gtest/gtest.h>

namespace lanescope::device {
namespace {

Recording sample() {
  Recording recording;
  recording.date = "2026-11-20";
  recording.gpu.name = "A GPU";
  recording.gpu.major = 9;
  recording.gpu.minor = 0;
  recording.gpu.multiprocessors = 132;
  recording.state = {1980, 3201, 42};
  recording.compiler = "NVRTC 13.0";
  RecordedPoint point;
  point.lesson = "transpose";
  point.variant = "tile";
  point.kernel = "transpose_tile";
  point.params = {{"N", 4096}, {"PAD", 1}};
  point.grid = {128, 128, 1};
  point.block = {32, 32, 1};
  point.registers = 20;
  point.first_ms = 0.25;
  point.cold = {20, 0.076, 0.0765, 0.001, 0.075, 0.09, 0.0758, 0.0762};
  point.warm.median = 0.074;
  point.bytes_moved = std::uint64_t{2} * 4096 * 4096 * 4;
  point.copy.median = 0.13;
  point.copy_bytes = 1 << 28;
  point.traps = {"fits_in_l2"};
  point.equal_to_simulator = true;
  point.counts = {{"shared_load.wavefronts", 524288}};
  point.bound_name = "a bound";
  point.bound.median = 0.07;
  point.source_hash = "0123456789abcdef";
  point.state = {1900, 3200, 40};
  point.compiler = "NVRTC 13.0";
  recording.points.push_back(point);
  return recording;
}

TEST(Recording, is_the_same_after_it_was_written_and_read) {
  const auto read = recording_from_json(to_json(sample()));
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(to_json(*read), to_json(sample()));
  EXPECT_EQ(read->gpu.architecture(), 90);
  ASSERT_EQ(read->points.size(), 1U);
  EXPECT_EQ(read->points[0].cold.median, 0.076);
  EXPECT_EQ(read->points[0].copy_bytes, std::uint64_t{1} << 28);
  EXPECT_TRUE(read->points[0].equal_to_simulator);
  EXPECT_EQ(read->points[0].counts.at("shared_load.wavefronts"), 524288U);
  EXPECT_EQ(read->points[0].bound_name, "a bound");
  EXPECT_EQ(read->points[0].bound.median, 0.07);
  EXPECT_EQ(read->points[0].source_hash, "0123456789abcdef");
  EXPECT_EQ(read->points[0].state.clock_mhz, 1900);
  EXPECT_EQ(read->points[0].compiler, "NVRTC 13.0");
}

TEST(Recording, has_one_point_a_line) {
  Recording recording = sample();
  recording.points.push_back(recording.points.front());
  std::istringstream lines(to_json(recording));
  int points = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("\"lesson\"") == std::string::npos) continue;
    ++points;
    EXPECT_TRUE(line.starts_with("    {\"lesson\":")) << line;
    EXPECT_TRUE(line.ends_with(points == 1 ? "}," : "}")) << line;
  }
  EXPECT_EQ(points, 2);
}

TEST(Recording, of_an_older_program_has_the_files_state_for_each_point) {
  std::string text = to_json(sample());
  const auto remove = [&](const std::string& line) {
    const std::size_t at = text.find(line, text.find("\"points\""));
    ASSERT_NE(at, std::string::npos) << line;
    text.erase(at, line.size());
  };
  remove(R"("clock_mhz":1900,)");
  remove(R"("source_hash":"0123456789abcdef",)");
  const auto read = recording_from_json(text);
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->points[0].state.clock_mhz, 1980);
  EXPECT_EQ(read->points[0].source_hash, "");
}

TEST(Recording, has_for_each_point_the_day_it_was_measured_on) {
  Recording recording = sample();
  recording.points.push_back(recording.points.front());
  recording.points.back().date = "2026-11-23";
  const auto read = recording_from_json(to_json(recording));
  ASSERT_TRUE(read) << read.error();
  ASSERT_EQ(read->points.size(), 2U);
  EXPECT_EQ(read->points[0].date, "2026-11-20");  // the recording's date
  EXPECT_EQ(read->points[1].date, "2026-11-23");
}

TEST(NameWithDays, has_the_first_and_the_last_day) {
  EXPECT_EQ(name_with_days("A GPU", {}), "A GPU");
  EXPECT_EQ(name_with_days("A GPU", {"2026-11-20"}), "A GPU, 2026-11-20");
  EXPECT_EQ(name_with_days("A GPU", {"2026-11-23", "2026-11-20", "2026-11-21"}),
            "A GPU, 2026-11-20 … 2026-11-23");
}

TEST(Recording, with_an_invalid_compute_capability_names_it) {
  std::string text = to_json(sample());
  text.replace(text.find("\"9.0\""), 5, "\"x\"");
  const auto read = recording_from_json(text);
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().find("compute_capability"), std::string::npos) << read.error();
}

TEST(RecordedPoint, gives_bandwidth_and_shares_as_a_measurement_does) {
  RecordedPoint point;
  EXPECT_EQ(point.cold_bandwidth(), 0);
  EXPECT_EQ(point.share_of_copy(), 0);
  point.bytes_moved = 2'000'000'000;
  point.cold.median = 1;
  point.copy_bytes = 2'000'000'000;
  point.copy.median = 1;
  point.bound.median = 0.8;
  EXPECT_DOUBLE_EQ(point.cold_bandwidth(), 2000);
  EXPECT_DOUBLE_EQ(point.copy_bandwidth(), 4000);
  EXPECT_DOUBLE_EQ(point.share_of_copy(), 0.5);
  EXPECT_DOUBLE_EQ(point.share_of_bound(), 0.8);
}

TEST(Recording, finds_the_point_of_exactly_these_values) {
  const Recording recording = sample();
  EXPECT_NE(recording.find("transpose", "tile", {{"N", 4096}, {"PAD", 1}}), nullptr);
  EXPECT_EQ(recording.find("transpose", "tile", {{"N", 4096}, {"PAD", 0}}), nullptr);
  EXPECT_EQ(recording.find("transpose", "copy", {{"N", 4096}, {"PAD", 1}}), nullptr);
}

TEST(Recording, that_is_no_json_or_lacks_something_is_an_error_that_says_what) {
  EXPECT_FALSE(recording_from_json("no json"));
  const auto other = recording_from_json(R"({"schema": "something/1"})");
  ASSERT_FALSE(other);
  EXPECT_NE(other.error().find("lanescope.times/1"), std::string::npos);
  std::string text = to_json(sample());
  text.replace(text.find("\"median\""), 8, "\"middle\"");
  const auto lacking = recording_from_json(text);
  ASSERT_FALSE(lacking);
  EXPECT_NE(lacking.error().find("median"), std::string::npos) << lacking.error();
}

}  // namespace
}  // namespace lanescope::device
