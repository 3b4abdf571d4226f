// Warps of shipped lessons, with both compilers: the recording shows what the ordinary run does.
#include <gtest/gtest.h>

#include <cstring>
#include <map>

#include "app/session/steps/steps.h"
#include "tests/some.h"
#include "tests/steps/arithmetic_check.h"

namespace lanescope::app {
namespace {

using compile::Compiler;

struct Case {
  std::string lesson, variant;
  lesson::Values values;
  report::Dim3 block;
  std::uint32_t warp;
};

class LessonSteps : public ::testing::TestWithParam<Compiler> {
 protected:
  void SetUp() override {
    for (const compile::Availability& one : compile::available()) {
      if (one.compiler == GetParam() && !one.usable) GTEST_SKIP() << one.why_not;
    }
  }
  [[nodiscard]] RunRequest request(const Case& wanted) const {
    RunRequest request;
    request.lesson = wanted.lesson;
    request.variant = wanted.variant;
    request.overrides = wanted.values;
    request.focus_block = wanted.block;
    request.compiler = GetParam();
    request.want_arrays = true;
    return request;
  }
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {"transpose", "tile", {{"N", 128}, {"PAD", 0}}, {1, 2, 0}, 3},
      {"transpose", "swizzled", {{"N", 128}}, {3, 0, 0}, 31},
      {"reduction", "", {}, {1, 0, 0}, 0},
      {"matmul", "", {}, {0, 1, 0}, 5},
      {"divergence", "", {}, {0, 0, 0}, 1},
  };
  return all;
}

StepsPtr record(const RunRequest& request, std::uint32_t warp) {
  auto steps = record_steps({request, warp});
  EXPECT_TRUE(steps.has_value()) << steps.error().message;
  return steps ? *steps : nullptr;
}

TEST_P(LessonSteps, every_result_follows_from_the_operands) {
  for (const Case& wanted : tests::some(cases())) {
    SCOPED_TRACE(wanted.lesson + " " + wanted.variant);
    const StepsPtr steps = record(request(wanted), wanted.warp);
    ASSERT_NE(steps, nullptr);
    const auto check = steps::check_arithmetic(*steps->recording);
    EXPECT_EQ(check.mismatch, "");
    EXPECT_GT(check.checked, 100U);
  }
}

TEST_P(LessonSteps, accesses_and_barriers_are_those_of_the_ordinary_run) {
  for (const Case& wanted : tests::some(cases())) {
    SCOPED_TRACE(wanted.lesson + " " + wanted.variant);
    const auto outcome = run(request(wanted));
    ASSERT_TRUE(outcome.has_value()) << outcome.error().message;
    const StepsPtr steps = record(request(wanted), wanted.warp);
    ASSERT_NE(steps, nullptr);
    const auto& trace = (*outcome)->report.traces.at(wanted.warp);
    const auto& events = steps->recording->events;
    ASSERT_FALSE(trace.truncated);
    ASSERT_EQ(events.size(), trace.events.size());
    for (std::size_t e = 0; e < events.size(); ++e) {
      EXPECT_EQ(events[e].kind, trace.events[e].kind);
      EXPECT_EQ(events[e].place, trace.events[e].place);
      EXPECT_EQ(events[e].access.address, trace.events[e].access.address);
      EXPECT_EQ(events[e].access.mask, trace.events[e].access.mask);
      EXPECT_EQ(events[e].cost, trace.events[e].cost);
      EXPECT_EQ(events[e].ideal, trace.events[e].ideal);
    }
  }
}

// The bytes of the recorded stores are in the arrays after the ordinary run.
TEST_P(LessonSteps, what_the_transpose_stores_is_in_the_array) {
  const Case wanted = cases().front();
  const auto outcome = run(request(wanted));
  ASSERT_TRUE(outcome.has_value()) << outcome.error().message;
  const StepsPtr recorded = record(request(wanted), wanted.warp);
  ASSERT_NE(recorded, nullptr);
  const steps::Recording& recording = *recorded->recording;
  std::size_t compared = 0;
  for (std::size_t s = 0; s < recording.steps.size(); ++s) {
    const auto event = steps::event_of_step(recording, s);
    if (!event || recording.events[*event].access.op != memory::Op::store ||
        recording.events[*event].access.space != memory::Space::global) {
      continue;
    }
    // The value is in the last register of the store's text.
    const steps::Instruction& in = recording.instruction_of(s);
    const std::string name = in.text.substr(in.text.rfind(' ') + 1);
    const std::uint32_t frame = recording.steps[s].frame;
    const auto& registers = recording.listing->functions[0].registers;
    std::uint32_t value = 0;
    while (registers[value].name != name) ++value;
    for (std::uint32_t lane = 0; lane < steps::lane_count; ++lane) {
      const std::uint64_t address = recording.events[*event].access.address[lane];
      for (std::size_t a = 0; a < (*outcome)->report.arrays.size(); ++a) {
        const report::ArrayInfo& array = (*outcome)->report.arrays[a];
        const std::uint64_t offset = address - array.address;
        if (offset >= array.count * array.element_bytes) continue;
        std::uint32_t stored = 0;
        std::memcpy(&stored, (*outcome)->arrays[a].after.data() + offset, sizeof stored);
        EXPECT_EQ(recording.value_at(frame, value, lane, s)->low, stored);
        ++compared;
      }
    }
  }
  EXPECT_EQ(compared, 32U);
}

TEST_P(LessonSteps, parameters_and_indices_have_their_names) {
  const StepsPtr recorded = record(request(cases().front()), 3);
  ASSERT_NE(recorded, nullptr);
  const steps::Recording& recording = *recorded->recording;
  std::map<std::string, std::uint64_t> found;  // lane 5's registers at the end
  const auto& registers = recording.listing->functions[0].registers;
  for (std::uint32_t r = 0; r < registers.size(); ++r) {
    const auto value = recording.value_at(0, r, 5, recording.steps.size() - 1);
    if (value && !registers[r].meaning.empty()) found[registers[r].meaning] = value->low;
  }
  EXPECT_EQ(found.at("threadIdx.x"), 5U);
  EXPECT_EQ(found.at("threadIdx.y"), 3U);
  EXPECT_EQ(found.at("blockIdx.x"), 1U);
  EXPECT_EQ(found.at("blockIdx.y"), 2U);
  EXPECT_EQ(found.at("n"), 128U);
}

TEST_P(LessonSteps, a_block_that_does_not_run_is_reported) {
  StepsRequest wanted{request(cases().front()), 0};
  wanted.run.blocks = 3;  // of 16
  const auto steps = record_steps(wanted);
  ASSERT_FALSE(steps.has_value());
  EXPECT_NE(steps.error().message.find("block (1,2,0) did not run"), std::string::npos);
}

TEST_P(LessonSteps, a_recording_can_be_cancelled) {
  std::stop_source stop;
  stop.request_stop();
  const auto steps = record_steps({request(cases().front()), 0}, nullptr, stop.get_token());
  ASSERT_FALSE(steps.has_value());
  EXPECT_TRUE(steps.error().cancelled);
}

INSTANTIATE_TEST_SUITE_P(BothCompilers, LessonSteps,
                         ::testing::Values(Compiler::nvrtc, Compiler::clang), [](const auto& one) {
                           return one.param == Compiler::nvrtc ? "nvrtc" : "clang";
                         });

}  // namespace
}  // namespace lanescope::app
