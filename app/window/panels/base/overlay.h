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
[[nodiscard]] bool clicked_outside(const Rect& sheet);

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
  void step(int direction);
  void go_to(std::size_t index);
  [[nodiscard]] std::size_t current() const { return current_; }

  struct Answer {
    std::optional<std::size_t> chosen;
    bool dismissed = false;
  };
  Answer draw(Ui& ui, const std::string& title);

 private:
  std::vector<Entry> entries_;
  std::size_t current_ = 0;
};

}  // namespace lanescope::app
