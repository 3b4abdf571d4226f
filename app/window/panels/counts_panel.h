// The counts of the chosen access beside the whole kernel's.
#pragma once

#include <string>

#include "app/window/gliding_picture.h"
#include "app/window/panels/panel.h"

namespace lanescope::app {

class CountsPanel final : public Panel {
 public:
  [[nodiscard]] GlidingPicture& glide() { return glide_; }
  [[nodiscard]] const GlidingPicture& glide() const { return glide_; }

 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  GlidingPicture glide_;  // numbers roll over
  OutcomePtr shown_;      // in the last frame
  std::string title_;     // of what is counted, in the last frame
};

}  // namespace lanescope::app
