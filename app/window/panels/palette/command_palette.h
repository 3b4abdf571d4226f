// The command palette: a field to type in, and the list of what fits.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/window/panels/base/typed_filter.h"
#include "app/window/panels/palette/palette_entries.h"
#include "app/window/toolkit/scroll.h"
#include "app/window/toolkit/ui.h"

namespace lanescope::app {

class CommandPalette {
 public:
  void open(const PaletteSources& sources, bool by_slash = false);
  void step(int direction);
  void erase(const PaletteSources& sources);
  // The entry at the keyboard cursor, or null. Returns it once it is to be carried out: an entry
  // that completes the filter does only that.
  std::optional<PaletteEntry> choose(const PaletteSources& sources);
  [[nodiscard]] const std::string& filter() const { return filter_.text(); }
  // What fits the filter, in the order shown.
  [[nodiscard]] const std::vector<PaletteEntry>& matches() const { return matches_; }
  [[nodiscard]] std::size_t current() const { return current_; }

  struct Answer {
    bool chosen = false;  // the entry at the cursor was clicked
    bool dismissed = false;
  };
  Answer draw(Ui& ui, const PaletteSources& sources);

 private:
  void match(const PaletteSources& sources);
  void draw_row(Ui& ui, const PaletteEntry& entry, const Rect& box, bool is_current) const;

  std::vector<PaletteEntry> entries_, matches_;
  std::string language_;  // of the entries
  TypedFilter filter_;
  std::size_t current_ = 0;
  Scroll scroll_;
  bool follows_ = false;  // scroll to the current row
};

}  // namespace lanescope::app
