#include <map>

#include <fmt/format.h>

#include "app/command_line/counts_text.h"
#include "app/command_line/shared_options.h"

namespace lanescope::app {
namespace {

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

// A difference that no lesson lists is a finding.
struct ValidateCommand : Command {
  ValidateCommand()
      : Command("validate",
                "Compare the simulator's counts with the GPU's; exit 1 if they differ") {
    gpu.add_to(*this);
    add_json("lanescope.validation/1");
  }

  Result run(const Screen& /*screen*/) override {
    auto results = count_all(gpu.options());
    if (!results) return results.error();
    std::vector<Validation> validations;
    KnownDifferences known(gpu.state.lesson);
    for (const Measurement& m : results->measurements) {
      validations.push_back({&m, compare_counts(m.model, m.counts, m.resolved.variant,
                                                known.of(m.resolved.lesson_id))});
    }
    for (const std::string& problem : known.problems()) results->failures.push_back(problem);
    Result result = finished(json ? validation_json(validations) : validation_text(validations),
                             *results, json);
    if (!sums_of(validations).is_good()) result.exit_code = static_cast<int>(ExitCode::finding);
    return result;
  }

  GpuArguments gpu;
};

}  // namespace

std::unique_ptr<Command> make_validate() { return std::make_unique<ValidateCommand>(); }

}  // namespace lanescope::app
