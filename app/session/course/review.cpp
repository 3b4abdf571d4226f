#include "app/session/course/review.h"

#include "app/session/course/facts.h"

namespace lanescope::app {
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
      if (done == progress.end() || !entry.lesson || entry.lesson->guide() == nullptr) {
        continue;
      }
      for (const lesson::Step& step : entry.lesson->guide()->steps) {
        for (const lesson::Question& question : step.questions) {
          if (is_to_do_again(done->second, question.name)) {
            all.push_back({&entry, &step, &question, was_skipped(done->second, question.name)});
          }
        }
      }
    }
  }
  return all;
}

std::size_t count_to_do_again(const lesson::Guide& guide, const LessonProgress& progress) {
  std::size_t count = 0;
  for (const lesson::Step& step : guide.steps) {
    for (const lesson::Question& question : step.questions) {
      count += is_to_do_again(progress, question.name) ? 1 : 0;
    }
  }
  return count;
}

std::string section_of(const ToDoAgain& entry, const std::string& section,
                       std::string_view language) {
  const lesson::Prose prose = entry.lesson->lesson->guide()->text(section, language);
  const auto resolved =
      entry.lesson->lesson->resolve(entry.step->setting.variant, entry.step->setting.set);
  FactNames names;
  names.other = true;
  if (!resolved) {
    return std::string(prose.text);
  }
  for (const auto& [name, value] : resolved->params) {
    names.parameters.insert(name);
  }
  return fill_placeholders(prose.text, resolved->params, names);
}

}  // namespace lanescope::app
