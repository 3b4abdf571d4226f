#include "sim/transfer/order.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/transfer/programs.h"

namespace lanescope::transfer {
namespace {

using Edges = std::vector<Dependency>;
using enum OrderReason;

Edges edges(std::vector<Operation> operations, StreamKind kind = StreamKind::non_blocking) {
  return dependencies_of(program_of(std::move(operations), kind));
}

TEST(Order, a_stream_works_in_the_order_of_the_calls) {
  EXPECT_EQ(edges({copy_in(1, 1), kernel(1, 1), kernel(2, 1), copy_out(1, 1)}),
            (Edges{{0, 1, same_stream}, {1, 3, same_stream}}));
}

TEST(Order, an_event_orders_two_streams) {
  EXPECT_EQ(edges({kernel(1, 1), record(1, 5), wait_for(2, 5), kernel(2, 1)}),
            (Edges{{0, 1, same_stream}, {1, 2, event}, {2, 3, same_stream}}));
}

TEST(Order, a_wait_is_for_the_latest_record_before_it) {
  EXPECT_EQ(edges({record(1, 0), kernel(1, 1), record(1, 0), wait_for(2, 0), record(3, 0)}),
            (Edges{{0, 1, same_stream}, {1, 2, same_stream}, {2, 3, event}}));
}

TEST(Order, a_wait_for_an_event_that_was_never_recorded_waits_for_nothing) {
  EXPECT_EQ(edges({wait_for(2, 0), kernel(2, 1)}), (Edges{{0, 1, same_stream}}));
}

TEST(Order, the_legacy_default_stream_waits_for_blocking_streams_and_holds_them_up) {
  const std::vector<Operation> operations{kernel(1, 1), kernel(0, 1), kernel(2, 1), kernel(2, 1)};
  EXPECT_EQ(edges(operations, StreamKind::blocking),
            (Edges{{0, 1, default_stream}, {1, 2, default_stream}, {2, 3, same_stream}}));
  EXPECT_EQ(edges(operations, StreamKind::non_blocking), (Edges{{2, 3, same_stream}}));
}

TEST(Order, the_per_thread_default_stream_is_like_any_other) {
  StreamProgram program =
      program_of({kernel(1, 1), kernel(0, 1), kernel(2, 1)}, StreamKind::blocking);
  program.default_behaviour = DefaultStream::per_thread;
  EXPECT_EQ(dependencies_of(program), Edges{});
}

TEST(Order, the_host_goes_on_after_what_it_waits_for) {
  // Stream 2's second kernel waits through its first.
  EXPECT_EQ(edges({kernel(1, 1), sync_stream(1), kernel(2, 1), kernel(2, 1)}),
            (Edges{{0, 1, host_waits}, {1, 2, host}, {2, 3, same_stream}}));
  EXPECT_EQ(edges({kernel(1, 1), kernel(2, 1), sync_device(), host_work(1)}),
            (Edges{{0, 2, host_waits}, {1, 2, host_waits}, {2, 3, host}}));
  EXPECT_EQ(edges({kernel(1, 1), record(1, 0), kernel(1, 1), sync_event(0), kernel(2, 1)}),
            (Edges{{0, 1, same_stream}, {1, 2, same_stream}, {1, 3, event}, {3, 4, host}}));
}

TEST(Order, a_pageable_copy_holds_the_host) {
  EXPECT_EQ(edges({pageable(copy_in(1, 1)), copy_in(2, 1)}), (Edges{{0, 1, host}}));
  EXPECT_EQ(edges({copy_in(1, 1), copy_in(2, 1)}), Edges{});
}

TEST(Order, follows_chains) {
  const StreamProgram program =
      program_of({kernel(1, 1), record(1, 0), wait_for(2, 0), kernel(2, 1), kernel(3, 1)});
  const Order order(program.operations.size(), dependencies_of(program));
  EXPECT_TRUE(order.is_before(0, 3));
  EXPECT_FALSE(order.is_before(3, 0));
  EXPECT_FALSE(order.is_before(0, 4));
}

std::vector<Race> races(std::vector<Operation> operations,
                        StreamKind kind = StreamKind::non_blocking) {
  return races_of(program_of(std::move(operations), kind));
}

TEST(Race, a_copy_back_that_nothing_orders_after_the_kernel) {
  const Operation writes_y = kernel(1, 1, {"x"}, {"y"});
  EXPECT_EQ(races({writes_y, copy_out(2, 1, "y")}),
            (std::vector<Race>{{Race::Kind::read_before_written, 0, 1, "y"}}));
  EXPECT_TRUE(races({writes_y, copy_out(1, 1, "y")}).empty());
  EXPECT_TRUE(races({writes_y, record(1, 0), wait_for(2, 0), copy_out(2, 1, "y")}).empty());
  EXPECT_TRUE(races({writes_y, sync_stream(1), copy_out(2, 1, "y")}).empty());
  // The event was recorded too early.
  EXPECT_EQ(races({record(1, 0), writes_y, wait_for(2, 0), copy_out(2, 1, "y")}).size(), 1U);
}

TEST(Race, the_legacy_default_stream_hides_it_and_non_blocking_streams_show_it) {
  const std::vector<Operation> operations{kernel(1, 1, {}, {"y"}), copy_out(0, 1, "y")};
  EXPECT_TRUE(races(operations, StreamKind::blocking).empty());
  EXPECT_EQ(races(operations, StreamKind::non_blocking).size(), 1U);
}

TEST(Race, a_host_that_reads_a_result_before_it_is_there) {
  const Operation reads = host_work(1, {"host y"});
  EXPECT_EQ(races({copy_out(1, 1, "y"), reads}),
            (std::vector<Race>{{Race::Kind::read_before_written, 0, 1, "host y"}}));
  EXPECT_TRUE(races({copy_out(1, 1, "y"), sync_stream(1), reads}).empty());
  EXPECT_TRUE(races({pageable(copy_out(1, 1, "y")), reads}).empty());
}

TEST(Race, data_overwritten_while_they_are_read_or_written) {
  EXPECT_EQ(races({kernel(1, 1, {"x"}, {}), copy_in(2, 1, "x")}),
            (std::vector<Race>{{Race::Kind::written_while_read, 0, 1, "x"}}));
  EXPECT_EQ(races({kernel(1, 1, {"x"}, {"x"}), kernel(2, 1, {"x"}, {"x"})}),
            (std::vector<Race>{{Race::Kind::written_twice, 0, 1, "x"}}));
  EXPECT_TRUE(races({kernel(1, 1, {"x"}, {}), kernel(2, 1, {"x"}, {})}).empty());
}

}  // namespace
}  // namespace lanescope::transfer
