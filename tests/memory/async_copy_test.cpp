// Asynchronous copies: the rules against every GPU measurement, and against brute force.

#include "sim/memory/async_copy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "tests/memory/accesses.h"
#include "tests/memory/async_copy_table.h"
#include "tests/paths.h"
#include "tests/repetitions.h"
#include "tests/some.h"

namespace lanescope::memory::testing {
namespace {

std::vector<MeasuredCopy> table() {
  return read_async_copies(LANESCOPE_TEST_DATA "/h200_async_copies.csv");
}

// One line per row and counter that differ: "row name counter measured rule".
std::vector<std::string> differences(const MeasuredCopy& measured) {
  std::vector<std::string> found;
  const auto compare = [&](const char* counter, std::uint32_t truth, std::uint32_t rule) {
    if (truth == rule) return;
    found.push_back(std::to_string(measured.row) + " " + measured.name + " " + counter + " " +
                    std::to_string(truth) + " " + std::to_string(rule));
  };
  const AsyncCopyCost cost = async_copy_cost(measured.copy);
  compare("sectors", measured.sectors, cost.read.sectors);
  compare("tag_lookups", measured.tag_lookups, cost.read.tag_lookups);
  compare("wavefronts", measured.wavefronts, cost.written.wavefronts);
  return found;
}

// Copies of every kind: near and distant, ordered and unordered, with lanes that are missing or
// read nothing.
class RandomCopies {
 public:
  explicit RandomCopies(std::uint64_t seed) : random_(seed) {}

  AsyncCopy next() {
    AsyncCopy copy;
    constexpr std::uint8_t widths[] = {4, 8, 16, 16};
    const std::uint8_t bytes = widths[below(4)];
    copy.bypasses_l1 = bytes == 16 && below(3) != 0;
    copy.fills_zeros = below(3) == 0;
    copy.from.bytes = copy.to.bytes = bytes;
    copy.to.space = Space::shared;
    copy.to.op = Op::store;
    copy.to.mask = below(2) == 0 ? all_lanes : static_cast<std::uint32_t>(random_()) | 1U;
    copy.from.mask = copy.to.mask;
    if (copy.fills_zeros) copy.from.mask &= static_cast<std::uint32_t>(random_() | random_());
    copy.bytes_read.fill(bytes);
    fill(copy.from, bytes);
    fill(copy.to, bytes);
    return copy;
  }

 private:
  std::uint64_t below(std::uint64_t bound) { return random_() % bound; }

  void fill(WarpAccess& access, std::uint64_t bytes) {
    const std::uint64_t step = 1 + below(4);
    const std::uint64_t span = std::uint64_t{8} << below(5);
    const std::uint64_t flip = below(32);
    const std::uint64_t way = below(3);
    for (std::uint64_t lane = 0; lane < warp_lanes; ++lane) {
      const std::uint64_t at = way == 0 ? lane * step : way == 1 ? lane ^ flip : below(span);
      access.address[lane] = at * bytes;
    }
  }

  std::mt19937_64 random_;
};

bool may_go_together(const AsyncCopy& copy, const std::vector<int>& lanes) {
  // The rule for .cg, lane by lane, from tests/data/README.md.
  std::set<std::set<std::pair<std::uint64_t, std::uint64_t>>> halves;
  std::map<std::pair<std::uint64_t, std::uint64_t>,
           std::set<std::pair<std::uint64_t, std::uint64_t>>>
      moved;
  std::set<std::uint64_t> parity;
  std::map<std::uint64_t, std::set<std::uint64_t>> to_of, from_of;
  for (const int lane : lanes) {
    const std::uint64_t from = copy.from.address[static_cast<std::size_t>(lane)] % 128 / 16;
    const std::uint64_t to = copy.to.address[static_cast<std::size_t>(lane)] % 128 / 16;
    moved[{from / 2, to / 2}].insert({from % 2, to % 2});
    parity.insert((from / 2 + to / 2) % 2);
    to_of[from / 2].insert(to / 2);
    from_of[to / 2].insert(from / 2);
  }
  for (const auto& [sectors, pattern] : moved) {
    if (pattern.size() == 2) {  // two halves: they must go to different halves
      const auto first = *pattern.begin();
      const auto second = *pattern.rbegin();
      if (first.first == second.first || first.second == second.second) return false;
    }
    halves.insert(pattern);
  }
  const auto one = [](const auto& sets) {
    return std::ranges::all_of(sets, [](const auto& entry) { return entry.second.size() == 1; });
  };
  return halves.size() == 1 && parity.size() == 1 && one(to_of) && one(from_of);
}

// The smallest number of sets that cover all lanes, such that the lanes of each set may go
// together. Tries every way. Both halves of a sector stay together if they may.
int fewest(const AsyncCopy& copy, const std::vector<int>& lanes) {
  const std::size_t all = (std::size_t{1} << lanes.size()) - 1;
  const auto subset = [&](std::size_t mask) {
    std::vector<int> chosen;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      if ((mask >> i & 1) != 0) chosen.push_back(lanes[i]);
    }
    return chosen;
  };
  std::vector<std::size_t> kept_together;
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const auto sector = [](const WarpAccess& access, int lane) {
        return access.address[static_cast<std::size_t>(lane)] / 32;
      };
      if (sector(copy.from, lanes[i]) == sector(copy.from, lanes[j]) &&
          sector(copy.to, lanes[i]) == sector(copy.to, lanes[j]) &&
          may_go_together(copy, {lanes[i], lanes[j]})) {
        kept_together.push_back(std::size_t{1} << i | std::size_t{1} << j);
      }
    }
  }
  std::vector<std::size_t> good;
  for (std::size_t mask = 1; mask <= all; ++mask) {
    const bool splits = std::ranges::any_of(
        kept_together, [&](std::size_t two) { return (mask & two) != 0 && (mask & two) != two; });
    if (!splits && may_go_together(copy, subset(mask))) good.push_back(mask);
  }
  std::vector<int> best(all + 1, 99);
  best[0] = 0;
  for (std::size_t mask = 1; mask <= all; ++mask) {
    for (const std::size_t one : good) {
      if ((one & ~mask) == 0 && (one & (mask & (~mask + 1))) != 0)
        best[mask] = std::min(best[mask], best[mask ^ one] + 1);
    }
  }
  return best[all];
}

