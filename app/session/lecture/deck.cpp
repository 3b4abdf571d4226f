#include "app/session/lecture/deck.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <set>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "app/session/selection/selection.h"
#include "app/session/state_text.h"
#include "kernels/lesson_file/folders.h"
#include "kernels/lesson_file/guide.h"
#include "kernels/lesson_file/names.h"
#include "kernels/lesson_file/reader.h"

namespace lanescope::app {
namespace {

using lesson::Error;
using lesson::Place;
using lesson::Reader;
using lesson::Table;

constexpr Spot::Kind spot_kinds[] = {Spot::Kind::lane, Spot::Kind::bank, Spot::Kind::sector,
                                     Spot::Kind::line, Spot::Kind::wavefront};
constexpr const char* spot_help =
    "a spotlight is a part of the picture, [x, y, width, height] as shares from 0 to 1, or one of "
    "lane=N, bank=N, sector=N, line=N, wavefront=N";

// Digits only, at most 6.
std::optional<std::uint64_t> number_in(std::string_view text) {
  constexpr std::size_t max_digits = 6;
  if (text.empty() || text.size() > max_digits ||
      text.find_first_not_of("0123456789") != std::string_view::npos)
    return std::nullopt;
  return std::stoull(std::string(text));
}

// "bank=5"; lanes, banks, sectors and lines from 0, wavefronts from 1, as on the screen.
std::optional<Spot> spot_named(std::string_view text) {
  const std::size_t equals = std::min(text.find('='), text.size());
  const auto number = number_in(text.substr(std::min(equals + 1, text.size())));
  for (const Spot::Kind kind : spot_kinds) {
    if (text.substr(0, equals) != name_of(kind) || !number) continue;
    const std::uint64_t first = kind == Spot::Kind::wavefront ? 1 : 0;
    if (*number < first) return std::nullopt;
    return Spot{kind, {}, *number - first};
  }
  return std::nullopt;
}

class DeckReader {
 public:
  DeckReader(Reader& reader, std::filesystem::path folder)
      : reader_(reader), folder_(std::move(folder)) {}

  Deck read(const toml::table& root) {
    const Table table(reader_, root, Place{1, ""});
    table.allow({"title", "scenes"});
    table.require({"title"});
    Deck deck;
    deck.title = table.localised("title").value_or(lesson::Text{});
    const toml::array* nodes = root["scenes"].as_array();
    const auto scenes = table.tables("scenes");
    if (!scenes || scenes->empty()) table.fail("scenes", "a deck has at least one [[scenes]]");
    for (std::size_t i = 0; scenes && i < scenes->size() && !reader_.failed(); ++i)
      deck.scenes.push_back(read_scene((*scenes)[i], *nodes->get(i)->as_table()));
    return deck;
  }

 private:
  Scene read_scene(const Table& table, const toml::table& node) {
    table.allow({"title", "lesson", "variant", "set", "machine", "compiler", "view", "step",
                 "notes", "spotlight"});
    table.require({"title", "lesson"});
    Scene scene;
    scene.lines[""] = table.place().line;
    for (const std::string& key : table.keys()) scene.lines[key] = table.place_of(key).line;
    scene.title = table.localised("title").value_or(lesson::Text{});
    if (table.has("title") && scene.title.english().empty())
      table.fail("title", "it is empty; name what the scene shows");
    scene.lesson = lesson_in(table);
    scene.variant = table.text("variant").value_or("");
    scene.machine = table.text("machine").value_or("");
    if (const auto compiler = table.text("compiler")) {
      scene.compiler = compiler_named(*compiler);
      if (!scene.compiler) table.fail("compiler", "it must be nvrtc, clang, nvcc or auto");
    }
    scene.notes = table.localised("notes").value_or(lesson::Text{});
    read_set(table, scene);
    read_step(table, scene);
    scene.view = table.text("view").value_or("");
    if (const auto view = parse_view(scene.view); !view) table.fail("view", view.error());
    read_spot(table, node, scene);
    return scene;
  }

  // A relative path starts at the deck's folder.
  std::string lesson_in(const Table& table) const {
    std::string name = table.text("lesson").value_or("");
    if (table.has("lesson") && name.empty())
      table.fail("lesson", "it is empty; name a lesson, or its file");
    const bool is_path = name.find('/') != std::string::npos || name.ends_with(".toml");
    const std::filesystem::path path = name;
    return is_path && path.is_relative() ? (folder_ / path).lexically_normal().string() : name;
  }

  static void read_set(const Table& table, Scene& scene) {
    const auto set = table.table("set");
    if (!set) return;
    for (const std::string& name : set->keys()) scene.set[name] = set->integer(name).value_or(0);
  }

  static void read_step(const Table& table, Scene& scene) {
    scene.step_name = table.text("step").value_or("");
    if (scene.step_name.empty()) return;
    for (const char* key : {"variant", "set", "machine", "compiler", "view"}) {
      if (table.has(key)) {
        table.fail(key, fmt::format("step \"{}\" says this already; leave out one of the two",
                                    scene.step_name));
      }
    }
  }

