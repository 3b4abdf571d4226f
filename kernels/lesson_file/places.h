// Where what ships with the program is looked for, and where the user's own is kept: lessons,
// machines, recorded times, decks, exercises.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace lanescope::lesson {

// Folders to look for shipped files in, the first first: what the environment variable names (none
// where `variable` is empty or not set), `folder` beside the program, in the install prefix's
// share/lanescope, and `in_source` under the source tree. They need not exist.
[[nodiscard]] std::vector<std::filesystem::path> shipped_places(const char* variable,
                                                                std::string_view folder,
                                                                std::string_view in_source);

// The user's own: $XDG_DATA_HOME/lanescope/<folder>, or ~/.local/share/lanescope/<folder>.
[[nodiscard]] std::filesystem::path own_place(std::string_view folder);

// The files of a folder with this extension (".toml"), in order of their names; none where there is
// no such folder.
[[nodiscard]] std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder,
                                                          std::string_view extension);

// Folders that hold lessons, each a folder of its own with a lesson.toml. The first that has an id
// wins.
[[nodiscard]] std::vector<std::filesystem::path> lesson_places();

}  // namespace lanescope::lesson
