#include "app/session/comparison.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include <gtest/gtest.h>

#include "app/session/state.h"
#include "app/session/state_text.h"
#include "kernels/lesson_file/element_type.h"
#include "reports.h"

namespace lanescope::app {
namespace {

using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;
using test::update_until_taken;

class ComparisonTest : public ::testing::Test {
 protected:
  ComparisonTest()
      : session_(test::initial_state(), {}, {gate_.runner(), test::lesson_card, {}}),
        comparison_(session_, {own_.runner(), test::lesson_card}) {}

  void SetUp() override { ASSERT_TRUE(settle()); }

  // Waits until session and comparison are idle.
  bool settle() {
    const auto limit = std::chrono::steady_clock::now() + 10s;
    bool changed = true;
    while (changed || session_.run().running() || comparison_.running()) {
      changed = session_.update();
      changed = comparison_.update() || changed;
      if (std::chrono::steady_clock::now() > limit) return false;
      std::this_thread::sleep_for(1ms);
    }
    return true;
  }
  void set_pad(std::int64_t value) {
    session_.run().set_parameter("PAD", value);
    ASSERT_TRUE(settle());
  }
  [[nodiscard]] std::uint32_t ways_of_other() const {
    const report::Event* event =
        event_of(comparison_.other()->outcome->report, comparison_.link().selection);
    return event != nullptr ? event->ways : 0;
  }
  [[nodiscard]] std::uint32_t ways_of_present() const {
    const ComparedSide side = comparison_.present();
    const report::Event* event = event_of(side.outcome->report, side.state.selection);
    return event != nullptr ? event->ways : 0;
  }

