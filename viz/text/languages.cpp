#include "viz/text/languages.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <span>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "sim/text/localised.h"

namespace lanescope::text {

// Name and content of each assets/text/*.toml, embedded by the build.
extern const std::span<const std::pair<std::string_view, std::string_view>> catalogues;

namespace {

namespace fs = std::filesystem;

constexpr const char* language_table = "language";
constexpr const char* frame_table = "message_frames";
constexpr const char* message_table = "messages";
constexpr std::string_view glossary_prefix = "glossary.";

void collect(const toml::table& table, const std::string& prefix, Patterns& into) {
  for (const auto& [key, node] : table) {
    const std::string path =
        prefix.empty() ? std::string(key.str()) : prefix + "." + std::string(key.str());
    if (const toml::table* inner = node.as_table()) {
      collect(*inner, path, into);
    } else if (const auto pattern = node.value<std::string>()) {
      into.emplace(path, *pattern);
    }
  }
}

std::vector<std::string> list_of(const toml::node_view<const toml::node>& node) {
  std::vector<std::string> all;
  if (const toml::array* array = node.as_array()) {
    for (const toml::node& entry : *array) {
      if (const auto text = entry.value<std::string>()) all.push_back(*text);
    }
  }
  return all;
}

// Missing settings default to values derived from the code, so that a new catalogue can be empty.
Language language_from(const std::string& code, toml::table root) {
  const toml::table about =
      root[language_table].is_table() ? *root[language_table].as_table() : toml::table{};
  root.erase(language_table);
  Language language;
  language.code = code;
  language.name = about["name"].value_or(code);
  language.label = about["label"].value_or(language.name);
  const toml::node_view<const toml::node> locales = about["locales"], fonts = about["fonts"];
  language.locales = locales ? list_of(locales) : std::vector<std::string>{code};
  language.html = about["html"].value_or(code);
  language.fonts = list_of(fonts);
  language.font_language = about["font_language"].value_or(code);
  const auto read_table = [&](const char* table_name, auto add) {
    if (const toml::table* table = root[table_name].as_table()) {
      for (const auto& [english, translation] : *table)
        (language.messages.*add)(english.str(), translation.value_or(std::string()));
    }
    root.erase(table_name);
  };
  read_table(frame_table, &Messages::add_frame);
  read_table(message_table, &Messages::add_message);
  collect(root, "", language.patterns);
  return language;
}

class Reader {
 public:
  // `name`: the file's, without ".toml".
  void read(const std::string& file, const std::string& name, std::string_view content) {
    const bool is_glossary = name.starts_with(glossary_prefix);
    const std::string code = is_glossary ? name.substr(glossary_prefix.size()) : name;
    if (!is_language_code(code)) {
      return fail(
          file + ": a catalogue's name must be its language's code, such as en.toml or pt-BR.toml");
    }
    if (is_glossary) {
      auto terms = read_terms(content, file);
      if (!terms) return fail(std::move(terms.error()));
      terms_[code] = std::move(*terms);
      return;
    }
    try {
      put(language_from(code, toml::parse(content)));
    } catch (const toml::parse_error& error) {
      fail(fmt::format("{}:{}: not TOML: {}; this catalogue is left out", file,
                       error.source().begin.line, error.description()));
    }
  }

  void read_folder(const fs::path& folder) {
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
      if (at->path().extension() != ".toml") continue;
      std::ifstream file(at->path(), std::ios::binary);
      const std::string content{std::istreambuf_iterator<char>(file), {}};
      read(at->path().string(), at->path().stem().string(), content);
    }
    if (error) fail(fmt::format("{}: {}", folder.string(), error.message()));
  }

  Languages result() {
    for (Language& language : found_.all) {
      language.glossary =
          Glossary(language.code == "en" ? terms_["en"]
                                         : translated_terms(terms_["en"], terms_[language.code]));
    }
    std::sort(found_.all.begin(), found_.all.end(), [](const Language& a, const Language& b) {
      return std::pair(a.code != "en", a.code) < std::pair(b.code != "en", b.code);
    });
    std::sort(found_.problems.begin(), found_.problems.end());
    return std::move(found_);
  }

 private:
  void fail(std::string problem) { found_.problems.push_back(std::move(problem)); }

  // A later catalogue replaces an earlier one with the same code.
  void put(Language language) {
    for (Language& known : found_.all) {
      if (known.code == language.code) {
        known = std::move(language);
        return;
      }
    }
    found_.all.push_back(std::move(language));
  }

  Languages found_;
  std::map<std::string, std::vector<Term>> terms_;  // by language
};

// True if `prefix` is the locale's beginning and ends where one of its parts ends: "fi" does not
// begin "fil_PH". A locale is written "pt_BR", a language's code "pt-BR": both are accepted.
bool begins_locale(std::string_view prefix, std::string_view locale) {
  const auto unified = [](char c) { return c == '-' ? '_' : c; };
  if (!std::ranges::equal(prefix, locale.substr(0, prefix.size()), {}, unified, unified))
    return false;
  constexpr std::string_view part_ends = "_-.@";
  return locale.size() == prefix.size() ||
         part_ends.find(locale[prefix.size()]) != std::string_view::npos;
}

const Language* found_in(const std::vector<Language>& all, std::string_view code) {
  for (const Language& language : all) {
    if (language.code == code) return &language;
  }
  return nullptr;
}

}  // namespace

const Language& Languages::find(std::string_view code) const {
  const Language* found = found_in(all, code);
  return found != nullptr ? *found : all.front();
}

bool Languages::has(std::string_view code) const { return found_in(all, code) != nullptr; }

Languages read_languages(const std::optional<fs::path>& folder) {
  Reader reader;
  for (const auto& [code, content] : catalogues)
    reader.read(fmt::format("assets/text/{}.toml", code), std::string(code), content);
  if (folder) reader.read_folder(*folder);
  Languages found = reader.result();
  // If the embedded English catalogue cannot be parsed, texts show their keys. A test parses it.
  if (!found.has("en")) found.all.insert(found.all.begin(), language_from("en", {}));
  return found;
}

const Languages& languages() {
  static const Languages all = [] {
    const char* folder = std::getenv("LANESCOPE_TEXTS");
    const bool named = folder != nullptr && *folder != '\0';
    return read_languages(named ? std::optional<fs::path>(folder) : std::nullopt);
  }();
  return all;
}

std::vector<std::string> language_codes() {
  std::vector<std::string> codes;
  for (const Language& language : languages().all) codes.push_back(language.code);
  return codes;
}

std::string language_list() {
  const std::vector<std::string> codes = language_codes();
  std::string list = codes.front();
  for (std::size_t i = 1; i < codes.size(); ++i)
    list += (i + 1 < codes.size() ? ", " : " or ") + codes[i];
  return list;
}

const Language& next_language(std::string_view code) {
  const std::vector<Language>& all = languages().all;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].code == code) return all[(i + 1) % all.size()];
  }
  return all.front();
}

const Language& language_of_locale(std::string_view locale, const Languages& known) {
  const Language* meant = &known.find("en");
  std::size_t longest = 0;  // The longest match wins: "zh_TW" before "zh".
  for (const Language& language : known.all) {
    for (const std::string& prefix : language.locales) {
      if (prefix.size() <= longest || !begins_locale(prefix, locale)) continue;
      meant = &language;
      longest = prefix.size();
    }
  }
  return *meant;
}

}  // namespace lanescope::text
