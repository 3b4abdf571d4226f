#include "app/session/course/check.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "app/session/course/exercise.h"
#include "app/session/course/facts.h"
#include "app/session/course/question.h"
#include "app/session/run/timing_key.h"
#include "app/session/selection/selection.h"
#include "kernels/lesson_file/expression.h"
#include "kernels/lesson_file/guide.h"
#include "kernels/machine_file/machine_file.h"

namespace lanescope::app {
namespace {

using lesson::Error;
using lesson::Guide;
using lesson::GuideStep;
using lesson::Place;
using lesson::Question;

constexpr std::size_t fewest_steps = 3, max_steps = 8, fewest_questions = 2;

class FileChecker {
 public:
  explicit FileChecker(const lesson::Lesson& lesson)
      : lesson_(lesson), guide_(*lesson.guide()), problems_(text_problems(guide_)) {}

  std::vector<Error> run() {
    check_size();
    check_prose(lesson::goal_section, names_with({}, {}));
    for (const GuideStep& step : guide_.steps) check_step(step);
    if (guide_.exercise) check_exercise(*guide_.exercise);
    return std::move(problems_);
  }

 private:
  void report(const Place& place, std::string message) {
    problems_.push_back({guide_.file, place.line, place.key, std::move(message)});
  }

  // A guide with an exercise is a lesson. A guide without one is a gallery, whose every step must
  // ask a question.
  void check_size() {
    const std::size_t steps = guide_.steps.size();
    if (!guide_.exercise) {
      for (const GuideStep& step : guide_.steps) {
        if (step.questions.empty())
          report(
              step.place,
              "the step asks no question; in a guide without an exercise, every step must ask one");
      }
      return;
    }
    if (steps < fewest_steps || steps > max_steps) {
      report({1, "steps"},
             fmt::format("{} steps; a lesson has {} to {}", steps, fewest_steps, max_steps));
    }
    if (guide_.question_count() < fewest_questions) {
      report({1, "steps"}, fmt::format("{} questions; a lesson has at least {}",
                                       guide_.question_count(), fewest_questions));
    }
  }

  [[nodiscard]] std::set<std::string> parameters_of(const std::string& variant) const {
    std::set<std::string> names;
    for (const lesson::Parameter& parameter : lesson_.parameters(variant))
      names.insert(parameter.name);
    return names;
  }

  [[nodiscard]] FactNames names_with(const std::string& variant,
                                     const std::optional<lesson::VariantSetting>& against) const {
    FactNames names;
    names.parameters = parameters_of(variant);
    names.other = against.has_value();
    if (against) names.other_parameters = parameters_of(against->variant);
    return names;
  }

  void check_view(const GuideStep& step) {
    const auto view = parse_view(step.view.text);
    if (!view) {
      report(step.view.place, view.error());
      return;
    }
    const auto has = [&](const std::string& name) {
      const auto& sweeps = lesson_.sweeps();
      return std::any_of(sweeps.begin(), sweeps.end(),
                         [&](const lesson::Sweep& sweep) { return sweep.name == name; });
    };
    if (const auto machine = machine::find(step.machine); !machine)
      report(step.place, "machine: " + machine.error().formatted());
    if (view->page == Page::sweep && !has(view->page_argument))
      report(step.view.place, fmt::format("the lesson has no sweep '{}'", view->page_argument));
  }

  void check_step(const GuideStep& step) {
    check_view(step);
    check_prose(lesson::step_section(step.name), names_with(step.setting.variant, {}));
    for (const Question& question : step.questions) {
      const FactNames names = names_with(step.setting.variant, question.against);
      if (question.kind == lesson::QuestionKind::number) check_expression(question.value, names);
      for (const lesson::Choice& choice : question.choices) {
        check_expression(choice.when, names);
        check_prose(lesson::choice_section(question.name, choice.name), names);
      }
      check_prose(lesson::question_section(question.name), names);
      check_prose(lesson::answer_section(question.name), names);
      check_hint(question, names);
    }
  }

