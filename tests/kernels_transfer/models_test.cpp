#include "kernels/transfer/models.h"

#include <map>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "kernels/transfer/measure.h"
#include "kernels/transfer/shipped.h"
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

// On the stand-in a prefetch is like a copy; kernels take the same time for all sizes.
TEST(Models, memory_that_no_call_copies_has_its_fits) {
  const auto fits = uncopied_fits(measured_rows());
  ASSERT_EQ(fits.size(), 4U);
  for (const CopyFit& fit : fits) {
    EXPECT_EQ(fit.rows.size(), 11U) << fit.way;
    EXPECT_EQ(fit.model.has_value(), fit.way == "prefetch") << fit.way;
    EXPECT_EQ(fit.host, fit.way.starts_with("read") ? "mapped" : "managed") << fit.way;
  }
}

TEST(Models, memory_of_one_size_has_no_fit) {
  Rows rows = measured_rows();
  std::erase_if(rows, [](const Row& row) {
    const double bytes = row.number("bytes").value_or(0);
    return (row.section == "in_place" && bytes != static_cast<double>(usual_in_place_bytes)) ||
           (row.section == "managed" && bytes != static_cast<double>(usual_managed_bytes));
  });
  EXPECT_EQ(rows_with(rows, "in_place").size(), 18U);  // as a recording of 2026-11-26 has them
  EXPECT_EQ(rows_with(rows, "managed").size(), 5U);
  EXPECT_TRUE(uncopied_fits(rows).empty());
}

