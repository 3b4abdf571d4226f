// The stage: the chosen access as large as there is room for, and the buttons that walk its
// wavefronts.
#pragma once

#include <optional>

#include "app/window/gliding_picture.h"
#include "app/window/panels/panel.h"
#include "viz/scene/stage.h"

namespace lanescope::app {

class StagePanel final : public Panel {
 public:
  // The buttons that walk the wavefronts; nothing when the access has none.
  void draw_transport(Ui& ui, Session& session, const Rect& row);
  // Whether the panel draws what it stands on; not where one ground is under it and its buttons.
  void set_ground(bool own) { own_ground_ = own; }

  // Wavefronts follow each other by themselves until the last.
  [[nodiscard]] bool playing() const { return playing_; }
  void toggle_play(Session& session);
  // The next of Settings::play_speed.
  static void change_speed(Session& session);
  // Takes the next step when its time has come; the seconds until the one after it, or nothing when
  // not playing.
  std::optional<double> advance(Session& session, double now_s);

  // The picture on its way to another state of the same access.
  [[nodiscard]] GlidingPicture& glide() { return glide_; }
  [[nodiscard]] const GlidingPicture& glide() const { return glide_; }
  // Where the player is; nothing while all steps are shown, or there are none.
  struct Position {
    std::size_t group = 0, groups = 0;  // from 0
    std::size_t step = 0, steps = 0;    // of the group, from 0
  };
  [[nodiscard]] std::optional<Position> position(const Session& session) const;

 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;
  [[nodiscard]] bool has_ground() const override { return own_ground_; }

 private:
  [[nodiscard]] scene::PartedList picture(Ui& ui, const Session& session, const Rect& area) const;
  [[nodiscard]] scene::StageInput input_of(const Session& session,
                                           const report::Event& event) const;
  void follow(const Session& session);

  std::optional<int> lane_under_mouse_;
  bool own_ground_ = true;
  bool playing_ = false;
  std::optional<std::uint32_t>
      played_;  // what playing chose last: another choice is the user's, and ends it
  double next_step_s_ = 0;
  GlidingPicture glide_;
  // Of the last frame: what was looked at.
  OutcomePtr seen_;
  Selection seen_selection_;
  // Of the last outcome; costly to work out for long traces, so kept.
  OutcomePtr shared_use_of_;
  scene::SharedUse shared_use_;
};

}  // namespace lanescope::app
