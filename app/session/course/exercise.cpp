#include "app/session/course/exercise.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "app/session/course/facts.h"
#include "kernels/lesson_file/expression.h"

namespace lanescope::app {

template class NewestWorker<Attempt, GradePtr>;
namespace {

// The shipped lesson if this is the learner's copy of it: the shipped one defines the goals and
// what must stay the same.
std::optional<lesson::Lesson> shipped_original(const lesson::Lesson& lesson,
                                               const std::string& asked) {
  if (asked == lesson.id()) return std::nullopt;  // this is the shipped lesson
  auto shipped = lesson::find(lesson.id());
  if (!shipped || shipped->guide() == nullptr) return std::nullopt;
  return std::optional<lesson::Lesson>(std::move(*shipped));
}

std::uint64_t count_of(const lesson::Resolved& resolved, const std::string& array) {
  for (const lesson::Argument& argument : resolved.args) {
    if (argument.is_array && argument.name == array) return argument.count;
  }
  return 0;
}

struct NamedArray {
  const report::ArrayInfo& info;
  const ArrayContents& contents;
};

std::optional<NamedArray> array_of(const Outcome& outcome, const std::string& name) {
  for (std::size_t i = 0; i < outcome.arrays.size(); ++i) {
    if (outcome.report.arrays[i].name == name)
      return NamedArray{outcome.report.arrays[i], outcome.arrays[i]};
  }
  return std::nullopt;
}

class Grader {
 public:
  Grader(const Attempt& attempt, Progress* progress, std::stop_token stop)
      : attempt_(attempt),
        progress_(progress),
        stop_(std::move(stop)),
        grade_(std::make_shared<Grade>()) {
    grade_->attempt = attempt;
  }

  tl::expected<GradePtr, Problem> run() {
    auto lesson = lesson::find(attempt_.lesson);
    if (!lesson) return tl::unexpected(problem_of(lesson.error()));
    const lesson::Lesson tried = std::move(*lesson);
    const std::optional<lesson::Lesson> shipped = shipped_original(tried, attempt_.lesson);
    const lesson::Lesson& original = shipped ? *shipped : tried;
    if (original.guide_error()) return tl::unexpected(problem_of(*original.guide_error()));
    if (original.guide() == nullptr || !original.guide()->exercise) {
      return tl::unexpected(
          wrong_request(fmt::format("{}: this lesson has no exercise", original.path().string())));
    }
    guide_ = original.guide();
    return grade_both(tried, original);
  }

 private:
  tl::expected<GradePtr, Problem> grade_both(const lesson::Lesson& tried,
                                             const lesson::Lesson& original) {
    const lesson::Exercise& exercise = *guide_->exercise;
    RunRequest request = request_of_attempt(exercise);
    const auto resolved = tried.resolve(request.variant, request.overrides);
    if (!resolved) return tl::unexpected(problem_of(resolved.error()));
    grade_->lesson_id = tried.id();
    grade_->variant = resolved->variant;
    grade_->kernel = attempt_.kernel.empty() ? resolved->source_path : attempt_.kernel;
    grade_->params = resolved->params;
    RunRequest reference;
    reference.lesson = original.path().string();
    reference.variant = exercise.beginning.variant;
    reference.compiler = attempt_.compiler;
    reference.want_traces = false;
    reference.want_hashes = false;
    reference.want_arrays = request.want_arrays = !exercise.keeps.empty();
    reference.checks = CheckSet::none();  // only its arrays are used
    reference.overrides = reference_values(original, exercise, *resolved);
    const auto begun = original.resolve(reference.variant, reference.overrides);
    if (!begun) return tl::unexpected(problem_of(begun.error()));
    if (auto problem = changed_what_is_fixed(original, exercise)) return tl::unexpected(*problem);
    const auto outcome = app::run(request, progress_, stop_);
    if (!outcome) return tl::unexpected(outcome.error());
    grade_->launch = key_of((*outcome)->resolved, attempt_.compiler);
    if (auto problem = judge_goals(exercise, **outcome)) return tl::unexpected(*problem);
    if (!exercise.keeps.empty()) {
      const auto expected = app::run(reference, nullptr, stop_);
      if (!expected) return tl::unexpected(expected.error());
      judge_arrays(exercise, **outcome, **expected);
    }
    return GradePtr(std::move(grade_));
  }

