// The exercise at a lesson's end: the task, its goals with how far they are reached, the learner's
// own copy of the kernel.
#pragma once

#include "app/session/course/course.h"
#include "app/window/panels/guide_flow.h"

namespace lanescope::app {

struct ExercisePress {
  bool own_copy = false;  // to be made, or opened where it is
  bool shipped = false;   // put aside, the lesson as it was shipped
};

// `own_copy`: the path of the copy, where the window shows it; else empty.
ExercisePress draw_exercise(Ui& ui, GuideFlow& flow, Course& course, const std::string& own_copy);

}  // namespace lanescope::app