  test::GatedRunner gate_, own_;
  Session session_;
  Comparison comparison_;
};

TEST_F(ComparisonTest, nothing_is_kept_at_first) {
  EXPECT_FALSE(comparison_.active());
  EXPECT_EQ(comparison_.other(), nullptr);
  EXPECT_EQ(comparison_.compared(), nullptr);
}

TEST_F(ComparisonTest, what_is_kept_stays_when_the_present_changes) {
  ASSERT_TRUE(comparison_.keep());
  set_pad(1);
  ASSERT_TRUE(comparison_.active());
  EXPECT_EQ(ways_of_other(), 32U);
  EXPECT_EQ(ways_of_present(), 1U);
  EXPECT_EQ(comparison_.other()->state.overrides.count("PAD"), 0U);
  EXPECT_TRUE(own_.requests().empty());  // the result was there: nothing runs again
}

TEST_F(ComparisonTest, both_look_at_the_same_access) {
  ASSERT_TRUE(comparison_.keep());
  set_pad(1);
  session_.selector().choose_event(0);
  const AccessLink link = comparison_.link();
  EXPECT_EQ(link.likeness, Likeness::same);
  EXPECT_EQ(link.selection.event, 0U);
  session_.selector().choose_event(test::shared_load_event);
  EXPECT_EQ(comparison_.link().selection.event, test::shared_load_event);
}

TEST_F(ComparisonTest, of_accesses_alike_on_both_sides_the_first_that_differs_is_found) {
  ASSERT_TRUE(comparison_.keep());
  session_.selector().choose_event(0);
  EXPECT_EQ(comparison_.first_that_differs(), std::nullopt);  // all are the same
  set_pad(1);
  session_.selector().choose_event(0);  // the global load, whatever PAD is
  EXPECT_EQ(comparison_.first_that_differs(), test::shared_load_event);
  session_.selector().choose_event(test::shared_load_event);
  EXPECT_EQ(comparison_.first_that_differs(), std::nullopt);  // it differs itself
}

TEST_F(ComparisonTest, another_kernel_has_an_access_that_is_alike_or_none) {
  ASSERT_TRUE(comparison_.keep());
  session_.run().choose_variant(1);  // "copy": global accesses only
  ASSERT_TRUE(settle());
  ASSERT_NE(session_.selector().event(), nullptr);
  ASSERT_EQ(session_.selector().event()->access.op, memory::Op::store);
  const AccessLink link = comparison_.link();
  EXPECT_EQ(link.likeness, Likeness::alike);
  const report::Event* event = event_of(comparison_.other()->outcome->report, link.selection);
  ASSERT_NE(event, nullptr);
  EXPECT_EQ(event->access.space, memory::Space::global);
  EXPECT_EQ(event->access.op, memory::Op::store);
  // The reverse: the copy has no shared memory.
  ASSERT_TRUE(comparison_.keep());
  session_.run().choose_variant(0);
  ASSERT_TRUE(settle());
  session_.selector().choose_event(test::shared_load_event);
  EXPECT_EQ(comparison_.link().likeness, Likeness::none);
  EXPECT_FALSE(comparison_.link().selection.event.has_value());
}

TEST_F(ComparisonTest, exchanged_both_are_there_before_the_session_has_run) {
  ASSERT_TRUE(comparison_.keep());
  set_pad(1);
  gate_.close();
  comparison_.exchange();
  EXPECT_TRUE(session_.run().running());
  EXPECT_EQ(ways_of_present(), 32U);  // without a new run
  EXPECT_EQ(ways_of_other(), 1U);
  ASSERT_NE(comparison_.compared(), nullptr);
  gate_.open();
  ASSERT_TRUE(settle());
  EXPECT_EQ(session_.state().overrides.count("PAD"), 0U);
  EXPECT_EQ(ways_of_present(), 32U);
  EXPECT_EQ(ways_of_other(), 1U);
  EXPECT_EQ(session_.state().selection.event, test::shared_load_event);
  comparison_.exchange();
  ASSERT_TRUE(settle());
  EXPECT_EQ(session_.state().overrides.at("PAD"), 1);
  EXPECT_EQ(ways_of_other(), 32U);
}

TEST_F(ComparisonTest, exchanged_twice_before_the_session_has_run_all_is_as_it_was) {
  ASSERT_TRUE(comparison_.keep());
  set_pad(1);
  gate_.close();
  comparison_.exchange();
  comparison_.exchange();
  EXPECT_EQ(ways_of_present(), 1U);
  EXPECT_EQ(ways_of_other(), 32U);
  gate_.open();
  ASSERT_TRUE(settle());
  EXPECT_EQ(session_.state().overrides.at("PAD"), 1);
  EXPECT_EQ(ways_of_present(), 1U);
  EXPECT_EQ(ways_of_other(), 32U);
}

TEST_F(ComparisonTest, exchanging_keeps_looking_at_the_same_access) {
  ASSERT_TRUE(comparison_.keep());
  set_pad(1);
  session_.selector().choose_event(4);
  comparison_.exchange();
  ASSERT_TRUE(settle());
  EXPECT_EQ(session_.state().selection.event, 4U);
}

TEST_F(ComparisonTest, undo_gives_back_what_was_kept_exchanged_and_cleared) {
  ASSERT_TRUE(comparison_.keep());
  set_pad(1);
  comparison_.exchange();
  ASSERT_TRUE(settle());
  comparison_.clear();
  EXPECT_FALSE(comparison_.active());
  session_.history().undo();
  ASSERT_TRUE(settle());
  ASSERT_TRUE(comparison_.active());
  EXPECT_EQ(ways_of_other(), 1U);
  session_.history().undo();  // the swap
  ASSERT_TRUE(settle());
  EXPECT_EQ(ways_of_other(), 32U);
  EXPECT_EQ(ways_of_present(), 1U);
  session_.history().undo();  // PAD
  ASSERT_TRUE(settle());
  EXPECT_EQ(ways_of_present(), 32U);
  session_.history().undo();  // keeping A
  ASSERT_TRUE(settle());
  EXPECT_FALSE(comparison_.active());
  session_.history().redo();
  ASSERT_TRUE(settle());
  EXPECT_TRUE(comparison_.active());
}

TEST_F(ComparisonTest, a_state_alone_is_run_beside_the_session) {
  State other = session_.state();
  other.overrides["PAD"] = 1;
  comparison_.keep(other);
  EXPECT_EQ(comparison_.compared(), nullptr);
  EXPECT_TRUE(comparison_.running());
  ASSERT_TRUE(settle());
  ASSERT_NE(comparison_.compared(), nullptr);
  EXPECT_EQ(ways_of_other(), 1U);
  EXPECT_EQ(ways_of_present(), 32U);
  EXPECT_EQ(own_.requests().size(), 1U);
  EXPECT_EQ(gate_.requests().size(), 1U);  // the session's own first run
}

TEST_F(ComparisonTest, a_state_that_does_not_run_says_why_and_is_not_tried_again) {
  State other = session_.state();
  other.overrides["BROKEN"] = 1;
  comparison_.keep(other);
  ASSERT_TRUE(settle());
  EXPECT_NE(comparison_.other()->problem.find("broken"), std::string::npos);
  EXPECT_EQ(comparison_.compared(), nullptr);
  ASSERT_TRUE(settle());
  EXPECT_EQ(own_.requests().size(), 1U);
}

TEST_F(ComparisonTest, a_lesson_that_is_not_there_says_so) {
  State other = session_.state();
  other.lesson = "missing";
  comparison_.keep(other);
  EXPECT_NE(comparison_.other()->problem.find("no such lesson"), std::string::npos);
}

TEST_F(ComparisonTest, what_failed_is_not_kept) {
  session_.run().set_parameter("BROKEN", 1);
  ASSERT_TRUE(settle());
  ASSERT_TRUE(session_.run().problem().has_value());
  EXPECT_FALSE(comparison_.keep());
  EXPECT_FALSE(comparison_.active());
}

TEST_F(ComparisonTest, both_sides_are_traced_in_the_block_that_is_looked_at) {
  ASSERT_TRUE(comparison_.keep());
  set_pad(1);
  session_.selector().choose_block({1, 0, 0});
  ASSERT_TRUE(settle());
  ASSERT_EQ(own_.requests().size(), 1U);
  EXPECT_EQ(own_.requests().front().focus_block, (report::Dim3{1, 0, 0}));
  EXPECT_EQ(comparison_.other()->outcome->focus_block, (report::Dim3{1, 0, 0}));
  EXPECT_EQ(ways_of_other(), 32U);
}

TEST_F(ComparisonTest, no_padding_is_compared_with_the_smallest_padding) {
  Session session(test::initial_state(), {}, {gate_.runner(), test::card_in_steps_of_four, {}});
  Comparison comparison(session, {own_.runner(), test::lesson_card});
  ASSERT_TRUE(update_until_taken(session));
  const auto partner = comparison.partner();
  ASSERT_TRUE(partner.has_value());
  EXPECT_EQ(partner->side.state.overrides.at("PAD"), 4);
}

TEST_F(ComparisonTest, the_nearest_partner_is_the_padding_then_what_was_shown_before) {
  auto partner = comparison_.partner();
  ASSERT_TRUE(partner.has_value());
  EXPECT_EQ(partner->kind, Partner::Kind::padding);
  EXPECT_EQ(partner->side.state.overrides.at("PAD"), 1);
  session_.run().choose_variant(1);  // "copy" has no padding
  ASSERT_TRUE(settle());
  partner = comparison_.partner();
  ASSERT_TRUE(partner.has_value());
  EXPECT_EQ(partner->kind, Partner::Kind::before);
  EXPECT_EQ(partner->side.state.variant, "tile");
  ASSERT_TRUE(comparison_.keep_partner());
  ASSERT_NE(comparison_.compared(), nullptr);  // its result was still there
}

TEST_F(ComparisonTest, what_is_shown_is_no_partner_of_itself) {
  session_.run().choose_variant(1);  // "copy"
  ASSERT_TRUE(settle());
  State same = session_.state();
  same.overrides["N"] = 1024;  // as by default
  session_.show_state(same);
  ASSERT_TRUE(settle());
  const auto partner = comparison_.partner();
  ASSERT_TRUE(partner.has_value());
  EXPECT_EQ(partner->side.state.variant, "tile");
}

TEST_F(ComparisonTest, padding_reads_from_left_to_right_whichever_side_is_shown) {
  ASSERT_TRUE(comparison_.keep_partner());
  EXPECT_TRUE(comparison_.present_is_a());  // PAD 0 is shown, PAD 1 is its partner
  comparison_.clear();
  session_.run().set_parameter("PAD", 1);
  ASSERT_TRUE(settle());
  ASSERT_TRUE(comparison_.keep_partner());
  EXPECT_FALSE(comparison_.present_is_a());
}

TEST_F(ComparisonTest, differences_name_what_was_changed) {
  ASSERT_TRUE(comparison_.keep());
  session_.run().choose_variant(1);
  ASSERT_TRUE(settle());
  ASSERT_NE(comparison_.compared(), nullptr);
  const std::vector<Difference>& all = comparison_.compared()->differences;
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0], (Difference{DifferenceKind::variant, "", "tile", "copy", 0}));
}

