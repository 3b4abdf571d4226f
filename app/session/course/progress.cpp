#include "app/session/course/progress.h"

#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/session/settings.h"
#include "kernels/lesson_file/places.h"
#include "kernels/lesson_file/text_file.h"

namespace lanescope::app {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr const char* schema = "lanescope.progress/1";

Json to_json(const AnswerGiven& given) {
  Json json;
  const Answer& answer = given.answer;
  if (answer.number) {
    json["given"] = *answer.number;
  } else if (!answer.choice.empty()) {
    json["given"] = answer.choice;
  } else if (!answer.marks.empty()) {
    json["given"] = answer.marks;
  } else {
    json["given"] = nullptr;  // skipped
  }
  json["right"] = given.is_judged ? Json(given.is_right) : Json(nullptr);
  return json;
}

AnswerGiven answer_from(const Json& json) {
  AnswerGiven given;
  const Json& answer = json.at("given");
  if (answer.is_number_integer()) {
    given.answer.number = answer.get<std::int64_t>();
  } else if (answer.is_string()) {
    given.answer.choice = answer.get<std::string>();
  } else if (answer.is_array()) {
    given.answer.marks = answer.get<std::vector<int>>();
  } else if (!answer.is_null()) {
    throw std::runtime_error("\"given\" is not an answer");
  }
  const Json& right = json.at("right");
  given.is_judged = !right.is_null();
  given.is_right = given.is_judged && right.get<bool>();
  return given;
}

Json to_json(const LessonProgress& progress) {
  Json answers = Json::object();
  for (const auto& [question, given] : progress.answers) {
    answers[question] = to_json(given);
  }
  return {{"step", progress.step},
          {"steps_seen", progress.steps_seen},
          {"answers", std::move(answers)},
          {"goals", progress.goals},
          {"exercise_done", progress.exercise_done}};
}

LessonProgress lesson_from(const Json& json) {
  LessonProgress progress;
  progress.step = json.at("step").get<std::string>();
  progress.steps_seen = json.at("steps_seen").get<std::set<std::string>>();
  for (const auto& [question, given] : json.at("answers").items()) {
    progress.answers[question] = answer_from(given);
  }
  progress.goals = json.at("goals").get<std::set<std::string>>();
  progress.exercise_done = json.at("exercise_done").get<bool>();
  return progress;
}

}  // namespace

LessonProgress with_grade(LessonProgress progress, const Grade& grade) {
  for (const GoalState& goal : grade.goals) {
    if (goal.is_met) {
      progress.goals.insert(goal.name);
    }
  }
  progress.exercise_done = progress.exercise_done || grade.passed();
  return progress;
}

std::string progress_json(const ProgressByLesson& lessons) {
  Json all = Json::object();
  for (const auto& [lesson, progress] : lessons) {
    all[lesson] = to_json(progress);
  }
  const Json json{{"schema", schema}, {"lessons", std::move(all)}};
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

tl::expected<ProgressByLesson, std::string> progress_from(std::string_view text) {
  try {
    const Json json = Json::parse(text);
    if (json.at("schema") != schema) {
      return tl::unexpected(fmt::format("its schema is not {}", schema));
    }
    ProgressByLesson lessons;
    for (const auto& [lesson, progress] : json.at("lessons").items()) {
      lessons[lesson] = lesson_from(progress);
    }
    return lessons;
  } catch (const std::exception& error) {
    return tl::unexpected(fmt::format("it can't be read: {}", error.what()));
  }
}

fs::path progress_path() {
  const std::string file = lesson::environment("LANESCOPE_PROGRESS");
  return file.empty() ? lesson::user_file("XDG_STATE_HOME", ".local/state", "progress.json")
                      : fs::path(file);
}

ProgressStore::ProgressStore(fs::path path) : path_(std::move(path)) {
  if (auto lessons = read()) {
    lessons_ = std::move(*lessons);
  }
}

const LessonProgress& ProgressStore::of(const std::string& lesson) const {
  static const LessonProgress none;
  const auto found = lessons_.find(lesson);
  return found != lessons_.end() ? found->second : none;
}

// The file's current content; none, with problem_ set, if it can't be read.
std::optional<ProgressByLesson> ProgressStore::read() {
  is_broken_ = false;
  std::error_code error;
  if (!fs::exists(path_, error) && !error) {
    return ProgressByLesson();
  }
  const auto text = lesson::read_text_file(path_);
  if (!text) {
    problem_ = fmt::format("{}: {}; your progress is kept only until the program ends",
                           path_.string(), text.error());
    return std::nullopt;
  }
  auto lessons = progress_from(*text);
  if (!lessons) {
    is_broken_ = true;
    problem_ = fmt::format("{}: {}; the file will be renamed, and progress starts again",
                           path_.string(), lessons.error());
    return std::nullopt;
  }
  return std::move(*lessons);
}

bool ProgressStore::keep_broken_aside() {
  for (int number = 1;; ++number) {
    const fs::path aside = fmt::format("{}.broken-{}", path_.string(), number);
    std::error_code error;
    if (fs::exists(aside, error)) {
      continue;
    }
    fs::rename(path_, aside, error);
    problem_ = error ? fmt::format(
                           "{}: it can't be read, and it can't be renamed to {}: {}; nothing is "
                           "written until you move it",
                           path_.string(), aside.filename().string(), error.message())
                     : fmt::format("{}: it could not be read and was renamed to {}", path_.string(),
                                   aside.filename().string());
    return !error;
  }
}

void ProgressStore::put(const std::string& lesson, const LessonProgress& progress) {
  if (of(lesson) == progress) {
    return;
  }
  lessons_[lesson] = progress;
  changed_.insert(lesson);
  write();
}

void ProgressStore::reset(const std::string& lesson) {
  lessons_.erase(lesson);
  changed_.insert(lesson);
  write();
}

void ProgressStore::reset_all() {
  if (auto now = read()) {
    for (const auto& [lesson, progress] : *now) {
      changed_.insert(lesson);
    }
  }
  for (const auto& [lesson, progress] : lessons_) {
    changed_.insert(lesson);
  }
  lessons_.clear();
  write();
}

// Merges this program's changes into the file, which another program may have written meanwhile.
void ProgressStore::write() {
  problem_.clear();
  if (path_.empty()) {
    changed_.clear();
    return;
  }
  auto now = read();
  if (!now && (!is_broken_ || !keep_broken_aside())) {
    return;
  }
  ProgressByLesson all = now.value_or(ProgressByLesson{});
  for (const std::string& lesson : changed_) {
    const auto mine = lessons_.find(lesson);
    if (mine != lessons_.end()) {
      all[lesson] = mine->second;
    } else {
      all.erase(lesson);
    }
  }
  std::error_code error;
  fs::create_directories(path_.parent_path(), error);  // a failure shows when writing
  if (const auto written = write_atomically(path_, progress_json(all)); !written) {
    problem_ =
        fmt::format("{}; your progress is kept only until the program ends", written.error());
    return;
  }
  lessons_ = std::move(all);
  changed_.clear();
}

}  // namespace lanescope::app
