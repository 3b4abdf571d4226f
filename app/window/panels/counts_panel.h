// The counts of the chosen access beside the whole kernel's.
#pragma once

#include "app/window/panels/panel.h"

namespace lanescope::app {

class CountsPanel final : public Panel {
 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;
};

}  // namespace lanescope::app
