// What is measured, and what is said where a device lacks something.
#include "kernels/transfer/measure.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/kernels_transfer/stand_in.h"

namespace lanescope::transfer {
namespace {

constexpr std::uint64_t mib = 1 << 20;

Rows measured(StandIn& device) {
  MeasurePlan plan;
  plan.samples = plan.small_samples = 2;
  Rows rows;
  measure(device, plan, "2026-11-26", [&](const Row& row) { rows.push_back(row); });
  EXPECT_TRUE(device.held.empty()) << "memory was not given back";
  return rows;
}

std::vector<std::string> messages(const Rows& rows, const std::string& section) {
  std::vector<std::string> found;
  for (const Row* row : rows_with(rows, section))
    if (!row->message.empty()) found.push_back(row->message);
  return found;
}

std::size_t timed(const Rows& rows, const std::string& section,
                  const std::map<std::string, std::string>& names = {}) {
  std::size_t count = 0;
  for (const Row* row : rows_with(rows, section, names)) count += row->us ? 1 : 0;
  return count;
}

TEST(Measure, a_device_that_lacks_nothing_is_measured_whole) {
  StandIn device;
  const Rows rows = measured(device);
  for (const Row& row : rows) {
    EXPECT_EQ(row.message, "") << row.section;
    EXPECT_EQ(row.device, "Stand-in");
    EXPECT_EQ(row.driver, "1.0");
    EXPECT_EQ(row.date, "2026-11-26");
    EXPECT_NE(row.method, "") << row.section;
  }
  // 1 KiB to 1 GiB by fours, four kinds of host memory, both ways; and within the device.
  EXPECT_EQ(timed(rows, "copy"), 11U * (4 * 2 + 1));
  // Read once and 16 times; at 64 MiB twice and 4 times as well, with strides, and written.
  EXPECT_EQ(timed(rows, "in_place"), 10U * 2 * 2 + 2 * 4 * 2 + 2);
  EXPECT_EQ(timed(rows, "managed"), 11U * 5);
  EXPECT_EQ(timed(rows, "overlap"), 6U * 2 * (3 + 1));
  EXPECT_EQ(timed(rows, "residency"), 6U * 4);
  EXPECT_EQ(rows_with(rows, "timeline").size(), 12U);
  std::set<std::string> sections;
  for (const Row& row : rows) sections.insert(row.section);
  EXPECT_EQ(sections, (std::set<std::string>{"device", "copy", "small_copies", "get", "give_back",
                                             "pointer", "in_place", "managed", "overlap_part",
                                             "overlap", "timeline", "streams", "launch",
                                             "residency", "nested", "arranged_part", "arranged"}));
}

TEST(Measure, its_steps_come_in_their_order_and_hold_every_section) {
  std::size_t at = 0;
  std::set<std::size_t> seen;
  for (const Row& row : measured_rows()) {
    const auto step = measure_step_of(row.section);
    if (row.section == "device") {
      EXPECT_FALSE(step);
      continue;
    }
    ASSERT_TRUE(step) << row.section;
    EXPECT_GE(*step, at) << row.section;
    at = *step;
    seen.insert(at);
  }
  EXPECT_EQ(seen.size(), measure_steps.size());
  EXPECT_FALSE(measure_step_of(""));
}

TEST(Measure, the_kernels_weigh_what_they_should) {
  StandIn device;
  const Rows rows = measured(device);
  const double in = rows_with(rows, "overlap_part", {{"part", "copy_in"}}).at(0)->us->median;
  for (const Row* row : rows_with(rows, "overlap_part", {{"part", "kernel"}})) {
    if (const auto weight = row->number("weight"))
      EXPECT_NEAR(row->us->median / in, *weight, 0.001);
  }
}

TEST(Measure, out_of_pinned_memory_smaller_copies_are_measured) {
  StandIn device;
  device.most[Space::pinned] = 100 * mib;
  const Rows rows = measured(device);
  EXPECT_EQ(timed(rows, "copy", {{"host", "pinned"}, {"way", "in"}}), 9U);  // to 64 MiB
  EXPECT_EQ(timed(rows, "copy", {{"host", "pageable"}, {"way", "in"}}), 11U);
  ASSERT_EQ(messages(rows, "copy").size(), 1U);
  EXPECT_EQ(messages(rows, "copy")[0],
            "pinned memory: no room for 1024 MiB (refused (cudaErrorMemoryAllocation)); measured "
            "with 64 MiB");
  EXPECT_EQ(messages(rows, "overlap").size(), 1U);
  EXPECT_EQ(timed(rows, "overlap"), 48U);
}

TEST(Measure, no_pinned_memory_at_all_is_said_and_the_rest_measured) {
  StandIn device;
  device.most[Space::pinned] = 0;
  const Rows rows = measured(device);
  EXPECT_EQ(timed(rows, "copy", {{"host", "pinned"}}), 0U);
  EXPECT_EQ(messages(rows, "copy"),
            std::vector<std::string>{"pinned memory: refused (cudaErrorMemoryAllocation)"});
  EXPECT_EQ(timed(rows, "copy", {{"host", "registered"}}), 22U);
  EXPECT_EQ(timed(rows, "nested"), 9U);
}

TEST(Measure, little_device_memory_makes_copies_smaller) {
  StandIn device;
  device.device_bytes = 300 * mib;
  const Rows rows = measured(device);
  EXPECT_EQ(timed(rows, "copy", {{"host", "pinned"}, {"way", "in"}}), 9U);
  ASSERT_FALSE(messages(rows, "copy").empty());
  EXPECT_EQ(messages(rows, "copy")[0],
            "device memory: no room for 1024 MiB (only so much is free); measured with 64 MiB");
  // Never more managed memory than the device has free.
  EXPECT_EQ(timed(rows, "managed", {{"what", "first_kernel"}}), 9U);
  for (const char* section : {"in_place", "managed"}) {
    double most = 0;
    for (const Row* row : rows_with(rows, section))
      most = std::max(most, row->number("bytes").value_or(0));
    EXPECT_EQ(most, 64.0 * mib) << section;
  }
  EXPECT_EQ(timed(rows, "residency"), 0U);
  EXPECT_FALSE(messages(rows, "residency").empty());
}

TEST(Measure, no_device_memory_at_all_is_said_and_the_rest_measured) {
  StandIn device;
  device.most[Space::device] = 0;
  const Rows rows = measured(device);
  for (const char* section : {"copy", "small_copies", "in_place", "overlap", "residency"}) {
    EXPECT_EQ(timed(rows, section), 0U) << section;
    EXPECT_EQ(messages(rows, section),
              std::vector<std::string>{"device memory: refused (cudaErrorMemoryAllocation)"})
        << section;
  }
  EXPECT_EQ(timed(rows, "get", {{"memory", "device"}}), 0U);
  EXPECT_EQ(timed(rows, "managed"), 55U);
  EXPECT_EQ(timed(rows, "streams"), 6U);
  EXPECT_EQ(timed(rows, "nested"), 9U);
}

TEST(Measure, host_memory_that_cannot_be_mapped) {
  StandIn device;
  device.own.can_map = false;
  const Rows rows = measured(device);
  EXPECT_EQ(messages(rows, "in_place"),
            std::vector<std::string>{"this GPU cannot map host memory"});
  EXPECT_EQ(timed(rows, "in_place"), 0U);
  EXPECT_EQ(timed(rows, "managed"), 55U);
}

TEST(Measure, out_of_mapped_memory_all_ways_to_read_are_measured_at_a_smaller_size) {
  StandIn device;
  device.most[Space::mapped] = 20 * mib;
  const Rows rows = measured(device);
  EXPECT_EQ(messages(rows, "in_place"),
            std::vector<std::string>{
                "mapped memory: no room for 1024 MiB (refused (cudaErrorMemoryAllocation)); "
                "measured with 16 MiB"});
  EXPECT_EQ(timed(rows, "in_place"), 7U * 2 * 2 + 2 * 4 * 2 + 2);
  for (const Row* row : rows_with(rows, "in_place", {{"does", "write"}}))
    EXPECT_EQ(row->number("bytes"), 16.0 * mib);
}

TEST(Measure, out_of_managed_memory_less_is_measured) {
  StandIn device;
  device.most[Space::managed] = 100 * mib;
  const Rows rows = measured(device);
  EXPECT_EQ(messages(rows, "managed"),
            std::vector<std::string>{
                "managed memory: no room for 1024 MiB (refused (cudaErrorMemoryAllocation)); "
                "measured with 64 MiB"});
  EXPECT_EQ(timed(rows, "managed"), 9U * 5);
}

TEST(Measure, no_managed_memory) {
  StandIn device;
  device.own.has_managed = false;
  const Rows rows = measured(device);
  EXPECT_EQ(messages(rows, "managed"), std::vector<std::string>{"this GPU has no managed memory"});
  EXPECT_EQ(timed(rows, "managed"), 0U);
  EXPECT_EQ(timed(rows, "get", {{"memory", "managed"}}), 0U);
}

TEST(Measure, no_prefetch_leaves_the_other_times_of_managed_memory) {
  StandIn device;
  device.own.can_prefetch = false;
  const Rows rows = measured(device);
  EXPECT_EQ(timed(rows, "managed"), 11U * 3);
  EXPECT_EQ(messages(rows, "managed").size(), 1U);
}

TEST(Measure, one_copy_engine_is_said_and_measured) {
  StandIn device;
  device.own.copy_engines = 1;
  const Rows rows = measured(device);
  EXPECT_EQ(messages(rows, "overlap"),
            std::vector<std::string>{"this GPU has one copy engine: copies in and out take turns"});
  EXPECT_EQ(timed(rows, "overlap"), 48U);
}

TEST(Measure, no_copy_engine_is_said_and_measured) {
  StandIn device;
  device.own.copy_engines = 0;
  const Rows rows = measured(device);
  EXPECT_EQ(
      messages(rows, "overlap"),
      std::vector<std::string>{"this GPU has no copy engine beside its kernels: nothing overlaps"});
  EXPECT_EQ(timed(rows, "overlap"), 48U);
}

TEST(Measure, no_l2_to_set_aside_leaves_the_times_without_a_window) {
  StandIn device;
  device.own.persisting_l2 = 0;
  const Rows rows = measured(device);
  EXPECT_EQ(timed(rows, "residency", {{"window", "none"}}), 6U);
  EXPECT_EQ(timed(rows, "residency"), 6U);
  EXPECT_EQ(messages(rows, "residency").size(), 1U);
}

TEST(Measure, a_window_is_no_larger_than_the_device_allows) {
  StandIn device;
  device.own.window_bytes = 45 * mib;
  const Rows rows = measured(device);
  EXPECT_EQ(timed(rows, "residency"), 6U * 2 + 2 * 4);
  EXPECT_EQ(messages(rows, "residency").size(), 4U);
}

TEST(Measure, no_nested_launches) {
  StandIn device;
  device.own.why_not_nested = "not here";
  const Rows rows = measured(device);
  EXPECT_EQ(messages(rows, "nested"), std::vector<std::string>{"not here"});
  EXPECT_EQ(timed(rows, "launch"), 6U);
}

TEST(Measure, without_kernels_copies_are_left) {
  StandIn device;
  device.own.why_no_kernels = "built without nvcc";
  const Rows rows = measured(device);
  EXPECT_EQ(timed(rows, "copy"), 99U);
  EXPECT_EQ(messages(rows, "overlap"), std::vector<std::string>{"built without nvcc"});
  EXPECT_EQ(timed(rows, "streams"), 0U);
  EXPECT_EQ(messages(rows, "arranged"), std::vector<std::string>{"built without nvcc"});
}

// ---- a program that someone arranged ----

Rows arranged(StandIn& device, const std::string& text, const ArrangedSize& size = {}) {
  Rows rows;
  measure_arranged(device, arrangement_from(text).value(), size, "2026-11-26",
                   [&](const Row& row) { rows.push_back(row); });
  EXPECT_TRUE(device.held.empty()) << "memory was not given back";
  return rows;
}

// Microseconds that it takes on the stand-in.
double copy_us(std::uint64_t bytes) { return static_cast<double>(bytes) / StandIn::bytes_per_us; }

void expect_span(const Row& row, double queued, double begin, double end) {
  constexpr double tolerance = 4;  // a kernel takes whole rounds
  EXPECT_NEAR(row.number("queued_us").value(), queued, tolerance) << row.name("text");
  EXPECT_NEAR(row.number("begin_us").value(), begin, tolerance) << row.name("text");
  EXPECT_NEAR(row.number("end_us").value(), end, tolerance) << row.name("text");
}

TEST(Arranged, two_streams_overlap) {
  StandIn device;
  const std::string text = "in A 1; kernel A 1; out A 1; in B 2; kernel B 2; out B 2";
  const Rows rows = arranged(device, text, {256 * mib, 256 * mib, 50});
  const auto told = rows_with(rows, "arranged");
  ASSERT_EQ(told.size(), 7U);
  const double copy = copy_us(256 * mib);
  const double kernel = copy / 2;
  expect_span(*told[0], 0, 0, copy);
  expect_span(*told[1], copy, copy, copy + kernel);
  expect_span(*told[2], copy + kernel, copy + kernel, 2 * copy + kernel);
  expect_span(*told[3], 0, copy, 2 * copy);  // its engine was busy with A
  expect_span(*told[4], 2 * copy, 2 * copy, 2 * copy + kernel);
  expect_span(*told[5], 2 * copy + kernel, 2 * copy + kernel, 3 * copy + kernel);
  EXPECT_EQ(told[4]->name("part"), "kernel");
  EXPECT_EQ(told[4]->name("text"), "kernel B 2");
  EXPECT_EQ(told[4]->number("call"), 5);
  EXPECT_EQ(told[4]->number("stream"), 2);
  const Row& total = *told[6];
  EXPECT_EQ(total.name("part"), "total");
  EXPECT_EQ(total.name("text"), text);
  EXPECT_EQ(total.number("calls"), 6);
  EXPECT_EQ(total.number("bytes"), 256.0 * mib);
  EXPECT_EQ(total.number("kernel_percent"), 50);
  ASSERT_TRUE(total.us);
  EXPECT_NEAR(total.us->median, 3 * copy + kernel, 4);
  EXPECT_EQ(total.date, "2026-11-26");
  EXPECT_EQ(total.device, "Stand-in");
  const auto alone = rows_with(rows, "arranged_part", {{"part", "kernel"}});
  ASSERT_FALSE(alone.empty());
  EXPECT_NEAR(alone.back()->us->median, kernel, 1);
}

TEST(Arranged, the_host_reads_the_result_after_it_has_waited) {
  StandIn device;
  const Rows rows = arranged(device, "in D 0; kernel D 0; out D 0; sync; host D");
  const auto told = rows_with(rows, "arranged");
  ASSERT_EQ(told.size(), 5U);  // a wait is on no engine
  const double copy = copy_us(ArrangedSize{}.bytes);
  const Row& host = *told[3];
  EXPECT_EQ(host.name("part"), "host_work");
  EXPECT_EQ(host.name("text"), "host D");
  EXPECT_EQ(host.number("call"), 5);
  EXPECT_FALSE(host.number("stream"));
  expect_span(host, 3 * copy, 3 * copy, 4 * copy);
}

TEST(Arranged, what_comes_back_may_be_more_or_less_than_what_was_copied_in) {
  for (const std::uint64_t back : {std::uint64_t{0}, 16 * mib, 128 * mib}) {
    StandIn device;
    const Rows rows = arranged(device, "in A 1; kernel A 1; out A 1; in B 1; sync 1; host A",
                               {64 * mib, back, 100});
    const auto told = rows_with(rows, "arranged");
    ASSERT_EQ(told.size(), 6U) << back;
    const double in = copy_us(64 * mib);
    const double out = copy_us(back);
    expect_span(*told[1], in, in, 2 * in);
    expect_span(*told[2], 2 * in, 2 * in, 2 * in + out);
    expect_span(*told[3], 2 * in + out, 2 * in + out, 3 * in + out);
    expect_span(*told[4], 3 * in + out, 3 * in + out, 3 * in + 2 * out);
    EXPECT_EQ(told[5]->number("bytes"), 64.0 * mib);
    EXPECT_EQ(told[5]->number("bytes_out"), static_cast<double>(back));
  }
}

TEST(Arranged, both_directions_share_the_only_copy_engine) {
  StandIn device;
  device.own.copy_engines = 1;
  const Rows rows = arranged(device, "in A 1; out A 1; in B 2");
  const double copy = copy_us(ArrangedSize{}.bytes);
  const auto told = rows_with(rows, "arranged");
  ASSERT_EQ(told.size(), 4U);
  expect_span(*told[1], copy, 2 * copy, 3 * copy);
  expect_span(*told[2], 0, copy, 2 * copy);
}

TEST(Arranged, a_program_without_kernels_needs_none) {
  StandIn device;
  device.own.why_no_kernels = "built without nvcc";
  EXPECT_EQ(timed(arranged(device, "in A 1; out A 1"), "arranged"), 1U);
  const Rows rows = arranged(device, "in A 1; kernel A 1");
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(messages(rows, "arranged"), std::vector<std::string>{"built without nvcc"});
}

TEST(Arranged, without_calls_there_is_a_total) {
  StandIn device;
  const Rows rows = arranged(device, "");
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].name("part"), "total");
}

