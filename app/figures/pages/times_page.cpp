#include "app/figures/pages/times_page.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "app/figures/figure.h"
#include "app/session/export/tables.h"
#include "kernels/lesson_file/parameter_range.h"

namespace lanescope::app {
namespace {

picture::TimeSeries series_of(const device::Summary& summary, const std::vector<double>& samples) {
  picture::TimeSeries series;
  series.count = summary.count;
  series.median = summary.median;
  series.low = summary.median_low;
  series.high = summary.median_high;
  series.minimum = summary.minimum;
  series.maximum = summary.maximum;
  series.mean = summary.mean;
  series.deviation = summary.deviation;
  series.samples = samples;
  return series;
}

// A sentence about the first array that differs.
std::string difference_of(const Measurement& measurement, const text::Texts& texts) {
  for (const ArrayCheck& check : measurement.checks) {
    if (check.difference) {
      const device::ArrayDifference& difference = *check.difference;
      return texts.get("times.difference", fmt::arg("array", check.array),
                       fmt::arg("index", text::Texts::grouped(difference.index)),
                       fmt::arg("expected", difference.expected),
                       fmt::arg("found", difference.found),
                       fmt::arg("n", text::Texts::grouped(difference.count)),
                       fmt::arg("count", text::Texts::grouped(check.count)));
    }
  }
  return {};
}

picture::GpuFacts facts_of(const device::GpuInfo& gpu, const device::GpuState& state) {
  picture::GpuFacts facts;
  facts.name = gpu.name;
  facts.clock_mhz = state.clock_mhz;
  facts.memory_clock_mhz = state.memory_clock_mhz;
  facts.temperature_celsius = state.temperature_celsius;
  facts.driver = gpu.driver;
  return facts;
}

picture::GpuFacts facts_of(const Measurement& measurement) {
  picture::GpuFacts facts = facts_of(measurement.gpu, measurement.state);
  if (!measurement.compiler_version.empty())
    facts.compiler = "NVRTC " + measurement.compiler_version;
  return facts;
}

picture::GpuFacts facts_of(const device::GpuInfo& gpu, const device::RecordedPoint& point) {
  picture::GpuFacts facts = facts_of(gpu, point.state);
  facts.date = point.date;
  facts.compiler = point.compiler;
  return facts;
}

// What is true for the rows of both; of dates, the first and the last.
picture::GpuFacts shared(picture::GpuFacts a, const picture::GpuFacts& b,
                         std::set<std::string>& days) {
  const auto keep = [](auto& mine, const auto& other) {
    if (mine != other) mine = {};
  };
  keep(a.clock_mhz, b.clock_mhz);
  keep(a.memory_clock_mhz, b.memory_clock_mhz);
  keep(a.temperature_celsius, b.temperature_celsius);
  keep(a.driver, b.driver);
  keep(a.compiler, b.compiler);
  days.insert(b.date);
  return a;
}

// The facts that all figures of `kind` share; nullopt: there are none.
std::optional<picture::GpuFacts> shared_facts(
    const std::vector<picture::TimesRow>& rows,
    std::optional<picture::TimeFigure> picture::TimesRow::*kind, const text::Texts& texts) {
  std::optional<picture::GpuFacts> all;
  std::set<std::string> days;
  for (const picture::TimesRow& row : rows) {
    if (!(row.*kind)) continue;
    const picture::GpuFacts& facts = (row.*kind)->gpu;
    all = shared(all.value_or(facts), facts, days);
  }
  if (all && days.size() > 1) {
    all->date =
        texts.get("times.days", fmt::arg("first", *days.begin()), fmt::arg("last", *days.rbegin()));
  }
  return all;
}

picture::TimeFigure figure_of(const Measurement& measurement, const text::Texts& texts) {
  picture::TimeFigure figure;
  figure.gpu = facts_of(measurement);
  figure.cold = series_of(measurement.cold, measurement.cold_ms);
  figure.warm = series_of(measurement.warm, measurement.warm_ms);
  figure.gigabytes_per_second = measurement.cold_bandwidth();
  figure.share_of_copy = measurement.share_of_copy();
  for (const device::TimingTrap trap : measurement.traps)
    figure.traps.emplace_back(device::name_of(trap));
  figure.bound_name = measurement.bound_name;
  figure.share_of_bound = measurement.share_of_bound();
  figure.bound_failure = texts.say(measurement.bound_failure);
  const bool exact = measurement.tolerance.is_exact();
  figure.arrays = !measurement.is_right() ? picture::ArrayVerdict::differs
                  : exact                 ? picture::ArrayVerdict::equal
                                          : picture::ArrayVerdict::close;
  figure.difference = difference_of(measurement, texts);
  return figure;
}

picture::TimeFigure figure_of(const device::RecordedPoint& point, const device::GpuInfo& gpu) {
  picture::TimeFigure figure;
  figure.gpu = facts_of(gpu, point);
  figure.cold = series_of(point.cold, {});
  figure.warm = series_of(point.warm, {});
  figure.gigabytes_per_second = point.cold_bandwidth();
  figure.share_of_copy = point.share_of_copy();
  figure.bound_name = point.bound_name;
  figure.share_of_bound = point.share_of_bound();
  figure.traps = point.traps;
  // A recording does not store its tolerance.
  figure.arrays =
      point.equal_to_simulator ? picture::ArrayVerdict::agree : picture::ArrayVerdict::differs;
  return figure;
}

picture::TimesRow row_of(const VariantTimes& times, const device::GpuInfo& recorded_on,
                         const std::string& language, const text::Texts& texts) {
  picture::TimesRow row;
  row.name = times.variant->title.in_or(language, times.variant->name);
  row.applies = times.applies;
  row.measuring = times.measuring;
  row.waits = times.waits;
  row.failure = texts.say(times.failure);
  if (times.measured) {
    row.measured = figure_of(*times.measured, texts);
  } else if (times.measured_with_other_values) {
    row.measured = figure_of(*times.measured_with_other_values, texts);
    row.measured->other_values =
        values_text(differing(times.measured_with_other_values->resolved.params, times.params));
  }
  if (times.recorded != nullptr) {
    row.recorded = figure_of(*times.recorded, recorded_on);
    row.recorded->other_text = times.recorded_of_other_text;
  }
  row.recorded_with_other_values = times.recorded_with_other_values;
  row.recorded_values = values_text(differing(times.recorded_values, times.params));
  row.cost_failure = texts.say(times.cost_failure);
  if (times.cost) {
    row.cost = {times.cost->sectors, times.cost->ideal_sectors, times.cost->wavefronts,
                times.cost->ideal_wavefronts};
  }
  return row;
}

}  // namespace

std::string name_of(const device::Recording& recording) {
  std::set<std::string> days;
  for (const device::RecordedPoint& point : recording.points) {
    if (!point.date.empty()) days.insert(point.date);
  }
  return device::name_with_days(recording.gpu.name, days);
}

picture::TimesInput times_input(const Session& session, const text::Texts& texts) {
  picture::TimesInput input;
  const std::vector<VariantTimes> all = session.times().all();
  input.chosen = all.size();
  const RecordingEntry* entry = session.times().recording();
  const device::GpuInfo recorded_gpu =
      entry != nullptr ? (*entry->recording)->gpu : device::GpuInfo();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].variant == session.variant()) input.chosen = i;
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    picture::TimesRow row = row_of(all[i], recorded_gpu, session.state().settings.language, texts);
    if (row.name.empty()) {  // a lesson without variants
      row.name =
          session.run().shown() ? session.run().shown()->resolved.kernel : session.lesson()->id;
    }
    if (input.chosen < all.size()) {  // the window's header says the chosen variant's values
      const lesson::Values own = differing(all[i].params, all[input.chosen].params);
      if (!own.empty()) row.name += " · " + values_text(own);
    }
    const auto& parameters = all[i].variant->parameters;
    input.has_padding =
        input.has_padding || std::any_of(parameters.begin(), parameters.end(), lesson::min_padding);
    input.rows.push_back(std::move(row));
  }
  input.measured_on = shared_facts(input.rows, &picture::TimesRow::measured, texts);
  if (const MeasurementPtr newest = session.times().timings().newest();
      !input.measured_on && newest) {
    input.measured_on = facts_of(*newest);
  }
  input.absence = texts.say(session.times().absence());
  if (entry != nullptr) {
    const device::Recording& recording = **entry->recording;
    input.recorded_on = shared_facts(input.rows, &picture::TimesRow::recorded, texts);
    if (!input.recorded_on) {
      input.recorded_on = facts_of(recording.gpu, recording.state);
      input.recorded_on->date = recording.date;
      input.recorded_on->compiler = recording.compiler;
    }
    const bool missing = input.chosen < input.rows.size() && !input.rows[input.chosen].recorded;
    const device::RecordedPoint* nearest = missing ? session.times().nearest_recorded() : nullptr;
    if (nearest != nullptr) input.nearest = values_text(nearest->params);
  }
  return input;
}

