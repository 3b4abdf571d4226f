// A deck: scenes for a lecture, shown one after the other, and what a teacher says to them.
//
// Files are TOML; README.md, "Lecture mode", documents the format. Every error names file, line and
// key. A scene is checked against its lesson by check_deck.h: the lesson's files may change without
// the deck's.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "kernels/compile/compile.h"
#include "kernels/lesson_file/lesson.h"

namespace lanescope::app {

// A part of the scene's picture that is lit from the start, the rest dimmed.
struct Spot {
  enum class Kind : std::uint8_t { area, lane, bank, sector, line, wavefront };
  Kind kind = Kind::area;
  // area: x, y, width, height as shares of the picture, 0..1, from its top left.
  std::array<double, 4> area{};
  // Of the others: which one, from 0; sectors and lines in the picture's order.
  std::uint64_t index = 0;
  bool operator==(const Spot&) const = default;
};
[[nodiscard]] const char* name_of(Spot::Kind kind);  // as in the file; "area" has no name there

struct Scene {
  std::string lesson;                           // a shipped id, or a path
  std::string variant;                          // empty: the lesson's first
  lesson::Values set;                           // over the variant's defaults
  std::string machine;                          // id of a machine file; empty: the usual one
  std::optional<compile::Compiler> compiler{};  // none: the one that is chosen anyway
  std::string view;                             // as parse_view reads it
  std::string step;  // of the lesson's guide, in place of variant, set, machine and view; or empty
  lesson::Text title;
  lesson::Text notes;  // Markdown, for the presenter alone; may be empty
  std::optional<Spot> spot;
  // Lines of the file by key; "" is the scene's own. Empty for a scene that is in no file.
  std::map<std::string, int> lines{};
  // Where `key` stands, or the scene where it has no such key.
  [[nodiscard]] int line_of(const std::string& key) const;
};

struct Deck {
  std::string id;              // the file's name without its extension
  std::filesystem::path path;  // absolute
  lesson::Text title;
  std::vector<Scene> scenes;  // at least one
};
using DeckPtr = std::shared_ptr<const Deck>;

// The form alone. `file`: its path, also for messages; paths of lessons are relative to its folder.
[[nodiscard]] tl::expected<Deck, lesson::Error> read_deck(std::string_view text,
                                                          const std::filesystem::path& file);
[[nodiscard]] tl::expected<DeckPtr, lesson::Error> load_deck(const std::filesystem::path& file);

struct DeckEntry {
  std::string id;
  std::filesystem::path path;
  bool shipped = true;  // else the user's own
  tl::expected<DeckPtr, lesson::Error> deck;
};

// Decks that ship, by name: in $LANESCOPE_SCENES, in `scenes` beside the program, in the install
// prefix (share/lanescope/scenes), in the source tree (assets/scenes); the first of a name wins.
// Then the user's own, by name.
[[nodiscard]] std::vector<DeckEntry> find_decks();
[[nodiscard]] std::vector<DeckEntry> find_decks(const std::vector<std::filesystem::path>& shipped,
                                                const std::filesystem::path& own);
// $XDG_DATA_HOME/lanescope/scenes (~/.local/share/... without it).
[[nodiscard]] std::filesystem::path own_decks_folder();

// The id of one of find_decks(), or a file's path. The error tells which there are.
[[nodiscard]] tl::expected<DeckPtr, lesson::Error> find_deck(const std::string& id_or_path);

// One of its scenes is of that lesson (LessonCard::id).
[[nodiscard]] bool is_about(const Deck& deck, const std::string& lesson_id);

// "02-padding-cures-it.png": where a picture of the scene goes, `index` from 0. Of the English
// title's letters and digits; at most 48 of them.
[[nodiscard]] std::string picture_name(const Deck& deck, std::size_t index);

}  // namespace lanescope::app
