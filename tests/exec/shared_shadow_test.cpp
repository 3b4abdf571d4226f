// The search for races in shared memory beside one that compares every access with every other.
#include "sim/exec/checks/shared_shadow.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lanescope::exec {
namespace {

constexpr std::uint32_t warps = 4;
constexpr std::uint32_t bytes_of_memory = 16'384;

// What the lanes of one instruction do.
struct Step {
  SharedAccess access;
  std::array<std::uint64_t, warp_lanes> address{};
  bool is_affine = false;  // all lanes, at base + step * lane
  std::int64_t step = 0;
};

// Keeps every access since the last barrier.
class Oracle {
 public:
  void barrier() { accesses_.clear(); }
  void sync(std::uint32_t warp) { synced_[warp] = ++now_; }
  // Whether a lane races with an earlier access; then enters those of the step.
  bool races(const Step& step) {
    bool found = false;
    std::vector<std::pair<std::uint64_t, Access>> reads;  // lanes of one load don't follow another
    for (std::uint32_t l = 0; l < warp_lanes; ++l) {
      if ((step.access.mask >> l & 1) == 0) continue;
      const Access mine{step.access.warp * warp_lanes + l, step.access.writes,
                        step.access.strength == Strength::strong, ++now_};
      for (std::uint64_t at = 0; at < step.access.bytes; at += 4) {
        const std::uint64_t unit = (step.address[l] + at) / 4;
        for (const Access& other : accesses_[unit]) found = found || race(other, mine);
        if (mine.writes) {
          accesses_[unit].push_back(mine);
        } else {
          reads.emplace_back(unit, mine);
        }
      }
    }
    for (const auto& [unit, read] : reads) accesses_[unit].push_back(read);
    return found;
  }

