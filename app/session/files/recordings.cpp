#include "app/session/files/recordings.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <mutex>
#include <set>
#include <sstream>
#include <system_error>
#include <tuple>
#include <utility>

#include "kernels/lesson_file/folders.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;

// Removes the JSON library's error number: "[json.exception.out_of_range.403] ...".
std::string plain(const std::string& error) {
  const std::size_t end = error.starts_with("[json.") ? error.find("] ") : std::string::npos;
  return end == std::string::npos ? error : error.substr(end + 2);
}

// A shipped recording is megabytes of JSON: a process that opens several lessons reads it once, and
// again only when the file has changed.
tl::expected<RecordingPtr, std::string> read_shipped(const fs::path& path) {
  using Version = std::tuple<fs::path, fs::file_time_type, std::uintmax_t>;
  static std::mutex mutex;
  static std::map<Version, RecordingPtr> kept;
  std::error_code no_time, no_size;
  const Version version{path, fs::last_write_time(path, no_time), fs::file_size(path, no_size)};
  if (no_time || no_size) return read_recording(path);
  const std::scoped_lock lock(mutex);
  if (const auto found = kept.find(version); found != kept.end()) return found->second;
  auto recording = read_recording(path);
  if (recording) kept.emplace(version, *recording);
  return recording;
}

}  // namespace

tl::expected<RecordingPtr, std::string> read_recording(const fs::path& path) {
  std::error_code error;
  if (fs::is_directory(path, error))
    return tl::unexpected(path.string() + ": is a folder; name a file of recorded times");
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file.is_open() || file.bad() || text.bad())
    return tl::unexpected(path.string() + ": can't be read");
  auto recording = device::recording_from_json(text.view());
  if (!recording)
    return tl::unexpected(path.string() + ": no recorded times: " + plain(recording.error()));
  return std::make_shared<const device::Recording>(std::move(*recording));
}

fs::path user_recordings_folder() { return lesson::user_folder("recorded"); }

std::vector<RecordingEntry> find_recordings() {
  return find_recordings(lesson::shipped_folders("LANESCOPE_RECORDED", "recorded"),
                         user_recordings_folder());
}

std::vector<RecordingEntry> find_recordings(const std::vector<fs::path>& shipped,
                                            const fs::path& own) {
  std::vector<RecordingEntry> entries;
  std::set<std::string> names;
  for (const fs::path& folder : shipped) {
    for (const fs::path& path : lesson::files_in(folder, ".json")) {
      if (names.insert(path.filename().string()).second)
        entries.push_back({path.filename().string(), path, true, read_shipped(path)});
    }
  }
  const auto rank = [](const RecordingEntry& entry) {
    return std::tuple(entry.id != default_recording, std::string_view(entry.id));
  };
  std::sort(entries.begin(), entries.end(),
            [&](const RecordingEntry& a, const RecordingEntry& b) { return rank(a) < rank(b); });
  for (const fs::path& path : lesson::files_in(own, ".json"))
    entries.push_back({path.string(), path, false, read_recording(path)});
  return entries;
}

std::size_t recording_index(const std::vector<RecordingEntry>& entries, const std::string& wanted) {
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const RecordingEntry& entry) {
    return entry.id == wanted && entry.recording;
  });
  if (found != entries.end()) return static_cast<std::size_t>(found - entries.begin());
  const auto first = std::find_if(entries.begin(), entries.end(), [](const RecordingEntry& entry) {
    return entry.recording.has_value();
  });
  return static_cast<std::size_t>(first - entries.begin());
}

tl::expected<std::optional<RecordingEntry>, std::string> named_recording(const std::string& name) {
  if (name.empty()) return std::nullopt;
  std::error_code error;
  if (fs::exists(name, error)) {
    auto recording = read_recording(name);
    if (!recording) return tl::unexpected(recording.error());
    return RecordingEntry{name, name, false, std::move(recording)};
  }
  std::string names;
  for (RecordingEntry& entry : find_recordings()) {
    if (!entry.shipped) continue;
    const std::string stem = entry.path.stem().string();
    if (name == entry.id || name == stem) {
      if (!entry.recording) return tl::unexpected(entry.recording.error());
      return std::move(entry);
    }
    names += (names.empty() ? "" : ", ") + stem;
  }
  return tl::unexpected(name + ": no such file, and no shipped recording has this name" +
                        (names.empty() ? "" : "; shipped: " + names));
}

tl::expected<RecordingPtr, std::string> recorded_times(const std::string& name) {
  const auto named = named_recording(name);
  if (!named) return tl::unexpected(named.error());
  if (*named) return (*named)->recording;
  const std::vector<RecordingEntry> entries = find_recordings();
  const std::size_t chosen = recording_index(entries, "");
  return chosen < entries.size() ? *entries[chosen].recording : RecordingPtr{};
}

FindRecordings recording_finder(std::optional<RecordingEntry> named) {
  return [named = std::move(named)] {
    std::vector<RecordingEntry> entries = find_recordings();
    if (named && !named->shipped) entries.insert(entries.begin(), *named);
    return entries;
  };
}

}  // namespace lanescope::app
