// Temporary overlays: the list of keys, the lessons, the variants.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/window/toolkit/ui.h"

namespace lanescope::app {

// An overlay's background. draw_veil dims the window; draw_sheet draws the sheet itself.
void draw_veil(Ui& ui);
void draw_sheet(Ui& ui, const Rect& sheet);
// Draws the sheet's close button at its corner, above all else. True: it or the part outside of the
// sheet was clicked.
[[nodiscard]] bool is_dismissed(Ui& ui, const Rect& sheet);
// A sheet of this size in pixels, in the middle of the window. `above`: the part of the free height
// that is above it, as a divisor: 2 is half, 3 a third.
[[nodiscard]] Rect sheet_in_middle(const Ui& ui, float w, float h, float above = 2);
// A sheet of this size that hangs below the button, as far as it fits into the window.
[[nodiscard]] Rect sheet_below(const Ui& ui, float w, float h, const Rect& button);
// A wide sheet in the middle, as high as its rows need: a title above them, a foot below.
struct RowsSheet {
  Rect sheet;
  Rect rows;                   // where they are seen
  float head = 0, foot = 0;    // heights, in pixels
  float pad = 0, title_w = 0;  // the title begins at `pad`
};
// Draws the veil, the sheet and its title. `content`: the rows' height.
[[nodiscard]] RowsSheet draw_rows_sheet(Ui& ui, const std::string& title, float content);
// A row under a mouse that moves or scrolls, which then becomes the current one. A mouse that
// doesn't move must not override the arrow keys.
[[nodiscard]] bool moved_over(const Press& press);

// A list to choose from by mouse or arrow keys.
class Menu {
 public:
  struct Entry {
    std::string title;
    std::string detail{};        // dimmed, on the right; may be empty
    bool usable = true;          // false: e.g. a lesson that can't be read, listed with its error
    std::optional<bool> mark{};  // a checkbox before the title
  };
  void open(std::vector<Entry> entries, std::size_t chosen);
  void move(int direction);
  void go_to(std::size_t index);
  [[nodiscard]] std::size_t current() const { return current_; }

  struct Answer {
    std::optional<std::size_t> chosen;
    bool dismissed = false;
  };
  // `note`: a line below the entries; may be empty. `button`: opened the menu, which then hangs
  // below it; nullopt: the menu stands in the middle.
  Answer draw(Ui& ui, const std::string& title, const std::string& note = {},
              const std::optional<Rect>& button = std::nullopt);

 private:
  void scroll(Ui& ui, const Rect& sheet, float title_h, std::size_t visible);

  std::vector<Entry> entries_;
  std::size_t current_ = 0;
  std::size_t first_ = 0;                     // visible
  std::optional<std::size_t> shown_current_;  // the last that was brought into view
};

}  // namespace lanescope::app
