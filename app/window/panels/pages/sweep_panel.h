// The sweep page: one parameter over its values, as a plot or a map. A click on a point loads its
// values and stays on the page.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/sweeps/table.h"
#include "app/window/panels/base/panel.h"
#include "app/window/toolkit/keys.h"
#include "app/window/toolkit/widgets.h"
#include "viz/picture/sweep/sweep.h"

namespace lanescope::app {

class SweepPanel final : public PagePanel {
 public:
  bool press(const Binding& binding, Ui& ui, Session& session) override;
  void set_seen(Session& session, bool seen) override { session.sweeps().show(seen); }
  bool cancel(Session& session) override;
  // The point under the mouse; otherwise the one at the keyboard cursor.
  [[nodiscard]] std::optional<std::size_t> pointed() const { return pointed_; }
  // Where the last frame drew the points, in device pixels. For the state file.
  [[nodiscard]] const std::vector<Rect>& points() const { return points_; }
  [[nodiscard]] std::size_t quantity() const { return quantity_; }
  // Resets the page: the sweep's first count, no point selected.
  void begin() override {
    quantity_ = 0;
    cursor_.reset();
  }
  // The points as drawn, and the input of their picture.
  [[nodiscard]] const SweepTable& table(const Session& session);
  [[nodiscard]] picture::SweepInput input(const Session& session, const text::Texts& texts);

 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  [[nodiscard]] std::vector<LabelledButton> buttons_of(const Session& session,
                                                       const text::Texts& texts);
  // Tabs for the sweeps, and buttons; returns the height.
  float header(Ui& ui, Session& session, const Rect& area);
  void push(std::string_view id, Ui& ui, Session& session);
  void move(int across, int down, const Session& session);
  void next_quantity(const Session& session);

  std::optional<SweepTable> table_;
  std::uint64_t revision_ = 0;
  std::optional<std::size_t> cursor_, pointed_;
  std::vector<Rect> points_;
  float mouse_x_ = 0, mouse_y_ = 0;  // in the last frame
  bool by_key_ = false;              // the keyboard was used last
  std::size_t quantity_ = 0;
};

}  // namespace lanescope::app