// For each pair of lines. If several lanes write to one place, the last one counts.
std::uint32_t brute_force_past_l1(const AsyncCopy& copy) {
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::map<std::uint64_t, int>> lane_of_place;
  for (int lane = 0; lane < warp_lanes; ++lane) {
    if (!copy.from.lane_is_active(lane)) continue;
    const std::uint64_t from = copy.from.address[static_cast<std::size_t>(lane)];
    const std::uint64_t to = copy.to.address[static_cast<std::size_t>(lane)];
    lane_of_place[{from / 128, to / 128}][to / 16] = lane;
  }
  int wavefronts = 0;
  for (const auto& [lines, places] : lane_of_place) {
    std::vector<int> lanes;
    for (const auto& [place, lane] : places) lanes.push_back(lane);
    wavefronts += fewest(copy, lanes);
  }
  const std::uint32_t zeros = copy.fills_zeros ? shared_cost(copy.to).wavefronts : 0;
  return static_cast<std::uint32_t>(wavefronts) + zeros;
}

std::uint32_t brute_force_through_l1(const AsyncCopy& copy) {
  const int width = copy.to.bytes == 4 ? 32 : copy.to.bytes == 8 ? 16 : 8;
  std::uint32_t wavefronts = 0;
  for (int first = 0; first < warp_lanes; first += width) {
    std::uint32_t most = 0;
    for (int a = first; a < first + width; ++a) {
      std::uint32_t turns = 0;
      for (int b = first; b < first + width; ++b) {
        const auto meet = [&](const WarpAccess& access) {
          return access.lane_is_active(a) && access.lane_is_active(b) &&
                 access.address[static_cast<std::size_t>(a)] / 4 % 32 ==
                     access.address[static_cast<std::size_t>(b)] / 4 % 32;
        };
        turns += meet(copy.from) || meet(copy.to) ? 1 : 0;
      }
      most = std::max(most, turns);
    }
    wavefronts += most;
  }
  return wavefronts;
}

TEST(AsyncCopyTable, holds_both_kinds_and_those_kept_aside) {
  const auto rows = table();
  const auto count = [&](auto which) { return std::ranges::count_if(rows, which); };
  EXPECT_EQ(rows.size(), 575U);
  EXPECT_EQ(count([](const MeasuredCopy& row) { return row.copy.bypasses_l1; }), 415);
  EXPECT_EQ(count([](const MeasuredCopy& row) { return row.aside; }), 45);
}

TEST(AsyncCopyTable, every_row_agrees) {
  std::vector<std::string> found;
  for (const MeasuredCopy& row : tests::some(table())) {
    for (std::string& difference : differences(row)) found.push_back(std::move(difference));
  }
  EXPECT_EQ(found, std::vector<std::string>{});
}

