// What keys of the window and the buttons that do the same act on.
#pragma once

#include "app/session/session.h"
#include "kernels/compile/compile.h"

namespace lanescope::app {

// The next usable compiler; automatic is always usable.
[[nodiscard]] compile::Compiler next_compiler(compile::Compiler now);

// The parameter shown as the large switch and toggled by the key P: PAD, if its range includes 0
// and 1. nullptr if there is none.
[[nodiscard]] const lesson::Parameter* pad_parameter(const LessonCard::Variant& variant);
[[nodiscard]] const lesson::Parameter* pad_parameter(const Session& session);
// The parameter that the key N steps: the first one other than PAD. nullptr if there is none.
[[nodiscard]] const lesson::Parameter* size_parameter(const LessonCard::Variant& variant);
[[nodiscard]] const lesson::Parameter* size_parameter(const Session& session);

}  // namespace lanescope::app
