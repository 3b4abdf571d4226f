// The lessons of launches that the window has shown: kept in the user's cache.
#include "app/session/start/launch_lesson.h"

#include <algorithm>
#include <fstream>
#include <functional>
#include <system_error>

#include <fmt/format.h>

#include "kernels/lesson_file/folders.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* origin_name = "launch-of";  // beside the lesson.toml of a kept lesson

// Changes with what is written into a lesson, so that older ones are made anew.
constexpr int kept_version = 3;

// Different for each recording: its place, size and time.
std::string key_of(const fs::path& file) {
  std::error_code ignored;
  const fs::path path = fs::absolute(file, ignored);
  const auto size = fs::file_size(file, ignored);
  const auto time = fs::last_write_time(file, ignored).time_since_epoch().count();
  return fmt::format("{:016x}", std::hash<std::string>()(fmt::format("{}|{}|{}|{}", path.string(),
                                                                     size, time, kept_version)));
}

void remove_oldest(const fs::path& folder) {
  std::vector<std::pair<fs::file_time_type, fs::path>> all;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::error_code ignored;
    all.emplace_back(fs::last_write_time(at->path() / "lesson.toml", ignored), at->path());
  }
  if (all.size() <= most_kept_lessons) return;
  std::ranges::sort(all);
  for (std::size_t i = 0; i + most_kept_lessons < all.size(); ++i) {
    std::error_code ignored;
    fs::remove_all(all[i].second, ignored);
  }
}

}  // namespace

tl::expected<fs::path, std::string> kept_launch_lesson(const launches::File& file,
                                                       std::uint64_t number) {
  const fs::path all = lesson::user_file("XDG_CACHE_HOME", ".cache", "launches");
  const fs::path folder = all / fmt::format("{}-{}", key_of(file.path()), number);
  std::error_code ignored;
  const fs::path lesson = folder / "lesson.toml";
  if (fs::is_regular_file(folder / origin_name, ignored)) {
    fs::last_write_time(lesson, fs::file_time_type::clock::now(), ignored);
    return lesson;
  }
  auto written = write_launch_lesson(file, number, folder);
  if (!written) {
    fs::remove_all(folder, ignored);
    return written;
  }
  // Last: without it the folder is not complete.
  const std::string origin =
      fmt::format("{}\n{}\n", number, fs::absolute(file.path(), ignored).string());
  std::ofstream out(folder / origin_name);
  out << origin;
  if (!out.flush()) return tl::unexpected(fmt::format("{}: it can't be written", folder.string()));
  remove_oldest(all);
  return lesson;
}

std::optional<LaunchOrigin> launch_origin(const std::string& lesson) {
  std::error_code ignored;
  const fs::path path_of_lesson(lesson);
  const bool is_folder = fs::is_directory(path_of_lesson, ignored);
  const fs::path folder = is_folder ? path_of_lesson : path_of_lesson.parent_path();
  std::ifstream in(folder / origin_name);
  LaunchOrigin origin;
  std::string path;
  if (!(in >> origin.number) || !in.ignore() || !std::getline(in, path)) return std::nullopt;
  origin.file = path;
  origin.is_newest = folder.filename().string().starts_with(key_of(origin.file));
  return origin;
}

bool is_launches_file(const fs::path& path) { return path.extension() == ".lanes"; }

tl::expected<fs::path, std::string> first_launch_lesson(const fs::path& lanes) {
  const auto file = launches::File::open(lanes);
  if (!file) return tl::unexpected(file.error());
  if (file->launches().empty())
    return tl::unexpected(fmt::format("{}: the program launched nothing", lanes.string()));
  std::vector<std::uint64_t> numbers;
  for (const launches::Group& each : launches::groups_of(file->launches())) {
    const auto number = shown_instead_of(*file, each.launches.front() + 1);
    if (!number) continue;
    const auto instructions = [&](std::uint64_t of) {
      return file->launch(of)->outcome.totals.warp_instructions;
    };
    if (numbers.empty() || instructions(*number) > instructions(numbers.front()))
      numbers.insert(numbers.begin(), *number);
    else
      numbers.push_back(*number);
  }
  if (numbers.empty()) numbers.push_back(1);  // for its error
  std::string why;
  for (const std::uint64_t number : numbers) {
    auto lesson = kept_launch_lesson(*file, number);
    if (lesson) return lesson;
    why = fmt::format("{}: {}", lanes.string(), lesson.error());
  }
  return tl::unexpected(why);
}

}  // namespace lanescope::app