// ---- changed kernel text ----

OutcomePtr outcome_with_text(const RunRequest& request, const std::string& text,
                             std::uint32_t ways) {
  auto outcome = std::make_shared<Outcome>(*test::outcome_for(request, test::tile_report(ways)));
  outcome->resolved.source_text = text;
  return outcome;
}

TEST(ComparisonOfTexts, the_old_text_can_be_kept_and_stands_at_b_when_exchanged) {
  std::string text = "old\nsame\n";
  std::uint32_t ways = 32;
  const Runner runner = [&](const RunRequest& request, Progress*, std::stop_token) -> RunResult {
    return outcome_with_text(request, text, ways);
  };
  Session session(test::initial_state(), {}, {runner, test::lesson_card, {}});
  Comparison comparison(session, {runner, test::lesson_card});
  ASSERT_TRUE(update_until_taken(session));
  comparison.update();
  text = "new\nsame\n";
  ways = 1;
  session.reload();
  ASSERT_TRUE(update_until_taken(session));
  comparison.update();
  const auto partner = comparison.partner();
  ASSERT_TRUE(partner.has_value());
  EXPECT_EQ(partner->kind, Partner::Kind::before_edit);
  ASSERT_TRUE(comparison.keep_partner());
  const Compared* both = comparison.compared();
  ASSERT_NE(both, nullptr);
  EXPECT_EQ(both->a->resolved.source_text, "old\nsame\n");
  ASSERT_EQ(both->differences.size(), 1U);
  EXPECT_EQ(both->differences[0].kind, DifferenceKind::text);
  EXPECT_EQ(both->differences[0].lines, 1U);
  comparison.exchange();
  EXPECT_FALSE(session.run().running());  // the files contain only one of the two texts
  EXPECT_TRUE(comparison.present_is_a());
  EXPECT_EQ(comparison.compared()->b->resolved.source_text, "old\nsame\n");
  session.history().undo();
  EXPECT_FALSE(comparison.present_is_a());
  EXPECT_EQ(comparison.compared()->a->resolved.source_text, "old\nsame\n");
}

