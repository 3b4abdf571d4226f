#include "app/session/start/recent.h"

#include <algorithm>
#include <exception>
#include <fstream>
#include <system_error>

#include <nlohmann/json.hpp>

#include "app/session/course/progress.h"
#include "app/session/files/settings.h"
#include "app/session/files/write_file.h"
#include "app/session/lecture/write_scene.h"
#include "app/session/state.h"
#include "app/session/state_text.h"
#include "kernels/machine_file/machine_file.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int version = 1;  // of the file; no other program reads it

Json to_json(const Visit& visit) {
  return {{"lesson", visit.lesson},   {"variant", visit.variant},
          {"set", visit.set},         {"compiler", name_of(visit.compiler)},
          {"machine", visit.machine}, {"view", visit.view},
          {"step", visit.step_name},  {"on_step", visit.on_step}};
}

Visit visit_from(const Json& json) {
  Visit visit;
  json.at("lesson").get_to(visit.lesson);
  json.at("variant").get_to(visit.variant);
  json.at("set").get_to(visit.set);
  visit.compiler =
      compiler_named(json.at("compiler").get<std::string>()).value_or(compile::Compiler::automatic);
  json.at("machine").get_to(visit.machine);
  json.at("view").get_to(visit.view);
  json.at("step").get_to(visit.step_name);
  json.at("on_step").get_to(visit.on_step);
  return visit;
}

// Throws if the file's content is not as write() makes it.
Json read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  Json json = Json::parse(file);
  if (json.at("version") != version) throw std::runtime_error("another version");
  return json;
}

}  // namespace

fs::path recent_path() { return progress_path().parent_path() / "recent.json"; }

Visit visit_of(const Session& session, const ViewRequest& page) {
  // The other side of a comparison is not kept, nor are values of other variants.
  const Scene scene = present_scene(session, page.page == Page::compare ? ViewRequest{} : page);
  Visit visit;
  visit.lesson = scene.lesson;
  visit.variant = scene.variant;
  visit.set = session.variant() != nullptr
                  ? values_for(*session.variant(), *session.lesson(), scene.set)
                  : scene.set;
  visit.compiler = session.state().compiler;
  visit.machine = scene.machine;
  visit.view = scene.view;
  return visit;
}

bool is_there(const Visit& visit) {
  const auto lesson = lesson::find(visit.lesson);
  return lesson && lesson->resolve(visit.variant, visit.set) &&
         (visit.machine.empty() || machine::find(visit.machine)) && parse_view(visit.view);
}

void put_into(State& state, const Visit& visit) {
  state.lesson = visit.lesson;
  state.variant = visit.variant;
  state.overrides = visit.set;
  state.compiler = visit.compiler;
  state.machine = visit.machine;
}

bool is_untouched(const EnteredLesson& entered, const Visit& visit,
                  const LessonProgress& progress) {
  return visit.lesson == entered.lesson && visit.on_step && progress == entered.progress;
}

RecentStore::RecentStore(fs::path path) : path_(std::move(path)) {
  if (path_.empty()) return;
  try {
    const Json json = read(path_);
    for (const Json& kernel : json.at("kernels")) kernels_.emplace_back(kernel.get<std::string>());
    kernels_.resize(std::min(kernels_.size(), max_kernels));
    if (json.contains("last")) last_ = visit_from(json.at("last"));
  } catch (const std::exception&) {  // no such file, or not ours: see the head of recent.h
  }
}

void RecentStore::put_last(const Visit& visit) {
  if (last_ == visit) return;
  last_ = visit;
  write();
}

void RecentStore::put_kernel(const fs::path& lesson) {
  // Another running program may have opened others.
  const RecentStore now(path_);
  for (const fs::path& kernel : now.kernels_) {
    if (std::find(kernels_.begin(), kernels_.end(), kernel) == kernels_.end())
      kernels_.push_back(kernel);
  }
  std::error_code error;
  const fs::path path = fs::absolute(lesson, error).lexically_normal();
  std::erase(kernels_, path);
  kernels_.insert(kernels_.begin(), path);
  kernels_.resize(std::min(kernels_.size(), max_kernels));
  write();
}

void RecentStore::write() const {
  if (path_.empty()) return;
  Json json{{"version", version}, {"kernels", Json::array()}};
  for (const fs::path& kernel : kernels_) json["kernels"].push_back(kernel.string());
  if (last_) json["last"] = to_json(*last_);
  std::error_code error;
  fs::create_directories(path_.parent_path(), error);
  // A path that is not UTF-8 is written with a replacement and then not found again.
  static_cast<void>(
      write_file(path_, json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n"));
}

fs::path known_by(const fs::path& lesson) {
  return lesson.filename() == "lesson.toml" ? lesson.parent_path() : lesson;
}

}  // namespace lanescope::app
