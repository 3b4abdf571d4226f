#include "app/figures/pages/sweep_page.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/figures/appearance.h"
#include "app/figures/figure.h"
#include "app/session/export/tables.h"
#include "app/session/sweeps/quantity.h"

namespace lanescope::app {
namespace {

picture::SeriesPoint point_of(const SweepRow& row, std::size_t quantity) {
  picture::SeriesPoint point;
  point.value = row.value;
  point.by = row.by;
  point.problem = row.problem;
  point.reason = row.reason;
  point.is_known = row.is_known;
  if (quantity < row.quantities.size()) point.quantity = row.quantities[quantity];
  if (row.time) {
    point.time = {row.time->measured,         row.time->cold.median,    row.time->cold.median_low,
                  row.time->cold.median_high, row.time->has_interval(), row.time->cold.count};
  }
  return point;
}

// The parameters that are the same at all points: "N 4096".
std::string fixed_values(const SweepTable& table) {
  lesson::Values common = table.common_params();
  common.erase(table.sweep.parameter);
  if (table.sweep.by) common.erase(table.sweep.by->parameter);
  return values_text(common);
}

std::string label_of(const SweepTable& table, const std::string& parameter,
                     const std::string& language) {
  const auto found = table.titles.parameters.find(parameter);
  return found == table.titles.parameters.end() ? "" : found->second.in(language);
}

// The values of the first variant grow by a factor each, 8 or more in all.
bool grows_by_factors(const SweepTable& table) {
  std::vector<double> values;
  for (const SweepRow& row : table.rows) {
    if (row.variant == 0 && !row.by) values.push_back(static_cast<double>(row.value));
  }
  if (values.size() < 3 || values.front() <= 0 || values.back() < 8 * values.front()) return false;
  return std::adjacent_find(values.begin(), values.end(),
                            [](double a, double b) { return b < 1.5 * a; }) == values.end();
}

// Names the GPUs that the times are from, and their launches where these differ from the simulated
// ones.
void name_gpus(const SweepTable& table, const text::Texts& texts, picture::SweepInput& input) {
  const std::vector<PointTime> times = table.times();
  input.measured_on = names_of_gpus(times, true);
  input.recorded_on = names_of_gpus(times, false);
  for (std::string* gpu : {&input.measured_on, &input.recorded_on}) {
    if (!gpu->empty() && !table.sweep.timed.empty()) {
      *gpu +=
          "; " + texts.get("sweep.timed_at", fmt::arg("values", values_text(table.sweep.timed)));
    }
  }
}

// The casts are safe: a resolved launch is within CUDA's limits.
report::Dim3 dim3_of(const std::array<std::int64_t, 3>& d) {
  return {static_cast<std::uint32_t>(d[0]), static_cast<std::uint32_t>(d[1]),
          static_cast<std::uint32_t>(d[2])};
}

// Adds kernel and launch if they are the same for all of the sweep's points.
void add_launch(Provenance& made, const SweepTable& table, const Session& session) {
  const auto& card = session.lesson();
  if (!card || !card->resolve) return;
  const auto& resolve = card->resolve;
  bool is_first = true;
  for (const SweepRow& row : table.rows) {
    const auto resolved = resolve(table.variants[row.variant], row.params);
    const std::string kernel = resolved ? resolved->kernel : std::string();
    const report::Dim3 grid = resolved ? dim3_of(resolved->grid) : report::Dim3{};
    const report::Dim3 block = resolved ? dim3_of(resolved->block) : report::Dim3{};
    if (is_first || kernel != made.kernel) made.kernel = is_first ? kernel : "";
    if (is_first || grid != made.grid) made.grid = is_first ? grid : report::Dim3{};
    if (is_first || block != made.block) made.block = is_first ? block : report::Dim3{};
    is_first = false;
  }
}

}  // namespace

picture::SweepInput sweep_input(const SweepTable& table, std::size_t quantity,
                                const text::Texts& texts) {
  const std::string language = texts.language();
  picture::SweepInput input;
  input.title =
      texts.get("sweep.over",
                fmt::arg("lesson", table.titles.lesson_title.in_or(language, table.titles.lesson)),
                fmt::arg("sweep", table.sweep.title.in_or(language, table.sweep.name)));
  // A sweep has values of its own, whatever the controls say.
  const std::string fixed = fixed_values(table);
  input.fixed = fixed.empty() ? "" : texts.get("sweep.counted_at", fmt::arg("values", fixed));
  input.parameter = table.sweep.parameter;
  input.parameter_label = label_of(table, input.parameter, language);
  if (table.sweep.by) {
    input.by = table.sweep.by->parameter;
    input.by_label = label_of(table, input.by, language);
  }
  if (quantity < table.quantities.size()) {
    const std::string& name = table.quantities[quantity];
    input.kind = kind_of_access(name);
    input.count = input.kind.empty() ? name : name.substr(input.kind.size() + 1);
    std::replace(input.count.begin(), input.count.end(), '.', '_');
    const bool is_sum = input.count.find("_per_") == std::string::npos &&
                        !input.count.ends_with("percent") && input.count != "shared_bytes";
    input.by_powers = is_sum && grows_by_factors(table);
  }
  for (std::size_t i = 0; i < table.variants.size(); ++i)
    input.series.push_back({table.variant_name(i, language), false, {}});
  for (const SweepRow& row : table.rows) {
    input.series[row.variant].points.push_back(point_of(row, quantity));
    input.done += row.is_known ? 1 : 0;
  }
  // A single time says nothing about the parameter, and its axis would have one tick.
  const auto timed = std::count_if(table.rows.begin(), table.rows.end(),
                                   [](const SweepRow& row) { return row.time.has_value(); });
  if (timed == 1 && table.rows.size() > 2) {
    for (picture::SweepSeries& series : input.series) {
      for (picture::SeriesPoint& point : series.points) point.time.reset();
    }
  }
  input.total = table.rows.size();
  if (table.sweep.by && input.series.size() > 1) {  // a map shows one series only
    input.series.resize(1);
  }
  if (input.series.size() == 1 && !table.variants.front().empty())
    input.fixed = input.series.front().name + (input.fixed.empty() ? "" : ", " + input.fixed);
  input.machine = table.machine;
  name_gpus(table, texts, input);
  input.progress =
      input.done == input.total ? picture::SweepProgress::done : picture::SweepProgress::nothing;
  return input;
}

const SweepTable& SweepPage::points(const Session& session) {
  if (!points_ || revision_ != session.sweep_revision()) {
    const std::string before = points_ ? points_->sweep.name : "";
    const std::string chosen =
        points_ && quantity_ < points_->quantities.size() ? points_->quantities[quantity_] : "";
    points_ = session.sweep_table();
    revision_ = session.sweep_revision();
    // Of a sweep that runs there may be more quantities with each point.
    const std::vector<std::string>& all = points_->quantities;
    if (quantity_ != 0)
      quantity_ = static_cast<std::size_t>(std::ranges::find(all, chosen) - all.begin());
    if (points_->sweep.name != before || quantity_ >= all.size()) quantity_ = 0;
  }
  return *points_;
}

void SweepPage::next_quantity(const Session& session) {
  quantity_ = (quantity_ + 1) % std::max<std::size_t>(points(session).quantities.size(), 1);
}

picture::SweepInput SweepPage::input(const Session& session, const text::Texts& texts) {
  if (session.sweeps().chosen() == nullptr) {
    picture::SweepInput absent;
    absent.absence = texts.get(session.lesson() ? "sweep.nothing" : "sweep.unreadable");
    return absent;
  }
  const SweepTable& rows = points(session);
  picture::SweepInput input = sweep_input(rows, quantity_, texts);
  for (std::size_t i = 0; i < input.series.size(); ++i) {
    const LessonCard::Variant* chosen = session.variant();
    input.series[i].chosen = chosen != nullptr && rows.variants[i] == chosen->name;
  }
  if (const auto present = session.present_point(); present && !input.series.empty()) {
    const std::size_t a_series = input.series.front().points.size();
    if (*present / a_series < input.series.size())
      input.series[*present / a_series].points[*present % a_series].is_present = true;
  }
  const SweepRunner& runner = session.sweeps().runner();
  input.share = runner.share();
  input.progress = runner.running()     ? picture::SweepProgress::running
                   : runner.cancelled() ? picture::SweepProgress::cancelled
                                        : input.progress;
  return input;
}

tl::expected<void, std::string> SweepPage::open(const ViewRequest& /*view*/,
                                                const std::string& argument, Session& session) {
  if (argument.empty() || !session.lesson() || session.sweeps().choose(argument)) return {};
  std::string names;
  for (const lesson::Sweep& sweep : session.lesson()->sweeps)
    names += (names.empty() ? "" : ", ") + sweep.name;
  return tl::unexpected(texts_of(session.state().settings)
                            .get("sweep.unknown", fmt::arg("name", argument),
                                 fmt::arg("names", names.empty() ? std::string("–") : names)));
}

tl::expected<void, std::string> SweepPage::prepare(const ViewRequest& /*view*/,
                                                   const Session& session) {
  if (!session.lesson() || session.lesson()->sweeps.empty())
    return tl::unexpected(std::string("this lesson has no sweeps and no parameters"));
  return {};
}

picture::DrawList SweepPage::picture(const Session& session, const picture::Style& style,
                                     float width, float height) const {
  if (session.sweeps().chosen() == nullptr)
    return message_picture("sweep.nothing_title", "sweep.nothing", style, width, height);
  return picture::build_sweep(sweep_input(session.sweep_table(), 0, *style.texts), style, width,
                              height);
}

Table SweepPage::table(const Session& session) const {
  return sweep_points_table(session.sweep_table());
}

void SweepPage::add_to(Provenance& made, const Session& session) const {
  const SweepTable points = session.sweep_table();
  made.variant = fmt::format("{}", fmt::join(points.variants, " "));
  if (points.variants.size() != 1 ||
      points.variants.front() != session.run().shown()->resolved.variant)
    made.variant_title = {};
  if (points.rows.empty()) return;
  made.params = points.common_params();
  add_launch(made, points, session);
  add_times(made, points.times());
}

std::unique_ptr<PageContent> make_sweep_content(const PageServices& /*services*/) {
  return std::make_unique<SweepPage>();
}

}  // namespace lanescope::app
