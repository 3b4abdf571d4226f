// Conversion from the session's times to the input of the times page.
#include "app/figures/pages/times_page.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <thread>

#include <gtest/gtest.h>

#include "app/window/panels/bars/status_bar.h"
#include "tests/session/measurements.h"
#include "tests/session/reports.h"

namespace lanescope::app {
namespace {

using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;

class TimesInputTest : public ::testing::Test {
 protected:
  // `alone`: the lesson has no variants.
  std::unique_ptr<Session> begin(bool alone = false, std::vector<RecordingEntry> recordings = {}) {
    Session::Services services;
    services.run = [](const RunRequest& request, Progress*, std::stop_token) {
      return test::priced(request);
    };
    services.describe = [alone](const std::string& lesson) {
      auto card = test::lesson_card(lesson);
      card->resolve = [lesson](const std::string& variant, const lesson::Values& overrides) {
        auto launch = test::resolved(lesson, variant.empty() ? "tile" : variant, overrides);
        launch->variant = variant;
        return launch;
      };
      if (alone) {
        card->variants.resize(1);
        card->variants[0].name.clear();
        card->variants[0].title = {};
      }
      return card;
    };
    services.measure = gpu_.measurer();
    services.recordings = [recordings] { return recordings; };
    State initial = test::initial_state();
    if (alone) initial.variant.clear();
    auto session = std::make_unique<Session>(initial, ViewRequest{}, std::move(services));
    const auto limit = std::chrono::steady_clock::now() + 10s;
    while ((!session->run().shown() || !session->settled()) &&
           std::chrono::steady_clock::now() < limit) {
      session->update();
      std::this_thread::sleep_for(1ms);
    }
    EXPECT_TRUE(session->run().shown());
    return session;
  }

  test::GatedMeasurer gpu_;
  text::Texts texts_{"en"};
};

TEST_F(TimesInputTest, a_lesson_without_variants_is_measured_by_its_kernels_name) {
  const auto session = begin(true);
  gpu_.close();
  session->times().measure();
  EXPECT_TRUE(measuring_text(*session, texts_).starts_with("measuring tile_kernel: "))
      << measuring_text(*session, texts_);
  gpu_.open();
}

TEST_F(TimesInputTest, a_recorded_point_brings_its_own_clocks_and_figures) {
  device::Recording recording = test::recording_of_tile({{1024, 0}});
  recording.state.clock_mhz = 1000;
  device::RecordedPoint& point = recording.points[0];
  point.state.clock_mhz = 1500;
  point.cold.median = 2;
  point.bytes_moved = 4'000'000;
  point.copy.median = 1;
  point.copy_bytes = 2'000'000;
  point.bound_name = "CUB";
  point.bound.median = 1;
  point.source_hash = "0123456789abcdef";
  const auto session = begin(
      false, {{"a.json", "a.json", true, std::make_shared<const device::Recording>(recording)}});
  const picture::TimesInput input = times_input(*session, texts_);
  ASSERT_TRUE(input.recorded_on);
  EXPECT_EQ(input.recorded_on->clock_mhz, 1500);
  ASSERT_TRUE(input.rows.at(0).recorded);
  const picture::TimeFigure& figure = *input.rows[0].recorded;
  EXPECT_DOUBLE_EQ(figure.gigabytes_per_second, 2);
  EXPECT_DOUBLE_EQ(figure.share_of_copy, 0.5);
  EXPECT_DOUBLE_EQ(figure.share_of_bound, 0.5);
  EXPECT_TRUE(figure.other_text);
}

TEST_F(TimesInputTest, a_row_names_the_values_that_the_chosen_variant_does_not_have) {
  const auto session = begin();
  session->run().choose_variant(1);
  const picture::TimesInput input = times_input(*session, texts_);
  ASSERT_EQ(input.rows.size(), 2U);
  EXPECT_EQ(input.rows[0].name, "tile · BROKEN 0, PAD 0");
  EXPECT_EQ(input.rows[1].name, "copy");
}

TEST_F(TimesInputTest, the_line_above_the_rows_says_only_what_all_of_them_share) {
  device::Recording recording = test::recording_of_tile({{1024, 0}});
  device::RecordedPoint other = recording.points[0];
  recording.points[0].date = "2026-11-20";
  recording.points[0].state.temperature_celsius = 41;
  recording.points[0].state.clock_mhz = 1980;
  other.date = "2026-11-23";
  const auto launch = test::resolved("tile", "copy", {{"N", 1024}});
  other.variant = launch->variant;
  other.kernel = launch->kernel;
  other.params = launch->params;
  other.state.temperature_celsius = 38;
  other.state.clock_mhz = 1980;
  recording.points.push_back(other);
  const auto session = begin(
      false, {{"a.json", "a.json", true, std::make_shared<const device::Recording>(recording)}});
  const picture::TimesInput input = times_input(*session, texts_);
  ASSERT_TRUE(input.recorded_on);
  EXPECT_EQ(input.recorded_on->clock_mhz, 1980);
  const auto known =
      std::count_if(input.rows.begin(), input.rows.end(),
                    [](const picture::TimesRow& row) { return row.recorded.has_value(); });
  ASSERT_EQ(known, 2);
  EXPECT_EQ(input.recorded_on->temperature_celsius, 0);
  EXPECT_EQ(input.recorded_on->date, "2026-11-20 to 2026-11-23");
  EXPECT_EQ(input.rows[0].recorded->gpu.date, "2026-11-20");
}

}  // namespace
}  // namespace lanescope::app
