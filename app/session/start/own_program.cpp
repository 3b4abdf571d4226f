#include "app/session/start/own_program.h"

#include <algorithm>
#include <functional>
#include <system_error>

#include <fmt/format.h>

#include "app/session/start/launch_lesson.h"
#include "kernels/lesson_file/folders.h"

namespace lanescope::app {

namespace fs = std::filesystem;

fs::path recording_of_program(const fs::path& source) {
  std::error_code ignored;
  const std::string path = fs::absolute(source, ignored).string();
  return lesson::user_file("XDG_CACHE_HOME", ".cache", "runs") /
         fmt::format("{}-{:016x}.lanes", source.stem().string(), std::hash<std::string>()(path));
}

fs::path printed_beside(const fs::path& recording) {
  return fs::path(recording).replace_extension(".printed.txt");
}

std::optional<OwnProgram> own_program(const launches::File& recording) {
  std::error_code ignored;
  const std::vector<std::string>& sources = recording.program().sources;
  if (sources.size() != 1) return std::nullopt;
  OwnProgram program{sources.front(), {sources.front()}};
  if (recording_of_program(program.source) != fs::absolute(recording.path(), ignored))
    return std::nullopt;
  for (const std::string& each : recording.source_paths()) {
    if (std::ranges::find(program.files, fs::path(each)) == program.files.end())
      program.files.emplace_back(each);
  }
  return program;
}

std::optional<OwnProgram> own_program(const std::string& lesson) {
  const auto origin = launch_origin(lesson);
  if (!origin) return std::nullopt;
  const auto file = launches::File::open(origin->file);
  auto program = file ? own_program(*file) : std::nullopt;
  if (!program) return std::nullopt;
  std::error_code ignored;
  const auto recorded = fs::last_write_time(origin->file, ignored);
  const auto now = fs::file_time_type::clock::now();  // a later time is of another clock
  program->has_changed =
      !origin->is_newest || std::ranges::any_of(program->files, [&](const fs::path& each) {
        std::error_code none;
        const auto written = fs::last_write_time(each, none);
        return !none && written > recorded && written <= now;
      });
  return program;
}

tl::expected<fs::path, std::string> same_launch_of(const fs::path& recording,
                                                   const std::string& lesson) {
  const auto origin = launch_origin(lesson);
  const auto file = launches::File::open(recording);
  if (!file) return tl::unexpected(file.error());
  const auto number = origin ? shown_instead_of(*file, origin->number) : std::nullopt;
  return number ? kept_launch_lesson(*file, *number) : first_launch_lesson(recording);
}

}  // namespace lanescope::app
