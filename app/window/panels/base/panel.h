// Base class of all panels: draws the background, clips to the area, and calls content().
#pragma once

#include <string_view>

#include "app/session/session.h"
#include "app/window/toolkit/ui.h"

namespace lanescope::app {

class Panel {
 public:
  Panel() = default;
  Panel(const Panel&) = delete;
  Panel& operator=(const Panel&) = delete;
  virtual ~Panel() = default;

  // Draws nothing if the area is empty.
  void draw(Ui& ui, Session& session, const Rect& area);
  // Pixels at the right end of the title row that the panel leaves to other controls.
  void keep_free(float width) { kept_free_ = width; }

 protected:
  [[nodiscard]] float kept_free() const { return kept_free_; }
  virtual void content(Ui& ui, Session& session, const Rect& area) = 0;
  // False: the panel has no background of its own.
  [[nodiscard]] virtual bool has_background() const { return true; }

 private:
  float kept_free_ = 0;
};

// Shown in place of results before the first run; draws nothing during a run.
void say_not_run(Ui& ui, const Session& session, const Rect& area);

// The subject that the key and the button switch to.
[[nodiscard]] inline Subject other_subject(const Session& session) {
  return session.state().selection.subject == Subject::memory ? Subject::divergence
                                                              : Subject::memory;
}

}  // namespace lanescope::app
