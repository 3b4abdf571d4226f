#include "app/command_line/gpu_runs.h"

#include <algorithm>
#include <ctime>
#include <set>
#include <tuple>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "app/command_line/progress_line.h"
#include "app/command_line/text_table.h"
#include "kernels/lesson_file/parameter_range.h"

namespace lanescope::app {
namespace {

// The requested launches, without duplicates.
class Wanted {
 public:
  Wanted(const RunRequest& request, bool sweeps) : request_(request), with_sweeps_(sweeps) {}

  std::vector<RunRequest> runs;
  std::vector<std::string> broken;  // lessons that could not be read

  void add_catalogue() {
    for (const lesson::CatalogueEntry& entry : lesson::catalogue()) {
      if (entry.lesson) {
        add_lesson(entry.id, *entry.lesson);
      } else {
        broken.push_back(entry.lesson.error().formatted());
      }
    }
  }

  void add_lesson(const std::string& id, const lesson::Lesson& lesson) {
    for (const lesson::VariantInfo& variant : lesson.variants()) {
      if (is_wanted(variant)) add(id, lesson, variant.name, request_.overrides);
    }
    if (!with_sweeps_) return;
    for (const lesson::VariantInfo& variant : lesson.variants()) {
      if (is_wanted(variant)) add_padding(id, lesson, variant.name);
    }
    for (const lesson::Sweep& sweep : lesson.sweeps()) {
      for (const std::string& variant : sweep.variants) {
        const auto info = std::find_if(lesson.variants().begin(), lesson.variants().end(),
                                       [&](const auto& each) { return each.name == variant; });
        if (is_wanted(*info)) add_sweep(id, lesson, variant, sweep);
      }
    }
  }

 private:
  // A variant that shows a mistake (a race, a barrier that not all threads reach) runs only if it
  // is named: the contents of its arrays are undefined.
  [[nodiscard]] bool is_wanted(const lesson::VariantInfo& variant) const {
    return request_.variant.empty() ? variant.provokes.empty() : request_.variant == variant.name;
  }

  // The state that the window's padding switch leads to.
  void add_padding(const std::string& id, const lesson::Lesson& lesson,
                   const std::string& variant) {
    for (const lesson::Parameter& parameter : lesson.parameters(variant)) {
      const auto least = lesson::min_padding(parameter);
      if (!least || request_.overrides.count(parameter.name) > 0) continue;
      for (const std::int64_t padding : {std::int64_t{0}, *least}) {
        lesson::Values values = request_.overrides;
        values[parameter.name] = padding;
        add(id, lesson, variant, values);
      }
    }
  }

  void add_sweep(const std::string& id, const lesson::Lesson& lesson, const std::string& variant,
                 const lesson::Sweep& sweep) {
    std::vector<lesson::Values> launches = lesson::timed_launches_of(sweep);
    // A sweep that is timed at larger launches is also timed at the lesson's own, which the window
    // shows when the parameter changes.
    if (!sweep.timed.empty() && !sweep.by) {
      const std::vector<lesson::Values> own = lesson::launches_of(sweep);
      launches.insert(launches.end(), own.begin(), own.end());
    }
    for (lesson::Values values : launches) {
      for (const auto& [name, chosen] : request_.overrides) {
        if (name != sweep.parameter && !(sweep.by && name == sweep.by->parameter))
          values[name] = chosen;
      }
      add(id, lesson, variant, values);
    }
  }

  // Two sweeps may share a point.
  void add(const std::string& id, const lesson::Lesson& lesson, const std::string& variant,
           const lesson::Values& values) {
    lesson::Values all = values;
    for (const lesson::Parameter& parameter : lesson.parameters(variant))
      all.try_emplace(parameter.name, parameter.default_value);
    if (!seen_.emplace(id, variant, all).second) return;
    // What no GPU can run here is left out where all lessons are measured.
    if (request_.lesson.empty()) {
      const auto resolved = lesson.resolve(variant, values);
      if (resolved && launches_kernels(*resolved)) return;
    }
    RunRequest run = request_;
    run.lesson = id;
    run.variant = variant;
    run.overrides = values;
    runs.push_back(std::move(run));
  }

