#include "app/figures/sweep_input.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/session/sweeps/quantity.h"

namespace lanescope::app {
namespace {

picture::SeriesPoint place_of(const SweepRow& row, std::size_t quantity) {
  picture::SeriesPoint place;
  place.value = row.value;
  place.by = row.by;
  place.problem = row.problem;
  place.is_known = row.is_known;
  if (quantity < row.quantities.size()) {
    place.quantity = row.quantities[quantity];
  }
  if (row.time) {
    place.time = {row.time->measured,         row.time->cold.median,    row.time->cold.median_low,
                  row.time->cold.median_high, row.time->has_interval(), row.time->cold.count};
  }
  return place;
}

// The parameters that are the same at all points: "N 4096".
std::string fixed_values(const SweepTable& table) {
  lesson::Values common = table.common_params();
  common.erase(table.sweep.parameter);
  if (table.sweep.by) {
    common.erase(table.sweep.by->parameter);
  }
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
  for (std::size_t i = 0; i < table.variants.size(); ++i) {
    input.series.push_back({table.variant_name(i, language), false, {}});
  }
  for (const SweepRow& row : table.rows) {
    input.series[row.variant].points.push_back(place_of(row, quantity));
    input.done += row.is_known ? 1 : 0;
  }
  // A single time says nothing about the parameter, and its axis would have one tick.
  const auto timed = std::count_if(table.rows.begin(), table.rows.end(),
                                   [](const SweepRow& row) { return row.time.has_value(); });
  if (timed == 1 && table.rows.size() > 2) {
    for (picture::SweepSeries& series : input.series) {
      for (picture::SeriesPoint& place : series.points) place.time.reset();
    }
  }
  input.total = table.rows.size();
  if (table.sweep.by && input.series.size() > 1) {  // a map shows one series only
    input.series.resize(1);
  }
  if (input.series.size() == 1 && !table.variants.front().empty()) {
    input.fixed = input.series.front().name + (input.fixed.empty() ? "" : ", " + input.fixed);
  }
  input.machine = table.machine;
  name_gpus(table, texts, input);
  input.progress =
      input.done == input.total ? picture::SweepProgress::done : picture::SweepProgress::nothing;
  return input;
}

}  // namespace lanescope::app
