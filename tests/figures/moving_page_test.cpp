#include "app/figures/pages/moving_page.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <thread>
#include <utility>

#include <gtest/gtest.h>

#include "app/figures/pages/moving_inputs.h"
#include "app/session/files/recordings.h"
#include "kernels/lesson_file/lesson.h"
#include "kernels/transfer/models.h"
#include "kernels/transfer/shipped.h"
#include "sim/transfer/links.h"
#include "tests/figures/session_of.h"
#include "tests/kernels_transfer/stand_in.h"
#include "tests/paths.h"
#include "tests/session/reports.h"
#include "viz/picture/core/style.h"

namespace lanescope::app {
namespace {

// A session whose lesson does not exist: the page needs none. `rows`: the only recording.
class MovingPageTest : public ::testing::Test {
 protected:
  static SessionServices services_with(std::vector<transfer::Rows> recordings) {
    SessionServices services;
    services.run = [](const RunRequest&, Progress*, std::stop_token) -> RunResult {
      return tl::unexpected(wrong_request("no lesson"));
    };
    services.describe = [](const std::string&) -> tl::expected<LessonCard, Problem> {
      return tl::unexpected(wrong_request("no lesson"));
    };
    services.transfers = [recordings] { return recordings; };
    return services;
  }
  static picture::DrawList drawn(Session& session, const std::string& figure) {
    MovingPage page;
    EXPECT_TRUE(page.open({}, figure, session));
    picture::Style style;
    style.texts = &texts();
    style.measure = picture::typical_text_width;
    return page.picture(session, style, 1120, 640);
  }
  static const text::Texts& texts() {
    static const text::Texts english("en");
    return english;
  }
  static bool says(const picture::DrawList& list, const std::string& words) {
    return std::ranges::any_of(list.labels, [&](const picture::Label& label) {
      return label.text.find(words) != std::string::npos;
    });
  }
  static transfer::Row without_time(const std::string& section, const std::string& message) {
    transfer::Row row;
    row.section = section;
    row.message = message;
    row.device = "a GPU";
    return row;
  }
};

TEST_F(MovingPageTest, draws_every_figure_of_the_shipped_recording) {
  Session session({}, {}, services_with(transfer::all_shipped()));
  for (const MovingFigure figure : moving_figures()) {
    const std::string name = name_of(figure);
    const picture::DrawList list = drawn(session, name);
    EXPECT_TRUE(says(list, texts().get("moving.title." + name))) << name;
    EXPECT_TRUE(says(list, figure == MovingFigure::arrange ? "MODEL" : "RECORDED")) << name;
    EXPECT_FALSE(says(list, texts().get("moving.no_rows"))) << name;
    EXPECT_GT(list.hits.size(), 3U) << name;
    MovingPage page;
    page.show(figure);
    const Table table = page.table(session);
    EXPECT_GT(table.rows.size(), 3U) << name;
    for (const Row& row : table.rows) EXPECT_EQ(row.size(), table.columns.size()) << name;
  }
}

// The window's page at 1280 x 720 and 150 %, scrolled where it must be.
TEST_F(MovingPageTest, a_projector_shows_every_figure_whole_and_on_which_gpu_it_was_recorded) {
  Session session({}, {}, services_with(transfer::all_shipped()));
  picture::Style style;
  style.texts = &texts();
  style.measure = picture::typical_text_width;
  style.scale = 1.5F;
  for (const MovingFigure figure : moving_figures()) {
    MovingPage page;
    page.show(figure);
    const picture::DrawList list = page.whole_picture(session, style, 742, 490);
    EXPECT_GE(list.height, 490) << name_of(figure);
    const picture::DrawList roomy = page.picture(session, style, 742, list.height + 600);
    EXPECT_GT(list.hits.size(), 3U) << name_of(figure);
    EXPECT_EQ(list.hits.size(), roomy.hits.size()) << name_of(figure);
    EXPECT_FALSE(says(list, "more row")) << name_of(figure);
    if (figure != MovingFigure::spaces) EXPECT_TRUE(says(list, "H100")) << name_of(figure);
  }
}

// One quantity has one value on all pages: what a pageable copy of 64 MiB runs at.
TEST_F(MovingPageTest, a_rate_that_the_fitted_line_misses_is_told_beside_it) {
  Session session({}, {}, services_with(transfer::all_shipped()));
  EXPECT_TRUE(says(drawn(session, "links"), "6.58 GB/s"));
  const picture::DrawList copies = drawn(session, "copies");
  EXPECT_TRUE(says(copies, "rate 10.0 GB/s"));
  EXPECT_TRUE(says(copies, "6.58–"));
}

TEST_F(MovingPageTest, without_a_recording_every_figure_of_times_says_so) {
  Session session({}, {}, services_with({}));
  for (const MovingFigure figure : moving_figures()) {
    const picture::DrawList list = drawn(session, name_of(figure));
    EXPECT_FALSE(says(list, "RECORDED")) << name_of(figure);
    if (figure == MovingFigure::spaces) continue;
    const char* why = figure == MovingFigure::arrange ? "moving.no_model" : "moving.no_rows";
    EXPECT_TRUE(says(list, texts().get(why))) << name_of(figure);
  }
}

TEST_F(MovingPageTest, says_what_the_gpu_lacks) {
  const transfer::Rows rows{without_time("managed", "no managed memory"),
                            without_time("residency", "no L2 can be set aside"),
                            without_time("nested", "kernels cannot launch kernels"),
                            without_time("overlap", "one copy engine")};
  Session session({}, {}, services_with({rows}));
  EXPECT_TRUE(says(drawn(session, "managed"), "no managed memory"));
  EXPECT_TRUE(says(drawn(session, "residency"), "no L2 can be set aside"));
  EXPECT_TRUE(says(drawn(session, "launches"), "kernels cannot launch kernels"));
}

// What was measured stands there all the same, and no group is made of such a row.
TEST_F(MovingPageTest, tells_what_could_not_be_measured_as_wanted_beside_the_times) {
  transfer::Rows rows = transfer::all_shipped().front();
  std::erase_if(rows, [](const transfer::Row& row) {
    return row.section == "nested" || (row.section == "residency" && row.name("window") != "none");
  });
  rows.push_back(without_time("nested", "kernels cannot launch kernels"));
  rows.push_back(without_time("residency", "no L2 can be set aside"));
  rows.push_back(without_time("overlap", "one copy engine"));
  for (const char* section : {"copy", "small_copies", "in_place"}) {
    rows.push_back(without_time(section, "no room for 64 MiB"));
    rows.back().names["memory"] = "pinned";
  }
  Session session({}, {}, services_with({rows}));
  const std::map<std::string, std::string> told{{"launches", "kernels cannot launch kernels"},
                                                {"residency", "no L2 can be set aside"},
                                                {"overlap", "one copy engine"},
                                                {"copies", "no room for 64 MiB"},
                                                {"small", "no room for 64 MiB"},
                                                {"in_place", "no room for 64 MiB"}};
  for (const auto& [figure, why] : told) {
    const picture::DrawList list = drawn(session, figure);
    EXPECT_TRUE(says(list, "Note: " + why)) << figure;
    EXPECT_FALSE(says(list, "moving.word")) << figure;  // a key that has no text
    EXPECT_GT(list.hits.size(), 3U) << figure;
  }
}

// What the measuring process says is English; a picture in Chinese says it in Chinese.
TEST_F(MovingPageTest, what_a_gpu_lacks_is_said_in_the_language_of_the_picture) {
  Session session({}, {},
                  services_with({{without_time("managed", "this GPU has no managed memory")}}));
  const text::Texts chinese("zh");
  picture::Style style;
  style.texts = &chinese;
  style.measure = picture::typical_text_width;
  MovingPage page;
  page.show(MovingFigure::managed);
  const picture::DrawList list = page.picture(session, style, 1120, 640);
  EXPECT_FALSE(says(list, "this GPU"));
  EXPECT_TRUE(says(list, "这块 GPU 没有托管内存"));
}

TEST_F(MovingPageTest, an_unknown_figure_is_refused_with_the_list_of_all) {
  Session session({}, {}, services_with({}));
  MovingPage page;
  const auto opened = page.open({}, "copy", session);
  ASSERT_FALSE(opened);
  EXPECT_NE(opened.error().find("copies, small, links, getting"), std::string::npos)
      << opened.error();
}

TEST_F(MovingPageTest, the_overlapped_timeline_is_shorter_than_one_after_the_other) {
  Session session({}, {}, services_with(transfer::all_shipped()));
  const picture::DrawList list = drawn(session, "overlap");
  EXPECT_TRUE(says(list, "one after the other"));
  EXPECT_TRUE(says(list, "4 chunks in 4 streams"));
  EXPECT_TRUE(says(list, "7.79 ms"));
  EXPECT_TRUE(says(list, "four streams, by the GPU's own timestamps"));
  EXPECT_TRUE(says(list, texts().get("moving.expected")));
}

// "64 MiB" is 64MiB in the name of a fact.
std::string without_blank(std::string size) {
  std::erase(size, ' ');
  return size;
}

// The stand-in measures mapped and managed memory at all sizes.
TEST_F(MovingPageTest, memory_of_many_sizes_has_curves_and_its_bars_are_of_one_size) {
  const Session session({}, {}, services_with({transfer::measured_rows()}));
  const picture::Style style;
  const MovingSource source{session, session.transfers().rows(), style, texts()};
  const picture::CurvesInput copies = copies_input(source, false, 0);
  EXPECT_NE(copies.head.title, copies_input(source, true, 0).head.title);
  for (const char* name : {"mapped, read in place", "mapped, read in place 16 times",
                           "managed, first kernel", "managed, prefetch"}) {
    const auto curve = std::ranges::find(copies.curves, name, &picture::MovingCurve::name);
    ASSERT_NE(curve, copies.curves.end()) << name;
    EXPECT_EQ(curve->points.size(), 11U) << name;
  }
  const picture::BarsInput in_place = in_place_input(source);
  EXPECT_EQ(in_place.groups.size(), 9U);
  for (const picture::BarGroup& group : in_place.groups)
    EXPECT_NE(group.name.find("64 MiB"), std::string::npos) << group.name;
  const picture::BarsInput managed = managed_input(source);
  EXPECT_EQ(managed.groups.size(), 2U);
  for (const picture::BarGroup& group : managed.groups)
    EXPECT_NE(group.name.find("256 MiB"), std::string::npos) << group.name;
}

// A session with a run of a lesson whose [moving] is this.
std::unique_ptr<Session> session_that_moves(const lesson::MovingWork& work,
                                            SessionServices services) {
  return test::session_of(
      test::copy_report(), [work](Outcome& outcome) { outcome.resolved.moving = work; },
      std::move(services));
}

TEST_F(MovingPageTest, a_lesson_has_the_gpus_timestamps_if_they_are_of_its_work) {
  const auto has_timestamps = [](const lesson::MovingWork& work, transfer::Rows rows) {
    const auto session = session_that_moves(work, services_with({std::move(rows)}));
    const picture::DrawList list = drawn(*session, "overlap");
    EXPECT_TRUE(says(list, texts().get("moving.sequential")));
    return says(list, texts().get("moving.four_streams"));
  };
  const transfer::Rows rows = transfer::all_shipped().front();
  const auto lesson = lesson::find("overlap");
  ASSERT_TRUE(lesson) << lesson.error().formatted();
  const auto resolved = lesson->resolve("", {});
  ASSERT_TRUE(resolved && resolved->moving);
  const lesson::MovingWork opening = *resolved->moving;
  EXPECT_TRUE(has_timestamps(opening, rows));
  for (const lesson::MovingKey& key : lesson::moving_keys()) {
    lesson::MovingWork other = opening;
    other.*key.value = other.*key.value == 1 ? 2 : 1;
    EXPECT_FALSE(has_timestamps(other, rows)) << key.name;
  }
  // A GPU with less memory: its timestamps are of less data, as the row of their total is.
  transfer::Rows of_less = rows;
  for (transfer::Row& row : of_less)
    if (row.section == "overlap") row.numbers["bytes"] /= 4;
  EXPECT_FALSE(has_timestamps(opening, of_less));
}

TEST_F(MovingPageTest, a_copy_stands_beside_the_price_of_its_memory) {
  const Session session({}, {}, services_with(transfer::all_shipped()));
  picture::Style style;
  const transfer::Rows& rows = session.transfers().rows();
  const picture::BarsInput input = getting_input({session, rows, style, texts()});
  ASSERT_EQ(input.groups.size(), 3U);
  for (const picture::BarGroup& group : input.groups) {
    const auto seconds = [&](const std::string& name) {
      const auto bar = std::ranges::find(group.bars, name, &picture::MovingBar::name);
      EXPECT_NE(bar, group.bars.end()) << group.name << ": " << name;
      return bar != group.bars.end() ? bar->seconds : 0;
    };
    const double saved = seconds("one copy, pageable") - seconds("one copy, pinned");
    const double price = seconds("pinned");
    EXPECT_GT(price, seconds("one copy, pinned")) << group.name;
    const auto copies = static_cast<double>(
        session.transfers().facts().at("moving.pays.pinned." + without_blank(group.name)));
    EXPECT_GE(copies * saved, price) << group.name;
    EXPECT_LT((copies - 1) * saved, price) << group.name;
  }
}

// The program that the page shows after these changes.
class ArrangedPage : public MovingPageTest {
 protected:
  ArrangedPage() {
    page_.show(MovingFigure::arrange);
    begin("in A 1; kernel A 1");
  }
  void begin(const char* text) { page_.arrange(*transfer::arrangement_from(text), session_); }
  [[nodiscard]] std::string shown() const { return text_of(page_.arrangement(session_)); }
  static const picture::Style& plain() {
    static const picture::Style style = [] {
      picture::Style made;
      made.texts = &texts();
      made.measure = picture::typical_text_width;
      return made;
    }();
    return style;
  }
  [[nodiscard]] picture::DrawList drawn_now() const {
    return page_.picture(session_, plain(), 1120, 640);
  }

