// The page of the maps: banks x time, arrays, the grid. Wheel and drag, or keys, zoom and pan; a
// click goes to the block, warp and event that a cell stands for.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/figures/launch_maps.h"
#include "app/window/keys.h"
#include "app/window/panels/panel.h"
#include "viz/scene/maps.h"

namespace lanescope::app {

class MapPanel final : public Panel {
 public:
  // Outlives the panel; without it there are no maps.
  void show(LaunchMaps& maps) { maps_ = &maps; }
  [[nodiscard]] const LaunchMaps* maps() const { return maps_; }
  // What a key does here, before it does anything else. False: nothing.
  bool press(const Binding& binding, Session& session);
  void next_map();
  // All of the map, and no cell of it chosen.
  void begin();
  // The button that leaves the page was pressed.
  [[nodiscard]] bool takes_back() { return std::exchange(wants_back_, false); }

  // In the last frame: where the cells were on the screen, which part of the map they show, and
  // which of them is pointed at.
  [[nodiscard]] const Rect& cells() const { return cells_; }
  [[nodiscard]] const std::optional<scene::MapView>& view() const { return view_; }
  [[nodiscard]] const std::optional<scene::MapCell>& pointed() const { return pointed_; }
  [[nodiscard]] const scene::MapFrame& frame() const { return frame_; }

 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  struct Button {
    const char* id;
    std::string label, tip;
    bool chosen = false;
  };
  [[nodiscard]] std::vector<Button> buttons_of(const text::Texts& texts) const;
  // Tabs of the maps and buttons; returns its height.
  float header(Ui& ui, const Rect& area);
  void push(std::string_view id);
  void follow_map(const scene::MapFieldPtr& map);
  void take_mouse(Ui& ui, const Rect& body, const Press& press);
  void zoom(double factor);
  // The keyboard's cell; the map follows it.
  void move(int across, int down);
  [[nodiscard]] scene::MapCell cursor() const;
  void go_to(scene::MapCell cell, Session& session);
  void go_to_row(const scene::MapField& map, std::uint32_t row, Session& session);
  void go_to_warp(std::uint64_t block, std::uint32_t warp, Session& session);

  LaunchMaps* maps_ = nullptr;
  std::optional<scene::MapView> view_;  // none: all of it
  scene::MapFrame frame_;               // of the last frame, and so the following
  Rect cells_;
  scene::MapFieldPtr map_;  // that it is of
  std::optional<scene::MapCell> cursor_, pointed_;
  float mouse_x_ = 0, mouse_y_ = 0;  // in the last frame
  bool by_key_ = false;              // the keyboard was used after the mouse
  bool dragging_ = false;
  float dragged_ = 0;  // pixels, since the button went down
  bool wants_back_ = false;
};

}  // namespace lanescope::app
