// The stage: the chosen access as large as there is room for, and the buttons that walk its
// wavefronts.
#pragma once

#include <optional>

#include "app/window/panels/panel.h"
#include "viz/scene/stage.h"

namespace lanescope::app {

class StagePanel final : public Panel {
 public:
  // The buttons that walk the wavefronts; nothing when the access has none.
  void draw_transport(Ui& ui, Session& session, const Rect& row);

  // Wavefronts follow each other by themselves until the last.
  [[nodiscard]] bool playing() const { return playing_; }
  void toggle_play(Session& session);
  // Takes the next step when its time has come; the seconds until the one after it, or nothing when
  // not playing.
  std::optional<double> advance(Session& session, double now_s);

 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  [[nodiscard]] scene::DrawList picture(Ui& ui, const Session& session, const Rect& area) const;

  std::optional<int> lane_under_mouse_;
  bool playing_ = false;
  std::optional<std::uint32_t>
      played_;  // what playing chose last: another choice is the user's, and ends it
  double next_step_s_ = 0;
  // Of the last outcome; costly to work out for long traces, so kept.
  OutcomePtr shared_use_of_;
  scene::SharedUse shared_use_;
};

}  // namespace lanescope::app