void expect_whole(const AsyncCopy& copy, const std::string& name) {
  const AsyncCopyCost cost = async_copy_cost(copy);
  const SharedSchedule schedule = async_copy_schedule(copy);
  EXPECT_EQ(schedule.cost, cost.written) << name;
  ASSERT_EQ(schedule.wavefronts.size(), cost.written.wavefronts) << name;
  std::uint32_t of_groups = 0;
  std::uint32_t done = 0;
  for (const PassGroup& group : schedule.groups) of_groups += group.cost;
  EXPECT_EQ(of_groups, cost.written.wavefronts) << name;
  for (const Wavefront& wavefront : schedule.wavefronts) {
    done |= wavefront.lanes_done;
    EXPECT_FALSE(wavefront.served.empty()) << name;
    for (std::size_t i = 1; i < wavefront.served.size(); ++i)
      EXPECT_LT(wavefront.served[i - 1].bank, wavefront.served[i].bank) << name;
  }
  const bool writes_all = !copy.bypasses_l1 || copy.fills_zeros;
  EXPECT_EQ(done, writes_all ? copy.to.mask : copy.from.mask) << name;
}

TEST(AsyncCopyTable, the_schedule_of_every_row_has_the_measured_wavefronts) {
  for (const MeasuredCopy& row : tests::some(table())) {
    EXPECT_EQ(async_copy_schedule(row.copy).wavefronts.size(), row.wavefronts) << row.row;
    expect_whole(row.copy, std::to_string(row.row) + " " + row.name);
  }
}

TEST(AsyncCopy, of_any_kind_costs_what_brute_force_finds) {
  RandomCopies copies(20261120);
  for (int i = 0; i < 3000; ++i) {
    const AsyncCopy copy = copies.next();
    const AsyncCopyCost cost = async_copy_cost(copy);
    const std::uint32_t wavefronts =
        copy.bypasses_l1 ? brute_force_past_l1(copy) : brute_force_through_l1(copy);
    ASSERT_EQ(cost.written.wavefronts, wavefronts) << i << " " << ::testing::PrintToString(copy.to);
    expect_whole(copy, std::to_string(i));
  }
}

TEST(AsyncCopy, never_costs_less_than_its_ideal) {
  RandomCopies copies(7);
  for (int i = 0; i < tests::repetitions(20'000); ++i) {
    const SharedCost cost = async_copy_cost(copies.next()).written;
    ASSERT_GE(cost.wavefronts, cost.ideal_wavefronts) << i;
    ASSERT_EQ(cost.conflicts, cost.wavefronts - cost.ideal_wavefronts) << i;
  }
}

TEST(AsyncCopy, costs_the_same_wherever_it_is_moved_by_whole_lines) {
  RandomCopies copies(11);
  for (int i = 0; i < 2000; ++i) {
    AsyncCopy copy = copies.next();
    const AsyncCopyCost cost = async_copy_cost(copy);
    for (std::uint64_t& address : copy.from.address) address += 128 * 1001;
    for (std::uint64_t& address : copy.to.address) address += 128 * 7;
    ASSERT_EQ(async_copy_cost(copy), cost) << i;
  }
}

AsyncCopy rows_of_16_bytes() {
  AsyncCopy copy;
  copy.from = strided({Space::global, Op::load, 16}, 16);
  copy.to = strided({Space::shared, Op::store, 16}, 16);
  copy.bytes_read.fill(16);
  return copy;
}

TEST(AsyncCopy, in_order_costs_no_more_than_a_load_and_a_store) {
  for (const bool bypasses_l1 : {false, true}) {
    AsyncCopy copy = rows_of_16_bytes();
    copy.bypasses_l1 = bypasses_l1;
    const AsyncCopyCost cost = async_copy_cost(copy);
    EXPECT_EQ(cost.read, global_cost(copy.from));
    EXPECT_EQ(cost.written, shared_cost(copy.to));
  }
}

TEST(AsyncCopy, counts_the_bytes_that_each_lane_reads) {
  AsyncCopy copy = rows_of_16_bytes();
  copy.from.mask = 0b111;
  copy.bytes_read[1] = 4;
  const AsyncCopyCost cost = async_copy_cost(copy);
  EXPECT_EQ(cost.read.bytes_requested, 36U);
  EXPECT_EQ(cost.read.bytes_used, 36U);
  EXPECT_EQ(cost.read.ideal_sectors, 2U);
  EXPECT_EQ(cost.read.sectors, 2U);
  EXPECT_EQ(cost.written.bytes_requested, 512U);
}

TEST(AsyncCopy, of_no_lane_costs_nothing) {
  AsyncCopy copy = rows_of_16_bytes();
  copy.from.mask = copy.to.mask = 0;
  for (const bool bypasses_l1 : {false, true}) {
    copy.bypasses_l1 = bypasses_l1;
    EXPECT_EQ(async_copy_cost(copy), AsyncCopyCost{});
    EXPECT_TRUE(async_copy_schedule(copy).wavefronts.empty());
  }
}

}  // namespace
}  // namespace lanescope::memory::testing
