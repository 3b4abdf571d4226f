#include "app/window/panels/counts_panel.h"

#include "viz/scene/counts.h"

namespace lanescope::app {

void CountsPanel::content(Ui& ui, Session& session, const Rect& area) {
  if (!session.shown()) {
    return;
  }
  scene::CountsInput input;
  input.report = &session.shown()->report;
  const report::Event* event = session.event();
  if (event != nullptr && event->kind == report::EventKind::access) {
    input.site = event->site;
  }
  const scene::HitArea* hit =
      ui.picture("counts", scene::build_counts(input, ui.style(), area.w, area.h), area);
  if (hit != nullptr) {
    ui.tooltip(hit->tooltip);
  }
}

}  // namespace lanescope::app
