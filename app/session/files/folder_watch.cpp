#include "app/session/files/folder_watch.h"

#include <functional>
#include <string>
#include <system_error>
#include <utility>

namespace lanescope::app {
namespace {

// Upper limit: the user may open a huge folder; a lesson's folder is small.
constexpr int max_entries = 200;

std::uint64_t mark_of(const std::filesystem::path& file) {
  std::error_code error;
  const auto written = std::filesystem::last_write_time(file, error).time_since_epoch().count();
  const auto size = std::filesystem::file_size(file, error);
  const std::uint64_t name = std::hash<std::string>{}(file.string());
  return name ^ (static_cast<std::uint64_t>(written) * 0x9e3779b97f4a7c15U) ^
         (static_cast<std::uint64_t>(size) * 0xc2b2ae3d27d4eb4fU);
}

// Of a file, or of all files directly in a folder.
std::uint64_t fingerprint(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_directory(path, error)) return mark_of(path);
  // A sum does not depend on the order in which a folder lists its files.
  std::uint64_t sum = 0;
  int entries = 0;
  for (std::filesystem::directory_iterator at(path, error), end;
       !error && at != end && entries < max_entries; at.increment(error), ++entries) {
    if (at->is_regular_file(error)) sum += mark_of(at->path());
  }
  return sum;
}

}  // namespace

// A file that is read while it is being written changes the paths: the lesson is broken for a
// moment. Its next change must not be lost by that.
void FolderWatch::follow(const std::vector<std::filesystem::path>& paths) {
  std::map<std::filesystem::path, std::uint64_t> marks;
  for (const std::filesystem::path& path : paths) {
    const auto known = marks_.find(path);
    marks.emplace(path, known != marks_.end() ? known->second : fingerprint(path));
  }
  marks_ = std::move(marks);
}

bool FolderWatch::changed() {
  bool found = false;
  for (auto& [path, mark] : marks_) {
    const std::uint64_t now = fingerprint(path);
    found = now != std::exchange(mark, now) || found;
  }
  return found;
}

}  // namespace lanescope::app
