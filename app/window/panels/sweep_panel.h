// The page of the sweeps: one parameter over its values, as a plot or a map. A click on a point
// loads its values and stays here.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/session/sweeps/table.h"
#include "app/window/keys.h"
#include "app/window/panels/panel.h"
#include "viz/scene/sweep.h"

namespace lanescope::app {

class SweepPanel final : public Panel {
 public:
  // What a key does here, before it does anything else. False: nothing.
  bool press(const Binding& binding, Session& session);
  // The point under the mouse, else the one that the keyboard is on.
  [[nodiscard]] std::optional<std::size_t> pointed() const { return pointed_; }
  // Where the points that the mouse can meet were in the last frame, on the screen.
  [[nodiscard]] const std::vector<Rect>& points() const { return points_; }
  [[nodiscard]] std::size_t quantity() const { return quantity_; }
  // The first of the sweep's counts, and no point chosen.
  void begin() {
    quantity_ = 0;
    cursor_.reset();
  }
  // The button that leaves the page was pressed; what is to be saved, if anything.
  [[nodiscard]] bool takes_back() { return std::exchange(wants_back_, false); }
  enum class Save : std::uint8_t { none, csv, picture };
  [[nodiscard]] Save takes_save() { return std::exchange(wants_, Save::none); }
  // The points as they are drawn, and their picture as it is.
  [[nodiscard]] const SweepTable& table(const Session& session);
  [[nodiscard]] scene::SweepInput input(const Session& session, const text::Texts& texts);

 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  struct Button {
    const char* id;
    std::string label, tip;
    bool chosen = false;
  };
  [[nodiscard]] std::vector<Button> buttons_of(const Session& session, const text::Texts& texts);
  // Tabs of the sweeps and buttons; returns its height.
  float header(Ui& ui, Session& session, const Rect& area);
  void push(std::string_view id, Session& session);
  void move(int across, int down, const Session& session);
  void toggle_quantity(const Session& session);

  std::optional<SweepTable> table_;
  std::uint64_t revision_ = 0;
  std::optional<std::size_t> cursor_, pointed_;
  std::vector<Rect> points_;
  float mouse_x_ = 0, mouse_y_ = 0;  // in the last frame
  bool by_key_ = false;              // the keyboard was used after the mouse
  std::size_t quantity_ = 0;
  Save wants_ = Save::none;
  bool wants_back_ = false;
};

}  // namespace lanescope::app
