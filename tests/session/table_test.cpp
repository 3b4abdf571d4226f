// Tables: their content and their formats.
#include "app/session/export/tables.h"

#include <limits>
#include <map>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "reports.h"
#include "tests/export/csv_reader.h"

namespace lanescope::app::test {
namespace {

using lanescope::testing::read_csv;
using Lines = std::vector<std::vector<std::string>>;

Provenance made_by_hand() {
  Provenance made;
  made.lesson = "transpose";
  made.variant = "tile";
  made.kernel = "transpose_tile";
  made.params = {{"N", 1024}, {"PAD", 1}};
  made.grid = {32, 32, 1};
  made.block = {32, 8, 1};
  made.machine = "Tesla C1060";
  made.origins = {"MODEL", "RECORDED"};
  made.recorded_on = "NVIDIA H200, 2026-11-20";
  made.compiler = "clang 14.0.6";
  made.program = "Lanescope 1.2.3";
  return made;
}

// The fields of one line by column.
std::map<std::string, std::string> line_of(const Lines& lines, std::size_t line) {
  std::map<std::string, std::string> fields;
  for (std::size_t i = 0; i < lines.at(0).size(); ++i) fields[lines[0][i]] = lines.at(line).at(i);
  return fields;
}
std::map<std::string, std::string> row_of(const Table& table, std::size_t row) {
  return line_of(read_csv(csv_of(table)), row + 1);
}

TEST(TableCsv, comes_back_as_it_went) {
  const Table table{
      "t",
      {"text", "whole", "count", "real", "truth", "nothing"},
      {{"plain", std::int64_t{-3}, std::uint64_t{18446744073709551615U}, 0.1, true, {}},
       {"a,b \"quoted\"\r\nsecond line", std::int64_t{0}, std::uint64_t{0}, 1e-9, false, {}},
       {"束, ×", std::int64_t{1}, std::uint64_t{1}, 4.0, true, {}}}};
  const Lines lines = read_csv(csv_of(table));
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[0], table.columns);
  EXPECT_EQ(lines[1],
            (std::vector<std::string>{"plain", "-3", "18446744073709551615", "0.1", "true", ""}));
  EXPECT_EQ(lines[2][0], "a,b \"quoted\"\r\nsecond line");
  EXPECT_EQ(std::stod(lines[2][3]), 1e-9);
  EXPECT_EQ(lines[3][0], "束, ×");
  EXPECT_EQ(lines[3][3], "4");
}

TEST(TableCsv, says_what_made_it_in_columns_of_its_own) {
  const Table table{"t", {"a", "machine"}, {{std::int64_t{1}, "its own"}}};
  const Lines lines = read_csv(csv_of(table, made_by_hand()));
  const auto fields = line_of(lines, 1);
  EXPECT_EQ(fields.at("a"), "1");
  EXPECT_EQ(fields.at("machine"), "its own");
  EXPECT_EQ(fields.at("lesson"), "transpose");
  EXPECT_EQ(fields.at("params"), "N=1024 PAD=1");
  EXPECT_EQ(fields.at("grid"), "32 32 1");
  EXPECT_EQ(fields.at("block"), "32 8 1");
  EXPECT_EQ(fields.at("source"), "MODEL RECORDED");
  EXPECT_EQ(fields.at("compiler"), "clang 14.0.6");
  EXPECT_EQ(fields.at("program"), "Lanescope 1.2.3");
  EXPECT_EQ(lines[0].size(), 11U);  // `machine` appears once
}

TEST(TableCsv, an_empty_field_alone_in_its_line_is_seen) {
  const Table table{"t", {"a"}, {{Cell()}, {"x"}}};
  EXPECT_EQ(csv_of(table), "a\r\n\"\"\r\nx\r\n");
}

// A table of `rows` rows, one number each, produced on demand.
Table made_table(std::uint64_t rows) {
  Table table{"t", {"i"}, {}};
  table.made_rows = rows;
  table.make_rows = [rows](const VisitRow& take) {
    for (std::uint64_t i = 0; i < rows; ++i) take({i});
  };
  return table;
}

TEST(TableCsv, rows_that_are_made_one_by_one_are_rows_like_others) {
  const Table table = made_table(3);
  EXPECT_EQ(table.row_count(), 3U);
  EXPECT_EQ(csv_of(table), "i\r\n0\r\n1\r\n2\r\n");
  EXPECT_EQ(csv_of(table),
            csv_of({"t", {"i"}, {{std::uint64_t{0}}, {std::uint64_t{1}}, {std::uint64_t{2}}}}));
  const auto json = nlohmann::json::parse(json_text(table, made_by_hand()));
  ASSERT_EQ(json.at("rows").size(), 3U);
  EXPECT_EQ(json.at("rows")[2].at("i"), 2);
}

TEST(TableCsv, very_many_rows_do_without_what_made_them) {
  const std::string most = csv_of(made_table(max_rows_with_origin), made_by_hand());
  EXPECT_TRUE(most.starts_with("i,lesson,"));
  const std::string more = csv_of(made_table(max_rows_with_origin + 1), made_by_hand());
  EXPECT_TRUE(more.starts_with("i\r\n0\r\n"));
}

TEST(TableCsv, of_a_comparison_has_the_other_side_in_columns_of_its_own) {
  Provenance made = made_by_hand();
  Provenance other = made_by_hand();
  other.params["PAD"] = 0;
  made.against = std::make_shared<const Provenance>(other);
  made.differences = {{DifferenceKind::parameter, "PAD", "0", "1"},
                      {DifferenceKind::text, "", "", "", 3}};
  const Table table{"t", {"n"}, {{std::int64_t{1}}}};
  const auto fields = line_of(read_csv(csv_of(table, made)), 1);
  EXPECT_EQ(fields.at("params"), "N=1024 PAD=1");
  EXPECT_EQ(fields.at("a_params"), "N=1024 PAD=0");
  EXPECT_EQ(fields.at("a_machine"), "Tesla C1060");
  EXPECT_EQ(fields.at("differences"), "PAD 0 -> 1, text: 3 lines");
  EXPECT_EQ(fields.count("a_program"), 0U);
  const auto json = nlohmann::json::parse(json_text(table, made)).at("made_by");
  EXPECT_EQ(json.at("a").at("params").at("PAD"), 0);
  EXPECT_EQ(json.at("differences")[1].at("lines"), 3);
}

TEST(TableJson, says_what_is_missing) {
  Table table = made_table(1);
  EXPECT_FALSE(nlohmann::json::parse(json_text(table, made_by_hand())).contains("missing"));
  table.missing = "the rest";
  EXPECT_EQ(nlohmann::json::parse(json_text(table, made_by_hand())).at("missing"), "the rest");
}

TEST(TableJson, has_numbers_as_numbers_and_what_made_it) {
  const Table table{"t",
                    {"text", "count", "real", "nothing", "odd"},
                    {{"x", std::uint64_t{7}, 0.5, {}, std::numeric_limits<double>::infinity()}}};
  const auto json = nlohmann::json::parse(json_text(table, made_by_hand()));
  EXPECT_EQ(json.at("schema"), "lanescope.table/1");
  EXPECT_EQ(json.at("table"), "t");
  EXPECT_EQ(json.at("made_by").at("params").at("PAD"), 1);
  EXPECT_EQ(json.at("made_by").at("recorded_on"), "NVIDIA H200, 2026-11-20");
  EXPECT_FALSE(json.at("made_by").contains("measured_on"));
  const auto& row = json.at("rows").at(0);
  EXPECT_EQ(row.at("text"), "x");
  EXPECT_EQ(row.at("count"), 7);
  EXPECT_EQ(row.at("real"), 0.5);
  EXPECT_TRUE(row.at("nothing").is_null());
  EXPECT_TRUE(row.at("odd").is_null());
}

TEST(Tables, have_a_cell_for_each_column) {
  const report::Report report = tile_report(32);
  const report::WarpTrace& trace = report.traces.front();
  for (const Table& table :
       {accesses_table(report), counts_table(report), branches_table(report),
        lines_table(report, "a\nb\n"), events_table(&trace), events_table(nullptr),
        lanes_table(trace.events[shared_load_event], report, {}),
        lanes_table(trace.events[barrier_event], report, {}),
        threads_table({{2, 1, 1}, {40, 1, 1}}, {1, 0, 0})}) {
    EXPECT_FALSE(table.name.empty());
    for (const std::vector<Cell>& row : table.rows)
      EXPECT_EQ(row.size(), table.columns.size()) << table.name;
  }
}

// tile_report(32) with counts for its shared load: 8 requests, 32-way.
report::Report counted_report() {
  report::Report report = tile_report(32);
  for (report::Site& site : report.sites) {
    if (site.space != memory::Space::shared || site.op != memory::Op::load) continue;
    site.counts.requests = 8;
    site.counts.wavefronts = 256;
    site.counts.ideal_wavefronts = 8;
    site.worst_ways = 32;
    report.totals.shared_load = site.counts;
  }
  report.totals.barriers = 4;
  return report;
}

TEST(AccessesTable, counts_only_what_the_space_has) {
  const report::Report report = counted_report();
  const Table table = accesses_table(report);
  ASSERT_EQ(table.rows.size(), report.sites.size());
  int shared_loads = 0;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const auto row = row_of(table, i);
    const bool is_shared = row.at("space") == "shared";
    EXPECT_EQ(row.at("wavefronts").empty(), !is_shared);
    EXPECT_EQ(row.at("sectors").empty(), is_shared);
    EXPECT_EQ(row.at("worst_ways").empty(), !is_shared);
    if (is_shared && row.at("op") == "load") {
      EXPECT_EQ(row.at("line"), std::to_string(store_line));
      EXPECT_EQ(row.at("worst_ways"), "32");
      EXPECT_EQ(row.at("cost_to_ideal"), "32");
      ++shared_loads;
    }
  }
  EXPECT_EQ(shared_loads, 1);
}

