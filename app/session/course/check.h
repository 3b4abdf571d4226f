// What is wrong with a lesson and its guide: everything that its author can mend, with file and
// line. `lanescope check-lessons` prints it, a test wants none of it of the shipped lessons.
#pragma once

#include <string>
#include <vector>

#include "app/session/run.h"
#include "kernels/lesson_file/lesson.h"

namespace lanescope::app {

// Of the files alone; runs nothing: texts, views, expressions, facts named in prose, how many steps
// and questions there are. A broken guide is its one error; so is a missing one.
[[nodiscard]] std::vector<lesson::Error> check_files(const lesson::Lesson& lesson);

// Runs every variant and step by one compiler: no finding but those that a variant `provokes`, and
// those found; every question has one truth that may be answered; where the exercise begins does
// not pass, its solution does.
[[nodiscard]] std::vector<lesson::Error> check_runs(const lesson::Lesson& lesson,
                                                    compile::Compiler compiler);

}  // namespace lanescope::app
