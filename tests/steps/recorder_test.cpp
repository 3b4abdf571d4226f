// Recordings of PTX kernels, compared with the host's computation.
#include <gtest/gtest.h>

#include <map>

#include "sim/steps/recording.h"
#include "tests/steps/arithmetic_check.h"
#include "tests/steps/ptx_recording.h"

namespace lanescope::steps {
namespace {

using exec::all_lanes;

TEST(Recorder, straight_line_values_of_every_lane) {
  const auto done = record({.body = R"(
mul.lo.s32 %r2, %r1, 3;
add.s32 %r3, %r2, 7;
cvt.rn.f32.s32 %f1, %r3;
mul.f32 %f2, %f1, 0f3F000000;
)"});
  ASSERT_EQ(done.error, "");
  ASSERT_EQ(done.recordings.size(), 1U);
  const Recording& r = done.recordings[0];
  ASSERT_EQ(r.steps.size(), 7U);  // two in the prologue, four in the body, ret
  EXPECT_TRUE(r.ended);
  EXPECT_FALSE(r.truncated);
  EXPECT_EQ(r.valid, all_lanes);
  EXPECT_EQ(r.instruction_of(0).text, "ld.param.u64 %rd1, [out]");
  EXPECT_EQ(r.instruction_of(3).text, "add.s32 %r3, %r2, 7");
  EXPECT_EQ(r.instruction_of(3).place.line, 10);
  for (std::uint32_t lane = 0; lane < lane_count; ++lane) {
    EXPECT_EQ(value_of(r, "%r3", lane, 6)->low, lane * 3 + 7);
    const float half = static_cast<float>(lane * 3 + 7) * 0.5F;
    EXPECT_EQ(value_of(r, "%f2", lane, 5)->low, std::bit_cast<std::uint32_t>(half));
    // Not written yet.
    EXPECT_FALSE(value_of(r, "%r3", lane, 2).has_value());
    EXPECT_FALSE(value_of(r, "%f2", lane, 4).has_value());
  }
}

TEST(Recorder, a_dead_register_still_shows_what_it_held) {
  // %r2 is dead once %r3 is computed: the emulator gives its row to %r4.
  const auto done = record({.body = R"(
mul.lo.s32 %r2, %r1, 3;
add.s32 %r3, %r2, 7;
mul.lo.s32 %r4, %r3, %r3;
mul.lo.s32 %r5, %r4, %r1;
)"});
  ASSERT_EQ(done.error, "");
  const Recording& r = done.recordings[0];
  EXPECT_EQ(value_of(r, "%r2", 5, r.steps.size() - 1)->low, 15U);
  EXPECT_EQ(value_of(r, "%r4", 5, r.steps.size() - 1)->low, 22U * 22U);
}

TEST(Recorder, bits_are_numbers_of_the_type_that_instructions_give_them) {
  const auto done = record({.body = R"(
mov.b32 %r2, 0xc0003c00;
add.f16x2 %r3, %r2, %r2;
mov.b32 %r4, %r3;
mov.b32 %r5, 0xc0003fc0;
neg.bf16x2 %r6, %r5;
mov.b16 %rs1, 0x3fc0;
neg.bf16 %rs2, %rs1;
)"});
  ASSERT_EQ(done.error, "");
  const Recording& r = done.recordings[0];
  std::map<std::string, std::string> texts;
  for (const Register& reg : r.listing->functions[0].registers) {
    const auto value = value_of(r, reg.name, 0, r.steps.size() - 1);
    if (value) texts[reg.name] = value_text(reg, *value);
  }
  EXPECT_EQ(texts["%r2"], "(1, -2)");
  EXPECT_EQ(texts["%r4"], "(2, -4)");  // moved without conversion
  EXPECT_EQ(texts["%r5"], "(1.5, -2)");
  EXPECT_EQ(texts["%r6"], "(-1.5, 2)");
  EXPECT_EQ(texts["%rs2"], "-1.5");
}

TEST(Recorder, a_loop_steps_through_each_round) {
  const auto done = record({.body = R"(
mov.u32 %r2, 0;
mov.u32 %r3, 0;
$L:
add.s32 %r3, %r3, %r1;
add.s32 %r2, %r2, 1;
setp.lt.s32 %p1, %r2, 5;
@%p1 bra $L;
)"});
  ASSERT_EQ(done.error, "");
  const Recording& r = done.recordings[0];
  const auto rounds = steps_of(r, "add.s32 %r3");
  ASSERT_EQ(rounds.size(), 5U);
  for (std::size_t i = 0; i < rounds.size(); ++i) {
    EXPECT_EQ(value_of(r, "%r3", 9, rounds[i])->low, 9 * (i + 1));
    EXPECT_EQ(value_of(r, "%r2", 9, rounds[i])->low, i);
  }
  const auto compares = steps_of(r, "setp.lt.s32");
  EXPECT_EQ(value_of(r, "%p1", 0, compares[3])->low, 1U);
  EXPECT_EQ(value_of(r, "%p1", 0, compares[4])->low, 0U);
}

TEST(Recorder, divergent_lanes_keep_what_they_had) {
  const auto done = record({.body = R"(
mov.u32 %r2, 100;
setp.lt.s32 %p1, %r1, 10;
@%p1 bra $THEN;
add.s32 %r2, %r1, 1000;
bra $END;
$THEN:
mul.lo.s32 %r2, %r1, 2;
$END:
add.s32 %r3, %r2, 1;
)"});
  ASSERT_EQ(done.error, "");
  const Recording& r = done.recordings[0];
  const auto then_step = steps_of(r, "mul.lo.s32 %r2").at(0);
  const auto else_step = steps_of(r, "add.s32 %r2").at(0);
  EXPECT_EQ(r.steps[then_step].active, 0x3ffU);
  EXPECT_EQ(r.steps[else_step].active, ~0x3ffU);
  EXPECT_EQ(r.steps[steps_of(r, "add.s32 %r3").at(0)].active, all_lanes);
  const std::size_t first = std::min(then_step, else_step);
  const std::uint32_t other = then_step < else_step ? 20 : 3;  // a lane that is not active in it
  EXPECT_EQ(value_of(r, "%r2", other, first)->low, 100U);
  for (std::uint32_t lane = 0; lane < lane_count; ++lane) {
    EXPECT_EQ(value_of(r, "%r3", lane, r.steps.size() - 1)->low,
              (lane < 10 ? 2 * lane : lane + 1000) + 1);
  }
}

TEST(Recorder, all_active_lanes_execute_a_branch_that_none_or_some_of_them_take) {
  const auto done = record({.body = R"(
setp.lt.s32 %p1, %r1, 0;
@%p1 bra $END;
setp.lt.s32 %p2, %r1, 4;
@%p2 bra $END;
setp.lt.s32 %p3, %r1, 6;
@%p3 mov.u32 %r2, 1;
$END:
mov.u32 %r3, 1;
)"});
  ASSERT_EQ(done.error, "");
  const Recording& r = done.recordings[0];
  const auto none = steps_of(r, "@%p1").at(0);
  EXPECT_EQ(r.steps[none].executing, 0U);
  EXPECT_EQ(r.taking_part(none), all_lanes);
  const auto some = steps_of(r, "@%p2").at(0);
  EXPECT_EQ(r.steps[some].executing, 0xfU);
  EXPECT_EQ(r.taking_part(some), all_lanes);
  EXPECT_EQ(r.taking_part(steps_of(r, "@%p3").at(0)), 0x30U);  // any other guard
}

TEST(Recorder, a_guard_that_does_not_hold_is_a_step_without_a_write) {
  const auto done = record({.body = R"(
setp.lt.s32 %p1, %r1, 4;
mov.u32 %r2, 1;
@%p1 mov.u32 %r2, 2;
setp.lt.s32 %p2, %r1, 0;
@%p2 mov.u32 %r2, 3;
)"});
  ASSERT_EQ(done.error, "");
  const Recording& r = done.recordings[0];
  const auto some = steps_of(r, "@%p1").at(0);
  EXPECT_EQ(r.steps[some].active, all_lanes);
  EXPECT_EQ(r.steps[some].executing, 0xfU);
  EXPECT_EQ(value_of(r, "%r2", 3, some)->low, 2U);
  EXPECT_EQ(value_of(r, "%r2", 4, some)->low, 1U);
  const auto nobody = steps_of(r, "@%p2").at(0);
  EXPECT_EQ(r.steps[nobody].executing, 0U);
  EXPECT_EQ(r.first_write(nobody), r.first_write(nobody + 1));
}

TEST(Recorder, parts_of_one_instruction_are_one_step) {
  const auto done = record({.body = R"(
cvt.u64.u32 %rd2, %r1;
shl.b64 %rd3, %rd2, 33;
or.b64 %rd4, %rd3, %rd2;
mov.b64 {%r2, %r3}, %rd4;
)"});
  ASSERT_EQ(done.error, "");
  const Recording& r = done.recordings[0];
  const auto unpack = steps_of(r, "mov.b64 {%r2, %r3}");
  ASSERT_EQ(unpack.size(), 1U);
  EXPECT_EQ(r.first_write(unpack[0] + 1) - r.first_write(unpack[0]), 2U);
  EXPECT_EQ(value_of(r, "%rd4", 7, unpack[0])->low, (7ULL << 33) | 7);
  EXPECT_EQ(value_of(r, "%r2", 7, unpack[0])->low, 7U);
  EXPECT_EQ(value_of(r, "%r3", 7, unpack[0])->low, 14U);
}

TEST(Recorder, a_register_of_16_bytes_has_both_halves) {
  const auto done = record({.body = R"(
cvt.u64.u32 %rd2, %r1;
add.s64 %rd3, %rd2, 5;
mov.b128 %q1, {%rd2, %rd3};
)"});
  ASSERT_EQ(done.error, "");
  const Recording& r = done.recordings[0];
  EXPECT_EQ(value_of(r, "%q1", 11, r.steps.size() - 1), (Value{11, 16}));
}

TEST(Recorder, an_access_belongs_to_its_step_with_its_cost) {
  const auto done = record({.body = R"(
mul.wide.u32 %rd2, %r1, 128;
add.s64 %rd3, %rd1, %rd2;
st.global.u32 [%rd3], %r1;
ld.global.u32 %r2, [%rd3];
)",
                            .config = {{1, 1, 1}, {32, 1, 1}, 0}});
  ASSERT_EQ(done.error, "");
  const Recording& r = done.recordings[0];
  ASSERT_EQ(r.events.size(), 2U);
  const std::size_t store = steps_of(r, "st.global").at(0);
  EXPECT_EQ(event_of_step(r, store), 0U);
  EXPECT_EQ(step_of_event(r, 0), store);
  EXPECT_EQ(event_of_step(r, store - 1), std::nullopt);
  const report::Event& event = r.events[0];
  EXPECT_EQ(event.cost, 32U);
  EXPECT_EQ(event.ideal, 4U);
  EXPECT_EQ(event.access.op, memory::Op::store);
  const std::size_t load = steps_of(r, "ld.global").at(0);
  EXPECT_EQ(value_of(r, "%r2", 31, load)->low, 31U);
}

TEST(Recorder, a_reduction_at_a_barrier_is_known_once_it_lets_go) {
  const auto done = record({.body = R"(
setp.lt.s32 %p1, %r1, 40;
barrier.cta.red.popc.aligned.u32 %r2, 0, %p1;
add.s32 %r3, %r2, 1;
)",
                            .config = {{1, 1, 1}, {64, 1, 1}, 0},
                            .warps = 3});
  ASSERT_EQ(done.error, "");
  ASSERT_EQ(done.recordings.size(), 2U);
  for (const Recording& r : done.recordings) {
    const auto barrier = steps_of(r, "barrier.cta.red");
    ASSERT_EQ(barrier.size(), 1U);
    EXPECT_EQ(r.instruction_of(barrier[0]).kind, InstructionKind::barrier);
    EXPECT_EQ(value_of(r, "%r2", 0, barrier[0])->low, 40U);
    ASSERT_EQ(r.events.size(), 1U);
    EXPECT_EQ(r.events[0].kind, report::EventKind::barrier);
  }
}

constexpr const char* factorial = R"(
.func (.param .b32 result) fact(.param .b32 n)
{
.reg .pred %p<4>;
.reg .b32 %r<8>;
.loc 1 3 1
ld.param.u32 %r1, [n];
setp.lt.s32 %p1, %r1, 2;
mov.u32 %r4, 1;
@%p1 bra $DONE;
add.s32 %r2, %r1, -1;
{
.param .b32 p0;
st.param.b32 [p0], %r2;
.param .b32 r0;
call.uni (r0), fact, (p0);
ld.param.b32 %r3, [r0];
}
mul.lo.s32 %r4, %r1, %r3;
$DONE:
st.param.b32 [result], %r4;
ret;
}
)";

TEST(Recorder, each_call_has_registers_of_its_own) {
  const auto done = record({.body = R"(
mov.u32 %r2, 4;
{
.param .b32 p0;
st.param.b32 [p0], %r2;
.param .b32 r0;
call.uni (r0), fact, (p0);
ld.param.b32 %r3, [r0];
}
add.s32 %r4, %r3, 1;
)",
                            .globals = factorial});
  ASSERT_EQ(done.error, "");
  const Recording& r = done.recordings[0];
  ASSERT_EQ(r.frames.size(), 5U);  // the kernel, and fact of 4, 3, 2, 1
  for (std::uint32_t depth = 0; depth < r.frames.size(); ++depth)
    EXPECT_EQ(r.frames[depth].depth, depth);
  const std::size_t last = r.steps.size() - 1;
  EXPECT_EQ(value_of(r, "%r4", 0, last)->low, 25U);
  const auto products = steps_of(r, "mul.lo.s32 %r4");
  ASSERT_EQ(products.size(), 3U);
  EXPECT_EQ(value_of(r, "%r4", 0, products[0])->low, 2U);
  EXPECT_EQ(value_of(r, "%r4", 0, products[1])->low, 6U);
  EXPECT_EQ(value_of(r, "%r4", 0, products[2])->low, 24U);
  EXPECT_EQ(value_of(r, "%r1", 0, products[1])->low, 3U);
}

TEST(Recorder, the_last_warp_has_only_its_threads) {
  const auto done =
      record({.body = "add.s32 %r2, %r1, 1;", .config = {{1, 1, 1}, {40, 1, 1}, 0}, .warps = 2});
  ASSERT_EQ(done.error, "");
  const Recording& r = done.recordings[0];
  EXPECT_EQ(r.warp, 1U);
  EXPECT_EQ(r.valid, 0xffU);
  EXPECT_EQ(r.steps[2].active, 0xffU);
  EXPECT_EQ(value_of(r, "%r2", 7, 2)->low, 40U);
  EXPECT_FALSE(value_of(r, "%r2", 8, 2).has_value());
}

TEST(Recorder, another_block_is_recorded_though_many_run) {
  const auto done = record({.body = "mov.u32 %r2, %ctaid.x; add.s32 %r3, %r2, 1;",
                            .config = {{50, 1, 1}, {32, 1, 1}, 0},
                            .block_index = 33});
  ASSERT_EQ(done.error, "");
  ASSERT_EQ(done.recordings.size(), 1U);
  EXPECT_EQ(done.recordings[0].block, (report::Dim3{33, 0, 0}));
  EXPECT_EQ(value_of(done.recordings[0], "%r3", 0, 3)->low, 34U);
  EXPECT_EQ(done.run.blocks_run, 50U);
}

// Each warp stores the clock after a long loop, so the stored values show the order in which the
// warps took turns.
constexpr const char* turns = R"(
mov.u32 %r2, 0;
$L:
mad.lo.s32 %r3, %r2, 17, %r1;
mov.u64 %rd5, %clock64;
add.s32 %r2, %r2, 1;
setp.lt.s32 %p1, %r2, 9000;
@%p1 bra $L;
shl.b32 %r4, %r1, 3;
cvt.u64.u32 %rd2, %r4;
add.s64 %rd3, %rd1, %rd2;
st.global.u64 [%rd3], %rd5;
)";

TEST(Recorder, following_a_warp_changes_nothing) {
  PtxKernel kernel{.body = turns, .config = {{3, 1, 1}, {128, 1, 1}, 0}, .warps = 5};
  const auto followed = record(kernel);
  kernel.record = false;
  const auto alone = record(kernel);
  ASSERT_EQ(followed.error, "");
  ASSERT_EQ(alone.error, "");
  EXPECT_EQ(followed.recordings.size(), 2U);
  EXPECT_TRUE(alone.recordings.empty());
  EXPECT_EQ(followed.out, alone.out);
  EXPECT_NE(followed.out[0], followed.out[127]);  // the warps did take turns
  EXPECT_EQ(followed.run.counts, alone.run.counts);
  EXPECT_EQ(followed.run.profile, alone.run.profile);
}

TEST(Recorder, stops_at_its_budget_and_says_so) {
  const auto done =
      record({.body = turns, .config = {{1, 1, 1}, {32, 1, 1}, 0}, .max_bytes = 64 << 10});
  ASSERT_EQ(done.error, "");
  const Recording& r = done.recordings[0];
  EXPECT_TRUE(r.truncated);
  EXPECT_FALSE(r.ended);
  EXPECT_GT(r.steps.size(), 100U);
  EXPECT_LT(r.bytes(), 80U << 10);
  const auto check = check_arithmetic(r);
  EXPECT_EQ(check.mismatch, "");
  EXPECT_GT(check.checked, 1000U);
}

}  // namespace
}  // namespace lanescope::steps
