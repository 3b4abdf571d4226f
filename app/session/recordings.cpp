#include "app/session/recordings.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <system_error>
#include <utility>

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

std::vector<fs::path> shipped_places() {
  std::vector<fs::path> all;
  if (const std::string own = environment("LANESCOPE_RECORDED"); !own.empty()) {
    all.emplace_back(own);
  }
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (!error) {
    const fs::path beside = program.parent_path();
    all.push_back(beside / "recorded");
    all.push_back(beside.parent_path() / "share" / "lanescope" / "recorded");
  }
  all.emplace_back(LANESCOPE_SOURCE_RECORDED);
  return all;
}

std::vector<fs::path> json_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::error_code ignored;
    if (at->path().extension() == ".json" && fs::is_regular_file(at->path(), ignored)) {
      files.push_back(at->path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

// Without the JSON library's own number of the error: "[json.exception.out_of_range.403] ...".
std::string plain(const std::string& error) {
  const std::size_t end = error.starts_with("[json.") ? error.find("] ") : std::string::npos;
  return end == std::string::npos ? error : error.substr(end + 2);
}

}  // namespace

tl::expected<RecordingPtr, std::string> read_recording(const fs::path& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) {
    return tl::unexpected(path.string() + ": is a folder; name a file of recorded times");
  }
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file.is_open() || file.bad() || text.bad()) {
    return tl::unexpected(path.string() + ": can't be read");
  }
  auto recording = device::recording_from_json(text.view());
  if (!recording) {
    return tl::unexpected(path.string() + ": no recorded times: " + plain(recording.error()));
  }
  return std::make_shared<const device::Recording>(std::move(*recording));
}

fs::path own_recordings_folder() {
  if (const std::string home = environment("XDG_DATA_HOME"); !home.empty()) {
    return fs::path(home) / "lanescope" / "recorded";
  }
  return fs::path(environment("HOME")) / ".local" / "share" / "lanescope" / "recorded";
}

std::vector<RecordingEntry> find_recordings() {
  return find_recordings(shipped_places(), own_recordings_folder());
}

std::vector<RecordingEntry> find_recordings(const std::vector<fs::path>& shipped,
                                            const fs::path& own) {
  std::vector<RecordingEntry> entries;
  std::set<std::string> names;
  for (const fs::path& folder : shipped) {
    for (const fs::path& path : json_files(folder)) {
      if (names.insert(path.filename().string()).second) {
        entries.push_back({path.filename().string(), path, true, read_recording(path)});
      }
    }
  }
  std::sort(entries.begin(), entries.end(),
            [](const RecordingEntry& a, const RecordingEntry& b) { return a.id < b.id; });
  for (const fs::path& path : json_files(own)) {
    entries.push_back({path.string(), path, false, read_recording(path)});
  }
  return entries;
}

std::size_t chosen_among(const std::vector<RecordingEntry>& entries, const std::string& wanted) {
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const RecordingEntry& entry) {
    return entry.id == wanted && entry.recording;
  });
  if (found != entries.end()) {
    return static_cast<std::size_t>(found - entries.begin());
  }
  const auto first = std::find_if(entries.begin(), entries.end(), [](const RecordingEntry& entry) {
    return entry.recording.has_value();
  });
  return static_cast<std::size_t>(first - entries.begin());
}

tl::expected<RecordingPtr, std::string> recorded_times(const std::string& file) {
  if (!file.empty()) {
    return read_recording(file);
  }
  const std::vector<RecordingEntry> entries = find_recordings();
  const std::size_t chosen = chosen_among(entries, "");
  return chosen < entries.size() && entries[chosen].recording ? *entries[chosen].recording
                                                              : RecordingPtr{};
}

}  // namespace lanescope::app
