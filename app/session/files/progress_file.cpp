#include "app/session/files/progress_file.h"

#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/session/files/settings.h"
#include "app/session/files/write_file.h"
#include "kernels/lesson_file/folders.h"

namespace lanescope::app {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr const char* schema = "lanescope.progress/1";

Json to_json(const Answer& answer) {
  if (answer.number) return *answer.number;
  if (!answer.choice.empty()) return answer.choice;
  return answer.marks.empty() ? Json(nullptr) : Json(answer.marks);
}

Answer answer_from(const Json& json, const char* key) {
  Answer answer;
  if (json.is_number_integer()) {
    answer.number = json.get<std::int64_t>();
  } else if (json.is_string()) {
    answer.choice = json.get<std::string>();
  } else if (json.is_array()) {
    answer.marks = json.get<std::vector<int>>();
  } else if (!json.is_null()) {
    throw std::runtime_error(fmt::format("\"{}\" is not an answer", key));
  }
  return answer;
}

Json to_json(const AnswerGiven& given) {
  Json json;
  json["given"] = to_json(given.answer);  // null: skipped
  json["right"] = given.is_judged ? Json(given.is_right) : Json(nullptr);
  json["tries"] = given.tries();
  if (!given.first.empty()) json["first"] = to_json(given.first);
  return json;
}

AnswerGiven given_from(const Json& json) {
  AnswerGiven given;
  given.answer = answer_from(json.at("given"), "given");
  if (json.contains("first")) given.first = answer_from(json.at("first"), "first");
  const Json& right = json.at("right");
  given.is_judged = !right.is_null();
  given.is_right = given.is_judged && right.get<bool>();
  return given;
}

Json to_json(const Solved& solved) {
  return {{"on", solved.on}, {"variant", solved.variant}, {"values", solved.values}};
}

Json to_json(const LessonProgress& progress) {
  Json answers = Json::object();
  for (const auto& [question, given] : progress.answers) answers[question] = to_json(given);
  Json json{{"step", progress.step_name},
            {"steps_seen", progress.steps_seen},
            {"answers", std::move(answers)},
            {"goals", progress.goals},
            {"exercise_done", progress.exercise_done},
            {"solved", progress.solved ? to_json(*progress.solved) : Json(nullptr)}};
  for (const auto& [question, answer] : progress.first_tries)
    json["first_tries"][question] = to_json(answer);
  if (!progress.again.empty()) json["again"] = progress.again;
  return json;
}

LessonProgress lesson_from(const Json& json) {
  LessonProgress progress;
  progress.step_name = json.at("step").get<std::string>();
  progress.steps_seen = json.at("steps_seen").get<std::set<std::string>>();
  for (const auto& [question, given] : json.at("answers").items())
    progress.answers[question] = given_from(given);
  if (json.contains("first_tries")) {
    for (const auto& [question, answer] : json.at("first_tries").items())
      progress.first_tries[question] = answer_from(answer, "first_tries");
  }
  if (json.contains("again")) progress.again = json.at("again").get<std::set<std::string>>();
  progress.goals = json.at("goals").get<std::set<std::string>>();
  progress.exercise_done = json.at("exercise_done").get<bool>();
  if (const auto solved = json.find("solved"); solved != json.end() && !solved->is_null()) {
    progress.solved =
        Solved{solved->at("on").get<std::string>(), solved->at("variant").get<std::string>(),
               solved->at("values").get<lesson::Values>()};
  }
  return progress;
}

}  // namespace

std::string progress_json(const ProgressByLesson& lessons) {
  Json all = Json::object();
  for (const auto& [lesson, progress] : lessons) all[lesson] = to_json(progress);
  const Json json{{"schema", schema}, {"lessons", std::move(all)}};
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

tl::expected<ProgressByLesson, std::string> progress_from(std::string_view text) {
  try {
    const Json json = Json::parse(text);
    if (json.at("schema") != schema)
      return tl::unexpected(fmt::format("its schema is not {}", schema));
    ProgressByLesson lessons;
    for (const auto& [lesson, progress] : json.at("lessons").items())
      lessons[lesson] = lesson_from(progress);
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
  if (auto lessons = read()) lessons_ = std::move(*lessons);
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
  if (!fs::exists(path_, error) && !error) return ProgressByLesson();
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
    if (fs::exists(aside, error)) continue;
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
  if (of(lesson) == progress) return;
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
    for (const auto& [lesson, progress] : *now) changed_.insert(lesson);
  }
  for (const auto& [lesson, progress] : lessons_) changed_.insert(lesson);
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
  if (!now && (!is_broken_ || !keep_broken_aside())) return;
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
  if (const auto written = write_file(path_, progress_json(all)); !written) {
    problem_ =
        fmt::format("{}; your progress is kept only until the program ends", written.error());
    return;
  }
  lessons_ = std::move(all);
  changed_.clear();
}

}  // namespace lanescope::app
