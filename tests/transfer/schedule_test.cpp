// Timelines computed by hand.
#include "sim/transfer/schedule.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

#include "tests/transfer/programs.h"

namespace lanescope::transfer {
namespace {

using Spans = std::vector<std::pair<double, double>>;

Timeline timeline_of(const StreamProgram& program, const StreamMachine& machine = many_queues()) {
  const auto timeline = schedule(program, machine);
  EXPECT_TRUE(timeline);
  return timeline.value_or(Timeline{});
}

Spans spans(const Timeline& timeline) {
  Spans all;
  for (const Placed& placed : timeline.operations) all.emplace_back(placed.begin, placed.end);
  return all;
}

Spans spans(std::vector<Operation> operations, StreamKind kind = StreamKind::non_blocking) {
  return spans(timeline_of(program_of(std::move(operations), kind)));
}

TEST(Schedule, streams_overlap_where_their_engines_differ) {
  EXPECT_EQ(spans({copy_in(1, 2), kernel(1, 3), copy_out(1, 1), copy_in(2, 2), kernel(2, 3)}),
            (Spans{{0, 2}, {2, 5}, {5, 6}, {2, 4}, {5, 8}}));
}

TEST(Schedule, kernels_run_side_by_side_while_there_is_room) {
  EXPECT_EQ(spans({small_kernel(1, 2, 0.5), small_kernel(2, 3, 0.5), small_kernel(3, 1, 0.5)}),
            (Spans{{0, 2}, {0, 3}, {2, 3}}));
  EXPECT_EQ(spans({kernel(1, 2), kernel(2, 3)}), (Spans{{0, 2}, {2, 5}}));
}

TEST(Schedule, a_small_kernel_does_not_overtake_one_that_waits_for_room) {
  EXPECT_EQ(spans({small_kernel(1, 2, 0.5), kernel(2, 1), small_kernel(3, 1, 0.5)}),
            (Spans{{0, 2}, {2, 3}, {3, 4}}));
}

// As measured on an H100 with kernels of 1,012 us: 1,015, 2,017, 3,022 us.
TEST(Schedule, the_legacy_default_stream_serialises_blocking_streams) {
  const std::vector<Operation> operations{small_kernel(1, 1, 0.1), small_kernel(0, 1, 0.1),
                                          small_kernel(2, 1, 0.1)};
  EXPECT_EQ(spans(operations, StreamKind::blocking), (Spans{{0, 1}, {1, 2}, {2, 3}}));
  EXPECT_EQ(spans(operations, StreamKind::non_blocking), (Spans{{0, 1}, {0, 1}, {0, 1}}));
  StreamProgram program = program_of(operations, StreamKind::blocking);
  program.default_behaviour = DefaultStream::per_thread;
  EXPECT_EQ(spans(timeline_of(program)), (Spans{{0, 1}, {0, 1}, {0, 1}}));
}

TEST(Schedule, the_wait_behind_an_event_names_the_kernel) {
  const Timeline timeline = timeline_of(
      program_of({kernel(1, 2), record(1, 0), copy_in(2, 1), wait_for(2, 0), copy_out(2, 1)}));
  EXPECT_EQ(spans(timeline), (Spans{{0, 2}, {2, 2}, {0, 1}, {2, 2}, {2, 3}}));
  const auto wait = wait_at(timeline, 4, 1.5);
  ASSERT_TRUE(wait);
  EXPECT_EQ(wait->cause, Wait::Cause::order);
  EXPECT_EQ(wait->reason, OrderReason::event);
  EXPECT_EQ(wait->on, 0U);
  EXPECT_EQ(wait->from, 0);
  EXPECT_EQ(wait->to, 2);
  EXPECT_FALSE(wait_at(timeline, 4, 2));
}

TEST(Schedule, the_host_waits_and_then_goes_on) {
  EXPECT_EQ(spans({kernel(1, 2), host_work(1), sync_stream(1), host_work(3), kernel(2, 1)}),
            (Spans{{0, 2}, {0, 1}, {2, 2}, {2, 5}, {5, 6}}));
  EXPECT_EQ(spans({kernel(1, 2), record(1, 0), kernel(1, 2), sync_event(0), kernel(2, 1)}),
            (Spans{{0, 2}, {2, 2}, {2, 4}, {2, 2}, {4, 5}}));
}

TEST(Schedule, each_call_takes_the_host_its_time) {
  StreamMachine machine = many_queues();
  machine.call_seconds = 1;
  const Timeline timeline = timeline_of(
      program_of({copy_in(1, 5), copy_out(2, 5), sync_device(), kernel(3, 5)}), machine);
  EXPECT_EQ(spans(timeline), (Spans{{1, 6}, {2, 7}, {7, 7}, {8, 13}}));
  EXPECT_EQ(timeline.operations[3].issued, 8);
}

TEST(Schedule, one_copy_engine_serves_both_directions) {
  StreamMachine machine = many_queues();
  const StreamProgram program = program_of({copy_in(1, 2), copy_out(2, 2), kernel(3, 1)});
  EXPECT_EQ(timeline_of(program, machine).total_seconds, 2);
  machine.copy_engines = 1;
  EXPECT_EQ(spans(timeline_of(program, machine)), (Spans{{0, 2}, {2, 4}, {0, 1}}));
  machine.copy_engines = 0;
  EXPECT_EQ(spans(timeline_of(program, machine)), (Spans{{0, 2}, {2, 4}, {4, 5}}));
}

// Together each takes twice as long: in to 4, out then has half of its 3 s to go; the next copy in
// begins beside that.
TEST(Schedule, copies_in_both_directions_slow_each_other_while_both_run) {
  StreamMachine machine = many_queues();
  machine.both_ways = 2;
  EXPECT_EQ(spans(timeline_of(program_of({copy_in(1, 2), copy_out(2, 3), copy_in(3, 1)}), machine)),
            (Spans{{0, 4}, {0, 6}, {4, 6}}));
  // Alone again, what is left is as quick as before.
  EXPECT_EQ(spans(timeline_of(program_of({copy_in(1, 1), copy_out(2, 4)}), machine)),
            (Spans{{0, 2}, {0, 5}}));
  // One after the other, they do not.
  EXPECT_EQ(spans(timeline_of(program_of({copy_in(1, 2), copy_out(1, 3)}), machine)),
            (Spans{{0, 2}, {2, 5}}));
  machine.copy_engines = 1;
  EXPECT_EQ(spans(timeline_of(program_of({copy_in(1, 2), copy_out(2, 3)}), machine)),
            (Spans{{0, 2}, {2, 5}}));
}

TEST(Schedule, waiting_for_an_engine_is_told_from_waiting_in_its_queue) {
  // One copy engine, one queue: the second copy in waits behind the first copy out.
  const Timeline timeline = timeline_of(
      program_of({copy_in(1, 1), kernel(1, 1), copy_out(1, 1), copy_in(2, 1)}), tesla_c1060());
  EXPECT_EQ(spans(timeline), (Spans{{0, 1}, {1, 2}, {2, 3}, {3, 4}}));
  const std::vector<Wait>& waits = timeline.operations[3].waits;
  ASSERT_EQ(waits.size(), 3U);
  EXPECT_EQ(waits[0].cause, Wait::Cause::engine);
  EXPECT_EQ(waits[0].on, 0U);
  EXPECT_EQ(waits[1].cause, Wait::Cause::queue);
  EXPECT_EQ(waits[1].on, 2U);
  EXPECT_EQ(waits[1].from, 1);
  EXPECT_EQ(waits[1].to, 2);
  EXPECT_EQ(waits[2].cause, Wait::Cause::engine);
  EXPECT_EQ(waits[2].on, 2U);
}

TEST(Schedule, knows_what_no_machine_of_its_kind_beats) {
  // The kernels' 6 s, after the shortest copy in and before the shortest copy out.
  const Timeline timeline = timeline_of(
      program_of({copy_in(1, 1), kernel(1, 3), copy_out(1, 1), copy_in(2, 2), kernel(2, 3)}));
  EXPECT_EQ(timeline.bound_seconds, 7);
  EXPECT_EQ(timeline.total_seconds, 7);
  EXPECT_EQ(timeline.sequential_seconds, 10);
  // One long chain.
  EXPECT_EQ(timeline_of(program_of({copy_in(1, 4), kernel(1, 1), kernel(2, 2)})).bound_seconds, 5);
  EXPECT_EQ(timeline_of(program_of({})).bound_seconds, 0);
}

TEST(Schedule, refuses_what_is_no_program) {
  using Kind = ProgramProblem::Kind;
  const auto problem = [](std::vector<Operation> operations) {
    return schedule(program_of(std::move(operations)), many_queues()).error();
  };
  EXPECT_EQ(problem({kernel(1, 1), kernel(4, 1)}).kind, Kind::no_such_stream);
  EXPECT_EQ(problem({kernel(1, 1), kernel(4, 1)}).operation, 1U);
  EXPECT_EQ(problem({kernel(1, -1)}).kind, Kind::bad_seconds);
  EXPECT_EQ(problem({kernel(1, INFINITY)}).kind, Kind::bad_seconds);
  EXPECT_EQ(problem({small_kernel(1, 1, 0)}).kind, Kind::bad_fills);
  EXPECT_EQ(problem({small_kernel(1, 1, 1.5)}).kind, Kind::bad_fills);
}

}  // namespace
}  // namespace lanescope::transfer
