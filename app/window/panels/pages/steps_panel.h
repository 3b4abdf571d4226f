// The page that follows one warp: the instructions it executes, the active lanes, the registers of
// the selected lane, and the memory access, if any.
#pragma once

#include <optional>

#include "app/session/steps_follower.h"
#include "app/window/panels/base/panel.h"
#include "app/window/toolkit/keys.h"
#include "viz/picture/access/stage.h"
#include "viz/picture/steps/steps.h"

namespace lanescope::app {

class StepsPanel final : public PagePanel {
 public:
  bool press(const Binding& binding, Ui& ui, Session& session) override;
  bool cancel(Session& session) override;
  [[nodiscard]] StepsFollower& follower() { return follower_; }
  [[nodiscard]] const StepsFollower& follower() const { return follower_; }

 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  float header(Ui& ui, Session& session, const Rect& area);
  // Shown instead of the pictures while recording, or if there is no recording.
  void absence(Ui& ui, Session& session, const Rect& area);
  [[nodiscard]] picture::StepsInput input() const;
  void draw_timeline(Ui& ui, Session& session, const Rect& area, const picture::StepsInput& input);
  void draw_list(Ui& ui, Session& session, const Rect& area, const picture::StepsInput& input);
  void draw_lanes(Ui& ui, const Rect& area, const picture::StepsInput& input);
  void draw_registers(Ui& ui, const Rect& area, const picture::StepsInput& input);
  void draw_foot(Ui& ui, const Session& session, const Rect& area,
                 const picture::StepsInput& input);

  StepsFollower follower_;
  std::size_t first_register_ = 0;
  std::optional<int> lane_under_mouse_;
  // Cached for the recording shown: walking the whole recording in every frame costs too much.
  StepsPtr timeline_of_;
  picture::Timeline timeline_;
  std::size_t timeline_columns_ = 0;
  struct TimelineKey {
    StepsPtr steps;
    std::size_t step = 0;
    float width = 0, height = 0, scale = 0;
    picture::Theme theme = picture::Theme::dark;
    std::string language;
    bool operator==(const TimelineKey&) const = default;
  };
  TimelineKey timeline_key_;
  SharedPicture timeline_picture_;
  // Shared memory use, cached for the outcome shown.
  OutcomePtr shared_use_of_;
  picture::SharedUse shared_use_;
};

}  // namespace lanescope::app