TEST(CountsTable, has_the_kinds_that_there_are_and_the_kernel) {
  const report::Report report = counted_report();
  const Table table = counts_table(report);
  const Lines lines = read_csv(csv_of(table));
  EXPECT_EQ(lines.back()[0], "kernel");
  EXPECT_EQ(line_of(lines, lines.size() - 1).at("barriers"), "4");
  std::map<std::string, std::string> wavefronts;
  for (std::size_t i = 1; i + 1 < lines.size(); ++i) {
    const auto row = line_of(lines, i);
    wavefronts[row.at("kind")] = row.at("wavefronts");
    EXPECT_NE(row.at("requests"), "0");
  }
  EXPECT_EQ(wavefronts, (std::map<std::string, std::string>{{"shared_load", "256"}}));
}

TEST(EventsTable, keeps_the_warps_order_with_its_barrier) {
  const report::Report report = tile_report(32);
  const Table table = events_table(&report.traces[0]);
  ASSERT_EQ(table.rows.size(), event_count);
  EXPECT_EQ(row_of(table, barrier_event).at("kind"), "barrier");
  EXPECT_EQ(row_of(table, barrier_event).at("cost"), "");
  const auto load = row_of(table, shared_load_event);
  EXPECT_EQ(load.at("event"), "4");
  EXPECT_EQ(load.at("space"), "shared");
  EXPECT_EQ(load.at("ways"), "32");
  EXPECT_EQ(load.at("cost"), "32");
}