 private:
  struct Access {
    std::uint32_t thread = 0;
    bool writes = false;
    bool is_strong = false;
    std::uint64_t time = 0;
  };
  [[nodiscard]] bool race(const Access& other, const Access& mine) const {
    const std::uint32_t warp = mine.thread / warp_lanes;
    const bool is_ordered = other.thread / warp_lanes == warp && other.time < synced_[warp];
    return !is_ordered && other.thread != mine.thread && (other.writes || mine.writes) &&
           !(other.is_strong && mine.is_strong);
  }
  std::unordered_map<std::uint64_t, std::vector<Access>> accesses_;  // of each unit
  std::array<std::uint64_t, warps> synced_{};
  std::uint64_t now_ = 0;
};

struct Reported final : SharedFindings {
  bool any = false;
  void on_race(const SharedAccess&, int, const SharedRecord&, bool) override { any = true; }
  void on_uninitialised(const SharedAccess&, std::uint32_t) override {}
};

Step step_of(std::mt19937& random, std::uint32_t site) {
  const auto pick = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  Step step;
  SharedAccess& access = step.access;
  access.site = site;
  access.warp = pick(warps);
  access.bytes = pick(8) == 0 ? 8 : 4;
  access.mask = pick(3) != 0   ? ~0U
                : pick(2) == 0 ? 1U << pick(warp_lanes)
                               : static_cast<std::uint32_t>(random()) | 1U;
  const std::uint32_t kind = pick(10);
  access.reads = kind < 6 || kind == 9;
  access.writes = kind >= 6;
  access.strength = kind == 9 || kind == 0 ? Strength::strong : Strength::plain;
  const std::uint64_t own = std::uint64_t{access.warp} * warp_lanes * access.bytes;
  const std::uint32_t shape = pick(8);
  const std::uint64_t word = pick(4);
  for (std::uint32_t l = 0; l < warp_lanes; ++l) {
    if (shape < 4) {  // a word for each thread
      step.step = access.bytes;
      step.address[l] = own + std::uint64_t{l} * access.bytes + (shape == 0 ? 1024 : 0);
    } else if (shape == 4 || shape == 6) {  // one word for all
      step.address[l] = word * access.bytes + 1024;
    } else if (shape == 5) {  // neighbours in turn: as in a sort
      step.address[l] = own + std::uint64_t{l ^ 1U} * access.bytes;
    } else {
      step.address[l] = std::uint64_t{pick(bytes_of_memory / access.bytes)} * access.bytes;
    }
  }
  step.is_affine =
      shape != 5 && shape != 7 && access.mask == ~0U && access.strength == Strength::plain;
  access.address = nullptr;
  access.first = ~std::uint64_t{0};
  for (std::uint32_t l = 0; l < warp_lanes; ++l) {
    if ((access.mask >> l & 1) == 0) continue;
    access.first = std::min(access.first, step.address[l]);
    access.last = std::max(access.last, step.address[l]);
  }
  return step;
}

void run(SharedShadow& shadow, BlockOrder& order, const Step& step, Reported& reported) {
  if (step.is_affine) {
    AffineAccess same;
    same.site = step.access.site;
    same.warp = step.access.warp;
    same.bytes = step.access.bytes;
    same.base = step.address[0];
    same.step_x = static_cast<std::uint64_t>(step.step);
    same.to_last = same.step_x * (warp_lanes - 1) + same.bytes - 1;
    const bool is_done = step.access.writes ? shadow.on_affine_store(same, order)
                                            : shadow.on_affine_load(same, order);
    if (is_done) return;
  }
  SharedAccess access = step.access;
  access.address = step.address.data();
  shadow.on_access(access, order, reported);
}

// A write far and wide takes the later of two reads out of the log, and an atomic operation of
// another warp, which races only with that one, then the earlier.
TEST(SharedShadow, keeps_the_later_of_two_reads_by_one_thread_whichever_is_entered_first) {
  SharedShadow shadow(bytes_of_memory, 4, true, false);
  BlockOrder order;
  order.start_block();
  shadow.start_block(true);
  Reported reported;
  const auto access = [&](std::uint32_t warp, std::uint32_t mask, bool writes, Strength strength,
                          std::uint64_t first, std::uint64_t second) {
    std::array<std::uint64_t, warp_lanes> address{first, second};
    SharedAccess one{
        1,      warp,     mask,           4,     !writes || strength == Strength::strong,
        writes, strength, address.data(), first, mask == 1 ? first : second};
    shadow.on_access(one, order, reported);
  };
  access(0, 1, false, Strength::strong, 4000, 0);
  order.sync_lanes(0, ~0U, true);
  access(0, 1, false, Strength::plain, 4000, 0);
  access(0, 3, true, Strength::plain, 0, bytes_of_memory - 4);
  EXPECT_FALSE(reported.any);
  access(1, 1, true, Strength::strong, 4000, 0);
  EXPECT_TRUE(reported.any);
}

// Nothing is said that is no race, and the first race of a phase is always found: later ones may
// be of words whose records it has taken.
TEST(SharedShadow, finds_the_first_race_of_each_phase_and_no_other_than_races) {
  std::mt19937 random(7);
  std::uint32_t phases_with_races = 0;
  std::uint32_t quiet_phases = 0;
  for (std::uint32_t program = 0; program < 400; ++program) {
    SharedShadow shadow(bytes_of_memory, 4, true, false);
    BlockOrder order;
    Oracle oracle;
    order.start_block();
    shadow.start_block(true);
    bool had_race = false;
    // Some are long and have no barrier, so that reads are looked at until they are all entered.
    const bool is_long = program % 100 == 99;
    for (std::uint32_t i = 0; i < (is_long ? 4000 : 24); ++i) {
      const std::uint32_t what = is_long ? 2 : static_cast<std::uint32_t>(random() % 12);
      if (what == 0) {
        (had_race ? phases_with_races : quiet_phases) += 1;
        for (std::uint32_t warp = 0; warp < warps; ++warp) order.arrive(0, warp, true);
        order.release(0, (1U << warps) - 1, true);
        oracle.barrier();
        had_race = false;
        continue;
      }
      if (what == 1) {
        const std::uint32_t warp = random() % warps;
        order.sync_lanes(warp, ~0U, true);
        oracle.sync(warp);
        continue;
      }
      const Step step = step_of(random, i + 1);
      Reported reported;
      run(shadow, order, step, reported);
      const bool races = oracle.races(step);
      const std::string at = "program " + std::to_string(program) + ", step " + std::to_string(i);
      if (reported.any) ASSERT_TRUE(races) << at;
      if (races && !had_race) ASSERT_TRUE(reported.any) << at;
      had_race = had_race || races;
    }
  }
  EXPECT_GT(phases_with_races, 80u);
  EXPECT_GT(quiet_phases, 80u);
}

}  // namespace
}  // namespace lanescope::exec
