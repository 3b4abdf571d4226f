// Where shipped files are searched and user files are stored: lessons, machines, recorded times,
// decks, exercises.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace lanescope::lesson {

// The search path for shipped files, in order: the folder in the environment variable (skipped if
// `variable` is empty or not set), `folder` beside the program, and `folder` in
// ../share/lanescope/shipped relative to the program. An installation has its files there; a build
// folder has links to the source tree there (app/package/CMakeLists.txt). It is not
// share/lanescope itself, which is user_folder() for a program installed in ~/.local. The folders
// may not exist.
[[nodiscard]] std::vector<std::filesystem::path> shipped_folders(const char* variable,
                                                                 std::string_view folder);

// The variable's value; empty if it is not set.
[[nodiscard]] std::string environment(const char* variable);

// A user's file: $variable/lanescope/<name>, or ~/<fallback>/lanescope/<name> if the variable is
// not set. The variable is one of the XDG base directories: "XDG_CONFIG_HOME", ".config".
[[nodiscard]] std::filesystem::path user_file(const char* variable, std::string_view fallback,
                                              std::string_view name);
// The user's folder: $XDG_DATA_HOME/lanescope/<folder>, or ~/.local/share/lanescope/<folder>.
[[nodiscard]] std::filesystem::path user_folder(std::string_view folder);

// The files with this extension (".toml") in a folder, sorted by name; none if there is no such
// folder.
[[nodiscard]] std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder,
                                                          std::string_view extension);

// A page of the documentation ("lessons.md"), where it is installed or in the source tree;
// "docs/lessons.md" if it is in neither place.
[[nodiscard]] std::filesystem::path document(std::string_view name);

// Folders that contain lessons, each in its own folder with a lesson.toml. If two lessons have the
// same id, the first wins.
[[nodiscard]] std::vector<std::filesystem::path> lesson_folders();
// The first file with this name, relative to one of them; empty: there is none.
[[nodiscard]] std::filesystem::path first_shipped(std::string_view name);

inline constexpr std::size_t max_text_file_bytes = 4u << 20;

// Without the byte-order mark that some editors write first. The error is the reason without the
// file's name: "no such file", "is a folder", "is in UTF-16 or UTF-32; save it as UTF-8" ...
[[nodiscard]] tl::expected<std::string, std::string> read_text_file(
    const std::filesystem::path& path);

}  // namespace lanescope::lesson