TEST(ComparisonLink, a_changed_line_of_one_file_is_the_same_access) {
  RunRequest request;
  auto a = std::make_shared<Outcome>(*test::outcome_for(request, test::tile_report(32)));
  auto b = std::make_shared<Outcome>(*a);
  for (int line = 1; line <= 20; ++line) {
    a->resolved.source_text += "line " + std::to_string(line) + "\n";
    b->resolved.source_text +=
        line == test::store_line ? "changed\n" : "line " + std::to_string(line) + "\n";
  }
  const LineMatch match = match_lines(a->resolved.source_text, b->resolved.source_text);
  Selection selected = with_event(a->report, {}, test::shared_load_event);
  AccessLink link = linked(*a, selected, *b, match);
  EXPECT_EQ(link.likeness, Likeness::same);
  EXPECT_EQ(link.selection.event, test::shared_load_event);
  // The best match in another file is `alike`.
  b->resolved.source_path = "other.cu";
  link = linked(*a, selected, *b, match);
  EXPECT_EQ(link.likeness, Likeness::alike);
}

TEST(ComparisonLink, a_changed_line_of_a_program_that_ran_again_is_the_same_access) {
  auto a = std::make_shared<Outcome>(*test::outcome_for(RunRequest{}, test::tile_report(32)));
  for (int line = 1; line <= 20; ++line)
    a->resolved.source_text += "line " + std::to_string(line) + "\n";
  a->resolved.program = "/home/me/heat.cu";
  a->resolved.lesson_id = "0001-1";
  auto b = std::make_shared<Outcome>(*a);
  b->resolved.lesson_id = "0002-1";
  b->resolved.source_path = "0002-1/heat.cu";
  b->resolved.source_text.replace(
      b->resolved.source_text.find("line " + std::to_string(test::store_line)), 4, "edit");
  const LineMatch match = match_lines(a->resolved.source_text, b->resolved.source_text);
  const Selection selected = with_event(a->report, {}, test::shared_load_event);
  EXPECT_EQ(linked(*a, selected, *b, match).likeness, Likeness::same);
  EXPECT_EQ(compared_work(*a, *b), Work::same);
  const std::vector<Difference> differences = differences_of(*a, *b, match);
  ASSERT_EQ(differences.size(), 1U);
  EXPECT_EQ(differences.front().kind, DifferenceKind::text);
  b->resolved.kernel = "another";
  EXPECT_EQ(compared_work(*a, *b), Work::other_kernel);
}

