// A path while it is typed: what its folder holds, and how it can go on.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::app {

// True for what begins like a path and like nothing else: with "/", "~" or ".".
[[nodiscard]] bool begins_path(const std::string& typed);

// Up to its last "/" it names a folder; behind that, the beginning of a name in it.
struct TypedPath {
  std::string folder;  // as typed, with "/" at its end; empty: the current folder
  std::string name;
};
[[nodiscard]] TypedPath split_path(const std::string& typed);

struct FolderEntry {
  std::string name;
  bool is_folder = false;
};
// What can be opened in a folder: its folders, then its .cu, .toml (but no guide.toml) and .lanes
// files, each by name.
struct FolderListing {
  std::string folder;  // TypedPath::folder
  std::vector<FolderEntry> entries;
  bool is_there = true;  // false: there is no such folder, or it can't be read
};
// Of a larger folder, only so many entries are looked at.
inline constexpr std::size_t max_folder_entries = 10'000;
// May take long: a folder may be on another machine. Empty if it can't be read.
[[nodiscard]] FolderListing list_folder(const std::string& folder,
                                        std::size_t most = max_folder_entries);

// The entries whose name begins with TypedPath::name, in either case; at most max_shown_entries.
// Hidden ones only if the point is typed.
inline constexpr std::size_t max_shown_entries = 200;
[[nodiscard]] std::vector<FolderEntry> entries_for(const FolderListing& listing,
                                                   const std::string& typed);

// The path with this entry as its last part; a folder's ends with "/".
[[nodiscard]] std::string path_with(const std::string& typed, const FolderEntry& entry);
// The path as far as all of the entries go on with it; nullopt if that is no more than was typed.
[[nodiscard]] std::optional<std::string> completed(const std::string& typed,
                                                   const std::vector<FolderEntry>& entries);
// The folder above that of the path, ending with "/"; nullopt if there is none.
[[nodiscard]] std::optional<std::string> folder_above(const std::string& typed);

}  // namespace lanescope::app