  Session session_{{}, {}, services_with(transfer::all_shipped())};
  MovingPage page_;
};

TEST_F(ArrangedPage, a_new_call_stands_behind_the_chosen_one_on_its_stream_and_of_its_data) {
  page_.choose_call(1);
  page_.add_call(transfer::OperationKind::copy_out, session_);
  EXPECT_EQ(shown(), "in A 1; kernel A 1; out A 1");
  EXPECT_EQ(page_.call(), 2U);
}

// An event is no call of a stream: the new call is of the event of the chosen one.
TEST_F(ArrangedPage, the_host_can_be_made_to_wait_for_an_event) {
  begin("in A 2; record y 2; kernel A 2");
  page_.choose_call(1);
  page_.add_call(transfer::OperationKind::event_sync, session_);
  EXPECT_EQ(shown(), "in A 2; record y 2; sync y; kernel A 2");
  page_.next_name(session_);
  EXPECT_EQ(shown(), "in A 2; record y 2; sync z; kernel A 2");
}

TEST_F(ArrangedPage, the_chosen_call_moves_to_another_stream_and_place) {
  page_.choose_call(1);
  page_.move_call(0, 1, session_);
  EXPECT_EQ(shown(), "in A 1; kernel A 2");
  page_.move_call(-1, 0, session_);
  EXPECT_EQ(shown(), "kernel A 2; in A 1");
  EXPECT_EQ(page_.call(), 0U);
  page_.move_call(-1, -7, session_);  // no further than the first place, the default stream
  EXPECT_EQ(shown(), "kernel A 0; in A 1");
}

TEST_F(ArrangedPage, a_click_on_a_free_place_moves_the_chosen_call_there) {
  begin("in A 1; kernel A 1; out A 1");
  page_.choose_call(0);
  page_.put_call(3, 2, session_);  // lane 3 is stream 2; slot 2 lies before the copy back
  EXPECT_EQ(shown(), "kernel A 1; in A 2; out A 1");
  page_.put_call(0, 3, session_);  // the host's lane: the call keeps its stream
  EXPECT_EQ(shown(), "kernel A 1; out A 1; in A 2");
}

TEST_F(ArrangedPage, a_changed_program_can_be_given_up) {
  const std::string first = transfer::shipped_arrangements().front().text;
  EXPECT_TRUE(page_.is_changed(session_));
  page_.reset_arrangement();
  EXPECT_FALSE(page_.is_changed(session_));
  EXPECT_EQ(shown(), first);
}

TEST_F(ArrangedPage, data_and_events_go_round_and_a_call_goes) {
  page_.choose_call(0);
  for (int i = 0; i < 4; ++i) page_.next_name(session_);
  EXPECT_EQ(shown(), "in A 1; kernel A 1");
  page_.next_name(session_);
  EXPECT_EQ(shown(), "in B 1; kernel A 1");
  page_.remove_call(session_);
  EXPECT_EQ(shown(), "kernel A 1");
}

TEST_F(ArrangedPage, says_which_two_calls_race_until_an_event_orders_them) {
  begin("in A 1; kernel A 1; out A 2");
  EXPECT_TRUE(says(drawn_now(), "1 race. out A reads what kernel A writes"));
  begin("in A 1; kernel A 1; record x 1; wait x 2; out A 2");
  EXPECT_TRUE(says(drawn_now(), "No race"));
}

TEST_F(ArrangedPage, a_recorded_run_of_just_this_program_is_laid_over_the_model) {
  const auto timelines = [&] {
    const MovingSource source{session_, session_.transfers().rows(), plain(), texts()};
    return arranged_timelines(source, *arranged_model(session_, page_.arrangement(session_)));
  };
  begin(transfer::shipped_arrangements()[1].text);
  EXPECT_TRUE(says(drawn_now(), "RECORDED"));
  EXPECT_TRUE(says(drawn_now(), "2026-11-26, 2026-11-28"));
  const picture::TimelinesInput both = timelines();
  ASSERT_EQ(both.timelines.size(), 1U);
  const picture::MovingTimeline& model = both.timelines.front();
  ASSERT_TRUE(model.over);
  // Copies in and out and kernels of both data, each in the lane of the model.
  ASSERT_EQ(model.over->spans.size(), model.spans.size());
  for (std::size_t i = 0; i < model.spans.size(); ++i) {
    EXPECT_EQ(model.over->spans[i].lane, model.spans[i].lane) << i;
    EXPECT_EQ(model.over->spans[i].name, model.spans[i].name) << i;
    EXPECT_NEAR(model.over->spans[i].end / model.spans[i].end, 1, 0.1) << i;
  }
  begin("in A 1; kernel A 2");
  EXPECT_FALSE(says(drawn_now(), "RECORDED"));
  EXPECT_FALSE(timelines().timelines.front().over);
}

TEST_F(ArrangedPage, a_run_of_the_chosen_recording_comes_before_that_of_another) {
  const transfer::NamedArrangement& program = transfer::shipped_arrangements()[1];
  std::vector<transfer::Rows> recordings = transfer::all_shipped();
  ASSERT_GE(recordings.size(), 2U);
  recordings.push_back(recordings.back());
  for (transfer::Row& row : recordings.back()) row.device = "Third GPU";
  Session session({}, {}, services_with(recordings));
  session.transfers().choose(recordings.size() - 1);
  picture::Style style;
  style.texts = &texts();
  style.measure = picture::typical_text_width;
  page_.arrange(*transfer::arrangement_from(program.text), session);
  EXPECT_TRUE(says(page_.picture(session, style, 1120, 640), "Third GPU"));
}

TEST_F(ArrangedPage, its_provenance_names_the_recording_of_the_model_and_of_the_run) {
  begin(transfer::shipped_arrangements()[1].text);
  Provenance made;
  page_.add_to(made, session_);
  EXPECT_EQ(made.origins, std::vector<std::string>{"RECORDED"});
  EXPECT_NE(made.recorded_on.find("H100"), std::string::npos) << made.recorded_on;
  begin("in A 1; kernel A 2");
  Provenance without_run;
  page_.add_to(without_run, session_);
  EXPECT_EQ(without_run.recorded_on, session_.transfers().made_on());
}

TEST_F(ArrangedPage, trials_are_discarded_together) {
  page_.toggle_rate();
  EXPECT_TRUE(page_.is_changed(session_));
  page_.discard_trials();
  EXPECT_FALSE(page_.is_changed(session_));
  EXPECT_FALSE(page_.shows_rate());
  EXPECT_EQ(shown(), transfer::shipped_arrangements().front().text);
  EXPECT_EQ(page_.figure(), MovingFigure::arrange);
}

TEST_F(ArrangedPage, its_table_has_a_row_for_each_call_and_one_for_the_total) {
  const Table table = page_.table(session_);
  ASSERT_EQ(table.rows.size(), 3U);
  ASSERT_EQ(table.columns[5], "waits_for");
  EXPECT_EQ(table.rows[1][1], Cell("kernel A 1"));
  EXPECT_EQ(table.rows[1][5], count_cell(1));
  EXPECT_EQ(table.rows[2][1], Cell("total"));
  EXPECT_EQ(table.rows[2][4], table.rows[1][4]);  // it ends with the kernel
}

TEST_F(ArrangedPage, its_table_says_when_each_call_ran_on_a_gpu) {
  const auto cell = [&](std::size_t row, const char* column) {
    const Table table = page_.table(session_);
    const auto at = std::ranges::find(table.columns, column) - table.columns.begin();
    return table.rows.at(row).at(static_cast<std::size_t>(at));
  };
  EXPECT_EQ(cell(1, "gpu_end_us"), Cell());
  begin("in A 1; kernel A 1; record x 1; wait x 2; out A 2");
  EXPECT_NEAR(cell(4, "gpu_begin_us").real, 2414.464, 1e-6);  // as the recording has them
  EXPECT_NEAR(cell(4, "gpu_end_us").real, 3647.136, 1e-6);
  EXPECT_EQ(cell(2, "gpu_begin_us"), Cell());  // an event takes no time
  EXPECT_NEAR(cell(5, "gpu_end_us").real, 3652.376, 1e-6);
}

// The recorded GPUs are on PCIe 5.0.
TEST_F(MovingPageTest, no_copy_is_quicker_than_the_model_of_its_link) {
  const double model = transfer::links[2].bytes_per_second();
  for (const transfer::Rows& rows : transfer::all_shipped()) {
    for (const transfer::CopyFit& fit : transfer::copy_fits(rows)) {
      if (fit.host != "pinned" || !fit.model) continue;
      EXPECT_LT(fit.model->bytes_per_second.value, model) << fit.way;
      EXPECT_GT(fit.model->bytes_per_second.value, 0.9 * model) << fit.way;
    }
  }
  Session session({}, {}, services_with(transfer::all_shipped()));
  const picture::DrawList list = drawn(session, "links");
  EXPECT_TRUE(says(list, "PCIe 3.0 x16"));
  EXPECT_TRUE(says(list, "57.6 GB/s for data, of 63"));
  EXPECT_TRUE(says(list, "MODEL"));
}

TEST_F(MovingPageTest, a_memory_space_opens_its_lesson_if_it_has_one) {
  EXPECT_EQ(lesson_of_space(0), "shuffles");
  EXPECT_EQ(lesson_of_space(4), "textures");
  EXPECT_EQ(lesson_of_space(100), "");
  for (std::size_t row = 0; row < 8; ++row)
    EXPECT_TRUE(lesson::find(lesson_of_space(row))) << lesson_of_space(row);
}

// The shipped recordings of transfers and of lessons' times.
class SpacesPage : public MovingPageTest {
 protected:
  static SessionServices services_with_times() {
    SessionServices services = services_with(transfer::all_shipped());
    services.recordings = [] {
      return find_recordings({std::filesystem::path(LANESCOPE_SOURCE_DIR) / "assets" / "recorded"},
                             {});
    };
    return services;
  }
  SpacesPage() {
    page_.show(MovingFigure::spaces);
    const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (session_.times().reading_recordings() && std::chrono::steady_clock::now() < limit) {
      session_.update();
      std::this_thread::yield();
    }
    EXPECT_FALSE(session_.times().recordings().empty());
  }
  // The walk over a texture's rows and columns is recorded on some GPU.
  [[nodiscard]] bool has_times_of_a_texture() const {
    return std::ranges::any_of(session_.times().recordings(), [](const RecordingEntry& entry) {
      const lesson::Values values{{"COLUMNS", 0}, {"SIDE", 8192}};
      return entry.recording && (*entry.recording)->find("textures", "walk", values) != nullptr;
    });
  }
  // The rows of a space.
  [[nodiscard]] std::vector<Row> rows_of(const std::string& space) const {
    std::vector<Row> rows = page_.table(session_).rows;
    std::erase_if(rows, [&](const Row& row) { return row.front() != Cell(space); });
    return rows;
  }

