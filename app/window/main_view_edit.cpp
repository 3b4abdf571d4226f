// Changing the kernel's text in the window.
#include <fmt/format.h>

#include "app/figures/appearance.h"
#include "app/session/course/exercise.h"
#include "app/session/start/own_program.h"
#include "app/window/main_view.h"

namespace lanescope::app {

// The text that runs is a file, and no question is open whose answer it would give away.
bool MainView::can_edit(const Session& session) const {
  const LessonCard::Variant* variant = session.variant();
  if (lecturing() || covered(session) || variant == nullptr || variant->source_path.empty())
    return false;
  const OutcomePtr& shown = session.run().shown();
  return !shown || shown->resolved.ptx_path.empty();
}

bool MainView::shows_editor(const Session& session) const {
  return editor_.open() && !lecturing() && !covered(session);
}

// A shipped lesson is changed in a folder of the user's, and what was changed before is there. All
// else is changed where it is.
void MainView::edit_kernel(int line, Session& session) {
  if (!can_edit(session)) {
    const text::Texts texts = texts_of(session.state().settings);
    return status_.say(texts.get(covered(session) ? "page.covered"
                                 : own_program(session.state().lesson).has_value()
                                     ? "edit.of_program"
                                     : "edit.cannot"));
  }
  const LessonCard::Variant variant = *session.variant();
  const auto lesson = lesson::find(session.state().lesson);
  if (!lesson) return status_.say(lesson.error().formatted());
  std::filesystem::path kernel = variant.source_path;
  const int caret = line > 0 ? line : session.state().selection.line;
  std::string side;
  if (is_shipped(*lesson) && course() != nullptr && course()->at_exercise())
    return edit_own_copy(session);
  if (is_shipped(*lesson)) {
    const auto copy = edited_copy(*lesson, kernel.filename().string());
    if (!copy) return status_.say(copy.error());
    kernel = copy->kernel;
    State state = session.state();
    state.lesson = copy->lesson.string();
    session.show_state(state);
  }
  const std::filesystem::path original = shipped_text_of(kernel);
  if (!original.empty()) side = fmt::format("lesson={},variant={}", lesson->id(), variant.name);
  if (const auto begun = editor_.begin(kernel, original, caret); !begun)
    return status_.say(begun.error());
  editor_.compare_by(std::move(side));
}

void MainView::edit_own_copy(Session& session) {
  const auto copy = guide_.course()->open_own_copy();
  if (!copy) return status_.say(copy.error());
  edit_kernel(0, session);
}

}  // namespace lanescope::app