namespace {

class TimesPage final : public PageContent {
 public:
  void follow(Session& session, bool seen) override { session.times().show(seen); }
  [[nodiscard]] FigureSize size() const override { return {960, 560}; }
  [[nodiscard]] picture::DrawList picture(const Session& session, const picture::Style& style,
                                          float width, float height) const override {
    picture::TimesInput input = times_input(session, *style.texts);
    input.on_paper = true;
    return picture::build_times(input, style, width, height);
  }
  [[nodiscard]] Table table(const Session& session) const override { return times_table(session); }
  void add_to(Provenance& made, const Session& session) const override {
    std::set<std::string> days;
    for (const VariantTimes& times : session.times().all()) {
      if (times.measured) {
        add_origin(made, "MEASURED");
        made.measured_on = times.measured->gpu.name;
      }
      if (times.recorded != nullptr) {
        add_origin(made, "RECORDED");
        days.insert(times.recorded->date);
      }
    }
    const RecordingEntry* entry = session.times().recording();
    if (!days.empty() && entry != nullptr && entry->recording)
      made.recorded_on = device::name_with_days((*entry->recording)->gpu.name, days);
  }
};

}  // namespace

std::unique_ptr<PageContent> make_times_content(const PageServices& /*services*/) {
  return std::make_unique<TimesPage>();
}

}  // namespace lanescope::app
