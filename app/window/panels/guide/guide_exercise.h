// The exercise at the end of a lesson: the task, its goals with progress, and the learner's own
// copy of the kernel.
#pragma once

#include <string>

#include "app/session/course.h"
#include "app/window/panels/guide/text_column.h"

namespace lanescope::app {

// The file that the learner changes.
struct OwnFile {
  std::string path;     // empty: there can be none
  bool exists = false;  // false: it is made when it is opened
  std::string absence;  // why there can be none
  std::string trouble;  // why no editor has opened it; empty: nothing went wrong, or it was mended
  bool has_editor = true;  // false: none has opened a file; the path is what helps
};

struct ExerciseInput {
  const OwnFile& file;
  bool is_new = false;    // the grade was not shown before
  bool is_stale = false;  // the newest text did not run: the grade is of the one before
};

// Draws the exercise. What is pressed is asked of the window.
void draw_exercise(Ui& ui, TextColumn& flow, Course& course, const ExerciseInput& input);

// The exercise is not done as the learner's file is now.
[[nodiscard]] bool is_open(const Course& course);

}  // namespace lanescope::app
