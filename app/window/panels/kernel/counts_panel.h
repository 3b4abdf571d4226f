// The counts of the selected access next to those of the whole kernel.
#pragma once

#include <string>

#include "app/window/panels/base/panel.h"
#include "app/window/toolkit/animated_picture.h"

namespace lanescope::app {

class CountsPanel final : public Panel {
 public:
  // The table of accesses is seen, too.
  void stand_beside_table(bool is_seen) { beside_table_ = is_seen; }
  [[nodiscard]] AnimatedPicture& transition() { return transition_; }
  [[nodiscard]] const AnimatedPicture& transition() const { return transition_; }

 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  bool beside_table_ = false;
  AnimatedPicture transition_;  // animates changes of the numbers
  OutcomePtr shown_;            // in the last frame
  std::string title_;           // title of the counts in the last frame
};

}  // namespace lanescope::app