  // A hint must not state what is asked.
  void check_hint(const Question& question, const FactNames& names) {
    const std::string key = lesson::hint_section(question.name);
    check_prose(key, names);
    std::set<std::string> asked;
    const auto add = [&](const std::string& expression) {
      for (const std::string& name : lesson::names_in(expression)) {
        if (!names.parameters.contains(name)) asked.insert(name);
      }
    };
    if (question.kind == lesson::QuestionKind::number) add(question.value.text);
    for (const lesson::Choice& choice : question.choices) add(choice.when.text);
    for (const auto& [language, text] : guide_.texts) {
      const auto section = text.sections.find(key);
      if (section == text.sections.end()) continue;
      for (const lesson::Placeholder& placeholder : lesson::placeholders_of(section->second.text)) {
        if (!asked.contains(placeholder.name)) continue;
        problems_.push_back({text.file, section->second.text_line + placeholder.line, key,
                             fmt::format("{{{}}}: the question asks for it, so a hint must not say "
                                         "it",
                                         placeholder.name)});
      }
    }
  }

  void check_exercise(const lesson::Exercise& exercise) {
    FactNames names = names_with(exercise.beginning.variant, {});
    check_prose(lesson::exercise_section, names);
    check_prose(lesson::exercise_done_section, names);
    names.access = false;
    for (const lesson::Goal& goal : exercise.goals) {
      check_expression(goal.when, names);
      check_prose(lesson::goal_line_section(goal.name), names);
    }
  }

  void check_expression(const lesson::LocatedText& expression, const FactNames& names) {
    const std::string problem = expression_problem(names, expression.text);
    if (!problem.empty()) report(expression.place, problem);
  }

  void check_prose(const std::string& key, const FactNames& names) {
    for (const auto& [language, text] : guide_.texts) {
      const auto section = text.sections.find(key);
      if (section == text.sections.end()) continue;
      for (const lesson::Placeholder& placeholder : lesson::placeholders_of(section->second.text)) {
        if (placeholder.in_code_span || names.has(placeholder.name)) continue;
        const std::string problem = expression_problem(names, placeholder.name);
        problems_.push_back(
            {text.file, section->second.text_line + placeholder.line, key, "{...}: " + problem});
      }
    }
  }

  const lesson::Lesson& lesson_;
  const Guide& guide_;
  std::vector<Error> problems_;
};

void check_provoked(const lesson::Lesson& lesson, std::vector<Error>& problems) {
  for (const lesson::VariantInfo& variant : lesson.variants()) {
    for (const std::string& kind : variant.provokes) {
      if (FactNames().has("findings." + kind)) continue;
      problems.push_back(
          {lesson.path().string(), 0, "provokes",
           fmt::format("variant '{}': there is no kind of finding '{}'", variant.name, kind)});
    }
  }
}

}  // namespace

std::vector<Error> check_files(const lesson::Lesson& lesson) {
  std::vector<Error> problems;
  check_provoked(lesson, problems);
  if (lesson.guide_error()) {
    problems.push_back(*lesson.guide_error());
  } else if (lesson.guide() != nullptr) {
    for (Error& problem : FileChecker(lesson).run()) problems.push_back(std::move(problem));
  }
  return problems;
}

namespace {

using lesson::VariantSetting;

std::string name_of(const VariantSetting& setting) {
  const std::string name = setting.variant.empty() ? "the first kernel" : setting.variant;
  return setting.set.empty() ? name : name + " " + short_params(setting.set);
}

class RunChecker {
 public:
  RunChecker(const lesson::Lesson& lesson, compile::Compiler compiler)
      : lesson_(lesson), compiler_(compiler) {}

