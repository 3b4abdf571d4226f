// The command palette: a field to type in, and the list of what fits of all that it offers: pages,
// lessons, own kernels, decks, variants, parameters, settings, actions, exports and terms of the
// glossary, each with its name in every language.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/session/lecture/deck.h"
#include "app/session/session.h"
#include "app/session/start/typed_path.h"
#include "app/window/panels/bars/export_menu.h"
#include "app/window/panels/base/path_completion.h"
#include "app/window/panels/base/typed_filter.h"
#include "app/window/toolkit/keys.h"
#include "app/window/toolkit/scroll.h"
#include "app/window/toolkit/ui.h"
#include "kernels/lesson_file/course.h"
#include "viz/text/texts.h"

namespace lanescope::app {

// In the order in which equally good matches are listed.
enum class PaletteKind : std::uint8_t {
  page,
  variant,
  parameter,
  action,
  lesson,
  kernel,  // the user's own
  deck,    // of a lecture
  setting,
  output,  // exports
  term,    // of the glossary
  path     // of a file or folder
};
[[nodiscard]] const char* name_of(PaletteKind kind);

struct PaletteEntry {
  PaletteKind kind{};
  std::string id;          // "page.times", "lesson.offset": the same in all languages
  std::string title;       // in the present language
  std::string detail{};    // dimmed, beside the title; may be empty
  std::string keys{};      // "Ctrl+E"; empty: no key does it
  std::string searched{};  // titles in every language and the id, in lower case, one per line
  bool on = false;         // the present page, variant, value of a setting
  // Not empty: choosing the entry puts this text into the filter and runs nothing.
  std::string completes{};
  std::function<void(Ui&, Session&)> run{};
};

// The commands that the palette offers by name. Commands that step ("the next warp") are left out:
// they have buttons beside what they step. So are those that the palette offers as a choice of
// values, such as the theme.
struct PaletteAction {
  Command command{};
  const char* id = "";
  const char* text_key = "";
};
[[nodiscard]] std::span<const PaletteAction> palette_actions();

struct PaletteSources {
  const Session& session;
  const text::Texts& texts;               // of the present language
  const lesson::CourseCatalogue* course;  // nullptr: the lessons are not read yet
  const ExportOffer& offer;
  Page page = Page::stage;
  std::span<const std::filesystem::path> kernels{};  // opened before, the newest first
  std::span<const DeckEntry> decks{};
};

[[nodiscard]] std::vector<PaletteEntry> palette_entries(const PaletteSources& sources);

// The entries that fit what was typed, the best first. Every word typed has to occur in an entry's
// names. Beginnings of names come first, then beginnings of words. The name of a parameter followed
// by a number or by nothing ("pad 4", "N=") offers its values.
[[nodiscard]] std::vector<PaletteEntry> palette_matches(const std::vector<PaletteEntry>& entries,
                                                        const PaletteSources& sources,
                                                        const std::string& typed);

// The entries for a typed path: what it can go on with, and to open it as it stands. That comes
// first where Enter most likely means it: behind "/", for a whole name, or if nothing matches.
[[nodiscard]] std::vector<PaletteEntry> path_matches(const std::vector<FolderEntry>& entries,
                                                     const text::Texts& texts,
                                                     const std::string& typed);

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
