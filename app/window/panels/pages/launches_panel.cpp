// The page of launches: its picture alone. A click or the arrow keys choose a box.

#include <algorithm>
#include <cmath>
#include <string>

#include <nlohmann/json.hpp>

#include "app/figures/pages/launches_page.h"
#include "app/window/panels/pages/page_panel.h"
#include "app/window/toolkit/widgets.h"

namespace lanescope::app {
namespace {

class LaunchesPanel final : public PagePanel {
 public:
  explicit LaunchesPanel(LaunchesPage& page) : page_(page) {}

  void add_to_view(ViewRequest& view, const Session& session) const override {
    const std::size_t box = page_.box(session);
    if (box > 0) view.page_argument = std::to_string(box);
  }
  void add_to_state(nlohmann::ordered_json& state, const Session& session,
                    bool is_open) const override {
    nlohmann::ordered_json& json = state["launches"];
    if (!is_open || !session.run().shown()) return;
    json["box"] = page_.box(session);
    json["boxes"] = picture::number_of_boxes(session.run().shown()->report);
  }
  [[nodiscard]] Restore remember(const Session& /*session*/, bool /*is_open*/) override {
    return [this, before = page_](Session&) { page_ = before; };
  }
  bool press(const Binding& binding, Ui& ui, Session& session) override;

 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  void offer_lesson(Ui& ui, const Session& session, const Rect& area);

  LaunchesPage& page_;
};

bool LaunchesPanel::press(const Binding& binding, Ui& /*ui*/, Session& session) {
  switch (binding.command) {
    case Command::event_next:
      return page_.move(1, 0, session);
    case Command::event_previous:
      return page_.move(-1, 0, session);
    case Command::line_next:
      return page_.move(0, 1, session);
    case Command::line_previous:
      return page_.move(0, -1, session);
    default:
      return false;
  }
}

// Below the words that this kernel launches none.
void LaunchesPanel::offer_lesson(Ui& ui, const Session& session, const Rect& area) {
  if (is_lecturing() || !session.run().shown() ||
      !session.run().shown()->report.launch_tree.empty())
    return;
  const std::string label = ui.texts().get("launches.open_lesson");
  const float w = std::min(button_width(ui, label), area.w);
  const float h = ui.px(control_height);
  const float y = area.y + area.h * 0.72F;
  if (y + h > bottom_of(area)) return;
  if (button(ui, "launches.open_lesson",
             {std::round(area.x + (area.w - w) / 2), std::round(y), w, h}, {.label = label})
          .pressed) {
    ui.ask(BeginLesson{"nested"});
  }
}

void LaunchesPanel::content(Ui& ui, Session& session, const Rect& area) {
  if (area.h < 1) return;
  Press press;
  const picture::HitArea* hit =
      ui.picture("launches", page_.picture(session, ui.style(), area.w, area.h), area, &press);
  offer_lesson(ui, session, area);
  if (hit == nullptr) return;
  ui.tooltip_beside_item(hit->tooltip);
  if (press.pressed && hit->kind == picture::HitKind::launch)
    page_.choose(static_cast<std::size_t>(hit->index));
}

}  // namespace

std::unique_ptr<PagePanel> make_launches_panel(const PageContents& contents) {
  return std::make_unique<LaunchesPanel>(contents.get<LaunchesPage>());
}

}  // namespace lanescope::app
