// What each variant takes: simulated, measured, recorded. A page of its own, or bars alone in the
// place of the table below the stage.
#pragma once

#include "app/window/panels/panel.h"

namespace lanescope::app {

class TimesPanel final : public Panel {
 public:
  // A page has the whole column; otherwise somebody else draws into its title's right end.
  void set_page(bool is_page) { is_page_ = is_page; }
  // The button that opens the page, or leaves it, was pressed.
  [[nodiscard]] bool takes_page() { return std::exchange(wants_page_, false); }
  [[nodiscard]] bool takes_recordings() { return std::exchange(wants_recordings_, false); }

 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  // Title and buttons; returns its height.
  float header(Ui& ui, Session& session, const Rect& area);

  bool is_page_ = false;
  bool wants_page_ = false, wants_recordings_ = false;
};

// "measuring shared tile (2 of 6): on the GPU"
[[nodiscard]] std::string measuring_text(const Session& session, const text::Texts& texts);

}  // namespace lanescope::app