TEST(Differences, a_changed_copy_of_a_lesson_differs_in_lines_from_the_lesson) {
  auto a = std::make_shared<Outcome>(*test::outcome_for(RunRequest{}, test::tile_report(32)));
  a->resolved.source_path = "shipped/tile.cu";
  a->resolved.source_text = "one\ntwo\n";
  auto b = std::make_shared<Outcome>(*a);
  b->resolved.source_path = "edited/tile.cu";
  b->resolved.source_text = "one\nthree\n";
  const LineMatch match = match_lines(a->resolved.source_text, b->resolved.source_text);
  const std::vector<Difference> all = differences_of(*a, *b, match);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all.front().kind, DifferenceKind::text);
  b->resolved.variant = "another";
  for (const Difference& each : differences_of(*a, *b, match))
    EXPECT_NE(each.kind, DifferenceKind::text);
}

TEST(Differences, two_launches_of_a_program_differ_in_grid_and_in_numbers_that_they_are_given) {
  auto a = std::make_shared<Outcome>(*test::outcome_for(RunRequest{}, test::tile_report(32)));
  a->resolved.program = "/home/me/heat.cu";
  lesson::Argument n;
  n.name = "n";
  n.type = lesson::ElementType::i32;
  n.value = lesson::scalar_bytes(n.type, std::int64_t{64});
  a->resolved.args = {n};
  auto b = std::make_shared<Outcome>(*a);
  b->report.grid = {64, 1, 1};
  b->resolved.args[0].value = lesson::scalar_bytes(n.type, std::int64_t{100'000});
  const std::vector<Difference> all = differences_of(*a, *b, {});
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0], (Difference{DifferenceKind::grid, "", "2 x 1 x 1", "64 x 1 x 1", 0}));
  EXPECT_EQ(all[1], (Difference{DifferenceKind::argument, "n", "64", "100000", 0}));
}

TEST(ComparisonLink, an_access_executed_less_often_there_is_its_last) {
  RunRequest request;
  auto a = std::make_shared<Outcome>(*test::outcome_for(request, test::tile_report(32)));
  auto b = std::make_shared<Outcome>(*a);
  for (Outcome* outcome : {a.get(), b.get()}) {
    for (int line = 1; line <= 20; ++line) outcome->resolved.source_text += "line\n";
  }
  std::vector<report::Event>& events = a->report.traces[0].events;
  events.push_back(events[test::shared_load_event]);
  const LineMatch match = match_lines(a->resolved.source_text, b->resolved.source_text);
  const Selection selected = with_event(a->report, {}, events.size() - 1);
  const AccessLink link = linked(*a, selected, *b, match);
  EXPECT_EQ(link.likeness, Likeness::last);
  EXPECT_EQ(link.selection.event, test::shared_load_event);
}

