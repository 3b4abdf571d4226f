// The kernel's text with what each line costs, and the chosen line. Before the first good run: the
// text alone, with the line that is wrong.
#pragma once

#include <optional>
#include <utility>

#include "app/window/panels/code_scroll.h"
#include "app/window/panels/panel.h"

namespace lanescope::app {

class CodePanel final : public Panel {
 public:
  // False: the text alone, without what each line costs.
  void show_costs(bool shown) { shows_costs_ = shown; }
  // A line was pressed, and with that chosen.
  [[nodiscard]] std::optional<int> takes_line() { return std::exchange(pressed_line_, {}); }

 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  CodeScroll scroll_;
  bool shows_costs_ = true;
  std::optional<int> pressed_line_;
};

}  // namespace lanescope::app
