#include "app/session/folder_watch.h"

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

}  // namespace

void FolderWatch::follow(std::vector<std::filesystem::path> paths) {
  if (paths != paths_) {
    paths_ = std::move(paths);
    last_ = fingerprint();
  }
}

bool FolderWatch::changed() {
  const std::uint64_t now = fingerprint();
  return now != std::exchange(last_, now);
}

std::uint64_t FolderWatch::fingerprint() const {
  // A sum does not depend on the order in which a folder lists its files.
  std::uint64_t sum = 0;
  for (const std::filesystem::path& path : paths_) {
    std::error_code error;
    if (!std::filesystem::is_directory(path, error)) {
      sum += mark_of(path);
      continue;
    }
    int entries = 0;
    for (std::filesystem::directory_iterator at(path, error), end;
         !error && at != end && entries < max_entries; at.increment(error), ++entries) {
      if (at->is_regular_file(error)) {
        sum += mark_of(at->path());
      }
    }
  }
  return sum;
}

}  // namespace lanescope::app