  Session session_{{}, {}, services_with_times()};
  MovingPage page_;
};

TEST_F(SpacesPage, every_recorded_cost_has_its_gpu_and_date) {
  for (const char* space :
       {"register", "local", "shared", "constant", "texture", "global", "pinned", "managed"}) {
    const std::vector<Row> rows = rows_of(space);
    EXPECT_FALSE(rows.empty()) << space;
    if (space == std::string("texture")) {
      ASSERT_EQ(rows.size(), has_times_of_a_texture() ? 2U : 1U);
      if (!has_times_of_a_texture()) {
        EXPECT_EQ(rows[0][2], Cell());
        continue;
      }
    }
    for (const Row& row : rows) {
      EXPECT_GT(row[2].real, 0) << space;
      EXPECT_EQ(row[4], Cell("RECORDED")) << space;
      EXPECT_NE(row[5].text.find("NVIDIA H"), std::string::npos) << row[5].text;
      EXPECT_NE(row[5].text.find("2026-11-2"), std::string::npos) << row[5].text;
      EXPECT_FALSE(row[6].text.empty()) << space;
    }
  }
}

TEST_F(SpacesPage, a_recorded_time_is_that_of_the_lessons_kernel) {
  const std::vector<Row> shared = rows_of("shared");
  ASSERT_EQ(shared.size(), 3U);
  EXPECT_EQ(shared[2][1], Cell("one_bank"));
  EXPECT_NEAR(shared[2][2].real, 535.552, 1e-6);
  EXPECT_EQ(shared[2][6],
            Cell("bank-stride --variant stride --set BASE=0 N=4194304 ROUNDS=32 STRIDE=32"));
  const std::vector<Row> global = rows_of("global");
  ASSERT_EQ(global.size(), 3U);
  EXPECT_NEAR(global[1][2].real, 4473.472 / 131072, 1e-6);  // a step of the loop, L1 filled
}

TEST_F(SpacesPage, says_of_a_space_without_a_measured_cost_that_it_has_none) {
  picture::Style style;
  style.texts = &texts();
  style.measure = picture::typical_text_width;
  const auto count = [&](const Session& session) {
    const picture::DrawList list = page_.whole_picture(session, style, 1120, 640);
    return std::ranges::count(list.labels, texts().get("moving.space_unmeasured"),
                              &picture::Label::text);
  };
  EXPECT_EQ(count(session_), has_times_of_a_texture() ? 0 : 1);
  const Session without({}, {}, services_with({}));
  EXPECT_EQ(count(without), 8);
}

TEST_F(SpacesPage, its_provenance_names_both_recordings) {
  Provenance made;
  page_.add_to(made, session_);
  EXPECT_EQ(made.origins, std::vector<std::string>{"RECORDED"});
  EXPECT_NE(made.recorded_on.find("H200"), std::string::npos) << made.recorded_on;
  EXPECT_NE(made.recorded_on.find("H100"), std::string::npos) << made.recorded_on;
}

}  // namespace
}  // namespace lanescope::app
