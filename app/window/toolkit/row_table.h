// Common parts of the tables below the stage: a title with its badge, a row of column names, rows
// that scroll by the wheel and follow the selection, and the look of a row that can be pressed.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "app/session/run/run.h"
#include "app/window/toolkit/ui.h"

namespace lanescope::app {

class RowTable {
 public:
  // Draws the title and the badge MODEL, of the outcome's machine, at the top of `area`.
  // `kept_free`: pixels left free at the right end.
  static void title(Ui& ui, const Rect& area, const std::string& title, const Outcome& shown,
                    float kept_free);
  [[nodiscard]] static float title_height(Ui& ui);
  // The y coordinate of the middle of the column names.
  [[nodiscard]] static float names_y(Ui& ui, const Rect& area);
  // The y coordinate of the first row.
  [[nodiscard]] static float rows_y(Ui& ui, const Rect& area);
  [[nodiscard]] static float row_height(Ui& ui);

  // Calls `draw_row(index, rect)` for each visible row; draws a scroll rail if not all rows fit.
  // `moved_to`: a row to scroll into view.
  void rows(Ui& ui, const Rect& area, std::size_t count, std::optional<std::size_t> moved_to,
            const std::function<void(std::size_t, const Rect&)>& draw_row);

  // Call before and after drawing a row's content: background first, then the focus ring.
  static Press begin_row(Ui& ui, const std::string& id, const Rect& rect, bool chosen);
  static void end_row(Ui& ui, const Rect& rect, const Press& press);

 private:
  int first_ = 0;  // the top visible row
};

}  // namespace lanescope::app
