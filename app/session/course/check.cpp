#include "app/session/course/check.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "app/session/course/facts.h"
#include "app/session/selection.h"
#include "kernels/lesson_file/expression.h"
#include "kernels/lesson_file/guide.h"
#include "kernels/machine_file/machine_file.h"

namespace lanescope::app {
namespace {

using lesson::Error;
using lesson::Guide;
using lesson::Place;
using lesson::Question;
using lesson::Step;

constexpr std::size_t fewest_steps = 3, max_steps = 8, fewest_questions = 2;

class FileChecker {
 public:
  explicit FileChecker(const lesson::Lesson& lesson)
      : lesson_(lesson), guide_(*lesson.guide()), problems_(text_problems(guide_)) {}

  std::vector<Error> run() {
    check_size();
    check_prose(lesson::goal_section, names_with({}, {}));
    for (const Step& step : guide_.steps) check_step(step);
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
      for (const Step& step : guide_.steps) {
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

  void check_view(const Step& step) {
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

  void check_step(const Step& step) {
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
      for (const lesson::Placeholder& place : lesson::placeholders_of(section->second.text)) {
        if (!asked.contains(place.name)) continue;
        problems_.push_back({text.file, section->second.text_line + place.line, key,
                             fmt::format("{{{}}}: the question asks for it, so a hint must not say "
                                         "it",
                                         place.name)});
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
      for (const lesson::Placeholder& place : lesson::placeholders_of(section->second.text)) {
        if (place.in_code_span || names.has(place.name)) continue;
        const std::string problem = expression_problem(names, place.name);
        problems_.push_back(
            {text.file, section->second.text_line + place.line, key, "{...}: " + problem});
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

}  // namespace lanescope::app
