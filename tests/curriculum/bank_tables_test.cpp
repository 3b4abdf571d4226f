// The lesson on tables and banks: correct row sums, and gcd(row length, 32) wavefronts.
#include <fmt/format.h>

#include "tests/curriculum/host_arrays.h"

namespace lanescope::app {
namespace {

struct Table {
  std::int64_t rows, columns, pad;
};

Floats sums_of_rows(const Table& table) {
  const Floats all = hashed(table.rows * table.columns, 16);
  Floats sums;
  for (std::int64_t row = 0; row < table.rows; ++row) {
    const auto first = all.begin() + row * table.columns;
    sums.push_back(std::accumulate(first, first + table.columns, 0.0F));
  }
  return sums;
}

class BankTablesLesson : public BothCompilers {
 protected:
  static OutcomePtr run_table(const Table& table) {
    return run_shipped("bank-tables", "sixteen",
                       {{"N", table.rows}, {"COLUMNS", table.columns}, {"PAD", table.pad}});
  }
  // Wavefronts per load, over a whole block.
  static std::uint64_t to_read(std::int64_t columns, std::int64_t pad) {
    const OutcomePtr outcome = run_table({128, columns, pad});
    if (!outcome) return 0;
    const report::Counts& loads = outcome->report.totals.shared_load;
    EXPECT_EQ(loads.requests, 4U * static_cast<std::uint64_t>(columns));  // 4 warps
    return loads.wavefronts / loads.requests;
  }
  static std::uint64_t conflicts_of_filling(std::int64_t columns, std::int64_t pad) {
    const OutcomePtr outcome = run_table({128, columns, pad});
    return outcome ? outcome->report.totals.shared_store.conflicts : 0;
  }
};

TEST_P(BankTablesLesson, every_row_has_its_sum) {
  for (const std::int64_t rows : {1, 77, 200}) {
    for (const std::int64_t columns : {1, 16, 31}) {
      for (const std::int64_t pad : {0, 1}) {
        const Table table{rows, columns, pad};
        const OutcomePtr outcome = run_table(table);
        ASSERT_TRUE(outcome);
        expect_array(*outcome, "sums", sums_of_rows(table),
                     fmt::format("{} x {} + {}", rows, columns, pad));
      }
    }
  }
}

TEST_P(BankTablesLesson, a_column_takes_gcd_of_row_and_32_wavefronts) {
  for (std::int64_t columns = 1; columns <= 32; ++columns) {
    for (const std::int64_t pad : {0, 1}) {
      EXPECT_EQ(to_read(columns, pad), static_cast<std::uint64_t>(std::gcd(columns + pad, 32)))
          << columns << " + " << pad;
    }
  }
}

TEST_P(BankTablesLesson, rows_of_16_take_16_wavefronts_and_rows_of_17_one) {
  EXPECT_EQ(to_read(16, 0), 16U);
  EXPECT_EQ(to_read(16, 1), 1U);
}

TEST_P(BankTablesLesson, rows_of_6_take_2_wavefronts_and_rows_of_7_one) {
  EXPECT_EQ(to_read(6, 0), 2U);
  EXPECT_EQ(to_read(6, 1), 1U);
  EXPECT_EQ(to_read(6, 2), 8U);  // rows of 8
}

TEST_P(BankTablesLesson, rows_of_32_take_32_wavefronts_and_rows_of_33_one) {
  EXPECT_EQ(to_read(32, 0), 32U);
  EXPECT_EQ(to_read(32, 1), 1U);
}

TEST_P(BankTablesLesson, the_variants_have_the_row_lengths_of_their_names) {
  for (const auto& [variant, columns] :
       {std::pair{"sixteen", 16}, {"six", 6}, {"thirty-two", 32}}) {
    const OutcomePtr outcome = run_shipped("bank-tables", variant);
    ASSERT_TRUE(outcome);
    expect_array(*outcome, "sums", sums_of_rows({128, columns, 0}), variant);
  }
}

// The guide on the cost of padding: each of the 64 writes crosses a gap and takes one more
// wavefront.
TEST_P(BankTablesLesson, the_gap_between_rows_of_16_costs_each_write_one_wavefront) {
  EXPECT_EQ(conflicts_of_filling(16, 0), 0U);
  EXPECT_EQ(conflicts_of_filling(16, 1), 64U);
  EXPECT_EQ(conflicts_of_filling(32, 1), 0U);  // a warp fills one row and crosses no gap
}

LANESCOPE_LESSON(BankTablesLesson);

}  // namespace
}  // namespace lanescope::app
