// A deck: the scenes of a lecture in order, with the teacher's notes.
//
// Files are TOML; docs/lessons.md documents the format. Every error names file, line and key.
// check_deck.h checks a scene against its lesson, because the lesson's files may change
// independently of the deck.
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

// The part of the scene's picture that is highlighted from the start; the rest is dimmed.
struct Spot {
  enum class Kind : std::uint8_t { area, lane, bank, sector, line, wavefront };
  Kind kind = Kind::area;
  // For area: x, y, width, height as fractions of the picture, 0..1, from its top left.
  std::array<double, 4> area{};
  // For the others: the index from 0; sectors and lines in the picture's order.
  std::uint64_t index = 0;
  bool operator==(const Spot&) const = default;
};
[[nodiscard]] const char* name_of(Spot::Kind kind);  // as in the file; "area" has no name there

struct Scene {
  std::string lesson;                           // a shipped id, or a path
  std::string variant;                          // empty: the lesson's first
  lesson::Values set;                           // replaces the variant's defaults
  std::string machine;                          // id of a machine file; empty: the default machine
  std::optional<compile::Compiler> compiler{};  // none: the compiler chosen by the user
  std::string view;                             // for parse_view()
  // Name of a step of the lesson's guide, used instead of variant, set, machine and view; empty:
  // none.
  std::string step_name;
  lesson::Text title;
  lesson::Text notes;  // Markdown, for the presenter only; may be empty
  std::optional<Spot> spot;
  // Line numbers in the file, by key; "" is the scene's own. Empty if the scene is not from a file.
  std::map<std::string, int> lines{};
  // The line of `key`, or of the scene if the key is missing.
  [[nodiscard]] int line_of(const std::string& key) const;
};

struct Deck {
  std::string id;              // the file's name without its extension
  std::filesystem::path path;  // absolute
  lesson::Text title;
  std::vector<Scene> scenes;  // at least one
};
using DeckPtr = std::shared_ptr<const Deck>;

// Checks the syntax only. `file`: its path, for messages and as the base of relative lesson paths.
[[nodiscard]] tl::expected<Deck, lesson::Error> read_deck(std::string_view text,
                                                          const std::filesystem::path& file);
[[nodiscard]] tl::expected<DeckPtr, lesson::Error> load_deck(const std::filesystem::path& file);

struct DeckEntry {
  std::string id;
  std::filesystem::path path;
  bool shipped = true;  // false: the user's own
  tl::expected<DeckPtr, lesson::Error> deck;
};

// Shipped decks by name, searched in $LANESCOPE_SCENES, or where lesson::shipped_folders() looks
// for `scenes`; the first file of a name wins. Then the user's own decks by name.
[[nodiscard]] std::vector<DeckEntry> find_decks();
[[nodiscard]] std::vector<DeckEntry> find_decks(const std::vector<std::filesystem::path>& shipped,
                                                const std::filesystem::path& own);
// $XDG_DATA_HOME/lanescope/scenes (default ~/.local/share/...).
[[nodiscard]] std::filesystem::path user_decks_folder();

// The lecture of a lesson that has no deck: a scene for each step of its guide, with the step's
// title. `name`: for lesson::find(). The error says why there is none.
[[nodiscard]] tl::expected<DeckPtr, lesson::Error> guide_deck(const std::string& name);

// The id of one of find_decks(), a lesson with a guide, or a file's path. The error lists the known
// decks.
[[nodiscard]] tl::expected<DeckPtr, lesson::Error> find_deck(const std::string& id_or_path);

// At least one scene is about that lesson (LessonCard::id).
[[nodiscard]] bool is_about(const Deck& deck, const std::string& lesson_id);

// The lectures to choose from at that lesson: the decks about it, its guide if no shipped deck is
// about it, and the user's own decks. Without any of these: all of `decks`. `lesson`: as for
// guide_deck().
[[nodiscard]] std::vector<DeckEntry> lectures_at(const std::string& lesson,
                                                 const std::string& lesson_id,
                                                 std::vector<DeckEntry> decks);

// "02-padding-cures-it.png": file name for a picture of the scene, `index` from 0. Uses up to 48
// letters and digits of the English title.
[[nodiscard]] std::string picture_name(const Deck& deck, std::size_t index);

}  // namespace lanescope::app
