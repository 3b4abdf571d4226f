#include "kernels/transfer/facts.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "kernels/transfer/measure.h"
#include "kernels/transfer/models.h"
#include "kernels/transfer/shipped.h"
#include "tests/kernels_transfer/stand_in.h"

namespace lanescope::transfer {
namespace {

Row row_of(std::string section, std::map<std::string, std::string> names,
           std::map<std::string, double> numbers, double us) {
  Row row;
  row.section = std::move(section);
  row.names = std::move(names);
  row.numbers = std::move(numbers);
  row.us = device::Summary{};
  row.us->median = us;
  return row;
}

TEST(TransferFacts, are_named_by_what_names_the_row) {
  const Rows rows{row_of("copy", {{"host", "pinned"}, {"way", "in"}}, {{"bytes", 65536}}, 9.028),
                  row_of("overlap", {{"host", "pinned"}, {"order", "depth_first"}},
                         {{"streams", 4}, {"weight", 0.5}, {"bytes", 1 << 28}}, 7157.699),
                  row_of("residency", {{"window", "tuned"}}, {{"kept_bytes", 31457280}}, 1590.912),
                  row_of("in_place", {{"how", "mapped"}, {"does", "read"}},
                         {{"bytes", 1 << 26}, {"stride", 32}, {"times", 4}}, 3355.4),
                  row_of("managed", {{"what", "prefetch"}}, {{"bytes", 1 << 28}}, 5469.29),
                  row_of("overlap_part", {{"part", "copy_in"}}, {}, 4898.403)};
  const Facts facts = facts_of(rows);
  EXPECT_EQ(facts.at("moving.copy.pinned.in.64KiB_ns"), 9028);
  EXPECT_EQ(facts.at("moving.copy.pinned.in.64KiB_mb_per_s"), 7259);
  EXPECT_EQ(facts.at("moving.overlap.pinned.depth_first.n4.w50_ns"), 7157699);
  EXPECT_EQ(facts.at("moving.residency.tuned.k30_ns"), 1590912);
  EXPECT_EQ(facts.at("moving.in_place.mapped.read.64MiB.s32.x4_ns"), 3355400);
  EXPECT_EQ(facts.at("moving.managed.prefetch.256MiB_ns"), 5469290);
  EXPECT_EQ(facts.at("moving.overlap_part.copy_in_ns"), 4898403);
  EXPECT_EQ(facts.size(), 7U);
}

TEST(TransferFacts, a_row_without_a_time_gives_none) {
  Row row = row_of("managed", {{"what", "prefetch"}}, {}, 1);
  row.us.reset();
  row.message = "no managed memory";
  EXPECT_TRUE(facts_of(Rows{row}).empty());
}

TEST(TransferFacts, no_two_rows_of_the_shipped_recording_share_a_name) {
  std::size_t timed = 0;
  for (const Row& row : kept_shipped_rows()) {
    const bool is_of_a_program = row.section == "timeline" || row.section.starts_with("arranged");
    timed += row.us && !is_of_a_program ? 1 : 0;
  }
  std::size_t named = 0;
  for (const auto& [name, value] : shipped_facts()) {
    named += name.ends_with("_ns") && !name.starts_with("moving.fit.") ? 1 : 0;
    EXPECT_TRUE(is_fact(name)) << name;
  }
  EXPECT_GT(timed, 200U);
  EXPECT_EQ(named, timed);
  EXPECT_FALSE(is_fact("moving.copy.pinned.in.3KiB_ns"));
}

TEST(TransferFacts, stand_in_prose_with_three_digits_and_their_unit) {
  EXPECT_EQ(prose_of("moving.launch.call.n1_ns", 346), "346 ns");
  EXPECT_EQ(prose_of("moving.launch.call.n1_ns", 9996), "10.0 µs");
  EXPECT_EQ(prose_of("moving.total_ns", 18'946'000), "18.9 ms");
  EXPECT_EQ(prose_of("moving.total_ns", 1'500'000'000), "1.50 s");
  EXPECT_EQ(prose_of("moving.fit.pinned.in.mb_per_s", 55'210), "55.2 GB/s");
  EXPECT_EQ(prose_of("moving.device.copy_engines", 3), "");
  EXPECT_EQ(prose_of("cold_ns", 3), "");
}

// ---- the model of [moving]; the stand-in copies in 10 us and at 50 GB/s ----

lesson::MovingWork work_of(std::int64_t chunks, std::int64_t streams) {
  lesson::MovingWork work;
  work.bytes = work.bytes_out = 50'000'000;  // a millisecond
  work.chunks = chunks;
  work.streams = streams;
  work.kernel_percent = 100;
  return work;
}

TEST(MovingModel, one_chunk_takes_the_three_parts_one_after_the_other) {
  const auto model = model_of(work_of(1, 1), measured_rows());
  ASSERT_TRUE(model);
  EXPECT_NEAR(model->total_seconds, 3e-3, 0.1e-3);
  EXPECT_DOUBLE_EQ(model->total_seconds, model->sequential_seconds);
  EXPECT_DOUBLE_EQ(model->memory_seconds, 0);
}

TEST(MovingModel, many_chunks_in_streams_come_near_to_the_slowest_part) {
  const auto model = model_of(work_of(32, 4), measured_rows());
  ASSERT_TRUE(model);
  EXPECT_LT(model->total_seconds, 0.5 * model->sequential_seconds);
  EXPECT_NEAR(model->total_seconds, model->pipeline_seconds, 0.02 * model->pipeline_seconds);
}

TEST(MovingModel, chunks_in_one_stream_gain_nothing) {
  for (const std::int64_t chunks : {2, 128, 1000}) {
    const auto model = model_of(work_of(chunks, 1), measured_rows());
    ASSERT_TRUE(model);
    EXPECT_GE(model->total_seconds, model->sequential_seconds) << chunks;
    if (chunks <= lesson::most_scheduled_chunks)
      EXPECT_EQ(model->timeline.operations.size(), model->program.operations.size());
  }
}

TEST(MovingModel, pageable_memory_makes_streams_useless) {
  lesson::MovingWork work = work_of(4, 4);
  work.pageable = 1;
  const auto model = model_of(work, measured_rows());
  ASSERT_TRUE(model);
  EXPECT_GE(model->total_seconds, model->sequential_seconds);
}

TEST(MovingModel, the_order_of_the_calls_matters_only_with_one_queue) {
  lesson::MovingWork work = work_of(4, 4);
  const double now = model_of(work, measured_rows())->total_seconds;
  work.one_queue = 1;
  const double then = model_of(work, measured_rows())->total_seconds;
  work.breadth_first = 1;
  const double then_breadth = model_of(work, measured_rows())->total_seconds;
  work.one_queue = 0;
  EXPECT_NEAR(model_of(work, measured_rows())->total_seconds, now, 1e-9);
  EXPECT_NE(then, then_breadth);
  EXPECT_GE(std::max(then, then_breadth), now);
}

TEST(MovingModel, repeats_multiply_the_work_and_not_the_price_of_the_memory) {
  lesson::MovingWork work = work_of(1, 1);
  work.gets = 1;
  const auto once = model_of(work, measured_rows());
  work.repeats = 3;
  const auto thrice = model_of(work, measured_rows());
  ASSERT_TRUE(once && thrice);
  EXPECT_GT(once->memory_seconds, 0);
  EXPECT_DOUBLE_EQ(thrice->memory_seconds, once->memory_seconds);
  EXPECT_NEAR(thrice->total_seconds - thrice->memory_seconds,
              3 * (once->total_seconds - once->memory_seconds), 1e-12);
}

TEST(MovingModel, of_pageable_memory_has_no_price_of_getting_it) {
  lesson::MovingWork work = work_of(1, 1);
  work.pageable = 1;
  EXPECT_TRUE(model_of(work, measured_rows()));
  work.gets = 1;
  EXPECT_FALSE(model_of(work, kept_shipped_rows()));
}

TEST(TransferFacts, join_words_that_an_expression_could_not_hold) {
  EXPECT_TRUE(is_fact("moving.copy.none.on_device.1MiB_ns"));
  for (const auto& [name, value] : shipped_facts())
    EXPECT_EQ(name.find_first_not_of("0123456789_.abcdefghijklmnopqrstuvwxyz"
                                     "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
              std::string::npos)
        << name;
}

// ---- programs of streams; a copy of 50 MB takes 1010 us, and so does the kernel ----

constexpr std::int64_t unit_ns = 1'010'000;

Facts facts_of_program(std::string_view program) {
  return facts_of(program, work_of(1, 1), measured_rows());
}

TEST(ProgramFacts, of_a_copy_back_that_nothing_orders_after_its_kernel) {
  const Facts facts = facts_of_program("in A 1; kernel A 1; out A 2");
  EXPECT_EQ(facts.at("moving.program.calls"), 3);
  EXPECT_EQ(facts.at("moving.program.races"), 1);  // the kernel writes the result, `out` reads it
  // in 0-1, kernel 1-2, out 0-1.
  const auto at_unit = [&](const char* name, std::int64_t units) {
    EXPECT_NEAR(static_cast<double>(facts.at(name)), static_cast<double>(units * unit_ns), 9)
        << name;
  };
  at_unit("moving.program.begin_ns.c1", 0);
  at_unit("moving.program.end_ns.c1", 1);
  at_unit("moving.program.begin_ns.c2", 1);
  at_unit("moving.program.end_ns.c2", 2);
  at_unit("moving.program.begin_ns.c3", 0);
  at_unit("moving.program.end_ns.c3", 1);
  at_unit("moving.program.total_ns", 2);
  at_unit("moving.program.sequential_ns", 3);
  at_unit("moving.program.bound_ns", 2);  // stream 1 alone
  EXPECT_EQ(facts.at("moving.program.waits_on.c1"), 0);
  EXPECT_EQ(facts.at("moving.program.waits_on.c2"), 1);
  EXPECT_EQ(facts.at("moving.program.waits_on.c3"), 0);
  EXPECT_EQ(facts.at("moving.program.before.c1.c2"), 1);
  EXPECT_EQ(facts.at("moving.program.before.c1.c3"), 0);
  EXPECT_EQ(facts.at("moving.program.before.c2.c3"), 0);
  EXPECT_EQ(facts.at("moving.program.host_ns"), 0);
  EXPECT_EQ(facts.size(), 6U + 3 * 3 + 3);
  for (const auto& [name, value] : facts) EXPECT_TRUE(is_fact(name)) << name;
}

// in 0-1, kernel 1-2, out 2-3, then the host: 50 MB at the stand-in's 50 GB/s. The event takes no
// time: behind it stands the kernel.
TEST(ProgramFacts, of_an_event_and_a_host_that_waits) {
  const Facts facts =
      facts_of_program("in A 1; kernel A 1; record x 1; wait x 2; out A 2; sync 2; host A");
  EXPECT_EQ(facts.at("moving.program.races"), 0);
  EXPECT_EQ(facts.at("moving.program.waits_on.c5"), 2);
  EXPECT_EQ(facts.at("moving.program.waits_on.c6"), 5);
  EXPECT_EQ(facts.at("moving.program.waits_on.c7"), 0);  // the host is there only now
  EXPECT_EQ(facts.at("moving.program.before.c2.c7"), 1);
  EXPECT_NEAR(static_cast<double>(facts.at("moving.program.begin_ns.c7")), 3.0 * unit_ns, 9);
  EXPECT_NEAR(static_cast<double>(facts.at("moving.program.host_ns")), 1e6, 9);
  EXPECT_EQ(facts.at("moving.program.total_ns"), facts.at("moving.program.sequential_ns"));
}

// Two copies in: one at a time, though the program orders nothing.
TEST(ProgramFacts, of_an_engine_that_was_busy_are_waiting_and_no_guarantee) {
  const Facts facts = facts_of_program("in A 1; in B 2");
  EXPECT_EQ(facts.at("moving.program.waits_on.c2"), 1);
  EXPECT_EQ(facts.at("moving.program.before.c1.c2"), 0);
}

TEST(ProgramFacts, are_names_of_calls_that_a_program_may_have) {
  for (const char* name :
       {"moving.program.calls", "moving.program.races", "moving.program.bound_ns",
        "moving.program.host_ns", "moving.program.begin_ns.c1", "moving.program.end_ns.c32",
        "moving.program.waits_on.c10", "moving.program.before.c1.c2",
        "moving.program.before.c9.c10"})
    EXPECT_TRUE(is_fact(name)) << name;
  for (const char* name :
       {"moving.program", "moving.program.", "moving.program.begin_ns", "moving.program.calls.c1",
        "moving.program.begin_ns.c0", "moving.program.begin_ns.c01", "moving.program.begin_ns.c33",
        "moving.program.begin_ns.3", "moving.program.waits_on.c1.c2", "moving.program.before.c1",
        "moving.program.before.c2.c1", "moving.program.before.c1.c1",
        "moving.program.before.c1.c2.c3"})
    EXPECT_FALSE(is_fact(name)) << name;
}

TEST(ProgramFacts, stand_in_prose_as_times_where_they_are_times) {
  EXPECT_EQ(prose_of("moving.program.end_ns.c3", unit_ns), "1.01 ms");
  EXPECT_EQ(prose_of("moving.program.total_ns", unit_ns), "1.01 ms");
  EXPECT_EQ(prose_of("moving.program.waits_on.c3", 2), "");
  EXPECT_EQ(prose_of("moving.program.races", 1), "");
}

TEST(ProgramFacts, need_the_rows_and_a_text_that_is_a_program) {
  EXPECT_TRUE(facts_of("in A 1", work_of(1, 1), {}).empty());
  EXPECT_TRUE(facts_of_program("fly A 1").empty());
}

// 25 MB back: 10 us and 500 us, which the host reads in 500 us. The kernel half of the copy in.
TEST(ArrangedModel, has_the_times_of_whole_copies_of_pinned_memory) {
  lesson::MovingWork work = work_of(8, 4);
  work.bytes_out = 25'000'000;
  work.kernel_percent = 50;
  work.pageable = 1;  // what does not count here
  work.repeats = 3;
  const auto model = model_of(Arrangement{}, work, measured_rows());
  ASSERT_TRUE(model);
  EXPECT_NEAR(model->seconds.copy_in, 1010e-6, 1e-8);
  EXPECT_NEAR(model->seconds.kernel, 505e-6, 1e-8);
  EXPECT_NEAR(model->seconds.copy_out, 510e-6, 1e-8);
  EXPECT_NEAR(model->seconds.host_work, 500e-6, 1e-8);
  EXPECT_TRUE(model->is_host_measured);
  work.bytes_out = 0;
  EXPECT_DOUBLE_EQ(model_of(Arrangement{}, work, measured_rows())->seconds.copy_out, 0);
}

TEST(ArrangedModel, assumes_a_rate_of_the_host_where_none_was_measured) {
  Rows copies;
  for (const Row* row : rows_with(measured_rows(), "copy")) copies.push_back(*row);
  const auto model = model_of(Arrangement{}, work_of(1, 1), copies);
  ASSERT_TRUE(model);
  EXPECT_FALSE(model->is_host_measured);
  EXPECT_DOUBLE_EQ(model->seconds.host_work, 50'000'000 / usual_host_bytes_per_second);
}

// All copies in, then all kernels, then all copies out. Today out A begins at 2. In 2010 the two
// kernels were signalled together, at 3.
TEST(ArrangedModel, is_of_the_gpu_that_the_work_names) {
  const auto arrangement =
      arrangement_from("in A 1; in B 2; kernel A 1; kernel B 2; out A 1; out B 2");
  ASSERT_TRUE(arrangement);
  lesson::MovingWork work = work_of(1, 1);
  const auto units = [&] {
    return model_of(*arrangement, work, measured_rows())->timeline.total_seconds / (unit_ns * 1e-9);
  };
  EXPECT_NEAR(units(), 4, 1e-4);
  work.one_queue = 1;
  EXPECT_NEAR(units(), 5, 1e-4);
}

TEST(MovingModel, needs_the_rows_that_it_is_made_of) {
  EXPECT_FALSE(model_of(work_of(1, 1), {}));
  EXPECT_TRUE(facts_of(work_of(1, 1), {}).empty());
  EXPECT_EQ(facts_of(work_of(1, 1), measured_rows()).size(), 3U);
}

}  // namespace
}  // namespace lanescope::transfer
