// The search for races in shared memory beside one that compares every access with every other.
#include "sim/exec/checks/shared_shadow.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>
#include <vector>

namespace lanescope::exec {
namespace {

constexpr std::uint32_t warps = 4;
constexpr std::uint32_t bytes_of_memory = 2048;

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
  void sync(std::uint32_t warp) {
    std::erase_if(own_, [&](const Access& each) { return each.thread / warp_lanes == warp; });
  }
  // Whether a lane races with an earlier access; then enters those of the step.
  bool races(const Step& step) {
    bool found = false;
    for (std::uint32_t l = 0; l < warp_lanes; ++l) {
      if ((step.access.mask >> l & 1) == 0) continue;
      for (std::uint64_t at = 0; at < step.access.bytes; at += 4) {
        const Access mine{step.access.warp * warp_lanes + l, (step.address[l] + at) / 4,
                          step.access.writes, step.access.strength == Strength::strong};
        const auto meets = [&](const Access& other) {
          return other.unit == mine.unit && other.thread != mine.thread &&
                 (other.writes || mine.writes) && !(other.is_strong && mine.is_strong);
        };
        for (const Access& other : accesses_) {
          const bool same_warp = other.thread / warp_lanes == step.access.warp;
          found = found || (!same_warp && meets(other));
        }
        for (const Access& other : own_)
          found = found || (other.thread / warp_lanes == step.access.warp && meets(other));
        // Lanes of one load do not order each other; those of one store come one after the other.
        if (mine.writes)
          enter(mine);
        else
          later_.push_back(mine);
      }
    }
    for (const Access& each : later_) enter(each);
    later_.clear();
    return found;
  }
  void forget() {
    accesses_.clear();
    own_.clear();
  }

 private:
  struct Access {
    std::uint32_t thread = 0;
    std::uint64_t unit = 0;
    bool writes = false;
    bool is_strong = false;
  };
  void enter(const Access& access) {
    accesses_.push_back(access);
    own_.push_back(access);
  }
  std::vector<Access> accesses_;  // since the last barrier
  std::vector<Access> own_;       // since the last barrier, or since the warp synchronised
  std::vector<Access> later_;
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
  access.strength = kind == 9 ? Strength::strong : Strength::plain;
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
  step.is_affine = shape != 5 && shape != 7 && access.mask == ~0U && access.strength == Strength::plain;
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
    for (std::uint32_t i = 0; i < 24; ++i) {
      const std::uint32_t what = random() % 12;
      if (what == 0) {
        (had_race ? phases_with_races : quiet_phases) += 1;
        for (std::uint32_t warp = 0; warp < warps; ++warp) order.arrive(0, warp, true);
        order.release(0, (1U << warps) - 1, true);
        oracle.forget();
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
