// Shared by check-lessons and check-scenes: their options, the compilers to use, and the problems
// as text.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/command_line/command.h"
#include "kernels/compile/compile.h"
#include "kernels/lesson_file/lesson.h"

namespace lanescope::app {

struct CheckOptions {
  std::vector<std::string> names;  // ids or paths; empty: all shipped ones
  std::string compiler = "auto";
  bool files_only = false;  // runs nothing

  // `argument`: "LESSON".
  void add_to(Command& command, const char* argument, const char* about);
};

// Checks one lesson or deck. `compilers`: those to run it with; empty: files only.
using CheckOne = std::function<std::vector<lesson::Error>(
    const std::string& name, const std::vector<compile::Compiler>& compilers)>;

struct CheckedThing {
  const char* one;   // "lesson"
  const char* more;  // "lessons"
};

// Checks all `names`: one problem per line, then the totals. `before`: problems already found,
// printed first.
[[nodiscard]] Result check_all(const CheckOptions& options, const std::vector<std::string>& names,
                               const CheckedThing& thing, const CheckOne& check,
                               const std::vector<lesson::Error>& before = {});

}  // namespace lanescope::app
