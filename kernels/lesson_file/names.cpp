#include "kernels/lesson_file/names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <numeric>

#include <fmt/format.h>

#include "sim/metrics/metrics.h"

namespace lanescope::lesson {
namespace {

// The number of insertions, deletions, replacements and swaps of neighbours between two words.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    std::swap(before_last, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

}  // namespace

std::string list_of(const std::vector<std::string>& names) {
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  std::size_t best = std::max<std::size_t>(2, word.size() / 3) + 1;
  const std::string* nearest = nullptr;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best && distance < candidate.size()) {
      best = distance;
      nearest = &candidate;
    }
  }
  return nearest == nullptr ? "" : fmt::format("; did you mean '{}'?", *nearest);
}

bool is_identifier(std::string_view name) {
  const auto is_part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  return !name.empty() && std::isdigit(static_cast<unsigned char>(name.front())) == 0 &&
         std::all_of(name.begin(), name.end(), is_part);
}

bool is_word_of_cpp(std::string_view name) {
  // [lex.key] and the alternative tokens; `defined` is the preprocessor's.
  static constexpr std::array words{
      "alignas",      "alignof",   "and",           "and_eq",
      "asm",          "auto",      "bitand",        "bitor",
      "bool",         "break",     "case",          "catch",
      "char",         "char16_t",  "char32_t",      "char8_t",
      "class",        "co_await",  "co_return",     "co_yield",
      "compl",        "concept",   "const",         "const_cast",
      "consteval",    "constexpr", "constinit",     "continue",
      "decltype",     "default",   "defined",       "delete",
      "do",           "double",    "dynamic_cast",  "else",
      "enum",         "explicit",  "export",        "extern",
      "false",        "float",     "for",           "friend",
      "goto",         "if",        "inline",        "int",
      "long",         "mutable",   "namespace",     "new",
      "noexcept",     "not",       "not_eq",        "nullptr",
      "operator",     "or",        "or_eq",         "private",
      "protected",    "public",    "register",      "reinterpret_cast",
      "requires",     "return",    "short",         "signed",
      "sizeof",       "static",    "static_assert", "static_cast",
      "struct",       "switch",    "template",      "this",
      "thread_local", "throw",     "true",          "try",
      "typedef",      "typeid",    "typename",      "union",
      "unsigned",     "using",     "virtual",       "void",
      "volatile",     "wchar_t",   "while",         "xor",
      "xor_eq"};
  return name.starts_with("__") || std::ranges::find(words, name) != words.end();
}

std::string readable_bytes(std::uint64_t bytes) {
  constexpr const char* units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  if (bytes < 1024) return fmt::format("{} bytes", bytes);
  double value = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  while (value >= 1024 && unit + 1 < std::size(units)) {
    value /= 1024;
    ++unit;
  }
  const std::string digits = fmt::format("{:.1f}", value);
  return fmt::format("{} {}", digits.ends_with(".0") ? digits.substr(0, digits.size() - 2) : digits,
                     units[unit]);
}

namespace {

// The quantities with the same kind of access ("global_load.").
std::vector<std::string> with_the_same_kind(std::string_view name) {
  std::vector<std::string> names;
  const std::string_view kind = name.substr(0, name.find('.') + 1);
  for (const std::string& other : quantity_names()) {
    if (kind.size() > 1 && other.starts_with(kind)) names.push_back(other);
  }
  return names;
}

}  // namespace

const std::vector<std::string>& quantity_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const report::Quantity& quantity : report::quantities()) all.push_back(quantity.name);
    return all;
  }();
  return names;
}

std::string quantity_problem(std::string_view name) {
  const std::vector<std::string>& names = quantity_names();
  if (std::find(names.begin(), names.end(), name) != names.end()) return {};
  const std::vector<std::string> near = with_the_same_kind(name);
  return fmt::format("unknown quantity '{}'{}; there are {}", name, did_you_mean(name, names),
                     list_of(near.empty() ? names : near));
}

}  // namespace lanescope::lesson
