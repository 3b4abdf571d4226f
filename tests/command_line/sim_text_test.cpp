#include "app/command_line/sim_text.h"

#include <gtest/gtest.h>

#include <sstream>

#include "tests/command_line/hand_made_outcome.h"

namespace lanescope::app::testing {
namespace {

// The words of the first line that begins with `start` (blanks aside); empty when there is none.
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
            (Words{"shared", "load", "32,768", "1,048,576", "wavefronts", "32.0", "1.0", "32.0x",
                   "31.0", "conflicts", "a", "request,", "at", "worst", "32-way"}));
}

TEST(SimText, leaves_out_what_was_not_executed) {
  EXPECT_EQ(words_of_line(sim_text(tile_outcome(0)), "constant load"), Words{});
}

TEST(SimText, shows_each_line_of_code_above_its_accesses) {
  const std::string text = sim_text(tile_outcome(0));
  const std::size_t code =
      text.find("tile.cu:4: B[y * n + x] = S[x][y];\n  shared load, 4 B a lane");
  EXPECT_NE(code, std::string::npos) << text;
}

TEST(SimText, ends_with_the_diagnostics_and_how_many_more_there_are) {
  Outcome outcome = tile_outcome(0);
  outcome.report.diagnostics = {out_of_range()};
  outcome.report.diagnostics_total = 1201;
  EXPECT_TRUE(sim_text(outcome).ends_with("\ntile.cu:2:17: error: 4 bytes beyond A\n1,200 more\n"));
}

TEST(ComparisonText, names_the_states_by_what_tells_them_apart) {
  EXPECT_EQ(words_of_line(comparison_text(tile_outcome(0), tile_outcome(1)), "PAD = 0  "),
            (Words{"PAD", "=", "0", "PAD", "=", "1", "ratio"}));
}

TEST(ComparisonText, shows_both_counts_and_their_ratio) {
  const std::string text = comparison_text(tile_outcome(0), tile_outcome(1));
  EXPECT_EQ(words_of_line(text, "shared load"),
            (Words{"shared", "load", "requests", "32,768", "32,768", "1.0x"}));
  const std::string load = text.substr(text.find("shared load"));
  EXPECT_EQ(words_of_line(load, "wavefronts a request"),
            (Words{"wavefronts", "a", "request", "32.0", "1.0", "32.0x"}));
}

TEST(ComparisonText, has_no_ratio_to_nothing) {
  const std::string text = comparison_text(tile_outcome(0), tile_outcome(1));
  EXPECT_EQ(words_of_line(text.substr(text.find("shared load")), "conflicts a request"),
            (Words{"conflicts", "a", "request", "31.0", "0.0", "-"}));
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
