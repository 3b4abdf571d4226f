// The learner's own copy of a lesson with a kernel to change.
#include <unistd.h>

#include <system_error>

#include <fmt/format.h>

#include "app/session/course/exercise.h"
#include "kernels/lesson_file/places.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;

// Copies to a temporary name first, so that nobody sees an incomplete lesson.
std::error_code copy_whole(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::create_directories(to.parent_path(), error);
  if (error) {
    return error;
  }
  const fs::path temporary = fmt::format("{}.{}.part", to.string(), ::getpid());
  fs::copy(from, temporary, fs::copy_options::recursive, error);
  if (!error) {
    fs::rename(temporary, to, error);
  }
  std::error_code ignored;
  if (error) {
    fs::remove_all(temporary, ignored);
  }
  return error;
}

}  // namespace

fs::path exercises_folder() { return lesson::user_folder("exercises"); }

bool is_own_copy(const fs::path& lesson) {
  std::error_code error;
  const fs::path folder = fs::weakly_canonical(lesson, error).parent_path().parent_path();
  return !error && folder == fs::weakly_canonical(exercises_folder(), error);
}

tl::expected<OwnCopy, std::string> own_copy_of(const lesson::Lesson& lesson) {
  if (lesson.path().filename() != "lesson.toml") {
    return tl::unexpected(fmt::format(
        "{}: only a folder with a lesson.toml can be copied; this lesson is yours to change",
        lesson.path().string()));
  }
  const auto resolved = lesson.resolve(lesson.guide() != nullptr && lesson.guide()->exercise
                                           ? lesson.guide()->exercise->beginning.variant
                                           : std::string(),
                                       {});
  if (!resolved) {
    return tl::unexpected(resolved.error().formatted());
  }
  OwnCopy copy;
  const fs::path folder = exercises_folder() / lesson.id();
  copy.lesson = folder / "lesson.toml";
  copy.kernel = folder / resolved->source_name;
  return copy;
}

tl::expected<OwnCopy, std::string> own_copy(const lesson::Lesson& lesson) {
  auto copy = own_copy_of(lesson);
  if (!copy) {
    return copy;
  }
  const fs::path folder = copy->lesson.parent_path();
  std::error_code error;
  if (fs::exists(folder, error)) {
    return copy;
  }
  error = copy_whole(lesson.path().parent_path(), folder);
  if (error) {
    return tl::unexpected(fmt::format("{}: {}", folder.string(), error.message()));
  }
  return copy;
}

std::optional<fs::path> usable_own_copy(const std::string& lesson_id) {
  const fs::path file = exercises_folder() / lesson_id / "lesson.toml";
  std::error_code error;
  if (lesson_id.empty() || !fs::exists(file, error)) {
    return std::nullopt;
  }
  const auto lesson = lesson::find(file.string());
  const bool has_exercise = lesson && lesson->guide() != nullptr && lesson->guide()->exercise;
  return has_exercise ? std::optional(file) : std::nullopt;
}

tl::expected<fs::path, std::string> put_own_copy_aside(const std::string& lesson_id) {
  const fs::path folder = exercises_folder() / lesson_id;
  std::error_code error;
  if (!fs::exists(folder, error)) {
    return fs::path();
  }
  for (int number = 1;; ++number) {
    const fs::path aside = exercises_folder().parent_path() / "exercises-aside" /
                           fmt::format("{}-{}", lesson_id, number);
    if (fs::exists(aside, error)) {
      continue;
    }
    fs::create_directories(aside.parent_path(), error);
    fs::rename(folder, aside, error);
    if (error) {
      return tl::unexpected(fmt::format("{}: {}", folder.string(), error.message()));
    }
    return aside;
  }
}

}  // namespace lanescope::app