  RunRequest request_of_attempt(const lesson::Exercise& exercise) const {
    RunRequest request;
    request.lesson = attempt_.lesson;
    request.variant = attempt_.variant.empty() ? exercise.beginning.variant : attempt_.variant;
    if (request.variant == exercise.beginning.variant) request.overrides = exercise.beginning.set;
    for (const auto& [name, value] : attempt_.overrides) request.overrides[name] = value;
    request.compiler = attempt_.compiler;
    request.checks = attempt_.checks;
    request.kernel_file = attempt_.kernel;
    request.want_traces = false;
    request.want_hashes = false;
    return request;
  }

  // Values that run the starting point on arrays of the attempt's size: the exercise's values plus
  // the attempt's for all others; if the array sizes still differ, all values of the attempt.
  static lesson::Values reference_values(const lesson::Lesson& original,
                                         const lesson::Exercise& exercise,
                                         const lesson::Resolved& tried) {
    lesson::Values kept = exercise.beginning.set, all;
    for (const lesson::Parameter& parameter : original.parameters(exercise.beginning.variant)) {
      const auto value = tried.params.find(parameter.name);
      if (value != tried.params.end()) {
        all[parameter.name] = value->second;
        kept.insert(*value);  // does not replace values set by the exercise
      }
    }
    const auto fits = [&](const lesson::Values& values) {
      const auto resolved = original.resolve(exercise.beginning.variant, values);
      return resolved && std::all_of(exercise.keeps.begin(), exercise.keeps.end(),
                                     [&](const std::string& array) {
                                       return count_of(*resolved, array) == count_of(tried, array);
                                     });
    };
    if (fits(kept)) return kept;
    return fits(all) ? all : exercise.beginning.set;
  }

  std::optional<Problem> changed_what_is_fixed(const lesson::Lesson& original,
                                               const lesson::Exercise& exercise) const {
    const auto begun = original.resolve(exercise.beginning.variant, exercise.beginning.set);
    if (!begun) return problem_of(begun.error());
    for (const std::string& name : exercise.fixed) {
      const std::int64_t wanted = begun->params.at(name);
      const auto given = grade_->params.find(name);
      if (given != grade_->params.end() && given->second != wanted) {
        return wrong_request(
            fmt::format("{} must stay at {} in this exercise; it is {} now: set it back", name,
                        wanted, given->second));
      }
    }
    return std::nullopt;
  }

  // Those that `&&` and `||` join; what stands in parentheses is not taken apart.
  static std::vector<GoalComparison> comparisons_in(const Facts& facts, const FactNames& names,
                                                    std::string_view condition) {
    std::vector<GoalComparison> found;
    const auto value_of = [&](std::string_view text) {
      const auto value = value_in(facts, names, std::string(text));
      return value ? *value : std::nullopt;
    };
    while (!condition.empty()) {
      const std::size_t end = std::min(condition.find("&&"), condition.find("||"));
      const std::string_view part = condition.substr(0, end);
      condition.remove_prefix(end == std::string_view::npos ? condition.size() : end + 2);
      const std::size_t at = part.find_first_of("=!<>");
      if (at == std::string_view::npos) continue;
      const std::size_t length = part.substr(at + 1).starts_with('=') ? 2 : 1;
      std::string_view left = part.substr(0, at);
      while (left.starts_with(' ')) left.remove_prefix(1);
      while (left.ends_with(' ')) left.remove_suffix(1);
      std::string_view right = part.substr(at + length);
      while (right.starts_with(' ')) right.remove_prefix(1);
      while (right.ends_with(' ')) right.remove_suffix(1);
      const std::string asked(right);
      found.push_back({std::string(left), std::string(part.substr(at, length)), value_of(left),
                       value_of(right), lesson::names_in(asked).empty() ? "" : asked});
    }
    return found;
  }

