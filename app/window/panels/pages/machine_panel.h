// The machine page: its figures with their sources, and the kernel's occupancy.
#pragma once

#include <utility>

#include "app/window/panels/base/panel.h"
#include "app/window/toolkit/scroll.h"

namespace lanescope::app {

class MachinePanel final : public Panel {
 public:
  // True once if the button that leaves the page, or opens the list of machines, was pressed.
  [[nodiscard]] bool takes_page() { return std::exchange(wants_page_, false); }
  [[nodiscard]] bool takes_machines() { return std::exchange(wants_machines_, false); }

  // Scrolls by keyboard: positive down, negative up.
  void scroll_by(float steps) { scroll_.by(steps); }

 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  bool wants_page_ = false, wants_machines_ = false;
  Scroll scroll_;
};

}  // namespace lanescope::app
