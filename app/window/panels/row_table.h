// What the tables of a page below the stage share: a title with its badge, a line of column names,
// rows that scroll by the wheel and follow what is chosen, and how a row shows that it can be
// pressed.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "app/window/ui.h"

namespace lanescope::app {

class RowTable {
 public:
  // The title and MODEL, at the top of `area`; `kept_free`: pixels at its right end.
  static void title(Ui& ui, const Rect& area, const std::string& title, float kept_free);
  [[nodiscard]] static float title_height(Ui& ui);
  // The middle of the line of column names.
  [[nodiscard]] static float names_y(Ui& ui, const Rect& area);
  // Where the rows begin.
  [[nodiscard]] static float rows_y(Ui& ui, const Rect& area);
  [[nodiscard]] static float row_height(Ui& ui);

  // The rows that fit, each by `draw_row(index, rect)`, and how much there is when not all do.
  // `moved_to`: the row that is to be seen from now on.
  void rows(Ui& ui, const Rect& area, std::size_t count, std::optional<std::size_t> moved_to,
            const std::function<void(std::size_t, const Rect&)>& draw_row);

  // Around what a row says: its ground before, and the ring of the keyboard's focus after.
  static Press begin_row(Ui& ui, const std::string& id, const Rect& rect, bool chosen);
  static void end_row(Ui& ui, const Rect& rect, const Press& press);

 private:
  int first_ = 0;  // the row at the top
};

}  // namespace lanescope::app