TEST(LanesTable, says_of_each_lane_which_bank_and_wavefront) {
  report::Report report = tile_report(32);
  report::Event event;
  event.access.space = memory::Space::shared;
  event.access.mask = 0x7;
  event.access.address[0] = 0;
  event.access.address[1] = 128;  // the same bank: the next wavefront
  event.access.address[2] = 132;
  const Table table = lanes_table(event, report, {});
  ASSERT_EQ(table.rows.size(), 32U);
  EXPECT_EQ(row_of(table, 1).at("word"), "32");
  EXPECT_EQ(row_of(table, 1).at("bank"), "0");
  EXPECT_EQ(row_of(table, 2).at("bank"), "1");
  EXPECT_NE(row_of(table, 0).at("wavefront"), row_of(table, 1).at("wavefront"));
  EXPECT_EQ(row_of(table, 3).at("takes_part"), "false");
  EXPECT_EQ(row_of(table, 3).at("address"), "");
  EXPECT_EQ(row_of(table, 0).at("sector"), "");
}

TEST(LanesTable, names_the_array_and_element_of_a_global_address) {
  report::Report report;
  report.arrays = {{.name = "A",
                    .type = "float",
                    .count = 64,
                    .element_bytes = 4,
                    .address = 256,
                    .shape = {},
                    .fnv1a64 = ""}};
  report::Event event;
  event.access.mask = 0x3;
  event.access.address[0] = 256 + 4 * 9;
  event.access.address[1] = 1024;  // in no array
  const Table table = lanes_table(event, report, {});
  EXPECT_EQ(row_of(table, 0).at("array"), "A");
  EXPECT_EQ(row_of(table, 0).at("element"), "9");
  EXPECT_EQ(row_of(table, 0).at("sector"), "9");
  EXPECT_EQ(row_of(table, 0).at("memory_line"), "2");
  EXPECT_EQ(row_of(table, 0).at("bank"), "");
  EXPECT_EQ(row_of(table, 1).at("array"), "");
}

