// Searches for decks.
#include <algorithm>
#include <cctype>
#include <set>
#include <system_error>

#include <fmt/format.h>

#include "app/session/lecture/deck.h"
#include "kernels/lesson_file/guide.h"
#include "kernels/lesson_file/names.h"
#include "kernels/lesson_file/places.h"

namespace lanescope::app {

namespace fs = std::filesystem;

fs::path user_decks_folder() { return lesson::user_folder("scenes"); }

std::vector<DeckEntry> find_decks() {
  return find_decks(lesson::shipped_folders("LANESCOPE_SCENES", "scenes"), user_decks_folder());
}

std::vector<DeckEntry> find_decks(const std::vector<fs::path>& shipped, const fs::path& own) {
  std::vector<DeckEntry> entries;
  std::set<std::string> seen;
  for (const fs::path& place : shipped) {
    for (const fs::path& file : lesson::files_in(place, ".toml")) {
      if (seen.insert(file.stem().string()).second) {
        entries.push_back({file.stem().string(), file, true, load_deck(file)});
      }
    }
  }
  std::sort(entries.begin(), entries.end(),
            [](const DeckEntry& a, const DeckEntry& b) { return a.id < b.id; });
  for (const fs::path& file : lesson::files_in(own, ".toml")) {
    entries.push_back({file.stem().string(), file, false, load_deck(file)});
  }
  return entries;
}

tl::expected<DeckPtr, lesson::Error> guide_deck(const std::string& name) {
  const auto found = lesson::find(name);
  if (!found) return tl::unexpected(found.error());
  if (found->guide_error()) return tl::unexpected(*found->guide_error());
  const lesson::Guide* guide = found->guide().get();
  if (guide == nullptr || guide->steps.empty()) {
    return tl::unexpected(lesson::Error{found->path().string(), 0, "", "the lesson has no guide"});
  }
  Deck deck;
  deck.id = found->id();
  deck.path = found->path().parent_path() / "guide.toml";
  deck.title = found->title();
  for (const lesson::Step& step : guide->steps) {
    Scene& scene = deck.scenes.emplace_back();
    scene.lesson = name;
    scene.step = step.name;
    scene.title = lesson::Text(step.name);
    for (const auto& [language, sections] : guide->texts) {
      const lesson::Prose section = guide->text(lesson::step_section(step.name), language);
      if (const std::string_view title = lesson::titled(section.text).title; !title.empty())
        scene.title.by_language[language] = std::string(title);
    }
  }
  return std::make_shared<const Deck>(std::move(deck));
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
  if (auto deck = guide_deck(id_or_path)) return deck;
  return tl::unexpected(
      lesson::Error{id_or_path, 0, "",
                    fmt::format("no such deck{}; there are {}; or give the path of a deck's file",
                                lesson::did_you_mean(id_or_path, ids), lesson::list_of(ids))});
}

bool is_about(const Deck& deck, const std::string& lesson_id) {
  return std::any_of(deck.scenes.begin(), deck.scenes.end(), [&](const Scene& scene) {
    // As in Lesson::id(): the name of the file's folder, or of the file.
    fs::path path = scene.lesson;
    if (path.filename() == "lesson.toml") path = path.parent_path();
    return scene.lesson == lesson_id || path.stem() == lesson_id;
  });
}

std::string picture_name(const Deck& deck, std::size_t index) {
  constexpr std::size_t longest = 48;
  std::string words;
  for (const char c : deck.scenes[index].title.english()) {
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
