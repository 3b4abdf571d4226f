// A launch of a recorded program (kernels/launches) as a lesson: its PTX, its arrays as files, its
// arguments and shape. It opens, runs and is compared like any other.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "kernels/launches/reader.h"

namespace lanescope::app {

// Writes it into this folder, which is made: lesson.toml, the PTX, the source files that it names
// and the file holds, and a file for each array that the launch can reach. Returns the lesson's
// file. The error is one line: contents that were not kept, a texture, no room.
//
// Arrays are those to which an argument, a variable or another array that counts points. They keep
// their addresses, so that every page names the program's own. Where pointers are in the data, they
// need them (`address`), and the lesson runs in the simulator only; elsewhere a GPU chooses others
// (`simulated_address`).
[[nodiscard]] tl::expected<std::filesystem::path, std::string> write_launch_lesson(
    const launches::File& file, std::uint64_t number, const std::filesystem::path& folder);

// The first launch that can be shown like this one, or this one: of the same kernel and shape, with
// its contents. None: there is none.
[[nodiscard]] std::optional<std::uint64_t> shown_instead_of(const launches::File& file,
                                                            std::uint64_t number);

// --- for looking at a program's launches in the window ---

// The lesson of the launch in $XDG_CACHE_HOME/lanescope/launches (default ~/.cache/...), where the
// newest most_kept_lessons stay.
inline constexpr std::size_t most_kept_lessons = 24;
[[nodiscard]] tl::expected<std::filesystem::path, std::string> kept_launch_lesson(
    const launches::File& file, std::uint64_t number);

// The recording and the launch that such a lesson is of.
struct LaunchOrigin {
  std::filesystem::path file;
  std::uint64_t number = 0;
  bool is_newest = true;  // the recording has not been made anew since
};
// `lesson`: as in State::lesson. nullopt: it is no such lesson.
[[nodiscard]] std::optional<LaunchOrigin> launch_origin(const std::string& lesson);

[[nodiscard]] bool is_launches_file(const std::filesystem::path& path);  // by its name: .lanes
// The lesson of the launch that costs most instructions of those that can be shown.
[[nodiscard]] tl::expected<std::filesystem::path, std::string> first_launch_lesson(
    const std::filesystem::path& lanes);

}  // namespace lanescope::app
