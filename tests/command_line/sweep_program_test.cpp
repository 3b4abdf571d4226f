// `lanescope sweep`, end to end.

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/command_line/program.h"

namespace lanescope::app::testing {
namespace sweep_program_test {
namespace {

using Json = nlohmann::json;
using Arguments = std::vector<std::string>;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

void expect_refused(Arguments arguments, const std::string& because) {
  arguments.insert(arguments.begin(), "sweep");
  const Finished finished = run_here(arguments);
  EXPECT_EQ(finished.exit_code, 2) << finished.err;
  EXPECT_EQ(finished.out, "");
  EXPECT_NE(finished.err.find(because), std::string::npos) << finished.err;
}

// Wavefronts for a column of a 32-row tile of floats: gcd(32 + PAD, 32).
int expected_wavefronts(int pad) {
  int a = 32 + pad;
  int b = 32;
  while (b != 0) std::swap(a %= b, b);
  return a;
}

TEST(SweepCommand, over_padding_counts_the_greatest_common_divisor_with_32) {
  const Finished finished = run_here({"sweep", "transpose", "--parameter", "PAD", "--from", "0",
                                      "--to", "32", "--set", "N=64", "--json"});
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_EQ(finished.err, "");
  const Json json = Json::parse(finished.out);
  EXPECT_EQ(json.at("schema"), "lanescope.sweep/1");
  ASSERT_EQ(json.at("points").size(), 33U);
  for (int pad = 0; pad <= 32; ++pad) {
    const Json& point = json.at("points").at(static_cast<std::size_t>(pad));
    EXPECT_EQ(point.at("params").at("PAD"), pad);
    EXPECT_EQ(point.at("quantities").at("shared_load.wavefronts_per_request"),
              expected_wavefronts(pad));
  }
}

TEST(SweepCommand, computes_the_points_within_a_parameters_limits_and_says_which_are_not) {
  const Finished finished =
      run_here({"sweep", "transpose", "--variant", "tile", "--parameter", "PAD", "--from", "31",
                "--to", "34", "--set", "N=64", "--json"});
  EXPECT_EQ(finished.exit_code, 1);
  const Json points = Json::parse(finished.out).at("points");
  ASSERT_EQ(points.size(), 4U);
  for (int i = 0; i < 4; ++i) {
    const Json& point = points.at(static_cast<std::size_t>(i));
    EXPECT_EQ(point.at("quantities").at("shared_load.wavefronts_per_request").is_number(), i < 2)
        << point;
  }
  for (const char* beyond : {"PAD=33", "PAD=34"})
    EXPECT_NE(finished.err.find(beyond), std::string::npos) << finished.err;
}

TEST(SweepCommand, shows_recorded_times_and_says_of_which_launch_they_are) {
  const Finished finished =
      run_here({"sweep", "transpose", "--name", "padding", "--variant", "tile", "--json"});
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  const Json json = Json::parse(finished.out);
  EXPECT_EQ(json.at("timed"), (Json{{"N", 4096}}));
  const Json& points = json.at("points");
  ASSERT_EQ(points.size(), 33U);
  for (std::size_t pad = 0; pad <= 32; ++pad) {
    const Json& point = points.at(pad);
    EXPECT_EQ(point.at("params").at("N"), 1024);
    ASSERT_TRUE(point.at("time").is_object()) << point;
    EXPECT_EQ(point.at("time").at("source"), "RECORDED");
    EXPECT_LE(point.at("time").at("low_ms"), point.at("time").at("median_ms"));
  }
  // Measured: the tile without padding is slower than with one word of padding.
  EXPECT_GT(points[0].at("time").at("median_ms"), points[1].at("time").at("median_ms"));
}

TEST(SweepCommand, prints_a_table_that_says_where_its_numbers_come_from) {
  const Finished finished =
      run_here({"sweep", "transpose", "--parameter", "PAD", "--from", "0", "--to", "2", "--set",
                "N=64", "--quantity", "shared_load.wavefronts_per_request"});
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_NE(finished.out.find("wavefronts per request"), std::string::npos) << finished.out;
  EXPECT_NE(finished.out.find("  0                      32"), std::string::npos) << finished.out;
  EXPECT_NE(finished.out.find("MODEL"), std::string::npos);
}

TEST(SweepCommand, names_the_timed_launches_when_these_are_larger) {
  const Finished finished = run_here({"sweep", "offset", "--name", "times"});
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_NE(finished.out.find("of launches with N=16777216"), std::string::npos) << finished.out;
}

TEST(SweepCommand, counts_by_the_rules_of_another_machine) {
  const Finished finished =
      run_here({"sweep", "bank-stride", "--machine", "tesla-c1060", "--parameter", "STRIDE",
                "--from", "16", "--to", "16", "--quantity", "shared_load.wavefronts_per_request",
                "--variant", "stride", "--json"});
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  // Two half-warps; all 16 words of each are in one of 16 banks.
  EXPECT_EQ(Json::parse(finished.out)
                .at("points")
                .at(0)
                .at("quantities")
                .at("shared_load.wavefronts_per_request"),
            32);
}

TEST(SweepCommand, a_second_parameter_makes_a_map) {
  const Finished finished = run_here({"sweep", "transpose", "--parameter", "PAD", "--from", "0",
                                      "--to", "2", "--by", "N=64..128*2", "--csv", "-"});
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  const std::vector<std::string> lines = lines_of(finished.out);
  ASSERT_EQ(lines.size(), 7U) << finished.out;
  EXPECT_TRUE(lines[0].starts_with("lesson,sweep,variant,machine,N,PAD,shared_load")) << lines[0];
  EXPECT_TRUE(lines[1].starts_with("transpose,PAD,tile,H200,64,0,32,")) << lines[1];
  EXPECT_TRUE(lines[5].starts_with("transpose,PAD,tile,H200,128,1,1,")) << lines[5];
}

TEST(SweepCommand, writes_its_points_to_a_file_beside_the_table) {
  const TemporaryFolder folder;
  const std::string csv = folder.path() / "out.csv";
  const Finished finished = run_here({"sweep", "transpose", "--parameter", "PAD", "--from", "0",
                                      "--to", "1", "--set", "N=64", "--csv", csv});
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_EQ(lines_of(text_of(csv)).size(), 3U);
  EXPECT_NE(finished.out.find("MODEL"), std::string::npos);
  // The folder contains nothing else.
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(SweepCommand, an_unwritable_file_is_reported_before_anything_runs) {
  expect_refused({"transpose", "--csv", "/nowhere/out.csv"}, "/nowhere/out.csv: can't be written");
}

TEST(SweepCommand, an_invalid_range_is_one_message) {
  expect_refused({"transpose", "--parameter", "PAD", "--from", "5", "--to", "1"}, "above to");
  expect_refused({"transpose", "--parameter", "PAD", "--from", "0"}, "to is missing");
  expect_refused({"transpose", "--parameter", "PAD", "--from", "33", "--to", "34"}, "33");
  expect_refused({"transpose", "--parameter", "PAD", "--from", "0", "--to", "8", "--step", "0"},
                 "--step");
  expect_refused({"transpose", "--parameter", "PAD", "--from", "0", "--to", "8", "--factor", "2"},
                 "at least 1");
  expect_refused({"transpose", "--parameter", "PADD", "--from", "0", "--to", "8"}, "'PAD'");
  expect_refused({"transpose", "--parameter", "PAD", "--from", "0", "--to", "8", "--by", "PAD=1"},
                 "--by");
  expect_refused({"transpose", "--parameter", "PAD", "--from", "0", "--to", "8", "--by", "N=1..2"},
                 "N");
  expect_refused({"transpose", "--from", "1"}, "--parameter");
}

TEST(SweepCommand, an_unknown_name_is_refused_with_the_list_of_known_ones) {
  expect_refused({"transpose", "--name", "pading"}, "'padding'");
  expect_refused({"transpose", "--name", "padding", "--variant", "copy"}, "tile, rows4");
  expect_refused({"transpose", "--quantity", "shared_load.sectors"}, "shared_load.wavefronts");
  expect_refused({"transpose", "--name", "padding", "--set", "PAD=1"}, "PAD");
  expect_refused({"transpose", "--name", "padding", "--set", "M=1"}, "M");
  expect_refused({"transposed"}, "transposed");
}

TEST(SweepCommand, points_that_fail_are_a_finding_and_the_others_are_shown) {
  const TemporaryFolder folder;
  folder.write("kernel.cu",
               "__global__ void k(float* a) { if (threadIdx.x < LIMIT) a[threadIdx.x] = 1; }");
  const auto lesson = folder.write("lesson.toml",
                                   "source = \"kernel.cu\"\nkernel = \"k\"\n[params]\nLIMIT = 16\n"
                                   "[launch]\ngrid = [1]\nblock = [64]\n[[args]]\nname = \"a\"\n"
                                   "type = \"float\"\ncount = 32\n");
  const Finished finished =
      run_here({"sweep", lesson.string(), "--parameter", "LIMIT", "--from", "16", "--to", "64",
                "--factor", "2", "--quantity", "global_store.sectors", "--csv", "-"});
  EXPECT_EQ(finished.exit_code, 1) << finished.err;
  EXPECT_NE(finished.err.find("LIMIT=64"), std::string::npos) << finished.err;
  const std::vector<std::string> lines = lines_of(finished.out);
  ASSERT_EQ(lines.size(), 4U) << finished.out;
  EXPECT_NE(lines[1].find(",16,2,"), std::string::npos) << lines[1];
  EXPECT_NE(lines[2].find(",32,4,"), std::string::npos) << lines[2];
  // The kernel went on after its mistake, so its counts are there, beside the message.
  EXPECT_NE(lines[3].find(",64,8,"), std::string::npos) << lines[3];
  EXPECT_NE(lines[3].find("out-of-range store"), std::string::npos) << lines[3];
}

// A point has the errors that `sim` finds there, and only these.
TEST(SweepCommand, a_race_marks_its_points) {
  const TemporaryFolder folder;
  folder.write("kernel.cu",
               "__global__ void k(float* a) {\n  __shared__ float s[128];\n  int t = threadIdx.x;\n"
               "  if (t < 32) for (int i = t; i < 128; i += 32) s[i] = 0;\n"
               "  s[t] = a[t];\n  a[t] = s[(t + 32) % THREADS];\n}\n");
  const auto lesson =
      folder.write("lesson.toml",
                   "source = \"kernel.cu\"\nkernel = \"k\"\n[params]\nTHREADS = 32\n"
                   "[launch]\ngrid = [1]\nblock = [\"THREADS\"]\n[[args]]\nname = \"a\"\n"
                   "type = \"float\"\ncount = \"THREADS\"\n");
  const Finished finished = run_here({"sweep", lesson.string(), "--parameter", "THREADS", "--from",
                                      "32", "--to", "64", "--factor", "2", "--json"});
  EXPECT_EQ(finished.exit_code, 1) << finished.err;
  const auto points = nlohmann::json::parse(finished.out).at("points");
  ASSERT_EQ(points.size(), 2U);
  EXPECT_FALSE(points[0].contains("problem")) << points[0];
  ASSERT_TRUE(points[1].contains("problem"));
  EXPECT_NE(points[1].at("problem").get<std::string>().find("race on s["), std::string::npos)
      << points[1];
  const Finished alone =
      run_here({"sim", lesson.string(), "--set", "THREADS=64", "--check", "shared_race"});
  EXPECT_EQ(alone.exit_code, 1) << alone.err;
}

TEST(SweepCommand, a_kernel_that_does_not_compile_is_reported_once) {
  const TemporaryFolder folder;
  folder.write("kernel.cu", "__global__ void k(float* a) { a[0] = nonsense; }");
  const auto lesson = folder.write("lesson.toml",
                                   "source = \"kernel.cu\"\nkernel = \"k\"\n[params]\nP = 1\n"
                                   "[launch]\ngrid = [1]\nblock = [32]\n[[args]]\nname = \"a\"\n"
                                   "type = \"float\"\ncount = 32\n");
  const Finished finished =
      run_here({"sweep", lesson.string(), "--parameter", "P", "--from", "1", "--to", "3"});
  EXPECT_EQ(finished.exit_code, 2) << finished.err;
  EXPECT_EQ(finished.out, "");
  const std::size_t first = finished.err.find("nonsense");
  ASSERT_NE(first, std::string::npos) << finished.err;
}

}  // namespace
}  // namespace sweep_program_test
}  // namespace lanescope::app::testing
