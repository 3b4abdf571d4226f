// The program's languages. Each is one file, assets/text/<code>.toml: its settings, its texts, its
// translated messages; glossary.<code>.toml beside it explains the words (glossary.h). The files of
// the source tree are embedded in the binary. The folder $LANESCOPE_TEXTS can add languages or
// replace them.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "viz/text/glossary.h"
#include "viz/text/messages.h"

namespace lanescope::text {

using Patterns = std::map<std::string, std::string, std::less<>>;

// One catalogue: its settings (table [language]), texts and messages.
struct Language {
  std::string code;                  // "zh": the file's name; also the key in lesson files
  std::string name;                  // in the language itself: "中文"
  std::string label;                 // short form of the name, for a button: "EN"
  std::vector<std::string> locales;  // prefixes of LC_ALL or LANG that select it: "zh"
  std::string html;                  // value of the lang attribute: "zh-Hans"
  std::vector<std::string> fonts;    // families for letters beyond Latin, the best first
  std::string font_language;         // fontconfig's name of the language: "zh-cn"
  Patterns patterns;                 // dotted key -> pattern; English is not merged in
  Messages messages;                 // from [messages] and [message_frames]
  Glossary glossary;                 // what the language lacks is English
};

struct Languages {
  std::vector<Language> all;          // English first, the others in the order of their codes
  std::vector<std::string> problems;  // catalogues that can't be used: "file:line: what is wrong"

  // English where there is no such language.
  [[nodiscard]] const Language& find(std::string_view code) const;
  [[nodiscard]] bool has(std::string_view code) const;
};

// The embedded catalogues, and those in `folder`.
[[nodiscard]] Languages read_languages(const std::optional<std::filesystem::path>& folder);
// The same with $LANESCOPE_TEXTS as the folder; read once.
[[nodiscard]] const Languages& languages();

[[nodiscard]] std::vector<std::string> language_codes();
// "en or zh", for messages.
[[nodiscard]] std::string language_list();
// The next language in the list; after the last, the first.
[[nodiscard]] const Language& next_language(std::string_view code);
// The language of a locale such as "zh_CN.UTF-8"; English if none matches.
[[nodiscard]] const Language& language_of_locale(std::string_view locale,
                                                 const Languages& known = languages());

}  // namespace lanescope::text