  static void read_spot(const Table& table, const toml::table& node, Scene& scene) {
    const toml::node* value = node.get("spotlight");
    if (value == nullptr) return;
    if (const auto* text = value->as_string()) {
      scene.spot = spot_named(text->get());
    } else if (const auto* shares = value->as_array(); shares != nullptr && shares->size() == 4) {
      Spot spot;
      bool fits = true;
      for (std::size_t i = 0; i < 4; ++i) {
        const auto share = (*shares)[i].value<double>();
        spot.area[i] = share.value_or(-1);
        fits = fits && share && spot.area[i] >= 0 && spot.area[i] <= 1;
      }
      const auto& [x, y, w, h] = spot.area;
      if (fits && w > 0 && h > 0 && x + w <= 1.0001 && y + h <= 1.0001) scene.spot = spot;
    }
    if (!scene.spot) table.fail("spotlight", spot_help);
  }

  Reader& reader_;
  std::filesystem::path folder_;
};

}  // namespace

const char* name_of(Spot::Kind kind) {
  switch (kind) {
    case Spot::Kind::area:
      return "area";
    case Spot::Kind::lane:
      return "lane";
    case Spot::Kind::bank:
      return "bank";
    case Spot::Kind::sector:
      return "sector";
    case Spot::Kind::line:
      return "line";
    case Spot::Kind::wavefront:
      return "wavefront";
  }
  return "";
}

int Scene::line_of(const std::string& key) const {
  const auto found = lines.find(key);
  if (found != lines.end()) return found->second;
  const auto own = lines.find("");
  return own != lines.end() ? own->second : 0;
}

tl::expected<Deck, Error> read_deck(std::string_view text, const std::filesystem::path& file) {
  std::error_code error;
  std::filesystem::path path = std::filesystem::absolute(file, error);
  if (error) path = file;
  const auto root = lesson::parse_toml(text, file.string());
  if (!root) return tl::unexpected(root.error());
  Reader reader(file.string());
  Deck deck = DeckReader(reader, path.parent_path()).read(*root);
  if (reader.error()) return tl::unexpected(*reader.error());
  deck.id = file.stem().string();
  deck.path = std::move(path);
  return deck;
}

tl::expected<DeckPtr, Error> load_deck(const std::filesystem::path& file) {
  const auto text = lesson::read_text_file(file);
  if (!text) return tl::unexpected(Error{file.string(), 0, "", text.error()});
  auto deck = read_deck(*text, file);
  if (!deck) return tl::unexpected(deck.error());
  return std::make_shared<const Deck>(std::move(*deck));
}

namespace fs = std::filesystem;

fs::path user_decks_folder() { return lesson::user_folder("scenes"); }

std::vector<DeckEntry> find_decks() {
  return find_decks(lesson::shipped_folders("LANESCOPE_SCENES", "scenes"), user_decks_folder());
}

std::vector<DeckEntry> find_decks(const std::vector<fs::path>& shipped, const fs::path& own) {
  std::vector<DeckEntry> entries;
  std::set<std::string> seen;
  for (const fs::path& folder : shipped) {
    for (const fs::path& file : lesson::files_in(folder, ".toml")) {
      if (seen.insert(file.stem().string()).second)
        entries.push_back({file.stem().string(), file, true, load_deck(file)});
    }
  }
  std::sort(entries.begin(), entries.end(),
            [](const DeckEntry& a, const DeckEntry& b) { return a.id < b.id; });
  for (const fs::path& file : lesson::files_in(own, ".toml"))
    entries.push_back({file.stem().string(), file, false, load_deck(file)});
  return entries;
}

tl::expected<DeckPtr, lesson::Error> guide_deck(const std::string& name) {
  const auto found = lesson::find(name);
  if (!found) return tl::unexpected(found.error());
  if (found->guide_error()) return tl::unexpected(*found->guide_error());
  const lesson::Guide* guide = found->guide().get();
  if (guide == nullptr || guide->steps.empty())
    return tl::unexpected(lesson::Error{found->path().string(), 0, "", "the lesson has no guide"});
  Deck deck;
  deck.id = found->id();
  deck.path = found->path().parent_path() / "guide.toml";
  deck.title = found->title();
  for (const lesson::GuideStep& step : guide->steps) {
    Scene& scene = deck.scenes.emplace_back();
    scene.lesson = name;
    scene.step_name = step.name;
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
  if (!id_or_path.empty() && (looks_like_path || fs::exists(id_or_path, error)))
    return load_deck(id_or_path);
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

std::vector<DeckEntry> lectures_at(const std::string& lesson, const std::string& lesson_id,
                                   std::vector<DeckEntry> decks) {
  const auto is_of_lesson = [&](const DeckEntry& entry) {
    return entry.deck && is_about(**entry.deck, lesson_id);
  };
  const auto others = std::stable_partition(decks.begin(), decks.end(), is_of_lesson);
  const bool has_shipped =
      std::any_of(decks.begin(), others, [](const DeckEntry& entry) { return entry.shipped; });
  std::vector<DeckEntry> all(decks.begin(), others);
  if (!has_shipped) {
    if (auto guide = guide_deck(lesson)) all.push_back({lesson, (*guide)->path, true, *guide});
  }
  std::copy_if(others, decks.end(), std::back_inserter(all),
               [](const DeckEntry& entry) { return !entry.shipped; });
  return all.empty() ? decks : all;
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
