// The machine page: its figures with their sources, and the kernel's occupancy.

#include <algorithm>
#include <cmath>

#include "app/figures/pages/machine_page.h"
#include "app/window/panels/pages/page_panel.h"
#include "app/window/toolkit/scroll.h"
#include "app/window/toolkit/widgets.h"
#include "viz/picture/core/frame.h"

namespace lanescope::app {
namespace {

constexpr float header_height = 48;  // units

// Why no machine can be shown.
std::string error_of(const Session& session, const text::Texts& texts) {
  const std::string& id = session.state().machine;
  for (const machine::Entry& entry : session.machines().all()) {
    if (machine::requested_id(entry.id) == id && !entry.profile)
      return texts.get("machine.broken", fmt::arg("error", entry.profile.error().formatted()));
  }
  return texts.get("machine.not_known");
}

class MachinePanel final : public PagePanel {
 public:
  bool scroll_by(float steps) override {
    scroll_.by(steps);
    return true;
  }
  Pressed press_anywhere(const Binding& binding, bool /*is_open*/, Ui& /*ui*/,
                         Session& session) override {
    if (binding.command != Command::next_machine) return Pressed::no;
    session.machines().move(1);
    return Pressed::yes;
  }

 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  Scroll scroll_;
};

}  // namespace

void MachinePanel::content(Ui& ui, Session& session, const Rect& area) {
  const text::Texts& texts = ui.texts();
  const float h = ui.px(30);
  const float middle = area.y + ui.px(header_height) / 2 + ui.px(2);
  float right = right_of(area) - ui.px(16);
  const auto next_area = [&](const std::string& label) {
    const float w = button_width(ui, label);
    right -= w;
    const Rect box{right, std::round(middle - h / 2), w, h};
    right -= ui.px(6);
    return box;
  };
  const std::string menu = texts.get("machine.menu_button");
  const std::string menu_tip = texts.get("machine.menu_tip");
  if (button(ui, "machine.menu", next_area(menu), {.label = menu, .tooltip = menu_tip}).pressed)
    ui.ask(OpenOverlay{Overlay::machines});
  ui.text(area.x + ui.px(16), middle, texts.get("machine.title"),
          {FontRole::ui_bold, picture::text_title, ui.palette().text},
          std::max(0.0F, right - area.x - ui.px(32)));
  const Rect body{area.x, area.y + ui.px(header_height), area.w, area.h - ui.px(header_height)};
  if (body.h < 1) return;
  const machine::ProfilePtr profile = session.machines().chosen();
  if (profile == nullptr) {
    ui.paint(picture::build_message_view(texts.get("machine.title"), error_of(session, texts),
                                         ui.style(), body.w, body.h),
             body);
    return;
  }
  const picture::MachineInput input = machine_input(session, *profile);
  const float height = std::max(body.h, picture::machine_height(input, ui.style(), body.w));
  const float up = scroll_.begin(ui, body, height);
  ui.list().PushClipRect(ImVec2(body.x, body.y), ImVec2(right_of(body), bottom_of(body)), true);
  const picture::HitArea* hit =
      ui.picture("machine", picture::build_machine(input, ui.style(), body.w, height),
                 {body.x, body.y - up, body.w, height});
  ui.list().PopClipRect();
  scroll_.draw_rail(ui, body, height);
  if (hit != nullptr && body.contains(ImGui::GetMousePos().x, ImGui::GetMousePos().y))
    ui.tooltip_beside_item(hit->tooltip);
}

std::unique_ptr<PagePanel> make_machine_panel(const PageContents& /*contents*/) {
  return std::make_unique<MachinePanel>();
}

}  // namespace lanescope::app