TEST(ThreadsTable, numbers_every_thread_of_the_block) {
  const Table table = threads_table({{2, 1, 1}, {20, 2, 1}}, {1, 0, 0});
  ASSERT_EQ(table.rows.size(), 40U);
  const auto row = row_of(table, 35);
  EXPECT_EQ(row.at("index"), "75");
  EXPECT_EQ(row.at("warp"), "1");
  EXPECT_EQ(row.at("lane"), "3");
  EXPECT_EQ(row.at("threadIdx_x"), "15");
  EXPECT_EQ(row.at("threadIdx_y"), "1");
  EXPECT_EQ(row.at("blockIdx_x"), "1");
}

TEST(LinesTable, keeps_the_text_and_sets_costs_beside_it) {
  report::Report report;
  report::Site load;
  load.place = {"k.cu", 2, 0};
  load.counts = {.requests = 6, .sectors = 24, .ideal_sectors = 24};
  report::Site store = load;
  store.op = memory::Op::store;
  store.counts = {.requests = 2, .sectors = 32, .ideal_sectors = 8};
  report.sites = {load, store};
  report.lines = {{.line = 2, .requests = 8, .worst_ratio = 4, .worst_ways = 0, .sites = {0, 1}}};
  report.activity = {{.place = {"k.cu", 2, 0}, .instructions = 3, .executions = 10, .lanes = 160}};
  const Table table = lines_table(report, "int x;\n  y = z[\"a,b\"];\n");
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(row_of(table, 0).at("text"), "int x;");
  EXPECT_EQ(row_of(table, 0).at("requests"), "");
  EXPECT_EQ(row_of(table, 1).at("text"), "  y = z[\"a,b\"];");
  EXPECT_EQ(row_of(table, 1).at("requests"), "2");  // of the store, as in the window's gutter
  EXPECT_EQ(row_of(table, 1).at("cost_to_ideal"), "4");
  EXPECT_EQ(row_of(table, 1).at("active_lanes"), "16");
}

TEST(MachineTable, leaves_open_what_no_source_is_known_for) {
  machine::Profile profile;
  profile.figures[static_cast<std::size_t>(machine::Figure::banks)] = {32, "a guide"};
  const Table table = machine_table(profile, {});
  ASSERT_EQ(table.rows.size(), machine::figure_count);
  std::map<std::string, std::map<std::string, std::string>> rows;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const auto row = row_of(table, i);
    rows[row.at("name")] = row;
  }
  EXPECT_EQ(rows.at("banks").at("value"), "32");
  EXPECT_EQ(rows.at("banks").at("stated_by"), "a guide");
  EXPECT_EQ(rows.at("clock_mhz").at("value"), "");
  EXPECT_EQ(rows.at("clock_mhz").at("unit"), "MHz");
}

}  // namespace
}  // namespace lanescope::app::test
