// What a path means that the user drops on the window or types: a lesson, a deck, or why neither.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/session/lecture/deck.h"

namespace lanescope::app {

struct Opening {
  std::filesystem::path lesson;  // a lesson's file; empty: it is none
  DeckPtr deck;                  // null: it is none
  // The lesson is a launch of a program (launch_lesson.h), whose other launches are to be seen.
  // With a refusal: the file is a program's source, which can be run.
  bool is_program = false;
  // If it is neither: the key of the text that says what it is and what to do, with these
  // arguments: {name}, {folder} (of the path), {path}, {detail}.
  std::string refusal{};
  std::string name{}, folder{}, path{}, detail{};
};

// Reads the files. Several paths open the lesson that they all belong to. `~` is the home folder.
[[nodiscard]] Opening what_opens(const std::vector<std::filesystem::path>& paths);

// The names of the kernels that a lesson can be written for, in the file's order; none if it can't
// be read.
[[nodiscard]] std::vector<std::string> kernels_in_file(const std::filesystem::path& file);

// A .cu with a main() that no lesson names.
[[nodiscard]] bool is_whole_program(const std::filesystem::path& file);

// A typed or pasted path: without blanks and quotes around it, `~` and file:// resolved.
[[nodiscard]] std::filesystem::path path_from(const std::string& typed);

}  // namespace lanescope::app
