#include "app/session/course/facts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <set>

#include "sim/memory/global.h"
#include "sim/memory/shared.h"

namespace lanescope::app::test {
namespace {

using memory::Op;
using memory::Space;
using ::testing::HasSubstr;

// A run in which no two figures are equal.
Outcome outcome_with_figures() {
  Outcome outcome;
  outcome.resolved.params = {{"N", 64}, {"PAD", 3}};
  report::Report& report = outcome.report;
  report.grid = {3, 2, 5};
  report.block = {33, 2, 1};
  report.shared_bytes = 4224;
  std::uint64_t next = 1000;
  for (std::uint64_t* figure :
       {&report.totals.warp_instructions, &report.totals.branches, &report.totals.barriers}) {
    *figure = next += 7;
  }
  report.totals.divergent_branches = 250;
  report.totals.thread_instructions = 9000;
  for (report::Counts* counts :
       {&report.totals.global_load, &report.totals.global_store, &report.totals.global_atomic,
        &report.totals.shared_load, &report.totals.shared_store, &report.totals.shared_atomic,
        &report.totals.local_load, &report.totals.local_store, &report.totals.constant_load}) {
    for (std::uint64_t* figure :
         {&counts->requests, &counts->bytes_requested, &counts->bytes_used, &counts->ideal_sectors,
          &counts->tag_lookups, &counts->ideal_wavefronts, &counts->conflicts}) {
      *figure = next += 7;
    }
    counts->sectors = 3 * counts->requests + 100;
    counts->wavefronts = 5 * counts->requests + 700;
  }
  return outcome;
}

TEST(Facts, parameters_and_the_launch_are_facts) {
  const Facts facts = facts_of(outcome_with_figures());
  EXPECT_EQ(facts.at("N"), 64);
  EXPECT_EQ(facts.at("PAD"), 3);
  EXPECT_EQ(facts.at("threads_per_block"), 66);
  EXPECT_EQ(facts.at("warps_per_block"), 3);
  EXPECT_EQ(facts.at("blocks"), 30);
  EXPECT_EQ(facts.at("shared_bytes"), 4224);
}

TEST(Facts, totals_are_the_reports) {
  const Outcome outcome = outcome_with_figures();
  const report::Totals& totals = outcome.report.totals;
  const Facts facts = facts_of(outcome);
  EXPECT_EQ(facts.at("warp_instructions"), 1007);
  EXPECT_EQ(facts.at("thread_instructions"), 9000);
  EXPECT_EQ(facts.at("branches"), 1014);
  EXPECT_EQ(facts.at("barriers"), 1021);
  EXPECT_EQ(facts.at("divergent_branches"), 250);
  EXPECT_EQ(facts.at("branch_efficiency_percent"), 75);          // 764 of 1014: 75.3
  EXPECT_EQ(facts.at("warp_execution_efficiency_percent"), 28);  // 9000 of 32224: 27.9
  // In prose as in the pictures, with one decimal.
  EXPECT_EQ(fill_placeholders("{branch_efficiency_percent} %", facts, FactNames()), "75.3 %");
  const std::map<std::string, const report::Counts*> in_sectors{
      {"global_load", &totals.global_load},
      {"global_store", &totals.global_store},
      {"global_atomic", &totals.global_atomic},
      {"local_load", &totals.local_load},
      {"local_store", &totals.local_store}};
  for (const auto& [kind, counts] : in_sectors) {
    const auto fact = [&, &kind = kind](const char* name) { return facts.at(kind + "." + name); };
    EXPECT_EQ(fact("requests"), static_cast<std::int64_t>(counts->requests)) << kind;
    EXPECT_EQ(fact("bytes_requested"), static_cast<std::int64_t>(counts->bytes_requested));
    EXPECT_EQ(fact("bytes_used"), static_cast<std::int64_t>(counts->bytes_used));
    EXPECT_EQ(fact("sectors"), static_cast<std::int64_t>(counts->sectors));
    EXPECT_EQ(fact("ideal_sectors"), static_cast<std::int64_t>(counts->ideal_sectors));
    EXPECT_EQ(fact("tag_lookups"), static_cast<std::int64_t>(counts->tag_lookups));
    EXPECT_EQ(fact("sectors_per_request"), 3);
    EXPECT_EQ(fact("efficiency_percent"),
              std::lround(100.0 * static_cast<double>(counts->bytes_used) /
                          (32.0 * static_cast<double>(counts->sectors))));
    EXPECT_FALSE(facts.contains(kind + ".wavefronts"));
  }
  const std::map<std::string, const report::Counts*> in_wavefronts{
      {"shared_load", &totals.shared_load},
      {"shared_store", &totals.shared_store},
      {"shared_atomic", &totals.shared_atomic},
      {"constant_load", &totals.constant_load}};
  for (const auto& [kind, counts] : in_wavefronts) {
    const auto fact = [&, &kind = kind](const char* name) { return facts.at(kind + "." + name); };
    EXPECT_EQ(fact("requests"), static_cast<std::int64_t>(counts->requests)) << kind;
    EXPECT_EQ(fact("bytes_requested"), static_cast<std::int64_t>(counts->bytes_requested));
    EXPECT_EQ(fact("wavefronts"), static_cast<std::int64_t>(counts->wavefronts));
    EXPECT_EQ(fact("ideal_wavefronts"), static_cast<std::int64_t>(counts->ideal_wavefronts));
    EXPECT_EQ(fact("conflicts"), static_cast<std::int64_t>(counts->conflicts));
    EXPECT_EQ(fact("wavefronts_per_request"), std::lround(static_cast<double>(counts->wavefronts) /
                                                          static_cast<double>(counts->requests)));
    EXPECT_FALSE(facts.contains(kind + ".sectors"));
  }
}

TEST(Facts, a_share_of_nothing_has_no_value_but_its_name_is_known) {
  const Facts facts = facts_of(Outcome{});
  EXPECT_FALSE(facts.contains("global_load.efficiency_percent"));
  EXPECT_FALSE(facts.contains("shared_load.wavefronts_per_request"));
  EXPECT_TRUE(FactNames().has("global_load.efficiency_percent"));
  EXPECT_EQ(facts.at("global_load.sectors"), 0);
}

TEST(Facts, findings_are_counted_by_kind_and_severity) {
  Outcome outcome;
  for (const auto& [kind, severity] :
       {std::pair(DiagnosticKind::shared_race, Severity::error),
        std::pair(DiagnosticKind::shared_race, Severity::warning),
        std::pair(DiagnosticKind::divergent_barrier, Severity::error),
        std::pair(DiagnosticKind::model_value, Severity::note)}) {
    Diagnostic& finding = outcome.report.diagnostics.emplace_back();
    finding.kind = kind;
    finding.severity = severity;
  }
  const Facts facts = facts_of(outcome);
  EXPECT_EQ(facts.at("findings.shared_race"), 2);
  EXPECT_EQ(facts.at("findings.divergent_barrier"), 1);
  EXPECT_EQ(facts.at("findings.out_of_range"), 0);
  EXPECT_EQ(facts.at("findings.errors"), 2);
  EXPECT_EQ(facts.at("findings.warnings"), 1);
}

TEST(Facts, launches_by_kernels_are_counted_in_all_and_for_each_kernel) {
  Outcome outcome;
  const auto launch = [&](const char* kernel, std::uint64_t launches, std::uint64_t blocks,
                          std::uint32_t depth, std::uint64_t warp_instructions) {
    report::LaunchedKernel& launched = outcome.report.launched.emplace_back();
    launched.kernel = kernel;
    launched.launches = launches;
    launched.blocks = blocks;
    launched.depth = depth;
    launched.totals.warp_instructions = warp_instructions;
  };
  EXPECT_EQ(facts_of(outcome).at("launched.launches"), 0);
  EXPECT_EQ(facts_of(outcome).at("launched.depth"), 0);
  launch("deep", 3, 50, 4, 700);
  launch("wide", 20, 600, 1, 8000);
  const Facts facts = facts_of(outcome);
  EXPECT_EQ(facts.at("launched.launches"), 23);
  EXPECT_EQ(facts.at("launched.blocks"), 650);
  EXPECT_EQ(facts.at("launched.warp_instructions"), 8700);
  EXPECT_EQ(facts.at("launched.depth"), 4);
  EXPECT_EQ(facts.at("launched.wide.launches"), 20);
  EXPECT_EQ(facts.at("launched.wide.depth"), 1);
  EXPECT_EQ(facts.at("launched.deep.blocks"), 50);
  EXPECT_EQ(facts.at("launched.deep.warp_instructions"), 700);
  for (const auto& [name, value] : facts) EXPECT_TRUE(FactNames().has(name)) << name;
  EXPECT_FALSE(FactNames().has("launched.wide"));
  EXPECT_FALSE(FactNames().has("launched.wide.sectors"));
  EXPECT_FALSE(FactNames().has("launched..launches"));
}

TEST(Facts, every_kind_of_finding_has_a_fact) {
  const Facts facts = facts_of(Outcome{});
  for (int kind = 0;; ++kind) {
    const std::string name = name_of(static_cast<DiagnosticKind>(kind));
    if (name == "unknown") {
      EXPECT_GT(kind, 10);
      break;
    }
    EXPECT_TRUE(facts.contains("findings." + name)) << name;
  }
}

// --- one access ---

Facts facts_of_access(const memory::WarpAccess& access, std::uint32_t cost, std::uint32_t ideal,
                      std::uint32_t ways = 0) {
  Outcome outcome;
  report::Event event;
  event.access = access;
  event.cost = cost;
  event.ideal = ideal;
  event.ways = ways;
  outcome.report.traces.push_back({{}, {event}, false});
  Selection selection;
  selection.event = 0;
  return facts_of(outcome, selection);
}

memory::WarpAccess random_access(std::mt19937& random, Space space) {
  memory::WarpAccess access;
  access.space = space;
  access.bytes = static_cast<std::uint8_t>(1U << (random() % 5));
  access.mask = static_cast<std::uint32_t>(random()) | 1U;
  for (std::uint64_t& address : access.address)
    address = random() % 512 * access.bytes + (space == Space::global ? 0x10000 : 0);
  return access;
}

// Computed byte by byte.
struct Touched {
  std::set<std::uint64_t> bytes, words, sectors, lines, banks;
  std::int64_t lanes = 0;
};
Touched touched_by(const memory::WarpAccess& access) {
  Touched touched;
  for (int lane = 0; lane < 32; ++lane) {
    if (!access.lane_is_active(lane)) continue;
    ++touched.lanes;
    for (std::uint64_t i = 0; i < access.bytes; ++i) {
      const std::uint64_t byte = access.address[static_cast<std::size_t>(lane)] + i;
      touched.bytes.insert(byte);
      touched.words.insert(byte / 4);
      touched.sectors.insert(byte / 32);
      touched.lines.insert(byte / 128);
      touched.banks.insert(byte / 4 % 32);
    }
  }
  return touched;
}

TEST(AccessFacts, of_global_memory_agree_with_counting_bytes) {
  std::mt19937 random(5);
  for (int i = 0; i < 300; ++i) {
    const memory::WarpAccess access = random_access(random, Space::global);
    const Touched touched = touched_by(access);
    const memory::GlobalCost cost = memory::global_cost(access);
    const Facts facts = facts_of_access(access, cost.sectors, cost.ideal_sectors);
    EXPECT_EQ(facts.at("access.lanes"), touched.lanes);
    EXPECT_EQ(facts.at("access.bytes"), access.bytes);
    EXPECT_EQ(facts.at("access.bytes_requested"), touched.lanes * access.bytes);
    EXPECT_EQ(facts.at("access.bytes_used"), static_cast<std::int64_t>(touched.bytes.size()));
    EXPECT_EQ(facts.at("access.words"), static_cast<std::int64_t>(touched.words.size()));
    EXPECT_EQ(facts.at("access.sectors"), static_cast<std::int64_t>(touched.sectors.size()));
    EXPECT_EQ(facts.at("access.lines"), static_cast<std::int64_t>(touched.lines.size()));
    EXPECT_EQ(facts.at("access.ideal"),
              static_cast<std::int64_t>((touched.bytes.size() + 31) / 32));
    EXPECT_EQ(facts.at("access.efficiency_percent"),
              std::lround(100.0 * static_cast<double>(touched.bytes.size()) /
                          (32.0 * static_cast<double>(touched.sectors.size()))));
    EXPECT_FALSE(facts.contains("access.banks"));
    EXPECT_FALSE(facts.contains("access.wavefronts"));
  }
}

TEST(AccessFacts, of_shared_memory_agree_with_counting_bytes) {
  std::mt19937 random(6);
  for (int i = 0; i < 300; ++i) {
    const memory::WarpAccess access = random_access(random, Space::shared);
    const Touched touched = touched_by(access);
    const memory::SharedCost cost = memory::shared_cost(access);
    const Facts facts =
        facts_of_access(access, cost.wavefronts, cost.ideal_wavefronts, cost.worst_ways);
    EXPECT_EQ(facts.at("access.lanes"), touched.lanes);
    EXPECT_EQ(facts.at("access.words"), static_cast<std::int64_t>(touched.words.size()));
    EXPECT_EQ(facts.at("access.banks"), static_cast<std::int64_t>(touched.banks.size()));
    EXPECT_EQ(facts.at("access.wavefronts"), cost.wavefronts);
    EXPECT_EQ(facts.at("access.conflicts"), cost.conflicts);
    EXPECT_EQ(facts.at("access.ideal"), cost.ideal_wavefronts);
    EXPECT_EQ(facts.at("access.ways"), cost.worst_ways);
    EXPECT_FALSE(facts.contains("access.sectors"));
  }
}

TEST(BranchFacts, are_those_of_the_chosen_line_together) {
  Outcome outcome;
  outcome.report.branches = {{0, {"k.cu", 4, 1}, 9, 10, 3, 0, 100, 220},
                             {1, {"k.cu", 4, 9}, 12, 20, 1, 0, 7, 9},
                             {2, {"k.cu", 5, 1}, 14, 40, 2, 0, 5, 6}};
  Selection selection;
  selection.line = 4;
  const Facts facts = facts_of(outcome, selection);
  EXPECT_EQ(facts.at("branch.executions"), 30);
  EXPECT_EQ(facts.at("branch.divergent"), 4);
  EXPECT_EQ(facts.at("branch.lanes_taken"), 107);
  EXPECT_EQ(facts.at("branch.lanes_not_taken"), 229);
  selection.line = 6;
  EXPECT_FALSE(facts_of(outcome, selection).contains("branch.executions"));
}

TEST(MachineFacts, say_what_limits) {
  Facts facts;
  add_occupancy(facts, {50, 32, 4, 40, false, true, false, true});
  EXPECT_EQ(facts.at("occupancy.percent"), 50);
  EXPECT_EQ(facts.at("occupancy.warps"), 32);
  EXPECT_EQ(facts.at("occupancy.blocks"), 4);
  EXPECT_EQ(facts.at("registers"), 40);
  EXPECT_EQ(facts.at("occupancy.limited_by_registers"), 0);
  EXPECT_EQ(facts.at("occupancy.limited_by_shared"), 1);
  EXPECT_EQ(facts.at("occupancy.limited_by_warps"), 0);
  EXPECT_EQ(facts.at("occupancy.limited_by_blocks"), 1);
}

TEST(TimeFacts, are_rounded_to_whole_numbers) {
  Facts facts;
  add_time(facts, {12.6, 1999.5});
  EXPECT_EQ(facts.at("cold_us"), 13);
  EXPECT_EQ(facts.at("gb_per_s"), 2000);
}

TEST(MovingFacts, are_those_of_the_recording_and_of_the_lessons_own_model) {
  Outcome outcome;
  Facts facts;
  add_moving(facts, outcome);
  EXPECT_GT(facts.at("moving.copy.pageable.in.1GiB_ns"), facts.at("moving.copy.pinned.in.1GiB_ns"));
  EXPECT_FALSE(facts.contains("moving.total_ns"));
  outcome.resolved.moving = lesson::MovingWork{};
  outcome.resolved.moving->bytes = 1 << 26;
  add_moving(facts, outcome);
  EXPECT_NEAR(static_cast<double>(facts.at("moving.total_ns")),
              static_cast<double>(facts.at("moving.copy.pinned.in.64MiB_ns")),
              0.1 * static_cast<double>(facts.at("moving.copy.pinned.in.64MiB_ns")));
}

TEST(MovingFacts, are_those_of_the_lessons_program_of_streams_too) {
  Outcome outcome;
  outcome.resolved.moving = lesson::MovingWork{};
  outcome.resolved.moving->bytes = outcome.resolved.moving->bytes_out = 1 << 26;
  Facts facts;
  add_moving(facts, outcome);
  EXPECT_FALSE(facts.contains("moving.program.races"));
  outcome.resolved.stream_program = "in A 1; kernel A 1; out A 2";
  add_moving(facts, outcome);
  EXPECT_EQ(facts.at("moving.program.races"), 1);
  EXPECT_NEAR(static_cast<double>(facts.at("moving.program.end_ns.c1")),
              static_cast<double>(facts.at("moving.copy.pinned.in.64MiB_ns")),
              0.1 * static_cast<double>(facts.at("moving.copy.pinned.in.64MiB_ns")));
  FactNames names;
  EXPECT_EQ(
      value_in(facts, names, "moving.program.before.c1.c2 + moving.program.before.c2.c3").value(),
      1);
}

TEST(MovingFacts, are_known_names_and_written_with_their_units) {
  FactNames names;
  EXPECT_TRUE(names.has("moving.copy.pinned.in.64MiB_ns"));
  EXPECT_FALSE(names.has("moving.copy.pinned.in.63MiB_ns"));
  EXPECT_TRUE(names.has("moving.program.waits_on.c4"));
  EXPECT_FALSE(names.has("moving.program.waits_on.4"));
  EXPECT_EQ(
      fill_placeholders("It takes {moving.total_ns}.", {{"moving.total_ns", 1'230'000}}, names),
      "It takes 1.23 ms.");
}

// --- names and expressions ---

FactNames names_with_second() {
  FactNames names;
  names.parameters = {"N", "PAD"};
  names.other_parameters = {"N", "TILE"};
  names.other = true;
  return names;
}

TEST(FactNames, every_fact_of_a_run_has_a_name) {
  FactNames names;
  names.parameters = {"N", "PAD"};
  memory::WarpAccess access;
  access.mask = 1;
  Facts facts = facts_of(outcome_with_figures());
  for (const Space space : {Space::global, Space::shared, Space::local, Space::constant}) {
    access.space = space;
    for (const auto& [name, value] : facts_of_access(access, 1, 1, 1)) facts[name] = value;
  }
  add_occupancy(facts, {1, 1, 1, 1, true, true, true, true});
  add_time(facts, {1, 1});
  for (const auto& [name, value] : facts) EXPECT_TRUE(names.has(name)) << name;
}

TEST(FactNames, a_second_runs_names_have_its_own_parameters) {
  const FactNames names = names_with_second();
  EXPECT_TRUE(names.has("other.TILE"));
  EXPECT_TRUE(names.has("other.access.sectors"));
  EXPECT_FALSE(names.has("other.PAD"));
  EXPECT_FALSE(names.has("TILE"));
  EXPECT_FALSE(names.has("other.other.N"));
  EXPECT_FALSE(FactNames().has("other.blocks"));
}

TEST(FactExpression, is_evaluated_over_the_facts) {
  const Facts facts{{"N", 64}, {"access.sectors", 5}, {"other.access.sectors", 4}};
  const FactNames names = names_with_second();
  EXPECT_EQ(value_in(facts, names, "other.access.sectors < access.sectors").value(), 1);
  EXPECT_EQ(value_in(facts, names, "ceil_div(N, 32) * access.sectors").value(), 10);
}

TEST(FactExpression, has_no_value_where_a_fact_is_not_known_here) {
  const auto value = value_in({{"N", 64}}, names_with_second(), "other.cold_us < cold_us || N > 1");
  ASSERT_TRUE(value) << value.error();
  EXPECT_FALSE(value->has_value());
}

TEST(FactExpression, an_unknown_name_a_wrong_form_and_a_missing_second_run_are_errors) {
  FactNames names;
  names.parameters = {"N"};
  EXPECT_THAT(value_in({{"N", 1}}, names, "acess.sectors").error(),
              HasSubstr("did you mean 'access.sectors'"));
  EXPECT_FALSE(value_in({{"N", 1}}, names, "N +"));
  EXPECT_THAT(value_in({{"N", 1}}, names, "other.N").error(), HasSubstr("`against`"));
  EXPECT_THAT(value_in({{"N", 0}}, names, "1 / N").error(), HasSubstr("division by zero"));
  names.access = false;
  EXPECT_THAT(expression_problem(names, "access.sectors > 1"), HasSubstr("counts one access"));
}

TEST(FactExpression, dividing_by_a_fact_is_no_mistake_of_form) {
  FactNames names;
  names.parameters = {"N"};
  EXPECT_EQ(expression_problem(names, "100 / (N - 1)"), "");
}

// --- filling in ---

TEST(FilledIn, facts_take_the_place_of_their_names) {
  const Facts facts{{"N", 64}, {"access.sectors", 32768}};
  EXPECT_EQ(fill_placeholders("{N} lanes, **{access.sectors}** sectors, {cold_us} us", facts,
                              FactNames()),
            "64 lanes, **32,768** sectors, — us");
}

TEST(FilledIn, code_keeps_its_braces) {
  const Facts facts{{"N", 64}};
  FactNames names;
  names.parameters = {"N"};
  EXPECT_EQ(fill_placeholders("`{x}` `{N}`\n```\nint a[] = {N};\n```\n{N}", facts, names),
            "`{x}` `64`\n```\nint a[] = {N};\n```\n64");
}

TEST(FilledIn, large_numbers_have_separators_every_three_digits) {
  EXPECT_EQ(fact_text(9999), "9999");
  EXPECT_EQ(fact_text(10000), "10,000");
  EXPECT_EQ(fact_text(1048576), "1,048,576");
  EXPECT_EQ(fact_text(-123456), "-123,456");
  EXPECT_EQ(fact_text(-12), "-12");
}

TEST(FilledIn, a_time_has_three_digits_and_the_unit_of_the_page_times) {
  Facts facts;
  add_time(facts, {5.616, 0});
  EXPECT_EQ(facts.at("cold_us"), 6);
  EXPECT_EQ(fill_placeholders("{cold_us} us", facts, FactNames()), "5.62 us");
  add_time(facts, {56.16, 0});
  EXPECT_EQ(fill_placeholders("{cold_us} us", facts, FactNames()), "56.2 us");
  add_time(facts, {1234.4, 0});
  EXPECT_EQ(fill_placeholders("{cold_us} µs: slow", facts, FactNames()), "1.23 ms: slow");
  EXPECT_EQ(fill_placeholders("{cold_us} of them", facts, FactNames()), "1234 of them");
  Facts both{{"cold_us", 3}};
  add_other(both, facts);
  EXPECT_EQ(fill_placeholders("{other.cold_us} µs", both, FactNames()), "1.23 ms");
}

TEST(FilledIn, a_number_that_begins_a_line_with_a_full_stop_stays_a_sentence) {
  const Facts facts{{"access.sectors", 32}};
  EXPECT_EQ(
      fill_placeholders("{access.sectors}. No more.\n{access.sectors}) so", facts, FactNames()),
      "32\\. No more.\n32\\) so");
  EXPECT_EQ(fill_placeholders("It is {access.sectors}. No more.", facts, FactNames()),
            "It is 32. No more.");
}

}  // namespace
}  // namespace lanescope::app::test
