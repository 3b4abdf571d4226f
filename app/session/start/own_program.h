// A whole program that the window runs, to look at its launches: where they are kept, and from
// which source, so that it can be run again when that changes.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "kernels/launches/reader.h"

namespace lanescope::app {

// The file of its launches: $XDG_CACHE_HOME/lanescope/runs (default ~/.cache/...), one for each
// source.
[[nodiscard]] std::filesystem::path recording_of_program(const std::filesystem::path& source);

// The end of what it printed when that was recorded: a file beside the recording.
[[nodiscard]] std::filesystem::path printed_beside(const std::filesystem::path& recording);

struct OwnProgram {
  std::filesystem::path source;              // the one with main()
  std::vector<std::filesystem::path> files;  // it, and what it includes, as far as that is known
  // A file is newer than the recording, or the recording than the lesson that is a launch of it.
  bool has_changed = false;
};
// The program of the recording, if the window has run it. nullopt for a recording that was made
// elsewhere: with which flags is not known.
[[nodiscard]] std::optional<OwnProgram> own_program(const launches::File& recording);
// The same of the recording of which this lesson is a launch (launch_lesson.h).
[[nodiscard]] std::optional<OwnProgram> own_program(const std::string& lesson);

// A run of a program that has brought no launches: those that are open are of the run before.
struct FailedProgramRun {
  std::filesystem::path source;  // absolute
  std::string why;               // one or more lines; empty: the user cancelled it

  bool operator==(const FailedProgramRun&) const = default;
};

// The program has run again: the launch of this new recording that takes the place of the open
// lesson's, with the same number if there is one like it, else the one that costs most.
[[nodiscard]] tl::expected<std::filesystem::path, std::string> same_launch_of(
    const std::filesystem::path& recording, const std::string& lesson);

}  // namespace lanescope::app
