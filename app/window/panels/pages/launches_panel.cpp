// The page of launches: its picture alone.

#include "app/figures/pages/launches_page.h"
#include "app/window/panels/pages/page_panel.h"
#include "app/window/toolkit/widgets.h"

namespace lanescope::app {
namespace {

class LaunchesPanel final : public PagePanel {
 protected:
  void content(Ui& ui, Session& session, const Rect& area) override {
    if (area.h < 1) return;
    const OutcomePtr outcome = session.shown();
    const picture::HitArea* hit = ui.picture(
        "launches",
        launches_picture(outcome ? &outcome->report : nullptr, ui.style(), area.w, area.h), area);
    if (hit != nullptr) ui.tooltip(hit->tooltip);
  }
};

}  // namespace

std::unique_ptr<PagePanel> make_launches_panel(const PageContents& /*contents*/) {
  return std::make_unique<LaunchesPanel>();
}

}  // namespace lanescope::app
