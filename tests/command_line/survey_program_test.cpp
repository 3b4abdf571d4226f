// `lanescope survey`, end to end.

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/command_line/program.h"

namespace lanescope::app::testing {
namespace {

using Json = nlohmann::json;
using Arguments = std::vector<std::string>;

Finished survey(Arguments arguments) {
  arguments.insert(arguments.begin(), "survey");
  return run_here(arguments);
}

// The lines of a CSV, without CR.
std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    EXPECT_TRUE(line.ends_with('\r')) << line;
    lines.push_back(line.substr(0, line.size() - 1));
  }
  return lines;
}

const Arguments tile{"transpose", "--variant", "tile", "--set", "N=64", "--set", "PAD=0"};

Arguments tile_with(const Arguments& more) {
  Arguments all = tile;
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

TEST(SurveyCommand, says_in_words_where_the_conflicts_are) {
  const Finished finished = survey(tile);
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_EQ(finished.err, "");
  EXPECT_NE(finished.out.find("MODEL"), std::string::npos);
  EXPECT_NE(finished.out.find("S[threadIdx.x][threadIdx.y]"), std::string::npos) << finished.out;
  EXPECT_NE(finished.out.find("32 of one bank"), std::string::npos) << finished.out;
  EXPECT_NE(finished.out.find("1 of each bank"), std::string::npos) << finished.out;
  EXPECT_EQ(finished.out.find("divergent"), std::string::npos) << "a column of zeros";
}

TEST(SurveyCommand, a_run_with_errors_is_a_finding_that_names_the_first) {
  const Finished text = survey({"reverse", "--variant", "no-barrier"});
  EXPECT_EQ(text.exit_code, 1);
  EXPECT_NE(text.out.find(" in this run; `lanescope sim` lists "), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("The first: no_barrier.cu:"), std::string::npos) << text.out;
  const Finished json = survey({"reverse", "--variant", "no-barrier", "--json"});
  EXPECT_EQ(json.exit_code, 1);
  EXPECT_EQ(Json::parse(json.out).at("diagnostics"),
            Json::parse(run_here({"sim", "reverse", "--variant", "no-barrier", "--json"}).out)
                .at("diagnostics"));
}

TEST(SurveyCommand, adds_up_to_what_sim_counts) {
  const Finished surveyed = survey({"transpose", "--variant", "coalesced-read", "--set", "N=64",
                                    "--machine", "tesla-c2050", "--json"});
  const Finished simulated = run_here({"sim", "transpose", "--variant", "coalesced-read", "--set",
                                       "N=64", "--machine", "tesla-c2050", "--json"});
  ASSERT_EQ(surveyed.exit_code, 0) << surveyed.err;
  const Json survey = Json::parse(surveyed.out);
  const Json sim = Json::parse(simulated.out);
  EXPECT_EQ(survey.at("schema"), "lanescope.survey/1");
  EXPECT_EQ(survey.at("machine"), "tesla-c2050");
  const Json& load = sim.at("totals").at("global_load");
  const Json& store = sim.at("totals").at("global_store");
  EXPECT_EQ(survey.at("arrays").at(0).at("sectors_moved"), load.at("sectors"));
  EXPECT_EQ(survey.at("arrays").at(1).at("sectors_moved"), store.at("sectors"));
  EXPECT_EQ(survey.at("arrays").at(1).at("bytes_moved_per_used"), 8.0);
  std::uint64_t sectors = 0;
  const Json& columns = survey.at("blocks").at("columns");
  const auto column = std::ranges::find(columns, "global_sectors") - columns.begin();
  for (const Json& row : survey.at("blocks").at("rows"))
    sectors += row.at(static_cast<std::size_t>(column)).get<std::uint64_t>();
  EXPECT_EQ(sectors,
            load.at("sectors").get<std::uint64_t>() + store.at("sectors").get<std::uint64_t>());
}

TEST(SurveyCommand, writes_each_request_of_shared_memory_bank_by_bank) {
  const Finished finished = survey(tile_with({"--csv", "rows"}));
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  const std::vector<std::string> lines = lines_of(finished.out);
  ASSERT_EQ(lines.size(), 1U + 4 * 32 * 2);
  EXPECT_TRUE(lines[0].starts_with("block_x,block_y,block_z,warp,event,line,op,bytes,wavefronts,"));
  EXPECT_TRUE(lines[0].ends_with(",bank_31"));
  EXPECT_NE(lines[1].find(",store,4,1,1,1,1,1"), std::string::npos) << lines[1];
  EXPECT_NE(lines[2].find(",load,4,32,1,32,32,0"), std::string::npos) << lines[2];
}

TEST(SurveyCommand, says_on_stderr_how_many_rows_are_left_out) {
  const Finished finished = survey(tile_with({"--csv", "rows", "--max-rows", "10"}));
  EXPECT_EQ(lines_of(finished.out).size(), 11U);
  EXPECT_NE(finished.err.find("only the first 10 of 256"), std::string::npos) << finished.err;
}

TEST(SurveyCommand, writes_the_other_tables) {
  EXPECT_EQ(lines_of(survey(tile_with({"--csv", "arrays"})).out).size(), 3U);
  EXPECT_EQ(lines_of(survey(tile_with({"--csv", "elements"})).out).size(), 1U + 2 * 64 * 64);
  EXPECT_EQ(lines_of(survey(tile_with({"--csv", "sectors"})).out).size(), 1U + 2 * 64 * 64 / 8);
  EXPECT_EQ(lines_of(survey(tile_with({"--csv", "blocks"})).out).size(), 1U + 4);
  EXPECT_EQ(lines_of(survey(tile_with({"--csv", "warps"})).out).size(), 1U + 4 * 32);
}

TEST(SurveyCommand, has_sixteen_columns_of_banks_on_an_early_machine) {
  const Finished finished = survey(tile_with({"--csv", "rows", "--machine", "geforce-8800-gtx"}));
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_TRUE(lines_of(finished.out).at(0).ends_with(",bank_15"));
}

TEST(SurveyCommand, refuses_what_it_does_not_know) {
  const Finished table = survey(tile_with({"--csv", "bytes"}));
  EXPECT_EQ(table.exit_code, 2);
  EXPECT_NE(table.err.find("elements"), std::string::npos) << table.err;
  const Finished both = survey(tile_with({"--csv", "rows", "--json"}));
  EXPECT_EQ(both.exit_code, 2);
  const Finished lesson = survey({"transposed"});
  EXPECT_EQ(lesson.exit_code, 2);
  EXPECT_NE(lesson.err.find("transpose"), std::string::npos) << lesson.err;
}

}  // namespace
}  // namespace lanescope::app::testing
