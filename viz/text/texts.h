// Every word the program shows, in the reader's language. The catalogues (assets/text/en.toml,
// zh.toml) are part of the binary: nothing is read at run time. Keys are dotted:
// "stage.verdict.conflict_free". Patterns are fmt's, with positional ({}) or named ({lane})
// arguments.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>

namespace lanescope::text {

enum class Language : std::uint8_t { english, chinese };

// "en", "zh": as in lesson::Text::in and in the names of the catalogues.
[[nodiscard]] const char* code_of(Language language);

class Texts {
 public:
  explicit Texts(Language language);

  [[nodiscard]] Language language() const { return language_; }

  // The text of `key` with its arguments in place: texts.get("stage.lane", fmt::arg("lane", 3)).
  // A text that the language lacks is taken from English; a key that nobody wrote comes back as it
  // is, so that it is seen. A pattern that does not fit its arguments comes back unfilled rather
  // than throwing in the middle of a frame.
  template <typename... Args>
  [[nodiscard]] std::string get(std::string_view key, Args&&... args) const {
    return fill(pattern(key), fmt::make_format_args(args...));
  }

  // As get, for a text that depends on a number: "{key}_one" when n is 1, else `key`. Both see the
  // number as {n}.
  template <typename... Args>
  [[nodiscard]] std::string count(std::string_view key, std::uint64_t n, Args&&... args) const {
    const std::string number = grouped(n);
    auto n_arg = fmt::arg("n", number);
    return fill(pattern(n == 1 ? std::string(key) + "_one" : std::string(key)),
                fmt::make_format_args(n_arg, args...));
  }

  [[nodiscard]] bool has(std::string_view key) const;

  // 1048576 -> "1,048,576".
  [[nodiscard]] static std::string grouped(std::uint64_t number);

 private:
  [[nodiscard]] std::string pattern(std::string_view key) const;
  [[nodiscard]] static std::string fill(const std::string& pattern, fmt::format_args args);

  Language language_;
  std::map<std::string, std::string, std::less<>> patterns_;  // the language's own over English
};

// One catalogue as written, without the fall-back: dotted key -> pattern. For tests and for those
// who translate.
[[nodiscard]] std::map<std::string, std::string, std::less<>> catalogue(Language language);

}  // namespace lanescope::text
