// The chosen warp's memory instructions in the order it executed them; which warp, of which block.
#pragma once

#include "app/window/panels/panel.h"

namespace lanescope::app {

class StripPanel final : public Panel {
 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  void selectors(Ui& ui, Session& session, const Rect& row);
  void strip(Ui& ui, Session& session, const Rect& area);
};

}  // namespace lanescope::app
