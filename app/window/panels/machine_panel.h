// The machine's page: its figures with their sources, and how the kernel fills it.
#pragma once

#include <utility>

#include "app/window/panels/panel.h"
#include "app/window/scroll.h"

namespace lanescope::app {

class MachinePanel final : public Panel {
 public:
  // The button that leaves the page, or opens the list of machines, was pressed.
  [[nodiscard]] bool takes_page() { return std::exchange(wants_page_, false); }
  [[nodiscard]] bool takes_machines() { return std::exchange(wants_machines_, false); }

  // By the keyboard: steps down, negative up.
  void scroll_by(float steps) { scroll_.by(steps); }

 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  bool wants_page_ = false, wants_machines_ = false;
  Scroll scroll_;
};

}  // namespace lanescope::app
