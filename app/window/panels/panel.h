// What every panel is: a ground, an area that nothing leaves, and a content that each draws itself.
#pragma once

#include <string_view>

#include "app/session/session.h"
#include "app/window/ui.h"

namespace lanescope::app {

class Panel {
 public:
  Panel() = default;
  Panel(const Panel&) = delete;
  Panel& operator=(const Panel&) = delete;
  virtual ~Panel() = default;

  // Nothing is drawn in an area of no size.
  void draw(Ui& ui, Session& session, const Rect& area);
  // Pixels at the right end of its title that somebody else draws into.
  void keep_free(float width) { kept_free_ = width; }

 protected:
  [[nodiscard]] float kept_free() const { return kept_free_; }
  virtual void content(Ui& ui, Session& session, const Rect& area) = 0;
  // Panels without a ground of their own lie on the window's.
  [[nodiscard]] virtual bool has_ground() const { return true; }

 private:
  float kept_free_ = 0;
};

// In place of what a run would give, where there has been none; nothing while one is going on.
void say_not_run(Ui& ui, const Session& session, const Rect& area);

// What the key and the button change to.
[[nodiscard]] inline Subject other_subject(const Session& session) {
  return session.state().selection.subject == Subject::memory ? Subject::divergence
                                                              : Subject::memory;
}

}  // namespace lanescope::app
