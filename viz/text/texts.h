// All text the program shows, in the user's language (languages.h). Keys are dotted:
// "stage.verdict.conflict_free". Patterns are fmt format strings with positional ({}) or named
// ({lane}) arguments. "{n|sector|sectors}" is the first word if {n} is 1, else the second.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/core.h>

#include "viz/text/languages.h"

namespace lanescope::text {

class Texts {
 public:
  // English where there is no such language.
  explicit Texts(std::string_view language) : Texts(languages(), language) {}
  Texts(const Languages& all, std::string_view language);

  // The code, as used in lessons and guides: "en", "zh".
  [[nodiscard]] const std::string& language() const { return about_->code; }
  // The language's settings.
  [[nodiscard]] const Language& about() const { return *about_; }

  // The text of `key` with its arguments filled in: texts.get("stage.lane", fmt::arg("lane", 3)). A
  // text missing in the language is taken from English. An unknown key is returned as it is, so
  // that it shows. A pattern that does not fit its arguments is returned unfilled, because an
  // exception would interrupt the frame.
  template <typename... Args>
  [[nodiscard]] std::string get(std::string_view key, Args&&... args) const {
    return fill(key, fmt::make_format_args(args...));
  }

  // Like get, for a text that depends on a number: "{key}_one" if n is 1, else `key`. Both get the
  // number as {n}.
  template <typename... Args>
  [[nodiscard]] std::string count(std::string_view key, std::uint64_t n, Args&&... args) const {
    const std::string number = grouped(n);
    auto n_arg = fmt::arg("n", number);
    return fill(n == 1 ? std::string(key) + "_one" : std::string(key),
                fmt::make_format_args(n_arg, args...));
  }

  // Translates a message of the simulator, a compiler or a measurement (messages.h).
  [[nodiscard]] std::string say(std::string_view english) const {
    return about_->messages.translated(english);
  }

  [[nodiscard]] bool has(std::string_view key) const;

  // The words of the field, explained in the language.
  [[nodiscard]] const Glossary& glossary() const { return about_->glossary; }

  // 1048576 -> "1,048,576".
  [[nodiscard]] static std::string grouped(std::uint64_t number);
  // The counts in a message, grouped: "16384 bytes past the end" -> "16,384 bytes past the end".
  // Coordinates, addresses, fractions and numbers of names ("GeForce 8800 GTX") stay as they are.
  [[nodiscard]] static std::string with_grouped_numbers(std::string_view text);
  // 1.125 with two decimals -> "1.13": halves away from zero. Every number that people read is
  // rounded here, in the window and on the command line, so that a quantity has one value.
  [[nodiscard]] static std::string rounded(double value, int decimals);

 private:
  // nullptr if neither the language nor English has the key.
  [[nodiscard]] const std::string* pattern(std::string_view key) const;
  [[nodiscard]] std::string fill(std::string_view key, fmt::format_args args) const;

  const Language* about_;
  const Language* english_;
};

}  // namespace lanescope::text
