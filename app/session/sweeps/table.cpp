#include "app/session/sweeps/table.h"

#include <algorithm>
#include <utility>

#include "kernels/machine_file/machine_file.h"

namespace lanescope::app {
namespace {

std::vector<std::string> shown_quantities(const SweepRunner& runner) {
  if (!runner.plan().sweep.quantities.empty()) return runner.plan().sweep.quantities;
  std::vector<const LaunchFacts*> launches;
  for (std::size_t i = 0; i < runner.plan().points.size(); ++i) {
    const PointResult* result = runner.result(i);
    if (result != nullptr && result->facts) launches.push_back(&*result->facts);
  }
  if (runner.plan().has_usual_quantities) return usual_quantities(launches);
  return {costliest_quantity(launches)};
}

SweepRow row_of(const SweepPoint& point, const PointResult* result,
                const std::vector<std::string>& quantities) {
  SweepRow row;
  row.variant = point.variant;
  row.value = point.value;
  row.by = point.by;
  row.params = point.key ? point.key->params : point.overrides;
  row.quantities.resize(quantities.size());
  if (result == nullptr) return row;
  row.is_known = true;
  row.problem = result->problem;
  row.reason = result->reason;
  row.exit_code = result->exit_code;
  row.has_counts = result->facts.has_value();
  for (std::size_t i = 0; result->facts && i < quantities.size(); ++i)
    row.quantities[i] = quantity(quantities[i], *result->facts);
  return row;
}

// The machine's id if its file is missing.
std::string name_of_machine(const std::string& id) {
  const auto found = machine::find(id);
  return found ? (*found)->name : id;
}

}  // namespace

std::string SweepTable::variant_name(std::size_t variant, const std::string& language) const {
  const auto title = titles.variants.find(variants[variant]);
  const std::string text = title == titles.variants.end() ? "" : title->second.in(language);
  if (!text.empty()) return text;
  return variants[variant].empty() ? titles.lesson : variants[variant];
}

lesson::Values SweepTable::common_params() const {
  if (rows.empty()) return {};
  lesson::Values common = rows.front().params;
  std::erase_if(common, [&](const auto& entry) {
    return std::any_of(rows.begin(), rows.end(), [&](const SweepRow& row) {
      const auto found = row.params.find(entry.first);
      return found == row.params.end() || found->second != entry.second;
    });
  });
  return common;
}

std::vector<PointTime> SweepTable::times() const {
  std::vector<PointTime> all;
  for (const SweepRow& row : rows) {
    if (row.time) all.push_back(*row.time);
  }
  return all;
}

SweepTable table_of(const SweepRunner& runner, SweepTitles titles,
                    std::vector<std::string> quantities, const TimeOfPoint& time) {
  const SweepPlan& plan = runner.plan();
  SweepTable table;
  table.titles = std::move(titles);
  table.sweep = plan.sweep;
  if (!plan.machine.empty())
    table.machine =
        table.titles.machine.empty() ? name_of_machine(plan.machine) : table.titles.machine;
  table.variants = plan.variants;
  table.quantities = quantities.empty() ? shown_quantities(runner) : std::move(quantities);
  for (std::size_t i = 0; i < plan.points.size(); ++i) {
    SweepRow row = row_of(plan.points[i], runner.result(i), table.quantities);
    if (plan.points[i].timed_key) row.time = time(*plan.points[i].timed_key);
    table.rows.push_back(std::move(row));
  }
  return table;
}

SweepTitles titles_of(const lesson::Lesson& lesson) {
  SweepTitles titles;
  titles.lesson = lesson.id();
  titles.lesson_title = lesson.title();
  for (const lesson::VariantInfo& variant : lesson.variants()) {
    titles.variants[variant.name] = variant.title;
    for (const lesson::Parameter& parameter : lesson.parameters(variant.name))
      titles.parameters.emplace(parameter.name, parameter.label);
  }
  return titles;
}

}  // namespace lanescope::app
