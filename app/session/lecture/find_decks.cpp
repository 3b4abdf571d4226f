// Where decks are looked for.
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <set>
#include <system_error>

#include <fmt/format.h>

#include "app/session/lecture/deck.h"
#include "kernels/lesson_file/names.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

std::vector<fs::path> deck_places() {
  std::vector<fs::path> all;
  if (const std::string own = environment("LANESCOPE_SCENES"); !own.empty()) {
    all.emplace_back(own);
  }
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (!error) {
    const fs::path beside = program.parent_path();
    all.push_back(beside / "scenes");
    all.push_back(beside.parent_path() / "share" / "lanescope" / "scenes");
  }
  all.emplace_back(LANESCOPE_SOURCE_SCENES);
  return all;
}

std::vector<fs::path> toml_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::error_code ignored;
    if (at->path().extension() == ".toml" && fs::is_regular_file(at->path(), ignored)) {
      files.push_back(at->path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

fs::path own_decks_folder() {
  if (const std::string home = environment("XDG_DATA_HOME"); !home.empty()) {
    return fs::path(home) / "lanescope" / "scenes";
  }
  return fs::path(environment("HOME")) / ".local" / "share" / "lanescope" / "scenes";
}

std::vector<DeckEntry> find_decks() { return find_decks(deck_places(), own_decks_folder()); }

std::vector<DeckEntry> find_decks(const std::vector<fs::path>& shipped, const fs::path& own) {
  std::vector<DeckEntry> entries;
  std::set<std::string> seen;
  for (const fs::path& place : shipped) {
    for (const fs::path& file : toml_files(place)) {
      if (seen.insert(file.stem().string()).second) {
        entries.push_back({file.stem().string(), file, true, load_deck(file)});
      }
    }
  }
  std::sort(entries.begin(), entries.end(),
            [](const DeckEntry& a, const DeckEntry& b) { return a.id < b.id; });
  for (const fs::path& file : toml_files(own)) {
    entries.push_back({file.stem().string(), file, false, load_deck(file)});
  }
  return entries;
}

tl::expected<DeckPtr, lesson::Error> find_deck(const std::string& id_or_path) {
  std::vector<std::string> ids;
  for (DeckEntry& entry : find_decks()) {
    if (entry.id == id_or_path) return std::move(entry.deck);
    ids.push_back(std::move(entry.id));
  }
  std::error_code error;
  const bool looks_like_path =
      id_or_path.find('/') != std::string::npos || id_or_path.ends_with(".toml");
  if (!id_or_path.empty() && (looks_like_path || fs::exists(id_or_path, error))) {
    return load_deck(id_or_path);
  }
  return tl::unexpected(
      lesson::Error{id_or_path, 0, "",
                    fmt::format("no such deck{}; there are {}; or give the path of a deck's file",
                                lesson::did_you_mean(id_or_path, ids), lesson::list_of(ids))});
}

bool is_about(const Deck& deck, const std::string& lesson_id) {
  return std::any_of(deck.scenes.begin(), deck.scenes.end(), [&](const Scene& scene) {
    // As Lesson::id() has it: a file's folder, or its own name.
    fs::path path = scene.lesson;
    if (path.filename() == "lesson.toml") path = path.parent_path();
    return scene.lesson == lesson_id || path.stem() == lesson_id;
  });
}

std::string picture_name(const Deck& deck, std::size_t index) {
  constexpr std::size_t longest = 48;
  std::string words;
  for (const char c : deck.scenes[index].title.en) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80 && std::isalnum(byte) != 0) {
      words += static_cast<char>(std::tolower(byte));
    } else if (!words.empty() && words.back() != '-') {
      words += '-';
    }
  }
  words.resize(std::min(words.size(), longest));
  while (!words.empty() && words.back() == '-') words.pop_back();
  return fmt::format("{:02}-{}.png", index + 1, words.empty() ? "scene" : words);
}

}  // namespace lanescope::app
