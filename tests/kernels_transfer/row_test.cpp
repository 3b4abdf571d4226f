#include "kernels/transfer/row.h"

#include <gtest/gtest.h>

namespace lanescope::transfer {
namespace {

Row sample() {
  Row row;
  row.section = "copy";
  row.names = {{"host", "pinned"}, {"way", "in"}};
  row.numbers = {{"bytes", 1024}, {"weight", 0.5}};
  row.us = device::Summary{};
  row.us->count = 31;
  row.us->median = 8.9;
  row.us->median_low = 8.75;
  row.us->median_high = 9;
  row.us->minimum = 8.5;
  row.method = "host's time of cudaMemcpy";
  row.device = "NVIDIA H100";
  row.driver = "580.159.04";
  row.date = "2026-11-26";
  return row;
}

TEST(Row, is_one_line_of_json) {
  EXPECT_EQ(to_json_line(sample()),
            R"({"schema":"lanescope.transfers/1","section":"copy","host":"pinned","way":"in",)"
            R"("bytes":1024,"weight":0.5,"us":8.9,"low_us":8.75,"high_us":9.0,"min_us":8.5,"n":31,)"
            R"("method":"host's time of cudaMemcpy","device":"NVIDIA H100","driver":"580.159.04",)"
            R"("date":"2026-11-26"})"
            "\n");
}

TEST(Row, comes_back_as_it_was_written) {
  Row message = sample();
  message.us.reset();
  message.message = "no room";
  const std::string text = to_json_line(sample()) + to_json_line(message);
  const auto rows = rows_from_json_lines(text);
  ASSERT_TRUE(rows) << rows.error();
  ASSERT_EQ(rows->size(), 2U);
  EXPECT_EQ(to_json_line(rows->at(0)) + to_json_line(rows->at(1)), text);
  EXPECT_EQ(rows->at(0).name("host"), "pinned");
  EXPECT_EQ(rows->at(0).number("bytes"), 1024);
  EXPECT_EQ(rows->at(0).number("streams"), std::nullopt);
  EXPECT_FALSE(rows->at(1).us);
}

TEST(Row, an_error_names_the_line) {
  const auto error = [](const std::string& line) {
    return rows_from_json_lines(to_json_line(sample()) + line).error();
  };
  EXPECT_TRUE(error("{").starts_with("line 2: "));
  EXPECT_TRUE(error(R"({"schema":"other/1","section":"copy"})").starts_with("line 2: the schema"));
  EXPECT_TRUE(error(R"({"schema":"lanescope.transfers/1"})").starts_with("line 2: "));
  EXPECT_TRUE(
      error(R"({"schema":"lanescope.transfers/1","section":"a","x":[1]})").starts_with("line 2: "));
}

TEST(Row, is_found_by_section_and_names) {
  Row other = sample();
  other.names["way"] = "out";
  const Rows rows{sample(), other};
  EXPECT_EQ(rows_with(rows, "copy").size(), 2U);
  EXPECT_EQ(rows_with(rows, "copy", {{"way", "out"}}), std::vector<const Row*>{&rows[1]});
  EXPECT_TRUE(rows_with(rows, "launch").empty());
}

}  // namespace
}  // namespace lanescope::transfer
