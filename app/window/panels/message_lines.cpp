#include "app/window/panels/message_lines.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <utility>

#include <fmt/format.h>

namespace lanescope::app {
namespace {

bool in_word(char character) {
  return std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '_';
}

bool is_count(std::string_view word, char before, char after) {
  // Beside a comma or a bracket: one of "(1024,0,0)". After a point: a fraction.
  constexpr std::size_t least_digits = 4;
  constexpr std::size_t most_digits = 19;  // of 64 bits
  return word.size() >= least_digits && word.size() <= most_digits && before != ',' &&
         before != '.' && after != ',' && after != ')' && after != ']' &&
         std::all_of(word.begin(), word.end(),
                     [](unsigned char character) { return std::isdigit(character) != 0; });
}

std::string place_of(const Diagnostic& diagnostic) {
  return diagnostic.place.line > 0
             ? fmt::format("{}:{}", diagnostic.place.file, diagnostic.place.line)
             : diagnostic.place.file;
}

}  // namespace

std::vector<MessageLine> message_lines(std::string_view text, int source_line) {
  std::vector<MessageLine> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string line(text.substr(0, end));
    std::replace(line.begin(), line.end(), '\t', ' ');
    lines.push_back({std::move(line), source_line});
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::vector<MessageLine> all_messages(const std::vector<Diagnostic>& diagnostics) {
  std::vector<MessageLine> lines;
  for (Diagnostic diagnostic : diagnostics) {
    diagnostic.message = with_grouped_numbers(diagnostic.message);
    for (MessageLine& line : message_lines(diagnostic.text(), diagnostic.place.line)) {
      lines.push_back(std::move(line));
    }
  }
  return lines;
}

std::vector<MessageLine> grouped_messages(const std::vector<Diagnostic>& diagnostics,
                                          std::uint64_t total, const text::Texts& texts) {
  struct Group {
    const Diagnostic* first = nullptr;
    std::uint64_t count = 0;
  };
  std::vector<Group> groups;
  for (const Diagnostic& diagnostic : diagnostics) {
    const auto same = [&](const Group& group) {
      return group.first->kind == diagnostic.kind && group.first->severity == diagnostic.severity &&
             group.first->place.file == diagnostic.place.file &&
             group.first->place.line == diagnostic.place.line;
    };
    auto found = std::find_if(groups.begin(), groups.end(), same);
    if (found == groups.end()) {
      groups.push_back({&diagnostic, 0});
      found = groups.end() - 1;
    }
    ++found->count;
  }
  // Of those that were not kept nobody knows which group they belong to, unless there is only one.
  const bool some_missing = total > diagnostics.size();
  if (some_missing && groups.size() == 1) {
    groups.front().count = total;
  }
  std::vector<MessageLine> lines;
  for (const Group& group : groups) {
    const int source_line = group.first->place.line;
    if (group.count == 1) {
      for (MessageLine& line : all_messages({*group.first})) {
        lines.push_back(std::move(line));
      }
      continue;
    }
    const std::string place = place_of(*group.first);
    const std::string count = text::Texts::grouped(group.count);
    const std::string message = with_grouped_numbers(
        std::string_view(group.first->message).substr(0, group.first->message.find('\n')));
    const bool at_least = some_missing && groups.size() > 1;
    lines.push_back(
        {texts.get(at_least ? "error.group_at_least" : "error.group", fmt::arg("place", place),
                   fmt::arg("n", count), fmt::arg("message", message)),
         source_line});
  }
  return lines;
}

std::string with_grouped_numbers(std::string_view text) {
  std::string grouped;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && in_word(text[end])) {
      ++end;
    }
    if (end == at) {
      grouped += text[at++];
      continue;
    }
    const std::string_view word = text.substr(at, end - at);
    const char before = at > 0 ? text[at - 1] : ' ';
    const char after = end < text.size() ? text[end] : ' ';
    std::uint64_t number = 0;
    if (is_count(word, before, after)) {
      std::from_chars(word.data(), word.data() + word.size(), number);
      grouped += text::Texts::grouped(number);
    } else {
      grouped += word;
    }
    at = end;
  }
  return grouped;
}

}  // namespace lanescope::app
