#include "app/session/selection/selection.h"

#include <gtest/gtest.h>

#include "reports.h"

namespace lanescope::app {
namespace {

using test::copy_report;
using test::tile_report;

TEST(Selection, the_conflicting_shared_load_is_looked_at_first) {
  const report::Report report = tile_report(32);
  const Selection selection = default_selection(report, {}, View::automatic);
  EXPECT_EQ(selection.event, test::shared_load_event);
  EXPECT_EQ(selection.line, test::store_line);
}

TEST(Selection, a_shared_load_comes_first_among_accesses_that_are_all_ideal) {
  const report::Report report = tile_report(1);
  EXPECT_EQ(default_selection(report, {}, View::automatic).event, test::shared_load_event);
}

TEST(Selection, the_worst_ratio_wins_where_there_is_no_shared_memory) {
  const report::Report report = copy_report();
  EXPECT_EQ(default_selection(report, {}, View::automatic).event, 1U);
}

TEST(Selection, every_coordinate_that_the_launch_lacks_is_named) {
  const report::Report report = tile_report(32);  // 2 blocks of 2 warps, 5 events each
  const auto lacks = [&](const std::string& view) {
    const auto request = parse_view(view);
    EXPECT_TRUE(request) << view;
    return lacking(*request, report);
  };
  for (const char* view :
       {"", "block=1", "block=1/0/0", "warp=1", "event=5", "block=1,warp=1,event=1",
        "event=4,wavefront=32", "access=shared_load,wavefront=32", "compare=PAD=1"}) {
    EXPECT_TRUE(lacks(view).empty()) << view << ": " << lacks(view).front();
  }
  EXPECT_TRUE(lacks("line=" + std::to_string(test::store_line)).empty());
  for (const std::string view : {"block=2", "block=0/1", "block=0/0/1", "block=99/0/0", "warp=2",
                                 "warp=2147483647", "event=6", "line=999", "line=12"}) {
    ASSERT_EQ(lacks(view).size(), 1U) << view;
    EXPECT_TRUE(lacks(view)[0].starts_with(view.substr(0, view.find('=') + 1))) << lacks(view)[0];
  }
  EXPECT_EQ(lacks("event=4,wavefront=33").size(), 1U);
  EXPECT_EQ(lacks("access=global_atomic").size(), 1U);
  EXPECT_EQ(lacks("block=7,warp=9,event=77").size(), 3U);
  EXPECT_EQ(lacks("block=99/0/0")[0], "block=99/0/0: the grid has 2/1/1 blocks, numbered from 0");
}

// The shared load and its line are of a header, whose number the kernel's own load has, too.
report::Report report_with_header() {
  report::Report report = tile_report(32);
  const std::string header = "/kernels/tile.cuh";
  report.main_file = report.sites.front().place.file;
  report::IncludedLines included{header, {}, {}};
  for (report::WarpTrace& trace : report.traces) {
    report::Event& load = trace.events[test::shared_load_event];
    load.place = {header, test::load_line, 0};
    report.sites[load.site].place = load.place;
  }
  included.lines.push_back(
      {.line = test::load_line, .requests = 4, .worst_ratio = 32, .worst_ways = 32, .sites = {}});
  included.lines.back().sites = {report.traces[0].events[test::shared_load_event].site};
  report.included.push_back(std::move(included));
  return report;
}

TEST(Selection, a_line_of_a_header_is_not_the_line_of_that_number_in_the_kernels_text) {
  const report::Report report = report_with_header();
  const Selection first = default_selection(report, {}, View::automatic);
  EXPECT_EQ(first.file, "/kernels/tile.cuh");
  EXPECT_EQ(first.line, test::load_line);
  Selection own;
  own = with_line(report, own, test::load_line);
  EXPECT_EQ(own.file, "");
  EXPECT_NE(own.event, test::shared_load_event);
  EXPECT_EQ(with_line(report, first, test::load_line).event, test::shared_load_event);
  EXPECT_EQ(lines_to_walk(report, Subject::memory, first.file), std::vector{test::load_line});
}

TEST(Selection, another_file_is_chosen_with_its_costliest_access) {
  const report::Report report = report_with_header();
  const Selection own = with_file(report, {}, "");
  EXPECT_EQ(own.file, "");
  EXPECT_NE(own.line, 0);
  const Selection header = with_file(report, own, "/kernels/tile.cuh");
  EXPECT_EQ(header.event, test::shared_load_event);
}

TEST(Selection, a_view_names_a_line_of_a_header) {
  const report::Report report = report_with_header();
  const auto of = [&](const std::string& file) {
    return *parse_view("line=" + file + ":" + std::to_string(test::load_line));
  };
  EXPECT_EQ(selection_from(of("tile.cuh"), report).file, "/kernels/tile.cuh");
  EXPECT_TRUE(lacking(of("tile.cuh"), report).empty());
  ASSERT_EQ(lacking(of("other.cuh"), report).size(), 1U);
  EXPECT_EQ(lacking(of("other.cuh"), report)[0],
            "line=other.cuh:11: the kernel has code from these included files, each named once: "
            "/kernels/tile.cuh");
  EXPECT_FALSE(parse_view("line=tile.cuh:0"));
  EXPECT_FALSE(parse_view("line=tile.cuh:"));
}

TEST(Selection, a_finding_in_a_header_leads_to_its_line_there) {
  const report::Report report = report_with_header();
  Diagnostic finding;
  finding.place = {"/kernels/tile.cuh", test::load_line, 5};
  EXPECT_EQ(at_finding(report, {}, finding).file, "/kernels/tile.cuh");
  // One in a library's header is of the access that the PTX has there.
  finding.place = {"/usr/include/library.h", 7, 5};
  finding.ptx_line = report.sites[0].ptx_line;
  EXPECT_EQ(at_finding(report, {}, finding).line, report.sites[0].place.line);
}

TEST(Selection, the_global_view_chooses_a_global_access) {
  const report::Report report = tile_report(32);
  const Selection selection = default_selection(report, {}, View::global);
  ASSERT_NE(event_of(report, selection), nullptr);
  EXPECT_EQ(event_of(report, selection)->access.space, memory::Space::global);
}

TEST(Selection, the_bank_view_of_a_kernel_without_shared_memory_falls_back_to_what_there_is) {
  const report::Report report = copy_report();
  EXPECT_EQ(default_selection(report, {}, View::bank).event, 1U);
}

TEST(Selection, choosing_a_line_chooses_its_costliest_access) {
  const report::Report report = tile_report(32);
  const Selection selection = with_line(report, {}, test::store_line);
  EXPECT_EQ(selection.event, test::shared_load_event);
}

TEST(Selection, a_line_without_accesses_leaves_no_event) {
  const report::Report report = tile_report(32);
  const Selection selection = with_line(report, default_selection(report, {}, View::automatic), 4);
  EXPECT_EQ(selection.line, 4);
  EXPECT_FALSE(selection.event);
}

TEST(Selection, the_same_access_is_found_in_another_run_of_the_kernel) {
  const report::Report before = tile_report(32);
  const report::Report now = tile_report(1);
  const Selection store = with_event(before, {}, 4);
  EXPECT_EQ(carried_over(before, store, now, store).event, 4U);
}

TEST(Selection, the_third_round_of_a_loop_stays_the_third_and_the_last_when_there_are_fewer) {
  report::Report before = tile_report(2);
  report::Report now = tile_report(2);
  for (report::Report* report : {&before, &now}) {
    auto& events = report->traces[0].events;
    const report::Event load = events[test::shared_load_event];
    events.assign(report == &before ? 6 : 4, load);
  }
  const Selection third = with_event(before, {}, 2);
  EXPECT_EQ(carried_over(before, third, now, third).event, 2U);
  const Selection sixth = with_event(before, {}, 5);
  EXPECT_EQ(carried_over(before, sixth, now, sixth).event, 3U);
}

TEST(Selection, a_wavefront_beyond_the_new_last_becomes_the_last) {
  const report::Report before = tile_report(32);
  const report::Report now = tile_report(2);
  Selection selection = with_event(before, {}, test::shared_load_event);
  selection.wavefront = 31;
  EXPECT_EQ(carried_over(before, selection, now, selection).wavefront, 1U);
}

TEST(Selection, an_access_whose_line_is_gone_becomes_the_nearest_of_its_kind_in_the_same_subject) {
  const report::Report before = tile_report(32);
  report::Report now = tile_report(1);  // cheap: a new lesson would show its divergence
  now.totals.divergent_branches = 5;
  for (report::WarpTrace& trace : now.traces) {
    for (report::Event& event : trace.events) event.place.line += 40;
  }
  for (report::Line& line : now.lines) line.line += 40;
  ASSERT_EQ(suggested_subject(now), Subject::divergence);
  const Selection load = with_event(before, {}, 0);
  const Selection carried = carried_over(before, load, now, load);
  EXPECT_EQ(carried.subject, Subject::memory);
  EXPECT_EQ(carried.event, 0U);
  EXPECT_EQ(carried.line, test::load_line + 40);
}

TEST(Selection, warp_and_block_are_kept_inside_a_smaller_launch) {
  const report::Report before = tile_report(32);
  report::Report now = tile_report(32);
  now.grid = {1, 1, 1};
  now.block = {32, 1, 1};
  Selection selection = default_selection(before, {}, View::automatic);
  selection.block = {1, 0, 0};
  selection.warp = 1;
  const Selection carried = carried_over(before, selection, now, selection);
  EXPECT_EQ(carried.block, (report::Dim3{0, 0, 0}));
  EXPECT_EQ(carried.warp, 0U);
}

TEST(Selection, lines_with_accesses_ascend) {
  EXPECT_EQ(lines_with_accesses(tile_report(32)),
            (std::vector<int>{test::load_line, test::store_line}));
}

TEST(ViewRequest, reads_every_word) {
  const auto request = parse_view("bank,line=16,event=4,wavefront=5,warp=1,block=1/0/2");
  ASSERT_TRUE(request);
  EXPECT_EQ(request->view, View::bank);
  EXPECT_EQ(request->line, 16);
  EXPECT_EQ(request->event, 3U);
  EXPECT_EQ(request->wavefront, 4U);
  EXPECT_EQ(request->warp, 1U);
  EXPECT_EQ(request->block, (report::Dim3{1, 0, 2}));
}

TEST(ViewRequest, reads_pages_sweeps_and_kinds_of_access) {
  EXPECT_EQ(parse_view("index")->page, Page::index);
  EXPECT_EQ(parse_view("index=4/2:32/8")->page_argument, "4/2:32/8");
  for (const char* wrong : {"index=", "index=4", "index=4:", "index=0:32", "index=1/2/3/4:1"})
    EXPECT_FALSE(parse_view(wrong)) << wrong;
  EXPECT_EQ(parse_view("machine")->page, Page::machine);
  EXPECT_EQ(parse_view("global")->page, Page::stage);
  EXPECT_EQ(parse_view("sweep=pad-by-stride")->argument_of(Page::sweep), "pad-by-stride");
  const auto request = parse_view("global,access=global_store,line=11");
  ASSERT_TRUE(request) << request.error();
  EXPECT_EQ(request->access, (report::AccessKind{memory::Space::global, memory::Op::store}));
  for (const char* text : {"access=", "access=global", "access=constant_store", "sweep=", "sweep"})
    EXPECT_FALSE(parse_view(text)) << text;
}

TEST(ViewRequest, every_kind_of_access_is_known_by_its_name) {
  ASSERT_EQ(report::access_kinds().size(), 9U);
  for (const report::AccessKind& kind : report::access_kinds()) {
    EXPECT_EQ(report::access_kind_named(name_of(kind)), kind);
    EXPECT_TRUE(parse_view("access=" + name_of(kind)));
  }
}

TEST(ViewRequest, an_access_is_the_costliest_of_its_kind_on_the_line_where_one_is_given) {
  report::Report report = tile_report(32);
  report.traces[0].events.push_back(report.traces[0].events[0]);  // a second load that costs more
  report.traces[0].events.back().cost = 8;
  report.traces[0].events.back().place.line = 20;
  EXPECT_EQ(selection_from(*parse_view("access=global_load"), report).event, test::event_count);
  EXPECT_EQ(selection_from(*parse_view("access=global_load,line=11"), report).event, 0U);
  EXPECT_EQ(selection_from(*parse_view("access=shared_store"), report).event, 1U);
  EXPECT_EQ(selection_from(*parse_view("access=shared_load,wavefront=3"), report).wavefront, 2U);
  // A kind of access that the warp lacks is ignored.
  EXPECT_EQ(selection_from(*parse_view("access=local_load"), report).event,
            test::shared_load_event);
}

TEST(ViewRequest, reductions_are_atomics) {
  memory::WarpAccess access;
  access.op = memory::Op::reduction;
  EXPECT_TRUE(is_of_kind(access, {memory::Space::global, memory::Op::atomic}));
  EXPECT_FALSE(is_of_kind(access, {memory::Space::global, memory::Op::store}));
}

TEST(ViewRequest, nothing_means_automatic) {
  const auto request = parse_view("");
  ASSERT_TRUE(request);
  EXPECT_EQ(*request, ViewRequest{});
}

TEST(ViewRequest, a_wrong_word_is_named) {
  for (const char* text : {"banks", "line", "line=0", "line=x", "line=1x", "warp=-1",
                           "block=1/2/3/4", "block=", "bank,,"}) {
    EXPECT_FALSE(parse_view(text)) << text;
  }
  EXPECT_NE(parse_view("bank,sideways").error().find("'sideways'"), std::string::npos);
}

TEST(Selection, the_nearest_line_with_an_access) {
  const report::Report report = tile_report(32);
  EXPECT_EQ(nearest_line_with_access(report, 1), test::load_line);
  EXPECT_EQ(nearest_line_with_access(report, test::load_line), test::load_line);
  EXPECT_EQ(nearest_line_with_access(report, 15), test::store_line);
  EXPECT_EQ(nearest_line_with_access(report, 100), test::store_line);
  EXPECT_EQ(nearest_line_with_access({}, 5), 0);
}

TEST(ViewRequest, chooses_line_and_wavefront) {
  const report::Report report = tile_report(32);
  const Selection selection = selection_from(*parse_view("line=16,wavefront=3"), report);
  EXPECT_EQ(selection.event, test::shared_load_event);
  EXPECT_EQ(selection.wavefront, 2U);
}

TEST(AtFinding, is_the_access_with_its_address_among_those_of_the_line) {
  report::Report report = tile_report(32);
  // The store now has that address. It is not the line's most expensive access.
  report.traces[1].events[4].access.address[7] = 4096;
  Diagnostic finding;
  finding.place = {"tile.cu", test::store_line, 1};
  finding.thread = report::Dim3{7, 1, 0};
  finding.address = 4096;
  EXPECT_EQ(at_finding(report, {}, finding).event, 4U);
  EXPECT_EQ(at_finding(report, {}, finding).warp, 1U);
  EXPECT_EQ(lane_of_finding(report, at_finding(report, {}, finding), finding), 7);
  finding.address = 8192;
  EXPECT_EQ(at_finding(report, {}, finding).event, test::shared_load_event);
}

// `s[t] += x` loads the address and then stores it: a race "written here" is the store.
TEST(AtFinding, is_the_instruction_of_the_finding_where_the_line_has_several) {
  report::Report report = tile_report(32);
  report::WarpTrace& trace = report.traces[1];
  report::Event load = trace.events[4];
  load.access.address[7] = 4096;
  report::Event store = load;
  report.sites[load.site].ptx_line = 20;
  report::Site site = report.sites[load.site];
  site.index = static_cast<std::uint32_t>(report.sites.size());
  site.ptx_line = 21;
  site.op = store.access.op = memory::Op::store;
  store.site = site.index;
  report.sites.push_back(site);
  trace.events[4] = load;
  trace.events.push_back(store);
  Diagnostic finding;
  finding.kind = DiagnosticKind::shared_race;
  finding.place = {"tile.cu", test::store_line, 1};
  finding.thread = report::Dim3{7, 1, 0};
  finding.address = 4096;
  finding.ptx_line = 21;
  EXPECT_EQ(at_finding(report, {}, finding).event, trace.events.size() - 1);
  finding.ptx_line = 20;
  EXPECT_EQ(at_finding(report, {}, finding).event, 4U);
}

// ---- divergence ----

constexpr int branch_line = 13;   // has no access
constexpr int other_branch = 20;  // diverges less

report::Report branching(std::uint32_t ways) {
  report::Report report = tile_report(ways);
  for (const int line : {test::load_line, branch_line, test::store_line, other_branch}) {
    report.activity.push_back(
        {.place = {"tile.cu", line, 0}, .instructions = 1, .executions = 8, .lanes = 200});
  }
  const auto add = [&](int line, std::uint64_t divergent) {
    report::Branch branch;
    branch.index = static_cast<std::uint32_t>(report.branches.size());
    branch.place = {"tile.cu", line, 1};
    branch.executions = 8;
    branch.divergent = divergent;
    report.branches.push_back(branch);
    report.totals.divergent_branches += divergent;
  };
  add(other_branch, 1);
  add(branch_line, 6);
  return report;
}

TEST(Divergence, is_looked_at_first_where_memory_is_as_cheap_as_it_can_be) {
  EXPECT_EQ(suggested_subject(branching(32)), Subject::memory);
  EXPECT_EQ(suggested_subject(tile_report(1)), Subject::memory);
  const Selection selection = default_selection(branching(1), {}, View::automatic);
  EXPECT_EQ(selection.subject, Subject::divergence);
  EXPECT_EQ(selection.line, branch_line);
}

TEST(Divergence, of_the_one_warp_at_an_arrays_edge_is_not_looked_at_first) {
  report::Report report = tile_report(1);
  report.branches = {report::Branch{.executions = 32, .divergent = 1}};
  report.totals.divergent_branches = 1;
  EXPECT_EQ(suggested_subject(report), Subject::memory);
  report.branches[0].executions = 16;
  EXPECT_EQ(suggested_subject(report), Subject::divergence);
}

TEST(Divergence, a_view_of_memory_that_was_asked_for_is_given) {
  EXPECT_EQ(default_selection(branching(1), {}, View::bank).subject, Subject::memory);
}

TEST(Divergence, goes_to_the_line_that_diverges_most_unless_the_chosen_one_branches) {
  const report::Report report = branching(32);
  const Selection load = with_line(report, {}, test::load_line);
  EXPECT_EQ(with_subject(report, load, Subject::divergence).line, branch_line);
  const Selection branch = with_line(report, {}, other_branch);
  EXPECT_EQ(with_subject(report, branch, Subject::divergence).line, other_branch);
}

TEST(Divergence, back_to_memory_goes_to_an_access) {
  const report::Report report = branching(32);
  Selection selection = with_subject(report, {}, Subject::divergence);
  selection = with_subject(report, selection, Subject::memory);
  EXPECT_EQ(selection.event, test::shared_load_event);
}

TEST(Divergence, has_no_wavefronts_to_walk) {
  const report::Report report = branching(32);
  Selection selection = with_line(report, {}, test::store_line);
  EXPECT_EQ(wavefronts_of(report, selection), 32U);
  selection.subject = Subject::divergence;
  EXPECT_EQ(wavefronts_of(report, selection), 0U);
}

TEST(Divergence, walks_every_line_that_was_executed) {
  const report::Report report = branching(32);
  EXPECT_EQ(lines_to_walk(report, Subject::divergence),
            (std::vector<int>{test::load_line, branch_line, test::store_line, other_branch}));
  EXPECT_EQ(lines_to_walk(report, Subject::memory),
            (std::vector<int>{test::load_line, test::store_line}));
}

TEST(Divergence, keeps_its_line_in_another_run_and_finds_another_where_the_branch_is_gone) {
  const report::Report before = branching(32);
  Selection selection = with_subject(before, {}, Subject::divergence);
  EXPECT_EQ(carried_over(before, selection, branching(1), selection).line, branch_line);
  report::Report now = branching(1);
  now.branches.pop_back();
  EXPECT_EQ(carried_over(before, selection, now, selection).line, other_branch);
}

TEST(Divergence, can_be_asked_for_with_a_line) {
  EXPECT_EQ(parse_view("times")->page, Page::times);
  EXPECT_EQ(parse_view("divergence")->page, Page::stage);
  const auto request = parse_view("divergence,line=20");
  ASSERT_TRUE(request);
  const Selection selection = selection_from(*request, branching(32));
  EXPECT_EQ(selection.subject, Subject::divergence);
  EXPECT_EQ(selection.line, other_branch);
}

TEST(ParseView, machine_asks_for_the_machines_page) {
  ASSERT_TRUE(parse_view("machine"));
  EXPECT_EQ(parse_view("machine")->page, Page::machine);
  EXPECT_EQ(parse_view("launches")->page, Page::launches);
  EXPECT_EQ(parse_view("times")->page, Page::times);
}

TEST(ParseView, launches_may_name_a_group_of_the_tree) {
  const auto request = parse_view("launches=2,line=3");
  ASSERT_TRUE(request) << request.error();
  EXPECT_EQ(request->page_argument, "2");
  EXPECT_FALSE(parse_view("launches=all"));
  EXPECT_FALSE(parse_view("launches="));
  EXPECT_FALSE(parse_view("launches=-1"));
  report::Report report;
  report.launch_tree.resize(2);
  const auto lack = [&](const char* view) { return lacking(parse_view(view).value(), report); };
  EXPECT_TRUE(lack("launches=2").empty());
  ASSERT_EQ(lack("launches=3").size(), 1U);
  EXPECT_NE(lack("launches=3")[0].find("2 groups"), std::string::npos);
}

}  // namespace
}  // namespace lanescope::app
