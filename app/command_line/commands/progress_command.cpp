#include <fmt/format.h>

#include "app/command_line/shared_options.h"
#include "app/command_line/text_table.h"
#include "app/session/course/progress.h"
#include "kernels/lesson_file/course.h"
#include "kernels/lesson_file/guide.h"

namespace lanescope::app {
namespace {

std::string steps_text(const LessonProgress& progress, const lesson::Guide& guide) {
  return fmt::format("{} of {} steps", count_done(guide, progress), guide.steps.size());
}

std::string answers_text(const LessonProgress& progress, const lesson::Guide& guide) {
  std::size_t answered = 0, right = 0;
  for (const auto& [question, given] : progress.answers) {
    const bool counts = guide.question(question) != nullptr && given.tries() > 0;
    answered += counts ? 1 : 0;
    right += counts && given.is_right ? 1 : 0;
  }
  return fmt::format("{} of {} questions, {} right", answered, guide.question_count(), right);
}

std::string as_text(const ProgressStore& store) {
  TextTable table({Align::left, Align::left, Align::left, Align::left});
  for (const lesson::CataloguePart& part : lesson::course_catalogue().parts) {
    for (const lesson::CatalogueEntry& entry : part.lessons) {
      if (!entry.lesson || entry.lesson->guide() == nullptr) continue;
      const lesson::Guide& guide = *entry.lesson->guide();
      const LessonProgress& progress = store.of(entry.id);
      std::string exercise = guide.exercise ? "exercise open" : "";
      if (guide.exercise && progress.exercise_done) exercise = "exercise done";
      table.add_row(
          {entry.id, steps_text(progress, guide), answers_text(progress, guide), exercise});
    }
  }
  return table.text();
}

struct ProgressCommand : Command {
  ProgressCommand() : Command("progress", "Show your progress in the lessons") {
    add("--reset [LESSON]", &reset, "Forget this lesson's progress; all of it when none is named");
    add_json("lanescope.progress/1");
  }

  Result run(const Screen& /*screen*/) override {
    ProgressStore store(progress_path());
    if (reset) return forget(store, *reset);
    Result result = success(json ? progress_json(store.all()) : as_text(store));
    if (!store.problem().empty()) {
      result.err = store.problem() + "\n";
      result.exit_code = static_cast<int>(ExitCode::wrong_input);
    }
    return result;
  }

  static Result forget(ProgressStore& store, const std::string& lesson) {
    if (!lesson.empty() && !store.all().contains(lesson)) {
      return wrong_input(store.problem().empty() ? fmt::format("no progress in '{}'", lesson)
                                                 : store.problem());
    }
    lesson.empty() ? store.reset_all() : store.reset(lesson);
    if (!store.problem().empty()) return wrong_input(store.problem());
    return success(fmt::format("forgotten: {}\n", lesson.empty() ? "everything" : lesson));
  }

  std::optional<std::string> reset;  // a lesson's id; "": all
};

}  // namespace

std::unique_ptr<Command> make_progress() { return std::make_unique<ProgressCommand>(); }

}  // namespace lanescope::app
