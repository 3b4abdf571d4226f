// The stage: the selected access, as large as fits, and the player controls for its wavefronts.
#pragma once

#include <optional>

#include "app/figures/kernel_inputs.h"
#include "app/window/panels/base/panel.h"
#include "app/window/panels/kernel/wavefront_player.h"
#include "app/window/toolkit/animated_picture.h"

namespace lanescope::app {

class StagePanel final : public Panel {
 public:
  // The player controls; draws nothing if the access has no wavefronts.
  void draw_transport(Ui& ui, Session& session, const Rect& row);
  // Whether the panel draws its own background; false if one background covers the panel and its
  // buttons.
  void set_own_background(bool own) { own_background_ = own; }
  // While a question is open, the picture's line of code has no comment.
  void cover(bool covered) { is_covered_ = covered; }

  // The player advances by itself until the last wavefront.
  [[nodiscard]] bool playing() const { return player_.playing(); }
  void toggle_play(Session& session);
  // Switches to the next speed of Settings::play_speed.
  static void change_speed(Session& session);
  // See WavefrontPlayer.
  std::optional<double> advance(Session& session, double now_s);

  // Animates changes within the same access.
  [[nodiscard]] AnimatedPicture& transition() { return transition_; }
  [[nodiscard]] const AnimatedPicture& transition() const { return transition_; }
  // The player's position; nothing if all steps are shown or there are none.
  struct Position {
    std::size_t group = 0, groups = 0;        // from 0
    std::size_t in_group = 0, positions = 0;  // in the group, from 0
  };
  [[nodiscard]] std::optional<Position> position(const Session& session) const;

 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;
  [[nodiscard]] bool has_background() const override { return own_background_; }

 private:
  [[nodiscard]] StageContent content_of(const Session& session, const text::Texts& texts);
  void follow(const Session& session);

  std::optional<int> lane_under_mouse_;
  bool own_background_ = true;
  bool is_covered_ = false;
  WavefrontPlayer player_;
  AnimatedPicture transition_;
  // What was shown in the last frame.
  OutcomePtr seen_;
  Selection seen_selection_;
  SharedUseOf shared_use_;
};

}  // namespace lanescope::app