  const RunRequest& request_;
  bool with_sweeps_;
  std::set<std::tuple<std::string, std::string, lesson::Values>> seen_;
};

std::string what_failed(const RunRequest& run, const Problem& problem) {
  return fmt::format("{}{}{}{}{}: {}", run.lesson, run.variant.empty() ? "" : " ", run.variant,
                     run.overrides.empty() ? "" : " ", short_params(run.overrides),
                     problem.message);
}

}  // namespace

tl::expected<GpuResults, Result> measure_all(const GpuOptions& options) {
  const RunRequest& asked = options.request.run;
  Wanted wanted(asked, options.sweeps);
  if (asked.lesson.empty()) {
    wanted.add_catalogue();
  } else if (const auto lesson = lesson::find(asked.lesson); !lesson) {
    return tl::unexpected(wrong_input(lesson.error().formatted()));
  } else {
    wanted.add_lesson(asked.lesson, *lesson);
    // If the variant does not exist, the measurement reports it.
    if (wanted.runs.empty()) wanted.runs.push_back(asked);
  }

  GpuResults results;
  results.failures = std::move(wanted.broken);
  const ProgressLine line;
  MeasureRequest request = options.request;
  for (std::size_t i = 0; i < wanted.runs.size(); ++i) {
    const RunRequest& next = wanted.runs[i];
    line.show(fmt::format("{} of {}: {} {} {}", i + 1, wanted.runs.size(), next.lesson,
                          next.variant, short_params(next.overrides)));
    request.run = next;
    auto measurement = measure(request);
    if (measurement) {
      request.gpu = measurement->gpu;
      // Unreadable counters affect every launch: give up.
      if (!request.want_times && measurement->counts_failure) {
        return tl::unexpected(
            failure(ExitCode::not_on_this_machine, measurement->counts_failure->message));
      }
      results.measurements.push_back(std::move(*measurement));
      continue;
    }
    const Problem& problem = measurement.error();
    // No GPU, no compiler, wrong values: these affect all launches. Results so far are kept.
    const bool is_for_all = problem.exit_code == static_cast<int>(ExitCode::not_on_this_machine);
    const bool is_wrong = problem.exit_code == static_cast<int>(ExitCode::wrong_input);
    if ((is_for_all || is_wrong) && results.measurements.empty())
      return tl::unexpected(failure(problem.exit_code, problem.message));
    results.failures.push_back(what_failed(next, problem));
    if (is_for_all) break;
  }
  return results;
}

tl::expected<GpuResults, Result> count_all(GpuOptions options) {
  options.request.want_times = false;
  options.request.want_counts = true;
  return measure_all(options);
}

bool GpuResults::are_good() const {
  return failures.empty() && std::ranges::all_of(measurements, &Measurement::is_right);
}

Result finished(std::string out, const GpuResults& results, bool json) {
  Result result = success(std::move(out));
  std::string& failures = json ? result.err : result.out;
  for (const std::string& line : results.failures) failures += line + "\n";
  if (!results.are_good()) result.exit_code = static_cast<int>(ExitCode::finding);
  return result;
}

std::string gpu_line(const Measurement& m) {
  std::string text = fmt::format("MEASURED on {} (compute capability {}.{}, driver {}, CUDA {})",
                                 m.gpu.name, m.gpu.major, m.gpu.minor, m.gpu.driver, m.gpu.runtime);
  if (m.state.clock_mhz > 0) text += fmt::format(", {} MHz", m.state.clock_mhz);
  if (m.state.temperature_celsius > 0)
    text += fmt::format(", {} degrees C", m.state.temperature_celsius);
  text += m.compiler_version.empty() ? "; code by the driver, from PTX"
                                     : "; code by NVRTC " + m.compiler_version;
  return text;
}

std::string variant_name(const Measurement& m) {
  return m.resolved.variant.empty() ? m.resolved.kernel : m.resolved.variant;
}

std::string differences_text(const Measurement& m) {
  std::string text;
  for (const ArrayCheck& check : m.checks) {
    if (!check.difference) continue;
    const device::ArrayDifference& difference = *check.difference;
    text += fmt::format(
        "{} {} {}: {} differs first at [{}]: the simulator has {}, the GPU {} ({} of {} elements "
        "differ)\n",
        m.resolved.lesson_id, variant_name(m), short_params(m.resolved.params), check.array,
        difference.index, difference.expected, difference.found, grouped(difference.count),
        grouped(check.count));
  }
  return text;
}

std::string today() { return fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr))); }

}  // namespace lanescope::app