  // `launching`: variant_that_launches().
  std::vector<Error> run(const std::optional<lesson::Resolved>& launching) {
    const std::string why = launching ? why_no_launches(*launching, compiler_) : std::string();
    if (!why.empty()) {  // told once, not for each variant, step and question
      const std::string& variant = launching->variant;
      report(lesson_.path().string(), {},
             "nothing was run: " + (variant.empty() ? why : variant + ": " + why));
      return std::move(problems_);
    }
    for (const lesson::VariantInfo& variant : lesson_.variants()) check_variant(variant);
    if (lesson_.guide() == nullptr) return std::move(problems_);
    guide_ = lesson_.guide().get();
    for (const GuideStep& step : guide_->steps) check_step(step);
    if (guide_->exercise) check_exercise(*guide_->exercise);
    return std::move(problems_);
  }

 private:
  void report(const std::string& file, const Place& place, const std::string& message) {
    const std::string by = compiler_ == compile::Compiler::automatic
                               ? std::string()
                               : fmt::format("by {}: ", name_of(compiler_));
    problems_.push_back({file, place.line, place.key, by + message});
  }

  // Null: it did not run, which has been reported.
  OutcomePtr run_of(const VariantSetting& setting, const std::string& file, const Place& place,
                    report::Dim3 block = {0, 0, 0}, const std::string& machine = {}) {
    RunRequest request;
    request.lesson = lesson_.path().string();
    request.variant = setting.variant;
    request.overrides = setting.set;
    request.compiler = compiler_;
    request.focus_block = block;
    request.machine = machine::requested_id(machine);
    request.want_hashes = false;
    const auto done = std::find_if(done_.begin(), done_.end(), [&](const OutcomePtr& outcome) {
      return outcome->request == request;
    });
    if (done != done_.end()) return *done;
    const auto outcome = app::run(request);
    if (!outcome) {
      report(file, place, fmt::format("{}: {}", name_of(setting), outcome.error().message));
      return nullptr;
    }
    done_.push_back(*outcome);
    if (done_.size() > max_done) done_.pop_front();
    return *outcome;
  }

  [[nodiscard]] std::vector<std::string> provoked_by(const std::string& variant) const {
    for (const lesson::VariantInfo& info : lesson_.variants()) {
      if (info.name == variant) return info.provokes;
    }
    return {};
  }

  // Reports findings that the variant is not meant to provoke.
  void check_findings(const Outcome& outcome, const std::string& file, const Place& place) {
    const std::vector<std::string> provoked = provoked_by(outcome.resolved.variant);
    for (const Diagnostic& finding : outcome.report.diagnostics) {
      const bool is_meant = std::find(provoked.begin(), provoked.end(),
                                      lanescope::name_of(finding.kind)) != provoked.end();
      if (finding.severity != Severity::note && !is_meant)
        report(file, place, fmt::format("{}: {}", outcome.resolved.variant, finding.text()));
    }
    if (!outcome.report.complete && provoked.empty())
      report(file, place, outcome.resolved.variant + ": the launch did not finish");
  }

  void check_variant(const lesson::VariantInfo& variant) {
    const std::string file = lesson_.path().string();
    const Place place{0, variant.name.empty() ? "" : "variants." + variant.name};
    const OutcomePtr outcome = run_of({variant.name, {}, place}, file, place);
    if (!outcome) return;
    for (const compile::Message& warning : outcome->ptx.warnings)
      report(file, place, warning.formatted());
    check_findings(*outcome, file, place);
    const Facts facts = facts_of(*outcome);
    for (const std::string& kind : variant.provokes) {
      const auto count = facts.find("findings." + kind);
      if (count == facts.end() || count->second == 0)
        report(file, place, fmt::format("it should provoke {}, but this was not found", kind));
    }
  }

  [[nodiscard]] FactNames names_with(const Outcome& outcome,
                                     const std::optional<Facts>& other) const {
    FactNames names = names_of_goals(outcome.resolved.params);
    names.access = true;
    names.other = other.has_value();
    if (other) {
      for (const auto& [name, value] : *other) names.other_parameters.insert(name);
    }
    return names;
  }

