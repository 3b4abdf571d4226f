// `lanescope steps`, end to end.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/command_line/program.h"

namespace lanescope::app::testing {
namespace steps_program_test {
namespace {

using Json = nlohmann::json;
using Arguments = std::vector<std::string>;

Json steps_of(Arguments arguments) {
  arguments.insert(arguments.begin(), {"steps", "transpose", "--variant", "tile", "--json"});
  const Finished finished = run_here(arguments);
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_EQ(finished.err, "");
  return Json::parse(finished.out, nullptr, false);
}

void expect_refused(Arguments arguments, const std::string& because) {
  arguments.insert(arguments.begin(), {"steps", "transpose"});
  const Finished finished = run_here(arguments);
  EXPECT_EQ(finished.exit_code, 2) << finished.err;
  EXPECT_EQ(finished.out, "");
  EXPECT_NE(finished.err.find(because), std::string::npos) << finished.err;
}

TEST(StepsCommand, follows_the_warp_to_its_end) {
  const Json json = steps_of({"--set", "N=64"});
  EXPECT_EQ(json.at("schema"), "lanescope.steps/1");
  EXPECT_EQ(json.at("accesses"), 4);
  EXPECT_EQ(json.at("conflicts"), 1);
  EXPECT_EQ(json.at("barriers"), 1);
  EXPECT_EQ(json.at("truncated"), false);
  EXPECT_EQ(json.at("ended"), true);
  ASSERT_EQ(json.at("steps").size(), json.at("instructions"));
  EXPECT_EQ(json.at("steps").front().at("step"), 1);
  EXPECT_EQ(json.at("steps").back().at("step"), json.at("instructions"));
  EXPECT_EQ(json.at("steps").back().at("ptx"), "ret");
  EXPECT_EQ(json.at("steps").back().at("events").size(), 0U);
}

TEST(StepsCommand, the_column_of_the_tile_is_32_wavefronts_and_its_values_are_a_row) {
  const Json json = steps_of({"--set", "N=64", "--block", "1/0/0", "--warp", "2"});
  EXPECT_EQ(json.at("block"), Json::array({1, 0, 0}));
  EXPECT_EQ(json.at("warp"), 2);
  for (const Json& step : json.at("steps")) {
    if (!step.at("ptx").get<std::string>().starts_with("ld.shared")) continue;
    const Json& event = step.at("events").at(0);
    EXPECT_EQ(event.at("cost"), 32);
    EXPECT_EQ(event.at("ideal"), 1);
    // A[y][x] is 64 y + x. Lane l reads S[l][2], which is A[l][32 + 2].
    for (int lane = 0; lane < 32; ++lane)
      EXPECT_EQ(step.at("writes").at(0).at("values").at(lane), std::to_string(64 * lane + 34));
    return;
  }
  FAIL() << "no load from shared memory";
}

TEST(StepsCommand, prints_the_steps_that_are_asked_for) {
  const Json json = steps_of({"--set", "N=64", "--from", "5", "--count", "3"});
  ASSERT_EQ(json.at("steps").size(), 3U);
  EXPECT_EQ(json.at("steps").at(0).at("step"), 5);
  EXPECT_EQ(json.at("steps").at(0), steps_of({"--set", "N=64"}).at("steps").at(4));
}

TEST(StepsCommand, follows_lane_1_as_the_window_does) {
  const Finished finished = run_here({"steps", "transpose", "--variant", "tile"});
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_NE(finished.out.find("  lane 1\n"), std::string::npos) << finished.out;
}

TEST(StepsCommand, a_run_with_errors_is_a_finding_that_names_the_first) {
  Arguments arguments{"steps", "reverse", "--variant", "no-barrier", "--count", "1"};
  const Finished text = run_here(arguments);
  EXPECT_EQ(text.exit_code, 1);
  EXPECT_NE(text.out.find(" in this run; `lanescope sim` lists "), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("The first: no_barrier.cu:"), std::string::npos) << text.out;
  arguments.emplace_back("--json");
  const Finished json = run_here(arguments);
  EXPECT_EQ(json.exit_code, 1);
  EXPECT_EQ(Json::parse(json.out).at("diagnostics"),
            Json::parse(run_here({"sim", "reverse", "--variant", "no-barrier", "--json"}).out)
                .at("diagnostics"));
}

TEST(StepsCommand, text_shows_the_chosen_lane) {
  const Finished finished =
      run_here({"steps", "transpose", "--variant", "tile", "--set", "N=64", "--lane", "7"});
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_NE(finished.out.find("threadIdx.x = 7"), std::string::npos) << finished.out;
  EXPECT_NE(finished.out.find("shared load: 32 wavefronts, 1 would be enough"), std::string::npos);
  EXPECT_NE(finished.out.find("All counts are MODEL"), std::string::npos);
}

TEST(StepsCommand, a_full_recording_is_reported) {
  const Json json = [] {
    const Finished finished = run_here({"steps", "sgemm", "--json", "--max-mib", "1"});
    return Json::parse(finished.out, nullptr, false);
  }();
  ASSERT_FALSE(json.is_discarded());
  EXPECT_EQ(json.at("truncated"), true);
  EXPECT_EQ(json.at("ended"), false);
}

TEST(StepsCommand, wrong_places_are_refused) {
  expect_refused({"--lane", "32"}, "--lane");
  expect_refused({"--from", "0"}, "--from");
  expect_refused({"--warp", "99"}, "the block has");
  expect_refused({"--block", "a"}, "--block");
  // The grid of the shipped size has 32 x 32 blocks of 32 x 32 threads.
  for (const char* block : {"32", "32/0", "0/32/0", "0/0/1", "99/0/0", "31/31/1"})
    expect_refused({"--block", block}, "--block");
  expect_refused({"--from", "1000000"}, "--from");
}

}  // namespace
}  // namespace steps_program_test
}  // namespace lanescope::app::testing
