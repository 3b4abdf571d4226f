// Looking up states: binary search in lists, compared with a plain replay of all writes.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <tuple>

#include "tests/steps/ptx_recording.h"

namespace lanescope::steps {
namespace {

// Lanes leave the loop one after the other. Global and shared accesses, good and bad ones.
const PtxKernel uneven{.body = R"(
.shared .align 4 .b8 tile[8192];
mov.u32 %r2, 0;
mov.u32 %r5, tile;
shl.b32 %r6, %r1, 7;
add.s32 %r7, %r5, %r6;
.loc 1 20 1
$L:
add.s32 %r2, %r2, 1;
mad.lo.s32 %r3, %r2, %r1, 7;
.loc 1 21 1
st.shared.u32 [%r7], %r3;
bar.warp.sync -1;
.loc 1 20 1
setp.lt.s32 %p1, %r2, %r1;
@%p1 bra $L;
.loc 1 22 1
mul.wide.u32 %rd2, %r1, 4;
add.s64 %rd3, %rd1, %rd2;
st.global.u32 [%rd3], %r3;
bar.sync 0;
ld.global.u32 %r4, [%rd3];
)",
                       .config = {{1, 1, 1}, {64, 1, 1}, 0}};

Recording sample() {
  auto done = record(uneven);
  EXPECT_EQ(done.error, "");
  return done.recordings.empty() ? Recording{} : std::move(done.recordings[0]);
}

TEST(Recording, state_at_random_steps_is_that_of_a_replay_of_all_writes) {
  const Recording r = sample();
  ASSERT_GT(r.steps.size(), 100U);
  std::mt19937 random(7);
  for (int round = 0; round < 50; ++round) {
    const std::size_t step = random() % r.steps.size();
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, Value> state;
    for (std::size_t s = 0; s <= step; ++s) {
      for (std::size_t w = r.first_write(s); w < r.first_write(s + 1); ++w) {
        const Write& write = r.writes[w];
        ASSERT_EQ(write.step, s);
        for (std::uint32_t lane = 0; lane < lane_count; ++lane) {
          if ((write.written >> lane & 1U) != 0)
            state[{write.frame, write.reg, lane}] = *r.value_of(write, lane);
        }
      }
    }
    for (std::uint32_t f = 0; f < r.frames.size(); ++f) {
      const std::size_t registers = r.listing->functions[r.frames[f].function].registers.size();
      for (std::uint32_t reg = 0; reg < registers; ++reg) {
        for (std::uint32_t lane = 0; lane < lane_count; ++lane) {
          const auto found = r.value_at(f, reg, lane, step);
          const auto expected = state.find({f, reg, lane});
          ASSERT_EQ(found.has_value(), expected != state.end());
          if (found) ASSERT_EQ(*found, expected->second);
        }
      }
    }
  }
}

TEST(Recording, the_next_access_and_back) {
  const Recording r = sample();
  std::size_t at = 0;
  std::vector<std::size_t> forward, backward;
  while (const auto next = next_access(r, at, 1)) forward.push_back(at = *next);
  at = r.steps.size() - 1;
  while (const auto next = next_access(r, at, -1)) backward.push_back(at = *next);
  std::reverse(backward.begin(), backward.end());
  EXPECT_EQ(forward, backward);
  std::size_t accesses = 0;
  for (std::size_t s = 0; s < r.steps.size(); ++s) {
    const std::string& text = r.instruction_of(s).text;
    accesses += text.starts_with("st.shared") || text.starts_with("st.global") ||
                text.starts_with("ld.global");
  }
  EXPECT_EQ(forward.size(), accesses);
  EXPECT_EQ(accesses, 31U + 2U);  // lane 31 executes 31 iterations
}

TEST(Recording, conflicts_are_the_accesses_that_cost_more_than_they_have_to) {
  const Recording r = sample();
  std::size_t at = 0;
  std::size_t found = 0;
  while (const auto next = next_conflict(r, at, 1)) {
    at = *next;
    ++found;
    EXPECT_TRUE(r.instruction_of(at).text.starts_with("st.shared"));
    EXPECT_GT(r.events[*event_of_step(r, at)].cost, 1U);
  }
  EXPECT_EQ(found, 30U);  // in the last iteration only one lane is left
  EXPECT_EQ(next_conflict(r, 0, -1), std::nullopt);
}

TEST(Recording, a_line_is_run_to_at_its_next_visit_and_around_the_end) {
  const Recording r = sample();
  const std::size_t first = *next_on_line(r, 0, "k.cu", 21);
  EXPECT_EQ(r.instruction_of(first).text, "st.shared.u32 [%r7], %r3");
  const std::size_t second = *next_on_line(r, first, "k.cu", 21);
  EXPECT_GT(second, first);
  EXPECT_EQ(r.instruction_of(second).text, r.instruction_of(first).text);
  EXPECT_EQ(next_on_line(r, r.steps.size() - 1, "k.cu", 21), first);
  EXPECT_EQ(next_on_line(r, 0, "k.cu", 99), std::nullopt);
  EXPECT_EQ(next_on_line(r, 0, "other.cu", 21), std::nullopt);
}

TEST(Recording, every_event_has_its_step) {
  const Recording r = sample();
  for (std::size_t e = 0; e < r.events.size(); ++e) {
    const std::size_t step = *step_of_event(r, e);
    EXPECT_LE(r.first_event(step), e);
    EXPECT_GT(r.first_event(step + 1), e);
  }
  EXPECT_EQ(step_of_event(r, r.events.size()), std::nullopt);
}

}  // namespace
}  // namespace lanescope::steps
