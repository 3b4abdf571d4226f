// The machine page: its figures with their sources, and the kernel's occupancy.
#pragma once

#include "app/window/panels/base/panel.h"
#include "app/window/toolkit/scroll.h"

namespace lanescope::app {

class MachinePanel final : public PagePanel {
 public:
  void set_seen(Session& session, bool seen) override { session.machines().show(seen); }
  // Scrolls by keyboard: positive down, negative up.
  void scroll_by(float steps) { scroll_.by(steps); }

 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  Scroll scroll_;
};

}  // namespace lanescope::app