  void check_step(const GuideStep& step) {
    const auto view = parse_view(step.view.text);
    if (!view) return;  // check_files() reports it
    const OutcomePtr outcome =
        run_of(step.setting, guide_->file, step.place, view->block, step.machine);
    if (!outcome) return;
    check_findings(*outcome, guide_->file, step.place);
    const Selection selection = selection_from(*view, outcome->report);
    check_choice(step, *view, *outcome, selection);
    Facts facts = facts_of(*outcome, selection);
    if (const auto occupancy = occupancy_facts(*outcome, step.machine))
      add_occupancy(facts, *occupancy);
    if (mentions_moving(*guide_)) add_moving(facts, *outcome);
    for (const Question& question : step.questions)
      check_question(question, step, *view, *outcome, facts, event_of(outcome->report, selection));
  }

  // Checks that the run has everything that the view names.
  void check_choice(const GuideStep& step, const ViewRequest& view, const Outcome& outcome,
                    const Selection& selection) {
    const report::Event* event = event_of(outcome.report, selection);
    const bool is_access = event != nullptr && event->kind == report::EventKind::access;
    if (view.access && !(is_access && is_of_kind(event->access, *view.access))) {
      report(guide_->file, step.view.place,
             fmt::format("warp {} has no {}{}", view.warp, report::name_of(*view.access),
                         view.line ? fmt::format(" on line {}", *view.line) : ""));
    }
    const std::vector<int> lines = lines_to_walk(
        outcome.report, view.divergence ? Subject::divergence : Subject::memory, selection.file);
    if (view.line && std::find(lines.begin(), lines.end(), *view.line) == lines.end()) {
      report(guide_->file, step.view.place,
             fmt::format("the view has nothing to show for line {}; it has for lines {}",
                         *view.line, fmt::join(lines, ", ")));
    }
    if (view.event && selection.event != view.event)
      report(guide_->file, step.view.place,
             fmt::format("the warp has no event {}", *view.event + 1));
    if (view.wavefront && selection.wavefront != view.wavefront)
      report(guide_->file, step.view.place,
             fmt::format("the access has no wavefront {}", *view.wavefront + 1));
    if (selection.warp != view.warp || selection.block != view.block)
      report(guide_->file, step.view.place, "the launch has no such block or warp");
  }

  void check_question(const Question& question, const GuideStep& step, const ViewRequest& view,
                      const Outcome& outcome, Facts facts, const report::Event* event) {
    std::optional<Facts> other;
    if (question.against) {
      const OutcomePtr second = run_of(*question.against, guide_->file, question.against->place,
                                       view.block, step.machine);
      if (!second) return;
      check_findings(*second, guide_->file, question.against->place);
      other = facts_of(*second, selection_from(view, second->report));
      if (const auto occupancy = occupancy_facts(*second, step.machine))
        add_occupancy(*other, *occupancy);
      if (mentions_moving(*guide_)) add_moving(*other, *second);
      add_other(facts, *other);
    }
    if (question.line && outcome.resolved.source_text.find(*question.line) == std::string::npos) {
      report(guide_->file, question.place,
             fmt::format("{}: no line of the kernel has '{}'", question.name, *question.line));
    }
    const FactNames names = names_with(outcome, other);
    const memory::MemoryRules rules = rules_of(outcome);
    const auto truth = truth_of({question, facts, names, event, rules});
    if (!truth) {
      report(guide_->file, question.place, fmt::format("{}: {}", question.name, truth.error()));
      return;
    }
    if (!truth->is_known) {
      check_why_unknown(question, facts);
      return;
    }
    const Refusal refusal =
        refusal_of(question, truth->answer, canvas_of(question.kind, event, rules));
    if (refusal == Refusal::none) return;
    report(guide_->file, question.place,
           question.kind == lesson::QuestionKind::number
               ? fmt::format("{}: the right answer, {}, lies outside of min and max", question.name,
                             *truth->answer.number)
               : fmt::format("{}: the right answer can't be given", question.name));
  }

