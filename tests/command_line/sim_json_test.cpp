#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/command_line/sim_text.h"
#include "tests/command_line/hand_made_outcome.h"

namespace lanescope::app::testing {
namespace {

using Json = nlohmann::ordered_json;

Json parsed(const Outcome& outcome) { return Json::parse(sim_json(outcome)); }

std::vector<std::string> keys(const Json& object) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.push_back(key);
  return keys;
}

TEST(SimJson, has_the_keys_of_its_schema_in_order) {
  const Json json = parsed(tile_outcome(0));
  EXPECT_EQ(json.at("schema"), "lanescope.sim/1");
  EXPECT_EQ(keys(json), (std::vector<std::string>{
                            "schema", "lesson", "variant", "kernel", "params", "grid", "block",
                            "compiler", "blocks", "totals", "sites", "branches", "lines",
                            "instructions", "arrays", "diagnostics", "printed", "printed_is_cut"}));
  EXPECT_EQ(keys(json.at("totals")),
            (std::vector<std::string>{
                "warp_instructions", "thread_instructions", "branches", "divergent_branches",
                "barriers", "branch_efficiency", "warp_execution_efficiency", "global_load",
                "global_store", "global_atomic", "shared_load", "shared_store", "shared_atomic",
                "local_load", "local_store", "constant_load"}));
}

TEST(SimJson, says_what_was_run) {
  const Json json = parsed(tile_outcome(0));
  EXPECT_EQ(json.at("lesson"), "transpose");
  EXPECT_EQ(json.at("variant"), "tile");
  EXPECT_EQ(json.at("kernel"), "transpose_tile");
  EXPECT_EQ(json.at("params"), (Json{{"N", 1024}, {"PAD", 0}}));
  EXPECT_EQ(json.at("grid"), Json({32, 32, 1}));
  EXPECT_EQ(json.at("block"), Json({32, 32, 1}));
  EXPECT_EQ(json.at("compiler"), "nvrtc");
  EXPECT_EQ(json.at("blocks"), (Json{{"simulated", 1024}, {"total", 1024}}));
}

TEST(SimJson, params_of_a_lesson_without_any_are_an_object) {
  Outcome outcome = tile_outcome(0);
  outcome.resolved.params.clear();
  EXPECT_TRUE(parsed(outcome).at("params").is_object());
}

TEST(SimJson, every_space_has_the_counters_that_apply_to_it) {
  const Json totals = parsed(tile_outcome(0)).at("totals");
  const std::vector<std::string> global{"requests",    "sectors",         "ideal_sectors",
                                        "tag_lookups", "bytes_requested", "bytes_used"};
  const std::vector<std::string> shared{"requests", "wavefronts", "ideal_wavefronts", "conflicts",
                                        "bytes_requested"};
  for (const char* name :
       {"global_load", "global_store", "global_atomic", "local_load", "local_store"}) {
    EXPECT_EQ(keys(totals.at(name)), global) << name;
  }
  for (const char* name : {"shared_load", "shared_store", "shared_atomic"})
    EXPECT_EQ(keys(totals.at(name)), shared) << name;
  EXPECT_EQ(
      keys(totals.at("constant_load")),
      (std::vector<std::string>{"requests", "wavefronts", "ideal_wavefronts", "bytes_requested"}));
}

TEST(SimJson, totals_hold_the_counts) {
  const Json load = parsed(tile_outcome(0)).at("totals").at("shared_load");
  EXPECT_EQ(load, (Json{{"requests", 32768},
                        {"wavefronts", 1048576},
                        {"ideal_wavefronts", 32768},
                        {"conflicts", 1015808},
                        {"bytes_requested", 4194304}}));
}

TEST(SimJson, a_site_is_its_place_its_kind_and_its_counts_side_by_side) {
  const Json site = parsed(tile_outcome(0)).at("sites").at(1);
  EXPECT_EQ(site, (Json{{"file", "tile.cu"},
                        {"line", 4},
                        {"column", 20},
                        {"space", "shared"},
                        {"op", "load"},
                        {"bytes", 4},
                        {"requests", 32768},
                        {"wavefronts", 1048576},
                        {"ideal_wavefronts", 32768},
                        {"conflicts", 1015808},
                        {"bytes_requested", 4194304},
                        {"worst_ways", 32}}));
}

TEST(SimJson, a_branch_says_how_often_warps_split_and_who_went_where) {
  EXPECT_EQ(parsed(split_outcome()).at("branches"), Json::array({{{"file", "tile.cu"},
                                                                  {"line", 2},
                                                                  {"column", 5},
                                                                  {"ptx_line", 31},
                                                                  {"executions", 8},
                                                                  {"divergent", 6},
                                                                  {"all_taken", 2},
                                                                  {"lanes_taken", 64},
                                                                  {"lanes_not_taken", 192},
                                                                  {"taken_line", nullptr},
                                                                  {"not_taken_line", 4},
                                                                  {"efficiency", 0.25}}}));
}

TEST(SimJson, lines_and_instructions_say_how_many_lanes_took_part) {
  const Json json = parsed(split_outcome());
  EXPECT_EQ(json.at("lines"),
            Json::array(
                {{{"line", 4}, {"instructions", 3}, {"executions", 24}, {"active_lanes", 24.0}}}));
  EXPECT_EQ(
      json.at("instructions"),
      Json::array({{{"ptx_line", 33}, {"line", 4}, {"executions", 8}, {"active_lanes", 12.5}}}));
}

TEST(SimJson, lines_of_a_header_name_it) {
  Outcome outcome = split_outcome();
  outcome.report.included.push_back({"/k/tile.cuh", {}, {{.place = {"/k/tile.cuh", 2, 0}}}});
  const Json lines = parsed(outcome).at("lines");
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_FALSE(lines[0].contains("file"));
  EXPECT_EQ(lines[1].at("file"), "/k/tile.cuh");
  EXPECT_EQ(lines[1].at("line"), 2);
}

TEST(SimJson, totals_have_both_efficiencies) {
  const Json totals = parsed(split_outcome()).at("totals");
  EXPECT_EQ(totals.at("branch_efficiency"), 0.25);
  EXPECT_EQ(totals.at("warp_execution_efficiency"), 0.5);
}

TEST(SimJson, arrays_come_with_their_hash) {
  EXPECT_EQ(parsed(tile_outcome(0)).at("arrays"), Json::array({{{"name", "B"},
                                                                {"type", "float"},
                                                                {"count", 1048576},
                                                                {"fnv1a64", "0123456789abcdef"}}}));
}

TEST(SimJson, a_diagnostic_says_where_and_who) {
  Outcome outcome = tile_outcome(0);
  Diagnostic diagnostic = out_of_range();
  diagnostic.address = 4096;
  diagnostic.other = OtherPlace{{"tile.cu", 7, 0}, 70, {4, 0, 0}, {2, 1, 0}};
  diagnostic.count = 12;
  outcome.report.diagnostics = {diagnostic};
  EXPECT_EQ(parsed(outcome).at("diagnostics"), Json::array({{{"severity", "error"},
                                                             {"kind", "out_of_range"},
                                                             {"message", "4 bytes beyond A"},
                                                             {"file", "tile.cu"},
                                                             {"line", 2},
                                                             {"column", 17},
                                                             {"block", {3, 1, 0}},
                                                             {"thread", {5, 0, 0}},
                                                             {"address", 4096},
                                                             {"other",
                                                              {{"file", "tile.cu"},
                                                               {"line", 7},
                                                               {"column", 0},
                                                               {"block", {2, 1, 0}},
                                                               {"thread", {4, 0, 0}}}},
                                                             {"count", 12}}}));
}

TEST(SimJson, has_what_the_kernel_printed) {
  Outcome outcome = tile_outcome(0);
  EXPECT_EQ(parsed(outcome).at("printed"), "");
  outcome.report.printed = "a\nb\n";
  outcome.report.printed_is_cut = true;
  EXPECT_EQ(parsed(outcome).at("printed"), "a\nb\n");
  EXPECT_EQ(parsed(outcome).at("printed_is_cut"), true);
}

TEST(SimJson, has_what_kernels_launched_only_where_there_is_any) {
  Outcome outcome = tile_outcome(0);
  EXPECT_FALSE(parsed(outcome).contains("launches"));
  report::LaunchedKernel launched{"child", 3, 6, 1, {}};
  launched.totals.warp_instructions = 72;
  outcome.report.launched = {launched};
  const auto json = parsed(outcome).at("launches").at(0);
  EXPECT_EQ(json.at("kernel"), "child");
  EXPECT_EQ(json.at("launches"), 3);
  EXPECT_EQ(json.at("blocks"), 6);
  EXPECT_EQ(json.at("depth"), 1);
  EXPECT_EQ(json.at("totals").at("warp_instructions"), 72);
  EXPECT_FALSE(parsed(outcome).contains("launch_tree"));
  report::LaunchGroup group;
  group.kernel = "child";
  group.by = report::LaunchGroup::By::block;
  group.launches = 3;
  outcome.report.launch_tree = {group, group};
  outcome.report.launch_tree[1].parent = 0;
  outcome.report.launches_per_depth = {1, 3, 3};
  EXPECT_EQ(parsed(outcome).at("launches_per_depth"), Json({1, 3, 3}));
  const auto tree = parsed(outcome).at("launch_tree");
  EXPECT_TRUE(tree.at(0).at("parent").is_null());
  EXPECT_EQ(tree.at(1).at("parent"), 0);
  EXPECT_EQ(tree.at(0).at("one_a"), "block");
  EXPECT_EQ(tree.at(0).at("launches"), 3);
}

TEST(SimJson, what_a_diagnostic_lacks_is_null) {
  Outcome outcome = tile_outcome(0);
  Diagnostic diagnostic = out_of_range();
  diagnostic.block.reset();
  outcome.report.diagnostics = {diagnostic};
  const auto json = parsed(outcome).at("diagnostics").at(0);
  EXPECT_TRUE(json.at("block").is_null());
  EXPECT_TRUE(json.at("address").is_null());
  EXPECT_TRUE(json.at("other").is_null());
}

}  // namespace
}  // namespace lanescope::app::testing
