#include "sim/report/collector.h"

#include <gtest/gtest.h>

#include "sim/memory/global.h"

namespace lanescope::report {
namespace {

using memory::Op;
using memory::Space;
using memory::WarpAccess;

WarpAccess strided(Space space, std::uint64_t stride_bytes) {
  WarpAccess access;
  access.space = space;
  access.mask = 0xffff'ffffU;
  for (std::uint64_t l = 0; l < 32; ++l) access.address[l] = l * stride_bytes;
  return access;
}

exec::Program program_with_sites(std::size_t count) {
  exec::Program program;
  program.sites.resize(count);
  for (std::size_t i = 0; i < count; ++i)
    program.sites[i].place = {"k.cu", static_cast<int>(10 + i), 1};
  program.places.push_back({"k.cu", 30, 1});
  return program;
}

exec::AccessRecord record(std::uint32_t site, std::uint32_t block, std::uint32_t warp,
                          const WarpAccess& access) {
  return {site, block, {block, 0, 0}, warp, access};
}

TEST(Collector, sums_what_each_access_costs) {
  const exec::Program program = program_with_sites(1);
  Collector collector(program, std::nullopt, 1);
  collector.on_access(record(0, 0, 0, strided(Space::global, 4)));
  collector.on_access(record(0, 1, 0, strided(Space::global, 32)));
  const SiteCounts& counts = collector.counts(0, Space::global);
  EXPECT_EQ(counts.counts.requests, 2U);
  EXPECT_EQ(counts.counts.sectors, 4U + 32U);
  EXPECT_EQ(counts.counts.ideal_sectors, 8U);
  EXPECT_EQ(counts.counts.bytes_requested, 256U);
  EXPECT_EQ(counts.lanes, 64U);
}

// 32 lanes copy 16 bytes each past L1, from 4 rows of 8 to 8 rows of 4.
memory::AsyncCopy transposing_copy() {
  memory::AsyncCopy copy;
  copy.from = strided(Space::global, 16);
  copy.to = strided(Space::shared, 16);
  copy.to.op = memory::Op::store;
  copy.from.bytes = copy.to.bytes = 16;
  for (std::uint64_t l = 0; l < 32; ++l) copy.to.address[l] = (l % 8 * 4 + l / 8) * 16;
  copy.bytes_read.fill(16);
  copy.bypasses_l1 = true;
  return copy;
}

TEST(Collector, counts_both_halves_of_an_asynchronous_copy_by_the_whole) {
  const exec::Program program = program_with_sites(2);
  Collector collector(program, 0, 1);
  const memory::AsyncCopy copy = transposing_copy();
  collector.on_access({0, 0, {}, 0, copy.from, &copy});
  collector.on_access({1, 0, {}, 0, copy.to, &copy});
  const Counts read = collector.counts(0, Space::global).counts;
  const Counts written = collector.counts(1, Space::shared).counts;
  // Measured: tests/data/h200_async_copies.csv, "cg_transposed".
  EXPECT_EQ(read.sectors, 32U);
  EXPECT_EQ(read.tag_lookups, 16U);
  EXPECT_EQ(read.ideal_sectors, 16U);
  EXPECT_EQ(read.bytes_requested, 512U);
  EXPECT_EQ(written.wavefronts, 32U);
  EXPECT_EQ(written.ideal_wavefronts, 4U);
  EXPECT_EQ(written.conflicts, 28U);
  EXPECT_EQ(written.requests, 1U);
  const std::vector<Event>& events = collector.traces()[0].events;
  ASSERT_EQ(events.size(), 2U);
  for (const Event& event : events) {
    ASSERT_NE(event.copy, nullptr);
    EXPECT_EQ(event.copy->to.address, copy.to.address);
  }
  EXPECT_EQ(events[0].cost, 32U);
  EXPECT_EQ(events[1].cost, 32U);
}

TEST(Collector, separates_copies_that_differ_only_in_part_of_a_line) {
  const exec::Program program = program_with_sites(1);
  Collector collector(program, std::nullopt, 1);
  std::uint64_t expected = 0;
  for (std::uint64_t i = 0; i < 60; ++i) {
    memory::AsyncCopy copy = transposing_copy();
    for (std::uint64_t& address : copy.from.address) address += i * 1024 + i % 8 * 16;
    if (i % 5 == 0) copy.to.mask = copy.from.mask = 0xff00'ff01U;
    copy.bypasses_l1 = i % 3 != 0;
    copy.fills_zeros = i % 7 == 0;
    if (i % 4 == 0) copy.to.address[3] += 4096;
    expected += memory::async_copy_cost(copy).written.wavefronts;
    collector.on_access({0, 0, {}, 0, copy.to, &copy});
  }
  EXPECT_EQ(collector.counts(0, Space::shared).counts.wavefronts, expected);
}

TEST(Collector, keeps_the_spaces_of_a_generic_access_apart) {
  const exec::Program program = program_with_sites(1);
  Collector collector(program, std::nullopt, 1);
  collector.on_access(record(0, 0, 0, strided(Space::shared, 8)));
  collector.on_access(record(0, 0, 0, strided(Space::global, 4)));
  EXPECT_EQ(collector.counts(0, Space::shared).counts.wavefronts, 2U);
  EXPECT_EQ(collector.counts(0, Space::shared).counts.sectors, 0U);
  EXPECT_EQ(collector.counts(0, Space::global).counts.sectors, 4U);
}

TEST(Collector, finds_the_same_worst_place_in_whatever_order_blocks_come) {
  const exec::Program program = program_with_sites(1);
  for (const bool forward : {true, false}) {
    Collector a(program, std::nullopt, 2);
    Collector b(program, std::nullopt, 2);
    a.on_access(record(0, 5, 1, strided(Space::shared, 128)));
    b.on_access(record(0, 3, 1, strided(Space::shared, 128)));
    b.on_access(record(0, 3, 0, strided(Space::shared, 8)));
    SiteCounts merged;
    merged.merge(forward ? a.counts(0, Space::shared) : b.counts(0, Space::shared));
    merged.merge(forward ? b.counts(0, Space::shared) : a.counts(0, Space::shared));
    EXPECT_EQ(merged.worst_cost, 32U);
    EXPECT_EQ(merged.worst_ways, 32U);
    EXPECT_EQ(merged.worst_at, (WarpPosition{{3, 0, 0}, 1}));
  }
}

TEST(Collector, traces_only_the_chosen_block_warp_by_warp) {
  const exec::Program program = program_with_sites(1);
  Collector collector(program, 4, 2);
  collector.on_access(record(0, 3, 0, strided(Space::global, 4)));
  collector.on_access(record(0, 4, 1, strided(Space::global, 8)));
  collector.on_barrier({4, {4, 0, 0}, 1, 0});
  ASSERT_EQ(collector.traces().size(), 2U);
  EXPECT_TRUE(collector.traces()[0].events.empty());
  const WarpTrace& trace = collector.traces()[1];
  ASSERT_EQ(trace.events.size(), 2U);
  EXPECT_EQ(trace.events[0].cost, 8U);
  EXPECT_EQ(trace.events[0].ideal, 4U);
  EXPECT_EQ(trace.events[0].place.line, 10);
  EXPECT_EQ(trace.events[1].kind, EventKind::barrier);
  EXPECT_EQ(trace.events[1].place.line, 30);
}

TEST(Collector, bounds_the_trace_and_says_so) {
  const exec::Program program = program_with_sites(1);
  Collector collector(program, 0, 1);
  const WarpAccess access = strided(Space::constant, 0);
  for (int i = 0; i < 70'000; ++i) collector.on_access(record(0, 0, 0, access));
  EXPECT_TRUE(collector.traces()[0].truncated);
  EXPECT_LT(collector.traces()[0].events.size(), 70'000U);
  EXPECT_EQ(collector.counts(0, Space::constant).counts.requests, 70'000U);
}

// A kernel may compute any address; its cost must still be a number that can be drawn.
TEST(Price, of_lanes_at_the_end_of_the_address_space_is_bounded) {
  for (const memory::Space space : {memory::Space::global, memory::Space::shared,
                                    memory::Space::local, memory::Space::constant}) {
    for (const memory::Op op : {memory::Op::load, memory::Op::store, memory::Op::atomic}) {
      for (const std::uint64_t stride : {0ULL, 1ULL, 4ULL, 0ULL - 4, 128ULL, 1ULL << 59}) {
        memory::WarpAccess access;
        access.space = space;
        access.op = op;
        access.bytes = 16;
        access.mask = 0xffff'ffffU;
        for (std::uint64_t l = 0; l < 32; ++l) access.address[l] = stride * l - 10;
        const AccessCost cost = price(access);
        EXPECT_LE(cost.counts.sectors, 32U * 5U);
        EXPECT_LE(cost.counts.tag_lookups, 32U * 5U);
        EXPECT_LE(cost.counts.wavefronts, 32U * 5U);
        EXPECT_LE(cost.counts.conflicts, 32U * 5U);
        if (space == memory::Space::global) EXPECT_LE(memory::touched_lines(access).size(), 64U);
      }
    }
  }
}

TEST(Collector, keeps_the_branches_of_the_traced_block_and_wants_no_others) {
  const exec::Program program = program_with_sites(1);
  Collector collector(program, 2, 2);
  EXPECT_FALSE(collector.wants_branches(1));
  ASSERT_TRUE(collector.wants_branches(2));
  collector.on_branch({2, {2, 0, 0}, 1, 7, 0xffU, 0x0fU});
  ASSERT_EQ(collector.traces().size(), 2U);
  EXPECT_TRUE(collector.traces()[0].branches.empty());
  EXPECT_EQ(collector.traces()[1].branches,
            (std::vector<BranchStep>{{.branch = 7, .active = 0xffU, .taken = 0x0fU}}));
}

}  // namespace
}  // namespace lanescope::report
