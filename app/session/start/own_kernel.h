// A small lesson to begin one's own kernel with: copied from the shipped files, then the user's.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "kernels/lesson_file/lesson.h"

namespace lanescope::app {

struct OwnKernel {
  std::filesystem::path lesson, kernel;  // lesson.toml and the kernel's file
};

// $XDG_DATA_HOME/lanescope/kernels-of-mine (default ~/.local/share/...).
[[nodiscard]] std::filesystem::path own_kernels_folder();

// Makes a new folder there, "kernel-1" or the next free name, and copies the files with comments in
// that language into it (English where there are none). The error says what could not be written.
[[nodiscard]] tl::expected<OwnKernel, std::string> make_own_kernel(const std::string& language);

// The text of the kernel that make_own_kernel() copies; empty if the shipped files are missing.
[[nodiscard]] std::string starter_text(const std::string& language);

// What a lesson file cannot say. The lines that stand in its place are marked with this.
inline constexpr const char* by_hand_mark = "by hand: ";

// A lesson.toml for a kernel that has none: what can be told from its text, and guesses to be
// changed for the rest.

// The text of a lesson.toml for that kernel of the text (kernel_in_text.h). What a lesson file
// cannot say gets a stand-in, with a comment that begins with "by hand: ". A structure that is
// passed by value has the members of its definition in the text. The block is that of the first
// launch in the text, NAME<<<grid, block>>>, else that of the kernel's indices, blockIdx.x * TILE +
// threadIdx.x, where it is made of integers with a name or without one. `comment`: its first line.
// `include`: header_folders_for(). The error says what keeps it from being written.
[[nodiscard]] tl::expected<std::string, std::string> lesson_text_for(
    std::string_view kernel_text, const std::string& file_name, const std::string& comment,
    const std::string& kernel = {}, const std::vector<std::string>& include = {});

// What a written lesson file says of the launch, and that it is guessed.
struct GuessedLaunch {
  std::string size = "N";  // the lesson's parameter
  bool has_rows = false;   // it is that of rows and of columns
  std::string grid, block;
  lesson::LaunchGuess from = lesson::LaunchGuess::all;
};
// [params] and [launch].
[[nodiscard]] std::string launch_text_for(const GuessedLaunch& launch);

// The lines of a lesson file that are to be written by hand, each with its place.
[[nodiscard]] std::vector<std::string> lines_by_hand(const std::filesystem::path& lesson);

// Whether the file is in a folder of shipped lessons.
[[nodiscard]] bool is_in_lesson_folders(const std::filesystem::path& file);
// The lesson file is the user's to change: it is none that ships, of an exercise's copy, or of a
// launch that is kept in the cache.
[[nodiscard]] bool is_users_own(const std::filesystem::path& file_of_lesson);

// Writes it beside the kernel's file: lesson.toml, or KERNEL.lesson.toml if another kernel has
// that. Never writes over a file that is there. Returns its path.
[[nodiscard]] tl::expected<std::filesystem::path, std::string> write_lesson_for(
    const std::filesystem::path& kernel_file, const std::string& comment,
    const std::string& kernel = {});

}  // namespace lanescope::app