TEST(Rows, of_one_size_are_of_the_largest_that_is_wanted) {
  const auto size_of = [](std::uint64_t most, const Rows& rows) {
    const auto found = of_one_size(rows_with(rows, "managed"), most);
    std::set<double> sizes;
    for (const Row* row : found) sizes.insert(row->number("bytes").value_or(-1));
    return sizes;
  };
  Rows rows = measured_rows();
  EXPECT_EQ(size_of(usual_managed_bytes, rows), (std::set<double>{256 << 20}));
  EXPECT_EQ(size_of((256 << 20) - 1, rows), (std::set<double>{64 << 20}));
  EXPECT_EQ(size_of(1, rows), (std::set<double>{1024}));
  Row without_size;
  without_size.section = "managed";
  without_size.message = "no prefetch";
  rows.push_back(without_size);
  EXPECT_EQ(size_of(1024, rows), (std::set<double>{-1, 1024}));
  EXPECT_TRUE(of_one_size({}, 1024).empty());
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

Row copy_span(const char* part, double begin_us, double end_us) {
  Row row;
  row.section = "timeline";
  row.names = {{"part", part}};
  row.numbers = {{"begin_us", begin_us}, {"end_us", end_us}};
  return row;
}

Row copy_alone(const char* part, double us) {
  Row row;
  row.section = "overlap_part";
  row.names = {{"part", part}};
  row.us = device::Summary{};
  row.us->median = us;
  return row;
}

// Chunks that take 100 us alone. The second copy in and the first copy out run together, for 125.
TEST(Models, know_how_copies_in_both_directions_slow_each_other) {
  Rows rows{copy_span("copy_in", 0, 100),    copy_span("copy_in", 100, 225),
            copy_span("copy_out", 100, 225), copy_span("copy_out", 225, 325),
            copy_alone("copy_in", 200),      copy_alone("copy_out", 200)};
  EXPECT_DOUBLE_EQ(both_ways_of(rows), 1.25);
  rows.pop_back();
  EXPECT_EQ(both_ways_of(rows), 1);
  EXPECT_EQ(both_ways_of({}), 1);
  EXPECT_NEAR(both_ways_of(measured_rows()), 1, 1e-6);
}

TEST(Models, of_overlapped_copies_are_near_the_recorded_times) {
  for (const Rows& rows : all_shipped()) {
    EXPECT_GT(both_ways_of(rows), 1.05) << rows.front().device;
    EXPECT_LT(both_ways_of(rows), 1.15) << rows.front().device;
    for (const Row* row : rows_with(rows, "overlap", {{"host", "pinned"}})) {
      const auto model = model_us(rows, *row);
      ASSERT_TRUE(model && row->us);
      EXPECT_NEAR(row->us->median / *model, 1.05, 0.06) << row->device << row->name("order");
    }
  }
}

TEST(Models, let_copies_take_turns_where_the_gpu_has_one_copy_engine) {
  StandIn device;
  device.own.copy_engines = 1;
  MeasurePlan plan;
  plan.samples = plan.small_samples = 1;
  Rows rows;
  measure(device, plan, "2026-11-26", [&](const Row& row) { rows.push_back(row); });
  int seen = 0;
  for (const Row* row : rows_with(rows, "overlap", {{"host", "pinned"}})) {
    if (!row->us) continue;  // the message
    const auto model = model_us(rows, *row);
    ASSERT_TRUE(model);
    EXPECT_NEAR(*model, row->us->median, 1e-6 * row->us->median);
    ++seen;
  }
  EXPECT_EQ(seen, 36);
  lesson::MovingWork work;
  work.bytes = work.bytes_out = 1 << 28;
  work.chunks = work.streams = 4;
  const auto turns = model_of(work, rows);
  const auto side_by_side = model_of(work, measured_rows());
  ASSERT_TRUE(turns && side_by_side);
  EXPECT_GT(turns->total_seconds, 1.2 * side_by_side->total_seconds);
}

double timed_us(const Rows& rows, const char* way, double bytes) {
  for (const Row* row : rows_with(rows, "copy", {{"host", "pageable"}, {"way", way}}))
    if (row->us && row->number("bytes") == bytes) return row->us->median;
  return 0;
}

// No line fits them: the fitted rate is up to half as high again as that of the large copies.
TEST(Models, of_pageable_copies_take_what_was_timed) {
  for (const Rows& rows : all_shipped()) {
    for (const std::int64_t bytes : {1 << 20, 1 << 26, 1 << 28, 1 << 30}) {
      lesson::MovingWork work;
      work.pageable = 1;
      work.bytes = work.bytes_out = bytes;
      const auto one = model_of(work, rows);
      ASSERT_TRUE(one);
      const auto size = static_cast<double>(bytes);
      EXPECT_NEAR(one->work.copy_in_seconds, timed_us(rows, "in", size) * 1e-6, 1e-9) << bytes;
      EXPECT_NEAR(one->work.copy_out_seconds, timed_us(rows, "out", size) * 1e-6, 1e-9) << bytes;
      work.chunks = work.streams = 4;  // no more than the start-ups are added
      const auto four = model_of(work, rows);
      ASSERT_TRUE(four);
      EXPECT_NEAR(four->total_seconds / one->total_seconds, 1, bytes > 1 << 20 ? 0.02 : 0.5);
    }
  }
}

TEST(Models, of_overlap_from_pageable_memory_are_near_the_recorded_times) {
  for (const Rows& rows : all_shipped()) {
    for (const Row* row :
         rows_with(rows, "overlap", {{"host", "pageable"}, {"order", "depth_first"}})) {
      lesson::MovingWork work;
      work.pageable = 1;
      work.bytes = work.bytes_out = static_cast<std::int64_t>(row->number("bytes").value());
      work.chunks = work.streams = static_cast<std::int64_t>(row->number("streams").value());
      work.kernel_percent = 12;  // of the slow copy in: the timed kernel, as long as a pinned one
      const auto model = model_of(work, rows);
      ASSERT_TRUE(model && row->us);
      EXPECT_NEAR(row->us->median * 1e-6 / model->total_seconds, 0.93, 0.06) << work.streams;
    }
  }
}

TEST(Models, let_the_host_read_at_the_rate_that_it_had) {
  EXPECT_EQ(host_bytes_per_second({}), std::nullopt);
  ASSERT_TRUE(host_bytes_per_second(measured_rows()));
  EXPECT_NEAR(*host_bytes_per_second(measured_rows()), StandIn::bytes_per_us * 1e6, 1e5);
  // 64 MiB took the hosts of the recorded H100 and H200 10.5 and 14 ms.
  const std::map<std::string, double> recorded{{"NVIDIA H100 80GB HBM3", 6.4e9},
                                               {"NVIDIA H200", usual_host_bytes_per_second}};
  for (const Rows& rows : all_shipped()) {
    const auto rate = host_bytes_per_second(rows);
    ASSERT_TRUE(rate) << rows.front().device;
    EXPECT_NEAR(*rate / recorded.at(rows.front().device), 1, 0.02) << rows.front().device;
  }
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