  std::optional<Problem> judge_goals(const lesson::Exercise& exercise, const Outcome& outcome) {
    Facts facts = facts_of(outcome);
    if (mentions_occupancy(exercise)) {  // otherwise the compiler need not be asked for registers
      if (const auto occupancy = occupancy_facts(outcome, "")) add_occupancy(facts, *occupancy);
    }
    if (mentions_moving(exercise)) add_moving(facts, outcome);
    const FactNames names = names_of_goals(grade_->params);
    for (const lesson::Goal& goal : exercise.goals) {
      const auto holds = value_in(facts, names, goal.when.text);
      if (!holds) {
        return problem_of(
            lesson::Error{guide_->file, goal.when.place.line, goal.when.place.key, holds.error()});
      }
      GoalState state{goal.name, goal.when.text, holds->value_or(0) != 0, {}};
      for (const std::string& name : lesson::names_in(goal.when.text)) {
        const auto value = facts.find(name);
        state.figures.emplace_back(
            name, value != facts.end() ? std::optional(value->second) : std::nullopt);
      }
      state.comparisons = comparisons_in(facts, names, goal.when.text);
      grade_->goals.push_back(std::move(state));
    }
    for (const auto* findings : {&outcome.report.diagnostics, &outcome.report.remarks}) {
      for (const Diagnostic& finding : *findings) {
        if (finding.severity == Severity::error) grade_->findings.push_back(finding.text());
      }
    }
    if (!outcome.report.complete && grade_->findings.empty())
      grade_->findings.emplace_back("the launch did not finish");
    return std::nullopt;
  }

  void judge_arrays(const lesson::Exercise& exercise, const Outcome& outcome,
                    const Outcome& expected) {
    for (const std::string& name : exercise.keeps) {
      KeptArray kept{name, false, {}};
      const auto now = array_of(outcome, name);
      const auto then = array_of(expected, name);
      if (!now || !then) {
        kept.why = "it is not there";
      } else if (now->info.count != then->info.count || now->info.type != then->info.type) {
        kept.why = fmt::format("it has {} elements of {}, not {} of {}", now->info.count,
                               now->info.type, then->info.count, then->info.type);
      } else {
        report::ArrayDifference difference =
            report::difference_of(now->info, then->contents.after, now->contents.after);
        kept.is_kept = difference.wrong == 0;
        if (!kept.is_kept) {
          kept.why = "its contents differ";
          kept.difference = std::make_shared<const report::ArrayDifference>(std::move(difference));
        }
      }
      grade_->arrays.push_back(std::move(kept));
    }
  }

  const Attempt& attempt_;
  Progress* progress_;
  std::stop_token stop_;
  std::shared_ptr<Grade> grade_;
  std::shared_ptr<const lesson::Guide> guide_;
};

}  // namespace

FactNames names_of_goals(const lesson::Values& params) {
  FactNames names;
  names.access = false;
  for (const auto& [name, value] : params) names.parameters.insert(name);
  return names;
}

bool Grade::passed() const {
  return findings.empty() &&
         std::all_of(goals.begin(), goals.end(),
                     [](const GoalState& goal) { return goal.is_met; }) &&
         std::all_of(arrays.begin(), arrays.end(),
                     [](const KeptArray& array) { return array.is_kept; });
}

tl::expected<GradePtr, Problem> grade(const Attempt& attempt, Progress* progress,
                                      std::stop_token stop) {
  return Grader(attempt, progress, std::move(stop)).run();
}

}  // namespace lanescope::app
