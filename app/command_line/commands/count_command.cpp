#include <map>

#include <fmt/format.h>

#include "app/command_line/commands.h"
#include "app/command_line/counts_text.h"

namespace lanescope::app {
namespace {

Result finished(std::string out, const GpuResults& results, bool json, bool good) {
  Result result = success(std::move(out));
  std::string& failures = json ? result.err : result.out;
  for (const std::string& line : results.failures) failures += line + "\n";
  for (const Measurement& m : results.measurements) good = good && m.is_right();
  if (!good || !results.failures.empty()) result.exit_code = static_cast<int>(ExitCode::finding);
  return result;
}

tl::expected<GpuResults, Result> counted(GpuOptions options) {
  options.request.want_times = false;
  options.request.want_counts = true;
  return measure_all(options);
}

// Known differences from the lessons and from the common file, each read once.
class KnownDifferences {
 public:
  // `asked`: the lesson as the user named it, possibly a path; empty: the shipped ones.
  explicit KnownDifferences(std::string asked) : asked_(std::move(asked)) {
    auto common = lesson::common_differences();
    if (common) {
      check("differences.toml", *common);
      common_ = std::move(*common);
    } else {
      problems_.push_back(common.error().formatted());
    }
  }

  const std::vector<lesson::KnownDifference>& of(const std::string& id) {
    const auto [entry, is_new] = by_lesson_.try_emplace(id);
    if (!is_new) return entry->second;
    if (const auto lesson = lesson::find(asked_.empty() ? id : asked_)) {
      entry->second = lesson->differences();
      check(id, entry->second);
    }
    entry->second.insert(entry->second.end(), common_.begin(), common_.end());
    return entry->second;
  }

  [[nodiscard]] const std::vector<std::string>& problems() const { return problems_; }

 private:
  void check(const std::string& where, const std::vector<lesson::KnownDifference>& list) {
    for (const std::string& name : unknown_counters(list)) {
      problems_.push_back(fmt::format(
          "{}: differences: there is no counter '{}'; `lanescope count` shows their names", where,
          name));
    }
  }

  std::string asked_;
  std::vector<lesson::KnownDifference> common_;
  std::map<std::string, std::vector<lesson::KnownDifference>> by_lesson_;
  std::vector<std::string> problems_;
};

}  // namespace

Result count_command(const GpuOptions& options) {
  const auto results = counted(options);
  if (!results) return results.error();
  std::string out = options.json ? counts_json(results->measurements).dump(2) + "\n"
                                 : counts_text(results->measurements);
  return finished(std::move(out), *results, options.json, true);
}

Result validate_command(const GpuOptions& options) {
  auto results = counted(options);
  if (!results) return results.error();
  std::vector<Validation> validations;
  KnownDifferences known(options.request.run.lesson);
  for (const Measurement& m : results->measurements) {
    validations.push_back({&m, compare_counts(m.model, m.counts, m.resolved.variant,
                                              known.of(m.resolved.lesson_id))});
  }
  for (const std::string& problem : known.problems()) results->failures.push_back(problem);
  std::string out =
      options.json ? validation_json(validations).dump(2) + "\n" : validation_text(validations);
  return finished(std::move(out), *results, options.json, sums_of(validations).is_good());
}

}  // namespace lanescope::app
