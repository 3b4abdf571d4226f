// The languages that the program speaks. Each is a file: assets/text/<code>.toml holds what the
// language calls itself, its texts and its messages. Those of the source tree are part of the
// binary; a folder named by $LANESCOPE_TEXTS adds others, or takes the place of one.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "viz/text/messages.h"

namespace lanescope::text {

using Patterns = std::map<std::string, std::string, std::less<>>;

// The catalogue's table [language], and what it says.
struct Language {
  std::string code;                  // "zh": the file's name, and the key of a lesson's texts
  std::string name;                  // in itself: "中文"
  std::string label;                 // the same, as short as a button wants it: "EN"
  std::vector<std::string> locales;  // how LC_ALL or LANG begins where it is meant: "zh"
  std::string html;                  // as lang="..." has it: "zh-Hans"
  std::vector<std::string> fonts;    // families for letters beyond Latin, the best first
  std::string font_language;         // fontconfig's name of the language: "zh-cn"
  Patterns patterns;                 // dotted key -> pattern, without the fall-back to English
  Messages messages;                 // of its table [messages]
};

struct Languages {
  std::vector<Language> all;          // English first, the others in the order of their codes
  std::vector<std::string> problems;  // catalogues that can't be used: "file:line: what is wrong"

  // English where there is no such language.
  [[nodiscard]] const Language& find(std::string_view code) const;
  [[nodiscard]] bool has(std::string_view code) const;
};

// What is part of the binary and what `folder` holds.
[[nodiscard]] Languages read_languages(const std::optional<std::filesystem::path>& folder);
// The same with $LANESCOPE_TEXTS, read once.
[[nodiscard]] const Languages& languages();

[[nodiscard]] std::vector<std::string> language_codes();
// "en or zh", for messages.
[[nodiscard]] std::string language_list();
// The next language; after the last comes the first.
[[nodiscard]] const Language& next_language(std::string_view code);
// The language of a locale such as "zh_CN.UTF-8"; English where none is meant.
[[nodiscard]] const Language& language_of_locale(std::string_view locale);

}  // namespace lanescope::text
