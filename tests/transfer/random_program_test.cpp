// What holds for every program on every machine.
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "sim/transfer/schedule.h"
#include "tests/transfer/programs.h"

namespace lanescope::transfer {
namespace {

class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  StreamProgram program() {
    StreamProgram program;
    program.default_behaviour = one_of(2) ? DefaultStream::legacy : DefaultStream::per_thread;
    for (std::size_t i = 0; i < 3; ++i)
      program.streams.push_back(one_of(2) ? StreamKind::blocking : StreamKind::non_blocking);
    const std::size_t count = one_of(20);
    for (std::size_t i = 0; i < count; ++i) {
      Operation operation;
      operation.kind = static_cast<OperationKind>(one_of(9));
      operation.stream = one_of(program.streams.size());
      operation.seconds = static_cast<double>(one_of(5));
      operation.fills = static_cast<double>(1 + one_of(4)) / 4;
      operation.event = one_of(2);
      operation.is_pageable = one_of(4) == 0;
      operation.is_synchronous = one_of(6) == 0;
      program.operations.push_back(operation);
    }
    return program;
  }
  StreamMachine machine() {
    return {static_cast<unsigned>(one_of(3)), one_of(2) ? Queues::many : Queues::one_per_engine,
            one_of(2) == 0, 0, one_of(2) == 0 ? 2.0 : 1.0};  // both halves are exact
  }

 private:
  std::size_t one_of(std::size_t count) {
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(random_);
  }
  std::mt19937 random_;
};

void expect_no_engine_does_too_much(const StreamProgram& program, const Timeline& timeline) {
  for (const Placed& at : timeline.operations) {
    if (at.end == at.begin) continue;
    std::map<Engine, double> used;
    for (std::size_t i = 0; i < timeline.operations.size(); ++i) {
      const Placed& other = timeline.operations[i];
      if (other.begin <= at.begin && at.begin < other.end)
        used[other.engine] +=
            program.operations[i].kind == OperationKind::kernel ? program.operations[i].fills : 1;
    }
    for (const auto& [engine, part] : used) EXPECT_LE(part, 1) << name_of(engine);
  }
}

void expect_waits_fill_the_time_before(const Placed& placed) {
  double at = placed.issued;
  for (const Wait& wait : placed.waits) {
    EXPECT_EQ(wait.from, at);
    EXPECT_LT(wait.from, wait.to);
    at = wait.to;
  }
  EXPECT_EQ(at, placed.begin);
}

TEST(RandomProgram, is_placed_as_it_must_be) {
  for (unsigned seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(seed);
    Generator generator(seed);
    const StreamProgram program = generator.program();
    const auto timeline = schedule(program, generator.machine());
    ASSERT_TRUE(timeline);
    for (const Dependency& edge : timeline->dependencies) {
      EXPECT_LT(edge.before, edge.after);
      EXPECT_LE(timeline->operations[edge.before].end, timeline->operations[edge.after].begin);
    }
    for (const Placed& placed : timeline->operations) expect_waits_fill_the_time_before(placed);
    expect_no_engine_does_too_much(program, *timeline);
    EXPECT_LE(timeline->bound_seconds, timeline->total_seconds);
    EXPECT_LE(timeline->total_seconds, timeline->sequential_seconds);
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace lanescope::transfer
