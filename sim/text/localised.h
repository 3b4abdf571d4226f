// A text in several languages: a lesson's title, a machine's note. Which languages there are is for
// whoever shows it; here a language is only a code.
#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace lanescope {

// Two or three lower-case letters, then parts such as a script or a region: "en", "zh", "pt-BR".
[[nodiscard]] bool is_language_code(std::string_view text);

struct Localised {
  std::map<std::string, std::string, std::less<>> by_language;

  Localised() = default;
  explicit Localised(std::string english) { by_language["en"] = std::move(english); }
  Localised(std::initializer_list<std::pair<const std::string, std::string>> texts)
      : by_language(texts) {}

  // English where the language has no text of its own; empty where English has none either.
  [[nodiscard]] const std::string& in(std::string_view language) const;
  [[nodiscard]] std::string in_or(std::string_view language, const std::string& otherwise) const {
    const std::string& text = in(language);
    return text.empty() ? otherwise : text;
  }
  [[nodiscard]] const std::string& english() const { return in("en"); }
  // Without the fall-back to English.
  [[nodiscard]] bool has(std::string_view language) const;
};

}  // namespace lanescope
