#include "app/window/panels/base/panel.h"

#include "app/window/toolkit/widgets.h"

namespace lanescope::app {

void Panel::draw(Ui& ui, Session& session, const Rect& area) {
  if (area.w < 1 || area.h < 1) return;
  if (has_background()) draw_background(ui, area);
  ImGui::PushID(this);
  // Not the list's own: a panel that clips once more would leave its area to the mouse of all that
  // is drawn after it.
  ImGui::PushClipRect(ImVec2(area.x, area.y), ImVec2(right_of(area), bottom_of(area)), true);
  content(ui, session, area);
  ImGui::PopClipRect();
  if (has_background()) {
    draw_panel_edge(ui, area);  // drawn over content that touches the panel's edge
  }
  ImGui::PopID();
}

void say_not_run(Ui& ui, const Session& session, const Rect& area) {
  if (session.run().running()) return;
  ui.text(area.x + area.w / 2, area.y + area.h / 2, ui.texts().get("panel.after_run"),
          {FontRole::ui, picture::text_body, ui.palette().text_faint, picture::AlignX::center},
          area.w - ui.px(32));
}

}  // namespace lanescope::app
