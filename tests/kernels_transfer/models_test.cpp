#include "kernels/transfer/models.h"

#include <gtest/gtest.h>

#include "kernels/transfer/measure.h"
#include "tests/kernels_transfer/stand_in.h"

namespace lanescope::transfer {
namespace {

TEST(Models, each_kind_of_copy_has_its_fit) {
  const auto fits = copy_fits(measured_rows());
  ASSERT_EQ(fits.size(), 9U);
  for (const CopyFit& fit : fits) {
    ASSERT_TRUE(fit.model) << fit.host;
    EXPECT_NEAR(fit.model->startup_seconds.value, 10e-6, 1e-9);
    EXPECT_NEAR(fit.model->bytes_per_second.value, 50e9, 1e3);
  }
}

TEST(Models, stand_beside_the_rows_that_they_describe) {
  int seen = 0;
  for (const Row& row : measured_rows()) {
    const auto model = model_us(measured_rows(), row);
    if (row.section == "copy" || row.section == "small_copies") {
      ASSERT_TRUE(model) << row.section;
      EXPECT_NEAR(*model, row.us->median, 1e-6 * row.us->median);
      ++seen;
    } else if (row.section == "overlap" && row.name("host") == "pinned") {
      ASSERT_TRUE(model);
      EXPECT_NEAR(*model, row.us->median, 1e-6 * row.us->median);
      ++seen;
    } else {
      EXPECT_FALSE(model) << row.section;
    }
  }
  EXPECT_EQ(seen, 99 + 7 + 36);
}

TEST(Models, need_the_rows_that_they_are_made_of) {
  const Row& overlap = *rows_with(measured_rows(), "overlap").at(0);
  EXPECT_FALSE(model_us({overlap}, overlap));
  const Row& copy = *rows_with(measured_rows(), "copy").at(0);
  EXPECT_FALSE(model_us({copy}, copy));
  EXPECT_TRUE(copy_fits({}).empty());
}

TEST(Models, a_price_is_weighed_against_the_gain) {
  const auto row = [](const char* section, const char* key, const char* memory, double us) {
    Row made;
    made.section = section;
    made.names = {{key, memory}, {"way", "in"}};
    made.numbers = {{"bytes", 1024}};
    made.us = device::Summary{};
    made.us->median = us;
    return made;
  };
  // 35 us and 10 us against 20 us a copy: the third has paid.
  const Rows all{row("get", "memory", "pinned", 35), row("give_back", "memory", "pinned", 10),
                 row("copy", "host", "pinned", 10), row("copy", "host", "pageable", 30)};
  EXPECT_EQ(copies_that_pay(all, all[0]), 3U);
  EXPECT_EQ(copies_that_pay({all[0], all[1], all[2]}, all[0]), std::nullopt);
}

}  // namespace
}  // namespace lanescope::transfer
