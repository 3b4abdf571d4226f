// The time of each variant: simulated, measured, recorded. Either a page of its own, or only bars
// in place of the table below the stage.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/window/panels/base/panel.h"
#include "app/window/toolkit/animated_picture.h"
#include "app/window/toolkit/widgets.h"

namespace lanescope::app {

class TimesPanel final : public PagePanel {
 public:
  // True: the panel is a page and takes the whole column. False: other controls draw into the right
  // end of its title row.
  void set_page(bool is_page) { is_page_ = is_page; }
  [[nodiscard]] AnimatedPicture& transition() { return transition_; }
  [[nodiscard]] const AnimatedPicture& transition() const { return transition_; }

 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  // In order of importance: if there is no room, the last ones are dropped.
  [[nodiscard]] std::vector<LabelledButton> buttons_of(const Session& session,
                                                       const text::Texts& texts) const;
  // Draws title and buttons; returns the height.
  float header(Ui& ui, Session& session, const Rect& area);
  // Draws what is timed, from `x`, centred on `middle`, at most `room` wide.
  void draw_title(Ui& ui, const Session& session, float x, float middle, float room) const;
  static void push(std::string_view id, Ui& ui, Session& session);

  AnimatedPicture transition_;  // animates bars and numbers to the next run's
  OutcomePtr shown_;            // in the last frame
  bool is_page_ = false;
};

}  // namespace lanescope::app
