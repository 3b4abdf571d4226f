#include "app/command_line/sim_text.h"
#include "app/command_line/compare_text.h"

#include <gtest/gtest.h>

#include <sstream>

#include "tests/command_line/hand_made_outcome.h"

namespace lanescope::app::testing {
namespace {

// The words of the first line that begins with `start`, ignoring leading blanks; empty if there is
// none.
std::vector<std::string> words_of_line(const std::string& text, const std::string& start) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find_first_not_of(' ');
    if (first == std::string::npos || !line.substr(first).starts_with(start)) continue;
    std::istringstream stream(line);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
  }
  return {};
}

using Words = std::vector<std::string>;

TEST(SimText, opens_with_what_was_run) {
  const std::string text = sim_text(tile_outcome(0));
  EXPECT_TRUE(text.starts_with(
      "transpose, tile: kernel transpose_tile\n"
      "grid 32 x 32 x 1, block 32 x 32 x 1, 1,024 of 1,024 blocks, PTX by nvrtc 13.0\n"
      "N = 1024, PAD = 0\n"))
      << text;
}

TEST(SimText, says_that_its_counts_are_simulated) {
  EXPECT_NE(sim_text(tile_outcome(0)).find("MODEL"), std::string::npos);
}

TEST(SimText, a_row_of_totals_has_requests_cost_and_conflicts) {
  EXPECT_EQ(words_of_line(sim_text(tile_outcome(0)), "shared load"),
            (Words{"shared", "load", "32,768", "1,048,576", "wavefronts", "32.0", "1.0", "32x",
                   "31.0", "conflicts", "per", "request,", "at", "worst", "32-way"}));
}

TEST(SimText, leaves_out_what_was_not_executed) {
  EXPECT_EQ(words_of_line(sim_text(tile_outcome(0)), "constant load"), Words{});
}

TEST(SimText, shows_each_line_of_code_above_its_accesses) {
  const std::string text = sim_text(tile_outcome(0));
  const std::size_t code =
      text.find("tile.cu:4: B[y * n + x] = S[x][y];\n  shared load, 4 B per lane");
  EXPECT_NE(code, std::string::npos) << text;
}

TEST(SimText, shows_the_code_of_a_header_by_its_file_and_line) {
  Outcome outcome = tile_outcome(0);
  outcome.report.sites[1].place = {"/k/tile.cuh", 2, 1};
  outcome.included = {{"/k/tile.cuh", "/k/tile.cuh", "// one\r\n  return S[x][y];\r\n"}};
  const std::string text = sim_text(outcome);
  EXPECT_NE(text.find("/k/tile.cuh:2: return S[x][y];\n"), std::string::npos) << text;
}

TEST(SimText, shows_where_warps_split_and_at_which_lines_their_sides_continue) {
  EXPECT_EQ(words_of_line(sim_text(split_outcome()), "tile.cu:2: S[y][x] = A[y * n + x];   "),
            (Words{"tile.cu:2:", "S[y][x]", "=", "A[y", "*",    "n", "+", "x];", "8",   "6",
                   "25.0",       "%",       "0", "to",  "line", "4", "2", "to",  "the", "end"}));
}

TEST(SimText, only_counts_the_branches_at_which_no_warp_splits) {
  Outcome outcome = split_outcome();
  outcome.report.branches.push_back({.place = {"tile.cu", 4, 1}, .executions = 9});
  outcome.report.branches.push_back({.place = {"tile.cu", 4, 2}, .executions = 0});
  EXPECT_NE(sim_text(outcome).find("\n  1 more branch never diverges\n"), std::string::npos)
      << sim_text(outcome);
}

TEST(SimText, has_no_table_of_branches_where_no_warp_splits) {
  Outcome outcome = split_outcome();
  outcome.report.branches[0].divergent = 0;
  EXPECT_EQ(sim_text(outcome).find("Divergent branches"), std::string::npos);
}

