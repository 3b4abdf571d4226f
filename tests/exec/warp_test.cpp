// Exchange between lanes when only part of the warp takes part.
#include <algorithm>
#include <bit>
#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include "tests/exec/ptx_run.h"

namespace lanescope::exec {
namespace {

using U32 = std::uint32_t;
using U64 = std::uint64_t;

// Runs `body`, in which %r10 is the lane, %r11 the low half of the lane's input word, and %r30 the
// result. Compares each lane's result with `expected`.
void expect_lanes(const std::string& body, const std::vector<U64>& in,
                  const std::function<U32(U32)>& expected) {
  PtxRun run;
  run.in = in;
  run.body = "mov.u32 %r10, %laneid;\nld.global.u32 %r11, [%rd4];\nmov.u32 %r30, 7777;\n" + body +
             "\ncvt.u64.u32 %rd30, %r30;\nst.global.u64 [%rd3], %rd30;";
  const PtxResult result = run_ptx(run);
  for (U32 lane = 0; lane < 32; ++lane)
    EXPECT_EQ(result.out[lane], U64{expected(lane)}) << "lane " << lane;
}

std::vector<U64> words() {
  std::vector<U64> in;
  for (U64 lane = 0; lane < 32; ++lane) in.push_back(lane * 0x9e37'79b9U % 17);
  return in;
}

// %r12: the mask of the lane's half of the warp.
constexpr const char* two_halves =
    "setp.lt.u32 %p1, %r10, 16;\nselp.b32 %r12, 0x0000ffff, 0xffff0000, %p1;\n";

TEST(Warp, sets_that_execute_together_vote_each_for_itself) {
  const auto in = words();
  expect_lanes(
      std::string(two_halves) + "setp.gt.u32 %p2, %r11, 8;\nvote.sync.ballot.b32 %r30, %p2, %r12;",
      in, [&](U32 lane) {
        U32 bits = 0;
        for (U32 l = 0; l < 32; ++l) bits |= U32{in[l] > 8} << l;
        return bits & (lane < 16 ? 0xffffU : 0xffff'0000U);
      });
}

TEST(Warp, a_set_is_unanimous_independently_of_the_other) {
  expect_lanes(std::string(two_halves) +
                   "setp.lt.u32 %p2, %r10, 20;\nvote.sync.all.pred %p3, %p2, %r12;\n"
                   "vote.sync.uni.pred %p4, !%p2, %r12;\nselp.b32 %r30, 1, 0, %p3;\n"
                   "@%p4 add.u32 %r30, %r30, 2;",
               words(), [](U32 lane) { return lane < 16 ? 3U : 0U; });
}

TEST(Warp, lanes_outside_the_mask_do_not_vote) {
  expect_lanes(
      "setp.ne.u32 %p2, %r10, 99;\n@%p2 bra L;\nL:\nsetp.lt.u32 %p1, %r10, 8;\n"
      "@!%p1 bra END;\nvote.sync.ballot.b32 %r30, %p2, 0xff;\nEND:",
      words(), [](U32 lane) { return lane < 8 ? 0xffU : 7777U; });
}

TEST(Warp, reductions_are_over_the_set) {
  const auto in = words();
  expect_lanes(std::string(two_halves) + "redux.sync.add.s32 %r30, %r11, %r12;", in, [&](U32 lane) {
    U32 sum = 0;
    for (U32 l = lane / 16 * 16; l < lane / 16 * 16 + 16; ++l) sum += static_cast<U32>(in[l]);
    return sum;
  });
  expect_lanes(
      std::string(two_halves) + "redux.sync.max.u32 %r11, %r11, %r12;\nmov.u32 %r30, %r11;", in,
      [&](U32 lane) {
        U64 largest = 0;
        for (U32 l = lane / 16 * 16; l < lane / 16 * 16 + 16; ++l)
          largest = std::max(largest, in[l]);
        return static_cast<U32>(largest);
      });
}

TEST(Warp, match_finds_equals_inside_the_set_only) {
  const auto in = words();
  expect_lanes(std::string(two_halves) + "match.any.sync.b32 %r30, %r11, %r12;", in, [&](U32 lane) {
    U32 bits = 0;
    for (U32 l = lane / 16 * 16; l < lane / 16 * 16 + 16; ++l) bits |= U32{in[l] == in[lane]} << l;
    return bits;
  });
  expect_lanes(std::string(two_halves) +
                   "setp.lt.u32 %p2, %r10, 17;\nselp.b32 %r11, 5, 6, %p2;\n"
                   "match.all.sync.b32 %r30|%p3, %r11, %r12;\n@%p3 add.u32 %r30, %r30, 1;",
               in, [](U32 lane) { return lane < 16 ? 0x1'0000U : 0U; });
}

TEST(Warp, elects_the_lowest_lane_of_each_set) {
  expect_lanes(
      std::string(two_halves) + "elect.sync %r30|%p2, %r12;\n@%p2 add.u32 %r30, %r30, 100;",
      words(), [](U32 lane) {
        const U32 leader = lane < 16 ? 0 : 16;
        return leader + (lane == leader ? 100U : 0U);
      });
  expect_lanes(
      "setp.gt.u32 %p1, %r10, 4;\n@!%p1 bra END;\nelect.sync _|%p2, 0xffffffe0;\n"
      "selp.b32 %r30, 1, 0, %p2;\nEND:",
      words(), [](U32 lane) { return lane < 5 ? 7777U : U32{lane == 5}; });
}

TEST(Warp, float_reductions_pass_over_nan_and_order_zeros) {
  std::vector<U64> in(32, 0x7fc0'0000);  // NaN
  in[3] = 0x8000'0000;                   // -0
  in[9] = 0;                             // +0
  expect_lanes("mov.b32 %f1, %r11;\nredux.sync.min.f32 %f2, %f1, -1;\nmov.b32 %r30, %f2;", in,
               [](U32) { return 0x8000'0000U; });
  expect_lanes("mov.b32 %f1, %r11;\nredux.sync.max.NaN.f32 %f2, %f1, -1;\nmov.b32 %r30, %f2;", in,
               [](U32) { return 0x7fff'ffffU; });
  in[4] = std::bit_cast<U32>(-3.5F);
  expect_lanes("mov.b32 %f1, %r11;\nredux.sync.max.abs.f32 %f2, %f1, -1;\nmov.b32 %r30, %f2;", in,
               [](U32) { return std::bit_cast<U32>(3.5F); });
}

TEST(Warp, old_forms_take_all_active_lanes) {
  expect_lanes("setp.lt.u32 %p1, %r10, 3;\nvote.ballot.b32 %r30, %p1;", words(),
               [](U32) { return 7U; });
  expect_lanes("shfl.up.b32 %r30|%p1, %r10, 1, 0;\n@!%p1 mov.u32 %r30, 50;", words(),
               [](U32 lane) { return lane == 0 ? 50U : lane - 1; });
}

TEST(Warp, an_old_shuffle_has_no_mask_to_check_and_leaves_other_calls_alone) {
  expect_lanes(
      "setp.ge.u32 %p1, %r10, 5;\n@%p1 bra L;\nbar.warp.sync 0x1f;\nL:\n"
      "shfl.down.b32 %r30, %r10, 1, 31;",
      words(), [](U32 lane) { return std::min(lane + 1, 31U); });
}

TEST(Warp, masks_of_elections_and_float_reductions_are_checked) {
  for (const char* call : {"elect.sync _|%p2, 0xffff;", "redux.sync.min.f32 %f2, %f1, 0xffff;"}) {
    PtxRun run;
    run.body = std::string("mov.f32 %f1, 0f3f800000;\n") + call;
    const PtxResult result = run_ptx(run);
    ASSERT_EQ(result.run.diagnostics.size(), 1U) << call;
    EXPECT_EQ(result.run.diagnostics[0].kind, DiagnosticKind::warp_mask);
    EXPECT_EQ(result.run.diagnostics[0].thread, (Dim3{16, 0, 0}));
  }
}

TEST(Warp, vote_sync_without_its_mask_is_refused) {
  PtxRun run;
  run.body = "vote.sync.any.pred %p1, %p2;";
  EXPECT_EQ(errors_of(run).size(), 1U);
}

}  // namespace
}  // namespace lanescope::exec
