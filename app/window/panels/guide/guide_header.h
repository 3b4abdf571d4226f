// Parts of the guide's head that other parts of the panel use, too.
#pragma once

#include <string>

#include "app/session/course.h"
#include "app/window/toolkit/ui.h"

namespace lanescope::app {

[[nodiscard]] std::string lesson_title(const Ui& ui, const Session& session);
// Steps and exercise together.
[[nodiscard]] std::size_t places(const Course& course);
// Marks, at the right end, that part of the text is not translated; returns the width used.
float draw_untranslated(Ui& ui, const Course& course, float right, float middle);

}  // namespace lanescope::app
