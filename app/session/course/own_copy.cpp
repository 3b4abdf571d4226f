// The learner's own copy of a lesson with a kernel to change.
#include <unistd.h>

#include <fstream>
#include <set>
#include <system_error>

#include <fmt/format.h>

#include "app/session/course/exercise.h"
#include "kernels/lesson_file/folders.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;

// The files that a learner changes or needs beside them. The guide stays where it is, because it
// has the exercise's solution and the answers; so do the other variants' kernels, of which one may
// be the solution.
bool is_for_learner(const fs::path& file, const std::set<fs::path>& other_kernels) {
  const std::string name = file.filename().string();
  return !name.starts_with("guide.") && !other_kernels.contains(file.filename());
}

// The lesson's file, with a line that says where all other files are.
std::error_code write_lesson_file(const fs::path& from, const fs::path& to, const std::string& id) {
  std::ifstream in(from);
  std::ofstream out(to);
  out << fmt::format("base = \"{}\"\n", id) << in.rdbuf();
  out.close();
  return in.bad() || out.fail() ? std::make_error_code(std::errc::io_error) : std::error_code();
}

// What a learner changes of a shipped lesson, or needs beside that.
std::error_code write_learners_part(const lesson::Lesson& lesson, const fs::path& kernel,
                                    const fs::path& to) {
  std::error_code error;
  fs::create_directory(to, error);
  std::set<fs::path> other_kernels;
  for (const lesson::VariantInfo& variant : lesson.variants()) {
    const auto resolved = lesson.resolve(variant.name, {});
    if (resolved && resolved->source_name != kernel) other_kernels.insert(resolved->source_name);
  }
  const fs::path lesson_file = lesson.path();
  for (fs::directory_iterator at(lesson_file.parent_path(), error), end; !error && at != end;
       at.increment(error)) {
    if (at->path().filename() == lesson_file.filename()) {
      error = write_lesson_file(at->path(), to / lesson_file.filename(), lesson.id());
    } else if (is_for_learner(at->path(), other_kernels)) {
      fs::copy(at->path(), to / at->path().filename(), fs::copy_options::recursive, error);
    }
    if (error) return error;
  }
  return error;
}

// Writes to a temporary name first, so that nobody sees an incomplete lesson.
std::error_code write_copy(const lesson::Lesson& lesson, const fs::path& kernel,
                           const fs::path& to) {
  std::error_code error;
  fs::create_directories(to.parent_path(), error);
  if (error) return error;
  const fs::path temporary = fmt::format("{}.{}.part", to.string(), ::getpid());
  if (!is_shipped(lesson)) {  // a lesson of the user's own: its files can only be found in the copy
    fs::copy(lesson.path().parent_path(), temporary, fs::copy_options::recursive, error);
  } else {
    error = write_learners_part(lesson, kernel, temporary);
  }
  if (!error) fs::rename(temporary, to, error);
  std::error_code ignored;
  if (error) fs::remove_all(temporary, ignored);
  return error;
}

// Whether the lesson file is in a folder of `folder`.
bool is_below(const fs::path& lesson, const fs::path& folder) {
  std::error_code error;
  const fs::path above = fs::weakly_canonical(lesson, error).parent_path().parent_path();
  return !error && above == fs::weakly_canonical(folder, error);
}

}  // namespace

bool is_shipped(const lesson::Lesson& lesson) {
  std::error_code error;
  const fs::path shipped = lesson::first_shipped(lesson.id() + "/lesson.toml");
  return !shipped.empty() && fs::equivalent(shipped, lesson.path(), error);
}

fs::path edited_folder() { return lesson::user_folder("edited"); }

bool is_edited_copy(const fs::path& lesson) { return is_below(lesson, edited_folder()); }

tl::expected<OwnCopy, std::string> edited_copy(const lesson::Lesson& lesson,
                                               const std::string& kernel) {
  const fs::path folder = edited_folder() / lesson.id();
  OwnCopy copy{folder / "lesson.toml", folder / kernel};
  std::error_code error;
  if (!fs::exists(copy.lesson, error)) {
    error = write_copy(lesson, kernel, folder);
  } else if (!fs::exists(copy.kernel, error)) {
    fs::copy_file(lesson.path().parent_path() / kernel, copy.kernel, error);
  }
  if (error) return tl::unexpected(fmt::format("{}: {}", folder.string(), error.message()));
  return copy;
}

fs::path shipped_text_of(const fs::path& kernel) {
  if (!is_edited_copy(kernel) && !is_own_copy(kernel)) return {};
  return lesson::first_shipped((kernel.parent_path().filename() / kernel.filename()).string());
}

fs::path exercises_folder() { return lesson::user_folder("exercises"); }

bool is_own_copy(const fs::path& lesson) { return is_below(lesson, exercises_folder()); }

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
  if (!resolved) return tl::unexpected(resolved.error().formatted());
  OwnCopy copy;
  const fs::path folder = exercises_folder() / lesson.id();
  copy.lesson = folder / "lesson.toml";
  copy.kernel = folder / resolved->source_name;
  return copy;
}

tl::expected<OwnCopy, std::string> own_copy(const lesson::Lesson& lesson) {
  auto copy = own_copy_of(lesson);
  if (!copy) return copy;
  const fs::path folder = copy->lesson.parent_path();
  std::error_code error;
  if (fs::exists(folder, error)) return copy;
  error = write_copy(lesson, copy->kernel.filename(), folder);
  if (error) return tl::unexpected(fmt::format("{}: {}", folder.string(), error.message()));
  return copy;
}

std::optional<fs::path> usable_own_copy(const std::string& lesson_id) {
  const fs::path file = exercises_folder() / lesson_id / "lesson.toml";
  std::error_code error;
  if (lesson_id.empty() || !fs::exists(file, error)) return std::nullopt;
  const auto lesson = lesson::find(file.string());
  const bool has_exercise = lesson && lesson->guide() != nullptr && lesson->guide()->exercise;
  return has_exercise ? std::optional(file) : std::nullopt;
}

tl::expected<fs::path, std::string> put_own_copy_aside(const std::string& lesson_id) {
  const fs::path folder = exercises_folder() / lesson_id;
  std::error_code error;
  if (!fs::exists(folder, error)) return fs::path();
  for (int number = 1;; ++number) {
    const fs::path aside = exercises_folder().parent_path() / "exercises-aside" /
                           fmt::format("{}-{}", lesson_id, number);
    if (fs::exists(aside, error)) continue;
    fs::create_directories(aside.parent_path(), error);
    fs::rename(folder, aside, error);
    if (error) return tl::unexpected(fmt::format("{}: {}", folder.string(), error.message()));
    return aside;
  }
}

}  // namespace lanescope::app