TEST(Arranged, memory_is_for_the_data_that_are_used) {
  StandIn device;
  device.most[Space::device] = device.most[Space::pinned] = 64 * mib;
  EXPECT_EQ(timed(arranged(device, "in D 1; kernel D 1; out D 1"), "arranged"), 1U);
  const Rows rows = arranged(device, "in A 1; in B 2");
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(messages(rows, "arranged"),
            std::vector<std::string>{"device memory: no room for 128 MiB (refused "
                                     "(cudaErrorMemoryAllocation))"});
}

TEST(Arranged, out_of_pinned_memory_nothing_smaller_is_measured) {
  StandIn device;
  device.host_bytes = 100 * mib;
  const Rows rows = arranged(device, "in A 1; kernel A 1; out A 1");
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(messages(rows, "arranged"),
            std::vector<std::string>{"pinned memory: no room for 64 MiB (only so much is free)"});
}

TEST(Arranged, a_size_that_cannot_be_is_said) {
  StandIn device;
  for (const ArrangedSize& size :
       {ArrangedSize{0, 4, 100}, ArrangedSize{6, 4, 100}, ArrangedSize{8ULL << 30, 4, 100},
        ArrangedSize{4, 6, 100}, ArrangedSize{4, 8ULL << 30, 100}, ArrangedSize{4, 4, 0},
        ArrangedSize{4, 4, 20'000}}) {
    const Rows rows = arranged(device, "in A 1; kernel A 1", size);
    ASSERT_EQ(rows.size(), 1U) << size.bytes;
    EXPECT_NE(rows[0].message, "");
  }
}

TEST(Begins, are_when_the_one_before_on_the_engine_had_ended) {
  // Queued at 0, 1 and 20; the engine worked from 0 to 10, to 18, and from 20.
  EXPECT_EQ(begins_of({{0, 10}, {1, 18}, {20, 25}}), (std::vector<double>{0, 10, 20}));
  EXPECT_TRUE(begins_of({}).empty());
}

}  // namespace
}  // namespace lanescope::transfer
