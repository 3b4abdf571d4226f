// Where a file goes that is saved from the window: the typed path, and the folders that are
// remembered in the settings.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "app/session/files/settings.h"

namespace lanescope::app {

// "~" and "~/..." begin at the home folder. Spaces at both ends are dropped.
[[nodiscard]] std::filesystem::path expanded(std::string_view typed);
// With "~" for the home folder: how a path is offered.
[[nodiscard]] std::string shortened(const std::filesystem::path& path);

// FOLDER/STEM.csv, or STEM-2.csv with the next number that is free: no file of that name exists
// with the extension of any format, because the same name would seem to be the same picture.
// `extension` includes the point. Asks for single names: a folder may be large or unreadable.
[[nodiscard]] std::filesystem::path free_file(const std::filesystem::path& folder,
                                              const std::string& stem,
                                              const std::string& extension);

struct Destination {
  std::filesystem::path file;  // absolute
  bool exists = false;         // it would be replaced
};
enum class BadDestination : std::uint8_t { no_name, is_folder, in_a_file };
// The typed path as a file; `extension` is added where it is missing. Writes nothing.
[[nodiscard]] tl::expected<Destination, BadDestination> destination_of(
    std::string_view typed, const std::string& extension);

// Makes the folder, with those that it lies in. The error says why not.
[[nodiscard]] tl::expected<void, std::string> make_folder(const std::filesystem::path& folder);

// The folder last saved to, if it is still there; otherwise the current one.
[[nodiscard]] std::filesystem::path folder_of(const Settings& settings);
// The folder first, then those before it; at most max_remembered_folders.
inline constexpr std::size_t max_remembered_folders = 5;
[[nodiscard]] std::vector<std::string> with_folder(std::vector<std::string> folders,
                                                   const std::filesystem::path& folder);

}  // namespace lanescope::app
