// The available recordings of times: files of schema lanescope.times/1
// (kernels/device/recording.h).
//
// Shipped recordings are in $LANESCOPE_RECORDED, or where lesson::shipped_folders() looks for
// `recorded`; the first file of a name wins. The user's own are in
// $XDG_DATA_HOME/lanescope/recorded (default ~/.local/share/...). An unreadable file is listed with
// its error.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "kernels/device/recording.h"

namespace lanescope::app {

using RecordingPtr = std::shared_ptr<const device::Recording>;

// Shown until another is chosen: the times of the machine whose memory rules are the usual ones.
inline constexpr std::string_view default_recording = "nvidia-h200.json";

struct RecordingEntry {
  std::string id;  // saved in the settings: a shipped file's name, or the path of any other
  std::filesystem::path path;
  bool shipped = false;
  tl::expected<RecordingPtr, std::string> recording;  // the error names the file
};

// Errors: the file's path and the problem.
[[nodiscard]] tl::expected<RecordingPtr, std::string> read_recording(
    const std::filesystem::path& path);

// The usual one, the other shipped ones by name, then the user's own by name.
[[nodiscard]] std::vector<RecordingEntry> find_recordings();
// In these folders; for tests.
[[nodiscard]] std::vector<RecordingEntry> find_recordings(
    const std::vector<std::filesystem::path>& shipped, const std::filesystem::path& own);

[[nodiscard]] std::filesystem::path user_recordings_folder();

// Index of `wanted`; else of the first readable entry; else size().
[[nodiscard]] std::size_t recording_index(const std::vector<RecordingEntry>& entries,
                                          const std::string& wanted);

// The recording that --recording names: a file, or a shipped recording ("nvidia-h100"). Empty name:
// nullopt.
[[nodiscard]] tl::expected<std::optional<RecordingEntry>, std::string> named_recording(
    const std::string& name);

// The named recording; the first readable one if `name` is empty. Null: none.
[[nodiscard]] tl::expected<RecordingPtr, std::string> recorded_times(const std::string& name);

using FindRecordings = std::function<std::vector<RecordingEntry>()>;
// find_recordings(), with a named file before the others.
[[nodiscard]] FindRecordings recording_finder(std::optional<RecordingEntry> named);

}  // namespace lanescope::app