  // Only times and facts of occupancy may be unknown.
  void check_why_unknown(const Question& question, const Facts& facts) {
    std::set<std::string> expressions{question.value.text};
    for (const lesson::Choice& choice : question.choices) expressions.insert(choice.when.text);
    for (const std::string& expression : expressions) {
      for (const std::string& name : lesson::names_in(expression)) {
        const std::string own = name.starts_with("other.") ? name.substr(6) : name;
        const bool may_be_unknown = own == "cold_us" || own == "cold_ns" || own == "gb_per_s" ||
                                    own == "registers" || own.starts_with("occupancy.");
        if (!facts.contains(name) && !may_be_unknown) {
          const char* why = own.starts_with("moving.") ? "the lesson has no [moving] or no such "
                                                         "call here, or the recording lacks what "
                                                         "it needs"
                            : own.starts_with("launched.")
                                ? "no kernel launches a kernel of that name"
                                : "the view chooses no such access or "
                                  "branch, or none is executed";
          report(guide_->file, question.place,
                 fmt::format("{}: '{}' has no value at this step: {}", question.name, name, why));
        }
      }
    }
  }

  void check_exercise(const lesson::Exercise& exercise) {
    const auto graded = [&](const VariantSetting& setting, const std::string& what) -> GradePtr {
      Attempt attempt;
      attempt.lesson = lesson_.path().string();
      attempt.variant = setting.variant;
      attempt.overrides = setting.set;
      attempt.compiler = compiler_;
      auto grade = app::grade(attempt);
      if (grade) return *grade;
      report(guide_->file, setting.place, fmt::format("{}: {}", what, grade.error().message));
      return nullptr;
    };
    const GradePtr beginning = graded(exercise.beginning, "the exercise's beginning");
    const bool is_reached =
        beginning != nullptr && std::all_of(beginning->goals.begin(), beginning->goals.end(),
                                            [](const GoalState& goal) { return goal.is_met; });
    if (is_reached && beginning->findings.empty()) {
      report(guide_->file, exercise.place,
             "the exercise begins with all goals reached: there is nothing to do");
    }
    const GradePtr solution = graded(exercise.solution, "the solution");
    if (solution == nullptr || solution->passed()) return;
    for (const GoalState& goal : solution->goals) {
      if (!goal.is_met)
        report(guide_->file, exercise.solution.place,
               fmt::format("the solution does not reach goal '{}': {}", goal.name, goal.when));
    }
    for (const KeptArray& array : solution->arrays) {
      if (!array.is_kept)
        report(guide_->file, exercise.solution.place,
               fmt::format("the solution changes array {}: {}", array.name, array.why));
    }
    for (const std::string& finding : solution->findings)
      report(guide_->file, exercise.solution.place, "the solution: " + finding);
  }

  const lesson::Lesson& lesson_;
  compile::Compiler compiler_;
  const Guide* guide_ = nullptr;
  // Steps and questions often use a run again, or that of a variant.
  static constexpr std::size_t max_done = 16;
  std::deque<OutcomePtr> done_;
  std::vector<Error> problems_;
};

}  // namespace

std::vector<Error> check_runs(const lesson::Lesson& lesson,
                              const std::vector<compile::Compiler>& compilers) {
  const std::optional<lesson::Resolved> launching = variant_that_launches(lesson);
  const bool has_nvrtc = std::ranges::find(compilers, compile::Compiler::nvrtc) != compilers.end();
  std::vector<Error> problems;
  for (const compile::Compiler compiler : compilers) {
    if (launching && has_nvrtc && compiler == compile::Compiler::clang) continue;
    for (Error& problem : RunChecker(lesson, compiler).run(launching))
      problems.push_back(std::move(problem));
  }
  return problems;
}

}  // namespace lanescope::app
