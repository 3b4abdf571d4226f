#include "app/session/course/progress.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <ctime>

#include <fmt/format.h>

#include "app/session/course/facts.h"

namespace lanescope::app {

bool is_to_do_again(const LessonProgress& progress, const std::string& question) {
  const auto given = progress.answers.find(question);
  return given != progress.answers.end() ? given->second.is_to_do_again()
                                         : progress.again.contains(question);
}

std::size_t count_done(const lesson::Guide& guide, const LessonProgress& progress) {
  return static_cast<std::size_t>(
      std::count_if(guide.steps.begin(), guide.steps.end(), [&](const lesson::GuideStep& step) {
        return progress.steps_seen.contains(step.name) &&
               std::all_of(step.questions.begin(), step.questions.end(),
                           [&](const lesson::Question& question) {
                             return progress.answers.contains(question.name);
                           });
      }));
}

const char* name_of(GuideStepState state) {
  switch (state) {
    case GuideStepState::coming:
      return "coming";
    case GuideStepState::seen:
      return "seen";
    case GuideStepState::done:
      return "done";
    case GuideStepState::to_do_again:
      return "to_do_again";
  }
  return "";
}

GuideStepState state_of(const lesson::GuideStep& step, const LessonProgress& progress) {
  if (!progress.steps_seen.contains(step.name)) return GuideStepState::coming;
  GuideStepState state = GuideStepState::done;
  for (const lesson::Question& question : step.questions) {
    if (!progress.answers.contains(question.name)) return GuideStepState::seen;
    if (is_to_do_again(progress, question.name)) state = GuideStepState::to_do_again;
  }
  return state;
}

LessonProgress with_grade(LessonProgress progress, const Grade& grade, const std::string& today) {
  for (const GoalState& goal : grade.goals) {
    if (goal.is_met) progress.goals.insert(goal.name);
  }
  if (grade.passed()) {
    progress.exercise_done = true;
    Solved solved{today, grade.variant, grade.params};
    if (progress.solved && progress.solved->variant == solved.variant &&
        progress.solved->values == solved.values)
      solved.on = progress.solved->on;  // it was only opened again
    progress.solved = std::move(solved);
  }
  return progress;
}

OtherSetting other_setting(const Solved& solved, const Grade& grade) {
  OtherSetting other;
  const auto add = [](std::string& text, const std::string& part) {
    text += (text.empty() ? "" : ", ") + part;
  };
  if (solved.variant != grade.variant) {
    add(other.solved, solved.variant);
    add(other.now, grade.variant);
  }
  for (const auto& [name, value] : grade.params) {
    const auto before = solved.values.find(name);
    if (before == solved.values.end() || before->second == value) continue;
    add(other.solved, fmt::format("{} = {}", name, before->second));
    add(other.now, fmt::format("{} = {}", name, value));
  }
  return other;
}

std::string date_today() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  ::localtime_r(&now, &local);
  return fmt::format("{:04}-{:02}-{:02}", local.tm_year + 1900, local.tm_mon + 1, local.tm_mday);
}

namespace {

bool was_skipped(const LessonProgress& progress, const std::string& question) {
  const auto given = progress.answers.find(question);
  return given != progress.answers.end() && given->second.tries() == 0;
}

}  // namespace

std::vector<ToDoAgain> to_do_again(const lesson::CourseCatalogue& course,
                                   const ProgressByLesson& progress) {
  std::vector<ToDoAgain> all;
  for (const lesson::CataloguePart& part : course.parts) {
    for (const lesson::CatalogueEntry& entry : part.lessons) {
      const auto done = progress.find(entry.id);
      if (done == progress.end() || !entry.lesson || entry.lesson->guide() == nullptr) continue;
      for (const lesson::GuideStep& step : entry.lesson->guide()->steps) {
        for (const lesson::Question& question : step.questions) {
          if (is_to_do_again(done->second, question.name))
            all.push_back({&entry, &step, &question, was_skipped(done->second, question.name)});
        }
      }
    }
  }
  return all;
}

std::size_t count_to_do_again(const lesson::Guide& guide, const LessonProgress& progress) {
  std::size_t count = 0;
  for (const lesson::GuideStep& step : guide.steps) {
    for (const lesson::Question& question : step.questions)
      count += is_to_do_again(progress, question.name) ? 1 : 0;
  }
  return count;
}

namespace {

// What is known of a launch without a run.
void add_size(Facts& facts, const lesson::Resolved& launch) {
  const auto product = [](const std::array<std::int64_t, 3>& size) {
    return size[0] * size[1] * size[2];
  };
  facts["blocks"] = product(launch.grid);
  facts["threads_per_block"] = product(launch.block);
  facts["warps_per_block"] = (product(launch.block) + 31) / 32;
}

}  // namespace

std::string section_of(const ToDoAgain& entry, const std::string& section,
                       std::string_view language) {
  const lesson::Prose prose = entry.lesson->lesson->guide()->text(section, language);
  const auto resolved =
      entry.lesson->lesson->resolve(entry.step->setting.variant, entry.step->setting.set);
  FactNames names;
  names.other = true;
  if (!resolved) return std::string(prose.text);
  for (const auto& [name, value] : resolved->params) names.parameters.insert(name);
  Facts facts = resolved->params;
  add_size(facts, *resolved);
  if (entry.question->against) {
    if (const auto other = entry.lesson->lesson->resolve(entry.question->against->variant,
                                                         entry.question->against->set)) {
      for (const auto& [name, value] : other->params) names.other_parameters.insert(name);
      add_other(facts, other->params);
    }
  }
  return fill_placeholders(prose.text, facts, names, "…");
}

}  // namespace lanescope::app
