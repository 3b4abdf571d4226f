// `lanescope compare`, end to end.
#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/command_line/program.h"

namespace lanescope::app::testing {
namespace {

using Json = nlohmann::json;
using Arguments = std::vector<std::string>;

Finished compare(Arguments arguments) {
  arguments.insert(arguments.begin(), {"compare", "transpose"});
  return run_here(arguments);
}

Json json_of(Arguments arguments) {
  arguments.emplace_back("--json");
  const Finished finished = compare(std::move(arguments));
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  return finished.exit_code == 0 ? Json::parse(finished.out) : Json();
}

const Json& number_of(const Json& json, const std::string& group, const std::string& name) {
  static const Json nothing;
  for (const Json& number : json.at("numbers")) {
    if (number.at("group") == group && number.at("name") == name) return number;
  }
  return nothing;
}

void expect_refused(const Arguments& arguments, const std::string& because) {
  const Finished finished = compare(arguments);
  EXPECT_EQ(finished.exit_code, 2) << finished.err;
  EXPECT_EQ(finished.out, "");
  EXPECT_NE(finished.err.find(because), std::string::npos) << finished.err;
}

TEST(CompareCommand, padding_makes_thirty_two_wavefronts_one) {
  const Json json =
      json_of({"--a", "variant=tile,PAD=0", "--b", "variant=tile,PAD=1", "--set", "N=64"});
  EXPECT_EQ(json.at("schema"), "lanescope.compare/1");
  EXPECT_EQ(json.at("a").at("params"), (Json{{"N", 64}, {"PAD", 0}}));
  EXPECT_EQ(json.at("b").at("params"), (Json{{"N", 64}, {"PAD", 1}}));
  ASSERT_EQ(json.at("differences").size(), 1U);
  EXPECT_EQ(json.at("differences")[0],
            (Json{{"kind", "parameter"}, {"name", "PAD"}, {"a", "0"}, {"b", "1"}}));
  const Json& wavefronts = number_of(json, "shared_load", "wavefronts_per_request");
  ASSERT_TRUE(wavefronts.is_object());
  EXPECT_EQ(wavefronts.at("a"), 32);
  EXPECT_EQ(wavefronts.at("b"), 1);
  EXPECT_EQ(wavefronts.at("ratio"), 32);
  EXPECT_EQ(wavefronts.at("better"), "b");
  // 64 x 64 elements, 32 per warp: 128 requests with 31 conflicts each.
  EXPECT_EQ(number_of(json, "shared_load", "conflicts").at("a"), 128 * 31);
  EXPECT_EQ(number_of(json, "shared_load", "conflicts").at("b"), 0);
  EXPECT_EQ(number_of(json, "shared_load", "requests").at("better"), "equal");
  EXPECT_TRUE(json.at("text").empty());
}

TEST(CompareCommand, lines_that_are_the_same_stand_together_with_their_costs) {
  const Json json =
      json_of({"--a", "variant=tile,PAD=0", "--b", "variant=tile,PAD=1", "--set", "N=64"});
  const Json& lines = json.at("lines");
  ASSERT_EQ(lines.size(), 4U);  // two loads, two stores
  int shared_loads = 0;
  for (const Json& line : lines) {
    EXPECT_EQ(line.at("a"), line.at("b"));
    EXPECT_EQ(line.at("same_text"), true);
    if (line.at("space") == "shared" && line.at("op") == "load") {
      ++shared_loads;
      EXPECT_EQ(line.at("cost").at("a"), 32);
      EXPECT_EQ(line.at("cost").at("b"), 1);
    }
  }
  EXPECT_EQ(shared_loads, 1);
}

TEST(CompareCommand, variants_of_other_kernels_differ_in_kinds_of_access) {
  const Json json =
      json_of({"--a", "variant=coalesced-read", "--b", "variant=tile,PAD=1", "--set", "N=64"});
  EXPECT_EQ(json.at("differences")[0].at("kind"), "variant");
  EXPECT_EQ(json.at("differences")[1],
            (Json{{"kind", "parameter"}, {"name", "PAD"}, {"a", nullptr}, {"b", "1"}}));
  const Json& loads = number_of(json, "shared_load", "wavefronts_per_request");
  EXPECT_EQ(loads.at("a"), nullptr);
  EXPECT_EQ(loads.at("better"), "unknown");
  const Json& stores = number_of(json, "global_store", "sectors_per_request");
  EXPECT_EQ(stores.at("a"), 32);
  EXPECT_EQ(stores.at("b"), 4);
  EXPECT_EQ(stores.at("ratio"), 8);
  const Json& efficiency = number_of(json, "global_store", "efficiency_percent");
  EXPECT_EQ(efficiency.at("better"), "b");  // for efficiency, more is better
  EXPECT_EQ(efficiency.at("b"), 100);
}

TEST(CompareCommand, machine_against_machine_prices_one_kernel_twice) {
  const Json json = json_of({"--variant", "tile", "--set", "N=64", "--set", "PAD=1", "--a",
                             "machine=tesla-c1060", "--b", "machine=h200"});
  ASSERT_EQ(json.at("differences").size(), 1U);
  EXPECT_EQ(json.at("differences")[0].at("kind"), "machine");
  EXPECT_EQ(json.at("differences")[0].at("b"), "h200");
  // On this machine half-warps are served one after the other: two wavefronts instead of one.
  EXPECT_EQ(number_of(json, "shared_load", "wavefronts_per_request").at("a"), 2);
  EXPECT_EQ(number_of(json, "shared_load", "wavefronts_per_request").at("b"), 1);
}

TEST(CompareCommand, your_own_kernel_is_compared_with_the_lessons_line_by_line) {
  const TemporaryFolder folder;
  const auto file = folder.write("mine.cu", R"(
extern "C" __global__ void transpose_tile(const float* A, float* B, int n) {
  __shared__ float S[32][32 + PAD];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  S[threadIdx.y][threadIdx.x ^ threadIdx.y] = A[y * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  B[y * n + x] = S[threadIdx.x][threadIdx.y ^ threadIdx.x];
}
)");
  const Json json = json_of({"--variant", "tile", "--set", "N=64", "--a", "PAD=0", "--b",
                             "PAD=0,kernel=" + file.string()});
  EXPECT_EQ(number_of(json, "shared_load", "wavefronts_per_request").at("a"), 32);
  EXPECT_EQ(number_of(json, "shared_load", "wavefronts_per_request").at("b"), 1);
  EXPECT_EQ(json.at("b").at("file"), "mine.cu");
  EXPECT_FALSE(json.at("text").empty());
  const Json& differences = json.at("differences");
  ASSERT_EQ(differences.size(), 2U) << differences;
  EXPECT_EQ(differences[0],
            (Json{{"kind", "file"}, {"name", ""}, {"a", "tile.cu"}, {"b", "mine.cu"}}));
  EXPECT_EQ(differences[1].at("kind"), "text");
  EXPECT_EQ(differences[1].at("lines"), json.at("text").size());

  const Finished text = compare({"--variant", "tile", "--set", "N=64", "--a", "PAD=0", "--b",
                                 "PAD=0,kernel=" + file.string()});
  EXPECT_NE(text.out.find("A -> B: kernel file tile.cu -> mine.cu; "), std::string::npos)
      << text.out;
  EXPECT_NE(text.out.find("A  transpose, tile: kernel transpose_tile, tile.cu\n"),
            std::string::npos);
  EXPECT_NE(text.out.find("B  transpose, tile: kernel transpose_tile, mine.cu\n"),
            std::string::npos);
  EXPECT_NE(text.out.find("Lines that differ"), std::string::npos);
}

TEST(CompareCommand, recorded_times_are_shown_if_exactly_these_launches_were_timed) {
  const Json json =
      json_of({"--variant", "tile", "--set", "N=4096", "--a", "PAD=0", "--b", "PAD=1"});
  ASSERT_TRUE(json.at("times").at("a").is_object()) << json.at("times");
  EXPECT_EQ(json.at("times").at("a").at("source"), "RECORDED");
  const Json& time = number_of(json, "time", "cold_ms");
  EXPECT_EQ(time.at("better"), "b");
  EXPECT_GT(time.at("ratio"), 1);
  const Json other =
      json_of({"--variant", "tile", "--set", "N=96", "--a", "PAD=0", "--b", "PAD=1"});
  EXPECT_EQ(other.at("times").at("a"), nullptr);
  EXPECT_TRUE(number_of(other, "time", "cold_ms").is_null());
}

TEST(CompareCommand, takes_a_shipped_recording_by_its_name) {
  const Arguments rows{"--variant", "rows4", "--set", "N=4096", "--a", "PAD=0", "--b", "PAD=1"};
  const auto cold_ms = [&](const std::string& recording, const std::string& gpu) {
    Arguments arguments = rows;
    if (!recording.empty()) arguments.insert(arguments.end(), {"--recording", recording});
    const Json json = json_of(arguments);
    EXPECT_EQ(json.at("times").at("a").at("gpu"), gpu);
    return std::array{number_of(json, "time", "cold_ms").at("a").get<double>(),
                      number_of(json, "time", "cold_ms").at("b").get<double>()};
  };
  const auto h200 = cold_ms("", "NVIDIA H200");
  const auto h100 = cold_ms("nvidia-h100", "NVIDIA H100 80GB HBM3");
  EXPECT_LT(h100[0] / h200[0], 1.05);  // limited by conflicts
  EXPECT_GT(h100[1] / h200[1], 1.25);  // limited by memory bandwidth

  Arguments unknown = rows;
  unknown.insert(unknown.end(), {"--recording", "nvidia-h300"});
  expect_refused(unknown,
                 "nvidia-h300: no such file, and no shipped recording has this name; "
                 "shipped: nvidia-h200, nvidia-h100");
}

TEST(CompareCommand, prints_a_table_with_aligned_columns) {
  const Arguments arguments{"--variant", "tile", "--set", "N=64", "--a", "PAD=0", "--b", "PAD=1"};
  const Finished finished = compare(arguments);
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_EQ(finished.err, "");
  EXPECT_NE(finished.out.find("A -> B: PAD 0 -> 1\n"), std::string::npos) << finished.out;
  EXPECT_NE(finished.out.find("All counts are MODEL"), std::string::npos);
  std::istringstream lines(finished.out);
  std::size_t header = std::string::npos;
  int rows = 0;
  for (std::string line; std::getline(lines, line);) {
    EXPECT_FALSE(line.ends_with(' ')) << line;
    if (line.ends_with("better")) header = line.find("better");
    if (line.starts_with("shared load  ") || line.find("  wavefronts per request") < 20) {
      ++rows;
      ASSERT_NE(header, std::string::npos);
      EXPECT_EQ(line.find_last_of(' ') + 1, header) << line;
    }
  }
  EXPECT_GE(rows, 2);
  EXPECT_EQ(compare(arguments).out, finished.out);  // deterministic
}

TEST(CompareCommand, two_states_that_are_the_same_say_so) {
  const Finished finished =
      compare({"--variant", "tile", "--set", "N=64", "--a", "PAD=1", "--b", "PAD=1"});
  EXPECT_EQ(finished.exit_code, 0);
  EXPECT_NE(finished.out.find("A and B are the same."), std::string::npos);
}

TEST(CompareCommand, a_finding_on_either_side_is_a_finding) {
  const TemporaryFolder folder;
  const auto file = folder.write("mine.cu", R"(
extern "C" __global__ void transpose_copy(const float* A, float* B, int n) {
  B[blockIdx.x * 32 + threadIdx.x + n * n] = A[0];
}
)");
  const Finished finished =
      compare({"--variant", "copy", "--set", "N=64", "--a", "", "--b", "kernel=" + file.string()});
  EXPECT_EQ(finished.exit_code, 1) << finished.err;
  EXPECT_NE(finished.out.find("\nB\n"), std::string::npos) << finished.out;
}

TEST(CompareCommand, invalid_input_is_refused_and_its_side_named) {
  expect_refused({"--a", "PAD=x", "--b", "PAD=1"}, "--a: 'PAD=x'");
  expect_refused({"--a", "PAD=0"}, "--b is required");
  expect_refused({"--variant", "tile", "--a", "PAD=99", "--b", "PAD=1"}, "A: ");
  expect_refused({"--a", "variant=tile", "--b", "variant=tyle"}, "B: ");
  expect_refused({"--a", "variant=tile", "--b", "lesson=nowhere"}, "B: ");
  expect_refused({"--a", "machine=abacus", "--b", "variant=tile"}, "abacus");
}

}  // namespace
}  // namespace lanescope::app::testing