TEST(ComparisonLink, a_side_served_before_shows_its_last_wavefront) {
  EXPECT_EQ(clamped_wavefront(5, 32), 5U);
  EXPECT_EQ(clamped_wavefront(5, 1), 0U);
  EXPECT_EQ(clamped_wavefront(std::nullopt, 32), std::nullopt);
  EXPECT_EQ(clamped_wavefront(5, 0), std::nullopt);
}

// ---- numbers ----

ComparedNumber number(std::optional<double> a, std::optional<double> b, Better better) {
  return {"launch", "any", a, b, better};
}

TEST(ComparedNumbers, less_or_more_is_better_and_the_ratio_says_how_many_times) {
  EXPECT_EQ(number(32, 1, Better::lower).winner(), Winner::b);
  EXPECT_EQ(number(32, 1, Better::lower).ratio(), 32);
  EXPECT_EQ(number(32, 1, Better::higher).winner(), Winner::a);
  EXPECT_EQ(number(2, 3, Better::neither).winner(), Winner::unknown);
  EXPECT_EQ(number(2, 3, Better::neither).ratio(), 1.5);
  EXPECT_EQ(number(3, 2, Better::neither).ratio(), 1.5);
}

TEST(ComparedNumbers, equal_is_equal_and_nothing_is_not_compared) {
  EXPECT_EQ(number(0, 0, Better::lower).winner(), Winner::equal);
  EXPECT_EQ(number(0.1 + 0.2, 0.3, Better::neither).winner(), Winner::equal);
  EXPECT_EQ(number(std::nullopt, 1, Better::lower).winner(), Winner::unknown);
  EXPECT_EQ(number(0, 7, Better::lower).winner(), Winner::a);
  EXPECT_EQ(number(0, 7, Better::lower).ratio(), std::nullopt);  // an infinite ratio is not shown
}

TEST(ComparedNumbers, a_kind_of_access_that_one_side_lacks_makes_neither_better) {
  RunRequest request;
  auto a = std::make_shared<Outcome>(*test::outcome_for(request, test::tile_report(32)));
  auto b = std::make_shared<Outcome>(*a);
  a->report.totals.shared_load = {};
  a->report.totals.shared_load.requests = 10;
  a->report.totals.shared_load.wavefronts = 320;
  a->report.totals.shared_load.conflicts = 310;
  const auto numbers = compared_numbers(*a, *b, {}, {});
  const auto find = [&](const std::string& name) {
    return *std::find_if(numbers.begin(), numbers.end(), [&](const ComparedNumber& each) {
      return each.group == "shared_load" && each.name == name;
    });
  };
  EXPECT_EQ(find("wavefronts_per_request").a, 32);
  EXPECT_EQ(find("wavefronts_per_request").b, std::nullopt);
  EXPECT_EQ(find("requests").b, 0);
  EXPECT_EQ(find("requests").winner(), Winner::unknown);
  EXPECT_EQ(find("conflicts").winner(), Winner::unknown);
}

TEST(ComparedNumbers, of_two_different_kernels_are_shown_without_a_verdict) {
  RunRequest request;
  const auto report = test::tile_report(32);
  auto a = std::make_shared<Outcome>(*test::outcome_for(request, report));
  auto b = std::make_shared<Outcome>(*a);
  b->report.totals.shared_load.wavefronts += 10;
  b->report.totals.shared_load.requests += 1;
  const auto judged = [&] {
    const auto numbers = compared_numbers(*a, *b, {}, {});
    return std::any_of(numbers.begin(), numbers.end(), [](const ComparedNumber& each) {
      return each.winner() == Winner::a || each.winner() == Winner::b;
    });
  };
  a->report.totals.shared_load.requests += 1;
  EXPECT_TRUE(judged());
  b->resolved.variant = "another";  // of the same lesson
  EXPECT_TRUE(judged());
  b->resolved.lesson_id = "another";
  b->resolved.source_path = "another.cu";
  EXPECT_FALSE(judged());
  a->resolved.source_path = b->resolved.source_path = "scan.cu";
  a->resolved.kernel = "scan<int, 256>";
  b->resolved.kernel = "scan<int, 512>";  // one kernel, by two template arguments
  EXPECT_TRUE(judged());
  b->resolved.kernel = "reduce<int>";
  EXPECT_FALSE(judged());
}

