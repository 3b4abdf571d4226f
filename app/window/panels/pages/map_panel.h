// The maps page: banks x time, arrays, the grid. Wheel and drag, or keys, zoom and pan. A click on
// a cell selects its block, warp and event.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/figures/launch_maps.h"
#include "app/window/panels/base/panel.h"
#include "app/window/toolkit/keys.h"
#include "app/window/toolkit/widgets.h"
#include "viz/picture/maps/maps.h"

namespace lanescope::app {

class MapPanel final : public PagePanel {
 public:
  // The maps must outlive the panel; without them the page has none.
  void show(LaunchMaps& maps) { maps_ = &maps; }
  [[nodiscard]] const LaunchMaps* maps() const { return maps_; }
  // See LaunchMaps::mark().
  void mark(std::vector<report::ArrayDifferencePtr> differences, bool current) {
    if (maps_ != nullptr) {
      maps_->mark(std::move(differences), current);
    }
  }
  // Chooses the map of where this array differs.
  void choose_difference(const std::string& array);
  bool press(const Binding& binding, Ui& ui, Session& session) override;
  void set_seen(Session& session, bool seen) override;
  bool cancel(Session& session) override;
  void next_map();
  // Shows the whole map with no cell selected.
  void begin() override;

  // In the last frame: the area of the cells on the screen, the visible part of the map, and the
  // cell that the mouse or the keyboard points at.
  [[nodiscard]] const Rect& cells() const { return cells_; }
  [[nodiscard]] const std::optional<picture::MapView>& view() const { return view_; }
  [[nodiscard]] const std::optional<picture::MapCell>& pointed() const { return pointed_; }

 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  [[nodiscard]] std::vector<LabelledButton> buttons_of(const text::Texts& texts) const;
  // Tabs for the maps, and buttons; returns the height.
  float header(Ui& ui, const Rect& area);
  void push(std::string_view id);
  void follow_map(const picture::MapFieldPtr& map);
  void take_mouse(Ui& ui, const Rect& body, const Press& press);
  void zoom(double factor);
  // Moves the keyboard cursor; the view follows it.
  void move(int across, int down);
  [[nodiscard]] picture::MapCell cursor() const;
  void go_to(picture::MapCell cell, Session& session);
  void go_to_row(const picture::MapField& map, std::uint32_t row, Session& session);
  void go_to_warp(std::uint64_t block, std::uint32_t warp, Session& session);

  LaunchMaps* maps_ = nullptr;
  std::optional<picture::MapView> view_;  // none: the whole map
  picture::MapFrame frame_;  // of the last frame; also used for input before the next one
  Rect cells_;
  picture::MapFieldPtr map_;  // the map that view and cursor belong to
  std::optional<picture::MapCell> cursor_, pointed_;
  float mouse_x_ = 0, mouse_y_ = 0;  // in the last frame
  bool by_key_ = false;              // the keyboard was used last
  bool dragging_ = false;
  float dragged_ = 0;  // pixels since the button was pressed
};

}  // namespace lanescope::app
