#include "app/figures/times_input.h"

#include <set>

#include <fmt/format.h>

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

picture::TimeFigure figure_of(const Measurement& measurement, const text::Texts& texts) {
  picture::TimeFigure figure;
  figure.cold = series_of(measurement.cold, measurement.cold_ms);
  figure.warm = series_of(measurement.warm, measurement.warm_ms);
  figure.gigabytes_per_second = measurement.cold_bandwidth();
  figure.share_of_copy = measurement.share_of_copy();
  for (const device::TimingTrap trap : measurement.traps) {
    figure.traps.emplace_back(device::name_of(trap));
  }
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

picture::TimeFigure figure_of(const device::RecordedPoint& point) {
  picture::TimeFigure figure;
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

picture::GpuFacts facts_of(const device::GpuInfo& gpu, const device::GpuState& state) {
  picture::GpuFacts facts;
  facts.name = gpu.name;
  facts.clock_mhz = state.clock_mhz;
  facts.memory_clock_mhz = state.memory_clock_mhz;
  facts.temperature_celsius = state.temperature_celsius;
  facts.driver = gpu.driver;
  return facts;
}

picture::TimesRow row_of(const VariantTimes& times, const std::string& language,
                         const text::Texts& texts) {
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
    row.recorded = figure_of(*times.recorded);
    row.recorded->other_text = times.recorded_of_other_text;
  }
  row.recorded_with_other_values = times.recorded_with_other_values;
  row.over_budget = times.over_budget;
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
    if (!point.date.empty()) {
      days.insert(point.date);
    }
  }
  return device::name_with_days(recording.gpu.name, days);
}

picture::TimesInput times_input(const Session& session, const text::Texts& texts) {
  picture::TimesInput input;
  const std::vector<VariantTimes> all = session.times();
  input.chosen = all.size();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].variant == session.variant()) {
      input.chosen = i;
    }
    picture::TimesRow row = row_of(all[i], session.state().settings.language, texts);
    if (row.name.empty()) {  // a lesson without variants
      row.name = session.shown() ? session.shown()->resolved.kernel : session.lesson()->id;
    }
    input.rows.push_back(std::move(row));
  }
  // The state of the GPU during the measurement shown for the chosen variant.
  MeasurementPtr measurement = session.timings().newest();
  if (input.chosen < all.size() && all[input.chosen].measured) {
    measurement = all[input.chosen].measured;
  }
  if (measurement) {
    input.measured_on = facts_of(measurement->gpu, measurement->state);
    input.measured_on->compiler = measurement->compiler_version.empty()
                                      ? std::string()
                                      : "NVRTC " + measurement->compiler_version;
  }
  input.absence = texts.say(session.timings().absence());
  if (const RecordingEntry* entry = session.recording()) {
    const device::Recording& recording = **entry->recording;
    const device::RecordedPoint* point =
        input.chosen < all.size() ? all[input.chosen].recorded : nullptr;
    input.recorded_on = facts_of(recording.gpu, point != nullptr ? point->state : recording.state);
    input.recorded_on->date = point != nullptr ? point->date : recording.date;
    input.recorded_on->compiler = point != nullptr ? point->compiler : recording.compiler;
    const bool missing = input.chosen < input.rows.size() && !input.rows[input.chosen].recorded;
    const device::RecordedPoint* nearest = missing ? session.nearest_recorded() : nullptr;
    if (nearest != nullptr) {
      input.nearest = values_text(nearest->params);
    }
  }
  return input;
}

}  // namespace lanescope::app
