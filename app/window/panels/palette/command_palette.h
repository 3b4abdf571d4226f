// The command palette: a field to type in, and the list of what fits.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/window/panels/base/path_completion.h"
#include "app/window/panels/base/typed_filter.h"
#include "app/window/panels/palette/palette_entries.h"
#include "app/window/toolkit/scroll.h"
#include "app/window/toolkit/ui.h"

namespace lanescope::app {

class CommandPalette {
 public:
  // Called on a worker thread when there is more to draw; may be empty.
  void use_wake(std::function<void()> wake) { completion_.use_wake(std::move(wake)); }
  // A folder was read that the next frame lists.
  [[nodiscard]] bool has_news() const { return begins_path(filter()) && completion_.has_news(); }
  void open(const PaletteSources& sources, bool by_slash = false);
  void move(int direction);
  // Completes a path as far as one can tell, or with the folder at the cursor. False: no path is
  // typed.
  bool complete(const PaletteSources& sources);
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
  void match(const PaletteSources& sources, bool reads_again = false);
  void draw_row(Ui& ui, const PaletteEntry& entry, const Rect& box, bool is_current) const;

  std::vector<PaletteEntry> entries_, matches_;
  std::string language_;  // of the entries
  TypedFilter filter_;
  PathCompletion completion_;
  std::size_t current_ = 0;
  Scroll scroll_;
  bool follows_ = false;  // scroll to the current row
};

}  // namespace lanescope::app
