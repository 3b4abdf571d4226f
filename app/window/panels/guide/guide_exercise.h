// The exercise at the end of a lesson: the task, its goals with progress, and the learner's own
// copy of the kernel.
#pragma once

#include "app/session/course/course.h"
#include "app/window/panels/guide/guide_flow.h"

namespace lanescope::app {

struct ExercisePress {
  bool own_copy = false;    // make the copy, or open it if it exists
  bool reset_copy = false;  // put the copy aside and return to the lesson as shipped
};

// `own_copy`: the path of the copy if the window shows it; otherwise empty.
ExercisePress draw_exercise(Ui& ui, GuideFlow& flow, Course& course, const std::string& own_copy);

}  // namespace lanescope::app
