#include "app/session/session.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <stop_token>
#include <thread>

#include <gtest/gtest.h>

#include "reports.h"
#include "tests/temporary_folder.h"

namespace lanescope::app {
namespace {

using std::chrono_literals::operator""s;
using test::update_until_taken;

class SessionTest : public ::testing::Test {
 protected:
  Session begin(State state = test::initial_state(), const ViewRequest& view = {}) {
    return Session(std::move(state), view, {gate_.runner(), test::lesson_card, {}});
  }
  test::GatedRunner gate_;
};

std::uint32_t shown_ways(const Session& session) {
  return session.selector().event() != nullptr ? session.selector().event()->ways : 0;
}

TEST_F(SessionTest, runs_at_once_and_shows_the_costliest_access) {
  Session session = begin();
  ASSERT_TRUE(update_until_taken(session));
  ASSERT_NE(session.run().shown(), nullptr);
  EXPECT_EQ(session.state().selection.event, test::shared_load_event);
  EXPECT_EQ(shown_ways(session), 32U);
  EXPECT_EQ(session.selector().wavefronts(), 32U);
}

TEST_F(SessionTest, shows_first_what_the_view_asks_for) {
  Session session = begin(test::initial_state(), *parse_view("global,warp=1"));
  ASSERT_TRUE(update_until_taken(session));
  EXPECT_EQ(session.state().selection.warp, 1U);
  ASSERT_NE(session.selector().event(), nullptr);
  EXPECT_EQ(session.selector().event()->access.space, memory::Space::global);
}

TEST_F(SessionTest, toggling_pad_goes_by_its_step) {
  Session session(test::initial_state(), {}, {gate_.runner(), test::card_in_steps_of_four, {}});
  ASSERT_TRUE(update_until_taken(session));
  session.run().toggle_parameter("PAD");
  ASSERT_TRUE(update_until_taken(session));
  EXPECT_EQ(session.state().overrides.at("PAD"), 4);
  session.run().toggle_parameter("PAD");
  ASSERT_TRUE(update_until_taken(session));
  EXPECT_EQ(session.state().overrides.at("PAD"), 0);
}

TEST_F(SessionTest, toggling_pad_runs_again_and_keeps_the_access) {
  Session session = begin();
  ASSERT_TRUE(update_until_taken(session));
  session.run().toggle_parameter("PAD");
  ASSERT_TRUE(update_until_taken(session));
  EXPECT_EQ(session.state().overrides.at("PAD"), 1);
  EXPECT_EQ(session.state().selection.event, test::shared_load_event);
  EXPECT_EQ(shown_ways(session), 1U);
  session.run().toggle_parameter("PAD");
  ASSERT_TRUE(update_until_taken(session));
  EXPECT_EQ(shown_ways(session), 32U);
}

TEST_F(SessionTest, a_scene_is_a_variant_with_its_values_looked_at_by_its_view) {
  Session session = begin();
  ASSERT_TRUE(update_until_taken(session));
  session.run().set_parameter("PAD", 4);
  ASSERT_TRUE(update_until_taken(session));
  session.show_variant_setting("copy", {{"N", 64}}, *parse_view("access=global_load"));
  ASSERT_TRUE(update_until_taken(session));
  EXPECT_EQ(session.run().shown()->request.variant, "copy");
  EXPECT_EQ(session.state().overrides, (lesson::Values{{"N", 64}}));
  ASSERT_NE(session.selector().event(), nullptr);
  EXPECT_EQ(session.selector().event()->access.op, memory::Op::load);
  session.history().undo();
  ASSERT_TRUE(update_until_taken(session));
  EXPECT_EQ(session.state().overrides.at("PAD"), 4);
}

TEST_F(SessionTest, a_scene_that_is_shown_already_needs_no_run) {
  Session session = begin();
  ASSERT_TRUE(update_until_taken(session));
  session.show_variant_setting("tile", {}, *parse_view("access=global_store"));
  EXPECT_FALSE(session.run().running());
  ASSERT_NE(session.selector().event(), nullptr);
  EXPECT_EQ(session.selector().event()->access.space, memory::Space::global);
  EXPECT_EQ(gate_.requests().size(), 1U);
}

TEST_F(SessionTest, a_whole_state_is_shown_again_as_one_change_but_for_the_settings) {
  Session session = begin();
  ASSERT_TRUE(update_until_taken(session));
  session.selector().choose_warp(3);
  const State before = session.state();
  session.show_variant_setting("copy", {{"N", 64}}, *parse_view("access=global_load"));
  ASSERT_TRUE(update_until_taken(session));
  Settings settings = session.state().settings;
  settings.theme = Theme::contrast;
  session.change_settings(settings);
  session.show_state(before);
  ASSERT_TRUE(update_until_taken(session));
  EXPECT_EQ(session.state().variant, before.variant);
  EXPECT_EQ(session.state().overrides, before.overrides);
  EXPECT_EQ(session.state().selection, before.selection);
  EXPECT_EQ(session.state().settings.theme, Theme::contrast);
  session.history().undo();
  ASSERT_TRUE(update_until_taken(session));
  EXPECT_EQ(session.state().variant, "copy");
}

TEST_F(SessionTest, a_state_that_chooses_no_line_shows_the_costliest_access) {
  Session session = begin();
  ASSERT_TRUE(update_until_taken(session));
  State state = session.state();
  state.selection = {};
  session.show_state(state);  // that run is shown already
  EXPECT_FALSE(session.run().running());
  EXPECT_EQ(shown_ways(session), 32U);
  state.variant = "copy";
  session.show_state(state);  // another run
  ASSERT_TRUE(update_until_taken(session));
  EXPECT_NE(session.selector().event(), nullptr);
}

// ---- a program that has run again ----

// A tile whose line `from` is moved to `to`, in a lesson of its own.
OutcomePtr launch_of_program(const RunRequest& request, int from, int to) {
  report::Report report = test::tile_report(32);
  const auto move = [&](int& line) { line = line == from ? to : line; };
  for (report::WarpTrace& trace : report.traces)
    for (report::Event& event : trace.events) move(event.place.line);
  for (report::Site& site : report.sites) move(site.place.line);
  for (report::Line& line : report.lines) move(line.line);
  auto outcome = std::make_shared<Outcome>(*test::outcome_for(request, std::move(report)));
  std::vector<std::string> lines;
  for (int line = 1; line <= 20; ++line) lines.push_back("line " + std::to_string(line) + ";");
  std::rotate(lines.begin() + to - 1, lines.begin() + from - 1, lines.begin() + from);
  for (const std::string& line : lines) outcome->resolved.source_text += line + "\n";
  outcome->resolved.program = "/home/me/heat.cu";
  outcome->resolved.source_path = request.lesson + "/heat.cu";
  return outcome;
}

TEST(SessionOfAProgram, an_edit_that_moves_the_selected_access_past_other_lines_keeps_it_selected) {
  const int moved_to = test::store_line - 3;
  const Runner runner = [&](const RunRequest& request, Progress*, std::stop_token) -> RunResult {
    return launch_of_program(request, test::store_line,
                             request.lesson == "second" ? moved_to : test::store_line);
  };
  Session session(test::initial_state(), {}, {runner, test::lesson_card, {}});
  ASSERT_TRUE(update_until_taken(session));
  ASSERT_EQ(session.state().selection.line, test::store_line);
  State next = session.state();
  next.lesson = "second";
  session.show_state(next);
  ASSERT_TRUE(update_until_taken(session));
  EXPECT_EQ(session.state().selection.line, moved_to);
  EXPECT_EQ(session.state().selection.event, test::shared_load_event);
  session.history().undo();
  ASSERT_TRUE(update_until_taken(session));
  EXPECT_EQ(session.state().selection.line, test::store_line);
  EXPECT_EQ(session.state().selection.event, test::shared_load_event);
}

TEST_F(SessionTest, a_scene_can_be_asked_for_before_the_first_run_is_there) {
  gate_.close();
  Session session = begin();
  session.show_variant_setting("copy", {}, *parse_view("access=global_load"));
  gate_.open();
  ASSERT_TRUE(update_until_taken(session));
  EXPECT_EQ(session.run().shown()->request.variant, "copy");
  EXPECT_EQ(session.selector().event()->access.op, memory::Op::load);
}

TEST_F(SessionTest, a_command_never_waits_for_a_run) {
  gate_.close();
  const auto begun = std::chrono::steady_clock::now();
  Session session = begin();
  session.run().toggle_parameter("PAD");
  session.run().choose_variant(1);
  EXPECT_FALSE(session.update());
  EXPECT_TRUE(session.run().running());
  EXPECT_LT(std::chrono::steady_clock::now() - begun, 2s);
  gate_.open();
}

TEST_F(SessionTest, the_last_good_outcome_stays_while_the_next_is_computed) {
  Session session = begin();
  ASSERT_TRUE(update_until_taken(session));
  gate_.close();
  session.run().toggle_parameter("PAD");
  ASSERT_TRUE(gate_.wait_for_arrival());
  EXPECT_FALSE(session.update());
  EXPECT_EQ(shown_ways(session), 32U);
  gate_.open();
  ASSERT_TRUE(update_until_taken(session));
  EXPECT_EQ(shown_ways(session), 1U);
}

TEST_F(SessionTest, the_last_good_outcome_stays_when_a_run_fails_with_the_problem_beside_it) {
  Session session = begin();
  ASSERT_TRUE(update_until_taken(session));
  session.run().set_parameter("BROKEN", 1);
  ASSERT_TRUE(update_until_taken(session));
  ASSERT_TRUE(session.run().problem());
  EXPECT_EQ(session.run().problem()->line, 3);
  EXPECT_EQ(shown_ways(session), 32U);
}

TEST_F(SessionTest, a_problem_is_forgotten_while_a_newer_run_takes_its_time_and_not_before) {
  Session session = begin();
  ASSERT_TRUE(update_until_taken(session));
  session.run().set_parameter("BROKEN", 1);
  ASSERT_TRUE(update_until_taken(session));
  session.run().forget_problem();  // no newer run
  EXPECT_TRUE(session.run().problem());
  gate_.close();
  session.reload();
  ASSERT_TRUE(gate_.wait_for_arrival());
  EXPECT_TRUE(session.run().problem());  // for a moment, so that it does not flicker
  session.run().forget_problem();
  EXPECT_FALSE(session.run().problem());
  gate_.open();
  ASSERT_TRUE(update_until_taken(session));
  EXPECT_TRUE(session.run().problem());  // the newer run's own
}

TEST_F(SessionTest, another_lessons_outcome_goes_when_the_chosen_lesson_fails) {
  const auto by_lesson = [runs = gate_.runner()](const RunRequest& request, Progress* progress,
                                                 std::stop_token stop) -> RunResult {
    if (request.lesson != "own") return runs(request, progress, std::move(stop));
    return tl::unexpected(Problem{2, false, "own.cu:3: error", "own.cu", 3, 0});
  };
  Session session(test::initial_state(), *parse_view("warp=1"), {by_lesson, test::lesson_card, {}});
  ASSERT_TRUE(update_until_taken(session));
  const std::string before = session.state().lesson;
  session.choose_lesson("own");
  EXPECT_NE(session.run().shown(), nullptr);  // it is not known yet that it fails
  ASSERT_TRUE(update_until_taken(session));
  EXPECT_TRUE(session.run().problem());
  EXPECT_EQ(session.run().shown(), nullptr);
  EXPECT_EQ(session.selector().event(), nullptr);
  session.choose_lesson(before);
  ASSERT_TRUE(update_until_taken(session));
  EXPECT_NE(session.run().shown(), nullptr);
  EXPECT_FALSE(session.run().problem());
}

// The kernel of each lesson is another one; its memory costs more than its ideal, and it branches.
RunResult own_kernel_of(const RunRequest& request, Progress* /*progress*/,
                        const std::stop_token& /*stop*/) {
  report::Report report = test::tile_report(32, request.focus_block);
  report.activity.push_back({.place = {"tile.cu", test::store_line, 0},
                             .instructions = 1,
                             .executions = 8,
                             .lanes = 256});
  report::Branch branch;
  branch.place = {"tile.cu", test::store_line, 1};
  branch.executions = 8;
  report.branches.push_back(branch);
  auto outcome = std::make_shared<Outcome>(*test::outcome_for(request, report));
  outcome->resolved.source_path = request.lesson + ".cu";
  return outcome;
}

TEST_F(SessionTest, another_lesson_begins_in_its_own_subject_at_the_first_warp_and_block) {
  Session session(test::initial_state(), *parse_view("warp=1,block=1/0/0,divergence"),
                  {own_kernel_of, test::lesson_card, {}});
  ASSERT_TRUE(update_until_taken(session));
  ASSERT_EQ(session.state().selection.subject, Subject::divergence);
  ASSERT_EQ(session.state().selection.warp, 1U);
  session.run().choose_variant(1);  // a variant of the same lesson stays as it is looked at
  ASSERT_TRUE(update_until_taken(session));
  EXPECT_EQ(session.state().selection.subject, Subject::divergence);
  session.choose_lesson("other");
  ASSERT_TRUE(update_until_taken(session));
  EXPECT_EQ(session.state().selection.subject, Subject::memory);
  EXPECT_EQ(session.state().selection.warp, 0U);
  EXPECT_EQ(session.state().selection.block, (report::Dim3{0, 0, 0}));
  EXPECT_EQ(session.state().selection.event, test::shared_load_event);
}

TEST_F(SessionTest, an_access_is_followed_to_its_line_in_the_saved_text) {
  std::string lines(15, '\n');
  const auto with_text = [&lines](const RunRequest& request, Progress*,
                                  const std::stop_token&) -> RunResult {
    report::Report report = test::tile_report(32);
    const int moved = static_cast<int>(lines.size()) - 15;
    for (report::WarpTrace& trace : report.traces) {
      for (report::Event& event : trace.events) event.place.line += moved;
    }
    for (report::Line& line : report.lines) line.line += moved;
    auto outcome = std::make_shared<Outcome>(*test::outcome_for(request, std::move(report)));
    outcome->resolved.source_text = "// first" + lines + "B = S;\n";
    return outcome;
  };
  Session session(test::initial_state(), {}, {with_text, test::lesson_card, {}});
  ASSERT_TRUE(update_until_taken(session));
  session.selector().choose_event(4);  // the store
  ASSERT_EQ(session.state().selection.line, test::store_line);
  lines += "\n\n\n";
  session.reload();
  ASSERT_TRUE(update_until_taken(session));
  EXPECT_EQ(session.state().selection.event, 4U);
  EXPECT_EQ(session.state().selection.line, test::store_line + 3);
}

TEST_F(SessionTest, a_good_run_takes_the_problem_away) {
  Session session = begin();
  ASSERT_TRUE(update_until_taken(session));
  session.run().set_parameter("BROKEN", 1);
  ASSERT_TRUE(update_until_taken(session));
  session.history().undo();
  ASSERT_TRUE(update_until_taken(session));
  EXPECT_FALSE(session.run().problem());
}

TEST_F(SessionTest, only_the_newest_of_quick_changes_is_shown) {
  Session session = begin();
  ASSERT_TRUE(update_until_taken(session));
  gate_.close();
  session.run().set_parameter("PAD", 1);
  session.run().set_parameter("PAD", 0);
  session.run().set_parameter("PAD", 5);
  gate_.open();
  ASSERT_TRUE(update_until_taken(session));
  EXPECT_EQ(session.run().shown()->request.overrides.at("PAD"), 5);
  EXPECT_FALSE(session.update());
}

TEST_F(SessionTest, cancel_stops_the_run_and_returns_to_what_is_shown) {
  Session session = begin();
  ASSERT_TRUE(update_until_taken(session));
  gate_.close();
  session.run().set_parameter("N", 4096);
  ASSERT_TRUE(gate_.wait_for_arrival());
  session.cancel_run();
  EXPECT_FALSE(session.run().running());
  ASSERT_TRUE(session.run().problem());
  EXPECT_TRUE(session.run().problem()->cancelled);
  EXPECT_FALSE(session.state().overrides.contains("N"));
  EXPECT_EQ(shown_ways(session), 32U);
  gate_.open();
}

TEST_F(SessionTest, cancel_returns_to_the_compiler_and_the_machine_of_what_is_shown) {
  Session session = begin();
  ASSERT_TRUE(update_until_taken(session));
  const State before = session.state();
  gate_.close();
  session.run().choose_compiler(compile::Compiler::clang);
  session.machines().choose("tesla-c1060");
  ASSERT_TRUE(gate_.wait_for_arrival());
  session.cancel_run();
  EXPECT_EQ(session.state().compiler, before.compiler);
  EXPECT_EQ(session.state().machine, before.machine);
  gate_.open();
}

TEST(CancelledSession, says_at_which_line_its_kernel_was_once_it_has_stopped) {
  std::atomic<bool> runs{false}, woken{false};
  Session::Services services;
  services.run = [&](const RunRequest&, Progress* progress, std::stop_token stop) -> RunResult {
    runs = true;
    while (!stop.stop_requested()) std::this_thread::yield();
    progress->stopped_line = 12;
    return tl::unexpected(cancelled());
  };
  services.describe = test::lesson_card;
  services.wake = [&] { woken = true; };
  Session session(test::initial_state(), {}, std::move(services));
  while (!runs) std::this_thread::yield();
  session.cancel_run();
  ASSERT_TRUE(session.run().problem());
  while (!woken) std::this_thread::yield();
  EXPECT_TRUE(session.update());
  EXPECT_EQ(session.run().problem()->line, 12);
  EXPECT_FALSE(session.update()) << "told once";
}

TEST_F(SessionTest, after_cancel_the_next_change_runs) {
  Session session = begin();
  ASSERT_TRUE(update_until_taken(session));
  gate_.close();
  session.run().set_parameter("N", 4096);
  ASSERT_TRUE(gate_.wait_for_arrival());
  session.cancel_run();
  gate_.open();
  session.run().toggle_parameter("PAD");
  ASSERT_TRUE(update_until_taken(session));
  EXPECT_FALSE(session.run().problem());
  EXPECT_EQ(shown_ways(session), 1U);
}

TEST_F(SessionTest, a_parameter_is_kept_inside_its_range) {
  Session session = begin();
  session.run().set_parameter("PAD", 99);
  EXPECT_EQ(session.state().overrides.at("PAD"), 32);
  session.run().set_parameter("PAD", -4);
  EXPECT_EQ(session.state().overrides.at("PAD"), 0);
}

TEST_F(SessionTest, a_wide_range_is_walked_by_doubling_on_its_grid) {
  Session session = begin();
  session.run().move_parameter("N", 1);
  EXPECT_EQ(session.state().overrides.at("N"), 2048);
  session.run().set_parameter("N", 96);
  session.run().move_parameter("N", -1);
  EXPECT_EQ(session.state().overrides.at("N"), 32);
  session.run().move_parameter("N", -1);
  EXPECT_EQ(session.state().overrides.at("N"), 32);
}

TEST_F(SessionTest, a_narrow_range_is_walked_one_by_one) {
  Session session = begin();
  session.run().move_parameter("PAD", 1);
  session.run().move_parameter("PAD", 1);
  EXPECT_EQ(session.state().overrides.at("PAD"), 2);
}

TEST_F(SessionTest, another_variant_gets_only_the_parameters_it_has_and_they_are_remembered) {
  Session session = begin();
  ASSERT_TRUE(update_until_taken(session));
  session.run().toggle_parameter("PAD");
  ASSERT_TRUE(update_until_taken(session));
  session.run().choose_variant(1);
  ASSERT_TRUE(update_until_taken(session));
  EXPECT_FALSE(session.run().shown()->request.overrides.contains("PAD"));
  session.run().choose_variant(0);
  ASSERT_TRUE(update_until_taken(session));
  EXPECT_EQ(session.run().shown()->request.overrides.at("PAD"), 1);
}

TEST_F(SessionTest, a_parameter_that_no_variant_has_is_passed_on_so_that_it_is_reported) {
  State state = test::initial_state();
  state.overrides["PDA"] = 1;
  Session session = begin(std::move(state));
  ASSERT_TRUE(update_until_taken(session));
  session.run().toggle_parameter("PAD");
  ASSERT_TRUE(update_until_taken(session));
  EXPECT_TRUE(session.run().shown()->request.overrides.contains("PDA"));
}

TEST_F(SessionTest, another_kernel_is_looked_at_where_it_costs_most) {
  Session session = begin();
  ASSERT_TRUE(update_until_taken(session));
  session.run().choose_variant(1);
  ASSERT_TRUE(update_until_taken(session));
  ASSERT_NE(session.selector().event(), nullptr);
  EXPECT_EQ(session.selector().event()->cost, 32U);
  EXPECT_EQ(session.state().selection.line, 9);
}

TEST_F(SessionTest, lines_with_accesses_are_walked_and_the_ends_hold) {
  Session session = begin();
  ASSERT_TRUE(update_until_taken(session));
  EXPECT_EQ(session.state().selection.line, test::store_line);
  session.selector().move_line(-1);
  EXPECT_EQ(session.state().selection.line, test::load_line);
  session.selector().move_line(-1);
  EXPECT_EQ(session.state().selection.line, test::load_line);
  session.selector().move_line(1);
  EXPECT_EQ(session.state().selection.line, test::store_line);
  session.selector().move_line(1);
  EXPECT_EQ(session.state().selection.line, test::store_line);
}

TEST_F(SessionTest, events_are_walked_over_the_barrier) {
  Session session = begin();
  ASSERT_TRUE(update_until_taken(session));
  session.selector().move_event(-1);
  EXPECT_EQ(session.state().selection.event, test::barrier_event - 1);
  session.selector().move_event(1);
  EXPECT_EQ(session.state().selection.event, test::barrier_event + 1);
}

TEST_F(SessionTest, wavefronts_are_walked_from_all_to_the_last_and_back) {
  Session session = begin();
  ASSERT_TRUE(update_until_taken(session));
  EXPECT_FALSE(session.state().selection.wavefront);
  session.selector().move_wavefront(1);
  EXPECT_EQ(session.state().selection.wavefront, 0U);
  session.selector().choose_wavefront(31);
  session.selector().move_wavefront(1);
  EXPECT_EQ(session.state().selection.wavefront, 31U);
  session.selector().choose_wavefront(0);
  session.selector().move_wavefront(-1);
  EXPECT_FALSE(session.state().selection.wavefront);
}

TEST_F(SessionTest, another_access_shows_all_its_wavefronts) {
  Session session = begin();
  ASSERT_TRUE(update_until_taken(session));
  session.selector().move_wavefront(1);
  session.selector().move_event(-1);
  EXPECT_FALSE(session.state().selection.wavefront);
}

TEST_F(SessionTest, warps_wrap_around_and_need_no_run) {
  Session session = begin();
  ASSERT_TRUE(update_until_taken(session));
  const std::size_t runs = gate_.requests().size();
  session.selector().move_warp(1);
  EXPECT_EQ(session.state().selection.warp, 1U);
  EXPECT_EQ(session.state().selection.event, test::shared_load_event);
  session.selector().move_warp(1);
  EXPECT_EQ(session.state().selection.warp, 0U);
  EXPECT_EQ(gate_.requests().size(), runs);
}

TEST_F(SessionTest, another_block_is_run_in_detail) {
  Session session = begin();
  ASSERT_TRUE(update_until_taken(session));
  session.selector().move_block(1);
  ASSERT_TRUE(update_until_taken(session));
  EXPECT_EQ(session.run().shown()->focus_block, (report::Dim3{1, 0, 0}));
  EXPECT_EQ(session.state().selection.event, test::shared_load_event);
}

TEST_F(SessionTest, the_worst_warp_is_gone_to_with_its_block) {
  Session session = begin();
  ASSERT_TRUE(update_until_taken(session));
  session.selector().go_to_worst_warp();
  ASSERT_TRUE(update_until_taken(session));
  EXPECT_EQ(session.state().selection.block, (report::Dim3{1, 0, 0}));
  EXPECT_EQ(session.state().selection.warp, 1U);
  EXPECT_EQ(session.state().selection.event, test::shared_load_event);
}

TEST_F(SessionTest, undo_and_redo_walk_parameters_and_run_again) {
  Session session = begin();
  ASSERT_TRUE(update_until_taken(session));
  session.run().toggle_parameter("PAD");
  ASSERT_TRUE(update_until_taken(session));
  session.history().undo();
  ASSERT_TRUE(update_until_taken(session));
  EXPECT_EQ(shown_ways(session), 32U);
  EXPECT_FALSE(session.history().can_undo());
  session.history().redo();
  ASSERT_TRUE(update_until_taken(session));
  EXPECT_EQ(shown_ways(session), 1U);
  EXPECT_FALSE(session.history().can_redo());
}

TEST_F(SessionTest, a_walk_is_one_step_of_undo_and_needs_no_run) {
  Session session = begin();
  ASSERT_TRUE(update_until_taken(session));
  for (int i = 0; i < 5; ++i) session.selector().move_wavefront(1);
  session.history().undo();
  EXPECT_FALSE(session.state().selection.wavefront);
  EXPECT_FALSE(session.history().can_undo());
  EXPECT_FALSE(session.run().running());
}

TEST_F(SessionTest, undo_over_a_run_brings_the_wavefront_back) {
  Session session = begin();
  ASSERT_TRUE(update_until_taken(session));
  session.selector().choose_wavefront(7);
  session.run().toggle_parameter("PAD");
  ASSERT_TRUE(update_until_taken(session));
  EXPECT_EQ(session.state().selection.wavefront, 0U);
  session.history().undo();
  ASSERT_TRUE(update_until_taken(session));
  EXPECT_EQ(session.state().selection.wavefront, 7U);
}

TEST_F(SessionTest, undo_leaves_the_theme_alone) {
  Session session = begin();
  ASSERT_TRUE(update_until_taken(session));
  session.selector().move_line(-1);
  Settings settings = session.state().settings;
  settings.theme = Theme::light;
  session.change_settings(settings);
  session.history().undo();
  EXPECT_EQ(session.state().settings.theme, Theme::light);
  EXPECT_EQ(session.state().selection.line, test::store_line);
}

TEST_F(SessionTest, a_new_change_forgets_what_was_undone) {
  Session session = begin();
  ASSERT_TRUE(update_until_taken(session));
  session.selector().move_line(-1);
  session.history().undo();
  EXPECT_TRUE(session.history().can_redo());
  session.selector().move_event(-1);
  EXPECT_FALSE(session.history().can_redo());
}

TEST_F(SessionTest, a_lesson_that_cannot_be_read_leaves_the_controls_empty_and_the_picture_alone) {
  Session session = begin();
  ASSERT_TRUE(update_until_taken(session));
  session.choose_lesson("missing");
  EXPECT_FALSE(session.lesson());
  EXPECT_EQ(session.variant(), nullptr);
  EXPECT_NE(session.run().shown(), nullptr);
  session.run().toggle_parameter("PAD");
  session.run().choose_variant(1);
  EXPECT_TRUE(session.state().variant.empty());
}

TEST(LessonCard, a_kernel_that_does_not_compile_has_a_text_all_the_same) {
  const tests::TemporaryFolder folder;
  folder.write("k.cu", "not C++ at all\n");
  const auto card = describe_lesson(folder.write(
      "lesson.toml", "source = \"k.cu\"\nkernel = \"k\"\n[launch]\ngrid = [1]\nblock = [32]\n"));
  ASSERT_TRUE(card) << card.error().message;
  ASSERT_EQ(card->variants.size(), 1U);
  EXPECT_EQ(card->variants[0].source_name, "k.cu");
  EXPECT_EQ(card->variants[0].source_text, "not C++ at all\n");
}

TEST(LessonCard, a_kernel_whose_file_names_no_sweep_has_one_for_each_parameter) {
  const tests::TemporaryFolder folder;
  folder.write("k.cu", "__global__ void k() {}\n");
  const auto card =
      describe_lesson(folder.write("lesson.toml",
                                   "source = \"k.cu\"\nkernel = \"k\"\n[params]\n"
                                   "PAD = { default = 0, min = 0, max = 4 }\nN = { default = 64 }\n"
                                   "FIXED = { default = 3, min = 3, max = 3 }\n"
                                   "[launch]\ngrid = [1]\nblock = [32]\n"));
  ASSERT_TRUE(card) << card.error().message;
  std::map<std::string, std::vector<std::int64_t>> values;
  for (const lesson::Sweep& sweep : card->sweeps) {
    values[sweep.name] = sweep.values;
    EXPECT_EQ(sweep.variants, std::vector<std::string>{""});
  }
  EXPECT_EQ(values, (std::map<std::string, std::vector<std::int64_t>>{
                        {"N", {4, 8, 16, 32, 64, 128, 256}}, {"PAD", {0, 1, 2, 3, 4}}}));
}

TEST(SessionSweep, is_at_first_the_one_that_is_about_the_chosen_variant) {
  Session::Services services;
  services.run = [](const RunRequest&, Progress*, std::stop_token) {
    return tl::unexpected(Problem{2, false, "not run in this test", "", 0, 0, true});
  };
  services.describe = describe_lesson;
  State state;
  state.lesson = "transpose";
  for (const auto& [variant, sweep] : {std::pair("tile", "padding"), {"copy", "size"}}) {
    state.variant = variant;
    Session session(state, {}, services);
    ASSERT_NE(session.sweeps().chosen(), nullptr);
    EXPECT_EQ(session.sweeps().chosen()->name, sweep) << variant;
    EXPECT_TRUE(session.sweeps().choose("N"));  // by its parameter
    EXPECT_EQ(session.sweeps().chosen()->name, "size") << variant;
    EXPECT_FALSE(session.sweeps().choose("pading"));
  }
}

TEST(SessionSweep, takes_the_chosen_values_of_the_parameters_that_all_its_variants_have) {
  Session::Services services;
  services.run = [](const RunRequest&, Progress*, std::stop_token) {
    return tl::unexpected(Problem{2, false, "not run in this test", "", 0, 0, true});
  };
  services.describe = describe_lesson;
  State state;
  state.lesson = "transpose";
  state.variant = "tile";
  state.overrides = {{"PAD", 1}, {"N", 2048}};
  Session session(state, {}, services);
  LessonSweeps& sweeps = session.sweeps();
  sweeps.show(true);
  ASSERT_TRUE(sweeps.choose("size"));
  sweeps.update();
  const auto first = [&] { return sweeps.runner().plan().points.front().overrides; };
  EXPECT_EQ(first(), (lesson::Values{{"N", 1024}, {"PAD", 1}}));
  sweeps.toggle_variants();  // the plain copy has no padding
  sweeps.update();
  EXPECT_EQ(first(), (lesson::Values{{"N", 1024}}));
  sweeps.toggle_variants();
  ASSERT_TRUE(sweeps.choose("padding"));  // its times are of N 4096
  sweeps.update();
  EXPECT_EQ(first(), (lesson::Values{{"PAD", 0}}));
}

TEST_F(SessionTest, commands_before_the_first_outcome_do_nothing_and_do_no_harm) {
  gate_.close();
  Session session = begin();
  session.selector().move_line(1);
  session.selector().move_event(1);
  session.selector().move_wavefront(1);
  session.selector().move_warp(1);
  session.selector().move_block(1);
  session.selector().go_to_worst_warp();
  session.selector().choose_view(View::bank);
  EXPECT_FALSE(session.history().can_undo());
  EXPECT_EQ(session.selector().event(), nullptr);
  gate_.open();
}

TEST_F(SessionTest, reload_runs_the_same_again) {
  Session session = begin();
  ASSERT_TRUE(update_until_taken(session));
  session.reload();
  ASSERT_TRUE(update_until_taken(session));
  const std::vector<RunRequest> requests = gate_.requests();
  ASSERT_EQ(requests.size(), 2U);
  EXPECT_EQ(requests[0], requests[1]);
}

TEST_F(SessionTest, a_lesson_without_a_folder_is_watched_in_the_present_one) {
  const auto watches_it = [](const Session& session) {
    const auto files = session.run().files();
    return std::ranges::find(files, std::filesystem::path(".")) != files.end();
  };
  Session session = begin();  // of the file "lesson.toml"
  EXPECT_TRUE(watches_it(session));
  State state = test::initial_state();
  state.lesson = "lesson.toml";
  Session broken(state, {},
                 {gate_.runner(),
                  [](const std::string&) {
                    return tl::expected<LessonCard, Problem>(
                        tl::unexpected(Problem{2, false, "it cannot be read", "", 0, 0}));
                  },
                  {}});
  EXPECT_TRUE(watches_it(broken));
}

// ---- findings ----

Diagnostic finding_at(std::uint32_t block, std::uint32_t thread_y, int line) {
  Diagnostic finding;
  finding.kind = DiagnosticKind::out_of_range;
  finding.place = {"tile.cu", line, 1};
  finding.block = report::Dim3{block, 0, 0};
  finding.thread = report::Dim3{3, thread_y, 0};
  return finding;
}

TEST_F(SessionTest, going_to_a_finding_of_the_traced_block_chooses_its_line_and_warp) {
  Session session = begin();
  ASSERT_TRUE(update_until_taken(session));
  session.selector().go_to(finding_at(0, 1, test::load_line));
  EXPECT_FALSE(session.run().running());
  EXPECT_EQ(session.state().selection.line, test::load_line);
  EXPECT_EQ(session.state().selection.warp, 1U);
}

TEST_F(SessionTest, going_to_a_finding_of_another_block_runs_with_that_block_traced) {
  Session session = begin();
  ASSERT_TRUE(update_until_taken(session));
  session.selector().go_to(finding_at(1, 1, test::load_line));
  ASSERT_TRUE(update_until_taken(session));
  EXPECT_EQ(session.run().shown()->request.focus_block, (report::Dim3{1, 0, 0}));
  EXPECT_EQ(session.state().selection.block, (report::Dim3{1, 0, 0}));
  EXPECT_EQ(session.state().selection.warp, 1U);
  EXPECT_EQ(session.state().selection.line, test::load_line);
}

TEST_F(SessionTest, switching_a_check_runs_again_without_it) {
  Session session = begin();
  ASSERT_TRUE(update_until_taken(session));
  Settings settings = session.state().settings;
  settings.checks.set(DiagnosticKind::shared_race, false);
  session.change_settings(settings);
  ASSERT_TRUE(update_until_taken(session));
  EXPECT_FALSE(session.run().shown()->request.checks.has(DiagnosticKind::shared_race));
  EXPECT_TRUE(session.run().shown()->request.checks.has(DiagnosticKind::misaligned));
}

// ---- machines ----

machine::Entry entry_of(const std::string& id, int year) {
  auto profile = std::make_shared<machine::Profile>();
  profile->id = id;
  profile->name = id;
  profile->year = year;
  return {id, id + ".toml", true, machine::ProfilePtr(profile)};
}

class MachineSession : public ::testing::Test {
 protected:
  Session begin() {
    Session::Services services{gate_.runner(), test::lesson_card, {}};
    services.machines = [] {
      std::vector<machine::Entry> all{entry_of("old", 2008), entry_of("h200", 2024)};
      all.push_back({"broken", "broken.toml", false,
                     tl::unexpected(machine::Error{"broken.toml", 3, "", ""})});
      return all;
    };
    return Session(test::initial_state(), {}, std::move(services));
  }
  test::GatedRunner gate_;
};

TEST_F(MachineSession, choosing_a_machine_runs_again_with_its_rules_and_can_be_undone) {
  Session session = begin();
  ASSERT_TRUE(update_until_taken(session));
  EXPECT_EQ(session.run().shown()->request.machine, "");
  session.machines().choose("old");
  ASSERT_TRUE(update_until_taken(session));
  EXPECT_EQ(session.state().machine, "old");
  EXPECT_EQ(session.run().shown()->request.machine, "old");
  ASSERT_TRUE(session.machines().chosen());
  EXPECT_EQ(session.machines().chosen()->name, "old");
  session.history().undo();
  ASSERT_TRUE(update_until_taken(session));
  EXPECT_EQ(session.state().machine, "");
  EXPECT_EQ(session.run().shown()->request.machine, "");
}

TEST_F(MachineSession, the_default_machine_has_no_name_in_the_request) {
  Session session = begin();
  ASSERT_TRUE(update_until_taken(session));
  session.machines().choose("h200");
  EXPECT_EQ(session.state().machine, "");
  EXPECT_FALSE(session.run().running());
  ASSERT_TRUE(session.machines().chosen());
  EXPECT_EQ(session.machines().chosen()->id, "h200");
}

TEST_F(MachineSession, stepping_goes_round_those_whose_files_are_whole) {
  Session session = begin();
  ASSERT_TRUE(update_until_taken(session));
  session.machines().move(1);
  EXPECT_EQ(session.state().machine, "old");
  session.machines().move(1);
  EXPECT_EQ(session.state().machine, "");
  session.machines().move(-1);
  EXPECT_EQ(session.state().machine, "old");
}

TEST_F(MachineSession, costs_of_the_variants_are_forgotten_with_the_machine_they_are_of) {
  Session session = begin();
  ASSERT_TRUE(update_until_taken(session));
  const auto cost_known = [&] {
    const auto all = session.times().all();
    return std::any_of(all.begin(), all.end(),
                       [](const VariantTimes& times) { return times.cost.has_value(); });
  };
  const bool was_known = cost_known();
  session.machines().choose("old");
  EXPECT_FALSE(cost_known());
  ASSERT_TRUE(update_until_taken(session));
  EXPECT_EQ(cost_known(), was_known);
}

}  // namespace
}  // namespace lanescope::app
