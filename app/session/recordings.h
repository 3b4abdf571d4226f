// Recorded times to choose from: files of the schema lanescope.times/1
// (kernels/device/recording.h).
//
// Shipped ones are looked for as lessons are: in $LANESCOPE_RECORDED, in `recorded` beside the
// program, in the install prefix (share/lanescope/recorded), in the source tree (assets/recorded);
// the first of a name wins. The user's own are in $XDG_DATA_HOME/lanescope/recorded
// (~/.local/share/... without it). A file that can't be read is listed with what is wrong with it.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "kernels/device/recording.h"

namespace lanescope::app {

using RecordingPtr = std::shared_ptr<const device::Recording>;

struct RecordingEntry {
  std::string id;  // what settings remember: a shipped file's name, or the path of any other
  std::filesystem::path path;
  bool shipped = false;
  tl::expected<RecordingPtr, std::string> recording;  // the error names the file
};

// Errors: the file's path and what is wrong with it.
[[nodiscard]] tl::expected<RecordingPtr, std::string> read_recording(
    const std::filesystem::path& path);

// Shipped ones by name, then the user's own by name.
[[nodiscard]] std::vector<RecordingEntry> find_recordings();
// In these folders, for tests.
[[nodiscard]] std::vector<RecordingEntry> find_recordings(
    const std::vector<std::filesystem::path>& shipped, const std::filesystem::path& own);

[[nodiscard]] std::filesystem::path own_recordings_folder();

// Where the wanted one stands; the first that can be read when it is not there; size() for none.
[[nodiscard]] std::size_t chosen_among(const std::vector<RecordingEntry>& entries,
                                       const std::string& wanted);

// Of that file; of the first that can be read where none is named. Null: there is none.
[[nodiscard]] tl::expected<RecordingPtr, std::string> recorded_times(const std::string& file);

using FindRecordings = std::function<std::vector<RecordingEntry>()>;

}  // namespace lanescope::app