TEST(ComparedNumbers, have_the_errors_of_a_side_with_a_verdict) {
  auto a = std::make_shared<Outcome>(*test::outcome_for(RunRequest{}, test::tile_report(32)));
  auto b = std::make_shared<Outcome>(*a);
  const auto errors = [&]() -> std::optional<ComparedNumber> {
    const auto numbers = compared_numbers(*a, *b, {}, {});
    const auto found = std::ranges::find(numbers, "errors", &ComparedNumber::name);
    return found == numbers.end() ? std::nullopt : std::optional(*found);
  };
  EXPECT_FALSE(errors());
  a->report.errors_total = 4;
  b->resolved.lesson_id = b->resolved.source_path = "another";
  ASSERT_TRUE(errors());
  EXPECT_EQ(errors()->a, 4);
  EXPECT_EQ(errors()->winner(), Winner::b);
}

TEST(ComparedNumbers, of_two_sizes_are_shown_without_a_verdict) {
  const auto report = test::tile_report(32);
  auto a = std::make_shared<Outcome>(*test::outcome_for(RunRequest{}, report));
  report::ArrayInfo array;
  array.count = 1024;
  a->report.arrays = {array};
  auto b = std::make_shared<Outcome>(*a);
  EXPECT_EQ(compared_work(*a, *b), Work::same);
  b->report.arrays[0].count = 2048;  // padded, and nothing more is asked for
  EXPECT_EQ(compared_work(*a, *b), Work::same);
  b->report.totals.global_load.bytes_requested += 4096;
  EXPECT_EQ(compared_work(*a, *b), Work::other_size);
}

// ---- states as text and requests ----

TEST(ComparedStates, a_text_names_how_a_side_differs) {
  State base = test::initial_state();
  base.overrides["N"] = 64;
  const auto side = state_from("variant=copy,PAD=3,compiler=clang,kernel=my.cu", base);
  ASSERT_TRUE(side.has_value()) << side.error();
  EXPECT_EQ(side->state.variant, "copy");
  EXPECT_EQ(side->state.lesson, "tile");
  EXPECT_EQ(side->state.overrides, (lesson::Values{{"N", 64}, {"PAD", 3}}));
  EXPECT_EQ(side->state.compiler, compile::Compiler::clang);
  EXPECT_EQ(side->kernel_file, "my.cu");
  EXPECT_EQ(state_from("", base)->state, base);
}

TEST(ComparedStates, an_invalid_word_is_named) {
  for (const char* text : {"PAD", "PAD=x", "=1", "variant=", "compiler=gcc", "machine=abacus"}) {
    const auto side = state_from(text, {});
    ASSERT_FALSE(side.has_value()) << text;
    EXPECT_FALSE(side.error().empty());
  }
  EXPECT_NE(state_from("N=1,PAD=x", {}).error().find("'PAD=x'"), std::string::npos);
}

TEST(ComparedStates, a_parameter_of_another_variant_is_not_passed_on) {
  const LessonCard card = *test::lesson_card("tile");
  State state = test::initial_state();
  state.variant = "copy";
  state.overrides = {{"N", 64}, {"PAD", 1}, {"PAT", 2}};
  EXPECT_EQ(request_of(state, card).overrides, (lesson::Values{{"N", 64}, {"PAT", 2}}));
}

TEST(ComparedStates, the_view_s_last_word_is_the_other_side) {
  const auto view = parse_view("bank,line=13,compare=variant=tile,PAD=0");
  ASSERT_TRUE(view.has_value()) << view.error();
  EXPECT_EQ(view->line, 13);
  EXPECT_EQ(view->page, Page::compare);
  EXPECT_EQ(view->page_argument, "variant=tile,PAD=0");
  EXPECT_EQ(parse_view("compare")->page, Page::compare);
  EXPECT_EQ(parse_view("compare")->page_argument, "");
  EXPECT_EQ(parse_view("bank")->page, Page::stage);
  EXPECT_FALSE(parse_view("comparison=1").has_value());
}

}  // namespace
}  // namespace lanescope::app
