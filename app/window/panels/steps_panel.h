// The page of a warp's life: what it executes, who takes part, what the registers of the chosen
// lane hold, and the access where there is one.
#pragma once

#include <optional>
#include <utility>

#include "app/session/steps/follower.h"
#include "app/window/keys.h"
#include "app/window/panels/panel.h"
#include "viz/scene/stage.h"
#include "viz/scene/steps.h"

namespace lanescope::app {

class StepsPanel final : public Panel {
 public:
  // What a key does here, before it does anything else. False: nothing.
  bool press(const Binding& binding, Session& session);
  [[nodiscard]] StepsFollower& follower() { return follower_; }
  [[nodiscard]] const StepsFollower& follower() const { return follower_; }
  // The button that leaves the page was pressed.
  [[nodiscard]] bool takes_back() { return std::exchange(wants_back_, false); }

 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  float header(Ui& ui, Session& session, const Rect& area);
  // Instead of the pictures: recording, or why there is no recording.
  void absence(Ui& ui, const Session& session, const Rect& area) const;
  [[nodiscard]] scene::StepsInput input() const;
  void draw_life(Ui& ui, Session& session, const Rect& area, const scene::StepsInput& input);
  void draw_list(Ui& ui, Session& session, const Rect& area, const scene::StepsInput& input);
  void draw_lanes(Ui& ui, const Rect& area, const scene::StepsInput& input);
  void draw_registers(Ui& ui, const Rect& area, const scene::StepsInput& input);
  void draw_foot(Ui& ui, const Session& session, const Rect& area, const scene::StepsInput& input);

  StepsFollower follower_;
  bool wants_back_ = false;
  std::size_t first_register_ = 0;
  std::optional<int> lane_under_mouse_;
  // Of the recording that is shown; walking all of it costs too much for each frame.
  StepsPtr life_of_;
  scene::Life life_;
  std::size_t life_columns_ = 0;
  struct LifeKey {
    StepsPtr steps;
    std::size_t step = 0;
    float width = 0, height = 0, scale = 0;
    scene::Theme theme = scene::Theme::dark;
    text::Language language = text::Language::english;
    bool operator==(const LifeKey&) const = default;
  };
  LifeKey life_key_;
  scene::DrawList life_picture_;
  // What lies in shared memory, of the outcome that is shown.
  OutcomePtr shared_use_of_;
  scene::SharedUse shared_use_;
};

}  // namespace lanescope::app
