#include "viz/text/texts.h"

#include <cstdlib>

#include <fmt/format.h>
#include <toml++/toml.h>

namespace lanescope::text {

extern const std::string_view english_catalogue;  // assets/text/en.toml, put here by the build
extern const std::string_view chinese_catalogue;  // assets/text/zh.toml

namespace {

using Patterns = std::map<std::string, std::string, std::less<>>;

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

}  // namespace

const char* code_of(Language language) { return language == Language::chinese ? "zh" : "en"; }

Patterns catalogue(Language language) {
  Patterns patterns;
  try {
    collect(toml::parse(language == Language::chinese ? chinese_catalogue : english_catalogue), "",
            patterns);
  } catch (const toml::parse_error&) {
    // The catalogue is part of the program and a test parses it: without it every text shows its
    // key.
    patterns.clear();
  }
  return patterns;
}

Texts::Texts(Language language) : language_(language), patterns_(catalogue(language)) {
  if (language != Language::english) patterns_.merge(catalogue(Language::english));
}

bool Texts::has(std::string_view key) const { return patterns_.find(key) != patterns_.end(); }

std::string Texts::pattern(std::string_view key) const {
  const auto found = patterns_.find(key);
  return found != patterns_.end() ? found->second : std::string(key);
}

std::string Texts::fill(const std::string& pattern, fmt::format_args args) {
  try {
    return fmt::vformat(pattern, args);
  } catch (const fmt::format_error&) {
    return pattern;
  }
}

std::string Texts::grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3) {
    digits.insert(static_cast<std::size_t>(at), ",");
  }
  return digits;
}

}  // namespace lanescope::text
