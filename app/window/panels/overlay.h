// What lies over the window for a moment: the list of keys, the lessons, the variants.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/window/ui.h"

namespace lanescope::app {

// The ground of such a thing: what lies below is dimmed; the sheet itself; a click beside it.
void draw_veil(Ui& ui);
void draw_sheet(Ui& ui, const Rect& sheet);
[[nodiscard]] bool clicked_outside(const Rect& sheet);

// Every key and what it does, in columns that fit. True while the mouse asks to close it.
bool draw_key_list(Ui& ui);

// A list to choose from, walked by the arrow keys as well.
class Menu {
 public:
  struct Entry {
    std::string title;
    std::string detail;          // dim, at the right; may be empty
    std::optional<bool> mark{};  // a box before the title, ticked or not
    bool usable = true;          // a broken lesson is listed with its error and cannot be chosen
  };
  void open(std::vector<Entry> entries, std::size_t chosen);
  void step(int direction);
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
