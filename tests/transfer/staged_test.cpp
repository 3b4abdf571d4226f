// Copy in, kernel, copy out of a chunk take one second each, unless said otherwise.
#include "sim/transfer/staged.h"

#include <gtest/gtest.h>

#include "sim/transfer/schedule.h"

namespace lanescope::transfer {
namespace {

using enum IssueOrder;

StagedWork work_of(std::size_t chunks, IssueOrder order, bool is_pageable = false) {
  return {chunks, chunks, 1, 1, 1, order, is_pageable};
}

double total(const StagedWork& work, const StreamMachine& machine) {
  return schedule(staged_program(work), machine).value().total_seconds;
}

// The results of Harris's measurements (schedule.h), which streams gain from which order.
TEST(Staged, issue_order_decides_on_old_machines_and_not_on_todays) {
  const StagedWork depth = work_of(2, depth_first);
  const StagedWork breadth = work_of(2, breadth_first);
  // in 0-1, kernel 1-2, out 2-3, and only then the next chunk's copy in.
  EXPECT_EQ(total(depth, tesla_c1060()), 6);
  // in 0-1 and 1-2, kernels 1-2 and 2-3, out 2-3 and 3-4.
  EXPECT_EQ(total(breadth, tesla_c1060()), 4);
  EXPECT_EQ(total(depth, tesla_c2050()), 4);
  // Both kernels are signalled at 3: out 3-4 and 4-5.
  EXPECT_EQ(total(breadth, tesla_c2050()), 5);
  EXPECT_EQ(total(depth, many_queues()), 4);
  EXPECT_EQ(total(breadth, many_queues()), 4);
}

TEST(Staged, pageable_memory_breaks_the_overlap) {
  // Each copy holds the host: nothing of the next chunk is issued before the copy back ends.
  EXPECT_EQ(total(work_of(2, depth_first, true), many_queues()), 6);
  EXPECT_EQ(total(work_of(8, depth_first, true), many_queues()), 24);
  // in 0-1 and 1-2; kernels 2-3 and 3-4; out 3-4 and 4-5.
  EXPECT_EQ(total(work_of(2, breadth_first, true), many_queues()), 5);
}

TEST(Staged, takes_what_the_pipeline_formula_says) {
  for (const double kernel : {0.5, 1.0, 3.0}) {
    for (const std::size_t chunks : {1U, 2U, 5U, 16U}) {
      StagedWork work = work_of(chunks, depth_first);
      work.kernel_seconds = kernel;
      const auto timeline = schedule(staged_program(work), many_queues());
      ASSERT_TRUE(timeline);
      EXPECT_DOUBLE_EQ(timeline->total_seconds, pipeline_seconds(work));
      EXPECT_DOUBLE_EQ(timeline->bound_seconds, pipeline_seconds(work));
      EXPECT_DOUBLE_EQ(timeline->sequential_seconds, static_cast<double>(chunks) * (2 + kernel));
      EXPECT_TRUE(timeline->races.empty());
    }
  }
}

TEST(Staged, one_stream_is_sequential_whatever_the_chunks) {
  StagedWork work = work_of(4, breadth_first);
  work.streams = 1;
  EXPECT_EQ(total(work, many_queues()), 12);
}

TEST(Staged, the_guides_estimate) {
  EXPECT_EQ(guide_seconds(4, 8, 4), 9);
  EXPECT_EQ(guide_seconds(8, 4, 4), 9);
}

}  // namespace
}  // namespace lanescope::transfer
