// Checks a lesson and its guide: every problem that its author can fix, with file and line.
// `lanescope check-lessons` prints them; a test expects none for the shipped lessons.
#pragma once

#include <string>
#include <vector>

#include "app/session/run/run.h"
#include "kernels/lesson_file/lesson.h"

namespace lanescope::app {

// Checks the files without running anything: texts, views, expressions, facts named in prose, the
// number of steps and questions. A broken or missing guide is reported as one error.
[[nodiscard]] std::vector<lesson::Error> check_files(const lesson::Lesson& lesson);

// Runs every variant and step with each compiler and checks: findings are exactly those that a
// variant `provokes`; every question has exactly one true answer, which is a valid answer; the
// exercise's starting point does not pass and its solution does. Only NVRTC compiles a kernel that
// launches kernels: if it is among the compilers, that clang cannot is no mistake.
[[nodiscard]] std::vector<lesson::Error> check_runs(
    const lesson::Lesson& lesson, const std::vector<compile::Compiler>& compilers);

}  // namespace lanescope::app
