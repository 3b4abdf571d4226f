// The selected warp's memory instructions in execution order, with selectors for the block and the
// warp.
#pragma once

#include <cstddef>
#include <optional>

#include "app/window/panels/base/panel.h"
#include "app/window/toolkit/control_flow.h"

namespace lanescope::app {

class StripPanel final : public Panel {
 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  // `picks_access`: also which access, for want of the strip.
  void selectors(Ui& ui, Session& session, ControlFlow& flow, bool picks_access);
  static void access_selector(Ui& ui, Session& session, ControlFlow& flow);
  static void warp_selector(Ui& ui, Session& session, const report::Report& report,
                            ControlFlow& flow);
  static void block_selector(Ui& ui, Session& session, const report::Report& report,
                             std::size_t axis, ControlFlow& flow);
  void strip(Ui& ui, Session& session, const Rect& area);

  std::optional<std::size_t> first_;  // the first event shown in the last frame
  std::size_t events_ = 0;            // in the last frame
};

}  // namespace lanescope::app