TEST(SimText, lists_the_lines_with_idle_lanes_the_most_wasteful_first) {
  Outcome outcome = split_outcome();
  outcome.report.activity.push_back(
      {.place = {"tile.cu", 2, 0}, .instructions = 1, .executions = 100, .lanes = 1600});
  outcome.report.activity.push_back(
      {.place = {"tile.cu", 3, 0}, .instructions = 1, .executions = 100, .lanes = 3200});
  const std::string text = sim_text(outcome);
  const std::size_t begin = text.find("Lines with idle lanes");
  ASSERT_NE(begin, std::string::npos) << text;
  const std::string table = text.substr(begin, text.find("\n\n", begin) - begin);
  EXPECT_EQ(words_of_line(table, "tile.cu:2"),
            (Words{"tile.cu:2:", "S[y][x]", "=", "A[y", "*", "n", "+", "x];", "100", "16.0"}));
  EXPECT_LT(table.find("tile.cu:2"), table.find("tile.cu:4"));
  EXPECT_EQ(table.find("tile.cu:3"), std::string::npos);
}

TEST(ComparisonText, shows_how_many_lanes_were_active) {
  Outcome first = split_outcome();
  Outcome second = split_outcome();
  second.report.totals.thread_instructions *= 2;
  EXPECT_EQ(words_of_line(comparison_text(first, second), "lanes"),
            (Words{"lanes", "active", "of", "32", "16.0", "32.0", "2x", "more"}));
}

TEST(SimText, says_how_much_of_the_warps_took_part) {
  EXPECT_NE(sim_text(split_outcome()).find("\n16.0 of 32 lanes active, branch efficiency 25.0 %\n"),
            std::string::npos);
}

TEST(SimText, ends_with_the_diagnostics_and_how_many_more_there_are) {
  Outcome outcome = tile_outcome(0);
  outcome.report.diagnostics = {out_of_range()};
  outcome.report.diagnostics_total = 1201;
  EXPECT_TRUE(sim_text(outcome).ends_with("\ntile.cu:2:17: error: 4 bytes beyond A\n1,200 more\n"));
}

TEST(SimText, shows_what_the_kernel_printed) {
  Outcome outcome = tile_outcome(0);
  EXPECT_EQ(sim_text(outcome).find("Printed"), std::string::npos);
  outcome.report.printed = "thread 0";
  EXPECT_NE(sim_text(outcome).find("Printed by the kernel\nthread 0\n"), std::string::npos);
}

TEST(SimText, shows_what_kernels_launched) {
  Outcome outcome = tile_outcome(0);
  EXPECT_EQ(sim_text(outcome).find("Launched"), std::string::npos);
  outcome.report.launched = {{"child", 3, 6, 1, {}}};
  EXPECT_EQ(words_of_line(sim_text(outcome), "child"), (Words{"child", "3", "6", "1", "0"}));
}

TEST(ComparisonText, names_the_states_by_how_they_differ) {
  EXPECT_EQ(words_of_line(comparison_text(tile_outcome(0), tile_outcome(1)), "PAD = 0  "),
            (Words{"PAD", "=", "0", "PAD", "=", "1", "ratio"}));
}

TEST(ComparisonText, shows_both_counts_and_their_ratio) {
  const std::string text = comparison_text(tile_outcome(0), tile_outcome(1));
  EXPECT_EQ(words_of_line(text, "shared load"),
            (Words{"shared", "load", "requests", "32,768", "32,768", "1x"}));
  const std::string load = text.substr(text.find("shared load"));
  EXPECT_EQ(words_of_line(load, "wavefronts per request"),
            (Words{"wavefronts", "per", "request", "32.0", "1.0", "32x", "less"}));
}

TEST(ComparisonText, has_no_ratio_to_nothing) {
  const std::string text = comparison_text(tile_outcome(0), tile_outcome(1));
  EXPECT_EQ(words_of_line(text.substr(text.find("shared load")), "conflicts per request"),
            (Words{"conflicts", "per", "request", "31.0", "0.0", "-"}));
}

TEST(ComparisonText, says_which_state_a_diagnostic_belongs_to) {
  Outcome wrong = tile_outcome(1);
  wrong.report.diagnostics = {out_of_range()};
  wrong.report.diagnostics_total = 1;
  EXPECT_TRUE(comparison_text(tile_outcome(0), wrong)
                  .ends_with("\nPAD = 1\ntile.cu:2:17: error: 4 bytes beyond A\n"));
}

}  // namespace
}  // namespace lanescope::app::testing
